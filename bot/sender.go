package bot

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
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
}

// Telegram's limits for messages and edits (promises, section 3).
const (
	chatBurst    = 3                // messages a chat may get at once; one a second is won back
	groupWindow  = 60 * time.Second // in which a group takes
	groupLimit   = 20               // messages and edits
	groupSpare   = 4                // of them, which cosmetic rows leave to others
	overallLimit = 30               // messages and edits a second over all chats
	sentKept     = 60 * time.Second // how long sent rows stay, for the limits after a restart
	firstRetry   = 500 * time.Millisecond
	longestRetry = 5 * time.Second
	gateTries    = 3 // after which a window opens without its border
)

// cosmetic is the class of rows that never wait: what cannot go out at once is
// dropped. All others wait their turn.
const cosmetic uint8 = 1

// lane is a queue whose rows go out one at a time: a chat's posts, or a chat's
// deletions, which have limits of their own.
type lane struct {
	chat    int64
	deletes bool
}

// group reports whether the lane's chat is a group: their ids are negative.
func (l lane) group() bool { return l.chat < 0 }

func laneOf(r storage.Row, chat int64) lane {
	return lane{chat: chat, deletes: r.Method == "deleteMessage"}
}

// outbox mirrors the stored one: rows by lane in the order of their commits, and
// when what went out.
type outbox struct {
	lanes   []lane
	rows    map[lane][]storage.Row
	flying  map[uint64]bool // carried out, its acknowledgement not yet committed
	sent    []sentRow
	sends   map[lane][]time.Time // of the last minute
	overall []time.Time          // of the last second
	quiet   map[int64]time.Time  // chats in which Telegram wants nothing before
	doubts  map[uint64]bool      // rows that may have gone out before a restart
}

type sentRow struct {
	seq uint64
	at  time.Time
}

func newOutbox() *outbox {
	return &outbox{rows: map[lane][]storage.Row{}, flying: map[uint64]bool{}, sends: map[lane][]time.Time{}, quiet: map[int64]time.Time{}, doubts: map[uint64]bool{}}
}

// load takes over a row of the database after a start.
func (o *outbox) load(r storage.Row, chat int64) {
	l := laneOf(r, chat)
	if r.SentAt == 0 {
		o.push(l, r)
		if r.Attempts > 0 {
			o.hush(chat, time.UnixMilli(r.Due))
		}
		return
	}
	at := time.UnixMilli(r.SentAt)
	o.sent = append(o.sent, sentRow{r.Seq, at})
	for range 1 + r.Attempts {
		o.sends[l] = append(o.sends[l], at)
		o.overall = append(o.overall, at)
	}
}

// resume makes the limits hold over a restart (I14). The first row of a lane may
// have gone out before it, its acknowledgement was lost: that counts as a try.
func (o *outbox) resume(now time.Time) {
	slices.SortStableFunc(o.sent, func(a, b sentRow) int { return a.at.Compare(b.at) })
	slices.SortFunc(o.overall, time.Time.Compare)
	for _, at := range o.sends {
		slices.SortFunc(at, time.Time.Compare)
	}
	for _, l := range o.lanes {
		o.note(l, now)
		o.doubts[o.rows[l][0].Seq] = true
	}
}

// hush keeps everything from a chat until an instant.
func (o *outbox) hush(chat int64, until time.Time) {
	o.quiet[chat] = latest(o.quiet[chat], until)
}

func (o *outbox) push(l lane, r storage.Row) {
	if len(o.rows[l]) == 0 && !slices.Contains(o.lanes, l) {
		o.lanes = append(o.lanes, l)
	}
	o.rows[l] = append(o.rows[l], r)
}

// settled takes a row out of its lane, or rewrites it for a later try.
func (o *outbox) settled(seq uint64, again *storage.Row) {
	delete(o.flying, seq)
	if again == nil {
		delete(o.doubts, seq)
	}
	for l, rows := range o.rows {
		i := slices.IndexFunc(rows, func(r storage.Row) bool { return r.Seq == seq })
		switch {
		case i < 0:
			continue
		case again != nil:
			rows[i] = *again
		default:
			o.rows[l] = slices.Delete(rows, i, i+1)
		}
		return
	}
}

// rest forgets lanes in which nothing waits, and sends that no limit counts.
func (o *outbox) rest(now time.Time) {
	o.lanes = slices.DeleteFunc(o.lanes, func(l lane) bool {
		if len(o.rows[l]) > 0 {
			return false
		}
		delete(o.rows, l)
		return true
	})
	for l, at := range o.sends {
		if !at[len(at)-1].Add(groupWindow).After(now) {
			delete(o.sends, l)
		}
	}
	for chat, until := range o.quiet {
		if !until.After(now) {
			delete(o.quiet, chat)
		}
	}
}

// unsent returns the rows that are not acknowledged, the dropped left out.
func (o *outbox) unsent(want func(storage.Row) bool, dropped []uint64) []storage.Row {
	var out []storage.Row
	for _, l := range o.lanes {
		for _, r := range o.rows[l] {
			if want(r) && !slices.Contains(dropped, r.Seq) {
				out = append(out, r)
			}
		}
	}
	return out
}

// waiting returns those of them that have not gone out.
func (o *outbox) waiting(want func(storage.Row) bool, dropped []uint64) []storage.Row {
	return o.unsent(func(r storage.Row) bool { return want(r) && !o.flying[r.Seq] }, dropped)
}

// order returns the lanes in which something waits by the age of their first
// rows, so that no chat waits for ever behind busier ones.
func (o *outbox) order() []lane {
	out := slices.DeleteFunc(slices.Clone(o.lanes), func(l lane) bool { return len(o.rows[l]) == 0 })
	slices.SortFunc(out, func(a, b lane) int { return cmp.Compare(o.rows[a][0].Seq, o.rows[b][0].Seq) })
	return out
}

func (o *outbox) empty() bool {
	for _, rows := range o.rows {
		if len(rows) > 0 {
			return false
		}
	}
	return true
}

// next returns when the first row may go out.
func (o *outbox) next(now time.Time) (time.Time, bool) {
	var first time.Time
	for _, l := range o.lanes {
		if rows := o.rows[l]; len(rows) > 0 && !o.flying[rows[0].Seq] {
			at := o.ready(l, rows[0], now)
			if rows[0].Class == cosmetic {
				at = now
			}
			if first.IsZero() || at.Before(first) {
				first = at
			}
		}
	}
	return first, !first.IsZero()
}

// ready returns when a row may go out: its own time, and Telegram's limits.
func (o *outbox) ready(l lane, r storage.Row, now time.Time) time.Time {
	at := latest(latest(time.UnixMilli(r.Due), now), o.quiet[l.chat])
	if l.deletes {
		return at
	}
	sends := o.sends[l]
	at = latest(at, chatFree(sends))
	limit := groupLimit
	if r.Class == cosmetic {
		limit -= groupSpare
	}
	if l.group() && len(sends) >= limit {
		at = latest(at, sends[len(sends)-limit].Add(groupWindow))
	}
	if n := len(o.overall); n >= overallLimit {
		at = latest(at, o.overall[n-overallLimit].Add(time.Second))
	}
	return at
}

// chatFree returns when a chat may get its next message: it has three at once
// and wins one back a second.
func chatFree(sends []time.Time) time.Time {
	free := time.Time{} // when all three would be won back
	for _, at := range sends {
		free = latest(free, at).Add(time.Second)
	}
	return free.Add(-(chatBurst - 1) * time.Second)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// gated reports whether a game's window waits for a post that opens it: held back
// by the limits, or by a fault of Telegram that may pass. During the game only
// the table's border is waited for: one private chat must not stop nine others
// (I11). Before the cards everybody is: a role is dealt when all are reached.
func (o *outbox) gated(h *held, dropped []uint64) bool {
	return len(o.unsent(func(r storage.Row) bool {
		return r.Game == h.id && r.Gate == h.game.Clock.Window && r.Attempts < gateTries && (r.To == 0 || !h.game.Running())
	}, dropped)) > 0
}

// note counts a message or an edit against the limits.
func (o *outbox) note(l lane, now time.Time) {
	if l.deletes {
		return
	}
	old := func(limit time.Duration) func(time.Time) bool {
		return func(at time.Time) bool { return !at.Add(limit).After(now) }
	}
	o.sends[l] = append(slices.DeleteFunc(o.sends[l], old(groupWindow)), now)
	o.overall = append(slices.DeleteFunc(o.overall, old(time.Second)), now)
}

// Send answers the presses of the last turn and carries out what may go out, one
// row a lane. What Telegram says is taken by the next Turn.
func (b *Bot) Send() error {
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
		// An answer that is lost is lost: the press itself is durable.
		_, _, _, _ = b.wire.call("answerCallbackQuery", params)
	}
	b.toasts = nil
	for _, l := range b.outbox.order() {
		rows := b.outbox.rows[l]
		if b.outbox.flying[rows[0].Seq] {
			continue
		}
		now := b.o.Clock.Now()
		if b.outbox.ready(l, rows[0], now).After(now) {
			if rows[0].Class == cosmetic {
				b.outbox.flying[rows[0].Seq] = true
				b.acks = append(b.acks, ack{row: rows[0], fate: refused})
			}
			continue
		}
		if err := b.carry(l, rows[0], now); err != nil {
			return err
		}
	}
	return nil
}

// carry sends one row; its chat is looked up here and nowhere else (I6).
func (b *Bot) carry(l lane, r storage.Row, now time.Time) error {
	params := make(map[string]string, len(r.Params)+2)
	for k, v := range r.Params {
		params[k] = v
	}
	var chatID, messageID int64
	err := b.o.DB.View(func(tx *storage.Tx) error {
		chatID = address(tx, r)
		if r.Slot != 0 && r.Method != "sendMessage" {
			s, _ := tx.Slot(storage.SlotKey{Game: r.Game, To: r.To, Slot: r.Slot})
			messageID = s.MessageID
		}
		return nil
	})
	if err != nil {
		return err
	}
	edits := r.Method == "editMessageText" || r.Method == "editMessageReplyMarkup"
	b.outbox.flying[r.Seq] = true
	if chatID != l.chat || chatID == 0 || r.To != 0 && l.group() || edits && messageID == 0 {
		b.acks = append(b.acks, ack{row: r, fate: refused})
		return nil
	}
	params["chat_id"] = strconv.FormatInt(chatID, 10)
	if edits {
		params["message_id"] = strconv.FormatInt(messageID, 10)
	}
	b.outbox.note(l, now)
	result, f, retry, _ := b.wire.call(r.Method, params)
	if retry > 0 {
		b.outbox.hush(chatID, now.Add(time.Duration(retry)*time.Second))
	}
	a := ack{row: r, fate: f, retry: retry}
	if f == done && len(result) > 0 && result[0] == '{' {
		if err := json.Unmarshal(result, &a.msg); err != nil {
			a.msg = postedMessage{}
		}
	}
	if f == done && edits {
		a.msg.ID = messageID // Telegram does not say it of a message that is so already
	}
	b.acks = append(b.acks, a)
	return nil
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
	if a.fate == later {
		return t.retry(a)
	}
	if err := t.filed(a); err != nil {
		return err
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
	if a.fate == unreachable && r.To != 0 && r.Gate != 0 {
		if err := t.must(t.step(h, engine.Host, engine.Unreachable{Player: engine.Player(r.To)}, "")); err != nil {
			return err
		}
	}
	if r.Notice != 0 && a.msg.ID != 0 {
		if err := t.must(t.step(h, engine.Host, engine.Noted{Seat: engine.Seat(r.Notice), Mark: a.msg.ID}, "")); err != nil {
			return err
		}
	}
	return t.gated(h, a)
}

// filed keeps a sent row for the limits, writes the slot's message id, and drops
// what has no more use.
func (t *turn) filed(a ack) error {
	r := a.row
	t.drops = append(t.drops, r.Seq)
	if a.fate == done && r.Slot != 0 && r.Method == "sendMessage" {
		key := storage.SlotKey{Game: r.Game, To: r.To, Slot: r.Slot}
		s, _ := t.tx.Slot(key)
		s.MessageID = a.msg.ID
		if err := t.tx.SetSlot(key, s); err != nil {
			return err
		}
	}
	if a.fate != done && r.Class == cosmetic {
		if err := t.keepKeys(r); err != nil {
			return err
		}
	}
	if a.fate != done || r.Method == "deleteMessage" {
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
	r.Attempts++
	r.Due = t.now.Add(wait).UnixMilli()
	if err := t.tx.Put(r); err != nil {
		if errors.Is(err, storage.ErrNoRow) {
			t.drops = append(t.drops, r.Seq)
			return nil
		}
		return err
	}
	t.moved = append(t.moved, r)
	return nil
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
		h.gate.mark, h.gate.date = a.msg.ID, a.msg.date()
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
