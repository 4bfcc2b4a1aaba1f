package bot_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// Waits that must have an end, and ends that must wait.

// draws brings ten people to the draw; before lets something happen before it.
func (h *hall) draws(before func()) {
	h.t.Helper()
	h.full("czernowitz table")
	for _, u := range h.people {
		h.tap(u, h.group, "Готов")
	}
	before()
	for _, u := range h.people {
		press(u, h.group, engine.Draw{})
	}
}

// An answer to a poll was made before the end of a window, and is so long on its way
// that it comes behind it: the window is not closed on its word, and a press of the
// last half second counts (I10).
func TestALateAnswerClosesNothing(t *testing.T) {
	armed := false
	h := scene{seed: 1, leak: func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if armed && is(r, "getUpdates") {
				armed = false
				h.tg.Sleep(4 * time.Second)
			}
			return resp, err
		}), h
	}}.open(t)
	g := h.voting()
	end, w := g.Clock.Ends().Time(), g.Clock.Window
	early, late := h.people[h.seatOf(g, 2)], h.people[h.seatOf(g, 1)]
	h.tg.At(end.Add(-1500*time.Millisecond), func() {
		armed = true
		early.Say(h.tg.Private(early), "/help")
	})
	h.tg.At(end.Add(-500*time.Millisecond), func() { press(late, h.group, engine.Vote{Seat: 5}) })
	g = h.until("the next window", func(g engine.Game) bool { return g.Clock.Window != w })
	if g.Ballot.Votes[1] != 5 {
		t.Error("the press is lost")
	}
}

// back is a clock of a machine that has been put back.
type back struct{ *hall }

func (c back) Now() time.Time { return c.hall.tg.Now().Add(-time.Hour) }

// The bot is started again on a machine whose clock is an hour behind: the table
// goes on at once, limits and waits are counted anew (I12).
func TestARestartWithAClockThatIsBehind(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	h.until("a speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	h.made.Clock = back{h}
	h.restart()
	from, w := h.tg.Now(), h.game().Clock.Window
	for h.tg.Now().Sub(from) < 5*time.Minute {
		h.round()
		if g := h.game(); g.Clock.Window > w && g.Clock.Opened != 0 {
			return
		}
	}
	t.Error("after five minutes no other window has opened")
}

// The bot is away while the seats are told: nobody becomes unreachable by it.
func TestAnOutageAtTheProbe(t *testing.T) {
	for _, away := range []time.Duration{20 * time.Second, 90 * time.Second} {
		h := newHall(t)
		h.draws(func() {})
		for {
			if err := h.poll(); err != nil {
				t.Fatal(err)
			}
			if err := h.bot.Turn(); err != nil {
				t.Fatal(err)
			}
			if _, told := h.game().Stage.(engine.Telling); told {
				break // and nothing of it has gone out
			}
			if err := h.send(); err != nil {
				t.Fatal(err)
			}
		}
		h.tg.Sleep(away)
		h.restart()
		h.pass(20 * time.Second)
		if p := h.last(h.group, "Не могу написать"); p != nil {
			t.Errorf("away for %v: %s", away, p.Text)
		}
	}
}

// A message of the table that Telegram never takes does not stop the game (I8).
func TestAMessageThatIsNeverTaken(t *testing.T) {
	h := scene{seed: 1, leak: faulty(func(h *hall, r *http.Request) string {
		if is(r, "sendMessage") && h.toGroup(r) && strings.Contains(form(r).Get("text"), "Игрок номер 3 (") {
			return broken
		}
		return ""
	})}.open(t)
	h.every = 1000
	h.seated("czernowitz table")
	for from := h.tg.Now(); h.tg.Now().Sub(from) < 8*time.Hour; h.round() {
		if g := h.game(); g.Finished() {
			return
		}
	}
	t.Errorf("after eight hours the game stands at %T", h.game().Stage)
}

// An outsider's command leads to a question that Telegram does not want to be asked
// for a minute: the table does not wait for it (I15).
func TestAFloodOfQuestions(t *testing.T) {
	wet := false
	h := scene{seed: 1, leak: faulty(func(_ *hall, r *http.Request) string {
		if wet && is(r, "getChatMember") {
			return flood(60)
		}
		return ""
	})}.open(t)
	h.seated("federation table")
	g := h.until("a speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	u := guest(h)
	wet = true
	u.Say(h.group, "/stop")
	h.pass(2 * time.Second)
	at := h.tg.Now()
	h.people[h.seatOf(g, 1)].Say(h.group, "Спасибо")
	h.until("the next speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	if late := h.tg.Now().Sub(at); late > 5*time.Second {
		t.Errorf("the next speech waits %v", late)
	}
}

// An administrator deletes the lobby's message: its next edit is a new message (E30).
func TestADeletedMessageIsPostedAnew(t *testing.T) {
	deleted := 0
	h := scene{seed: 1, leak: faulty(func(h *hall, r *http.Request) string {
		if deleted != 0 && is(r, "editMessageText") && h.toGroup(r) && form(r).Get("message_id") == fmt.Sprint(deleted) {
			return `{"ok":false,"error_code":400,"description":"Bad Request: message to edit not found"}`
		}
		return ""
	})}.open(t)
	h.convened("czernowitz table")
	deleted = h.last(h.group, "За столом").ID
	h.tap(h.people[0], h.group, "Играю")
	h.pass(5 * time.Second)
	if anew := h.last(h.group, "За столом 2 из 10"); anew == nil || anew.ID == deleted || len(anew.Buttons) == 0 {
		t.Errorf("the lobby reads %+v", anew)
	}
}

// A private chat that takes nothing, for whichever reason, holds a deal no longer than
// its hold: behind a flood wait of an hour, and behind an older answer that fails.
func TestADealWaitsForNothingElse(t *testing.T) {
	for name, fails := range map[string]func(text string) string{
		"a flood of an hour": func(text string) string {
			if strings.Contains(text, "Ваше место") {
				return flood(3600)
			}
			return ""
		},
		"an older answer": func(string) string { return broken },
	} {
		down := false
		h := scene{seed: 3, leak: faulty(func(h *hall, r *http.Request) string {
			if v := form(r); down && is(r, "sendMessage") && v.Get("chat_id") == fmt.Sprint(h.people[4].ID) {
				return fails(v.Get("text"))
			}
			return ""
		})}.open(t)
		h.draws(func() {
			down = true
			h.people[4].Say(h.tg.Private(h.people[4]), "/help")
		})
		h.pass(70 * time.Second)
		if h.last(h.group, "Не могу написать") == nil {
			t.Errorf("%s: after a minute the table hears nothing, the stage is %T", name, h.game().Stage)
		}
	}
}

// Answers to presses that hang keep nobody else waiting.
func TestSlowToasts(t *testing.T) {
	t.Parallel()
	c := opens(t, nil)
	group, opener, asks := c.tg.NewSupergroup("Мафия"), c.tg.NewUser("Барс"), c.tg.NewUser("Лиса")
	opener.Join(group)
	opener.Start("")
	asks.Start("")
	c.starts()
	defer c.ends()
	c.await(2*time.Second, func() bool { return len(c.tg.Private(opener).Posts()) == 2 })
	opener.Say(group, "/game czernowitz table")
	var post *tgtest.Post
	c.await(2*time.Second, func() bool {
		for _, p := range group.Posts() {
			if len(p.Buttons) > 0 {
				post = p
			}
		}
		return post != nil
	})
	c.tg.Inject(func(call tgtest.Call) (f tgtest.Fault) {
		if call.Method == "answerCallbackQuery" {
			f.Delay = 25 * time.Second
		}
		return f
	})
	for i := range 60 {
		u := c.tg.NewUser(fmt.Sprint("Чужой ", i))
		u.Join(group)
		u.Tap(post, post.Buttons[0][0])
	}
	time.Sleep(30 * time.Millisecond)
	from := c.tg.Now()
	asks.Say(c.tg.Private(asks), "/help")
	if late := c.late(c.tg.Private(asks), from, ""); late > 12*time.Second {
		t.Errorf("somebody else is answered after %v", late)
	}
}
