package bot_test

import (
	"testing"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// until lets time go by until the game is where the test wants it.
func (h *hall) until(what string, there func(engine.Game) bool) engine.Game {
	h.t.Helper()
	for range 20000 {
		g := h.game()
		if there(g) {
			return g
		}
		h.speaks(g)
		h.round()
	}
	h.t.Fatalf("the game never comes to: %s; it stands at %T", what, h.game().Stage)
	return engine.Game{}
}

// voting brings a table to the open window of the first of two candidates.
func (h *hall) voting() engine.Game {
	h.t.Helper()
	h.seated("czernowitz table")
	for n := engine.Seat(1); n <= 10; n++ {
		g := h.until("a speech", func(g engine.Game) bool {
			s, ok := g.Stage.(engine.Speech)
			return ok && s.Seat == n && g.Clock.Opened != 0
		})
		u := h.people[h.seatOf(g, n)]
		if n <= 2 {
			press(u, h.group, engine.Nominate{Seat: n + 4})
		}
		u.Say(h.group, "Спасибо")
	}
	return h.until("the vote", func(g engine.Game) bool {
		_, ok := g.Stage.(engine.Voting)
		return ok && g.Clock.Opened != 0
	})
}

// count returns how often a kind of event stands in the log.
func (h *hall) count(kind string) int {
	h.t.Helper()
	n := 0
	err := h.db.View(func(tx *storage.Tx) error {
		for _, id := range h.bot.GameIDs() {
			for _, record := range tx.Log(id) {
				e, _, err := engine.Decode(record)
				if err != nil {
					return err
				}
				if e.Kind() == kind {
					n++
				}
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

// The last vote and the close fall into one turn, in either order: the window
// closes once, and the vote counts if it came by the deadline (B08, I10).
func TestVoteAndCloseInOneTurn(t *testing.T) {
	for name, c := range map[string]struct {
		late  time.Duration
		votes int
	}{
		"the vote first":  {0, 1},
		"the close first": {time.Millisecond, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t)
			g := h.voting()
			due := g.Due()
			u := h.people[h.seatOf(g, 9)]
			window := g.Clock.Window
			h.tg.At(due.Add(c.late), func() { press(u, h.group, engine.Vote{Seat: 5}) })
			after := h.until("the next lead", func(g engine.Game) bool { return g.Clock.Window > window })
			h.settle()
			if n := h.count("candidate_closed"); n != 1 {
				t.Errorf("the window closed %d times", n)
			}
			if n := h.count("voted"); n != c.votes {
				t.Errorf("%d votes stand, not %d", n, c.votes)
			}
			if _, ok := after.Stage.(engine.Lead); !ok {
				t.Errorf("the table went on to %T", after.Stage)
			}
		})
	}
}
