package engine_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mafiabot/engine"
)

// others lists the other values of a knob: its other legal ones, a number one
// less and one more.
func others(k engine.Knob, r engine.Ruleset) []string {
	now := k.Get(r)
	n, err := strconv.Atoi(now)
	switch {
	case len(k.Legal) > 0:
		return slices.DeleteFunc(slices.Clone(k.Legal), func(v string) bool { return v == now })
	case err != nil:
		return []string{map[string]string{"on": "off", "off": "on"}[now]}
	case n == 0:
		return []string{"1"}
	}
	return []string{strconv.Itoa(n - 1), strconv.Itoa(n + 1)}
}

// unread are the knobs that a ruleset does not read as it stands, and those of
// the lobby, which TestLobbyWindows measures.
var unread = map[string]string{
	"lobby_idle_s": "lobby", "ready_s": "lobby", "draw_deadline_s": "lobby",
	"czernowitz cons_split_s": "consigliere is off", "federation cons_split_s": "consigliere is off",
	"czernowitz critical_s":           "critical_players is off",
	"federation told_gap_s":           "nothing is told: double_vote and wake_in_search cost nothing",
	"federation wake_grace_s":         "wake_in_search is off",
	"federation three_misses_at_four": "three_misses_unit is rounds",
	"czernowitz silent_close_tie_s":   "the table's pace closes nobody", "federation silent_close_tie_s": "the table's pace closes nobody",
}

// worded are the knobs that choose words.
var worded = map[string]bool{"vocabulary": true, "rehearsal": true}

// TestEveryKnobMatters sets each knob of each ruleset to every other value:
// some transcript of that ruleset comes out differently; the words have a test of
// their own. The vocabulary changes
// no fact, and a rehearsal few, so there it may be the spoken words that differ.
func TestEveryKnobMatters(t *testing.T) {
	ignore := func(int, string, ...any) {}
	all := transcripts(t)
	words := make([][]string, len(all))
	for i, tr := range all {
		_, words[i] = tr.play(t, nil, ignore)
	}
	for _, name := range []string{engine.Czernowitz, engine.Federation} {
		for _, k := range engine.Knobs {
			if unread[k.Key] != "" || unread[name+" "+k.Key] != "" || isWordKnob(k) || isLeaveKnob(k) {
				continue
			}
			was := preset(t, name, engine.TableTempo)
			for _, value := range others(k, was) {
				set := func(r *engine.Ruleset) {
					if r.Name == name && k.Get(*r) == k.Get(was) { // a scene may have set it
						turn(t, r, k.Key, value)
					}
				}
				broken := slices.ContainsFunc(all, func(tr transcript) bool {
					out, spoken := tr.play(t, set, ignore)
					i := slices.IndexFunc(all, func(o transcript) bool { return o.name == tr.name })
					return !slices.Equal(out, tr.lines) || worded[k.Key] && !slices.Equal(spoken, words[i])
				})
				if !broken {
					t.Errorf("%s: %s = %s (%s) changes no transcript", name, k.Key, value, strings.TrimSpace(k.Rows))
				}
			}
		}
	}
}

// sameWithoutJudge reports whether two values of a word knob differ only where a judge
// sits: no game has one.
func sameWithoutJudge(a, b string) bool {
	judged := []string{engine.FoulAndFlag, engine.JudgeOrFoul}
	return slices.Contains(judged, a) && slices.Contains(judged, b)
}

// TestEveryWordKnobMatters sets each word knob of each table of words to every other
// value: some line of S23 and S34–S37, or of the other classes, comes out
// differently.
func TestEveryWordKnobMatters(t *testing.T) {
	all := slices.DeleteFunc(transcripts(t), func(tr transcript) bool {
		name := strings.TrimSuffix(filepath.Base(tr.name), ".txt")
		return !slices.Contains([]string{"s23", "s34", "s35", "s36", "s37", "words"}, name)
	})
	if len(all) != 6 {
		t.Fatalf("%d transcripts", len(all))
	}
	turned := 0
	for _, name := range wordTables {
		was := engine.Ruleset{Words: words(t, name)}
		for _, k := range engine.Knobs {
			if !isWordKnob(k) {
				continue
			}
			for _, value := range others(k, was) {
				set := func(r *engine.Ruleset) {
					if r.Words == was.Words {
						turn(t, r, k.Key, value)
					}
				}
				turned++
				broken := slices.ContainsFunc(all, func(tr transcript) bool {
					out, _ := tr.play(t, set, func(int, string, ...any) {})
					return !slices.Equal(out, tr.lines)
				})
				if broken == sameWithoutJudge(k.Get(was), value) {
					t.Errorf("%s: %s = %s (%s): a line changes: %v", name, k.Key, value, k.Rows, broken)
				}
			}
		}
	}
	if turned < 4*80 {
		t.Errorf("only %d values", turned)
	}
}
