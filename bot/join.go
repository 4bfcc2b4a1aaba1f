package bot

import (
	"errors"
	"strconv"
	"strings"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Who sits down, gets up, and where his private chat takes him.

// mayJoin asks whether a place is free for a person; it changes nothing. The
// player is what he would be at the table: who is refused becomes none of it.
func (t *turn) mayJoin(h *held, u user, c engine.Command) (engine.Player, error) {
	if id, _, sits := t.tx.Sits(u.ID); sits && id != h.id {
		return stranger, engine.Refusal("seated_elsewhere")
	}
	p := h.player(u.ID)
	if p == 0 {
		p = engine.Player(min(len(h.people), int(stranger)))
	}
	_, err := h.game.Step(p, c, t.now)
	return p, err
}

// join seats a person whose private chat is open and who is a member of the
// group. It returns the table's player, and a refusal that is told to him.
func (t *turn) join(h *held, u user, c engine.Command) (engine.Player, error) {
	if p, err := t.mayJoin(h, u, c); err != nil {
		return p, err
	}
	p, err := t.enlist(h, u)
	if err != nil {
		return stranger, err
	}
	if err := t.step(h, p, c, ""); err != nil {
		return p, err
	}
	return p, t.seats(h)
}

// seats keeps who sits where in step with the game's lobby.
func (t *turn) seats(h *held) error {
	for i, person := range h.people {
		if i == 0 {
			continue
		}
		_, part := h.game.Who(engine.Player(i))
		id, _, sits := t.tx.Sits(person.Account)
		switch in := part != engine.StrangerPart && part != engine.JudgePart; {
		case in && !sits:
			if err := t.tx.Sit(person.Account, h.id, uint8(i)); err != nil {
				return err
			}
		case !in && sits && id == h.id:
			if err := t.tx.Rise(person.Account); err != nil {
				return err
			}
		}
	}
	return nil
}

// link is the deep link that takes a person to his private chat, and from there
// to his place.
func (t *turn) link(h *held, kind string) string {
	return "https://t.me/" + t.b.me + "?start=" + kind + strconv.FormatUint(uint64(h.id), 36)
}

// The kinds of deep links: to a place at a table, to its rules, to its judge's chair.
const (
	joinLink  = "j"
	rulesLink = "r"
	judgeLink = "s"
)

// start opens the private chat; the payload of a deep link seats its reader.
func (t *turn) start(m *message, payload string) error {
	kind, number, with := cutLink(payload)
	h := t.held(number)
	e := errand{Kind: joins, User: *m.From, With: with}
	switch {
	case kind == "":
		return t.reply(m, t.b.book.Note("welcome"))
	case kind == rulesLink && h != nil:
		return t.reply(m, t.b.book.Rules(h.rules(), "/rules"))
	case h == nil || h.game.Finished():
		return t.reply(m, t.b.book.Note(t.gone(number)))
	}
	if kind == judgeLink {
		return t.wantsChair(h, m)
	}
	if p, err := t.mayJoin(h, *m.From, e.seating()); err != nil {
		return t.joined(h, *m.From, p, err)
	}
	return t.inquire(h, m.From.ID, e)
}

// cutLink reads a deep link's payload; the kind is "" if it is none of ours.
func cutLink(payload string) (kind string, id storage.GameID, with uint8) {
	payload, with = cutPartner(payload)
	for _, kind := range []string{joinLink, rulesLink, judgeLink} {
		if number, ok := strings.CutPrefix(payload, kind); ok {
			if n, err := strconv.ParseUint(number, 36, 64); err == nil {
				return kind, storage.GameID(n), with
			}
		}
	}
	return "", 0, 0
}

// joined tells somebody who came by a deep link, in his private chat, that he
// sits at the table, or why not.
func (t *turn) joined(h *held, u user, p engine.Player, err error) error {
	var r engine.Refusal
	switch {
	case err == nil:
		text := t.b.book.Done(h.game.View(p), engine.Join{}, h.name)
		if h.title != "" {
			text = t.b.book.Note("seated", h.title)
		}
		if other := t.renamed(h, u, p); other != "" {
			text += "\n" + other
		}
		return t.answer(h, u.ID, text)
	case errors.As(err, &r):
		return t.answer(h, u.ID, t.b.book.Refused(h.game.View(p), engine.Join{}, r, h.name))
	}
	return err
}

// invite tells somebody whose private chat is closed where to open it, as long
// as there is a place for him to take. In a game the table is not disturbed.
func (t *turn) invite(h *held, m *message, c engine.Command) error {
	if h.game.Running() {
		return nil
	}
	if _, lobby := h.game.Stage.(engine.Lobby); !lobby {
		return t.reply(m, t.b.book.Note("table_gathers"))
	}
	return t.reply(m, t.b.book.Note("open_private", t.link(h, placeLink(c))))
}

// reachable keeps whether a person's private chat is open, and tells the table
// that waits for it.
func (t *turn) reachable(account int64, open bool) error {
	if err := t.tx.SetOpen(account, open); err != nil {
		return err
	}
	if !open {
		if err := t.judgeGone(account); err != nil {
			return err
		}
	}
	id, player, sits := t.tx.Sits(account)
	h := t.held(id)
	if !sits || h == nil || h.game.Finished() {
		return nil
	}
	var c engine.Command = engine.Unreachable{Player: engine.Player(player)}
	if open {
		c = engine.Reachable{Player: engine.Player(player)}
	}
	return t.must(t.step(h, engine.Host, c, ""))
}
