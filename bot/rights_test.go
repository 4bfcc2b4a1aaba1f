package bot_test

import (
	"fmt"
	"io"
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

// mayOf is what everybody may do in the group, one line a person, and the group as a whole.
func (h *hall) mayOf() (out []string) {
	for _, u := range h.people {
		may, until := h.group.Restriction(u)
		out = append(out, fmt.Sprint(u.FirstName, " ", h.group.Status(u), " ", may, " ", until.Unix()))
	}
	return append(out, h.group.Permissions())
}

// noMedia is what a group allows that has switched media off.
const noMedia = `{"can_send_messages":true,"can_send_polls":true,"can_react_to_messages":true,"can_invite_users":true}`

// mixed makes of the people of a table such as groups have: media are off for everybody, one
// player is restricted by the group, another is an administrator.
func (h *hall) mixed(restricted, admin engine.Seat) {
	h.group.Permit(noMedia)
	h.group.Restrict(h.at(restricted), mayRead, time.Time{})
	h.group.Appoint(h.at(admin), tgtest.Administrator)
	h.settle()
}

// over are the ways in which a game comes to its end.
var over = map[string]func(h *hall){
	"played": func(h *hall) { h.ends(1) },
	"stopped": func(h *hall) {
		h.say(h.group.Owner, "/stop")
		h.pass(4 * time.Second)
		h.say(h.group.Owner, "/stop")
		h.pass(10 * time.Second)
	},
	"crashed": func(h *hall) {
		h.restart()
		h.say(h.group.Owner, "/stop")
		h.pass(4 * time.Second)
		h.restart()
		h.say(h.group.Owner, "/stop")
		n := 0
		h.crash = func(step) bool { n++; return n%5 == 0 }
		h.pass(10 * time.Second)
		h.crash = nil
		h.pass(10 * time.Second)
	},
}

// throughAGame lets a restricted player, an administrator and a free one leave the table,
// and the game come to its end. It returns what everybody may before it and behind it, and
// how many requests about them were refused.
func throughAGame(t *testing.T, end func(*hall), planted leak) (before, after []string, refused int) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	h.every = 8
	h.playing("czernowitz table")
	h.mixed(5, 7)
	before = h.mayOf()
	for _, s := range []engine.Seat{5, 7, 9} {
		word := h.removes(s)
		if s == 7 && !word.Now().Deleted || s != 7 && word != nil {
			t.Errorf("seat %d writes: %v", s, word)
		}
	}
	end(h)
	h.pass(5 * time.Second)
	asked, taken := h.restrictions()
	return before, h.mayOf(), asked - taken
}

// B30, G14: media off by default, a player whom the group has restricted, one who is an
// administrator: behind the game, behind a crash, behind /stop everybody may what he might
// before; the administrator is only deleted.
func TestB30EverybodyMayWhatHeMight(t *testing.T) {
	for name, end := range over {
		before, after, refused := throughAGame(t, end, nil)
		if d := differLines(name, before, after); d != "" || refused > 0 {
			t.Errorf("%s; %d requests are refused", d, refused)
		}
	}
	partly := rewrites(func(v url.Values) {
		if strings.Contains(v.Get("permissions"), "true") {
			v.Set("permissions", `{"can_send_messages":true}`)
		}
	})
	before, after, _ := throughAGame(t, over["stopped"], partly)
	if differLines("", before, after) == "" {
		t.Error("a bot that gives back the right to write and no other is not noticed")
	}
}

// replaced is an answer in which something else stands.
func replaced(resp *http.Response, from, to string) (*http.Response, error) {
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return resp, err
	}
	resp.Body = io.NopCloser(strings.NewReader(strings.ReplaceAll(string(raw), from, to)))
	return resp, nil
}

// told rewrites what Telegram says of the standing of others than the bot.
func told(from, to string) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			other := is(r, "getChatMember") && form(r).Get("user_id") != fmt.Sprint(h.tg.BotID())
			resp, err := next.Do(r)
			if err != nil || !other {
				return resp, err
			}
			return replaced(resp, from, to)
		}), h
	}
}

// B30: an administrator is never tried to be muted; a bot that does not ask who is one is
// caught.
func TestB30Administrators(t *testing.T) {
	count := func(planted leak) (asked int) {
		h := scene{seed: 1, leak: planted}.open(t)
		h.playing("czernowitz table")
		h.group.Appoint(h.at(7), tgtest.Administrator)
		h.settle()
		h.removes(7)
		for _, r := range h.tg.Requests() {
			if r.Method == "restrictChatMember" && r.Params["user_id"] == fmt.Sprint(h.at(7).ID) {
				asked++
			}
		}
		return asked
	}
	if n := count(nil); n != 0 {
		t.Errorf("he is restricted %d times", n)
	}
	if count(told(`"status":"administrator"`, `"status":"member"`)) == 0 {
		t.Error("a bot that does not know who leads the group is not noticed")
	}
}

// demoted lets a player leave, takes the right to restrict from the bot, ends the game, and
// gives it back the right; crashed, the bot is started anew at each step. It returns what
// everybody may at the beginning, and at the end, and how often the group is told.
func demoted(t *testing.T, crashed bool, planted leak) (before, after []string, notices int) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	h.playing("czernowitz table")
	h.mixed(5, 7)
	before = h.mayOf()
	h.removes(5)
	h.removes(9)
	again := func() {
		if crashed {
			h.restart()
		}
		h.settle()
	}
	h.group.SetBotRights(tgtest.Rights{Delete: true})
	again()
	over["stopped"](h)
	again()
	h.pass(time.Hour)
	for _, p := range h.group.Posts() {
		if p.From == nil && p.Text == note("no_unmute") {
			notices++
		}
	}
	h.group.SetBotRights(tgtest.Rights{Delete: true, Restrict: true})
	h.settle()
	again()
	return before, h.mayOf(), notices
}

// B30: what could not be given back, because the right was taken, is given back when the
// right is; the group hears once that it is missing.
func TestB30TheRightIsTakenAndComesBack(t *testing.T) {
	for _, crashed := range []bool{false, true} {
		before, after, notices := demoted(t, crashed, nil)
		if d := differLines("the group", before, after); d != "" || notices != 1 {
			t.Errorf("crashed %v: %s; it is told %d times", crashed, d, notices)
		}
	}
	careless := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if err == nil && is(r, "restrictChatMember") && resp.StatusCode != http.StatusOK {
				return answer(r, http.StatusOK, `{"ok":true,"result":true}`)
			}
			return resp, err
		}), h
	}
	if before, after, _ := demoted(t, false, careless); differLines("", before, after) == "" {
		t.Error("a bot that takes no notice of a refusal is not noticed")
	}
}

// demotedAtNight plays a game in which the bot loses all rights in the first night of
// shooting, or does not; it returns the course, the winner and how often the table is told.
func demotedAtNight(t *testing.T, demotes bool, planted leak) (course []string, won engine.Verdict, notices int) {
	t.Helper()
	h := scene{seed: 6, reads: true, leak: planted}.open(t)
	h.every = 16
	h.seated("czernowitz table")
	p := &puppets{h: h, seed: 6, mild: true}
	done := !demotes
	p.play(func(g engine.Game) bool {
		if _, shoot := g.Stage.(engine.Shoot); shoot && !done {
			done = true
			h.group.Appoint(nil, tgtest.Member)
		}
		return g.Finished()
	})
	h.settle()
	for _, post := range h.group.Posts() {
		if post.From == nil && strings.Contains(post.Text, "Мне не хватает прав") {
			notices++
		}
	}
	return h.course(h.id), h.game().Verdict, notices
}

// Shows (c): the bot is demoted at night: one notice, and the same game to the last event.
func TestDemotedAtNight(t *testing.T) {
	calm, winner, _ := demotedAtNight(t, false, nil)
	course, won, notices := demotedAtNight(t, true, nil)
	if d := differLines("the game", calm, course); d != "" || won != winner || won == 0 || notices != 1 {
		t.Errorf("%s; the winner is %d instead of %d; the table is told %d times", d, won, winner, notices)
	}
	_, _, notices = demotedAtNight(t, true, mishears(func(_ *hall, updates string) string {
		return strings.ReplaceAll(updates, `"my_chat_member"`, `"my_other_member"`)
	}))
	if notices == 1 {
		t.Error("a bot that does not hear of it is not noticed")
	}
}

// The bot comes into a group: it says what it lacks there, or that all is well; given what
// it lacked, it says that; and it is silent about what is taken where nobody plays.
func TestRightsWhereItComes(t *testing.T) {
	h := newHall(t)
	lacks := note("needs", strings.Join([]string{note("need_read"), note("need_admin_delete"), note("need_restrict")}, "\n"))
	for _, step := range []struct {
		does func()
		want string
	}{
		{func() { h.group.Appoint(nil, tgtest.Gone) }, ""},
		{func() { h.group.Appoint(nil, tgtest.Member) }, note("here_lacking", lacks)},
		{func() { h.group.SetBotRights(tgtest.Rights{Delete: true}) }, note("no_restrict")},
		{func() { h.group.SetBotRights(tgtest.Rights{Delete: true, Restrict: true}) }, note("here_enough")},
		{func() { h.group.SetBotRights(tgtest.Rights{Delete: true, Restrict: true, Pin: true}) }, ""},
		{func() { h.group.SetBotRights(tgtest.Rights{Restrict: true}) }, ""},
		{func() { h.group.Appoint(nil, tgtest.Kicked) }, ""},
		{func() { h.group.Appoint(nil, tgtest.Administrator) }, note("here")},
	} {
		from := len(h.group.Posts())
		step.does()
		h.settle()
		said := ""
		for _, p := range h.group.Posts()[from:] {
			if p.From == nil && p.Kind == tgtest.KindText {
				said += p.Text
			}
		}
		if said != step.want {
			t.Errorf("it says %q, not %q", said, step.want)
		}
	}
}

// A right is lost while the seats are drawn and no update tells it: it is looked at again
// before the cards, and the table hears it.
func TestRightsBeforeTheDeal(t *testing.T) {
	for _, asks := range []bool{true, false} {
		asked := 0
		h := scene{seed: 1, leak: func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
			deaf, clock := mishears(func(_ *hall, updates string) string {
				return strings.ReplaceAll(updates, `"my_chat_member"`, `"my_other_member"`)
			})(h, next)
			return client(func(r *http.Request) (*http.Response, error) {
				itself := is(r, "getChatMember") && form(r).Get("user_id") == fmt.Sprint(h.tg.BotID())
				resp, err := deaf.Do(r)
				if err != nil || !itself {
					return resp, err
				}
				if asked++; asked > 1 && !asks {
					return replaced(resp, `"can_delete_messages":false`, `"can_delete_messages":true`)
				}
				return resp, err
			}), clock
		}}.open(t)
		h.full("czernowitz table")
		h.group.SetBotRights(tgtest.Rights{Restrict: true})
		h.drawn()
		if told := h.last(h.group, note("need_admin_delete")) != nil; told != asks {
			t.Errorf("asked: %v; the table hears it: %v", asks, told)
		}
	}
}

// muzzled forbids everybody to write in the middle of a speech, the bot being a member like
// others, and allows it again. It says what is wrong, "" if nothing is.
func muzzled(t *testing.T, crashed bool, planted leak) string {
	t.Helper()
	h := scene{seed: 1, reads: true, leak: planted}.open(t)
	h.group.Appoint(nil, tgtest.Member)
	h.settle()
	g := h.playing("czernowitz table")
	h.group.Permit(`{}`)
	h.pass(g.Clock.Ends().Time().Sub(h.tg.Now()) + 5*time.Second)
	w := h.game().Clock.Window
	h.pass(5 * time.Minute)
	if crashed {
		h.restart()
	}
	h.pass(5 * time.Minute)
	if now := h.game(); now.Clock.Window != w || now.Floor() != g.Floor() {
		return fmt.Sprintf("nobody may write, and the game goes on to %T", now.Stage)
	}
	if h.last(h.tg.Private(h.people[6]), note("voiceless")) == nil {
		return "who opened the table does not hear why it stands"
	}
	refused := 0
	for _, r := range h.tg.Requests() {
		if r.Method == "sendMessage" && strings.Contains(r.Description, "not enough rights to send") {
			refused++
		}
	}
	if refused > 3 {
		return fmt.Sprintf("it tries %d times", refused)
	}
	h.group.Permit(noMedia)
	h.pass(60 * time.Second)
	now := h.game()
	if now.Clock.Opened == 0 || now.Floor() != 2 || h.last(h.group, "Игрок номер 2 (") == nil {
		return fmt.Sprintf("they may write, and the game stands at %T of seat %d", now.Stage, now.Floor())
	}
	h.say(h.at(2), "Спасибо")
	h.until("the third speech", func(g engine.Game) bool { return g.Floor() == 3 && g.Clock.Opened != 0 })
	return ""
}

// E47: nobody may write in the group, the bot neither, and no update tells it: the game
// stands still as when it is put out, over a crash, too, and goes on when they may.
func TestE47NobodyMayWrite(t *testing.T) {
	for _, crashed := range []bool{false, true} {
		if wrong := muzzled(t, crashed, nil); wrong != "" {
			t.Errorf("crashed %v: %s", crashed, wrong)
		}
	}
	deaf := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if err != nil {
				return resp, err
			}
			return replaced(resp, "not enough rights to send text messages to the chat", "message is odd")
		}), h
	}
	if muzzled(t, false, deaf) == "" {
		t.Error("a bot that takes it for any other refusal is not noticed")
	}
}
