package messages

import "strings"

// blank stands in a word for one letter that a sign hides.
const blank = '\x00'

// Words with blanks are compared with a list, so there is an end to how many of
// one text are.
const (
	mostBlanked = 32
	mostBlanks  = 3 // in one gap
)

// blankSigns hide a letter inside a word.
const blankSigns = "*@#$%_"

// blanked hears the words some of whose letters are signs: «х*й», «бл@ть». That
// is a likeness, so every find is a hint.
func (e *ear) blanked() {
	tried := 0
	for i := 0; i < len(e.tokens) && tried < mostBlanked; {
		word := []rune(e.plain(i))
		end := i + 1
		for len(word) > 0 && end < len(e.tokens) {
			blanks, next := e.blanksBefore(end)
			if blanks == 0 || e.plain(next) == "" {
				break
			}
			for range blanks {
				word = append(word, blank)
			}
			word = append(word, []rune(e.plain(next))...)
			end = next + 1
		}
		if len(word) > 0 && e.blankAfter(end-1) {
			word = append(word, blank)
		}
		if end > i+1 || len(word) > 0 && word[len(word)-1] == blank {
			tried++
			e.compare(i, end, word)
		}
		i = end
	}
}

// plain returns the letters of a token, "" if it is none or has digits alone.
func (e *ear) plain(i int) string {
	t := &e.tokens[i]
	if t.kind != plainToken || t.has&(hasCyrillic|hasLatin) == 0 {
		return ""
	}
	return t.word
}

// blanksBefore returns how many signs, and nothing else, stand behind the token
// before i, and the token that goes on. A # is a token of its own.
func (e *ear) blanksBefore(i int) (blanks, next int) {
	next = i
	if e.tokens[i].norm == "#" && i+1 < len(e.tokens) {
		next++
	}
	gap := e.text[e.tokens[i-1].end:e.tokens[next].at]
	if len(gap) > mostBlanks {
		return 0, next
	}
	for _, c := range gap {
		if !strings.ContainsRune(blankSigns, c) {
			return 0, next
		}
	}
	return len(gap), next
}

// blankAfter reports whether a sign that looks like a letter ends the token.
func (e *ear) blankAfter(i int) bool {
	rest := e.text[e.tokens[i].end:]
	return strings.HasPrefix(rest, "@") && !startsWord(rest[1:])
}

// compare hears the word that the letters and blanks may be. At least half of
// its letters stand there, the first one and one more among them.
func (e *ear) compare(i, end int, word []rune) {
	known := 0
	for _, c := range word {
		if c != blank {
			known++
		}
	}
	if known < 2 || known*2 < len(word) || word[0] == blank {
		return
	}
	for _, s := range e.lexicon.lists.starry[word[0]] {
		if s.fits(word) {
			e.hear(s.of, said{i, end, string(s.letters), true})
			return
		}
	}
}

// fits reports whether the word with blanks may be the starred one: two letters
// of it, at least, stand there.
func (s starred) fits(word []rune) bool {
	if len(word) < len(s.letters) || len(word) > len(s.letters) && !s.open || len(s.letters) < leastStarred {
		return false
	}
	known := 0
	for i, letter := range s.letters {
		switch word[i] {
		case letter:
			known++
		case blank:
		default:
			return false
		}
	}
	return known >= 2 && known < len(s.letters)
}

// leastStarred is the length of the shortest word that is written with blanks.
const leastStarred = 3

// signLetters are the signs that stand for the first letter of a word.
var signLetters = map[byte][2]string{'$': {"с", "s"}, '@': {"а", "a"}}

// signed hears the words that begin with such a sign: «$ука», «@sshole».
func (e *ear) signed() {
	for i := range e.tokens {
		t := &e.tokens[i]
		rest, at := t.norm, t.at
		if t.kind == opaqueToken && strings.HasPrefix(t.norm, "@") {
			rest = t.norm[1:]
		} else if at--; t.kind != plainToken || at < 0 || endsWord(e.text[:at]) {
			continue
		}
		letters, ok := signLetters[e.text[at]]
		if !ok || rest == "" {
			continue
		}
		for _, letter := range letters {
			e.lookUp(e.lexicon.lists, i, i+1, foldWord(letter+rest), true, guessed)
		}
	}
}
