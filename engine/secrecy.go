package engine

// Audience says who may know an event: the table, or the private chats of some
// seats, or of one player: one who has no seat yet, or one of two on a seat. The zero Audience is nobody:
// the log alone.
type Audience struct {
	Table  bool
	Seats  Seats
	Player Player
}

var (
	everybody = Audience{Table: true}
	nobody    = Audience{}
)

func only(s Seat) Audience     { return Audience{Seats: SetOf(s)} }
func toSeats(s Seats) Audience { return Audience{Seats: s} }
func person(p Player) Audience { return Audience{Player: p} }

// Slot names a message that is edited in place. 0 is none: the fact is told
// in a message of its own. A slot belongs to one addressee.
type Slot uint32

// The slots that are no window's.
const (
	LobbySlot Slot = 1 // the first message of the lobby; later ones are in Game.Lobby
	nightSlot Slot = 0x100
	winSlot   Slot = 0x10000
)

// NightSlot is the private card of a night; night 0 is the night of orders.
func NightSlot(night uint8) Slot { return nightSlot + Slot(night) }

// WindowSlot is the border message of a window.
func WindowSlot(window uint32) Slot { return winSlot + Slot(window) }

// Effect is what is to be carried out after the events are durable.
type Effect interface{ effect() }

// Say puts a fact before its audience.
type Say struct {
	To      Audience
	Fact    Event
	Options []Command // what the reader may press; each has a typed fallback
	Slot    Slot      // ≠ 0: shown there and edited in place; 0: told
	Adds    bool      // the slot keeps what it says; the fact is written below it
	Gate    uint32    // the window that the delivery opens, 0 none
	Notice  Seat      // the seat of whose foul this is the notice, 0 none
}

// Strike takes an utterance off the table.
type Strike struct{ Mark int64 }

// Clear takes the buttons off a message of the group; Slot 0 means off all of
// them (C10) but Keep, 0 for none.
type Clear struct{ Slot, Keep Slot }

func (Say) effect()    {}
func (Strike) effect() {}
func (Clear) effect()  {}

// Refusal is an error that is also the key of its text.
type Refusal string

func (r Refusal) Error() string { return string(r) }
