package sparring_test

import (
	"testing"

	"mafiabot/engine"
)

// TestPartnersPutTheirBlindfoldsOn: where a club asks for it (K20a) most press in time,
// and a few forget.
func TestPartnersPutTheirBlindfoldsOn(t *testing.T) {
	on, late, seed := 0, 0, uint64(0)
	for _, name := range engine.Presets() {
		for _, pace := range engine.Paces() {
			rules, err := engine.Preset(name, pace)
			if err != nil {
				t.Fatal(err)
			}
			rules.MaskButton = true
			seed++
			table := newTable(rules, seed)
			if !table.play() {
				t.Fatalf("%s, %s: no verdict", name, pace)
			}
			for _, e := range table.log {
				switch e := e.(type) {
				case engine.Masked:
					on++
				case engine.Fouled:
					if e.Why == engine.NightDelay && e.Mark == 0 {
						late++
					}
				}
			}
		}
	}
	if late == 0 || on < 10*late {
		t.Errorf("%d blindfolds are put on, %d are late", on, late)
	}
	t.Logf("%d blindfolds are put on, %d are late", on, late)
}
