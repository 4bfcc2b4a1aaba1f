package engine

// The events of pairs, each with its name in the log, what it changes and who may
// know it.

type (
	// Paired seats somebody beside a player who had no partner.
	Paired struct {
		Player Player  `json:"player"`
		With   Player  `json:"with"`
		At     Instant `json:"at"`
	}
	// LotsCalled lets the pairs draw who plays (T107).
	LotsCalled struct {
		At Instant `json:"at"`
	}
	// LotDrawn is a card that one of a pair has drawn: the player's or the consigliere's.
	LotDrawn struct {
		Player Player `json:"player"`
		Main   bool   `json:"main,omitempty"`
	}
	// LotsSettled says that every pair knows who plays.
	LotsSettled struct{}
)

// NoLot is why a pair loses its place: neither has drawn a card (T107).
const NoLot Reason = "no_lot"

// Kind is the name in the log.
func (Paired) Kind() string { return "paired" }

// Kind is the name in the log.
func (LotsCalled) Kind() string { return "lots_called" }

// Kind is the name in the log.
func (LotDrawn) Kind() string { return "lot_drawn" }

// Kind is the name in the log.
func (LotsSettled) Kind() string { return "lots_settled" }

func (Paired) audience(*Game) Audience      { return everybody }
func (LotsCalled) audience(*Game) Audience  { return everybody }
func (e LotDrawn) audience(*Game) Audience  { return person(e.Player) }
func (LotsSettled) audience(*Game) Audience { return everybody }

func (e Paired) apply(g *Game) {
	g.vacate(e.Player)
	i := g.waiting(e.With)
	g.Mates[i], g.MatesReady[i] = e.Player, false
	g.Clock.Opened = e.At
}

func (e LotsCalled) apply(g *Game) {
	g.Stage = Lots{}
	g.Clock = g.Clock.next(e.At, g.Rules.Draw, g.Rules.RaceGrace)
}

func (e LotDrawn) apply(g *Game) {
	lots, i := g.Stage.(Lots), g.waiting(e.Player)
	if e.Main != (g.Table[i] == e.Player) {
		g.Table[i], g.Mates[i] = g.Mates[i], g.Table[i]
	}
	if e.Main {
		lots.Mains |= 1 << i
	} else {
		lots.Seconds |= 1 << i
	}
	g.Stage = lots
}

func (LotsSettled) apply(*Game) {}
