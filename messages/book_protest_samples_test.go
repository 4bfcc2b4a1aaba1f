package messages

import "mafiabot/engine"

func init() {
	samplesOfTheTable = append(samplesOfTheTable, samplesOfAProtest...)
	samplesInPrivate = append(samplesInPrivate, samplesOfAProtestInPrivate...)
	pressSamples = append(pressSamples, pressesOfAProtest...)
	for _, name := range []string{engine.Czernowitz, engine.Tournament, engine.Federation} {
		for _, key := range []string{"protest_window_s", "protest_vote_s"} {
			untoldKnobs[name+" "+key] = "nobody protests after the game"
		}
	}
}

// inTheClub makes the rules those under which the ten vote on a protest.
func inTheClub(v *engine.View) {
	v.Rules.Protesting, v.Rules.ProtestWindow, v.Rules.ProtestVote = engine.ClubProtest, 600, 120
}

var samplesOfAProtest = []sample{
	{"protest: open", facts(engine.ProtestOpened{}), inTheClub, Extra{}},
	{"protest: the vote", facts(engine.ProtestVoteCalled{Seat: 5, Window: 70}), inTheClub, Extra{}},
	{"protest: failed", facts(engine.ProtestCounted{Seat: 5}), nil, Extra{}},
	{"protest: declined", facts(engine.ProtestDeclined{Seat: 5}), nil, Extra{}},
	{"protest: annulled", facts(engine.ProtestDecided{Seat: 5, Outcome: engine.RuleAnnul}), nil, Extra{}},
	{"protest: red", facts(engine.ProtestDecided{Seat: 5, Outcome: engine.RuleRed}), nil, Extra{}},
	{"protest: black", facts(engine.ProtestDecided{Seat: 5, Outcome: engine.RuleBlack}), nil, Extra{}},
	{"protest: a draw", facts(engine.ProtestDecided{Seat: 5, Outcome: engine.RuleDraw}), nil, Extra{}},
	{"protest: replayed", facts(engine.ProtestDecided{Seat: 5, Outcome: engine.RuleReplay}), nil, Extra{}},
}

var samplesOfAProtestInPrivate = []sample{
	{"protest: asked", facts(engine.ProtestAsked{Seat: 5, Text: "нарушен пункт 11"}), as(3, inTheClub), Extra{Code: "7F3A"}},
	{"protest: for", facts(engine.ProtestVoted{By: 3, Yes: true}), as(3), Extra{Code: "7F3A"}},
	{"protest: against", facts(engine.ProtestVoted{By: 3}), as(3), Extra{Code: "7F3A"}},
	{"protest: passed", facts(engine.ProtestCounted{Seat: 5, Passed: true}), as(3), Extra{Code: "7F3A"}},
	{"protest: not passed", facts(engine.ProtestCounted{Seat: 5}), as(3), Extra{Code: "7F3A"}},
	{"card: a protest", facts(engine.Carded{Window: 70, Seat: 5, Whys: "protest", Offers: "accept decline", Text: "нарушен пункт 11"}), asJudge(), Extra{Code: "7F3A"}},
	{"card: what becomes of the game", facts(engine.Carded{Window: 71, Seat: 5, Whys: "protest", Offers: "annul red draw replay", Text: "нарушен пункт 11"}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: accepted", facts(engine.Ruled{Ruling: engine.RuleAccept}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: declined", facts(engine.Ruled{Ruling: engine.RuleDecline}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: annulled", facts(engine.Ruled{Ruling: engine.RuleAnnul}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: red", facts(engine.Ruled{Ruling: engine.RuleRed}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: black", facts(engine.Ruled{Ruling: engine.RuleBlack}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: a draw", facts(engine.Ruled{Ruling: engine.RuleDraw}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: replayed", facts(engine.Ruled{Ruling: engine.RuleReplay}), asJudge(), Extra{Code: "7F3A"}},
}

var pressesOfAProtest = []pressSample{
	{"protest: for it", engine.VoteProtest{Yes: true}, as(3)},
	{"protest: against it", engine.VoteProtest{}, as(3)},
	{"answer: accept", engine.Answer{Ruling: engine.RuleAccept}, asJudge()},
	{"answer: decline", engine.Answer{Ruling: engine.RuleDecline}, asJudge()},
	{"answer: annul", engine.Answer{Ruling: engine.RuleAnnul}, asJudge()},
	{"answer: red", engine.Answer{Ruling: engine.RuleRed}, asJudge()},
	{"answer: black", engine.Answer{Ruling: engine.RuleBlack}, asJudge()},
	{"answer: draw", engine.Answer{Ruling: engine.RuleDraw}, asJudge()},
	{"answer: replay", engine.Answer{Ruling: engine.RuleReplay}, asJudge()},
}
