package engine

// The knobs of the nights that a file of its own holds (P-A, PACES).

// Nights are knobs of the nights. They stand in the Ruleset as its own fields, so a
// log from before them decodes: the zero value is what was done then.
type Nights struct {
	LookDon int // look_don_s: the Don looks over the city in the night of orders, 0 = he does not (T1, T2)

	ShootMode string // shoot_mode: called (K11d) or keypad; empty: keypad
	ShootCall int    // shoot_call_s: how long a number is called (K11d)
	ShootGap  int    // shoot_gap_s: how long nothing is called after it (K11d)

	ChecksFrom string // checks_from: the first night with checks, 1 or 2 (K15, A33); empty: 1

	LateCheck  string // late_check: removal of who goes on writing after he was thanked (T9), or off; empty: off
	MaskGrace  int    // mask_grace_s: after these words his message costs nothing yet (T9)
	NightNoise string // night_noise: foul (K14f) or flag; empty: foul
	MaskDelay  string // mask_delay: foul (K20b, D5) or flag; empty: foul
}

// Values of the knobs of the nights.
const (
	Called = "called" // shoot_mode: the numbers are called one after another (K11d)
	Keypad = "keypad" // shoot_mode: a seat is chosen, then shot at

	FirstNight  = "1" // checks_from: the first night of shooting
	SecondNight = "2" // checks_from: the one after it

	QuietNights = "nights" // three_misses_unit: nights on which no seat leaves (T5)
)

// nightsOf returns the nights of a preset at a pace.
func nightsOf(name, pace string) Nights {
	n := Nights{ShootMode: Keypad, ShootCall: 3, ShootGap: 1, ChecksFrom: FirstNight, LateCheck: Off, MaskGrace: 3, NightNoise: FoulOnly, MaskDelay: FoulOnly}
	switch pace {
	case TableTempo:
		n.ShootMode = Called
	case ChatTempo:
		n.ShootCall, n.ShootGap, n.MaskGrace = 5, 2, 5
	case BlitzTempo:
		n.ShootCall, n.MaskGrace = 1, 1
	}
	if name == Tournament {
		n.LookDon, n.LateCheck = 30, Removal // T2, T9
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
	{"checks_from", "K15 A33", []string{FirstNight, SecondNight}, func(r *Ruleset) any { return &r.ChecksFrom }},
	{"late_check", "C19 T8 T9", []string{Removal, Off}, func(r *Ruleset) any { return &r.LateCheck }},
	{"mask_grace_s", "T9", nil, func(r *Ruleset) any { return &r.MaskGrace }},
	{"night_noise", "C13 C14 C16 K14a K14b K14c K14d K14e K14f K29b T10 T12", []string{FoulOnly, FlagOnly}, func(r *Ruleset) any { return &r.NightNoise }},
	{"mask_delay", "C8 K20b D5", []string{FoulOnly, FlagOnly}, func(r *Ruleset) any { return &r.MaskDelay }},
}

// ChecksOn reports whether the Don and the Sheriff check on a night; on the others they
// are called all the same, so that every night takes as long (G7).
func (r *Ruleset) ChecksOn(night uint8) bool {
	return night > 1 || night == 1 && r.ChecksFrom != SecondNight
}

// checking reports whether this night has checks.
func (g *Game) checking() bool { return g.Rules.ChecksOn(g.Night) }
