package bot_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// fiveTaps lets one person press for a candidate five times within 100 ms. It returns
// the votes that stand and what he is answered.
func fiveTaps(t *testing.T, planted leak) (votes int, toasts []string) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	g := h.voting()
	u, post := h.people[h.seatOf(g, 9)], h.last(h.group, "Кто голосует")
	var taps []*tgtest.Tapped
	for n := range 5 {
		h.tg.At(g.Clock.Opened.Time().Add(time.Second+time.Duration(20*n)*time.Millisecond), func() {
			taps = append(taps, u.Tap(post, post.Buttons[0][0]))
		})
	}
	h.pass(3 * time.Second)
	for _, tap := range taps {
		toasts = append(toasts, tap.Read().Text)
	}
	return h.count("voted"), toasts
}

// B13: five taps within 100 ms are one vote, and each is answered.
func TestB13FiveTaps(t *testing.T) {
	votes, toasts := fiveTaps(t, nil)
	if votes != 1 || len(toasts) != 5 || toasts[0] == "" || toasts[0] == note("already_voted") {
		t.Errorf("%d votes, answered %q", votes, toasts)
	}
	for _, toast := range toasts[1:] {
		if toast != note("already_voted") {
			t.Errorf("a tap more is answered %q", toast)
		}
	}
	n, from := 0, regexp.MustCompile(`("callback_query":\{"id":"\d+","from":\{"id":)\d+`)
	votes, _ = fiveTaps(t, mishears(func(h *hall, updates string) string {
		if len(h.bot.GameIDs()) == 0 {
			return updates
		}
		if g := h.game(); fmt.Sprintf("%T", g.Stage) != "engine.Voting" {
			return updates
		}
		return from.ReplaceAllStringFunc(updates, func(string) string {
			n++
			return from.FindStringSubmatch(updates)[1] + fmt.Sprint(h.people[n].ID)
		})
	}))
	if votes == 1 {
		t.Error("nobody notices a bot that does not know who taps")
	}
}

// buttonTwice lets the edit that shows the vote's button arrive and its answer be lost:
// tried again, it changes nothing, and Telegram refuses it. It returns how often it
// was tried, and when the window opened after the button was there.
func buttonTwice(t *testing.T, planted leak) (tries int, late time.Duration) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	var shown time.Time
	h.tg.Inject(func(c tgtest.Call) (f tgtest.Fault) {
		if c.Method == "editMessageText" && strings.Contains(c.Params["reply_markup"], "vote.") {
			if tries++; tries == 1 {
				shown, f.LostAfter = c.At, true
			}
		}
		return f
	})
	g := h.voting()
	h.pass(4 * time.Second)
	return tries, g.Clock.Opened.Time().Sub(shown)
}

// B13: «message is not modified» is no failure: an edit whose answer was lost is tried
// once more, and the window opens; a bot that takes it for a fault of the server is
// caught.
func TestB13NotModified(t *testing.T) {
	tries, late := buttonTwice(t, nil)
	if tries != 2 || late > time.Second {
		t.Errorf("the edit is tried %d times, the window opens %v later", tries, late)
	}
	tries, late = buttonTwice(t, func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if err == nil && is(r, "editMessageText") && resp.StatusCode == http.StatusBadRequest {
				return answer(r, http.StatusOK, broken)
			}
			return resp, err
		}), h
	})
	if tries == 2 && late <= time.Second {
		t.Error("nobody notices a bot that takes it for a fault")
	}
}

// aimAtTheDead lets the blacks of a later night aim at who is dead already, and a
// speaker nominate him. It says in which stages the game took notice.
func aimAtTheDead(t *testing.T, planted leak) (noticed []string) {
	t.Helper()
	h := scene{seed: 5, leak: planted}.open(t)
	h.every = 16
	h.seated("czernowitz chat") // whose blacks aim
	p := &puppets{h: h, seed: 5, mild: true}
	tried := map[string]bool{}
	p.play(func(g engine.Game) bool {
		var who engine.Seats
		var what func(engine.Seat) engine.Command
		switch s := g.Stage.(type) {
		case engine.Shoot:
			for n := range g.Living.All() {
				if g.Roles[n].Black() {
					who = who.With(n)
				}
			}
			what = func(n engine.Seat) engine.Command { return engine.Aim{Target: n} }
		case engine.Speech:
			who, what = engine.SetOf(s.Seat), func(n engine.Seat) engine.Command { return engine.Nominate{Seat: n} }
		}
		stage := fmt.Sprintf("%T", g.Stage)
		if who == 0 || g.Living == g.Drawn || tried[stage] || g.Clock.Opened == 0 {
			return g.Finished() || len(tried) == 2
		}
		tried[stage] = true
		h.settle()
		before := h.game()
		for n := range who.All() {
			u := h.people[h.seatOf(g, n)]
			for dead := range (g.Drawn &^ g.Living).All() {
				u.Forge(h.last(h.tg.Private(u), ""), bot.ButtonData(h.id, g.Clock.Window, what(dead)))
				h.settle()
			}
		}
		if h.game() != before {
			noticed = append(noticed, stage)
		}
		return len(tried) == 2
	})
	if len(tried) != 2 {
		t.Fatalf("tried only in %v", tried)
	}
	return noticed
}

// B14: nobody shoots at the dead or nominates them, whatever button he has. (Every old
// button at every later window: TestEveryOldButton.)
func TestB14TheDead(t *testing.T) {
	if noticed := aimAtTheDead(t, nil); len(noticed) > 0 {
		t.Errorf("the game takes notice in %v", noticed)
	}
	data := regexp.MustCompile(`("data":"(?:aim|nom)\.[0-9a-z]+\.[0-9a-z]+\.)[0-9a-z]+`)
	noticed := aimAtTheDead(t, mishears(func(h *hall, updates string) string {
		if len(h.bot.GameIDs()) == 0 {
			return updates
		}
		g := h.game()
		return data.ReplaceAllString(updates, fmt.Sprintf("${1}%d", g.Living.First()))
	}))
	if len(noticed) != 2 {
		t.Errorf("a bot that takes the dead for the living is noticed in %v", noticed)
	}
}

// outsiderActs lets a member of the group who does not play press every button that
// has been shown, in public and in private, and type every command. It returns what
// the bot makes of it.
func outsiderActs(t *testing.T, where string, planted leak) (worded, posts int, changed bool) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	var seen []shown
	h.watch(&seen)
	h.stand(where)
	u := h.tg.NewUser("Прохожий")
	u.Join(h.group)
	h.settle()
	anchor := h.last(h.group, "")
	before, journal := h.fingerprint(), len(h.tg.Journal())
	h.frozen = true // all within a minute
	for _, s := range seen {
		h.forgeOn(u, anchor, s.data)
	}
	for _, data := range []string{now(engine.Vote{Seat: 5})(h), now(engine.Nominate{Seat: 3})(h), now(engine.Pass{})(h), now(engine.Raise{})(h), now(engine.AgreeStop{})(h)} {
		h.forgeOn(u, anchor, data)
	}
	for _, name := range strings.Fields("start help rules game stop join leave ready draw pick order don aim fire check nom touch pass vote raise begin fouls stats fly") {
		u.Say(h.group, "/"+name)
		h.round()
	}
	h.settle()
	h.frozen = false
	for _, e := range h.tg.Journal()[journal:] {
		switch {
		case e.Act == tgtest.Answered && e.Text != "":
			worded++
		case e.Act == tgtest.Sent:
			posts++
		}
	}
	return worded, posts, h.fingerprint() != before
}

// forgeOn presses a button with other data on a message.
func (h *hall) forgeOn(u *tgtest.User, post *tgtest.Post, data string) {
	u.Forge(post, data)
	h.round()
}

// B16: an outsider presses each button and sends each command, in a speech and in a
// vote: one toast in words a minute, no message, no change. (Twenty taps on one:
// TestAnOutsidersTaps; commands and their answers: TestBadInput.)
func TestB16AnOutsider(t *testing.T) {
	for _, where := range []string{"game", "vote"} {
		worded, posts, changed := outsiderActs(t, where, nil)
		if worded > 1 || posts > 0 || changed {
			t.Errorf("%s: %d toasts in words, %d messages, changed: %v", where, worded, posts, changed)
		}
	}
	from := regexp.MustCompile(`("callback_query":\{"id":"\d+","from":\{"id":)\d+`)
	_, _, changed := outsiderActs(t, "vote", mishears(func(h *hall, updates string) string {
		if h.id == 0 || len(h.seats) < 10 || len(h.bot.GameIDs()) == 0 {
			return updates
		}
		return from.ReplaceAllString(updates, fmt.Sprintf("${1}%d", h.people[0].ID))
	}))
	if !changed {
		t.Error("nobody notices a bot that takes an outsider for a player")
	}
}

// cannotWrite are the ways in which Telegram says that somebody cannot be written to.
var cannotWrite = map[string]tgtest.Fault{
	"blocked":     {Status: 403, Body: `{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}`},
	"never began": {Status: 403, Body: `{"ok":false,"error_code":403,"description":"Forbidden: bot can't initiate conversation with a user"}`},
	"deactivated": {Status: 403, Body: `{"ok":false,"error_code":403,"description":"Forbidden: user is deactivated"}`},
	"no peer":     {Status: 400, Body: `{"ok":false,"error_code":400,"description":"Bad Request: PEER_ID_INVALID"}`},
	"not found":   {Status: 400, Body: `{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}`},
}
