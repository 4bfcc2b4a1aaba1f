package tgtest

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// limited is a world with the published limits, with a group and a private chat.
func limited(t *testing.T) (s *Server, group, private string, u *User) {
	t.Helper()
	s = New(Options{Seed: 1, Limits: PublishedLimits()})
	c := s.NewSupergroup("Группа")
	u = s.NewUser("Лиса")
	u.Join(c)
	u.Start("")
	return s, strconv.FormatInt(c.ID, 10), strconv.FormatInt(u.ID, 10), u
}

// held is how long the last request waited.
func held(s *Server) time.Duration {
	all := s.Requests()
	return all[len(all)-1].Held
}

// A chat takes three messages at once and wins one back a second; the fourth is not refused but late, and so is its date.
func TestAChatTakesThreeAtOnce(t *testing.T) {
	s, _, private, u := limited(t)
	start := s.Now()
	for n, want := range []time.Duration{0, 0, 0, time.Second, time.Second} {
		if a := call(t, s, "sendMessage", "chat_id", private, "text", fmt.Sprint(n)); !a.OK || held(s) != want {
			t.Errorf("message %d: %s, after %v", n, a.raw, held(s))
		}
	}
	posts := s.Private(u).Posts()
	if last := posts[len(posts)-1]; last.Date.Sub(start) != 2*time.Second || s.Now().Sub(start) != 2*time.Second {
		t.Errorf("the last message stands there since %v, it is %v", last.Date.Sub(start), s.Now().Sub(start))
	}
}

// A group takes twenty messages and edits in a minute. What would have to wait longer than eight seconds is refused, with
// the seconds in the status, the header and the body; then the wait shrinks, is absorbed, and is over.
func TestAGroupTakesTwentyAMinute(t *testing.T) {
	s, group, private, _ := limited(t)
	start := s.Now()
	first := call(t, s, "sendMessage", "chat_id", group, "text", "0")
	id := strconv.Itoa(int(messageID(t, first)))
	for n := 1; n < 20; n++ {
		s.Sleep(time.Second)
		method, args := "sendMessage", []string{"chat_id", group, "text", fmt.Sprint(n)}
		if n%2 == 1 {
			method, args = "editMessageText", append(args, "message_id", id)
		}
		if a := call(t, s, method, args...); !a.OK || held(s) != 0 {
			t.Fatalf("%d: %s after %v", n, a.raw, held(s))
		}
	}
	resp, err := s.Do(request(t, "http://localhost", s.Token(), "sendMessage", form("chat_id", group, "text", "too much")))
	if err != nil || resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "41" {
		t.Errorf("%v: %v %v", err, resp.Status, resp.Header)
	}
	want := `{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 41","parameters":{"retry_after":41}}`
	if a := call(t, s, "editMessageText", "chat_id", group, "message_id", id, "text", "too much"); a.raw != want {
		t.Errorf("an edit: %s", a.raw)
	}
	if a := call(t, s, "sendMessage", "chat_id", private, "text", "elsewhere"); !a.OK || held(s) != 0 {
		t.Errorf("another chat waits: %s", a.raw)
	}
	if a := call(t, s, "deleteMessage", "chat_id", group, "message_id", id); !a.OK {
		t.Errorf("a deletion: %s", a.raw)
	}
	s.Sleep(start.Add(55 * time.Second).Sub(s.Now()))
	if a := call(t, s, "sendMessage", "chat_id", group, "text", "late"); !a.OK || held(s) != 5*time.Second {
		t.Errorf("%s after %v", a.raw, held(s))
	}
	if a := call(t, s, "sendMessage", "chat_id", group, "text", "later"); !a.OK || held(s) != time.Second {
		t.Errorf("%s after %v", a.raw, held(s))
	}
}

// messageID reads the id of a message that was sent.
func messageID(t *testing.T, a answer) int64 {
	t.Helper()
	_, rest, ok := strings.Cut(string(a.Result), `"message_id":`)
	end := strings.IndexAny(rest, ",}")
	if !ok || end < 0 {
		t.Fatalf("%s", a.raw)
	}
	n, err := strconv.ParseInt(rest[:end], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// All chats together get thirty messages a second; answers to presses have no limit.
func TestAllChatsGetThirtyASecond(t *testing.T) {
	s := New(Options{Seed: 1, Limits: PublishedLimits()})
	for n := range 31 {
		u := s.NewUser(fmt.Sprint("Гость ", n))
		u.Start("")
		call(t, s, "sendMessage", "chat_id", strconv.FormatInt(u.ID, 10), "text", "привет")
		if want := time.Duration(n/30) * time.Second; held(s) != want {
			t.Errorf("message %d waited %v", n, held(s))
		}
	}
	u := s.NewUser("Лиса")
	u.Start("")
	chat := strconv.FormatInt(u.ID, 10)
	call(t, s, "sendMessage", "chat_id", chat, "text", "?", "reply_markup", `{"inline_keyboard":[[{"text":"a","callback_data":"a"}]]}`)
	post := s.Private(u).Posts()[1]
	for range 50 {
		tap := u.Tap(post, post.Buttons[0][0])
		before := s.Now()
		if a := call(t, s, "answerCallbackQuery", "callback_query_id", tap.ID); !a.OK || s.Now() != before {
			t.Fatalf("%s", a.raw)
		}
	}
}

// Without limits nothing waits.
func TestNoLimitsByDefault(t *testing.T) {
	s := New(Options{Seed: 1})
	c := s.NewSupergroup("Группа")
	for n := range 100 {
		if a := call(t, s, "sendMessage", "chat_id", strconv.FormatInt(c.ID, 10), "text", fmt.Sprint(n)); !a.OK || held(s) != 0 {
			t.Fatalf("%s", a.raw)
		}
	}
}
