package bot

import (
	"errors"
	"strings"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// What comes after a game, when its people are free to sit elsewhere and its table may
// have a new game already.

// disperse lets everybody rise from a game that has ended, and frees its table when
// nobody speaks there of it any more.
func (t *turn) disperse(h *held) error {
	if h.game.TableFree() {
		return t.tx.Free(h.id)
	}
	for i, person := range h.people {
		if id, _, sits := t.tx.Sits(person.Account); i > 0 && sits && id == h.id {
			if err := t.tx.Rise(person.Account); err != nil {
				return err
			}
		}
	}
	return nil
}

// giveUp lets a game that has ended leave its table to a new one (E50).
func (t *turn) giveUp(h *held) error {
	if err := t.must(t.step(h, engine.Host, engine.NextTable{}, "")); err != nil {
		return err
	}
	return t.tx.Free(h.id)
}

// talkedOf returns the game that the table of a message still speaks of, nil if there
// is none.
func (t *turn) talkedOf(m *message) *held {
	return t.ended(func(h *held) bool {
		return h.table == storage.Table{Chat: m.Chat.ID, Thread: m.thread()} && h.game.Talks()
	})
}

// ended returns the latest game that has ended, goes on and is such a one.
func (t *turn) ended(such func(*held) bool) *held {
	var last storage.GameID
	for id, h := range t.b.games {
		if own := t.games[id]; own != nil {
			h = own
		}
		if id > last && h.game.Ended() && !h.game.Finished() && such(h) {
			last = id
		}
	}
	return t.held(last)
}

// best takes «/best 4 7»: in a final the word of the judges, else that of a player.
func (t *turn) best(h *held, m *message, args string) error {
	var seats engine.Seats
	for _, word := range strings.FieldsFunc(args, func(r rune) bool { return strings.ContainsRune(" ,;", r) }) {
		s, ok := messages.SeatIn(word, h.nicks(), h.seats())
		if !ok {
			return t.tell(m, h, t.b.book.Note("best_seats"))
		}
		seats = seats.With(s)
	}
	if !h.game.Rules.Final {
		return t.typedAt(h, m, []engine.Command{engine.NameBest{Seat: seats.First()}})
	}
	return t.inquire(h, m.From.ID, errand{Kind: decides, User: *m.From, Seats: uint16(seats)})
}

// decided lets the engine take the word of the judges.
func (t *turn) decided(h *held, e errand, owner bool) error {
	p := h.player(e.User.ID)
	if p == 0 {
		p = stranger
	}
	c := engine.DecideBest{Seats: engine.Seats(e.Seats), Owner: owner}
	err := t.step(h, p, c, "")
	var r engine.Refusal
	switch {
	case err == nil:
		return nil // the table hears of it
	case !errors.As(err, &r):
		return err
	case t.tx.Open(e.User.ID):
		return t.answer(h, e.User.ID, t.b.book.Refused(h.game.View(p), c, r, h.name))
	}
	return t.announce(h, t.b.book.Refused(h.game.View(p), c, r, h.name))
}
