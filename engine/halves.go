package engine

// The minutes of a pair (T98, T99, T101–T103): the first and the last belong to the
// player, of the others each has a half.

// The halves of a pair's minute; the zero Half is a minute that is not split.
const (
	FirstHalf  = 1 // the player's
	SecondHalf = 2 // his consigliere's
)

// HalfCalled gives the consigliere his half of the minute.
type HalfCalled struct {
	Seat Seat    `json:"seat"`
	At   Instant `json:"at"`
}

// Kind is the name in the log.
func (HalfCalled) Kind() string { return "half_called" }

func (HalfCalled) audience(*Game) Audience { return everybody }

// The player's floor has ended, so what he still sends is overrun (G2); the formula
// that lacks its touch is his all the same (T103).
func (e HalfCalled) apply(g *Game) {
	g.Ends[e.Seat] = FloorEnd{Over: true}
	g.Stage = Speech{Seat: e.Seat, Half: SecondHalf}
	g.window(e.At, g.Rules.ConsSplit, g.Rules.RaceGrace)
}

// MainOnly is why a consigliere's formula counts for nothing (T103).
const MainOnly Reason = "main_only"

// splits reports whether the coming minute of a seat is split: not its first of the
// game (T101).
func (g *Game) splits(s Seat) bool {
	return g.Rules.ConsSplit > 0 && g.speaksTwice(s) && g.Minutes.Has(s)
}

// speaksTwice reports whether a consigliere is there to have his half: neither he nor
// his player has left the group.
func (g *Game) speaksTwice(s Seat) bool {
	return g.paired(s) && !g.SecondAway.Has(s) && !g.Away.Has(s)
}

// minuteBegun marks the minute that has been opened as had.
func (g *Game) minuteBegun() {
	if sp, ok := g.Stage.(Speech); ok && !sp.Slot && !sp.Critical && g.Chairs[sp.Seat].Second != 0 {
		g.Minutes = g.Minutes.With(sp.Seat)
	}
}

// inSecondHalf reports whether the floor is a consigliere's.
func (g *Game) inSecondHalf() bool {
	sp, ok := g.Stage.(Speech)
	return ok && sp.Half == SecondHalf
}

// holds reports whether whoever acts holds the floor of his seat.
func (t *turn) holds(s Seat) bool {
	return t.g.Floor() == s && t.second == t.g.inSecondHalf()
}

// callHalf goes on to the consigliere's half, if the minute that ends is the player's
// half and was not stopped; the unused part of a half is lost (T98, T102).
func (t *turn) callHalf(stopped bool) bool {
	sp, ok := t.g.Stage.(Speech)
	if !ok || stopped || sp.Half != FirstHalf || !t.g.speaksTwice(sp.Seat) {
		return false
	}
	shown := WindowSlot(t.g.Clock.Window)
	t.flushNominations()
	t.border(HalfCalled{Seat: sp.Seat, At: t.now}, append(t.nominees(), t.withdrawal()...)...)
	t.effect(Clear{Slot: shown})
	return true
}

// aside reports whether the message is a formula and nothing else, by the player in his
// consigliere's half (T103).
func (t *turn) aside(s Seat, c Utter) bool {
	h := c.Heard
	return t.g.Floor() == s && t.g.inSecondHalf() && !t.second && h.Kind == Word && h.Formal && !h.Closing && !h.Shows &&
		t.charge(c).Cost == Free
}

// hearAside takes the nominations of such a message; from an edit there are none (G8).
func (t *turn) hearAside(s Seat, c Utter) {
	t.flag(s, c, t.charge(c))
	if c.Edit {
		return
	}
	on := handIn(c.Heard, t.charge(c))
	for _, f := range c.Heard.Finds {
		switch {
		case f.Class == Withdrawn:
			t.withdrawByWords(s, f.Seat)
		case t.nominates(f) && !t.nominateByWords(s, f, on):
			return
		}
	}
}
