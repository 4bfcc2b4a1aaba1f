package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrNoGame is the error of whatever is asked about a game that never was.
var ErrNoGame = errors.New("no such game")

// ErrTableBusy is the error of NewGame and MoveChat when the table already has
// an unfinished game.
var ErrTableBusy = errors.New("the table has an unfinished game")

// GameID names a game of this file for ever. It counts from 1; 0 is no game.
type GameID uint64

// Table is a place where a game can be played: a chat of Telegram and a thread in
// it, 0 outside forums.
type Table struct{ Chat, Thread int64 }

// Game is what storage itself knows of a game; the rest is its log.
type Game struct {
	ID       GameID
	Table    Table
	Number   uint32 // how people call it: the n-th game of its chat
	Finished bool
	Freed    bool  // unfinished, but its table and those who sat there are free
	Base     int64 // what the numbers of its table's messages are counted from; it grows with every move
	Due      int64 // Unix milliseconds of its next tick, 0 none
}

// MarkStep is how much a game's base grows when its chat becomes another, whose messages
// are numbered anew: more than any chat has messages.
const MarkStep = 1 << 40

// gameValue is the value of games.
type gameValue struct {
	Chat   int64  `json:"c,omitempty"`
	Thread int64  `json:"t,omitempty"`
	Number uint32 `json:"n,omitempty"`
	Freed  bool   `json:"f,omitempty"`
	Base   int64  `json:"b,omitempty"`
}

func (g gameValue) table() Table { return Table{g.Chat, g.Thread} }

// live is the value of unfinished.
type live struct {
	due     int64
	records uint64
}

func liveOf(v []byte) live { return live{int64(number(v, 0)), number(v, 1)} }

// NewGame gives the table a new unfinished game, or fails with [ErrTableBusy].
func (tx *Tx) NewGame(t Table) (GameID, error) {
	if old, busy := tx.GameAt(t); busy {
		return 0, fmt.Errorf("new game: %w: %d", ErrTableBusy, old)
	}
	n, err := tx.next(gamesBucket)
	if err != nil {
		return 0, err
	}
	id := GameID(n)
	g := gameValue{Chat: t.Chat, Thread: t.Thread, Number: tx.lastNumber(t.Chat) + 1}
	err = errors.Join(
		tx.setLastNumber(t.Chat, g.Number),
		tx.put(gamesBucket, key(id), encode(g)),
		tx.put(tablesBucket, t.key(), key(id)),
		tx.put(lastBucket, t.key(), key(id)),
		tx.setLive(id, live{}))
	return id, err
}

// Game returns what is known of a game, finished or not, or [ErrNoGame].
func (tx *Tx) Game(id GameID) (Game, error) {
	k := key(id)
	v := tx.get(gamesBucket, k)
	if v == nil {
		return Game{}, fmt.Errorf("game %d: %w", id, ErrNoGame)
	}
	g, err := decode[gameValue](gamesBucket, k, v)
	if err != nil {
		return Game{}, tx.doom(err)
	}
	l, unfinished := tx.live(id)
	return Game{ID: id, Table: g.table(), Number: g.Number, Finished: !unfinished, Freed: g.Freed && unfinished, Base: g.Base, Due: l.due}, nil
}

// Games returns the unfinished games, oldest first.
func (tx *Tx) Games() []Game {
	var games []Game
	for _, e := range tx.collect(unfinishedBucket, nil) {
		g, err := tx.Game(GameID(number(e.key, 0)))
		if err != nil {
			_ = tx.doom(err)
			continue
		}
		games = append(games, g)
	}
	return games
}

// GameAt returns the unfinished game of a table, if it has one.
func (tx *Tx) GameAt(t Table) (GameID, bool) {
	v := tx.get(tablesBucket, t.key())
	if v == nil {
		return 0, false
	}
	return GameID(number(v, 0)), true
}

// LastGame returns the last game that a table was given, finished or not, if it has
// had one.
func (tx *Tx) LastGame(t Table) (GameID, bool) {
	v := tx.get(lastBucket, t.key())
	if v == nil {
		return 0, false
	}
	return GameID(number(v, 0)), true
}

// SetDue writes down when an unfinished game wants its next tick, in Unix
// milliseconds, 0 for never.
func (tx *Tx) SetDue(id GameID, ms int64) error {
	l, err := tx.mustLive("set the due instant", id)
	if err != nil {
		return err
	}
	l.due = ms
	return tx.setLive(id, l)
}

// Finish frees the table and all who sit there, forgets what was heard, and packs
// the log into one value. Rows of the game stay and go out; its slots stay until
// the last of them is dropped. A game finishes once.
func (tx *Tx) Finish(id GameID) error {
	l, err := tx.mustLive("finish", id)
	if err != nil {
		return err
	}
	g, err := tx.Game(id)
	if err != nil {
		return err
	}
	if err := tx.pack(id, l.records); err != nil {
		return err
	}
	tx.sweep = append(tx.sweep, id)
	return errors.Join(
		tx.clearTable(id, g.Table),
		tx.removeAll(heardBucket, key(id)),
		tx.remove(unfinishedBucket, key(id)))
}

// Free frees the table of an unfinished game and all who sit there: it goes on
// without them, and another one can be played. Freeing it again changes nothing.
func (tx *Tx) Free(id GameID) error {
	if _, err := tx.mustLive("free the table", id); err != nil {
		return err
	}
	k := key(id)
	g, err := decode[gameValue](gamesBucket, k, tx.get(gamesBucket, k))
	if err != nil {
		return tx.doom(err)
	}
	if g.Freed {
		return nil
	}
	g.Freed = true
	return errors.Join(tx.clearTable(id, g.table()), tx.put(gamesBucket, k, encode(g)))
}

// clearTable lets everybody rise who sits in a game, and takes it off its table if it
// has not given it to another one.
func (tx *Tx) clearTable(id GameID, t Table) error {
	for _, p := range tx.Roster(id) {
		if at, _, sits := tx.Sits(p.Account); sits && at == id {
			if err := tx.Rise(p.Account); err != nil {
				return err
			}
		}
	}
	if at, busy := tx.GameAt(t); !busy || at != id {
		return nil
	}
	return tx.remove(tablesBucket, t.key())
}

// MoveChat follows a group that became a supergroup: tables, games, their
// numbering, the club's words and the rows addressed to the chat itself move. It fails with
// [ErrTableBusy], moving nothing, if a game is on both ends of a table. Moving
// what has moved already changes nothing.
func (tx *Tx) MoveChat(from, to int64) error {
	if from == to {
		return nil
	}
	tables := tx.collect(tablesBucket, key(from))
	for _, e := range tables {
		if id, busy := tx.GameAt(Table{to, tableOf(e.key).Thread}); busy {
			return fmt.Errorf("move chat: %w: %d", ErrTableBusy, id)
		}
	}
	for _, e := range tables {
		err := errors.Join(
			tx.remove(tablesBucket, e.key),
			tx.put(tablesBucket, Table{to, tableOf(e.key).Thread}.key(), e.value))
		if err != nil {
			return err
		}
	}
	return errors.Join(tx.moveGames(from, to), tx.moveLast(from, to), tx.moveNumber(from, to), tx.moveClub(from, to), tx.moveRows(from, to))
}

// moveLast takes the last games of a chat's tables along; a table that has had a later
// one keeps that.
func (tx *Tx) moveLast(from, to int64) error {
	for _, e := range tx.collect(lastBucket, key(from)) {
		at := Table{to, tableOf(e.key).Thread}
		if err := tx.remove(lastBucket, e.key); err != nil {
			return err
		}
		if later, known := tx.LastGame(at); known && later > GameID(number(e.value, 0)) {
			continue
		}
		if err := tx.put(lastBucket, at.key(), e.value); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) moveGames(from, to int64) error {
	for _, e := range tx.collect(gamesBucket, nil) {
		g, err := decode[gameValue](gamesBucket, e.key, e.value)
		if err != nil {
			return tx.doom(err)
		}
		if g.Chat != from {
			continue
		}
		g.Chat = to
		g.Base += MarkStep
		if err := tx.put(gamesBucket, e.key, encode(g)); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) moveNumber(from, to int64) error {
	last := max(tx.lastNumber(from), tx.lastNumber(to))
	if last == 0 {
		return nil
	}
	return errors.Join(tx.remove(numbersBucket, key(from)), tx.setLastNumber(to, last))
}

func (tx *Tx) moveRows(from, to int64) error {
	for row := range tx.Rows() {
		if row.Chat != from {
			continue
		}
		row.Chat = to
		if err := tx.Put(row); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) lastNumber(chat int64) uint32 {
	v := tx.get(numbersBucket, key(chat))
	if v == nil {
		return 0
	}
	return binary.BigEndian.Uint32(v)
}

func (tx *Tx) setLastNumber(chat int64, n uint32) error {
	return tx.put(numbersBucket, key(chat), binary.BigEndian.AppendUint32(nil, n))
}

// live returns the entry of an unfinished game.
func (tx *Tx) live(id GameID) (live, bool) {
	v := tx.get(unfinishedBucket, key(id))
	if v == nil {
		return live{}, false
	}
	return liveOf(v), true
}

// mustLive is live for what can only be done to an unfinished game.
func (tx *Tx) mustLive(doing string, id GameID) (live, error) {
	if l, ok := tx.live(id); ok {
		return l, nil
	}
	if err := tx.mustKnow(doing, id); err != nil {
		return live{}, err
	}
	return live{}, fmt.Errorf("%s: game %d is finished", doing, id)
}

// mustKnow refuses a game that never was.
func (tx *Tx) mustKnow(doing string, id GameID) error {
	if tx.get(gamesBucket, key(id)) == nil {
		return fmt.Errorf("%s: game %d: %w", doing, id, ErrNoGame)
	}
	return nil
}

func (tx *Tx) setLive(id GameID, l live) error {
	return tx.put(unfinishedBucket, key(id), key(l.due, l.records))
}
