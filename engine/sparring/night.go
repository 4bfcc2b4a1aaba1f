package sparring

import (
	"time"

	"mafiabot/engine"
)

// briefing is the minute of the blacks: a few words, and the Don's orders.
func (p *Partner) briefing(v engine.View) []Intent {
	if !v.Role.Black() {
		return nil
	}
	r := p.chance(v.Window, forBriefing)
	var out []Intent
	if r.Float64() < 0.4+p.temper.talks/2 {
		out = append(out, say(p.within(v, r, 0.05, 0.2), Whisper, 0, r))
	}
	reds := v.Living &^ allies(v)
	if v.Role != engine.Don {
		if r.Float64() < 0.5 {
			out = append(out, say(p.within(v, r, 0.2, 0.35), WhisperOrder, p.worst(v, reds, 1, r), r))
		}
		return out
	}
	at, step := p.within(v, r, 0.4, 0.5), time.Duration(v.Length)*time.Second/12
	typed := r.Float64() < p.temper.types
	orders := 3
	if r.Float64() < 0.15 {
		orders = r.IntN(3)
	}
	for n := range orders {
		target := p.worst(v, reds, 1, r)
		reds = reds.Without(target)
		order := engine.Order{Target: target}
		if typed {
			order.Night = uint8(n + 1)
		}
		out = append(out, Intent{After: at, Act: order, Typed: typed})
		at += step
	}
	return out
}

// mask puts the blindfold on, where a club asks for it; some forget.
func (p *Partner) mask(v engine.View, allowed []engine.Command) []Intent {
	r := p.chance(v.Window, forMask)
	if !can(allowed, engine.Mask{}) || r.Float64() < p.temper.absent {
		return nil
	}
	at := time.Duration(float64(v.Rules.MaskTime) * float64(time.Second) * (0.1 + 0.7*r.Float64()))
	typed := r.Float64() < p.temper.types/2
	return []Intent{{After: max(at, 300*time.Millisecond).Round(time.Millisecond), Act: engine.Mask{}, Typed: typed, Anyway: true}}
}

// showDon is the Don's gesture to the host.
func (p *Partner) showDon(v engine.View, allowed []engine.Command) []Intent {
	r := p.chance(v.Window, forNight)
	if !can(allowed, engine.ShowDon{}) || r.Float64() < p.temper.absent {
		return nil
	}
	return []Intent{{After: p.within(v, r, 0.1, 0.7), Act: engine.ShowDon{}}}
}

// victim is the seat that all blacks agree on without a word: the Sheriff who
// came out, the order of the night, the other orders, round the table from the Don.
func (p *Partner) victim(v engine.View) engine.Seat {
	reds := v.Living &^ allies(v)
	if reds.Has(p.doubts.sheriff) {
		return p.doubts.sheriff
	}
	if n := int(v.Night) - 1; n >= 0 && n < len(v.Orders) && reds.Has(v.Orders[n]) {
		return v.Orders[n]
	}
	for _, s := range v.Orders {
		if reds.Has(s) {
			return s
		}
	}
	return reds.After(v.Don)
}

// shoot takes aim and fires: at the victim, past him, not at all, or twice.
func (p *Partner) shoot(v engine.View) []Intent {
	if !v.Role.Black() {
		return nil
	}
	r := p.chance(v.Window, forShot)
	target := p.victim(v)
	switch x := r.Float64(); {
	case x < p.temper.absent*0.7:
		return nil
	case x < p.temper.absent*0.7+p.temper.misfires:
		target = (v.Living &^ allies(v)).After(target)
	}
	typed := r.Float64() < p.temper.types
	if v.Rules.ShootMode == engine.Called {
		return p.shootCalled(v, target, typed)
	}
	at := p.within(v, r, 0.1, 0.5)
	trigger := p.within(v, r, 0.05, 0.3)
	var out []Intent
	if !typed {
		out = append(out, Intent{After: at, Act: engine.Aim{Target: target}})
	}
	fire := Intent{After: at + trigger, Act: engine.Fire{}}
	if typed {
		fire.Act, fire.Typed = engine.ShootAt{Target: target}, true
	}
	out = append(out, fire)
	if r.Float64() < 0.02 {
		other := v.Living.After(target)
		late := at + trigger + p.within(v, r, 0.03, 0.08)
		out = append(out,
			Intent{After: late, Act: engine.Aim{Target: other}},
			Intent{After: late + p.within(v, r, 0.03, 0.08), Act: engine.Fire{}})
	}
	return out
}

// shootCalled fires while the victim's number is called; some are too quick, and a
// few fire at the next number, too. Who is slow presses between two numbers.
func (p *Partner) shootCalled(v engine.View, target engine.Seat, typed bool) []Intent {
	r := p.chance(v.Window, forTrigger)
	call := time.Duration(v.Rules.ShootCall) * time.Second
	round := call + time.Duration(v.Rules.ShootGap)*time.Second
	before := time.Duration((v.Living & (1<<target - 1)).Len())
	fire := Intent{After: before*round + time.Duration(float64(call)*(0.2+0.6*r.Float64())), Act: engine.FireAt{Shown: target}}
	if typed {
		fire.Act, fire.Typed = engine.ShootAt{Target: target}, true
	}
	if r.Float64() < p.temper.careless/4 {
		return []Intent{{After: before*round + call + (round-call)/2, Act: engine.FireAt{}}}
	}
	out := []Intent{fire}
	if r.Float64() < 0.02 {
		out = append(out, Intent{After: fire.After + round, Act: engine.FireAt{Shown: v.Living.After(target)}})
	}
	return out
}

// check asks for a seat that he knows nothing of.
func (p *Partner) check(v engine.View, allowed []engine.Command) []Intent {
	r := p.chance(v.Window, forCheck)
	known := engine.SetOf(v.Seat)
	for _, c := range p.checks {
		known = known.With(c.seat)
	}
	if v.Role == engine.Don {
		known |= allies(v)
	}
	open := v.Living.Without(v.Shot) &^ known
	target := p.worst(v, open, 1, r)
	if target == 0 || !can(allowed, engine.Check{Target: target}) || r.Float64() < p.temper.absent {
		return nil
	}
	return []Intent{{After: p.within(v, r, 0.1, 0.85), Act: engine.Check{Target: target}, Typed: r.Float64() < p.temper.types/2}}
}

// wake is a private word into the search for the Sheriff, once or twice (C12).
func (p *Partner) wake(v engine.View) []Intent {
	if _, search := v.Stage.(engine.DonCheck); !search {
		return nil
	}
	r := p.chance(v.Window, forNight)
	if r.Float64() >= p.temper.careless/3 {
		return nil
	}
	first := say(p.within(v, r, 0.35, 0.5), Wake, 0, r)
	out := []Intent{first}
	if r.Float64() < 0.4 {
		gap := time.Duration(v.Rules.ToldGap)*time.Second + 600*time.Millisecond
		out = append(out, say(first.After+gap, Wake, 0, r))
	}
	return out
}
