package engine

// The shooting by called numbers (K11d): the host calls the living seats one after
// another, and a black shoots at the number that is called. The blacks see it on
// their cards; the times are the same whoever they are (G7).

// NumberCalled shows the blacks the number that is called; Seat 0 is the moment
// between two numbers.
type NumberCalled struct {
	Seat Seat `json:"seat,omitempty"`
}

// Kind is the name in the log.
func (NumberCalled) Kind() string { return "number_called" }

func (NumberCalled) audience(g *Game) Audience { return toSeats(g.blacks(g.Living)) }

func (e NumberCalled) apply(g *Game) {
	s, _ := g.Stage.(Shoot)
	s.Now, s.Steps = e.Seat, s.Steps+1
	if e.Seat != 0 {
		s.Called = s.Called.With(e.Seat)
	}
	g.Stage = s
}

// ShotBetween is a shot between two numbers: a miss, and the black's one shot (K11d).
type ShotBetween struct {
	By Seat `json:"by"`
}

// Kind is the name in the log.
func (ShotBetween) Kind() string { return "shot_between" }

func (e ShotBetween) audience(_ *Game) Audience { return only(e.By) }

func (e ShotBetween) apply(g *Game) { g.Shooting.Between = g.Shooting.Between.With(e.By) }

// called reports whether the numbers are called in the shooting of these rules.
func (r *Ruleset) called() bool { return r.ShootMode == Called }

// shootLength is how long the shooting lasts with so many living seats: by the
// called numbers, or by the keypad, whoever lives.
func (r *Ruleset) shootLength(living int) int {
	if r.called() {
		return living * (r.ShootCall + r.ShootGap)
	}
	return r.Shoot
}

// callAt is when the next number is called, or the one that is called is over; 0
// if none is to be called any more.
func (g *Game) callAt() Instant {
	s, ok := g.Stage.(Shoot)
	if !ok || !g.Rules.called() || !g.Clock.open() {
		return 0
	}
	round, over := int(s.Steps/2), s.Steps%2 == 1
	at := round * (g.Rules.ShootCall + g.Rules.ShootGap)
	switch {
	case over:
		at += g.Rules.ShootCall
	case g.Living&^s.Called == 0:
		return 0
	}
	return g.Clock.Opened.plus(at)
}

// callNumber calls the next living seat, or ends the call of the last one.
func (t *turn) callNumber() {
	s := t.g.Stage.(Shoot)
	var e NumberCalled
	if s.Steps%2 == 0 {
		e.Seat = (t.g.Living &^ s.Called).First()
	}
	t.emit(e)
	t.showPrompts()
}

// shootPrompt is what the card of a black says, and what it can press, in the
// shooting. Who has shot before it began anew is not asked again, for a second shot is
// a miss (K11c, E45).
func (t *turn) shootPrompt(s Seat) (Event, []Command) {
	if t.g.fresh() && t.g.Halt.Shot.Has(s) {
		if t.g.Stage.(Shoot).Steps > 1 {
			return nil, nil // his card says so already
		}
		return Shot{By: s, Target: t.g.Shooting.Shot[s]}, nil
	}
	if !t.g.Rules.called() {
		return ShootCalled{At: t.now}, t.targets()
	}
	now := t.g.Stage.(Shoot).Now
	return NumberCalled{Seat: now}, []Command{FireAt{Shown: now}}
}

// FireAt shoots at the number that the button showed; Shown 0 was between two
// numbers (K11d).
type FireAt struct{ Shown Seat }

// A press counts for the number that it shows, however late it comes: what the
// network does to it must cost nobody his shot. A further press for the same number
// is the same shot.
func (c FireAt) step(t *turn, by Player) error {
	s, err := t.shooter(by)
	if err != nil {
		return err
	}
	stage := t.g.Stage.(Shoot)
	sh := &t.g.Shooting
	switch {
	case !t.g.Rules.called():
		return Refusal("stale")
	case c.Shown == 0 && stage.Steps < 2, c.Shown != 0 && !stage.Called.Has(c.Shown):
		return Refusal("not_called")
	case c.Shown == 0 && t.g.Rules.GapShot == Ignored:
		return Refusal("between_ignored")
	case c.Shown == 0 && sh.Shot[s] == 0:
		if !sh.Between.Has(s) {
			t.emit(ShotBetween{By: s})
		}
	case sh.Shot[s] == 0 && !sh.Between.Has(s):
		t.emit(Shot{By: s, Target: c.Shown})
	case sh.Shot[s] != c.Shown:
		return t.secondShot(s)
	}
	return nil
}

// ShootAt is the shot of who types it: sight and shot at once, or the shot at a
// number that has been called.
type ShootAt struct{ Target Seat }

func (c ShootAt) step(t *turn, by Player) error {
	if _, err := t.shooter(by); err != nil {
		return err
	}
	if !t.g.Living.Has(c.Target) {
		return Refusal("shoot_seat")
	}
	if t.g.Rules.called() {
		return FireAt{Shown: c.Target}.step(t, by)
	}
	if err := Aim(c).step(t, by); err != nil {
		return err
	}
	return Fire{}.step(t, by)
}
