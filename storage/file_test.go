package storage

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// reopen closes the file and opens it again, as a restart does.
func reopen(t *testing.T, db *DB) *DB {
	t.Helper()
	path := db.bolt.Path()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return openAt(t, path)
}

// openAt opens a file until the test ends.
func openAt(t *testing.T, path string) *DB {
	t.Helper()
	db, err := OpenFast(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func newDB(t *testing.T) *DB { return openAt(t, filepath.Join(t.TempDir(), "bot.db")) }

func update(t *testing.T, db *DB, f func(*Tx)) {
	t.Helper()
	if err := db.Update(func(tx *Tx) error { f(tx); return nil }); err != nil {
		t.Fatal(err)
	}
}

func view(t *testing.T, db *DB, f func(*Tx)) {
	t.Helper()
	if err := db.View(func(tx *Tx) error { f(tx); return nil }); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// want is the error check of every refusal: err says all of the words.
func want(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q lacks %q", err, w)
		}
	}
}

func TestOpenIsWholeAndSynced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "bot.db")
	for range 2 {
		db, err := Open(path)
		must(t, err)
		must(t, db.Update(func(tx *Tx) error { return tx.SetOffset(tx.Offset() + 1) }), db.Check(), db.Close())
	}
	entries, err := os.ReadDir(dir)
	must(t, err)
	if len(entries) != 1 {
		t.Errorf("the folder has %d files, want the storage file alone: %v", len(entries), entries)
	}
	view(t, openAt(t, path), func(tx *Tx) {
		if tx.Offset() != 2 {
			t.Errorf("offset %d, want 2", tx.Offset())
		}
	})
}

func TestOpenAfterCreationWasKilled(t *testing.T) {
	whole, err := os.ReadFile(newDB(t).bolt.Path())
	must(t, err)
	for _, n := range []int{0, 1, 4096, 10000, len(whole)} {
		dir := t.TempDir()
		path := filepath.Join(dir, "bot.db")
		must(t, os.WriteFile(path+tempSuffix+"123", whole[:n], 0o600))
		must(t, os.WriteFile(path+".bak", nil, 0o600))
		db := openAt(t, path)
		must(t, db.Check())
		entries, err := os.ReadDir(dir)
		must(t, err)
		if len(entries) != 2 {
			t.Errorf("leftover of %d bytes: the folder has %v", n, entries)
		}
	}
}

// A creation that fails leaves nothing under the real name.
func TestOpenWithoutFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nowhere", "bot.db")
	_, err := Open(path)
	want(t, err, "create storage", path)
}

func TestOpenTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bot.db")
	var wg sync.WaitGroup
	dbs := make([]*DB, 6)
	errs := make([]error, len(dbs))
	for i := range dbs {
		wg.Go(func() { dbs[i], errs[i] = OpenFast(path) })
	}
	wg.Wait()
	opened := 0
	for i, db := range dbs {
		if errs[i] == nil {
			opened++
			same, err := os.Stat(path)
			must(t, err)
			if held, err := os.Stat(db.bolt.Path()); err != nil || !os.SameFile(same, held) {
				t.Error("the winner holds a file that is not under the name")
			}
			must(t, db.Close())
		}
	}
	if opened != 1 {
		t.Errorf("%d of %d opened the file, want 1: %v", opened, len(dbs), errs)
	}
}

func TestOpenLocked(t *testing.T) {
	db := newDB(t)
	start := time.Now()
	_, err := Open(db.bolt.Path())
	if !errors.Is(err, ErrLocked) {
		t.Errorf("error %v, want ErrLocked", err)
	}
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("it took %v", d)
	}
	update(t, db, func(tx *Tx) { must(t, tx.SetReach(5)) })
}

func TestOpenRefuses(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		id, err := tx.NewGame(Table{1, 0})
		must(t, err)
		for range 2000 {
			_, err := tx.Append(id, make([]byte, 100))
			must(t, err)
		}
	})
	whole, err := os.ReadFile(damaged(t, db, func(*bbolt.Tx) error { return nil }))
	must(t, err)
	newer := func(b *bbolt.Tx) error {
		return b.Bucket(metaBucket.name).Put(schemaKey, key(uint64(schema+1)))
	}
	foreign := func(b *bbolt.Tx) error { return b.DeleteBucket(metaBucket.name) }
	files := map[string]struct {
		content []byte
		words   []string
	}{
		"empty":       {nil, []string{"not a storage file", "empty"}},
		"text":        {bytes.Repeat([]byte("hello\n"), 4000), []string{"not a storage file"}},
		"one page":    {whole[:4096], []string{"damaged"}},
		"two pages":   {whole[:8192], []string{"truncated"}},
		"half":        {whole[:len(whole)/2], []string{"truncated"}},
		"zeroed tail": {append(bytes.Clone(whole[:8192]), make([]byte, len(whole)-8192)...), []string{"damaged"}},
	}
	for name, f := range files {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bot.db")
			must(t, os.WriteFile(path, f.content, 0o600))
			_, err := Open(path)
			want(t, err, append(f.words, "open storage", path)...)
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of several lines: %q", err)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, f.content) {
				t.Error("the refused file has changed")
			}
		})
	}
	for words, change := range map[string]func(*bbolt.Tx) error{"newer": newer, "no schema": foreign} {
		t.Run(words, func(t *testing.T) {
			_, err := OpenFast(damaged(t, newDB(t), change))
			want(t, err, words)
		})
	}
	_, err = Open(t.TempDir())
	want(t, err, "not a storage file")
}

// damaged changes the file behind the back of Tx, closes it and returns its path.
func damaged(t *testing.T, db *DB, change func(*bbolt.Tx) error) string {
	t.Helper()
	path := db.bolt.Path()
	must(t, db.bolt.Update(change), db.Close())
	return path
}

// A bucket this program has and the file has not is added.
func TestOpenAddsBuckets(t *testing.T) {
	db := newDB(t)
	must(t, db.bolt.Update(func(b *bbolt.Tx) error { return b.DeleteBucket(heardBucket.name) }))
	want(t, db.Check(), "heard")
	must(t, reopen(t, db).Check())
}

func TestRollback(t *testing.T) {
	db := newDB(t)
	no := errors.New("no")
	everything := func(tx *Tx) {
		id, err := tx.NewGame(Table{-5, 2})
		must(t, err)
		_, err = tx.Append(id, []byte("a"))
		must(t, err)
		_, err = tx.Post(Row{Game: id, Method: "sendMessage"})
		must(t, err)
		must(t, tx.SetPerson(id, 1, Person{Account: 7}), tx.Sit(7, id, 1), tx.SetOpen(7, true), tx.SetOffset(9),
			tx.SetReach(9), tx.SetSlot(SlotKey{id, 0, 1}, SlotState{MessageID: 1, Posted: true}), tx.SetHeard(id, 1, 1), tx.SetDue(id, 4))
	}
	if err := db.Update(func(tx *Tx) error { everything(tx); return no }); err != no {
		t.Errorf("error %v, want the function's own", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = db.Update(func(tx *Tx) error { everything(tx); panic("no") })
	}()
	db = reopen(t, db)
	must(t, db.bolt.View(func(b *bbolt.Tx) error {
		for _, in := range buckets {
			n := b.Bucket(in.name).Stats().KeyN
			if string(in.name) == "meta" {
				n-- // the schema
			}
			if n != 0 || b.Bucket(in.name).Sequence() != 0 {
				t.Errorf("%s has %d keys after a rollback", in.name, n)
			}
		}
		return nil
	}))
	update(t, db, everything)
	must(t, db.Check())
}

// Damage and failed writes fail the transaction, even if nobody looks.
func TestDamageEndsTheTransaction(t *testing.T) {
	db := newDB(t)
	update(t, db, func(tx *Tx) {
		_, err := tx.Post(Row{Chat: 5})
		must(t, err)
	})
	must(t, db.bolt.Update(func(b *bbolt.Tx) error { return b.Bucket(outboxBucket.name).Put(key(uint64(1)), []byte("{")) }))
	ignore := func(tx *Tx) error {
		for range tx.Rows() {
			t.Error("a damaged row is given")
		}
		_ = tx.SetOffset(77)
		return nil
	}
	want(t, db.Update(ignore), "decode outbox")
	want(t, db.View(func(tx *Tx) error { tx.Row(1); return nil }), "decode outbox")
	want(t, db.View(func(tx *Tx) error { _ = tx.SetOffset(1); return nil }), "write meta")
	must(t, db.bolt.Update(func(b *bbolt.Tx) error { return b.Bucket(metaBucket.name).Put(offsetKey, []byte{1}) }))
	want(t, db.View(func(tx *Tx) error { tx.Offset(); return nil }), "read meta")
}

func TestFailedCommitIsFinal(t *testing.T) {
	db := newDB(t)
	db.bolt.MaxSize = 64 << 10
	err := db.Update(func(tx *Tx) error { return tx.put(metaBucket, []byte("large"), make([]byte, 1<<20)) })
	if !errors.Is(err, ErrCommit) {
		t.Fatalf("error %v, want ErrCommit", err)
	}
	err = db.Update(func(*Tx) error { t.Error("a transaction after a failed commit"); return nil })
	if !errors.Is(err, ErrCommit) {
		t.Errorf("error %v, want ErrCommit", err)
	}
	db = reopen(t, db)
	must(t, db.Check())
	if err := db.Update(func(*Tx) error { return errors.New("no") }); errors.Is(err, ErrCommit) {
		t.Error("a function's error passes for a failed commit")
	}
	update(t, db, func(tx *Tx) { must(t, tx.SetOffset(1)) })
}

func TestBackup(t *testing.T) {
	db := newDB(t)
	var id GameID
	update(t, db, func(tx *Tx) { id = filledGame(t, tx, Table{-1, 0}, 300) })
	var b bytes.Buffer
	must(t, db.Backup(&b))
	update(t, db, func(tx *Tx) { must(t, tx.Finish(id)) })
	path := filepath.Join(t.TempDir(), "copy.db")
	must(t, os.WriteFile(path, b.Bytes(), 0o600))
	old := openAt(t, path)
	must(t, old.Check())
	view(t, old, func(tx *Tx) {
		if g, err := tx.Game(id); err != nil || g.Finished {
			t.Errorf("the copy has %+v, %v", g, err)
		}
	})
}
