package engine

// A protest. In the game the command itself is one, and costs the seat: told first,
// then counted, in the same words for every role (K24, G21).

// Lodge is «/protest» with the words behind it.
type Lodge struct{ Text string }

// Objection is what is known of protests.
type Objection struct {
	PricedAt [MaxSeats + 1]Instant // when a seat was told what a protest in the game costs (G21)

	Until  Instant // until when one may be lodged after the game, 0 for not (K25)
	Lodged Seats   // who has lodged one: one for each
	By     Seat    // whose is under way, 0 for none
	Text   string  // and what it says
	Vote   uint32  // the number of the vote on it, 0 if none runs
	Opened Instant // when its seconds began
	Yes    Seats   // who is for it, told to nobody
	Voted  Seats   // who has answered
}

// ProtestPriced tells a seat what a protest in the game costs, before the one that
// counts.
type ProtestPriced struct {
	Seat Seat    `json:"seat"`
	At   Instant `json:"at"`
}

// Kind is the name in the log.
func (ProtestPriced) Kind() string { return "protest_priced" }

func (e ProtestPriced) audience(_ *Game) Audience { return only(e.Seat) }

func (e ProtestPriced) apply(g *Game) { g.Objection.PricedAt[e.Seat] = e.At }

func (c Lodge) step(t *turn, by Player) error {
	running := t.g.Running()
	if !running && !t.g.Ended() {
		return Refusal("protest_nothing")
	}
	s, part := t.g.Who(by)
	switch t.g.Rules.Protesting {
	case ClubProtest:
	case Refused:
		if running {
			return Refusal("protest_refused")
		}
		return Refusal("protest_elsewhere")
	default:
		return Refusal("protest_none")
	}
	switch {
	case part == Departed && running:
		return Refusal("out")
	case part != Main && part != Departed:
		return Refusal("not_playing")
	case running:
		return t.protestEarly(s)
	}
	return t.lodge(s, c.Text)
}

// protestEarly is a living seat's protest in the game: told first what it costs; given
// again within a minute, and not sooner than that answer can be read, it is a removal.
func (t *turn) protestEarly(s Seat) error {
	const minute = 60
	switch told := t.g.Objection.PricedAt[s]; {
	case told == 0 || t.now > told.plus(minute):
		t.emit(ProtestPriced{Seat: s, At: t.now})
		return Refusal("protest_price")
	case t.now < told.plus(t.g.Rules.ToldGap):
		return Refusal("protest_price")
	case t.g.Removals.Has(s):
		return nil // the morning removes him anyway
	}
	t.remove(s, cause{whys: because(ProtestMade)})
	return nil
}
