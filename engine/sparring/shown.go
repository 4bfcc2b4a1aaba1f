package sparring

import (
	"iter"

	"mafiabot/engine"
)

// Case is something that a game can show.
type Case string

// The cases, in the order of [Cases].
const (
	KillCase        Case = "kill"
	MissCase        Case = "miss"
	TieCase         Case = "tie"
	SubsetTie       Case = "subset tie"
	LiftFor         Case = "repeated tie, lift for"
	LiftAgainst     Case = "repeated tie, lift against"
	ThirdBefore     Case = "third foul before the own speech"
	ThirdDuring     Case = "third foul during the own speech"
	ThirdAfter      Case = "third foul after the own speech"
	SlotUsed        Case = "slot used"
	SlotPassed      Case = "slot passed"
	RemovedBefore   Case = "removal before the ballot"
	RemovedDuring   Case = "removal during the ballot"
	RemovedAfter    Case = "removal after the ballot"
	RemovedAtNight  Case = "removal at night"
	ThreeMisses     Case = "three misses"
	RedVictory      Case = "red win"
	BlackVictory    Case = "black win"
	OneNomineeDay   Case = "day of one nominee"
	EmptyListDay    Case = "day without a nominee"
	DayWithNoBallot Case = "day without a ballot after a removal"
	BestMoveCase    Case = "best move"
	AwardCase       Case = "win awarded"
)

// Cases lists every case.
func Cases() []Case {
	return []Case{
		KillCase, MissCase, TieCase, SubsetTie, LiftFor, LiftAgainst, ThirdBefore, ThirdDuring, ThirdAfter,
		SlotUsed, SlotPassed, RemovedBefore, RemovedDuring, RemovedAfter, RemovedAtNight, ThreeMisses,
		RedVictory, BlackVictory, OneNomineeDay, EmptyListDay, DayWithNoBallot, BestMoveCase, AwardCase,
	}
}

// Shown counts what a log shows, case by case.
func Shown(log iter.Seq[engine.Event]) map[Case]int {
	out := map[Case]int{}
	var g engine.Game
	for e := range log {
		for _, c := range casesOf(&g, e) {
			if c == ThreeMisses && out[AwardCase] > 0 {
				continue // that position is left as it was
			}
			out[c]++
		}
		g.Apply(e)
	}
	return out
}

// casesOf returns what an event shows in the game as it was before it.
func casesOf(g *engine.Game, e engine.Event) []Case {
	switch e := e.(type) {
	case engine.Killed:
		return []Case{KillCase}
	case engine.Missed:
		return []Case{MissCase}
	case engine.Tied:
		return tieCases(g, e)
	case engine.LiftClosed:
		if e.Passed {
			return []Case{LiftFor}
		}
		return []Case{LiftAgainst}
	case engine.Fouled:
		return foulCases(g, e)
	case engine.Nominated:
		if s, ok := g.Stage.(engine.Speech); ok && s.Slot {
			return []Case{SlotUsed}
		}
	case engine.Thanked:
		if s, ok := g.Stage.(engine.Speech); ok && s.Slot && !nominatedBy(g, s.Seat) {
			return []Case{SlotPassed}
		}
	case engine.Removed:
		return []Case{removalCase(g, e)}
	case engine.BallotCalled:
		if e.List.Len() == 1 {
			return []Case{OneNomineeDay}
		}
	case engine.NoVote:
		return noVoteCases(e)
	case engine.MoveRecorded:
		return []Case{BestMoveCase}
	case engine.Awarded:
		return []Case{AwardCase}
	case engine.Ended:
		return endCases(g, e)
	}
	return nil
}

func tieCases(g *engine.Game, e engine.Tied) []Case {
	switch before := g.Ballot.Tied; {
	case before == 0:
		return []Case{TieCase}
	case before != e.List.Seats() && e.List.Seats()&^before == 0:
		return []Case{SubsetTie}
	}
	return nil
}

func foulCases(g *engine.Game, e engine.Fouled) []Case {
	if e.Count != 3 || isNight(g.Stage) {
		return nil
	}
	s, speech := g.Stage.(engine.Speech)
	switch {
	case speech && s.Seat == e.Seat:
		return []Case{ThirdDuring}
	case g.Had.Has(e.Seat):
		return []Case{ThirdAfter}
	}
	return []Case{ThirdBefore}
}

func nominatedBy(g *engine.Game, s engine.Seat) bool {
	for _, n := range g.Noms {
		if n.By == s && n.Seat != 0 {
			return true
		}
	}
	return false
}

func removalCase(g *engine.Game, e engine.Removed) Case {
	switch s := g.Stage.(type) {
	case engine.Announce, engine.Lead, engine.Voting, engine.TieSpeech, engine.LiftVote:
		return RemovedDuring
	case engine.LastWord:
		if !s.Killed {
			return RemovedAfter
		}
	}
	if e.Why == engine.AtNight || isNight(g.Stage) {
		return RemovedAtNight
	}
	return RemovedBefore
}

func noVoteCases(e engine.NoVote) []Case {
	switch e.Why {
	case engine.OneNominee:
		return []Case{OneNomineeDay}
	case engine.NoNominee:
		return []Case{EmptyListDay}
	}
	return []Case{DayWithNoBallot}
}

// endCases says who won, and whether it was by three misses: the position of
// the living then decides nothing.
func endCases(g *engine.Game, e engine.Ended) []Case {
	var out []Case
	blacks := 0
	for s := range g.Living.All() {
		if g.Roles[s].Black() {
			blacks++
		}
	}
	if blacks > 0 && blacks*2 < g.Living.Len() {
		out = append(out, ThreeMisses)
	}
	switch e.Verdict {
	case engine.RedWin:
		out = append(out, RedVictory)
	case engine.BlackWin:
		out = append(out, BlackVictory)
	}
	return out
}

func isNight(s engine.Stage) bool {
	switch s.(type) {
	case engine.Briefing, engine.DonMeet, engine.LookDon, engine.Look, engine.Fall, engine.Shoot, engine.DonCheck, engine.SheriffCheck:
		return true
	}
	return false
}
