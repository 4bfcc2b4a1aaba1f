package engine

// How each event of the table before its game, of the clock and of the deal
// changes the game. Nothing is decided here.

func (e Convened) apply(g *Game) {
	*g = Game{Rules: e.Rules, Opener: e.By, Size: e.Rules.Players, Stage: Lobby{}, Lobby: LobbySlot}
	g.Clock = Clock{Window: 1, Posted: e.At, Opened: e.At, Length: e.Rules.LobbyIdle}
}

func (e Joined) apply(g *Game) {
	for i, p := range g.Table {
		if p == 0 {
			g.Table[i], g.Ready[i] = e.Player, false
			break
		}
	}
	g.Clock.Opened = e.At
}

func (e Left) apply(g *Game)    { g.vacate(e.Player) }
func (e Dropped) apply(g *Game) { g.vacate(e.Player) }

// vacate closes the ranks behind a player who left the lobby.
func (g *Game) vacate(p Player) {
	i := g.waiting(p)
	if i < 0 {
		return
	}
	if mate := g.Mates[i]; mate != 0 { // his partner keeps the place
		if mate != p {
			g.Table[i], g.Ready[i] = mate, g.MatesReady[i]
		}
		g.Mates[i], g.MatesReady[i] = 0, false
		return
	}
	copy(g.Table[i:], g.Table[i+1:])
	g.Table[MaxSeats-1] = 0
	copy(g.Ready[i:], g.Ready[i+1:])
	g.Ready[MaxSeats-1] = false
	copy(g.Mates[i:], g.Mates[i+1:])
	g.Mates[MaxSeats-1] = 0
	copy(g.MatesReady[i:], g.MatesReady[i+1:])
	g.MatesReady[MaxSeats-1] = false
}

func (e OpenerPassed) apply(g *Game) { g.Opener = e.To }

func (e Begun) apply(g *Game) { g.Size = e.Players }

func (e ReadyAsked) apply(g *Game) {
	g.Stage, g.Ready, g.MatesReady = ReadyCheck{}, [MaxSeats]bool{}, [MaxSeats]bool{}
	g.Clock = g.Clock.next(e.At, g.Rules.ReadyCheck, g.Rules.RaceGrace)
}

func (e ReadySaid) apply(g *Game) {
	if i := g.waiting(e.Player); g.Mates[i] == e.Player {
		g.MatesReady[i] = true
	} else {
		g.Ready[i] = true
	}
}

func (e DrawCalled) apply(g *Game) {
	g.Stage, g.Drawn, g.Chairs = Drawing{}, 0, [MaxSeats + 1]Chair{}
	g.Clock = g.Clock.next(e.At, g.Rules.Draw, g.Rules.RaceGrace)
	g.Seating = WindowSlot(g.Clock.Window)
}

func (e Drew) apply(g *Game) {
	g.Drawn = g.Drawn.With(e.Seat)
	g.Chairs[e.Seat] = Chair{Main: e.Player, Second: g.mate(e.Player)}
}

func (e SeatsTold) apply(g *Game) {
	g.Stage = Telling{}
	g.Clock = g.Clock.next(e.At, 0, 0)
}

func (e HoldCalled) apply(g *Game) {
	h, holding := g.Stage.(Holding)
	if !e.Again {
		g.Clock = g.Clock.next(e.At, g.Rules.PMHold, g.Rules.RaceGrace)
	}
	if !holding {
		h = Holding{Slot: WindowSlot(g.Clock.Window), Void: e.Void}
	}
	h.Missing, h.Seen = e.Missing, h.Seen|e.Missing
	h.Seconds, h.SeenSeconds = e.Seconds, h.SeenSeconds|e.Seconds
	g.Stage = h
}

func (e Reached) apply(g *Game) {
	if h, ok := g.Stage.(Holding); ok {
		if e.Second {
			h.Seconds = h.Seconds.Without(e.Seat)
		} else {
			h.Missing = h.Missing.Without(e.Seat)
		}
		g.Stage = h
	}
}

func (HoldOver) apply(*Game) {}

func (e Reopened) apply(g *Game) {
	g.Stage, g.Drawn, g.Chairs = Lobby{}, 0, [MaxSeats + 1]Chair{}
	g.Ready, g.MatesReady, g.Size = [MaxSeats]bool{}, [MaxSeats]bool{}, g.Rules.Players
	g.Clock = g.Clock.next(e.At, g.Rules.LobbyIdle, 0)
	g.Clock.Opened = e.At
	g.Lobby = WindowSlot(g.Clock.Window)
}

func (LobbyClosed) apply(g *Game) { g.Stage, g.Clock = Closed{}, g.Clock.stopped() }

func (e Opened) apply(g *Game) {
	for s, n := range g.Notices {
		if n.State == OnItsWay && n.At <= g.Clock.Posted {
			g.Notices[s] = Notice{State: Read, Mark: e.Mark, At: e.At} // it stood before the border, or in it
		}
	}
	g.Clock.Opened, g.Clock.Unseen = e.At, e.Mark == 0
	if g.Clock.Mark == 0 { // of a vote that is sent anew the first message is the border
		g.Clock.Mark, g.Clock.Date = e.Mark, e.Date
	}
	g.Masks.opened(e)
	g.partingsTold(e.Date)
	for _, ends := range [...]*[MaxSeats + 1]FloorEnd{&g.Ends, &g.HalfEnds} {
		for s, end := range ends {
			if end.Over && end.Date == 0 {
				ends[s].Mark, ends[s].Date = e.Mark, e.Date
			}
		}
	}
	g.minuteBegun()
}

func (e Resumed) apply(g *Game) {
	if _, voting := g.Stage.(Voting); voting && e.Shift >= worthTelling {
		g.Ballot.Broken = true
	}
	g.Deaf = g.Deaf || e.Shift >= worthTelling && g.Running() && !g.night()
	c := &g.Clock
	c.Posted += e.Shift
	for s, at := range g.ToldAt {
		if at != 0 {
			g.ToldAt[s] = at + e.Shift
		}
	}
	for s, n := range g.Notices {
		if n.At != 0 && (n.State == OnItsWay || e.Shift < 0) {
			g.Notices[s].At += e.Shift // it keeps its place before or after the border
		}
	}
	if c.open() {
		c.Opened += e.Shift
		if short := e.At.plus(ResumeFloor) - earliest(c.Ends(), g.silentAt()); short > 0 && interactive(g.Stage) {
			c.Opened += short
		}
	}
	if g.StopVote.runs() {
		g.StopVote.Opened += e.Shift
		g.StopVote.Opened += max(e.At.plus(ResumeFloor)-g.stopEnds(), 0)
	}
	g.Masks.resume(e, g.Rules)
	g.Absence.move(e.Shift)
	g.Objection.resume(e, g.Rules)
	g.Leavers.moveSeconds(e.Shift)
	if g.StopToldAt != 0 {
		g.StopToldAt += e.Shift
	}
	g.Bench.resume(e, g.Rules)
	g.Pause = g.Pause.next(e)
}

// next returns the outage that an event tells of. One soon after another goes on
// with it: what was written in the first may be heard after the second. A clock
// that was wrong takes back what it has counted.
func (o Outage) next(e Resumed) Outage {
	if e.Shift < 0 {
		shift := e.Shift.seconds()
		return Outage{From: o.From + shift, To: o.To + shift}
	}
	from, to := (e.At - e.Shift).seconds(), e.At.seconds()
	switch {
	case e.Shift == 0:
		return o
	case from <= o.To+ResumeFloor && from >= o.From:
		from = o.From
	}
	return Outage{From: from, To: to}
}

func (e Sown) apply(g *Game)  { g.Seed = e.Seed }
func (e Sealed) apply(*Game)  {}
func (e Dealt) apply(g *Game) { g.Roles[e.Seat] = e.Role }
func (DealVoided) apply(g *Game) {
	g.Roles, g.Seed = [MaxSeats + 1]Role{}, Key{}
}

func (e CardsOut) apply(g *Game) {
	g.Stage = Cards{}
	g.Clock = g.Clock.next(e.At, 0, 0)
}
