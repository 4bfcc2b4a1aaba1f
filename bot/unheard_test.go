package bot_test

import (
	"strings"
	"testing"

	"mafiabot/engine"
)

// E48: words are heard at the table only. What the blacks write to each other in the
// briefing, and what anybody writes to the host, costs nothing, whatever it is.
func TestPrivateWordsCostNothing(t *testing.T) {
	const said = "честно, клянусь, ей-богу, сдаюсь"
	h := newHall(t)
	h.seated("club2010 table")
	g := h.until("the briefing", func(g engine.Game) bool { _, there := g.Stage.(engine.Briefing); return there && g.Clock.Opened != 0 })
	don, mafia := engine.Seat(0), engine.Seat(0)
	for s := range g.Living.All() {
		switch g.Roles[s] {
		case engine.Don:
			don = s
		case engine.Mafia:
			mafia = s
		}
	}
	writer, reader := h.people[h.seatOf(g, mafia)], h.people[h.seatOf(g, don)]
	heard := h.heard(reader, func() { writer.Say(h.tg.Private(writer), said) })
	if len(heard) == 0 || !strings.Contains(heard[0], said) {
		t.Errorf("the Don reads %q", heard)
	}
	for s := range g.Living.All() {
		u := h.people[h.seatOf(g, s)]
		u.Say(h.tg.Private(u), said)
	}
	h.settle()
	if now := h.game(); now.Living != g.Living || now.Fouls != g.Fouls {
		t.Errorf("private words cost something: %v are left", now.Living)
	}
}
