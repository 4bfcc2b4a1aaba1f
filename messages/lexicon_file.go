package messages

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"mafiabot/engine"
)

// The lists of the word classes, one file a language. A line of a file is
//
//	# a comment
//	[oath]        the class of what follows; with ? its finds are hints, with ~
//	              they are, and only a disguise is heard: spelled out, х*й;
//	              with ^ they are heard only as a clause of their own
//	a, b c, d*    entries: words and phrases, separated by commas
//
// and a word of an entry is letters with
//
//	(a|b|)        one of these, the empty one included
//	*             at the end: any letters; at the beginning: anywhere in a word
//
// A group may hold whole words; the empty alternative leaves them out.
// Letters are folded as those of a text are, so an entry with ё is heard in
// texts with ё alone, and any other in texts with е and with ё.
//
//go:embed words/*.txt
var wordFiles embed.FS

// sections are the names of the classes in the files. A section «clean» has
// phrases in which nothing is heard.
var sections = map[string]engine.Class{
	"honest.word": engine.HonestWord, "honest.stem": engine.HonestStem,
	"oath": engine.Oath, "prayer": engine.Prayer, "plea": engine.Plea, "deity": engine.Deity, "devil": engine.Devil,
	"percent": engine.Percent, "bet": engine.Bet, "obscene": engine.Obscene, "coarse": engine.Coarse,
	"insult": engine.Abuse, "surrender": engine.Surrender, "appeal": engine.Appeal, "protest": engine.Protest,
	"talk": engine.NightTalk, "threat": engine.Threat, "clean": noClass,
}

// noClass is the class of the phrases in which nothing is heard.
const noClass engine.Class = 0

// Language is a language that a table speaks.
type Language uint8

// The languages of the ear.
const (
	Russian Language = iota
	Ukrainian
	English
	languages // how many there are
)

// languageNames are the names of the languages, as a club writes them.
var languageNames = [languages]string{"ru", "uk", "en"}

// A pattern is one way to say something of a class.
type pattern struct {
	class    engine.Class
	hint     bool
	masked   bool // heard in a disguise alone
	clause   bool // heard only as a clause of its own
	language Language
	key      string // the whole pattern as it is dropped from a list: «зуб даю», «мудак*»
}

// An index finds the patterns that begin with a word.
type index struct {
	node                      // by the first word
	inner  []innerForm        // by letters anywhere in a word
	starts map[string]bool    // the first two letters of all of them
	reach  int                // the longest stem of a first word, in bytes
	starry map[rune][]starred // what a word with blanks is compared with, by the first letter
	masked []innerForm        // beginnings that are heard in a disguise alone
}

// A node is the patterns that have the same words up to here.
type node struct {
	ends  []*pattern       // that have no further word
	words map[string]*node // that go on with a word
	stems map[string]*node // that go on with a word of this beginning
}

// grow returns the node behind a word, which is made if it is missing.
func (n *node) grow(word string, open bool) *node {
	edges := &n.words
	if open {
		edges = &n.stems
	}
	if *edges == nil {
		*edges = map[string]*node{}
	}
	next := (*edges)[word]
	if next == nil {
		next = &node{}
		(*edges)[word] = next
	}
	return next
}

// An innerForm is heard wherever its letters stand in a word.
type innerForm struct {
	text string
	*pattern
}

// A starred word is one whose letters people replace by signs: «х*й».
type starred struct {
	letters []rune
	open    bool
	of      *pattern
}

func newIndex() *index {
	return &index{starts: map[string]bool{}, starry: map[rune][]starred{}}
}

// read adds the entries of one file.
func (x *index) read(file string, language Language) error {
	text, err := wordFiles.ReadFile(file)
	if err != nil {
		return err
	}
	var p pattern
	var in bool
	for n, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			name, ok = strings.CutSuffix(name, "]")
			name, p = sectionMark(name)
			if p.class, in = sections[name]; !ok || !in {
				return fmt.Errorf("%s:%d: no class %q", file, n+1, line)
			}
			p.language = language
			continue
		}
		for entry := range strings.SplitSeq(line, ",") {
			if !in {
				return fmt.Errorf("%s:%d: an entry before the first class", file, n+1)
			}
			if err := x.add(entry, p); err != nil {
				return fmt.Errorf("%s:%d: %q: %w", file, n+1, strings.TrimSpace(entry), err)
			}
		}
	}
	return nil
}

// sectionMark takes the sign off the name of a section and returns what it makes
// of the patterns there.
func sectionMark(name string) (string, pattern) {
	if name, ok := strings.CutSuffix(name, "~"); ok {
		return name, pattern{hint: true, masked: true}
	}
	name, hint := strings.CutSuffix(name, "?")
	name, clause := strings.CutSuffix(name, "^")
	return name, pattern{hint: hint, clause: clause}
}

// add adds all patterns of one entry.
func (x *index) add(entry string, p pattern) error {
	phrases, err := alternatives(entry)
	if err != nil {
		return err
	}
	for _, phrase := range phrases {
		words := strings.Fields(phrase)
		if len(words) == 0 {
			return errors.New("an empty entry")
		}
		if err := x.addPhrase(words, p); err != nil {
			return err
		}
	}
	return nil
}

// alternatives returns the phrases that an entry with groups stands for.
func alternatives(entry string) ([]string, error) {
	before, group, found := strings.Cut(entry, "(")
	if !found {
		if strings.ContainsAny(entry, ")|?") {
			return nil, fmt.Errorf("a stray sign in %q", entry)
		}
		return []string{entry}, nil
	}
	group, after, closed := strings.Cut(group, ")")
	if !closed || strings.Contains(group, "(") {
		return nil, fmt.Errorf("a group without its end in %q", entry)
	}
	rest, err := alternatives(after)
	if err != nil {
		return nil, err
	}
	var all []string
	for option := range strings.SplitSeq(group, "|") {
		for _, tail := range rest {
			all = append(all, before+option+tail)
		}
	}
	return all, nil
}

// addPhrase adds one pattern of plain words.
func (x *index) addPhrase(words []string, p pattern) error {
	p.key = phraseKey(words)
	at := &x.node
	for i, word := range words {
		text, open := strings.CutSuffix(word, "*")
		text, anywhere := strings.CutPrefix(text, "*")
		text = foldEntry(text)
		switch {
		case text == "" || strings.Contains(text, "*"):
			return errors.New("a word without letters")
		case (anywhere || p.masked) && (!open || len(words) > 1):
			return errors.New("letters anywhere stand in a word of their own")
		}
		if i == 0 {
			x.starts[firstLetters(text)] = true
			x.star(text, open, len(words), &p)
		}
		switch {
		case anywhere:
			x.inner = append(x.inner, innerForm{text, &p})
			return nil
		case p.masked:
			x.masked = append(x.masked, innerForm{text, &p})
			return nil
		case i == 0 && open:
			x.reach = max(x.reach, len(text))
		}
		at = at.grow(text, open)
	}
	at.ends = append(at.ends, &p)
	return nil
}

// star remembers a word that people write with signs in the place of letters.
func (x *index) star(text string, open bool, words int, p *pattern) {
	switch p.class {
	case noClass, engine.Abuse, engine.Appeal, engine.NightTalk:
		return
	}
	if letters := []rune(text); words == 1 {
		x.starry[letters[0]] = append(x.starry[letters[0]], starred{letters: letters, open: open, of: p})
	}
}

// phraseKey is how a phrase is named in the list of what a club has dropped.
func phraseKey(words []string) string {
	folded := make([]string, len(words))
	for i, word := range words {
		folded[i] = foldEntry(word)
	}
	return strings.Join(folded, " ")
}

// firstLetters returns the first two letters of a word, which may have fewer.
func firstLetters(word string) string {
	seen := 0
	for i := range word {
		if seen == 2 {
			return word[:i]
		}
		seen++
	}
	return word
}
