package bot

import (
	"fmt"
	"strconv"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Whose private chat is closed is asked before the table to open it (E3, E39). Beside that
// the group shows him alone a message with the way there, where the bot is an
// administrator, and the answer to his next press there says it again. Neither bears
// anything of a role, and both follow from what the table is told at the same instant, so
// they tell nobody anything: what is refused at night is found out by a message that every
// living seat gets (E36). Nor is either the only way: Telegram promises no delivery of the
// one, and nobody need press.

// beckonTime is how long such a message is worth something.
const beckonTime = 30 * time.Second

// beckon shows to those whom the table has just been told about where they open their chats.
func (t *turn) beckon(h *held, events []engine.Event) error {
	for _, e := range events {
		var seats, seconds engine.Seats
		switch e := e.(type) {
		case engine.HoldCalled:
			seats, seconds = e.Missing, e.Seconds
		case engine.ChatAsked:
			seats, seconds = e.Seats, e.Seconds
		}
		for s := range (seats | seconds).All() {
			chair := h.game.Chairs[s]
			if seats.Has(s) {
				if err := t.whisper(h, chair.Main); err != nil {
					return err
				}
			}
			if seconds.Has(s) {
				if err := t.whisper(h, chair.Second); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// whisper shows a message in the group to one player alone. It stands behind what the table
// is told, and is dropped if the group has no room for it for long.
func (t *turn) whisper(h *held, p engine.Player) error {
	if !h.powers.Admin || p == 0 || int(p) >= len(h.people) || h.people[p].Account == 0 {
		return nil
	}
	params := quiet(t.b.book.Note("chat_closed"))
	label := t.b.book.Button(h.game.View(p), engine.OpenChat{}, h.name)
	params["reply_markup"] = markup([][]button{{{Text: label, URL: t.link(h, joinLink)}}})
	params["ephemeral_message_parameters"] = fmt.Sprintf(`{"receiver_user_id":%d}`, h.people[p].Account)
	if h.table.Thread != 0 {
		params["message_thread_id"] = strconv.FormatInt(h.table.Thread, 10)
	}
	return t.enqueue(h, storage.Row{Game: h.id, Cause: h.tail, Due: t.now.UnixMilli(), Until: t.now.Add(beckonTime).UnixMilli(), Method: "sendMessage", Params: params})
}

// maxToast is how many characters the answer to a press may have.
const maxToast = 200

// remindOfChat adds to the answer to a press of somebody whom the table has been told about
// that his chat is closed; once, until he has opened it.
func (t *turn) remindOfChat(h *held, answer *toast, account int64) {
	s, part := h.game.Who(h.player(account))
	switch {
	case s == 0 || part != engine.Main || !h.game.Running():
		return
	case !h.game.Shut.Has(s):
		h.warned = h.warned.Without(s)
		return
	case !h.game.Asked.Has(s) || h.warned.Has(s): // at night nobody is told (G6, E36)
		return
	}
	h.warned = h.warned.With(s)
	if answer.text != "" {
		answer.text += "\n"
	}
	answer.text, answer.alert = cut(answer.text+t.b.book.Note("chat_closed"), maxToast), true
}
