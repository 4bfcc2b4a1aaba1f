package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// The blindfold's button over the emulator (K20a, K20b, T20, D5).

// plays makes the club play by a preset and keys that its owner sets by hand; then ten
// sit down to a game by these rules.
func (h *hall) plays(rules string, set ...string) {
	h.t.Helper()
	h.asks(h.group.Owner, h.group, "/ruleset "+rules)
	for _, s := range set {
		h.asks(h.group.Owner, h.group, "/set "+s)
	}
	h.seated("")
}

// begins brings ten people to a table of these rules, or of those by which blindfolds are
// put on.
func (h *hall) begins(rules string) {
	h.t.Helper()
	switch rules {
	case masked:
		h.plays("club2010 table", "mask_button on")
	case hardRules:
		h.plays("czernowitz table", "hard_mute on")
	case beforeAJudge:
		h.withJudge("czernowitz table")
	case inPairs:
		h.withPairs()
	default:
		h.seated(rules)
	}
}

// blindfold is the button of the newest message of the group that has it.
func (h *hall) blindfold() (*tgtest.Post, tgtest.Button) { return onCard(h.group, engine.Mask{}) }

// falls goes on to a nightfall, or to the night of orders, in which blindfolds are put
// on, and returns its message.
func (h *hall) falls(night uint8) *tgtest.Post {
	h.t.Helper()
	h.until("the blindfolds", func(g engine.Game) bool { return g.Night == night && g.Masks.Opened != 0 })
	post, _ := h.blindfold()
	if post == nil {
		h.t.Fatalf("night %d has no button", night)
	}
	return post
}

// readOut is what the morning says of players who were fouled at night, and why.
func (h *hall) readOut(of map[*tgtest.User]string) string {
	g := h.game()
	var all []string
	for s := range g.Drawn.All() {
		if why := of[h.people[h.seatOf(g, s)]]; why != "" {
			all = append(all, fmt.Sprintf("%d — %s", s, why))
		}
	}
	return "Ночью: " + strings.Join(all, ", ") + "."
}

const tooLate = "задержка после «Наступает ночь»"

// A night of a club that asks for it: the phrase carries the button and rings; who
// presses, or types /mask in private, reads one sentence; the group sees nothing of it
// until the button goes; who was late is told in the morning and no sooner.
func TestBlindfolds(t *testing.T) {
	for _, rules := range []string{"club2010 table", "tournament table", "czernowitz chat"} {
		t.Run(rules, func(t *testing.T) {
			h := newHall(t)
			h.lively = true
			h.plays(rules, "mask_button on")
			post := h.falls(0)
			began := h.game().Masks.Opened.Time()
			if !strings.HasSuffix(post.Text, "\nКаждый надевает повязку: "+map[bool]string{true: "30", false: "15"}[strings.HasSuffix(rules, "chat")]+" секунд.") || post.Silent || len(post.Buttons) != 1 {
				t.Errorf("the phrase is %q, silent %v", post.Text, post.Silent)
			}
			edits := post.Now().Edits
			for _, u := range h.people[:7] {
				if got := h.tap(u, h.group, "😴 Повязка"); got.Read().Text != "Повязка надета." || got.Read().Alert {
					t.Errorf("he reads %+v", got.Read())
				}
			}
			if got := h.tap(h.people[0], h.group, "😴 Повязка").Read().Text; got != "Повязка уже надета." {
				t.Errorf("pressed twice he reads %q", got)
			}
			if got := h.asks(h.people[7], h.tg.Private(h.people[7]), "/mask"); !strings.HasPrefix(got, "private: Повязка надета.") {
				t.Errorf("typed in private it is answered %q", got)
			}
			typed := h.people[9].Say(h.group, "/mask") // where it is noise
			h.settle()
			if !typed.Now().Deleted || h.last(h.tg.Private(h.people[9]), note("mask_private")) == nil {
				t.Error("typed in the group it is not answered")
			}
			guest := h.tg.NewUser("Гость")
			guest.Join(h.group)
			if got := h.tap(guest, h.group, "😴 Повязка").Read().Text; got != note("not_playing") {
				t.Errorf("a guest reads %q", got)
			}
			if g := h.game(); g.Masks.On.Len() != 8 || post.Now().Edits != edits {
				t.Errorf("%d blindfolds are on; %d edits show it", g.Masks.On.Len(), post.Now().Edits-edits)
			}
			old := post.Buttons[0][0]
			h.until("the end of it", func(g engine.Game) bool { return g.Masks.Window == 0 })
			took := h.tg.Now().Sub(began).Round(time.Second)
			h.settle()
			if want := time.Duration(h.game().Rules.MaskTime+2) * time.Second; took != want || len(post.Now().Buttons) != 0 {
				t.Errorf("the time lasts %v, not %v; then there are the buttons %v", took, want, post.Now().Buttons)
			}
			late := h.people[8].Forge(post, old.Data)
			h.settle()
			if got := late.Read().Text; got != note("mask_late") {
				t.Errorf("too late he reads %q", got)
			}
			silence := h.tg.Now()
			h.until("the morning", func(g engine.Game) bool { return g.Floor() != 0 && g.Clock.Opened != 0 })
			morning := h.last(h.group, "Доброе утро")
			if want := h.readOut(map[*tgtest.User]string{h.people[8]: tooLate, h.people[9]: "жест"}); morning == nil || !strings.Contains(morning.Text, want) {
				t.Errorf("the morning says %v, not %q", morning, want)
			}
			for _, e := range h.tg.Journal() {
				if e.Act == tgtest.Sent && e.Chat == h.group && e.Post.ID != morning.ID && !e.At.Before(silence) && strings.Contains(e.Post.Text, "задержка") {
					t.Errorf("told at night: %s", e.Post.Text)
				}
			}
		})
	}
}

// The bot is started anew while the blindfolds are put on: what was pressed counts, the
// button works, and the time is what it was.
func TestBlindfoldsOverARestart(t *testing.T) {
	h := newHall(t)
	h.lively = true
	h.plays("club2010 table", "mask_button on")
	post := h.falls(0)
	began := h.game().Masks.Opened.Time()
	for _, u := range h.people[:5] {
		h.tap(u, h.group, "😴 Повязка")
	}
	h.restart()
	for _, u := range h.people[4:9] {
		h.tap(u, h.group, "😴 Повязка")
	}
	h.restart()
	if g := h.game(); g.Masks.On.Len() != 9 || g.Masks.Broken {
		t.Errorf("after two starts: %+v", g.Masks)
	}
	h.until("the end of it", func(g engine.Game) bool { return g.Masks.Window == 0 })
	took := h.tg.Now().Sub(began).Round(time.Second)
	h.settle()
	if took != 17*time.Second || len(post.Now().Buttons) != 0 {
		t.Errorf("the time lasts %v; then there are the buttons %v", took, post.Now().Buttons)
	}
	h.until("the morning", func(g engine.Game) bool { return g.Floor() != 0 && g.Clock.Opened != 0 })
	if morning, want := h.last(h.group, "Доброе утро"), h.readOut(map[*tgtest.User]string{h.people[9]: tooLate}); !strings.Contains(morning.Text, want) {
		t.Errorf("the morning says %q, not %q", morning.Text, want)
	}
}

// Telegram is away while the blindfolds are put on: the button works again for fifteen
// seconds and more, and nobody is late (G18, E45).
func TestBlindfoldsOverAnOutage(t *testing.T) {
	for _, crash := range []bool{false, true} {
		h := newHall(t)
		h.lively = true
		h.plays("club2010 table", "mask_button on")
		h.falls(0)
		for _, u := range h.people[:5] {
			h.tap(u, h.group, "😴 Повязка")
		}
		h.tg.Sleep(40 * time.Second)
		if crash {
			h.restart()
		}
		h.round()
		back := h.tg.Now()
		h.pass(14 * time.Second)
		if got := h.tap(h.people[5], h.group, "😴 Повязка").Read().Text; got != "Повязка надета." {
			t.Errorf("fourteen seconds behind the outage he reads %q", got)
		}
		h.until("the end of it", func(g engine.Game) bool { return g.Masks.Window == 0 })
		if took := h.tg.Now().Sub(back); took < 15*time.Second {
			t.Errorf("%v are left of the time", took)
		}
		g := h.until("the morning", func(g engine.Game) bool { return g.Floor() != 0 && g.Clock.Opened != 0 })
		if g.Fouls != (engine.Game{}).Fouls {
			t.Errorf("the outage fouls %v", g.Fouls)
		}
	}
}

// Two deals of an evening in which blindfolds are put on, or not, differ in nothing that
// others see; a host who ends the time when the Don's is on is found out (G6, I7).
func TestBlindfoldsTellNobody(t *testing.T) {
	for seed := range 2 * len(kinds) {
		if d, _ := twoDeals(t, uint64(seed), masked, kinds[seed%len(kinds)], nil); d != "" {
			t.Fatalf("seed %d, %v: %s", seed, kinds[seed%len(kinds)], d)
		}
	}
	for seed := range 2 * len(kinds) {
		if d, _ := twoDeals(t, uint64(seed), masked, kinds[seed%len(kinds)], donsBlindfold); d != "" {
			t.Logf("seed %d: %.200s", seed, d)
			return
		}
	}
	t.Error("nobody notices a time that ends when the Don's blindfold is on")
}

// eager is a clock that runs ahead once the Don's blindfold is on.
type eager struct{ *hall }

func (c eager) Now() time.Time {
	now := c.tg.Now()
	if c.bot == nil || len(c.bot.GameIDs()) == 0 {
		return now
	}
	g := c.game()
	for s := range g.Masks.On.All() {
		if g.Roles[s] == engine.Don && g.Masks.Opened != 0 {
			return now.Add(3 * time.Second)
		}
	}
	return now
}

func (c eager) Sleep(d time.Duration) { c.tg.Sleep(d) }

func donsBlindfold(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return next, eager{h}
}
