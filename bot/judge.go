package bot

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"mafiabot/engine"
)

// The judge's chair (G11, E5): who takes it, whom the owner of the group names. A
// judge is a player of the roster without a place at the table, so he may judge
// several, and every card of his bears its game.

// rulings are the answers to a card in the order of their numbers on buttons, for ever.
var rulings = []engine.Ruling{"", engine.RuleFoul, engine.RuleRemoval, engine.RuleAward, engine.RuleNothing, engine.RuleOnPurpose, engine.RuleAccident,
	engine.RuleAccept, engine.RuleDecline, engine.RuleAnnul, engine.RuleRed, engine.RuleBlack, engine.RuleDraw, engine.RuleReplay}

func numberOf(r engine.Ruling) uint64 { return uint64(max(0, slices.Index(rulings, r))) }

// rulingOf returns the ruling of a number, "" for one that no button bears.
func rulingOf(n uint64) engine.Ruling {
	if n < uint64(len(rulings)) {
		return rulings[n]
	}
	return ""
}

// plays reports whether somebody has a seat in the game of a table, in it or out.
func (h *held) plays(account int64) bool {
	seat, _ := h.game.Who(h.player(account))
	return seat != 0
}

// judgeInGroup takes «/judge»: alone it is for oneself, in answer to somebody, or with
// a mention of him, it names him.
func (t *turn) judgeInGroup(m *message, h *held, args string) error {
	other, named := m.names()
	name, _, _ := strings.Cut(args, " ")
	at := strings.HasPrefix(name, "@")
	if at {
		other, named = t.metAs(m.Chat.ID, name)
	}
	switch {
	case at && !named:
		return t.tell(m, h, t.b.book.Note("judge_unmet", cut(name, maxName)))
	case named:
		return t.inquire(h, m.From.ID, errand{Kind: names, User: *m.From, Other: other})
	case args != "":
		return t.tell(m, h, t.b.book.Note("judge_whom"))
	}
	if p := h.player(m.From.ID); p != 0 && p == h.game.Judge {
		return t.typedAt(h, m, []engine.Command{engine.TakeChair{}})
	}
	return t.wantsChair(h, m)
}

// maxName is how long an @name can be.
const maxName = 33

// names returns whom a message means: who wrote what it answers, or whom it mentions
// without @.
func (m *message) names() (user, bool) {
	for _, e := range m.Entities {
		if e.Type == "text_mention" && e.User != nil && e.User.person() {
			return *e.User, true
		}
	}
	if m.ReplyTo != nil && m.ReplyTo.From != nil && m.ReplyTo.From.person() && !(m.InTopic && m.ReplyTo.ID == m.Thread) {
		return *m.ReplyTo.From, true
	}
	return user{}, false
}

// wantsChair asks whether somebody who wants to judge is a member of the group; his
// cards will come to his private chat, so it must be open.
func (t *turn) wantsChair(h *held, m *message) error {
	p, err := t.mayJudge(h, *m.From, engine.TakeChair{})
	var r engine.Refusal
	switch {
	case errors.As(err, &r):
		return t.tell(m, h, t.b.book.Refused(h.game.View(p), engine.TakeChair{}, r, h.name))
	case err != nil:
		return err
	case !t.tx.Open(m.From.ID):
		return t.reply(m, t.b.book.Note("judge_open", t.link(h, judgeLink)))
	}
	return t.inquire(h, m.From.ID, errand{Kind: judges, User: *m.From})
}

// mayJudge asks whether the chair would take somebody; it changes nothing.
func (t *turn) mayJudge(h *held, u user, c engine.Command) (engine.Player, error) {
	p := h.player(u.ID)
	if p == 0 {
		p = engine.Player(min(len(h.people), int(stranger)))
	}
	_, err := h.game.Step(p, c, t.now)
	return p, err
}

// takeChair seats a person as the judge, if he is a member of the group.
func (t *turn) takeChair(h *held, e errand, a ack, s standing) error {
	if !s.inside() {
		text := t.b.book.Note("judge_not_member")
		if a.fate != done && !a.notThere() {
			text = t.b.book.Note("try_again")
		}
		return t.answer(h, e.User.ID, text)
	}
	p, err := t.mayJudge(h, e.User, engine.TakeChair{})
	if err == nil {
		if p, err = t.enlist(h, e.User); err == nil {
			err = t.step(h, p, engine.TakeChair{}, "")
		}
	}
	return t.chairTold(h, e.User, p, engine.TakeChair{}, err)
}

// nameJudge lets the owner of a group name the judge of a game.
func (t *turn) nameJudge(h *held, e errand, owner bool) error {
	if owner && !t.tx.Open(e.Other.ID) {
		return t.answer(h, e.User.ID, t.b.book.Note("judge_closed"))
	}
	by := h.player(e.User.ID)
	if by == 0 {
		by = stranger
	}
	c := engine.NameJudge{Owner: owner, Player: h.player(e.Other.ID)}
	if c.Player == 0 {
		c.Player = engine.Player(min(len(h.people), int(stranger)))
	}
	_, err := h.game.Step(by, c, t.now)
	if err == nil {
		if c.Player, err = t.enlist(h, e.Other); err == nil {
			err = t.step(h, by, c, "")
		}
	}
	return t.chairTold(h, e.User, by, c, err)
}

// chairTold answers who has asked for the chair, for himself or another.
func (t *turn) chairTold(h *held, u user, p engine.Player, c engine.Command, err error) error {
	var r engine.Refusal
	switch {
	case err == nil:
		return t.answer(h, u.ID, t.b.book.Done(h.game.View(p), c, h.name))
	case errors.As(err, &r):
		return t.answer(h, u.ID, t.b.book.Refused(h.game.View(p), c, r, h.name))
	}
	return err
}

// judgeGone tells the games of a judge that he cannot be reached any more: he has
// blocked the bot, or left the group (E5).
func (t *turn) judgeGone(account int64) error {
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		h := t.held(id)
		p := h.player(account)
		if p == 0 || p != h.game.Judge || h.game.Finished() {
			continue
		}
		if err := t.must(t.step(h, engine.Host, engine.Unreachable{Player: p}, "")); err != nil {
			return err
		}
	}
	return nil
}
