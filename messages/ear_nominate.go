package messages

import (
	"strings"

	"mafiabot/engine"
)

const nominating = "выставляю"

// guards before a formula take it back (GUARD).
var guards = wordSet("не бы если когда чтобы")

// numberMarks stand before a number in a formula.
var numberMarks = wordSet("номер номером № #")

// formulaWords are all words of the nomination grammars, enumerations included,
// that are no target.
var formulaWords = wordSet("на голосование кандидатуру игрока игроков под номер номером № # и затем")

// handsOff are the words that take a vote back (G5).
var handsOff = map[string][]string{
	"снимаю":  {"голос"},
	"убираю":  {"голос", "руку"},
	"отзываю": {"голос"},
}

// formulas appends the nominations (C54, K6) and the votes taken back (G5).
func (e *ear) formulas(finds []engine.Find) []engine.Find {
	for i := range e.tokens {
		if e.word(i) == nominating && !e.guarded(i) {
			if f, _ := e.nomination(i); f.Class != 0 {
				finds = append(finds, f)
			}
		}
		for _, object := range handsOff[e.word(i)] {
			if e.word(i+1) == object && !e.guarded(i) {
				finds = append(finds, e.found(engine.HandOff, i, i+2))
			}
		}
	}
	return finds
}

// guarded reports whether one of the two words before i takes it back. A
// sentence that has ended takes nothing back: «Я не мафия. Выставляю игрока 5».
func (e *ear) guarded(i int) bool {
	switch {
	case e.newSentence(i):
		return false
	case guards[e.word(i-1)]:
		return true
	}
	return !e.newSentence(i-1) && guards[e.word(i-2)]
}

// newSentence reports whether a sentence ends between the token before i and i.
func (e *ear) newSentence(i int) bool {
	if i <= 0 || i >= len(e.tokens) {
		return false
	}
	return strings.ContainsAny(e.text[e.tokens[i-1].end:e.tokens[i].at], ".!?…\n")
}

// nomination reads the formula that begins at i and returns what it is and
// where it ends. Without a target, Class is 0 and the end is that of the words
// before it.
//
//	NOM-S = выставляю игрока TARGET
//	NOM-L = выставляю [на голосование] [кандидатуру] [игрока] TARGET
func (e *ear) nomination(i int) (engine.Find, int) {
	j, class := i+1, engine.NominateS
	if e.newSentence(j) {
		return engine.Find{}, j // «Кого выставляю? 5»
	}
	if e.word(j) == "на" && e.word(j+1) == "голосование" {
		j, class = j+2, engine.NominateL
	}
	if e.word(j) == "кандидатуру" {
		j, class = j+1, engine.NominateL
	}
	player := e.word(j) == "игрока"
	if player {
		j++
	} else {
		class = engine.NominateL
	}
	seat, width := e.target(j, player)
	if width == 0 {
		return engine.Find{}, j
	}
	if seat == 0 {
		class = engine.NominateBad
	}
	f := e.found(class, i, j+width)
	f.Seat = seat
	return f, j + width
}

// target reads TARGET = [под] [номер|номером|№|#] NUM | NICK at i and returns
// its seat and width, width 0 for no target at all. Seat 0 with a width is a
// target that is nobody here: a number that is no seat, any word after «игрока
// номер», a nick that two seats share, or one of several words in a wrong form.
func (e *ear) target(i int, player bool) (seat engine.Seat, width int) {
	j := i
	if e.word(j) == "под" {
		j++
	}
	marked := numberMarks[e.word(j)]
	if marked {
		j++
	}
	n, width := e.number(j, countedNumbers)
	if width > 0 {
		seat, width = e.seat(n), j+width-i
	} else if marked && player && e.isTarget(j) {
		width = j + 1 - i
	}
	called, longer := e.nick(i, fitFormula)
	if longer > width && called.Len() == 1 {
		return called.First(), longer
	}
	if longer == 0 && width == 0 {
		_, longer = e.nick(i, fitBent)
	}
	if longer > width {
		return 0, longer
	}
	return seat, width
}

// isTarget reports whether the word at i can be meant as a target.
func (e *ear) isTarget(i int) bool {
	word := e.word(i)
	return word != "" && e.tokens[i].kind == plainToken && word != nominating && !closingWords[word]
}

// closingWords end a speech or a slot (C32, T38).
var closingWords = wordSet("пас спасибо")

// bare reports whether the text is nothing but nominations, well-formed or not,
// enumerations included, «пас» and «спасибо» (T37, S6).
func (e *ear) bare() bool {
	found := false
	for i := 0; i < len(e.tokens); {
		switch {
		case e.tokens[i].kind == signToken:
			i++
			continue
		case closingWords[e.unstretched(i)]:
			i++
		case e.word(i) == nominating:
			_, end := e.nomination(i)
			i = e.enumeration(end)
		default:
			return false
		}
		found = true
	}
	return found
}

// enumeration returns the end of the further targets from i on.
func (e *ear) enumeration(i int) int {
	for i < len(e.tokens) {
		if _, width := e.nick(i, fitBent); width > 0 {
			i += width
		} else if _, width := e.number(i, spokenNumbers); width > 0 {
			i += width
		} else if word := e.word(i); formulaWords[word] || isNumeral(word) {
			i++
		} else {
			break
		}
	}
	return i
}
