package engine_test

import (
	"testing"

	"mafiabot/engine"
)

// lastSeats are two tables on which one seat decides: the only black among four,
// and a red among three of five.
var lastSeats = []struct {
	living engine.Seats
	gone   engine.Seat
	votes  map[engine.Seat]engine.Seat // a tie of 1 and 2; the rest for 6
	want   engine.Verdict
}{
	{engine.SetOf(1, 2, 3, 4), 3, map[engine.Seat]engine.Seat{1: 1, 4: 1, 2: 2, 3: 2}, engine.RedWin},
	{engine.SetOf(1, 2, 3, 4, 6), 4, map[engine.Seat]engine.Seat{1: 1, 4: 1, 2: 2, 3: 2}, engine.BlackWin},
}

// lastMoments are the stages in which a seat can be removed, and whether the
// removal waits for the morning there. A table without the stage is left out.
var lastMoments = []struct {
	name    string
	there   func(*engine.Game) bool
	morning bool
}{
	{"another's speech", func(g *engine.Game) bool { sp, ok := g.Stage.(engine.Speech); return ok && sp.Seat == 1 }, false},
	{"the Don's speech", func(g *engine.Game) bool { sp, ok := g.Stage.(engine.Speech); return ok && sp.Seat == 3 }, false},
	{"the Sheriff's speech", func(g *engine.Game) bool { sp, ok := g.Stage.(engine.Speech); return ok && sp.Seat == 4 }, false},
	{"the list", at[engine.Announce], false},
	{"a lead", at[engine.Lead], false},
	{"a window", at[engine.Voting], false},
	{"the last window", func(g *engine.Game) bool {
		return at[engine.Voting](g) && int(g.Ballot.Index) == g.Ballot.List.Len()-1
	}, false},
	{"a tie speech", at[engine.TieSpeech], false},
	{"a revote", func(g *engine.Game) bool { return at[engine.Voting](g) && g.Ballot.Round == 2 }, false},
	{"the lift", at[engine.LiftVote], false},
	{"the fall of night", at[engine.Fall], false},
	{"the shooting", at[engine.Shoot], true},
	{"the Don's check", at[engine.DonCheck], true},
	{"the Sheriff's check", at[engine.SheriffCheck], true},
}

// tieOf plays day 4 to a stage: 1 and 2 are on the list, and tie as often as the
// table can. It reports whether the stage came.
func (t *table) tieOf(votes map[engine.Seat]engine.Seat, there func(*engine.Game) bool) bool {
	t.apply(engine.Dawned{Day: 4, At: t.instant()})
	t.apply(engine.Nominated{By: 1, Seat: 1})
	t.apply(engine.Nominated{By: 2, Seat: 2})
	if t.game.Living.Has(6) {
		t.apply(engine.Nominated{By: 3, Seat: 6})
	}
	t.apply(engine.SpeechCalled{Seat: 1, At: t.instant()})
	t.open()
	for range 60 {
		g := &t.game
		if there(g) {
			return true
		}
		if at[engine.Voting](g) {
			for s, c := range votes {
				if c == g.Ballot.List[g.Ballot.Index] && g.Living.Has(s) {
					t.must(player(s), engine.Vote{Seat: c})
				}
			}
		}
		if t.tick(); g.Day != 4 {
			return false
		}
	}
	return false
}

// TestLastSeatOfASide gives the fourth foul to the seat on which the game hangs,
// in every stage and under every ruleset: the game ends at that moment, and at
// night, once the shooting has begun, in the morning (G12, A78, E28, E35, T17).
func TestLastSeatOfASide(t *testing.T) {
	count := 0
	for _, name := range engine.Presets() {
		for _, m := range lastMoments {
			for _, last := range lastSeats {
				tb := seated(t, preset(t, name, engine.TableTempo))
				for s := range (tb.game.Living &^ last.living).All() {
					tb.sendOut(s)
				}
				if !tb.tieOf(last.votes, m.there) {
					continue
				}
				count++
				tb.apply(engine.Fouled{Seat: last.gone, Count: 3})
				tb.apply(engine.FoulNoticed{Seat: last.gone, Mark: 1})
				_ = tb.do(engine.Host, engine.Foul{Seat: last.gone})
				if m.morning {
					if tb.game.Ended() {
						t.Errorf("%s, %s: over before the morning", name, m.name)
					}
					tb.until("the morning", func(g *engine.Game) bool { return g.Day == 5 })
				}
				if !tb.game.Ended() || tb.game.Verdict != last.want {
					t.Errorf("%s, %s: seat %d is out, verdict %d in %T, not %d", name, m.name, last.gone, tb.game.Verdict, tb.game.Stage, last.want)
				}
			}
		}
	}
	if count != len(engine.Presets())*(2*len(lastMoments)-5) { // of five, one leaves by the revote and the game with him
		t.Errorf("%d moments", count)
	}
}
