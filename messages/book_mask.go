package messages

import "mafiabot/engine"

// maskLaws say who is to put his blindfold on.
var maskLaws = []law{
	{part: ofNight, clauses: "mask_button", key: true},
}

// masks asks for the blindfolds, under the phrase of a night that has the button (K20a).
func (w *writer) masks(e engine.Event) {
	if !w.v.Rules.MaskButton {
		return
	}
	switch e.(type) {
	case engine.BriefingCalled, engine.NightFell:
		w.line("mask_asked", args{"length": w.length(w.v.Rules.MaskTime)})
	}
}
