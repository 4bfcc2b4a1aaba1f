package engine

// A long outage (E45): the living seats are asked whether the game goes on. The window
// that it has interrupted stands still meanwhile, by day or by night, and so does all
// that runs beside it; then it begins anew, or the game is stopped as by E43. What was
// taken before the outage stands (I1): who has voted has voted, who has shot has shot.
// Nobody's card is asked, so nothing of it tells one (G6).

// Asking is the stage in which the table is asked whether the game goes on.
type Asking struct{}

func (Asking) stage() {}

// Halt is the window that a long outage has interrupted, and who wants to go on.
type Halt struct {
	Stage  Stage // what it was, nil if none is interrupted
	Length int
	Grace  int
	Since  Instant // since when the table is asked
	For    Seats   // who wants to go on, told to nobody
	Anew   uint32  // the last window that has begun anew
	Shot   Seats   // who had shot before it did
	Masked Seats   // who owed no blindfold any more (K20a)
}

type (
	// ResumeAsked asks the living seats after an outage of so many seconds: so many of
	// them are needed.
	ResumeAsked struct {
		Away   int     `json:"away"`
		Needed uint8   `json:"needed"`
		Of     uint8   `json:"of"`
		At     Instant `json:"at"`
	}
	ResumeAgreed struct {
		By Seat `json:"by"`
	}
	// WentOn lets the interrupted window begin anew, in full.
	WentOn struct {
		At Instant `json:"at"`
	}
	// NotResumed ends the question without enough voices; the game is stopped by it, and
	// where it is rated by a tournament it may be replayed (T89).
	NotResumed struct {
		For    uint8 `json:"for"`
		Needed uint8 `json:"needed"`
		Of     uint8 `json:"of"`
	}
)

// Kind is the name in the log.
func (ResumeAsked) Kind() string { return "resume_asked" }

// Kind is the name in the log.
func (ResumeAgreed) Kind() string { return "resume_agreed" }

// Kind is the name in the log.
func (WentOn) Kind() string { return "went_on" }

// Kind is the name in the log.
func (NotResumed) Kind() string { return "not_resumed" }

func (ResumeAsked) audience(*Game) Audience    { return everybody }
func (e ResumeAgreed) audience(*Game) Audience { return only(e.By) }
func (WentOn) audience(*Game) Audience         { return everybody }
func (NotResumed) audience(*Game) Audience     { return everybody }

// A vote to stop asks the same thing the other way round, so the question takes its
// place, and it may be called again in this circle; what a seat or the owner was told
// about hours ago is told again before it counts (G21).
func (e ResumeAsked) apply(g *Game) {
	g.Halt = Halt{Stage: g.Stage, Length: g.Clock.Length, Grace: g.Clock.Grace, Since: e.At, Anew: g.Halt.Anew, Masked: g.Masks.settled()}
	if g.StopVote.runs() {
		g.StopVote, g.StopDay = StopVote{}, 0
	}
	g.Masks = Masks{} // nobody is late with his blindfold, unless it is asked for anew
	g.RisingAt, g.StopToldAt = [MaxSeats + 1]Instant{}, 0
	g.Stage = Asking{}
	g.window(e.At, g.Rules.ResumeVote, g.Rules.RaceGrace)
}

func (e ResumeAgreed) apply(g *Game) { g.Halt.For = g.Halt.For.With(e.By) }

// What was written while the table was asked costs nothing, whenever it is heard.
func (e WentOn) apply(g *Game) {
	h := g.Halt
	g.Stage = h.Stage
	g.window(e.At, h.Length, h.Grace)
	g.anew()
	g.Halt = Halt{Anew: g.Clock.Window, Shot: g.Shooting.Between}
	for s, target := range g.Shooting.Shot {
		if target != 0 {
			g.Halt.Shot = g.Halt.Shot.With(Seat(s))
		}
	}
	g.Pause.To = max(g.Pause.To, e.At.seconds())
	g.Absence.stood(h.Since, e.At)
	g.Leavers.stood(h.Since, e.At)
	g.Bench.stood(h.Since, e.At)
}

func (NotResumed) apply(*Game) {}

// anew is the stage of the window as at its beginning. A vote begins with the naming of
// its candidate, whose message it is shown in (T48).
func (g *Game) anew() {
	switch s := g.Stage.(type) {
	case Voting, Lead:
		g.Stage = Lead{Slot: WindowSlot(g.Clock.Window)}
		g.Clock.Length, g.Clock.Grace = g.Rules.VoteLead, 0
	case Briefing, Fall:
		g.askMasks(g.Halt.Masked)
	case Shoot:
		g.Stage = Shoot{}
	case Paused:
		g.Stage = Paused{Night: s.Night}
		g.Clock.Length = g.Rules.PauseMax
	default:
		if g.cue() != nil {
			g.Stage = withCue(g.Stage, Cue{})
			g.Gestures[g.Floor()] = 0
		}
	}
}

// stood moves the waits for who has left the group over the time in which the table was
// asked; of who has left meanwhile the wait begins with the game.
func (a *Absence) stood(since, until Instant) {
	for s := range a.Away.All() {
		a.AwayAt[s] += until - max(a.AwayAt[s], since)
	}
}

func (l *Leavers) stood(since, until Instant) {
	for s := range l.SecondAway.All() {
		l.SecondAwayAt[s] += until - max(l.SecondAwayAt[s], since)
	}
}

func (b *Bench) stood(since, until Instant) {
	for i := range b.Cards {
		if c := &b.Cards[i]; c.Window != 0 {
			c.At += until - max(c.At, since)
		}
	}
}

// Suspended reports whether the game stands still because the table is asked.
func (g *Game) Suspended() bool {
	_, asks := g.Stage.(Asking)
	return asks
}

// fresh reports whether the running window has begun anew after a long outage.
func (g *Game) fresh() bool { return g.Halt.Anew != 0 && g.Halt.Anew == g.Clock.Window }

// suspends reports whether an outage is so long that the table is asked. Before the game
// and after it nobody lives who could be; another outage moves the question.
func (g *Game) suspends(away Instant) bool {
	r := &g.Rules
	return r.OutageMax > 0 && r.ResumeVote > 0 && away > Instant(r.OutageMax)*1000 && g.Running() && !g.Suspended()
}

// askOn asks the table. The buttons of the interrupted window go, for it is over.
func (t *turn) askOn(away Instant) {
	n := t.g.Living.Len()
	t.flushNominations()
	t.effect(Clear{})
	t.border(ResumeAsked{Away: int(away / 1000), Needed: uint8(t.g.Rules.share(n)), Of: uint8(n), At: t.now}, Continue{})
}

// suspended refuses what somebody who plays or judges wants to do while the table is
// asked, but what has nothing to do with the game.
func (t *turn) suspended(by Player, c Command) error {
	if !t.g.Suspended() {
		return nil
	}
	_, part := t.g.Who(by)
	switch c.(type) {
	case Tick, Said, Noted, Resume, Unreachable, Reachable, LeftGroup, CameBack, PutOut, LetIn, Undelivered, Utter, Continue, AskFouls, TakeChair, NameJudge, Note:
		return nil
	case Stop:
		if part != Main {
			return nil
		}
	}
	switch {
	case part == Main, part == Second:
		return Refusal("resume_first")
	case part == JudgePart, by == Host:
		return Refusal("resume_waits")
	}
	return nil
}

// agreeOn takes a living seat's voice for going on; whoever is out has none, and the
// judge neither.
func (t *turn) agreeOn(by Player) error {
	if t.g.judges(by) {
		return Refusal("resume_waits")
	}
	s, err := t.voter(by)
	switch {
	case err != nil:
		return err
	case t.g.Halt.For.Has(s):
		return Refusal("already_voted")
	}
	t.emit(ResumeAgreed{By: s})
	if t.g.Halt.For.Len() >= t.g.Rules.share(t.g.Living.Len()) {
		t.goOn()
	}
	return nil
}

// goOn begins the interrupted window anew, with its prompt; a floor whose holder has
// left the group meanwhile is over (E12), and a pause whose judge has left it (E44).
func (t *turn) goOn() {
	t.effect(Clear{}) // the question's button, at night too (C10)
	t.announce(WentOn{At: t.now})
	switch f := t.g.Floor(); {
	case f != 0 && (t.g.Away.Has(f) || t.g.inSecondHalf() && t.g.SecondAway.Has(f)):
		t.endSpeech(false)
	case t.g.paused() && t.g.Judge == Host:
		t.pauseOver()
	default:
		e, options := t.calling()
		t.effect(Say{To: everybody, Fact: e, Options: options, Slot: WindowSlot(t.g.Clock.Window), Gate: t.g.Clock.Window})
	}
}

// notOn stops the game that not enough of the living seats want to go on.
func (t *turn) notOn() {
	n := t.g.Living.Len()
	t.announce(NotResumed{For: uint8(t.g.Halt.For.Len()), Needed: uint8(t.g.Rules.share(n)), Of: uint8(n)})
	t.stop()
}

// calling is the phrase that begins the running window, and what stands under it; the
// prompts in private follow as the window opens.
func (t *turn) calling() (Event, []Command) {
	at := t.now
	switch s := t.g.Stage.(type) {
	case Briefing:
		return BriefingCalled{At: at}, t.maskKeys()
	case DonMeet:
		return DonMeetCalled{At: at}, nil
	case LookDon:
		return LookDonCalled{At: at}, nil
	case Look:
		return LookCalled{At: at}, nil
	case Fall:
		return NightFell{Night: t.g.Night, At: at}, t.maskKeys()
	case Shoot:
		return ShootCalled{At: at}, nil
	case DonCheck:
		return DonCalled{At: at}, nil
	case SheriffCheck:
		return SheriffCalled{At: at}, nil
	case Paused:
		return PauseCalled{Night: s.Night, At: at}, nil
	case Speech:
		return t.callingSpeech(s)
	}
	return t.callingVote()
}

func (t *turn) callingSpeech(s Speech) (Event, []Command) {
	keys := append(t.nominees(), t.withdrawal()...)
	switch {
	case s.Slot:
		return SlotCalled{Seat: s.Seat, At: t.now}, append(keys, Pass{})
	case s.Half == SecondHalf:
		return HalfCalled{Seat: s.Seat, At: t.now}, keys
	}
	return SpeechCalled{Seat: s.Seat, Critical: s.Critical, Half: s.Half == FirstHalf, At: t.now}, keys
}

func (t *turn) callingVote() (Event, []Command) {
	b, at := &t.g.Ballot, t.now
	switch s := t.g.Stage.(type) {
	case Announce:
		return BallotCalled{List: b.List, At: at}, nil
	case TieSpeech:
		return TieSpeechCalled{Seat: s.Seat, At: at}, nil
	case LiftVote:
		return LiftCalled{Seats: b.Lift, At: at}, []Command{Raise{}}
	case LastWord:
		e := LastWordCalled{Seat: s.Seat, Killed: s.Killed, At: at}
		if s.Killed {
			return e, t.moveKeys(s.Seat)
		}
		return e, nil
	}
	return CandidateCalled{Index: b.Index, Seat: t.candidate(), At: at}, nil
}
