package ballotmodel

import (
	"slices"
	"testing"
)

// A shape is one way in which a ballot of other bots has killed whom it should not:
// cases of it, and the mistake that those bots made.
type shape struct {
	name  string
	wrong Error
	play  func(m *match)
}

// tables calls f for every size at which t seats can be tied, and nobody but they stands
// on the list or others do too.
func tables(t int, f func(n, k int, first [16]int8)) {
	for n := max(4, t); n <= 10; n++ {
		for where := range 3 {
			if parts := level(n, t, where); parts != nil && (where == 0 || len(parts) > t+1) {
				f(n, len(parts)-1, spread(parts, n/3))
			}
		}
	}
}

// again puts the same tie of t again: on the list of the revote only they stand.
func again(n, t int) [16]int8 {
	parts := make([]int, t+1)
	for i := range t {
		parts[i] = n / t
	}
	parts[t] = n % t
	return spread(parts, n/2)
}

// struck plays a case with each removal that has its moment in or behind the first
// vote: of a tied seat, of another candidate and of a bystander.
func struck(m *match, t Table, p Plan, at func(Moment) bool) {
	for _, moment := range Moments(m.rules, t, p) {
		if !at(moment) {
			continue
		}
		for _, s := range chairs[:min(len(t.List)+1, t.Living.Len())] {
			p.Removed, p.When = s, moment
			m.play(t, p)
		}
	}
}

// shapes are the four of the public fault.
var shapes = []shape{
	{"five tied, all of them killed", TieTakesAll, func(m *match) {
		tables(5, func(n, k int, first [16]int8) {
			for hands := range n + 1 {
				m.play(hall(n, k, 2, m.luck()), Plan{Hands: [][16]int8{first, again(n, 5)}, For: some(hands, n, hands)})
			}
		})
	}},
	{"a candidate of the runoff goes, the one who is left is killed", TiedSeatIgnored, func(m *match) {
		tables(2, func(n, k int, first [16]int8) {
			p := Plan{Hands: [][16]int8{first, again(n, 2)}, For: some(n, n, 0)}
			struck(m, hall(n, k, 2, m.luck()), p, func(at Moment) bool { return at.Stage == Tie || at.Round == 1 || at.Stage == Lift })
		})
	}},
	{"the revote is skipped", RevoteSkipped, func(m *match) {
		for t := 2; t <= 5; t++ {
			tables(t, func(n, k int, first [16]int8) {
				for _, second := range afterAll(n, t) {
					m.play(hall(n, k, 2, m.luck()), Plan{Hands: [][16]int8{first, second, second}, For: some(n, n, 0)})
				}
			})
		}
	}},
	{"a removal in the vote, and the revote kills everybody", GoneTakesAll, func(m *match) {
		for _, t := range []int{2, 3, 5} {
			tables(t, func(n, k int, first [16]int8) {
				for _, second := range afterAll(n, t)[3:5] { // the same tie again
					p := Plan{Hands: [][16]int8{first, second, second}, For: some(n/2, n, 0)}
					struck(m, hall(n, k, 2, m.luck()), p, func(at Moment) bool { return at.Stage == Named || at.Stage == Window })
				}
			})
		}
	}},
}

// afterAll are all the ways of afterTie.
func afterAll(n, t int) (rounds [][16]int8) {
	for kind := range uint64(6) {
		rounds = append(rounds, afterTie(n, t, kind)[0])
	}
	return rounds
}

// B35: none of the four shapes ends otherwise than the rules say, under any ruleset; a
// ballot with the fault itself is told apart in each of them.
func TestB35WhoLeavesByATie(t *testing.T) {
	for _, s := range shapes {
		for _, of := range settings {
			m := newMatch(t, of)
			s.play(m)
			if m.bad > 0 {
				t.Errorf("%s, %s: %d of %d cases end otherwise", s.name, of, m.bad, m.cases)
			}
			if m.cases < 14 {
				t.Errorf("%s, %s: only %d cases", s.name, of, m.cases)
			}
			if len(of.set) > 0 {
				continue // one knob may make the fault the rule
			}
			m = newMatch(t, of)
			m.wrong, m.planted, m.rules.Dropped = s.wrong, true, false // a ballot with the fault goes on
			if s.play(m); m.bad == 0 {
				t.Errorf("%s, %s: the fault itself is not noticed in %d cases", s.name, of, m.cases)
			}
		}
	}
}

// scene is one of the four shapes at a table of ten: the hands for each on the list, the
// last for nobody, those for the lift, who is removed when, and who leaves by the vote.
type scene struct {
	name    string
	rounds  [][]int
	lift    int
	removed int
	when    Moment
	leave   []int
}

// B35: what each shape comes to, so that the engine and the model are not wrong together:
// ten live, seats 7, 2, 9, 4 and 1 are candidates in this order, the blacks are 3, 8, 5.
func TestB35InFull(t *testing.T) {
	two := []int{2, 2, 2, 2, 2, 0}
	half := []int{5, 5, 0}
	for _, s := range []scene{
		{name: "five tied twice, half for the lift", rounds: [][]int{two, two}, lift: 5},
		{name: "five tied twice, six for the lift", rounds: [][]int{two, two}, lift: 6, leave: []int{7, 2, 9, 4, 1}},
		{name: "five tied, one leads the revote", rounds: [][]int{two, {1, 2, 2, 3, 2, 0}}, leave: []int{4}},
		{name: "one of two goes in his speech", rounds: [][]int{half}, lift: 10, removed: 7, when: Moment{Stage: Tie}},
		{name: "one of two goes in the revote", rounds: [][]int{half, half}, lift: 10, removed: 2, when: Moment{Stage: Window, Round: 1}},
		{name: "a bystander goes in the vote", rounds: [][]int{half, {6, 3, 0}}, removed: 10, when: Moment{Stage: Window, Index: 1, Pressed: true}, leave: []int{7}},
	} {
		for _, of := range settings[:4] {
			m := newMatch(t, of)
			k := len(s.rounds[0]) - 1
			p := Plan{For: some(s.lift, 10, 0), Removed: s.removed, When: s.when}
			for _, parts := range s.rounds {
				p.Hands = append(p.Hands, spread(parts, 0))
			}
			table := Table{Living: Of(chairs[:]...), Black: Of(3, 8, 5), Day: 2, List: chairs[:k]}
			m.drive.game = m.base.at(table)
			var left []int
			for _, l := range m.drive.play(p) {
				for v := l.List; l.What == Leaves && v != 0; v >>= 4 {
					left = append(left, int(v&15))
				}
			}
			want := s.leave
			if s.removed != 0 && m.rules.Dropped {
				want = nil // that ballot is no more
			}
			if !slices.Equal(left, want) {
				t.Errorf("%s, %s: %v leave by the vote, not %v", s.name, of, left, want)
			}
		}
	}
}
