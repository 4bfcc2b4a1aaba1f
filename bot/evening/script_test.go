package evening_test

import (
	"time"

	"mafiabot/engine"
	"mafiabot/engine/sparring"
)

// peaceful is a mind that sits down, says a word in its minute, so that the table is not
// taken for empty (E46), and does nothing else: nobody is nominated, nobody is shot, and
// three misses end the game.
func peaceful(person int) sparring.Mind { return &idle{partner: sparring.New(1, person)} }

type idle struct {
	partner *sparring.Partner
	window  uint32 // of the minute in which he spoke last
}

func (m *idle) Intend(v engine.View, allowed []engine.Command) []sparring.Intent {
	if v.Part != engine.Main {
		return m.partner.Intend(v, allowed)
	}
	if _, speech := v.Stage.(engine.Speech); !speech || !v.Open || v.Floor != v.Seat || v.Window == m.window {
		return nil
	}
	m.window = v.Window
	return []sparring.Intent{{After: time.Second, Line: sparring.Line{Kind: sparring.SmallTalk}}}
}

// divided are minds that follow a script on the first day and play freely
// afterwards: three tie, then two of the three, then these two again, and the
// lift is voted for by as many as the test wants.
func divided(inFavour int) func(int) sparring.Mind {
	return func(person int) sparring.Mind {
		return &actor{partner: sparring.New(2, person), inFavour: engine.Seat(inFavour)}
	}
}

// The script: who nominates whom, and who votes for whom in each round.
var (
	nominations = map[engine.Seat]engine.Seat{1: 2, 2: 1, 3: 4, 4: 3}
	rounds      = [...]string{"3341112223", "2331111222", "2121111222"} // a digit a seat
)

type actor struct {
	partner  *sparring.Partner
	inFavour engine.Seat // seats up to this one raise their hand
	window   uint32      // the last one in which he acted
	round    int
}

func (m *actor) Intend(v engine.View, allowed []engine.Command) []sparring.Intent {
	if v.Part != engine.Main || v.Day > 1 {
		return m.partner.Intend(v, allowed)
	}
	if !v.Open || v.Window == m.window {
		return nil
	}
	m.window = v.Window
	act := m.act(v)
	if act == nil {
		return nil
	}
	return []sparring.Intent{{After: 700 * time.Millisecond, Act: act}}
}

// act is what the script has for him in a window, nil for nothing.
func (m *actor) act(v engine.View) engine.Command {
	switch s := v.Stage.(type) {
	case engine.Speech:
		if target := nominations[v.Seat]; target != 0 && s.Seat == v.Seat {
			return engine.Nominate{Seat: target}
		}
	case engine.Voting:
		if v.Current == v.List[0] {
			m.round++
		}
		if m.round <= len(rounds) && engine.Seat(rounds[m.round-1][v.Seat-1]-'0') == v.Current {
			return engine.Vote{Seat: v.Current}
		}
	case engine.LiftVote:
		if v.Seat <= m.inFavour {
			return engine.Raise{}
		}
	}
	return nil
}

// typing are minds that press nothing, beyond the button that takes a stranger
// to his private chat.
func typing(person int) sparring.Mind { return &typist{sparring.New(6, person)} }

type typist struct{ *sparring.Partner }

func (m *typist) Intend(v engine.View, allowed []engine.Command) []sparring.Intent {
	out := m.Partner.Intend(v, allowed)
	for i, intent := range out {
		_, joins := intent.Act.(engine.Join)
		out[i].Typed = !joins
	}
	return out
}
