package engine

// What a ruleset cannot be, whoever sets it.

// Fault returns the first thing in which the rules contradict themselves, "" if there is
// none. It is the key of the sentence that says why.
func (r Ruleset) Fault() Refusal {
	for _, f := range faults {
		if f.is(&r) {
			return f.why
		}
	}
	return ""
}

// fault is a contradiction between values.
type fault struct {
	why Refusal
	is  func(*Ruleset) bool
}

// faults are all contradictions that are known.
var faults = []fault{
	{Refusal("fault_players"), func(r *Ruleset) bool { return r.Players < MinSeats || r.Players > MaxSeats }},
	{Refusal("fault_speech"), func(r *Ruleset) bool {
		return r.Speech == 0 || r.TieSpeech == 0 || r.LastWordKilled == 0 || r.LastWordVoted == 0
	}},
	{Refusal("fault_night"), func(r *Ruleset) bool { return r.ShootMode != Called && r.Shoot == 0 || r.Check == 0 || r.Briefing == 0 }},
	{Refusal("fault_gather"), func(r *Ruleset) bool { return r.LobbyIdle == 0 || r.ReadyCheck == 0 || r.Draw == 0 }},
	{Refusal("fault_vote"), func(r *Ruleset) bool { return r.VoteWindow == 0 }},
	{Refusal("fault_raise"), func(r *Ruleset) bool { return r.RepeatTie != Off && r.RaiseWindow == 0 }},
	{Refusal("fault_stop"), func(r *Ruleset) bool { return r.Stop == ByVote && r.StopVote == 0 }},
	{Refusal("fault_resume"), func(r *Ruleset) bool { return r.OutageMax > 0 && r.ResumeVote == 0 }},
	{Refusal("fault_warn"), func(r *Ruleset) bool {
		return r.Warn > 0 && r.Warn >= min(r.Speech, r.TieSpeech, r.LastWordKilled, r.LastWordVoted)
	}},
	{Refusal("fault_silent"), func(r *Ruleset) bool { return r.SilentClose >= r.Speech || r.SilentCloseTie >= r.TieSpeech }},
	{Refusal("fault_slot"), func(r *Ruleset) bool { return r.Slot == 0 }},
	{Refusal("fault_slot_long"), func(r *Ruleset) bool { return r.Slot >= r.Speech }},
	{Refusal("fault_critical"), func(r *Ruleset) bool {
		return r.CriticalPlayers == Critical && (r.CriticalSpeech <= r.Slot || r.CriticalSpeech > r.Speech)
	}},
	{Refusal("fault_grace"), func(r *Ruleset) bool { return r.HeavyGrace < r.OverrunGrace }},
	{Refusal("fault_wake"), func(r *Ruleset) bool {
		return r.WakeInSearch == Removal && r.WakeGrace > r.Check || r.LateCheck == Removal && r.MaskGrace > r.Check
	}},
	{Refusal("fault_told"), func(r *Ruleset) bool { // what counts only when repeated could never be (G21)
		return r.DoubleVote == Removal && r.ToldGap > r.VoteWindow || r.WakeInSearch == Removal && r.ToldGap > r.Check
	}},
	{Refusal("fault_told_long"), func(r *Ruleset) bool { return r.ToldGap >= 60 }}, // a command is repeated within a minute
	{Refusal("fault_counts"), func(r *Ruleset) bool { return r.FoulCountQuery == InMorning && r.CountsPublic == Off }},
	{Refusal("fault_misses"), func(r *Ruleset) bool { return r.ThreeMissesUnit == Rounds && r.ThreeMissesAtFour == NobodyWins }},
	{Refusal("fault_whole_table"), func(r *Ruleset) bool { return r.RepeatTie == Off && r.RaiseAllTable == Held }},
	{Refusal("fault_day1"), func(r *Ruleset) bool { return r.Day1Vote == TiesOnly && r.OneOnDay1 == Held }},
	{Refusal("fault_called"), func(r *Ruleset) bool { return r.ShootMode == Called && r.ShootCall == 0 }},
	{Refusal("fault_mask"), func(r *Ruleset) bool { return r.MaskButton && !r.masksFit() }},
	{Refusal("fault_pause"), func(r *Ruleset) bool { return r.Pausing == ByJudge && (r.Pauses == 0 || r.PauseMax == 0) }},
	{Refusal("fault_judge"), func(r *Ruleset) bool {
		return r.JudgeTimeout == 0 && (r.DeliberateFourth == Award || r.LeaveGroup == AskedOf || r.Pausing == ByJudge)
	}},
	{Refusal("fault_strikes"), func(r *Ruleset) bool { return r.OutSpeaks == Awards && r.OutStrikes == 0 }},
	{Refusal("fault_best"), func(r *Ruleset) bool { return r.BestPlayer && (r.AftergameSpeech == 0 || r.BestVote == 0) }},
	{Refusal("fault_protest"), func(r *Ruleset) bool { return r.Protesting == ClubProtest && r.ProtestWindow > 0 && r.ProtestVote == 0 }},
	{Refusal("fault_listed"), func(r *Ruleset) bool { return r.Listing == RightSpent && r.SeveralInSpeech == LastNamed }},
	{Refusal("fault_halves"), func(r *Ruleset) bool { return r.Consigliere && 2*r.ConsSplit > r.Speech }},
}
