package engine

// Settled is a key of PARAMETERS or PACES that no knob holds: what it says is the same
// for every club, or other keys hold it, or it is chosen elsewhere.
type Settled struct {
	Key       string
	Rows      string
	See       string // the keys that hold what there is to choose of it, if any
	Elsewhere bool   // it is chosen for one game, by its own command, or by what the club is besides its games
}

// SettledKeys lists them in the order of PARAMETERS.
var SettledKeys = []Settled{
	{Key: "players", Rows: "C84 E1", Elsewhere: true},
	{Key: "roles", Rows: "A69 E2"},
	{Key: "seat_draw", Rows: "C84 C85 K1a", See: "draw_deadline_s"},
	{Key: "pm_required", Rows: "K2a K2b T20", See: "pm_hold_s"},
	{Key: "first_speaker", Rows: "A69 E10"},
	{Key: "role_reveal", Rows: "A69 E32"},
	{Key: "briefing_orders", Rows: "C4"},
	{Key: "don_meet", Rows: "C5 C6 T1", See: "don_meet_s look_don_s"},
	{Key: "checks_first_night", Rows: "C7 K15 T1", See: "checks_from"},
	{Key: "checks_per_night", Rows: "K16"},
	{Key: "don_transfer", Rows: "T6"},
	{Key: "shots_per_black", Rows: "C11 K11a"},
	{Key: "kill_needs", Rows: "K11b A31"},
	{Key: "night_order", Rows: "C18 G7"},
	{Key: "night_fouls_voiced", Rows: "C17", See: "foul_counts_public"},
	{Key: "night_removal_voiced", Rows: "T16 T17", See: "removal_at_night"},

	{Key: "last_word_removed", Rows: "K28 T71 T97"},
	{Key: "start_phrase", Rows: "C21"},
	{Key: "end_phrase", Rows: "C24 C32", See: "thanks_ends_speech"},
	{Key: "out_of_turn", Rows: "C25 K17b D1 D10"},
	{Key: "overrun", Rows: "C24 C25 K18b K19b D1 D10", See: "overrun_grace_s heavy_grace_s"},
	{Key: "fouls_per_message_max", Rows: "A74 G3"},

	{Key: "foul_name", Rows: "A20", See: "vocabulary"},
	{Key: "third_before", Rows: "C50 K22a T33", See: "silence_scope slot_s critical_players"},
	{Key: "third_during", Rows: "C48 C49 K22a T33 T98", See: "silenced_nomination critical_players"},
	{Key: "third_after", Rows: "C51 K22b T34 T99", See: "silence_scope third_in_tie_speech"},
	{Key: "third_at_night", Rows: "C52 T34"},
	{Key: "silence_last_word", Rows: "C66 T55"},
	{Key: "fourth", Rows: "C73 K23 T70", See: "deliberate_fourth"},

	{Key: "nominations_per_speech", Rows: "C53 K6 T32", See: "several_in_speech nomination_withdraw"},
	{Key: "no_nominee", Rows: "A69", See: "single_nominee_day1 single_nominee_later"},

	{Key: "vote_order", Rows: "C63"},
	{Key: "vote_on_thanks", Rows: "C59 K8c T49", See: "vote_window_s"},
	{Key: "winner", Rows: "T52", See: "day1_vote single_nominee_day1 single_nominee_later"},
	{Key: "tie_procedure", Rows: "C62 C64 K19a T57 T59", See: "tie_speech_s tie_subset repeat_tie"},

	{Key: "removed_candidate", Rows: "T53", See: "removal_during_vote"},
	{Key: "removal_in_tie", Rows: "T57 T58 T59", See: "removal_during_vote"},
	{Key: "bystander_removed_in_tie", Rows: "T52 A49", See: "removal_during_vote"},
	{Key: "red_win", Rows: "A69 E37"},
	{Key: "black_win", Rows: "A69 E37"},
	{Key: "win_check", Rows: "A78 T73 E28"},
	{Key: "breach_in_final_word", Rows: "T74"},
	{Key: "award_opposite", Rows: "C79 C80 C81 T72 T79 T80 T82 T93", See: "leave_group deliberate_fourth out_player_speaks out_strikes phone_rule"},
	{Key: "removal_inside_ballot_wins", Rows: "A78 E28"},

	{Key: "best_player_final", Rows: "C92", Elsewhere: true},
	{Key: "best_move_points", Rows: "T18 T19 A73", See: "best_move", Elsewhere: true},
	{Key: "score_win", Rows: "C101 A1", Elsewhere: true},
	{Key: "score_loss", Rows: "C101 A1", Elsewhere: true},
	{Key: "score_removed", Rows: "C101 A1", Elsewhere: true},
	{Key: "score_draw", Rows: "C71 C72", Elsewhere: true},
	{Key: "next_game_queue", Rows: "C95 C96 C97 C98 C99", Elsewhere: true},
	{Key: "suspend", Rows: "K5c T83 T88", Elsewhere: true},
	{Key: "expel", Rows: "K5d K21g", Elsewhere: true},
	{Key: "ban", Rows: "C100", Elsewhere: true},
	{Key: "replay", Rows: "K26d T84 T89", See: "protest"},

	{Key: "pace", Rows: "A80", Elsewhere: true},
	{Key: "next_hold_s", Rows: "C95", Elsewhere: true},
	{Key: "council_vote_s", Rows: "K5d", Elsewhere: true},
	{Key: "rehearsal_seats", Rows: "C84 E1", Elsewhere: true},
	{Key: "rehearsal_roles", Rows: "E1 E2"},
}

// SettledOf returns a key that no knob holds.
func SettledOf(key string) (Settled, bool) {
	for _, s := range SettledKeys {
		if s.Key == key {
			return s, true
		}
	}
	return Settled{}, false
}
