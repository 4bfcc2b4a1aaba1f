package engine

// The knobs of the nights that a file of its own holds (P-A, PACES).

// Nights are knobs of the nights. They stand in the Ruleset as its own fields, so a
// log from before them decodes: the zero value is what was done then.
type Nights struct {
	LookDon int // look_don_s: the Don looks over the city in the night of orders, 0 = he does not (T1, T2)
}

// nightsOf returns the nights of a preset at a pace.
func nightsOf(name, pace string) Nights {
	var n Nights
	if name == Tournament {
		n.LookDon = 30 // T2
		if pace == BlitzTempo {
			n.LookDon = 3
		}
	}
	return n
}

var nightKnobs = []Knob{
	{"look_don_s", "T1 T2", nil, func(r *Ruleset) any { return &r.LookDon }},
}
