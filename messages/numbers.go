package messages

import (
	"slices"
	"strings"
)

// A numeral is one row of the table of numerals that can name a seat (G13,
// C85): the cardinal and the ordinal in their forms.
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

// hardUk is hard in Ukrainian.
func hardUk(stem string) ordinals {
	return ordinals{
		nominative: stem + "ий",
		accusative: stem + "ого",
		feminine:   stem + "у",
		others:     stem + "ому " + stem + "им " + stem + "ім " + stem + "а " + stem + "ої " + stem + "ій " + stem + "ою",
	}
}

// numerals go up to the largest table, by language. «семью» is missing among
// the cases of 7, which is also the family, and «сім'ю» with it; «другий» points
// at nobody outside the formula, for «друга» is a friend.
var numerals = [languages][]numeral{
	Russian: {
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
	},
	Ukrainian: {
		{1, "один", "одного одному одним одна одної одній одну", hardUk("перш")},
		{2, "два", "дві двох двом двома", ordinals{"другий", "другого", "другу", ""}},
		{3, "три", "трьох трьом трьома", ordinals{
			"третій", "третього", "третю", "третьому третім третя третьої третій третьою"}},
		{4, "чотири", "чотирьох чотирьом чотирма", hardUk("четверт")},
		{5, "п'ять", "п'яти п'ятьох п'ятьом п'ятьма", hardUk("п'ят")},
		{6, "шість", "шести шістьох шістьом шістьма", hardUk("шост")},
		{7, "сім", "семи сімох сімом сьома", hardUk("сьом")},
		{8, "вісім", "восьми вісьмох вісьмом вісьма", hardUk("восьм")},
		{9, "дев'ять", "дев'яти дев'ятьох дев'ятьом дев'ятьма", hardUk("дев'ят")},
		{10, "десять", "десяти десятьох десятьом десятьма", hardUk("десят")},
		{11, "одинадцять", "одинадцяти одинадцятьох", hardUk("одинадцят")},
		{12, "дванадцять", "дванадцяти дванадцятьох", hardUk("дванадцят")},
		{13, "тринадцять", "тринадцяти тринадцятьох", hardUk("тринадцят")},
		{14, "чотирнадцять", "чотирнадцяти чотирнадцятьох", hardUk("чотирнадцят")},
		{15, "п'ятнадцять", "п'ятнадцяти п'ятнадцятьох", hardUk("п'ятнадцят")},
	},
	English: {
		{1, "one", "", ordinals{nominative: "first"}},
		{2, "two", "", ordinals{nominative: "second"}},
		{3, "three", "", ordinals{nominative: "third"}},
		{4, "four", "", ordinals{nominative: "fourth"}},
		{5, "five", "", ordinals{nominative: "fifth"}},
		{6, "six", "", ordinals{nominative: "sixth"}},
		{7, "seven", "", ordinals{nominative: "seventh"}},
		{8, "eight", "", ordinals{nominative: "eighth"}},
		{9, "nine", "", ordinals{nominative: "ninth"}},
		{10, "ten", "", ordinals{nominative: "tenth"}},
		{11, "eleven", "", ordinals{nominative: "eleventh"}},
		{12, "twelve", "", ordinals{nominative: "twelfth"}},
		{13, "thirteen", "", ordinals{nominative: "thirteenth"}},
		{14, "fourteen", "", ordinals{nominative: "fourteenth"}},
		{15, "fifteen", "", ordinals{nominative: "fifteenth"}},
	},
}

// beyond are the numerals that name no seat. One of them before a numeral makes
// it part of a larger number («двадцать пятый»), and none of them is a nick.
var beyond = wordSet(
	"ноль нуль нулевой шестнадцать семнадцать восемнадцать девятнадцать",
	"двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто",
	"сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот",
	"тысяча миллион",
	"шістнадцять сімнадцять вісімнадцять дев'ятнадцять",
	"двадцять тридцять п'ятдесят шістдесят сімдесят вісімдесят дев'яносто",
	"двісті чотириста п'ятсот тисяча мільйон",
	"zero sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety",
	"hundred thousand million",
)

// beyondCases are their other cases, which only percentages need.
var beyondCases = wordSet(
	"ста сотня сотню полтора полторы половина ноля нуля двадцати тридцати сорока пятидесяти шестидесяти семидесяти восьмидесяти девяноста",
	"двадцатью тридцатью пятьюдесятью шестьюдесятью семьюдесятью восемьюдесятью двухсот трехсот двумястами тремястами",
	"тысячи тысячу тысячей миллиона сотни сотен сотней сотнями",
	"п'ятдесяти шістдесяти сімдесяти вісімдесяти дев'яноста двохсот тисячу",
)

// ordinalEndings are what may hang on digits: «7-го», «6й», «3-ю».
var ordinalEndings = wordSet(
	"й ый ой ий го ого его му ому ему м ым им ом ем я ая ю ую у ти и",
	"th st nd rd")

// numberNouns stand before a number and make even «один» the name of a seat.
var numberNouns = wordSet(
	"номер номера номеру номером номере номері",
	"игрок игрока игроку игроком игроке гравець гравця гравцю гравцеві гравцем",
	"player number seat",
	"№ #")

// The same numerals as look-up tables.
var (
	countedNumbers [languages]map[string]int // the forms that NUM takes, by the language of the formula
	spokenNumbers  = map[string]int{}        // every form that points at a seat, «один» and its cases excepted
	oneAsPronoun   = map[string]bool{}
	cardinals      = map[string]bool{} // of all numbers in all cases, «один» excepted
)

func init() {
	for language, rows := range numerals {
		countedNumbers[language] = map[string]int{}
		for _, n := range rows {
			counted := folded(n.word, n.ordinal.nominative, n.ordinal.accusative, n.ordinal.feminine)
			for _, form := range counted {
				countedNumbers[language][form] = n.seat
			}
			pointing(Language(language), n, counted)
		}
	}
	for _, set := range []map[string]bool{beyond, beyondCases} {
		for word := range set {
			cardinals[word] = true
		}
	}
	share(Russian, Ukrainian)
	share(Ukrainian, Russian)
}

// pointing adds the forms of a numeral that point at a seat by themselves.
// English ones do not: «one», «second», «to», «for» are too much else.
func pointing(language Language, n numeral, counted []string) {
	forms := append(folded(strings.Fields(n.cases)...), counted[0])
	switch {
	case n.seat == 1 && language != English:
		for _, form := range forms {
			oneAsPronoun[form] = true
		}
		forms = nil
	default:
		for _, form := range forms {
			cardinals[form] = true
		}
	}
	if language == English {
		return
	}
	ordinal := slices.Concat(counted[1:], folded(strings.Fields(n.ordinal.others)...))
	if language == Ukrainian && n.seat == 2 {
		ordinal = nil
	}
	for _, form := range slices.Concat(forms, ordinal) {
		spokenNumbers[form] = n.seat
	}
}

// share lets a formula of one language take numerals of another, where the word
// is no other word at home: people mix them.
func share(to, from Language) {
	for word, seat := range countedNumbers[from] {
		if _, known := countedNumbers[to][word]; !known && spokenNumbers[word] == seat {
			countedNumbers[to][word] = seat
		}
	}
}

// folded brings forms into the spelling in which texts are searched.
func folded(forms ...string) []string {
	all := make([]string, 0, len(forms))
	for _, f := range forms {
		if f != "" {
			all = append(all, strings.ReplaceAll(foldEntry(f), "ё", "е"))
		}
	}
	return all
}

// wordSet makes a set of the words of all lines, in the spelling in which texts
// are searched.
func wordSet(lines ...string) map[string]bool {
	set := map[string]bool{}
	for _, line := range lines {
		for _, word := range folded(strings.Fields(line)...) {
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
