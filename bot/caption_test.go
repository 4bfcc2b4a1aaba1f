package bot_test

import (
	"testing"

	"mafiabot/engine"
)

// Words under a picture are heard (G4, G8): out of turn they cost what words
// cost, and in one's own minute the banned word costs its foul.
func TestCaptionsAreHeard(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	g := h.until("a speech", func(g engine.Game) bool {
		s, ok := g.Stage.(engine.Speech)
		return ok && s.Seat == 1 && g.Clock.Opened != 0
	})
	for s, caption := range map[engine.Seat]string{1: "честно, это не я", 4: "третий чёрный", 6: ""} {
		h.people[h.seatOf(g, s)].Photo(h.group, caption)
	}
	h.settle()
	g = h.game()
	for s, want := range map[engine.Seat]uint8{1: 1, 4: 1, 6: 0} {
		if g.Fouls[s] != want {
			t.Errorf("seat %d has %d fouls, not %d", s, g.Fouls[s], want)
		}
	}
	if _, still := g.Stage.(engine.Speech); !still {
		t.Errorf("the speech ended: %T", g.Stage)
	}
}
