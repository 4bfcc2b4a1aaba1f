package bot

import (
	"maps"
	"slices"
	"strings"

	"mafiabot/engine"
	"mafiabot/storage"
)

// «/protest» with the words behind it (K24, K25): about the game that is played, else
// about the last one that is over, which lives as long as a protest is possible.

// answersProtest are the answers to a protest as they are typed.
var answersProtest = map[string]bool{"да": true, "за": true, "yes": true, "нет": false, "против": false, "no": false}

// seating tells the games that were played at a table before that the next one draws
// its seats (K25).
func (t *turn) seating(next *held) error {
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		h := t.held(id)
		if id == next.id || h.table != next.table || !h.game.Protestable() {
			continue
		}
		if err := t.must(t.step(h, engine.Host, engine.NextSeating{}, "")); err != nil {
			return err
		}
	}
	return nil
}

// protest takes the command; h is the game at the table, or the one in which its author
// sits.
func (t *turn) protest(m *message, h *held, args string) error {
	if h == nil || !h.game.Running() {
		if ended := t.endedFor(m); ended != nil {
			h = ended
		}
	}
	if h == nil {
		return t.reply(m, t.b.book.Note("protest_nothing"))
	}
	if yes, vote := answersProtest[strings.ToLower(args)]; vote && h.game.View(engine.Host).Protest != 0 {
		if m.Chat.group() { // who voted how is told to nobody (K26a)
			if err := t.strike(h, m.ID); err != nil {
				return err
			}
		}
		return t.typedAt(h, m, []engine.Command{engine.VoteProtest{Yes: yes}})
	}
	return t.typedAt(h, m, []engine.Command{engine.Lodge{Text: args}})
}

// endedFor returns the last game with a result that was played at the table of a
// message, in a private chat the last one in which its author had a part.
func (t *turn) endedFor(m *message) *held {
	var last storage.GameID
	for id, h := range t.b.games {
		if own := t.games[id]; own != nil {
			h = own
		}
		at := h.table == storage.Table{Chat: m.Chat.ID, Thread: m.thread()}
		if m.Chat.private() {
			at = h.player(m.From.ID) != 0
		}
		if id > last && at && h.game.Ended() {
			last = id
		}
	}
	return t.held(last)
}
