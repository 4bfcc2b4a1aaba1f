package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// bridge is what stands between Telegram's deliveries and a bot that a test turns: they
// are handed in as they come, and acknowledged when the turn has kept them.
type bridge struct {
	h         *hall
	held      []*tgtest.Delivery
	delivered int
	hasty     bool                            // a breach: what comes is acknowledged before it is kept
	refuse    func(d *tgtest.Delivery) bool   // says whether the bot's door is shut
	switches  []change                        // when the bot is started anew
	crash     func(after step, held int) bool // besides
}

// change is a start after so many rounds: by a webhook, or by polls.
type change struct {
	round  int
	hooked bool
}

// across puts a bridge between a hall and its Telegram.
func across(h *hall) *bridge {
	br := &bridge{h: h}
	h.tg.Courier(func(d *tgtest.Delivery) {
		if br.refuse != nil && br.refuse(d) {
			d.Reply(http.StatusBadGateway, nil, nil)
			return
		}
		br.delivered++
		h.bot.Offer(d.Body)
		if br.hasty {
			d.Reply(http.StatusOK, nil, nil)
			return
		}
		br.held = append(br.held, d)
	})
	h.crash = br.after
	return br
}

// after is asked after every step of a round.
func (br *bridge) after(at step) bool {
	if br.crash != nil && br.crash(at, len(br.held)) {
		for _, d := range br.held {
			d.Reply(http.StatusBadGateway, nil, nil)
		}
		br.held = nil
		return true
	}
	if at == 1 {
		for _, d := range br.held {
			d.Reply(http.StatusOK, nil, nil)
		}
		br.held = nil
	}
	// Who ends right behind an answer of Telegram leaves no outage.
	if at != 2 || len(br.switches) == 0 || br.h.rounds < br.switches[0].round || !br.h.bot.Reach().Equal(br.h.tg.Now()) {
		return false
	}
	hooked := br.switches[0].hooked
	br.switches = br.switches[1:]
	br.h.made.Webhook = nil
	if hooked {
		br.h.made.Webhook = &bot.Webhook{URL: "https://bot.example.org/hook", Secret: "s3cret"}
	}
	return true
}

// Doze lets the hall be the clock of a bot that a webhook brings its updates.
func (h *hall) Doze(d time.Duration) {
	if h.frozen {
		d = 0
	}
	h.tg.Doze(d)
}

// bridged plays a game with a bridge that has been prepared, and returns its log.
func bridged(t *testing.T, seed uint64, prepare func(br *bridge)) (log []happened, br *bridge) {
	t.Helper()
	h := scene{seed: seed, leak: lightly}.open(t) // so that a part of a second is not slept through behind polls
	h.every = 16
	br = across(h)
	h.seated("czernowitz table")
	prepare(br)
	p := &puppets{h: h, seed: seed}
	p.play(func(g engine.Game) bool { return g.Finished() || g.Ended() })
	return h.chronicle(h.id), br
}

// departs is where the log behind a webhook parts from the one behind polls, "" for nowhere.
// The events must be the same in every field. What somebody has done may be written down
// up to a second earlier: a poll does not last a part of a second, so the part before a
// border is slept, and what comes in it is heard at its end. So an answer of the bot may
// stand above somebody's message instead of below it: the ids of the table's messages may
// differ, too. What the clock does by itself comes at the same instant; by that, nobody's
// acts show in it.
func departs(polls, hook []happened) string {
	byClock := []string{
		"opened", "candidate_called", "candidate_closed", "vote_called", "night_fell", "shoot_called", "number_called",
		"don_called", "sheriff_called", "dawned", "killed", "missed", "speech_called", "last_word_called", "warned",
	}
	for i := range min(len(polls), len(hook)) {
		a, b := polls[i], hook[i]
		if a.Kind() != b.Kind() || plainly(a) != plainly(b) {
			return fmt.Sprintf("event %d: %v %s %+v\n%v %s %+v", i, a.at, a.Kind(), a.Event, b.at, b.Kind(), b.Event)
		}
		early := a.at.Sub(b.at)
		if early < 0 || early >= time.Second || early > 0 && slices.Contains(byClock, a.Kind()) {
			return fmt.Sprintf("event %d, %s, comes %v earlier", i, a.Kind(), early)
		}
	}
	if len(polls) != len(hook) {
		return fmt.Sprintf("%d and %d events", len(polls), len(hook))
	}
	return ""
}

var marks = regexp.MustCompile(`(Mark):\d+`)

// plainly is an event without the ids of messages.
func plainly(e happened) string { return marks.ReplaceAllString(fmt.Sprintf("%+v", e.Event), "$1") }

// Polling, then a webhook, then polling in the middle of a game: the log is the same as
// without, as far as departs says.
func TestPollingWebhookPolling(t *testing.T) {
	for seed := range uint64(2) {
		seed++
		plain, _ := bridged(t, seed, func(*bridge) {})
		log, br := bridged(t, seed, func(br *bridge) {
			n := br.h.rounds
			br.switches = []change{{n + 40, true}, {n + 400, false}, {n + 420, true}, {n + 500, true}, {n + 600, false}}
		})
		t.Logf("seed %d: %d events, %d deliveries in %d rounds, %d switches left", seed, len(plain), br.delivered, br.h.rounds, len(br.switches))
		if d := departs(plain, log); d != "" {
			t.Errorf("seed %d: %s", seed, d)
		}
		if br.delivered < 50 {
			t.Errorf("%d deliveries", br.delivered)
		}
	}
}

// behind starts the hall's bot anew behind a webhook, and waits until it is served.
func (br *bridge) behind() {
	br.h.t.Helper()
	br.h.made.Webhook = &bot.Webhook{URL: "https://bot.example.org/hook", Secret: "s3cret"}
	br.h.restart()
	br.h.settle()
}

// lastSecond lets a vote come in the last second of its window, while the way to the webhook is
// shut; it returns how many votes stand when the window is over.
func lastSecond(t *testing.T, l leak) (votes int, br *bridge) {
	t.Helper()
	h := scene{seed: 1, leak: l}.open(t)
	h.voting()
	br = across(h)
	br.behind()
	g := h.game()
	window, end := g.Clock.Window, g.Clock.Ends().Time()
	br.refuse = func(*tgtest.Delivery) bool { return h.tg.Now().Before(end.Add(40 * time.Second)) }
	h.tg.At(end.Add(-time.Second), func() { press(h.people[h.seatOf(g, 9)], h.group, engine.Vote{Seat: 5}) })
	h.until("the close", func(g engine.Game) bool { return g.Clock.Window > window })
	return h.count("voted"), br
}

// What was sent in time counts though Telegram cannot reach the webhook: the window is not
// closed before the bot has fetched it; a minute later it tries the webhook again (I10). A
// bot that takes it for granted that nothing waits is caught.
func TestAWebhookThatIsNotReached(t *testing.T) {
	votes, br := lastSecond(t, nil)
	if votes != 1 {
		t.Errorf("%d votes stand, not the one that came in time", votes)
	}
	if at := br.h.tg.Now(); br.delivered != 0 {
		t.Errorf("%d deliveries by %v", br.delivered, at)
	}
	br.h.pass(2 * time.Minute)
	guest := br.h.tg.NewUser("Гость")
	guest.Start("")
	br.h.settle()
	if br.delivered == 0 {
		t.Error("the webhook is not set again")
	}
	blind := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if err == nil && is(r, "getWebhookInfo") {
				body, _ := io.ReadAll(resp.Body)
				body = regexp.MustCompile(`"pending_update_count":\d+`).ReplaceAll(body, []byte(`"pending_update_count":0`))
				resp.Body = io.NopCloser(bytes.NewReader(body))
			}
			return resp, err
		}), h
	}
	if votes, _ := lastSecond(t, blind); votes != 0 {
		t.Error("nothing is ever said to wait, and the vote is heard: the test sees nothing")
	}
}

// served lets people write to a bot behind a webhook that is killed whenever something has
// come and is not kept; it returns how many have not got their answer, and how many got two.
func served(t *testing.T, hasty bool) (lost, twice, kills int) {
	t.Helper()
	h := newHall(t)
	br := across(h)
	br.behind()
	br.hasty = hasty
	before, killed := br.delivered, h.tg.Now()
	br.crash = func(after step, _ int) bool {
		if after != 0 || br.delivered == before || h.tg.Now().Sub(killed) < 3*time.Second {
			before = br.delivered
			return false
		}
		killed = h.tg.Now()
		kills++
		return true
	}
	var guests []*tgtest.User
	for i := range 60 {
		u := h.tg.NewUser(fmt.Sprint("Гость ", i))
		guests = append(guests, u)
		h.tg.At(h.tg.Now().Add(time.Duration(i/4)*1300*time.Millisecond), func() { u.Start("") })
	}
	h.pass(5 * time.Minute)
	for _, u := range guests {
		answers := 0
		for _, p := range h.tg.Private(u).Posts() {
			if p.From == nil {
				answers++
			}
		}
		if answers == 0 {
			lost++
		} else if answers > 1 {
			twice++
		}
	}
	return lost, twice, kills
}

// An update is acknowledged when it is kept: a bot that is killed before gets it again, and
// takes it once (I3). One that acknowledges at once is caught.
func TestKillsBehindAWebhook(t *testing.T) {
	lost, twice, kills := served(t, false)
	if t.Logf("%d kills", kills); lost != 0 || twice != 0 || kills < 3 {
		t.Errorf("%d are not answered, %d twice, in %d kills", lost, twice, kills)
	}
	if lost, _, _ := served(t, true); lost == 0 {
		t.Error("what is acknowledged at once is never lost: the test sees nothing")
	}
}

// A webhook that is the bot's own is removed by a bot that polls; one of somebody else only
// if it is told to. What waits is not lost.
func TestAWebhookIsRemoved(t *testing.T) {
	h := newHall(t)
	br := across(h)
	br.behind()
	h.made.Webhook = nil
	br.refuse = func(*tgtest.Delivery) bool { return true }
	guest := h.tg.NewUser("Гость")
	guest.Start("")
	h.tg.Sleep(time.Second)
	h.restart()
	h.settle()
	if n := len(h.tg.Private(guest).Posts()); n < 2 {
		t.Error("the guest is not answered")
	}
	h.tg.SetWebhook("https://example.org/theirs")
	h.restart()
	if err := h.poll(); !errors.Is(err, bot.ErrWebhook) {
		t.Errorf("beside a webhook of somebody else: %v", err)
	}
	h.made.TakeOver = true
	h.restart()
	h.settle()
	if err := h.poll(); err != nil {
		t.Error(err)
	}
}

// What stands at the address takes nothing but what Telegram sends there.
func TestHookRefuses(t *testing.T) {
	h := newHall(t)
	h.made.Webhook = &bot.Webhook{URL: "https://bot.example.org/a/hook", Secret: "s3cret"}
	h.restart()
	door := h.bot.Hook()
	for what, c := range map[string]struct {
		method, path, secret, body string
		status                     int
	}{
		"another path":   {"POST", "/a", "s3cret", "{}", 404},
		"a page":         {"GET", "/a/hook", "s3cret", "", 405},
		"no secret":      {"POST", "/a/hook", "", "{}", 403},
		"a wrong one":    {"POST", "/a/hook", "s3creT", "{}", 403},
		"a longer one":   {"POST", "/a/hook", "s3cret1", "{}", 403},
		"no JSON":        {"POST", "/a/hook", "s3cret", "{", 400},
		"too much":       {"POST", "/a/hook", "s3cret", `"` + strings.Repeat("a", 1<<20) + `"`, 413},
		"nobody listens": {"POST", "/a/hook", "s3cret", `{"update_id":1}`, 503},
	} {
		r := httptest.NewRequest(c.method, "https://bot.example.org"+c.path, strings.NewReader(c.body))
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		r = r.WithContext(ctx)
		if c.secret != "" {
			r.Header.Set("X-Telegram-Bot-Api-Secret-Token", c.secret)
		}
		w := httptest.NewRecorder()
		door.ServeHTTP(w, r)
		cancel()
		if w.Code != c.status {
			t.Errorf("%s: %d instead of %d", what, w.Code, c.status)
		}
	}
}

// A bot that runs by itself is served over a socket, ends and begins under load, and
// nobody who writes is lost or taken twice.
func TestRunBehindAWebhook(t *testing.T) {
	c := opens(t, nil)
	c.made.Webhook = &bot.Webhook{URL: "https://bot.example.org/hook", Secret: "s3cret"}
	var door atomic.Pointer[http.Handler]
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d := door.Load(); d != nil {
			(*d).ServeHTTP(w, r)
			return
		}
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer proxy.Close()
	c.tg.Route("https://bot.example.org", proxy.URL)
	start := func() {
		b, err := bot.New(t.Context(), c.made)
		if err != nil {
			t.Fatal(err)
		}
		d := b.Hook()
		door.Store(&d)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		c.stop, c.done = stop, done
		go func() { done <- b.Run(ctx) }()
	}
	var people []*tgtest.User
	for range 4 {
		start()
		for i := range 30 {
			u := c.tg.NewUser(fmt.Sprint("Гость ", i))
			people = append(people, u)
			u.Start("")
			time.Sleep(2 * time.Millisecond)
		}
		c.ends()
	}
	start()
	c.await(3*time.Second, func() bool { return len(c.answers()) == len(people) })
	c.ends()
	for i, u := range people {
		if n := c.answers()[u.ID]; n != 1 {
			t.Errorf("person %d is answered %d times", i, n)
		}
	}
	for _, v := range c.tg.Violations() {
		t.Errorf("schema: %s", v)
	}
	var brought int
	for _, r := range c.tg.Requests() {
		if r.Method == "setWebhook" && r.Code == 200 {
			brought++
		}
	}
	if brought == 0 {
		t.Error("the webhook was never set")
	}
}

// What was done first and comes last, by a slower connection, is taken first; a bot that
// waits for nothing takes the second before the first.
func TestAnUpdateThatIsOverrun(t *testing.T) {
	for _, holdBack := range []time.Duration{time.Second, 0} {
		c := opensAt(t, 1, nil)
		c.made.Webhook = &bot.Webhook{URL: "https://bot.example.org/hook", Secret: "s3cret"}
		b, err := bot.New(t.Context(), c.made)
		if err != nil {
			t.Fatal(err)
		}
		b.SetHoldBack(holdBack)
		door := b.Hook()
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			if bytes.Contains(body, []byte("/game")) {
				time.Sleep(60 * time.Millisecond)
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			door.ServeHTTP(w, r)
		}))
		defer proxy.Close()
		c.tg.Route("https://bot.example.org", proxy.URL)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- b.Run(ctx) }()
		group := c.tg.NewSupergroup("Мафия по средам")
		opener := c.tg.NewUser("Барс")
		opener.Join(group)
		opener.Start("")
		c.await(3*time.Second, func() bool { return len(c.tg.Private(opener).Posts()) > 1 })
		opener.Say(group, "/game czernowitz table")
		opener.Say(c.tg.Private(opener), "/leave")
		c.await(3*time.Second, func() bool { return len(c.tg.Private(opener).Posts()) > 3 && len(group.Posts()) > 1 })
		posts := c.tg.Private(opener).Posts()
		if none := posts[len(posts)-1].Text == note("no_game"); none != (holdBack == 0) {
			t.Errorf("held back %v: he is told %q", holdBack, posts[len(posts)-1].Text)
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
