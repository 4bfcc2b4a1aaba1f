package sparring

import (
	"time"

	"mafiabot/engine"
)

// vote lays his hand when his candidate is called; some forget, some are rash.
func (p *Partner) vote(v engine.View) []Intent {
	p.choose(v)
	r := p.chance(v.Window, forVote)
	forget, rash := r.Float64() < p.temper.absent, r.Float64() < p.temper.rash
	switch {
	case v.Voted != 0 && v.Voted != v.Current && v.Current == p.choice:
		return p.secondVote(v)
	case v.Voted != 0 || forget:
		return nil
	case v.Current != p.choice && !rash:
		return nil
	}
	hand := Intent{After: p.within(v, r, 0.12, 0.75), Act: engine.Vote{Seat: v.Current}, Typed: r.Float64() < p.temper.types}
	out := []Intent{hand}
	if r.Float64() < p.temper.rash/2 {
		out = append(out, say(hand.After+p.within(v, r, 0.1, 0.2), HandOff, 0, r))
	}
	return out
}

// secondVote is the hand for another candidate than the one he voted for by
// haste. Half of those who are told the price go on (C57, G21).
func (p *Partner) secondVote(v engine.View) []Intent {
	r := p.chance(v.Window, forVote)
	first := Intent{After: p.within(v, r, 0.05, 0.12), Act: engine.Vote{Seat: v.Current}}
	out := []Intent{first}
	if r.Float64() < 0.5 {
		gap := time.Duration(v.Rules.ToldGap)*time.Second + 400*time.Millisecond
		out = append(out, Intent{After: first.After + gap, Act: engine.Vote{Seat: v.Current}})
	}
	return out
}

// choose makes up his mind once a round. In a revote most keep their hand,
// which is why ties repeat.
func (p *Partner) choose(v engine.View) {
	if p.choice != 0 && v.List == p.choiceList && v.Current != v.List[0] {
		return
	}
	r := p.chance(v.Window, forChoice)
	list := v.List.Seats()
	stubborn := p.temper.stubborn
	if n := v.List.Len(); n > 2 && p.choice == v.List[n-1] {
		stubborn *= 0.3 // of three camps the last one gives in first
	}
	keep := v.Tied != 0 && list.Has(p.choice) && p.choice != v.Seat && r.Float64() < stubborn
	p.choiceList = v.List
	if keep {
		return
	}
	p.choice = p.worst(v, list, 1.8, r)
	if c := camp(v); c != 0 && c != v.Seat && r.Float64() < 0.85 {
		p.choice = c
	}
}

// camp returns the candidate for whom his side of the table votes, 0 on most
// days. On some the table falls into two or three camps of neighbours, each with
// a candidate of its own; so come the even splits of which ties are made.
func camp(v engine.View) engine.Seat {
	n := min(v.List.Len(), 3)
	if mood(v) < 78 || n < 2 {
		return 0
	}
	before := (v.Living & (1<<v.Seat - 1)).Len()
	return v.List[before*n/v.Living.Len()]
}

// lift raises his hand for the tied seats to leave, unless one of them is dear
// to him.
func (p *Partner) lift(v engine.View) []Intent {
	r := p.chance(v.Window, forLift)
	odds := 0.4
	if mood(v)%2 == 1 {
		odds = 0.95 // an angry table
	}
	switch {
	case v.Tied.Has(v.Seat):
		odds = 0.1
	case v.Role.Black() && v.Tied&allies(v) != 0:
		odds = 0.2
	case v.Role.Black():
		odds = 0.9
	}
	if r.Float64() >= odds {
		return nil
	}
	return []Intent{{After: p.within(v, r, 0.1, 0.7), Act: engine.Raise{}, Typed: r.Float64() < p.temper.types}}
}
