package ballotmodel

import (
	"testing"
	"time"

	"mafiabot/engine"
)

// epoch is when every day of these tests ends.
var epoch = time.Date(2026, 1, 2, 18, 0, 0, 0, time.UTC)

// driver plays one day's end in the engine, as people and a carrier without a network
// would: votes and removals are commands, windows end by the clock.
type driver struct {
	tb    testing.TB
	game  engine.Game
	now   time.Time
	mark  int64
	tied  engine.List // the last tie
	named engine.List // who leaves
	out   []Line
	done  bool
}

// give gives a command, keeps what came of it, and acknowledges a new border.
func (d *driver) give(by engine.Player, c engine.Command) error {
	r, err := d.game.Step(by, c, d.now)
	for _, e := range r.Events {
		d.game.Apply(e)
		d.hear(e)
	}
	if w := d.game.Clock; w.Posted != 0 && w.Opened == 0 && !d.done {
		d.mark += 10
		r, err := d.game.Step(engine.Host, engine.Said{Window: w.Window, Mark: d.mark, Date: d.now.Unix()}, d.now)
		if err != nil {
			d.tb.Fatalf("border refused in %T: %v", d.game.Stage, err)
		}
		for _, e := range r.Events {
			d.game.Apply(e)
			d.hear(e)
		}
	}
	return err
}

// whys are the reasons of the engine by those of the model.
var whys = map[engine.Reason]Why{
	engine.NoNominee: NoOne, engine.OneNominee: OnlyOne, engine.AfterRemoval: ByRemoval, engine.LeaderGone: LeaderGone,
	engine.AllGone: AllGone, engine.TieIsSettled: Settled, engine.LeaderStays: LeaderStays, engine.LiftFailed: LiftFailed, engine.NoLift: NoLift,
}

func ordered(l engine.List) (out uint64) {
	for i, s := range l[:min(l.Len(), 16)] {
		out |= uint64(s) << (4 * i)
	}
	return out
}

func set(s engine.Seats) Set { return Set(s) }

// hear makes a line of the model out of an event.
func (d *driver) hear(e engine.Event) {
	var l Line
	switch e := e.(type) {
	case engine.NoVote:
		l = Line{What: NoBallot, Why: whys[e.Why]}
	case engine.BallotCalled:
		l = Line{What: Called, List: ordered(e.List)}
	case engine.CandidateClosed:
		l = Line{What: Closed, Seat: int8(e.Seat), Voters: set(e.Voters), Rest: set(e.Rest)}
	case engine.Fouled:
		l = Line{What: Fouled, Seat: int8(e.Seat)}
	case engine.Removed:
		l = Line{What: Removed, Seat: int8(e.Seat)}
	case engine.WordCut:
		l = Line{What: Cut, Seat: int8(e.Seat)}
	case engine.Tied:
		d.tied = e.List
		l = Line{What: Tied, List: ordered(e.List)}
	case engine.TieSpeechCalled:
		l = Line{What: Speaks, Seat: int8(e.Seat)}
	case engine.RevoteCalled:
		l = Line{What: Revote, List: ordered(e.List)}
	case engine.LiftCalled:
		l = Line{What: LiftAsked, List: ordered(d.tied)}
		if e.Seats != d.tied.Seats() {
			l.Why = NoLift // the lift is about others than those who are tied
		}
	case engine.LiftClosed:
		l = Line{What: LiftTold, Voters: set(e.For), Count: int8(e.Of), Passed: e.Passed}
	case engine.LeaversNamed:
		d.named = e.List
		l = Line{What: Leaves, List: ordered(e.List)}
	case engine.LastWordCalled:
		l = Line{What: Last, Seat: int8(e.Seat)}
	case engine.Stayed:
		l = Line{What: Stay, Why: whys[e.Why]}
	case engine.NightFell:
		d.done = true
		l = Line{What: Night, Passed: d.game.NoBallot != d.game.Day+1}
	case engine.Ended:
		d.done = true
		l = Line{What: Over, Count: int8(e.Verdict)}
	default:
		return
	}
	d.out = append(d.out, l)
}

// place is where a seat stands on a list.
func place(l engine.List, s engine.Seat) int {
	for i, c := range l {
		if c == s {
			return i
		}
	}
	return -1
}

// moment is where the game stands.
func (d *driver) moment() Moment {
	b := &d.game.Ballot
	switch s := d.game.Stage.(type) {
	case engine.Speech:
		return Moment{Stage: Speech}
	case engine.Announce:
		return Moment{Stage: Announced}
	case engine.Lead:
		return Moment{Stage: Named, Round: int(b.Round) - 1, Index: int(b.Index)}
	case engine.Voting:
		return Moment{Stage: Window, Round: int(b.Round) - 1, Index: int(b.Index)}
	case engine.TieSpeech:
		return Moment{Stage: Tie, Round: int(b.Round) - 1, Index: place(d.tied, s.Seat)}
	case engine.LiftVote:
		return Moment{Stage: Lift}
	case engine.LastWord:
		return Moment{Stage: LastWord, Index: place(d.named, s.Seat)}
	}
	d.tb.Fatalf("the day came to %T", d.game.Stage)
	return Moment{}
}

// play drives the game by the plan up to the night or the end.
func (d *driver) play(p Plan) []Line {
	d.done, d.now, d.mark, d.out = false, epoch, 100, d.out[:0]
	for range 100 {
		at, window := d.moment(), d.game.Clock.Window
		d.remove(p, at)
		if d.game.Clock.Window == window && !d.done {
			d.press(p, at)
			if at.Stage == Window || at.Stage == Lift {
				at.Pressed = true
				d.remove(p, at)
			}
		}
		for ticks := 0; !d.done && d.game.Clock.Window == window; ticks++ {
			if ticks > 10 {
				d.tb.Fatalf("the clock stands still in %T", d.game.Stage)
			}
			if due := d.game.Due(); due.After(d.now) {
				d.now = due
			}
			_ = d.give(engine.Host, engine.Tick{})
		}
		if d.done {
			return d.out
		}
	}
	d.tb.Fatal("the day does not end")
	return nil
}

// remove removes the seat of the plan if its moment has come; one who has left already
// can be removed in his own last word only.
func (d *driver) remove(p Plan, at Moment) {
	s := engine.Seat(p.Removed)
	if s == 0 || at != p.When {
		return
	}
	if last, ok := d.game.Stage.(engine.LastWord); !d.game.Living.Has(s) && !(ok && last.Seat == s) {
		return
	}
	if err := d.give(engine.Host, engine.Remove{Seat: s}); err != nil {
		d.tb.Fatalf("removal of %d refused in %T: %v", s, d.game.Stage, err)
	}
}

// press puts the hands of the plan on the table.
func (d *driver) press(p Plan, at Moment) {
	for s := engine.Seat(1); s < 16; s++ {
		switch {
		case !d.game.Living.Has(s):
		case at.Stage == Lift && p.For.Has(int(s)):
			_ = d.give(d.game.Chairs[s].Main, engine.Raise{})
		case at.Stage == Window && d.game.Ballot.Votes[s] == 0 && p.plans(at.Round, int(s)) == at.Index+1:
			_ = d.give(d.game.Chairs[s].Main, engine.Vote{Seat: d.game.Ballot.List[at.Index]})
		}
	}
}

// base is a table of a ruleset in the last speech of a day, for every such day.
type base struct {
	rules engine.Ruleset
	game  engine.Game
}

// seats plays a lobby of ten up to the night of orders.
func newBase(tb testing.TB, r engine.Ruleset) base {
	d := driver{tb: tb, now: epoch}
	must := func(by engine.Player, c engine.Command) {
		tb.Helper()
		if err := d.give(by, c); err != nil {
			tb.Fatalf("%T refused: %v", c, err)
		}
	}
	must(1, engine.Convene{Rules: r})
	for p := engine.Player(1); p <= 10; p++ {
		must(p, engine.Join{})
	}
	for p := engine.Player(1); p <= 10; p++ {
		must(p, engine.SayReady{})
	}
	for p := engine.Player(1); p <= 10; p++ {
		must(p, engine.Draw{})
	}
	at := engine.Instant(epoch.UnixMilli())
	for s := engine.Seat(1); s <= 10; s++ {
		d.game.Apply(engine.Dealt{Seat: s, Role: engine.Citizen})
	}
	d.game.Apply(engine.CardsOut{At: at})
	must(engine.Host, engine.Said{Window: d.game.Clock.Window, Mark: 1, Date: epoch.Unix()})
	return base{r, d.game}
}

// at is a table of the base as the model has it.
func (b *base) at(t Table) engine.Game {
	g, at := b.game, engine.Instant(epoch.UnixMilli())
	for s := engine.Seat(1); s <= 10; s++ {
		if !t.Living.Has(int(s)) {
			g.Apply(engine.Killed{Seat: s})
		}
	}
	don := engine.Don
	for s := engine.Seat(1); s <= 10; s++ {
		if t.Black.Has(int(s)) {
			g.Apply(engine.Dealt{Seat: s, Role: don})
			don = engine.Mafia
		}
		if t.Third.Has(int(s)) {
			g.Apply(engine.Fouled{Seat: s, Why: engine.OutOfTurn, Count: 3})
			g.Apply(engine.FoulNoticed{Seat: s, Mark: 1})
		}
	}
	g.Apply(engine.Dawned{Day: uint8(t.Day), At: at})
	by := g.Living.First()
	for _, s := range t.List {
		g.Apply(engine.Nominated{By: by, Seat: engine.Seat(s)})
		by = g.Living.After(by)
	}
	for s := g.Living.First(); !g.Had.Has(s); s = g.Living.After(s) {
		g.Apply(engine.SpeechCalled{Seat: s, At: at})
	}
	g.Apply(engine.NominationsTold{})
	g.Apply(engine.Opened{Window: g.Clock.Window, Mark: 50, Date: epoch.Unix(), At: at})
	return g
}
