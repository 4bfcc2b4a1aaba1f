package bot

import (
	"cmp"
	"slices"
	"time"

	"mafiabot/storage"
)

// The scheduler (promises, section 3): which row goes out next, and when.
//
// A row has a class. Between chats the one goes first whose time and slack end first,
// so that a border never waits behind the news of other tables; within a chat the
// order is that of the commits, but for cosmetic rows, which let everything pass.

// The classes of rows. They are stored: a kind keeps its number.
const (
	infoClass   uint8 = iota // what is told, and every row from before there were classes
	cosmetic                 // what may wait for a quiet minute: the buttons of a message that is over
	gateClass                // what opens a window
	roleClass                // the seats and the cards of a game that begins
	newsClass                // what a table is told in a game, and may read with its next border
	fadingClass              // cosmetic, but to be gone before the night is over
)

// dealRest is how long after a deal the next one is made, at whatever table: the cards of
// a hundred games at once would hold up what those say that are played.
const dealRest = 600 * time.Millisecond

// waits reports whether rows of a class let everything else pass.
func waits(class uint8) bool { return class == cosmetic || class == fadingClass }

// slack is how much later than its time a row may go out without anybody being the
// worse for it.
func slack(class uint8) time.Duration {
	switch class {
	case gateClass:
		return 0
	case cosmetic, fadingClass:
		return 3 * time.Second
	case roleClass:
		return 15 * time.Second
	}
	return 500 * time.Millisecond
}

const (
	gateSpare   = 2  // places of a group's minute, and of the second over all, that only gates take
	crowd       = 10 // messages in a group's last minute, from which news waits for the next border and goes out with it
	calm        = 7  // messages in a group's last minute, below which it is quiet enough for cosmetic rows
	rolesAtOnce = 25 // places of the second over all that the cards of games that begin may take
)

// classOf is the class of a row of a game: who waits for it decides.
func (h *held) classOf(r storage.Row) uint8 {
	switch {
	case waits(r.Class):
		return r.Class
	case h != nil && r.Gate == 0 && r.To == 0 && h.game.Running() && plain(r):
		return newsClass
	case r.Gate == 0:
		return infoClass
	case r.To != 0 && !h.game.Running():
		return roleClass
	}
	return gateClass
}

// plain reports whether a row is a text and nothing else: no button hangs on it.
func plain(r storage.Row) bool {
	_, keys := r.Params["reply_markup"]
	return r.Method == "sendMessage" && r.Slot == 0 && r.Gate == 0 && r.Then == "" && !keys
}

// deadline is until when a row is to go out.
func deadline(r storage.Row) time.Time { return time.UnixMilli(r.Due).Add(slack(r.Class)) }

// order returns the lanes in which something may go next: first the one whose row has
// least time left.
func (o *outbox) order(now time.Time) []lane {
	type waiting struct {
		lane
		row storage.Row
	}
	var all []waiting
	for _, l := range o.lanes {
		if r, free := o.head(l, now); free {
			all = append(all, waiting{l, r})
		}
	}
	slices.SortFunc(all, func(a, b waiting) int {
		return cmp.Or(deadline(a.row).Compare(deadline(b.row)), cmp.Compare(a.row.Seq, b.row.Seq))
	})
	out := make([]lane, len(all))
	for i, w := range all {
		out[i] = w.lane
	}
	return out
}

// head returns the row of a lane that is to go out next; free is false while one
// of its rows is under way, and if there is none. What is put off on purpose keeps
// nothing back, and cosmetic rows go when nothing else is due: the newest first, for
// it is the one that is seen.
func (o *outbox) head(l lane, now time.Time) (r storage.Row, free bool) {
	rows := o.rows[l]
	if len(rows) == 0 || slices.ContainsFunc(rows, func(r storage.Row) bool { return o.flying[r.Seq] }) {
		return r, false
	}
	for _, r := range rows {
		if !waits(r.Class) && (r.Attempts > 0 || r.Due <= now.UnixMilli()) && !o.shutOff(r).After(now) {
			r.Class = urgency(r.Class, rows, now)
			return r, true
		}
	}
	r = rows[0]
	at := o.ready(l, r, now)
	for _, other := range rows[1:] {
		if ready := o.ready(l, other, now); ready.Before(at) || ready.Equal(at) && waits(other.Class) && waits(r.Class) {
			r, at = other, ready
		}
	}
	return r, true
}

// urgency is the class with which the first row of a lane goes: that of the most urgent
// one that is due behind it, for none of them may overtake it.
func urgency(class uint8, rows []storage.Row, now time.Time) uint8 {
	for _, r := range rows {
		switch {
		case waits(r.Class), r.Attempts == 0 && r.Due > now.UnixMilli():
		case r.Class == gateClass:
			return gateClass
		case class == newsClass:
			class = r.Class
		}
	}
	return class
}

// ready returns when a row may go out: its own time, and Telegram's limits.
func (o *outbox) ready(l lane, r storage.Row, now time.Time) time.Time {
	at := latest(time.UnixMilli(r.Due), now)
	if l.kind == questions && len(o.asked) >= overallLimit {
		at = latest(at, o.asked[len(o.asked)-overallLimit].Add(time.Second))
	}
	if r.Method == "getChat" {
		return at // it asks whether the quiet is over
	}
	at = latest(latest(at, o.quiet[l.chat]), o.shutOff(r))
	if l.kind != posts {
		return at
	}
	sends, group, overall := o.sends[l], groupLimit-gateSpare, o.rate(now)-gateSpare
	switch r.Class {
	case gateClass:
		group, overall = groupLimit, o.rate(now)
	case newsClass:
		group = crowd
	case cosmetic, fadingClass:
		group, overall = calm, overall/2
		if r.Class == fadingClass {
			group = crowd
		}
		at = latest(at, chatFree(sends).Add(time.Second)) // a gate finds a place behind it
	case roleClass:
		overall = min(overall, rolesAtOnce)
	}
	at = latest(at, chatFree(sends))
	if l.group() && len(sends) >= group {
		at = latest(at, sends[len(sends)-group].Add(groupWindow))
	}
	if overall = max(overall, 1); len(o.overall) >= overall {
		at = latest(at, o.overall[len(o.overall)-overall].Add(time.Second))
	}
	return at
}

// throttle is how the overall rate follows what Telegram says: its limits are not told,
// and are lower at times.
type throttle struct {
	cut    int       // messages a second fewer than usual
	since  time.Time // of the last cut
	floods []flooded
}

// flooded is a chat that Telegram wants left alone, and when it said so.
type flooded struct {
	chat int64
	at   time.Time
}

const (
	floodsAtOnce = 3                // chats within a second: Telegram means the bot and not the chats
	climb        = 10 * time.Second // in which one message a second is won back
)

// rate is how many messages a second may go out over all chats.
func (o *outbox) rate(now time.Time) int {
	back := int(max(now.Sub(o.throttle.since), 0) / climb)
	return overallLimit - max(o.throttle.cut-back, 0)
}

// flooded takes note of a flood wait. Three chats within a second cut the overall rate
// to seven tenths; it climbs again by itself.
func (o *outbox) flooded(chat int64, now time.Time) {
	t := &o.throttle
	t.floods = slices.DeleteFunc(t.floods, func(f flooded) bool { return f.chat == chat || now.Sub(f.at) >= time.Second })
	t.floods = append(t.floods, flooded{chat, now})
	if len(t.floods) < floodsAtOnce {
		return
	}
	rate := max(o.rate(now)*7/10, 1)
	*t = throttle{cut: overallLimit - rate, since: now}
}
