package bot_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/storage"
)

// set lists what a club's Telegram has been told of the bot so far.
func (c *club) set() (methods []string) {
	for _, r := range c.tg.Requests() {
		if strings.HasPrefix(r.Method, "setMy") || r.Method == "setChatMenuButton" {
			methods = append(methods, r.Method)
		}
	}
	return methods
}

// Telegram is told of the commands once, by where they can be used; started again, the
// bot tells nothing that it has told before, and what did not arrive it tells again.
func TestMenu(t *testing.T) {
	c := opens(t, nil)
	failing := true
	c.tg.Inject(func(call tgtest.Call) (f tgtest.Fault) {
		if failing && call.Method == "setMyDescription" {
			failing, f.Status = false, http.StatusBadGateway
		}
		return f
	})
	group, owner, member := c.tg.NewSupergroup("Мафия по средам"), c.tg.NewUser("Барс"), c.tg.NewUser("Лиса", tgtest.Language("ru"))
	owner.Join(group)
	member.Join(group)
	group.Appoint(owner, tgtest.Administrator)
	c.starts()
	if !c.await(15*time.Second, func() bool { return len(c.set()) >= 11 }) {
		t.Fatalf("told: %v", c.set())
	}
	c.ends()
	for what, got := range map[string][]string{
		"game":    c.tg.CommandsFor(member, group),
		"shoot":   c.tg.CommandsFor(member, c.tg.Private(member)),
		"ruleset": c.tg.CommandsFor(owner, group),
	} {
		if len(got) < 5 || !slices.Contains(got, what) || !slices.Contains(got, "help") {
			t.Errorf("beside /%s: %v", what, got)
		}
	}
	if got := c.tg.CommandsFor(member, group); slices.Contains(got, "ruleset") || slices.Contains(got, "shoot") {
		t.Errorf("a member sees %v", got)
	}
	before := len(c.set())
	c.starts()
	guest := c.tg.NewUser("Гость")
	guest.Start("")
	c.await(3*time.Second, func() bool { return len(c.tg.Private(guest).Posts()) > 1 })
	c.ends()
	if after := len(c.set()); after != before {
		t.Errorf("started again it tells %v", c.set()[before:])
	}
	db, err := storage.OpenFast(filepath.Join(t.TempDir(), "another.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c.made.DB = db
	c.starts()
	if !c.await(5*time.Second, func() bool { return len(c.set()) == before+6 }) {
		t.Errorf("with nothing remembered it tells %v", c.set()[before:])
	}
	c.ends()
	for _, v := range c.tg.Violations() {
		t.Errorf("schema: %s", v)
	}
}

// A command is heard however it is typed, and in a caption; that of another bot is not.
func TestCommandsAreHeardHoweverTheyAreTyped(t *testing.T) {
	h := newHall(t)
	u := h.people[0]
	private := h.tg.Private(u)
	u.Start("")
	h.settle()
	for text, heard := range map[string]bool{
		"/help": true, "  /help": true, "\n/HELP": true, "/Help@Vedushchiy_Bot": true, "/help@other_bot": false, "help": false, "/ help": false,
	} {
		for place, c := range map[string]*tgtest.Chat{"the group": h.group, "private": private} {
			if place == "private" && !heard {
				continue // whatever is no command there gets the welcome
			}
			for _, say := range []func(){func() { u.Say(c, text) }, func() { u.Photo(c, text) }} {
				before := len(c.Posts())
				say()
				h.settle()
				answered := slices.ContainsFunc(c.Posts()[before:], func(p *tgtest.Post) bool { return p.Text == note("help") })
				if answered != heard {
					t.Errorf("%q in %s: answered %v", text, place, answered)
				}
			}
		}
		h.pass(time.Minute)
	}
}

// What only a judge can do is told to a judge only, and in private; the rest is short
// enough for one screen of a phone.
func TestHelpOfAJudge(t *testing.T) {
	h := newHall(t)
	h.convened("tournament table")
	judge, player := h.people[9], h.people[0]
	h.tap(player, h.group, "Играю")
	h.say(judge, "/judge")
	h.settle()
	told := func(u *tgtest.User, text string) bool {
		h.pass(time.Minute)
		before := len(h.tg.Private(u).Posts())
		u.Say(h.tg.Private(u), "/help")
		h.settle()
		return slices.ContainsFunc(h.tg.Private(u).Posts()[before:], func(p *tgtest.Post) bool { return strings.Contains(p.Text, text) })
	}
	if !told(judge, note("help_judge")) || !told(judge, note("help")) {
		t.Error("the judge is not told all")
	}
	if told(player, note("help_judge")) || !told(player, note("help")) {
		t.Error("a player is told what is the judge's")
	}
	h.say(judge, "/judge")
	h.settle()
	if told(judge, note("help_judge")) {
		t.Error("who has got up is told what is the judge's")
	}
	if n := len([]rune(note("help"))); n > 1000 {
		t.Errorf("/help has %d letters", n)
	}
}
