package bot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// SetHoldBack changes how long an update waits for one with a lower id.
func (b *Bot) SetHoldBack(d time.Duration) { b.holdBack = d }

// SetRate changes how many messages a second the bot counts with when it deals.
func (b *Bot) SetRate(rate float64) { b.rate = rate }

// Breach says what of the bot's memory is not what its database remembers, "" if
// all is: the outbox with its lanes and gates. Whole compares the games, too,
// which takes folding their logs.
func (b *Bot) Breach(whole bool) (breach string) {
	err := b.o.DB.View(func(tx *storage.Tx) error {
		breach = b.breachOfOutbox(tx)
		breach = cmp.Or(breach, b.breachOfClubs(tx))
		if whole {
			breach = cmp.Or(breach, b.breachOfGames(tx))
		}
		return nil
	})
	if err != nil {
		return err.Error()
	}
	return breach
}

func (b *Bot) breachOfOutbox(tx *storage.Tx) string {
	stored := map[lane][]storage.Row{}
	sent := map[uint64]bool{}
	left := map[storage.GameID]int{}
	for r := range tx.Rows() {
		if h := b.games[r.Game]; h != nil && r.SentAt == 0 && r.Gate == h.game.Clock.Window {
			left[r.Game]++
		}
		if l := laneOf(r, address(tx, r)); r.SentAt == 0 {
			stored[l] = append(stored[l], r)
		} else {
			sent[r.Seq] = true
		}
	}
	for l, rows := range b.outbox.rows {
		if len(rows) != 0 && !slices.Contains(b.outbox.lanes, l) {
			return fmt.Sprintf("nobody looks after the %d rows of %v", len(rows), l)
		}
		if !slices.EqualFunc(rows, stored[l], func(a, b storage.Row) bool { return reflect.DeepEqual(a, b) }) {
			return fmt.Sprintf("the outbox of %v holds\n%+v\nstored are\n%+v", l, rows, stored[l])
		}
		delete(stored, l)
	}
	if len(stored) > 0 {
		return fmt.Sprintf("the outbox lacks %v", stored)
	}
	for id, h := range b.games {
		if c := h.game.Clock; c.Posted != 0 && c.Opened == 0 && (h.gate.window != c.Window || h.gate.left != left[id]) {
			return fmt.Sprintf("window %d of game %d waits for %+v, %d rows are to come", c.Window, id, h.gate, left[id])
		}
	}
	for _, s := range b.outbox.sent {
		delete(sent, s.seq)
	}
	if len(sent) > 0 {
		return fmt.Sprintf("rows that are out and nobody will drop: %v", slices.Sorted(maps.Keys(sent)))
	}
	return ""
}

func (b *Bot) breachOfGames(tx *storage.Tx) string {
	for _, g := range tx.Games() {
		h := b.games[g.ID]
		if h == nil {
			return fmt.Sprintf("game %d is unfinished and not held", g.ID)
		}
		stored, err := load(tx, g)
		if err != nil {
			return err.Error()
		}
		switch {
		case stored.game != h.game:
			return fmt.Sprintf("game %d is held in %T, its log folds to %T", g.ID, h.game.Stage, stored.game.Stage)
		case stored.tail != h.tail || stored.table != h.table || !slices.Equal(stored.people, h.people):
			return fmt.Sprintf("game %d is held as %+v, stored is %+v", g.ID, *h, *stored)
		case g.Due != dueOf(h.game):
			return fmt.Sprintf("game %d is due at %d, stored is %d", g.ID, dueOf(h.game), g.Due)
		}
	}
	return ""
}

func (b *Bot) breachOfClubs(tx *storage.Tx) string {
	for chat, c := range b.clubs {
		raw, _ := json.Marshal(c.words)
		if string(raw) == "{}" {
			raw = nil
		}
		if stored := tx.Words(chat); string(raw) != string(stored) || (raw == nil) != (c.lexicon == nil) {
			return fmt.Sprintf("chat %d hears %s, stored is %s", chat, raw, stored)
		}
	}
	return ""
}

func dueOf(g engine.Game) int64 {
	if at := g.Due(); !at.IsZero() {
		return at.UnixMilli()
	}
	return 0
}

// Sizes counts what the bot remembers.
func (b *Bot) Sizes() map[string]int {
	o := b.outbox
	n := map[string]int{
		"games": len(b.games), "lanes": len(o.lanes), "rows": len(o.rows), "flying": len(o.flying),
		"sent": len(o.sent), "sends": len(o.sends), "overall": len(o.overall), "quiet": len(o.quiet), "doubts": len(o.doubts), "acks": len(b.acks), "toasts": len(b.toasts),
	}
	for _, h := range b.games {
		n["people"] += len(h.people)
	}
	return n
}

// HearNoKnocking lets presses be no more than presses, however many come at once.
func (b *Bot) HearNoKnocking() { b.knocks = 1 << 30 }

// Offset is the next update that Telegram is asked for.
func (b *Bot) Offset() int64 { return b.ids.next }

// Span returns the bytes that an entity marks.
func Span(text string, offset, length int) (at, end int, ok bool) {
	return entity{Offset: offset, Length: length}.span(text)
}

// ButtonData writes a button's data.
var ButtonData = buttonData

// Reach is the last instant at which Telegram has answered.
func (b *Bot) Reach() time.Time { return time.UnixMilli(b.reach) }

// Missed is how many updates below the offset have not come.
func (b *Bot) Missed() (n int64) {
	for _, m := range b.ids.missed {
		n += m.To - m.From
	}
	return n
}
