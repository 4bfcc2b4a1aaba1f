package tgtest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// hooked is a world with a webhook that a handler answers; what came is kept in order.
func hookedWorld(t *testing.T, answer func(body string) (int, string)) (s *Server, c *Chat, u *User, came *[]string) {
	t.Helper()
	s, c, u = group(t, Options{})
	poll(t, s, "offset", "-1")
	came = &[]string{}
	s.DeliverTo(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || r.URL.Path != "/hook" || r.Header.Get("X-Telegram-Bot-Api-Secret-Token") != "s3cret" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
		}
		*came = append(*came, fmt.Sprint(s.Now().Format("05.000 "), string(body)))
		code, reply := answer(string(body))
		w.Header().Set("Content-Type", "application/json")
		if code == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "7")
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, reply)
	}))
	call(t, s, "setWebhook", "url", "https://bot.example.org/hook", "secret_token", "s3cret")
	return s, c, u, came
}

// An update is delivered until it is acknowledged, after growing pauses, or as long as the
// bot asks for; the queue of its chat waits, others do not.
func TestDeliveries(t *testing.T) {
	tries := 0
	s, c, u, came := hookedWorld(t, func(body string) (int, string) {
		if strings.Contains(body, `"first"`) {
			tries++
			return []int{0, 500, 500, 500, 503, 204}[tries], ""
		}
		return 204, ""
	})
	other := s.NewUser("Other")
	s.Sleep(time.Second)
	*came = nil
	u.Say(c, "first")
	u.Say(c, "second")
	other.Start("")
	s.Sleep(0)
	if a := call(t, s, "getWebhookInfo"); !strings.Contains(a.raw, `"pending_update_count":2`) || !strings.Contains(a.raw, `"last_error_message":"Wrong response from the webhook: 500 Internal Server Error"`) {
		t.Error(a.raw)
	}
	s.Sleep(time.Minute)
	var order []string
	for _, line := range *came {
		for _, word := range []string{"first", "second", "/start"} {
			if strings.Contains(line, `"text":"`+word) {
				order = append(order, line[:2]+word)
			}
		}
	}
	if want := []string{"01first", "01/start", "02first", "04first", "08first", "15first", "15second"}; !slices.Equal(order, want) {
		t.Errorf("came %q\nwant %q", order, want)
	}
	if a := call(t, s, "getWebhookInfo"); !strings.Contains(a.raw, `"pending_update_count":0`) {
		t.Error(a.raw)
	}
	clean(t, s)
}

// The answer to a delivery can be a call, but for those that ask; what it brings is lost.
func TestAnswerWithAMethod(t *testing.T) {
	var chat int64
	s, c, u, _ := hookedWorld(t, func(body string) (int, string) {
		if strings.Contains(body, "unhook") {
			return 200, `{"method":"deleteWebhook"}`
		}
		return 200, fmt.Sprintf(`{"method":"sendMessage","chat_id":%d,"text":"heard"}`, chat)
	})
	chat = c.ID
	u.Say(c, "hello")
	s.Sleep(0)
	if posts := c.Posts(); posts[len(posts)-1].Text != "heard" {
		t.Errorf("the last is %q", posts[len(posts)-1].Text)
	}
	u.Say(c, "unhook")
	s.Sleep(0)
	checkRefusals(t, s, "getUpdates", []refusalCase{{nil, hooked}})
	clean(t, s)
}

// No more than max_connections are under way, one a chat; what is under way when the
// webhook is deleted comes again.
func TestConnections(t *testing.T) {
	s, c, u := group(t, Options{})
	poll(t, s, "offset", "-1")
	call(t, s, "getUpdates", "offset", "0")
	var flying []*Delivery
	s.Courier(func(d *Delivery) { flying = append(flying, d) })
	call(t, s, "setWebhook", "url", "https://bot.example.org/hook", "max_connections", "3")
	checkRefusals(t, s, "setWebhook", []refusalCase{{[]string{"url", "https://bot.example.org/hook"}, "Too Many Requests: retry after 1"}})
	u.Say(c, "one")
	u.Say(c, "two")
	for range 5 {
		s.NewUser("Guest").Start("")
	}
	s.Sleep(0)
	if len(flying) != 3 {
		t.Errorf("%d are under way", len(flying))
	}
	before := s.Now()
	s.Doze(time.Hour)
	if !s.Now().Equal(before) {
		t.Error("something is on its way, and nobody wakes")
	}
	for len(flying) > 0 {
		next := flying[0]
		flying = flying[1:]
		next.Reply(200, nil, nil)
		s.Sleep(0)
		if len(flying) > 3 {
			t.Errorf("%d are under way", len(flying))
		}
	}
	u.Say(c, "three")
	s.Sleep(0)
	call(t, s, "deleteWebhook")
	flying[0].Reply(200, nil, nil)
	if got := poll(t, s); len(got) != 1 {
		t.Errorf("%d updates wait", len(got))
	}
	clean(t, s)
}

// Beside a wall clock the deliveries go out over a socket, through the proxy of the test.
func TestDeliveriesOverHTTP(t *testing.T) {
	came := make(chan string, 10)
	tries := 0
	bot := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if tries++; tries == 1 {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		came <- r.URL.Path + string(body)
	}))
	defer bot.Close()
	s := New(Options{Speed: 100})
	defer s.Close()
	s.Route("https://bot.example.org", bot.URL)
	call(t, s, "setWebhook", "url", "https://bot.example.org/a/b")
	s.NewUser("Guest").Start("")
	select {
	case got := <-came:
		if !strings.HasPrefix(got, "/a/b{") {
			t.Error(got)
		}
	case <-time.After(5 * time.Second):
		t.Error("nothing came")
	}
	s.SetWebhook("https://nowhere.example.org/")
	s.NewUser("Guest").Start("")
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		if strings.Contains(call(t, s, "getWebhookInfo").raw, "Failed to resolve host") {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the failure is not told")
		}
	}
}
