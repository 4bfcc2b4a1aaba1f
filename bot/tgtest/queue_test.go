package tgtest

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"
)

func TestOffsets(t *testing.T) {
	fresh := func() (*Server, []int) {
		s, c, u := group(t, Options{Seed: 7})
		poll(t, s, "offset", "-1")
		for range 3 {
			u.Say(c, "hi")
		}
		all := ids(poll(t, s))
		poll(t, s, "offset", strconv.Itoa(all[1])) // forgets the start
		return s, all[1:]
	}
	_, all := fresh()
	if len(all) != 3 || all[1] != all[0]+1 || all[2] != all[0]+2 {
		t.Fatalf("ids %v", all)
	}
	if all[0] < 2_000_001 || all[0] > 1_000_000_100 {
		t.Errorf("first id %d", all[0])
	}
	offset := func(from, delta int) string { return strconv.Itoa(all[from] + delta) }
	for _, tc := range []struct {
		name  string
		calls []string
		want  []int
	}{
		{"absent shows all and confirms nothing", []string{"", ""}, all},
		{"zero shows all", []string{"0"}, all},
		{"the first id confirms nothing", []string{offset(0, 0), "0"}, all},
		{"the second id confirms the first", []string{offset(1, 0), "0"}, all[1:]},
		{"behind the last confirms everything", []string{offset(2, 1), "0"}, nil},
		{"ten beyond the tail is believed", []string{offset(2, 11), "0"}, nil},
		{"eleven beyond the tail is ignored", []string{offset(2, 12)}, all},
		{"far beyond the tail is ignored", []string{"2000000000"}, all},
		{"an old offset starts at the head", []string{"1"}, all},
		{"minus one keeps the last", []string{"-1", "0"}, all[2:]},
		{"minus two keeps two", []string{"-2", "0"}, all[1:]},
		{"minus many keeps all", []string{"-100"}, all},
		{"garbage is zero", []string{"x"}, all},
	} {
		s, _ := fresh()
		var got []int
		for _, o := range tc.calls {
			got = ids(poll(t, s, "offset", o))
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %v, want %v", tc.name, got, tc.want)
		}
	}
	for limit, want := range map[string]int{"": 3, "1": 1, "0": 1, "-5": 1, "2": 2, "1000": 3} {
		s, _ := fresh()
		if got := poll(t, s, "limit", limit); len(got) != want {
			t.Errorf("limit %q: %d updates, want %d", limit, len(got), want)
		}
	}
	s, c, u := group(t, Options{})
	for i := range 120 {
		u.Say(c, fmt.Sprint(i))
	}
	if got := poll(t, s, "limit", "1000"); len(got) != 100 {
		t.Errorf("a batch of %d", len(got))
	}
}

func TestTimeoutIsClamped(t *testing.T) {
	s := New(Options{})
	for timeout, want := range map[string]time.Duration{"": 0, "-3": 0, "7": 7 * time.Second, "900": 50 * time.Second} {
		before := s.Now()
		poll(t, s, "timeout", timeout)
		if got := s.Now().Sub(before); got != want {
			t.Errorf("timeout %q moved the clock by %v", timeout, got)
		}
	}
}

func TestAllowedUpdates(t *testing.T) {
	s, c, u := group(t, Options{})
	drain := func() []string {
		var kinds []string
		updates := poll(t, s)
		for _, up := range updates {
			for kind := range up {
				if kind != "update_id" {
					kinds = append(kinds, kind)
				}
			}
		}
		if n := len(updates); n > 0 {
			poll(t, s, "offset", strconv.Itoa(ids(updates)[n-1]+1))
		}
		return kinds
	}
	expect := func(want ...string) {
		t.Helper()
		if got := drain(); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	expect("message", "message") // joined without chat_member, started
	last := s.next
	poll(t, s, "allowed_updates", `["chat_member","callback_query"]`)
	u.Leave(c)
	u.Join(c)
	expect("chat_member", "chat_member")
	if s.next != last+2 {
		t.Error("a filtered update took an id")
	}
	for _, keep := range []string{"", "null", "nonsense", `{"a":1}`} {
		poll(t, s, "allowed_updates", keep)
	}
	u.Say(c, "unheard")
	expect()
	poll(t, s, "allowed_updates", `["no_such_type"]`)
	u.Say(c, "heard")
	expect("message")
	poll(t, s, "allowed_updates", `["message"]`)
	poll(t, s, "allowed_updates", `[]`)
	u.Block()
	u.Leave(c)
	expect("my_chat_member", "message")
}

func TestUpdatesExpire(t *testing.T) {
	s, c, u := group(t, Options{})
	poll(t, s, "offset", strconv.Itoa(s.next))
	p := send(t, s, c, "menu", "reply_markup", `{"inline_keyboard":[[{"text":"A","callback_data":"a"}]]}`)
	u.Say(c, "first")
	b, _ := p.Button("A")
	u.Tap(p, b)
	s.Sleep(150*time.Second - 1)
	if n := len(poll(t, s)); n != 2 {
		t.Fatalf("%d updates before 150 s", n)
	}
	s.Sleep(1)
	got := poll(t, s)
	if len(got) != 1 || got[0]["message"] == nil {
		t.Fatalf("after 150 s: %v", got)
	}
	s.Sleep(24*time.Hour - 150*time.Second)
	if got := poll(t, s); len(got) != 0 {
		t.Fatalf("after a day: %v", got)
	}
}

func TestHoldRepeats(t *testing.T) {
	s, c, u := group(t, Options{HoldRepeats: true})
	poll(t, s, "offset", strconv.Itoa(s.next))
	offset := strconv.Itoa(s.next)
	start := s.Now()
	poll(t, s, "offset", offset)
	if got := s.Now().Sub(start); got != 3*time.Second {
		t.Errorf("the repeat moved the clock by %v", got)
	}
	s.Sleep(4 * time.Second)
	start = s.Now()
	poll(t, s, "offset", offset)
	if got := s.Now().Sub(start); got != 0 {
		t.Errorf("the late repeat moved the clock by %v", got)
	}
	u.Say(c, "one")
	u.Say(c, "two")
	if got := poll(t, s, "offset", offset); len(got) != 1 {
		t.Errorf("the quick repeat gave %d updates", len(got))
	}
}
