package engine

// Who is absent for long (E41), and the table that has emptied (E46). A circle is the
// day; what counts is what the group can see of a seat in it: a message, a nomination,
// a hand. Acts of the night never count, for they would tell a card (G6), nor does a
// circle in which the host heard nobody for a while (E45).

// Idling is what is known of how long seats have done nothing.
type Idling struct {
	Seen Seats               // who has done something in this circle
	Deaf bool                // the host has heard nobody in a part of it
	Idle [MaxSeats + 1]uint8 // idle circles in a row
}

type (
	// SeenActing is the first thing of a circle that the group sees of a seat, if
	// nothing else is recorded of it.
	SeenActing struct {
		Seat Seat `json:"seat"`
	}
	// CircleCounted ends a circle: who has done nothing in it, and who has.
	CircleCounted struct {
		Idle Seats `json:"idle,omitempty"`
		Busy Seats `json:"busy,omitempty"`
	}
	// IdleReminded tells seats, and the table, what another idle circle costs.
	IdleReminded struct {
		Seats Seats `json:"seats"`
	}
	// TableEmptied is a circle in which fewer than half of the seats did anything.
	TableEmptied struct {
		Busy uint8 `json:"busy"`
		Of   uint8 `json:"of"`
	}
)

// Kind is the name in the log.
func (SeenActing) Kind() string { return "seen_acting" }

// Kind is the name in the log.
func (CircleCounted) Kind() string { return "circle_counted" }

// Kind is the name in the log.
func (IdleReminded) Kind() string { return "idle_reminded" }

// Kind is the name in the log.
func (TableEmptied) Kind() string { return "table_emptied" }

func (SeenActing) audience(_ *Game) Audience    { return nobody }
func (CircleCounted) audience(_ *Game) Audience { return nobody }
func (IdleReminded) audience(_ *Game) Audience  { return everybody }
func (TableEmptied) audience(_ *Game) Audience  { return everybody }

func (e SeenActing) apply(g *Game) { g.seen(e.Seat) }
func (IdleReminded) apply(*Game)   {}
func (TableEmptied) apply(*Game)   {}
func (e CircleCounted) apply(g *Game) {
	g.Seen, g.Deaf = 0, false
	for s := range e.Idle.All() {
		g.Idle[s]++
	}
	for s := range e.Busy.All() {
		g.Idle[s] = 0
	}
}

// seen keeps that the group has seen something of a seat.
func (g *Game) seen(s Seat) { g.Seen = g.Seen.With(s) }

// sees takes a message in the group by day as a sign of life.
func (t *turn) sees(s Seat) {
	if t.g.Rules.AFKCircles > 0 && t.g.Living.Has(s) && !t.g.Seen.Has(s) && !t.g.night() {
		t.emit(SeenActing{Seat: s})
	}
}

// countCircle ends the circle before night falls. It reports whether the table has
// emptied, and the game is over with it (E46).
func (t *turn) countCircle() bool {
	if t.g.Rules.AFKCircles == 0 {
		return false
	}
	called := t.g.Had
	if t.g.Ballot.Round > 0 {
		called = t.g.Living
	}
	e := CircleCounted{Idle: called & t.g.Living &^ (t.g.Seen | t.g.Away), Busy: t.g.Seen & t.g.Living}
	if t.g.Deaf {
		e = CircleCounted{}
	}
	deaf := t.g.Deaf
	t.emit(e)
	if deaf {
		return false
	}
	if busy, living := e.Busy.Len(), t.g.Living.Len(); 2*busy < living && t.g.Fate == 0 {
		t.announce(TableEmptied{Busy: uint8(busy), Of: uint8(living)})
		t.stop()
		return true
	}
	t.callIdle(e.Idle)
	return false
}

// callIdle reminds those who have been idle, once before it costs the seat; whoever
// goes on is removed in the morning, or put before the judge (E41).
func (t *turn) callIdle(idle Seats) {
	var remind Seats
	for s := range idle.All() {
		switch n := int(t.g.Idle[s]); {
		case n < t.g.Rules.AFKCircles:
			remind = remind.With(s)
		case t.g.Judge != Host:
			t.emit(Flagged{Seat: s, Why: WasAbsent, At: t.now})
			t.askJudge(s, because(WasAbsent), RuleRemoval, RuleNothing)
		default:
			t.emit(RemovalKept{Seat: s, Why: WasAbsent})
		}
	}
	if remind != 0 {
		e := IdleReminded{Seats: remind}
		t.announce(e)
		t.effect(Say{To: toSeats(remind), Fact: e})
	}
}

// absentUnjudged removes in the morning whom the judge has not decided about (G11).
func (t *turn) absentUnjudged(c Card) {
	if c.Whys.Has(WasAbsent) && t.g.night() && t.g.Living.Has(c.Seat) && !t.g.Removals.Has(c.Seat) {
		t.emit(RemovalKept{Seat: c.Seat, Why: WasAbsent})
	}
}
