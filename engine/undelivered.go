package engine

// A card of the night that does not come, by no fault of its reader (E45): a miss of that
// night is in no series. The card of every living seat counts, whoever is to act by it, so
// it tells nobody's role; the edits of the actors' cards do not (G6). Who has closed his
// chat has only himself to blame (E36).

// Undelivered tells that the night's card has not reached a player by the end of the
// shooting, or never will, and not because he has closed his chat.
type Undelivered struct{ Player Player }

// Unprompted is a night in which a card has not come; once a night.
type Unprompted struct{}

// Kind is the name in the log.
func (Unprompted) Kind() string { return "unprompted" }

func (Unprompted) audience(*Game) Audience { return nobody }

func (Unprompted) apply(g *Game) { g.Unprompted = true }

func (c Undelivered) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	switch t.g.Stage.(type) {
	case Fall, Shoot:
	default:
		return nil
	}
	if s, part := t.g.Who(c.Player); part == Main && !t.g.Unprompted && !t.g.Shut.Has(s) {
		t.emit(Unprompted{})
	}
	return nil
}
