package messages

import (
	"cmp"
	"slices"
	"strings"

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
	if p.clause && !e.isClause(s.i, s.end) {
		return
	}
	foreign := p.language < languages && !e.lexicon.speaks[p.language]
	e.note(p.class, s.i, s.end, p.hint || s.guess || foreign)
}

// opening and following are the words that may stand before and behind a clause
// of its own, beside the signs at its ends: «ну спорим, что …».
var (
	opening   = wordSet("я мы ми ну все да так и а але но тогда тоді та не ладно ок давай давайте i we ok")
	following = wordSet("я что що на если якщо кто хто ты ти вы ви он она він вона if")
)

// isClause reports whether the tokens i to end−1 are a clause of their own.
func (e *ear) isClause(i, end int) bool {
	from := i
	for from > 0 && i-from < 2 && !e.endsClause(from) && opening[e.word(from-1)] {
		from--
	}
	begins := from == 0 || e.endsClause(from)
	if !begins || end == len(e.tokens) || e.endsClause(end) || following[e.word(end)] {
		return begins
	}
	_, digits := e.digits(end)
	return digits
}

// endsClause reports whether a sign that ends a clause stands before token i.
func (e *ear) endsClause(i int) bool { return strings.ContainsAny(e.gap(i), ",.!?…:;—\n()") }

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
