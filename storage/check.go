package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.etcd.io/bbolt"
)

// Check reads the whole file and returns everything that is wrong with it, one
// line each: what bbolt finds in its pages, and every breach of what doc.go says
// always holds. It keeps writers waiting meanwhile.
func (db *DB) Check() error {
	done := errors.New("checked")
	var c checker
	// bbolt's own check is only exact where no writer can interfere.
	err := db.bolt.Update(func(b *bbolt.Tx) error {
		for err := range b.Check() {
			c.found = append(c.found, err)
		}
		if len(c.found) == 0 {
			c.tx = &Tx{bolt: b}
			c.run()
		}
		return done
	})
	if err != done {
		return fmt.Errorf("check storage: %w", err)
	}
	return errors.Join(c.found...)
}

// checker gathers findings in one pass over each bucket. What a bucket refers to
// is looked up through the Tx.
type checker struct {
	tx    *Tx
	found []error
}

func (c *checker) run() {
	for _, in := range buckets {
		c.widths(in)
	}
	if len(c.found) > 0 {
		return // the rest would read past the end of keys
	}
	if err := checkSchema(c.tx.bolt); err != nil {
		c.add("meta: %v", err)
	}
	c.games()
	c.unfinished()
	c.tables()
	c.last()
	c.log()
	c.packed()
	c.roster()
	c.sits()
	c.outbox()
	c.slots()
	c.heard()
	c.clubs()
}

func (c *checker) add(format string, args ...any) {
	c.found = append(c.found, fmt.Errorf(format, args...))
}

func (c *checker) each(in bucket, f func(k, v []byte)) {
	c.tx.scan(in, nil, func(k, v []byte) bool { f(k, v); return true })
}

func (c *checker) widths(in bucket) {
	if c.tx.bolt.Bucket(in.name) == nil {
		c.add("%s: the bucket is missing", in.name)
		return
	}
	c.each(in, func(k, v []byte) {
		if in.key != 0 && len(k) != in.key {
			c.add("%s: key %x has %d bytes instead of %d", in.name, k, len(k), in.key)
		}
		if in.value != 0 && len(v) != in.value {
			c.add("%s: the value of %x has %d bytes instead of %d", in.name, k, len(v), in.value)
		}
	})
}

// sequence finds keys above the last number drawn for their bucket.
func (c *checker) sequence(in bucket, k []byte) {
	if n, last := number(k, 0), c.tx.bolt.Bucket(in.name).Sequence(); n == 0 || n > last {
		c.add("%s: %d was never given, the last is %d", in.name, n, last)
	}
}

func (c *checker) known(id GameID) bool { return c.tx.get(gamesBucket, key(id)) != nil }

func (c *checker) isUnfinished(id GameID) bool {
	_, ok := c.tx.live(id)
	return ok && c.known(id)
}

func (c *checker) games() {
	c.each(gamesBucket, func(k, v []byte) {
		id := GameID(number(k, 0))
		c.sequence(gamesBucket, k)
		g, err := decode[gameValue](gamesBucket, k, v)
		if err != nil {
			c.add("%v", err)
			return
		}
		if last := c.tx.lastNumber(g.Chat); g.Number == 0 || g.Number > last {
			c.add("games: game %d has number %d in chat %d, the last given is %d", id, g.Number, g.Chat, last)
		}
		_, unfinished := c.tx.live(id)
		if packed := c.tx.get(packedBucket, k) != nil; packed == unfinished {
			c.add("games: game %d is unfinished: %t, packed: %t", id, unfinished, packed)
		}
		if at, _ := c.tx.GameAt(g.table()); unfinished && at != id && !g.Freed {
			c.add("games: game %d is unfinished, its table has game %d", id, at)
		} else if at == id && g.Freed {
			c.add("games: game %d has freed its table, which has it", id)
		}
	})
}

func (c *checker) unfinished() {
	c.each(unfinishedBucket, func(k, v []byte) {
		id := GameID(number(k, 0))
		if !c.known(id) {
			c.add("unfinished: game %d is unknown", id)
		}
		if l := liveOf(v); l.due < 0 {
			c.add("unfinished: game %d is due at %d", id, l.due)
		}
	})
}

func (c *checker) tables() {
	c.each(tablesBucket, func(k, v []byte) {
		id := GameID(number(v, 0))
		if !c.isUnfinished(id) {
			c.add("tables: %v has game %d, which is not unfinished", tableOf(k), id)
			return
		}
		if g, err := c.tx.Game(id); err == nil && g.Table != tableOf(k) {
			c.add("tables: %v has game %d, which is at %v", tableOf(k), id, g.Table)
		}
	})
}

func (c *checker) last() {
	c.each(lastBucket, func(k, v []byte) {
		id := GameID(number(v, 0))
		if g, err := c.tx.Game(id); err != nil || g.Table != tableOf(k) {
			c.add("last: %v had game %d, which is at %v", tableOf(k), id, g.Table)
		}
	})
}

func (c *checker) log() {
	last := map[GameID]uint64{}
	c.each(logBucket, func(k, _ []byte) {
		id, ordinal := GameID(number(k, 0)), number(k, 1)
		if ordinal != last[id]+1 {
			c.add("log: game %d has record %d after %d", id, ordinal, last[id])
		}
		last[id] = ordinal
	})
	for _, id := range slices.Sorted(maps.Keys(last)) {
		if !c.isUnfinished(id) {
			c.add("log: game %d is not unfinished and has records", id)
		}
	}
	c.each(unfinishedBucket, func(k, v []byte) {
		id := GameID(number(k, 0))
		if l := liveOf(v); l.records != last[id] {
			c.add("log: game %d ends with record %d of %d", id, last[id], l.records)
		}
	})
}

func (c *checker) packed() {
	c.each(packedBucket, func(k, v []byte) {
		id := GameID(number(k, 0))
		if !c.known(id) {
			c.add("packed: game %d is unknown", id)
		}
		if _, err := unpack(v); err != nil {
			c.add("packed: game %d: %v", id, err)
		}
	})
}

func (c *checker) roster() {
	c.each(rosterBucket, func(k, v []byte) {
		id, player := GameID(number(k, 0)), k[8]
		if !c.known(id) || player == 0 {
			c.add("roster: player %d of game %d is unknown", player, id)
		}
		if _, err := decode[Person](rosterBucket, k, v); err != nil {
			c.add("%v", err)
		}
	})
}

func (c *checker) sits() {
	c.each(sitsBucket, func(k, v []byte) {
		account, id, player := int64(number(k, 0)), GameID(number(v, 0)), v[8]
		if !c.isUnfinished(id) {
			c.add("sits: account %d sits in game %d, which is not unfinished", account, id)
		}
		if g, err := c.tx.Game(id); err == nil && g.Freed {
			c.add("sits: account %d sits in game %d, which has freed its table", account, id)
		}
		if p, _ := c.tx.Person(id, player); p.Account != account {
			c.add("sits: account %d sits in game %d as player %d, who is another", account, id, player)
		}
	})
}

func (c *checker) outbox() {
	c.each(outboxBucket, func(k, v []byte) {
		c.sequence(outboxBucket, k)
		r, err := rowOf(k, v)
		if err != nil {
			c.add("%v", err)
			return
		}
		if err := c.tx.checkAddress("outbox", r); err != nil {
			c.add("%w in row %d", err, r.Seq)
			return
		}
		if _, known := c.tx.Person(r.Game, r.To); r.To != 0 && !known {
			c.add("outbox: row %d goes to player %d of game %d, whom the roster does not know", r.Seq, r.To, r.Game)
		}
		if l, unfinished := c.tx.live(r.Game); unfinished && r.Cause > l.records {
			c.add("outbox: row %d is caused by record %d of game %d, which has %d", r.Seq, r.Cause, r.Game, l.records)
		}
	})
}

func (c *checker) slots() {
	withRows := map[GameID]bool{}
	for r := range c.tx.Rows() {
		withRows[r.Game] = true
	}
	c.each(slotsBucket, func(k, _ []byte) {
		id := GameID(number(k, 0))
		if !c.isUnfinished(id) && !(c.known(id) && withRows[id]) {
			c.add("slots: slot %d for %d is left of game %d", binary.BigEndian.Uint32(k[9:]), k[8], id)
		}
	})
}

func (c *checker) heard() {
	c.each(heardBucket, func(k, _ []byte) {
		if id := GameID(number(k, 0)); !c.isUnfinished(id) {
			c.add("heard: mark %d is left of game %d", int64(number(k, 1)), id)
		}
	})
}

func (c *checker) clubs() {
	for _, b := range []bucket{wordsBucket, housesBucket, debtsBucket} {
		c.each(b, func(k, v []byte) {
			if chat := int64(number(k, 0)); chat == 0 || len(v) == 0 {
				c.add("%s: chat %d has %d bytes", b.name, chat, len(v))
			}
		})
	}
}
