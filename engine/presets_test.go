package engine_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"mafiabot/engine"
)

// presetTable writes every knob of both rulesets in all paces, one a line.
func presetTable(tb testing.TB) string {
	var b strings.Builder
	column := func(key string, cells []string) {
		fmt.Fprintf(&b, "%-24s", key)
		for _, c := range cells {
			fmt.Fprintf(&b, " %-20s", c)
		}
		s := strings.TrimRight(b.String(), " ")
		b.Reset()
		b.WriteString(s + "\n")
	}
	var rules []engine.Ruleset
	var head []string
	for _, name := range engine.Presets() {
		for _, pace := range engine.Paces() {
			rules = append(rules, preset(tb, name, pace))
			head = append(head, name+"/"+pace)
		}
	}
	column("", head)
	players := make([]string, len(rules))
	for i, r := range rules {
		players[i] = fmt.Sprint(r.Players)
	}
	column("players", players)
	for _, k := range engine.Knobs {
		cells := make([]string, len(rules))
		for i, r := range rules {
			cells[i] = k.Get(r)
		}
		column(k.Key, cells)
	}
	return b.String()
}

// TestPresets compares every number of PARAMETERS and PACES with a table that
// has been read against the rules.
func TestPresets(t *testing.T) {
	const golden = "testdata/presets.golden"
	got := presetTable(t)
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the presets have changed; they are:\n%s", got)
	}
}
