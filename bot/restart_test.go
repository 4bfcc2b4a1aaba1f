package bot_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/storage"
)

// told counts what the bot has sent, by chat and text.
func (h *hall) told() map[string]int {
	n := map[string]int{}
	for _, e := range h.tg.Journal() {
		if e.Act == tgtest.Sent {
			n[fmt.Sprintf("%d %s", e.Chat.ID, e.Post.Text)]++
		}
	}
	return n
}

// parted takes messages apart of which another evening has told the parts each by itself:
// what waits for a border goes out with it, and a crash may make it wait. A notice of an
// outage is a part anywhere.
func parted(told, other map[string]int) map[string]int {
	out := map[string]int{}
	for text, n := range told {
		chat, rest, _ := strings.Cut(text, " ")
		for known := other[text] > 0; !known; known = other[chat+" "+rest] > 0 {
			front, back, found := "", rest, false
			for i := range rest {
				if rest[i] == '\n' && (other[chat+" "+rest[:i]] > 0 || strings.HasPrefix(rest, "Связь прерывалась")) {
					front, back, found = rest[:i], rest[i+1:], true
					break
				}
			}
			if !found {
				break
			}
			out[chat+" "+front] += n
			rest = back
		}
		out[chat+" "+rest] += n
	}
	return out
}

// playThrough plays a game whose bot crashes where crash says so. It returns the
// end of the game, what was told, and how often it crashed.
func playThrough(t *testing.T, rules string, seed uint64, mild bool, crash func(round int, after step) bool) (engine.Game, map[string]int, int) {
	t.Helper()
	h := scene{seed: seed, chance: rigged{engine.Key{1}, chance(seed)}}.open(t)
	h.seated(rules)
	crashes, start := 0, h.rounds
	h.crash = func(after step) bool {
		if g := h.game(); g.Finished() || !crash(h.rounds-start, after) {
			return false
		}
		crashes++
		return true
	}
	var end engine.Game
	p := &puppets{h: h, seed: seed, mild: mild}
	p.play(func(g engine.Game) bool { end = g; return g.Finished() })
	h.settle()
	if over := overLimit(h.tg.Requests()); over != "" {
		t.Errorf("after %d crashes %s", crashes, over)
	}
	return end, h.told(), crashes
}

// The bot crashes every few rounds, between any two of its steps: the game goes
// on to the same end, nothing that was to be told is lost, and each crash repeats
// no more than one message in a chat (I1–I4, B01, B02, B04). What a batch brings
// that was lost with the crash was written in an outage and costs nothing (E45):
// where that happens nobody breaks a rule. The table hears of an outage of a
// second and more, once for each.
func TestCrashes(t *testing.T) {
	for _, rules := range []string{"czernowitz table", "federation table"} {
		for after, name := range []string{"before the turn", "before the sending", "before the acknowledgements"} {
			t.Run(rules+" "+name, func(t *testing.T) {
				t.Parallel()
				mild := after == 0
				end, told, _ := playThrough(t, rules, 5, mild, func(int, step) bool { return false })
				for k := range 3 {
					got, again, crashes := playThrough(t, rules, 5, mild, func(round int, s step) bool { return s == step(after) && round%11 == k })
					if got.Verdict != end.Verdict || got.Exits != end.Exits || got.Fouls != end.Fouls || got.Day != end.Day {
						t.Fatalf("the game ended otherwise: %v %v %v %v; undisturbed %v %v %v %v", got.Verdict, got.Day, got.Exits, got.Fouls, end.Verdict, end.Day, end.Exits, end.Fouls)
					}
					told, again := parted(told, again), parted(again, told)
					repeated, notices, inChat := 0, 0, map[string]int{}
					for text, n := range maps.Clone(again) { // what is told of an outage may stand before a border
						chat, said, _ := strings.Cut(text, " ")
						outage, behind, joined := strings.Cut(said, "\n")
						if rest := chat + " " + behind; joined && strings.HasPrefix(outage, "Связь прерывалась") && told[rest] > 0 {
							again[rest] += n
						}
					}
					for text, n := range told {
						if again[text] < n {
							t.Errorf("lost: %s", text)
						}
					}
					for text, n := range again {
						if strings.Contains(text, "Связь прерывалась") || strings.HasSuffix(text, " Игра продолжается.") {
							notices += n
							continue
						}
						if told[text] == 0 {
							t.Errorf("told besides: %s", text)
						}
						repeated += n - told[text]
						chat, _, _ := strings.Cut(text, " ")
						if inChat[chat] += n - told[text]; inChat[chat] > crashes {
							t.Errorf("%d messages are repeated in a chat", inChat[chat])
						}
					}
					if notices > crashes {
						t.Errorf("%d crashes, and the table hears of %d outages", crashes, notices)
					}
					t.Logf("%d crashes, %d messages repeated, %d outages told", crashes, repeated, notices)
				}
			})
		}
	}
}

// The bot crashes again and again while a table gathers, draws and is dealt: there
// is one deal, and everybody has the card of his seat.
func TestCrashesBeforeTheGame(t *testing.T) {
	for k := range 15 {
		after, offset := step(k%3), k/3
		h := scene{seed: uint64(k)}.open(t)
		crashes := 0
		h.crash = func(now step) bool {
			if now != after || h.rounds%5 != offset {
				return false
			}
			crashes++
			return true
		}
		h.seated("czernowitz table")
		g := h.until("the game", func(g engine.Game) bool { return g.Running() })
		h.crash = nil
		h.settle()
		if n := h.count("sown"); n != 1 {
			t.Errorf("there were %d deals", n)
		}
		for s := range g.Drawn.All() {
			private := h.tg.Private(h.people[h.seatOf(g, s)])
			card := h.last(private, fmt.Sprintf("Вы игрок номер %d. Ваша роль", s))
			if card == nil {
				t.Errorf("after %d crashes seat %d has no card", crashes, s)
			}
		}
	}
}

// A restart while the table waits for a border that the limits hold back: the
// minute begins when the border is out, and knows it.
func TestARestartWaitsForTheBorder(t *testing.T) {
	var until time.Time
	h := scene{seed: 1, leak: faulty(func(h *hall, r *http.Request) string {
		if !is(r, "sendMessage") || !strings.Contains(form(r).Get("text"), "Игрок номер 2 (") || !until.IsZero() {
			return ""
		}
		until = h.Now().Add(25 * time.Second)
		return flood(25)
	})}.open(t)
	h.seated("federation table")
	g := h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	h.people[h.seatOf(g, 1)].Say(h.group, "Спасибо")
	h.until("the second speech", func(g engine.Game) bool { return g.Floor() == 2 })
	h.pass(2 * time.Second)
	h.restart()
	h.pass(6 * time.Second)
	h.restart()
	g = h.until("his minute", func(g engine.Game) bool { return g.Clock.Opened != 0 })
	border := h.last(h.group, "Игрок номер 2 (")
	if g.Clock.Opened.Time().Before(until) || border == nil || g.Clock.Mark != int64(border.ID) {
		t.Errorf("the minute begins at %v, not after %v, behind message %d", g.Clock.Opened.Time(), until, g.Clock.Mark)
	}
}

// The border is out and acknowledged, a night card is not, when the bot crashes:
// the border is known all the same.
func TestARestartKnowsTheBorder(t *testing.T) {
	down := true
	h := scene{seed: 1, leak: faulty(func(h *hall, r *http.Request) string {
		if down && is(r, "sendMessage") && form(r).Get("chat_id") == fmt.Sprint(h.people[2].ID) && strings.HasPrefix(form(r).Get("text"), "Ночь 1") {
			return broken
		}
		return ""
	})}.open(t)
	h.lively = true
	h.seated("czernowitz table")
	h.until("nightfall", func(g engine.Game) bool { _, fall := g.Stage.(engine.Fall); return fall })
	h.round()
	h.restart()
	down = false
	g := h.until("the night", func(g engine.Game) bool { return g.Clock.Opened != 0 })
	if border := h.last(h.group, "Наступает ночь."); border == nil || g.Clock.Mark != int64(border.ID) || g.Clock.Date != border.Date.Unix() {
		t.Errorf("the night begins behind message %d of %d", g.Clock.Mark, g.Clock.Date)
	}
}

// After a restart the bot learns the group's title from the first who is heard
// there; until then it does not speak of it.
func TestARestartForgetsTheTitle(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	h.restart()
	for i, want := range []string{"Вы за столом.", note("seated", "Мафия по средам")} {
		u := h.people[i]
		u.Start("j1")
		h.settle()
		if h.last(h.tg.Private(u), want) == nil {
			t.Errorf("the %d. reads nothing like %q", i+1, want)
		}
		h.people[8].Say(h.group, "подсаживайтесь")
		h.settle()
	}
}

// A turn that cannot be committed has no effect: no answer, no message, no update
// confirmed (I2, I16).
func TestAFailedTurnHasNoEffect(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	press(h.people[0], h.group, engine.Join{})
	h.people[1].Start("j1")
	if err := h.poll(); err != nil {
		t.Fatal(err)
	}
	offset, calls := h.bot.Offset(), len(h.tg.Requests())
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := h.bot.Turn(); err == nil {
		t.Error("the turn does not fail")
	}
	_ = h.send() // whoever goes on in spite of it
	if n := len(h.tg.Requests()); n != calls || h.bot.Offset() != offset {
		t.Errorf("%d requests went out; the offset is %d, was %d", n-calls, h.bot.Offset(), offset)
	}
	var err error
	if h.db, err = storage.OpenFast(h.path); err != nil {
		t.Fatal(err)
	}
	h.made.DB = h.db
	h.restart()
	h.settle()
	if g := h.game(); g.AtTable() != 3 {
		t.Errorf("after a restart %d sit at the table", g.AtTable())
	}
}
