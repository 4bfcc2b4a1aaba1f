package engine

import "time"

// Due returns when the next Tick is to come, grace included; the zero time if
// nothing is due by itself.
func (g *Game) Due() time.Time {
	if at := g.due(); at != 0 {
		return at.Time()
	}
	return time.Time{}
}

func (g *Game) due() Instant {
	c := g.Clock
	switch {
	case c.Posted == 0:
		return 0
	case !c.open():
		return c.Posted.plus(GatePatience)
	case g.AwaitsDeal():
		return c.Opened
	}
	at := c.Ends().plus(c.Grace)
	for _, a := range [...]Instant{g.warnAt(), g.silentAt(), g.nudgeAt()} {
		if a != 0 && a < at {
			at = a
		}
	}
	return at
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

func (g *Game) silentClose() int {
	switch s := g.Stage.(type) {
	case TieSpeech:
		return g.Rules.SilentCloseTie
	case Speech:
		if s.Critical {
			return g.Rules.SilentCloseTie
		}
	}
	return g.Rules.SilentClose
}

func (c Said) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
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
	if c.Seat == 0 || c.Seat > MaxSeats || t.g.Notices[c.Seat].State != OnItsWay {
		return Refusal("stale")
	}
	t.emit(FoulNoticed{Seat: c.Seat, Mark: c.Mark, At: t.now})
	return nil
}

// ResumeFloor is how many seconds of an interactive window an outage leaves at
// least (G18).
const ResumeFloor = 15

func (c Resume) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if t.g.Clock.Posted == 0 {
		return Refusal("no_game")
	}
	t.announce(Resumed{Shift: Instant(c.Shift.Milliseconds()), At: t.now})
	return nil
}

// open starts the window's seconds and shows its keyboards.
func (t *turn) open(mark, date int64) {
	t.emit(Opened{Window: t.g.Clock.Window, Mark: mark, Date: date, At: t.now})
	switch t.g.Stage.(type) {
	case Cards:
		t.cardsTaken()
	case Briefing:
		t.showBriefing()
	case DonMeet:
		t.showDonMeet()
	case Look:
		t.showLook()
	case Shoot:
		t.showShoot()
	case DonCheck:
		t.showCheck(Don, DonCalled{At: t.now})
	case SheriffCheck:
		t.showCheck(Sheriff, SheriffCalled{At: t.now})
	}
}

// maxTicks bounds the chain of one Tick; a game has far fewer windows that can
// be over at one instant.
const maxTicks = 64

func (c Tick) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	for range maxTicks {
		due := t.g.due()
		if due == 0 || due > t.now || t.g.AwaitsDeal() {
			return nil
		}
		t.tick()
	}
	return nil
}

// tick lets the one thing happen that is due first.
func (t *turn) tick() {
	if !t.g.Clock.open() {
		t.open(0, t.now.seconds())
		return
	}
	end := t.g.Clock.Ends().plus(t.g.Clock.Grace)
	switch at := t.g.due(); {
	case at == t.g.nudgeAt() && at < end:
		t.announce(Nudged{Seat: t.g.Floor()})
	case at == t.g.warnAt() && at < end:
		t.announce(Warned{Seconds: t.g.Rules.Warn})
	default: // its end, or that of a speaker who has sent nothing (E11)
		t.close()
	}
}

// close ends the window that runs and goes on to what follows it.
func (t *turn) close() {
	switch t.g.Stage.(type) {
	case Lobby:
		t.closeLobby()
	case ReadyCheck:
		t.readyOver()
	case Drawing:
		t.drawOver()
	case Briefing:
		t.callDonMeet()
	case DonMeet:
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
	case Speech, TieSpeech, LastWord:
		t.endSpeech(false)
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
