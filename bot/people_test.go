package bot_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/storage"
)

// refusals returns what Telegram did not take.
func (h *hall) refusals() []string {
	var out []string
	for _, r := range h.tg.Requests() {
		if r.Code != http.StatusOK {
			out = append(out, fmt.Sprintf("%s: %s: %q", r.Method, r.Description, r.Params))
		}
	}
	return out
}

// onChair reads a line of the table of seats.
var onChair = regexp.MustCompile(`(\d+) ([^·\n]+)`)

// A name may be anything: the game goes on, no message is lost, and no name is
// that of another, a number, a banned word, or nothing (B26, G13).
func TestOddNames(t *testing.T) {
	const override = "\u202e"
	for name, people := range map[string][]string{
		"signs":   {"_*[]()~`>#+-=|{}.!<&\"", "<b>Лиса</b>", "</pre>&lt;", "a_b*c", "[x](tg://user?id=1)", "@all", "/game", "https://t.me/x", "ё\nж", "'; drop table"},
		"letters": {"محمد", "علي", "דוד", override + "Лиса", "", "   ", "\u3164", strings.Repeat("Ы", 200), strings.Repeat("👨‍👩‍👧", 60), "\u0000\u0007"},
		"numbers": {"7", "семь", "Седьмой", "игрок номер 5", "5️⃣", "честно", "Честно говоря", "нечестный", "Лиса", "Лиса"},
		"equal":   {"Лиса", "лиса", "Лиса ", "ЛИСА", "Лиса", "Лиса", "Лиса", "Лиса", "Лиса", "Лиса"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t)
			h.gather("Клуб _*[]()~`>#+-=|{}.!<&\"", people)
			h.seated("czernowitz table")
			h.until("the game", func(g engine.Game) bool { return g.Floor() == 2 })
			h.settle()
			for _, r := range h.refusals() {
				t.Error(r)
			}
			table := h.last(h.group, "Номерки вытянуты")
			if table == nil {
				t.Fatal("nobody sits anywhere")
			}
			seen := map[string]bool{}
			for _, line := range onChair.FindAllStringSubmatch(strings.Split(table.Text, "\n")[1], -1) {
				nick := strings.TrimSpace(line[2])
				if seen[nick] || strings.Contains(nick, override) || len([]rune(nick)) > 26 || nick == "" {
					t.Errorf("a player is called %q", nick)
				}
				seen[nick] = true
			}
			if strings.Contains(table.Text, "محمد") && !strings.Contains(table.Text, "\u2068محمد\u2069") {
				t.Errorf("an Arabic name changes places with the numbers of the seats: %q", table.Text)
			}
			if len(seen) != 10 {
				t.Errorf("%d people sit at the table: %q", len(seen), table.Text)
			}
		})
	}
}

// A new name changes nothing in a game that is on.
func TestARename(t *testing.T) {
	h := newHall(t)
	h.full("czernowitz table")
	h.people[0].FirstName = "Волк"
	h.drawn()
	g := h.until("his speech", func(g engine.Game) bool { return g.Floor() != 0 && h.seatOf(g, g.Floor()) == 0 })
	h.settle()
	if h.last(h.group, fmt.Sprintf("Игрок номер %d (Лиса)", g.Floor())) == nil {
		t.Error("he is called by another name")
	}
}

// A deep link is followed by whom it was not meant for, too late, or not at all.
func TestDeepLinks(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	u := h.people[0]
	answer := func(payload, want string) {
		t.Helper()
		u.Start(payload)
		h.settle()
		posts := h.tg.Private(u).Posts()
		if got := posts[len(posts)-1]; got.From != nil || !strings.HasPrefix(got.Text, want) {
			t.Errorf("/start %s is answered %q, not %q", payload, got.Text, want)
		}
	}
	for _, payload := range []string{"", "1", "j", "jzzz", "j-1", "J1", "j1 1", "j99999999999999999999", "x1", "j0"} {
		want := note("welcome")
		if payload == "jzzz" || payload == "j0" {
			want = note("no_game")
		}
		answer(payload, want)
	}
	answer("j1", note("seated", "Мафия по средам"))
	answer("j1", note("already_joined"))
	h.filled()
	u = h.tg.NewUser("Опоздавший")
	answer("j1", note("table_gathers"))
	if _, _, sits := h.bot.Seated(u.ID); sits {
		t.Error("he sits at a full table")
	}
	h.drawn()
	h.until("the game", func(g engine.Game) bool { return g.Running() })
	answer("j1", note("not_in_lobby"))
	u = h.people[0]
	seat, _ := h.playerSeat(u)
	answer("j1", note("you_play", fmt.Sprint(seat)))
	if n := h.bot.Sizes()["people"]; n != 11 {
		t.Errorf("%d are on the roster", n-1)
	}
}

// Who has a closed private chat and types /join is told where to open it, once
// while nobody has heard it; in a game he is not told anything at the table.
func TestJoinWithAClosedChat(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	stranger := h.tg.NewUser("Незнакомец")
	stranger.Join(h.group)
	for range 30 {
		stranger.Say(h.group, "/join")
	}
	h.settle()
	invited := 0
	for _, p := range h.group.Posts() {
		if p.From == nil && strings.Contains(p.Text, "?start=j1") {
			invited++
		}
	}
	if invited == 0 || invited > 2 {
		t.Errorf("he is invited %d times", invited)
	}
	if _, _, sits := h.bot.Seated(stranger.ID); sits {
		t.Error("he sits where nobody can write to him")
	}
	stranger.Start("j1")
	h.settle()
	if _, _, sits := h.bot.Seated(stranger.ID); !sits {
		t.Error("the link does not seat him")
	}
	stranger.Say(h.group, "/leave")
	h.settle()
	stranger.Block()
	h.filled()
	h.drawn()
	h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	posts := len(h.group.Posts())
	for _, text := range []string{"/join", "/leave", "/ready", "/draw", "/fouls", "/help", "/start", "/stats", "/game"} {
		stranger.Say(h.group, text)
	}
	h.settle()
	if n := len(h.group.Posts()); n != posts {
		t.Errorf("his commands put %d messages before the table", n-posts)
	}
}

// roles are the cards that people have been shown.
func (h *hall) roles(since time.Time) int {
	seen := map[int64]bool{}
	for _, e := range h.tg.Journal() {
		if (e.Act == tgtest.Sent || e.Act == tgtest.Edited) && e.Chat != nil && e.Chat.Private() && strings.Contains(e.Post.Text, "Ваша роль") && !e.At.Before(since) {
			seen[e.Chat.ID] = true
		}
	}
	return len(seen)
}

// Somebody cannot be reached when the seats are told: no role has been dealt, the
// table hears whom and waits. He opens his chat, the seats are told again and the
// game begins; or he does not, his place is free, and a tenth comes (B18, E3).
func TestUnreachableAtTheProbe(t *testing.T) {
	for _, back := range []bool{true, false} {
		h := newHall(t)
		h.full("czernowitz table")
		away := h.people[3]
		for _, u := range h.people {
			h.tap(u, h.group, "Готов")
		}
		for _, u := range h.people {
			if u != away {
				h.tap(u, h.group, "Тянуть номерок")
			}
		}
		b, _ := h.last(h.group, "Тянем").Button("Тянуть номерок")
		away.Tap(h.last(h.group, "Тянем"), b)
		away.Block()
		h.settle()
		g := h.game()
		if _, holds := g.Stage.(engine.Holding); !holds || g.AtTable() != 10 {
			t.Fatalf("%d sit at the table, the stage is %T", g.AtTable(), g.Stage)
		}
		seat, _ := g.Who(h.playerOf(away))
		told := h.last(h.group, fmt.Sprintf("Не могу написать игроку номер %d (%s)", seat, away.FirstName))
		if told == nil {
			t.Fatal("the table does not hear whom the bot cannot reach")
		}
		if b, ok := told.Button("Открыть"); !ok || !strings.HasPrefix(b.URL, "https://t.me/vedushchiy_bot?start=j") {
			t.Errorf("the button opens %q", b.URL)
		}
		if n := h.roles(time.Time{}); n != 0 || h.count("dealt") != 0 {
			t.Errorf("%d roles were shown", n)
		}
		if back {
			h.pass(20 * time.Second)
			away.Unblock()
		} else {
			h.pass(70 * time.Second)
			if g := h.game(); g.AtTable() != 9 || g.Drawn != 0 {
				t.Fatalf("%d sit at the table, seats %b are drawn, the stage is %T", g.AtTable(), g.Drawn, g.Stage)
			}
			if h.last(h.group, away.FirstName+": не могу написать") == nil {
				t.Error("the table does not hear that his place is free")
			}
			away.Start("j1")
			h.settle()
			h.drawn()
		}
		h.until("the game", func(g engine.Game) bool { return g.Running() })
		h.settle()
		if n := h.roles(time.Time{}); n != 10 {
			t.Errorf("%d roles were shown", n)
		}
	}
}

// playerSeat returns where a person sits.
func (h *hall) playerSeat(u *tgtest.User) (engine.Seat, engine.Part) {
	g := h.game()
	return g.Who(h.playerOf(u))
}

// playerOf returns the player of a person at the hall's table.
func (h *hall) playerOf(u *tgtest.User) engine.Player {
	_, p, _ := h.bot.Seated(u.ID)
	return p
}

// A card cannot be delivered, or the private chat closes behind it: the deal is
// void. Cards that were on their way are taken back; the next deal has another
// seed; the first deal is not heard of any more (E3, B18).
func TestAVoidDeal(t *testing.T) {
	for _, delivered := range []bool{false, true} {
		first, down := true, 0
		h := scene{seed: 3, leak: faulty(func(h *hall, r *http.Request) string {
			if !first || !is(r, "sendMessage") {
				return ""
			}
			v := form(r)
			card := strings.Contains(v.Get("text"), "Ваша карта")
			switch {
			case card && delivered && v.Get("chat_id") == fmt.Sprint(h.people[4].ID):
				h.tg.At(h.Now().Add(time.Second), h.people[4].Block)
			case card && v.Get("chat_id") == fmt.Sprint(h.people[4].ID):
				return `{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}`
			case card && (v.Get("chat_id") == fmt.Sprint(h.people[7].ID) || v.Get("chat_id") == fmt.Sprint(h.people[2].ID)):
				down++
				return broken
			}
			return ""
		})}.open(t)
		h.seated("czernowitz table")
		h.pass(3 * time.Second)
		first = false
		h.pass(20 * time.Second)
		g := h.game()
		if _, holds := g.Stage.(engine.Holding); !holds || g.Roles != [engine.MaxSeats + 1]engine.Role{} || g.Seed != (engine.Key{}) {
			t.Fatalf("the stage is %T, the roles are %v", g.Stage, g.Roles)
		}
		if h.last(h.group, "недействительны") == nil || h.last(h.group, "Не могу написать") == nil {
			t.Error("the table does not hear that the cards are void, and why it waits")
		}
		if down == 0 {
			t.Fatal("no card was on its way")
		}
		for _, i := range []int{2, 7} {
			if h.last(h.tg.Private(h.people[i]), "Ваша карта") != nil || h.last(h.tg.Private(h.people[i]), "Ваша роль") != nil {
				t.Errorf("person %d gets a card of the void deal", i)
			}
		}
		again := h.tg.Now()
		h.people[4].Block()
		h.people[4].Unblock()
		h.until("the game", func(g engine.Game) bool { return g.Running() })
		h.settle()
		if n := h.roles(again); n != 10 {
			t.Errorf("%d roles were shown in the second deal", n)
		}
		if seeds := h.seeds(); len(seeds) != 2 || seeds[0] == seeds[1] {
			t.Errorf("the deals have the seeds %x", seeds)
		}
	}
}

// seeds returns the seeds of all deals of the game.
func (h *hall) seeds() (out []engine.Key) {
	h.t.Helper()
	err := h.db.View(func(tx *storage.Tx) error {
		for _, record := range tx.Log(h.id) {
			e, _, err := engine.Decode(record)
			if err != nil {
				return err
			}
			if e, ok := e.(engine.Sown); ok {
				out = append(out, e.Seed)
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

// All who do not answer the ready check are named, in one message.
func TestEveryLatecomerIsNamed(t *testing.T) {
	h := newHall(t)
	h.full("czernowitz table")
	for _, u := range h.people[:7] {
		h.tap(u, h.group, "Готов")
	}
	h.until("the lobby", func(g engine.Game) bool { _, lobby := g.Stage.(engine.Lobby); return lobby })
	h.settle()
	if g := h.game(); g.AtTable() != 7 {
		t.Fatalf("%d sit at the table", g.AtTable())
	}
	if h.last(h.group, "Нет ответа: Тень, Черный Кот, Сова. Места свободны.") == nil {
		t.Error("the latecomers are not named together")
	}
}

// What a black writes to his own is text: the longest is cut, a sticker is not
// passed on, and nobody else gets anything (E6, I6).
func TestRelay(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	g := h.until("the briefing", func(g engine.Game) bool {
		_, briefing := g.Stage.(engine.Briefing)
		return briefing && g.Clock.Opened != 0
	})
	h.settle()
	var writes, reads *tgtest.User
	for s := range g.Drawn.All() {
		switch u := h.people[h.seatOf(g, s)]; {
		case g.Roles[s] == engine.Don:
			reads = u
		case g.Roles[s].Black():
			writes = u
		}
	}
	before := map[*tgtest.User]int{}
	for _, u := range h.people {
		before[u] = len(h.tg.Private(u).Posts())
	}
	writes.Say(h.tg.Private(writes), strings.Repeat("Ж", 4096))
	writes.Sticker(h.tg.Private(writes), "🐸")
	writes.Say(h.tg.Private(writes), "стреляем в третьего")
	h.settle()
	for _, r := range h.refusals() {
		t.Errorf("%.200s", r)
	}
	for _, u := range h.people {
		n := len(h.tg.Private(u).Posts()) - before[u]
		switch {
		case u == writes:
			n -= 4 // and the answer that a sticker is not passed on
		case g.Roles[h.chair(g, u)].Black():
			n -= 2
		}
		if n != 0 {
			t.Errorf("%s gets %d messages more than he should", u.FirstName, n)
		}
	}
	if h.last(h.tg.Private(reads), "ЖЖЖ") == nil || h.last(h.tg.Private(reads), "стреляем в третьего") == nil {
		t.Error("the Don does not read what he was written")
	}
}

// chair returns the seat of a person.
func (h *hall) chair(g engine.Game, u *tgtest.User) engine.Seat {
	for s := range g.Drawn.All() {
		if h.people[h.seatOf(g, s)] == u {
			return s
		}
	}
	return 0
}

// The list of the lobby is edited once in three seconds at most, however fast
// people sit down; the last edit shows them all.
func TestTheLobbyIsEditedCalmly(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	lobby := h.last(h.group, "За столом")
	for i, u := range h.people[:6] {
		h.tg.At(h.tg.Now().Add(time.Duration(i)*900*time.Millisecond), func() { press(u, h.group, engine.Join{}) })
	}
	h.pass(10 * time.Second)
	var edits []time.Time
	for _, e := range h.tg.Journal() {
		if e.Act == tgtest.Edited && e.Post.ID == lobby.ID {
			edits = append(edits, e.At)
		}
	}
	for i := 1; i < len(edits); i++ {
		if gap := edits[i].Sub(edits[i-1]); gap < 3*time.Second {
			t.Errorf("two edits within %v", gap)
		}
	}
	if text := lobby.Now().Text; len(edits) < 2 || !strings.Contains(text, "За столом 7 из 10") {
		t.Errorf("after %d edits the lobby reads %q", len(edits), text)
	}
}

// A private chat that Telegram cannot deliver to, for whatever reason, holds the
// deal for so long and no longer: the table hears of it, then the place is free (I8).
func TestADealThatWaitsForEver(t *testing.T) {
	for _, words := range []string{"Ваше место", "Ваша карта"} {
		h := scene{seed: 3, leak: faulty(func(h *hall, r *http.Request) string {
			if v := form(r); is(r, "sendMessage") && v.Get("chat_id") == fmt.Sprint(h.people[4].ID) && strings.Contains(v.Get("text"), words) {
				return broken
			}
			return ""
		})}.open(t)
		h.full("czernowitz table")
		for _, u := range h.people {
			h.tap(u, h.group, "Готов")
		}
		for _, u := range h.people {
			press(u, h.group, engine.Draw{})
		}
		h.pass(70 * time.Second)
		if h.last(h.group, "Не могу написать") == nil {
			t.Errorf("%s: after a minute the table hears nothing, the stage is %T", words, h.game().Stage)
		}
		h.pass(70 * time.Second)
		if g := h.game(); g.AtTable() != 9 {
			t.Errorf("%s: after two minutes %d sit at the table", words, g.AtTable())
		}
	}
}
