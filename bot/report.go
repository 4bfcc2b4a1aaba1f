package bot

import "mafiabot/engine"

// What stands in the log: nothing that tells a role, a text, or who has acted. A
// message to one person is therefore never mentioned.

// report writes down a request of a table that came to nothing.
func (b *Bot) report(l landing) {
	if l.fate == done || l.row.To != 0 || l.lane.chat > 0 {
		return
	}
	b.log.Warn("a request came to nothing", "method", l.method, "game", l.row.Game, "error", l.err, "attempts", l.row.Attempts+1)
}

// note writes down what a table knows.
func (t *turn) note(h *held, e engine.Event) {
	switch e := e.(type) {
	case engine.CardsOut:
		t.b.log.Info("the cards are dealt", "game", h.id, "seats", h.game.Drawn.Len())
	case engine.Ended:
		t.b.log.Info("a game is over", "game", h.id, "day", h.game.Day)
	case engine.LobbyClosed:
		t.b.log.Info("a table is closed", "game", h.id, "why", string(e.Why))
	case engine.HoldCalled:
		t.b.log.Info("a deal waits for private chats", "game", h.id, "seats", e.Missing.Len())
	}
}
