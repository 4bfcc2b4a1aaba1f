package storage

import "testing"

// The words of a club, and what it plays by, outlive a restart, are its own, and follow
// its chat.
func TestWords(t *testing.T) { testClub(t, (*Tx).Words, (*Tx).SetWords) }
func TestHouse(t *testing.T) { testClub(t, (*Tx).House, (*Tx).SetHouse) }

func TestDebts(t *testing.T) { testClub(t, (*Tx).Debts, (*Tx).SetDebts) }

func testClub(t *testing.T, get func(*Tx, int64) []byte, set func(*Tx, int64, []byte) error) {
	db := newDB(t)
	const old, other, moved = -5, -6, -1005
	entry := func(tx *Tx, chat int64, want string) {
		t.Helper()
		if got := string(get(tx, chat)); got != want {
			t.Errorf("chat %d has %q, want %q", chat, got, want)
		}
	}
	update(t, db, func(tx *Tx) {
		entry(tx, old, "")
		given := []byte("ёлки")
		must(t, set(tx, old, given), set(tx, other, []byte("зуб")))
		given[0] = 0
		want(t, set(tx, 0, []byte("x")), "no chat")
	})
	db = reopen(t, db)
	update(t, db, func(tx *Tx) {
		entry(tx, old, "ёлки")
		entry(tx, other, "зуб")
		for range 2 {
			must(t, tx.MoveChat(old, moved))
		}
		entry(tx, old, "")
		entry(tx, moved, "ёлки")
		must(t, tx.MoveChat(other, moved))
		entry(tx, other, "")
		entry(tx, moved, "ёлки")
		must(t, set(tx, moved, nil), set(tx, moved, nil))
		entry(tx, moved, "")
	})
	must(t, db.Check())
}
