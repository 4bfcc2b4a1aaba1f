package tgtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

func TestActsRunInOrder(t *testing.T) {
	s := New(Options{})
	start := s.Now()
	var got []string
	plan := func(after time.Duration, name string) {
		s.At(start.Add(after), func() { got = append(got, fmt.Sprintf("%s@%v", name, s.Now().Sub(start))) })
	}
	plan(2*time.Second, "c")
	plan(time.Second, "a")
	plan(time.Second, "b")
	s.At(start.Add(1500*time.Millisecond), func() {
		plan(1800*time.Millisecond, "nested")
		plan(0, "past")
	})
	plan(4*time.Second, "late")
	s.Sleep(3 * time.Second)
	want := []string{"a@1s", "b@1s", "past@1.5s", "nested@1.8s", "c@2s"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if now := s.Now().Sub(start); now != 3*time.Second {
		t.Errorf("slept until %v", now)
	}
	if at, ok := s.Planned(); !ok || at != start.Add(4*time.Second) {
		t.Errorf("planned next: %v %v", at, ok)
	}
}

func TestAnActMaySleep(t *testing.T) {
	s, c, u := group(t, Options{})
	start := s.Now()
	s.At(start.Add(time.Second), func() {
		u.Say(c, "one")
		s.Sleep(3 * time.Second)
		u.Say(c, "three")
	})
	s.At(start.Add(2*time.Second), func() { u.Say(c, "two") })
	s.Sleep(2 * time.Second)
	var got []string
	for _, p := range c.Posts() {
		if p.Kind == KindText {
			got = append(got, fmt.Sprintf("%s@%v", p.Text, p.Date.Sub(start)))
		}
	}
	if want := []string{"one@1s", "two@2s", "three@4s"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPollMovesTheClock(t *testing.T) {
	s, c, u := group(t, Options{})
	offset := func() string { return strconv.Itoa(s.next) }
	poll(t, s, "offset", offset())
	start := s.Now()
	since := func() time.Duration { return s.Now().Sub(start) }

	u.Say(c, "now")
	if n := len(poll(t, s, "timeout", "30")); n != 1 || since() != 0 {
		t.Errorf("a full queue: %d updates, clock %v", n, since())
	}
	silent := false
	s.At(start.Add(2*time.Second), func() { silent = true })
	s.At(start.Add(5500*time.Millisecond), func() { u.Say(c, "a") })
	s.At(start.Add(5500*time.Millisecond), func() { u.Say(c, "b") })
	s.At(start.Add(6*time.Second), func() { u.Say(c, "c") })
	if n := len(poll(t, s, "offset", offset(), "timeout", "30")); n != 2 || since() != 5500*time.Millisecond || !silent {
		t.Errorf("the burst: %d updates, clock %v", n, since())
	}
	if n := len(poll(t, s, "offset", offset(), "timeout", "0")); n != 0 || since() != 5500*time.Millisecond {
		t.Errorf("a short poll: %d updates, clock %v", n, since())
	}
	if n := len(poll(t, s, "timeout", "30")); n != 1 || since() != 6*time.Second {
		t.Errorf("the next: %d updates, clock %v", n, since())
	}
	if n := len(poll(t, s, "offset", offset(), "timeout", "30")); n != 0 || since() != 36*time.Second {
		t.Errorf("nothing: %d updates, clock %v", n, since())
	}
	s.At(start, func() { u.Say(c, "planned for the past") })
	if n := len(poll(t, s, "timeout", "30")); n != 1 || since() != 36*time.Second {
		t.Errorf("the past: %d updates, clock %v", n, since())
	}
}

func TestDatesAreWholeSeconds(t *testing.T) {
	s, c, u := group(t, Options{})
	s.Sleep(1700 * time.Millisecond)
	p := u.Say(c, "hi")
	if got := p.Date; got != s.Now() {
		t.Errorf("dated %v", got)
	}
	updates := poll(t, s)
	var m struct {
		Date int64 `json:"date"`
	}
	if err := json.Unmarshal(updates[len(updates)-1]["message"], &m); err != nil || m.Date != s.Now().Unix() {
		t.Errorf("date %d, %v", m.Date, err)
	}
}

func TestConcurrentCalls(t *testing.T) {
	s, c, u := group(t, Options{})
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range 50 {
				send(t, s, c, fmt.Sprint("bot ", i))
				poll(t, s, "timeout", "1")
				u.Say(c, "hello")
				s.Sleep(time.Second)
			}
		})
	}
	var heard sync.Mutex
	n := 0
	s.Watch(func(Entry) { heard.Lock(); n++; heard.Unlock() })
	all.Wait()
	clean(t, s)
	texts := 0
	for _, p := range c.Posts() {
		if p.Kind == KindText {
			texts++
		}
	}
	if texts != 400 {
		t.Errorf("%d posts", texts)
	}
}

func TestASecondMoverWaits(t *testing.T) {
	s := New(Options{})
	start := s.Now()
	inAct, release := make(chan struct{}), make(chan struct{})
	var seen time.Time
	s.At(start.Add(time.Second), func() {
		close(inAct)
		<-release
		seen = s.Now()
	})
	done := make(chan struct{})
	go func() { s.Sleep(2 * time.Second); close(done) }()
	<-inAct
	second := make(chan struct{})
	go func() { s.Sleep(10 * time.Second); close(second) }()
	time.Sleep(10 * time.Millisecond)
	close(release)
	<-done
	<-second
	if seen != start.Add(time.Second) {
		t.Errorf("the clock moved under an act, to %v", seen.Sub(start))
	}
	if got := s.Now().Sub(start); got != 12*time.Second {
		t.Errorf("the clock shows %v", got)
	}
}

func TestWatchersHearInOrder(t *testing.T) {
	s, c, u := group(t, Options{})
	var first, second []string
	s.Watch(func(e Entry) {
		first = append(first, e.Text)
		if e.Text == "ping" {
			u.Say(c, "pong")
		}
	})
	s.Watch(func(e Entry) { second = append(second, e.Text) })
	u.Say(c, "ping")
	want := []string{"ping", "pong"}
	if !slices.Equal(first, want) || !slices.Equal(second, want) {
		t.Errorf("heard %v and %v", first, second)
	}
}
