package sparring

import (
	"time"

	"mafiabot/engine"
)

// Intent is something that a player means to do.
type Intent struct {
	After  time.Duration  // after the moment he was asked
	Act    engine.Command // to be carried out, nil if he only speaks
	Line   Line           // what he says, the zero Line if he only acts; Seat alone is the target of a typed shot
	Typed  bool           // he writes the act where he could press a button
	Anyway bool           // also if another window runs by then
}

// Line is what a player says, without the words.
type Line struct {
	Kind    Kind
	Seat    engine.Seat // whom it is about, 0 for nobody
	Variant uint64      // which of the wordings
}

// Kind is the gist of a line. Its string is the key of its wordings.
type Kind string

// What is said in one's own time.
const (
	SmallTalk     Kind = "small_talk"
	ClaimRed      Kind = "claim_red"
	ClaimSheriff  Kind = "claim_sheriff"
	CheckedRed    Kind = "checked_red"   // the Sheriff tells a check
	CheckedBlack  Kind = "checked_black" // the Sheriff tells a check
	Nervous       Kind = "nervous"       // a claim that does not come off well
	Accuse        Kind = "accuse"
	Defend        Kind = "defend"
	Nominate      Kind = "nominate"       // the formula without the touch (C55)
	NominateTouch Kind = "nominate_touch" // the formula and ✋
	NominateSlot  Kind = "nominate_slot"  // the formula, ✋, and not a word more (T37)
	NominateLoose Kind = "nominate_loose" // in other words (K6)
	Pass          Kind = "pass"
	Thanks        Kind = "thanks"
	Plea          Kind = "plea" // a tied seat speaks
	LastWord      Kind = "last_word"
	Honest        Kind = "honest"      // it has the banned word (C35)
	Opinion       Kind = "opinion"     // of the game that is over
	BestPlayer    Kind = "best_player" // who played best (C88)
)

// What is said when one has no word.
const (
	Interrupt Kind = "interrupt"
	Farewell  Kind = "farewell" // into somebody's last word
	Overrun   Kind = "overrun"  // the sentence behind the border
	HandOff   Kind = "hand_off" // takes a vote back (C60)
	Gesture   Kind = "gesture"
	Sticker   Kind = "sticker"
	Sound     Kind = "sound" // a voice message
	Night     Kind = "night_noise"
	NightSign Kind = "night_sign" // it points at a seat (C76)
	Heckle    Kind = "heckle"     // a seat that is out
)

// What is written to the bot alone.
const (
	Whisper      Kind = "whisper"       // in the briefing, to the other blacks
	WhisperOrder Kind = "whisper_order" // whom to shoot
	Confer       Kind = "confer"        // to one's partner on the seat (T104)
	Wake         Kind = "wake"          // at night, uncalled (C12)
)

// Private reports whether the line is written to the bot and not to the group.
func (k Kind) Private() bool { return k == Whisper || k == WhisperOrder || k == Wake || k == Confer }

// Mind decides what a player does. It is asked whenever what he sees has
// changed; allowed is what the engine would take from him now.
type Mind interface {
	Intend(v engine.View, allowed []engine.Command) []Intent
}

// Listener is a Mind that follows what is said besides what the View shows.
type Listener interface {
	// Hear tells him a line that was said in the group.
	Hear(by engine.Seat, said Line)
	// Told tells him the answer to his own check: the Don whether the target is
	// the Sheriff, the Sheriff whether it is black.
	Told(target engine.Seat, yes bool)
}
