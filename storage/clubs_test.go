package storage

import "testing"

// The words of a club outlive a restart, are its own, and follow its chat.
func TestWords(t *testing.T) {
	db := newDB(t)
	const old, other, moved = -5, -6, -1005
	words := func(tx *Tx, chat int64, want string) {
		t.Helper()
		if got := string(tx.Words(chat)); got != want {
			t.Errorf("chat %d has %q, want %q", chat, got, want)
		}
	}
	update(t, db, func(tx *Tx) {
		words(tx, old, "")
		given := []byte("ёлки")
		must(t, tx.SetWords(old, given), tx.SetWords(other, []byte("зуб")))
		given[0] = 0
		want(t, tx.SetWords(0, []byte("x")), "no chat")
	})
	db = reopen(t, db)
	update(t, db, func(tx *Tx) {
		words(tx, old, "ёлки")
		words(tx, other, "зуб")
		for range 2 {
			must(t, tx.MoveChat(old, moved))
		}
		words(tx, old, "")
		words(tx, moved, "ёлки")
		must(t, tx.MoveChat(other, moved))
		words(tx, other, "")
		words(tx, moved, "ёлки")
		must(t, tx.SetWords(moved, nil), tx.SetWords(moved, nil))
		words(tx, moved, "")
	})
	must(t, db.Check())
}
