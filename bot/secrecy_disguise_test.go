package bot_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/engine"
)

// hides lets the pair whose roles are exchanged speak in the name of a channel, by day and
// by night.
func hides(h *hall, pair [2]engine.Seat) func(engine.Game) bool {
	own, window := h.tg.NewChannel("Чей-то канал"), uint32(0)
	return func(g engine.Game) bool {
		if g.Clock.Opened == 0 || g.Clock.Window == window || !g.Running() {
			return false
		}
		window = g.Clock.Window
		for i, s := range pair {
			u := h.people[h.seatOf(g, s)]
			h.tg.At(h.tg.Now().Add(time.Duration(i+2)*time.Second), func() { u.SayAsChannel(h.group, own, "честно, я красный") })
		}
		return false
	}
}

// inDisguise compares evenings of two deals in which the pair hides.
func inDisguise(t *testing.T, planted leak) string {
	t.Helper()
	for seed := range len(kinds) {
		one, two := bothDealsWith(t, uint64(seed), "czernowitz table", kinds[seed], planted, hides)
		if d := differ(one, two); d != "" {
			return fmt.Sprintf("seed %d, %v: %s", seed, kinds[seed], d)
		}
	}
	return ""
}

// B28, G6: what the table is told of who hides behind a chat tells nothing of his role.
func TestTwoDealsInDisguise(t *testing.T) {
	if d := inDisguise(t, nil); d != "" {
		t.Error(d)
	}
	telling := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			if v := form(r); is(r, "sendMessage") && strings.Contains(v.Get("text"), note("own_name")) {
				g := h.game()
				v.Set("text", v.Get("text")+strings.Repeat("!", 1+int(g.Roles[1])+5*int(g.Roles[2])+25*int(g.Roles[3])+125*int(g.Roles[4])))
				refill(r, v)
			}
			return next.Do(r)
		}), h
	}
	if inDisguise(t, telling) == "" {
		t.Error("a bot that tells it by the role is not noticed")
	}
}
