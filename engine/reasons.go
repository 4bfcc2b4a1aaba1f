package engine

import (
	"iter"
	"slices"
	"strings"
)

// Reason says why a foul or a removal was given; its text is the book's.
type Reason string

// The reasons, with the rows they come from.
const (
	OutOfTurn    Reason = "out_of_turn"    // C25, K17b, D1
	SoundHeard   Reason = "sound"          // a sound without the floor (C25, D10)
	HonestSaid   Reason = "honest"         // W1 (C35, K4, D2)
	GesturesOver Reason = "gestures"       // C39, D7
	NightDelay   Reason = "night_delay"    // between «Наступает ночь» and the shooting (K20b, D5)
	NightWord    Reason = "night_word"     // K14d
	NightGesture Reason = "night_gesture"  // C14, K29b
	NightSound   Reason = "night_sound"    // C13, K14a
	NightSign    Reason = "night_sign"     // it points at a seat (C76, K12)
	OrderSpoken  Reason = "order_spoken"   // naming the victim in a last word (C68)
	SlotWord     Reason = "slot_word"      // a superfluous word in the slot (T37)
	HandLifted   Reason = "hand_lifted"    // C60, K9
	SecondVote   Reason = "second_vote"    // C57
	HiddenWay    Reason = "hidden_way"     // D9
	GestureAside Reason = "gesture_aside"  // on another's place (C40, D8, D12)
	HostTouched  Reason = "host_touched"   // C41
	Argued       Reason = "host_argued"    // C42
	Knocks       Reason = "knocking"       // C38
	MissedVote   Reason = "missed_vote"    // T65, D4
	Agitation    Reason = "agitation"      // D6
	Waking       Reason = "waking"         // C12
	MaskOff      Reason = "mask_off"       // T9
	FourthFoul   Reason = "fourth_foul"    // C73, K23, T70
	JudgesWord   Reason = "judge"          // K21c
	AtNight      Reason = "night"          // what the table hears of any removal of the night (G6)
	NotReady     Reason = "not_ready"      // the ready check was not answered
	NotDrawn     Reason = "not_drawn"      // K1b
	NotReachable Reason = "not_reachable"  // the private chat is closed (K2a, E3)
	Abandoned    Reason = "abandoned"      // lobby_idle_s
	OpenerStops  Reason = "opener_stops"   // E43
	OwnerStops   Reason = "owner_stops"    // E43
	JudgeStops   Reason = "judge_stops"    // E43
	PlaceGone    Reason = "place_gone"     // E43
	NoNominee    Reason = "no_nominee"     // the list is empty
	OneNominee   Reason = "one_nominee"    // single_nominee_day1
	AfterRemoval Reason = "after_removal"  // T50
	LeaderStays  Reason = "leader_stays"   // day1_vote = ties_only
	LeaderGone   Reason = "leader_gone"    // the most votes are on a removed seat (T53)
	AllGone      Reason = "all_gone"       // every candidate has been removed (E21)
	TieIsSettled Reason = "tie_settled"    // a tied seat was removed (T57–T59, E23)
	LiftFailed   Reason = "lift_failed"    // not more than half were for it
	NoLift       Reason = "no_lift"        // raise_all_table, raise_three_of_nine
	NotFormula   Reason = "not_formula"    // not by the formula (C54)
	NotListable  Reason = "not_listable"   // no living seat (E14)
	LeftTable    Reason = "left_table"     // a seat that is out (E14)
	Listed       Reason = "already_listed" // already on the list
	ListedSpent  Reason = "listed_spent"   // the same, and it was the speech's nomination (already_listed)
	ByNumberOnly Reason = "by_number_only" // a nick where a number is asked for (nomination_by_nick)
	OnlyOne      Reason = "only_one"       // one nomination a speech (C53)
	SelfNamed    Reason = "self_named"     // self_nomination
	Untouched    Reason = "untouched"      // the hand did not touch the table (C55)

	GroupLeft  Reason = "left_group"  // not back in the group in time (E38, C79)
	WasAbsent  Reason = "absent"      // nothing was seen of the seat for whole circles (E41)
	GotUp      Reason = "got_up"      // /leave in the game (C79, G21)
	OutWord    Reason = "out_word"    // a word or a sound of a seat that is out (T72, T79, K27)
	OutGesture Reason = "out_gesture" // its gesture (T80)
	OutShown   Reason = "out_shown"   // what it shows; of a removed seat an edit, too (T82)
)

// The reasons of words beside W1, a class each; their knobs are in Words.
const (
	OathSaid      Reason = "oath"       // W2
	PrayerSaid    Reason = "prayer"     // W3 appeal
	PleaSaid      Reason = "plea"       // W3 plea
	DeitySaid     Reason = "deity"      // W3 mention
	DevilSaid     Reason = "devil"      // W3 devil
	PercentSaid   Reason = "percent"    // W4
	BetSaid       Reason = "bet"        // W5
	ObsceneSaid   Reason = "obscene"    // W6-P1
	CoarseSaid    Reason = "coarse"     // W6-P2
	InsultSaid    Reason = "insult"     // W7
	SurrenderSaid Reason = "surrender"  // W8
	AppealSaid    Reason = "appeal"     // W9
	ProtestMade   Reason = "protest"    // K24
	MessageShown  Reason = "card_shown" // W10: a private message of the bot
	NightTold     Reason = "night_talk" // W10: what was beside the table
	HostAddressed Reason = "to_host"    // W11
	NameCalled    Reason = "at_name"    // W12
	TearsShed     Reason = "tears"      // W13
	ThreatMade    Reason = "threat"     // W14
)

// The reasons of the judge's cards that are no words'.
const (
	PhoneHeard Reason = "phone"      // a sound from a living seat (T93)
	OnPurpose  Reason = "deliberate" // by the judge's word (C80, C81)
	FloodSent  Reason = "flood"      // more than ten messages in ten seconds (K21e)
)

// OfWords reports whether a reason is that certain words were heard.
func (r Reason) OfWords() bool {
	switch r {
	case HonestSaid, OathSaid, PrayerSaid, PleaSaid, DeitySaid, DevilSaid, PercentSaid, BetSaid, ObsceneSaid, CoarseSaid, InsultSaid,
		SurrenderSaid, AppealSaid, ProtestMade, MessageShown, NightTold, HostAddressed, NameCalled, TearsShed, ThreatMade:
		return true
	}
	return false
}

// Repeatable reports whether the host may say again what was heard: what is coarse
// or hurts he does not, nor what a private message of the game said (C77), nor a
// mention, which would call its owner once more (C28).
func (r Reason) Repeatable() bool {
	switch r {
	case ObsceneSaid, CoarseSaid, InsultSaid, MessageShown, NameCalled:
		return false
	}
	return r.OfWords()
}

// Reasons is a list of reasons, each once: their keys, a space between two. It is
// comparable, as events are.
type Reasons string

// because lists reasons.
func because(all ...Reason) Reasons {
	var r Reasons
	for _, why := range all {
		r = r.With(why)
	}
	return r
}

// All yields the reasons in their order.
func (r Reasons) All() iter.Seq[Reason] {
	return func(yield func(Reason) bool) {
		for key := range strings.FieldsSeq(string(r)) {
			if !yield(Reason(key)) {
				return
			}
		}
	}
}

// Has reports whether a reason is on the list.
func (r Reasons) Has(why Reason) bool { return slices.Contains(slices.Collect(r.All()), why) }

// With returns the list with a reason at its end, if it was not on it.
func (r Reasons) With(why Reason) Reasons {
	switch {
	case r == "":
		return Reasons(why)
	case why == "" || r.Has(why):
		return r
	}
	return r + " " + Reasons(why)
}

// and returns the list with those of another behind it.
func (r Reasons) and(more Reasons) Reasons {
	for why := range more.All() {
		r = r.With(why)
	}
	return r
}

// without returns the list without those of another.
func (r Reasons) without(other Reasons) Reasons {
	var rest Reasons
	for why := range r.All() {
		if !other.Has(why) {
			rest = rest.With(why)
		}
	}
	return rest
}

// cut returns the first reason and the others.
func (r Reasons) cut() (first Reason, rest Reasons) {
	head, tail, _ := strings.Cut(string(r), " ")
	return Reason(head), Reasons(tail)
}
