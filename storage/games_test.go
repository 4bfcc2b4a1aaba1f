package storage

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
)

// filledGame makes a game with three players seated, n records, rows, slots and
// something heard.
func filledGame(t *testing.T, tx *Tx, at Table, n int) GameID {
	t.Helper()
	id, err := tx.NewGame(at)
	must(t, err)
	for i := range n {
		_, err := tx.Append(id, fmt.Appendf(nil, "record %d of %d", i+1, id))
		must(t, err)
	}
	for p := uint8(1); p <= 3; p++ {
		account := int64(id)*100 + int64(p)
		must(t, tx.SetPerson(id, p, Person{Account: account, Nick: fmt.Sprint("nick", p), Language: "ru"}), tx.Sit(account, id, p))
		_, err := tx.Post(Row{Game: id, To: p, Slot: 1, Method: "sendMessage"})
		must(t, err, tx.SetSlot(SlotKey{id, p, 1}, SlotState{Posted: true}))
	}
	must(t, tx.SetDue(id, 1000), tx.SetHeard(id, 55, 66))
	return id
}

func logOf(tx *Tx, id GameID) []string {
	var all []string
	for n, r := range tx.Log(id) {
		all = append(all, fmt.Sprintf("%d %s", n, r))
	}
	return all
}

func TestGames(t *testing.T) {
	db := newDB(t)
	at := Table{-100, 3}
	update(t, db, func(tx *Tx) {
		id, err := tx.NewGame(at)
		must(t, err)
		_, err = tx.NewGame(at)
		if !errors.Is(err, ErrTableBusy) {
			t.Errorf("second game at a table: %v", err)
		}
		other, err := tx.NewGame(Table{-100, 4})
		must(t, err, tx.SetDue(id, 123))
		want := []Game{{ID: id, Table: at, Number: 1, Due: 123}, {ID: other, Table: Table{-100, 4}, Number: 2}}
		if got := tx.Games(); !slices.Equal(got, want) {
			t.Errorf("games %+v, want %+v", got, want)
		}
		must(t, tx.Finish(other))
		if got := tx.Games(); !slices.Equal(got, want[:1]) {
			t.Errorf("games %+v, want %+v", got, want[:1])
		}
		if _, busy := tx.GameAt(Table{-100, 4}); busy {
			t.Error("a finished game holds its table")
		}
		g, err := tx.Game(other)
		if err != nil || !g.Finished || g.Number != 2 {
			t.Errorf("finished game %+v, %v", g, err)
		}
	})
	must(t, db.Check())
}

// The last game of a table is known when it is over, after a restart, and when the
// chat has moved; another thread has its own.
func TestLastGame(t *testing.T) {
	db := newDB(t)
	last := func(tx *Tx, at Table, want GameID) {
		t.Helper()
		if id, known := tx.LastGame(at); id != want || known != (want != 0) {
			t.Errorf("the last game at %v is %d, %t, want %d", at, id, known, want)
		}
	}
	update(t, db, func(tx *Tx) {
		last(tx, Table{-5, 0}, 0)
		must(t, tx.Finish(filledGame(t, tx, Table{-5, 0}, 1)), tx.Finish(filledGame(t, tx, Table{-5, 0}, 1)))
		must(t, tx.Finish(filledGame(t, tx, Table{-5, 7}, 1)), tx.Finish(filledGame(t, tx, Table{-1005, 7}, 1)))
	})
	db = reopen(t, db)
	update(t, db, func(tx *Tx) {
		last(tx, Table{-5, 0}, 2)
		last(tx, Table{-5, 7}, 3)
		last(tx, Table{-5, 1}, 0)
		for range 2 {
			must(t, tx.MoveChat(-5, -1005))
		}
		last(tx, Table{-5, 0}, 0)
		last(tx, Table{-1005, 0}, 2)
		last(tx, Table{-1005, 7}, 4)
	})
	must(t, db.Check())
}

func TestUnknownAndFinishedGames(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		_, err := tx.Game(9)
		_, err1 := tx.Append(9, nil)
		_, err2 := tx.Post(Row{Game: 9})
		for i, err := range []error{err, err1, err2, tx.Finish(9), tx.SetDue(9, 1), tx.Sit(1, 9, 1),
			tx.SetPerson(9, 1, Person{}), tx.SetSlot(SlotKey{Game: 9}, SlotState{}), tx.SetHeard(9, 1, 1)} {
			if !errors.Is(err, ErrNoGame) {
				t.Errorf("refusal %d of an unknown game: %v", i, err)
			}
		}
		id := filledGame(t, tx, Table{1, 0}, 1)
		must(t, tx.Finish(id))
		_, err = tx.Append(id, nil)
		for _, err := range []error{err, tx.Finish(id), tx.SetDue(id, 1), tx.Sit(1, id, 1)} {
			want(t, err, "is finished")
		}
		must(t, tx.SetHeard(id, 1, 1))
		if len(logOf(tx, 9)) != 0 {
			t.Error("an unknown game has a log")
		}
	})
	must(t, db.Check())
}

func TestIDsAreNeverReused(t *testing.T) {
	db := newDB(t)
	var last GameID
	var lastRow uint64
	for range 3 {
		update(t, db, func(tx *Tx) {
			id, err := tx.NewGame(Table{1, 0})
			must(t, err, tx.Finish(id))
			seq, err := tx.Post(Row{Game: id})
			must(t, err, tx.Drop(seq))
			if id <= last || seq <= lastRow {
				t.Errorf("game %d after %d, row %d after %d", id, last, seq, lastRow)
			}
			last, lastRow = id, seq
			if g, err := tx.Game(id); err != nil || g.Number != uint32(id) {
				t.Errorf("game %+v, %v", g, err)
			}
		})
		db = reopen(t, db)
	}
}

func TestLog(t *testing.T) {
	db := newDB(t)
	var a, b GameID
	update(t, db, func(tx *Tx) {
		a = filledGame(t, tx, Table{1, 0}, 0)
		b = filledGame(t, tx, Table{2, 0}, 0)
		for i := range 700 { // interleaved, and past one and two bytes of ordinals
			for _, id := range []GameID{a, b} {
				n, err := tx.Append(id, fmt.Appendf(nil, "%d-%d", id, i))
				must(t, err)
				if n != uint64(i)+1 {
					t.Fatalf("ordinal %d, want %d", n, i+1)
				}
			}
		}
		buffer := []byte("mine")
		_, err := tx.Append(b, buffer)
		must(t, err)
		buffer[0] = 'X'
		_, err = tx.Append(b, nil)
		must(t, err)
	})
	db = reopen(t, db)
	var loose []string
	view(t, db, func(tx *Tx) {
		loose = logOf(tx, b)
		if len(logOf(tx, a)) != 700 || len(loose) != 702 {
			t.Fatalf("%d and %d records", len(logOf(tx, a)), len(loose))
		}
		for i := range 700 {
			if want := fmt.Sprintf("%d %d-%d", i+1, b, i); loose[i] != want {
				t.Fatalf("record %q, want %q", loose[i], want)
			}
		}
		if loose[700] != "701 mine" || loose[701] != "702 " {
			t.Errorf("last records %q", loose[700:])
		}
	})
	update(t, db, func(tx *Tx) { must(t, tx.Finish(b)) })
	db = reopen(t, db)
	view(t, db, func(tx *Tx) {
		if got := logOf(tx, b); !slices.Equal(got, loose) {
			t.Error("the packed log differs")
		}
		if len(logOf(tx, a)) != 700 {
			t.Error("packing one game has touched another")
		}
		if n := len(tx.collect(logBucket, key(b))); n != 0 {
			t.Errorf("%d records lie beside the packed log", n)
		}
		for range tx.Log(b) {
			break // a loop may stop early
		}
	})
	must(t, db.Check())
}

func TestRecordsAreTheCallersOwn(t *testing.T) {
	db := newDB(t)
	var id GameID
	update(t, db, func(tx *Tx) { id = filledGame(t, tx, Table{1, 0}, 3) })
	var kept [][]byte
	read := func(tx *Tx) {
		for _, r := range tx.Log(id) {
			kept = append(kept, r)
		}
	}
	view(t, db, read)
	update(t, db, func(tx *Tx) { must(t, tx.Finish(id)) })
	view(t, db, read)
	before := string(bytes.Join(kept, nil))
	for _, r := range kept {
		_ = append(r, "written behind"...) // must not run into the next record
	}
	if after := string(bytes.Join(kept, nil)); after != before {
		t.Errorf("records share memory: %q, then %q", before, after)
	}
	must(t, db.Close())
	for _, r := range kept {
		r[0] = 'R' // would fault in the file's memory
	}
}

// Writing within a loop is safe, and the loop does not see it.
func TestWritesWithinLoops(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		id := filledGame(t, tx, Table{1, 0}, 20)
		for _, r := range tx.Log(id) {
			_, err := tx.Append(id, r)
			must(t, err)
		}
		for r := range tx.Rows() {
			r.Attempts++
			_, err := tx.Post(Row{Game: id, Method: "again"})
			must(t, err, tx.Put(r))
			if r.To == 2 {
				must(t, tx.Drop(r.Seq))
			}
		}
		for p, person := range tx.Roster(id) {
			must(t, tx.SetPerson(id, p+100, Person{Account: person.Account}), tx.Rise(person.Account))
		}
		for _, g := range tx.Games() {
			must(t, tx.Finish(g.ID))
		}
		if got := len(logOf(tx, id)); got != 40 {
			t.Errorf("%d records, want 40", got)
		}
		if got := len(maps.Collect(tx.Roster(id))); got != 6 {
			t.Errorf("%d on the roster, want 6", got)
		}
		if got := len(slices.Collect(tx.Rows())); got != 5 {
			t.Errorf("%d rows, want 5", got)
		}
	})
	must(t, db.Check())
}

func TestMoveChat(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		old := filledGame(t, tx, Table{-5, 0}, 2)
		must(t, tx.Finish(old))
		id := filledGame(t, tx, Table{-5, 0}, 2)
		stays := filledGame(t, tx, Table{-6, 0}, 2)
		desk, err := tx.Post(Row{Chat: -5, Method: "sendMessage"})
		must(t, err)
		if err := tx.MoveChat(-5, -6); !errors.Is(err, ErrTableBusy) {
			t.Errorf("moved onto a busy table: %v", err)
		}
		for range 2 {
			must(t, tx.MoveChat(-5, -1005))
		}
		for _, id := range []GameID{old, id} {
			if g, err := tx.Game(id); err != nil || g.Table.Chat != -1005 || g.Base != MarkStep {
				t.Errorf("game %+v, %v", g, err)
			}
		}
		if at, _ := tx.GameAt(Table{-1005, 0}); at != id {
			t.Errorf("game %d at the new table, want %d", at, id)
		}
		if _, busy := tx.GameAt(Table{-5, 0}); busy {
			t.Error("a game at the old table")
		}
		if at, _ := tx.GameAt(Table{-6, 0}); at != stays {
			t.Error("another chat has moved")
		}
		if r, _ := tx.Row(desk); r.Chat != -1005 {
			t.Errorf("the row goes to %d", r.Chat)
		}
		must(t, tx.Finish(id))
		next, err := tx.NewGame(Table{-1005, 0})
		must(t, err)
		if g, _ := tx.Game(next); g.Number != 3 {
			t.Errorf("number %d, want 3", g.Number)
		}
	})
	must(t, db.Check())
}

func TestFree(t *testing.T) {
	db := newDB(t)
	var first, second GameID
	update(t, db, func(tx *Tx) {
		first = filledGame(t, tx, Table{-5, 0}, 2)
		for range 2 {
			must(t, tx.Free(first))
		}
		if _, busy := tx.GameAt(Table{-5, 0}); busy {
			t.Error("the table is not free")
		}
		for _, p := range tx.Roster(first) {
			if _, _, sits := tx.Sits(p.Account); sits {
				t.Errorf("account %d sits", p.Account)
			}
		}
		second = filledGame(t, tx, Table{-5, 0}, 2)
	})
	must(t, db.Check())
	db = reopen(t, db)
	update(t, db, func(tx *Tx) {
		if g, err := tx.Game(first); err != nil || !g.Freed || g.Finished || len(tx.Games()) != 2 {
			t.Errorf("%+v, %v", g, err)
		}
		must(t, tx.SetDue(first, 7))
		must(t, tx.Finish(first))
		if at, _ := tx.GameAt(Table{-5, 0}); at != second {
			t.Errorf("the table has game %d, want %d", at, second)
		}
		if err := tx.Free(first); err == nil {
			t.Error("a finished game frees its table")
		}
	})
	must(t, db.Check())
}

func TestMeta(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		if tx.Offset() != 0 || tx.Reach() != 0 {
			t.Error("a new file is not at 0")
		}
		must(t, tx.SetOffset(1<<40), tx.SetReach(-3))
	})
	view(t, reopen(t, db), func(tx *Tx) {
		if tx.Offset() != 1<<40 || tx.Reach() != -3 {
			t.Errorf("offset %d, reach %d", tx.Offset(), tx.Reach())
		}
	})
}
