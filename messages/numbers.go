package messages

import (
	"slices"
	"strings"
)

// A numeral is one row of the table of Russian numerals that can name a seat
// (G13, C85): the cardinal and the ordinal in their forms.
type numeral struct {
	seat    int
	word    string   // the cardinal as it is counted, which NUM takes
	cases   string   // its other forms, which only point at a seat
	ordinal ordinals // "" stands for no form
}

// ordinals are the forms of an ordinal. NUM takes the first three; the others
// only point at a seat. Neuter and plural are left out: «первое», «во-первых»,
// «вторые» name no player.
type ordinals struct {
	nominative, accusative, feminine string // седьмой, седьмого, седьмую
	others                           string // седьмому, седьмым, седьмом, седьмая, седьмой
}

// hard returns the forms of an ordinal of the common declension.
func hard(stem, ending string) ordinals {
	return ordinals{
		nominative: stem + ending,
		accusative: stem + "ого",
		feminine:   stem + "ую",
		others:     stem + "ому " + stem + "ым " + stem + "ом " + stem + "ая " + stem + "ой",
	}
}

// numerals go up to the largest table. «семью» is missing among the cases of
// 7: it is also the family.
var numerals = []numeral{
	{1, "один", "одного одному одним одном одна одной одну", hard("перв", "ый")},
	{2, "два", "две двух двум двумя", hard("втор", "ой")},
	{3, "три", "трех трем тремя", ordinals{
		"третий", "третьего", "третью", "третьему третьим третьем третья третьей"}},
	{4, "четыре", "четырех четырем четырьмя", hard("четверт", "ый")},
	{5, "пять", "пяти пятью", hard("пят", "ый")},
	{6, "шесть", "шести шестью", hard("шест", "ой")},
	{7, "семь", "семи", hard("седьм", "ой")},
	{8, "восемь", "восьми восьмью восемью", hard("восьм", "ой")},
	{9, "девять", "девяти девятью", hard("девят", "ый")},
	{10, "десять", "десяти десятью", hard("десят", "ый")},
	{11, "одиннадцать", "одиннадцати одиннадцатью", hard("одиннадцат", "ый")},
	{12, "двенадцать", "двенадцати двенадцатью", hard("двенадцат", "ый")},
	{13, "тринадцать", "тринадцати тринадцатью", hard("тринадцат", "ый")},
	{14, "четырнадцать", "четырнадцати четырнадцатью", hard("четырнадцат", "ый")},
	{15, "пятнадцать", "пятнадцати пятнадцатью", hard("пятнадцат", "ый")},
}

// beyond are the numerals that name no seat. One of them before a numeral makes
// it part of a larger number («двадцать пятый»), and none of them is a nick.
var beyond = wordSet(
	"ноль нуль нулевой шестнадцать семнадцать восемнадцать девятнадцать",
	"двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто",
	"сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот",
	"тысяча миллион",
)

// ordinalEndings are what may hang on digits: «7-го», «6й», «3-ю».
var ordinalEndings = wordSet(
	"й ый ой ий го ого его му ому ему м ым им ом ем я ая ю ую")

// numberNouns stand before a number and make even «один» the name of a seat.
var numberNouns = wordSet(
	"номер номера номеру номером номере",
	"игрок игрока игроку игроком игроке", "№ #")

// The same numerals as look-up tables.
var (
	countedNumbers = map[string]int{} // the forms that NUM takes
	spokenNumbers  = map[string]int{} // every form, «один» and its cases excepted
	oneAsPronoun   = map[string]bool{}
)

func init() {
	for _, n := range numerals {
		counted := []string{n.word, n.ordinal.nominative, n.ordinal.accusative, n.ordinal.feminine}
		for _, form := range counted {
			countedNumbers[form] = n.seat
		}
		cardinals := append(strings.Fields(n.cases), n.word)
		if n.seat == 1 {
			for _, form := range cardinals {
				oneAsPronoun[form] = true
			}
			cardinals = nil
		}
		for _, form := range slices.Concat(cardinals, counted[1:], strings.Fields(n.ordinal.others)) {
			spokenNumbers[form] = n.seat
		}
	}
}

// wordSet makes a set of the words of all lines.
func wordSet(lines ...string) map[string]bool {
	set := map[string]bool{}
	for _, line := range lines {
		for _, word := range strings.Fields(line) {
			set[word] = true
		}
	}
	return set
}

// digitsOf returns the value of a word that is digits or digits with the ending
// of an ordinal. Values beyond 999 come out as 999: none of them is a seat.
func digitsOf(word string) (n int, ok bool) {
	i := 0
	for ; i < len(word) && '0' <= word[i] && word[i] <= '9'; i++ {
		n = min(n*10+int(word[i]-'0'), 999)
	}
	if i == 0 {
		return 0, false
	}
	return n, i == len(word) || ordinalEndings[word[i:]]
}

// isNumeral reports whether the word is a numeral at all, of a seat or not.
func isNumeral(word string) bool {
	return spokenNumbers[word] > 0 || oneAsPronoun[word] || beyond[word]
}

// number returns the number that stands at token i and how many tokens it
// takes, width 0 for none. It takes digits, with an ordinal ending or without,
// and the words of the given table.
func (r *reading) number(i int, words map[string]int) (n, width int) {
	if i >= len(r.tokens) || r.tokens[i].kind != plainToken {
		return 0, 0
	}
	// Digits are looked for before lookalikes are folded: «3й» is no «зй».
	if n, ok := digitsOf(r.tokens[i].norm); ok {
		if next := i + 1; next < len(r.tokens) && r.tokens[next].glued && ordinalEndings[r.tokens[next].word] {
			return n, 2
		}
		return n, 1
	}
	if n, ok := words[r.tokens[i].word]; ok && (i == 0 || !beyond[r.tokens[i-1].word]) {
		return n, 1
	}
	return 0, 0
}

// spokenNumber is number in every form that points at a seat. «один» and its
// cases are mostly no number at all; they point only after «номер» or «игрок».
func (r *reading) spokenNumber(i int) (n, width int) {
	if n, width = r.number(i, spokenNumbers); width > 0 {
		return n, width
	}
	if oneAsPronoun[r.word(i)] && i > 0 && numberNouns[r.tokens[i-1].word] {
		return 1, 1
	}
	return 0, 0
}
