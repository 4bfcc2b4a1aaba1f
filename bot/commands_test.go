package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// A bare command of a player is a control: it disappears, costs nothing and is
// answered in private, whether it is known, refused, or another bot's (G22).
func TestBareCommands(t *testing.T) {
	h := newHall(t)
	h.seated("federation table")
	g := h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	u := h.people[h.seatOf(g, 5)]
	private := h.tg.Private(u)
	for text, want := range map[string]string{
		"/fouls": "", "/fouls@vedushchiy_bot": "", "/FOULS": "",
		"/pass": note("not_your_minute"), "/vote": note("unknown_command"), "/leave": note("leave_price"),
		"/protest": note("protest_none"), "/protest нарушен пункт 11": note("protest_none"),
		"/game": note("table_taken"), "/game federation blitz": note("table_taken"), "/help": note("help"),
		"/weather@other_bot": "-", "/fouls@other_bot": "-",
	} {
		before, posts := h.game(), len(private.Posts())
		p := u.Say(h.group, text)
		h.settle()
		if !p.Now().Deleted {
			t.Errorf("%s stays", text)
		}
		if after := h.game(); after.Fouls != before.Fouls || after.Stage != before.Stage {
			t.Errorf("%s is answered by %T with the fouls %v", text, after.Stage, after.Fouls)
		}
		var answer string
		if now := private.Posts(); len(now) > posts {
			answer = now[len(now)-1].Text
		}
		if want == "-" && answer != "" || want != "-" && (answer == "" || !strings.HasPrefix(answer, want)) {
			t.Errorf("%s is answered %q, not %q", text, answer, want)
		}
	}
	p := u.Say(h.group, "/fouls")
	u.Edit(p, "/pass@vedushchiy_bot")
	h.settle()
	if g := h.game(); g.Fouls[5] != 0 {
		t.Error("a command that became another costs a foul")
	}
}

// What stands behind a command, or only looks like one, is said (G22).
func TestCommandsThatSaySomething(t *testing.T) {
	for text, fouls := range map[string]uint8{
		"/fouls а третий мафия": 1, "/check 7": 1, "/game третий мафия": 1, "/roll@other_bot ну хватит": 1, "/pass\nчестно": 1,
		"/честно": 1, "/7": 1, "/": 0, "// нет": 1, "/fouls@": 0, "/game blitz": 0,
	} {
		h := newHall(t)
		h.seated("federation table")
		g := h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
		p := h.people[h.seatOf(g, 5)].Say(h.group, text)
		h.settle()
		if g := h.game(); g.Fouls[5] != fouls {
			t.Errorf("%q costs %d fouls, not %d", text, g.Fouls[5], fouls)
		}
		if !p.Now().Deleted {
			t.Errorf("%q stays", text)
		}
	}
}

// A check that is typed in the group is no check: it points at a seat at night.
func TestACheckInTheGroup(t *testing.T) {
	h := newHall(t)
	h.lively = true
	h.seated("czernowitz table")
	g := h.until("the Sheriff's search", func(g engine.Game) bool {
		_, searches := g.Stage.(engine.SheriffCheck)
		return searches && g.Clock.Opened != 0
	})
	var sheriff engine.Seat
	for s, r := range g.Roles {
		if r == engine.Sheriff {
			sheriff = engine.Seat(s)
		}
	}
	u := h.people[h.seatOf(g, sheriff)]
	u.Say(h.group, "/check")
	h.settle()
	if g := h.game(); g.Removals != 0 || g.Checks[1] != 0 {
		t.Errorf("a bare command removes %b and checks %d", g.Removals, g.Checks[1])
	}
	u.Say(h.group, "/check 3")
	h.settle()
	if g := h.game(); !g.Removals.Has(sheriff) || g.Checks[1] != 0 {
		t.Errorf("a sign at night removes %b and checks %d", g.Removals, g.Checks[1])
	}
}

// Nobody is fouled for what is written under another identity: it is taken off
// the table, as what other bots and people write who do not play (B28, G17).
func TestOtherIdentities(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	s := h.snapshot()
	b, db, p := s.open(t)
	for i, from := range []string{
		fmt.Sprintf(`"from":{"id":136817688,"is_bot":true},"sender_chat":{"id":-100777,"type":"channel"},"chat":{"id":%d,"type":"supergroup"}`, s.group),
		fmt.Sprintf(`"from":{"id":1087968824,"is_bot":true},"sender_chat":{"id":%[1]d,"type":"supergroup"},"chat":{"id":%[1]d,"type":"supergroup"}`, s.group),
		fmt.Sprintf(`"from":{"id":777000},"is_automatic_forward":true,"sender_chat":{"id":-100777,"type":"channel"},"chat":{"id":%d,"type":"supergroup"}`, s.group),
		fmt.Sprintf(`"from":{"id":%d},"sender_chat":{"id":-100777,"type":"channel"},"chat":{"id":%d,"type":"supergroup"}`, s.user, s.group),
		fmt.Sprintf(`"from":{"id":5,"is_bot":true},"chat":{"id":%d,"type":"supergroup"}`, s.group),
		fmt.Sprintf(`"from":{"id":6},"chat":{"id":%d,"type":"supergroup"}`, s.group),
		fmt.Sprintf(`"chat":{"id":%d,"type":"supergroup"}`, s.group),
	} {
		id := 5000 + i
		hears(t, b, db, p, fmt.Sprintf(`{"update_id":%d,"message":{"message_id":%d,"date":%d,%s,"text":"честно, /game"}}`, b.Offset(), id, p.now.Unix(), from))
		if !p.deleted[fmt.Sprint(id)] {
			t.Errorf("what is written as {%s} stays", from)
		}
	}
	g, _ := b.Game(1)
	if before := h.game(); g.Fouls != before.Fouls || g.Stage != before.Stage {
		t.Errorf("somebody was fouled: %v", g.Fouls)
	}
}

// Every typed command is a way to do what the button does.
func TestTypedEvening(t *testing.T) {
	h := newHall(t)
	h.lively = true
	for _, u := range h.people {
		u.Start("")
	}
	h.settle()
	h.people[6].Say(h.group, "/game czernowitz table")
	h.settle()
	for i, u := range h.people {
		if i != 6 {
			u.Say(h.group, "/join")
			h.settle()
		}
	}
	all := func(text string, where func(*tgtest.User) *tgtest.Chat) {
		for _, u := range h.people {
			u.Say(where(u), text)
			h.settle()
		}
	}
	all("/ready", h.tg.Private)
	all("/draw", func(*tgtest.User) *tgtest.Chat { return h.group })
	g := h.until("the Don's minute", func(g engine.Game) bool { _, don := g.Stage.(engine.DonMeet); return don && g.Clock.Opened != 0 })
	for s := range g.Drawn.All() {
		h.seatOf(g, s)
	}
	all("/don", h.tg.Private)
	if n := h.count("don_shown"); n != 1 {
		t.Errorf("%d have shown themselves as the Don", n)
	}
	h.until("a shooting", func(g engine.Game) bool { _, shoot := g.Stage.(engine.Shoot); return shoot && g.Clock.Opened != 0 })
	all("/shoot 7", h.tg.Private)
	if n := h.count("shot"); n != 0 {
		t.Errorf("%d shots at a number that is not called yet", n)
	}
	h.until("the seventh number", func(g engine.Game) bool { shoot, ok := g.Stage.(engine.Shoot); return ok && shoot.Now == 7 })
	all("/shoot 7", h.tg.Private)
	if n := h.count("shot"); n != 3 {
		t.Errorf("%d shots were fired", n)
	}
	h.until("the Don's search", func(g engine.Game) bool { _, don := g.Stage.(engine.DonCheck); return don && g.Clock.Opened != 0 })
	all("/check 2", h.tg.Private)
	if n := h.count("checked"); n != 1 {
		t.Errorf("%d checks were made", n)
	}
}

// The button under a formula that lacks its touch goes with the speech.
func TestTheTouchGoesWithTheSpeech(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	g := h.until("a speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	u := h.people[h.seatOf(g, 1)]
	u.Say(h.group, "Выставляю игрока номер 3")
	h.pass(3 * time.Second)
	echo := h.last(h.group, "Осталось коснуться стола")
	if echo == nil || len(echo.Buttons) == 0 {
		t.Fatal("there is no button to touch")
	}
	u.Say(h.group, "Спасибо")
	h.pass(3 * time.Second)
	if now := echo.Now(); len(now.Buttons) > 0 {
		t.Error("the button stays behind the speech")
	}
}

// At night a bare command in the group is noise as every other message, once until the
// morning; it is answered all the same. That of who does not play is only deleted (G22,
// C16, K14e, T12).
func TestBareCommandsAtNight(t *testing.T) {
	h := newHall(t)
	h.lively = true
	h.seated("club2010 table")
	guest := h.tg.NewUser("Гость")
	guest.Join(h.group)
	g := h.until("the shooting", func(g engine.Game) bool {
		_, shooting := g.Stage.(engine.Shoot)
		return shooting && g.Clock.Opened != 0
	})
	loud := h.people[h.seatOf(g, 5)]
	for _, c := range []struct {
		u     *tgtest.User
		text  string
		fouls uint8
	}{
		{loud, "/fouls", 1}, {loud, "/mask", 1}, {h.people[h.seatOf(g, 6)], "/weather@other_bot", 1}, {guest, "/fouls", 0},
	} {
		p := c.u.Say(h.group, c.text)
		h.settle()
		_, by, _ := h.bot.Seated(c.u.ID)
		now := h.game()
		if seat, _ := now.Who(by); !p.Now().Deleted || now.Fouls[seat] != c.fouls || now.Removals != 0 || now.Ended() {
			t.Errorf("%s: %d fouls, deleted %v", c.text, now.Fouls[seat], p.Now().Deleted)
		}
	}
	if h.last(h.tg.Private(loud), note("mask_private")) == nil {
		t.Error("a command of the night is not answered")
	}
	h.until("the morning", func(g engine.Game) bool { return g.Day == 2 && g.Clock.Opened != 0 })
	if morning := h.last(h.group, "Доброе утро"); !strings.Contains(morning.Text, "Ночью: 5 — жест, 6 — жест.") {
		t.Errorf("the morning says %q", morning.Text)
	}
}
