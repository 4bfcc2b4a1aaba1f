package engine_test

import (
	"testing"
	"time"

	"mafiabot/engine"
)

// takesBack lets the judge take a seat's last foul back.
func (t *table) takesBack(s engine.Seat) []string {
	_ = t.do(engine.Host, engine.Unfoul{Seat: s})
	return lines(t.made, t.said)
}

// TestUnfoul: the last foul is taken back, with the silence that came from it where
// the turn is still to come; one line tells the table (E42, B40).
func TestUnfoul(t *testing.T) {
	const c = engine.Czernowitz
	tb := wording(t, c, c, nil)
	refused(t, tb.do(engine.Host, engine.Unfoul{Seat: 7}), "no_fouls")
	mark := tb.mark + 1
	tb.utters(7, heard(act(engine.HonestWord)))
	led(t, "an automatic foul", tb.takesBack(7), "table: unfouled seat=7", "/ word")
	if tb.game.Fouls[7] != 0 || len(tb.said) != 1 {
		t.Errorf("%d fouls, %d effects", tb.game.Fouls[7], len(tb.said))
	}
	tb.now = tb.now.Add(9 * time.Second)
	led(t, "an edit of its message", tb.utters(7, heard(act(engine.HonestWord)), editing(mark)), "why=out_of_turn count=1", "/ honest")

	tb = wording(t, c, c, map[engine.Seat]uint8{7: 2, 3: 2})
	_ = tb.do(engine.Host, engine.Foul{Seat: 7})
	led(t, "a turn to come", tb.takesBack(7), "table: unfouled seat=7 count=2 word")
	_ = tb.do(engine.Host, engine.Foul{Seat: 3})
	led(t, "the next circle", tb.takesBack(3), "table: unfouled seat=3 count=2 word")
	tb.until("seat 7", func(g *engine.Game) bool { return g.Floor() == 7 })
	if sp := tb.game.Stage.(engine.Speech); sp.Slot || tb.game.Silent[3] != 0 {
		t.Errorf("he has %+v, seat 3 is silent on day %d", sp, tb.game.Silent[3])
	}

	tb = wording(t, c, c, map[engine.Seat]uint8{5: 2})
	tb.utters(5, heard(act(engine.HonestWord)))
	led(t, "a speech that was stopped", tb.takesBack(5), "unfouled seat=5 count=2 word", "/ speech_called")
	if tb.game.Floor() != 6 {
		t.Errorf("the floor is of %d", tb.game.Floor())
	}
	led(t, "once more", tb.takesBack(5), "unfouled seat=5 count=1", "/ word")

	tb = wording(t, c, c, nil)
	tb.utters(5, heard(nominate(3)))
	tb.must(5, engine.Touch{})
	tb.utters(7, heard())
	tb.apply(engine.NotNominated{By: 5, Seat: 4, Why: engine.OnlyOne})
	led(t, "what was to be told", tb.takesBack(7), "table: not_nominated by=5 seat=4", "table: unfouled seat=7")
}

// TestUnfoulUntold: a foul of which the table has not heard is taken back in
// silence, and never told (C17, E49).
func TestUnfoulUntold(t *testing.T) {
	tb := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	tb.until("the night", at[engine.Shoot])
	tb.fouled(map[engine.Seat]uint8{8: 2})
	tb.utters(8, heard(act(engine.Oath)))
	seen := tb.game.View(engine.Host)
	led(t, "at night", tb.takesBack(8), "log: unfouled seat=8 count=2 word untold", "/ table:")
	if len(tb.said) != 0 || tb.game.View(engine.Host) != seen {
		t.Errorf("it is seen: %v", tb.said)
	}
	_ = tb.do(engine.Host, engine.Foul{Seat: 7})
	_ = tb.do(engine.Host, engine.Foul{Seat: 7})
	if seen != tb.game.View(engine.Host) {
		t.Error("two untold fouls are seen")
	}
	tb.takesBack(7)
	if seen != tb.game.View(engine.Host) {
		t.Error("one untold foul is seen")
	}
	tb.until("the morning", func(g *engine.Game) bool { return g.Day == 2 })
	led(t, "the morning", lines(tb.made, tb.said), "table: tallied fouls=7:1,8:2 night=7:judge")

	vote := balloting(t)
	vote.utters(6, heard(act(engine.Oath)))
	led(t, "in a window", vote.takesBack(6), "log: unfouled seat=6 untold", "/ table:")
	vote.tick()
	led(t, "the close of the window", lines(vote.made, vote.said), "/ fouled")
}
