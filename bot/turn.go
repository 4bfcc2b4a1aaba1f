package bot

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// turn is one Turn under way: one transaction, copies of the games it touches,
// and what is to happen once it is committed.
type turn struct {
	b      *Bot
	tx     *storage.Tx
	now    time.Time
	games  map[storage.GameID]*held
	posts  []storage.Row
	drops  []uint64
	moved  []storage.Row    // rows rewritten in their places
	moves  []move           // chats that have become others
	over   []storage.GameID // finished games whose tables have a new one
	toasts []toast
	clubs  map[int64]club // by chat: what has been read, or changed

	hushes    map[int64]time.Time          // chats in which the bot is, or is not: until when it waits to be let in
	shuts     map[storage.GameID]time.Time // games whose topics have been closed, or opened
	resumed   map[storage.GameID]resumption
	outsiders []int64 // accounts whose presses have been answered in words
}

// resumption is what a table is told of an outage, and the ordinal of its record.
type resumption struct {
	fact  engine.Resumed
	cause uint64
}

// toast is the answer to a press.
type toast struct {
	id    string
	text  string
	alert bool
	url   string
}

// Turn takes what has arrived and lets the engine decide. An error means that
// nothing of it happened, as far as can be known: the bot must stop.
func (b *Bot) Turn() error {
	remember := b.reach != b.kept && b.playing()
	if len(b.batch) == 0 && len(b.offered) == 0 && !(b.drained && len(b.ids.missed) > 0) && len(b.acks) == 0 && !remember && b.outage == 0 && !b.due() {
		return nil
	}
	t := &turn{b: b, now: b.o.Clock.Now(), games: map[storage.GameID]*held{}, clubs: map[int64]club{}, resumed: map[storage.GameID]resumption{}, hushes: map[int64]time.Time{}, shuts: map[storage.GameID]time.Time{}}
	ids := b.ids
	err := b.o.DB.Update(func(tx *storage.Tx) error {
		t.tx = tx
		if err := t.hear(&ids); err != nil {
			return err
		}
		if b.reach != b.kept {
			if err := tx.SetReach(b.reach); err != nil {
				return err
			}
		}
		return t.number(ids)
	})
	if err != nil {
		return fmt.Errorf("turn: %w", err)
	}
	b.ids, b.batch, b.offered, b.acks, b.outage, b.kept, b.drained = ids, nil, nil, nil, 0, b.reach, false
	b.reached()
	for id, h := range t.games {
		b.games[id] = h
	}
	maps.Copy(b.clubs, t.clubs)
	t.mirror()
	t.remember()
	for _, id := range t.over {
		delete(b.games, id)
		delete(b.looks, id)
		maps.DeleteFunc(b.spates, func(who writer, _ spate) bool { return who.game == id })
	}
	b.toasts = append(b.toasts, t.toasts...)
	return nil
}

// number writes down which updates have been taken.
func (t *turn) number(ids sequence) error {
	if ids.next != t.b.ids.next {
		if err := t.tx.SetOffset(ids.next); err != nil {
			return err
		}
	}
	if slices.Equal(ids.missed, t.b.ids.missed) {
		return nil
	}
	return t.tx.SetMissed(encodeSpans(ids.missed))
}

// remember keeps which outsiders have been answered in words.
func (t *turn) remember() {
	for account, at := range t.b.told {
		if t.now.Sub(at) >= toastRest {
			delete(t.b.told, account)
		}
	}
	for _, account := range t.outsiders {
		t.b.told[account] = t.now
	}
}

// mirror brings the outbox in memory to what has been committed.
func (t *turn) mirror() {
	o := t.b.outbox
	for _, m := range t.moves {
		t.b.moved(m)
	}
	for _, seq := range t.drops {
		o.settled(seq, nil)
	}
	for _, r := range t.moved {
		o.settled(r.Seq, &r)
	}
	for _, r := range t.posts {
		o.push(laneOf(r, t.b.chatOf(r)), r)
	}
	for chat, until := range t.hushes {
		delete(o.quiet, chat)
		if !until.IsZero() {
			o.hush(chat, until)
		}
	}
	maps.Copy(o.shut, t.shuts)
	o.rest(t.now)
}

// chatOf returns the chat of a row, by what is in memory.
func (b *Bot) chatOf(r storage.Row) int64 {
	h := b.games[r.Game]
	switch {
	case r.Game == 0:
		return r.Chat
	case h == nil:
		return 0
	case r.To == 0:
		return h.table.Chat
	}
	return h.people[r.To].Account
}

// due reports whether a game's clock has something to do.
func (b *Bot) due() bool {
	at := b.nextDue()
	return !at.IsZero() && !at.After(b.o.Clock.Now()) && b.awake
}

// dueAt is when a game's clock is to be ticked, the zero time for not by itself:
// a window does not open without a border that is on its way, because its
// seconds are for those who have read it (I11).
func (b *Bot) dueAt(h *held, dropped []uint64) time.Time {
	c := h.game.Clock
	if c.Posted != 0 && c.Opened == 0 && b.outbox.gated(h, dropped, b.o.Clock.Now()) && h.game.BarredUntil().IsZero() {
		return time.Time{}
	}
	due := h.game.Due()
	if h.game.AwaitsDeal() && !b.room(h) {
		return time.Time{}
	}
	if h.game.AwaitsDeal() && !b.dealt.After(b.o.Clock.Now()) { // a clock that was put back keeps nobody waiting (I12)
		due = latest(due, b.dealt.Add(dealRest))
	}
	if !due.After(b.o.Clock.Now()) && !(b.hasHeard(h.game.MustHear()) && b.hasHeard(due.Add(-longestDeaf))) {
		return time.Time{} // it comes with the next answer
	}
	return due
}

// hear takes acknowledgements, an outage, updates and timers, in this order.
// Behind a full batch more may wait in Telegram: the timers wait for it (I10).
func (t *turn) hear(ids *sequence) error {
	for _, a := range t.b.acks {
		if err := t.acknowledge(a); err != nil {
			return err
		}
	}
	if err := t.resume(); err != nil {
		return err
	}
	for _, u := range decode(t.b.batch) {
		if ids.taken(u.ID) {
			continue
		}
		ids.polled(u.ID)
		if err := t.take(u); err != nil {
			return err
		}
	}
	if t.b.drained {
		ids.settle(ids.next)
	}
	for _, u := range decode(t.b.offered) {
		if ids.taken(u.ID) {
			continue
		}
		ids.brought(u.ID)
		if err := t.take(u); err != nil {
			return err
		}
	}
	if len(t.b.batch) < fullBatch && t.b.awake {
		for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
			if err := t.tick(id); err != nil {
				return err
			}
		}
	}
	return t.settle()
}

// resume tells every game that nobody was heard for a while: before the updates,
// for what they bring was written in it.
func (t *turn) resume() error {
	if t.b.outage == 0 {
		return nil
	}
	t.b.log.Info("nobody was heard", "for", t.b.outage)
	if err := t.shift(t.b.outage); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		h := t.held(id)
		if h.game.Finished() {
			continue
		}
		if err := t.must(t.step(h, engine.Host, engine.Resume{Shift: t.b.outage}, "")); err != nil {
			return err
		}
	}
	return nil
}

// shift moves what the rows wait for by an outage: what is worth something for a
// minute is worth it for a minute in which it can go out. A clock that was put
// back takes everything back that it had counted (I12).
func (t *turn) shift(by time.Duration) error {
	o := t.b.outbox
	for _, r := range o.waiting(func(r storage.Row) bool { return r.Until != 0 || by < 0 }, t.drops) {
		if r.Until != 0 {
			r.Until += by.Milliseconds()
		}
		if by < 0 {
			r.Due += by.Milliseconds()
		}
		if err := t.rewrite(r); err != nil {
			return err
		}
	}
	if by < 0 {
		o.back(by)
	}
	return nil
}

// settle writes the due instants of the touched games and packs the finished.
func (t *turn) settle() error {
	for _, id := range slices.Sorted(maps.Keys(t.games)) {
		h := t.games[id]
		stored, err := t.tx.Game(id)
		if err != nil {
			return err
		}
		if stored.Finished {
			continue
		}
		if h.game.Finished() {
			if err := t.tx.Finish(id); err != nil {
				return err
			}
			if last, _ := t.tx.LastGame(h.table); last != id {
				t.over = append(t.over, id) // another one has the table
			}
			continue
		}
		if h.game.Ended() {
			if err := t.disperse(h); err != nil {
				return err
			}
		} else if !h.game.Running() {
			if err := t.seats(h); err != nil {
				return err
			}
		}
		due := int64(0)
		if at := h.game.Due(); !at.IsZero() {
			due = at.UnixMilli()
		}
		if due != stored.Due {
			if err := t.tx.SetDue(id, due); err != nil {
				return err
			}
		}
	}
	return nil
}

// held returns the turn's own copy of a game, nil if there is none.
func (t *turn) held(id storage.GameID) *held {
	if h := t.games[id]; h != nil {
		return h
	}
	h := t.b.games[id]
	if h == nil {
		return nil
	}
	own := *h
	t.games[id] = &own
	return &own
}

// tick lets the clock of a game do what is due, the deal included.
func (t *turn) tick(id storage.GameID) error {
	h := t.b.games[id]
	if own := t.games[id]; own != nil {
		h = own
	}
	if err := t.crowd(h); err != nil {
		return err
	}
	if at := t.b.dueAt(h, t.drops); at.IsZero() || at.After(t.now) {
		return nil
	}
	own := t.held(id)
	if err := t.uncome(own); err != nil {
		return err
	}
	if !own.game.AwaitsDeal() {
		return t.must(t.step(own, engine.Host, engine.Tick{}, ""))
	}
	seed, err := t.b.seed()
	if err != nil {
		return err
	}
	t.b.dealt = t.now
	return t.must(t.step(own, engine.Host, engine.Deal{Seed: seed}, ""))
}

// must turns a refusal of a host's command into nothing: the window it was for
// is over.
func (t *turn) must(err error) error {
	var r engine.Refusal
	if errors.As(err, &r) {
		return nil
	}
	return err
}

// step lets the engine decide one command: its events go into the log and into
// the turn's copy of the game, its effects into the outbox. A refusal comes back
// as the error, after what it brought along has been kept.
func (t *turn) step(h *held, by engine.Player, c engine.Command, text string) error {
	ready, refusal := h.game.Step(by, c, t.now)
	for _, e := range ready.Events {
		record, err := engine.Encode(e, t.now)
		if err != nil {
			return err
		}
		if h.tail, err = t.tx.Append(h.id, record); err != nil {
			return err
		}
		h.game.Apply(e)
		t.note(h, e)
		switch e := e.(type) {
		case engine.Resumed:
			t.resumed[h.id] = resumption{e, h.tail}
		case engine.BallotCalled:
			if err := t.putOff(h); err != nil {
				return err
			}
		case engine.DrawCalled:
			if err := t.seating(h); err != nil {
				return err
			}
			if err := t.askRights(h); err != nil {
				return err
			}
		case engine.SpeechCalled:
			if err := t.looksFor(h, e.Seat); err != nil {
				return err
			}
		case engine.TieSpeechCalled:
			if err := t.looksFor(h, e.Seat); err != nil {
				return err
			}
		case engine.Reopened, engine.DealVoided:
			if err := t.recall(h); err != nil {
				return err
			}
		}
	}
	if err := t.perform(h, ready.Effects, text); err != nil {
		return err
	}
	if err := t.beckon(h, ready.Events); err != nil {
		return err
	}
	return refusal
}
