package bot_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// shown is a button that somebody has seen.
type shown struct {
	post  *tgtest.Post
	data  string
	owner *tgtest.User // of the private chat, nil in the group
}

// watch gathers the buttons that are shown from now on.
func (h *hall) watch(seen *[]shown) {
	type once struct {
		data  string
		owner *tgtest.User
	}
	known := map[once]bool{}
	h.tg.Watch(func(e tgtest.Entry) {
		if e.Post == nil || e.Act != tgtest.Sent && e.Act != tgtest.Edited {
			return
		}
		for _, row := range e.Post.Buttons {
			for _, b := range row {
				if key := (once{b.Data, e.Chat.Peer()}); b.Data != "" && !known[key] { // a link is no press
					known[key] = true
					*seen = append(*seen, shown{post: e.Post, data: b.Data, owner: e.Chat.Peer()})
				}
			}
		}
	})
}

// pressOld presses every button of an earlier window, or of a vote to stop that is
// over; it returns how many were
// pressed, and what came of it besides an answer.
func (h *hall) pressOld(seen []shown, turn int) (presses int, broken string) {
	h.t.Helper()
	h.settle()
	before := h.game()
	var taps []*tgtest.Tapped
	for i, s := range seen {
		p, ok := bot.ParseButton(s.data)
		if !ok {
			return 0, fmt.Sprintf("a button with the data %q was shown", s.data)
		}
		if before.Alive(p.Window, p.Command) && !before.Finished() {
			continue
		}
		u := s.owner
		if u == nil {
			u = h.people[(i+turn)%len(h.people)]
		}
		taps = append(taps, u.Forge(s.post, s.data))
	}
	taps = slices.DeleteFunc(taps, func(tap *tgtest.Tapped) bool { return tap == nil }) // of a message that is gone
	waits := func(tap *tgtest.Tapped) bool { return !tap.Read().Answered }
	h.frozen = true
	for range len(taps)/100 + 1 {
		if slices.ContainsFunc(taps, waits) {
			h.round()
		}
	}
	h.frozen = false
	if after := h.game(); after != before {
		return len(taps), fmt.Sprintf("a press of an old button in window %d (%T) changed the game, now in window %d (%T)",
			before.Clock.Window, before.Stage, after.Clock.Window, after.Stage)
	}
	for _, tap := range taps {
		if got := tap.Read(); !got.Answered || got.Text == "" && got.URL == "" {
			return len(taps), fmt.Sprintf("the press of %q was not answered: %+v", tap.Button.Data, got)
		}
	}
	return len(taps), ""
}

// playOld plays a game to its end and presses every old button at each later
// window. It returns how many buttons were shown, how often one was pressed, and
// the first window in which the game took notice.
func (h *hall) playOld(rules string, seed uint64) (buttons, presses int, broken string) {
	h.t.Helper()
	h.every = 32
	var seen []shown
	h.watch(&seen)
	h.begins(rules)
	h.bot.HearNoKnocking() // so many at once would be that, at night (K14c)
	p := &puppets{h: h, seed: seed}
	last := uint32(0)
	p.play(func(g engine.Game) bool {
		if g.Clock.Window != last || g.Finished() {
			last = g.Clock.Window
			n, why := h.pressOld(seen, int(last))
			presses, broken = presses+n, why
		}
		return broken != "" || g.Finished()
	})
	return len(seen), presses, broken
}

// Every button ever shown, pressed again at each later window: no event but a
// refusal (I9, B14).
func TestEveryOldButton(t *testing.T) {
	games := 20
	if testing.Short() {
		games = 2
	}
	var buttons, presses atomic.Int64
	t.Run("games", func(t *testing.T) {
		for seed := range games {
			rules := []string{"czernowitz blitz", "federation blitz"}[seed%2]
			if seed%10 == 9 {
				rules = masked
			}
			t.Run(fmt.Sprint(seed, " ", rules), func(t *testing.T) {
				t.Parallel()
				b, n, broken := newHall(t).playOld(rules, uint64(seed))
				if broken != "" {
					t.Error(broken)
				}
				buttons.Add(int64(b))
				presses.Add(int64(n))
			})
		}
	})
	t.Logf("%d games: %d buttons, %d presses", games, buttons.Load(), presses.Load())
}

// A carrier that took every press for one of the present window would be caught.
func TestAnOldButtonThatLivesIsCaught(t *testing.T) {
	data := regexp.MustCompile(`("data":"[a-z]+\.[0-9a-z]+\.)[0-9a-z]+`)
	h := scene{seed: 1, leak: func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if err != nil || !is(r, "getUpdates") || h.bot == nil || len(h.bot.GameIDs()) == 0 {
				return resp, err
			}
			raw, err := io.ReadAll(resp.Body)
			now := "${1}" + strconv.FormatUint(uint64(h.game().Clock.Window), 36)
			resp.Body = io.NopCloser(bytes.NewReader(data.ReplaceAll(raw, []byte(now))))
			return resp, err
		}), h
	}}.open(t)
	if _, _, broken := h.playOld("czernowitz blitz", 1); broken == "" {
		t.Error("nobody noticed")
	}
}
