package sparring

import (
	"math/rand/v2"

	"mafiabot/engine"
)

// doubts is how black a player thinks each seat is: prejudice, what the others
// say, and what he knows for certain.
type doubts struct {
	level   [engine.MaxSeats + 1]float64
	sheriff engine.Seat // who said first that he is the Sheriff
}

const certain = 10 // a level that no talk outweighs

// prejudice gives everybody a face.
func (d *doubts) prejudice(r *rand.Rand) {
	for s := range d.level {
		d.level[s] = 1.7 * r.Float64()
	}
}

// accused weighs a word against a seat by how much its author is trusted.
func (d *doubts) accused(by, of engine.Seat, weight float64) {
	if by == of || of == 0 {
		return
	}
	trust := 1.0
	switch {
	case d.level[by] > 3:
		trust = 0.2
	case by == d.sheriff:
		trust = 1.5
	}
	d.level[of] += weight * trust
}

// Hear tells him what was said. Words move doubts; they move nobody who knows.
func (p *Partner) Hear(by engine.Seat, said Line) {
	if by == p.me {
		return
	}
	switch said.Kind {
	case Accuse:
		p.doubts.accused(by, said.Seat, 0.4)
	case Defend:
		p.doubts.accused(by, said.Seat, -0.25)
	case ClaimSheriff:
		if p.doubts.sheriff == 0 {
			p.doubts.sheriff = by
			p.doubts.level[by] -= 1
		} else if p.doubts.sheriff != by {
			p.doubts.level[by] += 1 // two cannot both be
		}
	case Nervous:
		p.doubts.level[by] += 1.2
	case CheckedBlack:
		p.doubts.accused(by, said.Seat, 2.5)
	case CheckedRed:
		p.doubts.accused(by, said.Seat, -1.5)
	}
}

// Told tells him the answer to his check.
func (p *Partner) Told(target engine.Seat, yes bool) {
	if target != 0 {
		p.checks = append(p.checks, check{target, yes})
	}
}

// suspicion is how much he would like to see a seat go: what he thinks of it,
// or what he has to pretend.
func (p *Partner) suspicion(v engine.View, s engine.Seat) float64 {
	x := p.doubts.level[s]
	switch {
	case v.Role.Black() && allies(v).Has(s):
		x -= 3 // unless the table has made up its mind
	case v.Role.Black() && s == p.doubts.sheriff:
		x += 2
	case v.Role == engine.Sheriff:
		for _, c := range p.checks {
			if c.seat == s && c.yes {
				x += certain
			} else if c.seat == s {
				x -= certain
			}
		}
	}
	return x
}

// allies are the blacks, as a black knows them.
func allies(v engine.View) engine.Seats { return v.Mafia.With(v.Don) }

// worst returns the seat of a set that he suspects most, himself excepted; the
// spread is how much his opinion wavers today.
func (p *Partner) worst(v engine.View, of engine.Seats, spread float64, r *rand.Rand) engine.Seat {
	best, most := engine.Seat(0), 0.0
	for s := range of.Without(v.Seat).All() {
		x := p.suspicion(v, s) + spread*r.NormFloat64()
		if best == 0 || x > most {
			best, most = s, x
		}
	}
	return best
}

// best returns the living seat that he suspects least.
func (p *Partner) best(v engine.View) engine.Seat {
	var out engine.Seat
	for s := range v.Living.Without(v.Seat).All() {
		if out == 0 || p.doubts.level[s] < p.doubts.level[out] {
			out = s
		}
	}
	return out
}
