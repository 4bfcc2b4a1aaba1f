package storage

import (
	"bytes"
	"os"
	"testing"

	"go.etcd.io/bbolt"
)

// Every promise of doc.go is broken once, behind the back of Tx. The file has
// game 1 finished with rows, game 2 unfinished, ten records each.
func TestCheckFindsDamage(t *testing.T) {
	put := func(in bucket, k, v []byte) func(*bbolt.Tx) error {
		return func(b *bbolt.Tx) error { return b.Bucket(in.name).Put(k, v) }
	}
	remove := func(in bucket, k []byte) func(*bbolt.Tx) error {
		return func(b *bbolt.Tx) error { return b.Bucket(in.name).Delete(k) }
	}
	u := func(n uint64) []byte { return key(n) }
	cases := map[string]struct {
		damage func(*bbolt.Tx) error
		words  string
	}{
		"record lost":               {remove(logBucket, key(GameID(2), 4)), "game 2 has record 5 after 3"},
		"first record lost":         {remove(logBucket, key(GameID(2), 1)), "game 2 has record 2 after 0"},
		"last record lost":          {remove(logBucket, key(GameID(2), 10)), "game 2 ends with record 9 of 10"},
		"record too many":           {put(logBucket, key(GameID(2), 11), nil), "game 2 ends with record 11 of 10"},
		"record of a finished game": {put(logBucket, key(GameID(1), 1), nil), "game 1 is not unfinished"},
		"record of no game":         {put(logBucket, key(GameID(9), 1), nil), "game 9 is not unfinished"},
		"packed log lost":           {remove(packedBucket, u(1)), "game 1 is unfinished: false, packed: false"},
		"packed log twice":          {put(packedBucket, u(2), packed(nil)), "game 2 is unfinished: true, packed: true"},
		"packed log cut":            {put(packedBucket, u(1), packed([][]byte{{1}})[:20]), "packed: game 1"},
		"packed log of no game":     {put(packedBucket, u(9), packed(nil)), "packed: game 9"},
		"game lost":                 {remove(gamesBucket, u(2)), "game 2 is unknown"},
		"game undecodable":          {put(gamesBucket, u(2), []byte("{")), "decode games"},
		"game never given":          {put(gamesBucket, u(9), []byte("{}")), "games: 9 was never given"},
		"number never given":        {put(gamesBucket, u(2), []byte(`{"c":-2,"n":5}`)), "has number 5"},
		"due before time":           {put(unfinishedBucket, u(2), key(int64(-1), 10)), "due at -1"},
		"index lost":                {remove(unfinishedBucket, u(2)), "game 2 is unfinished: false"},
		"index of no game":          {put(unfinishedBucket, u(9), key(int64(0), 0)), "unfinished: game 9"},
		"table lost":                {remove(tablesBucket, Table{-2, 0}.key()), "its table has game 0"},
		"table of a finished game":  {put(tablesBucket, Table{-3, 0}.key(), u(1)), "{-3 0} has game 1, which is not"},
		"table twice":               {put(tablesBucket, Table{-3, 0}.key(), u(2)), "has game 2, which is at {-2 0}"},
		"last of no game":           {put(lastBucket, Table{-3, 0}.key(), u(9)), "last: {-3 0} had game 9"},
		"last of another table":     {put(lastBucket, Table{-3, 0}.key(), u(1)), "which is at {-1 0}"},
		"roster of no game":         {put(rosterBucket, rosterKey(9, 1), []byte("{}")), "player 1 of game 9"},
		"roster of nobody":          {put(rosterBucket, rosterKey(2, 0), []byte("{}")), "player 0 of game 2"},
		"roster undecodable":        {put(rosterBucket, rosterKey(2, 1), []byte("")), "decode roster"},
		"sits as another":           {put(sitsBucket, u(201), append(u(2), 2)), "account 201 sits in game 2 as player 2"},
		"sits in a finished game":   {put(sitsBucket, u(101), append(u(1), 1)), "account 101 sits in game 1, which"},
		"sits on no roster":         {put(sitsBucket, u(5), append(u(2), 1)), "account 5 sits in game 2 as player 1"},
		"row of no game":            {put(outboxBucket, u(1), []byte(`{"g":9}`)), "game 9: no such game in row 1"},
		"row to nowhere":            {put(outboxBucket, u(1), []byte(`{}`)), "in row 1"},
		"row to a stranger":         {put(outboxBucket, u(1), []byte(`{"g":2,"to":9}`)), "player 9 of game 2"},
		"row without cause":         {put(outboxBucket, u(1), []byte(`{"g":2,"ca":11}`)), "record 11 of game 2"},
		"row undecodable":           {put(outboxBucket, u(1), []byte(`[]`)), "decode outbox"},
		"row never given":           {put(outboxBucket, u(99), []byte(`{"ch":1}`)), "outbox: 99 was never given"},
		"slot of no game":           {put(slotsBucket, SlotKey{9, 1, 1}.key(), make([]byte, 9)), "slot 1 for 1 is left of game 9"},
		"slot left":                 {put(slotsBucket, SlotKey{3, 1, 1}.key(), make([]byte, 9)), "slot 1 for 1 is left of game 3"},
		"heard left":                {put(heardBucket, key(GameID(1), 7), u(1)), "mark 7 is left of game 1"},
		"heard of no game":          {put(heardBucket, key(GameID(9), 7), u(1)), "mark 7 is left of game 9"},
		"words of nobody":           {put(wordsBucket, u(0), []byte("{}")), "words: chat 0"},
		"words that are none":       {put(wordsBucket, u(7), nil), "words: chat 7 has 0 bytes"},
		"rules of nobody":           {put(housesBucket, u(0), []byte("{}")), "houses: chat 0"},
		"rules that are none":       {put(housesBucket, u(7), nil), "houses: chat 7 has 0 bytes"},
		"debts to nobody":           {put(debtsBucket, u(0), []byte("{}")), "debts: chat 0"},
		"debts that are none":       {put(debtsBucket, u(7), nil), "debts: chat 7 has 0 bytes"},
		"key cut":                   {put(heardBucket, u(1), u(1)), "8 bytes instead of 16"},
		"value cut":                 {put(sitsBucket, u(201), u(2)), "8 bytes instead of 9"},
		"schema lost":               {remove(metaBucket, schemaKey), "no schema number"},
		"bucket lost":               {func(b *bbolt.Tx) error { return b.DeleteBucket(sitsBucket.name) }, "sits: the bucket is missing"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := newDB(t)
			update(t, db, func(tx *Tx) {
				must(t, tx.Finish(filledGame(t, tx, Table{-1, 0}, 10)))
				filledGame(t, tx, Table{-2, 0}, 10)
				id, err := tx.NewGame(Table{-1, 0})
				must(t, err, tx.Finish(id))
			})
			must(t, db.Check())
			must(t, db.bolt.Update(c.damage))
			want(t, db.Check(), c.words)
		})
	}
}

// bbolt's own check runs too: here it meets keys out of order.
func TestCheckFindsBadPages(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) { filledGame(t, tx, Table{-1, 0}, 2000) })
	path := damaged(t, db, func(*bbolt.Tx) error { return nil })
	file, err := os.ReadFile(path)
	must(t, err)
	good := append(key(GameID(1), 1000), "record 1000"...)
	bad := append(key(GameID(1), 9000), "record 1000"...)
	if !bytes.Contains(file, good) {
		t.Fatal("the record is not found in the file")
	}
	must(t, os.WriteFile(path, bytes.ReplaceAll(file, good, bad), 0o600))
	want(t, openAt(t, path).Check(), "on leaf page")
}

func BenchmarkTurn(b *testing.B) {
	db, err := OpenFast(b.TempDir() + "/bot.db")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	var id GameID
	err = db.Update(func(tx *Tx) error { id, err = tx.NewGame(Table{1, 0}); return err })
	record := []byte(`{"k":"nominated","t":1700000000000,"d":{"by":3,"seat":7}}`)
	for i := 0; err == nil && b.Loop(); i++ {
		err = db.Update(func(tx *Tx) error { return turn(tx, id, int64(i), record) })
	}
	if err != nil {
		b.Fatal(err)
	}
}

// turn is what the loop does in one: an event, a post, an acknowledgement.
func turn(tx *Tx, id GameID, i int64, record []byte) error {
	cause, err := tx.Append(id, record)
	if err != nil {
		return err
	}
	seq, err := tx.Post(Row{Game: id, Method: "sendMessage", Cause: cause, Params: map[string]string{"text": "Спасибо"}})
	if err != nil {
		return err
	}
	if seq > 20 {
		if err := tx.Drop(seq - 20); err != nil {
			return err
		}
	}
	for range tx.Rows() {
	}
	if err := tx.SetSlot(SlotKey{id, 0, uint32(i % 50)}, SlotState{MessageID: i, Posted: true}); err != nil {
		return err
	}
	if err := tx.SetDue(id, i); err != nil {
		return err
	}
	return tx.SetOffset(i)
}
