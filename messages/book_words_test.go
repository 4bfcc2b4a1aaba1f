package messages

import (
	"strings"
	"testing"
	"unicode/utf16"

	"mafiabot/engine"
)

// wordsTold is what is said of words under /words.
func wordsTold(b *Book, vocabulary string) []entry {
	r, err := engine.Preset(vocabulary, engine.TableTempo)
	if err != nil {
		panic(err)
	}
	phrase := "ну клянусь, честно: на сто процентов 7F3A"
	find := func(c engine.Class, said string) engine.Find {
		at := strings.Index(phrase, said)
		return engine.Find{Class: c, At: at, End: at + len(said), Said: said}
	}
	heard := func(finds ...engine.Find) engine.Heard { return engine.Heard{Kind: engine.Word, Finds: finds} }
	hint := find(engine.Oath, "клянусь")
	hint.Hint = true
	changed := ClubWords{
		Languages: []string{"ru", "uk", "en"}, Dropped: []string{"чёрт", "пари"},
		Added: []AddedWord{{"клятва", "ёлки*"}, {"мат", "ёшкин кот"}, {"клятва", "век воли не видать"}},
	}
	long := ClubWords{Languages: []string{"uk"}, Dropped: strings.Fields("абвер абзац абонент аборт абрек абрикос абсент абсурд аванс авария август авиатор авоська авось автобус автор агат агент агония аграрий адвокат ажур азарт азбука азот айва")}
	return []entry{
		{"a club that has changed nothing", b.ClubWords(ClubWords{})},
		{"a club that has changed all", b.ClubWords(changed)},
		{"a club with a long list, in the group", b.ClubWords(long)},
		{"a club with a long list, in private", b.AllClubWords(long)},
		{"a club takes all back", b.WordsReset(changed)},
		{"a phrase: nothing", b.Tested(r, heard())},
		{"a phrase: one word", b.Tested(r, heard(find(engine.HonestWord, "честно")))},
		{"a phrase: a word that costs nothing", b.Tested(r, heard(find(engine.Devil, "ну")))},
		{"a phrase: what is flagged", b.Tested(r, heard(hint))},
		{"a phrase: foul and flag, or removal", b.Tested(r, heard(find(engine.Obscene, "ну")))},
		{"a phrase: a nomination is no word", b.Tested(r, heard(find(engine.NominateS, "ну")))},
		{"a phrase: everything", b.Tested(r, heard(find(engine.Oath, "клянусь"), find(engine.HonestWord, "честно"), find(engine.Percent, "сто процентов"), find(engine.CardShown, "7F3A")))},
	}
}

// Whatever a club adds and somebody tries, the answer is one message.
func TestWordsFitAMessage(t *testing.T) {
	b := BookOf("ru")
	var c ClubWords
	for range 500 {
		for _, class := range WordClasses() {
			c.Added = append(c.Added, AddedWord{class, strings.Repeat("слово ", 4)})
		}
		c.Dropped = append(c.Dropped, strings.Repeat("ы", 30))
	}
	phrase := strings.Repeat("клянусь,\n", 455)
	h := engine.Heard{Kind: engine.Word}
	for at := 0; at < len(phrase); at += 2 {
		h.Finds = append(h.Finds, engine.Find{Class: engine.Oath, At: at, End: len(phrase), Said: quoted(phrase[at:])})
	}
	r, err := engine.Preset(engine.Czernowitz, engine.TableTempo)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{b.ClubWords(c), b.AllClubWords(c), b.WordsReset(c), b.Tested(r, h)} {
		if n := len(utf16.Encode([]rune(text))); n > 4096 {
			t.Errorf("%d characters: %.200s", n, text)
		}
	}
}

// What has room is told in whole in private, and in a group it is said how much more
// there is.
func TestLongListsOfWords(t *testing.T) {
	b := BookOf("ru")
	var c ClubWords
	for i := range 122 {
		c.Dropped = append(c.Dropped, "слово"+strings.Repeat("о", i%5))
	}
	if short := b.ClubWords(c); !strings.Contains(short, "» и ещё 103 слова.") {
		t.Errorf("in a group: %s", short)
	}
	if whole := b.AllClubWords(c); strings.Count(whole, "«") != 122 || strings.Contains(whole, "и ещё") {
		t.Errorf("in private: %s", whole)
	}
}

// Every class that some ruleset punishes has a reason to be told with.
func TestEveryClassIsNamed(t *testing.T) {
	b := BookOf("ru")
	for c := engine.HonestWord; c <= engine.Threat; c++ {
		why := c.Reason()
		nominates := c >= engine.NominateS && c <= engine.HandOff
		if (why == "") != nominates || why != "" && !b.has("", "reason."+string(why)) {
			t.Errorf("class %d is punished for %q", c, why)
		}
	}
}
