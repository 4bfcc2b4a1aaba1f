package bot_test

import (
	"fmt"
	"io"
	"math/rand/v2"
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

// ballotCopies opens bots on one database in which the first vote window of a table
// ends at due.
func ballotCopies(t *testing.T) (s snapshot, g engine.Game, h *hall) {
	t.Helper()
	h = scene{seed: 1, leak: lightly}.open(t)
	g = h.voting()
	for n := range g.Drawn.All() {
		h.seatOf(g, n)
	}
	at := g.Due().Add(-300 * time.Millisecond)
	h.tg.At(at, func() { h.people[0].Forge(h.group.Posts()[0], "nothing") }) // a poll ends by it
	h.pass(at.Sub(h.tg.Now()))
	return h.snapshot(), g, h
}

// interleaved lets the votes of a window and its deadline fall on one instant: some
// are heard with it, the others behind it, each of them once or twice. It says what is
// wrong, "" if nothing is. A timer that goes first has fired before anything is heard.
func interleaved(t *testing.T, s snapshot, g engine.Game, h *hall, try uint64, timerFirst bool) string {
	t.Helper()
	dice := rand.New(rand.NewPCG(try, 8))
	b, db, p := s.open(t)
	defer db.Close()
	if err := b.Poll(t.Context()); err != nil { // it wakes; the next poll lasts to the deadline
		t.Fatal(err)
	}
	if left := g.Due().Sub(p.now); left != 300*time.Millisecond {
		t.Fatalf("%v are left", left)
	}
	id, voters, early := b.Offset(), dice.Perm(10), dice.IntN(11)
	batch := func(seats []int) string {
		var out []string
		for _, i := range seats {
			for range 1 + dice.IntN(2) {
				out = append(out, fmt.Sprintf(`{"update_id":%d,"callback_query":{"id":"%[1]d","from":{"id":%d},"data":%q}}`,
					id, h.people[h.seats[engine.Seat(i+1)]].ID, bot.ButtonData(h.id, g.Clock.Window, engine.Vote{Seat: 5})))
				id++
			}
		}
		dice.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		return strings.Join(out, ",")
	}
	if timerFirst {
		hears(t, b, db, p, "")
	}
	hears(t, b, db, p, batch(voters[:early])) // one turn takes them and the deadline
	hears(t, b, db, p, batch(voters[early:]))
	if !p.now.Equal(g.Due()) {
		t.Fatalf("it is %v, the window ends at %v", p.now, g.Due())
	}
	closed, called, votes := 0, 0, map[engine.Seat]int{}
	for _, e := range (&hall{t: t, db: db}).chronicle(h.id) {
		switch e := e.Event.(type) {
		case engine.CandidateClosed:
			if e.Seat == 5 {
				closed++
			}
		case engine.CandidateCalled:
			called++
		case engine.Voted:
			votes[e.By]++
		}
	}
	if closed != 1 || called != 2 && early < 10 { // when all have voted, nobody else is called
		return fmt.Sprintf("closed %d times, %d candidates called", closed, called)
	}
	for i, v := range voters {
		if n := votes[engine.Seat(v+1)]; n > 1 || n == 1 != (i < early) {
			return fmt.Sprintf("%d came in time: seat %d has %d votes", early, v+1, n)
		}
	}
	return ""
}

// B08: the last votes and the deadline fall on one instant, in many interleavings:
// one transition, each vote that is heard before it once, none that comes after it.
// (Two tables opened at once: TestTwoGamesAtOnce; through Telegram:
// TestVoteAndCloseInOneTurn.)
func TestB08Interleavings(t *testing.T) {
	tries := 200
	if testing.Short() {
		tries = 50
	}
	s, g, h := ballotCopies(t)
	caught := 0
	for try := range tries {
		if wrong := interleaved(t, s, g, h, uint64(try), false); wrong != "" {
			t.Errorf("try %d: %s", try, wrong)
		}
		if try < 10 && interleaved(t, s, g, h, uint64(try), true) != "" {
			caught++
		}
	}
	if caught < 5 {
		t.Errorf("a timer that goes before the votes is noticed in %d of 10 tries", caught)
	}
}

// B08: two people follow the link to the last place, or press for it, in the same
// instant: one sits, and the ready check is asked once.
func TestB08TheLastPlace(t *testing.T) {
	for _, how := range []string{"links", "presses", "a link and a press"} {
		h := newHall(t)
		h.convened("czernowitz table")
		for _, u := range h.people {
			if u != h.people[0] && u != h.people[6] {
				h.tap(u, h.group, "Играю")
			}
		}
		late := guest(h)
		for i, u := range []*tgtest.User{h.people[0], late} {
			if how == "links" || how == "a link and a press" && i == 0 {
				u.Start("j1")
			} else {
				press(u, h.group, engine.Join{})
			}
		}
		h.settle()
		if g := h.game(); g.AtTable() != 10 || h.count("ready_asked") != 1 || h.count("joined") != 10 {
			t.Errorf("%s: %d at the table, %d checks, %d came", how, g.AtTable(), h.count("ready_asked"), h.count("joined"))
		}
		_, _, first := h.bot.Seated(h.people[0].ID)
		_, _, second := h.bot.Seated(late.ID)
		if first == second {
			t.Errorf("%s: %v and %v sit", how, first, second)
		}
	}
}

// atTheBorder plays the end of the first speech: its speaker nominates so long after
// his minute began. It returns whether that counted, the fouls, and whether the text
// stands.
func atTheBorder(t *testing.T, after time.Duration, planted leak) (nominated bool, fouls int, stands bool) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	h.seated("federation table")
	g := h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	u := h.people[h.seatOf(g, 1)]
	var p *tgtest.Post
	h.tg.At(g.Clock.Opened.Time().Add(5*time.Second), func() { u.Say(h.group, "Город, я слушаю всех") })
	h.tg.At(g.Clock.Opened.Time().Add(after), func() { p = u.Say(h.group, "Выставляю игрока номер 5") })
	h.until("the second speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	h.pass(10 * time.Second)
	return h.count("nominated") == 1, int(h.game().Fouls[1]), !p.Now().Deleted
}

// borders are the last seconds of a minute that is closed after 62 seconds: what is
// heard before the close counts, what was under way then costs nothing (G1, G2).
var borders = []struct {
	after     time.Duration
	nominated bool
	fouls     int
	stands    bool
}{
	{59 * time.Second, true, 0, true}, {60 * time.Second, true, 0, true}, {61 * time.Second, true, 0, true},
	{62*time.Second - time.Millisecond, true, 0, true},
	{62*time.Second + time.Millisecond, false, 0, false}, {63 * time.Second, false, 0, false}, {64 * time.Second, false, 0, false},
	{66 * time.Second, false, 1, false},
}

// brokenBorders counts the borders that a bot gets wrong.
func brokenBorders(t *testing.T, planted leak) (out []string) {
	t.Helper()
	for _, b := range borders {
		nominated, fouls, stands := atTheBorder(t, b.after, planted)
		if nominated != b.nominated || fouls != b.fouls || stands != b.stands {
			out = append(out, fmt.Sprintf("after %v: nominated %v, %d fouls, stands %v", b.after, nominated, fouls, stands))
		}
	}
	return out
}

// B09: a text at the end of a speech belongs to the speech or not by when Telegram
// got it, and not by when the bot takes it: bots that hear late, or judge by arrival,
// are caught. (Presses: TestB09APressForThePhaseBefore.)
func TestB09ATextAtTheBorder(t *testing.T) {
	for _, wrong := range brokenBorders(t, nil) {
		t.Error(wrong)
	}
	date := regexp.MustCompile(`"date":(\d+)`)
	undated := mishears(func(h *hall, updates string) string {
		return date.ReplaceAllString(updates, fmt.Sprintf(`"date":%d`, h.tg.Now().Unix()-5))
	})
	if len(brokenBorders(t, undated)) == 0 {
		t.Error("nobody notices a bot that does not know when a text was written")
	}
	slow := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		waits := false
		return client(func(r *http.Request) (*http.Response, error) {
			if !is(r, "getUpdates") || h.bot == nil || len(h.bot.GameIDs()) == 0 {
				return next.Do(r)
			}
			g := h.game()
			if waits = waits && g.Floor() == 1; waits {
				wait, _ := time.ParseDuration(form(r).Get("timeout") + "s")
				h.tg.Sleep(wait)
				return answer(r, http.StatusOK, `{"ok":true,"result":[]}`)
			}
			resp, err := next.Do(r)
			if err != nil {
				return resp, err
			}
			raw, err := io.ReadAll(resp.Body)
			if waits = g.Floor() == 1 && strings.Contains(string(raw), "Выставляю"); waits {
				raw = []byte(`{"ok":true,"result":[]}`)
			}
			resp.Body = io.NopCloser(strings.NewReader(string(raw)))
			return resp, err
		}), h
	}
	if len(brokenBorders(t, slow)) == 0 {
		t.Error("nobody notices a bot that hears a text when the next one speaks")
	}
}

// pressAfter presses the button of the first candidate when the window of the second
// has just opened, at the very instant, and again in the middle of it. It returns what
// is answered, and whether the game took notice.
func pressAfter(t *testing.T, planted leak) (toasts []string, changed bool) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	g := h.voting()
	u, old := h.people[h.seatOf(g, 9)], h.last(h.group, "Кто голосует")
	if old == nil || len(old.Buttons) == 0 {
		t.Fatal("there is nothing to press")
	}
	for _, where := range []engine.Stage{engine.Lead{}, engine.Voting{}} {
		window := g.Clock.Window
		g = h.until("the next window", func(g engine.Game) bool {
			return g.Clock.Window > window && g.Clock.Opened != 0 && fmt.Sprintf("%T", g.Stage) == fmt.Sprintf("%T", where)
		})
		for _, wait := range []time.Duration{0, 2 * time.Second} {
			h.pass(wait)
			before := h.game()
			tap := u.Forge(old, old.Buttons[0][0].Data)
			h.settle()
			toasts = append(toasts, tap.Read().Text)
			changed = changed || h.game() != before
		}
	}
	return toasts, changed
}

// B09: a press for a window that is over, taken in the next ones, from their first
// instant on, is refused in words and changes nothing.
func TestB09APressForThePhaseBefore(t *testing.T) {
	toasts, changed := pressAfter(t, nil)
	for _, toast := range toasts {
		if toast != note("vote_late") {
			t.Errorf("he is answered %q", toast)
		}
	}
	if changed {
		t.Error("the game has changed")
	}
	data := regexp.MustCompile(`"data":"vote[^"]*"`)
	_, changed = pressAfter(t, mishears(func(h *hall, updates string) string {
		if len(h.bot.GameIDs()) == 0 {
			return updates
		}
		return data.ReplaceAllString(updates, fmt.Sprintf(`"data":%q`, bot.ButtonData(h.id, h.game().Clock.Window, engine.Vote{Seat: 6})))
	}))
	if !changed {
		t.Error("nobody notices a bot that takes every press for the present window")
	}
}

// removed ends a game before its time: the blacks talk without the floor until they
// are out.
func (h *hall) removed() {
	h.t.Helper()
	g := h.until("a speech", func(g engine.Game) bool { return g.Floor() != 0 && g.Clock.Opened != 0 })
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
		h.pass(4 * time.Second)
		if g = h.game(); g.Ended() {
			h.settle()
			return
		}
	}
	h.t.Fatalf("the game goes on at %T", g.Stage)
}

// said counts what the bot has done in the group and in the private chats.
func (h *hall) said() (n int) {
	for _, e := range h.tg.Journal() {
		if e.Act == tgtest.Sent || e.Act == tgtest.Deleted || e.Act == tgtest.Edited && e.User == nil {
			n++
		}
	}
	return n
}

// afterwards ends a game early, lets a day pass and plays a second one at the same
// table. It says what the first has to do with it all.
func afterwards(t *testing.T, planted leak) (out []string) {
	t.Helper()
	h := scene{seed: 2, leak: planted}.open(t)
	h.seated("czernowitz table")
	h.removed()
	h.until("the end of the opinions", func(g engine.Game) bool { return g.Finished() })
	h.settle()
	for !h.bot.Spent() {
		h.round() // the last buttons go when the group is quiet
	}
	first, said, log := h.id, h.said(), len(h.chronicle(h.id))
	h.every = 64
	h.pass(24 * time.Hour)
	if n := h.said(); n != said {
		out = append(out, fmt.Sprintf("%d messages in the day behind the game", n-said))
	}
	h.every = 1
	h.seated("czernowitz table")
	h.until("the second speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	h.pass(30 * time.Second)
	if n := len(h.chronicle(first)); n != log || h.id == first {
		out = append(out, fmt.Sprintf("the log of the first game has grown by %d", n-log))
	}
	if _, ok := h.bot.Game(first); ok {
		out = append(out, "the bot still holds the first game")
	}
	return out
}

// B10: a game ends early, by removals. Nothing of it is heard in the day that follows,
// nor in the next game at the table; a bot with a timer left is caught.
func TestB10NoTimerOutlivesItsGame(t *testing.T) {
	for _, wrong := range afterwards(t, nil) {
		t.Error(wrong)
	}
	wrong := afterwards(t, func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		fired := false
		return client(func(r *http.Request) (*http.Response, error) {
			if fired || !is(r, "getUpdates") || h.group == nil {
				return next.Do(r)
			}
			end := h.last(h.group, "Стоп игра")
			if fired = end != nil && h.tg.Now().Sub(end.Date) > time.Hour; fired {
				late := *r
				late.URL = r.URL.JoinPath("..", "sendMessage")
				late.Body = io.NopCloser(strings.NewReader(fmt.Sprintf("chat_id=%d&text=10", h.group.ID)))
				if _, err := next.Do(&late); err != nil {
					return nil, err
				}
			}
			return next.Do(r)
		}), h
	})
	if len(wrong) == 0 {
		t.Error("nobody notices a timer that fires behind its game")
	}
}
