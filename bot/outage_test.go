package bot_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/storage"
)

// happened is an entry of a game's log.
type happened struct {
	engine.Event
	at time.Time
}

// chronicle reads the log of a game, finished or not.
func (h *hall) chronicle(id storage.GameID) (out []happened) {
	h.t.Helper()
	err := h.db.View(func(tx *storage.Tx) error {
		for _, record := range tx.Log(id) {
			e, at, err := engine.Decode(record)
			if err != nil {
				return err
			}
			out = append(out, happened{e, at})
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

// bear is a round that bears a Telegram out of reach: after the n-th poll that
// failed in a row it waits as Run does, and goes on.
func (h *hall) bear(failed *int) {
	h.t.Helper()
	if err := h.poll(); err != nil {
		h.tg.Sleep(min(500*time.Millisecond<<min(*failed, 4), 5*time.Second))
		*failed++
	} else {
		*failed = 0
	}
	for _, f := range []func() error{h.bot.Turn, h.send} {
		if err := f(); err != nil {
			h.t.Fatal(err)
		}
	}
	h.check(false)
}

const (
	awayFor   = 60 * time.Second
	candidate = engine.Seat(5) // the first of two, 5 and 6
)

// absence says when Telegram goes away: so long after a window of the first
// candidate has opened. The zero absence is none.
type absence struct {
	stage string
	after time.Duration
}

// spell is a ballot and what an absence of Telegram did to it.
type spell struct {
	absence
	down, up time.Time // when Telegram went away, and came back
	heard    time.Time // the first poll that was answered then
	open     bool      // the vote window was open when Telegram went away
	closed   time.Time // of the first candidate
	votes    map[engine.Seat]engine.Seat
	closes   []engine.CandidateClosed
	end      string // the stage behind the ballot
	fouls    int
	told     map[string]int
	notices  int
	attempts []string // requests besides polls while Telegram was away
}

// away reports whether Telegram is out of reach.
func (s *spell) away(now time.Time) bool {
	return !s.down.IsZero() && !now.Before(s.down) && now.Before(s.up)
}

// spoken brings a table behind its speeches, with the candidates 5 and 6: the
// ballot is announced.
func (h *hall) spoken() {
	h.t.Helper()
	h.seated("czernowitz table")
	for n := engine.Seat(1); n <= 10; n++ {
		g := h.until("a speech", func(g engine.Game) bool { return g.Floor() == n && g.Clock.Opened != 0 })
		u := h.people[h.seatOf(g, n)]
		if n <= 2 {
			press(u, h.group, engine.Nominate{Seat: candidate + n - 1})
		}
		u.Say(h.group, "Спасибо")
	}
}

// hands lets everybody vote by the button as it appears: 1 to 4 for the first
// candidate, the others but seat 6 for the second. Of an open window that Telegram
// left, seat 3 presses while it is away, and seat 4 ten seconds after it is back.
func (h *hall) hands(s *spell) {
	for n := range h.game().Drawn.All() {
		h.seatOf(h.game(), n)
	}
	voters := map[engine.Seat][]engine.Seat{candidate: {1, 2, 3, 4}, candidate + 1: {5, 7, 8, 9, 10}}
	seen := map[engine.Seat]bool{}
	h.tg.Watch(func(e tgtest.Entry) {
		if e.Chat != h.group || e.Act != tgtest.Edited || len(e.Post.Buttons) == 0 {
			return
		}
		p, _ := bot.ParseButton(e.Post.Buttons[0][0].Data)
		v, ok := p.Command.(engine.Vote)
		if !ok || seen[v.Seat] {
			return
		}
		seen[v.Seat] = true
		for i, n := range voters[v.Seat] {
			at := e.At.Add(time.Duration(500+1000*i) * time.Millisecond)
			if s.stage == "Voting" && v.Seat == candidate && n >= 3 {
				if at = e.At.Add(s.after + awayFor/2); n == 4 {
					at = e.At.Add(s.after + awayFor + 10*time.Second)
				}
			}
			u := h.people[h.seats[n]]
			h.tg.At(at, func() { press(u, h.group, v) })
		}
	})
}

// between counts what is attempted while Telegram is away; a breach may stand
// behind it.
func (s *spell) between(planted func(*spell) leak) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		var clock bot.Clock = h
		if planted != nil {
			next, clock = planted(s)(h, next)
		}
		return client(func(r *http.Request) (*http.Response, error) {
			if s.away(h.tg.Now()) && !is(r, "getUpdates") {
				s.attempts = append(s.attempts, r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:])
			}
			return next.Do(r)
		}), clock
	}
}

// runSpell plays the ballot. If talks, somebody without the floor says something
// ten seconds into the absence, or into the vote if there is none.
func runSpell(t *testing.T, a absence, talks bool, planted func(*spell) leak) *spell {
	t.Helper()
	s := &spell{absence: a}
	h := scene{seed: 1, leak: s.between(planted)}.open(t)
	h.spoken()
	h.hands(s)
	before := h.told()
	planned, failed := false, 0
	for end := h.tg.Now().Add(5 * time.Minute); ; h.bear(&failed) {
		g := h.game()
		if s.closed.IsZero() && g.Ballot.Index == 1 {
			s.closed = h.tg.Now()
		}
		stage := strings.TrimPrefix(fmt.Sprintf("%T", g.Stage), "engine.")
		if stage == "LastWord" && g.Clock.Opened != 0 || h.tg.Now().After(end) {
			s.end = stage
			break
		}
		if planned || g.Clock.Opened == 0 || stage != a.stage && (a.stage != "" || stage != "Voting") {
			continue
		}
		planned = true
		h.leave(s, g, talks)
	}
	h.settle()
	s.read(h, before)
	return s
}

// leave plans the absence, and who talks in it. Shortly before, somebody asks for so
// much that some of it still waits to go out.
func (h *hall) leave(s *spell, g engine.Game, talks bool) {
	at := g.Clock.Opened.Time().Add(s.after)
	h.tg.At(at.Add(-50*time.Millisecond), func() { // more answers than a chat takes at once
		u := h.people[h.seats[10]]
		for _, text := range strings.Fields("/help /fouls /rules /vote /leave") {
			u.Say(h.tg.Private(u), text)
		}
	})
	if s.stage != "" {
		s.down, s.up, s.open = at, at.Add(awayFor), s.stage == "Voting"
		h.tg.At(s.down, func() { h.tg.Down(true) })
		h.tg.At(s.up, func() { h.tg.Down(false) })
		at = at.Add(9 * time.Second)
	}
	if talks {
		u := h.people[h.seats[7]]
		h.tg.At(at.Add(time.Second), func() { u.Say(h.group, "ну сколько можно") })
	}
}

// read gathers what came of it.
func (s *spell) read(h *hall, before map[string]int) {
	s.votes = map[engine.Seat]engine.Seat{}
	for _, e := range h.chronicle(h.id) {
		switch e := e.Event.(type) {
		case engine.Voted:
			s.votes[e.By] = e.Seat
		case engine.CandidateClosed:
			s.closes = append(s.closes, e)
		case engine.Fouled:
			s.fouls++
		}
	}
	for _, r := range h.tg.Requests() {
		if r.Poll && r.Code == http.StatusOK && !s.down.IsZero() && !r.At.Before(s.up) {
			s.heard = r.At
			break
		}
	}
	s.told = h.told()
	for text, n := range before {
		if s.told[text] -= n; s.told[text] == 0 {
			delete(s.told, text)
		}
	}
	for text, n := range s.told {
		if strings.Contains(text, "Связь прерывалась") {
			s.notices += n
			delete(s.told, text)
		}
	}
}

// breaches says which promises the absence broke, by the same ballot without one
// (I4, I10, G18, E45).
func (s *spell) breaches(calm *spell) (out []string) {
	breach := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if !maps.Equal(s.votes, calm.votes) {
		breach("votes: %v, undisturbed %v", s.votes, calm.votes)
	}
	if !slices.Equal(s.closes, calm.closes) || s.end != calm.end {
		breach("result: %v, then %s; undisturbed %v, then %s", s.closes, s.end, calm.closes, calm.end)
	}
	if s.fouls != 0 {
		breach("fouls: %d", s.fouls)
	}
	if s.closed.Before(s.heard) {
		breach("closed: at %v, Telegram is heard at %v", s.closed, s.heard)
	}
	if left := s.closed.Sub(s.heard); s.open && left < engine.ResumeFloor*time.Second {
		breach("floor: closed %v after Telegram was heard", left)
	}
	if s.notices != 1 {
		breach("line: the table hears %d times of it", s.notices)
	}
	if len(s.attempts) > 0 {
		breach("attempts: while Telegram was away %v", s.attempts)
	}
	for text, n := range s.told {
		if n > calm.told[text] {
			breach("twice: %d times instead of %d: %s", n, calm.told[text], text)
		}
	}
	for text, n := range calm.told {
		if s.told[text] < n {
			breach("lost: %s", text)
		}
	}
	return out
}

// Telegram is away for a minute around a vote: nobody loses a vote that he pressed
// before or meanwhile, no text costs a foul, nobody votes by default because of it;
// the window is closed when Telegram has been heard again and fifteen seconds more
// have passed, one line tells the table, nothing is tried meanwhile but polls, and
// nothing is told twice (B05, I4, I10, G18, E45).
func TestOutageAroundABallot(t *testing.T) {
	calm := runSpell(t, absence{}, false, nil)
	if len(calm.votes) != 9 || len(calm.closes) != 2 || calm.closes[1].Rest != engine.SetOf(6) || calm.end != "LastWord" {
		t.Fatalf("undisturbed: votes %v, %v, then %s", calm.votes, calm.closes, calm.end)
	}
	if noisy := runSpell(t, absence{}, true, nil); noisy.fouls != 1 {
		t.Fatalf("the text costs %d fouls when Telegram is there", noisy.fouls)
	}
	for _, a := range absences {
		s := runSpell(t, a, true, nil)
		for _, breach := range s.breaches(calm) {
			t.Errorf("%s + %v: %s", a.stage, a.after, breach)
		}
		t.Logf("%s + %v: heard %v after it was back, closed %v later", a.stage, a.after, s.heard.Sub(s.up), s.closed.Sub(s.heard))
	}
}

// absences begin before the lead, in it, in the vote window and at its end.
var absences = []absence{
	{"Announce", 0}, {"Announce", 2 * time.Second}, {"Announce", 6900 * time.Millisecond},
	{"Lead", 0}, {"Lead", 3 * time.Second}, {"Lead", 4999 * time.Millisecond}, {"Lead", 6500 * time.Millisecond},
	{"Voting", 0}, {"Voting", time.Second}, {"Voting", 3 * time.Second},
	{"Voting", 4999 * time.Millisecond}, {"Voting", 5 * time.Second}, {"Voting", 5001 * time.Millisecond},
}

// deaf is a bot that takes silence for an answer: nobody says anything, so it goes
// on by the clock, and tries to tell.
func deaf(s *spell) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			wait := time.Duration(0)
			if is(r, "getUpdates") {
				wait, _ = time.ParseDuration(form(r).Get("timeout") + "s")
			}
			resp, err := next.Do(r)
			if err == nil || !is(r, "getUpdates") {
				return resp, err
			}
			h.tg.Sleep(wait)
			return answer(r, http.StatusOK, `{"ok":true,"result":[]}`)
		}), h
	}
}

// fastClock is the clock of a bot that runs ahead once Telegram is back.
type fastClock struct {
	*hall
	s *spell
}

func (c fastClock) Now() time.Time {
	now := c.tg.Now()
	if !c.s.down.IsZero() && now.After(c.s.up.Add(7*time.Second)) {
		return now.Add(6 * time.Second)
	}
	return now
}

func impatient(s *spell) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) { return next, fastClock{h, s} }
}

// stutter is a bot that says everything twice once Telegram is back.
func stutter(s *spell) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			if !s.down.IsZero() && h.tg.Now().After(s.up) && is(r, "sendMessage") {
				v := form(r)
				if resp, err := next.Do(r); err != nil {
					return resp, err
				}
				refill(r, v)
			}
			return next.Do(r)
		}), h
	}
}

// mute is a bot that keeps the outage for itself.
func mute(s *spell) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return faulty(func(_ *hall, r *http.Request) string {
			if is(r, "sendMessage") && strings.Contains(form(r).Get("text"), "Связь прерывалась") {
				return fmt.Sprintf(`{"ok":true,"result":{"message_id":1,"date":%d}}`, h.tg.Now().Unix())
			}
			return ""
		})(h, next)
	}
}

// Bots that break a promise in an outage are caught.
func TestBreachesInAnOutageAreCaught(t *testing.T) {
	calm := runSpell(t, absence{}, false, nil)
	for name, c := range map[string]struct {
		planted func(*spell) leak
		want    []string
	}{
		"deaf":      {deaf, []string{"votes", "result", "fouls", "closed", "floor", "line", "attempts"}},
		"impatient": {impatient, []string{"floor"}},
		"stutter":   {stutter, []string{"twice", "line"}},
		"mute":      {mute, []string{"line"}},
	} {
		found := runSpell(t, absence{"Voting", time.Second}, true, c.planted).breaches(calm)
		for _, want := range c.want {
			if !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, want+":") }) {
				t.Errorf("%s: nobody notices what is wrong with the %s; %v", name, want, found)
			}
		}
	}
}

// What a clock would say into an outage is not said: neither «10 секунд» nor the
// thanks of a speech whose end nobody can have heard; behind it the speaker has
// what he lost.
func TestNothingIsSaidIntoAnOutage(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	g := h.until("a speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	opened, posts := g.Clock.Opened.Time(), len(h.group.Posts())
	h.pass(opened.Add(30 * time.Second).Sub(h.tg.Now()))
	h.tg.Down(true)
	h.tg.At(opened.Add(90*time.Second), func() { h.tg.Down(false) })
	failed := 0
	for h.tg.Now().Before(opened.Add(95 * time.Second)) {
		h.bear(&failed)
	}
	for _, p := range h.group.Posts()[posts:] {
		if !strings.HasPrefix(p.Text, "Связь прерывалась") {
			t.Errorf("said into the outage: %q", p.Text)
		}
	}
	g = h.game()
	if left := g.Clock.Ends().Time().Sub(opened.Add(90 * time.Second)); g.Floor() != 2 || left < 27*time.Second || left > 36*time.Second {
		t.Errorf("the floor is with %d, who has %v left of 30 seconds", g.Floor(), left)
	}
}

// The speaker has thanked while Telegram was away: the table hears of the outage,
// and not that he has so many seconds left, beside the next one's minute.
func TestAnOutageInWhichASpeechEnds(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	g := h.until("a speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	opened, u := g.Clock.Opened.Time(), h.people[h.seatOf(g, 2)]
	h.pass(opened.Add(20 * time.Second).Sub(h.tg.Now()))
	h.tg.Down(true)
	h.tg.At(opened.Add(30*time.Second), func() { u.Say(h.group, "Спасибо") })
	h.tg.At(opened.Add(80*time.Second), func() { h.tg.Down(false) })
	failed := 0
	for h.tg.Now().Before(opened.Add(85 * time.Second)) {
		h.bear(&failed)
	}
	told := h.last(h.group, "Связь прерывалась")
	if told == nil || !strings.HasSuffix(strings.Split(told.Text, "\n")[0], "Игра продолжается.") || h.last(h.group, "Игрок номер 3 (") == nil {
		t.Errorf("the table reads %+v", told)
	}
}
