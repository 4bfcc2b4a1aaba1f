package bot

import (
	"errors"
	"hash/fnv"
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
	case m.Chat.private() && m.person() && m.From.ID == m.Chat.ID && !edited:
		return t.private(m)
	case m.Chat.group():
		return t.group(m, edited)
	}
	return nil
}

// group takes a message in a group: a command, or an utterance at its table. In
// a running game a bare command is neither: it is deleted, and ours are answered
// in private. What stands behind a command is an utterance (G22).
func (t *turn) group(m *message, edited bool) error {
	h, err := t.at(m)
	if err != nil {
		return err
	}
	running := h != nil && h.game.Running()
	if c, ok := m.command(t.b.me); ok && m.person() {
		switch {
		case !running && (edited || !c.ours):
			return nil
		case !running:
			return t.groupCommand(m, h, c)
		case c.args != "" && !takesText(c):
			m.Text = c.args
			return t.utterance(h, m, edited)
		}
		if err := t.strike(h, m.ID); err != nil || edited || !c.ours {
			return err
		}
		return t.groupCommand(m, h, c)
	}
	if h == nil {
		return nil
	}
	return t.utterance(h, m, edited)
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
	if m.Chat.Title != "" {
		h.title = m.Chat.Title
	}
	return h, nil
}

// utterance takes what is said at a table.
func (t *turn) utterance(h *held, m *message, edited bool) error {
	heard, ok := m.heard(h.nicks(), h.seats())
	if !ok || edited && !t.changed(h, m) {
		return nil
	}
	if err := t.tx.SetHeard(h.id, m.ID, hash(m.words())); err != nil {
		return err
	}
	by := stranger
	if m.person() {
		if p := h.player(m.From.ID); p != 0 {
			by = p
		}
	}
	u := engine.Utter{Mark: m.ID, Date: m.date(), Edit: edited, Heard: heard, Reply: h.repliesToPlayer(m)}
	return t.must(t.step(h, by, u, m.words()))
}

// repliesToPlayer reports whether the message answers another player's.
func (h *held) repliesToPlayer(m *message) bool {
	if m.From == nil || m.ReplyTo == nil || m.ReplyTo.From == nil || m.ReplyTo.From.ID == m.From.ID {
		return false
	}
	_, part := h.game.Who(h.player(m.ReplyTo.From.ID))
	return part != engine.StrangerPart
}

// changed reports whether an edit changed the words: Telegram sends edits of
// itself, which are none (G8).
func (t *turn) changed(h *held, m *message) bool {
	before, ok := t.tx.Heard(h.id, m.ID)
	return !ok || before != hash(m.words())
}

func hash(s string) uint64 {
	f := fnv.New64a()
	f.Write([]byte(s))
	return f.Sum64()
}

// groupCommand takes one of our commands in a group.
func (t *turn) groupCommand(m *message, h *held, c command) error {
	if c.name == "game" {
		return t.convene(m, h, c)
	}
	helps := c.name == "start" || c.name == "help"
	if h == nil {
		if helps {
			return t.reply(m, t.b.book.Note("help"))
		}
		if _, known := typed(c.name, c.args, nil, engine.MaxSeats); known {
			return t.reply(m, t.b.book.Note("no_game"))
		}
		return nil
	}
	if helps {
		return t.answer(h, m.From.ID, t.b.book.Note("help"))
	}
	cs, known := typed(c.name, c.args, h.nicks(), h.seats())
	switch {
	case known:
		return t.typedAt(h, m, cs)
	case h.game.Running():
		return t.answer(h, m.From.ID, t.b.book.Note("unknown_command"))
	}
	return nil
}

// rulesOf reads «/game [rules] [pace]».
func rulesOf(c command) (engine.Ruleset, error) {
	name, pace := engine.Czernowitz, engine.ChatTempo
	for _, w := range strings.Fields(strings.ToLower(c.args)) {
		switch w {
		case engine.TableTempo, engine.ChatTempo, engine.BlitzTempo:
			pace = w
		default:
			name = w
		}
	}
	return engine.Preset(name, pace)
}

// takesText reports whether what stands behind a command belongs to it.
func takesText(c command) bool {
	if c.name != "game" {
		return false
	}
	_, err := rulesOf(c)
	return err == nil
}

// convene opens a table.
func (t *turn) convene(m *message, h *held, c command) error {
	if h != nil {
		return t.answer(h, m.From.ID, t.b.book.Note("table_taken"))
	}
	rules, err := rulesOf(c)
	if err != nil {
		return t.reply(m, t.b.book.Note("game_usage", strings.Join(engine.Presets(), ", "), strings.Join(engine.Paces(), ", ")))
	}
	table := storage.Table{Chat: m.Chat.ID, Thread: m.thread()}
	id, err := t.tx.NewGame(table)
	if err != nil {
		return err
	}
	for old, g := range t.b.games {
		if g.table == table {
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
	if !t.tx.Open(m.From.ID) {
		return nil
	}
	_, err = t.join(own, *m.From)
	return t.must(err)
}

// join seats a person whose private chat is open. It returns the table's
// player, and a refusal that is told to him. Who is refused is no player of the
// table: Step is asked first, which changes nothing.
func (t *turn) join(h *held, u user) (engine.Player, error) {
	if id, _, sits := t.tx.Sits(u.ID); sits && id != h.id {
		return stranger, engine.Refusal("seated_elsewhere")
	}
	p := h.player(u.ID)
	if p == 0 {
		p = engine.Player(min(len(h.people), int(stranger)))
	}
	if _, err := h.game.Step(p, engine.Join{}, t.now); err != nil {
		return p, err
	}
	p, err := t.enlist(h, u)
	if err != nil {
		return stranger, err
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
	if q.ID == "" || !q.From.person() {
		return nil
	}
	answer := toast{id: q.ID}
	p, ok := ParseButton(q.Data)
	h := t.held(p.Game)
	if !ok || h == nil {
		answer.text = t.b.book.Note(t.gone(p.Game))
		t.toasts = append(t.toasts, answer)
		return nil
	}
	if m := q.Message; m != nil && m.Chat.ID == h.table.Chat && m.Chat.Title != "" {
		h.title = m.Chat.Title
	}
	if _, joins := p.Command.(engine.Join); joins && p.Window == h.game.Clock.Window && !t.tx.Open(q.From.ID) && !h.game.Finished() {
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

// gone is the note about a game that the bot does not hold: it is over, or never
// was.
func (t *turn) gone(id storage.GameID) string {
	if _, err := t.tx.Game(id); err == nil {
		return "game_over"
	}
	return "no_game"
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
	c, isCommand := m.command(t.b.me)
	isCommand = isCommand && c.ours
	switch {
	case isCommand && c.name == "start":
		return t.start(m, c.args)
	case isCommand && c.name == "help":
		return t.reply(m, t.b.book.Note("help"))
	}
	id, player, sits := t.tx.Sits(m.From.ID)
	h := t.held(id)
	if !sits || h == nil {
		return t.reply(m, t.b.book.Note("welcome"))
	}
	if isCommand {
		cs, known := typed(c.name, c.args, h.nicks(), h.seats())
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
	number, link := strings.CutPrefix(payload, "j")
	id, err := strconv.ParseUint(number, 36, 64)
	if !link || err != nil {
		return t.reply(m, t.b.book.Note("welcome"))
	}
	h := t.held(storage.GameID(id))
	if h == nil || h.game.Finished() {
		return t.reply(m, t.b.book.Note(t.gone(storage.GameID(id))))
	}
	p, err := t.join(h, *m.From)
	var r engine.Refusal
	switch {
	case err == nil && h.title != "":
		return t.answer(h, m.From.ID, t.b.book.Note("seated", h.title))
	case err == nil:
		return t.answer(h, m.From.ID, t.b.book.Done(h.game.View(p), engine.Join{}, h.name))
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
			return t.invite(h, m)
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

// invite tells somebody whose private chat is closed where to open it, as long
// as there is a place for him to take.
func (t *turn) invite(h *held, m *message) error {
	if _, lobby := h.game.Stage.(engine.Lobby); !lobby {
		return nil
	}
	return t.reply(m, t.b.book.Note("open_private", t.link(h)))
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
		row.Params["text"] = text + "\n" + t.b.book.Code(h.code())
	}
	return t.once(h, row)
}

// reply writes where the person wrote.
func (t *turn) reply(m *message, text string) error {
	params := quiet(text)
	if th := m.thread(); th != 0 {
		params["message_thread_id"] = strconv.FormatInt(th, 10)
	}
	return t.once(nil, storage.Row{Chat: m.Chat.ID, Due: t.now.UnixMilli(), Method: "sendMessage", Params: params})
}

// once posts an answer, unless the same answer waits to go out already: who asks
// a hundred times must not keep a chat from what matters.
func (t *turn) once(h *held, row storage.Row) error {
	same := func(r storage.Row) bool {
		return r.Game == row.Game && r.To == row.To && r.Chat == row.Chat && r.Slot == 0 && r.Gate == 0 && r.Params["text"] == row.Params["text"]
	}
	if slices.ContainsFunc(t.posts, same) || len(t.b.outbox.waiting(same, t.drops)) > 0 {
		return nil
	}
	return t.enqueue(h, row)
}

func quiet(text string) map[string]string {
	return map[string]string{"text": text, "disable_notification": "true", "link_preview_options": `{"is_disabled":true}`}
}
