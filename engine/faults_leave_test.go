package engine_test

import (
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// searched plays the Don's search of the second night with somebody who goes in it, and
// returns how long the Sheriff's window is, and whether he gets it. A host that
// counts ends the window at once when as many have checked as are left to check.
func searched(t *testing.T, counts bool, goes func(tb *table)) (length time.Duration, prompted bool) {
	t.Helper()
	tb := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	tb.until("the search", func(g *engine.Game) bool { return at[engine.DonCheck](g) && g.Clock.Opened != 0 && g.Night == 2 })
	_ = tb.do(3, engine.Check{Target: 4})
	goes(tb)
	tb.until("the Sheriff", func(g *engine.Game) bool { return at[engine.SheriffCheck](g) && g.Clock.Opened != 0 })
	prompted = slices.ContainsFunc(tb.said, func(e engine.Effect) bool {
		say, ok := e.(engine.Say)
		return ok && say.To.Seats.Has(4) && len(say.Options) > 0
	})
	from := tb.now
	if left := engine.SetOf(3, 4) &^ tb.game.Removals &^ tb.game.Away; counts && left.Len() <= 1 {
		tb.game.Clock.Length = 0
	}
	tb.until("the morning", func(g *engine.Game) bool { return g.Day == 3 })
	return tb.now.Sub(from), prompted
}

// B11: who has acted and then is removed, or leaves the group, ends nothing sooner: the
// Sheriff has his whole window, for a window ends by its time and never by a count; a
// host that counts is told apart.
func TestB11ActedAndGone(t *testing.T) {
	whole, prompted := searched(t, false, func(*table) {})
	if whole != 12*time.Second || !prompted {
		t.Fatalf("undisturbed it is %v, asked %v", whole, prompted)
	}
	for name, goes := range map[string]func(tb *table){
		"a fourth foul": func(tb *table) {
			for range 4 {
				_ = tb.do(engine.Host, engine.Foul{Seat: 3})
			}
		},
		"/leave": func(tb *table) {
			_ = tb.do(3, engine.Leave{})
			tb.now = tb.now.Add(4 * time.Second)
			_ = tb.do(3, engine.Leave{})
		},
		"out of the group": func(tb *table) { _ = tb.do(engine.Host, engine.LeftGroup{Player: 3}) },
	} {
		removed := false
		length, prompted := searched(t, false, func(tb *table) {
			goes(tb)
			removed = tb.game.Removals.Has(3) || tb.game.Away.Has(3)
		})
		if length != whole || !prompted || !removed {
			t.Errorf("%s: the window is %v, asked %v, gone %v", name, length, prompted, removed)
		}
		if length, _ := searched(t, true, goes); length == whole {
			t.Errorf("%s: a host that counts who has acted leaves the window whole", name)
		}
	}
	if length, _ := searched(t, true, func(*table) {}); length != whole {
		t.Errorf("a host that counts ends the window in %v while both are there", length)
	}
}
