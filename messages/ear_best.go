package messages

import (
	"strings"

	"mafiabot/engine"
)

// What is said of the best: the best move of who was killed first, and the best
// player after the game.
//
//	MOVE = лучший ход TARGET { [,] [и] TARGET } | чёрные TARGET { [,] [и] TARGET }+
//	BEST = лучший игрок [это | был | называю …] TARGET

// praise is that grammar in one language.
type praise struct {
	best   map[string]bool
	move   map[string]bool
	player map[string]bool
	blacks map[string]bool
	filler map[string]bool // what may stand before the first target
	and    map[string]bool // before the last one
}

var praises = [languages]praise{
	Russian: {
		best: wordSet("лучший лучшая лучшего лучшую лучшим лучшей"), move: wordSet("ход хода ходом"), player: wordSet("игрок игрока игроком"),
		blacks: wordSet("черные"), filler: wordSet("это был была мой моя у меня называю считаю игрок игроки чёрные"), and: wordSet("и"),
	},
	Ukrainian: {
		best: wordSet("кращий найкращий краща найкраща кращого найкращого кращим найкращим"), move: wordSet("хід ходу ходом"), player: wordSet("гравець гравця гравцем"),
		blacks: wordSet("чорні"), filler: wordSet("це був була мій моя у мене називаю вважаю гравець гравці чорні"), and: wordSet("і й та"),
	},
	English: {
		best: wordSet("best"), move: wordSet("move"), player: wordSet("player"),
		blacks: wordSet("blacks"), filler: wordSet("is was my i name players blacks"), and: wordSet("and"),
	},
}

// praised appends the best moves (T18) and the best players that are named (C88).
func (e *ear) praised(finds []engine.Find) []engine.Find {
	read := 0
	for i := range e.tokens {
		for language := range praises {
			if !e.lexicon.speaks[language] || e.word(i) == "" || e.tokens[i].at < read || e.guarded(i) {
				continue
			}
			if f := e.praise(i, &praises[language], &formulas[language]); f.Class != 0 {
				finds, read = append(finds, f), f.End
			}
		}
	}
	return finds
}

// praise reads what begins at i, Class 0 for nothing. «Чёрные 3» is talk, and no
// best move with too few seats.
func (e *ear) praise(i int, p *praise, g *formula) engine.Find {
	best := p.best[e.word(i)] && !e.newSentence(i+1)
	switch {
	case best && p.player[e.word(i+1)]:
		j := e.filled(i+2, p)
		if seat, width := e.target(j, true, g); width > 0 {
			f := e.found(engine.NamedBest, i, j+width)
			f.Seat = seat
			return f
		}
	case best && p.move[e.word(i+1)]:
		return e.blacks(i, i+2, 1, p, g)
	case p.blacks[e.word(i)]:
		return e.blacks(i, i+1, 2, p, g)
	}
	return engine.Find{}
}

// filled skips the words that may stand before a target.
func (e *ear) filled(i int, p *praise) int {
	for p.filler[e.word(i)] && !e.stops(i) {
		i++
	}
	return i
}

// stops reports whether a sentence has ended before i. In a list a new line, or a
// point without a space behind it, is no end: «3.6.9».
func (e *ear) stops(i int) bool {
	if i <= 0 || i >= len(e.tokens) {
		return i >= len(e.tokens)
	}
	between := e.text[e.tokens[i-1].end:e.tokens[i].at]
	return strings.ContainsAny(between, ".!?…") && strings.ContainsAny(between, " \n")
}

// blacks reads the seats of a best move, at least so many, from j on. A list that
// names what is no seat here names none. Behind «и» it is over, unless another «и»
// goes on: «чёрные 3 и 6, 7 красный».
func (e *ear) blacks(i, j, least int, p *praise, g *formula) engine.Find {
	j = e.filled(j, p)
	var seats engine.Seats
	named, end, nobody, last := 0, j, false, false
	for !e.stops(j) {
		and := p.and[e.word(j)]
		if last && !and {
			break
		}
		k := j
		if and {
			k++
		}
		seat, width := e.target(k, false, g)
		if width == 0 || e.stops(k) {
			break
		}
		seats, nobody, last = seats.With(seat), nobody || seat == 0, and
		named++
		j = k + width
		end = j
	}
	if named < least {
		return engine.Find{}
	}
	f := e.found(engine.NamedBlacks, i, end)
	if !nobody {
		f.Seats = seats
	}
	return f
}
