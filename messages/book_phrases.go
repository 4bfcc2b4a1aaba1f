package messages

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The phrase file. A line is a phrase, a term or a comment:
//
//	key = text                        what is said
//	key@vocabulary = text             the same in one vocabulary, or in several: key@a,b
//	term name = forms | plural forms  six cases each, or one form for all
//	# comment
//
// In a text, `\n` breaks the line and braces are filled in:
//
//	{seat}           the argument seat
//	{=foul.gen.pl}   the term foul in a case and a number; nominative singular if unsaid
//	{=Foul}          the same with a capital
//	{n=foul}         the term in the form that stands after the number n
//	{n=vote.dat}     the same where another case than the nominative stands after 1

// args are what a phrase is filled with.
type args map[string]any

// phrase is a text cut at its braces.
type phrase []piece

// piece is a literal, an argument, or a term.
type piece struct {
	text  string // literal
	arg   string // argument, or the number that a term follows
	term  string
	form  int // of the term
	upper bool
}

// cases and many are how the phrase file names the forms of a term.
var cases = []string{"nom", "gen", "dat", "acc", "ins", "pre"}

const many = "pl"

// parsePhrases reads a phrase file.
func parsePhrases(file string) (map[string]phrase, map[string][]string, error) {
	phrases, terms := map[string]phrase{}, map[string][]string{}
	for n, line := range strings.Split(file, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, text, ok := strings.Cut(line, " = ")
		if !ok {
			return nil, nil, fmt.Errorf("reading phrases: line %d has no « = »", n+1)
		}
		if err := readPhrase(phrases, terms, key, text); err != nil {
			return nil, nil, fmt.Errorf("reading phrases: line %d: %w", n+1, err)
		}
	}
	return phrases, terms, nil
}

// readPhrase reads a term, or a phrase, under every key that it stands for.
func readPhrase(phrases map[string]phrase, terms map[string][]string, key, text string) error {
	name, isTerm := strings.CutPrefix(key, "term ")
	forms := strings.Fields(strings.ReplaceAll(text, "|", " "))
	if isTerm && len(forms) != 1 && len(forms) != 2*len(cases) {
		return fmt.Errorf("term %s has %d forms", name, len(forms))
	}
	p, err := parsePhrase(text)
	if err != nil {
		return err
	}
	for _, k := range everyKey(name) {
		switch {
		case isTerm && terms[k] != nil || !isTerm && phrases[k] != nil:
			return fmt.Errorf("%s is there twice", k)
		case isTerm:
			terms[k] = forms
		default:
			phrases[k] = p
		}
	}
	return nil
}

// everyKey returns the keys that one line of the file stands for: key@a,b is
// key@a and key@b.
func everyKey(key string) []string {
	name, vocabularies, ok := strings.Cut(key, "@")
	if !ok {
		return []string{key}
	}
	keys := strings.Split(vocabularies, ",")
	for i, v := range keys {
		keys[i] = name + "@" + v
	}
	return keys
}

// parsePhrase cuts a text at its braces.
func parsePhrase(text string) (phrase, error) {
	var p phrase
	text = strings.ReplaceAll(text, `\n`, "\n")
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		if before != "" {
			p = append(p, piece{text: before})
		}
		if !found {
			break
		}
		inside, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, fmt.Errorf("a brace is not closed in %q", text)
		}
		hole, err := parseHole(inside)
		if err != nil {
			return nil, err
		}
		p, text = append(p, hole), after
	}
	return p, nil
}

// parseHole reads what stands in braces.
func parseHole(inside string) (piece, error) {
	arg, spec, isTerm := strings.Cut(inside, "=")
	if !isTerm {
		return piece{arg: arg}, nil
	}
	words := strings.Split(spec, ".")
	p := piece{arg: arg, term: words[0]}
	first, size := utf8.DecodeRuneInString(p.term)
	if unicode.IsUpper(first) {
		p.upper, p.term = true, strings.ToLower(p.term[:size])+p.term[size:]
	}
	for _, w := range words[1:] {
		i := slices.Index(cases, w)
		switch {
		case w == many:
			p.form += len(cases)
		case i >= 0:
			p.form += i
		default:
			return piece{}, fmt.Errorf("no form of a term is called %q", w)
		}
	}
	return p, nil
}

// has reports whether the vocabulary has a text for the key.
func (b *Book) has(vocabulary, key string) bool { return b.find(vocabulary, key) != nil }

// find looks a phrase up: of the vocabulary, else of all.
func (b *Book) find(vocabulary, key string) phrase {
	if p := b.phrases[key+"@"+vocabulary]; p != nil {
		return p
	}
	return b.phrases[key]
}

// say fills a phrase in. A key without a phrase says nothing; a test knows
// every key that is used.
func (b *Book) say(vocabulary, key string, a args) string {
	var s strings.Builder
	for _, p := range b.find(vocabulary, key) {
		switch {
		case p.term != "":
			s.WriteString(b.term(vocabulary, p, a))
		case p.arg != "":
			if v, ok := a[p.arg]; ok {
				fmt.Fprint(&s, v)
			}
		default:
			s.WriteString(p.text)
		}
	}
	return s.String()
}

// term returns the form of a term that a piece asks for.
func (b *Book) term(vocabulary string, p piece, a args) string {
	forms := b.terms[p.term+"@"+vocabulary]
	if forms == nil {
		forms = b.terms[p.term]
	}
	form := p.form
	if p.arg != "" {
		n, _ := a[p.arg].(int)
		if counted := b.grammar.counted(n); counted != 0 {
			form = counted
		}
	}
	if form >= len(forms) {
		form = 0
	}
	if len(forms) == 0 {
		return ""
	}
	if p.upper {
		return b.grammar.capital(forms[form])
	}
	return forms[form]
}
