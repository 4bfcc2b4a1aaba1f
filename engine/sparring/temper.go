package sparring

import "math/rand/v2"

// temper is what a player is like, for the whole evening. Its fields are
// probabilities.
type temper struct {
	careless float64 // to break a rule where there is an occasion
	talks    float64 // to say one thing more
	closes   float64 // to end his minute with «спасибо»
	types    float64 // to write what he could press
	absent   float64 // to forget what is expected of him
	misfires float64 // to shoot at the wrong seat
	stubborn float64 // to keep his vote in a revote
	rash     float64 // to lay his hand too early and then want another candidate
}

// newTemper draws a temper. Most players are careful, some are not, one in a
// while collects every foul there is.
func newTemper(r *rand.Rand) temper {
	t := temper{
		careless: 0.012,
		talks:    0.35 + 0.5*r.Float64(),
		closes:   0.6 + 0.4*r.Float64(),
		types:    0.05 + 0.15*r.Float64(),
		absent:   0.02 + 0.03*r.Float64(),
		misfires: 0.04,
		stubborn: 0.6 + 0.4*r.Float64(),
		rash:     0.004,
	}
	switch x := r.Float64(); {
	case x < 0.14:
		t.careless, t.rash = 0.12, 0.02
	case x < 0.40:
		t.careless = 0.05
	}
	if r.Float64() < 0.12 {
		t.misfires = 0.45
	}
	return t
}
