package messages

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mafiabot/engine"
)

// A Table is where a text is heard.
type Table struct {
	Seats int      // 1 to engine.MaxSeats
	Nicks *Nicks   // nil: nobody is called by a nick
	Names []string // what else the people at the table are called, of two words or more: what is heard in them is a hint
	Words *Lexicon // nil: the lists as they are, at a table of Russian and Ukrainian
	Code  string   // the code of this game's private messages (G16); "": none
	Host  string   // the bot's username, without @; "": unknown
}

// Hear reports what one text or caption says to a table: facts in text order,
// no judgement. It knows the word classes W1–W14, the nomination formulas and
// the votes taken back, and whether the text is a word, a vote sign, a pass, an
// end of speech, or points at a seat (G8, C58, T37, T38, C32, C76).
func Hear(text string, at Table) engine.Heard {
	e := newEar(text, at)
	h := engine.Heard{
		Kind:    engine.Gesture,
		Touch:   e.touched,
		TouchAt: e.touchAt,
		Closing: e.closes(),
		Pass:    e.passes(),
		Bare:    e.bare(false),
		Formal:  e.bare(true),
		Short:   utf8.RuneCountInString(strings.TrimSpace(text)) <= 2,
		Points:  e.points(),
	}
	if e.worded {
		h.Kind = engine.Word
	} else {
		h.Token = tokenOf(text)
	}
	h.Finds = e.praised(e.formulas(e.words()))
	slices.SortStableFunc(h.Finds, func(a, b engine.Find) int { return cmp.Compare(a.At, b.At) })
	for i := range h.Finds {
		h.Finds[i].Said = quoted(text[h.Finds[i].At:h.Finds[i].End])
	}
	return h
}

// mostQuoted is how many letters of what was said a notice repeats.
const mostQuoted = 40

// quoted returns words as a notice repeats them: in one line, without what nobody
// sees, and not too long.
func quoted(words string) string {
	words = strings.Map(func(c rune) rune {
		if isInvisible(c) || unicode.IsControl(c) && !unicode.IsSpace(c) {
			return -1
		}
		return c
	}, words)
	words = strings.Join(strings.Fields(words), " ")
	letters := 0
	for i := range words {
		if letters == mostQuoted {
			return words[:i] + "…"
		}
		letters++
	}
	return words
}

// SeatIn returns the one seat that a short text names, after a command or
// without: «5», «пятого», «номер 5», «игрок № 5», a nick, 5️⃣ (G13). A text that
// says anything else names none: «не 5» must not be taken for 5.
func SeatIn(text string, nicks *Nicks, seats int) (engine.Seat, bool) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "/") {
		text = text[max(strings.IndexFunc(text, unicode.IsSpace), 0):]
	}
	e := newEar(text, Table{Nicks: nicks, Seats: seats})
	if len(e.tokens) == 0 && len(e.pictures) == 1 {
		seat := e.seat(e.pictures[0].n)
		return seat, seat != 0
	}
	i := 0
	for numberNouns[e.word(i)] || e.word(i) == "под" || e.word(i) == "під" {
		i++
	}
	rest := len(e.tokens) - i
	if rest == 0 || len(e.pictures) > 0 {
		return 0, false
	}
	if called, width := e.nick(i); width == rest && called.Len() == 1 {
		return called.First(), true
	}
	n, width := e.number(i, spokenNumbers)
	if oneAsPronoun[e.word(i)] {
		n, width = 1, 1
	}
	if width != rest || e.seat(n) == 0 {
		return 0, false
	}
	return e.seat(n), true
}

// An ear is one text being heard at one table.
type ear struct {
	reading
	text     string
	seats    int
	host     string
	code     string
	names    *Nicks
	spared   []string
	called   []calledNick
	lexicon  *Lexicon
	finds    []engine.Find
	clean    []span    // where nothing is heard
	readings []variant // of the word at hand
}

func newEar(text string, at Table) *ear {
	e := &ear{
		reading: read(text), text: text, seats: min(at.Seats, engine.MaxSeats), names: at.Nicks, spared: at.Names,
		host: at.Host, code: at.Code, lexicon: at.Words,
	}
	if e.lexicon == nil {
		e.lexicon = plain()
	}
	return e
}

// nicks prepares the nicks when they are first asked for: most texts need none.
func (e *ear) nicks() []calledNick {
	if e.called == nil && e.names != nil {
		e.called = callNicks(e.names, e.seats)
	}
	return e.called
}

// seat returns n as a seat of this table, 0 if it is none.
func (e *ear) seat(n int) engine.Seat {
	if n < 1 || n > e.seats {
		return 0
	}
	return engine.Seat(n)
}

// unstretched returns the word at i with its long runs of a letter shortened:
// «спасибооо».
func (e *ear) unstretched(i int) string { return collapse(e.word(i), 3, 1) }

// closes reports whether the last word is «спасибо» or the text is «пас» (C32).
func (e *ear) closes() bool {
	last := len(e.tokens) - 1
	for last >= 0 && e.tokens[last].kind == signToken {
		last--
	}
	return thanks[e.unstretched(last)] || e.passes()
}

// passes reports whether the text is wholly «пас», signs and emoji aside (T38).
func (e *ear) passes() bool {
	said := false
	for i, t := range e.tokens {
		switch {
		case t.kind == signToken:
		case said || e.unstretched(i) != "пас":
			return false
		default:
			said = true
		}
	}
	return said
}

// points reports whether the text names a seat of this table (C76).
func (e *ear) points() bool {
	for _, p := range e.pictures {
		if e.seat(p.n) != 0 {
			return true
		}
	}
	for i := range e.tokens {
		if n, width := e.spokenNumber(i); width > 0 && e.seat(n) != 0 {
			return true
		}
	}
	for i := range e.tokens {
		if _, width := e.nick(i); width > 0 {
			return true
		}
	}
	return false
}
