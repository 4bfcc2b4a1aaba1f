package messages

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"mafiabot/engine"
)

// What NickFits refuses a nick for (G13). The texts are keys.
var (
	ErrNickEmpty  = errors.New("nick-empty")  // no letter and no digit: nobody could say it
	ErrNickBanned = errors.New("nick-banned") // a banned word is in it
	ErrNickNumber = errors.New("nick-number") // it would be taken for a seat
	ErrNickTaken  = errors.New("nick-taken")  // another player answers to it
)

// NickFits reports whether a player may register the nick (G13). It is refused
// if it has nothing to be called by, contains a word that the ear bans, is a
// number or a numeral, or equals one of the taken nicks after normalisation.
func NickFits(nick string, taken []string) error {
	r := read(nick)
	words := r.spoken()
	switch {
	case len(words) == 0 && len(r.pictures) > 0:
		return ErrNickNumber
	case len(words) == 0:
		return ErrNickEmpty
	case r.isNumber():
		return ErrNickNumber
	}
	// A name of an account is not scanned in speech, but a nick is all spoken.
	if banned(strings.ReplaceAll(nick, "@", " ")) || len(words) <= mostNickWords && slices.ContainsFunc(words, bansWhenBent) {
		return ErrNickBanned
	}
	key := strings.Join(words, " ")
	for _, other := range taken {
		r := read(other)
		if strings.Join(r.spoken(), " ") == key {
			return ErrNickTaken
		}
	}
	return nil
}

// banned reports whether a word of the classes W1–W9 is in the nick, in any
// language, as an act: a nick is at every table.
func banned(nick string) bool {
	e := newEar(nick, Table{Words: allLanguages()})
	for _, f := range e.words() {
		if !f.Hint && f.Class != engine.AtName && f.Class != engine.ToHost && f.Class != engine.NightTalk {
			return true
		}
	}
	return false
}

// bansWhenBent reports whether an oblique form of the word is a banned one: it
// would be a name at this table, and nothing would be heard in it.
func bansWhenBent(word string) bool {
	n := bending(word)
	for ending := range nickEndings {
		if n.stem != "" && (banned(n.stem) || banned(n.stem+ending)) || n.adjective != "" && banned(n.adjective+ending) {
			return true
		}
	}
	return false
}

// allLanguages is the lexicon of a table that speaks every language.
var allLanguages = sync.OnceValue(func() *Lexicon { return ClubWords{Languages: languageNames[:]}.Lexicon() })

// spoken returns the words of a nick, signs left out.
func (r *reading) spoken() []string {
	words := make([]string, 0, len(r.tokens))
	for _, t := range r.tokens {
		if t.kind != signToken {
			words = append(words, t.word)
		}
	}
	return words
}

// isNumber reports whether the text is nothing but numbers, and the words that
// go with them.
func (r *reading) isNumber() bool {
	found := false
	for i := 0; i < len(r.tokens); {
		word := r.word(i)
		_, width := r.number(i, spokenNumbers)
		switch {
		case width > 0:
			i += width
		case isNumeral(word):
			i++
		case numberNouns[word]:
			i++
			continue
		default:
			return false
		}
		found = true
	}
	return found
}

// A calledNick is a nick as it is listened for.
type calledNick struct {
	seat  engine.Seat
	words []nickWord
}

// A nickWord is one word of a nick with the stems on which its oblique forms
// stand, "" for none.
type nickWord struct{ word, stem, adjective string }

// mostNickWords is how many words a nick may have to be listened for. One of
// more is called by its number; so a text is heard in linear time.
const mostNickWords = 8

// callNicks prepares the nicks of the first seats.
func callNicks(nicks *Nicks, seats int) []calledNick {
	if nicks == nil {
		return nil
	}
	called := make([]calledNick, 0, seats)
	for seat := 1; seat <= seats; seat++ {
		if nicks[seat] == "" {
			continue
		}
		r := read(nicks[seat])
		if words := r.spoken(); len(words) > 0 && len(words) <= mostNickWords {
			n := calledNick{seat: engine.Seat(seat)}
			for _, word := range words {
				n.words = append(n.words, bending(word))
			}
			called = append(called, n)
		}
	}
	return called
}

// nick returns the seats whose nick stands at token i, and how many tokens it
// takes. A longer nick goes before a shorter one; of two that are equally long
// both are returned, and the words then name nobody.
func (e *ear) nick(i int) (seats engine.Seats, width int) {
	for _, n := range e.nicks() {
		size := len(n.words)
		if size < width || i+size > len(e.tokens) {
			continue
		}
		if !e.callsNick(i, n.words) {
			continue
		}
		if size > width {
			seats, width = 0, size
		}
		seats = seats.With(n.seat)
	}
	return seats, width
}

func (e *ear) callsNick(i int, words []nickWord) bool {
	for k := range words {
		word := &words[k]
		said := e.tokens[i+k].word
		if said != word.word && !word.bentInto(said) {
			return false
		}
	}
	return true
}

// nickEndings are what may follow the stem of a one-word nick, and adjective
// endings those that may follow the stem of one that is an adjective.
var (
	nickEndings      = wordSet("а я у ю ого его ую юю")
	adjectiveEndings = wordSet("ого его ую юю")
	adjectiveTails   = []string{"ый", "ий", "ой", "ая", "яя"}
)

// bending prepares a word of a nick of three letters or more: its oblique forms
// are the word without its last vowel, ь or й, and one of nickEndings. An
// adjective loses its whole ending: Рыжий, рыжего.
func bending(word string) nickWord {
	n := nickWord{word: word}
	letters := utf8.RuneCountInString(word)
	if letters >= 3 {
		n.stem = shortened(word)
	}
	for _, tail := range adjectiveTails {
		if stem, ok := strings.CutSuffix(word, tail); ok && letters >= 5 {
			n.adjective = stem
		}
	}
	return n
}

// bentInto reports whether said is an oblique form of the word.
func (n *nickWord) bentInto(said string) bool {
	if n.stem != "" {
		if ending, ok := strings.CutPrefix(said, n.stem); ok && (ending == "" || nickEndings[ending]) {
			return true
		}
	}
	if n.adjective == "" {
		return false
	}
	ending, ok := strings.CutPrefix(said, n.adjective)
	return ok && adjectiveEndings[ending]
}

// nickSpans returns where the nicks of the table stand. A nick is a name,
// whatever it would say as a word.
func (e *ear) nickSpans() []span {
	var spans []span
	if e.nicks() == nil {
		return nil
	}
	for i := range e.tokens {
		if _, width := e.nick(i); width > 0 {
			spans = append(spans, span{e.tokens[i].at, e.tokens[i+width-1].end})
		}
	}
	return spans
}

// nameSpans returns where people are called by a name that is not their nick, in
// any case, each word with a capital: somebody whose name may be no nick is still
// called by it. Anybody may take a name, so what is heard in one is a hint.
func (e *ear) nameSpans() []span {
	var spans []span
	for _, name := range e.spared[:min(len(e.spared), engine.MaxSeats)] {
		r := read(name)
		words := r.spoken()
		if len(words) < 2 || len(words) > mostNickWords {
			continue // one word is too easily meant as the word
		}
		for i := 0; i+len(words) <= len(e.tokens); i++ {
			if e.namesPerson(i, words) {
				spans = append(spans, span{e.tokens[i].at, e.tokens[i+len(words)-1].end})
			}
		}
	}
	return spans
}

// namesPerson reports whether the words of a name stand at i, in any case.
func (e *ear) namesPerson(i int, words []string) bool {
	for k, word := range words {
		if c, _ := utf8.DecodeRuneInString(e.text[e.tokens[i+k].at:]); !unicode.IsUpper(c) {
			return false
		}
		said, stem := e.tokens[i+k].word, shortened(word)
		ending, ok := strings.CutPrefix(said, stem)
		if said == word || ok && (ending == "" || nameEndings[ending]) {
			continue
		}
		ending, ok = strings.CutPrefix(said, shortened(stem)) // «Честный»: the stem is «Честн»
		if !ok || !fullEndings[ending] {
			return false
		}
	}
	return true
}

// nameEndings are the case endings of nouns, fullEndings those of adjectives.
var (
	nameEndings = wordSet("а я у ю ы и і е о ом ем ою ею ой ей ові еві ь й")
	fullEndings = wordSet("ый ий ой ая яя ого его ому ему ым им ом ем ую юю ої ій ою")
)
