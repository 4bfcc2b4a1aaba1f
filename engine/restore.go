package engine

// An automatic removal is taken back (E42).

// Taken is how a seat was removed, as far as its return depends on it.
type Taken struct {
	Where Moment
	Day   uint8 // the day of it; of a night the day that follows
}

// Moment is a part of a day and a night.
type Moment uint8

// The moments of a removal; the zero Moment is none that could be taken back.
const (
	InSpeeches Moment = iota + 1 // from «Доброе утро» to VOTE_ANNOUNCED
	InBallot
	InFarewell // from the result to «Наступает ночь»
	InNight
)

// Restored is a seat that has come back, with the fouls that it had before.
type Restored struct {
	Seat   Seat    `json:"seat"`
	Fouls  uint8   `json:"fouls,omitempty"`
	Ballot uint8   `json:"ballot,omitempty"` // the day that has its ballot again
	Past   bool    `json:"past,omitempty"`   // its turn has passed, and is not made up
	Alone  bool    `json:"alone,omitempty"`  // nobody else has left since the morning
	Untied bool    `json:"untied,omitempty"` // the tie is decided by a vote again
	At     Instant `json:"at"`
}

// Kind is the name in the log.
func (Restored) Kind() string { return "restored" }

func (Restored) audience(_ *Game) Audience { return everybody }

func (e Restored) apply(g *Game) {
	s := e.Seat
	g.Living, g.Exits[s], g.Taken[s], g.Fouls[s] = g.Living.With(s), 0, Taken{}, e.Fouls
	g.Partings[s] = Parting{} // it is at the table again, and has not left it
	if e.Ballot != 0 {
		g.NoBallot = 0
	}
	if g.Notices[s].State == Unsaid {
		g.Notices[s] = Notice{} // the foul that removed it is gone, and nobody has heard of it
	}
	switch {
	case !e.Past:
	case g.inBallot():
		g.Ballot.Spoke = g.Ballot.Spoke.With(s)
	default:
		g.Had = g.Had.With(s)
	}
	if e.Alone {
		g.Departed = false
	}
	if e.Untied {
		g.Ballot.Settled = false
	}
}

// takenBy is where the game stands at a removal.
func (g *Game) takenBy(e Removed) Taken {
	last, farewell := g.Stage.(LastWord)
	switch {
	case g.night():
		return Taken{InNight, g.Day + 1}
	case e.Why == AtNight:
		return Taken{InNight, g.Day}
	case g.inBallot():
		return Taken{InBallot, g.Day}
	case farewell && !last.Killed:
		return Taken{InFarewell, g.Day}
	}
	return Taken{InSpeeches, g.Day}
}

// dropped is the day whose ballot a removal has taken, 0 if none.
func (g *Game) dropped(k Taken) uint8 {
	switch {
	case k.Where == InSpeeches, k.Where == InNight && g.Rules.RemovalAtNight == NextDropped:
		return k.Day
	case k.Where == InFarewell && g.Rules.RemovalAfterVote == NextDropped:
		return k.Day + 1
	}
	return 0
}

func (c Restore) step(t *turn, by Player) error {
	if err := t.bench(by); err != nil {
		return err
	}
	k := t.g.Taken[min(c.Seat, MaxSeats)]
	switch {
	case !t.g.Rules.Restore:
		return Refusal("restore_off")
	case c.Seat == 0, !t.g.Drawn.Has(c.Seat), t.g.Exits[min(c.Seat, MaxSeats)] != RemovedOut, k.Where == 0:
		return Refusal("restore_not")
	case t.g.ByJudge.Has(c.Seat):
		return Refusal("restore_own")
	case t.g.Fate != 0, !t.g.inTime(k):
		return Refusal("restore_late")
	}
	t.ruled(by, c.Seat, RuleRestore, c.Text)
	t.flushNominations()
	t.announce(t.restored(c.Seat, k))
	if t.endIfDecided() {
		return nil
	}
	if t.g.night() {
		fact, options := t.cardNow(c.Seat)
		t.editCard(c.Seat, fact, options...)
	}
	return nil
}

// inTime reports whether a removal can be taken back still: one of the speeches until
// VOTE_ANNOUNCED or «Наступает ночь», one of a ballot until its result, one of the night
// until the first speech of the day. Where the morning has no last word, the first
// speech follows in the same breath: then until that one is over.
func (g *Game) inTime(k Taken) bool {
	last, farewell := g.Stage.(LastWord)
	_, speech := g.Stage.(Speech)
	today := k.Day == g.Day && !g.night() && !g.inBallot()
	switch k.Where {
	case InSpeeches:
		return today && !(farewell && !last.Killed) && !g.voted()
	case InBallot:
		return k.Day == g.Day && g.inBallot()
	case InFarewell:
		return today
	case InNight:
		first := speech && g.Had.Len() == 1 && g.Mourned != g.Day
		return g.night() && k.Day == g.Day+1 || today && (farewell && last.Killed || first)
	}
	return false
}

// voted reports whether the ballot of today is over; the night forgets it.
func (g *Game) voted() bool { return g.Ballot.Round != 0 }

// restored is the return of a seat, and what it changes.
func (t *turn) restored(s Seat, k Taken) Restored {
	g := &t.g
	e := Restored{Seat: s, Fouls: min(g.Fouls[s], 3), At: t.now, Alone: k.Where == InSpeeches || k.Where == InBallot}
	day := g.dropped(k)
	again := day != 0 && day == g.NoBallot
	untied := k.Where == InBallot && g.Ballot.Settled && g.Ballot.Tied.Has(s)
	for n := range (g.Drawn &^ g.Living).Without(s).All() {
		other := g.Taken[n]
		again = again && g.dropped(other) != day
		untied = untied && !(other.Where == InBallot && other.Day == k.Day && g.Ballot.Tied.Has(n))
		e.Alone = e.Alone && !((other.Where == InSpeeches || other.Where == InBallot) && other.Day == k.Day)
	}
	if again {
		e.Ballot = day
	}
	e.Untied, e.Past = untied, t.past(s)
	return e
}

// past reports whether the turn of a seat has passed: somebody behind it in the circle,
// or in the tie, has had his.
func (t *turn) past(s Seat) bool {
	g := &t.g
	if g.inBallot() {
		behind := false
		if g.Ballot.Spoke.Has(s) {
			return false
		}
		for _, n := range g.Ballot.List[:g.Ballot.List.Len()] {
			if behind && g.Ballot.Spoke.Has(n) {
				return true
			}
			behind = behind || n == s
		}
		return false
	}
	if g.Had == 0 || g.Had.Has(s) {
		return false
	}
	place := func(n Seat) int { return (int(n) - int(g.DayOpener) + MaxSeats) % MaxSeats }
	for n := range g.Had.All() {
		if place(n) > place(s) {
			return true
		}
	}
	return false
}
