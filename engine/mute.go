package engine

// Who is out is muted until the game is over (G14, G12, K27, T81, C86): the carrier
// does it, where it may. Nothing here is recorded, for it follows from who is out.

// Mute takes from the people of a seat the right to write into the group.
type Mute struct{ Seat Seat }

// Unmute gives it back to those of a seat, for seat 0 to everybody.
type Unmute struct{ Seat Seat }

func (Mute) effect()   {}
func (Unmute) effect() {}

// settleMutes mutes who has just left, and ends every mute with the game.
func (t *turn) settleMutes(before *Game) {
	switch {
	case !t.g.Rules.MuteOut && !t.g.Rules.HardMute:
		return
	case t.g.Verdict != before.Verdict:
		t.effect(Unmute{})
		return
	case !t.g.Rules.MuteOut, t.g.Partings == before.Partings:
		return
	}
	for s := range t.g.Drawn.All() {
		switch was, is := before.Partings[s].Over, t.g.Partings[s].Over; {
		case is && !was:
			t.effect(Mute{Seat: s})
		case was && !is:
			t.effect(Unmute{Seat: s}) // the judge has taken the removal back (E42)
		}
	}
}
