package engine

// What the two of a seat write to each other: the bot's relay is the quiet channel
// (T104, A63), open all game, and not scanned (E48).

// Conferred is a word of one of a pair to the other; the text is not the engine's.
type Conferred struct {
	Seat   Seat `json:"seat"`
	Second bool `json:"second,omitempty"` // the consigliere's to his player
}

// Kind is the name in the log.
func (Conferred) Kind() string { return "conferred" }

func (Conferred) apply(*Game) {}

func (e Conferred) audience(g *Game) Audience {
	if e.Second {
		return person(g.Chairs[e.Seat].Main)
	}
	return person(g.Chairs[e.Seat].Second)
}

// Confers returns the partner to whom what a player writes in private is passed on, 0
// if nobody is.
func (g *Game) Confers(p Player) Player {
	s, part := g.Who(p)
	switch {
	case !g.Running(), !g.paired(s), part == Waiting:
		return 0
	case g.Seconds(p):
		return g.Chairs[s].Main
	}
	return g.Chairs[s].Second
}

// confer passes a private text on to the writer's partner. It is a word to him and none
// to the host, so nobody of a pair is awake by it (C12, T9); but the Don's is his
// gesture, too (C6), and what a black says in the briefing goes to all his own, his
// consigliere among them (T111). It reports whether that is all there is to do.
func (t *turn) confer(by Player) bool {
	s, _ := t.g.Who(by)
	switch t.g.Stage.(type) {
	case Briefing:
		if !t.second && t.g.Roles[s].Black() && t.g.Clock.open() {
			return false
		}
	case DonMeet:
		if !t.second && t.g.Roles[s] == Don && t.g.Clock.open() {
			t.emit(DonShown{})
		}
	}
	e := Conferred{Seat: s, Second: t.second}
	t.emit(e)
	t.tell(e)
	return true
}

// audience of a black's word is his own, and his consigliere.
func (e Whispered) audience(g *Game) Audience {
	a := toSeats(g.blacks(g.Living).Without(e.By))
	if g.paired(e.By) {
		a.Player = g.Chairs[e.By].Second
	}
	return a
}
