package messages

import (
	"slices"
	"strings"

	"mafiabot/engine"
)

// A formula is the nomination grammar of one language.
//
//	NOM-S    = выставляю игрока TARGET
//	NOM-L    = выставляю [на голосование] [кандидатуру] [игрока] TARGET
//	NOM-LIST = NOM-L { [,] [и | затем | игрока | игроков]… TARGET }
//	WITHDRAW = отзываю [кандидатуру] [игрока] TARGET
//	TARGET   = [под] [номер | номером | № | #] NUM | NICK
type formula struct {
	nominate  map[string]bool
	toBallot  []string // «на голосование»
	candidacy map[string]bool
	player    map[string]bool
	under     map[string]bool
	marks     map[string]bool // before a number
	more      map[string]bool // between the targets of a list
	withdraw  map[string]bool
	numbers   Language
}

// formulas are the grammars by language. The marks are shared: people mix them.
var formulas = [languages]formula{
	Russian: {
		nominate: wordSet("выставляю"), toBallot: []string{"на", "голосование"}, candidacy: wordSet("кандидатуру"),
		player: wordSet("игрока"), under: wordSet("под"), marks: wordSet("номер номером № #"),
		more: wordSet("и затем игрока игроков"), withdraw: wordSet("отзываю"), numbers: Russian,
	},
	Ukrainian: {
		nominate: wordSet("виставляю висуваю"), toBallot: []string{"на", "голосування"}, candidacy: wordSet("кандидатуру"),
		player: wordSet("гравця игрока"), under: wordSet("під под"), marks: wordSet("номер номером № #"),
		more: wordSet("і й та потім гравця гравців"), withdraw: wordSet("відкликаю знімаю"), numbers: Ukrainian,
	},
	English: {
		nominate: wordSet("nominate nominating"), toBallot: []string{"for", "voting"}, candidacy: wordSet("candidate"),
		player: wordSet("player"), marks: wordSet("number seat no № #"),
		more: wordSet("and then player players"), withdraw: wordSet("withdraw"), numbers: English,
	},
}

// guards before a formula take it back (GUARD), in every language of the ear.
var guards = wordSet("не бы если когда чтобы б би якщо коли щоб not dont if when would wont to")

// formulaWords are all words of the grammars that are no target.
var formulaWords = map[string]bool{}

func init() {
	for _, f := range formulas {
		for _, set := range []map[string]bool{f.candidacy, f.player, f.under, f.marks, f.more, wordSet(f.toBallot...)} {
			for word := range set {
				formulaWords[word] = true
			}
		}
	}
}

// handsOff are the words that take a vote back (G5).
var handsOff = map[string][]string{
	"снимаю":    {"голос"},
	"убираю":    {"голос", "руку"},
	"отзываю":   {"голос"},
	"знімаю":    {"голос"},
	"забираю":   {"голос", "руку"},
	"прибираю":  {"голос", "руку"},
	"відкликаю": {"голос"},
	"withdraw":  {"vote"},
	"retract":   {"vote"},
}

// formulas appends the nominations (C54, K6), the withdrawals (T30) and the
// votes taken back (G5).
func (e *ear) formulas(finds []engine.Find) []engine.Find {
	for i := range e.tokens {
		if g := e.grammar(i); g != nil && !e.guarded(i) {
			f, end := e.nomination(i, g)
			if f.Class != 0 {
				finds = e.moreTargets(append(finds, f), end, g)
			}
		}
		if g := e.withdrawing(i); g != nil && !e.guarded(i) {
			if f, _ := e.withdrawal(i, g); f.Class != 0 {
				finds = append(finds, f)
			}
		}
		object := i + 1
		if e.word(object) == "my" {
			object++
		}
		if slices.Contains(handsOff[e.word(i)], e.word(object)) && !e.guarded(i) {
			finds = append(finds, e.found(engine.HandOff, i, object+1))
		}
	}
	return finds
}

// grammar returns the grammar whose formula begins at i, nil if none does. A
// formula is said in a language of the table.
func (e *ear) grammar(i int) *formula {
	return e.formulaOf(i, func(f *formula) map[string]bool { return f.nominate })
}

func (e *ear) withdrawing(i int) *formula {
	return e.formulaOf(i, func(f *formula) map[string]bool { return f.withdraw })
}

func (e *ear) formulaOf(i int, verbs func(*formula) map[string]bool) *formula {
	word := e.word(i)
	if word == "" {
		return nil
	}
	for language := range formulas {
		if f := &formulas[language]; e.lexicon.speaks[language] && verbs(f)[word] {
			return f
		}
	}
	return nil
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
func (e *ear) nomination(i int, g *formula) (engine.Find, int) {
	j, class := i+1, engine.NominateS
	if e.newSentence(j) {
		return engine.Find{}, j // «Кого выставляю? 5»
	}
	if e.word(j) == g.toBallot[0] && e.word(j+1) == g.toBallot[1] {
		j, class = j+2, engine.NominateL
	}
	if g.candidacy[e.word(j)] {
		j, class = j+1, engine.NominateL
	}
	player := g.player[e.word(j)]
	if player {
		j++
	} else {
		class = engine.NominateL
	}
	seat, width := e.target(j, player, g)
	if width == 0 {
		return engine.Find{}, j
	}
	if seat == 0 {
		class = engine.NominateBad
	}
	f := e.found(class, i, j+width)
	f.Seat, f.ByNick = seat, e.byNick(j, width, g)
	return f, j + width
}

// byNick reports whether a target of so many words is a nick and no number.
func (e *ear) byNick(i, width int, g *formula) bool {
	called, longer := e.nick(i)
	if longer < width || called == 0 {
		return false
	}
	_, number := e.number(i, countedNumbers[g.numbers])
	return number < longer
}

// target reads TARGET = [под] [номер|номером|№|#] NUM | NICK at i and returns
// its seat and width, width 0 for no target at all. Seat 0 with a width is a
// target that is nobody here: a number that is no seat, any word after «игрока
// номер», a nick that two seats share.
func (e *ear) target(i int, player bool, g *formula) (seat engine.Seat, width int) {
	j := i
	if g.under[e.word(j)] {
		j++
	}
	marked := g.marks[e.word(j)]
	if marked {
		j++
	}
	n, width := e.number(j, countedNumbers[g.numbers])
	if width > 0 {
		seat, width = e.seat(n), j+width-i
	} else if marked && player && e.isTarget(j) {
		width = j + 1 - i
	}
	called, longer := e.nick(i)
	if longer > width && called.Len() == 1 {
		return called.First(), longer
	}
	if longer > width {
		return 0, longer
	}
	return seat, width
}

// moreTargets appends the further targets of a list that begins at i (NOM-LIST).
func (e *ear) moreTargets(finds []engine.Find, i int, g *formula) []engine.Find {
	for i < len(e.tokens) && !e.newSentence(i) {
		j := i
		for g.more[e.word(j)] {
			j++
		}
		seat, width := e.target(j, false, g)
		if width == 0 || seat == 0 || e.newSentence(j) {
			return finds
		}
		f := e.found(engine.NominateMore, j, j+width)
		f.Seat, f.ByNick = seat, e.byNick(j, width, g)
		finds = append(finds, f)
		i = j + width
	}
	return finds
}

// withdrawal reads WITHDRAW at i, Class 0 for none, and returns where it ends.
func (e *ear) withdrawal(i int, g *formula) (engine.Find, int) {
	j := i + 1
	if g.candidacy[e.word(j)] {
		j++
	}
	if g.player[e.word(j)] {
		j++
	}
	seat, width := e.target(j, false, g)
	if width == 0 || seat == 0 || e.newSentence(i+1) {
		return engine.Find{}, i
	}
	f := e.found(engine.Withdrawn, i, j+width)
	f.Seat = seat
	return f, j + width
}

// isTarget reports whether the word at i can be meant as a target.
func (e *ear) isTarget(i int) bool {
	word := e.word(i)
	return word != "" && e.tokens[i].kind == plainToken && !closingWords[word] && e.grammar(i) == nil
}

// closingWords end a speech or a slot (C32, T38).
var (
	closingWords = wordSet("пас спасибо дякую")
	thanks       = wordSet("спасибо дякую")
)

// bare reports whether the text is nothing but nominations, well-formed or not,
// enumerations included, «пас» and «спасибо» (T37, S6); withdrawals, too, if they are
// meant (T103).
func (e *ear) bare(withdrawals bool) bool {
	found := false
	for i := 0; i < len(e.tokens); {
		switch {
		case e.tokens[i].kind == signToken:
			i++
			continue
		case closingWords[e.unstretched(i)]:
			i++
		case e.grammar(i) != nil:
			_, end := e.nomination(i, e.grammar(i))
			i = e.enumeration(end)
		case withdrawals && e.withdrawing(i) != nil:
			f, end := e.withdrawal(i, e.withdrawing(i))
			if f.Class == 0 {
				return false
			}
			i = end
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
		if _, width := e.nick(i); width > 0 {
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
