package engine

// Verdict is the result of a game.
type Verdict uint8

// The results; the zero Verdict is a game that goes on.
const (
	RedWin Verdict = iota + 1
	BlackWin
	DrawnGame // three misses (C70)
	Stopped   // ended without a result (E43)
)

// position returns the verdict of those who live: no black left is tested
// first, then blacks ≥ reds (E37).
func (g *Game) position() Verdict {
	blacks := g.blacks(g.Living).Len()
	switch {
	case blacks == 0:
		return RedWin
	case blacks >= g.Living.Len()-blacks:
		return BlackWin
	}
	return 0
}

// threeMisses returns the verdict of a series of nights (C69, C70, T5).
func (g *Game) threeMisses() Verdict {
	r := &g.Rules
	if r.ThreeMissesUnit == Rounds {
		if g.QuietRow >= 3 {
			return missVerdict(r.ThreeMisses)
		}
		return 0
	}
	switch {
	case g.MissRow < 3:
		return 0
	case g.MissAtFour >= 3:
		return missVerdict(r.ThreeMissesAtFour)
	}
	return missVerdict(r.ThreeMisses)
}

func missVerdict(value string) Verdict {
	if value == NobodyWins {
		return DrawnGame
	}
	return RedWin
}

// end closes the game: the cards are shown and the seal is opened; what follows the
// end follows.
func (t *turn) end(v Verdict) {
	t.sayUnsaid()
	t.voidJudgeCards()
	t.announce(Ended{Verdict: v})
	t.announce(Revealed{Roles: t.g.Roles})
	t.judgeMove()
	t.announce(Unsealed{Seed: t.g.Seed})
	t.afterEnd(v)
	t.effect(Clear{})
}

// endIfDecided ends the game if the position is won; it reports whether it was.
func (t *turn) endIfDecided() bool {
	if v := t.g.position(); v != 0 {
		t.end(v)
		return true
	}
	return false
}
