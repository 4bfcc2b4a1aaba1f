package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// ownBorder reads in the log where the last floor of a seat ended today: whether it
// has, and the date of the border, 0 if nobody has reported it yet.
func (t *table) ownBorder(s engine.Seat) (date int64, ended bool) {
	waits := false
	for _, e := range t.log {
		switch e := e.(type) {
		case engine.Dawned:
			date, ended, waits = 0, false, false
		case engine.Thanked:
			if e.Seat == s {
				date, ended, waits = 0, true, true
			}
		case engine.Opened:
			if waits {
				date, waits = e.Date, false
			}
		}
	}
	return date, ended
}

// lastFloor is the seat that was thanked last.
func (t *table) lastFloor() (last engine.Seat) {
	for _, e := range t.log {
		if e, ok := e.(engine.Thanked); ok {
			last = e.Seat
		}
	}
	return last
}

// punishes reports whether a seat would be punished if it said this now, in a game
// that a breach has changed before.
func (t *table) punishes(s engine.Seat, h engine.Heard, breach func(*table)) bool {
	probe := *t
	probe.log = slices.Clone(t.log)
	breach(&probe)
	probe.utters(s, h)
	_, fouled := madeOne[engine.Fouled](&probe)
	_, removed := madeOne[engine.Removed](&probe)
	return fouled || removed
}

// graces plays circles of speeches that end after a few seconds, and lets everybody
// who has not the floor say everything at every moment. It counts where the table
// did not judge by the seat's own border, and how often a text was forgiven though
// others had held the floor since.
func graces(t *testing.T, breach func(*table)) (wrong, behind int) {
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		name := engine.Presets()[seed%2]
		tb := speaking(t, preset(t, name, engine.TableTempo), 1)
		tb.fouled(map[engine.Seat]uint8{engine.Seat(1 + rnd.IntN(10)): 3, engine.Seat(1 + rnd.IntN(10)): 2})
		for at[engine.Speech](&tb.game) {
			for s := range tb.game.Living.Without(tb.game.Floor()).All() {
				for _, h := range []engine.Heard{heard(), heard(act(engine.Obscene))} {
					grace := tb.game.Rules.OverrunGrace
					if tb.game.Fouls[s] >= 3 || tb.game.Rules.Charge(h, false).Cost == engine.CostsRemoval {
						grace = tb.game.Rules.HeavyGrace
					}
					date, ended := tb.ownBorder(s)
					forgiven := ended && (date == 0 || tb.now.Unix() <= date+int64(grace))
					if forgiven && s != tb.lastFloor() {
						behind++
					}
					if tb.punishes(s, h, breach) == forgiven {
						wrong++
					}
				}
			}
			tb.now = tb.now.Add(time.Duration(rnd.IntN(4)) * time.Second)
			switch f := tb.game.Floor(); rnd.IntN(4) {
			case 0:
				tb.utters(f, heard(act(engine.HonestWord)))
			case 1, 2:
				_ = tb.do(engine.Player(f), engine.Pass{})
			}
		}
	}
	return wrong, behind
}

// TestGraceIsOnesOwn: whoever has held the floor since, a text is judged by the
// border that ended its own seat's floor, in both graces (G2).
func TestGraceIsOnesOwn(t *testing.T) {
	wrong, behind := graces(t, func(*table) {})
	if wrong > 0 || behind < 500 {
		t.Errorf("%d texts judged by another border; only %d forgiven behind another's floor", wrong, behind)
	}
	for what, breach := range map[string]func(*table){
		"the last floor alone": func(tb *table) {
			end := tb.game.Ends[tb.lastFloor()]
			tb.game.Ends = [engine.MaxSeats + 1]engine.FloorEnd{}
			tb.game.Ends[tb.lastFloor()] = end
		},
		"one border for all": func(tb *table) {
			for s, end := range tb.game.Ends {
				if end.Over {
					tb.game.Ends[s] = tb.game.Ends[tb.lastFloor()]
				}
			}
		},
		"a grace for everybody": func(tb *table) {
			for s := range tb.game.Living.All() {
				tb.game.Ends[s] = tb.game.Ends[tb.lastFloor()]
			}
		},
	} {
		if wrong, _ := graces(t, breach); wrong == 0 {
			t.Errorf("the breach is not seen: %s", what)
		}
	}
}

// TestGraceOfAnEarlierDay: the morning takes the graces of yesterday away (G2).
func TestGraceOfAnEarlierDay(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 10)
	_ = tb.do(10, engine.Pass{})
	if tb.game.Ends[9].Date == 0 || tb.game.Ends[10].Date == 0 {
		t.Fatalf("the ends of the day: %+v", tb.game.Ends)
	}
	tb.until("the morning", func(g *engine.Game) bool { return g.Day == 2 })
	if tb.game.Ends != [engine.MaxSeats + 1]engine.FloorEnd{} {
		t.Errorf("in the morning: %+v", tb.game.Ends)
	}
}
