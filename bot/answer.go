package bot

import (
	"slices"
	"strconv"

	"mafiabot/storage"
)

// answer writes to one person in private, without a sound; to whom it cannot
// write it says nothing.
func (t *turn) answer(h *held, account int64, text string) error {
	if text == "" || !t.tx.Open(account) {
		return nil
	}
	row := storage.Row{Chat: account, Due: t.now.UnixMilli(), Method: "sendMessage", Params: quiet(text)}
	if p := h.player(account); p != 0 {
		row.Chat, row.Game, row.To = 0, h.id, uint8(p)
		if h.protects() {
			row.Params["protect_content"] = "true"
		}
		row.Params["text"] = text + "\n" + t.b.book.Code(h.code())
	}
	return t.once(h, row)
}

// inform writes to one person in private what is no secret of any game: the rules,
// what is heard. It bears no code, for who shows it to the table breaks nothing (C77).
func (t *turn) inform(account int64, text string) error {
	if text == "" || !t.tx.Open(account) {
		return nil
	}
	return t.tellChat(account, 0, text)
}

// reply writes where the person wrote.
func (t *turn) reply(m *message, text string) error {
	return t.tellChat(m.Chat.ID, m.thread(), text)
}

// tellChat writes into a chat, without a sound.
func (t *turn) tellChat(chat, thread int64, text string) error {
	params := quiet(text)
	if thread != 0 {
		params["message_thread_id"] = strconv.FormatInt(thread, 10)
	}
	return t.once(nil, storage.Row{Chat: chat, Due: t.now.UnixMilli(), Method: "sendMessage", Params: params})
}

// once posts an answer, unless the same answer waits to go out already: who asks
// a hundred times must not keep a chat from what matters.
func (t *turn) once(h *held, row storage.Row) error {
	same := func(r storage.Row) bool {
		return r.Game == row.Game && r.To == row.To && r.Chat == row.Chat && r.Slot == 0 && r.Gate == 0 && r.Params["text"] == row.Params["text"]
	}
	if slices.ContainsFunc(t.posts, same) || len(t.b.outbox.waiting(same, t.drops)) > 0 {
		return nil
	}
	return t.enqueue(h, row)
}

func quiet(text string) map[string]string {
	return map[string]string{"text": text, "disable_notification": "true", "link_preview_options": `{"is_disabled":true}`}
}
