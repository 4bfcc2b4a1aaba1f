package bot

import (
	"mafiabot/storage"
)

// Who writes in the name of a chat: an administrator as the group, somebody as his channel.
// Nobody knows who he is (B28): what he writes is nobody's, and the table is told so once.

// disguised reports whether somebody hides behind a chat. What a linked channel passes on by
// itself is written by nobody in the group.
func (m *message) disguised() bool { return present(m.SenderChat) && !m.Automatic }

// disguiseSlot is where a game keeps what it has been told of them: no message has it.
const disguiseSlot = rightsSlot - 1

// What a table is told of whoever hides, each once.
const (
	joinsInDisguise  = "j"
	speaksInDisguise = "s"
)

// disguise takes a message of whoever hides; plays says that it is a command for a table.
func (t *turn) disguise(m *message, h *held, plays bool) (answered bool, err error) {
	switch {
	case h != nil && h.game.Running():
		return false, t.ownName(h, speaksInDisguise)
	case plays:
		return true, t.unmask(m, h)
	}
	return false, nil
}

// unmask answers who hides and wants to play: where a table gathers there is a button, and
// Telegram says who has pressed it.
func (t *turn) unmask(m *message, h *held) error {
	switch {
	case h != nil && !h.game.Ended():
		return t.ownName(h, joinsInDisguise)
	case m.anonymous():
		return t.reply(m, t.b.book.Note("anonymous"))
	}
	return t.reply(m, t.b.book.Note("as_channel"))
}

// ownName tells a table that nobody plays under another name: once for all who hide, for
// all can read it, and not at night, when the group is silent.
func (t *turn) ownName(h *held, what string) error {
	key := storage.SlotKey{Game: h.id, Slot: uint32(disguiseSlot)}
	s, _ := t.tx.Slot(key)
	if s.Text == what || s.Text == joinsInDisguise+speaksInDisguise || h.game.Finished() || h.game.Asleep() {
		return nil
	}
	if s.Text += what; len(s.Text) > 1 {
		s.Text = joinsInDisguise + speaksInDisguise
	}
	if err := t.tx.SetSlot(key, s); err != nil {
		return err
	}
	if what == joinsInDisguise {
		return t.announce(h, t.b.book.Note("press_yourself"))
	}
	return t.announce(h, t.b.book.Note("own_name"))
}
