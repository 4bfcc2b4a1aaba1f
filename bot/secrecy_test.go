package bot_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// Two deals, one day (I7): an evening is played twice, the second time with the
// roles of two seats exchanged; nobody else can tell the two apart.

// rigged is a source of chance whose deal is chosen; draws come from a seed.
type rigged struct {
	deal engine.Key
	rest *rand.ChaCha8
}

func (r rigged) Read(b []byte) (int, error) {
	if len(b) == len(r.deal) {
		return copy(b, r.deal[:]), nil
	}
	return r.rest.Read(b)
}

// keyFor searches for a seed that deals the wanted roles.
func keyFor(t *testing.T, want [engine.MaxSeats + 1]engine.Role) engine.Key {
	t.Helper()
	for n := range 200000 {
		var k engine.Key
		copy(k[:], strconv.Itoa(n))
		if roles, err := engine.DealFrom(k, 10); err == nil && roles == want {
			return k
		}
	}
	t.Fatal("no seed deals these roles")
	return engine.Key{}
}

// kinds are the six kinds of pairs of different roles.
var kinds = [][2]engine.Role{
	{engine.Citizen, engine.Sheriff}, {engine.Citizen, engine.Mafia}, {engine.Citizen, engine.Don},
	{engine.Sheriff, engine.Mafia}, {engine.Sheriff, engine.Don}, {engine.Mafia, engine.Don},
}

// pairOf picks two seats of the two roles.
func pairOf(p *puppets, roles [engine.MaxSeats + 1]engine.Role, kind [2]engine.Role) (a, b engine.Seat) {
	pick := func(r engine.Role) engine.Seat {
		var all []engine.Seat
		for s, q := range roles {
			if q == r {
				all = append(all, engine.Seat(s))
			}
		}
		return all[p.dice(len(all), "pair", r)]
	}
	return pick(kind[0]), pick(kind[1])
}

// trace is what others can see of an evening.
type trace struct {
	group   []string
	log     []string
	private map[engine.Seat][]string
	judge   []string // all that he reads, edits too
	mutes   []string // who may write in the group, and since when
	nights  int
}

var seal = regexp.MustCompile(`[0-9a-f]{64}`)

// relayed are the messages that reach one person because he, or his own, wrote:
// relay copies and answers.
func relayed(text string) bool {
	if strings.Contains(text, whispered) || strings.Contains(text, inBriefing) {
		return true // relayed by the nick of a partner
	}
	for _, start := range []string{"Игрок номер", "Дон: заказ", "Город спит, ", "Договорка окончена", "Ведущий Вас видит", "Судья Вас видит"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// masked are rules by which blindfolds are put on.
const masked = "club2010 table, with blindfolds"

// happening is what happens in an evening besides, to the pair whose roles are exchanged or
// to others; it is asked before each round, and ends the comparison.
type happening func(h *hall, pair [2]engine.Seat) (over func(engine.Game) bool)

// evening plays one deal until one of the pair leaves or the game ends.
func evening(t *testing.T, seed uint64, deal engine.Key, rules string, pair [2]engine.Seat, planted leak, happens happening) trace {
	t.Helper()
	h := scene{seed: seed, chance: rigged{deal, chance(seed)}, leak: planted}.open(t)
	h.every = 32
	h.begins(rules)
	p := &puppets{h: h, seed: seed}
	also := func(engine.Game) bool { return false }
	if happens != nil {
		also = happens(h, pair)
	}
	gone := func(g engine.Game) bool {
		return also(g) || g.Finished() || g.Verdict != 0 || g.Running() && !(g.Living.Has(pair[0]) && g.Living.Has(pair[1]))
	}
	p.play(gone)
	return h.trace(pair)
}

// trace reads the journal up to the moment at which one of the pair left.
func (h *hall) trace(pair [2]engine.Seat) trace {
	g := h.game()
	out := trace{private: map[engine.Seat][]string{}, nights: int(g.Night)}
	if _, fall := g.Stage.(engine.Fall); fall {
		out.nights--
	}
	for _, l := range h.logged {
		if l.at.Before(h.tg.Now()) {
			out.log = append(out.log, fmt.Sprint(l.at.UnixMilli(), " ", l.line))
		}
	}
	seats := h.phones(g)
	now := h.tg.Now()
	out.mutes = h.standings(now)
	for _, e := range h.tg.Journal() {
		if !e.At.Before(now) || e.Chat == nil || e.Post == nil || e.Post.From != nil {
			continue // the moment itself may tell who left, and why
		}
		if e.Act != tgtest.Sent && e.Act != tgtest.Edited && e.Act != tgtest.Deleted {
			continue
		}
		if e.Chat == h.group {
			out.group = append(out.group, seal.ReplaceAllString(fmt.Sprint(e.At.UnixMilli(), e.Act, e.Post.ID, e.Post.Silent, e.Post.Text, e.Post.Buttons), "…"))
			continue
		}
		if h.judge != nil && e.Chat.ID == h.judge.ID {
			out.judge = append(out.judge, fmt.Sprint(e.At.UnixMilli(), e.Act, e.Post.Silent, e.Post.Text, e.Post.Buttons))
		}
		if s, ok := seats[e.Chat.ID]; ok && e.Act == tgtest.Sent && !relayed(e.Post.Text) {
			out.private[s] = append(out.private[s], fmt.Sprint(e.At.UnixMilli(), e.Post.Silent))
		}
	}
	return out
}

// differ says how two evenings differ, "" if they do not. The second may have
// ended sooner or later than the first; what both have seen is compared.
func differ(a, b trace) string {
	if d := differLines("the group", a.group, b.group); d != "" {
		return d
	}
	if d := differLines("the log", a.log, b.log); d != "" {
		return d
	}
	if d := differLines("the judge", a.judge, b.judge); d != "" {
		return d
	}
	if d := differLines("who may write", a.mutes, b.mutes); d != "" {
		return d
	}
	for s := engine.Seat(1); s <= 10+secondsPhone; s++ {
		if d := differLines(fmt.Sprintf("seat %d", s), a.private[s], b.private[s]); d != "" {
			return d
		}
	}
	return ""
}

func differLines(who string, a, b []string) string {
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return fmt.Sprintf("%s has more in the second deal: %s", who, b[i])
		case i >= len(b):
			return fmt.Sprintf("%s has less in the second deal: %s", who, a[i])
		case a[i] != b[i]:
			return fmt.Sprintf("%s: %s\ninstead of %s", who, b[i], a[i])
		}
	}
	return ""
}

// twoDeals plays a seed with both deals.
func twoDeals(t *testing.T, seed uint64, rules string, kind [2]engine.Role, planted leak) (difference string, nights int) {
	t.Helper()
	one, two := bothDeals(t, seed, rules, kind, planted)
	return differ(one, two), one.nights
}

func bothDeals(t *testing.T, seed uint64, rules string, kind [2]engine.Role, planted leak) (one, two trace) {
	t.Helper()
	return bothDealsWith(t, seed, rules, kind, planted, nil)
}

func bothDealsWith(t *testing.T, seed uint64, rules string, kind [2]engine.Role, planted leak, happens happening) (one, two trace) {
	t.Helper()
	var first engine.Key
	copy(first[:], fmt.Sprint("deal ", seed))
	roles, err := engine.DealFrom(first, 10)
	if err != nil {
		t.Fatal(err)
	}
	a, b := pairOf(&puppets{seed: seed}, roles, kind)
	swapped := roles
	swapped[a], swapped[b] = roles[b], roles[a]
	one = evening(t, seed, first, rules, [2]engine.Seat{a, b}, planted, happens)
	two = evening(t, seed, keyFor(t, swapped), rules, [2]engine.Seat{a, b}, planted, happens)
	return one, two
}

func TestTwoDealsOneDay(t *testing.T) {
	seeds := 60
	if testing.Short() {
		seeds = 12
	}
	whole := 0
	for seed := range seeds {
		rules := []string{"czernowitz table", "federation table"}[seed/len(kinds)%2]
		d, nights := twoDeals(t, uint64(seed), rules, kinds[seed%len(kinds)], nil)
		if d != "" {
			t.Fatalf("seed %d, %s, %v: %s", seed, rules, kinds[seed%len(kinds)], d)
		}
		if nights > 0 {
			whole++
		}
	}
	t.Logf("%d seeds, %d of them compared a whole night of shooting", seeds, whole)
	if whole*2 < seeds {
		t.Errorf("only %d of %d runs compared a whole night", whole, seeds)
	}
}

// A leak is caught if some pair of deals tells it.
func TestPlantedLeaksAreCaught(t *testing.T) {
	for name, planted := range leaks {
		t.Run(name, func(t *testing.T) {
			for seed := range 3 * len(kinds) {
				if d, _ := twoDeals(t, uint64(seed), "czernowitz table", kinds[seed%len(kinds)], planted); d != "" {
					t.Logf("seed %d: %.200s", seed, d)
					return
				}
			}
			t.Error("nobody noticed")
		})
	}
}

// The five planted leaks.
var leaks = map[string]leak{
	"a role word in a group text":               roleWord,
	"the window closed early when he has acted": closedEarly,
	"the tick rounded to the poll":              roundedToPoll,
	"night messages only to actors":             onlyActors,
	"the actor's prompt as the gate":            actorsGate,
}

// client is a function between the bot and Telegram.
type client func(*http.Request) (*http.Response, error)

func (c client) Do(r *http.Request) (*http.Response, error) { return c(r) }

// form reads the parameters of a request and leaves it as it was.
func form(r *http.Request) url.Values {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	v, err := url.ParseQuery(string(raw))
	if err != nil {
		panic(err)
	}
	return v
}

func refill(r *http.Request, v url.Values) {
	raw := v.Encode()
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(raw)), int64(len(raw))
}

func is(r *http.Request, method string) bool { return strings.HasSuffix(r.URL.Path, "/"+method) }

// roleWord lets a phrase slip: with a black first among the living the host says
// good night to the mafia by another word.
func roleWord(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "sendMessage") && h.bot != nil {
			if v := form(r); strings.Contains(v.Get("text"), "Спасибо, игрок номер") {
				g := h.game()
				for s, end := range g.Ends {
					if end.Over && end.Date == 0 && g.Roles[s] == engine.Don {
						v.Set("text", v.Get("text")+" Дон сказал.")
					}
				}
				refill(r, v)
			}
		}
		return next.Do(r)
	}), h.tg
}

// hasty is a clock that runs ahead once the Don has checked: his window closes
// early.
type hasty struct{ *hall }

func (c hasty) Now() time.Time {
	now := c.tg.Now()
	if c.bot == nil || len(c.bot.GameIDs()) == 0 {
		return now
	}
	g := c.game()
	if _, dons := g.Stage.(engine.DonCheck); dons && g.Checks[0] != 0 {
		return now.Add(3 * time.Second)
	}
	return now
}

func (c hasty) Sleep(d time.Duration) { c.tg.Sleep(d) }

func closedEarly(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return next, hasty{h}
}

// sleepless is a clock that cannot wait less than a poll does: what is due
// within a second waits for the poll's answer.
type sleepless struct {
	*tgtest.Server
	tired *bool
}

func (c sleepless) Sleep(time.Duration) { *c.tired = true }

func roundedToPoll(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	tired := new(bool)
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "getUpdates") && *tired {
			*tired = false
			v := form(r)
			v.Set("timeout", "3")
			refill(r, v)
		}
		return next.Do(r)
	}), sleepless{h.tg, tired}
}

// actor reports whether a request goes to the private chat of somebody who has
// something to do at night.
func (h *hall) actor(v url.Values) bool {
	if h.bot == nil || len(h.bot.GameIDs()) == 0 {
		return false
	}
	g := h.game()
	account, err := strconv.ParseInt(v.Get("chat_id"), 10, 64)
	if err != nil {
		return false
	}
	_, player, _ := h.bot.Seated(account)
	seat, _ := g.Who(player)
	return g.Roles[seat] > engine.Citizen
}

func onlyActors(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "sendMessage") {
			if v := form(r); strings.HasPrefix(v.Get("text"), "Ночь 1.") && !h.actor(v) {
				body := fmt.Sprintf(`{"ok":true,"result":{"message_id":1,"date":%d}}`, h.tg.Now().Unix())
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
			}
		}
		return next.Do(r)
	}), h.tg
}

// actorsGate makes every delivery take its time, which differs by person, but
// lets the window wait for the Don's alone.
func actorsGate(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "sendMessage") {
			if v := form(r); strings.HasPrefix(v.Get("text"), "Ночь 1.") && h.actor(v) {
				account, _ := strconv.ParseInt(v.Get("chat_id"), 10, 64)
				resp, err := next.Do(r)
				h.tg.Sleep(time.Duration(100+account%10*70) * time.Millisecond)
				return resp, err
			}
		}
		return next.Do(r)
	}), h.tg
}
