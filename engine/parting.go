package engine

// The consigliere who leaves the group alone (E40, A83): he is waited for as a player
// is; then his player goes on alone, and the words of who has left are those of one
// who is out (T79). It is no departure and changes no vote.

// Leavers is what is known of consiglieri who are not there.
type Leavers struct {
	SecondAway   Seats                 // whose consigliere has left the group and is waited for
	SecondAwayAt [MaxSeats + 1]Instant // since when
	SecondSpared Seats                 // whose has come back in time, which helps once a game
	SecondOut    [MaxSeats + 1]Parting // how a consigliere has left, and what he has said since
}

type (
	// SecondWent waits so many seconds for a consigliere who has left the group.
	SecondWent struct {
		Seat  Seat    `json:"seat"`
		Wait  int     `json:"wait"`
		Again bool    `json:"again,omitempty"` // he has come back once: nothing helps now
		At    Instant `json:"at"`
	}
	// SecondReturned is a consigliere who is in the group again in time.
	SecondReturned struct {
		Seat Seat `json:"seat"`
	}
	// SecondParted says that a seat plays on with its player alone.
	SecondParted struct {
		Seat Seat `json:"seat"`
	}
	// SecondPriced tells a consigliere who has left what a word in the group would cost.
	SecondPriced struct {
		Seat Seat `json:"seat"`
	}
)

// Kind is the name in the log.
func (SecondWent) Kind() string { return "second_went" }

// Kind is the name in the log.
func (SecondReturned) Kind() string { return "second_returned" }

// Kind is the name in the log.
func (SecondParted) Kind() string { return "second_parted" }

// Kind is the name in the log.
func (SecondPriced) Kind() string { return "second_priced" }

func (SecondWent) audience(*Game) Audience       { return everybody }
func (SecondReturned) audience(*Game) Audience   { return nobody }
func (SecondParted) audience(*Game) Audience     { return everybody }
func (e SecondPriced) audience(g *Game) Audience { return person(g.Chairs[e.Seat].Second) }

func (e SecondWent) apply(g *Game) {
	g.SecondAway, g.SecondAwayAt[e.Seat] = g.SecondAway.With(e.Seat), e.At
}

func (e SecondReturned) apply(g *Game) {
	g.SecondAway, g.SecondSpared = g.SecondAway.Without(e.Seat), g.SecondSpared.With(e.Seat)
}

func (e SecondParted) apply(g *Game) {
	g.SecondAway, g.Parted = g.SecondAway.Without(e.Seat), g.Parted.With(e.Seat)
	g.SecondOut[e.Seat] = Parting{Over: true, Window: g.Clock.Window}
}

func (SecondPriced) apply(*Game) {}

// moveSeconds moves instants over an outage (E45).
func (l *Leavers) moveSeconds(shift Instant) {
	for s := range l.SecondAwayAt {
		if l.SecondAwayAt[s] != 0 {
			l.SecondAwayAt[s] += shift
		}
	}
}

// parting is how whoever acts has left: his seat, or alone.
func (t *turn) parting(s Seat) Parting {
	if t.secondOut(s) {
		return t.g.SecondOut[s]
	}
	return t.g.Partings[s]
}

// secondOut reports whether whoever acts has left his player alone.
func (t *turn) secondOut(s Seat) bool { return t.second && t.g.Parted.Has(s) }

// secondLeaves waits for a consigliere; if the floor is his, his half is over.
func (t *turn) secondLeaves(s Seat) error {
	if t.g.SecondAway.Has(s) {
		return Refusal("stale")
	}
	t.flushNominations()
	t.announce(SecondWent{Seat: s, Wait: t.g.Rules.LeaveGrace, Again: t.g.SecondSpared.Has(s), At: t.now})
	if t.g.Floor() == s && t.g.inSecondHalf() {
		t.endSpeech(false)
	}
	return nil
}

// secondReturns takes a consigliere back who is there in time.
func (t *turn) secondReturns(s Seat) error {
	if !t.g.SecondAway.Has(s) || t.g.SecondSpared.Has(s) {
		return Refusal("stale")
	}
	t.emit(SecondReturned{Seat: s})
	return nil
}

// secondsOver lets those play on alone whose consiglieri have not come back.
func (t *turn) secondsOver() {
	for s := range t.g.SecondAway.All() {
		if t.g.SecondAwayAt[s].plus(t.g.Rules.LeaveGrace+t.g.Rules.RaceGrace) > t.now || t.g.Finished() {
			continue
		}
		t.flushNominations()
		t.announce(SecondParted{Seat: s})
		if t.g.Rules.OutSpeaks == Awards {
			t.announce(SecondPriced{Seat: s})
		}
	}
}
