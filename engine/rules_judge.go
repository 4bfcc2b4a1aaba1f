package engine

// Values of the judge's knobs.
const (
	Award   = "award" // the win goes to the team opposite to the seat's
	ByJudge = "judge" // pause: the judge calls it (E44)
)

// Judging are the knobs of the judge's chair (G11). Their zero values are those of a
// game that has none.
type Judging struct {
	JudgeTimeout     int    // judge_timeout_s: seconds for an answer to a card (G11); 0: no game has a judge
	JudgeSeesRoles   bool   // judge_sees_roles: he is shown the cards (E5)
	Restore          bool   // restore: he takes an automatic removal back (E42)
	Unfoul           string // unfoul: allowed or off; empty: allowed (K21c)
	DeliberateFourth string // deliberate_fourth: award (C80, C81) or removal (C73, K23, T70); empty: removal
	PhoneRule        string // phone_rule: what a sound costs beside its place: off, foul, flag or award (T93); empty: off
	Pausing          string // pause: judge or off (T69); empty: off
	Pauses           int    // pauses_per_game (E44)
	PauseMax         int    // pause_max_s (E44)
}

// judgingOf returns the judge's knobs of a preset in a pace.
func judgingOf(name, pace string) Judging {
	j := Judging{JudgeTimeout: 60, Restore: true, Unfoul: Permitted, DeliberateFourth: Removal, PhoneRule: Off, Pausing: ByJudge, Pauses: 2, PauseMax: 600}
	switch pace {
	case ChatTempo:
		j.JudgeTimeout, j.PauseMax = 120, 1800
	case BlitzTempo:
		j.JudgeTimeout, j.PauseMax = 6, 60
	}
	switch name {
	case Czernowitz:
		j.DeliberateFourth = Award
	case Tournament:
		j.PhoneRule, j.Pausing = FlagOnly, Off
	}
	return j
}

// judgeKnobs are the keys of the judge's chair.
var judgeKnobs = []Knob{
	{"judge_timeout_s", "G11", nil, func(r *Ruleset) any { return &r.JudgeTimeout }},
	{"judge_sees_roles", "E5", nil, func(r *Ruleset) any { return &r.JudgeSeesRoles }},
	{"restore", "E42", nil, func(r *Ruleset) any { return &r.Restore }},
	{"unfoul", "K21c E42", []string{Permitted, Off}, func(r *Ruleset) any { return &r.Unfoul }},
	{"deliberate_fourth", "C80 C81 S41", []string{Award, Removal}, func(r *Ruleset) any { return &r.DeliberateFourth }},
	{"phone_rule", "T93", []string{Off, FoulOnly, FlagOnly, Award}, func(r *Ruleset) any { return &r.PhoneRule }},
	{"pause", "E44 T69", []string{ByJudge, Off}, func(r *Ruleset) any { return &r.Pausing }},
	{"pauses_per_game", "E44", nil, func(r *Ruleset) any { return &r.Pauses }},
	{"pause_max_s", "E44", nil, func(r *Ruleset) any { return &r.PauseMax }},
}
