package storage

import (
	"bytes"
	"errors"
)

// Words returns what a chat's club hears otherwise than others, as it was given
// to SetWords; nil if nothing.
func (tx *Tx) Words(chat int64) []byte { return bytes.Clone(tx.get(wordsBucket, key(chat))) }

// SetWords writes down what a chat's club hears otherwise than others; nothing
// takes the entry away.
func (tx *Tx) SetWords(chat int64, words []byte) error { return tx.setClub(wordsBucket, chat, words) }

// House returns what a chat's club plays by, as it was given to SetHouse; nil if it has
// decided nothing.
func (tx *Tx) House(chat int64) []byte { return bytes.Clone(tx.get(housesBucket, key(chat))) }

// SetHouse writes down what a chat's club plays by; nothing takes the entry away.
func (tx *Tx) SetHouse(chat int64, house []byte) error { return tx.setClub(housesBucket, chat, house) }

// Debts returns what the bot has taken from members of a chat and could not give back, as
// it was given to SetDebts; nil if nothing.
func (tx *Tx) Debts(chat int64) []byte { return bytes.Clone(tx.get(debtsBucket, key(chat))) }

// SetDebts writes that down; nothing takes the entry away.
func (tx *Tx) SetDebts(chat int64, debts []byte) error { return tx.setClub(debtsBucket, chat, debts) }

func (tx *Tx) setClub(b bucket, chat int64, entry []byte) error {
	switch {
	case chat == 0:
		return errors.New("set what is a club's: it has no chat")
	case len(entry) == 0:
		return tx.remove(b, key(chat))
	}
	return tx.put(b, key(chat), bytes.Clone(entry))
}

// moveClub takes what is a club's to its new chat; what it has set there already
// stays.
func (tx *Tx) moveClub(from, to int64) error {
	var err error
	for _, b := range []bucket{wordsBucket, housesBucket, debtsBucket} {
		entry := bytes.Clone(tx.get(b, key(from)))
		err = errors.Join(err, tx.remove(b, key(from)))
		if entry != nil && tx.get(b, key(to)) == nil {
			err = errors.Join(err, tx.setClub(b, to, entry))
		}
	}
	return err
}
