package engine_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
)

// isLeaveKnob reports whether a knob is one of those who leave.
func isLeaveKnob(k engine.Knob) bool {
	return slices.ContainsFunc(engine.LeaveKnobs, func(o engine.Knob) bool { return o.Key == k.Key })
}

// leaveScenes are the transcripts about those who leave.
var leaveScenes = []string{"s40", "k27", "t79", "t73", "e38", "e04", "c79"}

// unreadOfLeaving are the knobs that a ruleset does not read as it stands.
var unreadOfLeaving = map[string]bool{
	"czernowitz out_strikes": true, "club2010 out_strikes": true, "federation out_strikes": true, // nothing is awarded
	"czernowitz leave_time_s": true, "federation leave_time_s": true, // everything is deleted alike
}

// TestEveryLeaveKnobMatters sets each knob of those who leave, in each ruleset, to
// every other value: a scene of that ruleset comes out differently.
func TestEveryLeaveKnobMatters(t *testing.T) {
	scenes := slices.DeleteFunc(transcripts(t), func(tr transcript) bool {
		return !slices.Contains(leaveScenes, strings.TrimSuffix(filepath.Base(tr.name), ".txt"))
	})
	if len(scenes) != len(leaveScenes) {
		t.Fatalf("%d scenes", len(scenes))
	}
	for _, name := range engine.Presets() {
		was := preset(t, name, engine.TableTempo)
		for _, k := range engine.LeaveKnobs {
			for _, value := range others(k, was) {
				if k.Key == "out_strikes" && value == "0" {
					continue // there is no breach before the first
				}
				set := func(r *engine.Ruleset) {
					if r.Name == name && k.Get(*r) == k.Get(was) { // a scene may have set it
						turn(t, r, k.Key, value)
					}
				}
				faults := 0
				for _, tr := range scenes {
					tr.play(t, set, func(int, string, ...any) { faults++ })
				}
				if unread := unreadOfLeaving[name+" "+k.Key]; (faults == 0) != unread {
					t.Errorf("%s: %s = %s (%s) breaks %d lines", name, k.Key, value, k.Rows, faults)
				}
			}
		}
	}
}
