package bot_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// faulty lets a function answer requests in Telegram's stead; "" passes one on.
func faulty(answers func(h *hall, r *http.Request) string) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			body := answers(h, r)
			if body == "" {
				return next.Do(r)
			}
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
		}), h
	}
}

// flood is Telegram's answer to too much.
func flood(seconds int) string {
	return fmt.Sprintf(`{"ok":false,"error_code":429,"description":"Too Many Requests: retry after %[1]d","parameters":{"retry_after":%[1]d}}`, seconds)
}

const broken = `{"ok":false,"error_code":500,"description":"Internal Server Error"}`

func (h *hall) toGroup(r *http.Request) bool { return form(r).Get("chat_id") == fmt.Sprint(h.group.ID) }

// A flood wait keeps everything from its chat, deletions too, and nothing from
// others; then everything goes out in its order, and only then the speaker's
// minute begins (I5, I11, I15, B31).
func TestFloodWaitHoldsOneChat(t *testing.T) {
	var from, until time.Time
	h := scene{seed: 1, leak: faulty(func(h *hall, r *http.Request) string {
		if !is(r, "sendMessage") || !strings.Contains(form(r).Get("text"), "Игрок номер 2 (") || !from.IsZero() {
			return ""
		}
		from, until = h.Now(), h.Now().Add(20*time.Second)
		return flood(20)
	})}.open(t)
	h.seated("federation table")
	g := h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	h.people[h.seatOf(g, 1)].Say(h.group, "Спасибо")
	g = h.until("the second speech", func(g engine.Game) bool { return g.Floor() == 2 })
	noisy, asks := h.people[h.seatOf(g, 7)], h.people[h.seatOf(g, 8)]
	h.tg.At(h.Now().Add(3*time.Second), func() {
		noisy.Say(h.group, "ну сколько можно")
		asks.Say(h.tg.Private(asks), "/fouls")
	})
	g = h.until("his minute", func(g engine.Game) bool { return g.Clock.Opened != 0 })
	if opened := g.Clock.Opened.Time(); opened.Before(until) {
		t.Errorf("the minute begins at %v, its border may go out at %v", opened, until)
	}
	h.settle()
	answered := false
	for _, r := range h.tg.Requests() {
		if r.Method == "answerCallbackQuery" || !r.At.After(from) || !r.At.Before(until) || r.Poll {
			continue
		}
		if r.Params["chat_id"] == fmt.Sprint(h.group.ID) {
			t.Errorf("%s goes to the group %v before its time", r.Method, until.Sub(r.At))
		}
		answered = answered || r.Params["chat_id"] == fmt.Sprint(asks.ID)
	}
	if !answered {
		t.Error("somebody else waits for the group")
	}
	if p := h.last(h.group, "Игрок номер 7, фол"); p == nil {
		t.Error("the foul was lost")
	} else if border := h.last(h.group, "Игрок номер 2 ("); border == nil || border.ID > p.ID {
		t.Error("the foul overtook the border")
	}
}

// What Telegram fails to take five times is taken the sixth, once and in its order.
func TestFaultsKeepTheOrder(t *testing.T) {
	fails := map[string]int{}
	h := scene{seed: 2, leak: faulty(func(h *hall, r *http.Request) string {
		if !is(r, "sendMessage") && !is(r, "editMessageText") && !is(r, "deleteMessage") {
			return ""
		}
		// Every third message is refused by a server that is down for a while.
		if key := form(r).Encode(); len(key)%3 == 0 && fails[key] < 5 {
			fails[key]++
			return broken
		}
		return ""
	})}.open(t)
	h.seated("czernowitz table")
	p := &puppets{h: h, seed: 2}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	if len(fails) < 20 {
		t.Fatalf("only %d requests have failed", len(fails))
	}
	var speakers []string
	for _, e := range h.tg.Journal() {
		if e.Act == tgtest.Sent && e.Chat == h.group {
			for _, line := range strings.Split(e.Post.Text, "\n") {
				if strings.Contains(line, "Ваша минута.") {
					speakers = append(speakers, line[strings.Index(line, "(")+len("("):strings.Index(line, ")")])
				}
			}
		}
	}
	if n := h.count("speech_called"); n != len(speakers) {
		t.Errorf("%d speeches were called, %d are heard of: %v", n, len(speakers), speakers)
	}
}

// With more to send than Telegram takes nobody waits for ever: what is oldest goes
// out first.
func TestBusyChatsDoNotStarveOthers(t *testing.T) {
	h := newHall(t)
	var busy []*tgtest.User
	for n := range 45 {
		busy = append(busy, h.tg.NewUser("Гость "+strconv.Itoa(n)))
	}
	start := h.tg.Now()
	for second := range 20 {
		for _, u := range busy {
			h.tg.At(start.Add(time.Duration(second)*time.Second), func() { u.Start("") })
			h.tg.At(start.Add(time.Duration(second)*time.Second+500*time.Millisecond), func() { u.Say(h.tg.Private(u), "/help") })
		}
	}
	late := h.people[0]
	asked := start.Add(8 * time.Second)
	h.tg.At(asked, func() { late.Start("") })
	h.pass(20 * time.Second)
	answer := h.last(h.tg.Private(late), note("welcome"))
	if answer == nil {
		t.Fatal("he is never answered")
	}
	if wait := answer.Date.Sub(asked); wait > 6*time.Second {
		t.Errorf("he waits %v", wait)
	}
	if over := overLimit(h.tg.Requests()); over != "" {
		t.Error(over)
	}
}

// Who writes a hundred times is answered a few times, and the night does not wait
// for the answers.
func TestAChatterboxStopsNobody(t *testing.T) {
	h := newHall(t)
	h.lively = true
	h.seated("federation table")
	g := h.until("the last speech", func(g engine.Game) bool { return g.Floor() == 10 && g.Clock.Opened != 0 })
	u := h.people[h.seatOf(g, 3)]
	for range 150 {
		u.Say(h.tg.Private(u), "ау")
		u.Say(h.group, "/fouls")
		u.Say(h.group, "/help")
	}
	h.people[h.seatOf(g, 10)].Say(h.group, "Спасибо")
	h.until("nightfall", func(g engine.Game) bool { _, fall := g.Stage.(engine.Fall); return fall })
	g = h.until("the night", func(g engine.Game) bool { return g.Clock.Opened != 0 })
	if wait := g.Clock.Opened - g.Clock.Posted; wait > engine.GatePatience*1000 {
		t.Errorf("the night waits %d ms for him", wait)
	}
	h.settle()
	answers := 0
	for _, p := range h.tg.Private(u).Posts() {
		if p.From == nil && strings.HasPrefix(p.Text, note("not_now")) {
			answers++
		}
	}
	if answers == 0 || answers > 10 {
		t.Errorf("he was answered %d times", answers)
	}
}

// While a group takes no edits, those of the lobby become one.
func TestEditsOfAMessageBecomeOne(t *testing.T) {
	down := false
	h := scene{seed: 1, leak: faulty(func(h *hall, r *http.Request) string {
		if down && is(r, "editMessageText") && h.toGroup(r) {
			return broken
		}
		return ""
	})}.open(t)
	h.convened("czernowitz table")
	lobby := h.last(h.group, "За столом")
	down = true
	for i, u := range h.people {
		if i < 5 {
			press(u, h.group, engine.Join{})
			for range 5 {
				h.round()
			}
		}
	}
	if g := h.game(); g.AtTable() != 6 {
		t.Fatalf("%d sit at the table", g.AtTable())
	}
	down = false
	h.pass(10 * time.Second)
	if now := lobby.Now(); now.Edits > 2 || !strings.Contains(now.Text, "6 из 10") {
		t.Errorf("after %d edits the lobby reads %q", now.Edits, now.Text)
	}
}

// The ready check begins when its message is out, however long a group takes none.
func TestTheCheckWaitsForItsMessage(t *testing.T) {
	down := false
	h := scene{seed: 1, leak: faulty(func(h *hall, r *http.Request) string {
		if down && is(r, "sendMessage") && h.toGroup(r) {
			return flood(20)
		}
		return ""
	})}.open(t)
	h.convened("czernowitz table")
	for _, u := range h.people[:5] {
		h.tap(u, h.group, "Играю")
	}
	down = true
	for _, u := range h.people[7:] {
		press(u, h.group, engine.Join{})
	}
	press(h.people[5], h.group, engine.Join{})
	h.pass(8 * time.Second)
	if g := h.game(); g.AtTable() != 10 || g.Clock.Opened != 0 {
		t.Fatalf("%d sit at the table; the check is on since %d", g.AtTable(), g.Clock.Opened)
	}
	down = false
	up := h.tg.Now()
	g := h.until("the check", func(g engine.Game) bool { return g.Clock.Opened != 0 })
	if g.Clock.Opened.Time().Before(up) {
		t.Error("the check began before anybody could see it")
	}
}

// At night no message of the table has buttons, however busy the day was (C10).
func TestTheNightTakesOffAllButtons(t *testing.T) {
	nights := 0
	for seed := range uint64(4) {
		h := scene{seed: seed}.open(t)
		h.seated([]string{"czernowitz blitz", "federation blitz"}[seed%2])
		p := &puppets{h: h, seed: seed}
		last := uint8(0)
		p.play(func(g engine.Game) bool {
			_, dons := g.Stage.(engine.DonCheck)
			if !dons || g.Night == last || !h.bot.Idle() {
				return g.Finished()
			}
			last = g.Night
			nights++
			for _, post := range h.group.Posts() {
				if len(post.Buttons) > 0 {
					t.Errorf("seed %d, night %d: %q has buttons", seed, g.Night, post.Text)
				}
			}
			return false
		})
	}
	t.Logf("%d nights", nights)
}

// Thirty games in a row at one table leave nothing behind in memory, and little
// in the file (I19, B47).
func TestSoak(t *testing.T) {
	games := 30
	if testing.Short() {
		games = 6
	}
	h := newHall(t)
	size := func() int64 {
		info, err := os.Stat(h.path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	var first map[string]int
	var early int64
	for n := range games {
		h.seated([]string{"czernowitz blitz", "federation blitz"}[n%2])
		p := &puppets{h: h, seed: uint64(n)}
		p.play(func(g engine.Game) bool { return g.Finished() })
		h.settle()
		h.pass(2 * time.Minute)
		sizes := h.bot.Sizes()
		switch {
		case n == 2:
			first, early = sizes, size()
		case n > 2:
			for what, now := range sizes {
				if what == "sends" && now <= len(h.people)+1 {
					continue // what a chat was last sent stays until it is sent something again
				}
				if what == "sent" && now <= 20+2*len(h.people) {
					continue // and so does the last minute before: what a group gets in one, and a few words to everybody
				}
				if now > 2*first[what]+5 {
					t.Errorf("after %d games there are %d %s, after three %d", n+1, now, what, first[what])
				}
			}
		}
	}
	if grown := (size() - early) / int64(games-3); grown > 64<<10 {
		t.Errorf("a game leaves %d bytes in the file", grown)
	}
	t.Logf("after %d games: %v, %d KiB a game", games, h.bot.Sizes(), (size()-early)/int64(games-3)>>10)
}
