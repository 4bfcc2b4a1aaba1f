package bot_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mafiabot/bot"
)

// answer is an HTTP answer with a body.
func answer(r *http.Request, code int, body string) (*http.Response, error) {
	return &http.Response{StatusCode: code, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// fails is a connection that fails with an error about the address.
func fails(err func(address string) error) client {
	return func(r *http.Request) (*http.Response, error) { return nil, err(r.URL.String()) }
}

// tells is an endpoint that answers with a code and a text about the address.
func tells(code int, text string) client {
	return func(r *http.Request) (*http.Response, error) {
		return answer(r, code, strings.ReplaceAll(text, "ADDRESS", r.URL.String()))
	}
}

func aboutAddress(address string, err error) error {
	return &url.Error{Op: "Post", URL: address, Err: err}
}

// failures are ways in which a request comes to nothing, most of them talkative.
var failures = map[string]client{
	"no connection":  fails(func(a string) error { return aboutAddress(a, errors.New("refused")) }),
	"wrapped":        fails(func(a string) error { return fmt.Errorf("sending: %w", aboutAddress(a, io.EOF)) }),
	"redirected":     fails(func(a string) error { return aboutAddress(a, aboutAddress(a, io.EOF)) }),
	"joined":         fails(func(a string) error { return errors.Join(io.EOF, errors.New("dialing "+a)) }),
	"a text":         fails(func(a string) error { return errors.New("proxy: no route to " + a) }),
	"a quoted text":  fails(func(a string) error { return fmt.Errorf("proxy: no route to %q", url.QueryEscape(a)) }),
	"an echo":        tells(404, `{"ok":false,"error_code":404,"description":"Not Found: ADDRESS"}`),
	"a refusal":      tells(400, `{"ok":false,"error_code":400,"description":"Bad Request: ADDRESS"}`),
	"a gateway":      tells(502, `<html>ADDRESS</html>`),
	"another type":   tells(200, `{"ok":true,"result":"ADDRESS"}`),
	"an odd answer":  tells(200, `{"ok":"ADDRESS"}`),
	"half an answer": tells(200, `{"ok":true,"result":[{"update_id":`),
}

// No error that the package returns has the token in it (a log would print it):
// neither where a request fails, nor where the token itself spoils the address.
func TestNoErrorTellsTheToken(t *testing.T) {
	const key = "AAsecretKEYofTheBot_-0123456789"
	errs := map[string]error{}
	note := func(what string, err error) {
		if err == nil {
			t.Errorf("%s: no error", what)
			return
		}
		errs[what] = err
	}
	for name, fail := range failures {
		h := newHall(t)
		o := bot.Options{Token: "123:" + key, DB: h.db, Clock: h, Chance: chance(1), Client: fail}
		_, err := bot.New(t.Context(), o)
		note(name+" at the start", err)
		failing := false
		o.Client = client(func(r *http.Request) (*http.Response, error) {
			if failing {
				return fail(r)
			}
			return answer(r, 200, `{"ok":true,"result":{"id":1,"is_bot":true,"first_name":"x","username":"x_bot"}}`)
		})
		b, err := bot.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		failing = true
		note(name+" at a poll", b.Poll(t.Context()))
		if err := errors.Join(b.Turn(), b.Send(t.Context())); err != nil {
			note(name+" at a turn", err)
		}
	}
	for name, token := range map[string]string{"a line feed": "123:" + key + "\n", "a control character": "123:AA\x7f" + key, "a percent sign": "123:" + key + "%zz", "no number": key + "\r\n"} {
		h := newHall(t)
		_, err := bot.New(t.Context(), bot.Options{Token: token, DB: h.db, Clock: h, Chance: chance(1), Client: h.tg})
		note("a token with "+name, err)
	}
	for what, err := range errs {
		if strings.Contains(fmt.Sprintf("%v %+v %q %#v", err, err, err, err), key) {
			t.Errorf("%s: %v", what, err)
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if strings.Contains(e.Error(), key) {
				t.Errorf("%s, unwrapped: %v", what, e)
			}
		}
	}
	t.Logf("%d errors", len(errs))
}

// The sends keep their connections: once they are made, thirty at a time make no
// new ones. The library's default client makes almost all of them anew.
func TestConnectionsAreKept(t *testing.T) {
	made := func(c *http.Client) int {
		var n atomic.Int32
		var gate sync.WaitGroup
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			gate.Done()
			gate.Wait() // all thirty are under way at once
			_, _ = io.WriteString(w, `{"ok":true}`)
		}))
		s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				n.Add(1)
			}
		}
		s.Start()
		defer s.Close()
		round := func() {
			gate.Add(30)
			var all sync.WaitGroup
			for range 30 {
				all.Go(func() {
					resp, err := c.Post(s.URL, "text/plain", nil)
					if err != nil {
						t.Error(err)
						return
					}
					_, _ = io.Copy(io.Discard, resp.Body)
					resp.Body.Close()
				})
			}
			all.Wait()
			time.Sleep(20 * time.Millisecond) // a connection is given back a moment after its answer
		}
		round()
		before := n.Load()
		round()
		return int(n.Load() - before)
	}
	_, send := bot.Clients()
	if n := made(send); n > 0 {
		t.Errorf("%d new connections for the second thirty", n)
	}
	if n := made(&http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}); n < 20 {
		t.Errorf("the default client makes only %d", n)
	}
}
