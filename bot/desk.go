package bot

import (
	"errors"
	"hash/fnv"
	"strconv"
	"strings"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// Who, where, what: an update becomes a command of a player at a table, or a
// request to the desk.

func (t *turn) take(u update) error {
	switch {
	case u.Press != nil:
		return t.press(*u.Press)
	case u.MyMember != nil:
		return t.blocked(*u.MyMember)
	case u.Message != nil:
		return t.message(u.Message, false)
	case u.Edited != nil:
		return t.message(u.Edited, true)
	}
	return nil
}

// blocked keeps whether a private chat is open.
func (t *turn) blocked(m memberChange) error {
	if !m.Chat.private() {
		return nil
	}
	return t.tx.SetOpen(m.Chat.ID, m.New.Status == "member")
}

func (t *turn) message(m *message, edited bool) error {
	switch {
	case m.Chat.private() && m.person() && !edited:
		return t.private(m)
	case m.Chat.group():
		return t.group(m, edited)
	}
	return nil
}

// group takes a message in a group: a command, or an utterance at its table.
func (t *turn) group(m *message, edited bool) error {
	table := storage.Table{Chat: m.Chat.ID, Thread: m.thread()}
	id, playing := t.tx.GameAt(table)
	if name, args, ok := m.command(t.b.me); ok && m.person() && !edited {
		return t.groupCommand(m, id, name, args)
	}
	if !playing {
		return nil
	}
	h := t.held(id)
	heard, ok := m.heard(h.nicks(), h.seats())
	if !ok || edited && !t.changed(h, m) {
		return nil
	}
	if err := t.remember(h, m); err != nil {
		return err
	}
	by := stranger
	if m.person() {
		if p := h.player(m.From.ID); p != 0 {
			by = p
		}
	}
	u := engine.Utter{Mark: m.ID, Date: m.date(), Edit: edited, Heard: heard}
	if m.ReplyTo != nil && m.ReplyTo.From != nil && !m.ReplyTo.From.IsBot && m.From != nil && m.ReplyTo.From.ID != m.From.ID {
		u.Reply = h.player(m.ReplyTo.From.ID) != 0
	}
	return t.must(t.step(h, by, u, m.words()))
}

// changed reports whether an edit changed the words: Telegram sends edits of
// itself, which are none (G8).
func (t *turn) changed(h *held, m *message) bool {
	before, ok := t.tx.Heard(h.id, m.ID)
	return !ok || before != hash(m.words())
}

func (t *turn) remember(h *held, m *message) error {
	if !h.game.Running() {
		return nil
	}
	return t.tx.SetHeard(h.id, m.ID, hash(m.words()))
}

func hash(s string) uint64 {
	f := fnv.New64a()
	f.Write([]byte(s))
	return f.Sum64()
}

// groupCommand takes a bot command in a group. During a game it is deleted and
// answered in private (G22).
func (t *turn) groupCommand(m *message, id storage.GameID, name, args string) error {
	h := t.held(id)
	if h != nil && h.game.Running() {
		if err := t.strike(h, m.ID); err != nil {
			return err
		}
	}
	if name == "game" {
		return t.convene(m, h, args)
	}
	if h == nil {
		if name == "start" || name == "help" {
			return t.reply(m, t.b.book.Note("help"))
		}
		if _, known := typed(name, args, nil, engine.MaxSeats); known || name == "fouls" {
			return t.reply(m, t.b.book.Note("no_game"))
		}
		return nil
	}
	if name == "help" {
		return t.answer(h, m.From.ID, t.b.book.Note("help"))
	}
	cs, known := typed(name, args, h.nicks(), h.seats())
	if !known {
		return nil
	}
	return t.typedAt(h, m, cs)
}

// convene opens a table for «/game [rules] [pace]».
func (t *turn) convene(m *message, h *held, args string) error {
	if h != nil {
		return t.answer(h, m.From.ID, t.b.book.Note("table_taken"))
	}
	name, pace := engine.Czernowitz, engine.ChatTempo
	for _, w := range strings.Fields(strings.ToLower(args)) {
		switch w {
		case engine.TableTempo, engine.ChatTempo, engine.BlitzTempo:
			pace = w
		default:
			name = w
		}
	}
	rules, err := engine.Preset(name, pace)
	if err != nil {
		return t.reply(m, t.b.book.Note("game_usage", strings.Join(engine.Presets(), ", "), strings.Join(engine.Paces(), ", ")))
	}
	table := storage.Table{Chat: m.Chat.ID, Thread: m.thread()}
	id, err := t.tx.NewGame(table)
	if err != nil {
		return err
	}
	own := &held{id: id, table: table, title: m.Chat.Title, people: make([]storage.Person, 1)}
	for old, g := range t.b.games {
		if g.table == table && g.game.Finished() {
			delete(t.b.games, old)
		}
	}
	t.games[id] = own
	p, err := t.enlist(own, *m.From)
	if err != nil {
		return err
	}
	if err := t.step(own, p, engine.Convene{Rules: rules}, ""); err != nil {
		return err
	}
	if !t.tx.Open(m.From.ID) {
		return nil
	}
	_, err = t.join(own, *m.From)
	return t.must(err)
}

// join seats a person whose private chat is open. It returns the table's
// player, and a refusal that is told to him.
func (t *turn) join(h *held, u user) (engine.Player, error) {
	if id, _, sits := t.tx.Sits(u.ID); sits && id != h.id {
		return 0, engine.Refusal("seated_elsewhere")
	}
	p, err := t.enlist(h, u)
	if err != nil {
		return 0, err
	}
	if err := t.step(h, p, engine.Join{}, ""); err != nil {
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
		switch in := part != engine.StrangerPart; {
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

// act lets a player do a command; Join has a way of its own.
func (t *turn) act(h *held, u user, c engine.Command) (engine.Player, error) {
	if _, joins := c.(engine.Join); joins {
		return t.join(h, u)
	}
	p := h.player(u.ID)
	if p == 0 {
		p = stranger
	}
	if _, draws := c.(engine.Draw); draws {
		luck, err := t.b.luck()
		if err != nil {
			return p, err
		}
		c = engine.Draw{Luck: luck}
	}
	return p, t.step(h, p, c, "")
}

// press takes the press of a button: who presses comes from Telegram, whether it
// is allowed from the engine.
func (t *turn) press(q press) error {
	answer := toast{id: q.ID}
	p, ok := ParseButton(q.Data)
	h := t.held(p.Game)
	if !ok || h == nil {
		answer.text = t.b.book.Note("no_game")
		t.toasts = append(t.toasts, answer)
		return nil
	}
	if _, joins := p.Command.(engine.Join); joins && !t.tx.Open(q.From.ID) && !h.game.Finished() {
		answer.url = t.link(h)
		t.toasts = append(t.toasts, answer)
		return nil
	}
	var by engine.Player
	var err error
	switch {
	case h.game.Finished():
		err = engine.Refusal("game_over")
	case p.Window != h.game.Clock.Window:
		by, err = h.player(q.From.ID), stale(p.Command)
		if _, part := h.game.Who(by); part == engine.Departed {
			err = engine.Refusal("out")
		}
	default:
		by, err = t.act(h, q.From, p.Command)
	}
	var r engine.Refusal
	if err != nil && !errors.As(err, &r) {
		return err
	}
	view := h.game.View(by)
	if err != nil {
		answer.text, answer.alert = t.b.book.Refused(view, p.Command, r, h.name), t.b.book.Alert(r)
	} else {
		answer.text = t.b.book.Done(view, p.Command, h.name)
	}
	t.toasts = append(t.toasts, answer)
	return nil
}

// stale is the refusal of a press for a window that is over.
func stale(c engine.Command) engine.Refusal {
	switch c.(type) {
	case engine.Vote, engine.Raise:
		return "vote_late"
	}
	return "stale"
}

// link is the deep link that takes a person to his private chat, and from there
// to his place.
func (t *turn) link(h *held) string {
	return "https://t.me/" + t.b.me + "?start=j" + strconv.FormatUint(uint64(h.id), 36)
}

// private takes a message in a private chat. Whoever writes there can be
// written to.
func (t *turn) private(m *message) error {
	if err := t.tx.SetOpen(m.From.ID, true); err != nil {
		return err
	}
	name, args, isCommand := m.command(t.b.me)
	switch {
	case isCommand && name == "start":
		return t.start(m, args)
	case isCommand && name == "help":
		return t.reply(m, t.b.book.Note("help"))
	}
	id, player, sits := t.tx.Sits(m.From.ID)
	h := t.held(id)
	if !sits || h == nil {
		return t.reply(m, t.b.book.Note("welcome"))
	}
	if isCommand {
		cs, known := typed(name, args, h.nicks(), h.seats())
		if !known {
			return t.answer(h, m.From.ID, t.b.book.Note("unknown_command"))
		}
		return t.typedAt(h, m, cs)
	}
	if cs, ok := order(m.Text, h.nicks(), h.seats()); ok {
		return t.typedAt(h, m, cs)
	}
	err := t.step(h, engine.Player(player), engine.Write{Date: m.Date, Seat: seatIn(m.Text, h)}, m.words())
	var r engine.Refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &r):
		return t.answer(h, m.From.ID, t.b.book.Refused(h.game.View(engine.Player(player)), engine.Write{}, r, h.name))
	}
	return err
}

func seatIn(text string, h *held) engine.Seat {
	s, _ := messages.SeatIn(text, h.nicks(), h.seats())
	return s
}

// start opens the private chat; the payload of a deep link seats its reader.
func (t *turn) start(m *message, payload string) error {
	id, err := strconv.ParseUint(strings.TrimPrefix(payload, "j"), 36, 64)
	h := t.held(storage.GameID(id))
	if payload == "" || err != nil || h == nil {
		return t.reply(m, t.b.book.Note("welcome"))
	}
	if h.game.Finished() {
		return t.reply(m, t.b.book.Note("game_over"))
	}
	p, err := t.join(h, *m.From)
	var r engine.Refusal
	switch {
	case err == nil:
		return t.answer(h, m.From.ID, t.b.book.Note("seated", h.title))
	case errors.As(err, &r):
		return t.reply(m, t.b.book.Refused(h.game.View(p), engine.Join{}, r, h.name))
	}
	return err
}

// typedAt carries out a typed command and answers it in private.
func (t *turn) typedAt(h *held, m *message, cs []engine.Command) error {
	var p engine.Player
	var last engine.Command
	for _, c := range cs {
		last = c
		if _, joins := c.(engine.Join); joins && !t.tx.Open(m.From.ID) {
			return t.reply(m, t.b.book.Note("open_private", t.link(h)))
		}
		var err error
		p, err = t.act(h, *m.From, c)
		var r engine.Refusal
		if errors.As(err, &r) {
			return t.answer(h, m.From.ID, t.b.book.Refused(h.game.View(p), c, r, h.name))
		}
		if err != nil {
			return err
		}
	}
	return t.answer(h, m.From.ID, t.b.book.Done(h.game.View(p), last, h.name))
}

// answer writes to one person in private, without a sound; to whom it cannot
// write it says nothing.
func (t *turn) answer(h *held, account int64, text string) error {
	if text == "" || !t.tx.Open(account) {
		return nil
	}
	row := storage.Row{Chat: account, Due: t.now.UnixMilli(), Method: "sendMessage", Params: quiet(text)}
	if p := h.player(account); p != 0 {
		row.Chat, row.Game, row.To = 0, h.id, uint8(p)
		row.Params["protect_content"] = "true"
	}
	return t.enqueue(h, row)
}

// reply writes where the person wrote.
func (t *turn) reply(m *message, text string) error {
	params := quiet(text)
	if th := m.thread(); th != 0 {
		params["message_thread_id"] = strconv.FormatInt(th, 10)
	}
	return t.enqueue(nil, storage.Row{Chat: m.Chat.ID, Due: t.now.UnixMilli(), Method: "sendMessage", Params: params})
}

func quiet(text string) map[string]string {
	return map[string]string{"text": text, "disable_notification": "true", "link_preview_options": `{"is_disabled":true}`}
}
