package bot_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// A long outage (E45): the table is asked whether the game goes on.

// afternoon is how long the bot is down.
const afternoon = 4 * time.Hour

// downIn lets a game come to a window, and the bot be down for an afternoon from so many
// seconds on. Meanwhile people do something.
func (h *hall) downIn(what string, there func(engine.Game) bool, after time.Duration, meanwhile func()) engine.Game {
	h.t.Helper()
	g := h.until(what, func(g engine.Game) bool { return g.Clock.Opened != 0 && there(g) })
	h.pass(after)
	before := h.game()
	h.tg.At(h.tg.Now().Add(time.Hour), meanwhile)
	h.tg.Sleep(afternoon)
	h.restart()
	h.settle()
	if now := h.game(); !now.Suspended() || now.Fouls != before.Fouls || now.Halt.Stage != g.Stage && fmt.Sprintf("%T", now.Halt.Stage) != fmt.Sprintf("%T", g.Stage) {
		h.t.Fatalf("behind the outage it is %T, interrupted %T", now.Stage, now.Halt.Stage)
	}
	return before
}

// asked returns the question as the group has it.
func (h *hall) asked() *tgtest.Post {
	h.t.Helper()
	p := h.last(h.group, "Продолжаем?")
	if p == nil || len(p.Buttons) != 1 || p.Buttons[0][0].Text != "Продолжить" || p.Silent {
		h.t.Fatalf("the group is asked by %+v", p)
	}
	return p
}

// speaking waits for the minute of a seat.
func speaking(s engine.Seat) func(engine.Game) bool {
	return func(g engine.Game) bool { return g.Floor() == s }
}

// The bot is down for four hours in the middle of a speech. Two thirds of the table want
// to go on, by the button or by /resume, at the table or in private; another crash loses no
// voice. The minute begins anew, and what was written or pressed meanwhile costs nothing.
func TestRestartAfterFourHours(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	old := func() *tgtest.Post { return h.last(h.group, "Игрок номер 2 (") }
	var shouted *tgtest.Post
	before := h.downIn("the second speech", speaking(2), 20*time.Second, func() {
		shouted = h.people[h.seatOf(h.game(), 7)].Say(h.group, "алё, ведущий, ты где?")
	})
	p := h.asked()
	if want := "Связь прерывалась на 4 часа. Продолжаем? Нужно 7 из 10, жду 10 минут; иначе игра остановлена."; !strings.HasPrefix(p.Text, want) {
		t.Errorf("the group reads %q", p.Text)
	}
	if len(old().Buttons) != 0 {
		t.Error("the interrupted speech has its buttons still")
	}
	player := func(s engine.Seat) *tgtest.User { return h.people[h.seatOf(h.game(), s)] }
	if got := h.tap(player(1), h.group, "Продолжить").Read(); got.Text != "Принято: продолжаем." {
		t.Errorf("the press is answered by %q", got.Text)
	}
	h.tap(player(1), h.group, "Продолжить")
	player(2).Say(h.group, "/resume")
	player(3).Say(h.tg.Private(player(3)), "/resume")
	chatter := player(8).Say(h.group, "честно, давайте уже")
	h.settle()
	h.restart()
	for s := engine.Seat(4); s <= 6; s++ {
		h.tap(player(s), h.group, "Продолжить")
	}
	if g := h.game(); !g.Suspended() || g.Halt.For.Len() != 6 {
		t.Fatalf("after six voices it is %T, %d are kept", g.Stage, g.Halt.For.Len())
	}
	h.tap(player(7), h.group, "Продолжить")
	g := h.game()
	if g.Floor() != 2 || g.Clock.Opened == 0 || g.Clock.Ends().Time().Sub(h.tg.Now()) < 58*time.Second || g.Fouls != before.Fouls {
		t.Errorf("it goes on in %T, %v are left, fouls %v", g.Stage, g.Clock.Ends().Time().Sub(h.tg.Now()), g.Fouls)
	}
	if now := h.last(h.group, "Игра продолжается. Игрок номер 2 ("); now == nil || len(now.Buttons) == 0 || len(h.last(h.group, "Продолжаем?").Buttons) != 0 {
		t.Errorf("the group reads %+v", now)
	}
	for _, p := range []*tgtest.Post{shouted, chatter} {
		if slices.Contains(h.group.Posts(), p) {
			t.Errorf("%q stays", p.Text)
		}
	}
}

// Nobody comes back: at the deadline, which a restart keeps, the game is stopped, and the
// cards are shown.
func TestRestartAfterFourHoursUnanswered(t *testing.T) {
	h := newHall(t)
	h.seated("tournament table")
	h.downIn("the second speech", speaking(2), 20*time.Second, func() {})
	asked := h.tg.Now()
	h.pass(5 * time.Minute)
	h.restart()
	h.until("the end", func(g engine.Game) bool { return g.Finished() })
	if took := h.tg.Now().Sub(asked); took < 600*time.Second || took > 640*time.Second {
		t.Errorf("the table was asked for %v", took)
	}
	h.settle()
	p := h.last(h.group, "Игра остановлена.")
	if p == nil || !strings.Contains(p.Text, "За продолжение — 0 из 10, нужно 7. Переигровку может назначить СКЧ.") || !strings.Contains(p.Text, "Дон") || len(h.last(h.group, "Продолжаем?").Buttons) != 0 {
		t.Errorf("the group reads %+v", p)
	}
}

// At night the question stands in the group, whose phones alone ring; behind it the actors'
// cards have their buttons again, which the old ones are not.
func TestRestartAfterFourHoursAtNight(t *testing.T) {
	h := newHall(t)
	h.lively = true
	h.seated("federation table")
	var old *tgtest.Post
	var don *tgtest.User
	h.downIn("the Don's check", func(g engine.Game) bool { _, check := g.Stage.(engine.DonCheck); return check }, 3*time.Second, func() {
		for s, r := range h.game().Roles {
			if r == engine.Don {
				don = h.people[h.seatOf(h.game(), engine.Seat(s))]
				old = h.last(h.tg.Private(don), "проверка")
			}
		}
	})
	h.asked()
	back := h.tg.Now()
	stale := old.Buttons[0][0].Data
	for s := engine.Seat(1); s <= 7; s++ {
		h.tap(h.people[h.seatOf(h.game(), s)], h.group, "Продолжить")
	}
	for _, e := range h.tg.Journal() {
		if e.Act == tgtest.Sent && e.Chat != h.group && !e.At.Before(back) && e.Post.From == nil {
			t.Errorf("a phone shows %q", e.Post.Text)
		}
	}
	if len(h.last(h.group, "Продолжаем?").Buttons) != 0 {
		t.Error("at night the group has a button")
	}
	card := h.last(h.tg.Private(don), "проверка")
	if len(card.Buttons) == 0 || card.Buttons[0][0].Data == stale {
		t.Fatalf("the Don's card is %+v", card)
	}
	got := don.Forge(card, stale)
	h.settle()
	if h.game().Checks[0] != 0 {
		t.Errorf("an old button checks: %q", got.Read().Text)
	}
	don.Tap(card, card.Buttons[0][0])
	h.settle()
	if h.game().Checks[0] == 0 {
		t.Error("the new button does not check")
	}
}

// whoseCard plays to the first morning of a game in which the card of the first night comes
// to a seat of a role as it is answered by Telegram; it says whether the miss is void.
func whoseCard(t *testing.T, role engine.Role, answer string) (void, unprompted bool) {
	t.Helper()
	var chat string
	h := scene{seed: 1, leak: faulty(func(h *hall, r *http.Request) string {
		if chat == "" || !is(r, "sendMessage") || form(r).Get("chat_id") != chat || !strings.HasPrefix(form(r).Get("text"), "Ночь 1.") {
			return ""
		}
		return answer
	})}.open(t)
	h.lively = true
	h.seated("czernowitz table")
	g := h.until("the first speech", func(g engine.Game) bool { return g.Floor() != 0 })
	for s, r := range g.Roles {
		if r == role {
			chat = fmt.Sprint(h.people[h.seatOf(g, engine.Seat(s))].ID)
		}
	}
	h.until("the second day", func(g engine.Game) bool { return g.Day == 2 && g.Clock.Opened != 0 })
	for _, e := range h.chronicle(h.id) {
		if m, ok := e.Event.(engine.Missed); ok {
			void = m.Void
		}
	}
	told := h.last(h.group, "В серию он не идёт") != nil
	if void != told {
		t.Errorf("the miss is void: %v, told %v", void, told)
	}
	return void, h.count("unprompted") == 1
}

// A card of the night that does not come makes a miss void, whosever it is; one that its
// owner's closed chat refuses does not, nor one that comes late (E45, E36, G6).
func TestAMissWithoutACard(t *testing.T) {
	const closed = `{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}`
	for _, c := range []struct {
		what   string
		role   engine.Role
		answer string
		void   bool
	}{
		{"a citizen's card is lost", engine.Citizen, broken, true},
		{"a black's card is lost", engine.Mafia, broken, true},
		{"a black's card is refused", engine.Don, `{"ok":false,"error_code":400,"description":"Bad Request: something"}`, true},
		{"a black has closed his chat", engine.Mafia, closed, false},
		{"every card comes", engine.Mafia, "", false},
	} {
		if void, unprompted := whoseCard(t, c.role, c.answer); void != c.void || unprompted != c.void {
			t.Errorf("%s: void %v, recorded %v", c.what, void, unprompted)
		}
	}
}
