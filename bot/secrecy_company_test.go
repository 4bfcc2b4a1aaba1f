package bot_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// Two deals of tables with more people: before a judge, who is shown no cards (E5), and
// of twenty people in pairs (T94–T113).

// Rules of such tables, as begins knows them.
const (
	beforeAJudge = "czernowitz table, before a judge"
	inPairs      = "tournament table, in pairs"
)

// withJudge brings a judge and ten people to a table.
func (h *hall) withJudge(rules string) {
	h.t.Helper()
	h.convened(rules)
	h.judge = guest(h)
	h.judge.Say(h.group, "/judge")
	h.settle()
	h.filled()
	h.drawn()
	if h.game().Judge == engine.Host {
		h.t.Fatal("nobody judges")
	}
}

// withPairs brings ten pairs to a table.
func (h *hall) withPairs() {
	h.t.Helper()
	h.pairs("table")
	h.lots()
	h.seconds = map[engine.Seat]*tgtest.User{}
	for s := range h.game().Drawn.All() {
		if _, h.seconds[s] = h.of(s); h.seconds[s] == nil {
			h.t.Fatalf("seat %d has one person", s)
		}
	}
}

// ruled lets the judge answer each new card, by what it asks and the seed alone.
func (p *puppets) ruled(g engine.Game) {
	for _, c := range g.Cards {
		if c.Window <= p.asked {
			continue
		}
		p.asked = c.Window
		offers := c.Offers.All()
		n := p.dice(len(offers)+1, "ruling", c.Window, c.Seat)
		if n == len(offers) || offers[n] == engine.RuleAward || offers[n] == engine.RuleRemoval && p.dice(20, "harsh", c.Window) > 0 {
			continue // he lets it pass
		}
		answer := engine.Answer{Card: c.Window, Ruling: offers[n]}
		p.at(1500+p.dice(30000, "ruling at", c.Window), func() { press(p.h.judge, p.h.tg.Private(p.h.judge), answer) })
	}
}

// flaggable is what people say that only a judge can judge: by day and by night, by the
// seat.
func (p *puppets) flaggable(g engine.Game, length int) {
	for s := range g.Living.All() {
		if p.dice(80, "flaggable", g.Clock.Window, s) != 0 {
			continue
		}
		u, what := p.user(g, s), []string{"слава богу", "ты идиот", "я тебя найду и урою"}[p.dice(3, "flaggable what", g.Clock.Window, s)]
		p.at(p.dice(length+1, "flaggable at", g.Clock.Window, s), func() { p.h.say(u, what) })
	}
}

// inBriefing is what the blacks write to their own.
const inBriefing = "давайте по порядку"

// whispered stands in all that two of a seat write to each other.
const whispered = "между нами"

// confers lets the two of a seat write to each other (T104): at night at moments of their
// card; by day at those of their seat, for whoever hears and waits in turn, as the bot of
// these tests does, answers the table a part of a second later if he has just heard.
func (p *puppets) confers(g engine.Game, length int) {
	for s := range g.Living.All() {
		var card engine.Role
		switch g.Stage.(type) {
		case engine.Briefing, engine.DonMeet, engine.LookDon, engine.Look, engine.Fall, engine.Shoot, engine.DonCheck, engine.SheriffCheck:
			card = g.Roles[s]
		}
		if p.dice(3, "confers", g.Clock.Window, s, card) != 0 {
			continue
		}
		for i, u := range []*tgtest.User{p.user(g, s), p.h.seconds[s]} {
			p.at(p.dice(length+1, "confers at", i, g.Clock.Window, s, card), func() { u.Say(p.h.tg.Private(u), whispered+", кто чёрный?") })
		}
	}
}

// company is what is done at such tables besides.
func (p *puppets) company(g engine.Game, length int) {
	if p.h.judge != nil {
		p.flaggable(g, length)
	}
	if p.h.seconds != nil {
		p.confers(g, length)
	}
}

// secondsPhone is how far the phone of a consigliere lies behind that of his player.
const secondsPhone = 20

// phones are whose new messages are compared, by account.
func (h *hall) phones(g engine.Game) map[int64]engine.Seat {
	out := map[int64]engine.Seat{}
	for s := range g.Drawn.All() {
		out[h.people[h.seatOf(g, s)].ID] = s
		if u := h.seconds[s]; u != nil {
			out[u.ID] = s + secondsPhone
		}
	}
	return out
}

// twice plays evenings of some rules with both deals, and counts whole nights of
// shooting, and cards of the judge.
func twice(t *testing.T, seeds int, rules string) (nights, cards int) {
	t.Helper()
	for seed := range seeds {
		one, two := bothDeals(t, uint64(seed), rules, kinds[seed%len(kinds)], nil)
		if d := differ(one, two); d != "" {
			t.Fatalf("seed %d, %v: %s", seed, kinds[seed%len(kinds)], d)
		}
		nights, cards = nights+min(one.nights, 1), cards+len(one.judge)
	}
	t.Logf("%d seeds, %d of them compared a whole night of shooting, %d messages to the judge", seeds, nights, cards)
	return nights, cards
}

// caught says whether some pair of deals tells a leak.
func caught(t *testing.T, rules string, planted leak) bool {
	t.Helper()
	for seed := range 2 * len(kinds) {
		if d, _ := twoDeals(t, uint64(seed), rules, kinds[seed%len(kinds)], planted); d != "" {
			t.Logf("seed %d: %.200s", seed, d)
			return true
		}
	}
	return false
}

// fewSeeds are those of a test that takes long.
func fewSeeds() int {
	if testing.Short() {
		return len(kinds)
	}
	return 2 * len(kinds)
}

// The judge's phone shows the same whoever has which card, by day and by night, and what
// he answers is seen by all alike (G11, E5).
func TestTwoDealsBeforeAJudge(t *testing.T) {
	seeds := fewSeeds()
	nights, cards := twice(t, seeds, beforeAJudge)
	if !testing.Short() && nights*2 < seeds || cards < 4*seeds {
		t.Error("too little was compared")
	}
	if !caught(t, beforeAJudge, marked) {
		t.Error("nobody notices a judge who is told who is black")
	}
}

var askedOf = regexp.MustCompile(`^№ \d+\. Игрок номер (\d+)`)

// marked is a bot whose judge reads a red's card with another full stop.
func marked(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "sendMessage") && h.judge != nil && len(h.bot.GameIDs()) > 0 {
			v := form(r)
			if m := askedOf.FindStringSubmatch(v.Get("text")); m != nil && v.Get("chat_id") == fmt.Sprint(h.judge.ID) {
				if s, err := strconv.Atoi(m[1]); err == nil && h.game().Roles[s].Black() {
					v.Set("text", strings.Replace(v.Get("text"), ".", "·", 1))
					refill(r, v)
				}
			}
		}
		return next.Do(r)
	}), h.tg
}

// The phones of a pair ring as those of any other, whatever its card, and what the two
// write to each other is heard by nobody else (T104, T111–T113).
func TestTwoDealsInPairs(t *testing.T) {
	seeds := fewSeeds()
	nights, _ := twice(t, seeds, inPairs)
	if !testing.Short() && nights*3 < seeds {
		t.Error("too little was compared")
	}
	if !caught(t, inPairs, actingSeconds) {
		t.Error("nobody notices that only the consiglieri of actors get a card of the night")
	}
}

// actingSeconds is a bot that sends the card of a night to no consigliere of a citizen.
func actingSeconds(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "sendMessage") && h.seconds != nil {
			v := form(r)
			for _, u := range h.seconds {
				if v.Get("chat_id") == fmt.Sprint(u.ID) && strings.HasPrefix(v.Get("text"), "Ночь 1.") && !h.actor(v) {
					return answer(r, http.StatusOK, fmt.Sprintf(`{"ok":true,"result":{"message_id":1,"date":%d}}`, h.tg.Now().Unix()))
				}
			}
		}
		return next.Do(r)
	}), h.tg
}
