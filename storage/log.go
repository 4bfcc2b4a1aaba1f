package storage

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Append writes a record behind the log of an unfinished game and returns its
// ordinal. Ordinals count from 1 without a gap.
func (tx *Tx) Append(id GameID, record []byte) (ordinal uint64, err error) {
	l, err := tx.mustLive("append to the log", id)
	if err != nil {
		return 0, err
	}
	l.records++
	if err := tx.put(logBucket, key(id, l.records), bytes.Clone(record)); err != nil {
		return 0, err
	}
	return l.records, tx.setLive(id, l)
}

// Log gives the ordinals and records of a game, finished or not, in order. A game
// that never was has none. The records are the caller's own.
func (tx *Tx) Log(id GameID) iter.Seq2[uint64, []byte] {
	return func(yield func(uint64, []byte) bool) {
		records, err := tx.records(id)
		_ = tx.doom(err)
		for i, r := range records {
			if !yield(uint64(i)+1, r) {
				return
			}
		}
	}
}

func (tx *Tx) records(id GameID) ([][]byte, error) {
	if v := tx.get(packedBucket, key(id)); v != nil {
		records, err := unpack(v)
		if err != nil {
			return records, fmt.Errorf("unpack the log of game %d: %w", id, err)
		}
		return records, nil
	}
	l, _ := tx.live(id)
	var records [][]byte
	for _, e := range tx.collect(logBucket, key(id)) {
		if len(e.key) != logBucket.key || number(e.key, 1) != uint64(len(records))+1 {
			return records, fmt.Errorf("read the log of game %d: record %d is missing", id, len(records)+1)
		}
		records = append(records, e.value)
	}
	if n := uint64(len(records)); n != l.records {
		return records, fmt.Errorf("read the log of game %d: %d records of %d", id, n, l.records)
	}
	return records, nil
}

// pack moves the log of a game into its packed value.
func (tx *Tx) pack(id GameID, n uint64) error {
	records, err := tx.records(id)
	if err != nil {
		return tx.doom(err)
	}
	if err := tx.put(packedBucket, key(id), packed(records)); err != nil {
		return err
	}
	for i := uint64(1); i <= n; i++ {
		if err := tx.remove(logBucket, key(id, i)); err != nil {
			return err
		}
	}
	return nil
}

func packed(records [][]byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	var length []byte
	var err error
	for _, r := range records {
		length = binary.AppendUvarint(length[:0], uint64(len(r)))
		_, err1 := z.Write(length)
		_, err2 := z.Write(r)
		err = errors.Join(err, err1, err2)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		panic(fmt.Sprintf("gzip into memory: %v", err))
	}
	return out.Bytes()
}

func unpack(v []byte) ([][]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(v))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	var records [][]byte
	for len(plain) > 0 {
		n, width := binary.Uvarint(plain)
		if width <= 0 || n > uint64(len(plain)-width) {
			return records, fmt.Errorf("record %d has no end", len(records)+1)
		}
		end := width + int(n)
		records = append(records, plain[width:end:end])
		plain = plain[end:]
	}
	return records, nil
}
