package engine_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
)

// leaveScenes are the transcripts about those who leave.
var leaveScenes = []string{"s40", "k27", "t79", "t73", "e38", "e04", "c79", "e41", "e46"}

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
				if k.Key == "out_strikes" && value == "0" || k.Key == "mute_out_players" {
					continue // there is no breach before the first; TestMutes has the other
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

// muted plays until seat 5 is removed and the game ends, and returns who was muted and
// how often the mutes were lifted.
func muted(t *testing.T, on string) (seats []engine.Seat, lifted int) {
	t.Helper()
	tb := seated(t, preset(t, engine.Club2010, engine.TableTempo, "mute_out_players", on))
	tb.after = func(_ engine.Player, _ engine.Command, _ *engine.Game, r engine.Ready) {
		for _, e := range r.Effects {
			switch e := e.(type) {
			case engine.Mute:
				seats = append(seats, e.Seat)
			case engine.Unmute:
				lifted++
			}
		}
	}
	tb.until("a speech", func(g *engine.Game) bool { return at[engine.Speech](g) })
	_ = tb.do(engine.Host, engine.Remove{Seat: 5})
	for _, s := range []engine.Seat{3, 6, 9} {
		_ = tb.do(engine.Host, engine.Remove{Seat: s})
	}
	if !tb.game.Ended() {
		t.Fatal("the game has not ended")
	}
	return seats, lifted
}

// TestMutes: who is out is muted, once, until the end (G14, G12, K27, C86), unless the
// club does not want it; the removal that ends the game mutes nobody.
func TestMutes(t *testing.T) {
	if seats, lifted := muted(t, "on"); !slices.Equal(seats, []engine.Seat{5, 3, 6}) || lifted != 1 {
		t.Errorf("muted are %v, lifted %d times", seats, lifted)
	}
	if seats, lifted := muted(t, "off"); len(seats)+lifted != 0 {
		t.Errorf("muted are %v, lifted %d times", seats, lifted)
	}
}
