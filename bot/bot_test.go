package bot_test

import (
	"testing"
	"time"
)

// With nobody doing anything a game still ends, in bounded time (I8).
func TestASilentTableEnds(t *testing.T) {
	for _, args := range []string{"czernowitz table", "federation table", "czernowitz chat", "federation blitz"} {
		t.Run(args, func(t *testing.T) {
			h := newHall(t)
			h.seated(args)
			for range 100 {
				if g := h.game(); g.Finished() {
					break
				}
				h.pass(5 * time.Minute)
			}
			g := h.game()
			if !g.Finished() {
				t.Fatalf("the game stands at %T, day %d", g.Stage, g.Day)
			}
			t.Log("\n" + h.journal())
		})
	}
}
