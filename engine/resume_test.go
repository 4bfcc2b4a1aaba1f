package engine_test

import (
	"testing"
	"time"

	"mafiabot/engine"
)

// resume lets the host be away for so long, or his clock jump.
func (t *table) resume(away time.Duration) {
	t.now = t.now.Add(away)
	_ = t.do(engine.Host, engine.Resume{Shift: away})
}

// passes lets seconds go by in which nothing is due.
func (t *table) passes(seconds int) {
	t.now = t.now.Add(time.Duration(seconds) * time.Second)
	if !t.game.Due().After(t.now) {
		t.tb.Fatalf("something is due at %v", t.game.Due())
	}
}

// unasked are rules under which an outage of any length only moves the window.
func unasked(t *testing.T) engine.Ruleset {
	r := preset(t, engine.Czernowitz, engine.TableTempo)
	r.OutageMax = 0
	return r
}

// TestResumeMoves: the window ends later by exactly the outage while more than
// fifteen seconds are left, for an outage of any length after which nobody is asked,
// and for a clock that jumps either way (G18, I12).
func TestResumeMoves(t *testing.T) {
	for _, away := range []time.Duration{time.Millisecond, 40 * time.Second, time.Hour, 24 * time.Hour, -time.Second, -time.Hour, -24 * time.Hour} {
		tb := speaking(t, unasked(t), 4)
		tb.passes(20)
		due, must := tb.game.Due(), tb.game.Clock.Ends()
		tb.resume(away)
		if got := tb.game.Due().Sub(due); got != away {
			t.Errorf("an outage of %v moves what is due by %v", away, got)
		}
		if got := tb.game.Clock.Ends() - must; got != engine.Instant(away.Milliseconds()) {
			t.Errorf("an outage of %v moves the end by %d ms", away, got)
		}
		_ = tb.do(engine.Host, engine.Tick{})
		if len(tb.made) > 0 {
			t.Errorf("after %v the clock makes %v", away, tb.made)
		}
		tb.passes(5)
		due = tb.game.Due()
		tb.resume(30 * time.Second)
		if got := tb.game.Due().Sub(due); got != 30*time.Second {
			t.Errorf("a second outage moves what is due by %v", got)
		}
	}
}

// TestResumeFloor: fifteen seconds are left where somebody is to do something, and
// no more than there were elsewhere; what ends a silent speech counts as an end.
func TestResumeFloor(t *testing.T) {
	tb := balloting(t)
	tb.passes(4)
	tb.resume(time.Minute)
	if left := tb.game.Clock.Ends().Time().Sub(tb.now); left != engine.ResumeFloor*time.Second {
		t.Errorf("%v are left of a ballot", left)
	}
	tb.resume(0)
	if left := tb.game.Clock.Ends().Time().Sub(tb.now); left != engine.ResumeFloor*time.Second {
		t.Errorf("%v are left after no outage", left)
	}
	night := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	night.until("the look", at[engine.Look])
	night.passes(25)
	night.resume(time.Minute)
	if left := night.game.Due().Sub(night.now); left != 5*time.Second {
		t.Errorf("%v are left of the look", left)
	}
	chat := speaking(t, preset(t, engine.Czernowitz, engine.ChatTempo), 1)
	chat.tick() // the nudge, at half of his sixty seconds
	chat.passes(25)
	chat.resume(time.Minute)
	if left := chat.game.Due().Sub(chat.now); left != engine.ResumeFloor*time.Second {
		t.Errorf("a silent speaker has %v left", left)
	}
}

// TestResumeMovesE11: the nudge, the thanks to a silent speaker and «10 секунд»
// come later by the outage (E11, C23).
func TestResumeMovesE11(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.ChatTempo), 1)
	began := tb.now
	tb.resume(40 * time.Second)
	tb.tick()
	if _, ok := madeOne[engine.Nudged](tb); !ok || tb.now.Sub(began) != 70*time.Second {
		t.Errorf("after %v: %v", tb.now.Sub(began), tb.made)
	}
	tb.tick()
	if _, ok := madeOne[engine.Thanked](tb); !ok || tb.now.Sub(began) != 100*time.Second {
		t.Errorf("after %v: %v", tb.now.Sub(began), tb.made)
	}
	table := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 1)
	began = table.now
	table.resume(40 * time.Second)
	table.tick()
	if _, ok := madeOne[engine.Warned](table); !ok || table.now.Sub(began) != 90*time.Second {
		t.Errorf("after %v: %v", table.now.Sub(began), table.made)
	}
}

// TestResumeForgives: what is dated in an outage costs nothing, in one soon after
// another neither; a clock that was ahead forgives nothing for the time it took
// back (E45, I12).
func TestResumeForgives(t *testing.T) {
	tb := speaking(t, unasked(t), 4)
	fouls := func(date time.Time) bool {
		tb.mark++
		_ = tb.do(7, engine.Utter{Mark: tb.mark, Date: date.Unix(), Heard: engine.Heard{Kind: engine.Word}})
		_, ok := madeOne[engine.Fouled](tb)
		return ok
	}
	tb.passes(5)
	first := tb.now.Add(time.Second)
	tb.resume(10 * time.Second)
	tb.passes(4)
	second := tb.now.Add(time.Second)
	tb.resume(10 * time.Second)
	if fouls(first) || fouls(second) || !fouls(tb.now.Add(time.Second)) {
		t.Error("the outages forgive other texts than theirs")
	}
	tb.resume(24 * time.Hour)
	tb.resume(-24 * time.Hour)
	tb.passes(2)
	if !fouls(tb.now) {
		t.Error("a day of an outage that never was is forgiven")
	}
}

// TestResumeInPlaces: a window that is posted keeps its patience; a table that
// waits for guests or for its carrier is told nothing; a finished game does not
// come back.
func TestResumeInPlaces(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	tb.silent = true
	_ = tb.do(4, engine.Pass{})
	tb.passes(2)
	tb.resume(time.Minute)
	if left := tb.game.Due().Sub(tb.now); left != 3*time.Second {
		t.Errorf("%v until the window opens", left)
	}
	quiet := newTable(t)
	quiet.must(1, engine.Convene{Rules: preset(t, engine.Czernowitz, engine.TableTempo)})
	for _, tb := range []*table{quiet, undelivered(t, false), undelivered(t, true)} {
		due := tb.game.Due()
		tb.resume(40 * time.Second)
		if len(tb.said) > 0 || tb.game.Due().Sub(due) != 40*time.Second {
			t.Errorf("%T: %v, due later by %v", tb.game.Stage, tb.said, tb.game.Due().Sub(due))
		}
	}
	hold := undelivered(t, false)
	_ = hold.do(engine.Host, engine.Unreachable{Player: 4})
	if hold.resume(time.Second); len(hold.said) != 1 {
		t.Error("who is waited for is not told")
	}
	if hold.resume(999 * time.Millisecond); len(hold.said) != 0 || len(hold.made) != 1 {
		t.Error("a blink is told")
	}
	if hold.resume(-time.Hour); len(hold.said) != 0 || len(hold.made) != 1 {
		t.Error("a clock that jumped is told")
	}
	_ = quiet.do(1, engine.Stop{})
	refused(t, quiet.do(engine.Host, engine.Resume{Shift: time.Second}), "no_game")
}

// TestMustHear: up to when Telegram is to be heard before each kind of Tick (I10).
func TestMustHear(t *testing.T) {
	none := time.Time{}
	is := func(tb *table, what string, want time.Time) {
		t.Helper()
		if got := tb.game.MustHear(); !got.Equal(want) {
			t.Errorf("%s: heard until %v, not %v", what, got, want)
		}
	}
	end := func(tb *table) time.Time { return tb.game.Clock.Ends().Time() }
	is(newTable(t), "no game", none)
	probe := undelivered(t, false)
	is(probe, "a gate", none)
	probe.must(engine.Host, engine.Said{Window: probe.game.Clock.Window})
	is(probe, "the deal", none)
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	is(tb, "a warning", none)
	tb.tick()
	is(tb, "the end of a speech", end(tb))
	if tb.game.Due().Sub(tb.game.MustHear()) != 2*time.Second {
		t.Error("the grace is heard, too")
	}
	chat := speaking(t, preset(t, engine.Czernowitz, engine.ChatTempo), 1)
	is(chat, "a nudge", none)
	chat.tick()
	is(chat, "the thanks to a silent speaker", chat.game.Due())
	is(balloting(t), "a vote", end(balloting(t)))
	night := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	is(night, "the briefing", end(night))
	stop := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	stop.tick()
	_ = stop.do(4, engine.Stop{})
	called := stop.now
	_ = stop.do(4, engine.Pass{})
	stop.tick()
	is(stop, "a vote to stop", called.Add(time.Minute))
	if due := stop.game.Due().Sub(called); due != 62*time.Second {
		t.Errorf("it is due after %v", due)
	}
}

// TestTickIsHeardFor: a late Tick does one thing for which Telegram is to be heard,
// so that the carrier can ask again (I10).
func TestTickIsHeardFor(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	tb.now = tb.now.Add(time.Hour)
	_ = tb.do(engine.Host, engine.Tick{})
	if _, warned := madeOne[engine.Warned](tb); !warned {
		t.Errorf("made %v", tb.made)
	}
	if _, thanked := madeOne[engine.Thanked](tb); thanked {
		t.Error("a speech is closed by a Tick that was given for a warning")
	}
	_ = tb.do(engine.Host, engine.Tick{})
	if _, thanked := madeOne[engine.Thanked](tb); !thanked {
		t.Error("the second Tick does not close it")
	}
}
