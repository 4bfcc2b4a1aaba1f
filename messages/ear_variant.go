package messages

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A variant is one way to read a word. A guess is a reading that the rules do
// not list (normalisation N, steps 3, 5 and 6): what is heard in it is a hint.
type variant struct {
	word  string
	guess bool
}

// letters says what kinds of characters a word has.
type letters uint8

const (
	hasCyrillic letters = 1 << iota
	hasLatin
	hasDigit
	hasOther // letters of other alphabets, signs
	hasYo    // ё
	hasFold  // letters that foldWord changes
	hasRun   // two equal letters, one after the other
	hasLong  // three
)

// lettersOf looks through a word in its normal form.
func lettersOf(word string) letters {
	var has letters
	var last rune
	run := 0
	for _, c := range word {
		switch {
		case 'Ѐ' <= c && c <= 'ԯ':
			has |= hasCyrillic
			switch c {
			case 'ё':
				has |= hasYo | hasFold
			case 'є', 'ґ':
				has |= hasFold
			}
		case 'a' <= c && c <= 'z':
			has |= hasLatin
		case '0' <= c && c <= '9':
			has |= hasDigit
		default:
			has |= hasOther
		}
		if c != last {
			last, run = c, 0
		}
		run++
		switch run {
		case 2:
			has |= hasRun
		case 3:
			has |= hasLong
		}
	}
	return has
}

// isSimple reports whether the word has one reading only.
func (t *token) isSimple() bool {
	return t.has == hasCyrillic || t.has == hasCyrillic|hasFold || t.has == hasDigit
}

// variants appends the readings of a word in its normal form.
func variants(list []variant, norm string) []variant {
	has := lettersOf(norm)
	word := foldLetters(norm, has)
	list = stretched(list, word, false, has)
	if has&hasYo != 0 {
		list = stretched(list, foldKeepYo(norm), false, has)
	}
	switch {
	case has&hasDigit != 0 && !isWordWithDigits(norm):
	case has&hasCyrillic != 0 && has&(hasLatin|hasDigit|hasOther) != 0:
		list = stretched(list, respell(norm, byShape), true, has)
		list = stretched(list, respell(norm, bySound), true, has)
		list = latinOnly(list, norm, has)
	case has&hasCyrillic == 0 && has&hasLatin != 0 && has&hasOther != 0:
		list = stretched(list, respell(norm, byShape), true, has)
	case has&hasCyrillic == 0 && has&hasLatin != 0:
		if whole, ok := wholly(norm, &lookalikes); ok && len(norm) >= leastLookalike {
			list = stretched(list, whole, true, has)
		}
		if has&hasDigit != 0 {
			list = stretched(list, respell(norm, byLeet), true, has)
		}
	}
	return list
}

// leastLookalike is the length of the shortest Latin word that is read as a
// Cyrillic one: cyka.
const leastLookalike = 4

// isWordWithDigits reports whether digits may stand for letters in a word: they
// are few, and no number before it, «60х», «3балла».
func isWordWithDigits(norm string) bool {
	digits, letters := 0, 0
	for _, c := range norm {
		if '0' <= c && c <= '9' {
			digits++
		} else {
			letters++
		}
	}
	leading := strings.ContainsRune("1235789", rune(norm[0]))
	return letters > digits && letters+digits > 2 && !leading
}

// stretched appends a word and the same with its runs of a letter shortened.
func stretched(list []variant, word string, guess bool, has letters) []variant {
	if guess && slices.ContainsFunc(list, func(v variant) bool { return v.word == word }) {
		return list
	}
	list = append(list, variant{word, guess})
	if has&hasRun == 0 {
		return list
	}
	if has&hasLong != 0 {
		list = append(list, variant{collapse(word, 3, 1), guess}, variant{collapse(word, 3, 2), guess})
	}
	if has&hasCyrillic == 0 {
		return list // good is not god
	}
	return append(list, variant{collapse(word, 2, 1), guess})
}

// latinOnly appends the word with its Cyrillic letters as Latin ones.
func latinOnly(list []variant, norm string, has letters) []variant {
	if has&hasLatin == 0 {
		return list
	}
	word := strings.Map(func(c rune) rune {
		if l, ok := latinAlikes[c]; ok {
			return l
		}
		return c
	}, norm)
	if lettersOf(word)&hasCyrillic != 0 {
		return list
	}
	return stretched(list, word, true, has)
}

// wholly maps every letter of a word, or reports that the table lacks one.
func wholly(word string, table *[utf8.RuneSelf]rune) (string, bool) {
	var b strings.Builder
	for _, c := range word {
		if c >= utf8.RuneSelf || table[c] == 0 {
			return "", false
		}
		b.WriteRune(table[c])
	}
	return b.String(), true
}

// respell maps the letters of a word that the table has, and ё to е.
func respell(word string, table map[rune]rune) string {
	return strings.Map(func(c rune) rune {
		if other, ok := table[c]; ok {
			return other
		}
		return c
	}, word)
}

// lookalikes are the Latin letters and digits that stand for Cyrillic ones
// (normalisation N, step 3), and i, which Ukrainian has.
var lookalikes = [utf8.RuneSelf]rune{
	'a': 'а', 'b': 'в', 'c': 'с', 'e': 'е', 'h': 'н', 'i': 'і', 'k': 'к', 'm': 'м',
	'o': 'о', 'p': 'р', 't': 'т', 'x': 'х', 'y': 'у',
	'0': 'о', '3': 'з', '4': 'ч',
}

// More ways to read a character that stands in a Cyrillic or a Latin word.
var (
	byShape = pairs("aа bв cс eе hн kк mм oо pр tт xх yу 0о 3е 4ч 6б 1и 9я uи nп rг gд wш iи sс dд lл zз vв jй fф 7т 5с " +
		"ʜн ᴇе ᴏо ᴄс ᴛт ᴋк ᴍм ᴀа ʙв ᴘр ʏу αа βв εе ηн κк μм νв οо πп ρр τт υу χх γг ёе єе ґг її")
	bySound = pairs("aа bб cц eе hх kк mм oо pп tт xх yы 0о 3з 4ч 6ш 1і 8в uу nн rр gг wв iи sс dд lл zз vв jж fф " +
		"αа βб εе ηи κк μм νн οо πп ρр τт υи χх γг ёе єе ґг")
	byLeet      = pairs("0o 1i 3e 4a 5s 7t 8b 9g")
	latinAlikes = pairs("аa вb сc еe нh іi кk мm оo рp тt хx уy ѕs јj ёe")
)

// pairs makes a table of letters from words of two.
func pairs(list string) map[rune]rune {
	table := map[rune]rune{}
	for pair := range strings.FieldsSeq(list) {
		two := []rune(pair)
		table[two[0]] = two[1]
	}
	return table
}

// foldWord maps the lookalikes of a word that has a Cyrillic letter, ё and є to
// е, ґ to г (normalisation N, steps 3 and 6).
func foldWord(word string) string { return foldLetters(word, lettersOf(word)) }

func foldLetters(word string, has letters) string {
	if has&hasCyrillic == 0 || has&(hasFold|hasLatin|hasDigit) == 0 {
		return word
	}
	return strings.Map(func(c rune) rune {
		if c == 'ё' {
			return 'е'
		}
		return foldRune(c)
	}, word)
}

// foldKeepYo is foldWord for the entries that tell ё from е.
func foldKeepYo(word string) string { return strings.Map(foldRune, word) }

func foldRune(c rune) rune {
	switch {
	case c == 'є':
		return 'е'
	case c == 'ґ':
		return 'г'
	case c < utf8.RuneSelf && lookalikes[c] != 0:
		return lookalikes[c]
	}
	return c
}

// foldEntry brings a word of a list into the form in which texts are searched.
func foldEntry(word string) string {
	word = strings.Map(func(c rune) rune {
		if isApostrophe(c) {
			return -1
		}
		return c
	}, strings.ToLower(word))
	if lettersOf(word)&hasCyrillic == 0 {
		return word
	}
	return strings.Map(func(c rune) rune {
		if c == '*' {
			return c
		}
		return foldRune(c)
	}, word)
}

// collapse shortens every run of at least least equal letters to so many.
func collapse(word string, least, to int) string {
	var b strings.Builder
	copied := 0 // how much of word stands in b
	for i := 0; i < len(word); {
		c, size := utf8.DecodeRuneInString(word[i:])
		end := i + size
		for end < len(word) && strings.HasPrefix(word[end:], word[i:i+size]) {
			end += size
		}
		if n := (end - i) / size; n >= least && n > to && c != utf8.RuneError {
			b.WriteString(word[copied : i+to*size])
			copied = end
		}
		i = end
	}
	if copied == 0 {
		return word
	}
	b.WriteString(word[copied:])
	return b.String()
}
