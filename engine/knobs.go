package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Knob is one key of PARAMETERS: the only way in and out of a Ruleset for a
// club's settings, the protocol and the tests.
type Knob struct {
	Key   string
	Rows  string   // the rows of the rules it stands for
	Legal []string // its values; empty for a number of seconds or a count
	field func(*Ruleset) any
}

// Get returns the knob's value in words.
func (k Knob) Get(r Ruleset) string {
	switch p := k.field(&r).(type) {
	case *string:
		return *p
	case *bool:
		if *p {
			return "on"
		}
		return "off"
	case *int:
		return strconv.Itoa(*p)
	}
	return ""
}

// Set changes the knob in r. It refuses a value that the knob does not have.
func (k Knob) Set(r *Ruleset, value string) error {
	switch p := k.field(r).(type) {
	case *string:
		for _, v := range k.Legal {
			if v == value {
				*p = value
				return nil
			}
		}
	case *bool:
		if value == "on" || value == "off" {
			*p = value == "on"
			return nil
		}
	case *int:
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n >= 0 && n <= 86400 {
			*p = n
			return nil
		}
	}
	return Refusal("bad_value")
}

// KnobOf returns the knob of a key.
func KnobOf(key string) (Knob, bool) {
	for _, k := range Knobs {
		if k.Key == key {
			return k, true
		}
	}
	return Knob{}, false
}

// Knobs lists every key: those of the course of a game first, then each group of
// keys that has a file of its own.
var Knobs = slices.Concat(courseKnobs, wordKnobs, nightKnobs, handKnobs, pairKnobs, namingKnobs, afterKnobs, judgeKnobs, LeaveKnobs, mannerKnobs, protestKnobs, floodKnobs, maskKnobs, outageKnobs, dealKnobs, choiceKnobs, floorKnobs)

// courseKnobs are the windows of PACES and the choices of P-A to P-F.
var courseKnobs = []Knob{
	{"rehearsal", "E1", nil, func(r *Ruleset) any { return &r.Rehearsal }},
	{"lobby_idle_s", "C84", nil, func(r *Ruleset) any { return &r.LobbyIdle }},
	{"ready_s", "C84", nil, func(r *Ruleset) any { return &r.ReadyCheck }},
	{"draw_deadline_s", "K1b", nil, func(r *Ruleset) any { return &r.Draw }},
	{"pm_hold_s", "K2b E3", nil, func(r *Ruleset) any { return &r.PMHold }},
	{"briefing_s", "C3", nil, func(r *Ruleset) any { return &r.Briefing }},
	{"don_meet_s", "C5 C6", nil, func(r *Ruleset) any { return &r.DonMeet }},
	{"look_sheriff_s", "C7 T2", nil, func(r *Ruleset) any { return &r.LookSheriff }},
	{"night_fall_s", "C8", nil, func(r *Ruleset) any { return &r.NightFall }},
	{"shoot_s", "K11d", nil, func(r *Ruleset) any { return &r.Shoot }},
	{"check_s", "C18 T3", nil, func(r *Ruleset) any { return &r.Check }},
	{"speech_s", "C20 K18a", nil, func(r *Ruleset) any { return &r.Speech }},
	{"critical_s", "T39", nil, func(r *Ruleset) any { return &r.CriticalSpeech }},
	{"slot_s", "T35", nil, func(r *Ruleset) any { return &r.Slot }},
	{"tie_speech_s", "C62 K19a", nil, func(r *Ruleset) any { return &r.TieSpeech }},
	{"last_word_killed_s", "T18", nil, func(r *Ruleset) any { return &r.LastWordKilled }},
	{"last_word_voted_s", "C66 T55", nil, func(r *Ruleset) any { return &r.LastWordVoted }},
	{"warn_before_end_s", "C23", nil, func(r *Ruleset) any { return &r.Warn }},
	{"silent_close_s", "E11", nil, func(r *Ruleset) any { return &r.SilentClose }},
	{"silent_close_tie_s", "E11", nil, func(r *Ruleset) any { return &r.SilentCloseTie }},
	{"vote_announce_s", "T52", nil, func(r *Ruleset) any { return &r.VoteAnnounce }},
	{"vote_lead_s", "T48", nil, func(r *Ruleset) any { return &r.VoteLead }},
	{"vote_window_s", "C58 T48", nil, func(r *Ruleset) any { return &r.VoteWindow }},
	{"raise_window_s", "T61", nil, func(r *Ruleset) any { return &r.RaiseWindow }},
	{"stop_vote_s", "E43", nil, func(r *Ruleset) any { return &r.StopVote }},
	{"race_grace_s", "G1", nil, func(r *Ruleset) any { return &r.RaceGrace }},
	{"overrun_grace_s", "G2", nil, func(r *Ruleset) any { return &r.OverrunGrace }},
	{"heavy_grace_s", "G2", nil, func(r *Ruleset) any { return &r.HeavyGrace }},
	{"told_gap_s", "G21", nil, func(r *Ruleset) any { return &r.ToldGap }},
	{"wake_grace_s", "C12", nil, func(r *Ruleset) any { return &r.WakeGrace }},
	{"vocabulary", "C7 T2", Presets(), func(r *Ruleset) any { return &r.Vocabulary }},
	{"wake_in_search", "C12 S32", []string{Removal, Off}, func(r *Ruleset) any { return &r.WakeInSearch }},
	{"night_sign", "C76 K12b K13b T12 S33", []string{Removal, FoulAndFlag, FoulOnly}, func(r *Ruleset) any { return &r.NightSign }},
	{"nomination_formula", "C54 K6 T36", []string{Strict, Loose, Enumerated}, func(r *Ruleset) any { return &r.NominationFormula }},
	{"nomination_touch", "C55 K6 S2", nil, func(r *Ruleset) any { return &r.NominationTouch }},
	{"silence_scope", "C52 K22a", []string{WholeDay, Discussion}, func(r *Ruleset) any { return &r.SilenceScope }},
	{"third_in_tie_speech", "C48 K22b T34", []string{Stops, GoesOn}, func(r *Ruleset) any { return &r.ThirdInTieSpeech }},
	{"silenced_nomination", "C48 T35", []string{AtTurn, AfterStop}, func(r *Ruleset) any { return &r.SilencedNomination }},
	{"critical_players", "C50 T39", []string{Off, Critical}, func(r *Ruleset) any { return &r.CriticalPlayers }},
	{"double_vote", "C57 K7 D6", []string{Removal, FlagOnly, FoulOnly, Refused}, func(r *Ruleset) any { return &r.DoubleVote }},
	{"vote_lift", "C60 K9 T66 T67", []string{Removal, FoulOnly, Counted}, func(r *Ruleset) any { return &r.VoteLift }},
	{"removed_voter_votes", "A76", []string{Void, Counted}, func(r *Ruleset) any { return &r.RemovedVoterVotes }},
	{"raise_three_of_nine", "S18", []string{Held, Off}, func(r *Ruleset) any { return &r.RaiseThreeOfNine }},
	{"day1_vote", "A69 S17", []string{Usual, TiesOnly}, func(r *Ruleset) any { return &r.Day1Vote }},
	{"removal_during_vote", "T52 S9", []string{BothLeave, BallotDropped}, func(r *Ruleset) any { return &r.RemovalDuringVote }},
	{"removal_after_vote", "T56 E19", []string{NoEffect, NextDropped}, func(r *Ruleset) any { return &r.RemovalAfterVote }},
	{"removal_at_night", "T25 S11", []string{Held, NextDropped}, func(r *Ruleset) any { return &r.RemovalAtNight }},
	{"three_misses", "C69 T5 S28", []string{RedWins, NobodyWins}, func(r *Ruleset) any { return &r.ThreeMisses }},
	{"three_misses_unit", "C69 T5 C70 S29 S30", []string{Misses, QuietNights, Rounds}, func(r *Ruleset) any { return &r.ThreeMissesUnit }},
	{"three_misses_at_four", "C70 S29", []string{NobodyWins, RedWins}, func(r *Ruleset) any { return &r.ThreeMissesAtFour }},
	{"order_show", "C65 C66 C67 C68 S39", nil, func(r *Ruleset) any { return &r.OrderShow }},
	{"foul_count_query", "C30 T44 E49", []string{InMorning, Privately}, func(r *Ruleset) any { return &r.FoulCountQuery }},
	{"gesture_limit", "C39", nil, func(r *Ruleset) any { return &r.GestureLimit }},
	{"gestures_out_of_turn", "C39", nil, func(r *Ruleset) any { return &r.GesturesOutOfTurn }},
	{"skip_spent_windows", "E25", nil, func(r *Ruleset) any { return &r.SkipSpentWindows }},
	{"stop", "E43 T69 T75", []string{ByVote, Off}, func(r *Ruleset) any { return &r.Stop }},
}
