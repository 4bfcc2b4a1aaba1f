package sparring

import (
	"time"

	"mafiabot/engine"
)

// breach is what he does where he should keep still: somebody else's minute, a
// ballot, a last word, the night. Three fouls make most players careful.
func (p *Partner) breach(v engine.View) []Intent {
	r := p.chance(v.Window, forBreach)
	odds := p.temper.careless * temptation(v)
	if v.Fouls[v.Seat] >= 3 {
		odds *= 0.6
	}
	if r.Float64() >= odds {
		return nil
	}
	kind, seat := Interrupt, engine.Seat(0)
	x := r.Float64()
	switch s := v.Stage.(type) {
	case engine.Briefing, engine.Fall, engine.Shoot:
		kind = nightKind(x)
		if kind == NightSign {
			seat = v.Living.After(v.Seat)
		}
	case engine.LastWord:
		kind = Farewell
		if s.Killed && x < 0.4 || x < 0.15 {
			kind = Gesture
		}
	default:
		kind = dayKind(x)
	}
	out := []Intent{say(p.within(v, r, 0.1, 0.95), kind, seat, r)}
	if r.Float64() < 0.2 {
		again := say(p.within(v, r, 0.5, 0.98), kind, seat, r)
		again.After = max(again.After, out[0].After+900*time.Millisecond)
		out = append(out, again)
	}
	return out
}

// temptation is how much a stage invites a careless word.
func temptation(v engine.View) float64 {
	switch s := v.Stage.(type) {
	case engine.LastWord:
		if s.Killed {
			return 1
		}
		return 2.4 // everybody says good-bye
	case engine.TieSpeech:
		return 1.2
	case engine.Announce, engine.Lead, engine.Voting:
		return 0.25
	case engine.Briefing, engine.Fall, engine.Shoot:
		return 0.6
	}
	return 1
}

// dayKind is how a day is disturbed.
func dayKind(x float64) Kind {
	switch {
	case x < 0.62:
		return Interrupt
	case x < 0.72:
		return Honest
	case x < 0.80:
		return Sound
	case x < 0.92:
		return Gesture
	}
	return Sticker
}

// nightKind is how a night is disturbed.
func nightKind(x float64) Kind {
	switch {
	case x < 0.5:
		return Night
	case x < 0.7:
		return Sticker
	case x < 0.85:
		return Sound
	case x < 0.93:
		return Gesture
	}
	return NightSign
}

// heckle is what a seat that is out cannot keep to itself; it is deleted. Where it gives
// the game away most think better of it (T79).
func (p *Partner) heckle(v engine.View) []Intent {
	r := p.chance(v.Window, forHeckle)
	slips := p.temper.careless / 6
	if v.Rules.OutSpeaks == engine.Award {
		slips /= 10
	}
	if _, over := v.Stage.(engine.Over); over || v.Length == 0 || r.Float64() >= slips {
		return nil
	}
	return []Intent{say(p.within(v, r, 0.1, 0.9), Heckle, 0, r)}
}
