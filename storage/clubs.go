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
func (tx *Tx) SetWords(chat int64, words []byte) error {
	switch {
	case chat == 0:
		return errors.New("set the words of a club: it has no chat")
	case len(words) == 0:
		return tx.remove(wordsBucket, key(chat))
	}
	return tx.put(wordsBucket, key(chat), bytes.Clone(words))
}

// moveWords takes a club's words to its new chat; what it has set there already
// stays.
func (tx *Tx) moveWords(from, to int64) error {
	words := tx.Words(from)
	if words == nil || tx.Words(to) != nil {
		return tx.remove(wordsBucket, key(from))
	}
	return errors.Join(tx.SetWords(from, nil), tx.SetWords(to, words))
}
