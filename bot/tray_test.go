package bot_test

import (
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// A card lies in the private chat until it is lifted, by a button or by a word; who does
// not lift it has it a minute later, in the same message. The table hears of nobody who
// has lifted his (T26, E3).
func TestCardsLieOnTheTray(t *testing.T) {
	h := newHall(t)
	h.slow = true
	h.seated("czernowitz table")
	g := h.until("the tray", func(g engine.Game) bool {
		_, lies := g.Stage.(engine.Tray)
		return lies && g.Clock.Opened != 0
	})
	h.settle()
	group, began := len(h.group.Posts()), g.Clock.Opened.Time()
	shown := func(u *tgtest.User) (cards int) {
		for _, p := range h.tg.Private(u).Posts() {
			if strings.Contains(p.Text, "Ваша роль") {
				cards++
			}
		}
		return cards
	}
	quick, typist, late := h.people[0], h.people[1], h.people[2]
	before := len(h.tg.Private(quick).Posts())
	if got := h.tap(quick, h.tg.Private(quick), "Взять карту").Read(); !strings.Contains(got.Text, "Карта Ваша") {
		t.Errorf("a press is answered %q", got.Text)
	}
	typist.Say(h.tg.Private(typist), "/take")
	h.settle()
	if shown(quick) != 1 || shown(typist) != 1 || shown(late) != 0 || len(h.tg.Private(quick).Posts()) != before {
		t.Errorf("%d, %d and %d cards are shown", shown(quick), shown(typist), shown(late))
	}
	typist.Say(h.tg.Private(typist), "/take")
	h.settle()
	if h.last(h.tg.Private(typist), "Карту Вы уже взяли") == nil {
		t.Error("who lifts a second one is not told")
	}
	h.until("the game", func(g engine.Game) bool { return g.Running() })
	h.settle()
	if took := h.tg.Now().Sub(began); took < 60*time.Second || took > 66*time.Second {
		t.Errorf("the cards lie there for %v", took)
	}
	for _, u := range h.people {
		if shown(u) != 1 {
			t.Errorf("%s has %d cards", u.FirstName, shown(u))
		}
	}
	if n := len(h.group.Posts()); n != group+1 {
		t.Errorf("the table hears %d messages of the cards", n-group)
	}
}

// A club may let the private messages of its games be passed on; others do not (G16).
func TestWhatCannotBePassedOn(t *testing.T) {
	for _, value := range []string{"on", "off"} {
		h := newHall(t)
		if value == "off" {
			h.asks(admin(h), h.group, "/set protect_content off")
		}
		h.seated("")
		h.until("the game", func(g engine.Game) bool { return g.Running() })
		h.settle()
		private, kept := 0, 0
		for _, u := range h.people {
			for _, p := range h.tg.Private(u).Posts() {
				if p.From == nil && strings.Contains(p.Text, "карта ⟦") {
					private++
					if p.Protected {
						kept++
					}
				}
			}
		}
		if want := map[string]int{"on": private, "off": 0}[value]; private < 20 || kept != want {
			t.Errorf("%s: %d of %d private messages are kept", value, kept, private)
		}
	}
}
