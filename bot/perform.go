package bot

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// The engine's effects become posts: facts of one moment for one reader are one
// message; a slot is edited in place.

// draft is one message in the making.
type draft struct {
	to      engine.Player // 0 is the table
	facts   []engine.Event
	options []engine.Command
	slot    engine.Slot
	gate    uint32
	notices engine.Seats // whose fouls it tells
	adds    bool
}

// perform carries out the effects of one step; text is what a person wrote, for
// the facts that pass it on.
func (t *turn) perform(h *held, effects []engine.Effect, text string) error {
	var pending draft // what is told to the table and may still be joined
	flush := func() error {
		d := pending
		pending = draft{}
		if len(d.facts) == 0 {
			return nil
		}
		return t.post(h, d, text)
	}
	for _, e := range effects {
		switch e := e.(type) {
		case engine.Say:
			if !e.To.Table {
				if err := t.sayPrivately(h, e, text); err != nil {
					return err
				}
				continue
			}
			if e.Slot != 0 && t.shown(h, engine.Host, e.Slot) {
				if err := flush(); err != nil {
					return err
				}
			}
			pending.join(e)
			if e.Slot != 0 {
				if err := flush(); err != nil {
					return err
				}
			}
		case engine.Strike:
			if err := t.strike(h, e.Mark); err != nil {
				return err
			}
		case engine.Mute, engine.Unmute, engine.Floor:
			if err := t.regulate(h); err != nil {
				return err
			}
		case engine.Clear:
			if err := flush(); err != nil {
				return err
			}
			if err := t.clear(h, e); err != nil {
				return err
			}
		}
	}
	return flush()
}

// join adds a fact to a message in the making.
func (d *draft) join(e engine.Say) {
	d.facts = append(d.facts, e.Fact)
	if len(e.Options) > 0 {
		if slices.Contains(d.options, engine.Command(engine.OpenChat{})) { // the way to one's chat stays beside what others press (E39)
			e.Options = append(slices.Clone(e.Options), engine.OpenChat{})
		}
		d.options = e.Options
	}
	if e.Slot != 0 {
		d.slot = e.Slot
	}
	if e.Gate != 0 {
		d.gate = e.Gate
	}
	d.notices = d.notices.With(e.Notice)
	d.adds = e.Adds
}

// shown reports whether somebody, or the table, already has a message of the slot.
func (t *turn) shown(h *held, to engine.Player, slot engine.Slot) bool {
	s, ok := t.tx.Slot(storage.SlotKey{Game: h.id, To: uint8(to), Slot: uint32(slot)})
	return ok && s.Posted
}

// sayPrivately tells a fact to persons, each in his private chat. What somebody
// wrote without words is not passed on: the relay takes text only (E6).
func (t *turn) sayPrivately(h *held, e engine.Say, text string) error {
	if relays(e.Fact) && text == "" {
		return nil
	}
	var to []engine.Player
	if e.To.Player != 0 {
		to = append(to, e.To.Player)
	}
	for s := range e.To.Seats.All() {
		to = append(to, h.game.People(s)...)
	}
	for _, p := range to {
		d := draft{to: p}
		d.join(e)
		if h.game.Seconds(p) {
			d.options = nil // a consigliere reads what his player presses (T111)
		}
		if err := t.post(h, d, text); err != nil {
			return err
		}
	}
	return nil
}

// post renders a message and puts it into the outbox.
func (t *turn) post(h *held, d draft, text string) error {
	view := h.game.View(d.to)
	body := t.b.book.Post(view, d.facts, h.name, messages.Extra{Code: h.code(), Text: cut(text, maxRelay), Slot: d.slot})
	if body == "" {
		return nil
	}
	d.options = panel(d)
	if d.slot == 0 && len(d.options) > 0 {
		d.slot = toldSlot + engine.Slot(h.tail)
		for t.shown(h, d.to, d.slot) {
			d.slot++ // one step may tell several messages
		}
	}
	key := storage.SlotKey{Game: h.id, To: uint8(d.to), Slot: uint32(d.slot)}
	var before storage.SlotState
	if d.slot != 0 {
		before, _ = t.tx.Slot(key)
	}
	if d.adds && before.Text != "" {
		body = strings.TrimSuffix(before.Text, "\n"+t.b.book.Code(h.code())) + "\n" + body
	}
	if before.Posted && before.Front != "" && !(d.adds && before.Text != "") {
		body = before.Front + "\n" + body
	}
	params := map[string]string{"text": body, "link_preview_options": `{"is_disabled":true}`}
	if len(d.options) > 0 || before.Posted {
		params["reply_markup"] = t.keyboard(h, view, d.options)
	}
	row := storage.Row{Game: h.id, To: uint8(d.to), Slot: uint32(d.slot), Gate: d.gate, Notices: uint16(d.notices), Cause: h.tail, Due: t.now.UnixMilli(), Method: "editMessageText", Params: params}
	if !before.Posted {
		row.Method = "sendMessage"
		t.dress(h, d, params)
	}
	if before.Posted && d.slot == h.game.Lobby && d.gate == 0 {
		row.Due = lobbyDue(before.Shown, row.Due)
	}
	if d.gate != 0 && d.to != engine.Host && !h.game.Running() {
		row.Until = t.now.Add(max(time.Duration(h.game.Rules.PMHold)*time.Second, sendPatience)).UnixMilli() // every wait has an end (I8)
	}
	if _, warned := d.facts[0].(engine.Warned); warned && len(d.facts) == 1 {
		row.Until = h.game.Clock.Ends().Time().UnixMilli() // behind the end of the speech it is wrong
	}
	if d.gate != 0 {
		if h.gate.window != d.gate {
			h.gate = gate{window: d.gate}
		}
		h.gate.left++
	}
	if d.to == engine.Host && d.gate != 0 {
		if err := t.outdate(h); err != nil {
			return err
		}
	}
	front, err := t.gather(h, &row)
	if err != nil {
		return err
	}
	if d.slot != 0 {
		state := storage.SlotState{MessageID: before.MessageID, Posted: true, Keys: len(d.options) > 0, Text: params["text"], Front: before.Front + front, Shown: row.Due}
		if state.Keys {
			state.Markup = params["reply_markup"]
		}
		if err := t.tx.SetSlot(key, state); err != nil {
			return err
		}
	}
	return t.enqueue(h, row)
}

// outdate mends what a table is told of an outage, if what waited in Telegram leads
// to the next border in the same turn: whose minute goes on, and for how long, is
// not true any more.
func (t *turn) outdate(h *held) error {
	for i, r := range t.posts {
		e, ok := t.resumed[h.id]
		if !ok || r.Game != h.id || r.To != 0 || r.Cause != e.cause || r.Method != "sendMessage" {
			continue
		}
		view := h.game.View(engine.Host)
		view.Stage, view.Floor = engine.Between{}, 0
		t.posts[i].Params["text"] = t.b.book.Post(view, []engine.Event{e.fact}, h.name, messages.Extra{Code: h.code()})
		return t.tx.Put(t.posts[i])
	}
	return nil
}

// lobbyRest is how long the list of the lobby stands as it is, in milliseconds:
// who sits down in the meantime comes with the next edit.
const lobbyRest = 3000

// lobbyDue is when the lobby's next edit goes out, in Unix milliseconds: with the
// one that waits already, or a while after the last one.
func lobbyDue(shown, now int64) int64 {
	if shown > now {
		return shown
	}
	return max(now, shown+lobbyRest)
}

// dress adds what a new message has and an edit has not: its topic, its sound,
// its protection (G16).
func (t *turn) dress(h *held, d draft, params map[string]string) {
	if d.to == engine.Host && h.table.Thread != 0 {
		params["message_thread_id"] = strconv.FormatInt(h.table.Thread, 10)
	}
	if d.to != engine.Host && h.protects() {
		params["protect_content"] = "true"
	}
	if !rings(d) {
		params["disable_notification"] = "true"
	}
}

// protects reports whether the private messages of a game cannot be passed on (G16). A
// club that lets them be copied is heard all the same: they bear the game's code (C77).
func (h *held) protects() bool { return h.game.Rules.Protect != engine.Off }

// maxRelay is how many characters of a private text are passed on: with what is
// written around it, it still is a message.
const maxRelay = 3900

// toldSlot begins the slots of messages that are told, yet have buttons which
// the night must take off (C10).
const toldSlot engine.Slot = 1 << 24

// loudOutage is how long an outage lasts after which phones lie in pockets.
const loudOutage = time.Minute

// rings reports whether a message makes a sound: one's own minute, the ballot,
// the night card, the result, and what asks everybody to act.
func rings(d draft) bool {
	for _, f := range d.facts {
		switch f := f.(type) {
		case engine.Resumed:
			return f.Shift.Time().Sub(engine.Instant(0).Time()) >= loudOutage
		case engine.Convened, engine.ReadyAsked, engine.DrawCalled, engine.Dropped, engine.DealVoided, engine.HoldCalled, engine.StopCalled, engine.ResumeAsked, engine.WentOn,
			engine.SpeechCalled, engine.HalfCalled, engine.SlotCalled, engine.TieSpeechCalled, engine.LastWordCalled,
			engine.BallotCalled, engine.LiftCalled, engine.ShownAgain, engine.Ended, engine.OpinionCalled, engine.BestVoteCalled:
			return true
		case engine.Dealt, engine.TrayOut:
			return d.to != engine.Host
		case engine.BriefingCalled, engine.NightFell:
			if d.to == engine.Host {
				return len(d.options) > 0 // everybody is to press (K20a)
			}
			return d.gate != 0 // shown again it is as quiet as everything else at night
		}
	}
	return false
}

// enqueue posts a row. A newer edit of a message takes the place of one that
// has not gone out; an edit of a message posted in this very turn changes it
// before it is ever seen.
func (t *turn) enqueue(h *held, row storage.Row) error {
	if row.Slot != 0 && row.Method != "sendMessage" {
		if err := t.supersede(row); err != nil {
			return err
		}
		if i := t.unseen(row); i >= 0 {
			return t.amend(h, i, row)
		}
		if old, ok := t.waitingEdit(row); ok {
			h.gate.merge(&row, old.Gate)
			if err := t.tx.Drop(old.Seq); err != nil {
				return err
			}
			t.drops = append(t.drops, old.Seq)
		}
	}
	row.Class = h.classOf(row)
	seq, err := t.tx.Post(row)
	if err != nil {
		return err
	}
	row.Seq = seq
	t.posts = append(t.posts, row)
	return nil
}

// supersede drops what was to change the buttons of a message that is changed anyway.
func (t *turn) supersede(row storage.Row) error {
	old := func(r storage.Row) bool {
		return waits(r.Class) && r.Game == row.Game && r.To == row.To && r.Slot == row.Slot
	}
	rows := t.b.outbox.waiting(old, t.drops)
	for _, r := range t.posts {
		if old(r) {
			rows = append(rows, r)
		}
	}
	t.posts = slices.DeleteFunc(t.posts, old)
	for _, r := range rows {
		if err := t.tx.Drop(r.Seq); err != nil {
			return err
		}
		t.drops = append(t.drops, r.Seq)
	}
	return nil
}

// merge lets a row that takes the place of another open the other's window, too.
// Two rows that open the present window were counted twice.
func (g *gate) merge(row *storage.Row, old uint32) {
	switch row.Gate {
	case 0:
		row.Gate = old
	case old:
		g.left--
	}
}

// unseen returns which of this turn's posts is the message that row edits, -1 if
// none.
func (t *turn) unseen(row storage.Row) int {
	return slices.IndexFunc(t.posts, func(r storage.Row) bool {
		return r.Game == row.Game && r.To == row.To && r.Slot == row.Slot && r.Method == "sendMessage"
	})
}

// amend writes what an edit says into a message that has not gone out.
func (t *turn) amend(h *held, i int, edit storage.Row) error {
	row := &t.posts[i]
	for _, key := range []string{"text", "reply_markup"} {
		if v, ok := edit.Params[key]; ok {
			row.Params[key] = v
		}
	}
	row.Cause = edit.Cause
	h.gate.merge(&edit, row.Gate)
	row.Gate = edit.Gate
	row.Class = h.classOf(*row)
	return t.tx.Put(*row)
}

// waitingEdit returns the edit of the same message that has not gone out yet.
func (t *turn) waitingEdit(row storage.Row) (storage.Row, bool) {
	same := func(r storage.Row) bool {
		return r.Game == row.Game && r.To == row.To && r.Slot == row.Slot && r.Method == row.Method
	}
	for i, r := range t.posts {
		if same(r) {
			t.posts = append(t.posts[:i:i], t.posts[i+1:]...)
			return r, true
		}
	}
	if rows := t.b.outbox.waiting(same, t.drops); len(rows) > 0 {
		return rows[0], true
	}
	return storage.Row{}, false
}

// keyboard lays out the options with the labels of the reader's book.
func (t *turn) keyboard(h *held, v engine.View, options []engine.Command) string {
	return keyboard(options, func(c engine.Command) button {
		label := t.b.book.Button(v, c, h.name)
		switch c.(type) {
		case engine.OpenChat:
			return button{Text: label, URL: t.link(h, joinLink)}
		case engine.ReadRules:
			return button{Text: label, URL: t.link(h, rulesLink)}
		}
		return button{Text: label, Data: buttonData(h.id, v.WindowOf(c), c)}
	})
}

// strike deletes a person's message.
func (t *turn) strike(h *held, mark int64) error {
	if mark -= h.base; mark <= 0 {
		return nil // it stands in a chat that the group is not any more
	}
	return t.enqueue(h, storage.Row{Game: h.id, Cause: h.tail, Due: t.now.UnixMilli(), Method: "deleteMessage",
		Params: map[string]string{"message_id": strconv.FormatInt(mark, 10)}})
}

// recall takes back what the seats have not received of a deal that is void: a
// place, or a card, that comes after the table has heard so would be believed.
func (t *turn) recall(h *held) error {
	void := func(r storage.Row) bool { return r.Game == h.id && r.To != 0 && r.Gate != 0 }
	rows := t.b.outbox.unsent(void, t.drops)
	for _, r := range t.posts {
		if void(r) {
			rows = append(rows, r)
		}
	}
	t.posts = slices.DeleteFunc(t.posts, void)
	for _, r := range rows {
		if err := t.tx.Drop(r.Seq); err != nil {
			return err
		}
		if !t.b.outbox.flying[r.Seq] { // one that is under way still holds its lane
			t.drops = append(t.drops, r.Seq)
		}
	}
	return nil
}
