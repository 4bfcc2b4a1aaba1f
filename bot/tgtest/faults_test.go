package tgtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"
)

// doer is an HTTP client or the server itself.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

// overBoth runs a test in process and over a socket.
func overBoth(t *testing.T, o Options, f func(t *testing.T, s *Server, client doer, base string)) {
	t.Run("in process", func(t *testing.T) {
		s := New(o)
		f(t, s, s, "http://localhost")
	})
	t.Run("over HTTP", func(t *testing.T) {
		s := New(o)
		base, client := listen(t, s)
		f(t, s, client, base)
	})
}

// listen opens a port for the time of a test.
func listen(t testing.TB, s *Server) (base string, client *http.Client) {
	t.Helper()
	base, stop, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return base, &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

// outcome is a response in one line, or its error.
func outcome(t *testing.T, client doer, req *http.Request) (line string, err error) {
	t.Helper()
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %s %q %s", resp.StatusCode, resp.Header.Get("Content-Type"), resp.Header.Get("Retry-After"), raw), nil
}

func TestFaults(t *testing.T) {
	const lost, page = "lost", "<html>\r\n<head><title>502 Bad Gateway</title></head>"
	for name, tc := range map[string]struct {
		fault  Fault
		want   string // how the answer begins
		effect bool
		code   int // in the record
	}{
		"none":              {Fault{}, `200 application/json "" {"ok":true,"result":{"message_id":`, true, 200},
		"lost before":       {Fault{LostBefore: true}, lost, false, 0},
		"lost after":        {Fault{LostAfter: true}, lost, true, 200},
		"a proxy's page":    {Fault{Status: 502}, `502 text/html "" ` + page, false, 502},
		"a page of its own": {Fault{Status: 500, Body: "<p>oh"}, `500 text/html "" <p>oh`, false, 500},
		"a JSON page":       {Fault{Status: 500, Body: `{"ok":false}`}, `500 application/json "" {"ok":false}`, false, 500},
		"a late page":       {Fault{Status: 502, LostAfter: true}, `502 text/html "" ` + page, true, 502},
		"a flood wait": {
			Fault{RetryAfter: 7},
			`429 application/json "7" {"ok":false,"error_code":429,"description":"Too Many Requests: retry after 7","parameters":{"retry_after":7}}`,
			false, 429,
		},
		"truncated": {Fault{Truncate: true}, `200 application/json "" {"ok":true,"result":{"message_id":`, true, 200},
	} {
		t.Run(name, func(t *testing.T) {
			overBoth(t, Options{}, func(t *testing.T, s *Server, client doer, base string) {
				c := s.NewSupergroup("Club")
				var asked Call
				s.Inject(func(call Call) Fault {
					asked = call
					s.Now() // the lock is free
					return tc.fault
				})
				send := func() (string, error) {
					return outcome(t, client, request(t, base, s.Token(), "sendmessage", form("chat_id", chatID(c), "text", "hi")))
				}
				got, err := send()
				if tc.want == lost {
					if !errors.Is(err, syscall.ECONNRESET) {
						t.Errorf("got %q, %v", got, err)
					}
				} else if err != nil || !strings.HasPrefix(got, tc.want) {
					t.Errorf("got %q, %v\nwant %q", got, err, tc.want)
				}
				if cut := !json.Valid([]byte(got[strings.LastIndex(got, `" `)+1:])); tc.fault.Truncate && !cut {
					t.Errorf("not truncated: %s", got)
				}
				if effect := len(c.Posts()) == 1; effect != tc.effect {
					t.Errorf("effect %v", effect)
				}
				if asked.Method != "sendMessage" || asked.ChatID != c.ID || asked.Params["text"] != "hi" || asked.At != s.Now() {
					t.Errorf("asked about %+v", asked)
				}
				r := s.Requests()[0]
				if r.Code != tc.code || r.Lost != (tc.want == lost) || r.Fault != tc.fault || r.RetryAfter != tc.fault.RetryAfter {
					t.Errorf("recorded %+v", r)
				}
				s.Inject(nil)
				if got, err := send(); err != nil || !strings.HasPrefix(got, "200") {
					t.Errorf("afterwards %q, %v", got, err)
				}
			})
		})
	}
}

func TestDelayedAnswer(t *testing.T) {
	s, c, u := group(t, Options{})
	start := s.Now()
	s.At(start.Add(2*time.Second), func() { u.Say(c, "meanwhile") })
	s.Inject(func(call Call) Fault { return Fault{Delay: 3 * time.Second} })
	p := send(t, s, c, "slow")
	if got := s.Now().Sub(start); got != 3*time.Second || p.Date != start {
		t.Errorf("posted at %v, answered after %v", p.Date, got)
	}
	if posts := c.Posts(); posts[len(posts)-1].Text != "meanwhile" {
		t.Error("the act on the way did not run")
	}
}

// A poll whose answer is lost confirms nothing of what it would have brought.
func TestLostPoll(t *testing.T) {
	s, c, u := group(t, Options{})
	u.Say(c, "hi")
	s.Inject(func(Call) Fault { return Fault{LostAfter: true} })
	if _, err := s.Do(request(t, "http://localhost", s.Token(), "getUpdates", nil)); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("got %v", err)
	}
	s.Inject(nil)
	if got := poll(t, s); len(got) != 3 {
		t.Errorf("%d updates came again", len(got))
	}
	if r := s.Requests(); !r[0].Poll || !r[0].Lost || r[1].Lost {
		t.Errorf("recorded %+v", r)
	}
}

func TestFlood(t *testing.T) {
	s, c, _ := group(t, Options{})
	p, other := send(t, s, c, "before"), s.NewSupergroup("Other")
	s.Sleep(300 * time.Millisecond)
	s.Flood(c, 5)
	s.Sleep(1500 * time.Millisecond)
	text, in := []string{"chat_id", chatID(c), "text", "a"}, []string{"chat_id", chatID(c), "message_id", number(p.ID)}
	for method, pairs := range map[string][]string{
		"sendMessage": text, "editMessageText": append(in, "text", "a"), "editMessageReplyMarkup": in, "deleteMessage": in,
	} {
		a := call(t, s, method, pairs...)
		if a.Code != 429 || !strings.Contains(a.raw, `"parameters":{"retry_after":4}`) {
			t.Errorf("%s: %s", method, a.raw)
		}
		if r := s.Requests()[len(s.Requests())-1]; r.Code != 429 || r.RetryAfter != 4 || r.Description != a.Description {
			t.Errorf("recorded %+v", r)
		}
	}
	send(t, s, other, "elsewhere")
	if a := call(t, s, "getChatMember", "chat_id", chatID(c), "user_id", fmt.Sprint(s.BotID())); !a.OK {
		t.Error(a.raw)
	}
	s.Sleep(3500*time.Millisecond - 1)
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, "Too Many Requests: retry after 1"}})
	s.Sleep(1)
	send(t, s, c, "over")
	clean(t, s)
}

func TestDown(t *testing.T) {
	overBoth(t, Options{}, func(t *testing.T, s *Server, client doer, base string) {
		me := func() error {
			_, err := outcome(t, client, request(t, base, s.Token(), "getMe", nil))
			return err
		}
		if err := me(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s.Down(true)
			s.Down(true)
			err := me()
			if u := new(url.Error); !errors.Is(err, syscall.ECONNREFUSED) || !errors.As(err, &u) || u.Op != "Post" {
				t.Errorf("while it is down: %v", err)
			}
			s.Down(false)
			if err := me(); err != nil {
				t.Errorf("up again: %v", err)
			}
		}
		if n := len(s.Requests()); n != 3 {
			t.Errorf("%d requests came through", n)
		}
	})
}

func TestDownCutsThePoll(t *testing.T) {
	overBoth(t, Options{}, func(t *testing.T, s *Server, client doer, base string) {
		start := s.Now()
		s.At(start.Add(5*time.Second), func() { s.Down(true) })
		s.At(start.Add(9*time.Second), func() { s.Down(false) })
		req := func() *http.Request {
			return request(t, base, s.Token(), "getUpdates", form("timeout", "30"))
		}
		if got, err := outcome(t, client, req()); err == nil {
			t.Errorf("the poll was answered: %s", got)
		}
		if now := s.Now().Sub(start); now != 5*time.Second {
			t.Errorf("it was cut at %v", now)
		}
		if r := s.Requests()[0]; !r.Lost {
			t.Errorf("recorded %+v", r)
		}
		s.Sleep(4 * time.Second)
		if got, err := outcome(t, client, req()); err != nil || !strings.HasSuffix(got, "[]}") {
			t.Errorf("up again: %q, %v", got, err)
		}
	})
}

// Doors opened and shut while Telegram is down follow the world, too.
func TestListenWhileDown(t *testing.T) {
	s := New(Options{})
	s.Down(true)
	base, client := listen(t, s)
	_, stop, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	req := func() *http.Request { return request(t, base, s.Token(), "getMe", nil) }
	if _, err := outcome(t, client, req()); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("while it is down: %v", err)
	}
	for range 2 {
		if err := stop(); err != nil {
			t.Error(err)
		}
	}
	s.Down(false)
	if _, err := outcome(t, client, req()); err != nil {
		t.Error(err)
	}
}

func TestRevoke(t *testing.T) {
	s := New(Options{})
	revoked := s.Now().Add(time.Second)
	s.At(revoked, s.Revoke)
	s.Inject(func(Call) Fault { return Fault{} })
	for _, method := range []string{"getUpdates", "getUpdates", "getMe", "sendMessage"} {
		if a := call(t, s, method, "timeout", "30"); a.raw != `{"ok":false,"error_code":401,"description":"Unauthorized"}` {
			t.Errorf("%s: %s", method, a.raw)
		}
		if s.Now() != revoked {
			t.Errorf("%s was answered at %v", method, s.Now())
		}
	}
	for _, r := range s.Requests() {
		if r.Code != 401 {
			t.Errorf("recorded %+v", r)
		}
	}
}
