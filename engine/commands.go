package engine

import "time"

// Command is something that a person, or the host, wants to be done. Whether it
// is allowed is Step's answer.
type Command interface {
	step(*turn, Player) error
}

// Commands of the table before the game.
type (
	// Convene opens a table under a ruleset; its author becomes the opener.
	Convene struct{ Rules Ruleset }
	// Join takes a place at the table.
	Join struct{}
	// Leave gives the place back, until the briefing opens (E4).
	Leave struct{}
	// Begin starts the ready check with those who are there (E1).
	Begin struct{}
	// SayReady answers the ready check.
	SayReady struct{}
	// Draw draws a number (C84). Luck is a random number that the carrier adds.
	Draw struct{ Luck uint64 }
	// OpenChat is the way to one's private chat with the bot. Nobody can do it
	// here: the carrier makes a link of its button, and says Reachable.
	OpenChat struct{}
	// ReadRules is the way to the rules of the table, in one's private chat; it is
	// a link like OpenChat.
	ReadRules struct{}
)

// Commands of the host (Player 0): the clock, the sender, the console.
type (
	// Tick lets happen what is due, one end of a window at most: where Due is not
	// later then, it is to be given again (I10).
	Tick struct{}
	// Said tells that the border of a window is out: its message id and Telegram's date.
	Said struct {
		Window     uint32
		Mark, Date int64
	}
	// Noted tells the message id and Telegram's date of the notice of a foul (G3) or
	// of a removal.
	Noted struct {
		Seat       Seat
		Mark, Date int64
	}
	// Unreachable tells that a private message to the player was refused.
	Unreachable struct{ Player Player }
	// Reachable tells that the player can be written to.
	Reachable struct{ Player Player }
	// Resume tells that the host has heard nobody for so long: the window that
	// runs is moved by it (G18, E45). A negative shift undoes a jump of the clock.
	Resume struct{ Shift time.Duration }
	// Deal deals the cards with a seed from crypto/rand (G20).
	Deal struct{ Seed Key }
	// Foul gives a foul by the judge's word (K21c); Text are his words.
	Foul struct {
		Seat Seat
		Text string
	}
	// Unfoul takes the last foul of a seat back by the judge's word (E42).
	Unfoul struct {
		Seat Seat
		Text string
	}
	// Remove removes a seat by the judge's word.
	Remove struct {
		Seat Seat
		Text string
	}
)

// Commands that end a game before its time (E43).
type (
	// Stop wants the table closed, or the game ended without a winner. Owner says
	// that the person owns the group, by the carrier's word.
	Stop struct{ Owner bool }
	// AgreeStop is a voice for the stop that is voted on.
	AgreeStop struct{}
)

// Commands of the day.
type (
	// Utter is a message of a person in the group.
	Utter struct {
		Mark, Date int64 // message id; Unix seconds of the message, of an edit the edit's
		Edit       bool
		Reply      bool  // it replies to another player's message, or reacts to it
		Reaction   bool  // no message, but a reaction to one (G8); it has no Mark
		Answers    int64 // the message of the host that it replies or reacts to, 0 for none
		Hidden     bool  // in a way that the table does not see: an inline bot, a spoiler, invisible signs (D9)
		Beside     bool  // in another topic of the game's group (D8)
		Heard      Heard
	}
	// Nominate is a press of a seat's button: formula and touch at once (C54, C55).
	Nominate struct{ Seat Seat }
	// Touch is the hand on the table for a formula said without it (C55).
	Touch struct{}
	// Pass ends the slot, or one's own speech (T38).
	Pass struct{}
	// Vote is a hand for a candidate (C58).
	Vote struct{ Seat Seat }
	// Raise is a hand for the lift (T61).
	Raise struct{}
	// AskFouls asks how many fouls one has (C30, T44).
	AskFouls struct{}
)

// Commands of the night, all private.
type (
	// Write is a private message to the bot, dated by Telegram (Unix seconds);
	// Seat is set if it is nothing but a seat's name or number.
	Write struct {
		Date int64
		Seat Seat
	}
	// PickOrder chooses which of the three orders the next seat is for (C4).
	PickOrder struct{ Night uint8 }
	// Order names the victim of the chosen order (C4); Night 0 is the chosen one.
	Order struct {
		Night  uint8
		Target Seat
	}
	// ShowDon is the Don's gesture to the host (C6).
	ShowDon struct{}
	// Aim puts the sight on a seat; free until the shot (K11d, keypad).
	Aim struct{ Target Seat }
	// Fire shoots where the sight rests (C11).
	Fire struct{}
	// Check asks for a seat (C18).
	Check struct{ Target Seat }
)
