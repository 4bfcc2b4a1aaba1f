package tgtest

import (
	"strings"
	"testing"
	"time"
)

const (
	hooked = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
	rival  = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
)

func TestWebhook(t *testing.T) {
	s, c, u := group(t, Options{})
	described := func(method string, pairs ...string) string { return call(t, s, method, pairs...).Description }
	checkRefusals(t, s, "setWebhook", []refusalCase{
		{[]string{"url", "http://example.org/x"}, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook"},
		{[]string{"url", "https://"}, "Bad Request: invalid webhook URL specified"},
		{[]string{"url", "https://example.org/x", "secret_token", "a b"}, "Bad Request: secret token contains unallowed characters"},
		{[]string{"url", "https://example.org/x", "secret_token", strings.Repeat("a", 257)}, "Bad Request: secret token is too long"},
	})
	if got := poll(t, s); len(got) != 2 {
		t.Errorf("%d updates", len(got))
	}
	set := func() string {
		s.Sleep(time.Second)
		return described("setWebhook", "url", "https://example.org/x", "secret_token", "a-B_1")
	}
	if a, b := set(), set(); a != "Webhook was set" || b != "Webhook is already set" {
		t.Errorf("set: %q, %q", a, b)
	}
	checkRefusals(t, s, "getUpdates", []refusalCase{{[]string{"offset", "-1"}, hooked}})
	u.Say(c, "kept")
	if a := call(t, s, "getWebhookInfo"); !strings.Contains(a.raw, `"url":"https://example.org/x"`) || !strings.Contains(a.raw, `"pending_update_count":3`) {
		t.Error(a.raw)
	}
	if a, b := described("deleteWebhook"), described("setWebhook", "url", ""); a != "Webhook was deleted" || b != "Webhook is already deleted" {
		t.Errorf("deleted: %q, %q", a, b)
	}
	s.SetWebhook("https://example.org/theirs")
	checkRefusals(t, s, "getUpdates", []refusalCase{{nil, hooked}})
	s.SetWebhook("")
	if got := poll(t, s); len(got) != 3 {
		t.Errorf("%d updates were kept", len(got))
	}
	set()
	described("deleteWebhook", "drop_pending_updates", "true")
	if got := poll(t, s); len(got) != 0 {
		t.Errorf("%d updates were not dropped", len(got))
	}
}

func TestAWebhookEndsThePoll(t *testing.T) {
	for name, set := range map[string]func(s *Server){
		"somebody": func(s *Server) { s.SetWebhook("https://example.org/x") },
		"the bot":  func(s *Server) { call(t, s, "setWebhook", "url", "https://example.org/x") },
	} {
		s := New(Options{})
		start := s.Now()
		s.At(start.Add(2*time.Second), func() { set(s) })
		checkRefusals(t, s, "getUpdates", []refusalCase{{[]string{"timeout", "30"}, "Conflict: terminated by setWebhook request"}})
		if got := s.Now().Sub(start); got != 2*time.Second {
			t.Errorf("%s ends it at %v", name, got)
		}
	}
}

// A second poller takes the place of the first, which waits within an act of a user; that act does not wait for it.
func TestASecondPollerEndsTheFirst(t *testing.T) {
	overBoth(t, Options{}, func(t *testing.T, s *Server, client doer, base string) {
		pollAs := func(timeout string) answer {
			return do(t, client, request(t, base, s.Token(), "getUpdates", form("timeout", timeout)))
		}
		second := make(chan answer)
		s.At(s.Now().Add(time.Second), func() {
			go func() { second <- pollAs("5") }()
			for len(s.Requests()) < 2 {
				time.Sleep(time.Millisecond)
			}
		})
		if a := pollAs("30"); a.Code != 409 || a.Description != rival {
			t.Errorf("the first: %s", a.raw)
		}
		if a := <-second; a.raw != `{"ok":true,"result":[]}` {
			t.Errorf("the second: %s", a.raw)
		}
		if r := s.Requests(); r[0].Code != 409 || r[1].Code != 200 || s.Now().Sub(r[1].At) != 5*time.Second {
			t.Errorf("recorded %+v, now %v", r, s.Now())
		}
	})
}

func TestPush(t *testing.T) {
	s := New(Options{})
	first := s.next
	if id := s.Push(`"message":{"message_id":"x"}`); id != first {
		t.Errorf("id %d, want %d", id, first)
	}
	s.Push(` {"new_thing":{"a":1}} `)
	s.Push(`{"message":null}`)
	got := poll(t, s)
	if len(got) != 3 || string(got[0]["message"]) != `{"message_id":"x"}` || string(got[1]["new_thing"]) != `{"a":1}` || string(got[2]["message"]) != "null" {
		t.Errorf("got %s", got)
	}
	if n := ids(got); n[0] != first || n[2] != first+2 {
		t.Errorf("ids %v", n)
	}
	poll(t, s, "offset", number(first+3))
	s.Push(`"message":{}`)
	s.Renumber(first)
	s.Push(`"message":{"message_id":"x"}`)
	if n := ids(poll(t, s, "offset", "0")); len(n) != 1 || n[0] != first {
		t.Errorf("renumbered: %v", n)
	}
	s.Renumber(7)
	s.Push(`"message":{}`)
	if n := ids(poll(t, s, "offset", number(first+3))); len(n) != 1 || n[0] != 7 {
		t.Errorf("an offset of the time before hides %v", n)
	}
	clean(t, s)
}
