package engine

// Who may write into the group (G14, G15): whoever is out may not until the game is over,
// where a club wants it so; under hard_mute nobody may during the game but who has the
// floor. By night and in the ballot that is nobody. The carrier sees to it, where it may.
// Nothing here is recorded, for it follows from where the game stands; and as it follows
// from what the table sees, it tells nothing (G6).

// FloorRules are the knobs of who may write; the zero value means what was done before.
type FloorRules struct {
	HardMute bool // hard_mute: in the game only who has the floor may write (G15)
}

var floorKnobs = []Knob{
	{"hard_mute", "G15", nil, func(r *Ruleset) any { return &r.HardMute }},
}

// Floor tells the carrier who may write now: these seats and nobody else (G15).
type Floor struct{ Seats Seats }

func (Floor) effect() {}

// MayWrite reports whether the people of a seat may write into the group.
func (g *Game) MayWrite(s Seat) bool {
	switch {
	case !g.Running() || g.Verdict != 0:
		return true
	case g.Rules.MuteOut && g.Partings[s].Over:
		return false
	}
	return !g.Rules.HardMute || g.Floor() == s
}

// settleFloor passes the right to write on with the floor.
func (t *turn) settleFloor(before *Game) {
	if !t.g.Rules.HardMute || !t.g.Running() || t.g.Verdict != 0 {
		return
	}
	if now := t.g.Floor(); !before.Running() || now != before.Floor() {
		t.effect(Floor{Seats: SetOf(now)})
	}
}
