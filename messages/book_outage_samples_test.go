package messages

import "mafiabot/engine"

func init() {
	samplesOfTheTable = append(samplesOfTheTable, samplesOfAnOutage...)
	samplesInPrivate = append(samplesInPrivate, samplesOfWhoHasActed...)
	silentFacts = append(silentFacts, engine.ResumeAgreed{}, engine.Unprompted{})
	pressSamples = append(pressSamples, pressSample{"go on after an outage", engine.Continue{}, as(5)})
}

var samplesOfAnOutage = []sample{
	{"asked after an hour", facts(engine.ResumeAsked{Away: 3601, Needed: 7, Of: 10}), in(engine.Asking{}), Extra{}},
	{"asked after four hours, slower", facts(engine.ResumeAsked{Away: 14400, Needed: 4, Of: 4}), all(slower, in(engine.Asking{})), Extra{}},
	{"asked after a nomination", facts(engine.Nominated{By: 4, Seat: 9}, engine.ResumeAsked{Away: 172_800, Needed: 6, Of: 9}), in(engine.Asking{}), Extra{}},
	{"resumed while the table is asked", facts(engine.Resumed{Shift: 40_000, Left: 213}), all(running(600), in(engine.Asking{})), Extra{}},
	{"resumed while the table is asked, not open yet", facts(engine.Resumed{Shift: 40_000}), in(engine.Asking{}), Extra{}},
	{"not resumed", facts(engine.NotResumed{For: 6, Needed: 7, Of: 10}, engine.Ended{Verdict: engine.Stopped}), nil, Extra{}},
	{"not resumed: a rehearsal", facts(engine.NotResumed{For: 6, Needed: 7, Of: 10}, engine.Ended{Verdict: engine.Stopped}), rehearsal, Extra{}},
	{"went on: a speech", facts(engine.WentOn{}, engine.SpeechCalled{Seat: 4}), speaks(4), Extra{}},
	{"went on: a vote", facts(engine.WentOn{}, engine.CandidateCalled{Index: 1, Seat: 8}), listed(false, 3, 8), Extra{}},
	{"went on: a lift", facts(engine.WentOn{}, engine.LiftCalled{Seats: engine.SetOf(3, 8)}), all(in(engine.LiftVote{}), listed(true, 3, 8)), Extra{}},
	{"went on: a tie speech", facts(engine.WentOn{}, engine.TieSpeechCalled{Seat: 3}), in(engine.TieSpeech{Seat: 3}), Extra{}},
	{"went on: a consigliere", facts(engine.WentOn{}, engine.HalfCalled{Seat: 3}), all(inPairs, halves, speaks(3), in(engine.Speech{Seat: 3, Half: engine.SecondHalf})), Extra{}},
	{"went on: a night", facts(engine.WentOn{}, engine.ShootCalled{}), in(engine.Shoot{}), Extra{}},
	{"went on: the floor has left the group", facts(engine.WentOn{}, engine.Thanked{Seat: 4}, engine.SpeechCalled{Seat: 5}), speaks(5), Extra{}},
	{"morning: a miss in no series", facts(engine.Dawned{Day: 2}, engine.Missed{Void: true}, noFouls, engine.SpeechCalled{Seat: 2}), nil, Extra{}},
}

var samplesOfWhoHasActed = []sample{
	{"card: who has shot before an outage", facts(engine.Shot{By: 6, Target: 4}), as(6, in(engine.Shoot{})), Extra{Code: "7F3A"}},
	{"card: who has checked before an outage", facts(engine.Checked{By: 4, Target: 6}), as(4, in(engine.SheriffCheck{}), func(v *engine.View) { v.Check = 6 }), Extra{Code: "7F3A"}},
}
