package engine

import "slices"

// The morning and the circle of speeches (C20–C32, E10–E16, E35).

// dawn ends a night: what it brought, in the order of E35, then the day.
func (t *turn) dawn() {
	if t.masksBeforeDawn() {
		return
	}
	firstMorning, atNight := t.g.Day == 0, t.g.Living
	if firstMorning {
		t.editCard(t.g.holder(Sheriff), Dawned{Day: 1, At: t.now})
	} else {
		t.answerCheck(Sheriff, t.g.Checks[1], Role.Black)
	}
	t.announce(Dawned{Day: t.g.Day + 1, At: t.now})
	victim := t.victim(firstMorning)
	removed := t.tellRemovals()
	if removed != 0 && t.g.position() != 0 {
		t.tally()
		t.endIfDecided()
		return
	}
	if t.g.Rules.RemovalAtNight == NextDropped && removed.Without(victim) != 0 {
		t.ballotOff(t.g.Day)
	}
	if !firstMorning && t.tellShot(victim, atNight) {
		return
	}
	t.tally()
	if t.g.Exits[victim] == KilledOut {
		t.askChats()
		t.border(LastWordCalled{Seat: victim, Killed: true, At: t.now}, t.moveKeys(victim)...)
		return
	}
	t.nextSpeaker()
}

// victim returns the seat that this night's shots hit, 0 for a miss: every
// living black fired exactly once and all at the same seat (K11b, A31), or all who fired
// did (no_shot).
func (t *turn) victim(firstMorning bool) Seat {
	if firstMorning {
		return 0
	}
	var target Seat
	for s := range t.g.blacks(t.g.Living).All() {
		shot := t.g.Shooting.Shot[s]
		if t.g.missedBy(s) || target != 0 && shot != 0 && target != shot {
			return 0
		}
		if shot != 0 {
			target = shot
		}
	}
	return target
}

// tellRemovals announces the night's removals all together, without their
// reasons (G6), and returns them.
func (t *turn) tellRemovals() Seats {
	removed := t.g.Removals
	for s := range removed.All() {
		t.announce(Removed{Seat: s, Why: AtNight})
	}
	return removed
}

// ballotOff takes the ballot from a day, once, and says so.
func (t *turn) ballotOff(day uint8) {
	if t.g.NoBallot != day {
		t.announce(BallotOff{Day: day})
	}
}

// tellShot announces the kill or the miss and tests what they decide; it
// reports whether the game has ended.
func (t *turn) tellShot(victim Seat, atNight Seats) bool {
	switch {
	case victim == 0:
		broken := t.g.Rules.ThreeMissesUnit == QuietNights && t.g.AtFall != t.g.Living
		t.announce(Missed{AtFour: atNight.Len() == 4, Broken: broken, Void: t.g.Unprompted && !broken})
	default:
		t.announce(Killed{Seat: victim, Gone: !t.g.Living.Has(victim)})
		if v := t.g.position(); v != 0 {
			t.emit(Decided{Verdict: v})
		}
	}
	quiet := !t.g.Departed
	t.emit(RoundCounted{Quiet: quiet, Void: quiet && t.g.Unprompted})
	v := t.g.threeMisses()
	if t.g.Rules.EndWord == Off && t.g.Fate != 0 {
		v = t.g.Fate
	}
	if v != 0 {
		t.tally()
		t.end(v)
	}
	return v != 0
}

// tally reads out the fouls: what the night brought, and the counts of the
// living (C17, C31). Why a seat was removed at night is not told (G6).
func (t *turn) tally() {
	e := Tallied{At: t.now}
	for s := range t.g.Drawn.All() {
		unsaid := t.g.Notices[s].State == Unsaid && t.g.Exits[s] != RemovedOut
		if unsaid {
			e.Night[s], e.Also[s] = t.g.Last[s], t.g.Also[s]
		}
		if unsaid || t.g.Living.Has(s) && t.g.Rules.CountsPublic != Off {
			e.Fouls[s] = t.g.Fouls[s]
		}
	}
	t.announce(e)
}

// nextSpeaker calls the next living seat whose turn has not come, going round
// from the opener, of yesterday if nobody has opened today; or it ends the
// circle (E10, E13).
func (t *turn) nextSpeaker() {
	if t.pauseHere(false) {
		return
	}
	t.enterList()
	rest := t.g.Living &^ t.g.Had
	if rest == 0 {
		t.endCircle()
		return
	}
	t.callTurn(rest.After(t.g.DayOpener))
}

// callTurn gives a seat its minute, its slot, or its thirty seconds (T39).
func (t *turn) callTurn(s Seat) {
	switch {
	case t.g.Silent[s] != t.g.Day:
		t.callSpeech(SpeechCalled{Seat: s, Half: t.g.splits(s), At: t.now})
	case t.critical():
		t.callSpeech(SpeechCalled{Seat: s, Critical: true, At: t.now})
	default:
		t.callSlot(s, false)
	}
}

func (t *turn) callSpeech(e SpeechCalled) {
	t.askChats()
	t.border(e, append(t.nominees(), t.withdrawal()...)...)
}

func (t *turn) callSlot(s Seat, stopped bool) {
	if !stopped { // who has just been stopped is not named again
		t.askChats()
	}
	t.border(SlotCalled{Seat: s, Stopped: stopped, At: t.now}, slices.Concat(t.nominees(), t.withdrawal(), []Command{Pass{}})...)
}

// nominees are the buttons under a speaker's border: the press is formula and
// touch at once.
func (t *turn) nominees() []Command {
	var out []Command
	for s := range t.g.Living.All() {
		if !t.g.Noms.has(s) {
			out = append(out, Nominate{Seat: s})
		}
	}
	return out
}

// withdrawal is the button that takes a nomination back, where the rules have one.
func (t *turn) withdrawal() []Command {
	if t.g.Rules.Withdrawal != On {
		return nil
	}
	return []Command{Withdraw{}}
}

// endSpeech thanks the holder of the floor and goes on (C24).
func (t *turn) endSpeech(stopped bool) {
	if t.callHalf(stopped) {
		return
	}
	seat, stage, mover := t.g.Floor(), t.g.Stage, t.g.BestMover()
	shown := WindowSlot(t.g.Clock.Window)
	if p := t.g.Pending; p.By != 0 {
		t.emit(NotNominated{By: p.By, Seat: p.Seat, Why: Untouched})
	}
	sp, discussion := stage.(Speech)
	if !discussion || !stopped || !t.slotFollows(sp) {
		t.enterList()
	}
	t.flushNominations()
	t.announce(Thanked{Seat: seat, Stopped: stopped})
	switch s := stage.(type) {
	case Speech:
		t.afterTurn(s, stopped)
		t.effect(Clear{Slot: shown})
	case TieSpeech:
		t.nextTieSpeech()
	case LastWord:
		if s.Seat != mover {
			t.afterLastWord(s)
			return
		}
		t.tellMove()
		t.afterLastWord(s)
		t.effect(Clear{Slot: shown}) // behind the border: what stands before it is one message
	case Opinion:
		t.afterOpinion(s.Seat)
		t.effect(Clear{Slot: shown})
	}
}

// slotFollows reports whether a speaker who is stopped has a slot: where the rules
// leave him one and he has not nominated, or may name another instead (T35, S2); at
// three or four players not if he has named one (A43, E17).
func (t *turn) slotFollows(s Speech) bool {
	free := t.g.named(s.Seat) == 0 || t.g.Rules.SeveralInSpeech == LastNamed && !t.critical()
	return t.g.Rules.SilencedNomination == AfterStop && t.g.Living.Has(s.Seat) && free && !s.Slot
}

// afterTurn goes on to the next turn, or to the slot of a stopped speaker.
func (t *turn) afterTurn(s Speech, stopped bool) {
	if stopped && t.slotFollows(s) {
		t.callSlot(s.Seat, true)
		return
	}
	t.nextSpeaker()
}

// endCircle goes on to the ballot, or says why there is none (P-D).
func (t *turn) endCircle() {
	first := t.g.Day == 1
	n := t.g.Noms.Len()
	switch {
	case t.g.NoBallot == t.g.Day:
		t.noVote(NoVote{Why: AfterRemoval})
	case n == 0:
		t.noVote(NoVote{Why: NoNominee})
	case n == 1 && first && t.g.Rules.OneOnDay1 != Held, n == 1 && !first && t.g.Rules.OneLater == Off:
		t.noVote(NoVote{Why: OneNominee, Seat: t.g.Noms[0].Seat})
	default:
		t.callBallot()
	}
}

func (t *turn) noVote(e NoVote) {
	t.announce(e)
	t.nightfall()
}

// Nominations.

// nominator returns the seat that may nominate now.
func (t *turn) nominator(by Player) (Seat, error) {
	s, part := t.g.Who(by)
	if part != Main {
		return 0, Refusal("not_playing")
	}
	sp, ok := t.g.Stage.(Speech)
	if !ok {
		return 0, Refusal("stale")
	}
	if sp.Seat != s {
		return 0, Refusal("not_your_minute")
	}
	if !t.g.Clock.open() {
		return 0, Refusal("not_yet")
	}
	return s, nil
}

// nominationFault says why a seat cannot be nominated by another, "" if it can.
func (t *turn) nominationFault(by, seat Seat) Reason {
	switch {
	case (t.g.Noms.by(by) != 0 || t.g.Spent.Has(by)) && t.g.Rules.SeveralInSpeech != LastNamed:
		return OnlyOne
	case seat == by && t.g.Rules.SelfNomination == Refused:
		return SelfNamed
	case t.g.Drawn.Has(seat) && !t.g.Living.Has(seat):
		return LeftTable
	case !t.g.Living.Has(seat):
		return NotListable
	case t.g.Noms.has(seat):
		return Listed
	}
	return ""
}

func (c Nominate) step(t *turn, by Player) error {
	s, err := t.nominator(by)
	if err != nil {
		return err
	}
	if t.repeats(s, c.Seat) {
		return nil
	}
	if why := t.nominationFault(s, c.Seat); why != "" {
		return Refusal(why)
	}
	t.accept(s, c.Seat)
	return nil
}

// repeats reports whether the seat is the one that the speaker has nominated: who
// presses its button and says the formula, too, has nominated once (C53).
func (t *turn) repeats(by, seat Seat) bool { return seat != 0 && t.g.named(by) == seat }

// accept puts a seat on the list; a slot has served its purpose then. Where the last
// one named counts, it stands until the end of the minute, and the slot goes on (T36).
func (t *turn) accept(by, seat Seat) {
	if t.g.Rules.SeveralInSpeech == LastNamed {
		t.emit(Stands{By: by, Seat: seat})
		return
	}
	t.emit(Nominated{By: by, Seat: seat})
	if sp, ok := t.g.Stage.(Speech); ok && sp.Slot {
		t.endSpeech(false)
	}
}

func (c Touch) step(t *turn, by Player) error {
	s, err := t.nominator(by)
	if err != nil {
		return err
	}
	if t.g.Pending.By != s {
		if t.g.named(s) != 0 {
			return Refusal(OnlyOne) // a press has been formula and touch at once
		}
		return Refusal("nothing_to_touch")
	}
	return Nominate{Seat: t.g.Pending.Seat}.step(t, by)
}

// touch takes the hand, sent as a message, for the formula that waits for it;
// its seat may have left meanwhile (E14).
func (t *turn) touch(s Seat) {
	seat := t.g.Pending.Seat
	if why := t.nominationFault(s, seat); why != "" {
		t.emit(NotNominated{By: s, Seat: seat, Why: why})
		return
	}
	t.accept(s, seat)
}

func (c Pass) step(t *turn, by Player) error {
	s, part := t.g.Who(by)
	if part != Main && part != Departed && part != Second {
		return Refusal("not_playing")
	}
	if !t.holds(s) {
		return Refusal("not_your_minute")
	}
	if !t.g.Clock.open() {
		return Refusal("not_yet")
	}
	t.emit(Passed{Seat: s})
	t.endSpeech(false)
	return nil
}

// hand is where the hand on the table is for a formula in a text (C55): nowhere,
// behind the word that the text is punished for, or on the table.
type hand uint8

const (
	noHand hand = iota
	handBehind
	handLaid
)

// nominateByWords takes one nomination of a speaker's text (C54, C55). It reports
// whether the floor is still his.
func (t *turn) nominateByWords(s Seat, f Find, h hand) bool {
	if t.second {
		t.emit(NotNominated{By: s, Seat: f.Seat, Why: MainOnly})
		return true
	}
	if t.repeats(s, f.Seat) {
		return true
	}
	strict := t.g.Rules.NominationFormula == Strict
	if f.Class == NominateL && strict {
		t.emit(NotNominated{By: s, Seat: f.Seat, Why: NotFormula})
		return true
	}
	why := t.nominationFault(s, f.Seat)
	switch {
	case f.Class == NominateBad:
		why = NotListable
	case f.ByNick && t.g.Rules.ByNick == Off:
		why = ByNumberOnly
	}
	if why = t.listedAlready(why, h); why != "" {
		t.emit(NotNominated{By: s, Seat: f.Seat, Why: why})
		return true
	}
	switch {
	case !t.g.Rules.NominationTouch || h == handLaid:
	case h == handBehind:
		t.emit(Echoed{By: s, Seat: f.Seat})
		return true
	default:
		t.announce(Echoed{By: s, Seat: f.Seat}, Touch{})
		return true
	}
	t.accept(s, f.Seat)
	_, still := t.g.Stage.(Speech)
	return still && t.g.Floor() == s
}

// flushNominations tells the table what has been accepted or refused since the
// last message, in the message that goes out anyway.
func (t *turn) flushNominations() {
	if t.g.Accepted == 0 && t.g.Rejected.By == 0 && t.g.TakenBack.By == 0 {
		return
	}
	if e := t.g.TakenBack; e.By != 0 {
		t.tell(e)
	}
	if s := t.g.Accepted; s != 0 {
		t.tell(Nominated{By: t.g.nominatorOf(s), Seat: s})
	}
	if e := t.g.Rejected; e.By != 0 {
		t.tell(e)
	}
	t.emit(NominationsTold{})
}

// nominatorOf returns who put a seat on the list.
func (g *Game) nominatorOf(seat Seat) Seat {
	for _, n := range g.Noms[:g.Noms.Len()] {
		if n.Seat == seat {
			return n.By
		}
	}
	return 0
}
