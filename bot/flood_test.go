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
)

const floodFor = 37 * time.Second

// deluge is an evening of two tables; the group of the second is flooded for 37 s
// by the first request that fits.
type deluge struct {
	fits   func(c tgtest.Call) bool // nil: nothing is flooded
	lasts  time.Duration
	ends   bool              // both games are played to their ends
	won    [2]engine.Verdict // of the two tables, in games that end
	armed  bool              // both tables are dealt
	from   time.Time         // when the flood began; zero before it
	warned bool              // «10 секунд» has been said once in the second group; then somebody talks
	wet    *tgtest.Chat      // the group that is flooded
	dry    []string          // what the first group and its people get, with the instants, until end
	end    time.Time         // the first table has come to its second night
	posts  []string          // what the second group gets, in order
	stands []string          // what stands there in the end, of people, too, in no order
	breach []string          // what is wrong whatever the other run says
}

func (d *deluge) until() time.Time { return d.from.Add(d.lasts) }

func (d *deluge) find(format string, args ...any) {
	d.breach = append(d.breach, fmt.Sprintf(format, args...))
}

// lightSleeper is a clock whose sleep ends when somebody does something: what the
// bot hears is then no later for what else it waits for. Run needs none: its polls
// go on while it waits.
type lightSleeper struct{ *hall }

func (c lightSleeper) Sleep(d time.Duration) {
	if at, planned := c.tg.Planned(); planned {
		d = max(0, min(d, at.Sub(c.tg.Now())))
	}
	c.tg.Sleep(d)
}

func lightly(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return next, lightSleeper{h}
}

// runDeluge plays both tables until the second night of each. In the second somebody
// talks without the floor, so that something is deleted there.
func runDeluge(t *testing.T, fits func(tgtest.Call) bool, planted func(*deluge) leak) *deluge {
	t.Helper()
	d := &deluge{fits: fits, lasts: floodFor}
	d.run(t, planted)
	return d
}

func (d *deluge) run(t *testing.T, planted func(*deluge) leak) {
	t.Helper()
	fits := d.fits
	if planted == nil {
		planted = func(*deluge) leak { return lightly }
	}
	a := scene{seed: 4, leak: planted(d)}.open(t)
	a.every = 16
	b := a.beside("Мафия по пятницам", otherNicks)
	d.wet = b.group
	a.tg.Inject(func(c tgtest.Call) tgtest.Fault {
		if fits != nil && d.armed && d.from.IsZero() && c.ChatID == b.group.ID && fits(c) {
			d.from = c.At
			a.tg.Flood(b.group, int(d.lasts/time.Second))
			d.ask(b, b.people[3])
		}
		if c.ChatID == b.group.ID && strings.Contains(c.Params["text"], "10 секунд") && !d.warned {
			d.warned = true
			g := b.game()
			u := b.people[b.seatOf(g, g.Floor()%10+1)]
			a.tg.At(c.At.Add(2*time.Second), func() { u.Say(b.group, "ну сколько можно") })
		}
		return tgtest.Fault{}
	})
	a.seated("czernowitz table")
	b.seated("federation table")
	pa, pb := &puppets{h: a, seed: 11, mild: true}, &puppets{h: b, seed: 12, mild: true}
	b.talker(pb)
	d.armed = true
	over := func(g engine.Game) bool { return g.Finished() || g.Night >= 2 && !d.ends }
	for end := a.tg.Now().Add(2 * time.Hour); !over(a.game()) || !over(b.game()); a.round() {
		if a.tg.Now().After(end) {
			t.Fatalf("the games stand at %T and %T", a.game().Stage, b.game().Stage)
		}
		if d.end.IsZero() && over(a.game()) {
			d.end = a.tg.Now()
		}
		pa.look(a.game())
		pb.look(b.game())
	}
	d.won = [2]engine.Verdict{a.game().Verdict, b.game().Verdict}
	a.settle()
	d.read(a, b)
}

// talker lets two people say a word without the floor in the fourth speech of the first
// day, the second of them while a flood lasts that the first has begun.
func (h *hall) talker(p *puppets) {
	for s := range h.game().Drawn.All() {
		h.seatOf(h.game(), s)
	}
	said := false
	h.tg.Watch(func(e tgtest.Entry) {
		if e.Chat == h.group && e.Act == tgtest.Sent && strings.Contains(e.Post.Text, "Игрок номер 4 (") && !said {
			said = true
			for ms, n := range map[int]engine.Seat{3000: 9, 5000: 10} {
				u := h.people[h.seats[n]]
				p.at(ms, func() { u.Say(h.group, "ну сколько можно") })
			}
		}
	})
}

// ask lets somebody of the second table ask something in private five seconds into
// the flood.
func (d *deluge) ask(h *hall, u *tgtest.User) {
	at, private := d.from.Add(5*time.Second), h.tg.Private(u)
	h.tg.At(at, func() {
		posts := len(private.Posts())
		u.Say(private, "/fouls")
		h.tg.At(at.Add(time.Millisecond), func() {
			if len(private.Posts()) < posts+2 {
				d.find("private: nobody answers at once who asks in private")
			}
		})
	})
}

// read gathers what was to be seen.
func (d *deluge) read(a, b *hall) {
	for _, r := range a.tg.Requests() {
		if d.from.IsZero() || !r.At.After(d.from) || !r.At.Before(d.until()) || strings.HasPrefix(r.Method, "get") {
			continue
		}
		if r.Params["chat_id"] == fmt.Sprint(b.group.ID) {
			d.find("early: %s %v before its time", r.Method, d.until().Sub(r.At))
		}
	}
	for _, e := range a.tg.Journal() {
		if e.Chat == nil || e.Post == nil || e.Act != tgtest.Sent && e.Act != tgtest.Edited && e.Act != tgtest.Deleted {
			continue
		}
		switch mine := e.Chat == a.group || e.Chat.Private() && slices.Contains(a.people, e.Chat.Peer()); {
		case mine && e.At.After(d.end):
		case mine:
			d.dry = append(d.dry, fmt.Sprint(e.At.UnixMilli(), e.Chat.ID, e.Act, e.Post.Text))
		case e.Chat == b.group && e.Act == tgtest.Sent && !warning(e.Post):
			d.posts = append(d.posts, strings.Split(e.Post.Text, "\n")...) // what has waited comes with its border, line for line
		}
	}
	for _, p := range b.group.Posts() {
		if !warning(p) {
			d.stands = append(d.stands, strings.Split(p.Text, "\n")...)
		}
	}
	slices.Sort(d.stands)
	d.minutes(b)
}

// warning reports whether a post is «10 секунд»: behind the end of its speech it is
// wrong, and is left out.
func warning(p *tgtest.Post) bool {
	return p.From == nil && strings.HasPrefix(p.Text, "10 секунд")
}

// minutes holds the beginning of each window of the second table against the border
// that it stands behind.
func (d *deluge) minutes(b *hall) {
	out := map[int64]time.Time{} // when a message came, or got its buttons
	for _, e := range b.tg.Journal() {
		if e.Chat == b.group && e.Post != nil && e.Post.From == nil && (e.Act == tgtest.Sent || e.Act == tgtest.Edited && len(e.Post.Buttons) > 0) {
			out[int64(e.Post.ID)] = e.At
		}
	}
	var called engine.Event
	for _, h := range b.chronicle(b.id) {
		switch e := h.Event.(type) {
		case engine.SpeechCalled, engine.VoteCalled, engine.LastWordCalled, engine.NightFell:
			called = e
		case engine.Opened:
			at, known := out[e.Mark]
			if called != nil && (!known || e.At.Time().Before(at)) {
				d.find("minute: the window of %T %v begins at %v, its border is out at %v", called, called, e.At.Time(), at)
			}
			called = nil
		}
	}
}

// breaches says what is wrong with an evening, by the same evening without a flood.
func (d *deluge) breaches(calm *deluge) []string {
	out := d.breach
	if diff := differLines("the first table", calm.dry, d.dry); diff != "" {
		out = append(out, "others: "+diff)
	}
	if diff := differLines("the second group", calm.posts, d.posts); diff != "" {
		out = append(out, "order: "+diff)
	}
	if diff := differLines("the second group, as it stands,", calm.stands, d.stands); diff != "" {
		out = append(out, "stands: "+diff)
	}
	return out
}

// wets are requests that begin a flood, one of each kind.
var wets = map[string]func(tgtest.Call) bool{
	"a border":   func(c tgtest.Call) bool { return strings.Contains(c.Params["text"], "Игрок номер 6 (") },
	"a deletion": func(c tgtest.Call) bool { return c.Method == "deleteMessage" },
	"a warning":  func(c tgtest.Call) bool { return strings.Contains(c.Params["text"], "10 секунд") },
	"a vote's button": func(c tgtest.Call) bool {
		return c.Method == "editMessageText" && strings.Contains(c.Params["reply_markup"], "vote.")
	},
	"nightfall": func(c tgtest.Call) bool { return strings.Contains(c.Params["text"], "Наступает ночь") },
}

// A flood wait of 37 seconds in the second of two groups, begun by a request of each
// kind: nothing goes there before it is over, then everything does, once and in its
// order, and no minute begins before its border is out; the other table and its
// people get everything at the very instants at which they do without the flood
// (B31, I4, I5, I11, I15).
func TestB31AFloodOfOneGroup(t *testing.T) {
	calm := runDeluge(t, nil, nil)
	if len(calm.breach) > 0 || len(calm.dry) < 100 || len(calm.posts) < 40 {
		t.Fatalf("without a flood: %v, %d and %d posts", calm.breach, len(calm.dry), len(calm.posts))
	}
	sent := 0
	all := map[string]func(tgtest.Call) bool{"the fifteenth message": func(c tgtest.Call) bool {
		if c.Method == "sendMessage" {
			sent++
		}
		return c.Method == "sendMessage" && sent == 15
	}}
	maps.Copy(all, wets)
	for name, fits := range all {
		d := runDeluge(t, fits, nil)
		if d.from.IsZero() {
			t.Errorf("%s never came", name)
		}
		for _, breach := range d.breaches(calm) {
			t.Errorf("%s: %s", name, breach)
		}
	}
	t.Logf("%d posts at the first table, %d in the second group", len(calm.dry), len(calm.posts))
}

// A flood wait of a minute in one group, whole games: both end as they do without it, and
// nobody of the first table gets anything a second later (B31, I15).
func TestAMinutesFloodChangesNoGame(t *testing.T) {
	calm := &deluge{lasts: time.Minute, ends: true}
	calm.run(t, nil)
	d := &deluge{lasts: time.Minute, ends: true, fits: wets["a border"]}
	d.run(t, nil)
	if d.from.IsZero() || calm.won[0] == 0 || calm.won[1] == 0 || d.won != calm.won {
		t.Errorf("flooded at %v the games end with %v, without with %v", d.from, d.won, calm.won)
	}
	for _, breach := range d.breaches(calm) {
		t.Error(breach)
	}
}

// naive is a bot that makes something else of a flood wait.
func naive(what func(d *deluge, h *hall, r *http.Request, next tgbotapi.HTTPClient) (*http.Response, error)) func(*deluge) leak {
	return func(d *deluge) leak {
		return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
			return client(func(r *http.Request) (*http.Response, error) {
				v := form(r)
				resp, err := next.Do(r)
				if err != nil || resp.StatusCode != http.StatusTooManyRequests {
					return resp, err
				}
				refill(r, v)
				return what(d, h, r, next)
			}), lightSleeper{h}
		}
	}
}

// Bots that wait for too little, for everybody, or not at all are caught.
func TestB31NaiveBotsAreCaught(t *testing.T) {
	calm := runDeluge(t, nil, nil)
	for name, c := range map[string]struct {
		planted func(*deluge) leak
		want    string
	}{
		"one that tries again as after any fault": {naive(func(_ *deluge, _ *hall, r *http.Request, _ tgbotapi.HTTPClient) (*http.Response, error) {
			return answer(r, http.StatusOK, broken)
		}), "early"},
		"one that sleeps it off": {naive(func(d *deluge, h *hall, r *http.Request, next tgbotapi.HTTPClient) (*http.Response, error) {
			h.tg.Sleep(d.until().Sub(h.tg.Now()))
			return next.Do(r)
		}), "others"},
		"one that gives up": {naive(func(_ *deluge, _ *hall, r *http.Request, _ tgbotapi.HTTPClient) (*http.Response, error) {
			return answer(r, http.StatusOK, `{"ok":false,"error_code":400,"description":"Bad Request: too many"}`)
		}), "order"},
		"one that takes it for done": {naive(func(_ *deluge, h *hall, r *http.Request, _ tgbotapi.HTTPClient) (*http.Response, error) {
			return answer(r, http.StatusOK, fmt.Sprintf(`{"ok":true,"result":{"message_id":1,"date":%d}}`, h.tg.Now().Unix()))
		}), "minute"},
	} {
		found := runDeluge(t, wets["a border"], c.planted).breaches(calm)
		if !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, c.want+":") }) {
			t.Errorf("nobody notices %s: %v", name, found)
		}
	}
}
