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
	case s == 0: // who does not play (G17)
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
	if t.beforePhrase(c) || c.Date < t.g.Clock.Date {
		t.strike(c.Mark)
		return
	}
	if sp, ok := t.g.Stage.(Speech); ok && sp.Slot {
		t.inSlot(s, c)
		return
	}
	if !t.g.cue().Spoke {
		t.emit(Spoke{})
	}
	switch {
	case c.Heard.Shows:
		t.strike(c.Mark) // no speech, yet its words are heard (C35)
		if t.honest(c.Heard) && !t.hit(c.Mark) {
			t.foul(s, HonestSaid, c)
		}
	case c.Heard.Kind == Word:
		t.speech(s, c)
	case c.Heard.Kind == Gesture:
		if t.touches(s, c) {
			t.touch(s)
			return
		}
		t.gesture(s, c, true)
	default:
		t.strike(c.Mark) // the game is by text (G9)
	}
}

// beforePhrase reports whether the message was written before the phrase that
// opened this window (G1, C22); as long as nobody has heard it, everything was.
func (t *turn) beforePhrase(c Utter) bool {
	switch k := t.g.Clock; {
	case !k.open():
		return true
	case c.Edit:
		return c.Date < k.Date
	default:
		return c.Mark < k.Mark
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
			t.foul(s, HonestSaid, c)
			if t.g.Floor() != s || !t.g.Clock.open() {
				return
			}
		case NominateS, NominateL, NominateBad:
			if discussion && !c.Edit && !t.nominateByWords(s, f, c.Heard.Touch) {
				return
			}
		}
	}
	if len(c.Heard.Finds) == 0 && t.touches(s, c) {
		t.touch(s)
	}
	if c.Heard.Closing && !c.Edit {
		t.endSpeech(false)
	}
}

// touches reports whether the message is the hand for a formula said without it.
func (t *turn) touches(s Seat, c Utter) bool {
	return c.Heard.Touch && !c.Edit && t.g.Pending.By == s
}

// inSlot hears a silenced seat in its slot: nothing but a nomination, «пас» or
// «спасибо» (T37, S6). A nomination mended by an edit is neither one nor a
// superfluous word (G8).
func (t *turn) inSlot(s Seat, c Utter) {
	h := c.Heard
	switch {
	case h.Kind == Gesture && t.touches(s, c):
		t.touch(s)
		return
	case h.Kind == Gesture, h.Kind == Showing, h.Shows && h.Bare:
		t.gesture(s, c, true)
		return
	case h.Kind == Word && h.Bare && c.Edit:
		return
	case h.Kind != Word, !h.Bare:
		t.strike(c.Mark)
		if !t.graced(s, c, true) {
			t.foul(s, SlotWord, c)
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
// Who was stopped in mid-speech has three fouls, so his is the longer one.
func (t *turn) graced(s Seat, c Utter, heavy bool) bool {
	p := t.g.Prev
	if p.Seat != s {
		return false
	}
	if p.Date == 0 || !c.Edit && c.Mark < p.Mark {
		return true
	}
	grace := t.g.Rules.OverrunGrace
	if heavy {
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
		switch {
		case !show && !t.lateHand(c):
			t.gesture(s, c, false)
		case !show, c.Heard.Kind == Showing:
			t.strike(c.Mark)
		}
		return
	}
	if show && c.Heard.Kind == Word {
		t.foul(s, OrderSpoken, c)
		return
	}
	t.strike(c.Mark)
	t.foul(s, t.breach(c.Heard), c)
}

// breach is what a word or a sound without the floor is fouled for.
func (t *turn) breach(h Heard) Reason {
	switch {
	case h.Kind == Sound:
		return SoundHeard
	case t.honest(h):
		return HonestSaid
	}
	return OutOfTurn
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
	if !own || c.Heard.Kind == Showing || c.Heard.Shows {
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
		t.foul(s, GesturesOver, c)
	}
}

// byMessage takes a vote, or a hand taken off, that came as a message. It
// reports whether the message is dealt with.
func (t *turn) byMessage(s Seat, c Utter) bool {
	token := c.Heard.Token != NoToken
	_, lift := t.g.Stage.(LiftVote)
	_, voting := t.g.Stage.(Voting)
	if c.Edit {
		return voting && t.g.Clock.open() && t.fistGone(s, c)
	}
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
		t.emit(Voted{By: s, Seat: t.candidate(), Mark: c.Mark})
		return true
	case voting && t.g.Ballot.Votes[s] == t.candidate() && takesHandOff(c.Heard):
		t.strike(c.Mark)
		t.handOff(s)
		return true
	}
	return false
}

// fistGone takes off the hand of a seat that has edited the fist out of the
// message with which it voted in this window (G5).
func (t *turn) fistGone(s Seat, c Utter) bool {
	b := &t.g.Ballot
	if b.Votes[s] != t.candidate() || b.Marks[s] != c.Mark || c.Heard.Touch {
		return false
	}
	t.strike(c.Mark)
	t.handOff(s)
	return true
}

// lateHand reports whether the message is a hand that was on its way when the
// last window of the day's vote closed: it counts for nothing and costs nothing
// (C59, S16).
func (t *turn) lateHand(c Utter) bool {
	last, farewell := t.g.Stage.(LastWord)
	_, fall := t.g.Stage.(Fall)
	if c.Heard.Token == NoToken || c.Edit || !fall && (!farewell || last.Killed) {
		return false
	}
	return t.beforePhrase(c) || c.Date <= t.g.Clock.Date+int64(t.g.Rules.OverrunGrace)
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
	sign := (c.Heard.Points || c.Reply) && !t.hushed(c)
	costly := t.g.Fouls[s] >= 3 || sign && t.g.Rules.NightSign == Removal
	if t.graced(s, c, costly) || t.forgiven(c) || t.dayIsOver(c) {
		return
	}
	if sign && t.g.Rules.NightSign == Removal {
		t.remove(s, NightSign)
		return
	}
	t.foul(s, t.noise(c, sign), c)
}

// noise is what a message of the night is fouled for; one that was written before
// «Наступает ночь» is out of turn, as by day (G1).
func (t *turn) noise(c Utter, sign bool) Reason {
	_, fall := t.g.Stage.(Fall)
	switch {
	case sign:
		return NightSign
	case fall && t.beforePhrase(c):
		return t.breach(c.Heard)
	case t.hushed(c):
		return NightDelay
	case c.Heard.Kind == Sound:
		return NightSound
	case c.Heard.Kind == Word:
		return NightWord
	}
	return NightGesture
}

// hushed reports whether the message falls between «Наступает ночь» and the
// phase in which a sign could tell something: a sign is a delay then (A89).
func (t *turn) hushed(c Utter) bool {
	switch t.g.Stage.(type) {
	case Fall:
		return true
	case Briefing, Shoot:
		return t.beforePhrase(c)
	}
	return false
}

// dayIsOver reports whether the message belongs to the time before «Наступает
// ночь» and costs nothing: before the night of orders nobody plays yet, a
// gesture of the day is one of the day, a late hand is nothing (S16).
func (t *turn) dayIsOver(c Utter) bool {
	switch t.g.Stage.(type) {
	case Briefing:
		return t.beforePhrase(c)
	case Fall:
		gesture := c.Heard.Kind == Gesture || c.Heard.Kind == Showing
		return gesture && t.beforePhrase(c) || t.lateHand(c)
	}
	return false
}

func (c AskFouls) step(t *turn, by Player) error {
	if !t.g.Running() && !t.g.Finished() {
		return Refusal("not_begun")
	}
	if _, part := t.g.Who(by); part != Main && part != Departed {
		return Refusal("not_playing")
	}
	if t.g.Rules.FoulCountQuery == InMorning {
		return Refusal("fouls_in_morning")
	}
	return nil
}
