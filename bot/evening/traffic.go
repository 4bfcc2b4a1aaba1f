package evening

import (
	"time"

	"mafiabot/bot/tgtest"
)

// Traffic is what an evening has sent, from /game on.
type Traffic struct {
	New, Edits, Deleted int           // in the group
	Worst               int           // new messages and edits of the group in its worst minute (I14)
	At                  time.Duration // when that minute began
	Private             int           // new messages in private chats
	PrivateEdits        int
	Length              time.Duration // virtual
}

// Traffic counts what has been sent so far. Telegram allows about twenty messages a
// minute in a group, edits among them; a deletion is none.
func (e *Evening) Traffic() Traffic {
	var t Traffic
	var sent []time.Time
	journal := e.server.Journal()[e.first:]
	if len(journal) == 0 {
		return t
	}
	start := journal[0].At
	for _, entry := range journal {
		t.Length = entry.At.Sub(start)
		if entry.User != nil {
			continue
		}
		group := entry.Chat == e.group
		switch {
		case entry.Act == tgtest.Sent && group:
			t.New++
		case entry.Act == tgtest.Edited && group:
			t.Edits++
		case entry.Act == tgtest.Deleted && group:
			t.Deleted++
		case entry.Act == tgtest.Sent:
			t.Private++
		case entry.Act == tgtest.Edited:
			t.PrivateEdits++
		}
		if group && (entry.Act == tgtest.Sent || entry.Act == tgtest.Edited) {
			sent = append(sent, entry.At)
		}
	}
	var first int
	if t.Worst, first = busiest(sent, time.Minute); t.Worst > 0 {
		t.At = sent[first].Sub(start)
	}
	return t
}

// busiest is the most instants that lie within one span, and the first of them; the
// instants are in order.
func busiest(at []time.Time, within time.Duration) (most, from int) {
	first := 0
	for last := range at {
		for at[last].Sub(at[first]) >= within {
			first++
		}
		if n := last - first + 1; n > most {
			most, from = n, first
		}
	}
	return most, from
}
