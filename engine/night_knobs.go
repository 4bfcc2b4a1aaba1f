package engine

// The knobs of the nights that a file of its own holds (P-A, PACES).

// Nights are knobs of the nights. They stand in the Ruleset as its own fields, so a
// log from before them decodes: the zero value is what was done then.
type Nights struct {
	LookDon int // look_don_s: the Don looks over the city in the night of orders, 0 = he does not (T1, T2)

	ShootMode string // shoot_mode: called (K11d) or keypad; empty: keypad
	ShootCall int    // shoot_call_s: how long a number is called (K11d)
	ShootGap  int    // shoot_gap_s: how long nothing is called after it (K11d)
}

// Values of the knobs of the nights.
const (
	Called = "called" // shoot_mode: the numbers are called one after another (K11d)
	Keypad = "keypad" // shoot_mode: a seat is chosen, then shot at
)

// nightsOf returns the nights of a preset at a pace.
func nightsOf(name, pace string) Nights {
	n := Nights{ShootMode: Keypad, ShootCall: 3, ShootGap: 1}
	switch pace {
	case TableTempo:
		n.ShootMode = Called
	case ChatTempo:
		n.ShootCall, n.ShootGap = 5, 2
	case BlitzTempo:
		n.ShootCall = 1
	}
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
	{"shoot_mode", "K11d", []string{Called, Keypad}, func(r *Ruleset) any { return &r.ShootMode }},
	{"shoot_call_s", "K11d", nil, func(r *Ruleset) any { return &r.ShootCall }},
	{"shoot_gap_s", "K11d", nil, func(r *Ruleset) any { return &r.ShootGap }},
}
