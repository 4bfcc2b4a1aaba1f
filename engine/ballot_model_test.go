package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"mafiabot/engine"
)

// plan is one ballot: what every voter means to do in every round, and a
// removal at one point of it.
type plan struct {
	alive  int
	list   int     // candidates are seats 1..list
	rounds [][]int // votes a candidate of the round; a round beyond them is unanimous
	lift   int     // how many raise a hand
	point  string  // where the removal falls, "" nowhere
	gone   engine.Seat
	drop   bool // removal_during_vote = ballot_dropped
	void   bool // removed_voter_votes = void
	off    bool // raise_three_of_nine = off
}

// points are where a removal can fall: before, between and after the parts of a
// ballot.
var points = []string{"", "round 1 window 0", "round 1 last", "tie 1", "round 2 window 0", "round 2 last", "tie 2", "lift"}

// outcome is what the ballot comes to.
type outcome struct {
	Left   engine.Seats
	Ended  engine.Verdict // decided by the removal or by the departures
	Rounds int
}

// meant returns who votes for whom in a round: the living in order, so many for
// each candidate.
func (p plan) meant(round int, living engine.Seats, list []engine.Seat) map[engine.Seat]engine.Seat {
	out := map[engine.Seat]engine.Seat{}
	counts := []int{p.alive}
	if round <= len(p.rounds) && len(p.rounds[round-1]) == len(list) {
		counts = p.rounds[round-1]
	}
	i, used := 0, 0
	for s := range living.All() {
		for i < len(counts)-1 && used == counts[i] {
			i, used = i+1, 0
		}
		out[s] = list[i]
		used++
	}
	return out
}

// presses reports whether a voter presses: those of the last candidate leave
// every second vote to the rule of missing votes.
func presses(s, c engine.Seat, list []engine.Seat) bool { return c != list[len(list)-1] || s%2 == 0 }

func (p plan) falls(point string, round int, i, n int) bool {
	return p.point == fmt.Sprintf("round %d window %d", round, i) || i == n-1 && p.point == fmt.Sprintf("round %d last", round) || point != "" && p.point == point
}

// model is a second statement of E21–E28, S12–S19 and T50–T61, which shares
// nothing with the engine. Seat 1 is the only black.
type model struct {
	plan
	living engine.Seats
	out    outcome
}

func won(living engine.Seats) engine.Verdict {
	switch {
	case !living.Has(1):
		return engine.RedWin
	case living.Len() <= 2:
		return engine.BlackWin
	}
	return 0
}

// remove takes the removed seat away; it reports whether the ballot is over.
func (m *model) remove() bool {
	if !m.living.Has(m.gone) {
		return false
	}
	m.living = m.living.Without(m.gone)
	m.out.Ended = won(m.living)
	return m.out.Ended != 0 || m.drop
}

func (m *model) leave(who engine.Seats) outcome {
	m.out.Left, m.living = who, m.living&^who
	m.out.Ended = won(m.living)
	return m.out
}

func (m *model) play() outcome {
	m.living = engine.FirstSeats(m.alive)
	list := slices.Collect(engine.FirstSeats(m.list).All())
	var before engine.Seats
	for round := 1; ; round++ {
		m.out.Rounds = round
		votes, over := m.vote(round, list, before)
		if over {
			return m.out
		}
		top := most(votes, list)
		switch alive := top & m.living; {
		case alive == 0:
			return m.out
		case top.Len() == 1:
			return m.leave(top)
		case top == before && alive == top:
			return m.raise(top)
		case m.tie(fmt.Sprintf("tie %d", round), top):
			return m.out
		}
		before, list = top, inOrder(list, top)
	}
}

// vote plays the windows of a round; it reports whether the ballot is over.
func (m *model) vote(round int, list []engine.Seat, before engine.Seats) (map[engine.Seat]engine.Seat, bool) {
	meant := m.meant(round, m.living, list)
	votes := map[engine.Seat]engine.Seat{}
	for i, c := range list {
		for s := range m.living.All() {
			if meant[s] == c && presses(s, c, list) {
				votes[s] = c
			}
		}
		if m.falls("", round, i, len(list)) && m.living.Has(m.gone) {
			if m.void && votes[m.gone] == c {
				delete(votes, m.gone)
			}
			if m.remove() || before.Has(m.gone) || engine.SetOf(list...)&m.living == 0 {
				return nil, true
			}
		}
		spent := true
		for s := range m.living.All() {
			spent = spent && votes[s] != 0
		}
		if spent {
			break
		}
	}
	for s := range m.living.All() {
		if votes[s] == 0 {
			votes[s] = list[len(list)-1]
		}
	}
	return votes, false
}

func most(votes map[engine.Seat]engine.Seat, list []engine.Seat) engine.Seats {
	count := map[engine.Seat]int{}
	best := 0
	for _, c := range votes {
		count[c]++
		best = max(best, count[c])
	}
	var top engine.Seats
	for _, c := range list {
		if count[c] == best {
			top = top.With(c)
		}
	}
	return top
}

func inOrder(list []engine.Seat, keep engine.Seats) []engine.Seat {
	return slices.DeleteFunc(slices.Clone(list), func(s engine.Seat) bool { return !keep.Has(s) })
}

// tie holds the tie speeches; it reports whether the ballot ends with them.
func (m *model) tie(point string, top engine.Seats) bool {
	settled := top&m.living != top
	if m.point == point && m.living.Has(m.gone) {
		if m.remove() {
			return true
		}
		settled = settled || top.Has(m.gone)
	}
	return settled
}

func (m *model) raise(top engine.Seats) outcome {
	if top == m.living || m.off && top.Len() == 3 && m.living.Len() == 9 {
		return m.out
	}
	hands, n := engine.Seats(0), 0
	for s := range m.living.All() {
		if n < m.lift {
			hands, n = hands.With(s), n+1
		}
	}
	if m.point == "lift" && m.living.Has(m.gone) {
		if m.remove() || top.Has(m.gone) {
			return m.out
		}
	}
	if (hands&m.living).Len()*2 > m.living.Len() {
		return m.leave(top)
	}
	return m.out
}

// trial plays a plan through the engine.
type trial struct {
	plan
	*table
	removed bool
}

func (t *trial) remove() bool {
	if t.removed || !t.game.Living.Has(t.gone) {
		return false
	}
	t.removed = true
	window := t.game.Clock.Window
	t.must(engine.Host, engine.Remove{Seat: t.gone})
	return window != t.game.Clock.Window || t.game.Finished()
}

// stage plays the stage that stands, and lets it end.
func (t *trial) stage() {
	g := &t.game
	b := &g.Ballot
	switch s := g.Stage.(type) {
	case engine.Voting:
		list := b.List[:b.List.Len()]
		c := list[b.Index]
		// A round begins with everybody whose vote the plan has; who was
		// removed in it is living no more, so the plan is read from the votes.
		for v, want := range t.meant(int(b.Round), t.startOf(int(b.Round)), list) {
			if want == c && g.Living.Has(v) && presses(v, c, list) {
				t.must(player(v), engine.Vote{Seat: c})
			}
		}
		if t.falls("", int(b.Round), int(b.Index), len(list)) && t.remove() {
			return
		}
	case engine.TieSpeech:
		if t.point == fmt.Sprintf("tie %d", b.Round) && t.remove() {
			return
		}
		t.must(player(s.Seat), engine.Pass{})
		return
	case engine.LiftVote:
		n := 0
		for v := range g.Living.All() {
			if n < t.lift {
				t.must(player(v), engine.Raise{})
				n++
			}
		}
		if t.point == "lift" && t.remove() {
			return
		}
	}
	t.tick()
}

// startOf is who lived when the round began: everybody but him who was removed
// before it.
func (t *trial) startOf(round int) engine.Seats {
	before := t.removed && !(t.point == fmt.Sprintf("round %d window 0", round) || t.point == fmt.Sprintf("round %d last", round))
	if before {
		return engine.FirstSeats(t.alive).Without(t.gone)
	}
	return engine.FirstSeats(t.alive)
}

func (t *trial) play() outcome {
	out := outcome{Rounds: 1}
	for t.game.Running() && !at[engine.LastWord](&t.game) && !at[engine.Fall](&t.game) {
		t.stage()
		out.Rounds = max(out.Rounds, int(t.game.Ballot.Round))
	}
	for _, e := range t.log {
		if e, ok := e.(engine.LeaversNamed); ok {
			out.Left = e.List.Seats()
		}
	}
	out.Ended = max(t.game.Verdict, t.game.Fate)
	return out
}

// announced is a table of so many, seat 1 the only black, with the ballot of
// seats 1..list announced; it is copied for every plan.
func announced(tb testing.TB, alive, list int) *table {
	r := preset(tb, engine.Czernowitz, engine.TableTempo)
	t := newTable(tb)
	t.sit(r)
	roles := map[engine.Seat]engine.Role{}
	for s := engine.Seat(1); s <= 10; s++ {
		roles[s] = engine.Citizen
	}
	roles[1] = engine.Don
	t.hand(roles)
	for s := engine.Seat(alive + 1); s <= 10; s++ {
		t.sendOut(s)
	}
	t.listed(3, slices.Collect(engine.FirstSeats(list).All())...)
	return t
}

// sums lists every way to write n as k terms.
func sums(n, k int) [][]int {
	if k == 1 {
		return [][]int{{n}}
	}
	var out [][]int
	for first := 0; first <= n; first++ {
		for _, rest := range sums(n-first, k-1) {
			out = append(out, append([]int{first}, rest...))
		}
	}
	return out
}

// plans lists every shape of a ballot of so many with so many candidates: all
// counts of the first round, of the revote if there is one, of the lift.
func plans(alive, list int) []plan {
	var out []plan
	for _, first := range sums(alive, list) {
		p := plan{alive: alive, list: list, rounds: [][]int{first}}
		top := most((plan{alive: alive, rounds: p.rounds}).meant(1, engine.FirstSeats(alive), slices.Collect(engine.FirstSeats(list).All())), slices.Collect(engine.FirstSeats(list).All()))
		if top.Len() == 1 {
			out = append(out, p)
			continue
		}
		for _, second := range sums(alive, top.Len()) {
			for _, lift := range []int{alive / 2, alive/2 + 1} {
				q := p
				q.rounds, q.lift = [][]int{first, second, second}, lift
				out = append(out, q)
			}
		}
	}
	return out
}

// TestTieShapes compares the engine with the model for every shape of a ballot,
// every knob that touches it, and a removal at every point (B35).
func TestTieShapes(t *testing.T) {
	shapes := [][2]int{{3, 2}, {3, 3}, {4, 2}, {4, 3}, {4, 4}, {5, 2}, {5, 3}, {6, 2}, {6, 3}}
	if testing.Short() {
		shapes = shapes[:4]
	}
	count, ties := 0, map[int]int{}
	for _, shape := range shapes {
		start := announced(t, shape[0], shape[1])
		for _, p := range plans(shape[0], shape[1]) {
			for _, q := range p.variants() {
				out := q.compare(t, start)
				count++
				ties[out.Rounds]++
			}
		}
	}
	nine := announced(t, 9, 3)
	for _, off := range []bool{false, true} {
		for _, lift := range []int{4, 5, 9} {
			p := plan{alive: 9, list: 3, rounds: [][]int{{3, 3, 3}, {3, 3, 3}}, lift: lift, off: off}
			for _, q := range p.variants() {
				q.compare(t, nine)
				count++
			}
		}
	}
	t.Logf("%d ballots; rounds held: %v", count, ties)
}

// variants adds the knobs and the removals to a plan.
func (p plan) variants() []plan {
	out := []plan{p}
	for _, point := range points[1:] {
		if len(p.rounds) == 1 && point[0] != 'r' || len(p.rounds) == 1 && point[6] == '2' {
			continue
		}
		for s := engine.Seat(1); int(s) <= p.alive; s++ {
			for _, knobs := range [][2]bool{{false, true}, {false, false}, {true, true}} {
				q := p
				q.point, q.gone, q.drop, q.void = point, s, knobs[0], knobs[1]
				out = append(out, q)
			}
		}
	}
	return out
}

// compare plays a plan both ways.
func (p plan) compare(t *testing.T, start *table) outcome {
	got, want := p.trial(t, start), (&model{plan: p}).play()
	if got.Left != want.Left || got.Ended != want.Ended {
		t.Fatalf("%+v: left %s, verdict %d; the model says %s, %d", p, seatList(got.Left), got.Ended, seatList(want.Left), want.Ended)
	}
	return want
}

// trial plays a plan through the engine, from a copy of the start.
func (p plan) trial(t *testing.T, start *table) outcome {
	play := &trial{plan: p, table: newTable(t)}
	play.game, play.now, play.mark = start.game, start.now, start.mark
	r := &play.game.Rules
	if p.drop {
		r.RemovalDuringVote = engine.BallotDropped
	}
	if !p.void {
		r.RemovedVoterVotes = engine.Counted
	}
	if p.off {
		r.RaiseThreeOfNine = engine.Off
	}
	return play.play()
}

// TestModelSeesBreaches plays the engine under one rule and the model under
// another: for each of the three knobs some ballot comes out differently.
func TestModelSeesBreaches(t *testing.T) {
	six, nine := announced(t, 6, 3), announced(t, 9, 3)
	breaches := map[string]func(*plan){
		"removal_during_vote": func(p *plan) { p.drop = !p.drop },
		"removed_voter_votes": func(p *plan) { p.void = !p.void },
		"raise_three_of_nine": func(p *plan) { p.off = !p.off },
	}
	for name, breach := range breaches {
		seen := 0
		for _, start := range []*table{six, nine} {
			for _, p := range breachPlans(start) {
				wrong := p
				breach(&wrong)
				if got, want := p.trial(t, start), (&model{plan: wrong}).play(); got.Left != want.Left {
					seen++
				}
			}
		}
		if seen == 0 {
			t.Errorf("a breach of %s is not seen", name)
		}
	}
}

// breachPlans are enough plans for every knob to matter in one of them.
func breachPlans(start *table) []plan {
	if start.game.Living.Len() == 9 {
		return []plan{{alive: 9, list: 3, rounds: [][]int{{3, 3, 3}, {3, 3, 3}}, lift: 9, void: true}}
	}
	var out []plan
	for _, first := range sums(6, 3) {
		p := plan{alive: 6, list: 3, rounds: [][]int{first}}
		out = append(out, p.variants()...)
	}
	return out
}
