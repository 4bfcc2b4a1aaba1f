package bot_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/messages"
)

// book is the book of the tests.
var book = messages.BookOf("ru")

// asks lets somebody write and returns what the bot answers.
func (h *hall) asks(u *tgtest.User, c *tgtest.Chat, text string) string {
	h.t.Helper()
	return strings.Join(h.heard(u, func() { u.Say(c, text) }), "\n")
}

// refusedWord is what is answered to a change that is none.
func refusedWord(err error) string { return book.WordRefused(err) }

// Administrators change what their group hears, between games; everybody may look,
// and try a phrase.
func TestWordsOfAClub(t *testing.T) {
	h := newHall(t)
	h.convened("")
	h.say(h.people[6], "/stop")
	h.settle()
	boss, guest := admin(h), guest(h)
	for _, c := range []struct {
		who        *tgtest.User
		text, want string
	}{
		{guest, "/words", "group: " + book.ClubWords(messages.ClubWords{})},
		{guest, "/word", "group: " + book.ClubWords(messages.ClubWords{})},
		{guest, "/words fly", "group: " + note("words_usage")},
		{guest, "/words test", "group: " + note("words_usage")},
		{guest, "/words languages", "group: " + note("words_speaks", "русский и украинский")},
		{guest, "/words add клятва ёлки", "group: " + note("words_admin")},
		{guest, "/words add", "group: " + note("words_admin")},
		{guest, "/words add поэзия ёлки", "group: " + note("words_admin")},
		{guest, "/words remove", "group: " + note("words_admin")},
		{guest, "/words languages de", "group: " + note("words_admin")},
		{guest, "/words reset", "group: " + note("words_admin")},
		{boss, "/words reset", "group: " + refusedWord(messages.ErrWordKnown)},
		{boss, "/words add клятва ёлки", "group: " + note("words_heard", "елки", "клятва")},
		{boss, "/words add клятва №*", "group: " + refusedWord(messages.ErrWordEmpty)},
		{boss, "/word add Клятва: ёлки", "group: " + refusedWord(messages.ErrWordKnown)},
		{h.group.Owner, "/words remove ЧЕСТНО", "group: " + note("words_unheard", "честно")},
		{boss, "/words languages ru, en", "group: " + note("words_languages", "русский и английский")},
	} {
		if got := h.asks(c.who, h.group, c.text); got != c.want {
			t.Errorf("%s is answered %q, not %q", c.text, got, c.want)
		}
	}
	h.restart()
	list := h.asks(guest, h.group, "/words")
	for _, part := range []string{"русский и английский", "«елки»", "«честно»"} {
		if !strings.Contains(list, part) {
			t.Errorf("/words does not show %q: %s", part, list)
		}
	}
	if got := h.asks(guest, h.group, "/words test ёлки, он чёрный"); !strings.Contains(got, "«ёлки» — клятва: предупреждение.") {
		t.Errorf("the test of a word that was added is answered %q", got)
	}
	other := h.beside("Мафия по пятницам", otherNicks)
	stranger := other.people[0]
	if got := other.asks(stranger, other.group, "/words"); got != "group: "+book.ClubWords(messages.ClubWords{}) {
		t.Errorf("another club has %q", got)
	}
	h.group.Owner.SayAnonymously(h.group, "/words remove ёлки")
	h.settle()
	if h.last(h.group, note("words_unheard", "елки")) == nil {
		t.Error("an anonymous administrator changes nothing")
	}
}

// Whatever an administrator writes, he is told what is kept of it, or how to write it.
func TestWhatIsToldOfWords(t *testing.T) {
	h := newHall(t)
	boss := admin(h)
	classes := strings.Join(messages.WordClasses(), ", ")
	for _, c := range []struct{ text, want string }{
		{"add", note("words_add", classes)},
		{"add ёлки", note("words_add", classes)},
		{"add честно", note("words_which", "честно")},
		{"ADD Честно:", note("words_which", "честно")},
		{"add w2", note("words_which", "клятва")},
		{"add поэзия ёлки", refusedWord(messages.ErrWordClass)},
		{"add клятва …", refusedWord(messages.ErrWordEmpty)},
		{"add клятва раз ель два сосна три дуб", refusedWord(messages.ErrWordLong)},
		{"add клятва да", refusedWord(messages.ErrWordShort)},
		{"add клятва ёл*ки", refusedWord(messages.ErrWordStar)},
		{"add клятва ёлки, палки", refusedWord(messages.ErrWordSeveral)},
		{"add клятва спасибо", refusedWord(messages.ErrWordControl)},
		{"remove", note("words_remove")},
		{"remove !!!", note("words_remove")},
		{"remove ёлки", refusedWord(messages.ErrWordUnknown)},
		{"remove 50%", refusedWord(messages.ErrWordRule)},
		{"languages de", note("words_language_unknown", "de")},
		{"languages uk ру", note("words_language_unknown", "ру")},
		{"languages ,", refusedWord(messages.ErrLanguage)},
		{"languages UK", note("words_language", "украинский")},
		{"languages", note("words_speaks", "украинский")},
		{"add W2: Ёлки  Палки", note("words_heard", "елки палки", "клятва")},
		{"add грубость ёлк*", note("words_heard", "елк*", "грубость")},
		{"remove клятва ёлки палки", note("words_unheard", "елки палки")},
		{"remove честно Правда", refusedWord(messages.ErrWordUnknown)},
		{"remove клятва Клянусь", note("words_unheard", "клянусь")},
		{"add клятва клянусь", note("words_heard", "клянусь", "клятва")},
		{"remove Ёлк*", note("words_unheard", "елк*")},
		{"add мат ёлки", note("words_heard", "елки", "мат")},
	} {
		if got := h.asks(boss, h.group, "/words "+c.text); got != "group: "+c.want {
			t.Errorf("/words %s is answered %q, not %q", c.text, got, c.want)
		}
	}
	reset := book.WordsReset(messages.ClubWords{Languages: []string{"uk"}, Added: []messages.AddedWord{{Class: "мат", Text: "елки"}}})
	if got := h.asks(boss, h.group, "/words reset"); got != "group: "+reset {
		t.Errorf("the reset is answered %q, not %q", got, reset)
	}
	h.restart()
	if got := h.asks(boss, h.group, "/words"); got != "group: "+book.ClubWords(messages.ClubWords{}) {
		t.Errorf("after the reset the club has %q", got)
	}
}

// A list that is too long for the group goes to the private chat of who asks, or it is
// said how much more there is.
func TestALongListOfWords(t *testing.T) {
	h := newHall(t)
	boss, guest := admin(h), h.tg.NewUser("Гость")
	guest.Join(h.group)
	var c messages.ClubWords
	for _, a := range "абвгдежзик" {
		for _, b := range "лмнопрст" {
			word := "у" + string(a) + "у" + string(b)
			c.Added = append(c.Added, messages.AddedWord{Class: "клятва", Text: word})
			h.asks(boss, h.group, "/words add клятва "+word)
		}
	}
	if got := h.asks(guest, h.group, "/words"); got != "group: "+book.ClubWords(c) || !strings.Contains(got, "» и ещё") {
		t.Errorf("who cannot be written to is answered %q", got)
	}
	guest.Start("")
	h.settle()
	got := h.heard(guest, func() { guest.Say(h.group, "/words") })
	want := []string{"group: " + book.ClubWords(c) + "\n" + note("words_whole"), "private: " + book.AllClubWords(c)}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("who can be written to is answered %q, not %q", got, want)
	}
}

// A phrase is tried by the rules of the table's last game, after a restart, too.
func TestAPhraseByTheLastRules(t *testing.T) {
	h := newHall(t)
	guest := guest(h)
	asked := func(want string) {
		t.Helper()
		if got := h.asks(guest, h.group, "/words test клянусь"); !strings.Contains(got, "Правила: "+want+".") {
			t.Errorf("the test is answered %q, not by the rules of %s", got, want)
		}
	}
	asked("Mafia Czernowitz Club")
	h.convened("federation table")
	asked("Порядок федерации")
	h.say(h.people[6], "/stop")
	h.settle()
	for range 2 {
		asked("Порядок федерации")
		h.restart()
	}
	h.convened("czernowitz table")
	asked("Mafia Czernowitz Club")
}

// What a club hears is heard at its tables: its own words cost, those it has dropped
// do not.
func TestTheTableHearsItsClub(t *testing.T) {
	h := newHall(t)
	for _, u := range h.people {
		u.Start("")
	}
	boss := admin(h)
	h.asks(boss, h.group, "/words add клятва ёлки")
	h.asks(boss, h.group, "/words remove честно")
	h.seated("czernowitz table")
	for n, c := range []struct {
		text  string
		fouls uint8
	}{{"ёлки, я мирный", 1}, {"честно, я мирный", 0}, {"клянусь, я мирный", 1}} {
		s := engine.Seat(n + 1)
		g := h.until("a speech", func(g engine.Game) bool { return g.Floor() == s && g.Clock.Opened != 0 })
		u := h.people[h.seatOf(g, s)]
		u.Say(h.group, c.text)
		h.settle()
		if g := h.game(); g.Fouls[s] != c.fouls {
			t.Errorf("%q costs %d fouls, not %d", c.text, g.Fouls[s], c.fouls)
		}
		u.Say(h.group, "Спасибо")
	}
}

// In a game a player's /words with something behind it says that, and nothing of the
// club changes; bare it is a control. Who does not play is told to wait (G22).
func TestWordsInAGame(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	g := h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	boss := admin(h)
	speaker, other := h.people[h.seatOf(g, 1)], h.people[h.seatOf(g, 5)]
	h.group.Appoint(speaker, tgtest.Administrator)
	for _, c := range []struct {
		who   *tgtest.User
		text  string
		seat  engine.Seat
		fouls uint8
		want  []string
	}{
		{boss, "/words add клятва ёлки", 1, 0, []string{"deleted", "private: " + note("words_in_game")}},
		{other, "/words", 5, 0, []string{"deleted", "private: " + book.ClubWords(messages.ClubWords{})}},
		{speaker, "/words add клятва ёлки", 1, 0, nil},
		{speaker, "/words test честно", 1, 1, []string{"group: Игрок номер 1, предупреждение: слово «честно»."}},
		{other, "/words test привет", 5, 1, []string{"deleted", "group: Игрок номер 5, предупреждение: вне своей минуты."}},
	} {
		got := h.heard(c.who, func() { c.who.Say(h.group, c.text) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %s is answered %q, not %q", c.text, c.who.FirstName, got, c.want)
		}
		if g := h.game(); g.Fouls[c.seat] != c.fouls {
			t.Errorf("%s costs seat %d %d fouls, not %d", c.text, c.seat, g.Fouls[c.seat], c.fouls)
		}
	}
	if got := h.asks(boss, h.group, "/words test клянусь"); !strings.Contains(got, "«клянусь» — клятва: предупреждение.") {
		t.Errorf("a spectator's test is answered %q", got)
	}
}

// In private anybody may try a phrase, by the rules of his last table; a copy of the
// answer, or of the rules, breaks nothing.
func TestWordsInPrivate(t *testing.T) {
	h := newHall(t)
	h.seated("federation table")
	u := h.people[0]
	private := h.tg.Private(u)
	if got := h.asks(u, private, "/words test сто процентов, честно"); !strings.Contains(got, "слово «честно»: фол") || strings.Contains(got, "процент») — проценты: фол") {
		t.Errorf("a player's test is answered %q", got)
	}
	for _, text := range []string{"/words", "/words test честно", "/rules", "/help"} {
		before := len(private.Posts())
		u.Say(private, text)
		h.settle()
		for _, p := range private.Posts()[before:] {
			if p.From == nil && (strings.Contains(p.Text, "⟦") || p.Protected) {
				t.Errorf("%s is answered as a secret: %s", text, p.Text)
			}
		}
	}
	g := guest(h)
	if got := h.asks(g, h.tg.Private(g), "/words test 100%"); !strings.Contains(got, "Mafia Czernowitz Club") || !strings.Contains(got, "проценты: предупреждение") {
		t.Errorf("a guest's test is answered %q", got)
	}
	for text, want := range map[string]string{
		"/words add клятва ёлки": note("group_only"), "/words languages uk": note("group_only"), "/words reset": note("group_only"),
		"/words": note("words_private"), "/word": note("words_private"), "/words languages": note("words_private"), "/words fly": note("words_usage"),
	} {
		if got := h.asks(g, h.tg.Private(g), text); got != "private: "+want {
			t.Errorf("%s in private is answered %q, not %q", text, got, want)
		}
	}
	if got := h.asks(u, private, "/words languages"); got != "private: "+note("words_speaks", "русский и украинский") {
		t.Errorf("a player is told of the languages: %q", got)
	}
}

// A crash between the question about an administrator and its answer loses no change
// of his, and makes none twice.
func TestWordsOutliveACrash(t *testing.T) {
	for _, after := range []step{0, 1, 2} {
		h := newHall(t)
		boss := admin(h)
		rounds := 0
		h.crash = func(s step) bool { rounds++; return s == after && rounds < 10 }
		boss.Say(h.group, "/words add клятва ёлки")
		h.settle()
		h.crash = nil
		h.settle()
		told := 0
		for _, p := range h.group.Posts() {
			if p.From == nil && p.Text == note("words_heard", "елки", "клятва") {
				told++
			}
		}
		if told == 0 || h.last(h.group, refusedWord(messages.ErrWordKnown)) != nil {
			t.Errorf("after step %d the change is told %d times", after, told)
		}
	}
}

// Every error of a change has words of its own.
func TestEveryRefusedWord(t *testing.T) {
	unknown := refusedWord(errors.New("nothing of ours"))
	for _, err := range []error{
		messages.ErrWordClass, messages.ErrWordEmpty, messages.ErrWordShort, messages.ErrWordLong, messages.ErrWordStar,
		messages.ErrWordSeveral, messages.ErrWordControl, messages.ErrWordMany, messages.ErrWordKnown, messages.ErrWordUnknown,
		messages.ErrWordRule, messages.ErrLanguage,
	} {
		if refusedWord(err) == unknown {
			t.Errorf("%v is answered like anything else", err)
		}
	}
}
