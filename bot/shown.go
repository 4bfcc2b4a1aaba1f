package bot

import (
	"strconv"
	"strings"

	"mafiabot/engine"
	"mafiabot/storage"
)

// The message of a vote may be deleted (E30). Telegram tells a bot nothing of that, so who
// misses it says «/ballot», and a press may come from a message that is not there any more.
// Neither is believed: an edit that changes nothing shows whether the message stands, and
// costs nobody anything. What fails is sent anew by the engine's word.

// shows is the errand of looking whether the message of a vote stands.
const shows = "shows"

// ballot takes «/ballot» of somebody who plays, or judges.
func (t *turn) ballot(h *held, m *message) error {
	p := h.player(m.From.ID)
	if _, part := h.game.Who(p); p == 0 || part == engine.StrangerPart {
		return t.tell(m, h, t.b.book.Refused(h.game.View(p), engine.Vote{}, "not_playing", h.name))
	}
	if slot, _ := h.game.VoteShown(); slot == 0 {
		return t.tell(m, h, t.b.book.Note("no_vote_now"))
	}
	return t.lookFor(h, m.From.ID)
}

// ballotInPrivate takes it in a private chat: at the table where he sits, or at those he
// judges.
func (t *turn) ballotInPrivate(m *message, sits *held) error {
	tables := t.judging(m.From.ID)
	if sits != nil {
		tables = append(tables, sits)
	}
	if len(tables) == 0 {
		return t.reply(m, t.b.book.Note("no_game"))
	}
	for _, h := range tables {
		if err := t.ballot(h, m); err != nil {
			return err
		}
	}
	return nil
}

// pressedGone looks for the message of a vote if a press came from one that is not there.
func (t *turn) pressedGone(h *held, q press) error {
	if q.Message == nil || q.Message.Date != 0 || q.Message.Chat.ID != h.table.Chat {
		return nil
	}
	slot, _ := h.game.VoteShown()
	s, _ := t.tx.Slot(storage.SlotKey{Game: h.id, Slot: uint32(slot)})
	if slot == 0 || s.MessageID != q.Message.ID {
		return nil
	}
	return t.lookFor(h, 0)
}

// mostLooks is how often a window's message is looked for: each time takes one of the
// messages that a group may get in a minute (I14).
const mostLooks = 5

// looking is how often the message of a window has been looked for.
type looking struct {
	window uint32
	times  int
}

// lookFor edits the message of the vote that runs into what it is.
func (t *turn) lookFor(h *held, account int64) error {
	slot, keys := h.game.VoteShown()
	e := errand{Kind: shows, User: user{ID: account}, Window: h.game.Clock.Window}
	then, err := e.written()
	if err != nil || t.asked(h, e) {
		return err
	}
	l := t.b.looks[h.id]
	if l.window != e.Window {
		l = looking{window: e.Window}
	}
	if l.times++; l.times > mostLooks {
		return t.answer(h, account, t.b.book.Note("try_again"))
	}
	t.b.looks[h.id] = l
	return t.enqueue(h, storage.Row{
		Game: h.id, Slot: uint32(slot), Cause: h.tail, Due: t.now.UnixMilli(), Until: t.now.Add(errandTime).UnixMilli(),
		Method: "editMessageReplyMarkup", Params: map[string]string{"reply_markup": t.keyboard(h, h.game.View(engine.Host), keys)}, Then: then,
	})
}

// learntShown takes whether the message of a vote stands.
func (t *turn) learntShown(h *held, e errand, a ack) error {
	switch a.fate {
	case gone:
		key := storage.SlotKey{Game: h.id, Slot: a.row.Slot}
		if s, ok := t.tx.Slot(key); ok {
			s.MessageID, s.Posted = 0, false
			if err := t.tx.SetSlot(key, s); err != nil {
				return err
			}
		}
		return t.must(t.step(h, engine.Host, engine.Vanished{Window: e.Window}, ""))
	case done:
		s, _ := t.tx.Slot(storage.SlotKey{Game: h.id, Slot: a.row.Slot})
		return t.answer(h, e.User.ID, strings.TrimSpace(t.b.book.Note("ballot_stands", t.postLink(h, s.MessageID))))
	}
	return t.answer(h, e.User.ID, t.b.book.Note("try_again"))
}

// postLink is the address of a message of a supergroup, "" in another chat.
func (t *turn) postLink(h *held, id int64) string {
	if !restrictable(h.table.Chat) {
		return ""
	}
	const shift = -1_000_000_000_000
	link := "https://t.me/c/" + strconv.FormatInt(shift-h.table.Chat, 10)
	if h.table.Thread != 0 {
		link += "/" + strconv.FormatInt(h.table.Thread, 10)
	}
	return link + "/" + strconv.FormatInt(id, 10)
}
