package engine

// What a hand is in a vote, and what it costs to lay it amiss (P-E): the choices of
// the ballot beyond its course.

// Values of the ballot's knobs.
const (
	FistOnly     = "fist"          // vote_token: a fist put vertically, ✊ (T62, T63)
	AnyHand      = "hand"          // vote_token: the hand on the table, ✊ or ✋ (C58, K8a)
	ToLast       = "last"          // missing_vote: it goes to the last candidate (C61, K10)
	LastAndFoul  = "last_and_foul" // missing_vote: and it is a foul (T64, T65, D4)
	WordsOnly    = "words"         // agitation_in_vote: words are out of turn (C25, K17), gestures are counted
	Anything     = "any"           // agitation_in_vote: whatever is no valid vote is a foul (D6)
	On           = "on"            // vote_by_message: a hand sent as a message is a vote
	WithSpeeches = "speeches"      // tie_subset: those who tie anew speak anew
	RevoteOnly   = "revote"        // tie_subset: they have spoken
)

// Hands are the ballot's knobs. They stand in the Ruleset as its own fields, so a log
// from before them decodes: "" is then what was.
type Hands struct {
	VoteToken     string // vote_token: fist (T62) or hand (C58, K8a)
	VoteByMessage string // vote_by_message: on or off (K8d)
	MissingVote   string // missing_vote: last (C61, K10) or last_and_foul (T64, T65, D4)
	Agitation     string // agitation_in_vote: words (C25, K17) or any (D6)
	SelfVote      string // self_vote: allowed or refused (S14)
	TieSubset     string // tie_subset: speeches or revote (S18)
	RepeatTie     string // repeat_tie: held, the lift, or off (T61)
	RaiseAtFour   string // raise_at_four: held (T60, T61) or off
	RaiseAllTable string // raise_all_table: off or held (A50)
	OneOnDay1     string // single_nominee_day1: off or held (S20)
	OneLater      string // single_nominee_later: held or off (S20)
}

// handsOf returns the column of P-E, and of what stands beside it in P-D and P-I, of a
// ruleset.
func handsOf(name string) Hands {
	h := Hands{
		VoteToken: AnyHand, VoteByMessage: On, MissingVote: ToLast, Agitation: WordsOnly, SelfVote: Permitted,
		TieSubset: WithSpeeches, RepeatTie: Held, RaiseAtFour: Held, RaiseAllTable: Off, OneOnDay1: Off, OneLater: Held,
	}
	if name == Tournament {
		h.VoteToken, h.MissingVote, h.Agitation = FistOnly, LastAndFoul, Anything
	}
	return h
}

// handKnobs are the keys of Hands.
var handKnobs = []Knob{
	{"vote_token", "C58 K8a T62 T63", []string{FistOnly, AnyHand}, func(r *Ruleset) any { return &r.VoteToken }},
	{"vote_by_message", "C58 K8d", []string{On, Off}, func(r *Ruleset) any { return &r.VoteByMessage }},
	{"missing_vote", "C61 K10 T64 T65 D4", []string{ToLast, LastAndFoul}, func(r *Ruleset) any { return &r.MissingVote }},
	{"agitation_in_vote", "C25 K17b D6", []string{WordsOnly, Anything}, func(r *Ruleset) any { return &r.Agitation }},
	{"self_vote", "S14", []string{Permitted, Refused}, func(r *Ruleset) any { return &r.SelfVote }},
	{"tie_subset", "S18", []string{WithSpeeches, RevoteOnly}, func(r *Ruleset) any { return &r.TieSubset }},
	{"repeat_tie", "S17 T61", []string{Held, Off}, func(r *Ruleset) any { return &r.RepeatTie }},
	{"raise_at_four", "T60 T61", []string{Held, Off}, func(r *Ruleset) any { return &r.RaiseAtFour }},
	{"raise_all_table", "A50", []string{Off, Held}, func(r *Ruleset) any { return &r.RaiseAllTable }},
	{"single_nominee_day1", "S20", []string{Off, Held}, func(r *Ruleset) any { return &r.OneOnDay1 }},
	{"single_nominee_later", "S20", []string{Held, Off}, func(r *Ruleset) any { return &r.OneLater }},
}

// isHand reports whether a message is a hand on the table, by these rules.
func (t *turn) isHand(h Heard) bool {
	switch {
	case t.g.Rules.VoteByMessage == Off:
		return false
	case t.g.Rules.VoteToken == FistOnly:
		return h.Token == Fist
	}
	return h.Token != NoToken
}

// secondVote judges a press for a second candidate: first he is told the price,
// then the same press costs what the rules say (C57, K7, D6, G21).
func (t *turn) secondVote(s Seat) error {
	const tap = 1 // seconds: a press repeated sooner had not read the answer
	price, gap := t.g.Rules.DoubleVote, tap
	refusal := Refusal("voted_for_other")
	switch {
	case price == Refused:
		return refusal
	case price == Removal:
		refusal, gap = Refusal("second_vote_price"), t.g.Rules.ToldGap
	case price == FoulOnly && t.g.Fouls[s] >= 3:
		refusal, gap = Refusal("second_vote_fourth"), t.g.Rules.ToldGap // no seat hangs on a hurried tap
	case price == FoulOnly:
		refusal = Refusal("second_vote_foul")
	default:
		refusal = Refusal("second_vote_flag")
	}
	switch {
	case t.g.Again.Has(s):
		return Refusal("voted_for_other")
	case !t.g.Told.Has(s):
		t.emit(Told{Seat: s, At: t.now})
		return refusal
	case t.now < t.g.ToldAt[s].plus(gap):
		return refusal
	}
	switch price {
	case Removal:
		t.remove(s, cause{whys: because(SecondVote)})
		return nil
	case FoulOnly:
		t.emit(VotedAgain{Seat: s})
		t.foul(s, cause{whys: because(SecondVote)}, Utter{})
	default:
		t.emit(VotedAgain{Seat: s})
		t.flagged(s, 0, because(SecondVote))
	}
	return Refusal("voted_for_other")
}

// VotedAgain says that a seat has pressed for a second candidate although it was told
// the price: pressed once more in this window it costs nothing (G3).
type VotedAgain struct {
	Seat Seat `json:"seat"`
}

// Kind is the name in the log.
func (VotedAgain) Kind() string { return "voted_again" }

func (e VotedAgain) apply(g *Game)           { g.Again = g.Again.With(e.Seat) }
func (VotedAgain) audience(_ *Game) Audience { return nobody }

// handOff judges the words that take a hand off inside the window in which it
// was laid (C60, K9, T66, T67), and the other words of the same message.
func (t *turn) handOff(s Seat, c Utter, ch Charge) {
	t.strike(c.Mark)
	t.flag(s, c, ch)
	why := c.cause(because(HandLifted).and(ch.Reasons), ch)
	switch {
	case t.g.Rules.VoteLift == Removal:
		t.emit(VoteVoided{By: s})
		t.remove(s, why)
	case t.g.Rules.VoteLift == FoulOnly && ch.Cost != CostsRemoval:
		t.foul(s, why, c)
	default:
		t.pay(s, c, ch)
	}
}

// voteOwed fouls the seats that put no vote, all in one instant and in seat order; a
// fourth foul takes the seat out, and what that does to the game is found out together
// with what the vote does (T65, D4, E28, E29). It reports whether a seat has left.
func (t *turn) voteOwed(owed Seats) bool {
	b := &t.g.Ballot
	if t.g.Rules.MissingVote != LastAndFoul || b.Broken {
		return false
	}
	left := false
	for s := range owed.All() {
		if b.List.Len() == 1 && b.List[0] == s && t.g.Rules.SelfVote == Refused {
			continue // he may vote for nobody
		}
		e := Fouled{Seat: s, Why: MissedVote, Count: t.g.Fouls[s] + 1, At: t.now}
		t.emit(e)
		t.notice(s, e)
		switch {
		case e.Count >= 4:
			t.announce(Removed{Seat: s, Why: FourthFoul})
			left = true
		case e.Count == 3:
			t.third(s)
		}
	}
	return left
}

// agitates fouls whatever a living seat without the floor puts into the group between
// the announcement of the vote and its result, the speeches of a tie included, and is no
// valid vote, where the rules say so (D6). It reports whether it did.
func (t *turn) agitates(s Seat, c Utter, ch Charge) bool {
	if t.g.Rules.Agitation != Anything || !t.g.inBallot() || ch.Cost == CostsRemoval {
		return false
	}
	if _, tie := t.g.Stage.(TieSpeech); tie && c.Heard.Kind == Word {
		return false // it is the word out of turn that it is in any speech (D10, T101)
	}
	t.strike(c.Mark)
	whys := ch.Reasons
	if ch.Cost == Free {
		whys = because(Agitation)
	}
	t.foul(s, c.cause(whys, ch), c)
	return true
}
