package messages

import "mafiabot/engine"

// What is said of the best move.

// askMove tells who was killed first what he may name, if the rules let him.
func (w *writer) askMove() {
	switch r := w.v.Rules.BestMove; r {
	case engine.TwoOrThree, engine.Three:
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
		key := "move_refused.two_or_three"
		if w.v.Rules.BestMove == engine.Three {
			key = "move_refused.three"
		}
		w.line(key, nil)
	case engine.MoveJudged:
		w.line("move_judged", args{"seat": int(e.By), "seats": numbers(e.Seats), "n": e.Blacks.Len(), "of": e.Seats.Len()})
	default:
		return false
	}
	return true
}

// afterCommandKey is what a command of the best move is called in the phrase file.
func afterCommandKey(c engine.Command) string {
	switch c.(type) {
	case engine.PickMove:
		return "pick_move"
	case engine.RecordMove:
		return "record_move"
	}
	return "none"
}
