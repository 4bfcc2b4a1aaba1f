package bot

import (
	"time"

	"mafiabot/engine"
)

// The bot is put out of a group, or may not write there (E47): its games stand still as in an outage, what was to be
// said there waits, and all goes on when it is let in again. It hears of that by an update
// or, if something was just on its way, by the refusal of it.

// memberOf takes that the bot has been put out of the group of a game, or let in, or that
// its rights there have changed.
func (t *turn) memberOf(h *held, s standing) error {
	switch {
	case s.outside(), s.silenced(): // where it may not write it hosts nothing
		return t.putOut(h)
	case !s.inside():
		return nil // Telegram does not say what it is
	}
	if barred := !h.game.BarredUntil().IsZero(); barred {
		t.hushes[h.table.Chat] = time.Time{}
	}
	if err := t.letIn(h); err != nil {
		return err
	}
	return t.askRights(h)
}

// putOut suspends a game; nothing goes into its group as long as it waits.
func (t *turn) putOut(h *held) error {
	if err := t.must(t.step(h, engine.Host, engine.PutOut{}, "")); err != nil {
		return err
	}
	if until := h.game.BarredUntil(); !until.IsZero() {
		t.b.log.Info("the bot is out of the group", "game", h.id, "chat", h.table.Chat)
		t.hushes[h.table.Chat] = until
	}
	return nil
}

// shutOut takes that something for a group was refused because the bot is not in it. It
// reports whether it waits for the bot to be let in.
func (t *turn) shutOut(a ack) (bool, error) {
	r := a.row
	h := t.held(r.Game)
	if h == nil || h.game.Finished() || kindOfLane(r.Method) == questions {
		return false, nil
	}
	if a.fate == muzzled {
		if err := t.voiceless(h); err != nil {
			return false, err
		}
	}
	out := t.putOut
	if a.fate == topicShut {
		out = t.topicClosed
	}
	if err := out(h); err != nil || h.game.BarredUntil().IsZero() {
		return false, err
	}
	return true, t.rewrite(r)
}
