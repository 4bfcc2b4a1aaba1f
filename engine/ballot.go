package engine

// The ballot (C56–C64, S12–S20, E21–E29): one window a candidate, ties, the
// lift.

func (t *turn) callBallot() {
	var list List
	for i, n := range t.g.Noms[:t.g.Noms.Len()] {
		list[i] = n.Seat
	}
	t.border(BallotCalled{List: list, At: t.now})
}

// callCandidate names a candidate; the button comes after the lead (T48).
func (t *turn) callCandidate(i int) {
	t.border(CandidateCalled{Index: uint8(i), Seat: t.g.Ballot.List[i], At: t.now})
}

// callVote shows the button: one edit of the candidate's message.
func (t *turn) callVote() {
	c := t.candidate()
	e := VoteCalled{Seat: c, At: t.now}
	t.emit(e)
	v := t.g.Stage.(Voting)
	t.effect(Say{To: everybody, Fact: e, Options: []Command{Vote{Seat: c}}, Slot: v.Slot, Adds: true, Gate: t.g.Clock.Window})
}

func (t *turn) candidate() Seat { return t.g.Ballot.List[t.g.Ballot.Index] }

// voter returns the living seat of a player.
func (t *turn) voter(by Player) (Seat, error) {
	s, part := t.g.Who(by)
	switch part {
	case Main:
		return s, nil
	case Departed:
		return 0, Refusal("out")
	}
	return 0, Refusal("not_playing")
}

func (c Vote) step(t *turn, by Player) error {
	s, err := t.voter(by)
	if err != nil {
		return err
	}
	if _, ok := t.g.Stage.(Voting); !ok || c.Seat != t.candidate() {
		return Refusal("vote_late")
	}
	if !t.g.votes() {
		return Refusal("not_yet")
	}
	switch t.g.Ballot.Votes[s] {
	case 0:
		if c.Seat == s && t.g.Rules.SelfVote == Refused {
			return Refusal("no_self_vote")
		}
		t.emit(Voted{By: s, Seat: c.Seat})
		return nil
	case c.Seat:
		return Refusal("already_voted")
	}
	return t.secondVote(s)
}

// closeCandidate closes a window: who voted, who follows. The windows in which
// nobody has a vote left are closed with it (E25).
func (t *turn) closeCandidate() {
	b := &t.g.Ballot
	last, owed := int(b.Index) == b.List.Len()-1, t.missing()
	if t.g.Clock.Unseen {
		owed = 0 // nobody has been shown the window (E30)
	}
	t.sayUnsaid()
	t.announceClose(last)
	if last {
		t.result(t.voteOwed(owed))
		return
	}
	if t.g.Rules.SkipSpentWindows && t.missing() == 0 {
		for i := int(b.Index) + 1; i < b.List.Len(); i++ {
			t.announce(CandidateClosed{Seat: b.List[i]})
		}
		t.result(false)
		return
	}
	t.callCandidate(int(b.Index) + 1)
}

// missing returns the living seats without a vote in this round.
func (t *turn) missing() Seats {
	var out Seats
	for s := range t.g.Living.All() {
		if t.g.Ballot.Votes[s] == 0 {
			out = out.With(s)
		}
	}
	return out
}

// votersOf returns who voted for a candidate in this round.
func (t *turn) votersOf(c Seat) Seats {
	var out Seats
	for s, v := range t.g.Ballot.Votes {
		if v == c {
			out = out.With(Seat(s))
		}
	}
	return out
}

// announceClose says «Спасибо, N голосов»; at the last candidate the votes that
// are missing go to him (C61, K10, T64).
func (t *turn) announceClose(last bool) {
	c := t.candidate()
	e := CandidateClosed{Seat: c, Voters: t.votersOf(c)}
	if last {
		e.Rest = t.missing()
	}
	t.announce(e)
}

// leaders returns the candidates with the most votes, and how many those are.
func (t *turn) leaders() (List, int) {
	b := &t.g.Ballot
	most := 0
	var set Seats
	for _, c := range b.List[:b.List.Len()] {
		switch n := t.votersOf(c).Len(); {
		case n > most:
			most, set = n, SetOf(c)
		case n == most:
			set = set.With(c)
		}
	}
	return b.List.only(set), most
}

// result decides what the round came to. Left says that its missing votes have cost a
// seat: who is voted out leaves in one group with it, and the position is tested once
// (E28).
func (t *turn) result(left bool) {
	list, votes := t.leaders()
	set := list.Seats()
	living := set & t.g.Living
	dropped := left && t.g.Rules.RemovalDuringVote == BallotDropped
	if left && (dropped || living == 0 || set.Len() > 1) && t.endIfDecided() {
		return
	}
	switch {
	case dropped:
		t.stay(Stayed{Why: AfterRemoval})
	case living == 0:
		t.stay(Stayed{Why: LeaderGone, Seat: set.First()})
	case set.Len() == 1 && t.g.Day == 1 && t.g.Rules.Day1Vote == TiesOnly && t.g.Ballot.Round == 1:
		if !left || !t.endIfDecided() {
			t.stay(Stayed{Why: LeaderStays, Seat: set.First()})
		}
	case set.Len() == 1:
		t.voteOut(list)
	case living != set:
		t.tie(list, votes)
		t.emit(TieSettled{})
		t.nextTieSpeech()
	case set == t.g.Ballot.Tied:
		t.tieAgain(list, votes)
	default:
		t.tie(list, votes)
		t.nextTieSpeech()
	}
}

// liftHeld reports whether the rules hold a lift for these tied seats.
func (t *turn) liftHeld(tied Seats) bool {
	r, living := &t.g.Rules, t.g.Living
	switch {
	case r.RepeatTie == Off:
		return false
	case tied == living:
		return r.RaiseAllTable == Held
	case living.Len() == 4:
		return r.RaiseAtFour != Off
	}
	return tied.Len() != 3 || living.Len() != 9 || r.RaiseThreeOfNine != Off
}

// tie tells who have the most votes together; seats that tied before may have said
// what they have to say (tie_subset).
func (t *turn) tie(list List, votes int) {
	quick := t.g.Ballot.Tied != 0 && t.g.Rules.TieSubset == RevoteOnly
	t.announce(Tied{List: list, Votes: uint8(votes), Quick: quick})
}

// tieAgain holds the lift, unless the rules have none for this tie.
func (t *turn) tieAgain(list List, votes int) {
	set := list.Seats()
	t.tie(list, votes)
	if !t.liftHeld(set) {
		t.stay(Stayed{Why: NoLift})
		return
	}
	e := LiftCalled{Seats: set, At: t.now}
	t.border(e, Raise{})
}

// nextTieSpeech gives the next tied seat its thirty seconds, then votes again
// (C62, C64); a seat without a word is passed over (T33), but not where its speech is
// kept at three or four players (E17, A86).
func (t *turn) nextTieSpeech() {
	b := &t.g.Ballot
	for _, s := range b.List[:b.List.Len()] {
		if b.Spoke.Has(s) || !t.g.Living.Has(s) {
			continue
		}
		if t.g.Silent[s] == t.g.Day && t.g.Rules.SilenceScope == WholeDay && !t.critical() {
			t.announce(TieSpeechLost{Seat: s})
			continue
		}
		t.askChats()
		t.border(TieSpeechCalled{Seat: s, At: t.now})
		return
	}
	if b.Settled {
		t.stay(Stayed{Why: TieIsSettled})
		return
	}
	t.emit(RevoteCalled{List: b.List})
	t.callCandidate(0)
}

func (c Raise) step(t *turn, by Player) error {
	s, err := t.voter(by)
	if err != nil {
		return err
	}
	if _, ok := t.g.Stage.(LiftVote); !ok {
		return Refusal("vote_late")
	}
	if !t.g.votes() {
		return Refusal("not_yet")
	}
	if t.g.Ballot.For.Has(s) {
		return Refusal("already_voted")
	}
	t.emit(Raised{By: s})
	return nil
}

// closeLift lets all tied seats leave if more than half of the living are for
// it (S17).
func (t *turn) closeLift() {
	t.sayUnsaid()
	inFavour := t.g.Ballot.For & t.g.Living
	e := LiftClosed{For: inFavour, Of: uint8(t.g.Living.Len()), Passed: inFavour.Len()*2 > t.g.Living.Len()}
	t.announce(e)
	if !e.Passed {
		t.stay(Stayed{Why: LiftFailed})
		return
	}
	t.voteOut(t.g.Ballot.List.only(t.g.Ballot.Lift))
}

// stay ends the ballot with nobody leaving.
func (t *turn) stay(e Stayed) {
	t.sayUnsaid()
	t.announce(e)
	t.nightfall()
}
