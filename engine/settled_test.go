package engine_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
)

// unanswered are the keys of the documents that are neither knobs nor settled; a key that
// is both is no better.
func unanswered(keys []string, settled []engine.Settled) (odd []string) {
	for _, key := range keys {
		_, knob := engine.KnobOf(key)
		if fixed := slices.ContainsFunc(settled, func(s engine.Settled) bool { return s.Key == key }); fixed == knob {
			odd = append(odd, key)
		}
	}
	return odd
}

// TestEveryKeyIsAnswered: what PARAMETERS and PACES call a key is a knob, or stands in the
// table of what is settled, whose rows and keys exist.
func TestEveryKeyIsAnswered(t *testing.T) {
	text, err := os.ReadFile("RULES.md")
	if err != nil {
		t.Fatal(err)
	}
	keys, rows := documentKeys(t), ids(string(text))
	if len(keys) < 170 {
		t.Errorf("the documents have %d keys", len(keys))
	}
	for _, key := range unanswered(keys, engine.SettledKeys) {
		t.Errorf("%s is no knob and not settled, or both", key)
	}
	for i, s := range engine.SettledKeys { // a planted breach: an entry is taken out
		without := slices.Delete(slices.Clone(engine.SettledKeys), i, i+1)
		if slices.Contains(keys, s.Key) != slices.Contains(unanswered(keys, without), s.Key) {
			t.Errorf("nobody misses %s", s.Key)
		}
		if !slices.Contains(keys, s.Key) {
			t.Errorf("no document has a key %s", s.Key)
		}
		for _, key := range strings.Fields(s.See) {
			if _, knob := engine.KnobOf(key); !knob {
				t.Errorf("%s is said to be held by %s, which is no knob", s.Key, key)
			}
		}
		for _, row := range strings.Fields(s.Rows) {
			if !slices.Contains(rows, row) {
				t.Errorf("%s is of a row %s, which RULES.md does not have", s.Key, row)
			}
		}
	}
}
