package engine_test

import (
	"fmt"
	"time"

	"mafiabot/engine"
)

// What the puppets do besides: they react to messages, take a nomination back, and ask
// how many fouls they have.

// planReactions is who puts a reaction on a message, by day and by night, on the host's
// or on a player's: by the seat, never by the card (G8).
func (c *carrier) planReactions(v engine.View, ms int) {
	for s := range v.Drawn.All() {
		if c.public(50, "reacts", s) > 0 || !v.Living.Has(s) && v.Rules.OutSpeaks == engine.Awards {
			continue // a gesture of who is out ends the evening (T80)
		}
		h := engine.Heard{Kind: engine.Gesture, Points: c.public(3, "reaction points", s) == 0}
		to := c.public(3, "reacts to", s)
		c.reacts(c.public(ms+1, "reacts at", s), s, to, h)
		if c.public(3, "reacts again", s) == 0 {
			c.reacts(c.public(ms+1, "reacts again at", s), s, to, h)
		}
	}
}

// reacts plans a reaction: to 0 a player's message, to 1 the host's, to 2 one's own.
func (c *carrier) reacts(ms int, s engine.Seat, to int, h engine.Heard) {
	c.later(time.Duration(ms)*time.Millisecond, true, func() {
		c.hears(fmt.Sprint("from ", s, " a reaction to ", to, " ", h))
		if !c.breach.hears(&c.game, s) {
			return
		}
		u := engine.Utter{Date: c.now.Unix(), Reaction: true, Reply: to == 0, Heard: h}
		if to == 1 {
			u.Answers = c.game.Clock.Mark
		}
		c.out.reacted = append(c.out.reacted, c.clock())
		c.give(player(s), u)
	})
}

// planWithdrawal takes the nomination of a speech back, by the button or in words, or
// another's, which has no effect (T29, T30).
func (c *carrier) planWithdrawal(at int, s, whom engine.Seat) {
	switch c.public(8, "withdraws", s) {
	case 0:
		c.presses(at, s, engine.Withdraw{})
	case 1:
		c.says(at, s, engine.Heard{Kind: engine.Word, Formal: true, Finds: []engine.Find{{Class: engine.Withdrawn, Seat: whom}}})
	case 2:
		c.says(at, s, engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.Withdrawn, Seat: 1 + whom%10}}})
	}
}

// planQueries is who asks how many fouls he has, which is between him and the host: at
// the moments of his card, so that they leave no trace in public (T44).
func (c *carrier) planQueries(v engine.View, ms int) {
	for s := range v.Living.All() {
		if c.secret(12, "asks", s) > 0 {
			continue
		}
		c.later(time.Duration(c.secret(ms+1, "asks at", s))*time.Millisecond, true, func() {
			c.out.asked = append(c.out.asked, c.clock())
			c.give(player(s), engine.AskFouls{})
			if c.breach.answers(&c.game, s) {
				c.rings(letter{to: player(s), Say: engine.Say{Fact: engine.Fouled{Seat: s}}})
			}
		})
	}
}
