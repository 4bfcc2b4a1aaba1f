package engine

import (
	"encoding/hex"
	"fmt"
)

// Event is something that happened. It is made by Step, kept in the log for
// ever, and applied without a decision.
type Event interface {
	Kind() string // its name in the log, for ever
	apply(*Game)
	audience(*Game) Audience // who may know it; there is no event without an answer
}

// Key is 32 bytes that read and write themselves in hexadecimal: a deal's seed
// or the seal on it.
type Key [32]byte

// MarshalText writes the key in hexadecimal.
func (k Key) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(k[:])), nil }

// UnmarshalText reads a key of 64 hexadecimal digits.
func (k *Key) UnmarshalText(b []byte) error {
	raw, err := hex.DecodeString(string(b))
	if err != nil || len(raw) != len(k) {
		return fmt.Errorf("reading a key of %d digits: not 64 hexadecimal ones", len(b))
	}
	copy(k[:], raw)
	return nil
}

// Events of the table before the game.
type (
	// Convened opens a table; the rules stand in it whole.
	Convened struct {
		Rules Ruleset `json:"rules"`
		By    Player  `json:"by"`
		At    Instant `json:"at"`
	}
	Joined struct {
		Player Player  `json:"player"`
		At     Instant `json:"at"`
	}
	Left struct {
		Player Player `json:"player"`
		Shared bool   `json:"shared,omitempty"` // his partner keeps the place
	}
	// OpenerPassed hands the opener's rights on.
	OpenerPassed struct {
		To Player `json:"to"`
	}
	// Dropped takes a place away from a player who did not answer or cannot be reached.
	Dropped struct {
		Player Player `json:"player"`
		Why    Reason `json:"why"`
		Shared bool   `json:"shared,omitempty"` // his partner keeps the place
	}
	// Begun sets how many seats this game has: those who are there (E1).
	Begun struct {
		Players int `json:"players"`
	}
	ReadyAsked struct {
		At Instant `json:"at"`
	}
	ReadySaid struct {
		Player Player `json:"player"`
	}
	DrawCalled struct {
		At Instant `json:"at"`
	}
	Drew struct {
		Player Player `json:"player"`
		Seat   Seat   `json:"seat"`
	}
	// SeatsTold posts every player's seat to his private chat: the probe of the deal.
	SeatsTold struct {
		At Instant `json:"at"`
	}
	// HoldCalled lets the deal wait for the seats that cannot be written to (K2b, E3);
	// Void says that cards were out, which are void by it.
	HoldCalled struct {
		Missing Seats   `json:"missing"`
		Seconds Seats   `json:"seconds,omitempty"` // whose consiglieri are missing
		Void    bool    `json:"void,omitempty"`
		Again   bool    `json:"again,omitempty"` // he was missing before in this hold: its time runs on
		At      Instant `json:"at"`
	}
	// Reached takes a seat off the missing: its private chat is open.
	Reached struct {
		Seat   Seat `json:"seat"`
		Second bool `json:"second,omitempty"` // its consigliere's
	}
	// HoldOver ends a hold without those whose chats are still closed: who sat on
	// which seat, for the seats are forgotten with it.
	HoldOver struct {
		Missing [MaxSeats + 1]Player `json:"missing"`
		Seconds [MaxSeats + 1]Player `json:"seconds,omitzero"` // their consiglieri
	}
	// Reopened returns the table to its lobby.
	Reopened struct {
		At Instant `json:"at"`
	}
	// LobbyClosed ends a table before its game.
	LobbyClosed struct {
		Why Reason `json:"why"`
	}
	// Opened starts the seconds of a window: its border is out.
	Opened struct {
		Window uint32  `json:"window"`
		Mark   int64   `json:"mark,omitempty"`
		Date   int64   `json:"date"`
		At     Instant `json:"at"`
	}
	// Resumed moves the open window over an outage (G18, E45).
	Resumed struct {
		Shift Instant `json:"shift"`
		At    Instant `json:"at"`
		Left  int     `json:"left,omitempty"` // seconds that are left of the window then, 0 if nobody is to do anything
	}
)

// Events of the deal.
type (
	// Sown is the seed of the deal, known to nobody before the end.
	Sown struct {
		Seed Key `json:"seed"`
	}
	// Sealed is SHA-256 of the seed: the deal cannot be changed any more.
	Sealed struct {
		Hash Key `json:"hash"`
	}
	// Dealt is one seat's card; a black one's shows his team.
	Dealt struct {
		Seat  Seat  `json:"seat"`
		Role  Role  `json:"role"`
		Don   Seat  `json:"don,omitempty"`
		Mafia Seats `json:"mafia,omitempty"`
	}
	CardsOut struct {
		At Instant `json:"at"`
	}
	// DealVoided voids every card (E3).
	DealVoided struct{}
)

// Events of the nights.
type (
	BriefingCalled struct {
		At Instant `json:"at"`
	}
	// Whispered is a black's word to his own; the text is not the engine's.
	Whispered struct {
		By Seat `json:"by"`
	}
	OrderPicked struct {
		Night uint8 `json:"night"`
	}
	Ordered struct {
		Night  uint8 `json:"night"`
		Target Seat  `json:"target"`
	}
	DonMeetCalled struct {
		At Instant `json:"at"`
	}
	DonShown   struct{}
	LookCalled struct {
		At Instant `json:"at"`
	}
	NightFell struct {
		Night uint8   `json:"night"`
		At    Instant `json:"at"`
	}
	ShootCalled struct {
		At Instant `json:"at"`
	}
	Aimed struct {
		By     Seat `json:"by"`
		Target Seat `json:"target"`
	}
	Shot struct {
		By     Seat `json:"by"`
		Target Seat `json:"target"`
	}
	// ShotTwice makes a black's shot a miss (K11c).
	ShotTwice struct {
		By Seat `json:"by"`
	}
	DonCalled struct {
		At Instant `json:"at"`
	}
	SheriffCalled struct {
		At Instant `json:"at"`
	}
	Checked struct {
		By     Seat `json:"by"`
		Target Seat `json:"target"`
	}
	// CheckTold answers a check when its window is over: Yes is «Комиссар» to
	// the Don, «чёрный» to the Sheriff. Target 0: no check took place (C19).
	CheckTold struct {
		By     Seat `json:"by"`
		Target Seat `json:"target,omitempty"`
		Yes    bool `json:"yes,omitempty"`
	}
	// Told is the answer that names the price, before the act that counts (G21).
	Told struct {
		Seat Seat    `json:"seat"`
		At   Instant `json:"at"`
	}
	// RemovalKept is a removal of the night that the morning announces (G12).
	RemovalKept struct {
		Seat Seat    `json:"seat"`
		Why  Reason  `json:"why"`
		Also Reasons `json:"also,omitempty"`
	}
)

// Events of the morning and of the speeches.
type (
	Dawned struct {
		Day uint8   `json:"day"`
		At  Instant `json:"at"`
	}
	Killed struct {
		Seat Seat `json:"seat"`
		Gone bool `json:"gone,omitempty"` // it had been removed in this very night (E34)
	}
	Missed struct {
		AtFour bool `json:"at_four,omitempty"`
		Broken bool `json:"broken,omitempty"` // a removal of this night breaks the series (T5)
		Void   bool `json:"void,omitempty"`   // a card of this night has not come: it is in no series (E45)
	}
	// Tallied is the morning's table of fouls: counts of the living, and what
	// was fouled at night (C17, C31).
	Tallied struct {
		Fouls [MaxSeats + 1]uint8   `json:"fouls"`
		Night [MaxSeats + 1]Reason  `json:"night"`
		Also  [MaxSeats + 1]Reasons `json:"also,omitzero"` // what else it was fouled for
		At    Instant               `json:"at"`
	}
	// RoundCounted says whether the day and the night passed without a departure.
	RoundCounted struct {
		Quiet bool `json:"quiet"`
		Void  bool `json:"void,omitempty"` // quiet, but a card of the night has not come: it is in no series (E45)
	}
	SpeechCalled struct {
		Seat     Seat    `json:"seat"`
		Critical bool    `json:"critical,omitempty"`
		Half     bool    `json:"half,omitempty"` // the player's half of a pair's minute (T102)
		At       Instant `json:"at"`
	}
	// SlotCalled gives a silenced seat its time to nominate (T35).
	SlotCalled struct {
		Seat    Seat    `json:"seat"`
		Stopped bool    `json:"stopped,omitempty"`
		At      Instant `json:"at"`
	}
	// SpeechCut ends a critical speech Length seconds after its start (E17);
	// Left of them are left.
	SpeechCut struct {
		Seat   Seat `json:"seat"`
		Length int  `json:"length"`
		Left   int  `json:"left"`
	}
	Spoke  struct{}
	Nudged struct {
		Seat Seat `json:"seat"`
	}
	Warned struct {
		Seconds int `json:"seconds"`
	}
	Thanked struct {
		Seat    Seat `json:"seat"`
		Stopped bool `json:"stopped,omitempty"`
	}
	Passed struct {
		Seat Seat `json:"seat"`
	}
	Echoed struct { // a formula without its touch (C55)
		By   Seat `json:"by"`
		Seat Seat `json:"seat"`
	}
	Nominated struct {
		By   Seat `json:"by"`
		Seat Seat `json:"seat"`
	}
	NotNominated struct {
		By   Seat   `json:"by"`
		Seat Seat   `json:"seat,omitempty"`
		Why  Reason `json:"why"`
	}
	// NominationsTold marks what was accepted or refused as told to the table.
	NominationsTold struct{}
)

// Events of a private chat that is closed in a running game (E39).
type (
	// ChatClosed and ChatOpened are known to nobody: at night the one must tell as
	// little as the other.
	ChatClosed struct {
		Seat   Seat `json:"seat"`
		Second bool `json:"second,omitempty"` // its consigliere's
	}
	ChatOpened struct {
		Seat   Seat `json:"seat"`
		Second bool `json:"second,omitempty"`
	}
	// ChatAsked asks the seats, once for each time, to open their chats.
	ChatAsked struct {
		Seats   Seats `json:"seats"`
		Seconds Seats `json:"seconds,omitempty"` // whose consiglieri are asked
	}
)

// Events of the fouls.
type (
	Fouled struct {
		Seat  Seat    `json:"seat"`
		Why   Reason  `json:"why"`
		Count uint8   `json:"count"`
		Also  Reasons `json:"also,omitempty"`  // what else it was given for (G4)
		Mark  int64   `json:"mark,omitempty"`  // the message it was given for
		Later bool    `json:"later,omitempty"` // told in the morning, or with the close of its window
		// Said are the words that bear the cost, as far as they may be repeated, and
		// Edited that an edit brought them; of the night neither is kept (G6).
		Said   string  `json:"said,omitempty"`
		Edited bool    `json:"edited,omitempty"`
		At     Instant `json:"at"`
	}
	// FoulNoticed says that the notice is on its way; Mark once it is known.
	FoulNoticed struct {
		Seat Seat    `json:"seat"`
		Mark int64   `json:"mark,omitempty"`
		At   Instant `json:"at"`
	}
	// Unfouled takes the last foul of a seat back (E42).
	Unfouled struct {
		Seat   Seat    `json:"seat"`
		Count  uint8   `json:"count"`            // fouls that are left
		Word   bool    `json:"word,omitempty"`   // the silence that came from it has ended
		Untold bool    `json:"untold,omitempty"` // the table had not heard of it
		At     Instant `json:"at"`
	}
	// Flagged is what looks like a breach that only a person can judge (G11).
	Flagged struct {
		Seat Seat    `json:"seat"`
		Why  Reason  `json:"why"`
		Also Reasons `json:"also,omitempty"`
		Mark int64   `json:"mark,omitempty"` // the message it was seen in
		At   Instant `json:"at"`
	}
	Silenced struct {
		Seat Seat  `json:"seat"`
		Day  uint8 `json:"day"`
	}
	Gestured struct {
		Seat Seat `json:"seat"`
		Own  bool `json:"own,omitempty"` // in his own speech
	}
	Removed struct {
		Seat   Seat    `json:"seat"`
		Why    Reason  `json:"why"`
		Also   Reasons `json:"also,omitempty"`
		Said   string  `json:"said,omitempty"` // as in Fouled
		Edited bool    `json:"edited,omitempty"`
	}
	// WordCut is a removal in one's own last word: no second departure (E18).
	WordCut struct {
		Seat   Seat    `json:"seat"`
		Why    Reason  `json:"why"`
		Also   Reasons `json:"also,omitempty"`
		Said   string  `json:"said,omitempty"`
		Edited bool    `json:"edited,omitempty"`
	}
	// BallotOff takes the ballot from a day (T50).
	BallotOff struct {
		Day uint8 `json:"day"`
	}
)

// Events of the ballot and the farewell.
type (
	NoVote struct {
		Why  Reason `json:"why"`
		Seat Seat   `json:"seat,omitempty"`
	}
	BallotCalled struct {
		List List    `json:"list"`
		At   Instant `json:"at"`
	}
	RevoteCalled struct {
		List List `json:"list"`
	}
	CandidateCalled struct {
		Index uint8   `json:"index"`
		Seat  Seat    `json:"seat"`
		At    Instant `json:"at"`
	}
	VoteCalled struct {
		Seat Seat    `json:"seat"`
		At   Instant `json:"at"`
	}
	Voted struct {
		By   Seat  `json:"by"`
		Seat Seat  `json:"seat"`
		Mark int64 `json:"mark,omitempty"` // the message that is the vote, 0 for a press
	}
	VoteVoided struct {
		By Seat `json:"by"`
	}
	CandidateClosed struct {
		Seat   Seat  `json:"seat"`
		Voters Seats `json:"voters"`
		Rest   Seats `json:"rest,omitempty"` // who did not vote: theirs go here (C61)
	}
	Tied struct {
		List  List  `json:"list"`
		Votes uint8 `json:"votes"`
		Quick bool  `json:"quick,omitempty"` // they have said what they have to say
	}
	TieSpeechCalled struct {
		Seat Seat    `json:"seat"`
		At   Instant `json:"at"`
	}
	// TieSpeechLost passes over a silenced seat (C50, T33).
	TieSpeechLost struct {
		Seat Seat `json:"seat"`
	}
	TieSettled struct{} // no further vote: the others stay (T57–T59)
	LiftCalled struct {
		Seats Seats   `json:"seats"`
		At    Instant `json:"at"`
	}
	Raised struct {
		By Seat `json:"by"`
	}
	LiftClosed struct {
		For    Seats `json:"for"`
		Of     uint8 `json:"of"`
		Passed bool  `json:"passed"`
	}
	LeaversNamed struct { // who leaves by the vote
		List List `json:"list"`
	}
	Stayed struct { // nobody leaves by this vote
		Why  Reason `json:"why"`
		Seat Seat   `json:"seat,omitempty"`
	}
	LastWordCalled struct {
		Seat   Seat    `json:"seat"`
		Killed bool    `json:"killed,omitempty"`
		At     Instant `json:"at"`
	}
)

// Events of a stop (E43).
type (
	// StopTold names the price to the owner of the group, before the act that
	// counts (G21).
	StopTold struct {
		At Instant `json:"at"`
	}
	// StopCalled opens the vote: so many of the living seats are needed. Who
	// called it is not shown.
	StopCalled struct {
		Needed uint8   `json:"needed"`
		Of     uint8   `json:"of"`
		At     Instant `json:"at"`
	}
	StopAgreed struct {
		By Seat `json:"by"`
	}
	// StopFailed ends the vote without effect.
	StopFailed struct {
		For    uint8 `json:"for"`
		Needed uint8 `json:"needed"`
		Of     uint8 `json:"of"`
	}
)

// Events of the end.
type (
	// Decided fixes the result that is said after the running last word (T73).
	Decided struct {
		Verdict Verdict `json:"verdict"`
	}
	Ended struct {
		Verdict Verdict `json:"verdict"`
	}
	// Revealed shows the cards (role_reveal).
	Revealed struct {
		Roles [MaxSeats + 1]Role `json:"roles"`
	}
	// Unsealed opens the seal: anyone can deal again from the seed.
	Unsealed struct {
		Seed Key `json:"seed"`
	}
)
