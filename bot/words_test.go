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
		{guest, "/words add клятва ёлки", "group: " + note("words_admin")},
		{guest, "/words fly", "group: " + note("words_usage")},
		{guest, "/words test", "group: " + note("words_usage")},
		{guest, "/words add поэзия ёлки", "group: " + refusedWord(messages.ErrWordClass)},
		{guest, "/words add клятва", "group: " + refusedWord(messages.ErrWordEmpty)},
		{guest, "/words add клятва раз два три четыре пять", "group: " + refusedWord(messages.ErrWordLong)},
		{guest, "/words remove ёлки", "group: " + refusedWord(messages.ErrWordUnknown)},
		{guest, "/words languages de", "group: " + refusedWord(messages.ErrLanguage)},
		{boss, "/words add клятва ёлки", "group: " + note("words_heard", "ёлки", "клятва")},
		{boss, "/words add клятва ёлки", "group: " + refusedWord(messages.ErrWordKnown)},
		{h.group.Owner, "/words remove честно", "group: " + note("words_unheard", "честно")},
		{boss, "/words languages ru en", "group: " + note("words_languages", "русский и английский")},
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
	if h.last(h.group, note("words_unheard", "ёлки")) == nil {
		t.Error("an anonymous administrator changes nothing")
	}
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
	if got := h.asks(g, h.tg.Private(g), "/words add клятва ёлки"); got != "private: "+note("group_only") {
		t.Errorf("a change in private is answered %q", got)
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
			if p.From == nil && p.Text == note("words_heard", "ёлки", "клятва") {
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
		messages.ErrWordClass, messages.ErrWordEmpty, messages.ErrWordLong, messages.ErrWordMany,
		messages.ErrWordKnown, messages.ErrWordUnknown, messages.ErrLanguage,
	} {
		if refusedWord(err) == unknown {
			t.Errorf("%v is answered like anything else", err)
		}
	}
}
