package engine_test

import (
	"math/rand/v2"

	"mafiabot/engine"
)

// mishaps are what befalls the host's carrier in a random evening: its chances are its own,
// so that people do in an evening what they do without it.
type mishaps struct{ rnd *rand.Rand }

func mishapsOf(seed uint64) mishaps { return mishaps{rand.New(rand.NewPCG(seed, 47))} }

// befall lets the carrier be put out of the group and let in again, and the message of a
// vote be deleted (E30, E47).
func (c mishaps) befall(t *table) {
	slot, _ := t.game.VoteShown()
	switch {
	case t.game.Bar.At != 0 && c.rnd.IntN(10) == 0, t.game.Bar.GivenUp && c.rnd.IntN(100) == 0:
		_ = t.do(engine.Host, engine.LetIn{})
	case c.rnd.IntN(2000) == 0:
		_ = t.do(engine.Host, engine.PutOut{Topic: c.rnd.IntN(2) == 0})
	case slot != 0 && c.rnd.IntN(60) == 0:
		delete(t.slots, slot)
		_ = t.do(engine.Host, engine.Vanished{Window: t.game.Clock.Window})
	case c.rnd.IntN(400) == 0:
		_ = t.do(t.anybody(c.rnd), engine.Flooded{Mark: t.mark, Date: t.now.Unix()})
	}
}
