package messages

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mafiabot/engine"
)

// joining is how the letters of a unit came together.
type joining uint8

const (
	whole   joining = iota // a token, or parts that the rules join: an act stays one
	guessed                // joined by nothing but likeness: a hint at most
)

// electronic begins words that are no words without their hyphen: «е-билет».
var electronic = wordSet("е є e")

// hyphenated tries the parts i to end−1 as one word. It counts only where it
// says more than its parts: «чест-но», not «по-честному».
func (e *ear) hyphenated(i, end int) {
	if end == i+2 && electronic[e.word(i)] {
		return
	}
	before := len(e.finds)
	e.unit(i, end, e.norms(i, end), whole)
	joined := e.finds[before:]
	kept := e.finds[:before]
	for _, f := range joined {
		if !slices.ContainsFunc(kept[:before], func(g engine.Find) bool {
			return f.At <= g.At && g.End <= f.End && familyOf(f.Class) == familyOf(g.Class) && strength(g) >= strength(f)
		}) {
			kept = append(kept, f)
		}
	}
	e.finds = kept
}

// norms returns the letters of the tokens i to end−1 as one word.
func (r *reading) norms(i, end int) string {
	if end == i+1 {
		return r.tokens[i].norm
	}
	var b strings.Builder
	for _, t := range r.tokens[i:end] {
		b.WriteString(t.norm)
	}
	return b.String()
}

// hyphenEnd returns the end of the hyphenated word that begins at i.
func (r *reading) hyphenEnd(i int) int {
	end := i + 1
	for end < len(r.tokens) && r.tokens[end].glued && r.tokens[end].kind == plainToken {
		end++
	}
	return end
}

// spelledOut tries the words whose letters stand one by one, with nothing but
// spaces or points between them, three or more (normalisation N, step 4).
func (e *ear) spelledOut() {
	for i := 0; i < len(e.tokens); {
		end := e.spelledEnd(i)
		if end-i >= 3 {
			e.spelled(i, end)
		}
		i = max(end, i+1)
	}
}

// loneWords are words of one letter that stand before a word that is spelled
// out, or after it, and do not belong to it.
const (
	loneBefore = "явиауоксбіїйщai"
	loneAfter  = "яиа"
)

// spelled tries a run of single letters: as one word, then without the digits
// and the words of one letter at its ends. Without the words it is a guess.
func (e *ear) spelled(i, end int) {
	run := foldWord(e.norms(i, end))
	e.walk(e.lexicon.lists.words[run], said{i, end, run, false}) // «ч е с т н о е слово»
	before := len(e.finds)
	for from := i; run != ""; {
		at, width := e.innerRun(run)
		if width == 0 {
			break
		}
		from += at
		e.unit(from, from+width, e.norms(from, from+width), whole)
		run = run[runeOffset(run, at+width):]
		from += width
	}
	if len(e.finds) > before {
		return
	}
	how := whole
	for from := i; from-i <= 2 && end-from >= 3; from++ {
		after := how
		for to := end; end-to <= 2 && to-from >= 3; to-- {
			e.unit(from, to, e.norms(from, to), after)
			e.unmask(from, to)
			if len(e.finds) > before {
				return
			}
			if !e.isLone(to-1, loneAfter) {
				break
			}
			after = guessed
		}
		switch {
		case e.isDigit(from):
		case e.isLone(from, loneBefore):
			how = guessed
		default:
			return
		}
	}
}

// unmask hears the words that count in a disguise alone.
func (e *ear) unmask(from, to int) {
	word := foldWord(e.norms(from, to))
	for _, m := range e.lexicon.lists.masked {
		if strings.HasPrefix(word, m.text) {
			e.hear(m.pattern, said{from, to, word, true})
		}
	}
}

// isLone reports whether the token is a word of one letter out of these.
func (e *ear) isLone(i int, words string) bool {
	c, _ := utf8.DecodeRuneInString(e.tokens[i].norm)
	return strings.ContainsRune(words, c)
}

func (r *reading) isDigit(i int) bool {
	c := r.tokens[i].norm[0]
	return '0' <= c && c <= '9'
}

// innerRun returns where in a run of single letters one of the words begins
// that are heard anywhere, and how many letters it has.
func (e *ear) innerRun(word string) (at, width int) {
	first := len(word)
	for _, in := range e.lexicon.lists.inner {
		if k := strings.Index(word[:min(first+len(in.text), len(word))], in.text); k >= 0 && k < first {
			first, width = k, utf8.RuneCountInString(in.text)
		}
	}
	return utf8.RuneCountInString(word[:first]), width
}

// runeOffset returns where the n-th letter of a word begins.
func runeOffset(word string, n int) int {
	for at := range word {
		if n == 0 {
			return at
		}
		n--
	}
	return len(word)
}

// spelledEnd returns the end of the run of single letters that begins at i.
// The digits that look like letters may take part.
func (r *reading) spelledEnd(i int) int {
	end := i
	for end < len(r.tokens) && (end == i || r.tokens[end].loose) && r.tokens[end].isLetter() {
		end++
	}
	return end
}

func (t *token) isLetter() bool {
	c, size := utf8.DecodeRuneInString(t.norm)
	switch {
	case t.kind != plainToken || size == 0 || size != len(t.norm):
		return false
	case '0' <= c && c <= '9':
		return lookalikes[c] != 0
	}
	return true
}

// The bounds of a word that stands in pieces of one or two letters.
const (
	leastPieced = 5
	mostPieced  = 12
)

// pieces tries words that stand in pieces of one or two letters: «ЧЕ СТ НО».
func (e *ear) pieces() {
	for i := 0; i < len(e.tokens); {
		end, doubles := i, false
		for end < len(e.tokens) && e.isPiece(end) && (end == i || e.tokens[end].loose) {
			doubles = doubles || !e.tokens[end].isLetter()
			end++
		}
		for from := i; doubles && from < end; from++ {
			e.piecesFrom(from, end)
		}
		i = max(end, i+1)
	}
}

func (e *ear) isPiece(i int) bool {
	t := &e.tokens[i]
	return t.kind == plainToken && t.has&hasDigit == 0 && len(t.norm) <= 4 && utf8.RuneCountInString(t.norm) <= 2
}

// piecesFrom tries the pieces from i on, as many as may be one word.
func (e *ear) piecesFrom(i, end int) {
	x := e.lexicon.lists
	word := foldWord(e.norms(i, min(i+mostPieced, end)))
	if !x.starts[firstLetters(word)] {
		return
	}
	letters, at, doubles := 0, 0, false
	for to := i; to < end && letters < mostPieced; to++ {
		n := utf8.RuneCountInString(e.tokens[to].norm)
		letters, doubles = letters+n, doubles || n > 1
		for range n {
			_, size := utf8.DecodeRuneInString(word[at:])
			at += size
		}
		if letters >= leastPieced && doubles {
			e.guess(said{i, to + 1, word[:at], true})
		}
	}
}

// guess hears a whole word of the lists, or one that is heard anywhere.
func (e *ear) guess(s said) {
	for _, in := range e.lexicon.lists.inner {
		if strings.HasPrefix(s.word, in.text) {
			e.hear(in.pattern, s)
		}
	}
	if n := e.lexicon.lists.words[s.word]; n != nil {
		for _, p := range n.ends {
			e.hear(p, s)
		}
	}
}

// pasted tries words whose pieces are held together by points, dashes, brackets
// or emoji without a space: «чест.но», «чес(т)но». A capital behind the point
// begins a sentence.
func (e *ear) pasted() {
	for i := 0; i < len(e.tokens); {
		end := e.pastedEnd(i)
		if end-i > 1 && !e.isHeardJoined(i, end) {
			e.unit(i, end, e.norms(i, end), guessed)
		}
		i = end
	}
}

// pastedEnd returns the end of the pieces that hang together from i on.
func (e *ear) pastedEnd(i int) int {
	end := i + 1
	for end < len(e.tokens) && e.isPasted(end) {
		end++
	}
	return end
}

// isHeardJoined reports whether the tokens i to end−1 are one hyphenated word or
// spelled out, and so have been tried already.
func (e *ear) isHeardJoined(i, end int) bool {
	glued, single := true, true
	for k := i; k < end; k++ {
		glued = glued && (k == i || e.tokens[k].glued)
		single = single && e.tokens[k].isLetter() && (k == i || e.tokens[k].loose)
	}
	return glued || single
}

func (e *ear) isPasted(i int) bool {
	t, before := &e.tokens[i], &e.tokens[i-1]
	if !t.tight || t.kind != plainToken || before.kind != plainToken {
		return false
	}
	c, _ := utf8.DecodeRuneInString(e.text[t.at:])
	last, _ := utf8.DecodeLastRuneInString(e.text[:before.end])
	return !unicode.IsUpper(c) || unicode.IsUpper(last)
}
