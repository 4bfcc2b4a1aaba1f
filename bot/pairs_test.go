package bot_test

import (
	"slices"
	"strings"
	"testing"

	"mafiabot/bot"
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
		if _, drawing := h.game().Stage.(engine.Drawing); drawing {
			h.tap(u, h.group, "Тянуть номерок")
		}
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

// received is how many messages the bot has sent to a person, and whether one of them
// has a button that plays.
func (h *hall) received(u *tgtest.User) (messages int, keys bool) {
	for _, p := range h.tg.Private(u).Posts() {
		if p.From != nil {
			continue
		}
		messages++
		for _, row := range p.Buttons {
			for _, b := range row {
				if press, ok := bot.ParseButton(b.Data); ok {
					keys = keys || press.Kind != ""
				}
			}
		}
	}
	return messages, keys
}

// TestPairsThroughANight: both of a seat receive what is sent to it, the player alone
// with keys, and every pair as many messages as any other (T110, T111, G6); what the
// two write goes between them, and a black's to all his own (T104).
func TestPairsThroughANight(t *testing.T) {
	h := newHall(t)
	h.lively = true
	h.pairs("table")
	h.lots()
	h.until("the window", func(g engine.Game) bool { _, ok := g.Stage.(engine.Briefing); return ok && g.Clock.Opened != 0 })
	g := h.game()
	var blacks, reds engine.Seats
	for s := range g.Drawn.All() {
		if g.Roles[s].Black() {
			blacks = blacks.With(s)
		} else {
			reds = reds.With(s)
		}
	}
	black, blackSecond := h.of(blacks.First())
	mate, mateSecond := h.of(blacks.After(blacks.First()))
	red, redSecond := h.of(reds.First())
	say := func(u *tgtest.User, text string) { u.Say(h.tg.Private(u), text); h.settle() }
	reads := func(u *tgtest.User, text string) bool { return h.last(h.tg.Private(u), text) != nil }
	say(black, "стреляем пятого")
	for _, u := range []*tgtest.User{blackSecond, mate, mateSecond} {
		if !reads(u, "стреляем пятого") {
			t.Errorf("%s has not read what a black says to his own", u.FirstName)
		}
	}
	say(blackSecond, "лучше шестого")
	say(red, "кого выставим")
	say(redSecond, "давай восьмого")
	for u, text := range map[*tgtest.User]string{black: "лучше шестого", redSecond: "кого выставим", red: "давай восьмого"} {
		if !reads(u, text) {
			t.Errorf("%s has not read what his partner says", u.FirstName)
		}
	}
	if reads(mate, "лучше шестого") || reads(mate, "кого выставим") {
		t.Error("somebody reads what two say to each other")
	}
	sent := map[*tgtest.User]int{}
	for s := range g.Drawn.All() {
		for _, u := range []*tgtest.User{first(h.of(s)), last(h.of(s))} {
			sent[u], _ = h.received(u)
		}
	}
	h.until("the window", func(g engine.Game) bool {
		_, ok := g.Stage.(engine.SheriffCheck)
		return ok && g.Night == 1 && g.Clock.Opened != 0
	})
	h.settle()
	for s := range g.Drawn.All() {
		main, second := h.of(s)
		for _, u := range []*tgtest.User{main, second} {
			if n, _ := h.received(u); n != sent[u]+1 {
				t.Errorf("seat %d: %s has received %d messages since the briefing", s, u.FirstName, n-sent[u])
			}
		}
		if _, keys := h.received(second); keys {
			t.Errorf("seat %d: the consigliere has keys", s)
		}
		if one, two := h.last(h.tg.Private(main), "Ночь 1"), h.last(h.tg.Private(second), "Ночь 1"); one == nil || two == nil ||
			!strings.HasPrefix(two.Text, strings.Split(one.Text, "\n")[0]) {
			t.Errorf("seat %d reads %q, its consigliere %q", s, one.Text, two.Text)
		}
	}
}

func first(u, _ *tgtest.User) *tgtest.User { return u }
func last(_, u *tgtest.User) *tgtest.User  { return u }

// TestPairHeldForASecond: the deal waits for a consigliere who has blocked the bot; then
// his player sits there alone (E3).
func TestPairHeldForASecond(t *testing.T) {
	h := newHall(t)
	h.pairs("table")
	away := h.people[13]
	away.Block()
	h.lots()
	if h.last(h.group, "Не могу написать") == nil {
		t.Fatalf("nobody waits for %s:\n%s", away.FirstName, h.journal())
	}
	h.pass(70e9)
	lobby := h.last(h.group, "За столом 10 из 10")
	if lobby == nil || strings.Contains(lobby.Text, "+ Енот") || !strings.Contains(lobby.Text, "Мурка") {
		t.Fatalf("the lobby is %v\n%s", lobby, h.journal())
	}
	if !strings.Contains(lobby.Text, "Начать") {
		t.Errorf("nobody knows how to begin: %s", lobby.Text)
	}
}

// TestPairParted: a consigliere leaves the group and stays away; his player goes on
// alone and gets alone what is sent to the seat (E40).
func TestPairParted(t *testing.T) {
	h := newHall(t)
	h.lively = true
	h.pairs("table")
	h.lots()
	h.until("the first speech", func(g engine.Game) bool { _, ok := g.Stage.(engine.Speech); return ok && g.Clock.Opened != 0 })
	main, second := h.of(7)
	second.Leave(h.group)
	h.settle()
	if h.last(h.group, "Консильери игрока номер 7 нет в группе. Жду 60 секунд.") == nil {
		t.Fatalf("nobody waits for him:\n%s", h.journal())
	}
	h.pass(63e9)
	if h.last(h.group, "Игрок номер 7 играет один.") == nil {
		t.Fatalf("his player is not told to be alone:\n%s", h.journal())
	}
	if g := h.game(); !g.Living.Has(7) || !g.Parted.Has(7) {
		t.Error("the seat has left, or has a consigliere")
	}
	had, _ := h.received(second)
	h.until("a night", func(g engine.Game) bool { _, ok := g.Stage.(engine.Fall); return ok })
	h.settle()
	if n, _ := h.received(second); n != had {
		t.Errorf("%s has received %d messages more", second.FirstName, n-had)
	}
	if h.last(h.tg.Private(main), "Ночь 1") == nil {
		t.Errorf("%s has no card of the night", main.FirstName)
	}
}
