package bot_test

import (
	"slices"
	"strings"
	"testing"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// partners are the nicks of those who sit down beside the ten.
var partners = []string{"Кит", "Рысь", "Жук", "Енот", "Филин", "Стриж", "Волк", "Ласка", "Сокол", "Бобр"}

// pairs opens a table of pairs with twenty people, who sit down and are ready: the
// cards are to be drawn. The partners are the second ten of the hall's people.
func (h *hall) pairs(args string) {
	h.t.Helper()
	for _, n := range partners {
		u := h.tg.NewUser(n, tgtest.Language("ru"))
		u.Join(h.group)
		h.people = append(h.people, u)
	}
	h.convened("tournament " + args + " консильери")
	for i, u := range h.people[:10] {
		if _, _, sits := h.bot.Seated(u.ID); !sits {
			h.tap(u, h.group, "Играю")
		}
		h.tap(h.people[10+i], h.group, "+ "+u.FirstName)
	}
	for _, u := range h.people {
		h.tap(u, h.group, "Готов")
	}
}

// lots draws the cards of all, then the numbers of those who play.
func (h *hall) lots() {
	h.t.Helper()
	for _, u := range h.people {
		h.tap(u, h.group, "Тянуть карту")
	}
	for _, u := range h.people {
		h.tap(u, h.group, "Тянуть номерок")
	}
	h.settle()
}

// of returns the people of a seat.
func (h *hall) of(s engine.Seat) (main, second *tgtest.User) {
	h.t.Helper()
	g := h.game()
	for _, u := range h.people {
		switch _, p, _ := h.bot.Seated(u.ID); p {
		case g.Chairs[s].Main:
			main = u
		case g.Chairs[s].Second:
			second = u
		}
	}
	return main, second
}

// TestPairsSitDown: two people are one place of the lobby; cards say who of them plays,
// and only he draws a number (T95, T106, T107, T113).
func TestPairsSitDown(t *testing.T) {
	h := newHall(t)
	h.pairs("table")
	lobby := h.last(h.group, "За столом 10 из 10")
	if lobby == nil || !strings.Contains(lobby.Text, "Барс + Волк") {
		t.Fatalf("no pairs in the lobby:\n%s", h.journal())
	}
	if h.last(h.group, "Тянем карты") == nil {
		t.Fatal("no cards are drawn")
	}
	h.lots()
	g := h.game()
	seconds := 0
	for s := range g.Drawn.All() {
		main, second := h.of(s)
		if main == nil || second == nil {
			t.Fatalf("seat %d has not two people", s)
		}
		i, j := slices.Index(h.people, main), slices.Index(h.people, second)
		if i%10 != j%10 {
			t.Errorf("%s sits with %s", main.FirstName, second.FirstName)
		}
		if j < 10 {
			seconds++
		}
		if h.last(h.tg.Private(second), "Вы консильери игрока номер") == nil {
			t.Errorf("%s has not been told his seat", second.FirstName)
		}
		if !strings.Contains(h.last(h.group, "Номерки вытянуты").Text, main.FirstName+" / "+second.FirstName) {
			t.Errorf("the list of seats does not name %s", second.FirstName)
		}
	}
	if seconds == 0 || seconds == 10 {
		t.Errorf("of those who came first %d are consiglieri", seconds)
	}
	if !g.Running() {
		t.Errorf("the night of orders has not begun: %T", g.Stage)
	}
}

// TestPairsNotOffered: other rules know no pairs.
func TestPairsNotOffered(t *testing.T) {
	h := newHall(t)
	h.people[0].Say(h.group, "/game czernowitz консильери")
	h.settle()
	if len(h.bot.GameIDs()) != 0 || h.last(h.group, note("pairs_not_offered")) == nil {
		t.Error("a table was opened, or nobody was told why not")
	}
}

// TestPairTyped: a partner comes by /pair, by a link to the chat that was closed, and
// leaves by /leave; the place stays (T95).
func TestPairTyped(t *testing.T) {
	h := newHall(t)
	h.convened("tournament table консильери")
	kit := h.tg.NewUser("Кит", tgtest.Language("ru"))
	kit.Join(h.group)
	got := h.tap(kit, h.group, "+ Барс").Read()
	_, payload, _ := strings.Cut(got.URL, "?start=")
	kit.Start(payload)
	h.settle()
	if h.last(h.group, "Барс + Кит") == nil {
		t.Fatalf("the link did not lead to the place: %+v\n%s", got, h.journal())
	}
	h.say(kit, "/leave")
	h.settle()
	if h.last(h.group, "За столом 1 из 10: Барс\n") == nil {
		t.Fatalf("the place is gone:\n%s", h.journal())
	}
	for _, text := range []string{"/pair барс", "/pair 1"} {
		h.say(kit, text)
		h.settle()
		if h.last(h.group, "Барс + Кит") == nil {
			t.Fatalf("%s did not do it:\n%s", text, h.journal())
		}
		h.say(kit, "/leave")
		h.pass(4e9)
	}
	h.say(kit, "/pair Никто")
	h.settle()
	if h.last(h.tg.Private(kit), "Такого человека за столом нет") == nil {
		t.Error("who names nobody is not told so")
	}
}
