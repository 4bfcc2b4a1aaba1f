package bot

import (
	"maps"
	"slices"
	"strings"
	"time"

	"mafiabot/storage"
)

// Telegram's limits for messages and edits (promises, section 3).
const (
	chatBurst    = 3                // messages a chat may get at once; one a second is won back
	groupWindow  = 60 * time.Second // in which a group takes
	groupLimit   = 20               // messages and edits
	overallLimit = 30               // messages and edits a second over all chats
	sentKept     = 60 * time.Second // how long sent rows stay, for the limits after a restart
	firstRetry   = 500 * time.Millisecond
	longestRetry = 5 * time.Second
	mostTries    = 60 // five minutes in which Telegram is heard and does not take a row
	gateTries    = 3  // after which a window opens without its border
)

// lane is a queue whose rows go out one at a time: a chat's posts, or what has
// limits of its own, its deletions and the questions about it.
type lane struct {
	chat int64
	kind uint8
}

// The kinds of lanes.
const (
	posts uint8 = iota
	deletions
	questions
)

// kindOfLane returns the kind of lane in which a method goes.
func kindOfLane(method string) uint8 {
	switch {
	case method == "deleteMessage":
		return deletions
	case strings.HasPrefix(method, "get"), method == "restrictChatMember", method == "sendChatAction": // what is not seen in a chat
		return questions
	}
	return posts
}

// group reports whether the lane's chat is a group: their ids are negative.
func (l lane) group() bool { return l.chat < 0 }

func laneOf(r storage.Row, chat int64) lane {
	return lane{chat: chat, kind: kindOfLane(r.Method)}
}

// outbox mirrors the stored one: rows by lane in the order of their commits, and
// when what went out.
type outbox struct {
	lanes   []lane
	rows    map[lane][]storage.Row
	flying  map[uint64]bool // carried out, its acknowledgement not yet committed
	sent    []sentRow
	sends   map[lane][]time.Time         // of the last minute
	overall []time.Time                  // of the last second
	asked   []time.Time                  // questions of the last second, and changes of who may write (G15): nobody says how many Telegram takes
	quiet   map[int64]time.Time          // chats in which Telegram wants nothing before
	shut    map[storage.GameID]time.Time // games whose topics are closed: until when they wait
	doubts  map[uint64]bool              // rows that may have gone out before a restart
	throttle
}

type sentRow struct {
	seq uint64
	at  time.Time
}

func newOutbox() *outbox {
	return &outbox{rows: map[lane][]storage.Row{}, flying: map[uint64]bool{}, sends: map[lane][]time.Time{}, quiet: map[int64]time.Time{}, shut: map[storage.GameID]time.Time{}, doubts: map[uint64]bool{}}
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

// resume makes the limits hold over a restart (I14). The head of a lane may have
// gone out before it, its acknowledgement was lost: that counts as a try.
func (o *outbox) resume(now time.Time) {
	slices.SortStableFunc(o.sent, func(a, b sentRow) int { return a.at.Compare(b.at) })
	slices.SortFunc(o.overall, time.Time.Compare)
	for _, at := range o.sends {
		slices.SortFunc(at, time.Time.Compare)
	}
	for _, l := range o.lanes {
		if r, free := o.head(l, now); free {
			o.note(l, now)
			o.doubts[r.Seq] = true
		}
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
	maps.DeleteFunc(o.shut, func(_ storage.GameID, until time.Time) bool { return !until.After(now) })
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

// still reports whether nothing waits but cosmetic rows: whole counts them, too.
func (o *outbox) still(whole bool) bool {
	for _, rows := range o.rows {
		if slices.ContainsFunc(rows, func(r storage.Row) bool { return whole || !waits(r.Class) || o.flying[r.Seq] }) {
			return false
		}
	}
	return true
}

// next returns when the first row may go out.
func (o *outbox) next(now time.Time) (time.Time, bool) {
	var first time.Time
	for _, l := range o.lanes {
		if r, free := o.head(l, now); free {
			if at := o.ready(l, r, now); first.IsZero() || at.Before(first) {
				first = at
			}
		}
		for _, r := range o.rows[l] {
			if at := latest(now, time.UnixMilli(r.Until+1)); r.Until != 0 && !o.flying[r.Seq] && (first.IsZero() || at.Before(first)) {
				first = at
			}
		}
	}
	return first, !first.IsZero()
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
func (o *outbox) gated(h *held, dropped []uint64, now time.Time) bool {
	return len(o.unsent(func(r storage.Row) bool {
		if r.Game != h.id || r.Gate != h.game.Clock.Window {
			return false
		}
		if r.To == 0 {
			return r.Attempts < gateTries || o.quiet[h.table.Chat].After(now) // its time stands still as long as Telegram says
		}
		return !h.game.Running()
	}, dropped)) > 0
}

// back moves what has gone out with a clock that was put back.
func (o *outbox) back(by time.Duration) {
	for i := range o.sent {
		o.sent[i].at = o.sent[i].at.Add(by)
	}
	for _, at := range o.sends {
		for i := range at {
			at[i] = at[i].Add(by)
		}
	}
	for _, at := range [][]time.Time{o.overall, o.asked} {
		for i := range at {
			at[i] = at[i].Add(by)
		}
	}
	for chat, until := range o.quiet {
		o.quiet[chat] = until.Add(by)
	}
	for game, until := range o.shut {
		o.shut[game] = until.Add(by)
	}
	o.since = o.since.Add(by)
}

// expired returns the rows that are worth nothing any more, wherever they stand.
func (o *outbox) expired(now time.Time) []storage.Row {
	return o.waiting(func(r storage.Row) bool { return r.Until != 0 && now.UnixMilli() > r.Until }, nil)
}

// note counts a message or an edit against the limits.
func (o *outbox) note(l lane, now time.Time) {
	old := func(limit time.Duration) func(time.Time) bool {
		return func(at time.Time) bool { return !at.Add(limit).After(now) }
	}
	if l.kind == questions {
		o.asked = append(slices.DeleteFunc(o.asked, old(time.Second)), now)
	}
	if l.kind != posts {
		return
	}
	o.sends[l] = append(slices.DeleteFunc(o.sends[l], old(groupWindow)), now)
	o.overall = append(slices.DeleteFunc(o.overall, old(time.Second)), now)
}
