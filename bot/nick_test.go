package bot_test

import (
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
)

// Who cannot be called as he calls himself is told so where he sits down, and why
// (G13); nobody else is.
func TestARefusedNickIsTold(t *testing.T) {
	for _, c := range []struct{ first, last, why, nick string }{
		{"Честный Джо", "", "nick-banned", "Гость А"},
		{"Честный", "Джо", "nick-banned", "Гость А"},
		{"7", "", "nick-number", "Гость А"},
		{"🙂", "", "nick-empty", "Гость А"},
		{"барс", "", "nick-taken", "Гость А"},
		{"Барс", "Петров", "nick-taken", "Барс Петров"},
		{"Джо", "Честный", "", "Джо"},
		{strings.Repeat("Ы", 40), "", "", strings.Repeat("Ы", 24)},
	} {
		told := ""
		if c.why != "" {
			told = note(c.why, c.first, c.nick)
		}
		h := newHall(t)
		h.convened("czernowitz table")
		u := h.people[0]
		u.FirstName, u.LastName = c.first, c.last
		got := h.heard(u, func() { h.tap(u, h.group, "Играю") })
		want := []string{"toast: Вы за столом."}
		if told != "" {
			want = []string{"alert: " + told}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s %s presses and hears %q, not %q", c.first, c.last, got, want)
		}
		seated := "private: " + strings.TrimSpace(note("seated", "Мафия по средам")+"\n"+told)
		for _, comes := range []func(){func() { u.Start("j1") }, func() { h.say(u, "/join") }} {
			h.say(u, "/leave")
			h.settle()
			if got := h.heard(u, comes); !slices.Contains(got, seated) {
				t.Errorf("%s %s comes and hears %q, not %q", c.first, c.last, got, seated)
			}
		}
		other := h.beside("Мафия по пятницам", otherNicks)
		opener := other.people[0]
		opener.FirstName, opener.LastName = c.first, c.last
		opener.Start("")
		other.settle()
		got = other.heard(opener, func() { other.say(opener, "/game") })
		if c.why != "nick-taken" && slices.Contains(got, "private: "+told) != (told != "") {
			t.Errorf("%s %s opens a table and hears %q", c.first, c.last, got)
		}
	}
}

// Who has only changed his name since he came is told nothing.
func TestAnotherNameIsNotTold(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	u := h.people[0]
	h.tap(u, h.group, "Играю")
	h.say(u, "/leave")
	u.FirstName = "Волк"
	h.settle()
	if got := h.heard(u, func() { h.tap(u, h.group, "Играю") }); !slices.Equal(got, []string{"toast: Вы за столом."}) {
		t.Errorf("he hears %q", got)
	}
}

// Nobody is punished for the name of somebody at the table, after a restart neither,
// although it is no nick there.
func TestANameIsNoWord(t *testing.T) {
	h := newHall(t)
	h.people[0].FirstName = "Честный Джо"
	h.people[1].FirstName, h.people[1].LastName = "Клятый", "Чёрт"
	h.people[2].LastName = "Честная"
	h.seated("czernowitz table")
	if h.last(h.group, "Гость А") == nil || h.last(h.group, "Честный") != nil {
		t.Fatal("the nick is not refused")
	}
	for n, c := range []struct {
		text  string
		fouls uint8
	}{
		{"Честному Джо верю", 0}, {"честному человеку", 1}, {"Ёжик Честная молчит", 0}, {"о честном Джо и о честном дне, честному дню", 1},
	} {
		s := engine.Seat(n + 1)
		g := h.until("a speech", func(g engine.Game) bool { return g.Floor() == s && g.Clock.Opened != 0 })
		u := h.people[h.seatOf(g, s)]
		h.restart()
		u.Say(h.group, c.text)
		h.settle()
		if g := h.game(); g.Fouls[s] != c.fouls {
			t.Errorf("%q costs %d fouls, not %d", c.text, g.Fouls[s], c.fouls)
		}
		if got := h.asks(u, h.tg.Private(u), "/words test "+c.text); strings.Contains(got, "предупреждение") != (c.fouls > 0) {
			t.Errorf("the test of %q is answered %q", c.text, got)
		}
		u.Say(h.group, "Спасибо")
	}
}
