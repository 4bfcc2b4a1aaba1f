package ballotmodel

import (
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/engine"
)

var (
	whole = flag.Bool("whole", false, "play every case, which takes long")
	most  = flag.Int("most", 10, "with -whole: the most living seats")
)

// match compares the model with the engine, case by case.
type match struct {
	*testing.T
	base  base
	rules Rules
	wrong Error // planted in the model

	planted bool // disagreements are wanted
	cases   int
	bad     int
	turns   uint64
	buf     []Line
	drive   driver
}

// setting is a ruleset by its preset and what is set in it.
type setting struct {
	preset string
	set    []string
}

func (s setting) String() string { return strings.Join(append([]string{s.preset}, s.set...), " ") }

// settings are the four rulesets, and each choice of a ballot the other way round.
var settings = []setting{
	{engine.Czernowitz, nil},
	{engine.Club2010, nil},
	{engine.Tournament, nil},
	{engine.Federation, nil},
	{engine.Czernowitz, []string{"removed_voter_votes", "counted", "raise_three_of_nine", "off"}},
	{engine.Club2010, []string{"day1_vote", "ties_only", "removal_after_vote", "next_ballot_dropped"}},
	{engine.Tournament, []string{"removed_voter_votes", "void", "skip_spent_windows", "off"}},
	{engine.Club2010, []string{"missing_vote", "last_and_foul"}},
	{engine.Tournament, []string{"missing_vote", "last", "self_vote", "refused"}},
	{engine.Czernowitz, []string{"tie_subset", "revote", "raise_all_table", "held"}},
	{engine.Club2010, []string{"repeat_tie", "off", "single_nominee_later", "off"}},
	{engine.Tournament, []string{"raise_at_four", "off", "single_nominee_day1", "held"}},
	{engine.Federation, []string{"removal_during_vote", "both_leave", "raise_three_of_nine", "held", "day1_vote", "ties_only"}},
}

func newMatch(t *testing.T, s setting) *match {
	r, err := engine.Preset(s.preset, engine.TableTempo)
	if err != nil {
		t.Fatal(err)
	}
	r.AFKCircles = 0 // who is silent in a case is not absent (E41, E46)
	for i := 0; i+1 < len(s.set); i += 2 {
		k, ok := engine.KnobOf(s.set[i])
		if !ok {
			t.Fatalf("%s is no knob", s.set[i])
		}
		if err := k.Set(&r, s.set[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	m := &match{T: t, base: newBase(t, r), rules: Rules{
		OpenVoid: r.RemovedVoterVotes == engine.Void, Dropped: r.RemovalDuringVote == engine.BallotDropped,
		NextDropped: r.RemovalAfterVote == engine.NextDropped, NoThreeOfNine: r.RaiseThreeOfNine == engine.Off,
		TiesOnly: r.Day1Vote == engine.TiesOnly, MissingFoul: r.MissingVote == engine.LastAndFoul, NotHimself: r.SelfVote == engine.Refused,
		SubsetSilent: r.TieSubset == engine.RevoteOnly, NoRepeat: r.RepeatTie == engine.Off, NoFour: r.RaiseAtFour == engine.Off,
		AllTable: r.RaiseAllTable == engine.Held, OneOnDay1: r.OneOnDay1 == engine.Held, NotOneLater: r.OneLater == engine.Off,
	}}
	m.drive.tb = t
	return m
}

// play compares one case.
func (m *match) play(t Table, p Plan) {
	if m.planted && m.bad > 0 {
		return // found
	}
	m.cases++
	m.buf = Play(m.rules, t, p, m.wrong, m.buf[:0])
	m.drive.game = m.base.at(t)
	got := m.drive.play(p)
	if slices.Equal(got, m.buf) {
		return
	}
	if m.bad++; m.bad <= 1 && !m.planted {
		m.Errorf("%s", told(t, p, got, m.buf))
	}
}

// told is a disagreement in full.
func told(t Table, p Plan, got, want []Line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "day %d, living %v, black %v, candidates %v, three fouls %v; %d removed at %+v; lift %v\n",
		t.Day, seats(t.Living), seats(t.Black), t.List, seats(t.Third), p.Removed, p.When, seats(p.For))
	for i, h := range p.Hands {
		fmt.Fprintf(&b, "   hands %d:", i+1)
		for _, s := range seats(t.Living) {
			fmt.Fprintf(&b, " %d→%d", s, h[s])
		}
		b.WriteByte('\n')
	}
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			fmt.Fprintf(&b, "   model  %v\n", want[i])
		case i >= len(want):
			fmt.Fprintf(&b, "   engine %v\n", got[i])
		case got[i] == want[i]:
			fmt.Fprintf(&b, "          %v\n", got[i])
		default:
			fmt.Fprintf(&b, "   engine %v\n   model  %v\n", got[i], want[i])
		}
	}
	return b.String()
}

func seats(s Set) (out []int) {
	for n := range 16 {
		if s.Has(n) {
			out = append(out, n)
		}
	}
	return out
}

// String tells a line in words.
func (l Line) String() string {
	names := [...]string{"", "no ballot", "ballot", "closed", "foul", "removed", "tied", "speaks", "revote", "lift", "lift told", "leave", "last word", "cut", "nobody leaves", "night", "over"}
	var list []int
	for v := l.List; v != 0; v >>= 4 {
		list = append(list, int(v&15))
	}
	return fmt.Sprintf("%-14s seat %d list %v for %v rest %v count %d why %d yes %v", names[l.What], l.Seat, list, seats(l.Voters), seats(l.Rest), l.Count, l.Why, l.Passed)
}

// luck is the next number that looks like chance.
func (m *match) luck() uint64 {
	m.turns++
	return shuffle(m.turns)
}

// firstRounds plays every first round of n seats, to the end of what luck makes of it.
func (m *match) firstRounds(n, k, day int) {
	counts(n, k, func(parts []int) {
		luck := m.luck()
		p := Plan{Hands: [][16]int8{spread(parts, int(luck%uint64(n)))}, For: some(int(luck>>8%uint64(n+1)), n, int(luck>>16%uint64(n)))}
		if top := leaders(parts); len(top) > 1 {
			p.Hands = append(p.Hands, afterTie(n, len(top), luck>>24)...)
		}
		m.play(hall(n, k, day, luck), p)
	})
}

// secondRounds plays every revote of t tied of n seats, and behind a tie of the same
// every number of hands for the lift.
func (m *match) secondRounds(n, t, day int) {
	for where := range 3 {
		first := level(n, t, where)
		if first == nil || where > 0 && len(first) == t+1 {
			continue // there is none, or nobody stands beside the tied
		}
		counts(n, t, func(parts []int) {
			luck := m.luck()
			turn := int(luck % uint64(n))
			again := leaders(parts)
			p := Plan{Hands: [][16]int8{spread(first, int(luck>>8%uint64(n))), spread(parts, turn)}}
			lifts := 1
			switch {
			case len(again) == t:
				lifts = n + 1
			case len(again) > 1:
				p.Hands = append(p.Hands, afterTie(n, len(again), luck>>24)...)
			}
			for hands := range lifts {
				p.For = some(hands, n, turn)
				if lifts == 1 {
					p.For = some(int(luck>>16%uint64(n+1)), n, turn)
				}
				m.play(hall(n, len(first)-1, day, luck>>3), p)
			}
		})
	}
}

// removals plays every first round of n seats with every removal: each candidate and a
// bystander, whoever he votes for, at each moment there is.
func (m *match) removals(n, k, day int) {
	counts(n, k, func(parts []int) {
		top := leaders(parts)
		for turn := range n {
			luck := m.luck()
			t := hall(n, k, day, luck)
			p := Plan{Hands: [][16]int8{spread(parts, turn)}, For: some(int(luck>>8%uint64(n+1)), n, turn)}
			if len(top) > 1 {
				p.Hands = append(p.Hands, afterTie(n, len(top), luck>>24)...)
			}
			for _, at := range Moments(m.rules, t, p) {
				for _, s := range chairs[:min(k+1, n)] {
					p.Removed, p.When = s, at
					m.play(t, p)
				}
			}
		}
	})
}

// revoteRemovals plays every revote of t tied of n seats with every removal.
func (m *match) revoteRemovals(n, t int) {
	for where := range 3 {
		first := level(n, t, where)
		if first == nil || where > 0 && len(first) == t+1 {
			continue // there is none, or nobody stands beside the tied
		}
		counts(n, t, func(parts []int) {
			for turn := range n {
				luck := m.luck()
				table := hall(n, len(first)-1, 2, luck>>3)
				p := Plan{Hands: [][16]int8{spread(first, int(luck>>8%uint64(n))), spread(parts, turn), spread(parts, turn)}, For: some(n/2+int(luck>>16%2), n, turn)}
				if again := leaders(parts); len(again) < t {
					p.Hands = append(p.Hands[:2], afterTie(n, len(again), luck>>24)...)
				}
				for _, at := range Moments(m.rules, table, p) {
					if at.Round == 0 && at.Stage != Tie && at.Stage != Lift && at.Stage != LastWord {
						continue // removals has had it
					}
					for _, s := range chairs[:min(len(first), n)] {
						p.Removed, p.When = s, at
						m.play(table, p)
					}
				}
			}
		})
	}
}

// missing plays every first round of n seats with fouls for a missing vote: all ways to
// have three fouls already at a small table, some at a bigger one.
func (m *match) missing(n, k int) {
	counts(n, k, func(parts []int) {
		top := leaders(parts)
		for turn := range n {
			luck := m.luck()
			p := Plan{Hands: [][16]int8{spread(parts, turn)}, For: some(int(luck>>8%uint64(n+1)), n, turn)}
			if len(top) > 1 {
				p.Hands = append(p.Hands, afterTie(n, len(top), luck>>24)...)
			}
			for which := range uint64(1) << min(n, 5) {
				t := hall(n, k, 2, luck)
				for i, s := range chairs[:n] {
					if n > 5 && which < 16 {
						i = int(shuffle(luck+uint64(i)) % 5)
					}
					if which>>i&1 == 1 {
						t.Third |= Of(s)
					}
				}
				m.play(t, p)
			}
		}
	})
}

// all plays the cases up to a size. Removals and fouls are played with any number of
// candidates up to the size full, with three at most up to the size wide.
func (m *match) all(top, full, wide int) {
	for n := 3; n <= top; n++ {
		for k := range n + 1 {
			for day := 1; day <= 2; day++ {
				m.firstRounds(n, k, day)
				if k > 1 {
					m.secondRounds(n, k, day)
				}
			}
			if n > full && (n > wide || k > 3) {
				continue
			}
			m.removals(n, k, 2)
			if k > 1 {
				m.revoteRemovals(n, k)
			}
			if m.rules.MissingFoul && k > 0 {
				m.missing(n, k)
			}
		}
	}
}

// TestAgainstTheModel compares small tables always.
func TestAgainstTheModel(t *testing.T) {
	for _, s := range settings {
		m := newMatch(t, s)
		start := time.Now()
		wide := 3
		if len(s.set) == 0 {
			wide = 4
		}
		m.all(5, 3, wide)
		t.Logf("%s: %d cases, %v, %d disagreements", s, m.cases, time.Since(start).Round(time.Millisecond), m.bad)
	}
}

// TestWhole compares all tables; it is asked for by -whole.
func TestWhole(t *testing.T) {
	if !*whole {
		t.Skip("asked for by -whole")
	}
	for _, s := range settings {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			m := newMatch(t, s)
			start := time.Now()
			m.all(*most, 6, *most)
			t.Logf("%s: up to %d seats: %d cases, %v, %d disagreements", s, *most, m.cases, time.Since(start).Round(time.Millisecond), m.bad)
		})
	}
}

// TestPlantedErrors: each mistake in the model is found in a small table, and so is
// each choice of the rules that the model makes otherwise.
func TestPlantedErrors(t *testing.T) {
	try := func(what any, m *match) {
		m.planted = true
		m.all(4, 3, 3)
		m.removals(5, 2, 2)
		m.secondRounds(9, 3, 2)
		if m.bad == 0 {
			t.Errorf("%v: not found in %d cases", what, m.cases)
		}
	}
	for e := HalfIsEnough; e <= GoneTakesAll; e++ {
		m := newMatch(t, settings[0])
		m.wrong = e
		try(e, m)
	}
	for i := range reflect.TypeFor[Rules]().NumField() {
		m := newMatch(t, settings[1])
		f := reflect.ValueOf(&m.rules).Elem().Field(i)
		f.SetBool(!f.Bool())
		try(reflect.TypeFor[Rules]().Field(i).Name, m)
	}
}
