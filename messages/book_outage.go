package messages

import "mafiabot/engine"

// What is said of a long outage: the table is asked whether the game goes on (E45).

// outage asks the table, and says what came of it.
func (w *writer) outage(e engine.Event) bool {
	switch e := e.(type) {
	case engine.ResumeAsked:
		w.begin("resumed", args{"length": w.span(e.Away)})
		w.goOn("resume_asked", args{"n": int(e.Needed), "of": int(e.Of), "length": w.span(w.v.Rules.ResumeVote)})
	case engine.WentOn:
		w.begin("went_on", nil)
		return true // what begins anew stands in the same line
	case engine.NotResumed:
		w.begin("not_resumed", args{"n": int(e.For), "needed": int(e.Needed), "of": int(e.Of)})
		if key := "not_resumed.replay"; !w.v.Rehearsal && w.b.has(w.v.Rules.Vocabulary, key) {
			w.goOn(key, nil) // T89
		}
	default:
		return false
	}
	w.open = false
	return true
}

// anew reports whether the fact being told is the window that begins anew.
func (w *writer) anew() bool {
	_, on := w.before().(engine.WentOn)
	return on
}

// lawOfStop says whether a game can be stopped.
func (w *writer) lawOfStop() string {
	r := &w.v.Rules
	if r.StoppableAt(r.Players) {
		return w.say("law.stop", args{"stop": w.exactly("span", r.StopVote), "share": w.worth("stop_share", "")})
	}
	return w.say("law.stop.off", nil)
}
