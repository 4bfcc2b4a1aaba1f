package engine

// Awarded gives the win to the team opposite to a seat's, for what its player did
// (C81, T72, T79–T82, T93). It tells the seat's colour, so it is made only where the
// game ends with it.
type Awarded struct {
	Seat Seat   `json:"seat"`
	Why  Reason `json:"why"`
}

// Kind is the name in the log.
func (Awarded) Kind() string { return "awarded" }

func (Awarded) apply(*Game)               {}
func (Awarded) audience(_ *Game) Audience { return everybody }

// award ends the game with the win of the team opposite to the seat's.
func (t *turn) award(s Seat, why Reason) {
	v := BlackWin
	if t.g.Roles[s].Black() {
		v = RedWin
	}
	t.flushNominations()
	t.announce(Awarded{Seat: s, Why: why})
	t.end(v)
}
