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

// TestEveryWordKnobMatters sets each word knob of each table of words to every other
// value: some line of S23 and S34–S37, of the other classes, or before a judge, comes
// out differently.
func TestEveryWordKnobMatters(t *testing.T) {
	all := slices.DeleteFunc(transcripts(t), func(tr transcript) bool {
		name := strings.TrimSuffix(filepath.Base(tr.name), ".txt")
		return !slices.Contains([]string{"s23", "s34", "s35", "s36", "s37", "words", "w01"}, name)
	})
	if len(all) != 7 {
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
				if !broken {
					t.Errorf("%s: %s = %s (%s) changes no line", name, k.Key, value, k.Rows)
				}
			}
		}
	}
	if turned < 4*80 {
		t.Errorf("only %d values", turned)
	}
}
