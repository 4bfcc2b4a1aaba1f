package tgtest

import (
	"strings"
	"testing"
	"time"
)

// In slow mode a member writes once in a while, an administrator as he likes.
func TestSlowMode(t *testing.T) {
	s, c, u := group(t, Options{Seed: 1, ReadAll: true})
	c.SlowMode(30 * time.Second)
	holds(t, "slow mode", call(t, s, "getChat", "chat_id", chatID(c)).raw, `"slow_mode_delay":30`)
	if u.Say(c, "x") == nil || u.Say(c, "y") != nil || c.Owner.Say(c, "x") == nil || c.Owner.Say(c, "y") == nil {
		t.Error("who writes twice at once?")
	}
	s.Sleep(29 * time.Second)
	if u.Say(c, "y") != nil {
		t.Error("a second too early")
	}
	s.Sleep(time.Second)
	if u.Say(c, "y") == nil {
		t.Error("when the time is over")
	}
	if send(t, s, c, "x") == nil || send(t, s, c, "y") == nil {
		t.Error("the bot is an administrator")
	}
	clean(t, s)
}

// An anonymous administrator is shown as the group in what he writes, and as himself in what he presses.
func TestAnAnonymousAdministrator(t *testing.T) {
	s, c, u := group(t, Options{Seed: 1, ReadAll: true})
	c.Entitle(u, "nobody", true) // a member has no title
	c.Appoint(u, Administrator)
	c.Entitle(u, "the judge", true)
	poll(t, s)
	u.Say(c, "x")
	raw := call(t, s, "getUpdates").raw
	holds(t, "a message", raw, `"from":{"id":1087968824`, `"sender_chat":{"id":`+chatID(c), `"author_signature":"the judge"`)
	holds(t, "the list", call(t, s, "getChatAdministrators", "chat_id", chatID(c)).raw, `"is_anonymous":true,"custom_title":"the judge"`)
	p := send(t, s, c, "press", "reply_markup", `{"inline_keyboard":[[{"text":"a","callback_data":"a"}]]}`)
	poll(t, s, "offset", "-1")
	u.Tap(p, p.Buttons[0][0])
	if got := call(t, s, "getUpdates", "offset", "-1").raw; !strings.Contains(got, `"callback_query"`) || !strings.Contains(got, chatID(s.Private(u))) {
		t.Errorf("his press is %s", got)
	}
	clean(t, s)
}
