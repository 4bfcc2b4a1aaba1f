package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// overLimit says which of Telegram's limits the requests break, "" if none
// (I14): 20 messages and edits in any 60 s of a group, 30 a second over all, and
// in a chat one a second with a burst of three.
func overLimit(requests []tgtest.Request) string {
	type limit struct {
		n    int
		span time.Duration
	}
	chats := map[string][]time.Time{}
	within := func(at []time.Time, l limit) bool {
		return len(at) <= l.n || at[len(at)-1].Sub(at[len(at)-1-l.n]) >= l.span
	}
	for _, r := range requests {
		if r.Method != "sendMessage" && !strings.HasPrefix(r.Method, "editMessage") {
			continue
		}
		chat := r.Params["chat_id"]
		limits := map[string][]limit{chat: nil, "all": {{30, time.Second}}}
		for n := 3; n < 20; n++ {
			limits[chat] = append(limits[chat], limit{n, time.Duration(n-2) * time.Second})
		}
		if strings.HasPrefix(chat, "-") {
			limits[chat] = append(limits[chat], limit{20, time.Minute})
		}
		for who, all := range limits {
			chats[who] = append(chats[who], r.At)
			for _, l := range all {
				if !within(chats[who], l) {
					return fmt.Sprintf("%s gets more than %d in %v at %v", who, l.n, l.span, r.At)
				}
			}
		}
	}
	return ""
}

func TestLimits(t *testing.T) {
	for _, rules := range []string{"czernowitz blitz", "federation table"} {
		h := newHall(t)
		h.seated(rules)
		p := &puppets{h: h, seed: 3}
		p.play(func(g engine.Game) bool { return g.Finished() })
		h.settle()
		if over := overLimit(h.tg.Requests()); over != "" {
			t.Errorf("%s: %s", rules, over)
		}
	}
	var burst []tgtest.Request
	start := time.Unix(1_700_000_000, 0)
	for n := range 4 {
		burst = append(burst, tgtest.Request{At: start.Add(time.Duration(n) * time.Millisecond), Method: "sendMessage", Params: map[string]string{"chat_id": "7"}})
	}
	if overLimit(burst) == "" {
		t.Error("four messages at once in a chat pass")
	}
	var flood []tgtest.Request
	for n := range 21 {
		flood = append(flood, tgtest.Request{At: start.Add(time.Duration(n) * 2 * time.Second), Method: "editMessageText", Params: map[string]string{"chat_id": "-7"}})
	}
	if overLimit(flood) == "" {
		t.Error("21 edits in a minute in a group pass")
	}
}
