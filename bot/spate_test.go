package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// written lets the speaker of a table write so many messages, one in so long, and returns
// how many floods stand in the log behind them.
func (h *hall) written(n int, each time.Duration) int {
	h.t.Helper()
	speaker, _ := h.speaker()
	for i := range n {
		h.tg.At(h.tg.Now().Add(time.Duration(i)*each), func() { speaker.Say(h.group, fmt.Sprint("мысль номер ", i)) })
	}
	h.pass(time.Duration(n)*each + time.Second)
	flags := 0
	for _, e := range h.chronicle(h.id) {
		if strings.Contains(fmt.Sprintf("%+v", e.Event), "Why:flood") {
			flags++
		}
	}
	return flags
}

// K21e: the eleventh message within ten seconds is one flag, however many follow; behind
// ten seconds of silence it is another flood. What is written more slowly is none, nor
// what another document's table hears.
func TestK21eFlood(t *testing.T) {
	for _, c := range []struct {
		name, args string
		n          int
		each       time.Duration
		want       int
	}{
		{"ten at once", "club2010 chat", 10, 0, 0},
		{"eleven at once", "club2010 chat", 11, 0, 1},
		{"twenty-five in a row", "club2010 chat", 25, 500 * time.Millisecond, 1},
		{"one a second", "club2010 chat", 25, time.Second, 0},
		{"by other rules", "czernowitz chat", 11, 0, 0},
	} {
		h := newHall(t)
		h.playing(c.args)
		if got := h.written(c.n, c.each); got != c.want {
			t.Errorf("%s: %d floods, want %d", c.name, got, c.want)
		}
	}
	deaf := false
	h := scene{seed: 1, leak: mishears(func(_ *hall, updates string) string {
		if !deaf {
			return updates
		}
		return strings.ReplaceAll(updates, `"message":{"message_id"`, `"edited_message":{"message_id"`)
	})}.open(t)
	h.playing("club2010 chat")
	if deaf = true; h.written(11, 0) != 0 {
		t.Error("a bot that takes messages for edits is not noticed")
	}
	h = newHall(t)
	h.playing("club2010 chat")
	first := h.written(15, 0)
	h.pass(11 * time.Second)
	if second := h.written(15, 0); first != 1 || second != 2 {
		t.Errorf("two floods are %d, then %d", first, second)
	}
}

// A judge gets one card of a flood, with its last message, and may remove for it.
func TestK21eTheJudgesCard(t *testing.T) {
	h, judge := judged(t, "club2010 table")
	h.written(20, 0)
	private := h.tg.Private(judge)
	cards := 0
	for _, p := range private.Posts() {
		if strings.Contains(p.Text, "флуд") {
			cards++
		}
	}
	card := h.last(private, "флуд")
	if cards != 1 || !strings.Contains(card.Text, "мысль номер 10") {
		t.Fatalf("%d cards; the last reads %+v", cards, card)
	}
	g := h.game()
	seat := g.Floor()
	h.tap(judge, private, "Удалить")
	if g := h.game(); g.Living.Has(seat) || h.last(h.group, "удалён") == nil {
		t.Error("he is not removed")
	}
}
