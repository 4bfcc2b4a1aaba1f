package messages

import (
	"fmt"
	"reflect"
	"testing"
)

// change applies one change to a club's words, or fails.
func change(t *testing.T, c ClubWords, err error) ClubWords {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c ClubWords) hearing(text string) string {
	return show(Hear(text, Table{Seats: 10, Words: c.Lexicon()}).Finds)
}

// TestClubAdds is what a club may add: a word, a word with endings, a phrase.
func TestClubAdds(t *testing.T) {
	var c ClubWords
	for _, a := range []AddedWord{{"клятва", "зуб кабана"}, {"мат", "бармалей*"}, {"W1", "Правдиво"}, {"сдаюсь", "белый флаг"}, {"оскорбление", "редиска*"}} {
		next, err := c.Add(a.Class, a.Text)
		c = change(t, next, err)
	}
	for text, want := range map[string]string{
		"зуб кабана": "oath", "зуб  кабана!": "oath", "зуб, кабана": "oath", "зуб у кабана": "", "кабана": "",
		"бармалей": "obscene", "Бармалею": "obscene", "бармалеями": "obscene", "бapмaлeй": "obscene", "б а р м а л е й": "obscene", "бармалеевщина": "",
		"правдиво": "word", "правдивый": "", "белый флаг": "surrender", "белый флагшток": "",
		"ты редиска": "insult", "редиска": "abuse",
		"честно": "word",
	} {
		if got := c.hearing(text); got != want {
			t.Errorf("%q is heard as %q, want %q", text, got, want)
		}
	}
	if got := (ClubWords{}).hearing("бармалей"); got != "" {
		t.Errorf("another club hears %q", got)
	}
}

// TestClubDrops: a dropped word is heard no more, in whatever writing; its kin
// is. What was dropped may be added again.
func TestClubDrops(t *testing.T) {
	var c ClubWords
	for _, text := range []string{"чертовски", "зуб даю", "мудак*", "на все сто"} {
		next, err := c.Remove(text)
		c = change(t, next, err)
	}
	for text, want := range map[string]string{
		"чертовски": "", "чертовка": "devil?", "зуб даю": "", "даю зуб": "oath", "мудак": "", "мудаки": "", "мудила": "coarse",
		"на все сто": "", "сто процентов": "percent", "ЗУБ ДАЮ!": "",
	} {
		if got := c.hearing(text); got != want {
			t.Errorf("%q is heard as %q, want %q", text, got, want)
		}
	}
	next, err := c.Add("клятва", "зуб даю")
	c = change(t, next, err)
	if got := c.hearing("зуб даю"); got != "oath" || len(c.Added) != 0 {
		t.Errorf("heard as %q, added %v", got, c.Added)
	}
	next, err = c.Remove("честн*")
	c = change(t, next, err)
	next, err = c.Remove("ей-богу")
	c = change(t, next, err)
	next, err = c.Add("грубость", "бля*") // it stands in the lists as well
	c = change(t, next, err)
	next, err = c.Remove("бля*")
	c = change(t, next, err)
	for text, want := range map[string]string{"честность": "", "нечестно": "word", "Ей-богу": "", "ей богу": "", "ейбогу": "", "бля": "", "блядь": ""} {
		if got := c.hearing(text); got != want {
			t.Errorf("%q is heard as %q, want %q", text, got, want)
		}
	}
	next, err = c.Add("мат", "тыква")
	c = change(t, next, err)
	next, err = c.Remove("Тыква")
	if c = change(t, next, err); len(c.Added) != 0 || c.hearing("тыква") != "" {
		t.Errorf("an added word stays: %v", c.Added)
	}
}

func TestClubRefusals(t *testing.T) {
	full := ClubWords{}
	for i := range maxClubWords {
		full.Added = append(full.Added, AddedWord{"мат", fmt.Sprint("слово", i)})
	}
	for _, c := range []struct {
		of          ClubWords
		class, text string
		want        error
	}{
		{ClubWords{}, "глупость", "слово", ErrWordClass},
		{ClubWords{}, "", "слово", ErrWordClass},
		{ClubWords{}, "мат", "", ErrWordEmpty},
		{ClubWords{}, "мат", "!!! 🙂", ErrWordEmpty},
		{ClubWords{}, "мат", "*", ErrWordEmpty},
		{ClubWords{}, "мат", "№*", ErrWordEmpty},
		{ClubWords{}, "мат", "@bars_tg*", ErrWordEmpty},
		{ClubWords{}, "мат", "ой а", ErrWordShort},
		{ClubWords{}, "мат", "раз два три четыре пять", ErrWordLong},
		{ClubWords{}, "мат", "оченьдлинноесловокотороеникогданезакончится", ErrWordLong},
		{ClubWords{}, "честно", "честно", ErrWordKnown},
		{ClubWords{}, "клятва", "зуб даю", ErrWordKnown},
		{full, "мат", "ещё", ErrWordMany},
		{ClubWords{}, "мат", "я", ErrWordShort},
		{ClubWords{}, "мат", "а*", ErrWordShort},
		{ClubWords{}, "мат", "бл*н", ErrWordStar},
		{ClubWords{}, "мат", "*блин", ErrWordStar},
		{ClubWords{}, "мат", "блин, ёлки", ErrWordSeveral},
		{ClubWords{}, "мат", "спасибо", ErrWordControl},
		{ClubWords{}, "мат", "выставляю", ErrWordControl},
		{ClubWords{}, "мат", "игрок номер", ErrWordControl},
		{ClubWords{}, "мат", "пятый", ErrWordControl},
		{ClubWords{}, "мат", "555", ErrWordControl},
	} {
		if _, err := c.of.Add(c.class, c.text); err != c.want {
			t.Errorf("add %q %q: %v, want %v", c.class, c.text, err, c.want)
		}
	}
	for text, want := range map[string]error{
		"": ErrWordEmpty, "стол": ErrWordUnknown, "честно": nil, "мат блин": ErrWordUnknown, "клянусь, честно": ErrWordSeveral,
		"100%": ErrWordRule, "50/50": ErrWordRule, "ей-богу": nil, "честн*": nil, "мат сука": nil, "клятва зуб даю": nil, "мат стол": ErrWordUnknown,
	} {
		if _, err := (ClubWords{}).Remove(text); err != want {
			t.Errorf("remove %q: %v, want %v", text, err, want)
		}
	}
	for _, names := range [][]string{nil, {"de"}, {"ru", "de"}, {""}} {
		if _, err := (ClubWords{}).Speak(names); err != ErrLanguage {
			t.Errorf("speak %q: %v", names, err)
		}
	}
	// The receiver keeps what it had.
	before := ClubWords{Added: make([]AddedWord, 0, 8)}
	one, _ := before.Add("мат", "ёлки")
	two, _ := before.Add("мат", "палки")
	if one.Added[0].Text != "елки" || two.Added[0].Text != "палки" {
		t.Error("two changes of one list share their words")
	}
}

// TestWordFiles: every file is read, every class has words, and a mistake is told
// with its line.
func TestWordFiles(t *testing.T) {
	x := newIndex()
	for _, entry := range []string{"(а|б", "а)б", "а*б", "*", "*два слова*", "*стем", "", "(|)"} {
		if err := x.add(entry, pattern{class: sections["oath"]}); err == nil {
			t.Errorf("%q is an entry", entry)
		}
	}
	if err := x.read("words/de.txt", Russian); err == nil {
		t.Error("a file that is not there is read")
	}
}

// TestClubTakesBackItsOwn: what a club has added can always be taken out, a rule
// that hears it too, or a full list, notwithstanding.
func TestClubTakesBackItsOwn(t *testing.T) {
	own := ClubWords{Added: []AddedWord{{"проценты", "сто процентов"}}}
	if c, err := own.Remove("сто процентов"); err != nil || len(c.Added) != 0 {
		t.Errorf("%v, %v", c, err)
	}
	if c, err := (ClubWords{}).Remove("сто процентов"); err != ErrWordRule || len(c.Dropped) != 0 {
		t.Errorf("%v, %v", c, err)
	}
}

// FuzzClubWords: whatever a club types changes its words or is refused, what is
// refused changes nothing, and the table goes on hearing.
func FuzzClubWords(f *testing.F) {
	for _, text := range []string{"", "*", "№*", "@bars_tg*", "ёлк*", "зуб даю", "100%", "а б в г д", "бл*н", "\xff*", "ⓗ*", "мат сука", "ей-богу*"} {
		f.Add("мат", text)
	}
	f.Fuzz(func(t *testing.T, class, text string) {
		var c ClubWords
		for _, step := range []func() (ClubWords, error){
			func() (ClubWords, error) { return c.Add(class, text) },
			func() (ClubWords, error) { return c.Add("клятва", text) },
			func() (ClubWords, error) { return c.Remove(text) },
			func() (ClubWords, error) { return c.Remove(text) },
		} {
			next, err := step()
			if err != nil && !reflect.DeepEqual(next, c) {
				t.Fatalf("%q, %q: %v, and yet %v became %v", class, text, err, c, next)
			}
			c = next
			if err := flaw(text, Hear(text, Table{Seats: 10, Words: c.Lexicon()}), 10); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}
