package engine_test

import (
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
	"czernowitz critical_s":           "critical_players is off",
	"federation told_gap_s":           "nothing is told: double_vote and wake_in_search cost nothing",
	"federation wake_grace_s":         "wake_in_search is off",
	"federation three_misses_at_four": "three_misses_unit is rounds",
	"czernowitz silent_close_tie_s":   "the table's pace closes nobody", "federation silent_close_tie_s": "the table's pace closes nobody",
}

// worded are the knobs that choose words.
var worded = map[string]bool{"vocabulary": true, "rehearsal": true}

// TestEveryKnobMatters sets each knob of each ruleset to every other value:
// some transcript of that ruleset comes out differently. The vocabulary changes
// no fact, and a rehearsal few, so there it may be the spoken words that differ.
func TestEveryKnobMatters(t *testing.T) {
	ignore := func(int, string, ...any) {}
	all := transcripts(t)
	words := make([][]string, len(all))
	for i, tr := range all {
		_, words[i] = tr.play(t, nil, ignore)
	}
	for _, name := range engine.Presets() {
		for _, k := range engine.Knobs {
			if unread[k.Key] != "" || unread[name+" "+k.Key] != "" {
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
