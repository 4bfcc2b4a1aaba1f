package messages

import "mafiabot/engine"

// What is said of the best move, and after the game.

// askMove tells who was killed first what he may name, if the rules let him.
func (w *writer) askMove() {
	if r := w.v.BestMove; r != engine.Off {
		w.goOn("move_asked."+r, nil)
	}
}

// bestMove says what was named in a best move, and at the end how much of it was
// right.
func (w *writer) bestMove(e engine.Event) bool {
	switch e := e.(type) {
	case engine.MoveRecorded:
		w.goOn("move_recorded", args{"seats": numbers(e.Seats)})
	case engine.MoveRefused:
		w.line("move_refused."+w.v.BestMove, nil)
	case engine.MoveJudged:
		w.line("move_judged", args{"seat": int(e.By), "seats": numbers(e.Seats), "n": e.Blacks.Len(), "of": e.Seats.Len()})
	default:
		return false
	}
	return true
}

// afterCommandKey is what a command of the best is called in the phrase file.
func afterCommandKey(c engine.Command) string {
	switch c.(type) {
	case engine.NameBest:
		return "name_best"
	case engine.VoteBest:
		return "vote_best"
	case engine.DecideBest:
		return "decide_best"
	case engine.Lodge:
		return "protest"
	case engine.VoteProtest:
		return "vote_protest"
	case engine.PickMove:
		return "pick_move"
	case engine.RecordMove:
		return "record_move"
	}
	return "none"
}

// aftergame says what comes after the end.
func (w *writer) aftergame(e engine.Event) bool {
	switch e := e.(type) {
	case engine.OpinionCalled:
		a := w.called(e.Seat)
		a["length"] = w.seconds(w.v.Rules.AftergameSpeech)
		switch {
		case e.First && w.v.Rules.BestPlayer && !w.v.Rules.Final:
			w.line("opinion_called.first.best", a)
		case e.First:
			w.line("opinion_called.first", a)
		default:
			w.goOn("opinion_called", a)
		}
	case engine.BestNamed:
		w.goOn("best_named", args{"seat": int(e.Seat)})
	case engine.BestVoteCalled:
		w.line("best_vote_called", args{"length": w.seconds(w.v.Rules.BestVote)})
	case engine.BestAsked:
		w.line("best_asked", args{"length": w.seconds(w.v.Rules.BestVote)})
	case engine.BestPlayers:
		w.bestPlayers(e)
	case engine.AftergameOver:
		w.newTable()
	default:
		return w.protesting(e) || w.bestMove(e)
	}
	return true
}

// newTable says how the next table is opened, unless one is open already.
func (w *writer) newTable() { w.line("new_table", nil) }

// bestPlayers says who is the best player, and what that is worth.
func (w *writer) bestPlayers(e engine.BestPlayers) {
	var names []string
	for s := range e.Seats.All() {
		names = append(names, w.say("best_players.one", w.called(s)))
	}
	a := args{"names": w.b.grammar.list(names), "n": int(e.Votes)}
	switch {
	case len(names) == 0:
		w.line("best_players.none", nil)
		return
	case len(names) == 1:
		w.begin("best_players", a)
	default:
		w.begin("best_players.many", a)
	}
	if e.Point {
		key := "best_players.point"
		if len(names) > 1 {
			key += ".many"
		}
		w.goOn(key, nil)
	}
	if e.Only {
		w.goOn("best_players.only", nil)
	}
	w.open = false
}
