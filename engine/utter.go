package engine

// What a message in the group costs, and what it does (G1–G3, G8–G10, C25).

// The order of the tests: who speaks, whether he holds the floor, what he said.
func (c Utter) step(t *turn, by Player) error {
	if !t.g.Running() {
		return nil
	}
	s, part := t.g.Who(by)
	floor := t.g.Floor()
	switch {
	case s == 0 || part == StrangerPart || part == Waiting:
		t.strike(c.Mark)
	case part == Departed && floor != s, t.g.Removals.Has(s):
		t.strike(c.Mark)
	case t.g.night():
		t.nightNoise(s, c)
	case floor == s:
		t.ownMinute(s, c)
	default:
		t.withoutFloor(s, c)
	}
	return nil
}

// ownMinute hears the holder of the floor. What he writes before his phrase is
// deleted and not punished (G2, a).
func (t *turn) ownMinute(s Seat, c Utter) {
	if !t.g.Clock.open() || !c.Edit && c.Mark < t.g.Clock.Mark || c.Date < t.g.Clock.Date {
		t.strike(c.Mark)
		return
	}
	sp, inSpeech := t.g.Stage.(Speech)
	if inSpeech && sp.Slot {
		t.inSlot(s, c)
		return
	}
	if q := t.g.cue(); !q.Spoke && c.Heard.Kind == Word {
		t.emit(Spoke{})
	}
	switch c.Heard.Kind {
	case Word:
		t.speech(s, c)
	case Gesture:
		if inSpeech && c.Heard.Touch && !c.Edit && t.g.Pending.By == s {
			t.accept(s, t.g.Pending.Seat)
			return
		}
		t.gesture(s, c, true)
	default:
		t.strike(c.Mark) // the game is by text (G9)
	}
}

// speech takes the finds of a speaker's text in their order: what stands before
// an offending word counts, what stands behind it does not once he is stopped
// (S2).
func (t *turn) speech(s Seat, c Utter) {
	_, discussion := t.g.Stage.(Speech)
	fouled := c.Edit && t.hit(c.Mark)
	for _, f := range c.Heard.Finds {
		switch f.Class {
		case HonestWord, HonestStem:
			if fouled || f.Class == HonestStem && t.g.Rules.W1 != Stem {
				continue
			}
			fouled = true
			in := t.foul(s, HonestSaid, c.Mark)
			if !in || t.g.Floor() != s || !t.g.Clock.open() {
				return
			}
		case NominateS, NominateL, NominateBad:
			if discussion && !c.Edit && !t.nominateByWords(s, f, c.Heard.Touch) {
				return
			}
		}
	}
	if discussion && !c.Edit && c.Heard.Touch && len(c.Heard.Finds) == 0 && t.g.Pending.By == s {
		t.accept(s, t.g.Pending.Seat)
	}
	if c.Heard.Closing && !c.Edit {
		t.endSpeech(false)
	}
}

// inSlot hears a silenced seat in its slot: nothing but a nomination, «пас» or
// «спасибо» (T37, S6).
func (t *turn) inSlot(s Seat, c Utter) {
	h := c.Heard
	switch {
	case h.Kind == Gesture && h.Touch && t.g.Pending.By == s:
		t.accept(s, t.g.Pending.Seat)
		return
	case h.Kind == Gesture:
		t.gesture(s, c, true)
		return
	case !h.Bare || c.Edit || h.Kind != Word:
		if !t.graced(s, c, true) {
			t.strike(c.Mark)
			t.foul(s, SlotWord, c.Mark)
		} else {
			t.strike(c.Mark)
		}
		return
	}
	for _, f := range h.Finds {
		if f.Class == NominateS || f.Class == NominateL || f.Class == NominateBad {
			if !t.nominateByWords(s, f, h.Touch) {
				return
			}
		}
	}
	if h.Closing {
		t.endSpeech(false)
	}
}

// hit reports whether the message has been punished already (G8).
func (t *turn) hit(mark int64) bool {
	for _, m := range t.g.Hits {
		if m == mark && m != 0 {
			return true
		}
	}
	return false
}

// graced reports whether a text was under way when a border fell (G2): of the
// seat that held the floor last, and where it would cost a removal for longer.
func (t *turn) graced(s Seat, c Utter, heavy bool) bool {
	p := t.g.Prev
	if p.Seat != s {
		return false
	}
	if p.Date == 0 || !c.Edit && c.Mark < p.Mark {
		return true
	}
	grace := t.g.Rules.OverrunGrace
	if heavy || p.Stopped {
		grace = t.g.Rules.HeavyGrace
	}
	return c.Date <= p.Date+int64(grace)
}

// withoutFloor hears a living seat that does not hold the floor (C25).
func (t *turn) withoutFloor(s Seat, c Utter) {
	if t.byMessage(s, c) {
		return
	}
	if t.graced(s, c, t.g.Fouls[s] >= 3) {
		t.strike(c.Mark)
		return
	}
	last, farewell := t.g.Stage.(LastWord)
	show := farewell && !last.Killed && t.g.Rules.OrderShow
	switch c.Heard.Kind {
	case Gesture, Showing:
		if !show {
			t.gesture(s, c, false)
		}
		return
	}
	why := OutOfTurn
	switch {
	case show && c.Heard.Kind == Word:
		why = OrderSpoken
	case c.Heard.Kind == Sound:
		why = SoundHeard
	case t.honest(c.Heard):
		why = HonestSaid
	}
	if why != OrderSpoken {
		t.strike(c.Mark)
	}
	t.foul(s, why, c.Mark)
}

// honest reports whether the text has the banned word (W1).
func (t *turn) honest(h Heard) bool {
	for _, f := range h.Finds {
		if f.Class == HonestWord || f.Class == HonestStem && t.g.Rules.W1 == Stem {
			return true
		}
	}
	return false
}

// gesture counts a gesture; past the limit it is a foul (C39).
func (t *turn) gesture(s Seat, c Utter, own bool) {
	if !own || c.Heard.Kind == Showing {
		t.strike(c.Mark)
	}
	if own && t.g.Exits[s] != 0 {
		return
	}
	t.emit(Gestured{Seat: s, Own: own})
	n, limit := t.g.Out[s], t.g.Rules.GesturesOutOfTurn
	if own {
		n, limit = t.g.Gestures[s], t.g.Rules.GestureLimit
	}
	if int(n) > limit {
		t.foul(s, GesturesOver, c.Mark)
	}
}

// byMessage takes a vote, or a hand taken off, that came as a message. It
// reports whether the message is dealt with.
func (t *turn) byMessage(s Seat, c Utter) bool {
	if c.Edit {
		return false
	}
	token := c.Heard.Token != NoToken
	_, lift := t.g.Stage.(LiftVote)
	_, voting := t.g.Stage.(Voting)
	if !lift && !voting || !t.g.Clock.open() || c.Mark <= t.g.Clock.Mark || c.Date < t.g.Clock.Date {
		return token && t.g.inBallot() && t.struck(c)
	}
	switch {
	case lift && token:
		if !t.g.Ballot.For.Has(s) {
			t.emit(Raised{By: s})
			return true
		}
		return t.struck(c)
	case voting && token:
		if t.g.Ballot.Votes[s] != 0 {
			return t.struck(c) // never a second vote (G5)
		}
		t.emit(Voted{By: s, Seat: t.candidate()})
		return true
	case voting && t.g.Ballot.Votes[s] == t.candidate() && takesHandOff(c.Heard):
		t.strike(c.Mark)
		t.handOff(s)
		return true
	}
	return false
}

func (t *turn) struck(c Utter) bool {
	t.strike(c.Mark)
	return true
}

func takesHandOff(h Heard) bool {
	for _, f := range h.Finds {
		if f.Class == HandOff {
			return true
		}
	}
	return false
}

// nightNoise judges anything that a living seat puts into the group at night
// (C13–C16, C76, K12–K14, K20, K29). Nothing of it is told before the morning.
func (t *turn) nightNoise(s Seat, c Utter) {
	t.strike(c.Mark)
	if t.graced(s, c, t.g.Fouls[s] >= 3) {
		return
	}
	_, fall := t.g.Stage.(Fall)
	signs := !fall && t.g.Clock.open() || t.g.shootingBegun()
	points := c.Heard.Points || c.Reply
	switch {
	case signs && points && t.g.Rules.NightSign == Removal:
		t.remove(s, NightSign)
	case points && signs:
		t.foul(s, NightSign, c.Mark)
	case fall:
		t.foul(s, NightDelay, c.Mark)
	case c.Heard.Kind == Sound:
		t.foul(s, NightSound, c.Mark)
	case c.Heard.Kind == Gesture:
		t.foul(s, NightGesture, c.Mark)
	default:
		t.foul(s, NightWord, c.Mark)
	}
}

func (c AskFouls) step(t *turn, by Player) error {
	if _, part := t.g.Who(by); part != Main && part != Departed {
		return Refusal("not_playing")
	}
	if t.g.Rules.FoulCountQuery == InMorning {
		return Refusal("fouls_in_morning")
	}
	return nil
}
