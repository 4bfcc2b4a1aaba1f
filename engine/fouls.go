package engine

// The ladder: one to three fouls, the silence that the third costs, the
// removal that the fourth is, and what a removal does to the day (C48–C52,
// K22, T33–T39, G12, E16–E19).

// cause is why a seat is fouled or removed: the reasons, and of the message that
// brought them the words, and that it was an edit.
type cause struct {
	whys   Reasons
	said   string
	edited bool
}

// cause is that of a message which costs so much.
func (c Utter) cause(whys Reasons, ch Charge) cause { return cause{whys, ch.Said, c.Edit} }

// foul gives one foul for a violation that was uttered in the message c; the
// zero Utter is no message. The fourth takes the seat.
func (t *turn) foul(s Seat, why cause, c Utter) {
	if t.fouled(s, why, c) >= 4 {
		t.remove(s, cause{whys: because(FourthFoul)})
	}
}

// fouled gives a foul and returns which one it is, 0 for none; what the fourth does is
// left to who asks. What is heard at night is not repeated (G6).
func (t *turn) fouled(s Seat, why cause, c Utter) uint8 {
	if t.sameViolation(s, c) || t.forgiven(c) {
		return 0
	}
	e := Fouled{Seat: s, Count: t.g.Fouls[s] + 1, Mark: c.Mark, At: t.now}
	e.Why, e.Also = why.whys.cut()
	if !t.g.night() {
		e.Said, e.Edited = why.said, why.edited
	}
	e.Later = t.g.night() || t.voteWindow() && e.Count < 4
	t.emit(e)
	if !e.Later {
		t.notice(s, e)
	}
	if e.Count == 3 {
		t.third(s)
	}
	return e.Count
}

// notice tells the table a foul; the carrier reports its message id (G3).
func (t *turn) notice(s Seat, e Fouled) {
	t.flushNominations()
	t.effect(Say{To: everybody, Fact: e, Notice: s})
}

// voteWindow reports whether fouls wait for the close of a window; a removal is
// told at once, its foul with it (E49).
func (t *turn) voteWindow() bool {
	switch t.g.Stage.(type) {
	case Announce, Lead, Voting, LiftVote:
		return true
	}
	return false
}

// sayUnsaid tells the fouls that waited for the close of the window.
func (t *turn) sayUnsaid() {
	for s := range t.g.Living.All() {
		if t.g.Notices[s].State == Unsaid {
			e := Fouled{Seat: s, Why: t.g.Last[s], Count: t.g.Fouls[s], Also: t.g.Also[s], Said: t.g.Said[s], Edited: t.g.Edited.Has(s), At: t.now}
			t.emit(FoulNoticed{Seat: s, At: t.now})
			t.effect(Say{To: everybody, Fact: e, Notice: s})
		}
	}
}

// sameViolation reports whether the message belongs to the violation of the
// seat's last foul: its author could not yet have read the notice (G3). An edit
// keeps the number of its message, so its date decides.
func (t *turn) sameViolation(s Seat, c Utter) bool {
	if c.Mark == 0 && !c.Reaction {
		return false
	}
	switch n := t.g.Notices[s]; {
	case n.State == Unsaid, n.State == OnItsWay:
		return true
	case n.State == Read && c.dated():
		return c.Date <= n.At.seconds()
	case n.State == Read:
		return c.Mark < n.Mark
	}
	return false
}

// forgiven reports whether the message was written while the host heard nobody
// (E45).
func (t *turn) forgiven(c Utter) bool {
	unaware := t.g.fresh() && t.beforePhrase(c) // that the game goes on
	return (c.Mark != 0 || c.Reaction) && c.Date >= t.g.Pause.From && (c.Date <= t.g.Pause.To || unaware)
}

// third takes the word that the third foul costs (E16).
func (t *turn) third(s Seat) {
	day := t.g.Day
	if t.g.night() {
		t.emit(Silenced{Seat: s, Day: day + 1})
		return
	}
	if t.g.Exits[s] != 0 {
		return // a last word goes on (E18)
	}
	switch stage := t.g.Stage.(type) {
	case Speech:
		if stage.Seat == s {
			t.thirdInSpeech(s, stage)
			return
		}
	case TieSpeech:
		if stage.Seat == s && t.g.Clock.open() && t.g.Rules.ThirdInTieSpeech == Stops {
			t.emit(Silenced{Seat: s, Day: day})
			t.endSpeech(true)
			return
		}
	}
	if t.g.Had.Has(s) {
		day++
	}
	t.emit(Silenced{Seat: s, Day: day})
}

// thirdInSpeech stops the speaker, or at three or four players lets him go on
// to thirty seconds from his start (C48, T39, E17). Before his phrase has been
// said it is a third foul before his speech (E16).
func (t *turn) thirdInSpeech(s Seat, stage Speech) {
	t.emit(Silenced{Seat: s, Day: t.g.Day})
	length := t.g.Rules.CriticalSpeech
	left := t.g.Clock.Opened.plus(length) - t.now
	switch {
	case !t.g.Clock.open() && stage.Half != SecondHalf:
		t.callTurn(s)
	case t.critical() && left > 0 && !stage.Slot && stage.Half != SecondHalf:
		t.announce(SpeechCut{Seat: s, Length: length, Left: int((left + 999) / 1000)})
	default:
		t.endSpeech(true)
	}
}

// critical reports whether a silenced seat has thirty seconds (T39).
func (t *turn) critical() bool { return t.g.Rules.IsCritical(t.g.Living.Len()) }

// IsCritical reports whether, with so many living, a seat without the word has a short
// speech instead (T39).
func (r *Ruleset) IsCritical(living int) bool {
	return (living == 3 || living == 4) && r.CriticalPlayers == Critical
}

// Unfoul takes the last foul back (E42). A silence that came from it ends for the
// turns that are still to come: a speech that was stopped, or a slot that was
// called, is past.
func (c Unfoul) step(t *turn, by Player) error {
	if err := t.console(by, c.Seat); err != nil {
		return err
	}
	n := t.g.Fouls[c.Seat]
	switch {
	case n == 0:
		return Refusal("no_fouls")
	case by != Host && t.g.Rules.Unfoul == Off:
		return Refusal("unfoul_off")
	}
	t.ruled(by, c.Seat, RuleUnfoul, c.Text)
	e := Unfouled{Seat: c.Seat, Count: n - 1, Untold: t.g.Notices[c.Seat].State == Unsaid, At: t.now}
	running := t.g.Day
	if t.g.night() {
		running++
	}
	e.Word = n == 3 && t.g.Silent[c.Seat] >= running
	t.emit(e)
	if !e.Untold {
		t.flushNominations()
		t.tell(e)
	}
	return nil
}

// remove takes a seat out of the game by a rule (G12).
func (t *turn) remove(s Seat, why cause) {
	e := Removed{Seat: s, Said: why.said, Edited: why.edited}
	e.Why, e.Also = why.whys.cut()
	switch {
	case t.g.Exits[s] != 0:
		t.announce(WordCut(e))
		t.endSpeech(true)
	case t.g.night():
		t.removeAtNight(SetOf(s), why.whys)
	case t.g.inBallot():
		t.removeInBallot(e)
	default:
		t.removeByDay(e)
	}
}

// removeAtNight removes seats in one instant of a night: before the shooting at once, as
// one group with one test of the position (T16, E28); later in the morning (T17).
func (t *turn) removeAtNight(out Seats, whys Reasons) {
	kept := t.g.shootingBegun()
	for s := range out.All() {
		if kept {
			why, also := whys.cut()
			t.emit(RemovalKept{Seat: s, Why: why, Also: also})
		} else {
			t.announceRemoval(Removed{Seat: s, Why: AtNight})
		}
	}
	if out != 0 && !kept && !t.endIfDecided() && t.g.Rules.RemovalAtNight == NextDropped {
		t.ballotOff(t.g.Day + 1)
	}
}

// removeByDay removes outside the ballot: in the speeches the day loses its
// ballot (T50); in a last word the running word goes on (E19).
func (t *turn) removeByDay(e Removed) {
	stage := t.g.Stage
	if sp, ok := stage.(Speech); ok && sp.Seat == e.Seat {
		t.enterList() // for the protocol (E12)
	}
	t.flushNominations()
	t.announceRemoval(e)
	if last, ok := stage.(LastWord); ok {
		if !last.Killed && t.g.Rules.RemovalAfterVote == NextDropped {
			t.ballotOff(t.g.Day + 1)
		}
		if last.Killed {
			t.dayWithout()
		}
		if v := t.g.position(); v != 0 && t.g.Fate == 0 {
			t.emit(Decided{Verdict: v})
		}
		return
	}
	if t.endIfDecided() {
		return
	}
	if t.settleStop(); t.g.Finished() {
		return // nobody is called to speak any more
	}
	t.dayWithout()
	if sp, ok := stage.(Speech); ok && sp.Seat == e.Seat {
		shown := WindowSlot(t.g.Clock.Window)
		t.nextSpeaker() // in the message of the removal (E12)
		t.effect(Clear{Slot: shown})
	}
}

// removeInBallot removes between VOTE_ANNOUNCED and the result (T52–T59,
// E21–E28).
func (t *turn) removeInBallot(e Removed) {
	s, stage := e.Seat, t.g.Stage
	b := &t.g.Ballot
	if _, voting := stage.(Voting); voting && t.g.Rules.RemovedVoterVotes == Void && b.Votes[s] == t.candidate() {
		t.emit(VoteVoided{By: s})
	}
	t.announceRemoval(e)
	if t.endIfDecided() {
		return
	}
	if t.g.Rules.RemovalDuringVote == BallotDropped {
		t.stay(Stayed{Why: AfterRemoval})
		return
	}
	tied := b.Tied.Has(s)
	switch stage := stage.(type) {
	case TieSpeech:
		if tied && !b.Settled {
			t.emit(TieSettled{})
		}
		if stage.Seat == s {
			t.nextTieSpeech()
		}
	case LiftVote:
		if tied {
			t.stay(Stayed{Why: TieIsSettled})
		}
	default:
		switch {
		case tied:
			t.stay(Stayed{Why: TieIsSettled})
		case b.List.Seats()&t.g.Living == 0:
			t.stay(Stayed{Why: AllGone})
		}
	}
}
