package sparring

import (
	"math/rand/v2"
	"slices"
	"time"

	"mafiabot/engine"
)

// Partner is a player made of a seed. He implements [Mind] and [Listener].
type Partner struct {
	key    uint64 // of all his chance
	temper temper
	last   moment
	me     engine.Seat
	doubts doubts
	checks []check // his own, in order
	noms   int     // how many of today's nominations he has noticed
	day    uint8

	choice     engine.Seat // whom he means to vote for in this round
	choiceList engine.List
	claimed    bool // he has said he is the Sheriff
}

// moment is what makes him think again: the window, whether it runs, where he
// stands, and a formula of his that lacks its touch.
type moment struct {
	window  uint32
	open    bool
	part    engine.Part
	pending engine.Nomination
}

// check is an answer to a check of his own.
type check struct {
	seat engine.Seat
	yes  bool
}

// New returns a player. The same seed and player are the same partner.
func New(seed uint64, player int) *Partner {
	p := &Partner{key: mix(mix(0, seed), uint64(player))}
	p.temper = newTemper(p.chance(0, forTemper))
	p.doubts.prejudice(p.chance(0, forDoubts))
	return p
}

// purpose keys the chance of one decision.
type purpose uint64

const (
	forTemper purpose = iota
	forDoubts
	forLobby
	forSpeech
	forSlot
	forTouch
	forVote
	forChoice
	forLift
	forTieSpeech
	forLastWord
	forNight
	forShot
	forCheck
	forBriefing
	forBreach
	forHeckle
	forTrigger
	forSecond
	forOpinion
	forBest
	forMask
	forMove
)

// chance returns the generator of one decision in one window.
func (p *Partner) chance(window uint32, why purpose) *rand.Rand {
	return rand.New(rand.NewPCG(p.key, uint64(window)<<8|uint64(why)))
}

// mix stirs n into a hash (the finaliser of SplitMix64).
func mix(h, n uint64) uint64 {
	h ^= n + 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Intend says what he means to do now that he sees v.
func (p *Partner) Intend(v engine.View, allowed []engine.Command) []Intent {
	p.notice(v)
	now := moment{v.Window, v.Open, v.Part, v.Pending}
	if now == p.last {
		return nil
	}
	before := p.last
	p.last = now
	if !v.Open {
		return nil
	}
	if before.window == now.window && before.open && before.part == now.part {
		return p.touch(v, allowed)
	}
	if v.Verdict != 0 {
		return p.after(v, allowed)
	}
	switch v.Part {
	case engine.StrangerPart, engine.Waiting:
		return p.gather(v, allowed)
	case engine.Departed:
		if v.Floor == v.Seat && !isSecond(v) {
			return p.lastWord(v, allowed)
		}
		return p.heckle(v)
	case engine.Second:
		return p.second(v)
	}
	return p.play(v, allowed)
}

// gather is the lobby: join, be ready, draw.
func (p *Partner) gather(v engine.View, allowed []engine.Command) []Intent {
	r := p.chance(v.Window, forLobby)
	if can(allowed, engine.Join{}) {
		return []Intent{{After: time.Duration(1500+r.IntN(14000)) * time.Millisecond, Act: engine.Join{}}}
	}
	if r.Float64() < p.temper.absent/6 {
		return nil // he has not looked at his phone
	}
	for _, c := range []engine.Command{engine.SayReady{}, engine.DrawLot{}, engine.Draw{}, engine.TakeCard{}} {
		if can(allowed, c) {
			return []Intent{{After: p.within(v, r, 0.03, 0.5), Act: c}}
		}
	}
	return nil
}

// play is what a living seat does.
func (p *Partner) play(v engine.View, allowed []engine.Command) []Intent {
	switch s := v.Stage.(type) {
	case engine.Briefing:
		return slices.Concat(p.briefing(v), p.mask(v, allowed), p.breach(v))
	case engine.Fall:
		return append(p.mask(v, allowed), p.breach(v)...)
	case engine.DonMeet:
		return p.showDon(v, allowed)
	case engine.Shoot:
		return append(p.shoot(v), p.breach(v)...)
	case engine.DonCheck, engine.SheriffCheck:
		return append(p.check(v, allowed), p.wake(v)...)
	case engine.Speech:
		switch {
		case s.Seat != v.Seat:
			return p.breach(v)
		case s.Slot:
			return p.slot(v, allowed)
		case s.Half == engine.SecondHalf:
			return p.meanwhile(v, allowed)
		}
		return p.speech(v, allowed)
	case engine.TieSpeech:
		if s.Seat == v.Seat {
			return p.tieSpeech(v)
		}
		return p.breach(v)
	case engine.Voting:
		return append(p.vote(v), p.breach(v)...)
	case engine.LiftVote:
		return p.lift(v)
	case engine.LastWord, engine.Announce, engine.Lead:
		return p.breach(v)
	}
	return nil
}

// notice keeps up with what the View shows of the day.
func (p *Partner) notice(v engine.View) {
	p.me = v.Seat
	if v.Day != p.day {
		p.day, p.noms = v.Day, 0
	}
	n := v.Noms.Len()
	for ; p.noms < n; p.noms++ {
		p.doubts.accused(v.Noms[p.noms].By, v.Noms[p.noms].Seat, 0.35)
	}
}

// within returns a moment between two parts of the window, never at once: a
// hand needs a third of a second.
func (p *Partner) within(v engine.View, r *rand.Rand, from, to float64) time.Duration {
	length := time.Duration(v.Length) * time.Second
	at := time.Duration(float64(length) * (from + (to-from)*r.Float64()))
	return max(at, 300*time.Millisecond).Round(time.Millisecond)
}

// can reports whether a command is allowed now.
func can(allowed []engine.Command, c engine.Command) bool {
	return slices.Contains(allowed, c)
}

// say is an intent to say something.
func say(after time.Duration, k Kind, s engine.Seat, r *rand.Rand) Intent {
	return Intent{After: after, Line: Line{Kind: k, Seat: s, Variant: uint64(r.Uint32())}}
}
