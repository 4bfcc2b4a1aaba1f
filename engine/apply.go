package engine

// How each event of the nights and the days changes the game. Nothing is decided
// here.

func (e BriefingCalled) apply(g *Game) {
	g.Stage, g.Living = Briefing{Order: 1}, g.Drawn
	g.window(e.At, g.Rules.Briefing, g.Rules.RaceGrace)
	g.askMasks(0)
}

func (Whispered) apply(*Game) {}

func (e OrderPicked) apply(g *Game) { g.Stage = Briefing{Order: e.Night} }

func (e Ordered) apply(g *Game) {
	g.Orders[e.Night-1] = e.Target
	g.Stage = Briefing{Order: e.Night%3 + 1}
}

func (e DonMeetCalled) apply(g *Game) {
	g.Stage = DonMeet{}
	g.window(e.At, g.Rules.DonMeet, g.Rules.RaceGrace)
}

func (DonShown) apply(*Game) {}

func (e LookCalled) apply(g *Game) {
	g.Stage = Look{}
	g.window(e.At, g.Rules.LookSheriff, 0)
}

func (e NightFell) apply(g *Game) {
	g.Stage, g.Night, g.AtFall, g.Unprompted = Fall{}, e.Night, g.Living, false
	g.Shooting, g.Checks, g.Ballot = Shooting{}, [2]Seat{}, Ballot{}
	g.window(e.At, g.Rules.NightFall, 0)
	g.askMasks(0)
}

func (e ShootCalled) apply(g *Game) {
	g.Stage = Shoot{}
	g.window(e.At, g.Rules.shootLength(g.Living.Len()), g.Rules.RaceGrace)
}

func (e Aimed) apply(g *Game)     { g.Shooting.Aim[e.By] = e.Target }
func (e Shot) apply(g *Game)      { g.Shooting.Shot[e.By] = e.Target }
func (e ShotTwice) apply(g *Game) { g.Shooting.Twice = g.Shooting.Twice.With(e.By) }

func (e DonCalled) apply(g *Game) {
	g.Stage = DonCheck{}
	g.window(e.At, g.Rules.Check, g.Rules.RaceGrace)
}

func (e SheriffCalled) apply(g *Game) {
	g.Stage = SheriffCheck{}
	g.window(e.At, g.Rules.Check, g.Rules.RaceGrace)
}

func (e Checked) apply(g *Game) {
	if g.Roles[e.By] == Don {
		g.Checks[0] = e.Target
	} else {
		g.Checks[1] = e.Target
	}
}

func (CheckTold) apply(*Game) {}

func (e Told) apply(g *Game) {
	g.Told, g.ToldAt[e.Seat] = g.Told.With(e.Seat), e.At
}

func (e RemovalKept) apply(g *Game) { g.Removals = g.Removals.With(e.Seat) }

func (e Dawned) apply(g *Game) {
	g.Day, g.Stage, g.Clock = e.Day, Between{}, g.Clock.stopped()
	g.Seen, g.Masks = 0, Masks{}
	if e.Day == 1 {
		g.Departed = false // the night of orders is in no series (E9)
	}
	g.Spent = 0
	g.Had, g.Noms, g.Pending, g.Accepted, g.Rejected = 0, Nominations{}, Nomination{}, 0, NotNominated{}
	g.Stands, g.TakenBack = Nomination{}, Withdrew{}
	g.HalfEnds = [MaxSeats + 1]FloorEnd{}
	g.Gestures, g.Out, g.Ends = [MaxSeats + 1]uint8{}, [MaxSeats + 1]uint8{}, [MaxSeats + 1]FloorEnd{}
}

func (e Killed) apply(g *Game) {
	g.MissRow, g.MissAtFour = 0, 0
	if !e.Gone {
		g.leave(e.Seat, KilledOut)
	}
}

func (e Missed) apply(g *Game) {
	if e.Broken {
		g.MissRow, g.MissAtFour = 0, 0
		return
	}
	if e.Void {
		return // it neither goes on with a series nor ends it (E45)
	}
	g.MissRow++
	if e.AtFour {
		g.MissAtFour++
	} else {
		g.MissAtFour = 0
	}
}

func (e Tallied) apply(g *Game) {
	for s, why := range e.Night {
		if why != "" {
			g.Notices[s] = Notice{State: OnItsWay, At: e.At}
		}
	}
}

func (e RoundCounted) apply(g *Game) {
	g.Departed = false
	if e.Void {
		return
	}
	if e.Quiet {
		g.QuietRow++
	} else {
		g.QuietRow = 0
	}
}

func (e SpeechCalled) apply(g *Game) {
	g.takeTurn(e.Seat)
	sp, length := Speech{Seat: e.Seat, Critical: e.Critical}, g.Rules.Speech
	switch {
	case e.Critical:
		length = g.Rules.CriticalSpeech
	case e.Half:
		sp.Half, length = FirstHalf, g.Rules.ConsSplit
	}
	g.Stage = sp
	g.window(e.At, length, g.Rules.RaceGrace)
}

func (e SlotCalled) apply(g *Game) {
	g.takeTurn(e.Seat)
	g.Stage = Speech{Seat: e.Seat, Slot: true}
	g.window(e.At, g.Rules.Slot, g.Rules.RaceGrace)
}

// takeTurn marks a seat's turn as come; the first of the day opened it (E10).
func (g *Game) takeTurn(s Seat) {
	if g.Had == 0 {
		g.DayOpener = s
	}
	g.Had, g.Pending = g.Had.With(s), Nomination{}
}

func (e SpeechCut) apply(g *Game) {
	g.Clock.Length = e.Length
	if sp, ok := g.Stage.(Speech); ok {
		sp.Half = 0 // the other half is lost (T98)
		g.Stage = sp
	}
	if e.Left <= g.Rules.Warn {
		Warned{}.apply(g) // its time is past
	}
}

func (Spoke) apply(g *Game) {
	c := *g.cue()
	c.Spoke = true
	g.Stage = withCue(g.Stage, c)
}

func (Nudged) apply(g *Game) {
	c := *g.cue()
	c.Nudged = true
	g.Stage = withCue(g.Stage, c)
}

func (Warned) apply(g *Game) {
	c := *g.cue()
	c.Warned = true
	g.Stage = withCue(g.Stage, c)
}

func (e Thanked) apply(g *Game) {
	if _, farewell := g.Stage.(LastWord); farewell {
		g.part(e.Seat)
	}
	if g.inSecondHalf() {
		g.HalfEnds[e.Seat] = FloorEnd{Over: true}
	} else {
		g.Ends[e.Seat] = FloorEnd{Over: true}
	}
	g.Stage, g.Clock, g.Pending = Between{}, g.Clock.stopped(), Nomination{}
}

func (e Passed) apply(g *Game) { g.seen(e.Seat) }

func (e Echoed) apply(g *Game) { g.Pending = Nomination(e) }

func (e Nominated) apply(g *Game) {
	g.Noms[g.Noms.Len()] = Nomination(e)
	g.seen(e.By)
	g.Accepted, g.Pending, g.Stands = e.Seat, Nomination{}, Nomination{}
	g.unreject(e.By, e.Seat)
}

func (e NotNominated) apply(g *Game) {
	g.Rejected = e
	if e.Why == ListedSpent {
		g.Spent = g.Spent.With(e.By)
	}
}

func (NominationsTold) apply(g *Game) {
	g.Accepted, g.Rejected, g.TakenBack = 0, NotNominated{}, Withdrew{}
}

func (e ChatClosed) apply(g *Game) {
	if e.Second {
		g.SecondShut = g.SecondShut.With(e.Seat)
	} else {
		g.Shut = g.Shut.With(e.Seat)
	}
}

func (e ChatOpened) apply(g *Game) {
	if e.Second {
		g.SecondShut, g.SecondAsk = g.SecondShut.Without(e.Seat), g.SecondAsk.Without(e.Seat)
		return
	}
	g.Shut, g.Asked = g.Shut.Without(e.Seat), g.Asked.Without(e.Seat)
}

func (e ChatAsked) apply(g *Game) {
	g.Asked |= e.Seats
	g.SecondAsk |= e.Seconds
}

func (e Fouled) apply(g *Game) {
	g.Fouls[e.Seat], g.Last[e.Seat], g.Also[e.Seat] = e.Count, e.Why, e.Also
	g.Said[e.Seat], g.Edited = e.Said, g.Edited.Without(e.Seat)
	if e.Edited {
		g.Edited = g.Edited.With(e.Seat)
	}
	n := Notice{State: OnItsWay, At: e.At}
	if e.Later {
		n.State, n.Kept = Unsaid, g.Notices[e.Seat].Kept+1
	}
	g.Notices[e.Seat] = n
	g.Masks.priced(e.Seat, e.Why, e.Also)
	if e.Mark != 0 {
		g.Hits[g.HitNext] = e.Mark
		g.HitNext = (g.HitNext + 1) % uint8(len(g.Hits))
	}
}

func (e FoulNoticed) apply(g *Game) {
	state := OnItsWay
	if e.Mark != 0 {
		state = Read
	}
	g.Notices[e.Seat] = Notice{State: state, Mark: e.Mark, At: e.At}
}

func (e Unfouled) apply(g *Game) {
	g.Fouls[e.Seat] = e.Count
	if e.Word {
		g.Silent[e.Seat] = 0
	}
	n := &g.Notices[e.Seat]
	if e.Untold && n.Kept > 1 {
		n.Kept--
	} else if e.Untold {
		*n = Notice{}
	}
}

func (e Flagged) apply(g *Game) {
	g.Masks.priced(e.Seat, e.Why, e.Also)
	whys := because(e.Why).and(e.Also)
	for i, f := range g.Flags {
		if f.Mark == e.Mark && e.Mark != 0 {
			g.Flags[i].Whys = f.Whys.and(whys)
			return
		}
	}
	g.Flags[g.FlagTop] = Flag{Mark: e.Mark, Whys: whys}
	g.FlagTop = (g.FlagTop + 1) % uint8(len(g.Flags))
}

func (e Silenced) apply(g *Game) { g.Silent[e.Seat] = e.Day }

func (e Gestured) apply(g *Game) {
	if e.Own {
		g.Gestures[e.Seat]++
	} else {
		g.Out[e.Seat]++
	}
}

func (e Removed) apply(g *Game) {
	g.Removals, g.Taken[e.Seat] = g.Removals.Without(e.Seat), g.takenBy(e)
	g.leave(e.Seat, RemovedOut)
	g.part(e.Seat)
	if g.Pending.By == e.Seat {
		g.Pending = Nomination{}
	}
	if sp, ok := g.Stage.(Speech); ok && sp.Seat == e.Seat && !g.Clock.open() {
		g.Had = g.Had.Without(e.Seat) // his phrase had not been said: he has opened nothing (E10)
	}
}

func (e WordCut) apply(g *Game) { g.Exits[e.Seat] = RemovedOut }

func (e BallotOff) apply(g *Game) { g.NoBallot = e.Day }

// leave takes a seat out of the game.
func (g *Game) leave(s Seat, how Exit) {
	g.Living, g.Exits[s], g.Departed = g.Living.Without(s), how, true
	g.Away = g.Away.Without(s)
}

func (NoVote) apply(*Game) {}

func (e BallotCalled) apply(g *Game) {
	g.Stage, g.Ballot = Announce{}, Ballot{Round: 1, List: e.List}
	g.window(e.At, g.Rules.VoteAnnounce, 0)
}

func (e RevoteCalled) apply(g *Game) {
	b := &g.Ballot
	g.Ballot = Ballot{Round: b.Round + 1, List: e.List, Tied: b.Tied}
}

func (e CandidateCalled) apply(g *Game) {
	g.Ballot.Index = e.Index
	g.window(e.At, g.Rules.VoteLead, 0)
	g.Stage = Lead{Slot: WindowSlot(g.Clock.Window)}
}

func (e VoteCalled) apply(g *Game) {
	if lead, ok := g.Stage.(Lead); ok {
		g.Stage = Voting(lead)
	}
	g.window(e.At, g.Rules.VoteWindow, g.Rules.RaceGrace)
}

func (e Voted) apply(g *Game) {
	g.Ballot.Votes[e.By], g.Ballot.Marks[e.By] = e.Seat, e.Mark
	g.seen(e.By)
}

func (e VoteVoided) apply(g *Game) { g.Ballot.Votes[e.By] = 0 }

func (e CandidateClosed) apply(g *Game) {
	for s := range e.Rest.All() {
		g.Ballot.Votes[s] = e.Seat
	}
	g.Stage, g.Clock = Between{}, g.Clock.stopped()
}

func (e Tied) apply(g *Game) {
	g.Ballot.Tied, g.Ballot.List, g.Ballot.Spoke = e.List.Seats(), e.List, 0
	if e.Quick {
		g.Ballot.Spoke = g.Ballot.Tied
	}
}

func (e TieSpeechCalled) apply(g *Game) {
	g.Ballot.Spoke = g.Ballot.Spoke.With(e.Seat)
	g.Gestures[e.Seat] = 0
	g.Stage = TieSpeech{Seat: e.Seat}
	g.window(e.At, g.Rules.TieSpeech, g.Rules.RaceGrace)
}

func (e TieSpeechLost) apply(g *Game) { g.Ballot.Spoke = g.Ballot.Spoke.With(e.Seat) }
func (TieSettled) apply(g *Game)      { g.Ballot.Settled = true }

func (e LiftCalled) apply(g *Game) {
	g.Stage = LiftVote{}
	g.Ballot.Lift, g.Ballot.For = e.Seats, 0
	g.window(e.At, g.Rules.RaiseWindow, g.Rules.RaceGrace)
}

func (e Raised) apply(g *Game) {
	g.Ballot.For = g.Ballot.For.With(e.By)
	g.seen(e.By)
}

func (LiftClosed) apply(g *Game) { g.Stage, g.Clock = Between{}, g.Clock.stopped() }

func (e LeaversNamed) apply(g *Game) {
	g.Stage, g.Clock, g.Leaving = Between{}, g.Clock.stopped(), e.List
	for s := range e.List.Seats().All() {
		g.leave(s, VotedOut)
	}
}

func (Stayed) apply(g *Game) { g.Stage, g.Clock = Between{}, g.Clock.stopped() }

func (e LastWordCalled) apply(g *Game) {
	g.Stage = LastWord{Seat: e.Seat, Killed: e.Killed}
	if e.Killed {
		g.Mourned = g.Day
	}
	length := g.Rules.LastWordVoted
	if e.Killed {
		length = g.Rules.LastWordKilled
	} else {
		g.Leaving = g.Leaving.only(g.Leaving.Seats().Without(e.Seat))
	}
	g.window(e.At, length, g.Rules.RaceGrace)
}

// window posts the next window; what was told in the last one is void (G21).
func (g *Game) window(at Instant, length, grace int) {
	g.Clock = g.Clock.next(at, length, grace)
	g.Knocks = [MaxSeats + 1]uint8{}
	g.Told, g.Again, g.ToldAt = 0, 0, [MaxSeats + 1]Instant{}
}

func (e Decided) apply(g *Game) { g.Fate = e.Verdict }

func (e StopTold) apply(g *Game) { g.StopToldAt = e.At }

func (e StopCalled) apply(g *Game) {
	g.StopDay, g.Clock.Aside = g.Day, g.Clock.number()
	g.StopVote = StopVote{Window: g.Clock.Aside, Opened: e.At}
}

func (e StopAgreed) apply(g *Game) { g.StopVote.For = g.StopVote.For.With(e.By) }

func (StopFailed) apply(g *Game) { g.StopVote = StopVote{} }

func (e Ended) apply(g *Game) {
	g.Stage, g.Clock, g.Verdict = Over{}, g.Clock.stopped(), e.Verdict
	g.StopVote, g.Masks, g.Halt = StopVote{}, Masks{}, Halt{}
}

func (Revealed) apply(*Game) {}
func (Unsealed) apply(*Game) {}
