package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"mafiabot/engine"
	"mafiabot/storage"
)

// A basic group that becomes a supergroup is another chat with another id, and nothing that
// was posted in the old one can be reached (B17). Two service messages tell it; who has
// missed them is told by the refusal of whatever he sends. However it is learnt, everything
// that is the group's moves in the turn that learns it; told again, nothing is left to move.
//
// Messages are numbered anew in the new chat, and the engine compares their numbers. So a
// mark is the number of a message and the game's base, which grows with every move.

// upgrade is what a service message says of a group that has become another chat.
type upgrade struct {
	To   int64 `json:"migrate_to_chat_id"`
	From int64 `json:"migrate_from_chat_id"`
}

// movedError is the refusal of what was sent to a group that is another chat now.
type movedError struct{ to int64 }

func (e *movedError) Error() string { return "the group has become a supergroup" }

// move is a chat that has become another.
type move struct{ from, to int64 }

// elsewhere takes that a row went to a chat that its group is not any more: it goes to the
// new one, even if the old one has taken it, for nothing that stands there can be edited or
// pressed. It reports whether that is so.
func (t *turn) elsewhere(a ack) (bool, error) {
	var refusal *movedError
	told := errors.As(a.err, &refusal)
	if a.chat >= 0 || !told && (address(t.tx, a.row) == a.chat || kindOfLane(a.row.Method) != posts) {
		return false, nil
	}
	if told {
		if err := t.follow(a.chat, refusal.to); err != nil {
			return true, err
		}
	}
	to := address(t.tx, a.row)
	if asksAfter(a.row) {
		return slices.Contains(t.drops, a.row.Seq), nil // its answer is known
	}
	if to == a.chat || kindOfLane(a.row.Method) == deletions {
		return false, nil // nothing knows the new one, or what is to be deleted stands in the old one
	}
	return true, t.rewrite(a.row)
}

// follow moves everything from a group to what it has become.
func (t *turn) follow(from, to int64) error {
	if from >= 0 || to >= 0 || from == to {
		return nil
	}
	if err := t.makeWay(from, to); err != nil {
		return err
	}
	if err := t.tx.MoveChat(from, to); err != nil {
		if errors.Is(err, storage.ErrTableBusy) {
			t.b.log.Error("a group has become a supergroup in which a game is played", "chat", from, "to", to)
			return nil
		}
		return err
	}
	if err := t.forgetDeletions(from); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		if h := t.held(id); h.table.Chat == from {
			if err := t.moveGame(h, to); err != nil {
				return err
			}
		}
	}
	t.moves = append(t.moves, move{from, to})
	t.b.log.Info("a group has become a supergroup", "chat", from, "to", to)
	return t.found(to)
}

// makeWay ends one of two games if both ends of a move have one: somebody was quicker than
// the news. The one that runs goes on; of two lobbies the older.
func (t *turn) makeWay(from, to int64) error {
	old, busy := t.tx.GameAt(storage.Table{Chat: from})
	other, also := t.tx.GameAt(storage.Table{Chat: to})
	if !busy || !also {
		return nil
	}
	victim := t.held(other)
	if h := t.held(old); victim.game.Running() && !h.game.Running() {
		victim = h
	}
	if err := t.must(t.step(victim, stranger, engine.Stop{Owner: true}, "")); err != nil {
		return err
	}
	switch {
	case victim.game.Finished():
		return t.tx.Finish(victim.id)
	case victim.game.TableFree():
		return t.tx.Free(victim.id)
	}
	return nil
}

// forgetDeletions drops what was to be deleted in a chat that cannot be reached any more:
// in the new one the same number is another message.
func (t *turn) forgetDeletions(from int64) error {
	dead := func(r storage.Row) bool {
		h := t.held(r.Game)
		return kindOfLane(r.Method) == deletions && h != nil && h.table.Chat == from
	}
	rows := t.b.outbox.waiting(dead, t.drops)
	for _, r := range t.posts {
		if dead(r) {
			rows = append(rows, r)
		}
	}
	for _, r := range rows {
		if err := t.tx.Drop(r.Seq); err != nil {
			return fmt.Errorf("dropping a deletion: %w", err)
		}
		t.drops = append(t.drops, r.Seq)
	}
	t.posts = slices.DeleteFunc(t.posts, dead)
	return nil
}

// moveGame takes a game to its new chat: what stood in the old one is posted anew when it is
// to be edited, and at once if it has buttons that live.
func (t *turn) moveGame(h *held, to int64) error {
	stored, err := t.tx.Game(h.id)
	if err != nil {
		return err
	}
	h.table.Chat, h.base = to, stored.Base
	if until := h.game.BarredUntil(); !until.IsZero() && !h.game.Bar.Topic {
		t.hushes[to] = until
	}
	for slot, s := range t.tx.Slots(h.id, 0) {
		if s.MessageID == 0 {
			continue // it is on its way, and goes to the new chat
		}
		key := storage.SlotKey{Game: h.id, Slot: slot}
		s.MessageID = 0
		again := s.Keys && t.live(h, s.Markup) && !t.rewritten(h, slot)
		if err := t.tx.SetSlot(key, s); err != nil {
			return err
		}
		if !again {
			continue
		}
		params := map[string]string{"text": s.Text, "reply_markup": s.Markup, "disable_notification": "true", "link_preview_options": `{"is_disabled":true}`}
		if err := t.enqueue(h, storage.Row{Game: h.id, Slot: slot, Cause: h.tail, Due: t.now.UnixMilli(), Method: "sendMessage", Params: params}); err != nil {
			return err
		}
	}
	if h.game.Finished() {
		return nil
	}
	return t.askRights(h)
}

// live reports whether a keyboard has a button that would be heard.
func (t *turn) live(h *held, markup string) bool {
	var k struct {
		Rows [][]struct {
			Data string `json:"callback_data"`
		} `json:"inline_keyboard"`
	}
	if json.Unmarshal([]byte(markup), &k) != nil || h.game.Finished() {
		return false
	}
	for _, row := range k.Rows {
		for _, b := range row {
			if p, ok := ParseButton(b.Data); ok && p.Game == h.id && h.game.Alive(p.Window, p.Command) {
				return true
			}
		}
	}
	return false
}

// rewritten reports whether a message waits to be changed: then that brings it.
func (t *turn) rewritten(h *held, slot uint32) bool {
	changes := func(r storage.Row) bool {
		return r.Game == h.id && r.To == 0 && r.Slot == slot && r.Method == "editMessageText"
	}
	return slices.ContainsFunc(t.posts, changes) || len(t.b.outbox.unsent(changes, t.drops)) > 0
}

// follow lets what waits for a chat wait for another, in the same order.
func (o *outbox) follow(m move) {
	for _, kind := range []uint8{posts, deletions, questions} {
		old := lane{m.from, kind}
		for _, r := range o.rows[old] {
			o.push(lane{m.to, kind}, r)
		}
		o.rows[old] = nil
	}
}

// moved brings what is kept in memory by chat to where it belongs now.
func (b *Bot) moved(m move) {
	b.outbox.follow(m)
	if met := b.met[m.from]; met != nil && b.met[m.to] == nil {
		b.met[m.to] = met
	}
	delete(b.met, m.from)
	delete(b.clubs, m.from)
	delete(b.clubs, m.to)
}

// mark numbers what is written at a table behind what was written there before its chat
// became another. The opening of a topic keeps its number, which is the topic's.
func (h *held) mark(m *message) {
	m.ID += h.base
	if m.ReplyTo != nil && !(m.InTopic && m.ReplyTo.ID == m.Thread) {
		m.ReplyTo.ID += h.base
	}
}

// markOf is the mark of a message that the bot has posted; those of private chats never
// change their chat.
func (h *held) markOf(r storage.Row, m postedMessage) int64 {
	if r.To != 0 {
		return m.ID
	}
	return m.ID + h.base
}

// Who has missed the news learns it when he writes. But the table may speak for a minute
// before the host says a word. So a person who sits in a basic group and writes in a
// supergroup makes him ask whether the one has become the other; what was written stands in
// the question, and is heard at its table if it is so, and where it is if not.

// strayed is the errand of asking whether a group is still there.
const strayed = "strayed"

// mostStrays is how many such questions wait at once.
const mostStrays = 20

// asksAfter reports whether a row asks whether a group is still there.
func asksAfter(r storage.Row) bool { return r.Method == "sendChatAction" }

// stray keeps a message of somebody who sits in a basic group, and asks after that. It
// reports whether it does.
func (t *turn) stray(m *message) (bool, error) {
	if m.asked || !m.person() || !restrictable(m.Chat.ID) || len(t.strays()) >= mostStrays {
		return false, nil
	}
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		h := t.b.games[id]
		if h.table.Chat >= 0 || restrictable(h.table.Chat) || h.game.Finished() || h.player(m.From.ID) == 0 {
			continue
		}
		said, err := json.Marshal(m)
		if err != nil {
			return false, fmt.Errorf("keeping a message: %w", err)
		}
		return true, t.question(t.held(id), "sendChatAction", map[string]string{"action": "typing"}, errand{Kind: strayed, Said: said})
	}
	return false, nil
}

// stayed hears a message where it was written: the group of its author's table is where it
// was.
func (t *turn) stayed(e errand) error {
	var m message
	if json.Unmarshal(e.Said, &m) != nil {
		return nil // of another version
	}
	m.asked = true
	return t.group(&m, false)
}

// strays are the questions after groups that wait, in their order.
func (t *turn) strays() []storage.Row {
	rows := t.b.outbox.unsent(asksAfter, t.drops)
	for _, r := range t.posts {
		if asksAfter(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

// found hears what has been written in a chat that turns out to be that of a table.
func (t *turn) found(chat int64) error {
	var said []*message
	for _, r := range t.strays() {
		var e errand
		var m message
		if json.Unmarshal([]byte(r.Then), &e) != nil || json.Unmarshal(e.Said, &m) != nil || m.Chat.ID != chat {
			continue // of another version, or of another chat
		}
		said = append(said, &m)
		if err := t.tx.Drop(r.Seq); err != nil {
			return err
		}
		t.drops = append(t.drops, r.Seq)
		t.posts = slices.DeleteFunc(t.posts, func(p storage.Row) bool { return p.Seq == r.Seq })
	}
	for _, m := range said {
		if err := t.group(m, false); err != nil {
			return err
		}
	}
	return nil
}
