package storage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"go.etcd.io/bbolt"
)

// ErrCommit is the error of Update when the transaction was complete but its
// commit failed. Whether it is on the disk is unknown, so the process must exit
// without acknowledging anything. The DB refuses every later Update with it.
var ErrCommit = errors.New("the commit failed, the state on disk is unknown")

// DB is one open storage file. Its methods may be called from any goroutine, but
// none of them from within a transaction of the same goroutine.
type DB struct {
	bolt   *bbolt.DB
	failed atomic.Bool
}

// Tx is one transaction, valid until the function it was given to returns, and
// for that function's goroutine. Nothing it returns refers to the file's memory,
// and what it iterates over is collected first: writing within the loop is safe,
// and the loop does not see it.
type Tx struct {
	bolt  *bbolt.Tx
	fate  error    // why this transaction cannot succeed any more: damage, or a failed write
	sweep []GameID // games that may have lost their last row, or gained a slot without one
}

// Close waits for open transactions and releases the file.
func (db *DB) Close() error {
	if err := db.bolt.Close(); err != nil {
		return fmt.Errorf("close storage: %w", err)
	}
	return nil
}

// Update runs f in a transaction that is durable when Update returns nil. Any
// error of f, any damage it met and any write that failed roll back everything
// and are returned. A panic in f rolls back too, and goes on. [ErrCommit] is final.
func (db *DB) Update(f func(*Tx) error) error {
	if db.failed.Load() {
		return fmt.Errorf("update storage after a failure: %w", ErrCommit)
	}
	complete := false
	err := db.bolt.Update(func(b *bbolt.Tx) error {
		tx := &Tx{bolt: b}
		err := tx.outcome(f(tx))
		if err == nil {
			err = tx.outcome(tx.sweepSlots())
		}
		complete = err == nil
		return err
	})
	if complete && err != nil {
		db.failed.Store(true)
		return fmt.Errorf("update storage: %w: %w", ErrCommit, err)
	}
	return err
}

// View runs f in a read-only transaction and returns its error, or what damage
// it met. It sees the last commit, and holds back the reuse of pages while it
// runs: no waiting inside.
func (db *DB) View(f func(*Tx) error) error {
	return db.bolt.View(func(b *bbolt.Tx) error {
		tx := &Tx{bolt: b}
		return tx.outcome(f(tx))
	})
}

// Backup writes a whole, consistent storage file to w while the bot goes on. The
// copy can be trusted once it is synced and has passed [DB.Check].
func (db *DB) Backup(w io.Writer) error {
	return db.bolt.View(func(b *bbolt.Tx) error {
		if _, err := b.WriteTo(w); err != nil {
			return fmt.Errorf("back up storage: %w", err)
		}
		return nil
	})
}

// Offset is the id of the first update not yet taken, 0 before the first.
func (tx *Tx) Offset() int64 { return tx.meta(offsetKey) }

// SetOffset writes down the id of the first update not yet taken.
func (tx *Tx) SetOffset(id int64) error { return tx.put(metaBucket, offsetKey, key(id)) }

// Reach is the instant of the last getUpdates answer in Unix milliseconds, 0
// before the first.
func (tx *Tx) Reach() int64 { return tx.meta(reachKey) }

// SetReach writes down the instant of the last getUpdates answer.
func (tx *Tx) SetReach(ms int64) error { return tx.put(metaBucket, reachKey, key(ms)) }

func (tx *Tx) meta(name []byte) int64 {
	v := tx.get(metaBucket, name)
	if v == nil {
		return 0
	}
	return int64(number(v, 0))
}

// outcome is the error the transaction ends with, given that of its function.
func (tx *Tx) outcome(err error) error {
	if tx.fate == nil || errors.Is(err, tx.fate) {
		return err
	}
	return errors.Join(err, tx.fate)
}

// doom makes the transaction fail with err, unless it is nil; the first counts.
func (tx *Tx) doom(err error) error {
	if tx.fate == nil {
		tx.fate = err
	}
	return err
}

// get returns the value under k, nil if there is none. It is the file's memory:
// decode or copy it before the next write.
func (tx *Tx) get(in bucket, k []byte) []byte {
	v := tx.bolt.Bucket(in.name).Get(k)
	if v != nil && in.value != 0 && len(v) != in.value {
		_ = tx.doom(fmt.Errorf("read %s %x: %d bytes instead of %d", in.name, k, len(v), in.value))
		return nil
	}
	return v
}

// put writes v under k. The caller does not touch v again.
func (tx *Tx) put(in bucket, k, v []byte) error {
	if err := tx.bolt.Bucket(in.name).Put(k, v); err != nil {
		return tx.doom(fmt.Errorf("write %s %x: %w", in.name, k, err))
	}
	return nil
}

// remove deletes k; a key that is not there is no error.
func (tx *Tx) remove(in bucket, k []byte) error {
	if err := tx.bolt.Bucket(in.name).Delete(k); err != nil {
		return tx.doom(fmt.Errorf("delete %s %x: %w", in.name, k, err))
	}
	return nil
}

// removeAll deletes every key that begins with prefix.
func (tx *Tx) removeAll(in bucket, prefix []byte) error {
	for _, e := range tx.collect(in, prefix) {
		if err := tx.remove(in, e.key); err != nil {
			return err
		}
	}
	return nil
}

// next draws the next number of the bucket's sequence, which never repeats.
func (tx *Tx) next(in bucket) (uint64, error) {
	n, err := tx.bolt.Bucket(in.name).NextSequence()
	if err != nil {
		return 0, tx.doom(fmt.Errorf("number %s: %w", in.name, err))
	}
	return n, nil
}

// scan calls f in key order with everything whose key begins with prefix. f
// gets the file's memory and must write nothing; false ends the scan.
func (tx *Tx) scan(in bucket, prefix []byte, f func(k, v []byte) bool) {
	c := tx.bolt.Bucket(in.name).Cursor()
	for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if !f(k, v) {
			return
		}
	}
}

type entry struct{ key, value []byte }

// collect copies everything whose key begins with prefix, in key order.
func (tx *Tx) collect(in bucket, prefix []byte) []entry {
	var all []entry
	tx.scan(in, prefix, func(k, v []byte) bool {
		all = append(all, entry{bytes.Clone(k), bytes.Clone(v)})
		return true
	})
	return all
}
