package engine

import "slices"

// What a message in the group costs, and what it does (G1–G3, G8–G10, C25).

// The order of the tests: who speaks, whether he holds the floor, what he said.
func (c Utter) step(t *turn, by Player) error {
	if t.g.Talks() {
		t.afterWords(by, c)
	}
	if !t.g.Running() {
		return nil
	}
	s, part := t.g.Who(by)
	floor := t.g.Floor()
	c = t.addressing(c)
	if s != 0 && !t.g.Away.Has(s) && !t.g.Suspended() {
		t.sees(s)
	}
	switch {
	case part == JudgePart: // his words are none of the game's
	case t.g.Suspended(): // whoever it is, it costs nothing (E45)
		if !c.Beside {
			t.strike(c.Mark)
		}
	case c.Beside:
		if part == Main {
			t.beside(s, c)
		}
	case s == 0: // who does not play (G17)
		t.strike(c.Mark)
	case part == Departed && (floor != s || t.second && t.g.Parted.Has(s)):
		t.strike(c.Mark)
		t.outSpeaks(s, c)
	case t.g.Removals.Has(s), t.g.Away.Has(s), t.second && t.g.SecondAway.Has(s): // the table has not heard of it yet (G6); it is waited for (E38)
		t.strike(c.Mark)
	case t.g.paused(): // it costs nothing (E44)
		t.strike(c.Mark)
	case t.phoneWins(s, c):
	case t.g.night():
		t.nightNoise(s, c)
	case t.holds(s):
		t.ownMinute(s, c)
	case t.aside(s, c):
		t.hearAside(s, c)
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
	ch := t.charge(c)
	t.flag(s, c, ch)
	t.argues(s, c)
	switch {
	case t.hides(s, c, ch):
	case c.Heard.Kind == Word && !c.Heard.Shows:
		if t.knocks(s, c) {
			t.speech(s, c, ch)
		}
	case t.phoned(s, c):
		t.strike(c.Mark)
		t.foul(s, c.cause(because(SoundHeard).and(ch.Reasons), ch), c)
	case c.Heard.Kind != Gesture:
		t.strike(c.Mark) // no speech (G9), yet its words are heard (C35)
		t.pay(s, c, ch)
	case !t.pay(s, c, ch):
	case t.touches(s, c):
		t.touch(s)
	case !t.reaches(s, c, ch):
		t.gesture(s, c, true)
	}
}

// beforePhrase reports whether the message was written before the phrase that
// opened this window (G1, C22); as long as nobody has heard it, everything was.
func (t *turn) beforePhrase(c Utter) bool {
	switch k := t.g.Clock; {
	case !k.open():
		return true
	case c.dated():
		return c.Date < k.Date
	default:
		return c.Mark < k.Mark
	}
}

// speech takes the finds of a speaker's text in their order: what stands before
// an offending word counts, what stands behind it does not once he is stopped
// (S2); nor does the hand.
func (t *turn) speech(s Seat, c Utter, ch Charge) {
	_, discussion := t.g.Stage.(Speech)
	on := handIn(c.Heard, ch)
	waits := !t.names(c.Heard) // a formula waits for the hand of this text: one said before it, or in it
	lay := func() {
		if waits && on == handLaid && t.touches(s, c) {
			t.touch(s)
		}
	}
	lay()
	for i, f := range c.Heard.Finds {
		switch {
		case i == ch.First:
			if !t.pay(s, c, ch) {
				return
			}
			if on == handBehind {
				on = handLaid
				lay()
			}
		case f.Class == NamedBlacks && !c.Edit:
			t.moveByWords(s, f)
		case !discussion || c.Edit:
		case f.Class == Withdrawn:
			t.withdrawByWords(s, f.Seat)
		case !t.nominates(f):
		case on == handBehind && waits && t.g.Rules.SeveralInSpeech != LastNamed: // the first formula has the right (C53)
			t.emit(NotNominated{By: s, Seat: f.Seat, Why: OnlyOne})
		default:
			if !t.nominateByWords(s, f, on) {
				return
			}
			waits = on == handBehind && t.g.Pending == Nomination{By: s, Seat: f.Seat}
		}
	}
	if c.Heard.Closing && !c.Edit && (t.g.Rules.ThanksEnds != Off || c.Heard.Pass) {
		t.endSpeech(false)
	}
}

// handIn returns where the hand is for the formulas of a text that costs so much.
func handIn(h Heard, ch Charge) hand {
	switch {
	case !h.Touch:
		return noHand
	case ch.First >= 0 && h.TouchAt > h.Finds[ch.First].At:
		return handBehind
	}
	return handLaid
}

// names reports whether a formula stands in the text.
func (t *turn) names(h Heard) bool { return slices.ContainsFunc(h.Finds, t.nominates) }

// touches reports whether the message is the hand for a formula said without it.
func (t *turn) touches(s Seat, c Utter) bool {
	return c.Heard.Touch && !c.Edit && t.g.Pending.By == s && !t.second
}

// inSlot hears a silenced seat in its slot: nothing but a nomination, «пас» or
// «спасибо» (T37, S6). A nomination mended by an edit is neither one nor a
// superfluous word (G8). What was under way when he was stopped has the grace.
func (t *turn) inSlot(s Seat, c Utter) {
	h, ch, late := c.Heard, t.charge(c), t.graced(s, c, true)
	if !late {
		t.flag(s, c, ch)
	}
	gesture := h.Kind == Gesture || h.Kind == Showing || h.Shows && h.Bare
	switch {
	case ch.Cost == Free && h.Kind == Gesture && t.touches(s, c):
		t.touch(s)
		return
	case ch.Cost == Free && gesture:
		t.gesture(s, c, true)
		return
	case ch.Cost == Free && h.Kind == Word && h.Bare && c.Edit:
		return
	case ch.Cost == CostsRemoval:
		t.strike(c.Mark)
		if !late {
			t.remove(s, c.cause(ch.Reasons, ch))
		}
		return
	case ch.Cost != Free, h.Kind != Word, !h.Bare:
		t.strike(c.Mark)
		if !late && (ch.Cost != Free || t.g.Rules.SlotWord != Deleted) {
			t.foul(s, c.cause(because(SlotWord).and(ch.Reasons), ch), c)
		}
		return
	}
	on := handIn(h, ch)
	for _, f := range h.Finds {
		if t.nominates(f) && !t.nominateByWords(s, f, on) {
			return
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

// graced reports whether a text was under way when the border fell that ended the
// seat's own last floor (G2); where it would cost a removal, it may be later. Who
// was stopped in mid-speech has three fouls, so his is the longer grace.
func (t *turn) graced(s Seat, c Utter, heavy bool) bool {
	end := t.g.Ends[s]
	if t.second {
		end = t.g.HalfEnds[s]
	}
	if !end.Over {
		return false
	}
	if end.Date == 0 || !c.dated() && c.Mark < end.Mark {
		return true
	}
	grace := t.g.Rules.OverrunGrace
	if heavy {
		grace = t.g.Rules.HeavyGrace
	}
	return c.Date <= end.Date+int64(grace)
}

// withoutFloor hears a living seat that does not hold the floor (C25). Its words
// are the reason where they cost something; a removal for them is heavier than the
// word out of turn (G4).
func (t *turn) withoutFloor(s Seat, c Utter) {
	ch := t.outOfMinute(c)
	if t.byMessage(s, c, ch) {
		return
	}
	if t.graced(s, c, t.g.Fouls[s] >= 3 || ch.Cost == CostsRemoval) {
		t.strike(c.Mark)
		return
	}
	t.flag(s, c, ch)
	if t.agitates(s, c, ch) || t.hides(s, c, ch) {
		return
	}
	last, farewell := t.g.Stage.(LastWord)
	show := farewell && !last.Killed && t.g.Rules.OrderShow
	word := c.Heard.Kind == Word
	if ch.Cost == Free && (c.Heard.Kind == Gesture || c.Heard.Kind == Showing) {
		switch {
		case !show && !t.lateHand(c):
			if !t.reaches(s, c, ch) {
				t.gesture(s, c, false)
			}
		case !show, c.Heard.Kind == Showing:
			t.strike(c.Mark)
		}
		return
	}
	if !show || !word {
		t.strike(c.Mark)
	}
	switch {
	case ch.Cost == CostsRemoval:
		t.remove(s, c.cause(ch.Reasons, ch))
	case word && ch.Cost == Free && t.g.Rules.HostOther == Permitted && speaksToHost(c.Heard):
	case show && word:
		t.foul(s, c.cause(because(OrderSpoken).and(ch.Reasons), ch), c)
	default:
		t.foul(s, c.cause(breach(c.Heard, ch), ch), c)
	}
}

// breach is what a word or a sound without the floor is fouled for.
func breach(h Heard, ch Charge) Reasons {
	switch {
	case h.Kind == Sound:
		return because(SoundHeard).and(ch.Reasons)
	case ch.Cost != Free:
		return ch.Reasons
	}
	return because(OutOfTurn)
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
		t.foul(s, c.cause(because(GesturesOver), Charge{}), c)
	}
}

// byMessage takes a vote, or a hand taken off, that came as a message. It
// reports whether the message is dealt with.
func (t *turn) byMessage(s Seat, c Utter, ch Charge) bool {
	if t.second {
		return false // his hand is none (T103)
	}
	token := t.isHand(c.Heard)
	_, lift := t.g.Stage.(LiftVote)
	_, voting := t.g.Stage.(Voting)
	if c.Edit {
		return voting && t.g.votes() && t.fistGone(s, c, ch)
	}
	if !t.g.votes() || c.Mark <= t.g.Clock.Mark || c.Date < t.g.Clock.Date {
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
		if s == t.candidate() && t.g.Rules.SelfVote == Refused {
			return t.struck(c)
		}
		t.emit(Voted{By: s, Seat: t.candidate(), Mark: c.Mark})
		return true
	case voting && t.g.Ballot.Votes[s] == t.candidate() && takesHandOff(c.Heard):
		t.handOff(s, c, ch)
		return true
	}
	return false
}

// fistGone takes off the hand of a seat that has edited the fist out of the
// message with which it voted in this window (G5).
func (t *turn) fistGone(s Seat, c Utter, ch Charge) bool {
	b := &t.g.Ballot
	fist := c.Heard.Touch && (t.g.Rules.VoteToken != FistOnly || c.Heard.Token != Palm)
	if b.Votes[s] != t.candidate() || b.Marks[s] != c.Mark || fist {
		return false
	}
	t.handOff(s, c, ch)
	return true
}

// lateHand reports whether the message is a hand that was on its way when the
// last window of the day's vote closed: it counts for nothing and costs nothing
// (C59, S16).
func (t *turn) lateHand(c Utter) bool {
	last, farewell := t.g.Stage.(LastWord)
	_, fall := t.g.Stage.(Fall)
	if !t.isHand(c.Heard) || c.Edit || !fall && (!farewell || last.Killed) {
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
// (C13–C16, C76, K12–K14, K20, K29). Nothing of it is told before the morning, and
// what a word of the night was is never told (K29c).
func (t *turn) nightNoise(s Seat, c Utter) {
	t.strike(c.Mark)
	ch := t.charge(c)
	points := c.Heard.Points || c.Reply
	sign := points && !t.hushed(c)
	removed := ch.Cost == CostsRemoval || sign && t.g.Rules.NightSign == Removal && !c.Reaction
	if t.graced(s, c, t.g.Fouls[s] >= 3 || removed) || t.forgiven(c) || t.dayIsOver(c) {
		return
	}
	t.flag(s, c, ch)
	if points && !removed && (t.g.Rules.NightSign != FoulOnly || c.Reaction) && !t.ofDay(c) {
		t.flagged(s, c.Mark, because(NightSign)) // a delay by A89, a gross breach by T12
	}
	switch {
	case removed && sign:
		t.remove(s, cause{whys: because(NightSign).and(ch.Reasons)})
	case removed:
		t.remove(s, cause{whys: ch.Reasons})
	default:
		t.noisy(s, c, sign, ch)
	}
}

// noisy lets a message of the night cost what its noise does, or what its words do.
func (t *turn) noisy(s Seat, c Utter, sign bool, ch Charge) {
	switch whys, price := t.noise(c, sign, ch); {
	case price == FlagOnly && ch.Cost != CostsFoul:
		t.flagged(s, c.Mark, whys)
	default:
		t.foul(s, cause{whys: whys}, c)
	}
}

// noise is what a message of the night is fouled for, and the knob that says so; one
// that was written before «Наступает ночь» is out of turn, as by day (G1).
func (t *turn) noise(c Utter, sign bool, ch Charge) (whys Reasons, price string) {
	r := &t.g.Rules
	switch {
	case sign:
		return because(NightSign), FoulOnly
	case t.ofDay(c):
		return breach(c.Heard, ch), FoulOnly
	case t.hushed(c):
		return because(NightDelay), r.MaskDelay
	case c.Heard.Kind == Sound:
		return because(NightSound), r.NightNoise
	case c.Heard.Kind == Word:
		return because(NightWord), r.NightNoise
	}
	return because(NightGesture), r.NightNoise
}

// ofDay reports whether a message that is heard at night was written before
// «Наступает ночь».
func (t *turn) ofDay(c Utter) bool {
	_, fall := t.g.Stage.(Fall)
	return fall && t.beforePhrase(c)
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
	if !t.g.Running() && !t.g.Finished() && !t.g.Ended() {
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
