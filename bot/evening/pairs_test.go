package evening_test

import (
	"fmt"
	"strings"
	"testing"

	"mafiabot/bot/evening"
	"mafiabot/engine"
)

// TestEveningsOfPairs: twenty people play to the end at each pace, the same seed the
// same evening; both of a seat speak in their halves, and the two confer (T102, T104).
func TestEveningsOfPairs(t *testing.T) {
	for i, pace := range engine.Paces() {
		t.Run(pace, func(t *testing.T) {
			t.Parallel()
			o := evening.Options{Rules: engine.Tournament, Pace: pace, Seed: uint64(i + 1), Pairs: true}
			once, again := play(t, o), play(t, o)
			if where := differ(once.transcript, again.transcript); where != "" {
				t.Errorf("the same evening differs: %s", where)
			}
			seen := map[string]int{}
			for _, e := range once.log {
				seen[e.Kind()]++
			}
			if seen["paired"] < 10 || seen["lot_drawn"] < 20 || seen["conferred"] == 0 || once.game.Day > 1 && seen["half_called"] == 0 {
				t.Errorf("the evening has shown too little: %v", seen)
			}
			for s := range once.game.Drawn.All() {
				if once.game.Chairs[s].Second == 0 {
					t.Errorf("seat %d has no consigliere", s)
				}
			}
			if !strings.Contains(once.transcript, "Консильери, ") {
				t.Error("no consigliere was called")
			}
		})
	}
}

// TestSmallEveningsOfPairs: pairs play rehearsals too (E1).
func TestSmallEveningsOfPairs(t *testing.T) {
	for _, seats := range []int{5, 12} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			o := play(t, evening.Options{Rules: engine.Tournament, Seats: seats, Seed: 3, Pairs: true})
			if !o.game.Rehearsal() || o.game.Drawn.Len() != seats {
				t.Errorf("%d seats, a rehearsal %v", o.game.Drawn.Len(), o.game.Rehearsal())
			}
		})
	}
}
