package bot

import (
	"errors"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// Who, where, what: an update becomes a command of a player at a table, or a
// request to the desk.

func (t *turn) take(u update) error {
	t.meets(u)
	switch {
	case u.Press != nil:
		return t.press(*u.Press)
	case u.Reaction != nil:
		return t.react(u.Reaction)
	case u.MyMember != nil:
		return t.myMember(*u.MyMember)
	case u.Member != nil:
		return t.member(*u.Member)
	case u.Message != nil:
		return t.message(u.Message, false)
	case u.Edited != nil:
		return t.message(u.Edited, true)
	}
	return nil
}

// myMember keeps whether a private chat is open; in a group the bot's rights have
// changed, and its tables hear of what is missing now, or wait for it (E47).
func (t *turn) myMember(m memberChange) error {
	if open := m.New.Status == "member"; m.Chat.private() && (open || m.New.Status == "kicked") {
		return t.reachable(m.Chat.ID, open)
	}
	if !m.Chat.group() {
		return nil
	}
	if err := t.appointed(m); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		if h := t.held(id); h.table.Chat == m.Chat.ID && !h.game.Finished() {
			if err := t.memberOf(h, m.New.standing); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *turn) message(m *message, edited bool) error {
	switch {
	case m.Chat.private() && m.person() && m.From.ID == m.Chat.ID && !edited:
		return t.private(m)
	case m.Chat.group():
		return t.group(m, edited)
	}
	return nil
}

// group takes a message in a group: a command, or an utterance at its table. In
// a running game a bare command is neither: it is deleted, and ours are answered
// in private; at night it is as loud as any message. What stands behind a command is an
// utterance (G22).
func (t *turn) group(m *message, edited bool) error {
	if m.ID == 0 {
		return nil // nobody but the bot sees it, so it is said to nobody
	}
	if told, err := t.service(m); told || err != nil {
		return err
	}
	h, err := t.at(m)
	if err != nil {
		return err
	}
	if h != nil {
		h.mark(m)
	} else if !edited {
		if kept, err := t.stray(m); kept || err != nil {
			return err
		}
	}
	running := h != nil && h.game.Running()
	c, ok := m.command(t.b.me)
	if ok && running && m.Text == "" && m.person() && h.plays(m.From.ID) {
		ok = false // what a player shows the table is no control, whatever he writes under it
	}
	if ok && !m.person() && m.anonymous() && !running && !edited && c.ours {
		if c.name == "words" {
			return t.wordsInGroup(m, h, c.args) // who speaks as the group is an administrator
		}
		if ofClub(c.name) {
			return t.houseInGroup(m, h, c)
		}
	}
	if m.disguised() {
		if answered, err := t.disguise(m, h, ok && !edited && c.ours && ofTable(c.name)); answered || err != nil {
			return err
		}
	}
	if ok && m.person() {
		switch {
		case !running && (edited || !c.ours):
			return nil
		case !running:
			return t.groupCommand(m, h, c)
		case c.args != "" && !takesText(c) && !(ofClub(c.name) && h.watches(m.From.ID)) && !(judgesCommand(c.name) && !h.plays(m.From.ID)):
			m.behind()
			return t.utterance(h, m, edited)
		}
		if err := t.control(h, m, c, edited); err != nil || edited || !c.ours {
			return err
		}
		return t.groupCommand(m, h, c)
	}
	if talked := t.talkedOf(m); talked != nil && (h == nil || !h.game.Running()) {
		h = talked
	}
	if h == nil {
		return t.beside(m, edited)
	}
	return t.utterance(h, m, edited)
}

// service takes a message that tells what happened in a group, and reports whether it is one.
func (t *turn) service(m *message) (bool, error) {
	switch {
	case m.Gone != nil, m.Came != nil:
		return true, t.seen(m)
	case m.upgrade.To != 0:
		return true, t.follow(m.Chat.ID, m.upgrade.To)
	case m.upgrade.From != 0:
		return true, t.follow(m.upgrade.From, m.Chat.ID)
	case m.topicNews.any():
		return true, t.topic(m)
	}
	return false, nil
}

// control takes a bare command off the table; of a living seat it is noise at night (G22,
// C16, K14e, T12).
func (t *turn) control(h *held, m *message, c command, edited bool) error {
	by := h.player(m.From.ID)
	_, part := h.game.Who(by)
	if plays := part == engine.Main || part == engine.Second; !plays || edited || c.args != "" || !h.game.Asleep() {
		return t.strike(h, m.ID)
	}
	if err := t.tx.SetHeard(h.id, m.ID, authored(m.words(), by)); err != nil {
		return err
	}
	u := engine.Utter{Mark: m.ID, Date: m.date(), Heard: engine.Heard{Kind: engine.Gesture}}
	return t.must(t.step(h, by, u, m.words()))
}

// at returns the game at the message's table, nil if there is none. One that has
// ended in this very turn frees the table.
func (t *turn) at(m *message) (*held, error) {
	id, _ := t.tx.GameAt(storage.Table{Chat: m.Chat.ID, Thread: m.thread()})
	h := t.held(id)
	if h == nil {
		return nil, nil
	}
	if h.game.Finished() {
		return nil, t.tx.Finish(id)
	}
	if h.game.TableFree() {
		return nil, t.tx.Free(id)
	}
	if m.Chat.Title != "" {
		h.title = m.Chat.Title
	}
	return h, nil
}

// utterance takes what is said at a table.
func (t *turn) utterance(h *held, m *message, edited bool) error {
	heard, ok, err := t.heard(h, m)
	if err != nil {
		return err
	}
	if !ok || edited && !t.changed(h, m) {
		return nil
	}
	by := stranger
	if m.person() {
		if p := h.player(m.From.ID); p != 0 {
			by = p
		}
	}
	if err := t.tx.SetHeard(h.id, m.ID, authored(m.words(), by)); err != nil {
		return err
	}
	u := engine.Utter{
		Mark: m.ID, Date: m.date(), Edit: edited, Heard: heard,
		Reply: h.repliesToPlayer(m), Answers: t.answers(m), Hidden: m.hidden(),
	}
	if err := t.must(t.step(h, by, u, m.words())); err != nil || edited || by == stranger {
		return err
	}
	return t.floods(h, m, by)
}

// repliesToPlayer reports whether the message answers another player's.
func (h *held) repliesToPlayer(m *message) bool {
	if m.From == nil || m.ReplyTo == nil || m.ReplyTo.From == nil || m.ReplyTo.From.ID == m.From.ID {
		return false
	}
	if m.InTopic && m.ReplyTo.ID == m.Thread {
		return false // a topic's messages all seem to answer the one that opened it
	}
	seat, _ := h.game.Who(h.player(m.ReplyTo.From.ID))
	return seat != 0
}

// changed reports whether an edit changed the words: Telegram sends edits of
// itself, which are none (G8).
func (t *turn) changed(h *held, m *message) bool {
	before, ok := t.tx.Heard(h.id, m.ID)
	return !ok || before&^0xff != authored(m.words(), 0)
}

func hash(s string) uint64 {
	f := fnv.New64a()
	f.Write([]byte(s))
	return f.Sum64()
}

// groupCommand takes one of our commands in a group.
func (t *turn) groupCommand(m *message, h *held, c command) error {
	switch {
	case c.name == "game":
		return t.convene(m, h, c)
	case c.name == "start" || c.name == "help":
		return t.help(m, h)
	case c.name == "rules":
		text, err := t.rules(h, m.Chat.ID, c.args)
		if err != nil {
			return err
		}
		return t.show(m, h, text)
	case slices.Contains(houseCommands, c.name):
		return t.houseInGroup(m, h, c)
	case c.name == "words":
		return t.wordsInGroup(m, h, c.args)
	case h != nil && c.name == "mask" && h.game.Running():
		return t.answer(h, m.From.ID, t.b.book.Note("mask_private")) // the group is silent at night
	case h != nil && c.name == "judge":
		return t.judgeInGroup(m, h, c.args)
	case h != nil && judgesCommand(c.name):
		return t.judgesTyped(h, m, c.name, c.args)
	case h != nil && c.name == "ballot":
		return t.ballot(h, m)
	case h == nil && c.name == "stop":
		return t.reply(m, t.b.book.Note("no_game_to_stop"))
	case c.name == "best":
		if talked := t.talkedOf(m); talked != nil {
			return t.best(talked, m, c.args)
		}
		return t.tell(m, h, t.b.book.Note("best_not_now"))
	case c.name == "protest":
		return t.protest(m, h, c.args)
	case h == nil && ofTable(c.name):
		return t.reply(m, t.b.book.Note("no_game"))
	case h == nil:
		return nil
	case c.name == "stop":
		return t.inquire(h, m.From.ID, errand{Kind: stops, User: *m.From})
	}
	cs, known := h.typed(c)
	switch {
	case known:
		return t.typedAt(h, m, cs)
	case h.game.Running():
		return t.answer(h, m.From.ID, t.b.book.Note("unknown_command"))
	}
	return nil
}

// ofClub reports whether a command is about what a club hears and plays by.
func ofClub(name string) bool { return name == "words" || slices.Contains(houseCommands, name) }

// ofTable reports whether a command has a meaning at a table only.
func ofTable(name string) bool {
	_, known := typed(name, "", nil, engine.MaxSeats)
	return known || name == "game" || name == "pair" || name == "protest" || name == "ballot" || judgesCommand(name)
}

// tell answers a command: where there is no game, where it was written; at a
// table, in private, for the table is talking. Who cannot be written to is answered
// in the group as long as nobody plays.
func (t *turn) tell(m *message, h *held, text string) error {
	if h == nil || !h.game.Running() && !t.tx.Open(m.From.ID) {
		return t.reply(m, text)
	}
	return t.answer(h, m.From.ID, text)
}

// show answers a command with what is no secret of any game, where tell would.
func (t *turn) show(m *message, h *held, text string) error {
	if !t.aside(m, h) {
		return t.reply(m, text)
	}
	return t.inform(m.From.ID, text)
}

// aside reports whether a command in a group is answered in private.
func (t *turn) aside(m *message, h *held) bool {
	return h != nil && m.person() && (h.game.Running() || t.tx.Open(m.From.ID))
}

// convene opens a table.
func (t *turn) convene(m *message, h *held, c command) error {
	if h != nil && !h.game.Ended() {
		return t.tell(m, h, t.b.book.Note("table_taken"))
	}
	club, err := t.house(m.Chat.ID)
	if err != nil {
		return err
	}
	_, passed := club.Ruleset()
	t.passedOver(m.Chat.ID, passed)
	rules, err := rulesOf(club, c)
	if err == engine.Refusal("pairs_not_offered") {
		return t.reply(m, t.b.book.Note("pairs_not_offered"))
	}
	if err != nil {
		return t.reply(m, t.usage())
	}
	if h != nil {
		if err := t.giveUp(h); err != nil {
			return err
		}
	}
	table := storage.Table{Chat: m.Chat.ID, Thread: m.thread()}
	id, err := t.tx.NewGame(table)
	if err != nil {
		return err
	}
	for old, g := range t.b.games {
		if own := t.games[old]; own != nil {
			g = own
		}
		if g.table == table && g.game.Finished() {
			t.over = append(t.over, old)
		}
	}
	own := &held{id: id, table: table, title: m.Chat.Title, people: make([]storage.Person, 1)}
	t.games[id] = own
	p, err := t.enlist(own, *m.From)
	if err != nil {
		return err
	}
	if err := t.step(own, p, engine.Convene{Rules: rules}, ""); err != nil {
		return err
	}
	if err := t.askRights(own); err != nil {
		return err
	}
	t.b.log.Info("a table is open", "game", id, "chat", table.Chat, "thread", table.Thread, "rules", rules.Name, "pace", rules.Pace)
	if !t.tx.Open(m.From.ID) {
		return t.reply(m, t.b.book.Note("not_seated_yet", own.name(p), t.link(own, joinLink)))
	}
	if _, err := t.join(own, *m.From, engine.Join{}); err != nil {
		return t.must(err)
	}
	return t.answer(own, m.From.ID, t.renamed(own, *m.From, p))
}

// private takes a message in a private chat. Whoever writes there can be
// written to.
func (t *turn) private(m *message) error {
	if err := t.reachable(m.From.ID, true); err != nil {
		return err
	}
	id, player, sits := t.tx.Sits(m.From.ID)
	h := t.held(id)
	if !sits {
		h = nil
	}
	if c, ok := m.command(t.b.me); ok && c.ours {
		return t.privateCommand(m, h, c)
	}
	if h == nil {
		return t.reply(m, t.b.book.Note("welcome"))
	}
	if cs, ok := order(m.Text, h.nicks(), h.seats()); ok {
		return t.typedAt(h, m, cs)
	}
	return t.write(h, m, engine.Player(player))
}

// write takes what a player writes to the bot in private that is no command.
func (t *turn) write(h *held, m *message, by engine.Player) error {
	before := h.game.View(by)
	_, briefing := before.Stage.(engine.Briefing)
	briefing = briefing && before.Part != engine.Second
	confers := h.game.Confers(by) != 0
	err := t.step(h, by, engine.Write{Date: m.Date, Seat: seatIn(m.Text, h)}, m.words())
	var r engine.Refusal
	switch {
	case errors.As(err, &r):
		return t.answer(h, m.From.ID, t.b.book.Refused(h.game.View(by), engine.Write{}, r, h.name))
	case err != nil:
		return err
	case confers && m.words() == "":
		return t.answer(h, m.From.ID, t.b.book.Note("text_only"))
	case !briefing:
		return t.answer(h, m.From.ID, t.b.book.Done(h.game.View(by), engine.Write{}, h.name))
	case m.words() == "":
		return t.answer(h, m.From.ID, t.b.book.Note("text_only"))
	case before.Role == engine.Don && strings.HasPrefix(strings.ToLower(m.Text), "заказ "):
		return t.answer(h, m.From.ID, t.b.book.Note("bad_order"))
	}
	return nil
}

// place says to a player of a running game which seat is his.
func (t *turn) place(h *held, account int64) string {
	seat, _ := h.game.Who(h.player(account))
	return t.b.book.Note("you_play", strconv.Itoa(int(seat)))
}

// privateCommand takes one of our commands in a private chat; h is the game in
// which its author sits.
func (t *turn) privateCommand(m *message, h *held, c command) error {
	say := func(text string) error {
		if h == nil {
			return t.reply(m, text)
		}
		return t.answer(h, m.From.ID, text)
	}
	cs, known := h.typed(c)
	switch {
	case c.name == "start" && h != nil && h.game.Running():
		return say(t.place(h, m.From.ID))
	case c.name == "start" && h != nil && c.args == "":
		return say(t.b.book.Note("already_joined"))
	case c.name == "start":
		return t.start(m, c.args)
	case c.name == "help":
		return t.inform(m.From.ID, t.helpFor(m.From.ID))
	case c.name == "rules":
		return t.rulesInPrivate(m, h, c.args)
	case slices.Contains(houseCommands, c.name):
		return t.inform(m.From.ID, t.b.book.Note("group_only"))
	case c.name == "words":
		return t.wordsInPrivate(m, h, c.args)
	case c.name == "game":
		return say(t.b.book.Note("group_only"))
	case judgesCommand(c.name):
		return t.judgesInPrivate(m, h, c.name, c.args)
	case c.name == "ballot":
		return t.ballotInPrivate(m, h)
	case c.name == "stop" && h == nil:
		if taken, err := t.stopByJudge(m); taken {
			return err
		}
		return say(t.b.book.Note("no_game"))
	case c.name == "protest":
		return t.protest(m, h, c.args)
	case !known:
		return say(t.b.book.Note("unknown_command"))
	case h == nil:
		return say(t.b.book.Note("no_game"))
	}
	return t.typedAt(h, m, cs)
}

func seatIn(text string, h *held) engine.Seat {
	s, _ := messages.SeatIn(text, h.nicks(), h.seats())
	return s
}

// refusedTyped is the refusal of a typed command: whoever types has no button that
// could be old.
func (t *turn) refusedTyped(h *held, p engine.Player, c engine.Command, r engine.Refusal) string {
	if r == "stale" {
		return t.b.book.Note("not_needed")
	}
	return t.b.book.Refused(h.game.View(p), c, r, h.name)
}

// typedJoin takes «/join», or «/pair», as the button is taken: who writes in a group is
// not always a member of it, for comments under a channel's posts stand there, too.
func (t *turn) typedJoin(h *held, m *message, c engine.Command) error {
	if !t.tx.Open(m.From.ID) {
		return t.invite(h, m, c)
	}
	if p, err := t.mayJoin(h, *m.From, c); err != nil {
		return t.joined(h, *m.From, p, err)
	}
	return t.inquire(h, m.From.ID, errand{Kind: joins, User: *m.From, With: partnerOf(c)})
}

// typedAt carries out a typed command and answers it in private.
func (t *turn) typedAt(h *held, m *message, cs []engine.Command) error {
	var p engine.Player
	var last engine.Command
	for _, c := range cs {
		last = c
		if sitsDown(c) {
			return t.typedJoin(h, m, c)
		}
		var err error
		p, err = t.act(h, *m.From, c)
		var r engine.Refusal
		if errors.As(err, &r) {
			return t.tell(m, h, t.refusedTyped(h, p, c, r))
		}
		if err != nil {
			return err
		}
	}
	return t.tell(m, h, t.b.book.Done(h.game.View(p), last, h.name))
}
