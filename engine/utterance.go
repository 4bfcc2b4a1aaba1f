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
	HonestWord Class = iota + 1 // W1, mode substring: the letters «честно» (C35)
	HonestStem                  // W1, mode stem only: built on честн- but not with the word itself (K4a, D2)

	NominateS    // a nomination by the strict formula NOM-S (C54); it is one by NOM-L as well
	NominateL    // a nomination by NOM-L only
	NominateBad  // the formula with a target that is no seat of this table
	NominateMore // a further target of an enumeration: NOM-LIST (T31)
	Withdrawn    // WITHDRAW: a nomination taken back (T30)
	HandOff      // «снимаю голос», «убираю голос», «убираю руку», «отзываю голос» (G5)

	Oath      // W2: клянусь, честное слово, зуб даю (C33, K3a–c)
	Prayer    // W3 appeal: ей-богу, видит бог (C34, K3d)
	Plea      // W3 plea: ради бога, побойтесь бога (K3d)
	Deity     // W3 mention: Бог, Будда, Кришна (D3)
	Devil     // W3 devil: чёрт, к чёрту (D3)
	Percent   // W4: 100%, сто процентов, 50 на 50 (C36)
	Bet       // W5: спорим, держу пари (C37)
	Obscene   // W6-P1: the obscene roots (C43, C74, K21d)
	Coarse    // W6-P2: coarse words (C46, K21a)
	Insult    // W7: an insult to somebody in the same text (C44, K21f)
	Abuse     // W7: the word of an insult to nobody; one if the message is a reply
	Surrender // W8: сдаюсь (T76)
	Appeal    // W9: апелляция, СКЧ (T86)
	Protest   // «подаю протест» in the game (K24)
	CardShown // W10: the code of a private message of this game (C77, K5b, G16)
	NightTalk // W10: «в личке», «был онлайн ночью» (C82, C83, K29c)
	ToHost    // W11: the text begins by addressing the host (C26, T45, D11)
	AtName    // W12: @username or a mention that is no nick of the table (C28, D12)
	Tears     // W13: 😭 😢 😿 (T40–T42)
	Threat    // W14: a threat to somebody (C100, T87)

	NamedBlacks // «лучший ход: 3, 6, 9», «чёрные 3 6 9» (T18)
	NamedBest   // «лучший игрок 7» (C88)
)

// Find is one thing that the ear found. At and End are byte offsets into the
// text that was heard, and Said is what stands between them, in one line and short
// enough for a notice; Seat is set for nominations and withdrawals that name a
// seat. A Hint is a find of its class that none of its acts is: a disguise that
// could be chance, an oath of somebody else, a word of a language that is not
// the table's. It is flagged at most.
type Find struct {
	Class   Class
	At, End int
	Seat    Seat
	Seats   Seats // of a best move: those that are named, whether or not they are so many as it needs
	Hint    bool
	ByNick  bool // of a nomination: the seat is called by its nick (C54)
	Said    string
}

// nominates reports whether a find is a nomination that every ruleset knows.
func (c Class) nominates() bool { return c == NominateS || c == NominateL || c == NominateBad }

// Heard is what the ear reports about one text: facts, no judgement. A forward is
// Showing and has no finds but CardShown: its words are not those of who shows it.
type Heard struct {
	Kind    Kind
	Token   Token
	Finds   []Find // in text order
	Touch   bool   // ✋ or ✊ stands in it (C55)
	TouchAt int    // the byte at which the first of them stands
	Closing bool   // its last word is «спасибо», or it is «пас» (C32)
	Pass    bool   // it is wholly «пас» (T38)
	Bare    bool   // nothing but nominations, «пас» or «спасибо», signs and emoji aside (T37)
	Formal  bool   // Bare, or a nomination taken back is all or part of it (T103)
	Shows   bool   // the words stand under something shown: a photo, a document (G9)
	Short   bool   // it is of two characters at most (C38)
	Points  bool   // it names a seat: number, numeral, nick or keycap emoji (C76)
}
