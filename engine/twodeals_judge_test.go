package engine_test

import (
	"time"

	"mafiabot/engine"
)

// The judge of two deals: his phone shows no roles (E5), and what he answers depends on
// nothing but what he is asked.

// answers plans the judge's answer to a card: one of those it offers, or none; now and
// then he commands something besides.
func (c *carrier) answers(e engine.Carded) {
	r := mix(c.seed, "ruling", uint64(e.Window), uint64(e.Seat))
	offers := e.Offers.All()
	after := time.Duration(2000+r%40000) * time.Millisecond
	if n := int(r >> 20 % 5); n < len(offers) && offers[n] != engine.RuleAward {
		c.later(after, true, func() { c.give(theJudge, engine.Answer{Card: e.Window, Ruling: offers[n]}) })
	}
	seat := engine.Seat(1 + r>>30%10)
	c.later(after/2, true, func() {
		switch r >> 40 % 4 {
		case 0:
			c.give(theJudge, engine.Foul{Seat: seat, Text: "шум"})
		case 1:
			c.give(theJudge, engine.Restore{Seat: seat})
		case 2:
			c.give(theJudge, engine.Pause{})
		}
	})
}
