package engine

import "time"

// Due returns when the next Tick is to come, grace included; the zero time if
// nothing is due by itself.
func (g *Game) Due() time.Time { return orNever(g.due()) }

// orNever returns the instant as a time, the zero time for no instant.
func orNever(at Instant) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return at.Time()
}

func (g *Game) due() Instant {
	if g.Clock.Posted == 0 {
		return 0
	}
	if g.barred() {
		return g.Bar.At.plus(longestBarred)
	}
	return earliest(g.windowDue(), g.masksClose(), g.awayCloses(), g.stopCloses(), g.cardCloses(), g.protestCloses())
}

// windowDue is when the window wants something, whatever else does.
func (g *Game) windowDue() Instant {
	c := g.Clock
	if _, waits := g.Stage.(Protesting); waits {
		return 0 // it has no end of its own: that of the protests stands beside it
	}
	switch {
	case !c.open():
		return c.Posted.plus(GatePatience)
	case g.AwaitsDeal():
		return c.Opened
	}
	return earliest(c.closes(), g.warnAt(), g.silentAt(), g.nudgeAt(), g.callAt(), g.pauseTold(), g.remindAt())
}

// earliest returns the first of some instants; 0 is none.
func earliest(all ...Instant) Instant {
	var first Instant
	for _, at := range all {
		if at != 0 && (first == 0 || at < first) {
			first = at
		}
	}
	return first
}

// left returns how many seconds are left of the open window, a part of one counted
// whole: to its end, or to the thanks of a speaker who has sent nothing (E11). It is
// 0 if none runs in which somebody is to do something, and no pause.
func (g *Game) left(at Instant) int {
	left := earliest(g.Clock.Ends(), g.silentAt()) - at
	if _, paused := g.Stage.(Paused); !g.Clock.open() || !interactive(g.Stage) && !paused || left <= 0 {
		return 0
	}
	return int((left + 999) / 1000)
}

// MustHear returns the instant up to which everything that reached Telegram must
// have been heard before the Tick that is due now is given (I10): the end of the
// window, without its grace, or the moment at which a silent speaker is thanked
// (E11). The zero time if the Tick ends nobody's time: a warning, a nudge, a
// gate, the deal, a called number.
func (g *Game) MustHear() time.Time { return orNever(g.mustHear()) }

func (g *Game) mustHear() Instant {
	switch c := g.Clock; {
	case c.Posted == 0, g.barred():
		return 0
	case g.due() == g.masksClose():
		return g.masksEnd()
	case g.due() == g.awayCloses():
		return g.awayEnds()
	case g.due() == g.stopCloses():
		return g.stopEnds()
	case g.due() == g.cardCloses():
		return g.cardEnds()
	case g.due() == g.protestCloses():
		return g.protestEnds()
	case !c.open(), g.AwaitsDeal(), !interactive(g.Stage):
		return 0
	}
	switch g.due() {
	case g.nudgeAt(), g.warnAt(), g.callAt(), g.remindAt():
		return 0
	case g.silentAt():
		return g.silentAt()
	}
	return g.Clock.Ends()
}

// warnAt is when «10 секунд» is said, 0 if it is not to be said (C23).
func (g *Game) warnAt() Instant {
	q := g.cue()
	if q == nil || q.Warned || g.Rules.Warn == 0 || g.Clock.Length <= g.Rules.Warn {
		return 0
	}
	return g.Clock.Opened.plus(g.Clock.Length - g.Rules.Warn)
}

// silentAt is when a speaker who has sent nothing is thanked, 0 if never (E11).
func (g *Game) silentAt() Instant {
	q := g.cue()
	if q == nil || q.Spoke || g.silentClose() == 0 {
		return 0
	}
	return g.Clock.Opened.plus(g.silentClose())
}

// nudgeAt is when a silent speaker is mentioned, at half of that time (E11).
func (g *Game) nudgeAt() Instant {
	q := g.cue()
	if q == nil || q.Spoke || q.Nudged || g.silentClose() == 0 {
		return 0
	}
	return g.Clock.Opened.plus(g.silentClose() / 2)
}

func (g *Game) silentClose() int { return g.Rules.SilentIn(g.Stage) }

// SilentIn returns after how many seconds a speaker who has sent nothing is thanked, 0
// if never (E11).
func (r *Ruleset) SilentIn(stage Stage) int {
	switch s := stage.(type) {
	case TieSpeech, Opinion:
		return r.SilentCloseTie
	case Speech:
		if s.Critical || s.Half != 0 {
			return r.SilentCloseTie
		}
	}
	return r.SilentClose
}

func (c Said) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if t.g.barred() {
		return Refusal("stale") // behind the time outside the window opens by itself
	}
	if t.seenLate(c) {
		return nil
	}
	if c.Window != t.g.Clock.Window || t.g.Clock.Posted == 0 || t.g.Clock.open() {
		return Refusal("stale")
	}
	t.open(c.Mark, c.Date)
	return nil
}

func (c Noted) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if c.Seat == 0 || c.Seat > MaxSeats {
		return Refusal("stale")
	}
	p := t.g.Partings[c.Seat]
	left := p.Over && p.Date == 0 && c.Date != 0
	if left {
		t.emit(PartingTold{Seat: c.Seat, Date: c.Date})
	}
	switch {
	case t.g.Notices[c.Seat].State == OnItsWay:
	case left:
		return nil
	default:
		return Refusal("stale")
	}
	t.emit(FoulNoticed{Seat: c.Seat, Mark: c.Mark, At: t.now})
	return nil
}

// ResumeFloor is how many seconds of an interactive window an outage leaves at
// least (G18).
const ResumeFloor = 15

// worthTelling is the shortest outage that the table hears of, in milliseconds: in a
// shorter one nobody can have pressed in vain.
const worthTelling = 1000

// A table that waits for guests, or for its carrier, has lost nothing and is told
// nothing.
func (c Resume) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if t.g.Clock.Posted == 0 {
		return Refusal("no_game")
	}
	if t.g.barred() {
		return t.barMoved(c)
	}
	e := Resumed{Shift: Instant(c.Shift.Milliseconds()), At: t.now}
	if t.g.suspends(e.Shift) {
		t.emit(e)
		t.askOn(e.Shift)
		return nil
	}
	after := t.g
	e.apply(&after)
	e.Left = after.left(t.now)
	t.emit(e)
	switch t.g.Stage.(type) {
	case Lobby, Telling, Cards, Protesting:
		return nil
	case Tray:
		if !t.g.Clock.open() {
			return nil
		}
	}
	if e.Shift >= worthTelling {
		t.tell(e)
	}
	return nil
}

// open starts the window's seconds and shows its keyboards.
func (t *turn) open(mark, date int64) {
	t.emit(Opened{Window: t.g.Clock.Window, Mark: mark, Date: date, At: t.now})
	switch stage := t.g.Stage.(type) {
	case Cards:
		t.cardsTaken()
		return
	case Tray:
		t.turnUp(stage.Taken)
		return
	}
	if t.g.callAt() != 0 {
		t.callNumber()
		return
	}
	t.showPrompts()
}

// ListenOver returns the ends of the times that run in which somebody is to do
// something, though something may fall due before them that ends nobody's: a called
// number, the shooting that opens while the blindfolds are put on.
func (g *Game) ListenOver() (ends []time.Time) {
	at := g.mustHear()
	if at == 0 && g.callAt() != 0 && !g.barred() {
		at = g.Clock.Ends()
	}
	for _, end := range [...]Instant{at, g.masksEnd()} {
		if end != 0 {
			ends = append(ends, end.Time())
		}
	}
	return ends
}

// maxTicks bounds the chain of one Tick; a game has far fewer windows that can
// be over at one instant.
const maxTicks = 64

func (c Tick) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	for i := range maxTicks {
		due := t.g.due()
		if due == 0 || due > t.now || t.g.AwaitsDeal() {
			return nil
		}
		if i > 0 && t.g.mustHear() != 0 {
			return nil // the carrier has been asked to hear for the first of them only (I10)
		}
		t.tick()
	}
	return nil
}

// tick lets the one thing happen that is due first.
func (t *turn) tick() {
	due := t.g.due()
	switch {
	case t.g.barred():
		_ = t.unbar(true) // the host resumes its own game: never refused
		return
	case due == t.g.masksClose():
		t.masksOver()
		return
	case due == t.g.awayCloses():
		t.awayOver()
		return
	case due == t.g.stopCloses():
		t.failStop()
		return
	case due == t.g.cardCloses():
		t.lapse(t.g.Cards[0])
		return
	case due == t.g.protestCloses():
		t.protestDue()
		return
	case !t.g.Clock.open():
		t.open(0, t.now.seconds())
		return
	}
	switch due {
	case t.g.nudgeAt():
		t.announce(Nudged{Seat: t.g.Floor()})
	case t.g.pauseTold():
		t.announce(PauseEnding{Seconds: pauseNotice, At: t.now})
	case t.g.warnAt():
		t.announce(Warned{Seconds: t.g.Rules.Warn})
	case t.g.callAt():
		t.callNumber()
	case t.g.remindAt():
		t.remindDraw()
	default: // its end, or that of a speaker who has sent nothing (E11)
		if t.voteUnseen() {
			t.showAgain()
			return
		}
		t.close()
	}
}

// close ends the window that runs and goes on to what follows it.
func (t *turn) close() {
	switch t.g.Stage.(type) {
	case Lobby:
		t.closeLobby(LobbyClosed{Why: Abandoned})
	case ReadyCheck:
		t.readyOver()
	case Lots:
		t.lotsOver()
	case Drawing:
		t.drawOver()
	case Tray:
		t.handOut()
	case Holding:
		t.holdOver()
	case Briefing:
		t.callDonMeet()
	case DonMeet:
		t.afterMeeting()
	case LookDon:
		t.callLook()
	case Look:
		t.dawn()
	case Fall:
		t.callShoot()
	case Shoot:
		t.callDon()
	case DonCheck:
		t.callSheriff()
	case SheriffCheck:
		t.dawn()
	case Speech, TieSpeech, LastWord, Opinion:
		t.endSpeech(false)
	case Paused:
		t.pauseOver()
	case Asking:
		t.notOn()
	case BestVote:
		t.closeBestVote()
	case BestAwaited:
		t.endAftergame()
	case Announce:
		t.callCandidate(0)
	case Lead:
		t.callVote()
	case Voting:
		t.closeCandidate()
	case LiftVote:
		t.closeLift()
	}
}
