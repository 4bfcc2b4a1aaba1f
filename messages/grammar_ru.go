package messages

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// grammar is what a language does that a phrase cannot say.
type grammar struct {
	counted func(n int) int             // index of the form of a term that stands after the number n
	list    func(items []string) string // «3, 5 и 8»
	capital func(word string) string    // the word at the beginning of a sentence
}

// russian is the grammar of Russian.
var russian = grammar{counted: countedRu, list: listRu, capital: capitalRu}

// countedRu returns the nominative singular after 1, 21 …, the genitive singular
// after 2–4, 22–24 …, the genitive plural after all other numbers.
func countedRu(n int) int {
	if n < 0 {
		n = -n
	}
	const genitive = 1
	switch plural.Cardinal.MatchPlural(language.Russian, n, 0, 0, 0, 0) {
	case plural.One:
		return 0
	case plural.Few:
		return genitive
	}
	return len(cases) + genitive
}

// listRu joins with commas and «и» before the last item.
func listRu(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " и " + items[last]
}

func capitalRu(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}
