package messages

import "mafiabot/engine"

// What the golden phrasebook shows of the best move, and after the game.

func init() {
	samplesOfTheTable = append(samplesOfTheTable, samplesAfter...)
	pressSamples = append(pressSamples, pressesAfter...)
	silentFacts = append(silentFacts, engine.MovePicked{})
}

// moves makes the rules those under which a best move may be named.
func moves(value string) func(*engine.View) {
	return func(v *engine.View) { v.BestMove = value }
}

func picked(seats ...engine.Seat) func(*engine.View) {
	return as(10, func(v *engine.View) { v.Picked = engine.SetOf(seats...) })
}

var samplesAfter = []sample{
	{"best move: asked", facts(engine.Killed{Seat: 10}, engine.LastWordCalled{Seat: 10, Killed: true}, noFouls), moves(engine.TwoOrThree), Extra{}},
	{"best move: asked for two", facts(engine.Killed{Seat: 7}, engine.LastWordCalled{Seat: 7, Killed: true}, noFouls), moves(engine.Two), Extra{}},
	{"best move: refused, two", facts(engine.MoveRefused{By: 7}), moves(engine.Two), Extra{}},
	{"best move: asked for three, slower", facts(engine.Killed{Seat: 10}, engine.LastWordCalled{Seat: 10, Killed: true}, noFouls), all(slower, moves(engine.Three)), Extra{}},
	{"best move: recorded", facts(engine.Thanked{Seat: 10}, engine.MoveRecorded{By: 10, Seats: engine.SetOf(3, 6, 9)}, engine.SpeechCalled{Seat: 2}), nil, Extra{}},
	{"best move: refused", facts(engine.MoveRefused{By: 10}), moves(engine.TwoOrThree), Extra{}},
	{"best move: refused, three", facts(engine.MoveRefused{By: 10}), moves(engine.Three), Extra{}},
	{"best move: at the end", facts(engine.Ended{Verdict: engine.RedWin}, theEnd[0], engine.MoveJudged{By: 10, Seats: engine.SetOf(3, 6, 8), Blacks: engine.SetOf(3, 6)}, theEnd[1]), nil, Extra{}},
}

var pressesAfter = []pressSample{
	{"best player: named", engine.NameBest{Seat: 7}, as(4)},
	{"best player: voted for", engine.VoteBest{Seat: 2}, as(4)},
	{"best player: decided", engine.DecideBest{Seats: engine.SetOf(4)}, nil},
	{"protest", engine.Lodge{}, as(5)},
	{"best move: a seat", engine.PickMove{Seat: 3}, picked(3, 6)},
	{"best move: a seat taken off", engine.PickMove{Seat: 3}, picked()},
	{"best move: recorded", engine.RecordMove{}, picked(3, 6, 9)},
}

// opinions makes the rules those under which everybody speaks of the game.
func opinions(s engine.Seat, final bool) func(*engine.View) {
	return all(in(engine.Opinion{Seat: s}), func(v *engine.View) {
		v.Floor, v.Rules.AftergameSpeech, v.Rules.BestPlayer, v.Rules.BestVote, v.Rules.Final = s, 30, true, 30, final
	})
}

func init() {
	samplesOfTheTable = append(samplesOfTheTable, samplesOfTheEnd...)
	silentFacts = append(silentFacts, engine.BestVoted{}, engine.TableOpened{})
	for _, name := range []string{engine.Club2010, engine.Tournament, engine.Federation} {
		untoldKnobs[name+" best_vote_s"] = "nobody votes"
	}
}

var samplesOfTheEnd = []sample{
	{"after: the end and the first opinion", append(append(facts(engine.Ended{Verdict: engine.RedWin}), theEnd...), engine.OpinionCalled{Seat: 1, First: true}), opinions(1, false), Extra{}},
	{"after: the first opinion of a final", facts(engine.OpinionCalled{Seat: 1, First: true}), opinions(1, true), Extra{}},
	{"after: the next opinion", facts(engine.Thanked{Seat: 1}, engine.BestNamed{By: 1, Seat: 7}, engine.OpinionCalled{Seat: 2}), opinions(2, false), Extra{}},
	{"after: the vote", facts(engine.Thanked{Seat: 10}, engine.BestVoteCalled{Seats: engine.SetOf(4, 7)}), opinions(0, false), Extra{}},
	{"after: the judges", facts(engine.Thanked{Seat: 10}, engine.BestAsked{}), opinions(0, true), Extra{}},
	{"after: the best player", facts(engine.BestPlayers{Seats: engine.SetOf(7), Votes: 4, Point: true}, engine.AftergameOver{}), nil, Extra{}},
	{"after: the best players of a rehearsal", facts(engine.BestPlayers{Seats: engine.SetOf(4, 7), Votes: 4}, engine.AftergameOver{}), nil, Extra{}},
	{"after: two best players", facts(engine.BestPlayers{Seats: engine.SetOf(4, 7), Votes: 4, Point: true}, engine.AftergameOver{}), nil, Extra{}},
	{"after: the best player of a draw", facts(engine.BestPlayers{Seats: engine.SetOf(7), Votes: 1, Point: true, Only: true}, engine.AftergameOver{}), nil, Extra{}},
	{"after: nobody voted", facts(engine.BestPlayers{}, engine.AftergameOver{}), nil, Extra{}},
	{"after: resumed in an opinion", facts(engine.Resumed{Shift: 40_000, Left: 25}), all(running(30), opinions(5, false)), Extra{}},
	{"after: resumed in the vote", facts(engine.Resumed{Shift: 40_000, Left: 25}), all(running(30), in(engine.BestVote{}), func(v *engine.View) { v.Verdict = engine.RedWin }), Extra{}},
}
