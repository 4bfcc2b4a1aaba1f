package messages

import "mafiabot/engine"

// judged gives a table its judge; asJudge makes the view his.
func judged(v *engine.View) { v.Judge = 11 }
func asJudge(more ...func(*engine.View)) func(*engine.View) {
	return all(append([]func(*engine.View){judged, func(v *engine.View) { v.Me, v.Part = 11, engine.JudgePart }}, more...)...)
}

func init() {
	samplesOfTheTable = append(samplesOfTheTable, samplesOfTheJudge...)
	samplesInPrivate = append(samplesInPrivate, samplesToTheJudge...)
	silentFacts = append(silentFacts, engine.JudgeNamed{}, engine.PauseAsked{}, engine.PauseOver{})
	pressSamples = append(pressSamples, pressesOfTheJudge...)
}

var samplesOfTheJudge = []sample{
	{"lobby: with a judge", facts(engine.JudgeSat{Player: 11}), all(judged, atTable(3, engine.Lobby{})), lobbyMessage},
	{"lobby: the judge has left", facts(engine.JudgeLeft{Player: 11}), atTable(3, engine.Lobby{}), lobbyMessage},
	{"told: a judge sits", facts(engine.JudgeSat{Player: 11}), judged, Extra{}},
	{"told: the judge has left", facts(engine.JudgeLeft{Player: 11}), nil, Extra{}},
	{"restored", facts(engine.Restored{Seat: 5}), judged, Extra{}},
	{"restored, the ballot too", facts(engine.Restored{Seat: 5, Fouls: 3, Ballot: 2}), judged, Extra{}},
	{"pause", facts(engine.Thanked{Seat: 4}, engine.PauseCalled{}), judged, Extra{}},
	{"pause, ending", facts(engine.PauseEnding{Seconds: 10}), judged, Extra{}},
	{"resumed in a pause", facts(engine.Resumed{Shift: 40_000, Left: 95}), all(judged, in(engine.Paused{})), Extra{}},
	{"foul by the judge, with his words", facts(engine.Fouled{Seat: 5, Why: engine.JudgesWord, Said: "неэтичное поведение", Count: 1}), judged, Extra{}},
	{"removal by the judge, with his words", facts(engine.Removed{Seat: 5, Why: engine.JudgesWord, Said: "подглядывание"}), judged, Extra{}},
	{"a judge sits at a border", facts(engine.Thanked{Seat: 4}, engine.JudgeSat{Player: 11}, engine.SpeechCalled{Seat: 5}), judged, Extra{}},
}

var samplesToTheJudge = []sample{
	{"card: a foul without an answer", facts(engine.Carded{Window: 57, Seat: 6, Whys: "insult", Foul: "insult", Mark: 9}), asJudge(), Extra{Code: "7F3A", Text: "ты\nидиот"}},
	{"card: nothing without an answer", facts(engine.Carded{Window: 58, Seat: 6, Whys: "oath night_talk", Mark: 9}), asJudge(), Extra{Code: "7F3A", Text: "он вчера клялся"}},
	{"card: he has left the group", facts(engine.Carded{Window: 60, Seat: 6, Whys: "left_group", Offers: "deliberate accident"}), asJudge(), Extra{Code: "7F3A"}},
	{"card: he is absent", facts(engine.Carded{Window: 61, Seat: 6, Whys: "absent", Offers: "removal nothing"}), asJudge(), Extra{Code: "7F3A"}},
	{"card: no message", facts(engine.Carded{Window: 59, Seat: 6, Whys: "second_vote"}), asJudge(), Extra{Code: "7F3A", Text: "шёпот"}},
	{"card: of the night", facts(engine.Carded{Window: 60, Seat: 6, Whys: "threat", Mark: 9}), asJudge(in(engine.DonCheck{})), Extra{Code: "7F3A", Text: "урою"}},
	{"card: of the night of orders", facts(engine.Carded{Window: 61, Seat: 6, Whys: "threat", Mark: 9}), asJudge(night0, in(engine.Briefing{})), Extra{Code: "7F3A", Text: "урою"}},
	{"card: a phone", facts(engine.Carded{Window: 62, Seat: 6, Whys: "phone", Mark: 9}), asJudge(), Extra{Code: "7F3A"}},
	{"card: to confirm a removal", facts(engine.Carded{Window: 63, Seat: 6, Whys: "judge", Offers: "removal nothing", Told: true, Text: "подглядывание"}), asJudge(), Extra{Code: "7F3A"}},
	{"card: to confirm an award", facts(engine.Carded{Window: 64, Seat: 6, Whys: "deliberate", Offers: "award nothing", Told: true}), asJudge(), Extra{Code: "7F3A"}},
	{"card: lapsed", facts(engine.CardLapsed{Window: 57, Seat: 6}), asJudge(), Extra{Code: "7F3A"}},
	{"card: void", facts(engine.CardVoided{Window: 57, Seat: 6}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: foul", facts(engine.Ruled{Window: 57, Seat: 6, Ruling: engine.RuleFoul}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: removal", facts(engine.Ruled{Window: 57, Seat: 6, Ruling: engine.RuleRemoval}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: award", facts(engine.Ruled{Window: 57, Seat: 6, Ruling: engine.RuleAward}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: nothing", facts(engine.Ruled{Window: 57, Seat: 6, Ruling: engine.RuleNothing}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: deliberate", facts(engine.Ruled{Window: 57, Seat: 6, Ruling: engine.RuleOnPurpose}), asJudge(), Extra{Code: "7F3A"}},
	{"ruled: accident", facts(engine.Ruled{Window: 57, Seat: 6, Ruling: engine.RuleAccident}), asJudge(), Extra{Code: "7F3A"}},
	{"the cards, for a judge who sees them", facts(engine.CardsShown{Roles: roles}), asJudge(), Extra{Code: "7F3A"}},
}

var pressesOfTheJudge = []pressSample{
	{"take the chair", engine.TakeChair{}, asJudge()},
	{"leave the chair", engine.TakeChair{}, func(v *engine.View) { v.Me = 11 }},
	{"name a judge", engine.NameJudge{}, nil},
	{"name a judge, before the deal", engine.NameJudge{}, judged},
	{"restore", engine.Restore{Seat: 5}, asJudge()},
	{"deliberate", engine.Deliberate{Seat: 5}, asJudge()},
	{"skip", engine.Skip{}, asJudge()},
	{"note", engine.Note{}, asJudge()},
	{"pause", engine.Pause{}, asJudge()},
	{"continue", engine.Continue{}, asJudge()},
	{"answer: foul", engine.Answer{Ruling: engine.RuleFoul}, asJudge()},
	{"answer: removal", engine.Answer{Ruling: engine.RuleRemoval}, asJudge()},
	{"answer: award", engine.Answer{Ruling: engine.RuleAward}, asJudge()},
	{"answer: nothing", engine.Answer{Ruling: engine.RuleNothing}, asJudge()},
	{"answer: deliberate", engine.Answer{Ruling: engine.RuleOnPurpose}, asJudge()},
	{"answer: accident", engine.Answer{Ruling: engine.RuleAccident}, asJudge()},
}
