package bot

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strconv"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// ack is what Telegram said of a row.
type ack struct {
	row   storage.Row
	fate  fate
	retry int // seconds Telegram asks to wait
	msg   postedMessage

	result json.RawMessage // of a question
	err    error           // why it came to nothing
	chat   int64           // to which it went; 0 if it did not
}

// flight is one request on its way: a row of the outbox, or the answer to a
// press.
type flight struct {
	lane   lane
	row    storage.Row
	method string
	params map[string]string
	edited int64 // the message that is edited, 0 for other methods
}

// landing is what came of a flight.
type landing struct {
	flight
	result json.RawMessage
	fate   fate
	retry  int
	err    error
}

// Send answers the presses of the last turn and carries out what may go out, one
// row a lane. What Telegram says is taken by the next Turn.
func (b *Bot) Send(ctx context.Context) error {
	for _, f := range b.takeToasts() {
		b.land(b.fly(ctx, f))
	}
	b.expire()
	for _, l := range b.outbox.order(b.o.Clock.Now()) {
		f, ok, err := b.takeOff(l)
		if err != nil {
			return err
		}
		if ok {
			b.land(b.fly(ctx, f))
		}
	}
	return nil
}

// takeToasts returns the answers to the presses of the last turn.
func (b *Bot) takeToasts() []flight {
	var out []flight
	for _, a := range b.toasts {
		params := map[string]string{"callback_query_id": a.id}
		if a.text != "" {
			params["text"] = a.text
		}
		if a.alert {
			params["show_alert"] = "true"
		}
		if a.url != "" {
			params["url"] = a.url
		}
		out = append(out, flight{method: "answerCallbackQuery", params: params})
	}
	b.toasts = nil
	return out
}

// takeOff makes a flight of a lane's first row, if it may go out now; its chat is
// looked up here and nowhere else (I6). While Telegram is not heard nothing goes
// out: the windows stand still, and so does what is said in them.
func (b *Bot) takeOff(l lane) (flight, bool, error) {
	now := b.o.Clock.Now()
	r, free := b.outbox.head(l, now)
	if !free || b.silent || !b.awake {
		return flight{}, false, nil
	}
	if b.outbox.ready(l, r, now).After(now) {
		return flight{}, false, nil
	}
	f := flight{lane: l, row: r, method: r.Method, params: maps.Clone(r.Params)}
	var chatID int64
	err := b.o.DB.View(func(tx *storage.Tx) error {
		chatID = address(tx, r)
		if edits(r) {
			s, _ := tx.Slot(storage.SlotKey{Game: r.Game, To: r.To, Slot: r.Slot})
			f.edited = s.MessageID
		}
		return nil
	})
	if err != nil {
		return f, false, err
	}
	if chatID != l.chat || chatID == 0 || r.To != 0 && l.group() {
		b.giveUp(r, refused)
		return f, false, nil
	}
	if edits(r) && f.edited == 0 {
		b.giveUp(r, gone)
		return f, false, nil
	}
	if f.params == nil {
		f.params = map[string]string{}
	}
	if r.Method != "getMe" {
		f.params["chat_id"] = strconv.FormatInt(chatID, 10)
	}
	if f.edited != 0 {
		f.params["message_id"] = strconv.FormatInt(f.edited, 10)
	}
	b.outbox.flying[r.Seq] = true
	b.outbox.note(l, now)
	return f, true, nil
}

// expire gives up what is worth nothing any more.
func (b *Bot) expire() {
	if b.silent || !b.awake {
		return
	}
	for _, r := range b.outbox.expired(b.o.Clock.Now()) {
		b.giveUp(r, lost)
	}
}

// edits reports whether a row changes a message that was posted before.
func edits(r storage.Row) bool {
	return r.Slot != 0 && (r.Method == "editMessageText" || r.Method == "editMessageReplyMarkup")
}

// giveUp lets a row go that is not to go out.
func (b *Bot) giveUp(r storage.Row, why fate) {
	b.outbox.flying[r.Seq] = true
	b.acks = append(b.acks, ack{row: r, fate: why})
}

// fly makes the request; it touches nothing of the bot but the wire.
func (b *Bot) fly(ctx context.Context, f flight) landing {
	l := landing{flight: f}
	l.result, l.fate, l.retry, l.err = b.wire.call(ctx, f.method, f.params)
	return l
}

// land takes what came of a flight. An answer to a press that is lost is lost:
// the press itself is durable.
func (b *Bot) land(l landing) {
	if l.row.Seq == 0 {
		return
	}
	now := b.o.Clock.Now()
	if l.retry > 0 && l.lane.kind != questions { // a question's row waits by itself
		b.outbox.hush(l.lane.chat, now.Add(time.Duration(l.retry)*time.Second))
		b.outbox.flooded(l.lane.chat, now)
	}
	b.report(l)
	a := ack{row: l.row, fate: l.fate, retry: l.retry, result: l.result, err: l.err, chat: l.lane.chat}
	if l.fate == done && len(l.result) > 0 && l.result[0] == '{' && l.lane.kind == posts {
		if err := json.Unmarshal(l.result, &a.msg); err != nil {
			a.msg = postedMessage{}
		}
	}
	if l.fate == done && l.edited != 0 {
		a.msg.ID = l.edited // Telegram does not say it of a message that is so already
	}
	b.acks = append(b.acks, a)
}

// address returns the chat of a row: the table's, a player's private one, or
// the desk's.
func address(tx *storage.Tx, r storage.Row) int64 {
	if r.Game == 0 {
		return r.Chat
	}
	if r.To != 0 {
		p, _ := tx.Person(r.Game, r.To)
		return p.Account
	}
	g, err := tx.Game(r.Game)
	if err != nil {
		return 0
	}
	return g.Table.Chat
}

// acknowledge takes what Telegram said of a row: the outbox and the slots, then
// the engine, if a window or a notice waited for it.
func (t *turn) acknowledge(a ack) error {
	r := a.row
	if moved, err := t.elsewhere(a); moved || err != nil {
		return err
	}
	if a.again(t.now) {
		return t.retry(a)
	}
	if a.fate == gone && r.Method == "editMessageText" {
		return t.anew(r)
	}
	if (a.fate == unreachable || a.fate == muzzled || a.fate == topicShut) && r.To == 0 {
		if waits, err := t.shutOut(a); waits || err != nil {
			return err
		}
	}
	if a.fate == topicLost && r.To == 0 {
		if err := t.topicGone(r); err != nil {
			return err
		}
	}
	doubtful := a.fate == unsure
	switch a.fate {
	case later, banished, conflict:
		a.fate = lost
	case muzzled, topicShut, topicLost:
		a.fate = refused
	case unsure:
		a.fate = done // as far as anybody can know; it is not enough for a deal
	}
	if err := t.filed(a); err != nil {
		return err
	}
	if r.Then != "" {
		return t.learnt(a)
	}
	if r.Method == "restrictChatMember" && (a.fate == refused || a.fate == unreachable) {
		return t.notRestricted(a)
	}
	if a.fate == unreachable {
		if who := address(t.tx, r); who > 0 {
			if err := t.tx.SetOpen(who, false); err != nil {
				return err
			}
		}
	}
	h := t.held(r.Game)
	if h == nil || h.game.Finished() {
		return nil
	}
	if r.To != 0 && r.Gate != 0 && h.misses(a, doubtful) {
		if err := t.must(t.step(h, engine.Host, engine.Unreachable{Player: engine.Player(r.To)}, "")); err != nil {
			return err
		}
	}
	if err := t.lost(h, a, doubtful); err != nil {
		return err
	}
	for s := range engine.Seats(r.Notices).With(engine.Seat(r.Notice)).All() {
		if a.msg.ID == 0 {
			break
		}
		if err := t.must(t.step(h, engine.Host, engine.Noted{Seat: s, Mark: h.markOf(r, a.msg), Date: a.msg.date()}, "")); err != nil {
			return err
		}
	}
	return t.gated(h, a)
}

// anew posts a message that was to be edited and is not there any more, or never
// came: what it says must be somewhere, for its buttons and its window depend on it
// (E30; shown.go). It makes no sound, as an edit makes none.
func (t *turn) anew(r storage.Row) error {
	r.Method, r.Attempts, r.Lost = "sendMessage", 0, 0
	r.Params = maps.Clone(r.Params)
	r.Params["disable_notification"] = "true"
	h := t.held(r.Game)
	if r.To != 0 {
		if h == nil || h.protects() {
			r.Params["protect_content"] = "true"
		}
	} else if h != nil && h.table.Thread != 0 {
		r.Params["message_thread_id"] = strconv.FormatInt(h.table.Thread, 10)
	}
	key := storage.SlotKey{Game: r.Game, To: r.To, Slot: r.Slot}
	s, _ := t.tx.Slot(key)
	s.MessageID = 0
	if err := t.tx.SetSlot(key, s); err != nil {
		return err
	}
	return t.rewrite(r)
}

// rewrite leaves a row where it is, changed; one that was dropped meanwhile stays
// dropped.
func (t *turn) rewrite(r storage.Row) error {
	err := t.tx.Put(r)
	if errors.Is(err, storage.ErrNoRow) {
		t.drops = append(t.drops, r.Seq)
		return nil
	}
	if err == nil {
		t.moved = append(t.moved, r)
	}
	return err
}

// misses reports whether a message to one person did not reach him, as far as the
// game is concerned. Before the game everything counts that is not known to have
// come, but for an earlier probe, which does not matter to somebody who has opened
// his chat since. In the game only a closed chat does: what was merely lost is
// no reason to ask him to open it.
func (h *held) misses(a ack, doubtful bool) bool {
	if h.game.Running() {
		return a.fate == unreachable
	}
	_, holds := h.game.Stage.(engine.Holding)
	return (a.fate != done || doubtful) && (holds || a.row.Gate == h.game.Clock.Window)
}

// again reports whether the row is to be tried once more: until it is worth
// nothing, and a message whose answer was lost only once, for it may stand there
// already.
func (a ack) again(now time.Time) bool {
	r := a.row
	switch a.fate {
	case later, banished, conflict:
	case unsure:
		if r.Method == "sendMessage" && r.Lost > 0 {
			return false
		}
	default:
		return false
	}
	if a.retry == 0 && r.Attempts >= mostTries && r.Method != "restrictChatMember" { // nobody stays muted behind his game
		return false
	}
	return r.Until == 0 || now.UnixMilli() < r.Until
}

// filed keeps a sent row for the limits, writes the slot's message id, and drops
// what has no more use.
func (t *turn) filed(a ack) error {
	r := a.row
	t.drops = append(t.drops, r.Seq)
	if r.Slot != 0 && r.Method == "sendMessage" {
		key := storage.SlotKey{Game: r.Game, To: r.To, Slot: r.Slot}
		s, _ := t.tx.Slot(key)
		s.MessageID, s.Posted = a.msg.ID, a.msg.ID != 0 // what is not there cannot be edited: it is posted anew
		if err := t.tx.SetSlot(key, s); err != nil {
			return err
		}
	}
	if a.fate != done && waits(r.Class) {
		if err := t.keepKeys(r); err != nil {
			return err
		}
	}
	if a.fate != done || kindOfLane(r.Method) != posts {
		return t.tx.Drop(r.Seq)
	}
	r.SentAt = t.now.UnixMilli()
	if t.b.outbox.doubts[r.Seq] {
		r.Attempts++
	}
	if err := t.tx.Put(r); err != nil && !errors.Is(err, storage.ErrNoRow) {
		return err
	}
	o := t.b.outbox
	o.sent = append(o.sent, sentRow{r.Seq, t.now})
	for len(o.sent) > 0 && !o.sent[0].at.Add(sentKept).After(t.now) {
		if err := t.tx.Drop(o.sent[0].seq); err != nil {
			return err
		}
		o.sent = o.sent[1:]
	}
	return nil
}

// keepKeys writes down that a message still has its buttons.
func (t *turn) keepKeys(r storage.Row) error {
	key := storage.SlotKey{Game: r.Game, To: r.To, Slot: r.Slot}
	s, ok := t.tx.Slot(key)
	if !ok {
		return nil
	}
	s.Keys = true
	return t.tx.SetSlot(key, s)
}

// retry leaves the row where it is, for a later try.
func (t *turn) retry(a ack) error {
	r := a.row
	wait := longestRetry
	if r.Attempts < 4 {
		wait = firstRetry << r.Attempts
	}
	if a.retry > 0 {
		wait = time.Duration(a.retry) * time.Second
	}
	if a.fate == unsure {
		r.Lost++
	}
	r.Attempts++
	r.Due = t.now.Add(wait).UnixMilli()
	return t.rewrite(r)
}

// gated counts a delivery for the window that waits for it; the last one opens
// it. What cannot be delivered counts as said.
func (t *turn) gated(h *held, a ack) error {
	r := a.row
	if r.Gate == 0 || r.Gate != h.gate.window {
		return nil
	}
	h.gate.left--
	if r.To == 0 && a.msg.ID != 0 {
		h.gate.mark, h.gate.date = h.markOf(r, a.msg), a.msg.date()
	}
	if h.gate.left > 0 {
		return nil
	}
	date := h.gate.date
	if date == 0 {
		date = t.now.Unix()
	}
	return t.must(t.step(h, engine.Host, engine.Said{Window: r.Gate, Mark: h.gate.mark, Date: date}, ""))
}
