package messages

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mafiabot/engine"
)

// percentStems begin the word in the languages of the ear; the abbreviations are
// heard and never act.
var percentStems = []struct {
	stem     string
	language Language
	hint     bool
	short    bool // an abbreviation, which is the whole word
}{
	{"процент", Russian, false, false}, {"проц", Russian, true, true}, {"прц", Russian, true, true},
	{"відсот", Ukrainian, false, false}, {"procent", English, true, false}, {"protsent", English, true, false}, {"percent", English, false, false},
}

// tens are the numerals of two parts of a hundred: «семьдесят на тридцать».
var tens = map[string]int{
	"десять": 10, "двадцать": 20, "тридцать": 30, "сорок": 40, "пятьдесят": 50, "шестьдесят": 60, "семьдесят": 70,
	"восемьдесят": 80, "девяносто": 90,
	"двадцять": 20, "тридцять": 30, "пятдесят": 50, "шістдесят": 60, "сімдесят": 70, "вісімдесят": 80,
	"ten": 10, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

// between stand between two parts of a hundred.
var between = wordSet("на к")

// percents hears class W4 (C36): a number or a numeral and «процент» or its
// sign, the numeral with one word between; two parts of a hundred.
func (e *ear) percents() {
	e.keycapPercent()
	for i := range e.tokens {
		if e.tokens[i].kind != plainToken {
			continue
		}
		n, digits := e.digits(i)
		switch {
		case digits:
			e.percentOf(i, n)
		case cardinals[e.word(i)] || oneAsPronoun[e.word(i)]:
			e.percentOfNumeral(i)
		case e.isGuessedNumber(i):
			if end := e.percentSign(i); end > 0 {
				e.finds = append(e.finds, engine.Find{Class: engine.Percent, At: e.tokens[i].at, End: end, Hint: true})
			} else if _, width := e.percentWord(i + 1); width > 0 {
				e.note(engine.Percent, i, i+1+width, true)
			}
		default:
			e.percentInside(i)
		}
	}
}

// digits returns the value of a token that is digits alone, as they stand:
// lookalikes are not mapped.
func (e *ear) digits(i int) (n int, ok bool) {
	if i >= len(e.tokens) || e.tokens[i].kind != plainToken {
		return 0, false
	}
	norm := e.tokens[i].norm
	for k := range len(norm) {
		if norm[k] < '0' || norm[k] > '9' {
			return 0, false
		}
	}
	if len(norm) > 3 {
		return 1000, true
	}
	n, _ = strconv.Atoi(norm)
	return n, true
}

// percentOf hears what stands behind a number.
func (e *ear) percentOf(i, n int) {
	from := i
	if i > 0 {
		if _, ok := e.digits(i - 1); ok && strings.ContainsAny(e.gap(i), ".,") && len(e.gap(i)) == 1 {
			from--
		}
	}
	if strings.HasSuffix(strings.TrimRight(e.text[:e.tokens[i].at], `"`), "%") {
		return // «%1» is a place in a form
	}
	if end := e.percentSign(i); end > 0 {
		e.finds = append(e.finds, engine.Find{Class: engine.Percent, At: e.tokens[from].at, End: end})
		return
	}
	next := i + 1
	if next < len(e.tokens) && e.tokens[next].glued && ordinalEndings[e.word(next)] {
		next++ // «80-ти процентов»
	}
	if hint, width := e.percentWord(next); width > 0 {
		e.note(engine.Percent, from, next+width, hint)
		return
	}
	if other, ok := e.digits(i + 1); ok && n+other == 100 && strings.Trim(e.gap(i+1), " ") == "/" &&
		!strings.Contains(e.gap(i), "/") && !strings.Contains(e.gap(i+2), "/") { // «1/1/99» is a day
		e.note(engine.Percent, i, i+2, false)
	}
	if other, ok := e.digits(i + 2); ok && between[e.word(i+1)] && n+other == 100 {
		e.note(engine.Percent, i, i+3, false)
	}
}

// keycapPercent hears «1️⃣0️⃣0️⃣%»: such digits are emoji and no number to anybody else.
func (e *ear) keycapPercent() {
	for _, at := range e.pictures {
		if rest := strings.TrimLeft(e.text[at.end:], " "); strings.HasPrefix(rest, "%") {
			e.finds = append(e.finds, engine.Find{Class: engine.Percent, At: at.at, End: len(e.text) - len(rest) + 1, Hint: true})
		}
	}
}

// isGuessedNumber reports whether the token ends a number in disguise: «1OO», or
// «С-Т-О», «с т о».
func (e *ear) isGuessedNumber(i int) bool {
	t := &e.tokens[i]
	if strings.Trim(t.norm, "0123456789oо") == "" && t.has&hasDigit != 0 {
		return true
	}
	if !t.isLetter() || i+1 < len(e.tokens) && e.tokens[i+1].isLetter() {
		return false
	}
	from := i
	for from > 0 && i-from < mostSpelledNumeral && e.tokens[from-1].isLetter() && e.tokens[from].loose {
		from--
	}
	return i-from >= 2 && cardinals[foldWord(e.norms(from, i+1))]
}

// mostSpelledNumeral is the length of the longest numeral that is spelled out.
const mostSpelledNumeral = 12

// gap returns what stands before token i.
func (e *ear) gap(i int) string {
	if i <= 0 || i >= len(e.tokens) {
		return ""
	}
	return e.text[e.tokens[i-1].end:e.tokens[i].at]
}

// percentSign returns where a sign of percent behind token i ends, 0 for none.
// «%d» and «%{» are places in a form.
func (e *ear) percentSign(i int) int {
	at, spaced := e.tokens[i].end, false
	for at < len(e.text) {
		c, size := utf8.DecodeRuneInString(e.text[at:])
		switch {
		case strings.ContainsRune("%％﹪٪‰", c):
			if next := e.text[at+size:]; next != "" && (next[0] == '{' || spaced && (isNameByte(next[0]) || next[0] == '%')) {
				return 0
			}
			return at + size
		case !unicode.IsSpace(c) && !isInvisible(c) && c != '-':
			return 0
		}
		spaced = true
		at += size
	}
	return 0
}

// mostPieces is how many pieces of a word are tried as one.
const mostPieces = 5

// percentWord reports whether the word at i is «процент» in any form or
// writing, how many tokens it takes, and whether it is a hint.
func (e *ear) percentWord(i int) (hint bool, width int) {
	if i >= len(e.tokens) || e.tokens[i].kind != plainToken || e.newSentence(i) {
		return false, 0
	}
	if e.word(i) == "per" && e.word(i+1) == "cent" {
		return !e.lexicon.speaks[English], 2
	}
	end := i + 1
	for end < len(e.tokens) && end-i < mostPieces && e.isPasted(end) {
		end++
	}
	if end == i+1 && e.tokens[i].isSimple() {
		e.readings = append(e.readings[:0], variant{word: e.tokens[i].word})
	} else {
		e.readings = variants(e.readings[:0], e.norms(i, end))
	}
	for _, v := range e.readings {
		for _, p := range percentStems {
			if v.word == p.stem || !p.short && strings.HasPrefix(v.word, p.stem) {
				return v.guess || p.hint || !e.lexicon.speaks[p.language], end - i
			}
		}
	}
	return false, 0
}

// percentOfNumeral hears what stands behind a numeral, or one word further.
func (e *ear) percentOfNumeral(i int) {
	last := i + 1
	if oneAsPronoun[e.word(i)] {
		last = i // «один процент»; «один символ процента» is none
	}
	for end := i; end <= last && end < len(e.tokens); end++ {
		if end > i && (e.newSentence(end) || e.tokens[end].kind != plainToken) {
			return
		}
		if at := e.percentSign(end); at > 0 {
			if _, digits := e.digits(end); !digits && !oneAsPronoun[e.word(i)] {
				e.finds = append(e.finds, engine.Find{Class: engine.Percent, At: e.tokens[i].at, End: at})
			}
			return
		}
		if hint, width := e.percentWord(end + 1); width > 0 {
			e.note(engine.Percent, i, end+1+width, hint)
			return
		}
	}
	if a, b := tens[e.word(i)], tens[e.word(i+2)]; a > 0 && a+b == 100 && between[e.word(i+1)] {
		e.note(engine.Percent, i, i+3, false)
	}
	if a, b := tens[e.word(i)], tens[e.word(i+1)]; a > 0 && a+b == 100 && a == b {
		e.note(engine.Percent, i, i+2, true)
	}
}

// percentInside hears «100процентов» and «десятипроцентный», one word, and
// «процентов на восемьдесят».
func (e *ear) percentInside(i int) {
	norm := e.tokens[i].norm
	word := foldWord(strings.TrimLeft(norm, "0123456789"))
	numbered := len(norm) > 0 && norm[0] <= '9'
	for _, p := range percentStems {
		at := strings.Index(word, p.stem)
		if numbered && at == 0 && (!p.short || word == p.stem) || at > 0 && !p.hint && cardinals[word[:at]] {
			e.note(engine.Percent, i, i+1, p.hint || at > 0 || !e.lexicon.speaks[p.language])
			return
		}
	}
	hint, width := e.percentWord(i)
	switch {
	case width == 0 || hint:
	case e.isAmount(i + width):
		e.note(engine.Percent, i, i+width+1, true)
	case between[e.word(i+width)] && e.isAmount(i+width+1):
		e.note(engine.Percent, i, i+width+2, true)
	}
}

// isAmount reports whether a number of any kind stands at i.
func (e *ear) isAmount(i int) bool {
	_, digits := e.digits(i)
	return digits || cardinals[e.word(i)]
}
