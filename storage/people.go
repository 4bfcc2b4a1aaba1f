package storage

import (
	"errors"
	"fmt"
	"iter"
)

// ErrSeatedElsewhere is the error of Sit when the person sits in another
// unfinished game.
var ErrSeatedElsewhere = errors.New("seated in another unfinished game")

// Person is who a player of a game is. The zero Person is one who was forgotten.
type Person struct {
	Account  int64  `json:"a,omitempty"` // of Telegram, and his private chat
	Nick     string `json:"n,omitempty"`
	Language string `json:"l,omitempty"`
	First    string `json:"f,omitempty"` // what Telegram shows beside what he writes, if that is not the nick
	Last     string `json:"s,omitempty"`
	Muted    string `json:"m,omitempty"` // what he was allowed in the group before the game muted him, "" if it has not
	Speaks   bool   `json:"w,omitempty"` // he has that for now, and is to lose it again (G15)
}

// SetPerson writes a player, 1 to 255, on the roster of a game, or changes his
// names and language. A player never becomes another account.
func (tx *Tx) SetPerson(id GameID, player uint8, p Person) error {
	if player == 0 {
		return fmt.Errorf("write the roster of game %d: player 0 is nobody", id)
	}
	if err := tx.mustKnow("write the roster", id); err != nil {
		return err
	}
	if old, known := tx.Person(id, player); known && old.Account != p.Account {
		return fmt.Errorf("write the roster of game %d: player %d is another person already", id, player)
	}
	return tx.put(rosterBucket, rosterKey(id, player), encode(p))
}

// Person returns who a player of a game is.
func (tx *Tx) Person(id GameID, player uint8) (Person, bool) {
	k := rosterKey(id, player)
	v := tx.get(rosterBucket, k)
	if v == nil {
		return Person{}, false
	}
	p, err := decode[Person](rosterBucket, k, v)
	_ = tx.doom(err)
	return p, err == nil
}

// Roster gives the players of a game, finished or not, in their order.
func (tx *Tx) Roster(id GameID) iter.Seq2[uint8, Person] {
	return func(yield func(uint8, Person) bool) {
		for _, e := range tx.collect(rosterBucket, key(id)) {
			p, err := decode[Person](rosterBucket, e.key, e.value)
			if tx.doom(err) != nil {
				return
			}
			if !yield(e.key[8], p) {
				return
			}
		}
	}
}

// Forget blanks every roster entry of an account, in finished and unfinished
// games, takes it from its seat and forgets that its private chat is open. Logs
// stay whole. A row for a blank player has nowhere to go, so a person leaves his
// unfinished game before he is forgotten.
func (tx *Tx) Forget(account int64) error {
	for _, e := range tx.collect(rosterBucket, nil) {
		p, err := decode[Person](rosterBucket, e.key, e.value)
		if err != nil {
			return tx.doom(err)
		}
		if p.Account != account {
			continue
		}
		if err := tx.put(rosterBucket, e.key, encode(Person{})); err != nil {
			return err
		}
	}
	return errors.Join(tx.Rise(account), tx.SetOpen(account, false))
}

// Sit seats an account in an unfinished game as the player that the roster has
// with this account. It fails with [ErrSeatedElsewhere] if he sits in another.
func (tx *Tx) Sit(account int64, id GameID, player uint8) error {
	if at, _, sits := tx.Sits(account); sits && at != id {
		return fmt.Errorf("sit down in game %d: %w: %d", id, ErrSeatedElsewhere, at)
	}
	if _, err := tx.mustLive("sit down", id); err != nil {
		return err
	}
	if p, known := tx.Person(id, player); !known || p.Account != account || account == 0 {
		return fmt.Errorf("sit down in game %d: the roster has another account as player %d", id, player)
	}
	return tx.put(sitsBucket, key(account), append(key(id), player))
}

// Rise frees an account from where it sits, if it does.
func (tx *Tx) Rise(account int64) error { return tx.remove(sitsBucket, key(account)) }

// Sits returns the one unfinished game where an account sits, and as whom.
func (tx *Tx) Sits(account int64) (id GameID, player uint8, sits bool) {
	v := tx.get(sitsBucket, key(account))
	if v == nil {
		return 0, 0, false
	}
	return GameID(number(v, 0)), v[8], true
}

// SetOpen writes down whether an account's private chat with the bot is known to
// be open.
func (tx *Tx) SetOpen(account int64, open bool) error {
	if open {
		return tx.put(openBucket, key(account), []byte{1})
	}
	return tx.remove(openBucket, key(account))
}

// Open tells whether an account's private chat with the bot is known to be open.
func (tx *Tx) Open(account int64) bool { return tx.get(openBucket, key(account)) != nil }
