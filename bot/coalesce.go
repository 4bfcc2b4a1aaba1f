package bot

import (
	"slices"
	"unicode/utf8"

	"mafiabot/engine"
	"mafiabot/storage"
)

// maxText is how many characters one message holds.
const maxText = 4096

// gather joins what waits to be told to a table with the border that is about to be
// posted there (promises, section 3, point 4), and drops what that border makes wrong,
// «10 секунд». It returns the text that stands in front of the border's own. Only what
// would have gone out right before the border is joined, so nothing changes its place,
// and nothing that may be out already, lest it be told twice.
func (t *turn) gather(h *held, row *storage.Row) (string, error) {
	if row.To != 0 || row.Gate == 0 || row.Method != "sendMessage" || !h.game.Running() {
		return "", nil
	}
	var tail []storage.Row
	table := func(r storage.Row) bool {
		return r.Game == h.id && r.To == 0 && !waits(r.Class) && kindOfLane(r.Method) == posts
	}
	for _, r := range append(t.b.outbox.unsent(table, t.drops), slices.DeleteFunc(slices.Clone(t.posts), func(r storage.Row) bool { return !table(r) })...) {
		if !t.joinable(r) {
			tail = nil
			continue
		}
		tail = append(tail, r)
	}
	front := ""
	for _, r := range tail {
		switch {
		case r.Until != 0: // a warning of the end that has come
		case front == "":
			front = r.Params["text"]
		default:
			front += "\n" + r.Params["text"]
		}
	}
	if utf8.RuneCountInString(front)+utf8.RuneCountInString(row.Params["text"]) >= maxText {
		return "", nil
	}
	for _, r := range tail {
		row.Notices |= r.Notices | uint16(engine.Seats(0).With(engine.Seat(r.Notice)))
		if _, silent := r.Params["disable_notification"]; !silent && r.Until == 0 {
			delete(row.Params, "disable_notification")
		}
		if err := t.tx.Drop(r.Seq); err != nil {
			return "", err
		}
		t.drops = append(t.drops, r.Seq)
		t.posts = slices.DeleteFunc(t.posts, func(p storage.Row) bool { return p.Seq == r.Seq })
	}
	if front != "" {
		row.Params["text"] = front + "\n" + row.Params["text"]
	}
	return front, nil
}

// joinable reports whether a row is a text that nobody can have read yet.
func (t *turn) joinable(r storage.Row) bool {
	return plain(r) && r.Lost == 0 && !t.b.outbox.flying[r.Seq] && !t.b.outbox.doubts[r.Seq]
}
