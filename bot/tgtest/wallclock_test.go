package tgtest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const patience = 2 * time.Second // beyond which a busy machine is no excuse

// walledWorld is a world on a wall clock, closed at the end of the test.
func walledWorld(t *testing.T, speed int) *Server {
	t.Helper()
	s := New(Options{Speed: speed})
	t.Cleanup(s.Close)
	return s
}

// took fails if f takes less than a time by the wall, or much more.
func took(t *testing.T, what string, want time.Duration, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if got := time.Since(start); got < want || got > want+patience {
		t.Errorf("%s took %v, want %v", what, got, want)
	}
}

// A bot in another process: it polls over HTTP, and a minute is a second.
func TestWallClock(t *testing.T) {
	s := walledWorld(t, 60)
	base, client := listen(t, s)
	anna := s.NewUser("Anna")
	pollOver := func(timeout string) answer {
		return do(t, client, request(t, base, s.Token(), "getUpdates", form("timeout", timeout)))
	}
	took(t, "the empty poll", 50*time.Millisecond, func() {
		if a := pollOver("3"); string(a.Result) != "[]" {
			t.Error(a.raw)
		}
	})
	s.At(s.Now().Add(30*time.Second), func() { anna.Start("") })
	took(t, "the poll for the act", 490*time.Millisecond, func() {
		if a := pollOver("50"); !strings.Contains(a.raw, "/start") {
			t.Error(a.raw)
		}
	})
	took(t, "the sleep", 100*time.Millisecond, func() { s.Sleep(6 * time.Second) })
	clean(t, s)
}

func TestWallClockFormula(t *testing.T) {
	epoch := time.Now().Add(-10 * time.Minute).In(time.FixedZone("east", 3600))
	s := New(Options{Speed: 7, Epoch: epoch})
	defer s.Close()
	shows := func() time.Time { return epoch.Add(time.Now().Round(0).Sub(epoch.Round(0)) * 7).UTC().Round(0) }
	before, now, after := shows(), s.Now(), shows()
	if now.Before(before) || now.After(after) || now.Location() != time.UTC {
		t.Errorf("%v is not between %v and %v", now, before, after)
	}
}

func TestWallClockIsPrecise(t *testing.T) {
	const speed = 60
	s := walledWorld(t, speed)
	var late []time.Duration
	var all sync.WaitGroup
	start := s.Now()
	for i := range 21 {
		all.Add(1)
		at := start.Add(time.Duration(i+1) * 600 * time.Millisecond)
		s.At(at, func() {
			late = append(late, s.Now().Sub(at)/speed)
			all.Done()
		})
	}
	all.Wait()
	slices.Sort(late)
	if late[0] < 0 || late[4] > 2*time.Millisecond { // a busy machine may delay the rest
		t.Errorf("the acts were late by %v", late)
	}
}

// The acts have one goroutine; one that sleeps lets the others happen meanwhile, and the past happens at once.
func TestWalledActs(t *testing.T) {
	s := walledWorld(t, 200)
	start, done := s.Now(), make(chan struct{})
	var got []string
	plan := func(after time.Duration, name string, more func()) {
		s.At(start.Add(after), func() { got = append(got, name); more() })
	}
	nothing := func() {}
	plan(60*time.Second, "second", nothing)
	plan(90*time.Second, "last", func() { close(done) })
	plan(30*time.Second, "first", func() {
		s.Sleep(50 * time.Second)
		plan(0, "past", nothing)
		got = append(got, "slept")
	})
	if at, ok := s.Planned(); !ok || at != start.Add(30*time.Second) {
		t.Errorf("planned next: %v %v", at, ok)
	}
	<-done
	if want := []string{"first", "second", "slept", "past", "last"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	took(t, "an act of the past", 0, func() {
		past := make(chan struct{})
		s.At(start, func() { close(past) })
		<-past
	})
}

func TestWalledPollWakes(t *testing.T) {
	s := walledWorld(t, 1)
	u := s.NewUser("Anna")
	whole := 0
	for try := 0; try < 50 && whole == 0; try++ { // a busy machine may tear a burst apart
		woken := make(chan answer, 1)
		offset := number(s.next)
		go func() { woken <- call(t, s, "getUpdates", "timeout", "50", "offset", offset) }()
		for len(s.Requests()) <= try {
			time.Sleep(time.Millisecond)
		}
		took(t, "waking", 0, func() {
			u.Start("one")
			for start := time.Now(); time.Since(start) < batching/4; { // a real sleep may take longer than a burst
			}
			u.Say(s.Private(u), "two")
			if a := <-woken; strings.Contains(a.raw, "one") && strings.Contains(a.raw, "two") {
				whole++
			}
		})
	}
	if whole == 0 {
		t.Error("no burst arrived as a whole")
	}
}

// Watchers hear of what a bot does that calls from another process, in order, and its calls do not wait for them.
func TestWalledWatchers(t *testing.T) {
	s := walledWorld(t, 1)
	base, client := listen(t, s)
	u := s.NewUser("Anna")
	c := s.Private(u)
	heard, release := make(chan string, 10), make(chan struct{})
	s.Watch(func(e Entry) {
		heard <- e.Text
		<-release
		if e.Text == "ping" {
			u.Say(c, "pong")
		}
	})
	u.Start("")
	for _, text := range []string{"ping", "second"} {
		do(t, client, request(t, base, s.Token(), "sendMessage", form("chat_id", chatID(c), "text", text)))
	}
	if n := len(c.Posts()); n != 3 {
		t.Errorf("%d posts while the first watcher still hears", n)
	}
	close(release)
	for _, want := range []string{"/start", "ping", "second", "pong"} {
		if got := <-heard; got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
	send(t, s, c, "in the silence")
	if got := <-heard; got != "in the silence" {
		t.Errorf("heard %q", got)
	}
}

func TestWalledPollEnds(t *testing.T) {
	s := walledWorld(t, 1)
	base, client := listen(t, s)
	for name, end := range map[string]struct {
		by   func(cancel context.CancelFunc)
		want string // the refusal, empty for no answer at all
	}{
		"hang up":     {func(cancel context.CancelFunc) { cancel() }, ""},
		"down":        {func(context.CancelFunc) { s.Down(true); s.Down(false) }, ""},
		"a webhook":   {func(context.CancelFunc) { s.SetWebhook("https://example.org/"); s.SetWebhook("") }, errHookedAnew.text},
		"another one": {func(context.CancelFunc) { call(t, s, "getUpdates") }, rival},
	} {
		for where, client := range map[string]doer{"in process": s, "over HTTP": client} {
			t.Run(name+" "+where, func(t *testing.T) {
				before := len(s.Requests())
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				type ending struct {
					line string
					err  error
				}
				ended := make(chan ending, 1)
				req := request(t, base, s.Token(), "getUpdates", form("timeout", "50")).WithContext(ctx)
				go func() {
					line, err := outcome(t, client, req)
					ended <- ending{line, err}
				}()
				for len(s.Requests()) == before {
					time.Sleep(time.Millisecond)
				}
				took(t, "ending it", 0, func() {
					end.by(cancel)
					e := <-ended
					if (e.err == nil) != (end.want != "") || !strings.Contains(e.line, end.want) {
						t.Errorf("it ended with %q, %v", e.line, e.err)
					}
					if name == "hang up" && !errors.Is(e.err, context.Canceled) {
						t.Errorf("hung up: %v", e.err)
					}
					for r := s.Requests()[before]; r.Lost != (end.want == "") || !r.Lost && r.Code != 409; r = s.Requests()[before] {
						time.Sleep(time.Millisecond) // the server hears of a hang-up in its own time
					}
				})
			})
		}
	}
}

func TestWalledDelay(t *testing.T) {
	s := walledWorld(t, 100)
	s.Inject(func(Call) Fault { return Fault{Delay: 10 * time.Second} })
	took(t, "the slow call", 100*time.Millisecond, func() { call(t, s, "getMe") })
	took(t, "the impatient call", 20*time.Millisecond, func() {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		_, err := outcome(t, s, request(t, "http://localhost", s.Token(), "getMe", nil).WithContext(ctx))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
	if r := s.Requests(); r[0].Lost || !r[1].Lost || r[1].Code != http.StatusOK {
		t.Errorf("recorded %+v", r)
	}
}

// Stopping does not wait for a poll that waits, and after Close nothing happens any more.
func TestClose(t *testing.T) {
	s := New(Options{Speed: 10})
	base, stop, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	polls := func() {
		before, client := len(s.Requests()), &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		req := request(t, base, s.Token(), "getUpdates", form("timeout", "50"))
		go func() {
			if resp, err := client.Do(req); err == nil {
				_ = resp.Body.Close()
				t.Error("the poll was answered")
			}
		}()
		for len(s.Requests()) == before {
			time.Sleep(time.Millisecond)
		}
	}
	polls()
	took(t, "stop", 0, func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	base, _, err = s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	polls()
	running := make(chan struct{})
	ran := false
	s.At(s.Now(), func() { close(running); s.Sleep(time.Hour); ran = true })
	s.At(s.Now().Add(time.Second), func() { t.Error("an act after the end") })
	<-running
	took(t, "Close", 0, s.Close)
	if !ran {
		t.Error("the act was not waited for")
	}
	time.Sleep(150 * time.Millisecond)
	if _, err := s.Do(request(t, base, s.Token(), "getMe", nil)); err == nil {
		t.Error("a closed server answers")
	}
	New(Options{}).Close()
	closesItself := New(Options{Speed: 1})
	closesItself.At(closesItself.Now(), closesItself.Close)
	<-closesItself.stopped
}

func TestWalledCallsAtOnce(t *testing.T) {
	s := walledWorld(t, 1000)
	base, client := listen(t, s)
	c, u := s.NewSupergroup("Club"), s.NewUser("Anna")
	u.Join(c)
	n := 0
	s.Watch(func(e Entry) {
		if e.Act == Said {
			n++
		}
	})
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range 20 {
				do(t, client, request(t, base, s.Token(), "sendMessage", form("chat_id", chatID(c), "text", fmt.Sprint(i))))
				s.At(s.Now().Add(time.Second), func() { u.Say(c, "hello") })
				u.Say(c, "hello")
				s.Sleep(time.Second)
			}
		})
	}
	all.Go(func() {
		for i := range 20 {
			do(t, client, request(t, base, s.Token(), "getUpdates", form("timeout", "3", "offset", fmt.Sprint(-i))))
		}
	})
	all.Wait()
	heard := make(chan int)
	s.At(s.Now().Add(2*time.Second), func() { heard <- n })
	if got := <-heard; got != 160 {
		t.Errorf("heard %d of 160", got)
	}
	clean(t, s)
}
