package storage

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// bucket is one row of the map in doc.go: its name and the width in bytes of its
// keys and values, 0 for any.
type bucket struct {
	name       []byte
	key, value int
}

var (
	metaBucket       = bucket{[]byte("meta"), 0, 8}
	gamesBucket      = bucket{[]byte("games"), 8, 0}
	numbersBucket    = bucket{[]byte("numbers"), 8, 4}
	unfinishedBucket = bucket{[]byte("unfinished"), 8, 16}
	tablesBucket     = bucket{[]byte("tables"), 16, 8}
	lastBucket       = bucket{[]byte("last"), 16, 8}
	logBucket        = bucket{[]byte("log"), 16, 0}
	packedBucket     = bucket{[]byte("packed"), 8, 0}
	rosterBucket     = bucket{[]byte("roster"), 9, 0}
	sitsBucket       = bucket{[]byte("sits"), 8, 9}
	openBucket       = bucket{[]byte("open"), 8, 1}
	outboxBucket     = bucket{[]byte("outbox"), 8, 0}
	slotsBucket      = bucket{[]byte("slots"), 13, 0}
	heardBucket      = bucket{[]byte("heard"), 16, 8}
	wordsBucket      = bucket{[]byte("words"), 8, 0}
	housesBucket     = bucket{[]byte("houses"), 8, 0}
	debtsBucket      = bucket{[]byte("debts"), 8, 0}
	marksBucket      = bucket{[]byte("marks"), 0, 0}

	buckets = []bucket{
		metaBucket, gamesBucket, numbersBucket, unfinishedBucket, tablesBucket, lastBucket, logBucket, packedBucket,
		rosterBucket, sitsBucket, openBucket, outboxBucket, slotsBucket, heardBucket, wordsBucket, housesBucket,
		debtsBucket, marksBucket,
	}
)

var (
	schemaKey = []byte("schema")
	offsetKey = []byte("offset")
	missedKey = []byte("missed")
	hookKey   = []byte("hook")
	menuKey   = []byte("menu")
	reachKey  = []byte("reach")
)

// key joins eight-byte numbers; further bytes are appended by the caller.
func key[T ~int64 | ~uint64](first T, rest ...uint64) []byte {
	k := binary.BigEndian.AppendUint64(make([]byte, 0, 24), uint64(first))
	for _, n := range rest {
		k = binary.BigEndian.AppendUint64(k, n)
	}
	return k
}

// number reads the i-th eight-byte number of a key or value.
func number(b []byte, i int) uint64 { return binary.BigEndian.Uint64(b[8*i:]) }

func (t Table) key() []byte { return key(t.Chat, uint64(t.Thread)) }

func tableOf(k []byte) Table { return Table{Chat: int64(number(k, 0)), Thread: int64(number(k, 1))} }

func rosterKey(id GameID, player uint8) []byte { return append(key(id), player) }

func (s SlotKey) key() []byte {
	return binary.BigEndian.AppendUint32(append(key(s.Game), s.To), s.Slot)
}

// decode reads the JSON value v that stands in b under k.
func decode[T any](b bucket, k, v []byte) (T, error) {
	var x T
	if err := json.Unmarshal(v, &x); err != nil {
		return x, fmt.Errorf("decode %s %x: %w", b.name, k, err)
	}
	return x, nil
}

// encode writes x as JSON. The types of this package always can be.
func encode(x any) []byte {
	v, err := json.Marshal(x)
	if err != nil {
		panic(fmt.Sprintf("encode %T: %v", x, err))
	}
	return v
}
