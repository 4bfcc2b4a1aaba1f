package storage

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestOutboxOrder(t *testing.T) {
	db := newDB(t)
	const n = 600
	for i := range n {
		update(t, db, func(tx *Tx) {
			seq, err := tx.Post(Row{Chat: 1, Method: fmt.Sprint(i)})
			must(t, err)
			if seq != uint64(i)+1 {
				t.Fatalf("sequence %d of row %d", seq, i)
			}
		})
		if i == n/2 {
			db = reopen(t, db)
		}
	}
	view(t, reopen(t, db), func(tx *Tx) {
		i := 0
		for r := range tx.Rows() {
			if r.Seq != uint64(i)+1 || r.Method != fmt.Sprint(i) {
				t.Fatalf("row %d is %+v", i, r)
			}
			i++
		}
		if i != n {
			t.Errorf("%d rows, want %d", i, n)
		}
	})
}

func TestOutbox(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		a := filledGame(t, tx, Table{1, 0}, 1)
		filledGame(t, tx, Table{2, 0}, 1)
		sent := slices.Collect(tx.Rows())[0]
		sent.Attempts, sent.SentAt = 2, 777
		must(t, tx.Put(sent))
		desk, err := tx.Post(Row{Chat: 9})
		must(t, err, tx.DropOf(a))
		var left []string
		for r := range tx.Rows() {
			left = append(left, fmt.Sprint(r.Game, r.Seq, r.SentAt))
		}
		if want := []string{"1 1 777", "2 4 0", "2 5 0", "2 6 0", "0 7 0"}; !slices.Equal(left, want) {
			t.Errorf("left %q, want %q", left, want)
		}
		if r, ok := tx.Row(1); !ok || r.Attempts != 2 || r.Game != a || r.To != 1 {
			t.Errorf("row 1 is %+v, %t", r, ok)
		}
		must(t, tx.Drop(desk), tx.Drop(desk))
		if err := tx.Put(Row{Seq: desk, Chat: 9}); !errors.Is(err, ErrNoRow) {
			t.Errorf("rewrote a dropped row: %v", err)
		}
	})
	must(t, db.Check())
}

func TestPostRefuses(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		id := filledGame(t, tx, Table{1, 0}, 1)
		for words, r := range map[string]Row{
			"to a game or to a chat": {Method: "nowhere"},
			"game 1, player 0":       {Game: id, Chat: 5},
			"player 3, chat 5":       {Chat: 5, To: 3},
			"chat_id":                {Chat: 5, Params: map[string]string{"chat_id": "7"}},
		} {
			_, err := tx.Post(r)
			want(t, err, words)
			r.Seq = 1
			want(t, tx.Put(r), words)
		}
	})
	must(t, db.Check())
}

func TestSlots(t *testing.T) {
	db := newDB(t)
	var id GameID
	update(t, db, func(tx *Tx) {
		id = filledGame(t, tx, Table{1, 0}, 1)
		must(t, tx.SetSlot(SlotKey{id, 0, 1 << 20}, SlotState{}), tx.SetSlot(SlotKey{id, 2, 1}, SlotState{MessageID: -8, Posted: true, Keys: true, Text: "Кто?"}))
	})
	db = reopen(t, db)
	view(t, db, func(tx *Tx) {
		if got := maps.Collect(tx.Slots(id, 2)); len(got) != 1 || got[1] != (SlotState{MessageID: -8, Posted: true, Keys: true, Text: "Кто?"}) {
			t.Errorf("slots of player 2 are %+v", got)
		}
		for k, want := range map[SlotKey]SlotState{{id, 0, 1 << 20}: {}, {id, 2, 1}: {MessageID: -8, Posted: true, Keys: true, Text: "Кто?"}, {id, 3, 1}: {Posted: true}} {
			if got, ok := tx.Slot(k); !ok || got != want {
				t.Errorf("slot %+v is %+v, %t", k, got, ok)
			}
		}
		for _, k := range []SlotKey{{id, 0, 1}, {id, 2, 1 << 8}, {id + 1, 2, 1}} {
			if got, ok := tx.Slot(k); ok {
				t.Errorf("slot %+v is %+v", k, got)
			}
		}
	})
}

// Slots outlive the game until its last row is dropped, whatever the order of
// calls in the turn that finishes it.
func TestSlotsOfAFinishedGame(t *testing.T) {
	db := newDB(t)
	var id GameID
	var last uint64
	slot := func() (ok bool) {
		view(t, db, func(tx *Tx) { _, ok = tx.Slot(SlotKey{id, 1, 1}) })
		return ok
	}
	update(t, db, func(tx *Tx) {
		id = filledGame(t, tx, Table{1, 0}, 1)
		must(t, tx.DropOf(id))
	})
	if !slot() {
		t.Error("an unfinished game has lost its slots")
	}
	update(t, db, func(tx *Tx) {
		must(t, tx.Finish(id), tx.SetSlot(SlotKey{id, 0, 9}, SlotState{Posted: true}))
		var err error
		last, err = tx.Post(Row{Game: id, Slot: 9})
		must(t, err)
	})
	if !slot() {
		t.Error("a finished game has lost its slots with a row left")
	}
	must(t, db.Check())
	update(t, db, func(tx *Tx) {
		must(t, tx.Drop(last), tx.SetSlot(SlotKey{id, 0, 9}, SlotState{MessageID: 5, Posted: true}))
	})
	if slot() {
		t.Error("a finished game keeps its slots without a row")
	}
	must(t, db.Check())
}

func TestHeard(t *testing.T) {
	db := newDB(t)
	var id, other GameID
	update(t, db, func(tx *Tx) {
		id, other = filledGame(t, tx, Table{1, 0}, 1), filledGame(t, tx, Table{2, 0}, 1)
		must(t, tx.SetHeard(id, -7, 1<<63), tx.SetHeard(id, 9, 1), tx.SetHeard(id, 9, 2))
	})
	db = reopen(t, db)
	update(t, db, func(tx *Tx) {
		if h, ok := tx.Heard(id, -7); h != 1<<63 || !ok {
			t.Errorf("heard %d, %t", h, ok)
		}
		if h, _ := tx.Heard(id, 9); h != 2 {
			t.Errorf("heard %d, want 2", h)
		}
		must(t, tx.Finish(id))
		if _, ok := tx.Heard(id, 9); ok {
			t.Error("a finished game still hears")
		}
		if h, _ := tx.Heard(other, 55); h != 66 {
			t.Error("another game is deaf")
		}
	})
	must(t, db.Check())
}

// Every field of a row survives: a field added to Row without a JSON name, or
// with one that is taken, fails here.
func TestRowFields(t *testing.T) {
	var full Row
	v := reflect.ValueOf(&full).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Map:
			f.Set(reflect.ValueOf(map[string]string{"text": "<b>Привет</b>"}))
		case reflect.Int, reflect.Int64:
			f.SetInt(int64(-i - 1))
		default:
			f.SetUint(uint64(i) + 1)
		}
	}
	got, err := rowOf(key(full.Seq), encode(full))
	if must(t, err); !reflect.DeepEqual(got, full) {
		t.Errorf("got  %+v\nwant %+v", got, full)
	}
	if v := encode(Row{Seq: 5}); string(v) != "{}" {
		t.Errorf("a row of zeros is %s", v)
	}
}

func FuzzRow(f *testing.F) {
	f.Add(uint64(1), uint64(1), byte(2), int64(0), uint32(3), int64(4), "sendMessage", "text", "Ночь <b>наступает</b>\u2028", 0)
	f.Add(uint64(1)<<63, uint64(0), byte(0), int64(-1)<<63, uint32(1)<<31, int64(-1), "", "", "\x00\"", -1)
	f.Fuzz(func(t *testing.T, seq, game uint64, to byte, chat int64, slot uint32, ms int64, method, name, value string, n int) {
		r := Row{Seq: seq, Game: GameID(game), To: to, Chat: chat, Slot: slot, Class: to, Due: ms, Until: -ms,
			Cause: game, Gate: slot, Notice: to, Attempts: n, SentAt: ms,
			Method: strings.ToValidUTF8(method, "?"),
			Params: map[string]string{strings.ToValidUTF8(name, "?"): strings.ToValidUTF8(value, "?")}}
		got, err := rowOf(key(seq), encode(r))
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(got.Params, r.Params) {
			t.Fatalf("parameters %q, want %q", got.Params, r.Params)
		}
		if got.Params, r.Params = nil, nil; !reflect.DeepEqual(got, r) {
			t.Fatalf("row %+v, want %+v", got, r)
		}
	})
}

// FuzzUnpack: no packed value panics, and what was packed comes back.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte("a"), []byte{})
	f.Add(packed([][]byte{[]byte("one"), nil}), []byte{0xff})
	f.Fuzz(func(t *testing.T, a, b []byte) {
		_, _ = unpack(a)
		_, _ = unpack(packed([][]byte{a})[:len(packed([][]byte{a}))/2])
		got, err := unpack(packed([][]byte{a, b}))
		if err != nil || len(got) != 2 || string(got[0]) != string(a) || string(got[1]) != string(b) {
			t.Fatalf("%q and %q came back as %q, %v", a, b, got, err)
		}
	})
}
