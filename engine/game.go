package engine

import (
	"iter"
	"sync"
	"time"
)

// Instant is a moment in Unix milliseconds, UTC.
type Instant int64

// Time returns the instant as a time.Time in UTC.
func (i Instant) Time() time.Time { return time.UnixMilli(int64(i)).UTC() }

func (i Instant) plus(seconds int) Instant { return i + Instant(seconds)*1000 }

// seconds returns the whole Unix second of the instant, the unit of Telegram's dates.
func (i Instant) seconds() int64 { return int64(i) / 1000 }

// GatePatience is how many seconds a window waits for the acknowledgement of
// its border before it opens anyway (design, "What is said starts the clock").
const GatePatience = 5

// Clock is the one window a game has at a time. It is posted, opens when its
// border is acknowledged, and is closed by an event Grace seconds after its
// Length has run out (G1).
type Clock struct {
	Window uint32  // grows with every window, never falls
	Aside  uint32  // the last number that was given beside the windows, to a stop vote
	Posted Instant // 0: no window runs
	Opened Instant // 0: the border is not acknowledged yet
	Length int     // seconds
	Grace  int     // seconds between the last second and the close event
	Mark   int64   // message id of the border, 0 if unknown
	Date   int64   // Telegram's date of the border, Unix seconds
	Unseen bool    // it was opened although its border had not come
	Again  uint8   // how often its message has been sent anew (E30)
}

// Ends is the window's last instant for those who play in it.
func (c Clock) Ends() Instant { return c.Opened.plus(c.Length) }

// closes is when the window is closed, its grace included.
func (c Clock) closes() Instant { return c.Ends().plus(c.Grace) }

func (c Clock) open() bool { return c.Opened != 0 }

// number returns the next number: no two windows or votes have the same.
func (c Clock) number() uint32 { return max(c.Window, c.Aside) + 1 }

// next returns the clock of a new window.
func (c Clock) next(at Instant, length, grace int) Clock {
	return Clock{Window: c.number(), Aside: c.Aside, Posted: at, Length: length, Grace: grace}
}

// stopped returns the clock of a game in which no window runs.
func (c Clock) stopped() Clock { return Clock{Window: c.Window, Aside: c.Aside} }

// Outage is the last time in which the host heard nobody, in Unix seconds: what
// was written then costs nothing (E45).
type Outage struct{ From, To int64 }

// Role is a card (E2).
type Role uint8

// The roles; the zero Role is no card.
const (
	Citizen Role = iota + 1
	Sheriff
	Mafia
	Don
)

// Black reports whether the role belongs to the mafia.
func (r Role) Black() bool { return r == Mafia || r == Don }

// Exit says how a seat left the game.
type Exit uint8

// The ways out; the zero Exit is a seat that plays.
const (
	KilledOut Exit = iota + 1
	VotedOut
	RemovedOut
)

// Nomination is a seat on the list and who put it there (C53).
type Nomination struct{ By, Seat Seat }

// Nominations is the list in the order of acceptance (C63), free places zero.
type Nominations [MaxSeats]Nomination

// Len returns the number of seats on the list.
func (n *Nominations) Len() int {
	for i, e := range n {
		if e.Seat == 0 {
			return i
		}
	}
	return len(n)
}

// has reports whether the seat is on the list.
func (n *Nominations) has(s Seat) bool {
	for _, e := range n[:n.Len()] {
		if e.Seat == s {
			return true
		}
	}
	return false
}

// by returns the nomination that the seat made today.
func (n *Nominations) by(s Seat) Seat {
	for _, e := range n[:n.Len()] {
		if e.By == s {
			return e.Seat
		}
	}
	return 0
}

// List is an ordered list of seats, free places zero.
type List [MaxSeats]Seat

// Len returns the number of seats on the list.
func (l *List) Len() int {
	for i, s := range l {
		if s == 0 {
			return i
		}
	}
	return len(l)
}

// Seats returns the list's seats as a set.
func (l *List) Seats() Seats { return SetOf(l[:l.Len()]...) }

// only returns the list's seats that are in keep, in the same order.
func (l *List) only(keep Seats) List {
	var out List
	n := 0
	for _, s := range l[:l.Len()] {
		if keep.Has(s) {
			out[n] = s
			n++
		}
	}
	return out
}

// Ballot is one day's vote (P-E): the candidates in order, the round, and what
// each living seat did in it.
type Ballot struct {
	Round   uint8 // 1 for the first vote, one more for every revote
	List    List
	Index   uint8               // the candidate whose lead or window runs
	Votes   [MaxSeats + 1]Seat  // voter → candidate, 0 = not voted in this round
	Marks   [MaxSeats + 1]int64 // the messages that are votes, 0 = a press
	Tied    Seats               // the seats tied in the round before this one
	Spoke   Seats               // tied seats whose tie speech is over or lost
	Broken  bool                // an outage fell into a window of this round: a missing vote is no foul (E45)
	Settled bool                // tie speeches are given, but nobody leaves any more (T57, E23)
	Lift    Seats               // the seats that the lift is about
	For     Seats               // who is for the lift
}

// Shooting is what one night's shots came to; it is known to nobody.
type Shooting struct {
	Aim   [MaxSeats + 1]Seat // where a black's sight rests
	Shot  [MaxSeats + 1]Seat // his one shot (C11)
	Twice Seats              // who fired at a second seat: his shot is a miss (K11c)

	Between Seats // whose shot fell between two called numbers: a miss (K11d)
}

// FloorEnd is where a seat's last floor of the day ended, for the graces of G2; they
// are its own, whoever has held the floor since.
type FloorEnd struct {
	Over bool
	Mark int64 // the border that ended it, 0 until acknowledged
	Date int64
}

// Notice is what the table knows of a seat's last foul (G3).
type Notice struct {
	State NoticeState
	Kept  uint8   // fouls that are Unsaid: the judge may give a second one
	Mark  int64   // message id of the notice, or of a border after it, once it is known
	At    Instant // when it went on its way, then when it had come
}

// NoticeState is how far the notice of a foul has come.
type NoticeState uint8

// A notice is not there, waits for its place (E49), is on its way, is read.
const (
	NoNotice NoticeState = iota
	Unsaid
	OnItsWay
	Read
)

// Flag is a message that has been flagged, and for what (G11).
type Flag struct {
	Mark int64
	Whys Reasons
}

// Game is one evening at one table: a plain value, copied with = and compared
// with ==. The zero Game has not been convened.
type Game struct {
	Rules Ruleset
	Stage Stage
	Clock Clock
	Pause Outage

	Opener Player           // who convened the table
	Size   int              // seats of the present game: Rules.Players, or those with whom it was begun (E1)
	Table  [MaxSeats]Player // who sits in the lobby, in order of joining; free places zero
	Ready  [MaxSeats]bool   // who of them answered the ready check
	Lobby  Slot             // the lobby's message, a new one whenever the table opens again

	Chairs  [MaxSeats + 1]Chair
	Drawn   Seats // the seats that have been drawn
	Seating Slot  // the message of the draw, later the table of seats
	Living  Seats
	Roles   [MaxSeats + 1]Role
	Seed    Key // of the deal; opened at the end

	Shut  Seats // whose private chat has been closed in the game (E39)
	Asked Seats // who of them has been asked to open it

	Fouls    [MaxSeats + 1]uint8
	Silent   [MaxSeats + 1]uint8 // the day on which the seat has no word, 0 = none
	Notices  [MaxSeats + 1]Notice
	Last     [MaxSeats + 1]Reason  // reason of the last foul
	Also     [MaxSeats + 1]Reasons // what else it was given for
	Said     [MaxSeats + 1]string  // the words that it was given for, as far as they may be repeated
	Edited   Seats                 // whose last foul came from an edit
	Exits    [MaxSeats + 1]Exit
	Partings [MaxSeats + 1]Parting // how each seat that is out has left, and what it has said since
	Hits     [MaxSeats * 4]int64   // messages already punished, a ring: as many as a table can be fouled for (G8)
	HitNext  uint8
	Flags    [16]Flag // messages already flagged, a ring (G8)
	FlagTop  uint8    // the place of the next one

	Absence // who is not there
	Idling  // who does nothing

	Day, Night uint8
	DayOpener  Seat  // who opened this day
	Had        Seats // whose turn of today has come
	Gestures   [MaxSeats + 1]uint8
	Out        [MaxSeats + 1]uint8 // gestures of today without the floor
	Knocks     [MaxSeats + 1]uint8 // short messages of the running window (C38)
	Poked      Seats               // who has shown the host a gesture (C41)
	Noms       Nominations
	Pending    Nomination   // a formula that still lacks its touch (C55)
	Stands     Nomination   // whom the speaker has named last, on the list from the end of his minute (T32)
	TakenBack  Withdrew     // taken back, not yet told to the table
	Accepted   Seat         // accepted, not yet told to the table
	Rejected   NotNominated // refused, not yet told to the table
	Spent      Seats        // whose words named a seat that was listed, and cost him his nomination
	NoBallot   uint8        // the day without a ballot, 0 = none
	Ends       [MaxSeats + 1]FloorEnd

	Ballot   Ballot
	Leaving  List    // who still has a last word to say after the vote
	Fate     Verdict // decided, to be said after the running last word (T73)
	Shooting Shooting
	Checks   [2]Seat // this night's checks: Don, Sheriff
	Orders   [3]Seat // the Don's orders, a memo (C4)
	Removals Seats   // removals of this night that the morning tells (G12)
	Told     Seats   // who was told the price in this window (G21)
	ToldAt   [MaxSeats + 1]Instant
	Again    Seats // who has pressed for a second candidate although he was told (D6, K7)

	Bench     // the judge's
	Bar   Bar // the host is out of the group (E47)

	Masks Masks // the blindfolds of this night (K20a)

	Halt Halt // the window that a long outage has interrupted (E45)

	StopVote   StopVote
	StopDay    uint8   // the day of the last vote to stop: one a circle (E43)
	StopToldAt Instant // when the owner was told the price of a stop (G21)

	Pairs // who shares a seat (T94–T113)

	AtFall                        Seats // who lived as this night fell
	MissRow, MissAtFour, QuietRow uint8 // misses in a row, those of them at four, rounds without a departure
	Departed                      bool  // somebody left since the last morning
	Unprompted                    bool  // a card of this night has not come (E45)
	Verdict                       Verdict

	Move      Move      // the best move (T18)
	Aftermath Aftermath // what comes after the end (C86–C92)
	Objection Objection // protests (K24–K26)
}

// Ready is the outcome of a Step: make Events durable, apply them, then carry
// out Effects.
type Ready struct {
	Events  []Event
	Effects []Effect
}

// turn is one Step under way: a copy of the game to which every event is
// applied as it is made.
type turn struct {
	g      Game
	now    Instant
	second bool // whoever acts is the consigliere of his seat
	ready  Ready
	asks   []Card // what the judge is asked when the step is over
}

var turns = sync.Pool{New: func() any { return new(turn) }}

// Step decides what the command of a player does at the instant now. It
// changes nothing: the events are to be made durable and applied by the caller.
// The error is a Refusal; events may come with it (G21).
func (g *Game) Step(by Player, c Command, now time.Time) (Ready, error) {
	t := turns.Get().(*turn)
	defer turns.Put(t)
	t.g, t.now, t.ready, t.asks = *g, Instant(now.UnixMilli()), Ready{}, nil
	err := t.bySecond(by, c)
	if err == nil {
		err = t.suspended(by, c)
	}
	if err == nil {
		err = t.absent(by, c)
	}
	if err == nil {
		err = c.step(t, by)
	}
	t.settleStop()
	t.postCards()
	t.settlePartings(g)
	t.settleMutes(g)
	t.settleFloor(g)
	return t.ready, err
}

// Apply makes e part of the game. It decides nothing and never fails.
func (g *Game) Apply(e Event) { e.apply(g) }

// Fold is the only way a Game comes back to life.
func Fold(log iter.Seq[Event]) Game {
	var g Game
	for e := range log {
		g.Apply(e)
	}
	return g
}

func (t *turn) emit(e Event) {
	e.apply(&t.g)
	t.ready.Events = append(t.ready.Events, e)
}

func (t *turn) effect(e Effect) { t.ready.Effects = append(t.ready.Effects, e) }

// tell says an event's fact to its own audience.
func (t *turn) tell(e Event, options ...Command) {
	t.effect(Say{To: e.audience(&t.g), Fact: e, Options: options})
}

// announce makes an event and tells it.
func (t *turn) announce(e Event, options ...Command) {
	t.emit(e)
	t.tell(e, options...)
}

// border makes an event that posts a window, and tells it as that window's gate.
func (t *turn) border(e Event, options ...Command) {
	t.seatNamed(e)
	t.emit(e)
	t.effect(Say{To: e.audience(&t.g), Fact: e, Options: options, Slot: WindowSlot(t.g.Clock.Window), Gate: t.g.Clock.Window})
}

// strike takes a message off the table; a reaction is none.
func (t *turn) strike(mark int64) {
	if mark != 0 {
		t.effect(Strike{Mark: mark})
	}
}

// Part is what a person is at this table.
type Part uint8

// The parts; a Stranger has no business here.
const (
	StrangerPart Part = iota
	Waiting           // joined, not yet seated
	Main              // the player of a seat
	Departed          // his seat has left the game, or he has left it alone (E40)
	Second            // the consigliere of a seat (T95)
	JudgePart         // he sits in the judge's chair (G11)
)

// Who says which seat a player has and what he is there.
func (g *Game) Who(p Player) (Seat, Part) {
	if p == Host {
		return 0, StrangerPart
	}
	for s := Seat(1); s <= MaxSeats; s++ {
		second := g.Chairs[s].Second == p
		if g.Chairs[s].Main != p && !second {
			continue
		}
		switch {
		case g.Exits[s] != 0, second && g.Parted.Has(s):
			return s, Departed
		case !g.Living.Has(s):
			return s, Waiting
		case second:
			return s, Second
		}
		return s, Main
	}
	switch {
	case g.waiting(p) >= 0:
		return 0, Waiting
	case g.judges(p):
		return 0, JudgePart
	}
	return 0, StrangerPart
}

// waiting returns the place of a player in the lobby, alone or with a partner, -1 if
// he has none.
func (g *Game) waiting(p Player) int {
	for i, q := range g.Table {
		if (q == p || g.Mates[i] == p) && p != 0 {
			return i
		}
	}
	return -1
}

// AtTable returns how many places are taken in the lobby.
func (g *Game) AtTable() int {
	n := 0
	for _, p := range g.Table {
		if p != 0 {
			n++
		}
	}
	return n
}

// blacks returns the seats of a set that are black.
func (g *Game) blacks(of Seats) Seats {
	var s Seats
	for n := range of.All() {
		if g.Roles[n].Black() {
			s = s.With(n)
		}
	}
	return s
}

// holder returns the seat of a role among those who were dealt one.
func (g *Game) holder(r Role) Seat {
	for s := Seat(1); s <= MaxSeats; s++ {
		if g.Roles[s] == r {
			return s
		}
	}
	return 0
}

// Running reports whether the night of orders has begun and the game has not
// ended: the time in which the table is moderated.
func (g *Game) Running() bool {
	switch g.Stage.(type) {
	case nil, Lobby, ReadyCheck, Lots, Drawing, Telling, Holding, Tray, Cards, Closed, Over, Opinion, BestVote, BestAwaited, Protesting:
		return false
	}
	return true
}

// Rehearsal reports whether the game is not rated (E1).
func (g *Game) Rehearsal() bool { return g.Rules.RehearsalAt(g.Size) }

// Finished reports whether nothing can happen here any more.
func (g *Game) Finished() bool {
	switch g.Stage.(type) {
	case Closed, Over:
		return true
	}
	return false
}

// AwaitsDeal reports whether the carrier is to give the command Deal.
func (g *Game) AwaitsDeal() bool {
	_, ok := g.Stage.(Telling)
	return ok && g.Clock.open()
}
