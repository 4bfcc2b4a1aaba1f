package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// hard opens an evening at a club that lets nobody write but who has the floor, up to the
// first speech. Seat by seat everybody is as groups have them.
func hard(t *testing.T, planted leak) (h *hall, before []string) {
	t.Helper()
	h = scene{seed: 1, leak: planted}.open(t)
	h.asks(h.group.Owner, h.group, "/ruleset czernowitz table")
	h.asks(h.group.Owner, h.group, "/set hard_mute on")
	h.full("")
	h.group.Permit(noMedia)
	h.group.Restrict(h.people[2], mayRead, time.Time{})
	h.group.Appoint(h.people[4], tgtest.Administrator)
	before = h.mayOf()
	h.drawn()
	h.until("the first speech", func(g engine.Game) bool { return g.Floor() != 0 && g.Clock.Opened != 0 })
	h.settle()
	if !h.game().Rules.HardMute {
		t.Fatal("the club's choice is not played")
	}
	return h, before
}

// silent says who writes although he may not, or the other way round; an administrator of
// the group writes when he likes.
func (h *hall) silent() (wrong []engine.Seat) {
	g := h.game()
	for s := range g.Drawn.All() {
		u := h.at(s)
		may, _ := h.group.Restriction(u)
		writes := h.group.Status(u) != tgtest.Restricted || may != "" && strings.Contains(may, `"can_send_messages":true`)
		if leads := h.group.Status(u) == tgtest.Administrator; writes != (g.MayWrite(s) || leads) {
			wrong = append(wrong, s)
		}
	}
	return wrong
}

// G15: under hard_mute only who has the floor can write, in speeches, in the ballot and at
// night, over crashes, too; the administrator's word is deleted; behind the game everybody may
// what he might before.
func TestG15HardMute(t *testing.T) {
	for name, end := range over {
		h, before := hard(t, nil)
		h.every = 8
		if wrong := h.silent(); len(wrong) > 0 {
			t.Errorf("in the first speech it is wrong of %v", wrong)
		}
		admin := h.say(h.people[4], "а я скажу")
		h.settle()
		if g := h.game(); admin == nil || !admin.Now().Deleted && g.Floor() != h.mustSeat(4) {
			t.Error("the administrator's word stays")
		}
		if name == "crashed" {
			n := 0
			h.crash = func(step) bool { n++; return n%11 == 0 }
		}
		g := h.game()
		p := &puppets{h: h, seed: 1, mild: true}
		var last engine.Seat
		nights, window := 0, uint32(0)
		p.play(func(now engine.Game) bool {
			if now.Clock.Opened != 0 && now.Clock.Window != window && h.tg.Now().Sub(now.Clock.Opened.Time()) > time.Second {
				last, window = now.Floor(), now.Clock.Window
				if wrong := h.silent(); len(wrong) > 0 && now.Running() {
					t.Errorf("%s: at %T of seat %d it is wrong of %v", name, now.Stage, last, wrong)
				}
				if last == 0 {
					nights++
				}
			}
			return now.Finished() || now.Day > g.Day
		})
		h.crash = nil
		if nights == 0 {
			t.Error("no night was looked at")
		}
		end(h)
		h.pass(5 * time.Second)
		if d := differLines(name, before, h.mayOf()); d != "" {
			t.Error(d)
		}
	}
}

// mustSeat is where one of the people sits.
func (h *hall) mustSeat(i int) engine.Seat {
	s, _ := h.playerSeat(h.people[i])
	return s
}

// G15: a turn of the floor costs two requests, and no second of the evening sees more than
// thirty; none is refused.
func TestG15CostsFewRequests(t *testing.T) {
	h, _ := hard(t, nil)
	from := len(h.tg.Requests())
	turns, last := 0, engine.Seat(0)
	p := &puppets{h: h, seed: 1, mild: true}
	p.play(func(g engine.Game) bool {
		if g.Floor() != last {
			last = g.Floor()
			turns++
		}
		return g.Night == 2 || g.Finished()
	})
	n, second := 0, map[int64]int{}
	for i, r := range h.tg.Requests() {
		if r.Method == "restrictChatMember" || r.Method == "getChatMember" {
			if second[r.At.Unix()]++; second[r.At.Unix()] > 30 {
				t.Errorf("more than thirty requests in the second %d", r.At.Unix())
			}
			if r.Code != 200 {
				t.Errorf("refused: %s", r.Description)
			}
			if i >= from && r.Method == "restrictChatMember" {
				n++
			}
		}
	}
	if turns < 8 || n > 2*turns {
		t.Errorf("%d turns cost %d requests", turns, n)
	}
}

// G15, E47: the right to restrict is taken in mid-game and comes back: the table is told what
// does not work, nobody is asked about meanwhile, and with the right it is as it was.
func TestG15TheRightIsTaken(t *testing.T) {
	for _, crashed := range []bool{false, true} {
		h, before := hard(t, nil)
		h.group.SetBotRights(tgtest.Rights{Delete: true})
		h.settle()
		if h.last(h.group, note("no_hard_mute")) == nil {
			t.Error("the table hears nothing")
		}
		for range 3 {
			g := h.game()
			h.say(h.at(g.Floor()), "Спасибо")
			h.pass(70 * time.Second)
		}
		if crashed {
			h.restart()
			h.settle()
		}
		asked, taken := h.restrictions()
		if asked-taken > 4 {
			t.Errorf("%d requests are refused", asked-taken)
		}
		h.group.SetBotRights(tgtest.Rights{Delete: true, Restrict: true})
		h.settle()
		if wrong := h.silent(); len(wrong) > 0 {
			t.Errorf("crashed %v: the right is back, and it is wrong of %v at %T", crashed, wrong, h.game().Stage)
		}
		over["stopped"](h)
		h.pass(5 * time.Second)
		if d := differLines("the group", before, h.mayOf()); d != "" {
			t.Error(d)
		}
	}
}

// G15, E47: the bot is put out while all but one are muted, and let in only when the game is
// long over: everybody has what he had then.
func TestG15PutOut(t *testing.T) {
	h, before := hard(t, nil)
	h.every = 100
	h.group.Appoint(nil, tgtest.Kicked)
	h.settled(12*time.Hour, func(g engine.Game) bool { return g.Finished() })
	if differLines("", before, h.mayOf()) == "" {
		t.Error("nobody was muted when the bot was put out")
	}
	h.restart()
	h.pass(time.Minute)
	h.group.Appoint(nil, tgtest.Administrator)
	h.settle()
	if d := differLines("the group", before, h.mayOf()); d != "" {
		t.Error(d)
	}
}

// settled goes on until something is so, for no longer than a while.
func (h *hall) settled(longest time.Duration, so func(engine.Game) bool) {
	h.t.Helper()
	for from := h.tg.Now(); h.tg.Now().Sub(from) < longest; h.round() {
		if so(h.game()) {
			return
		}
	}
	h.t.Fatalf("after %v it stands at %T", longest, h.game().Stage)
}

// G15, I7: who may write, and from when, is the same in both deals.
func TestG15TwoDeals(t *testing.T) {
	for _, kind := range [][2]engine.Role{kinds[1], kinds[4]} {
		one, two := bothDeals(t, 3, hardRules, kind, nil)
		if d := differ(one, two); d != "" {
			t.Errorf("%v: %s", kind, d)
		}
		if len(one.mutes) == 0 {
			t.Error("nobody is muted")
		}
	}
}

// hardRules are the rules of a club that has hard_mute on.
const hardRules = "czernowitz table, hard_mute on"

// standings are who was given which standing in the group before an instant, and when.
func (h *hall) standings(now time.Time) (out []string) {
	for _, e := range h.tg.Journal() {
		if e.Act == tgtest.Appointed && e.Chat == h.group && e.User != nil && e.At.Before(now) {
			out = append(out, fmt.Sprint(e.At.UnixMilli(), " ", e.User.FirstName, " ", e.Text))
		}
	}
	return out
}
