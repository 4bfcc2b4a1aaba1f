package ballotmodel

import "math/bits"

// Set is a set of seats.
type Set uint16

// Has reports whether the seat is in the set.
func (s Set) Has(seat int) bool { return s>>seat&1 == 1 }

// Len is the number of seats in the set.
func (s Set) Len() int { return bits.OnesCount16(uint16(s)) }

// Of is the set of some seats.
func Of(seats ...int) (s Set) {
	for _, n := range seats {
		s |= 1 << n
	}
	return s
}

// Rules are the choices of P-D to P-F on which a ballot depends; the zero Rules are
// those of the documents where they are silent.
type Rules struct {
	OpenVoid      bool // removed_voter_votes: a vote in the open window falls (A76); else it stays (T67)
	Dropped       bool // removal_during_vote = ballot_dropped; else both leave (T52)
	NextDropped   bool // removal_after_vote = next_ballot_dropped; else no effect (T56)
	MissingFoul   bool // missing_vote: a foul beside (T65)
	NoThreeOfNine bool // raise_three_of_nine = off
	TiesOnly      bool // day1_vote = ties_only
	NotHimself    bool // self_vote = refused
	SubsetSilent  bool // tie_subset = revote: who ties anew has spoken
	NoRepeat      bool // repeat_tie = off
	NoFour        bool // raise_at_four = off
	AllTable      bool // raise_all_table = held
	OneOnDay1     bool // single_nominee_day1 = held
	NotOneLater   bool // single_nominee_later = off
}

// Table is how the last speech of a day finds the table.
type Table struct {
	Living, Black Set
	Day           int
	List          []int // the candidates, in order of nomination (C63)
	Third         Set   // who has three fouls
}

// Moment is where in a ballot something falls; Round and Index count from 0.
type Moment struct {
	Stage        Stage
	Round, Index int
	Pressed      bool // in a window: behind its presses, else before them
}

// Stage is a stretch of the ballot.
type Stage uint8

// The stretches: the last speech of the day, the announcement, a candidate named, his
// window, a speech of those who are tied, the lift, the last words.
const (
	Never Stage = iota
	Speech
	Announced
	Named
	Window
	Tie
	Lift
	LastWord
)

// Plan is what people do: for whom each seat puts his hand in each round (the place on
// the round's list, from 1; 0 for nobody), who is for the lift, and who is removed when.
// In a round that the plan does not know everybody votes for the first on the list.
type Plan struct {
	Hands   [][16]int8
	For     Set
	Removed int
	When    Moment
}

// What is a thing that the table sees or hears.
type What uint8

// The things of a ballot.
const (
	NoBallot  What = iota + 1 // no voting today: Why
	Called                    // the list is read out: List
	Closed                    // «Спасибо»: Seat, Voters, Rest
	Fouled                    // a foul for the missing vote: Seat
	Removed                   // Seat
	Tied                      // List
	Speaks                    // a tied seat has its 30 seconds: Seat
	Revote                    // List
	LiftAsked                 // List
	LiftTold                  // Voters for, Count of, Passed
	Leaves                    // List
	Last                      // a last word: Seat
	Cut                       // a removal in one's own last word: Seat
	Stay                      // nobody leaves by the vote: Why
	Night                     // Passed: the next day has a ballot
	Over                      // Count: 1 red, 2 black
)

// Why says why there is no voting, or why nobody leaves.
type Why uint8

// The reasons.
const (
	NoOne       Why = iota + 1 // nobody is nominated
	OnlyOne                    // one candidate on day 1
	ByRemoval                  // removal_before_vote, or removal_during_vote
	LeaderGone                 // E22, T53
	AllGone                    // E21
	Settled                    // T57–T59, E23, E27
	LeaderStays                // day1_vote = ties_only
	LiftFailed                 // not more than half
	NoLift                     // raise_all_table, raise_three_of_nine
)

// Line is one thing that the table sees or hears.
type Line struct {
	What         What
	Seat, Count  int8
	Why          Why
	Passed       bool
	Voters, Rest Set
	List         uint64 // seats in order, four bits each
}

// Ordered packs a list into a Line.
func Ordered(list []int) (out uint64) {
	for i, s := range list {
		out |= uint64(s) << (4 * i)
	}
	return out
}

// Error is a mistake put into the model on purpose, to see that it is found.
type Error uint8

// The mistakes that can be planted.
const (
	NoError          Error = iota
	HalfIsEnough           // a lift with exactly half passes
	MissingToFirst         // missing votes go to the first candidate
	GoneNotVotable         // votes for a removed candidate do not count
	TiedSeatIgnored        // a tie goes on without the tied seat that was removed
	SubsetNotRevoted       // a tie of fewer seats is lifted at once
	TieTakesAll            // all who are tied leave at once
	RevoteSkipped          // the tie speeches are followed by the lift
	GoneTakesAll           // all who are tied leave if somebody was removed in the ballot
)

// model is one ballot being played.
type model struct {
	Rules
	Table
	Plan
	Error
	hand   [16]int8 // where the seat's vote of this round lies, 0 = nowhere
	fate   int8
	off    bool // the next day has no ballot
	ended  bool
	fallen bool // somebody left at the close of a round: his check is to come
	out    []Line
	met    []Moment
}

// Moments are all moments of a ballot to which nothing has been done, in order.
func Moments(r Rules, t Table, p Plan) []Moment {
	p.When = Moment{}
	m := model{Rules: r, Table: t, Plan: p}
	m.day()
	return m.met
}

// Play plays the end of a day and returns what the table sees and hears, up to
// «Наступает ночь» or the end of the game; it appends to buf.
func Play(r Rules, t Table, p Plan, e Error, buf []Line) []Line {
	m := model{Rules: r, Table: t, Plan: p, Error: e, out: buf}
	m.day()
	return m.out
}

func (m *model) say(l Line)       { m.out = append(m.out, l) }
func (m *model) night()           { m.say(Line{What: Night, Passed: !m.off}); m.ended = true }
func (m *model) nobody(why Why)   { m.say(Line{What: Stay, Why: why}); m.night() }
func (m *model) alive(s int) bool { return m.Living.Has(s) }

// won is the normal end of a position: no black left is looked at first (E37).
func (m *model) won() int8 {
	black := (m.Living & m.Black).Len()
	switch {
	case black == 0:
		return 1
	case black >= m.Living.Len()-black:
		return 2
	}
	return 0
}

// end says who has won, if somebody has.
func (m *model) end() {
	if w := m.won(); w != 0 {
		m.say(Line{What: Over, Count: w})
		m.ended = true
	}
}

// strikes reports whether the planned removal falls here; it carries it out (G12): the
// seat leaves at once, and the game may be over by it (E28).
func (m *model) strikes(at Moment) bool {
	m.met = append(m.met, at)
	if at != m.When || !m.alive(m.Removed) {
		return false
	}
	m.Living &^= Of(m.Removed)
	m.say(Line{What: Removed, Seat: int8(m.Removed)})
	m.end()
	return true
}

// day goes from the last speech to the ballot.
func (m *model) day() {
	struck := m.strikes(Moment{Stage: Speech})
	switch {
	case m.ended:
	case struck: // T50
		m.say(Line{What: NoBallot, Why: ByRemoval})
		m.night()
	case len(m.List) == 0:
		m.say(Line{What: NoBallot, Why: NoOne})
		m.night()
	case len(m.List) == 1 && (m.Day == 1 && !m.OneOnDay1 || m.Day > 1 && m.NotOneLater):
		m.say(Line{What: NoBallot, Why: OnlyOne})
		m.night()
	default:
		m.say(Line{What: Called, List: Ordered(m.List)})
		m.ballot()
	}
}

// ballot holds rounds until one has a result.
func (m *model) ballot() {
	list := m.List
	if m.strikes(Moment{Stage: Announced}) {
		m.lost(list, 0)
	}
	for round := 0; !m.ended; round++ {
		top := m.round(list, round)
		if m.ended {
			return
		}
		if m.takesAll(top) {
			m.leave(m.living(top))
			return
		}
		gone := len(top) - len(m.living(top))
		if m.Error == TiedSeatIgnored && gone > 0 && gone < len(top) {
			top, gone = m.living(top), 0
		}
		if one := len(top) == 1 && gone == 0; one && !(m.TiesOnly && m.Day == 1 && round == 0) {
			m.leave(top)
			return
		}
		if m.fallen { // nobody is voted out, so those of T65 are the whole group (E28)
			m.fallen = false
			if m.end(); m.ended {
				return
			}
		}
		switch {
		case gone == len(top):
			m.nobody(LeaderGone)
		case gone > 0:
			m.say(Line{What: Tied, List: Ordered(top)})
			m.speeches(top, round, true)
		case len(top) == 1:
			m.nobody(LeaderStays)
		case round > 0 && (len(top) == len(list) || m.Error == SubsetNotRevoted):
			m.lift(top)
		default:
			m.say(Line{What: Tied, List: Ordered(top)})
			m.speeches(top, round, false)
			list = top
		}
	}
}

// takesAll reports whether the planted mistake lets all who are tied leave.
func (m *model) takesAll(top []int) bool {
	return len(top) > 1 && (m.Error == TieTakesAll || m.Error == GoneTakesAll && m.Removed != 0 && !m.alive(m.Removed))
}

func (m *model) living(list []int) (out []int) {
	for _, s := range list {
		if m.alive(s) {
			out = append(out, s)
		}
	}
	return out
}

// lost is what a removal does to the round that runs.
func (m *model) lost(list []int, round int) {
	tied := false
	for _, s := range list {
		tied = tied || s == m.Removed && round > 0
	}
	switch {
	case m.ended:
	case m.Dropped:
		m.nobody(ByRemoval)
	case len(m.living(list)) == 0: // E21
		m.nobody(AllGone)
	case tied && m.Error != TiedSeatIgnored: // E27
		m.nobody(Settled)
	}
}

// round holds the windows of one round and returns who has the most votes.
func (m *model) round(list []int, round int) []int {
	m.hand = [16]int8{}
	for i := range list {
		if i > 0 && m.spent() { // E25
			m.close(list, i)
			continue
		}
		at := Moment{Stage: Named, Round: round, Index: i}
		if m.strikes(at) {
			if m.lost(list, round); m.ended {
				return nil
			}
		}
		at.Stage = Window
		for _, at.Pressed = range []bool{false, true} {
			if at.Pressed {
				m.press(list, round, i)
			}
			if !m.strikes(at) {
				continue
			}
			if m.OpenVoid && m.hand[m.Removed] == int8(i+1) { // A76, E26
				m.hand[m.Removed] = 0
			}
			if m.lost(list, round); m.ended {
				return nil
			}
		}
		m.close(list, i)
	}
	return m.most(list)
}

// spent reports whether every living seat has voted.
func (m *model) spent() bool {
	for s := 1; s < 16; s++ {
		if m.alive(s) && m.hand[s] == 0 {
			return false
		}
	}
	return true
}

func (m *model) press(list []int, round, i int) {
	for s := 1; s < 16; s++ {
		if m.alive(s) && m.hand[s] == 0 && m.plans(round, s) == i+1 && !(m.NotHimself && s == list[i]) {
			m.hand[s] = int8(i + 1)
		}
	}
}

// plans is for whom a seat is to vote in a round.
func (p Plan) plans(round, seat int) int {
	if round < len(p.Hands) {
		return int(p.Hands[round][seat])
	}
	return 1
}

// close says who has voted for a candidate; the last one gets what is missing (C61,
// K10, T64), and a missing vote may cost a foul (T65).
func (m *model) close(list []int, i int) {
	l := Line{What: Closed, Seat: int8(list[i])}
	last := i == len(list)-1
	for s := 1; s < 16; s++ {
		switch {
		case m.hand[s] == int8(i+1):
			l.Voters |= Of(s)
		case last && m.alive(s) && m.hand[s] == 0:
			l.Rest |= Of(s)
		}
	}
	m.say(l)
	for s := 1; s < 16; s++ {
		if !l.Rest.Has(s) {
			continue
		}
		m.hand[s] = int8(i + 1)
		if m.Error == MissingToFirst {
			m.hand[s] = 1
		}
	}
	m.miss(l.Rest)
}

// miss gives the fouls of T65, all in one instant, in seat order (E29).
func (m *model) miss(who Set) {
	for s := 1; s < 16 && m.MissingFoul; s++ {
		if !who.Has(s) {
			continue
		}
		m.say(Line{What: Fouled, Seat: int8(s)})
		if m.Third.Has(s) {
			m.Living &^= Of(s)
			m.fallen = true
			m.say(Line{What: Removed, Seat: int8(s)})
		}
		m.Third &^= Of(s)
	}
}

// most is who has the most votes, in the order of the list; a removed candidate stays
// votable (T53).
func (m *model) most(list []int) (top []int) {
	most := 0
	for i, c := range list {
		n := 0
		for s := range m.hand {
			if m.hand[s] == int8(i+1) {
				n++
			}
		}
		if m.Error == GoneNotVotable && !m.alive(c) {
			n = 0
		}
		if n > most {
			most, top = n, nil
		}
		if n == most && n > 0 {
			top = append(top, c)
		}
	}
	return top
}

// speeches gives every living tied seat its time (C62, C64, K19a). Where one of them is
// out the others finish and stay (T57–T59).
func (m *model) speeches(top []int, round int, settled bool) {
	for i, s := range top {
		if !m.alive(s) || m.SubsetSilent && round > 0 {
			continue
		}
		m.say(Line{What: Speaks, Seat: int8(s)})
		if !m.strikes(Moment{Stage: Tie, Round: round, Index: i}) {
			continue
		}
		if m.Dropped && !m.ended {
			m.nobody(ByRemoval)
		}
		if m.ended {
			return
		}
		settled = settled || Of(top...).Has(m.Removed) && m.Error != TiedSeatIgnored
	}
	if settled {
		m.nobody(Settled)
		return
	}
	if m.Error == RevoteSkipped {
		m.lift(top)
		return
	}
	m.say(Line{What: Revote, List: Ordered(top)})
}

// lift asks whether all who are tied again are to leave.
func (m *model) lift(top []int) {
	m.say(Line{What: Tied, List: Ordered(top)})
	switch of := m.Living.Len(); {
	case m.NoRepeat, m.NoFour && of == 4, !m.AllTable && len(top) == of, m.NoThreeOfNine && len(top) == 3 && of == 9:
		m.nobody(NoLift)
		return
	}
	m.say(Line{What: LiftAsked, List: Ordered(top)})
	for _, pressed := range []bool{false, true} {
		if m.strikes(Moment{Stage: Lift, Pressed: pressed}) {
			if m.lost(top, 1); m.ended { // E27
				return
			}
		}
	}
	hands, of := m.For&m.Living, m.Living.Len() // E26: those living at its close
	passed := 2*hands.Len() > of || m.Error == HalfIsEnough && 2*hands.Len() == of
	m.say(Line{What: LiftTold, Voters: hands, Count: int8(of), Passed: passed})
	if !passed {
		m.nobody(LiftFailed)
		return
	}
	m.leave(top)
}

// leave lets the group go at once, with one check (win_check, E28); the result is said
// after the last words (T73, A78).
func (m *model) leave(top []int) {
	m.say(Line{What: Leaves, List: Ordered(top)})
	m.Living &^= Of(top...)
	m.fate = m.won()
	for i, s := range top {
		m.say(Line{What: Last, Seat: int8(s)})
		at := Moment{Stage: LastWord, Index: i}
		m.met = append(m.met, at)
		switch {
		case at != m.When:
		case m.Removed == s: // E18: no second departure
			m.say(Line{What: Cut, Seat: int8(s)})
		case m.alive(m.Removed): // E19
			m.Living &^= Of(m.Removed)
			m.say(Line{What: Removed, Seat: int8(m.Removed)})
			m.off = m.NextDropped
			if m.fate == 0 {
				m.fate = m.won()
			}
		}
	}
	if m.fate != 0 {
		m.say(Line{What: Over, Count: m.fate})
		m.ended = true
		return
	}
	m.night()
}
