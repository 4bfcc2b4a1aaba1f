package bot_test

import (
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/engine"
)

// hookedEvening is an evening behind a webhook, after the table has sat down.
func hookedEvening(h *hall, _ [2]engine.Seat) func(engine.Game) bool {
	across(h).behind()
	return func(engine.Game) bool { return false }
}

// drowsy is the clock of a bot that looks up only every three seconds, or when
// something is brought: the close of a window tells whether somebody has acted.
type drowsy struct{ *hall }

func (d drowsy) Doze(wait time.Duration) {
	const nod = 3 * time.Second
	d.tg.Doze((wait + nod - 1) / nod * nod)
}

// Two deals, one day, behind a webhook (I7): what the bot asks Telegram there, and when,
// depends on who presses, and nothing of it may show.
func TestTwoDealsBehindAWebhook(t *testing.T) {
	seeds := 12
	if testing.Short() {
		seeds = 6
	}
	nights := 0
	for seed := range seeds {
		one, two := bothDealsWith(t, uint64(seed), "czernowitz table", kinds[seed%len(kinds)], nil, hookedEvening)
		if d := differ(one, two); d != "" {
			t.Fatalf("seed %d, %v: %s", seed, kinds[seed%len(kinds)], d)
		}
		if one.nights > 0 {
			nights++
		}
	}
	if t.Logf("%d seeds, %d with a whole night", seeds, nights); nights*2 < seeds {
		t.Errorf("only %d of %d runs compared a whole night", nights, seeds)
	}
	nods := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) { return next, drowsy{h} }
	for seed := range 3 * len(kinds) {
		one, two := bothDealsWith(t, uint64(seed), "czernowitz table", kinds[seed%len(kinds)], nods, hookedEvening)
		if d := differ(one, two); d != "" {
			t.Logf("a bot that nods is caught by seed %d: %.200s", seed, d)
			return
		}
	}
	t.Error("a bot that nods is not caught")
}
