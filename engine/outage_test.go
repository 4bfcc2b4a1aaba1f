package engine_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/engine"
)

// afternoon is a long outage at every pace.
const afternoon = 4 * time.Hour

// outageEverywhere plays an evening and interrupts it for an afternoon: in each window,
// as it has begun and before it ends. It returns the stages that were interrupted.
func outageEverywhere(t *testing.T, r engine.Ruleset, check func(t *testing.T, tb *table)) map[string]bool {
	seen := map[string]bool{}
	tb := newTable(t)
	tb.sit(r)
	tb.must(engine.Host, engine.Deal{Seed: seedOf(1)})
	tb.until("the briefing", func(g *engine.Game) bool { return g.Running() })
	for ; !tb.game.Ended(); tb.tick() {
		tb.partake()
		last := tb.game.Due().Add(-time.Second)
		for _, at := range []time.Time{tb.now, latest(tb.now, last)} {
			own := *tb
			own.log, own.slots = slices.Clone(tb.log), maps.Clone(tb.slots)
			own.watchFrom()
			own.now = at
			seen[strings.TrimPrefix(fmt.Sprintf("%T", own.game.Stage), "engine.")] = true
			own.resume(afternoon)
			if !own.game.Suspended() {
				t.Fatalf("it is %T", own.game.Stage)
			}
			check(t, &own)
		}
	}
	return seen
}

// watchFrom checks every invariant from here on, and that the log gives the game.
func (t *table) watchFrom() {
	t.after = func(by engine.Player, c engine.Command, before *engine.Game, _ engine.Ready) {
		for _, inv := range invariants {
			if err := inv.check(before, &t.game); err != nil {
				t.tb.Fatalf("%s %s: %v after %T%+v by %d", inv.id, inv.says, err, c, c, by)
			}
		}
		if fold(t.log) != t.game {
			t.tb.Fatalf("I18: the log does not give the game after %T", c)
		}
	}
}

// partake lets the blacks kill seat 5 on the first night, the day nominate two, and the
// table vote by halves on the first day and together later, so that an evening has every
// stage.
func (t *table) partake() {
	g := &t.game
	switch stage := g.Stage.(type) {
	case engine.Shoot:
		for s := range g.Living.All() {
			if t.game.Night == 1 {
				_ = t.do(g.Chairs[s].Main, engine.ShootAt{Target: 5})
			}
		}
	case engine.Speech:
		_ = t.do(g.Chairs[stage.Seat].Main, engine.Nominate{Seat: []engine.Seat{6, 9}[stage.Seat%2]})
	case engine.Voting:
		for s := range g.Living.All() {
			if g.Day > 2 || (s%2 == 0) == (g.Ballot.Index == 0) {
				_ = t.do(g.Chairs[s].Main, engine.Vote{Seat: g.Ballot.List[g.Ballot.Index]})
			}
		}
	}
}

// everyOutage runs check for interruptions all over an evening of each preset, and wants
// the stages of a night and a day among them.
func everyOutage(t *testing.T, check func(t *testing.T, tb *table)) {
	for _, name := range engine.Presets() {
		seen := outageEverywhere(t, preset(t, name, engine.BlitzTempo), check)
		for _, want := range []string{"Briefing", "DonMeet", "Look", "Speech", "Announce", "Lead", "Voting", "TieSpeech", "LiftVote", "LastWord", "Fall", "Shoot", "DonCheck", "SheriffCheck"} {
			if !seen[want] {
				t.Errorf("%s: nobody is interrupted in %s: %v", name, want, seen)
			}
		}
	}
}

// TestLongOutageUnanswered: wherever it falls, the question has one deadline, and without
// an answer the game is stopped at it (I8, E45).
func TestLongOutageUnanswered(t *testing.T) {
	everyOutage(t, func(t *testing.T, tb *table) {
		asked := tb.now
		fate := tb.game.Fate
		if due := tb.game.Due().Sub(asked); due != time.Duration(tb.game.Rules.ResumeVote+tb.game.Rules.RaceGrace)*time.Second {
			t.Errorf("the question is due after %v", due)
		}
		tb.tick()
		if want := max(fate, 0); !tb.game.Ended() || want == 0 && tb.game.Verdict != engine.Stopped || want != 0 && tb.game.Verdict != want {
			t.Errorf("it is %T, verdict %d", tb.game.Stage, tb.game.Verdict)
		}
	})
}

// TestLongOutageAnswered: two thirds let the interrupted window begin anew, in its whole
// length, under a new number; the evening goes on to its end (E45).
func TestLongOutageAnswered(t *testing.T) {
	everyOutage(t, func(t *testing.T, tb *table) {
		halt, needed := tb.game.Halt, (2*tb.game.Living.Len()+2)/3
		if tb.game.Living.Len() <= 4 {
			needed = tb.game.Living.Len()
		}
		window := tb.game.Clock.Window
		for s := range tb.game.Living.All() {
			if needed == 0 {
				break
			}
			needed--
			_ = tb.do(tb.game.Chairs[s].Main, engine.Continue{})
		}
		g := &tb.game
		_, voting := halt.Stage.(engine.Voting)
		_, lead := g.Stage.(engine.Lead)
		if is, was := fmt.Sprintf("%T", g.Stage), fmt.Sprintf("%T", halt.Stage); is != was && !(voting && lead) {
			t.Fatalf("after %s it goes on with %s", was, is)
		}
		if g.Clock.Window <= window || g.Clock.Opened == 0 || !lead && g.Clock.Length != halt.Length || g.Clock.Ends().Time().Sub(tb.now) != time.Duration(g.Clock.Length)*time.Second {
			t.Errorf("the window %d of %T ends in %v", g.Clock.Window, g.Stage, g.Clock.Ends().Time().Sub(tb.now))
		}
		if tb.tick(); tb.game.Suspended() {
			t.Error("the table is asked again")
		}
	})
}

// TestLongOutageIsSecret: what the table hears and sees of the question is the same
// whoever answers, and whoever has acted in the window before.
func TestLongOutageIsSecret(t *testing.T) {
	var views [2]engine.View
	for i, by := range []engine.Player{2, 9} {
		tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
		tb.resume(afternoon)
		_ = tb.do(by, engine.Continue{})
		if len(tb.said) != 0 {
			t.Errorf("the table hears of a voice: %v", tb.said)
		}
		views[i] = tb.game.View(5)
	}
	if views[0] != views[1] {
		t.Error("the table sees who wants to go on")
	}
}

// TestLongOutageMovedBack: a clock that was a day ahead is moved back while the table is
// asked: the question has its whole time by the right clock (I12).
func TestLongOutageMovedBack(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	tb.resume(24 * time.Hour)
	tb.passes(100)
	tb.resume(-24 * time.Hour)
	if left := tb.game.Due().Sub(tb.now); !tb.game.Suspended() || left != 502*time.Second {
		t.Errorf("it is %T, due in %v", tb.game.Stage, left)
	}
}
