package messages

import (
	"strings"
	"testing"

	"mafiabot/engine"
)

// inMasks asks for the blindfolds, for so many seconds.
func inMasks(seconds int) func(*engine.View) {
	return func(v *engine.View) { v.Rules.MaskButton, v.Rules.MaskTime = true, seconds }
}

func init() {
	silentFacts = append(silentFacts, engine.Masked{}, engine.MasksOver{})
	untoldKnobs["mask_button_s"] = "nobody presses unless a club asks for it"
	samplesOfTheTable = append(samplesOfTheTable, []sample{
		{"blindfolds: the night of orders", facts(engine.BriefingCalled{}), all(night0, inMasks(15)), Extra{}},
		{"blindfolds: night falls", facts(engine.NightFell{Night: 1}), inMasks(15), Extra{}},
		{"blindfolds: the last word is over, a minute for the masks", facts(engine.Thanked{Seat: 4}, engine.NightFell{Night: 1}), inMasks(60), Extra{}},
		{"blindfolds: the mafia shoots", facts(engine.ShootCalled{}), inMasks(15), Extra{}},
	}...)
	samplesInPrivate = append(samplesInPrivate, sample{"blindfolds: the card is as ever", facts(engine.NightFell{Night: 1}), as(7, inMasks(15)), Extra{}})
	pressSamples = append(pressSamples, pressSample{"put the blindfold on", engine.Mask{}, as(7)})
}

// TestRulesOfMasks: /rules speaks of the blindfold's button where a club has switched it
// on, and of its time; the card of a night never does (I7).
func TestRulesOfMasks(t *testing.T) {
	b := BookOf("ru")
	told := map[string]bool{}
	for _, seconds := range []string{"", "15", "16"} {
		r, _ := engine.Preset(engine.Club2010, engine.TableTempo)
		if seconds != "" {
			button, _ := engine.KnobOf("mask_button")
			length, _ := engine.KnobOf("mask_button_s")
			if button.Set(&r, "on") != nil || length.Set(&r, seconds) != nil {
				t.Fatal("there are no such knobs")
			}
		}
		text := b.RulesPart(r, ofNight)
		if strings.Contains(text, "Повязка»") != (seconds != "") || !strings.Contains(text, seconds) {
			t.Errorf("%q seconds: %s", seconds, text)
		}
		told[text] = true
	}
	if len(told) != 3 {
		t.Errorf("%d texts of three rules", len(told))
	}
}
