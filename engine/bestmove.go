package engine

// The best move: who is killed on the first night of shooting names in his last
// minute the seats that he holds for black (T18, T19). What it is worth is reckoned
// by the club; the game records who named whom.

// Move is the best move of a game.
type Move struct {
	Picked Seats // the seats pressed so far, not recorded
	By     Seat  // who has named them; 0: nothing is recorded
	Seats  Seats // the last valid record within the minute counts (T19)
	Told   bool  // a record of another number has been refused before the table
}

// Commands of the best move.
type (
	// PickMove puts a seat among those of the best move, or takes it off again.
	PickMove struct{ Seat Seat }
	// RecordMove records the seats that have been picked.
	RecordMove struct{}
)

// Events of the best move.
type (
	MovePicked struct {
		By   Seat `json:"by"`
		Seat Seat `json:"seat"`
	}
	// MoveRecorded is told when the last word is over, in the message that says so.
	MoveRecorded struct {
		By    Seat  `json:"by"`
		Seats Seats `json:"seats"`
	}
	// MoveRefused says once what has to be named: what was said is not recorded.
	MoveRefused struct {
		By Seat `json:"by"`
	}
	// MoveJudged says at the end which of the seats were black.
	MoveJudged struct {
		By     Seat  `json:"by"`
		Seats  Seats `json:"seats"`
		Blacks Seats `json:"blacks,omitempty"`
	}
)

// Kind is the name in the log.
func (MovePicked) Kind() string { return "move_picked" }

// Kind is the name in the log.
func (MoveRecorded) Kind() string { return "move_recorded" }

// Kind is the name in the log.
func (MoveRefused) Kind() string { return "move_refused" }

// Kind is the name in the log.
func (MoveJudged) Kind() string { return "move_judged" }

func (e MovePicked) audience(_ *Game) Audience { return only(e.By) }
func (MoveRecorded) audience(_ *Game) Audience { return everybody }
func (MoveRefused) audience(_ *Game) Audience  { return everybody }
func (MoveJudged) audience(_ *Game) Audience   { return everybody }

func (e MovePicked) apply(g *Game) { g.Move.Picked ^= SetOf(e.Seat) }

func (e MoveRecorded) apply(g *Game) { g.Move.By, g.Move.Seats = e.By, e.Seats }

func (MoveRefused) apply(g *Game) { g.Move.Told = true }
func (MoveJudged) apply(*Game)    {}

// HasWord reports whether a player who has left may still act: he holds the floor, or
// the game is over (C86).
func (g *Game) HasWord(p Player) bool {
	s, part := g.Who(p)
	return part == Departed && (g.Floor() == s || g.Ended())
}

// BestMover returns the seat that may name blacks now, 0 if none may: it holds its
// last word and was killed on night 1. One that was removed in that night has none
// (A77), and after a miss nobody ever has (S38).
func (g *Game) BestMover() Seat {
	if last, ok := g.Stage.(LastWord); ok && last.Killed && g.moves() {
		return last.Seat
	}
	return 0
}

// moves reports whether who was killed this night may name blacks.
func (g *Game) moves() bool { return g.Night == 1 && g.MoveRule() != Off }

// MoveRule returns what a best move is at this table: Off, TwoOrThree, Three, or Two
// where there are no more blacks to be named; one alone is no best move (E2).
func (g *Game) MoveRule() string {
	switch blacks := blacksAmong(g.Size); {
	case g.Rules.BestMove == "" || blacks < 2:
		return Off
	case g.Rules.BestMove != Off && blacks == 2:
		return Two
	}
	return g.Rules.BestMove
}

// fits reports whether so many seats are a best move.
func (g *Game) fits(named Seats) bool {
	switch n := named.Len(); g.MoveRule() {
	case Two:
		return n == 2
	case TwoOrThree:
		return n == 2 || n == 3
	case Three:
		return n == 3
	}
	return false
}

// moveKeys are the buttons under the last word of a killed seat that may name
// blacks: every seat but its own.
func (t *turn) moveKeys(by Seat) []Command {
	if !t.g.moves() {
		return nil
	}
	return t.g.movesOf(by)
}

func (g *Game) movesOf(by Seat) []Command {
	var out []Command
	for s := range g.Drawn.Without(by).All() {
		out = append(out, PickMove{Seat: s})
	}
	return append(out, RecordMove{})
}

// moveCandidates are the commands that make sense where a best move can be named.
func (g *Game) moveCandidates() []Command {
	if by := g.BestMover(); by != 0 {
		return g.movesOf(by)
	}
	return nil
}

// mover returns the seat of a player who may name blacks now.
func (t *turn) mover(by Player) (Seat, error) {
	s, part := t.g.Who(by)
	if part != Main && part != Departed {
		return 0, Refusal("not_playing")
	}
	switch mover := t.g.BestMover(); {
	case mover == 0:
		return 0, Refusal("stale")
	case mover != s:
		return 0, Refusal("not_your_minute")
	case !t.g.Clock.open():
		return 0, Refusal("not_yet")
	}
	return s, nil
}

func (c PickMove) step(t *turn, by Player) error {
	s, err := t.mover(by)
	if err != nil {
		return err
	}
	if c.Seat == s || !t.g.Drawn.Has(c.Seat) {
		return Refusal("bad_target")
	}
	t.emit(MovePicked{By: s, Seat: c.Seat})
	return nil
}

func (RecordMove) step(t *turn, by Player) error {
	s, err := t.mover(by)
	if err != nil {
		return err
	}
	if !t.g.fits(t.g.Move.Picked) {
		return t.g.moveWants()
	}
	t.recordMove(s, t.g.Move.Picked)
	return nil
}

// moveWants is the refusal of another number of seats.
func (g *Game) moveWants() Refusal {
	switch g.MoveRule() {
	case Two:
		return Refusal("move_two")
	case Three:
		return Refusal("move_three")
	}
	return Refusal("move_two_or_three")
}

func (t *turn) recordMove(s Seat, seats Seats) {
	if t.g.Move.By != s || t.g.Move.Seats != seats {
		t.emit(MoveRecorded{By: s, Seats: seats})
	}
}

// moveByWords takes a best move that was said. One of another number of seats is not
// recorded; the table hears why, once.
func (t *turn) moveByWords(s Seat, f Find) {
	switch {
	case t.g.BestMover() != s:
	case t.g.fits(f.Seats) && f.Seats&^t.g.Drawn.Without(s) == 0:
		t.recordMove(s, f.Seats)
	case !t.g.Move.Told:
		t.announce(MoveRefused{By: s})
	}
}

// tellMove tells the table the best move of the last word that is over.
func (t *turn) tellMove() {
	if m := t.g.Move; m.By != 0 {
		t.tell(MoveRecorded{By: m.By, Seats: m.Seats})
	}
}

// judgeMove tells at the end which of the seats of the best move were black.
func (t *turn) judgeMove() {
	if m := t.g.Move; m.By != 0 {
		t.announce(MoveJudged{By: m.By, Seats: m.Seats, Blacks: t.g.blacks(m.Seats)})
	}
}
