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
	drops  []dropped
}

// A dropped word is compared without its spaces: «ей-богу», «ейбогу».
type dropped struct {
	letters string
	open    bool // and whatever begins so
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

// ReadLists reads the word lists, which takes some hundredths of a second. Who has
// not called it waits for them at the first text that is heard.
func ReadLists() { lists() }

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
	ErrWordShort   = errors.New("word-short")   // a word of fewer than three letters
	ErrWordLong    = errors.New("word-long")    // more than four words or forty letters
	ErrWordStar    = errors.New("word-star")    // a * that does not end a word
	ErrWordSeveral = errors.New("word-several") // several entries at once
	ErrWordControl = errors.New("word-control") // the table needs the word: спасибо, выставляю, numbers
	ErrWordMany    = errors.New("word-many")    // the list is full
	ErrWordKnown   = errors.New("word-known")   // it is heard already, or dropped already
	ErrWordUnknown = errors.New("word-unknown") // nothing here hears it
	ErrWordRule    = errors.New("word-rule")    // no list hears it, but a rule: percentages
	ErrLanguage    = errors.New("language")     // not one of ru, uk, en
)

// The bounds of what a club adds, so that hearing stays cheap.
const (
	maxClubWords   = 200
	maxPhraseWords = 4
	maxWordLetters = 40
	minWordLetters = 3
	maxForms       = 400 // of one entry
)

// clubClasses are the names by which a club calls the classes it may add to.
var clubClasses = []struct {
	name  string
	class engine.Class
}{
	{"честно", engine.HonestWord}, {"клятва", engine.Oath}, {"вера", engine.Plea}, {"проценты", engine.Percent},
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
	of := classOf(class)
	if of == noClass {
		return c, ErrWordClass
	}
	key, words, err := clubEntry(text)
	if err != nil {
		return c, err
	}
	if err := addable(key, words); err != nil {
		return c, err
	}
	if slices.Contains(c.Dropped, key) {
		back := c
		if back.Dropped = without(c.Dropped, key); back.acts(key, of) {
			return back, nil
		}
	}
	if !strings.Contains(key, "*") && c.acts(key, of) || slices.Contains(c.Added, AddedWord{className(of), key}) || lists().has(key) && c.acts(key, of) {
		return c, ErrWordKnown
	}
	if len(c.Added)+len(c.Dropped) >= maxClubWords {
		return c, ErrWordMany
	}
	c.Added = append(slices.Clip(c.Added), AddedWord{Class: className(of), Text: key})
	return c, nil
}

// addable refuses what would make the table deaf or everything forbidden.
func addable(key string, words []string) error {
	if len(words) > maxPhraseWords || utf8.RuneCountInString(key) > maxWordLetters {
		return ErrWordLong
	}
	control, short := true, true
	for _, word := range words {
		word = strings.TrimSuffix(word, "*")
		short = short && utf8.RuneCountInString(word) < minWordLetters
		_, digits := digitsOf(word)
		control = control && (digits || isControl(word))
	}
	switch {
	case short:
		return ErrWordShort
	case control:
		return ErrWordControl
	}
	return nil
}

// isControl reports whether the table needs the word: formulas, numbers, thanks.
func isControl(word string) bool {
	for _, f := range formulas {
		if f.nominate[word] || f.withdraw[word] {
			return true
		}
	}
	return tableWords[word] || closingWords[word] || formulaWords[word] || isNumeral(word) || numberNouns[word] || handsOff[word] != nil || hosts[word]
}

// tableWords are what a game cannot be spoken of without.
var tableWords = wordSet("голос руку красный красная черный черная мирный мирная мафия дон шериф комиссар город стол ночь день мы вы она они",
	"червоний чорний мирний мафія шериф місто стіл ніч red black mafia town you")

// Remove returns the words without one: an added word is taken out, and a word of
// the lists is dropped. With a * whatever begins so is. The name of a class before
// the word is passed over, as it stands in Add.
func (c ClubWords) Remove(text string) (ClubWords, error) {
	key, words, err := clubEntry(text)
	if err != nil {
		return c, err
	}
	if len(words) > 1 && classOf(words[0]) != noClass && !c.knows(key) {
		key = strings.Join(words[1:], " ")
	}
	if slices.Contains(c.Dropped, key) {
		return c, ErrWordKnown
	}
	less := c
	less.Added = slices.DeleteFunc(slices.Clone(c.Added), func(a AddedWord) bool { return a.Text == key })
	dropped, err := less.drop(key, text)
	switch {
	case err == nil:
		return dropped, nil
	case len(less.Added) < len(c.Added):
		return less, nil // what the club has added is out, whatever else hears it
	}
	return c, err
}

// drop returns the words without one of the lists.
func (c ClubWords) drop(key, text string) (ClubWords, error) {
	switch heard := c.knows(key); {
	case !heard && c.isRule(text):
		return c, ErrWordRule
	case !heard:
		return c, ErrWordUnknown
	case len(c.Added)+len(c.Dropped) >= maxClubWords:
		return c, ErrWordMany
	}
	less := c
	less.Dropped = append(slices.Clip(c.Dropped), key)
	if less.knows(key) {
		return c, ErrWordRule
	}
	return less, nil
}

// isRule reports whether a rule and no list hears the text.
func (c ClubWords) isRule(text string) bool {
	return slices.ContainsFunc(c.finds(text), func(f engine.Find) bool { return f.Class == engine.Percent })
}

// knows reports whether the whole of an entry is heard.
func (c ClubWords) knows(key string) bool {
	said := strings.ReplaceAll(key, "*", "")
	return slices.ContainsFunc(c.finds(said), func(f engine.Find) bool { return f.At == 0 && f.End == len(said) })
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
		l.drops = append(l.drops, dropped{strings.ReplaceAll(strings.TrimSuffix(text, "*"), " ", ""), strings.HasSuffix(text, "*")})
	}
	return l
}

// add adds a word of the club with all its endings.
func (l *Lexicon) add(text string, class engine.Class) {
	words := strings.Fields(text)
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
			for _, ending := range clubEndings {
				forms = append(forms, stem+foldEntry(ending))
				if short := shortened(stem); short != stem {
					forms = append(forms, short+foldEntry(ending))
				}
			}
		}
		if len(phrases)*len(forms) > maxForms {
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

// clubEntry returns a text in the form in which a club's lists keep it, and its
// words.
func clubEntry(text string) (key string, words []string, err error) {
	if strings.ContainsAny(strings.TrimRight(text, ",; \n"), ",;\n") {
		return "", nil, ErrWordSeveral
	}
	for _, field := range strings.Fields(text) {
		word, starred := strings.CutSuffix(field, "*")
		if strings.Contains(word, "*") {
			return "", nil, ErrWordStar
		}
		r, before := read(word), len(words)
		for i := range r.tokens {
			if r.tokens[i].kind == plainToken {
				words = append(words, strings.ReplaceAll(r.tokens[i].word, "ё", "е"))
			}
		}
		if starred && len(words) > before {
			words[len(words)-1] += "*"
		}
	}
	if len(words) == 0 {
		return "", nil, ErrWordEmpty
	}
	return strings.Join(words, " "), words, nil
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
		"w1": engine.HonestWord, "w2": engine.Oath, "w3": engine.Plea, "w4": engine.Percent, "w5": engine.Bet,
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
