package messages

import "mafiabot/engine"

// shutOff says which other knob lets a knob of the nights mean nothing, "" for none.
func shutOff(key string, r engine.Ruleset) string {
	switch key {
	case "shoot_s":
		if r.ShootMode == engine.Called {
			return "shoot_mode is called"
		}
	case "shoot_call_s", "shoot_gap_s":
		if r.ShootMode != engine.Called {
			return "shoot_mode is keypad"
		}
	case "gap_shot":
		if r.ShootMode != engine.Called {
			return "shoot_mode is keypad"
		}
	case "mask_grace_s":
		if r.LateCheck != engine.Removal {
			return "late_check is off"
		}
	}
	return ""
}

// unit counts the nights in another way.
func unit(of string) func(*engine.View) {
	return func(v *engine.View) { v.Rules.ThreeMissesUnit = of }
}
