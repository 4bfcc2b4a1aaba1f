package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// ErrNoRow is the error of Put when the row was dropped meanwhile.
var ErrNoRow = errors.New("no such row in the outbox")

// Row is one post on its way to Telegram: a method and its parameters. It goes
// either to a game's table or player, or to a chat. Strings are UTF-8; anything
// else in them is replaced.
type Row struct {
	Seq      uint64            `json:"-"`            // the key: given by Post, in commit order, from 1
	Game     GameID            `json:"g,omitempty"`  // 0 for a row to a chat
	To       uint8             `json:"to,omitempty"` // 0 the table, n the game's player n
	Chat     int64             `json:"ch,omitempty"` // the chat of a row without a game
	Slot     uint32            `json:"s,omitempty"`  // which message of the game and addressee it shows, 0 none
	Class    uint8             `json:"cl,omitempty"` // urgency, named by the sender
	Due      int64             `json:"d,omitempty"`  // Unix milliseconds before which it does not go out
	Until    int64             `json:"u,omitempty"`  // Unix milliseconds after which it is worth nothing, 0 never
	Cause    uint64            `json:"ca,omitempty"` // ordinal of the record that caused it, 0 none
	Gate     uint32            `json:"ga,omitempty"` // the window its delivery opens, 0 none
	Notice   uint8             `json:"n,omitempty"`  // the seat whose foul it tells, 0 none; of rows from before Notices
	Notices  uint16            `json:"ns,omitempty"` // the seats whose fouls it tells, a bit each
	Method   string            `json:"m,omitempty"`
	Params   map[string]string `json:"p,omitempty"`  // without chat_id, which is looked up when the row is sent
	Then     string            `json:"th,omitempty"` // what its answer is for, in the sender's own words
	Attempts int               `json:"a,omitempty"`
	Lost     int               `json:"l,omitempty"`  // attempts whose answers were lost
	SentAt   int64             `json:"at,omitempty"` // Unix milliseconds of the acknowledgement, 0 unsent
}

// SlotKey names a message that is shown and later edited: the game, the addressee
// as in [Row], and the number the engine gave it.
type SlotKey struct {
	Game GameID
	To   uint8
	Slot uint32
}

// SlotState is what became of a slot: posted once its first row is in the outbox,
// MessageID (0 before) once that row is acknowledged. Keys, Text and Shown tell how
// the message was last posted: whether it has buttons, what it says, and since when.
type SlotState struct {
	MessageID int64  `json:"m,omitempty"`
	Posted    bool   `json:"p,omitempty"`
	Keys      bool   `json:"k,omitempty"`
	Text      string `json:"t,omitempty"`
	Markup    string `json:"r,omitempty"` // the keyboard that it was last given, if Keys
	Front     string `json:"f,omitempty"` // the part of Text that was told besides, and stands before what is edited
	Shown     int64  `json:"s,omitempty"` // Unix milliseconds at which it may go out as it is now
}

// Post puts a row at the end of the outbox and returns its sequence, which is
// never given again. It fails with [ErrNoGame] if the row's game never was; a
// finished one may still post.
func (tx *Tx) Post(r Row) (seq uint64, err error) {
	if err := tx.checkAddress("post", r); err != nil {
		return 0, err
	}
	seq, err = tx.next(outboxBucket)
	if err != nil {
		return 0, err
	}
	return seq, tx.put(outboxBucket, key(seq), encode(r))
}

// Put rewrites the row r.Seq, as after an attempt or an acknowledgement. It fails
// with [ErrNoRow] if the row is gone.
func (tx *Tx) Put(r Row) error {
	if tx.get(outboxBucket, key(r.Seq)) == nil {
		return fmt.Errorf("rewrite row %d: %w", r.Seq, ErrNoRow)
	}
	if err := tx.checkAddress("rewrite a row", r); err != nil {
		return err
	}
	return tx.put(outboxBucket, key(r.Seq), encode(r))
}

// checkAddress refuses a row that goes nowhere, or to two places.
func (tx *Tx) checkAddress(doing string, r Row) error {
	if _, ok := r.Params["chat_id"]; ok {
		return fmt.Errorf("%s: chat_id among the parameters", doing)
	}
	if err := r.address(); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if r.Game == 0 {
		return nil
	}
	return tx.mustKnow(doing, r.Game)
}

func (r Row) address() error {
	if (r.Game == 0) == (r.Chat == 0) || r.To != 0 && r.Game == 0 {
		return fmt.Errorf("a row goes to a game or to a chat: game %d, player %d, chat %d", r.Game, r.To, r.Chat)
	}
	return nil
}

// Row returns one row.
func (tx *Tx) Row(seq uint64) (Row, bool) {
	k := key(seq)
	v := tx.get(outboxBucket, k)
	if v == nil {
		return Row{}, false
	}
	r, err := rowOf(k, v)
	_ = tx.doom(err)
	return r, err == nil
}

// Rows gives all rows, sent ones that nobody dropped yet too, in commit order.
func (tx *Tx) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for _, e := range tx.collect(outboxBucket, nil) {
			r, err := rowOf(e.key, e.value)
			if tx.doom(err) != nil || !yield(r) {
				return
			}
		}
	}
}

func rowOf(k, v []byte) (Row, error) {
	r, err := decode[Row](outboxBucket, k, v)
	r.Seq = number(k, 0)
	return r, err
}

// Drop deletes a row, if it is still there. With the last row of a finished game
// its slots go too.
func (tx *Tx) Drop(seq uint64) error {
	r, ok := tx.Row(seq)
	if !ok {
		return nil
	}
	tx.sweep = append(tx.sweep, r.Game)
	return tx.remove(outboxBucket, key(seq))
}

// DropOf deletes the unsent rows of a game, those in flight too.
func (tx *Tx) DropOf(id GameID) error {
	for r := range tx.Rows() {
		if r.Game != id || r.SentAt != 0 {
			continue
		}
		if err := tx.remove(outboxBucket, key(r.Seq)); err != nil {
			return err
		}
	}
	tx.sweep = append(tx.sweep, id)
	return nil
}

// Slot returns what became of a slot, false if nothing was written of it.
func (tx *Tx) Slot(s SlotKey) (SlotState, bool) {
	v := tx.get(slotsBucket, s.key())
	if v == nil {
		return SlotState{}, false
	}
	state, err := decode[SlotState](slotsBucket, s.key(), v)
	_ = tx.doom(err)
	return state, err == nil
}

// Slots yields every slot of one addressee of a game, by its number. It is read
// whole before the first one is yielded, so the loop may write.
func (tx *Tx) Slots(id GameID, to uint8) iter.Seq2[uint32, SlotState] {
	prefix := append(key(id), to)
	all := tx.collect(slotsBucket, prefix)
	return func(yield func(uint32, SlotState) bool) {
		for _, e := range all {
			state, err := decode[SlotState](slotsBucket, e.key, e.value)
			if tx.doom(err) != nil || !yield(binary.BigEndian.Uint32(e.key[len(prefix):]), state) {
				return
			}
		}
	}
}

// SetSlot writes down what became of a slot. It fails with [ErrNoGame] if its
// game never was. That of a finished game is kept no longer than its rows.
func (tx *Tx) SetSlot(s SlotKey, state SlotState) error {
	if err := tx.mustKnow("set a slot", s.Game); err != nil {
		return err
	}
	tx.sweep = append(tx.sweep, s.Game)
	return tx.put(slotsBucket, s.key(), encode(state))
}

// sweepSlots ends an Update: finished games without rows lose their slots. It
// waits for the end because within a turn a game may finish before it posts.
func (tx *Tx) sweepSlots() error {
	slices.Sort(tx.sweep)
	for _, id := range slices.Compact(tx.sweep) {
		if _, unfinished := tx.live(id); unfinished || id == 0 || tx.hasRows(id) {
			continue
		}
		if err := tx.removeAll(slotsBucket, key(id)); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) hasRows(id GameID) bool {
	for r := range tx.Rows() {
		if r.Game == id {
			return true
		}
	}
	return false
}

// Heard returns the hash of the text that was last heard under a mark (the
// message id at the game's table), so that an edit that changes nothing is known
// as none.
func (tx *Tx) Heard(id GameID, mark int64) (hash uint64, ok bool) {
	v := tx.get(heardBucket, key(id, uint64(mark)))
	if v == nil {
		return 0, false
	}
	return number(v, 0), true
}

// SetHeard writes down the hash of a text. It fails with [ErrNoGame] if the game
// never was, and does nothing for a finished one, whose marks are gone.
func (tx *Tx) SetHeard(id GameID, mark int64, hash uint64) error {
	if err := tx.mustKnow("set what was heard", id); err != nil {
		return err
	}
	if _, unfinished := tx.live(id); !unfinished {
		return nil
	}
	return tx.put(heardBucket, key(id, uint64(mark)), key(hash))
}
