package bot

import (
	"mafiabot/engine"
	"mafiabot/storage"
)

// A card of the night that does not reach its reader, by a fault of the bot's or of the
// network's, lets a miss of that night count in no series (E45). Only the cards count that
// every living seat gets: what is edited into those of the actors would tell who they are.

// lost tells the game that a card of the night never comes. One that a closed chat
// refuses is its owner's own doing (E36).
func (t *turn) lost(h *held, a ack, doubtful bool) error {
	if !nightCard(a.row) || a.fate == unreachable || a.fate == done && !doubtful {
		return nil
	}
	return t.must(t.step(h, engine.Host, engine.Undelivered{Player: engine.Player(a.row.To)}, ""))
}

// uncome tells the game whose cards have not come by the end of the shooting. Until then
// a card may be late without harm: whoever keeps his own chat busy holds nothing up.
func (t *turn) uncome(h *held) error {
	c := h.game.Clock
	if _, shooting := h.game.Stage.(engine.Shoot); !shooting || c.Opened == 0 || t.now.Before(c.Ends().Time()) {
		return nil
	}
	for _, r := range t.b.outbox.unsent(func(r storage.Row) bool { return r.Game == h.id && nightCard(r) }, t.drops) {
		if err := t.must(t.step(h, engine.Host, engine.Undelivered{Player: engine.Player(r.To)}, "")); err != nil {
			return err
		}
	}
	return nil
}

// nightCard reports whether a row is, in a running game, a card of the night: the only
// private message there that a window waits for.
func nightCard(r storage.Row) bool {
	return r.To != 0 && r.Gate != 0 && r.Method == "sendMessage"
}
