package engine_test

import (
	"testing"

	"mafiabot/engine"
)

// TestSilentTableEmpties: by every preset's own value a table where nobody says or does
// anything ends with its first circle, and one where half of the seats do goes on (E46).
func TestSilentTableEmpties(t *testing.T) {
	for _, name := range engine.Presets() {
		for _, pace := range []string{engine.TableTempo, engine.ChatTempo, engine.BlitzTempo} {
			for busy := engine.Seat(4); busy <= 5; busy++ {
				tb := newTable(t)
				tb.sit(preset(t, name, pace))
				tb.hand(usual)
				tb.until("the first speech", at[engine.Speech])
				for s := engine.Seat(1); s <= busy; s++ {
					tb.utters(s, heard())
				}
				tb.until("the night or the end", func(g *engine.Game) bool { return g.Ended() || at[engine.Fall](g) })
				if tb.game.Ended() != (busy < 5) {
					t.Errorf("%s, %s: %d of ten are seen: over is %v", name, pace, busy, tb.game.Ended())
				}
			}
		}
	}
}
