package bot

import (
	"mafiabot/engine"
	"mafiabot/storage"
)

// Buttons of what is over go from the group by and by (C10, T13).

// clear takes the buttons off one message of the group, or off all but one (C10). It
// does so when the group is quiet: whoever presses one that is over is answered, so
// nothing depends on it, and the edits of a whole ballot at once would leave no room
// for the night's own phrases.
func (t *turn) clear(h *held, c engine.Clear) error {
	if c.Slot != 0 {
		key := storage.SlotKey{Game: h.id, Slot: uint32(c.Slot)}
		s, _ := t.tx.Slot(key)
		if err := t.takeOff(h, key, s); err != nil || !h.game.Running() {
			return err
		}
		return t.clearTold(h)
	}
	var keyed []storage.SlotKey
	for s, state := range t.tx.Slots(h.id, 0) {
		switch {
		case !state.Keys:
		case h.game.Talks() && engine.Slot(s) == engine.WindowSlot(h.game.Clock.Window): // it stands under the result, for what comes after it
		case c.Keep != 0 && engine.Slot(s) == c.Keep:
		default:
			keyed = append(keyed, storage.SlotKey{Game: h.id, Slot: s})
		}
	}
	for _, key := range keyed {
		s, _ := t.tx.Slot(key)
		if err := t.takeOff(h, key, s); err != nil {
			return err
		}
	}
	r := &h.game.Rules
	night := r.NightFall + r.Shoot + 2*r.Check
	switch {
	case night < 30:
		return t.hasten(h, infoClass, all)
	case night < 90:
		if err := t.hasten(h, fadingClass, all); err != nil {
			return err
		}
	}
	if len(keyed) == 1 {
		return t.hasten(h, infoClass, func(r storage.Row) bool { return r.Slot == keyed[0].Slot })
	}
	return nil
}

func all(storage.Row) bool { return true }

// hasten lets buttons go sooner: a single message makes no crowd, and a short night has
// little quiet.
func (t *turn) hasten(h *held, class uint8, which func(storage.Row) bool) error {
	return t.retime(h, which, func(r *storage.Row) { r.Class, r.Due = class, min(r.Due, t.now.UnixMilli()) })
}

// putOff lets the buttons of speeches stand while a ballot is called.
func (t *turn) putOff(h *held) error {
	later := t.now.Add(groupWindow).UnixMilli()
	return t.retime(h, all, func(r *storage.Row) { r.Due = max(r.Due, later) })
}

// retime changes the cosmetic rows of a game that have not gone out.
func (t *turn) retime(h *held, which func(storage.Row) bool, change func(*storage.Row)) error {
	own := func(r storage.Row) bool { return r.Game == h.id && waits(r.Class) && which(r) }
	for i := range t.posts {
		if r := &t.posts[i]; own(*r) {
			change(r)
			if err := t.tx.Put(*r); err != nil {
				return err
			}
		}
	}
	for _, r := range t.b.outbox.waiting(own, t.drops) {
		change(&r)
		if err := t.rewrite(r); err != nil {
			return err
		}
	}
	return nil
}

// clearTold takes the buttons off what was told in a speech that is over: the hand
// that a nomination lacked (C55) can touch the table no more.
func (t *turn) clearTold(h *held) error {
	for s, state := range t.tx.Slots(h.id, 0) {
		if engine.Slot(s) >= toldSlot {
			if err := t.takeOff(h, storage.SlotKey{Game: h.id, Slot: s}, state); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeOff takes the buttons off a message that has some.
func (t *turn) takeOff(h *held, key storage.SlotKey, s storage.SlotState) error {
	if !s.Keys {
		return nil
	}
	s.Keys = false
	if err := t.tx.SetSlot(key, s); err != nil {
		return err
	}
	due := t.now.Add(slack(cosmetic))
	switch h.game.Stage.(type) {
	case engine.Announce, engine.Lead, engine.Voting:
		due = t.now.Add(groupWindow) // nothing is busier than a ballot
	}
	return t.enqueue(h, storage.Row{Game: h.id, Slot: key.Slot, Class: cosmetic, Cause: h.tail, Due: due.UnixMilli(), Method: "editMessageReplyMarkup",
		Params: map[string]string{"reply_markup": markup(nil)}})
}
