package messages

import "mafiabot/engine"

// What is said of a protest after the game (K25, K26). Who voted how is told to nobody.

// protesting says to the table how a protest goes.
func (w *writer) protesting(e engine.Event) bool {
	switch e := e.(type) {
	case engine.ProtestOpened:
		w.line("protest_opened", args{"length": w.exactly("length", w.v.Rules.ProtestWindow)})
	case engine.ProtestVoteCalled:
		a := w.called(e.Seat)
		a["length"] = w.exactly("length", w.v.Rules.ProtestVote)
		w.line("protest_vote_called", a)
	case engine.ProtestCounted:
		w.line("protest_failed", w.called(e.Seat))
	case engine.ProtestDeclined:
		w.line("protest_declined", w.called(e.Seat))
	case engine.ProtestDecided:
		w.line("protest_decided."+string(e.Outcome), w.called(e.Seat))
	default:
		return false
	}
	return true
}

// protestInPrivate asks who played, and says what has come of it.
func (w *writer) protestInPrivate(e engine.Event) bool {
	switch e := e.(type) {
	case engine.ProtestAsked:
		a := w.called(e.Seat)
		a["said"], a["length"] = clip(e.Text, mostSaid), w.exactly("length", w.v.Rules.ProtestVote)
		w.line("protest_asked", a)
	case engine.ProtestVoted:
		w.line("protest_voted."+yesOrNo(e.Yes), nil)
	case engine.ProtestCounted:
		w.line("protest_counted."+yesOrNo(e.Passed), nil)
	default:
		return false
	}
	return true
}

func yesOrNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// protestCarded asks the judge whether he accepts a protest, or what becomes of the game.
func (w *writer) protestCarded(e engine.Carded) bool {
	key := "carded.protest"
	switch {
	case e.Offers.Has(engine.RuleAnnul):
		key = "carded.outcome"
	case !e.Offers.Has(engine.RuleAccept):
		return false
	}
	a := w.called(e.Seat)
	a["n"], a["said"], a["length"] = int(e.Window), clip(e.Text, mostSaid), w.seconds(w.v.Rules.JudgeTimeout)
	w.line(key, a)
	return true
}
