package bot_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
)

// mayRead is what a group has left to somebody it restricted before the game.
const mayRead = `{"can_send_messages":true,"can_send_polls":true,"can_react_to_messages":false}`

// sanctioned plays a game in which a player leaves the table whom the group had restricted
// until an instant, the zero time for ever; meanwhile lets something happen to him behind
// that. It returns what he may do behind the game, as the group sees it, and until when.
func sanctioned(h *hall, until func(now time.Time) time.Time, meanwhile func(u *tgtest.User)) (before, after string, was, is time.Time) {
	g := h.playing("czernowitz table")
	u := h.at(5)
	was = until(h.tg.Now())
	h.group.Restrict(u, mayRead, was)
	before, was = h.group.Restriction(u)
	for range 2 {
		u.Say(h.tg.Private(u), "/leave")
		h.pass(4 * time.Second)
	}
	if may, _ := h.group.Restriction(u); strings.Contains(may, "true") || h.game().Living.Has(5) || g.Day != 1 {
		h.t.Fatalf("he who is out may %s", may)
	}
	meanwhile(u)
	h.say(h.group.Owner, "/stop")
	h.pass(4 * time.Second)
	h.say(h.group.Owner, "/stop")
	h.pass(10 * time.Second)
	if over := h.game(); !over.Finished() {
		h.t.Fatal("the game is not over")
	}
	after, is = h.group.Restriction(u)
	return before, after, was, is
}

// G14: whom the group's administrators had restricted gets that back with the end of the
// game, to the last permission and to the second of its end.
func TestMutingGivesBackWhatWas(t *testing.T) {
	nothing := func(*tgtest.User) {}
	hour := func(now time.Time) time.Time { return now.Add(time.Hour).Truncate(time.Second) }
	for name, until := range map[string]func(time.Time) time.Time{
		"for an hour": hour,
		"for ever":    func(time.Time) time.Time { return time.Time{} },
	} {
		before, after, was, is := sanctioned(newHall(t), until, nothing)
		if before != after || !was.Equal(is) || !strings.Contains(after, "true") {
			t.Errorf("%s: until %v he may %s; behind the game %s until %v", name, was, before, after, is)
		}
	}
	forgets := scene{seed: 1, leak: rewrites(func(v url.Values) { v.Del("until_date") })}.open(t)
	if _, _, was, is := sanctioned(forgets, hour, nothing); was.Equal(is) {
		t.Error("a bot that forgets when a restriction ends is not noticed")
	}
}

// rewrites is a planted breach in what the bot asks of Telegram about its members.
func rewrites(change func(url.Values)) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			if is(r, "restrictChatMember") {
				v := form(r)
				change(v)
				again, err := http.NewRequest(r.Method, r.URL.String(), strings.NewReader(v.Encode()))
				if err != nil {
					return nil, err
				}
				again.Header = r.Header
				r = again
			}
			return next.Do(r)
		}), h
	}
}

// A restriction that ends in the game, or so soon behind it that Telegram would take its
// end for none: he is free from that second on, and not for ever under it.
func TestMutingBehindItsEnd(t *testing.T) {
	for _, left := range []time.Duration{15 * time.Second, 45 * time.Second, 100 * time.Second} {
		h := newHall(t)
		_, after, was, is := sanctioned(h, func(now time.Time) time.Time { return now.Add(left).Truncate(time.Second) }, func(*tgtest.User) {})
		u := h.people[h.seatOf(h.game(), 5)]
		if over := !h.tg.Now().Before(was); over != (after == "") || !over && !is.IsZero() && !is.Equal(was) {
			t.Errorf("%v: it ends at %v, now it is %v and he may %q until %v", left, was, h.tg.Now(), after, is)
		}
		if wait := was.Sub(h.tg.Now()); wait > 0 {
			var before tgtest.Status
			h.tg.At(was.Add(-time.Second), func() { before = h.group.Status(u) })
			h.pass(wait + 5*time.Second)
			if before != tgtest.Restricted {
				t.Errorf("%v: a second before its end he is %s", left, before)
			}
		}
		if h.group.Status(u) != tgtest.Member {
			t.Errorf("%v: behind its end he is %s", left, h.group.Status(u))
		}
	}
}

// What an administrator does to somebody who is muted is not undone by the end of the
// game: he stays restricted as that one wills, banned, or free.
func TestMutingIsOverruled(t *testing.T) {
	h := newHall(t)
	week := h.tg.Now().Add(7 * 24 * time.Hour).Truncate(time.Second)
	if _, after, _, is := sanctioned(h, func(time.Time) time.Time { return time.Time{} }, func(u *tgtest.User) {
		h.group.Restrict(u, `{"can_invite_users":true}`, week)
		h.settle()
	}); !is.Equal(week) || strings.Count(after, "true") != 1 {
		t.Errorf("restricted for a week in the game, he may behind it %s until %v", after, is)
	}
	for _, status := range []tgtest.Status{tgtest.Kicked, tgtest.Member} {
		h := newHall(t)
		var u *tgtest.User
		sanctioned(h, func(time.Time) time.Time { return time.Time{} }, func(out *tgtest.User) {
			u = out
			h.group.Appoint(u, status)
			h.settle()
		})
		if got := h.group.Status(u); got != status {
			t.Errorf("%s in the game, he is %s behind it", status, got)
		}
	}
}
