package storage

import (
	"errors"
	"testing"
)

func TestSeats(t *testing.T) {
	db := newDB(t)
	var a, b GameID
	const who = 4242
	update(t, db, func(tx *Tx) {
		a, b = filledGame(t, tx, Table{1, 0}, 1), filledGame(t, tx, Table{2, 0}, 1)
		want(t, tx.Sit(who, a, 4), "the roster has another account")
		must(t, tx.SetPerson(a, 4, Person{Account: who, Nick: "Кот", Language: "ru"}), tx.SetPerson(b, 7, Person{Account: who, Nick: "Cat", Language: "en"}))
		want(t, tx.Sit(who, a, 3), "the roster has another account")
		must(t, tx.Sit(who, a, 4), tx.Sit(who, a, 4))
		if err := tx.Sit(who, b, 7); !errors.Is(err, ErrSeatedElsewhere) {
			t.Errorf("seated twice: %v", err)
		}
	})
	db = reopen(t, db)
	update(t, db, func(tx *Tx) {
		if id, p, sits := tx.Sits(who); id != a || p != 4 || !sits {
			t.Errorf("sits %d %d %t", id, p, sits)
		}
		must(t, tx.Finish(a))
		if _, _, sits := tx.Sits(who); sits {
			t.Error("a finished game holds its people")
		}
		must(t, tx.Sit(who, b, 7), tx.Rise(who), tx.Rise(who))
		if _, _, sits := tx.Sits(who); sits {
			t.Error("who rose still sits")
		}
	})
	must(t, db.Check())
}

// Finishing one game leaves those seated who are on its roster, but sit elsewhere.
func TestFinishFreesItsOwn(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		a, b := filledGame(t, tx, Table{1, 0}, 1), filledGame(t, tx, Table{2, 0}, 1)
		must(t, tx.SetPerson(a, 9, Person{Account: int64(b)*100 + 1}), tx.Finish(a))
		if at, _, _ := tx.Sits(int64(b)*100 + 1); at != b {
			t.Errorf("sits in game %d, want %d", at, b)
		}
	})
	must(t, db.Check())
}

func TestPlayerStaysOnePerson(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		id := filledGame(t, tx, Table{1, 0}, 1)
		p, _ := tx.Person(id, 1)
		must(t, tx.SetPerson(id, 1, Person{Account: p.Account, Nick: "new", Language: "en"}))
		want(t, tx.SetPerson(id, 1, Person{Account: 5}), "another person")
		must(t, tx.Forget(p.Account))
		want(t, tx.SetPerson(id, 1, Person{Account: 5}), "another person")
		want(t, tx.SetPerson(id, 0, Person{Account: 5}), "player 0")
	})
}

func TestForget(t *testing.T) {
	db := newDB(t)
	const who = 4242
	var done, on GameID
	update(t, db, func(tx *Tx) {
		done = filledGame(t, tx, Table{1, 0}, 5)
		must(t, tx.SetPerson(done, 4, Person{Account: who, Nick: "Кот", Language: "ru"}), tx.Finish(done))
		on = filledGame(t, tx, Table{1, 0}, 5)
		must(t, tx.SetPerson(on, 8, Person{Account: who, Nick: "Кот", Language: "ru"}), tx.Sit(who, on, 8), tx.SetOpen(who, true))
		if !tx.Open(who) || tx.Open(who+1) {
			t.Error("open chats are mistaken")
		}
		before := len(logOf(tx, done)) + len(logOf(tx, on))
		must(t, tx.Forget(who))
		if after := len(logOf(tx, done)) + len(logOf(tx, on)); after != before {
			t.Errorf("%d records, want %d", after, before)
		}
	})
	db = reopen(t, db)
	view(t, db, func(tx *Tx) {
		for id, player := range map[GameID]uint8{done: 4, on: 8} {
			if p, known := tx.Person(id, player); !known || p != (Person{}) {
				t.Errorf("game %d has %+v, %t", id, p, known)
			}
			n := 0
			for _, p := range tx.Roster(id) {
				if p.Nick != "" {
					n++
				}
			}
			if n != 3 {
				t.Errorf("game %d has %d others left", id, n)
			}
		}
		if _, _, sits := tx.Sits(who); sits || tx.Open(who) {
			t.Error("something is remembered")
		}
	})
	must(t, db.Check())
}
