package bot_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

var otherNicks = []string{"Волк", "Кит", "Рысь", "Филин", "Бобёр", "Жук", "Енот", "Цапля", "Крот", "Лось"}

// code is the sign of a game on what is written to one person (G16).
var code = regexp.MustCompile(`(?:⟦|Игра )([0-9A-F]{4})`)

// Two tables play at once: what is said at one is never heard of at the other, and
// whoever sits here cannot sit there (I9, B23).
func TestTwoTables(t *testing.T) {
	a := newHall(t)
	b := a.beside("Мафия по пятницам", otherNicks)
	a.seated("czernowitz table")
	b.convened("federation table")
	guest := a.people[0]
	guest.Join(b.group)
	if got := a.tap(guest, b.group, "Играю").Read(); got.Text != note("seated_elsewhere") {
		t.Errorf("he presses at the other table and reads %q", got.Text)
	}
	guest.Say(b.group, "/join")
	a.settle()
	if last := a.last(a.tg.Private(guest), note("seated_elsewhere")); last == nil {
		t.Error("he types at the other table and reads nothing")
	}
	b.filled()
	b.drawn()
	pa, pb := &puppets{h: a, seed: 1}, &puppets{h: b, seed: 2}
	for _, h := range []*hall{a, b} {
		for s := range h.game().Drawn.All() {
			h.seatOf(h.game(), s)
		}
	}
	end := a.tg.Now().Add(6 * time.Hour)
	for ga, gb := a.game(), b.game(); !ga.Finished() || !gb.Finished(); ga, gb = a.game(), b.game() {
		if a.tg.Now().After(end) {
			t.Fatalf("the games stand at %T and %T", ga.Stage, gb.Stage)
		}
		pa.look(ga)
		pb.look(gb)
		a.round()
	}
	a.settle()
	a.separate(b)
	b.separate(a)
}

// separate looks for anything of another table in what this one has received.
func (h *hall) separate(other *hall) {
	h.t.Helper()
	codes := map[string]bool{}
	for _, e := range h.tg.Journal() {
		mine := e.Chat == h.group || e.Chat != nil && e.Chat.Private() && slices.Contains(h.people, e.Chat.Peer())
		if !mine || e.Post == nil || e.Act != tgtest.Sent && e.Act != tgtest.Edited {
			continue
		}
		for _, u := range other.people {
			if strings.Contains(e.Post.Text, u.FirstName) {
				h.t.Errorf("%s appears in %q", u.FirstName, e.Post.Text)
			}
		}
		for _, found := range code.FindAllStringSubmatch(e.Post.Text, -1) {
			codes[found[1]] = true
		}
	}
	if len(codes) != 1 {
		h.t.Errorf("people have cards of the games %v", codes)
	}
}

// A second /game at a table that is taken opens nothing, before the game and in
// it; in it the command disappears.
func TestASecondGameAtABusyTable(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	h.people[3].Say(h.group, "/game federation")
	h.people[3].Say(h.group, "/game")
	h.settle()
	if n := len(h.bot.GameIDs()); n != 1 {
		t.Fatalf("there are %d games", n)
	}
	if p := h.last(h.tg.Private(h.people[3]), note("table_taken")); p == nil {
		t.Error("nobody tells him")
	}
	h.filled()
	h.drawn()
	h.until("the game", func(g engine.Game) bool { return g.Running() })
	posts := len(h.group.Posts())
	p := h.people[3].Say(h.group, "/game federation blitz")
	h.settle()
	if !p.Now().Deleted {
		t.Error("the command stays")
	}
	if n := len(h.bot.GameIDs()); n != 1 || len(h.group.Posts()) > posts+1 {
		t.Errorf("there are %d games, the group got %d posts", n, len(h.group.Posts())-posts)
	}
}

// Two people type /game in the same instant: one table is opened (B08).
func TestTwoGamesAtOnce(t *testing.T) {
	h := newHall(t)
	for _, u := range h.people[:2] {
		u.Start("")
	}
	h.settle()
	for _, u := range h.people[:2] {
		u.Say(h.group, "/game")
	}
	h.settle()
	if n := len(h.bot.GameIDs()); n != 1 {
		t.Errorf("there are %d games", n)
	}
	if g := h.game(); g.AtTable() != 1 {
		t.Errorf("%d sit at the table", g.AtTable())
	}
}

// A new game follows at once at the same table, convened in the very batch in
// which the last one ends: the old buttons and links say that it is over, the
// roster and the seats are new (B47, B51).
func TestTheNextGame(t *testing.T) {
	h := newHall(t)
	var old []shown
	h.watch(&old)
	h.seated("czernowitz table")
	g := h.until("a speech", func(g engine.Game) bool { return g.Floor() != 0 && g.Clock.Opened != 0 })
	first := h.id
	// Blacks leave by their fourth fouls; with the last of them the game ends.
	var blacks []*tgtest.User
	for s, r := range g.Roles {
		if r.Black() {
			blacks = append(blacks, h.people[h.seatOf(g, engine.Seat(s))])
		}
	}
	for range 60 {
		for _, u := range blacks {
			u.Say(h.group, "слово не в свою минуту")
		}
		h.people[2].Say(h.group, "/game federation blitz")
		if h.pass(4 * time.Second); h.bot.GameIDs()[0] != first {
			break
		}
	}
	h.pass(40 * time.Second) // the opinion that ran when the table was opened is over
	h.settle()
	h.id = 0
	if g, n := h.game(), h.bot.GameIDs(); len(n) != 1 || n[0] == first || g.AtTable() != 1 || g.Rules.Name != engine.Federation {
		t.Fatalf("after the game: games %v, %T, %d at the table", n, g.Stage, g.AtTable())
	}
	if h.last(h.group, "Стоп игра") == nil {
		t.Error("the end of the first game was never told")
	}
	before := h.game()
	var taps []*tgtest.Tapped
	for i, s := range old {
		if p, _ := bot.ParseButton(s.data); p.Game != first {
			continue
		}
		u := s.owner
		if u == nil {
			u = h.people[i%10]
		}
		taps = append(taps, u.Forge(s.post, s.data))
	}
	h.people[4].Start("j" + "1")
	h.settle()
	if after := h.game(); after != before {
		t.Errorf("an old button has changed the new game to %T", after.Stage)
	}
	for _, tap := range taps {
		if tap != nil && tap.Read().Text != note("game_over") {
			t.Fatalf("%q is answered %q", tap.Button.Data, tap.Read().Text)
		}
	}
	if h.last(h.tg.Private(h.people[4]), note("game_over")) == nil {
		t.Error("the old link does not say that the game is over")
	}
	h.people[9].FirstName = "Новое Имя"
	h.filled()
	h.drawn()
	h.until("the second game", func(g engine.Game) bool { return g.Running() })
	if h.last(h.group, "Новое Имя") == nil {
		t.Error("the new game calls him by the old name")
	}
}
