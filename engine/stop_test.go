package engine_test

import (
	"fmt"
	"testing"
	"time"

	"mafiabot/engine"
)

// TestStopNumbers is the table of E43: how many of the living stop a game.
func TestStopNumbers(t *testing.T) {
	needed := map[int]int{10: 7, 9: 6, 8: 6, 7: 5, 6: 4, 5: 4, 4: 4}
	for living, want := range needed {
		tb := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
		for _, s := range []engine.Seat{10, 9, 8, 7, 6, 5}[:10-living] {
			tb.sendOut(s)
		}
		tb.apply(engine.Dawned{Day: 2, At: tb.instant()})
		tb.apply(engine.SpeechCalled{Seat: 1, At: tb.instant()})
		_ = tb.do(1, engine.Stop{})
		if e, ok := madeOne[engine.StopCalled](tb); !ok || int(e.Needed) != want || int(e.Of) != living {
			t.Errorf("%d living: %+v", living, e)
		}
		for s := engine.Player(2); int(s) < want; s++ {
			tb.must(s, engine.AgreeStop{})
		}
		if tb.game.Finished() {
			t.Errorf("%d living: stopped by fewer than %d", living, want)
		}
		tb.must(engine.Player(want), engine.AgreeStop{})
		if !tb.game.Finished() || tb.game.Verdict != engine.Stopped {
			t.Errorf("%d living: not stopped by %d", living, want)
		}
	}
}

// TestStopButton: the button of the vote works from its first message to its end,
// through all windows; its number is no window's (I9).
func TestStopButton(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	speech := tb.game.Clock.Window
	_ = tb.do(7, engine.Stop{})
	v := tb.game.View(7)
	n := v.WindowOf(engine.AgreeStop{})
	if n <= speech || v.WindowOf(engine.Pass{}) != speech || !v.Agreed || tb.game.View(8).Agreed || tb.game.Clock.Window != speech {
		t.Errorf("numbers %d and %d", n, v.WindowOf(engine.Pass{}))
	}
	seen := map[uint32]bool{speech: true, n: true}
	for range 3 {
		if !tb.game.Alive(n, engine.AgreeStop{}) || tb.game.Alive(n, engine.Pass{}) || tb.game.Alive(tb.game.Clock.Window, engine.AgreeStop{}) {
			t.Error("the wrong buttons work")
		}
		_ = tb.do(tb.game.Chairs[tb.game.Floor()].Main, engine.Pass{})
		if w := tb.game.Clock.Window; seen[w] || !tb.game.Alive(w, engine.Pass{}) {
			t.Errorf("number %d twice", w)
		}
		seen[tb.game.Clock.Window] = true
	}
	tb.until("the end of the vote", func(g *engine.Game) bool { return g.StopVote.Window == 0 })
	if tb.game.Alive(n, engine.AgreeStop{}) || tb.game.Alive(0, engine.AgreeStop{}) {
		t.Error("the button outlives its vote")
	}
}

// TestStopIsSecret: nobody sees whose voices a vote has, and the table hears the
// same whoever asked for it.
func TestStopIsSecret(t *testing.T) {
	var said [2][]engine.Effect
	var views [2]engine.View
	for i, by := range []engine.Player{2, 9} {
		tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
		_ = tb.do(by, engine.Stop{})
		said[i], views[i] = tb.said, tb.game.View(5)
	}
	if len(said[0]) != 1 || views[0] != views[1] {
		t.Error("the table sees who called the vote")
	}
	for i, f := range said[0] {
		a, b := f.(engine.Say), said[1][i].(engine.Say)
		if a.Fact != b.Fact || a.To != b.To || a.Slot != b.Slot {
			t.Errorf("the table hears who called the vote: %+v, %+v", a, b)
		}
	}
}

// TestStopEverywhere: a vote that passes ends the game cleanly in every stage it
// can run into, through a ballot; in a night there is none any more (C10).
func TestStopEverywhere(t *testing.T) {
	for _, noms := range [][]engine.Seat{{1, 2}, nil} {
		ended := map[string]bool{}
		for wait := range 62 {
			tb := newTable(t)
			tb.watch(map[string]int{})
			tb.sit(preset(t, engine.Czernowitz, engine.TableTempo, "afk_circles", "0"))
			tb.must(engine.Host, engine.Deal{Seed: seedOf(3)})
			for s := engine.Seat(10) - engine.Seat(len(noms)); s <= 10; s++ {
				tb.until("the speech", func(g *engine.Game) bool {
					sp, ok := g.Stage.(engine.Speech)
					return ok && sp.Seat == s
				})
				if i := int(s) - 11 + len(noms); i >= 0 && len(noms) > 0 {
					tb.must(engine.Player(s), engine.Nominate{Seat: noms[i]})
				}
			}
			tb.must(10, engine.Stop{})
			tb.must(10, engine.Pass{})
			for range wait {
				tb.now = tb.now.Add(time.Second)
				for !tb.game.Due().After(tb.now) {
					tb.tick()
				}
			}
			stage, runs := fmt.Sprintf("%T", tb.game.Stage), tb.game.StopVote.Window != 0
			if runs == engine.IsNight(&tb.game) {
				t.Errorf("after %d s in %s: a vote runs: %v", wait, stage, runs)
			}
			for p := engine.Player(1); p <= 10; p++ {
				_ = tb.do(p, engine.AgreeStop{})
			}
			if (tb.game.Verdict == engine.Stopped) != runs {
				t.Errorf("after %d s in %s: verdict %d", wait, stage, tb.game.Verdict)
			}
			ended[stage] = true
		}
		if len(ended) < 3 {
			t.Errorf("stopped in %v", ended)
		}
	}
}

// TestOwnerMayNotStop: old rules, and rated games of the tournament text, are not
// stopped; a table before its game always can be.
func TestOwnerMayNotStop(t *testing.T) {
	old := preset(t, engine.Czernowitz, engine.TableTempo)
	old.Stop = ""
	for _, r := range []engine.Ruleset{old, preset(t, engine.Federation, engine.TableTempo)} {
		tb := speaking(t, r, 4)
		refused(t, tb.do(stranger, engine.Stop{Owner: true}), "stop_off_watching")
		refused(t, tb.do(4, engine.Stop{}), "stop_off")
		lobby := newTable(t)
		lobby.must(1, engine.Convene{Rules: r})
		lobby.must(stranger, engine.Stop{Owner: true})
		if !lobby.game.Finished() {
			t.Error("the lobby cannot be closed")
		}
	}
}

// TestRehearsal: who is rated (E1).
func TestRehearsal(t *testing.T) {
	asked := preset(t, engine.Federation, engine.TableTempo)
	asked.Rehearsal = true
	twelve := preset(t, engine.Czernowitz, engine.ChatTempo)
	twelve.Players = 12
	for _, c := range []struct {
		rules  engine.Ruleset
		begun  int
		unheld bool
	}{
		{preset(t, engine.Czernowitz, engine.TableTempo), 0, false},
		{preset(t, engine.Czernowitz, engine.ChatTempo), 0, false},
		{preset(t, engine.Czernowitz, engine.BlitzTempo), 0, true},
		{preset(t, engine.Czernowitz, engine.TableTempo), 9, true},
		{asked, 0, true}, {twelve, 0, true}, {twelve, 10, false},
	} {
		tb := newTable(t)
		tb.must(1, engine.Convene{Rules: c.rules})
		for p := 1; p <= c.begun; p++ {
			tb.must(engine.Player(p), engine.Join{})
		}
		if c.begun > 0 {
			tb.must(1, engine.Begin{})
		}
		if tb.game.Rehearsal() != c.unheld || tb.game.View(engine.Host).Rehearsal != c.unheld {
			t.Errorf("%s, %s, %d of %d: rehearsal %v", c.rules.Name, c.rules.Pace, c.begun, c.rules.Players, tb.game.Rehearsal())
		}
	}
}
