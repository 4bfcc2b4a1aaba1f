package engine

// Choices that the documents leave to a club, or make in silence: what else a shot, a
// check, a nomination, a word in the slot and a removal come to (P-A, P-C, P-D, P-F).

// Values of these knobs; Off, On, Held, FoulOnly and Deleted are others'.
const (
	Miss        = "miss"      // no_shot, gap_shot, double_shot: nobody is killed that night (K11c, K11d)
	OthersShoot = "others"    // no_shot: whoever has shot decides
	FirstShot   = "first"     // double_shot: the first shot stands, the second is refused
	Ignored     = "ignored"   // gap_shot: it is no shot
	Everybody   = "all"       // check_targets: those who are out, too (E32)
	TheLiving   = "living"    // check_targets: who sits at the table
	RightKept   = "right"     // already_listed: another seat may still be named (C53)
	RightSpent  = "spent"     // already_listed: the speech has had its nomination
	NoVoteToday = "no_ballot" // removal_before_vote: the day has no ballot (T50)
)

// Choices stand in the Ruleset as its own fields, so a log from before them decodes: ""
// is then what was, which is the first of the values.
type Choices struct {
	NoShot       string // no_shot: miss (K11c, T5) or others
	DoubleShot   string // double_shot: miss (C11, K11c) or first
	GapShot      string // gap_shot: miss (K11d) or ignored
	CheckTargets string // check_targets: all (E32) or living
	ByNick       string // nomination_by_nick: on (C54) or off
	Listing      string // already_listed: right (C53, T32) or spent
	SlotWord     string // slot_extra_word: foul (T37) or deleted
	BeforeVote   string // removal_before_vote: no_ballot (T50) or held
	EndWord      string // game_end_last_word: on (T73) or off: who decides the game by leaving has none
	Protect      string // protect_content: on (G16) or off: private messages of the game can be passed on
}

// choicesOf returns them as every preset has them.
func choicesOf() Choices {
	return Choices{
		NoShot: Miss, DoubleShot: Miss, GapShot: Miss, CheckTargets: Everybody, ByNick: On, Listing: RightKept,
		SlotWord: FoulOnly, BeforeVote: NoVoteToday, EndWord: On, Protect: On,
	}
}

// choiceKnobs are the keys of Choices.
var choiceKnobs = []Knob{
	{"no_shot", "C11 K11c T5", []string{Miss, OthersShoot}, func(r *Ruleset) any { return &r.NoShot }},
	{"double_shot", "C11 K11c", []string{Miss, FirstShot}, func(r *Ruleset) any { return &r.DoubleShot }},
	{"gap_shot", "K11d", []string{Miss, Ignored}, func(r *Ruleset) any { return &r.GapShot }},
	{"check_targets", "C18 E32", []string{Everybody, TheLiving}, func(r *Ruleset) any { return &r.CheckTargets }},
	{"nomination_by_nick", "C54 S23", []string{On, Off}, func(r *Ruleset) any { return &r.ByNick }},
	{"already_listed", "C53 K6 T32", []string{RightKept, RightSpent}, func(r *Ruleset) any { return &r.Listing }},
	{"slot_extra_word", "C50 T37", []string{FoulOnly, Deleted}, func(r *Ruleset) any { return &r.SlotWord }},
	{"removal_before_vote", "T50 T51 A71", []string{NoVoteToday, Held}, func(r *Ruleset) any { return &r.BeforeVote }},
	{"game_end_last_word", "T73 A78", []string{On, Off}, func(r *Ruleset) any { return &r.EndWord }},
	{"protect_content", "G16 C77 K5a", []string{On, Off}, func(r *Ruleset) any { return &r.Protect }},
}

// dayWithout takes the ballot from the running day because a seat has been removed before
// it, where the rules say so (T50).
func (t *turn) dayWithout() {
	if t.g.Rules.BeforeVote != Held {
		t.ballotOff(t.g.Day)
	}
}

// endsAtOnce ends a game that a vote has decided, where nobody speaks any more then; it
// reports whether it has.
func (t *turn) endsAtOnce() bool {
	if t.g.Fate == 0 || t.g.Rules.EndWord != Off {
		return false
	}
	t.end(t.g.Fate)
	return true
}

// missedBy reports whether what a black has shot this night lets nobody die (K11c, K11d).
func (g *Game) missedBy(s Seat) bool {
	sh := &g.Shooting
	switch {
	case sh.Twice.Has(s), sh.Between.Has(s):
		return true
	}
	return sh.Shot[s] == 0 && g.Rules.NoShot != OthersShoot
}

// secondShot judges a shot at a second seat: it makes the first a miss, or is none (K11c).
func (t *turn) secondShot(s Seat) error {
	if t.g.Rules.DoubleShot == FirstShot {
		return Refusal("shot_stands")
	}
	if !t.g.Shooting.Twice.Has(s) {
		t.emit(ShotTwice{By: s})
	}
	return nil
}

// checkable reports whether a seat may be checked by another.
func (g *Game) checkable(s, by Seat) bool {
	return g.Drawn.Has(s) && s != by && (g.Rules.CheckTargets != TheLiving || g.Living.Has(s))
}

// listedAlready is why a seat that stands on the list is not accepted: the right to name
// another is left, or used up by words that are a whole nomination (C53).
func (t *turn) listedAlready(why Reason, h hand) Reason {
	if why == Listed && t.g.Rules.Listing == RightSpent && (!t.g.Rules.NominationTouch || h == handLaid) {
		return ListedSpent
	}
	return why
}
