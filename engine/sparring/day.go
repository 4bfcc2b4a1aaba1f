package sparring

import (
	"math/rand/v2"
	"time"

	"mafiabot/engine"
)

// A talk is a speech being composed: each sentence a little later than the last.
type talk struct {
	v    engine.View
	r    *rand.Rand
	at   float64 // part of the window that has gone by
	plan []Intent
}

// talk begins a speech after a moment of thought.
func (p *Partner) talk(v engine.View, why purpose) *talk {
	r := p.chance(v.Window, why)
	return &talk{v: v, r: r, at: 0.04 + 0.1*r.Float64()}
}

// now returns the moment to which he has come.
func (t *talk) now() time.Duration {
	length := time.Duration(t.v.Length) * time.Second
	at := time.Duration(float64(length) * min(t.at, 0.93))
	return max(at, 300*time.Millisecond).Round(time.Millisecond)
}

// next returns the moment of the next sentence.
func (t *talk) next() time.Duration {
	at := t.now()
	t.at += 0.08 + 0.14*t.r.Float64()
	return at
}

// do presses something, and takes a moment for it.
func (t *talk) do(c engine.Command) {
	t.plan = append(t.plan, Intent{After: t.now(), Act: c})
	t.at += 0.03
}

func (t *talk) say(k Kind, s engine.Seat) {
	t.plan = append(t.plan, say(t.next(), k, s, t.r))
}

// end says «спасибо», or lets the time run out.
func (t *talk) end(p *Partner) []Intent {
	switch x := t.r.Float64(); {
	case x < p.temper.closes:
		t.say(Thanks, 0)
	case x > 1-p.temper.careless/2:
		late := say(time.Duration(t.v.Length)*time.Second+time.Duration(1500+t.r.IntN(6000))*time.Millisecond, Overrun, 0, t.r)
		late.Anyway = true
		t.plan = append(t.plan, late)
	}
	return t.plan
}

// speech is his minute in the circle.
func (p *Partner) speech(v engine.View, allowed []engine.Command) []Intent {
	t := p.talk(v, forSpeech)
	if t.r.Float64() < p.temper.absent/3 {
		return nil // he says nothing at all
	}
	p.open(t)
	target := p.worst(v, v.Living, 0.9, t.r)
	if target != 0 && t.r.Float64() < 0.8 {
		t.say(Accuse, target)
	}
	if t.r.Float64() < p.temper.talks {
		if friend := p.best(v); friend != 0 {
			t.say(Defend, friend)
		}
	}
	if t.r.Float64() < p.temper.careless*1.2 {
		t.say(Honest, 0)
	}
	if t.r.Float64() < eager(v) {
		p.nominate(t, allowed)
	}
	if t.r.Float64() < p.temper.careless {
		for range 1 + t.r.IntN(6) {
			t.say(Gesture, 0)
		}
	}
	return t.end(p)
}

// open is what he says of himself: a claim, a check, or the weather.
func (p *Partner) open(t *talk) {
	switch {
	case t.v.Role == engine.Sheriff && p.claims(t):
		p.claimed = true
		t.say(ClaimSheriff, 0)
		for _, c := range p.checks {
			if c.yes {
				t.say(CheckedBlack, c.seat)
			} else if t.r.Float64() < 0.6 {
				t.say(CheckedRed, c.seat)
			}
		}
	case t.v.Role.Black() && t.v.Day > 1 && t.r.Float64() < 0.05:
		p.claimed = true
		t.say(ClaimSheriff, 0)
		if s := (t.v.Living &^ allies(t.v)).After(t.v.Seat); s != 0 {
			t.say(CheckedBlack, s)
		}
	case t.r.Float64() < nerves(t.v):
		t.say(Nervous, 0)
	case t.r.Float64() < 0.5:
		t.say(ClaimRed, 0)
	default:
		t.say(SmallTalk, 0)
	}
}

// nerves is how likely a speech comes off badly. A liar's does more often, and
// that is all that the reds have to go by.
func nerves(v engine.View) float64 {
	if v.Role.Black() {
		return 0.45
	}
	return 0.13
}

// claims reports whether the Sheriff comes out today: once he has found a
// black, or when the table grows small.
func (p *Partner) claims(t *talk) bool {
	if p.claimed || len(p.checks) == 0 {
		return p.claimed
	}
	found := false
	for _, c := range p.checks {
		found = found || c.yes && t.v.Living.Has(c.seat)
	}
	return found && t.r.Float64() < 0.85 || t.v.Living.Len() <= 5
}

// mood is a number below 100 that the whole table shares on one day: it is made
// of what is public, and says whether the table is shy, or angry.
func mood(v engine.View) uint64 {
	h := mix(0, uint64(v.Day))
	for _, c := range v.Chairs {
		h = mix(h, uint64(c.Main))
	}
	return h % 100
}

// eager is how likely anybody nominates today: on shy days nobody does.
func eager(v engine.View) float64 {
	switch x := mood(v); {
	case x < 5:
		return 0.02
	case x < 13:
		return 0.1
	}
	return 0.7
}

// nominate puts the worst free seat on the list: by the button, by the formula
// with the hand, by the formula alone, or in words that may not be the formula.
func (p *Partner) nominate(t *talk, allowed []engine.Command) {
	s := p.worst(t.v, nominable(t.v.Living, allowed), 0.9, t.r)
	if s == 0 {
		return
	}
	if t.r.Float64() < 0.03 {
		s = t.v.Drawn.After(s) // he has not listened: it may be on the list, or out
	}
	switch x := t.r.Float64(); {
	case x < 0.35:
		t.plan = append(t.plan, Intent{After: t.next(), Act: engine.Nominate{Seat: s}})
	case x < 0.7:
		t.say(NominateTouch, s)
	case x < 0.95:
		t.say(Nominate, s)
	default:
		t.say(NominateLoose, s)
	}
}

// nominable are the seats that he may put on the list now.
func nominable(living engine.Seats, allowed []engine.Command) engine.Seats {
	var out engine.Seats
	for s := range living.All() {
		if can(allowed, engine.Nominate{Seat: s}) {
			out = out.With(s)
		}
	}
	return out
}

// touch puts the hand on the table for a formula of his that lacks it (C55).
func (p *Partner) touch(v engine.View, allowed []engine.Command) []Intent {
	r := p.chance(v.Window, forTouch)
	if v.Pending.By != v.Seat || v.Seat == 0 || !can(allowed, engine.Touch{}) || r.Float64() < p.temper.absent*2 {
		return nil
	}
	after := time.Duration(v.Length) * time.Second / 40
	return []Intent{{After: max(after, 300*time.Millisecond), Act: engine.Touch{}, Typed: r.Float64() < 0.5}}
}

// slot is the ten seconds of a silenced seat: a nomination, «пас», nothing, or
// one word too many (T35–T38).
func (p *Partner) slot(v engine.View, allowed []engine.Command) []Intent {
	t := p.talk(v, forSlot)
	s := p.worst(v, nominable(v.Living, allowed), 0.9, t.r)
	switch x := t.r.Float64(); {
	case x < 0.05:
		t.say(Interrupt, 0)
	case x < 0.5 && s != 0:
		if t.r.Float64() < 0.3 {
			t.plan = append(t.plan, Intent{After: t.next(), Act: engine.Nominate{Seat: s}})
			return t.plan
		}
		t.say(NominateSlot, s)
	case x < 0.75:
		t.say(Pass, 0)
	case x < 0.9:
		t.plan = append(t.plan, Intent{After: t.next(), Act: engine.Pass{}})
	}
	return t.plan
}

// tieSpeech is the half minute of a tied seat.
func (p *Partner) tieSpeech(v engine.View) []Intent {
	t := p.talk(v, forTieSpeech)
	t.at *= 2
	t.say(Plea, 0)
	if t.r.Float64() < p.temper.careless {
		t.say(Honest, 0)
	}
	if t.r.Float64() < p.temper.talks {
		if s := p.worst(v, v.Living, 0.9, t.r); s != 0 {
			t.say(Accuse, s)
		}
	}
	return t.end(p)
}

// lastWord is his farewell, and first of all his best move. A Sheriff tells what he knows.
func (p *Partner) lastWord(v engine.View, allowed []engine.Command) []Intent {
	t := p.talk(v, forLastWord)
	p.move(t, allowed)
	if v.Role == engine.Sheriff {
		t.say(ClaimSheriff, 0)
		for _, c := range p.checks {
			if c.yes {
				t.say(CheckedBlack, c.seat)
			} else {
				t.say(CheckedRed, c.seat)
			}
		}
	} else if s := p.worst(v, v.Living, 0.9, t.r); s != 0 && t.r.Float64() < 0.7 {
		t.say(Accuse, s)
	}
	t.say(LastWord, 0)
	return t.end(p)
}

// move names whom he holds for black, if he was killed first and the rules let him (T18).
func (p *Partner) move(t *talk, allowed []engine.Command) {
	var free engine.Seats
	for _, c := range allowed {
		if pick, ok := c.(engine.PickMove); ok {
			free = free.With(pick.Seat)
		}
	}
	r := p.chance(t.v.Window, forMove)
	if free == 0 || r.Float64() < p.temper.absent {
		return
	}
	n := 3
	if t.v.BestMove == engine.Two || t.v.BestMove == engine.TwoOrThree && r.Float64() < 0.4 {
		n = 2
	}
	for range n {
		s := p.worst(t.v, free, 0.9, r)
		free = free.Without(s)
		t.do(engine.PickMove{Seat: s})
	}
	t.do(engine.RecordMove{})
}
