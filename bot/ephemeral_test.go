package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// shutAtNight closes the private chat of a seat before the first night of shooting, and plays
// on to the morning.
func shutAtNight(t *testing.T, as tgtest.Status, planted leak) (h *hall, u *tgtest.User, s engine.Seat) {
	t.Helper()
	h = scene{seed: 1, reads: true, leak: planted}.open(t)
	h.seated("czernowitz table")
	if as != tgtest.Administrator {
		h.group.Appoint(nil, as)
		h.settle()
	}
	h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	s = 4
	u = h.at(s)
	p := &puppets{h: h, seed: 1, mild: true}
	closed := false
	p.play(func(g engine.Game) bool {
		if g.Night == 1 && !closed {
			u.Block()
			closed = true
		}
		return g.Day == 2 && g.Floor() != 0 && g.Clock.Opened != 0
	})
	h.settle()
	return h, u, s
}

// E36, E39: a private chat that closes at night is told in the morning, with a button to open
// it, and to its owner alone by a message in the group and by the answer to his next press;
// the night went on, and nobody else sees anything. A bot that leads nothing there has the
// button and the answer.
func TestE39ThePrivateChatIsShut(t *testing.T) {
	for _, as := range []tgtest.Status{tgtest.Administrator, tgtest.Member} {
		h, u, s := shutAtNight(t, as, nil)
		told := h.last(h.group, "откройте личный чат")
		if told == nil || !strings.Contains(told.Text, fmt.Sprintf("Игрок номер %d,", s)) {
			t.Fatalf("the table is told %v", told)
		}
		if b, ok := told.Button("Открыть"); !ok || !strings.HasPrefix(b.URL, "https://t.me/vedushchiy_bot?start=j") {
			t.Errorf("there is no way to the chat: %v", told.Buttons)
		}
		seen := h.group.Whispers(u)
		if want := map[tgtest.Status]int{tgtest.Administrator: 1}[as]; len(seen) != want {
			t.Errorf("%s: he sees %d messages of his own", as, len(seen))
		}
		for _, p := range seen {
			if p.Text != note("chat_closed") || len(p.Buttons) != 1 || p.Buttons[0][0].URL == "" {
				t.Errorf("he sees %q with %v", p.Text, p.Buttons)
			}
		}
		for _, other := range h.people {
			if other != u && len(h.group.Whispers(other)) > 0 {
				t.Errorf("%s sees one, too", other.FirstName)
			}
		}
		for _, r := range h.tg.Requests() {
			if strings.Contains(r.Description, "MESSAGE_NOT_COMMAND") {
				t.Error("it whispers where it may not")
			}
		}
		h.until("a speech", func(g engine.Game) bool {
			_, speech := g.Stage.(engine.Speech)
			return speech && g.Clock.Opened != 0
		})
		h.settle()
		first, second := h.tap(u, h.group, "🖐 Мои предупреждения"), h.tap(u, h.group, "🖐 Мои предупреждения")
		if !strings.Contains(first.Text, note("chat_closed")) || !first.Alert || strings.Contains(second.Text, note("chat_closed")) {
			t.Errorf("his presses are answered %q and %q", first.Text, second.Text)
		}
		u.Unblock()
		u.Start("")
		h.settle()
		if h.game().Shut != 0 {
			t.Error("he has opened it, and the game does not know")
		}
	}
}

// E3: the deal waits for a closed chat, and shows its owner the way there in the group.
func TestE3TheDealWaits(t *testing.T) {
	h := newHall(t)
	h.full("czernowitz table")
	away := h.people[3]
	for _, u := range h.people {
		h.tap(u, h.group, "Готов")
	}
	for _, u := range h.people {
		if u == away {
			u.Block()
		}
		h.tap(u, h.group, "Тянуть номерок")
	}
	h.settle()
	if _, holds := h.game().Stage.(engine.Holding); !holds {
		t.Fatalf("it stands at %T", h.game().Stage)
	}
	if seen := h.group.Whispers(away); len(seen) != 1 || seen[0].Text != note("chat_closed") {
		t.Errorf("he sees %d messages", len(seen))
	}
	away.Unblock()
	h.until("the game", func(g engine.Game) bool { return g.Running() })
}

// E36, I7: one chat is closed from the first night on. Whoever of two has which role, the
// group and everybody's phone see the same; so they do of the first night if it is one of
// the two whose chat is closed.
func TestTwoDealsOneClosedChat(t *testing.T) {
	nights := 0
	for i, kind := range kinds {
		inPair := i%2 == 0
		shut := engine.Seat(0)
		evening := func(h *hall, pair [2]engine.Seat) func(engine.Game) bool {
			shut = pair[0]
			for s := engine.Seat(1); !inPair && (s == pair[0] || s == pair[1] || shut == pair[0]); s++ {
				shut = s
			}
			closed := false
			return func(g engine.Game) bool {
				if g.Night == 1 && g.Living.Has(shut) && !closed {
					h.at(shut).Block()
					closed = true
				}
				return inPair && g.Day == 2
			}
		}
		one, two := bothDealsWith(t, uint64(i), "czernowitz table", kind, nil, evening)
		if d := differ(one, two); d != "" {
			t.Errorf("%v, seat %d is closed: %s", kind, shut, d)
		}
		nights += one.nights
	}
	if nights < len(kinds)/2 {
		t.Errorf("%d nights were compared", nights)
	}
}

// A message of the group that nobody but the bot sees is no word at the table: it costs
// nothing, and nothing is asked about it.
func TestEphemeralWordsAreNone(t *testing.T) {
	h := newHall(t)
	h.playing("czernowitz table")
	before := len(h.tg.Requests())
	h.at(6).SayToBot(h.group, "/role")
	h.at(7).SayToBot(h.group, "второй чёрный")
	h.settle()
	if g := h.game(); g.Fouls != [engine.MaxSeats + 1]uint8{} {
		t.Error("it costs a foul")
	}
	for _, r := range h.tg.Requests()[before:] {
		if r.Method != "getUpdates" {
			t.Errorf("it leads to %s %v", r.Method, r.Params)
		}
	}
	h.pass(time.Second)
}
