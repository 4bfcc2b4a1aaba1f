package engine_test

import (
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
)

// otherPreset is the preset that a scene is not under.
var otherPreset = map[string]string{engine.Czernowitz: engine.Federation, engine.Federation: engine.Czernowitz}

// differing lists the knobs that the two presets set differently.
func differing(tb testing.TB) []engine.Knob {
	a, b := preset(tb, engine.Czernowitz, engine.TableTempo), preset(tb, engine.Federation, engine.TableTempo)
	var out []engine.Knob
	for _, k := range engine.Knobs {
		if k.Get(a) != k.Get(b) {
			out = append(out, k)
		}
	}
	return out
}

// flipped changes one knob to the other preset's value.
func flipped(tb testing.TB, k engine.Knob) func(*engine.Ruleset) {
	return func(r *engine.Ruleset) {
		turn(tb, r, k.Key, k.Get(preset(tb, otherPreset[r.Name], engine.TableTempo)))
	}
}

// TestEveryKnobMatters sets each knob that the presets set differently to the
// other preset's value: some transcript comes out differently. The vocabulary
// changes no fact, so there it is the spoken words that must differ.
func TestEveryKnobMatters(t *testing.T) {
	ignore := func(int, string, ...any) {}
	all := transcripts(t)
	words := make([][]string, len(all))
	for i, tr := range all {
		_, words[i] = tr.play(t, nil, ignore)
	}
	for _, k := range differing(t) {
		var broken []string
		for i, tr := range all {
			out, spoken := tr.play(t, flipped(t, k), ignore)
			if !slices.Equal(out, tr.lines) || k.Key == "vocabulary" && !slices.Equal(spoken, words[i]) {
				broken = append(broken, strings.TrimSuffix(tr.name[len("testdata/"):], ".txt"))
			}
		}
		if len(broken) == 0 {
			t.Errorf("%s (%s) changes no transcript", k.Key, k.Rows)
		}
		t.Logf("%s: %s", k.Key, strings.Join(broken, " "))
	}
}
