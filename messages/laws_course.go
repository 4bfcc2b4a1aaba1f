package messages

// courseLaws say what the course of a game is, and what words cost.
var courseLaws = []law{
	{part: ofTable, clauses: "seats rehearsal?rehearsal=on", rows: "C84", key: true},
	{part: ofTable, clauses: "ready_s draw_deadline_s card_s", rows: "C84 C85 K1a T26 T27"},
	{part: ofTable, clauses: "pm_hold_s", rows: "K2a"},
	{part: ofTable, clauses: "protect_content"},

	{part: ofNight, clauses: "briefing_s don_meet_s look_sheriff_s look_don_s", rows: "C4 T1", key: true},
	{part: ofNight, clauses: "night_fall_s shoot_s?shoot_mode=keypad shoot_call_s?shoot_mode=called", rows: "K20a D5"},
	{part: ofNight, clauses: "check_s", rows: "C19 K15 K16 T7", key: true},
	{part: ofNight, clauses: "kill no_shot double_shot shoot_mode gap_shot?shoot_mode=called", rows: "C11 K11a K11b K11c T5", key: true},
	{part: ofNight, clauses: "check_targets"},
	{part: ofNight, clauses: "wake_in_search"},
	{part: ofNight, clauses: "night_noise mask_delay night_sign", rows: "C13 C14 C15 C16 K14a K14b K14c K14d K14e K14f K29a K29b T10 T11 T12", key: true},
	{part: ofNight, clauses: "told", rows: "C17 T17"},

	{part: ofDay, clauses: "speech_s warn_before_end_s", rows: "C21 C22 C24", key: true},
	{part: ofDay, clauses: "thanks_ends_speech"},
	{part: ofDay, clauses: "silent_close_s silent_close_tie_s"},
	{part: ofDay, clauses: "turn overrun_grace_s", rows: "C25 K17a K17b K18b K19b D1 D10", key: true},
	{part: ofDay, clauses: "text"},
	{part: ofDay, clauses: "nomination_formula nomination_by_nick", key: true},
	{part: ofDay, clauses: "nomination_touch"},
	{part: ofDay, clauses: "several_in_speech already_listed", rows: "C53 K6"},
	{part: ofDay, clauses: "nomination_withdraw self_nomination"},

	{part: ofVote, clauses: "vote_lead_s", rows: "C63 K8a K8b K8c C59 T49", key: true},
	{part: ofVote, clauses: "vote_token?vote_by_message=on vote_by_message self_vote", rows: "C58 K8d T62"},
	{part: ofVote, clauses: "agitation_in_vote"},
	{part: ofVote, clauses: "missing_vote skip_spent_windows", key: true},
	{part: ofVote, clauses: "double_vote", rows: "C56"},
	{part: ofVote, clauses: "vote_lift removed_voter_votes"},
	{part: ofVote, clauses: "single_nominee_day1 single_nominee_later day1_vote"},
	{part: ofVote, clauses: "tie_speech_s tie_subset", rows: "C64"},
	{part: ofVote, clauses: "repeat_tie raise_three_of_nine raise_at_four raise_all_table"},
	{part: ofVote, clauses: "last_word_killed_s game_end_last_word", rows: "C66 K28 T55 T71", key: true},
	{part: ofVote, clauses: "order_show"},

	{part: ofFouls, clauses: "fouls gesture_limit", rows: "K21b D6 D7"},
	{part: ofFouls, clauses: "third silenced_nomination", rows: "C50 C51 K22a K22b T33 T34", key: true},
	{part: ofFouls, clauses: "third_in_tie_speech"},
	{part: ofFouls, clauses: "slot_s slot_extra_word", rows: "C50 T36 T37 T38"},
	{part: ofFouls, clauses: "silence_scope critical_players"},
	{part: ofFouls, clauses: "fourth", rows: "C73 K23 T70", key: true},
	{part: ofFouls, clauses: "foul_counts_public foul_count_query"},

	{part: ofWords, clauses: "words.foul", key: true},
	{part: ofWords, clauses: "words.foul_flag", key: true},
	{part: ofWords, clauses: "words.flag_foul", key: true},
	{part: ofWords, clauses: "words.removal", key: true},
	{part: ofWords, clauses: "words.flag"},

	{part: ofLeave, clauses: "removal_before_vote", rows: "K28 T50 T51 T71"},
	{part: ofLeave, clauses: "removal_during_vote", rows: "T53 T54"},
	{part: ofLeave, clauses: "removal_after_vote removal_at_night"},

	{part: ofEnd, clauses: "win", key: true},
	{part: ofEnd, clauses: "three_misses_unit three_misses_at_four≠three_misses?three_misses_unit=misses three_misses_at_four≠three_misses?three_misses_unit=nights", key: true},
	{part: ofEnd, clauses: "stop", key: true},
	{part: ofEnd, clauses: "outage_max_s"},
}
