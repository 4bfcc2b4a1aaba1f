package messages

import "mafiabot/engine"

// What the golden phrasebook shows of the best move.

func init() {
	samplesOfTheTable = append(samplesOfTheTable, samplesAfter...)
	pressSamples = append(pressSamples, pressesAfter...)
	silentFacts = append(silentFacts, engine.MovePicked{})
}

// moves makes the rules those under which a best move may be named.
func moves(value string) func(*engine.View) {
	return func(v *engine.View) { v.Rules.BestMove = value }
}

func picked(seats ...engine.Seat) func(*engine.View) {
	return as(10, func(v *engine.View) { v.Picked = engine.SetOf(seats...) })
}

var samplesAfter = []sample{
	{"best move: asked", facts(engine.Killed{Seat: 10}, engine.LastWordCalled{Seat: 10, Killed: true}, noFouls), moves(engine.TwoOrThree), Extra{}},
	{"best move: asked for three, slower", facts(engine.Killed{Seat: 10}, engine.LastWordCalled{Seat: 10, Killed: true}, noFouls), all(slower, moves(engine.Three)), Extra{}},
	{"best move: recorded", facts(engine.Thanked{Seat: 10}, engine.MoveRecorded{By: 10, Seats: engine.SetOf(3, 6, 9)}, engine.SpeechCalled{Seat: 2}), nil, Extra{}},
	{"best move: refused", facts(engine.MoveRefused{By: 10}), moves(engine.TwoOrThree), Extra{}},
	{"best move: refused, three", facts(engine.MoveRefused{By: 10}), moves(engine.Three), Extra{}},
	{"best move: at the end", facts(engine.Ended{Verdict: engine.RedWin}, theEnd[0], engine.MoveJudged{By: 10, Seats: engine.SetOf(3, 6, 8), Blacks: engine.SetOf(3, 6)}, theEnd[1]), nil, Extra{}},
}

var pressesAfter = []pressSample{
	{"best move: a seat", engine.PickMove{Seat: 3}, picked(3, 6)},
	{"best move: a seat taken off", engine.PickMove{Seat: 3}, picked()},
	{"best move: recorded", engine.RecordMove{}, picked(3, 6, 9)},
}
