package engine

// View is what one person may know of a game: the public part, and of the
// secret part only his own. View(Host) is what the table knows.
type View struct {
	Me   Player
	Seat Seat
	Part Part

	Rules     Ruleset
	Size      int   // seats of the present game
	Rehearsal bool  // it is not rated (E1)
	Stage     Stage // a Briefing's chosen order and a called number are the blacks' alone and zero for others
	Window    uint32
	Open      bool    // the window's seconds run
	Opened    Instant // when they began
	Length    int     // how many there are
	Floor     Seat
	Opener    Player
	Judge     Player // 0 for nobody
	Table     [MaxSeats]Player
	Lobby     Slot // the message of the lobby
	Ready     [MaxSeats]bool
	Mates     [MaxSeats]Player // who shares a place of the lobby
	Parted    Seats            // whose consigliere has left him alone
	Chairs    [MaxSeats + 1]Chair
	Drawn     Seats
	Living    Seats
	Exits     [MaxSeats + 1]Exit
	Fouls     [MaxSeats + 1]uint8
	Silent    [MaxSeats + 1]uint8
	Day       uint8
	Night     uint8
	Noms      Nominations
	Pending   Nomination // a formula that still lacks its touch
	List      List       // the candidates of the round
	Current   Seat       // the candidate whose lead or window runs
	Tied      Seats
	Stop      uint32 // the number of the vote to stop that runs, 0 for none
	Protest   uint32 // the number of the vote on a protest that runs, 0 for none
	Verdict   Verdict
	Picked    Seats  // of the best move that is being chosen (T18)
	BestMove  string // what one is at this table: Off, Two, TwoOrThree or Three

	Role   Role    // one's own card, 0 before the deal
	Don    Seat    // for the blacks
	Mafia  Seats   // for the blacks
	Orders [3]Seat // for the blacks
	Voted  Seat    // one's own vote of this round
	Raised bool
	Agreed bool // one's own voice to stop the game
	Aim    Seat // this night's
	Shot   Seat
	Twice  bool // his shot is a miss: he fired at a second seat
	Check  Seat
}

// WindowOf returns the number that a button of the command carries.
func (v View) WindowOf(c Command) uint32 {
	switch c := c.(type) {
	case AgreeStop:
		return v.Stop
	case VoteProtest:
		return v.Protest
	case Answer:
		return c.Card
	}
	return v.Window
}

// View returns what the player may know.
func (g *Game) View(of Player) View {
	v := View{
		Me: of, Rules: g.Rules, Size: g.Size, Rehearsal: g.Rehearsal(), Stage: g.Stage, Window: g.Clock.Window, Open: g.Clock.open(), Opened: g.Clock.Opened, Length: g.Clock.Length,
		Floor: g.Floor(), Opener: g.Opener, Judge: g.Judge, Table: g.Table, Lobby: g.Lobby, Ready: g.Ready, Mates: g.Mates, Parted: g.Parted, Chairs: g.Chairs, Drawn: g.Drawn,
		Living: g.Living, Exits: g.Exits, Fouls: g.Fouls, Silent: g.Silent, Day: g.Day, Night: g.Night,
		Noms: g.Noms, Pending: g.Pending, List: g.Ballot.List, Tied: g.Ballot.Tied, Stop: g.StopVote.Window, Protest: g.Objection.Vote, Verdict: g.Verdict,
	}
	switch g.Stage.(type) {
	case Lead, Voting:
		v.Current = g.Ballot.List[g.Ballot.Index]
	}
	v.BestMove = g.MoveRule()
	v.hideUntold(g)
	v.Seat, v.Part = g.Who(of)
	if v.Seat == 0 {
		return v
	}
	s := v.Seat
	if s == g.BestMover() {
		v.Picked = g.Move.Picked
	}
	if tray, lies := g.Stage.(Tray); lies && !(tray.Taken.Has(s) && g.Clock.open()) {
		return v // nobody has seen his card
	}
	v.Role = g.Roles[s]
	v.Voted, v.Raised, v.Agreed = g.Ballot.Votes[s], g.Ballot.For.Has(s), g.StopVote.For.Has(s)
	v.Aim, v.Shot, v.Twice = g.Shooting.Aim[s], g.Shooting.Shot[s], g.Shooting.Twice.Has(s)
	switch v.Role {
	case Don:
		v.Check = g.Checks[0]
	case Sheriff:
		v.Check = g.Checks[1]
	}
	if v.Role.Black() {
		v.Don, v.Orders = g.holder(Don), g.Orders
		v.Mafia = g.blacks(g.Drawn).Without(v.Don)
		v.Stage = g.Stage
	}
	return v
}

// hideUntold keeps from the public view what the table has not been told: the
// fouls that wait for the morning or for the close of a window (C17, E49), and
// the order the Don is at, and the number that is called to the blacks; nor who has
// lifted his card.
func (v *View) hideUntold(g *Game) {
	switch g.Stage.(type) {
	case Briefing:
		v.Stage = Briefing{}
	case Tray:
		v.Stage = Tray{}
	case Shoot:
		v.Stage = Shoot{}
	}
	for s, n := range g.Notices {
		if n.State == Unsaid {
			v.Fouls[s] -= n.Kept
			if v.Silent[s] == g.Day+1 && v.Fouls[s] < 3 { // it came from a foul that nobody has heard of
				v.Silent[s] = 0
			}
		}
	}
}
