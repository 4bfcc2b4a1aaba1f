package engine

// Who leaves the group in the game (E38, E12, E20, C79), and who gets up by a word of
// his own (G21). A seat that has left the group is waited for; meanwhile it says and
// votes nothing, and its private prompts go on. All of it is seen by everybody, so
// nothing of it depends on a card.

// Absence is what is known of seats whose players are not there.
type Absence struct {
	Away   Seats                 // who has left the group and is waited for
	AwayAt [MaxSeats + 1]Instant // since when
	Spared Seats                 // who has come back in time, which helps once a game

	RisingAt [MaxSeats + 1]Instant // when a seat was told what /leave costs (G21)
}

// Commands of the host about the group.
type (
	// LeftGroup tells that somebody is not in the group any more: by his own act,
	// or because he was put out or has deleted his account.
	LeftGroup struct {
		Player Player
		PutOut bool
	}
	// CameBack tells that somebody is in the group again.
	CameBack struct{ Player Player }
)

type (
	// WentAway waits so many seconds for a seat that has left the group; Again says
	// that it has come back once before, so it is removed then in any case.
	WentAway struct {
		Seat   Seat    `json:"seat"`
		Wait   int     `json:"wait"`
		Again  bool    `json:"again,omitempty"`
		PutOut bool    `json:"put_out,omitempty"`
		At     Instant `json:"at"`
	}
	// Returned is a seat that is in the group again in time.
	Returned struct {
		Seat Seat `json:"seat"`
	}
	// WaitedFor ends the wait for a seat that has not come back.
	WaitedFor struct {
		Seat Seat `json:"seat"`
	}
	// RisingPriced tells a seat what /leave costs, before the one that counts (G21).
	RisingPriced struct {
		Seat Seat    `json:"seat"`
		At   Instant `json:"at"`
	}
)

// Kind is the name in the log.
func (WentAway) Kind() string { return "went_away" }

// Kind is the name in the log.
func (Returned) Kind() string { return "returned" }

// Kind is the name in the log.
func (WaitedFor) Kind() string { return "waited_for" }

// Kind is the name in the log.
func (RisingPriced) Kind() string { return "rising_priced" }

func (WentAway) audience(_ *Game) Audience       { return everybody }
func (Returned) audience(_ *Game) Audience       { return nobody }
func (WaitedFor) audience(_ *Game) Audience      { return nobody }
func (e RisingPriced) audience(_ *Game) Audience { return only(e.Seat) }

func (e WentAway) apply(g *Game) {
	g.Away, g.AwayAt[e.Seat] = g.Away.With(e.Seat), e.At
}

func (e Returned) apply(g *Game) {
	g.Away, g.Spared = g.Away.Without(e.Seat), g.Spared.With(e.Seat)
}

func (e WaitedFor) apply(g *Game)    { g.Away = g.Away.Without(e.Seat) }
func (e RisingPriced) apply(g *Game) { g.RisingAt[e.Seat] = e.At }

// move moves instants over an outage (E45).
func (a *Absence) move(shift Instant) {
	for s := range a.AwayAt {
		if a.AwayAt[s] != 0 {
			a.AwayAt[s] += shift
		}
		if a.RisingAt[s] != 0 {
			a.RisingAt[s] += shift
		}
	}
}

// awayEnds is the first instant up to which a seat that has left the group can come
// back, 0 if none has left.
func (g *Game) awayEnds() Instant {
	var first Instant
	for s := range g.Away.All() {
		first = earliest(first, g.AwayAt[s].plus(g.Rules.LeaveGrace))
	}
	for s := range g.SecondAway.All() {
		first = earliest(first, g.SecondAwayAt[s].plus(g.Rules.LeaveGrace))
	}
	return first
}

// awayCloses is when the wait is over, its grace included, 0 if nobody is waited for.
func (g *Game) awayCloses() Instant {
	if g.Away|g.SecondAway == 0 || g.Ended() || g.Suspended() {
		return 0
	}
	return g.awayEnds().plus(g.Rules.RaceGrace)
}

// LeftGroup before the game gives the place back (E4). Who gives his last word ends it
// by leaving (E20); who is out otherwise does what is asked of him (T81).
func (c LeftGroup) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if t.g.judges(c.Player) && !t.g.Finished() {
		t.leaveChair() // E5
		return nil
	}
	if !t.g.Running() {
		return Leave{}.step(t, c.Player)
	}
	s, part := t.g.Who(c.Player)
	_, farewell := t.g.Stage.(LastWord)
	switch {
	case t.g.Rules.LeaveGroup == "":
		return Refusal("stale")
	case part == Departed && farewell && t.g.Floor() == s && t.g.Chairs[s].Main == c.Player:
		t.endSpeech(false)
		return nil
	case part == Second:
		return t.secondLeaves(s)
	case part != Main, t.g.Away.Has(s):
		return Refusal("stale")
	}
	t.flushNominations()
	t.announce(WentAway{Seat: s, Wait: t.g.Rules.LeaveGrace, Again: t.g.Spared.Has(s), PutOut: c.PutOut, At: t.now})
	if t.g.Rules.LeaveGroup == AskedOf && !c.PutOut {
		t.askJudge(s, because(GroupLeft), RuleOnPurpose, RuleAccident)
	}
	if t.g.Floor() == s {
		t.endSpeech(false) // E12
	}
	return nil
}

func (c CameBack) step(t *turn, by Player) error {
	s, part := t.g.Who(c.Player)
	switch {
	case by != Host:
		return Refusal("host_only")
	case part == Second:
		return t.secondReturns(s)
	case part != Main, !t.g.Away.Has(s), t.g.Spared.Has(s):
		return Refusal("stale") // a second time nothing helps
	}
	t.emit(Returned{Seat: s})
	for _, card := range t.g.Cards { // whether he meant it is no question any more (E38)
		if card.Window != 0 && card.Seat == s && card.Offers.Has(RuleOnPurpose) && card.Whys.Has(GroupLeft) {
			t.answered(card.Window, CardVoided{Window: card.Window, Seat: s})
		}
	}
	return nil
}

// awayOver removes who is not back when the wait is over: at night in the morning, and
// the ballot of the day is held; by day at once (E38).
func (t *turn) awayOver() {
	t.secondsOver()
	for s := range t.g.Away.All() {
		if t.g.AwayAt[s].plus(t.g.Rules.LeaveGrace+t.g.Rules.RaceGrace) > t.now || t.g.Finished() {
			continue
		}
		t.emit(WaitedFor{Seat: s})
		if t.g.Removals.Has(s) {
			continue // for something else, of which nobody knows yet (G6)
		}
		if t.g.Rules.LeaveGroup == RemovalAndFlag {
			t.flagged(s, 0, because(GroupLeft))
		}
		if t.g.night() {
			t.emit(RemovalKept{Seat: s, Why: GroupLeft})
			continue
		}
		t.remove(s, cause{whys: because(GroupLeft)})
	}
}

// absent refuses what the table would see of a seat that is waited for (E38).
func (t *turn) absent(by Player, c Command) error {
	if t.g.Away == 0 {
		return nil
	}
	switch c.(type) {
	case Nominate, Touch, Pass, Vote, Raise, Stop, AgreeStop, Mask, Continue:
	default:
		return nil
	}
	if s, part := t.g.Who(by); part == Main && t.g.Away.Has(s) {
		return Refusal("away")
	}
	return nil
}

// rise is a living seat's /leave: told first what it costs; given again within a
// minute, it is a removal without grace, in the same words whoever it is (G21, C79).
func (t *turn) rise(by Player) error {
	const minute = 60
	s, part := t.g.Who(by)
	switch told := t.g.RisingAt[s]; {
	case part == Departed:
		return Refusal("out")
	case part != Main:
		return Refusal("too_late_to_leave")
	case told == 0 || t.now > told.plus(minute):
		t.emit(RisingPriced{Seat: s, At: t.now})
		return Refusal("leave_price")
	case t.now < told.plus(t.g.Rules.ToldGap):
		return Refusal("leave_price")
	case t.g.Removals.Has(s):
		return nil // the morning removes him anyway
	}
	t.remove(s, cause{whys: because(GotUp)})
	return nil
}
