package evening

import (
	"net/http"
	"strings"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/messages"
)

// Traffic is what an evening has sent, from /game on.
type Traffic struct {
	New, Edits, Deleted int           // in the group
	Worst               int           // new messages and edits of the group in its worst minute (I14)
	At                  time.Duration // when that minute began
	Private             int           // new messages in private chats
	PrivateEdits        int
	Length              time.Duration // virtual

	Floods   int           // requests that Telegram refused for a while (429)
	Held     int           // requests that it answered late, because of its limits
	Rejected int           // requests that it refused for good, but for edits to what stands there already
	Late     time.Duration // the longest that a window of the game waited for its border or its prompts
	Naive    int           // messages in the group of a host who says each thing by itself
}

// Sent is what takes a place in Telegram's limits.
func (t Traffic) Sent() int { return t.New + t.Edits + t.Private + t.PrivateEdits }

// Lambda is how many messages and edits the evening has sent a second.
func (t Traffic) Lambda() float64 {
	if t.Length <= 0 {
		return 0
	}
	return float64(t.Sent()) / t.Length.Seconds()
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
	for _, r := range e.server.Requests() {
		switch {
		case r.Held > 0:
			t.Held++
		case r.RetryAfter > 0:
			t.Floods++
		case r.Code >= http.StatusBadRequest && !strings.Contains(r.Description, "message is not modified"):
			t.Rejected++
		}
	}
	t.Late = e.late
	if t.Worst, first = busiest(sent, time.Minute); t.Worst > 0 {
		t.At = sent[first].Sub(start)
	}
	return t
}

// Naive counts the messages of a host who says everything by itself: each event of the
// log that has words for the group, and each vote and nomination as it is heard. It is
// what the coalesced messages of the bot are held against.
func (e *Evening) Naive(log []engine.Event) (n int) {
	book, game := messages.BookOf("ru"), engine.Game{}
	for _, event := range log {
		game.Apply(event)
		switch event.(type) {
		case engine.Voted, engine.Nominated, engine.Joined:
			n++
			continue
		}
		if book.Post(game.View(engine.Host), []engine.Event{event}, e.name, messages.Extra{}) != "" {
			n++
		}
	}
	return n
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
