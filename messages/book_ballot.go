package messages

import (
	"slices"
	"strconv"
	"strings"

	"mafiabot/engine"
)

// ballot says a fact of the vote (C56–C64).
func (w *writer) ballot(e engine.Event) bool {
	switch e := e.(type) {
	case engine.NoVote:
		a := args{"seat": int(e.Seat)}
		if e.Why == engine.OneNominee && w.v.Day > 1 {
			w.line("no_vote.one_later", a)
		} else {
			w.line(w.why("no_vote", e.Why, a), a)
		}
	case engine.Stayed:
		a := args{"seat": int(e.Seat)}
		w.line(w.why("stayed", e.Why, a), a)
	case engine.BallotCalled:
		w.candidates("ballot_called", e.List)
	case engine.RevoteCalled:
		w.candidates("revote_called", e.List)
	case engine.CandidateCalled:
		w.candidate(e)
	case engine.VoteCalled:
		w.line("vote_called", args{"seat": int(e.Seat)})
	case engine.ShownAgain:
		w.line("shown_again", nil)
	case engine.CandidateClosed:
		w.closed(e)
	case engine.Tied:
		a := args{"seats": w.spoken(e.List), "n": int(e.Votes)}
		if w.endsHere() {
			w.begin("tied.again", a)
		} else {
			w.begin("tied", a)
		}
	case engine.LiftCalled:
		w.askLift(e.Seats.Len(), w.v.Rules.RaiseWindow)
	case engine.LiftClosed:
		w.lift(e)
	default:
		return false
	}
	return true
}

// candidates reads out a list of candidates.
func (w *writer) candidates(key string, l engine.List) {
	a := args{"seats": strings.Join(ordered(l), ", ")}
	if l.Len() == 1 {
		key += ".one"
	}
	w.begin(key, a)
}

// candidate names whose window comes; the first of a revote after the list.
func (w *writer) candidate(e engine.CandidateCalled) {
	a := args{"seat": int(e.Seat)}
	if _, called := w.before().(engine.RevoteCalled); e.Index == 0 && w.v.Tied != 0 && !called {
		w.candidates("revote_called", w.v.List)
	}
	switch {
	case w.v.List.Len() == 1, w.anew():
		w.goOn("candidate_called.only", a)
	case e.Index == 0:
		w.goOn("candidate_called.first", a)
	default:
		w.goOn("candidate_called", a)
	}
}

// closed thanks the voters of a candidate.
func (w *writer) closed(e engine.CandidateClosed) {
	if _, skipped := w.before().(engine.CandidateClosed); skipped {
		w.skipped()
		return
	}
	a := args{"n": e.Voters.Len() + e.Rest.Len(), "seat": int(e.Seat), "voters": numbers(e.Voters), "rest": numbers(e.Rest)}
	key := "closed"
	switch {
	case e.Voters != 0 && e.Rest != 0:
		key += ".both"
	case e.Voters != 0:
		key += ".voters"
	case e.Rest != 0:
		key += ".rest"
	}
	w.begin(key, a)
}

// skipped closes the windows that were not opened because all have voted (E25):
// those that are closed right after another one, in one line behind the last.
func (w *writer) skipped() {
	if _, more := w.next().(engine.CandidateClosed); more {
		return
	}
	var seats []string
	for i := w.at; i > 0; i-- {
		e, closed := w.facts[i].(engine.CandidateClosed)
		if _, follows := w.facts[i-1].(engine.CandidateClosed); !closed || !follows {
			break
		}
		seats = append(seats, strconv.Itoa(int(e.Seat)))
	}
	slices.Reverse(seats)
	key := "closed.skipped"
	if len(seats) == 1 {
		key += ".one"
	}
	w.begin(key, args{"seats": w.b.grammar.list(seats), "n": 0})
}

// endsHere reports whether a tie is not spoken about any more: the lift comes,
// or there is none.
func (w *writer) endsHere() bool {
	switch e := w.next().(type) {
	case engine.LiftCalled:
		return true
	case engine.Stayed:
		return e.Why == engine.NoLift
	}
	return false
}

// together says that n seats leave together: «оба», «все трое».
func (w *writer) together(n int) string {
	if key := "together." + strconv.Itoa(n); w.b.has(w.v.Rules.Vocabulary, key) {
		return w.say(key, nil)
	}
	return w.say("together", nil)
}

// askLift asks whether n tied seats leave together, and how long there is to answer.
func (w *writer) askLift(n, seconds int) {
	w.goOn("lift_called", args{"all": w.together(n), "length": w.length(seconds)})
}

// lift gives the figures of a lift; what follows from them is said next.
func (w *writer) lift(e engine.LiftClosed) {
	a := args{"n": e.For.Len(), "of": int(e.Of), "voters": numbers(e.For)}
	if e.For == 0 {
		w.begin("lift_closed.nobody", a)
		return
	}
	w.begin("lift_closed", a)
}
