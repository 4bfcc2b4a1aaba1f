package sparring

import "mafiabot/engine"

// after is what he does when the game is over: his opinion, with the best player in it,
// and his vote.
func (p *Partner) after(v engine.View, allowed []engine.Command) []Intent {
	switch v.Stage.(type) {
	case engine.Opinion:
		if v.Floor == v.Seat {
			return p.opinion(v, allowed)
		}
	case engine.BestVote:
		return p.prefer(v, allowed)
	}
	return nil
}

// opinion is his half minute of what has been.
func (p *Partner) opinion(v engine.View, allowed []engine.Command) []Intent {
	t := p.talk(v, forOpinion)
	if t.r.Float64() < p.temper.absent/2 {
		return nil // he is asleep already
	}
	t.at *= 2
	t.say(Opinion, 0)
	var bests []engine.Seat
	for _, c := range allowed {
		if best, ok := c.(engine.NameBest); ok {
			bests = append(bests, best.Seat)
		}
	}
	if len(bests) > 0 && t.r.Float64() < 0.6 {
		best := bests[t.r.IntN(len(bests))]
		if t.r.Float64() < 0.4 {
			t.plan = append(t.plan, Intent{After: t.next(), Act: engine.NameBest{Seat: best}})
		} else {
			t.say(BestPlayer, best)
		}
	}
	t.say(Thanks, 0)
	return t.plan
}

// prefer is his vote for the best player.
func (p *Partner) prefer(v engine.View, allowed []engine.Command) []Intent {
	r := p.chance(v.Window, forBest)
	if len(allowed) == 0 || r.Float64() < p.temper.absent {
		return nil
	}
	vote, ok := allowed[r.IntN(len(allowed))].(engine.VoteBest)
	if !ok {
		return nil
	}
	return []Intent{{After: p.within(v, r, 0.1, 0.8), Act: vote, Typed: r.Float64() < p.temper.types}}
}
