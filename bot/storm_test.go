package bot_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/engine"
)

// storm is bad weather over Telegram once it is on: one request in twenty fails,
// with or without effect.
func storm(dice *rand.Rand, on *bool) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			if !*on || is(r, "getUpdates") || is(r, "getMe") || dice.IntN(20) != 0 {
				return next.Do(r)
			}
			switch dice.IntN(8) {
			case 0:
				return answer(r, 429, flood(1+dice.IntN(5)))
			case 1:
				return answer(r, 502, "<html>Bad Gateway</html>")
			case 2:
				return nil, errors.New("connection refused")
			case 3:
				if !is(r, "sendMessage") {
					return answer(r, 400, `{"ok":false,"error_code":400,"description":"Bad Request: message to edit not found"}`)
				}
				return answer(r, 500, broken)
			case 4:
				if strings.HasPrefix(form(r).Get("chat_id"), "-") {
					return answer(r, 500, broken)
				}
				return answer(r, 403, `{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}`)
			case 5: // done, but the answer is cut off
				resp, err := next.Do(r)
				if err != nil {
					return resp, err
				}
				return answer(r, 200, `{"ok":true,"resu`)
			case 6: // done, but nobody hears of it
				if _, err := next.Do(r); err != nil {
					return nil, err
				}
				return nil, errors.New("timeout")
			}
			return answer(r, 500, broken)
		}), h
	}
}

// Games in bad weather, with a bot that crashes, all end; memory and disk agree
// all the time (I8).
func TestStorm(t *testing.T) {
	games := 8
	if testing.Short() {
		games = 3
	}
	for seed := range uint64(games) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dice, on := rand.New(rand.NewPCG(seed, 1)), false
			h := scene{seed: seed, leak: storm(dice, &on)}.open(t)
			h.every = 4
			h.seated([]string{"czernowitz table", "federation blitz", "federation table"}[seed%3])
			h.until("the game", func(g engine.Game) bool { return g.Running() })
			on = true
			h.crash = func(step) bool { g := h.game(); return !g.Finished() && dice.IntN(60) == 0 }
			p := &puppets{h: h, seed: seed}
			p.play(func(g engine.Game) bool { return g.Finished() })
			on = false
			h.settle()
			if h.last(h.group, "Стоп игра") == nil && h.last(h.group, "Игра остановлена") == nil {
				t.Error("nobody hears of the end")
			}
		})
	}
}
