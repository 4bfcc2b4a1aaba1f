package engine

// Kind is what an utterance is to the table (G8).
type Kind uint8

const (
	Word    Kind = iota + 1 // text or caption with a letter or a digit
	Gesture                 // sticker, GIF, dice, poll, a text without letters or digits (a keycap emoji too)
	Sound                   // voice, audio, video, video note
	Showing                 // photo, document, forward, contact, location
)

// Token is a message that is wholly one vote sign (C58, K8d).
type Token uint8

const (
	NoToken Token = iota
	Fist          // ✊ and nothing else, any skin tone
	Palm          // ✋ and nothing else, any skin tone
)

// Class names what was found in a text. The ruleset decides what it costs.
type Class uint8

const (
	HonestWord  Class = iota + 1 // W1, mode substring: the letters «честно» (C35)
	HonestStem                   // W1, mode stem only: built on честн- but not with the word itself (K4a, D2)
	NominateS                    // a nomination by the strict formula NOM-S (C54); it is one by NOM-L as well
	NominateL                    // a nomination by NOM-L only
	NominateBad                  // the formula with a target that is no seat of this table
	HandOff                      // «снимаю голос», «убираю голос», «убираю руку», «отзываю голос» (G5)
)

// Find is one thing that the ear found. At and End are byte offsets into the
// text that was heard; Seat is set for nominations.
type Find struct {
	Class   Class
	At, End int
	Seat    Seat
}

// Heard is what the ear reports about one text: facts, no judgement.
type Heard struct {
	Kind    Kind
	Token   Token
	Finds   []Find // in text order
	Touch   bool   // ✋ or ✊ stands in it (C55)
	Closing bool   // its last word is «спасибо», or it is «пас» (C32)
	Pass    bool   // it is wholly «пас» (T38)
	Bare    bool   // nothing but nominations, «пас» or «спасибо», signs and emoji aside (T37)
	Shows   bool   // the words stand under something shown: a photo, a document (G9)
	Points  bool   // it names a seat: number, numeral, nick or keycap emoji (C76)
}
