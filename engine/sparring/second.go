package sparring

import (
	"slices"

	"mafiabot/engine"
)

// What the two of a seat do besides: the consigliere speaks in his half and keeps still
// else, more or less; the player may nominate while he does (T102, T103).

// isSecond reports whether who looks is the consigliere of his seat.
func isSecond(v engine.View) bool { return v.Seat != 0 && v.Chairs[v.Seat].Second == v.Me }

// second is what a consigliere does.
func (p *Partner) second(v engine.View) []Intent {
	r := p.chance(v.Window, forSecond)
	sp, speech := v.Stage.(engine.Speech)
	if speech && sp.Seat == v.Seat && sp.Half == engine.SecondHalf {
		return p.ownHalf(v)
	}
	var out []Intent
	if r.Float64() < 0.03 {
		out = append(out, say(p.within(v, r, 0.2, 0.8), Confer, v.Living.After(v.Seat), r))
	}
	switch v.Stage.(type) {
	case engine.DonMeet, engine.DonCheck, engine.SheriffCheck, engine.LiftVote:
		return out
	case engine.Voting:
		if r.Float64() < p.temper.rash/2 { // it is not his to vote
			out = append(out, Intent{After: p.within(v, r, 0.2, 0.7), Act: engine.Vote{Seat: v.Current}})
		}
	}
	if r.Float64() < 0.5 {
		return out
	}
	return append(out, p.breach(v)...)
}

// ownHalf is the consigliere's half of the minute.
func (p *Partner) ownHalf(v engine.View) []Intent {
	t := p.talk(v, forSpeech)
	t.at *= 2
	if t.r.Float64() < p.temper.absent/3 {
		return nil
	}
	if s := p.worst(v, v.Living, 0.9, t.r); s != 0 {
		t.say(Accuse, s)
		if t.r.Float64() < 0.1 {
			t.say(Nominate, s) // it counts for nothing
		}
	}
	if t.r.Float64() < p.temper.careless {
		t.say(Honest, 0)
	}
	t.say(SmallTalk, 0)
	return t.end(p)
}

// meanwhile is what a player does in his consigliere's half: he may nominate.
func (p *Partner) meanwhile(v engine.View, allowed []engine.Command) []Intent {
	r := p.chance(v.Window, forSecond)
	s := p.worst(v, nominable(v.Living, allowed), 0.9, r)
	named := slices.ContainsFunc(v.Noms[:], func(n engine.Nomination) bool { return n.By == v.Seat })
	switch x := r.Float64(); {
	case s == 0 || named || x > 0.4:
		return nil
	case x > 0.2:
		return []Intent{say(p.within(v, r, 0.3, 0.8), NominateSlot, s, r)}
	}
	return []Intent{{After: p.within(v, r, 0.3, 0.8), Act: engine.Nominate{Seat: s}}}
}
