package engine_test

import (
	"errors"
	"slices"
	"testing"

	"mafiabot/engine"
)

// contradictions are settings that cannot be played together, and the refusal of each.
var contradictions = []struct {
	preset string
	why    engine.Refusal
	set    []string // key, value, …
}{
	{engine.Czernowitz, "fault_speech", []string{"speech_s", "0"}},
	{engine.Czernowitz, "fault_speech", []string{"last_word_voted_s", "0"}},
	{engine.Czernowitz, "fault_night", []string{"check_s", "0"}},
	{engine.Czernowitz, "fault_night", []string{"shoot_mode", "keypad", "shoot_s", "0"}},
	{engine.Czernowitz, "fault_gather", []string{"ready_s", "0"}},
	{engine.Czernowitz, "fault_vote", []string{"vote_window_s", "0"}},
	{engine.Czernowitz, "fault_raise", []string{"raise_window_s", "0"}},
	{engine.Czernowitz, "fault_stop", []string{"stop_vote_s", "0"}},
	{engine.Czernowitz, "fault_warn", []string{"warn_before_end_s", "30"}},
	{engine.Czernowitz, "fault_silent", []string{"silent_close_s", "60"}},
	{engine.Czernowitz, "fault_silent", []string{"silent_close_tie_s", "30"}},
	{engine.Tournament, "fault_slot", []string{"slot_s", "0"}},
	{engine.Tournament, "fault_slot_long", []string{"slot_s", "60"}},
	{engine.Tournament, "fault_critical", []string{"critical_s", "10"}},
	{engine.Tournament, "fault_critical", []string{"critical_s", "61"}},
	{engine.Czernowitz, "fault_grace", []string{"heavy_grace_s", "1"}},
	{engine.Czernowitz, "fault_wake", []string{"wake_grace_s", "11"}},
	{engine.Tournament, "fault_wake", []string{"mask_grace_s", "21"}},
	{engine.Czernowitz, "fault_told", []string{"told_gap_s", "6"}},
	{engine.Tournament, "fault_told", []string{"double_vote", "removal"}},
	{engine.Federation, "fault_told", []string{"told_gap_s", "11", "wake_in_search", "removal"}},
	{engine.Tournament, "fault_listed", []string{"already_listed", "spent"}},
	{engine.Federation, "fault_listed", []string{"already_listed", "spent", "several_in_speech", "last"}},
	{engine.Federation, "fault_told_long", []string{"told_gap_s", "60"}},
	{engine.Czernowitz, "fault_counts", []string{"foul_counts_public", "off"}},
	{engine.Club2010, "fault_counts", []string{"foul_counts_public", "off", "foul_count_query", "morning"}},
	{engine.Federation, "fault_judge", []string{"pause", "off", "leave_group", "judge", "judge_timeout_s", "0"}},
	{engine.Czernowitz, "fault_misses", []string{"three_misses_unit", "rounds"}},
	{engine.Czernowitz, "fault_called", []string{"shoot_call_s", "0"}},
	{engine.Federation, "fault_pause", []string{"pause_max_s", "0"}},
	{engine.Federation, "fault_pause", []string{"pauses_per_game", "0"}},
	{engine.Czernowitz, "fault_judge", []string{"judge_timeout_s", "0"}},
	{engine.Federation, "fault_judge", []string{"judge_timeout_s", "0"}},
	{engine.Tournament, "fault_strikes", []string{"out_strikes", "0"}},
	{engine.Czernowitz, "fault_best", []string{"aftergame_speech_s", "0"}},
	{engine.Czernowitz, "fault_best", []string{"best_vote_s", "0"}},
	{engine.Federation, "fault_misses", []string{"three_misses_at_four", "draw"}},
	{engine.Federation, "fault_whole_table", []string{"repeat_tie", "off", "raise_all_table", "held"}},
	{engine.Federation, "fault_day1", []string{"day1_vote", "ties_only", "single_nominee_day1", "held"}},
}

// TestFaults: no preset contradicts itself, and each contradiction is refused with its
// own sentence.
func TestFaults(t *testing.T) {
	for _, name := range engine.Presets() {
		for _, pace := range engine.Paces() {
			if why := preset(t, name, pace).Fault(); why != "" {
				t.Errorf("%s, %s: %s", name, pace, why)
			}
		}
	}
	for _, c := range contradictions {
		h, err := engine.House{Pace: engine.TableTempo}.Play(c.preset, "")
		for i := 0; i+1 < len(c.set) && err == nil; i += 2 {
			h, err = h.With(c.set[i], c.set[i+1])
		}
		if !errors.Is(err, c.why) {
			t.Errorf("%s, %v: %v, want %s", c.preset, c.set, err, c.why)
		}
	}
	r := preset(t, engine.Tournament, engine.TableTempo)
	r.Consigliere, r.ConsSplit = true, 31
	if why := r.Fault(); why != "fault_halves" {
		t.Errorf("halves of more than a minute: %q", why)
	}
	for _, n := range []int{4, 16} {
		r := preset(t, engine.Federation, engine.TableTempo)
		r.Players = n
		if why := r.Fault(); why != "fault_players" {
			t.Errorf("%d players: %q", n, why)
		}
	}
}

// TestHouse: a club's preset, pace and keys; what it may not set; what is old.
func TestHouse(t *testing.T) {
	var h engine.House
	r, passed := h.Ruleset()
	if plain := preset(t, engine.Czernowitz, engine.ChatTempo); r != plain || passed != nil {
		t.Errorf("a club that has decided nothing plays %s, %s", r.Name, r.Pace)
	}
	step := func(next engine.House, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		h = next
	}
	step(h.Play(engine.Tournament, ""))
	step(h.With("vote_window_s", "10"))
	step(h.With("double_vote", engine.Refused))
	step(h.Play("", engine.TableTempo)) // a key set by hand wins over the pace
	r, _ = h.Ruleset()
	if r.Name != engine.Tournament || r.Pace != engine.TableTempo || r.VoteWindow != 10 || r.DoubleVote != engine.Refused || r.Speech != 60 {
		t.Errorf("the club plays %+v", r)
	}
	kept := h
	step(h.With("double_vote", ""))
	step(h.With("vote_window_s", "2")) // as the preset has it: it is not set any more
	if len(h.Set) != 0 || len(kept.Set) != 2 {
		t.Errorf("left: %v, before: %v", h.Set, kept.Set)
	}
	for key, value := range map[string]string{"poker": "1", "rehearsal": "on", "consigliere": "on", "double_vote": "twice", "speech_s": "long", "vote_window_s": "-1"} {
		if next, err := h.With(key, value); err == nil || len(next.Set) != 0 {
			t.Errorf("%s = %s is taken: %v", key, value, next)
		}
	}
	if _, err := h.Play("poker", ""); err == nil {
		t.Error("poker is played")
	}
	if next, err := kept.Play(engine.Tournament, ""); err != nil || len(next.Set) != 0 {
		t.Errorf("the same preset anew keeps %v", next.Set)
	}
	old := engine.House{Preset: engine.Club2010, Pace: "slow", Set: map[string]string{"w17": "foul", "speech_s": "90", "w1": "loud"}}
	r, passed = old.Ruleset()
	if r.Speech != 90 || r.Name != engine.Club2010 || r.Pace != engine.ChatTempo || !slices.Equal(passed, []string{"w1", "w17"}) {
		t.Errorf("an old club plays %s, %s, speech %d, passed over %v", r.Name, r.Pace, r.Speech, passed)
	}
	if next, err := old.With("speech_s", "100"); err != nil || next.Set["w17"] != "foul" {
		t.Errorf("an old key is lost: %v, %v", next.Set, err)
	}
	broken := engine.House{Set: map[string]string{"speech_s": "5"}}
	if r, passed := broken.Ruleset(); r.Speech != 120 || len(passed) != 1 {
		t.Errorf("rules that contradict themselves are played: speech %d, passed over %v", r.Speech, passed)
	}
}
