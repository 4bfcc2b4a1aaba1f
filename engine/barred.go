package engine

import "time"

// The bot has been put out of the group (E47), or the topic of a forum where it plays has
// been closed, in which nobody can speak: the game is suspended as by an outage (E45)
// until it is let in again. Nothing falls due meanwhile, and what is pressed in private
// stands. Who never lets it in does not hold the game for ever (I8).

// longestBarred is how many seconds a game waits for its host to be let in; then it goes on
// as behind an outage of this length.
const longestBarred = 3 * 3600

// Bar is how the game stands with the group.
type Bar struct {
	At      Instant // since when the host is out of it; 0: it is in, or not waited for any more
	GivenUp bool    // it is out, and the game does not wait
	Topic   bool    // it is in, and the topic of the table is closed
}

// Commands of the carrier about itself.
type (
	// PutOut tells that the host can neither hear nor write in the group or, with Topic, that
	// nobody can write where the table is.
	PutOut struct{ Topic bool }
	// LetIn tells that it can again.
	LetIn struct{}
)

// Events of it.
type (
	// Barred suspends the game.
	Barred struct {
		At    Instant
		Topic bool `json:"topic,omitempty"`
	}
	// Unbarred lets it go on; what the time outside has cost is told by Resumed.
	Unbarred struct {
		GivenUp bool `json:"given_up,omitempty"`
	}
)

func (Barred) Kind() string   { return "barred" }
func (Unbarred) Kind() string { return "unbarred" }

func (Barred) audience(_ *Game) Audience   { return nobody }
func (Unbarred) audience(_ *Game) Audience { return nobody }

func (e Barred) apply(g *Game)   { g.Bar = Bar{At: e.At, Topic: e.Topic} }
func (e Unbarred) apply(g *Game) { g.Bar = Bar{GivenUp: e.GivenUp} }

func (g *Game) barred() bool { return g.Bar.At != 0 }

// BarredUntil is how long the game waits for its host to be let into the group, the zero
// time if it does not.
func (g *Game) BarredUntil() time.Time {
	if !g.barred() {
		return time.Time{}
	}
	return g.Bar.At.plus(longestBarred).Time()
}

func (c PutOut) step(t *turn, by Player) error {
	switch {
	case by != Host:
		return Refusal("host_only")
	case t.g.Clock.Posted == 0, t.g.Finished(), t.g.barred(), t.g.Bar.GivenUp:
		return Refusal("stale")
	}
	t.emit(Barred{At: t.now, Topic: c.Topic})
	return nil
}

func (c LetIn) step(t *turn, by Player) error {
	switch {
	case by != Host:
		return Refusal("host_only")
	case t.g.Bar.GivenUp:
		t.emit(Unbarred{})
		return nil
	case !t.g.barred():
		return Refusal("stale")
	}
	return t.unbar(false)
}

// unbar lets the game go on as behind an outage.
func (t *turn) unbar(givenUp bool) error {
	out := t.now - t.g.Bar.At
	t.emit(Unbarred{GivenUp: givenUp})
	return Resume{Shift: time.Duration(out) * time.Millisecond}.step(t, Host)
}

// barMoved takes an outage of the carrier while it is out of the group: that is part of
// the time outside, but for a clock that jumped back.
func (t *turn) barMoved(c Resume) error {
	if shift := Instant(c.Shift.Milliseconds()); shift < 0 {
		t.emit(Barred{At: t.g.Bar.At + shift, Topic: t.g.Bar.Topic})
	}
	return nil
}
