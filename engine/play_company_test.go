package engine_test

import (
	"math/rand/v2"
	"time"

	"mafiabot/engine"
)

// Who is at a random evening besides those who play, and what comes of it: a judge, the
// partners of pairs, people who come and go, a protest.

// company says who of them is there.
type company struct {
	judge    bool
	restless bool // people leave the group, and come back or not; the host is put out of it
}

func companyOf(rnd *rand.Rand) company {
	return company{judge: rnd.IntN(3) == 0, restless: rnd.IntN(3) == 0}
}

// anybody is somebody who plays, a partner, or one more than there are places.
func (t *table) anybody(rnd *rand.Rand) engine.Player {
	p := engine.Player(1 + rnd.IntN(t.game.Rules.Players+1))
	if t.game.Rules.Consigliere && rnd.IntN(3) == 0 {
		return second(engine.Seat(p))
	}
	return p
}

// besides lets somebody of the company do something, or not. It is asked at every step.
func (t *table) besides(rnd *rand.Rand, c company) {
	once := func(n int) bool { return rnd.IntN(n) == 0 }
	switch {
	case t.game.Bar != engine.Bar{} && once(20):
		_ = t.do(engine.Host, engine.LetIn{})
	case c.restless && t.game.Running() && once(2000):
		_ = t.do(engine.Host, engine.PutOut{})
	case t.game.Ended():
		t.afterwards(rnd)
	case at[engine.Voting](&t.game) && once(20):
		t.votesAgain(rnd)
	case c.judge && once(8):
		t.judgeActs(rnd)
	case c.restless && (t.game.Away != 0 && once(60) || t.game.SecondAway != 0 && once(30)):
		t.comeBack(rnd)
	case c.restless && t.game.Running() && once(600):
		people := t.game.People(engine.Seat(1 + rnd.IntN(t.game.Size)))
		_ = t.do(engine.Host, engine.LeftGroup{Player: people[rnd.IntN(len(people))], PutOut: once(4)})
	case c.restless && t.game.Running() && t.game.Rules.Consigliere && once(300): // one of a few pairs
		_ = t.do(engine.Host, engine.LeftGroup{Player: second(engine.Seat(1 + rnd.IntN(t.game.Size)))})
	case c.restless && once(4000):
		_ = t.do(engine.Host, engine.LeftGroup{Player: t.anybody(rnd)})
	case at[engine.Shoot](&t.game) && once(12):
		t.shootTogether(rnd)
	case t.game.BestMover() != 0 && once(30):
		t.namesBlacks(rnd)
	case t.game.Running() && once(2500):
		t.twice(rnd, engine.Leave{})
	case t.game.Running() && once(2500):
		t.twice(rnd, engine.Lodge{})
	case t.game.Running() && once(300):
		_ = t.do(t.anybody(rnd), engine.Knock{})
	}
}

// votesAgain lets somebody who has voted press for another candidate, and once more when
// he has read what that costs.
func (t *table) votesAgain(rnd *rand.Rand) {
	s, current := engine.Seat(1+rnd.IntN(t.game.Size)), t.game.Ballot.List[t.game.Ballot.Index]
	if v := t.game.Ballot.Votes[s]; v == 0 || v == current || !t.game.Living.Has(s) {
		return
	}
	for range 2 {
		_ = t.do(t.game.Chairs[s].Main, engine.Vote{Seat: current})
		t.now = t.now.Add(1100 * time.Millisecond)
	}
}

// shootTogether lets all blacks shoot at one seat that has been called, if there is one.
func (t *table) shootTogether(rnd *rand.Rand) {
	target := engine.Seat(1 + rnd.IntN(t.game.Size))
	if s := t.game.Stage.(engine.Shoot); t.game.Rules.ShootMode == engine.Called && !s.Called.Has(target) {
		return
	}
	for s := range t.game.Living.All() {
		if t.game.Roles[s].Black() {
			_ = t.do(t.game.Chairs[s].Main, engine.ShootAt{Target: target})
		}
	}
}

// namesBlacks lets who was killed first name a few, or too few or too many (T19).
func (t *table) namesBlacks(rnd *rand.Rand) {
	u := randomUtterance(rnd, t)
	u.Edit, u.Heard.Kind, u.Heard.Shows = false, engine.Word, false
	u.Heard.Finds = []engine.Find{{Class: engine.NamedBlacks, Seats: engine.Seats(2 * rnd.IntN(1<<t.game.Size))}}
	_ = t.do(t.game.Chairs[t.game.BestMover()].Main, u)
}

// twice gives a command whose first time only names its price, and mostly once more.
func (t *table) twice(rnd *rand.Rand, c engine.Command) {
	p := t.anybody(rnd)
	_ = t.do(p, c)
	if rnd.IntN(3) > 0 {
		t.now = t.now.Add(4 * time.Second)
		_ = t.do(p, c)
	}
}

func (t *table) comeBack(rnd *rand.Rand) {
	s := t.game.Away.First()
	if s == 0 || t.game.SecondAway != 0 && rnd.IntN(2) == 0 {
		_ = t.do(engine.Host, engine.CameBack{Player: t.game.Chairs[t.game.SecondAway.First()].Second})
		return
	}
	_ = t.do(engine.Host, engine.CameBack{Player: t.game.Chairs[s].Main})
}

// judgeActs lets the judge do something: he takes the chair, or is named, answers what
// he is asked, and now and then commands something.
func (t *table) judgeActs(rnd *rand.Rand) {
	if t.game.Judge == engine.Host {
		_ = t.do(theJudge, engine.TakeChair{})
		if rnd.IntN(60) == 0 {
			_ = t.do(stranger, engine.NameJudge{Owner: true, Player: theJudge})
		}
		return
	}
	if all := t.game.Allowed(theJudge, t.now); len(all) > 0 && rnd.IntN(6) == 0 {
		_ = t.do(theJudge, all[rnd.IntN(len(all))])
		return
	}
	s := engine.Seat(rnd.IntN(17))
	out := engine.Seat(1 + rnd.IntN(t.game.Size))
	switch rnd.IntN(400) {
	case 0:
		_ = t.do(theJudge, engine.Foul{Seat: s, Text: "шум"})
	case 1:
		_ = t.do(theJudge, engine.Unfoul{Seat: s})
	case 2:
		_ = t.do(theJudge, engine.Remove{Seat: s})
	case 3:
		_ = t.do(theJudge, engine.Deliberate{Seat: s})
	case 4, 5:
		_ = t.do(theJudge, engine.Note{Seat: s, Text: "пометка"})
	case 6:
		_ = t.do(theJudge, engine.Pause{})
	case 7:
		_ = t.do(theJudge, engine.TakeChair{})
	case 8, 9:
		_ = t.do(theJudge, engine.Skip{})
	case 10:
		_ = t.do(theJudge, randomUtterance(rnd, t))
	case 11:
		_ = t.do(engine.Host, engine.Unreachable{Player: theJudge})
	default:
		if t.game.Exits[out] == engine.RemovedOut && rnd.IntN(30) == 0 {
			_ = t.do(theJudge, engine.Restore{Seat: out})
		}
		if at[engine.Paused](&t.game) && rnd.IntN(10) == 0 {
			_ = t.do(theJudge, engine.Continue{})
		}
	}
}

// afterwards is what is done when the result is out: protests, answers to them, the
// judges' word about the best player, the next table.
func (t *table) afterwards(rnd *rand.Rand) {
	p := t.anybody(rnd)
	switch rnd.IntN(120) {
	case 0, 4, 5:
		_ = t.do(p, engine.Lodge{Text: "нарушен пункт 11"})
	case 1:
		_ = t.do(stranger, engine.DecideBest{Seats: engine.SetOf(engine.Seat(1 + rnd.IntN(t.game.Size))), Owner: rnd.IntN(2) == 0})
	case 2:
		_ = t.do(engine.Host, engine.NextTable{})
	case 3:
		if rnd.IntN(6) == 0 {
			_ = t.do(engine.Host, engine.NextSeating{})
		}
	default:
		if t.game.Objection.Vote != 0 {
			_ = t.do(p, engine.VoteProtest{Yes: rnd.IntN(30) > 0})
		}
		if all := t.game.Allowed(theJudge, t.now); t.game.Judge != engine.Host && len(all) > 0 && rnd.IntN(30) == 0 {
			_ = t.do(theJudge, all[rnd.IntN(len(all))])
		}
	}
}
