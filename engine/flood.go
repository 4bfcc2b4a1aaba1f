package engine

// Flooding the table (K21e): more than ten messages of a living seat within ten seconds are
// for a judge; what is written in them costs what it costs beside it.

// Floods is the knob of flooding; its zero value is that of a game that knows none.
type Floods struct {
	Flood string // flood: flag (K21e) or off
}

// floodsOf returns the knob of a ruleset: the other documents do not speak of it.
func floodsOf(name string) Floods {
	if name == Club2010 {
		return Floods{Flood: FlagOnly}
	}
	return Floods{Flood: Off}
}

var floodKnobs = []Knob{
	{"flood", "K21e", []string{FlagOnly, Off}, func(r *Ruleset) any { return &r.Flood }},
}

// Flooded says that the player floods the group, with this message, its Telegram's date;
// the carrier counts, and says it once for a flood, however long that is.
type Flooded struct{ Mark, Date int64 }

func (c Flooded) step(t *turn, by Player) error {
	s, part := t.g.Who(by)
	switch {
	case part != Main && part != Second, !t.g.Running(), t.g.Rules.Flood != FlagOnly:
	case t.g.Removals.Has(s), t.g.Away.Has(s), t.second && t.g.SecondAway.Has(s): // as with whatever it writes
	case t.g.paused(), t.forgiven(Utter{Mark: c.Mark, Date: c.Date}): // it costs nothing (E44, E45)
	default:
		t.flagged(s, c.Mark, because(FloodSent))
	}
	return nil
}
