package bot_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// overHTTP lets the bot talk to Telegram over a loopback socket.
func overHTTP(h *hall, _ tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	base, stop, err := h.tg.Listen()
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		if err := stop(); err != nil {
			h.t.Error(err)
		}
	})
	server, err := url.Parse(base)
	if err != nil {
		h.t.Fatal(err)
	}
	_, send := bot.Clients()
	h.t.Cleanup(send.CloseIdleConnections)
	return client(func(r *http.Request) (*http.Response, error) {
		r.URL.Scheme, r.URL.Host = server.Scheme, server.Host
		return send.Do(r)
	}), h
}

// A whole game over HTTP in which three people block the bot: one before the
// deal, one behind his card, one at night (B18, E3, E36).
func TestBlockersOverHTTP(t *testing.T) {
	h := scene{seed: 4, leak: overHTTP}.open(t)
	h.full("czernowitz table")
	early, late, slow := h.people[3], h.people[4], h.people[5]
	var first [engine.MaxSeats + 1]engine.Role
	held := false
	h.tg.Inject(func(c tgtest.Call) tgtest.Fault {
		switch {
		case c.Method != "sendMessage" || !strings.Contains(c.Params["text"], "Ваша карта") || held:
		case c.ChatID == late.ID:
			h.tg.At(h.tg.Now().Add(time.Second), late.Block)
		case c.ChatID == slow.ID: // his card takes a while, so the briefing has not begun
			return tgtest.Fault{Status: http.StatusBadGateway}
		}
		return tgtest.Fault{}
	})
	for _, u := range h.people {
		h.tap(u, h.group, "Готов")
	}
	for _, u := range h.people {
		if u == early {
			h.tg.At(h.tg.Now(), func() { press(early, h.group, engine.Draw{}); early.Block() })
			h.settle()
			continue
		}
		h.tap(u, h.group, "Тянуть номерок")
	}
	h.pass(2 * time.Second)
	if h.last(h.group, "Не могу написать игроку номер") == nil || h.count("dealt") != 0 {
		t.Fatal("before the deal: the table hears nothing, or roles have been drawn")
	}
	early.Unblock()
	h.until("the cards", func(g engine.Game) bool { _, tray := g.Stage.(engine.Tray); return tray })
	g := h.until("the void", func(g engine.Game) bool {
		if g.Roles != [engine.MaxSeats + 1]engine.Role{} {
			first = g.Roles
		}
		_, held = g.Stage.(engine.Holding)
		return held
	})
	if g.Roles != [engine.MaxSeats + 1]engine.Role{} || h.last(h.group, "недействительны") == nil {
		t.Fatal("behind a card: the deal stands")
	}
	void := h.tg.Now()
	h.pass(5 * time.Second)
	late.Unblock()
	g = h.until("the game", func(g engine.Game) bool { return g.Running() })
	if g.Roles == first {
		t.Fatal("the second deal is the first: choose another seed")
	}
	night := h.tg.Private(slow)
	p := &puppets{h: h, seed: 4}
	p.play(func(g engine.Game) bool {
		_, fall := g.Stage.(engine.Fall)
		if fall && night != nil && g.Clock.Opened == 0 {
			slow.Block()
			night = nil
		}
		return g.Finished()
	})
	h.settle()
	if night != nil || h.last(h.group, "Стоп игра") == nil {
		t.Fatal("the game does not come to its end")
	}
	h.onlyNewRoles(g, void)
}

// onlyNewRoles holds that since an instant nobody reads a role that he has not
// been dealt, and the end shows the cards of the last deal.
func (h *hall) onlyNewRoles(g engine.Game, since time.Time) {
	h.t.Helper()
	names := map[engine.Role]string{engine.Citizen: "мирный житель", engine.Sheriff: "Комиссар", engine.Mafia: "мафия", engine.Don: "Дон"}
	cards := map[int64]bool{}
	for _, e := range h.tg.Journal() {
		if e.Act != tgtest.Edited || e.At.Before(since) || !strings.Contains(e.Post.Text, "Ваша роль") {
			continue
		}
		cards[e.Chat.ID] = true
		for s := range g.Drawn.All() {
			if h.people[h.seatOf(g, s)].ID == e.Chat.ID && !strings.Contains(e.Post.Text, fmt.Sprintf("Вы игрок номер %d. Ваша роль: %s", s, names[g.Roles[s]])) {
				h.t.Errorf("seat %d is %s and reads %q", s, names[g.Roles[s]], e.Post.Text)
			}
		}
	}
	if len(cards) != 10 {
		h.t.Errorf("%d cards in the second deal", len(cards))
	}
	end := h.last(h.group, "остальные — мирные")
	for s, r := range g.Roles {
		if r != 0 && r != engine.Citizen && !strings.Contains(end.Text, fmt.Sprintf("%s — %s", h.people[h.seatOf(g, engine.Seat(s))].FirstName, names[r])) {
			h.t.Errorf("the end does not show the %s on seat %d: %q", names[r], s, end.Text)
		}
	}
}

// Somebody who blocks the bot at night is not to be told from anybody else: the
// group reads the same at the same instants until the morning, whatever his card,
// and so do the other private chats (E36, I7).
func TestABlockerAtNight(t *testing.T) {
	for _, role := range []engine.Role{engine.Citizen, engine.Sheriff, engine.Mafia, engine.Don} {
		compared := false
		for seed := uint64(0); !compared; seed++ {
			undisturbed, lives := nightOf(t, seed, role, false)
			if !lives {
				continue // he left by day: another evening
			}
			blocked, _ := nightOf(t, seed, role, true)
			if d := differ(undisturbed, blocked); d != "" {
				t.Errorf("role %d, seed %d: %s", role, seed, d)
			}
			compared = true
		}
	}
}

// nightOf plays to the morning after the first night of shooting; whoever has the
// role may block the bot as the night falls. It reports whether he lived then.
func nightOf(t *testing.T, seed uint64, role engine.Role, blocks bool) (out trace, lives bool) {
	t.Helper()
	h := scene{seed: seed}.open(t)
	h.seated("czernowitz table")
	p := &puppets{h: h, seed: seed, mild: true}
	var away engine.Seat
	over := false
	p.play(func(g engine.Game) bool {
		if _, fall := g.Stage.(engine.Fall); fall && !over && away == 0 {
			over = true
			for s := range g.Living.All() {
				if g.Roles[s] == role {
					away = s
				}
			}
			if blocks && away != 0 {
				h.people[h.seatOf(g, away)].Block()
			}
		}
		return over && (away == 0 || g.Day == 2) || g.Finished()
	})
	if away == 0 {
		return out, false
	}
	out = h.trace([2]engine.Seat{away, away})
	delete(out.private, away)
	return out, true
}
