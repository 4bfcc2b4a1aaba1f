package messages

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"mafiabot/engine"
)

// A Lexicon is what one table hears: the lists of all languages, with what its
// club has added and dropped. It does not change and may be shared.
type Lexicon struct {
	lists  *index // the same for all tables
	own    *index // what the club has added, nil for nothing
	speaks [languages]bool
	drops  map[string]bool
}

// lists are the word lists of all languages.
var lists = sync.OnceValue(func() *index {
	x := newIndex()
	for language, name := range languageNames {
		if err := x.read("words/"+name+".txt", Language(language)); err != nil {
			panic(err) // the files are part of the program, and a test reads them
		}
	}
	return x
})

// plain is the lexicon of a table that has changed nothing.
var plain = sync.OnceValue(func() *Lexicon { return ClubWords{}.Lexicon() })

// ClubWords is what a club hears differently from others, as storage keeps it.
// Its zero value is the lists as they are, at a table that speaks Russian and
// Ukrainian.
type ClubWords struct {
	Languages []string    `json:",omitempty"` // of the table: ru, uk, en; words of another language are hints
	Added     []AddedWord `json:",omitempty"`
	Dropped   []string    `json:",omitempty"` // words and phrases that are not heard
}

// An AddedWord is a literal word or phrase of up to four words. A * at the end
// of a word takes the endings of a closed list.
type AddedWord struct{ Class, Text string }

// What a club's words are refused for. The texts are keys of the book.
var (
	ErrWordClass   = errors.New("word-class")   // no class has this name
	ErrWordEmpty   = errors.New("word-empty")   // nothing in it could be heard
	ErrWordLong    = errors.New("word-long")    // more than four words or forty letters
	ErrWordMany    = errors.New("word-many")    // the list is full
	ErrWordKnown   = errors.New("word-known")   // it is heard already
	ErrWordUnknown = errors.New("word-unknown") // nothing here hears it
	ErrLanguage    = errors.New("language")     // not one of ru, uk, en
)

// The bounds of what a club adds, so that hearing stays cheap.
const (
	maxClubWords   = 200
	maxPhraseWords = 4
	maxWordLetters = 40
)

// clubClasses are the names by which a club calls the classes it may add to.
var clubClasses = []struct {
	name  string
	class engine.Class
}{
	{"честно", engine.HonestWord}, {"клятва", engine.Oath}, {"вера", engine.Prayer}, {"проценты", engine.Percent},
	{"пари", engine.Bet}, {"мат", engine.Obscene}, {"грубость", engine.Coarse}, {"оскорбление", engine.Abuse},
	{"сдаюсь", engine.Surrender}, {"апелляция", engine.Appeal},
}

// WordClasses returns the names of the classes that a club may add to.
func WordClasses() []string {
	names := make([]string, len(clubClasses))
	for i, c := range clubClasses {
		names[i] = c.name
	}
	return names
}

// clubEndings is the closed list of endings that a * of a club's word takes:
// those of nouns, adjectives and verbs in Russian, Ukrainian and English.
var clubEndings = strings.Fields("а я о е ё у ю ы и і ь й ї ом ем ём ой ей ою ею ам ям ами ями ах ях ов ев ёв " +
	"ый ий ая яя ое ее ые ие ого его ому ему ым им ую юю ых их ыми ими ої ій є ає ує ать ять ить еть ти ться " +
	"л ла ло ли ет ит ут ют ат ят ешь ишь ете ите ка ки ку кой ок s es ed ing er")

// Add returns the words with one more. The text may have been dropped before.
func (c ClubWords) Add(class, text string) (ClubWords, error) {
	key, words := clubKey(text)
	switch {
	case classOf(class) == noClass:
		return c, ErrWordClass
	case len(words) == 0:
		return c, ErrWordEmpty
	case len(words) > maxPhraseWords || utf8.RuneCountInString(key) > maxWordLetters:
		return c, ErrWordLong
	case slices.Contains(c.Dropped, key):
		c.Dropped = without(c.Dropped, key)
		if c.acts(key, classOf(class)) {
			return c, nil
		}
	case c.acts(key, classOf(class)):
		return c, ErrWordKnown
	}
	if len(c.Added)+len(c.Dropped) >= maxClubWords {
		return c, ErrWordMany
	}
	c.Added = append(slices.Clip(c.Added), AddedWord{Class: className(classOf(class)), Text: key})
	return c, nil
}

// Remove returns the words without one: an added word is taken out, a word of
// the lists is dropped.
func (c ClubWords) Remove(text string) (ClubWords, error) {
	key, words := clubKey(text)
	added := func(a AddedWord) bool { return a.Text == key }
	switch {
	case len(words) == 0:
		return c, ErrWordEmpty
	case slices.ContainsFunc(c.Added, added):
		c.Added = slices.DeleteFunc(slices.Clone(c.Added), added)
		return c, nil
	case slices.Contains(c.Dropped, key):
		return c, ErrWordKnown
	case !lists().has(key) && len(c.finds(key)) == 0:
		return c, ErrWordUnknown
	case len(c.Added)+len(c.Dropped) >= maxClubWords:
		return c, ErrWordMany
	}
	c.Dropped = append(slices.Clip(c.Dropped), key)
	return c, nil
}

// Speak returns the words of a table that speaks the languages.
func (c ClubWords) Speak(names []string) (ClubWords, error) {
	var speaks []string
	for _, name := range names {
		name = strings.ToLower(strings.Trim(name, " ,"))
		if !slices.Contains(languageNames[:], name) {
			return c, ErrLanguage
		}
		if !slices.Contains(speaks, name) {
			speaks = append(speaks, name)
		}
	}
	if len(speaks) == 0 {
		return c, ErrLanguage
	}
	c.Languages = speaks
	return c, nil
}

// acts reports whether the text is heard as an act of the class.
func (c ClubWords) acts(text string, class engine.Class) bool {
	return slices.ContainsFunc(c.finds(text), func(f engine.Find) bool { return !f.Hint && f.Class == class })
}

// finds returns what the word classes hear in an entry.
func (c ClubWords) finds(text string) []engine.Find {
	return newEar(strings.ReplaceAll(text, "*", ""), Table{Words: c.Lexicon()}).words()
}

// Lexicon makes the lexicon. Words that the bounds refuse are left out.
func (c ClubWords) Lexicon() *Lexicon {
	l := &Lexicon{lists: lists(), speaks: [languages]bool{Russian: true, Ukrainian: true}}
	if len(c.Languages) > 0 {
		for language, name := range languageNames {
			l.speaks[language] = slices.Contains(c.Languages, name)
		}
	}
	for _, a := range c.Added {
		if class := classOf(a.Class); class != noClass {
			l.add(a.Text, class)
		}
	}
	for _, text := range c.Dropped {
		if l.drops == nil {
			l.drops = map[string]bool{}
		}
		l.drops[text] = true
	}
	return l
}

// add adds a word of the club with all its endings.
func (l *Lexicon) add(text string, class engine.Class) {
	_, words := clubKey(text)
	if len(words) == 0 || len(words) > maxPhraseWords {
		return
	}
	if l.own == nil {
		l.own = newIndex()
	}
	phrases := [][]string{nil}
	for _, word := range words {
		forms := []string{word}
		if stem, open := strings.CutSuffix(word, "*"); open {
			forms = []string{stem}
			stem = shortened(stem)
			for _, ending := range clubEndings {
				forms = append(forms, stem+foldEntry(ending))
			}
		}
		if len(phrases)*len(forms) > 4*len(clubEndings) {
			forms = forms[:1] // of a phrase, one word has endings
		}
		var longer [][]string
		for _, phrase := range phrases {
			for _, f := range forms {
				longer = append(longer, append(slices.Clip(phrase), f))
			}
		}
		phrases = longer
	}
	for _, phrase := range phrases {
		// An added word acts in every language: the club has asked for it.
		_ = l.own.addPhrase(phrase, pattern{class: class, language: languages})
	}
}

// shortened returns the stem on which the endings of a word stand: without its
// last vowel, й or ь.
func shortened(word string) string {
	last, size := utf8.DecodeLastRuneInString(word)
	if utf8.RuneCountInString(word) > 3 && strings.ContainsRune("аяьйоеыиі", last) {
		return word[:len(word)-size]
	}
	return word
}

// clubKey returns a text in the form in which a club's lists keep it, and its
// words.
func clubKey(text string) (key string, words []string) {
	for _, field := range strings.Fields(text) {
		r := read(field)
		for i := range r.tokens {
			t := &r.tokens[i]
			if t.kind == plainToken {
				words = append(words, t.word)
			}
		}
		if n := len(words); n > 0 && strings.HasSuffix(field, "*") {
			words[n-1] += "*"
		}
	}
	return strings.Join(words, " "), words
}

// classOf returns the class that a club calls so, or by its number: «клятва»,
// «W2».
func classOf(name string) engine.Class {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, c := range clubClasses {
		if name == c.name {
			return c.class
		}
	}
	numbered := map[string]engine.Class{
		"w1": engine.HonestWord, "w2": engine.Oath, "w3": engine.Prayer, "w4": engine.Percent, "w5": engine.Bet,
		"w6": engine.Obscene, "w7": engine.Abuse, "w8": engine.Surrender, "w9": engine.Appeal,
	}
	return numbered[name]
}

func className(class engine.Class) string {
	for _, c := range clubClasses {
		if c.class == class {
			return c.name
		}
	}
	return ""
}

func without(list []string, item string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == item })
}

// has reports whether a pattern of the lists is written so: «мудак*».
func (x *index) has(key string) bool {
	at := &x.node
	for word := range strings.FieldsSeq(key) {
		stem, open := strings.CutSuffix(word, "*")
		if at = at.next(stem, open); at == nil {
			return false
		}
	}
	return len(at.ends) > 0
}

func (n *node) next(word string, open bool) *node {
	if open {
		return n.stems[word]
	}
	return n.words[word]
}
