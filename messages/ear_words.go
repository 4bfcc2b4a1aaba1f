package messages

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mafiabot/engine"
)

// words returns what the word classes hear, in text order: the lists of the
// lexicon and what only the neighbours of a word decide. What lies within a nick
// of the table, or within a phrase of the section «clean», is nothing; of two
// finds of one family that overlap, the stronger one is left.
func (e *ear) words() []engine.Find {
	for i := 0; i < len(e.tokens); {
		if e.tokens[i].kind != plainToken {
			i++
			continue
		}
		end := e.hyphenEnd(i)
		for part := i; part < end; part++ {
			if t := &e.tokens[part]; !t.ticked || t.has&hasCyrillic != 0 { // «who're» is two words
				e.unit(part, part+1, t.norm, whole)
			}
		}
		if end-i > 1 {
			e.hyphenated(i, end)
		}
		i = end
	}
	e.spelledOut()
	e.pieces()
	e.pasted()
	e.blanked()
	e.signed()
	e.percents()
	e.context()
	return e.resolve()
}

// joining is how the letters of a unit came together.
type joining uint8

const (
	whole   joining = iota // a token, or parts that the rules join: an act stays one
	guessed                // joined by nothing but likeness: a hint at most
)

// unit looks up what the tokens i to end−1 say as one word.
func (e *ear) unit(i, end int, norm string, how joining) {
	e.readings = variants(e.readings[:0], norm)
	for _, v := range e.readings {
		guess := v.guess || how == guessed
		for _, x := range [...]*index{e.lexicon.lists, e.lexicon.own} {
			if x != nil {
				e.lookUp(x, i, end, v.word, guess, how)
			}
		}
	}
}

func (e *ear) lookUp(x *index, i, end int, word string, guess bool, how joining) {
	for _, in := range x.inner {
		at := strings.Index(word, in.text)
		if at == 0 || at > 0 && how == whole {
			e.hear(in.pattern, said{i, end, word, guess})
		}
	}
	if !x.starts[firstLetters(word)] {
		return
	}
	said := said{i, end, word, guess}
	e.walk(x.words[word], said)
	if len(word) > x.reach {
		word = word[:x.reach]
	}
	for at := range word {
		if at > 0 {
			e.walk(x.stems[word[:at]], said)
		}
	}
	e.walk(x.stems[word], said)
}

// said is what has been said of a pattern: the tokens i to end−1, the first
// word as it was read, and whether that was a guess.
type said struct {
	i, end int
	word   string
	guess  bool
}

// walk hears the patterns that end at n, and goes on with the next word. A
// sentence that has ended goes on no phrase.
func (e *ear) walk(n *node, s said) {
	if n == nil {
		return
	}
	for _, p := range n.ends {
		e.hear(p, s)
	}
	if n.words == nil && n.stems == nil || s.end >= len(e.tokens) {
		return
	}
	t := &e.tokens[s.end]
	if t.kind != plainToken || !t.tight && e.newSentence(s.end) {
		return
	}
	s.end++
	e.step(n, t.word, s)
	if t.has&hasRun != 0 {
		e.step(n, collapse(t.word, 2, 1), s)
	}
}

func (e *ear) step(n *node, word string, s said) {
	e.walk(n.words[word], s)
	for stem, next := range n.stems {
		if strings.HasPrefix(word, stem) {
			e.walk(next, s)
		}
	}
}

// hear notes a find of a pattern that has been said.
func (e *ear) hear(p *pattern, s said) {
	out := e.lexicon.drops != nil && p.language < languages && e.dropped(p, s)
	if out || p.class == noClass {
		if out || !s.guess {
			e.clean = append(e.clean, span{e.tokens[s.i].at, e.tokens[s.end-1].end})
		}
		return
	}
	foreign := p.language < languages && !e.lexicon.speaks[p.language]
	e.note(p.class, s.i, s.end, p.hint || s.guess || foreign)
}

// note adds a find of the tokens i to end−1.
func (e *ear) note(class engine.Class, i, end int, hint bool) {
	f := e.found(class, i, end)
	f.Hint = hint
	e.finds = append(e.finds, f)
}

// dropped reports whether the club has taken out what was said.
func (e *ear) dropped(p *pattern, s said) bool {
	var b strings.Builder
	b.WriteString(s.word)
	for k := s.end - strings.Count(p.key, " "); k < s.end; k++ {
		b.WriteString(e.tokens[k].word)
	}
	letters := strings.ReplaceAll(b.String(), "ё", "е")
	return slices.ContainsFunc(e.lexicon.drops, func(d dropped) bool {
		return letters == d.letters || d.open && strings.HasPrefix(letters, d.letters)
	})
}

func (r *reading) found(class engine.Class, i, end int) engine.Find {
	return engine.Find{Class: class, At: r.tokens[i].at, End: r.tokens[end-1].end}
}

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

// A family is the classes of one W: of two that overlap, one counts.
type family uint8

// familyOf returns the family of a class.
func familyOf(class engine.Class) family {
	switch class {
	case engine.HonestWord, engine.HonestStem:
		return 1
	case engine.Prayer, engine.Plea, engine.Deity, engine.Devil:
		return 3
	case engine.Obscene, engine.Coarse:
		return 6
	case engine.Insult, engine.Abuse:
		return 7
	}
	return family(class) + 8
}

// strength orders the finds of one family: acts before hints, then by class.
func strength(f engine.Find) int {
	s := 0
	switch f.Class {
	case engine.Deity, engine.Devil, engine.HonestStem, engine.Coarse, engine.Abuse:
	case engine.Plea, engine.HonestWord, engine.Obscene, engine.Insult:
		s = 1
	case engine.Prayer:
		s = 2
	}
	if !f.Hint {
		s += 10
	}
	return s
}

// span is a part of the text, in bytes.
type span struct{ at, end int }

// resolve sorts the finds and leaves out what is clean, what a stronger find of
// its family covers, and what was found twice.
func (e *ear) resolve() []engine.Find {
	if len(e.finds) == 0 {
		return nil
	}
	e.clean = append(e.clean, e.nickSpans()...)
	e.nameHints()
	slices.SortStableFunc(e.finds, func(a, b engine.Find) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(strength(b), strength(a)), cmp.Compare(b.End, a.End))
	})
	var last [64]int // where the last find of a family stands in kept, plus one
	kept := e.finds[:0]
	for _, f := range e.finds {
		if e.isClean(f) {
			continue
		}
		was := &last[familyOf(f.Class)]
		if *was > 0 {
			g := &kept[*was-1]
			if f.At < g.End {
				if strength(f) > strength(*g) {
					*g = f
				}
				continue
			}
		}
		kept = append(kept, f)
		*was = len(kept)
	}
	slices.SortStableFunc(kept, func(a, b engine.Find) int { return cmp.Compare(a.At, b.At) })
	return kept
}

// nameHints makes hints of what lies within a name, oaths, obscenities and the
// surrender excepted: nobody is called so.
func (e *ear) nameHints() {
	for _, s := range e.nameSpans() {
		for i := range e.finds {
			f := &e.finds[i]
			switch familyOf(f.Class) {
			case familyOf(engine.HonestWord), familyOf(engine.Deity), familyOf(engine.Percent):
				f.Hint = f.Hint || s.at <= f.At && f.End <= s.end
			}
		}
	}
}

func (e *ear) isClean(f engine.Find) bool {
	return slices.ContainsFunc(e.clean, func(s span) bool { return s.at <= f.At && f.End <= s.end })
}
