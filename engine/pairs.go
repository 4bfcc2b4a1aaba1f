package engine

import "slices"

// Two people on a seat: the player and his consigliere (T94–T113). In the lobby a pair
// is one place; a lot decides, before the seats are drawn, who of the two plays
// (T106, T107).

// Pairing are the knobs of a game in which a seat may have a consigliere. The zero
// value is a game of one person a seat.
type Pairing struct {
	Consigliere bool // consigliere: pairs may sit down, switched on per game (T94–T113)
	ConsSplit   int  // cons_split_s: each half of a pair's minute, 0 = no minute is split (T102)
}

// pairKnobs are the keys of Pairing.
var pairKnobs = []Knob{
	{"consigliere", "T4 T28 T47 T68 T94 T95 T101 T106 T107 T110 T111 T113", nil, func(r *Ruleset) any { return &r.Consigliere }},
	{"cons_split_s", "T101 T102", nil, func(r *Ruleset) any { return &r.ConsSplit }},
}

// pairsOf gives a ruleset the halves of its pace, where its document knows pairs.
func (r *Ruleset) pairsOf(name string) {
	if name == Tournament {
		r.ConsSplit = map[string]int{TableTempo: 30, ChatTempo: 60, BlitzTempo: 3}[r.Pace]
	}
}

// PairsOffered reports whether the rules know pairs, so that a game can be opened for
// them.
func (r Ruleset) PairsOffered() bool { return r.ConsSplit > 0 }

// Pairs is what a game knows of those who share a place or a seat.
type Pairs struct {
	Mates      [MaxSeats]Player // who shares the place of Table with the same index; after the lot, the consigliere
	MatesReady [MaxSeats]bool
	Parted     Seats                  // whose consigliere has left the table alone (E40)
	Minutes    Seats                  // who has had a discussion minute: the first is the player's alone (T101)
	HalfEnds   [MaxSeats + 1]FloorEnd // where a consigliere's last half of the day ended, for his grace
	SecondShut Seats                  // whose consigliere's private chat has been closed in the game (E39)
	Leavers
	SecondAsk Seats // who of these has been asked to open it
}

type (
	// Pair sits down beside somebody who has no partner yet, giving up a place of
	// one's own.
	Pair struct{ With Player }
	// DrawLot draws a card: it says who of a pair plays (T107). Luck is a random number
	// that the carrier adds (G20).
	DrawLot struct{ Luck uint64 }
)

// Lots is the stage in which the pairs draw cards; the bits are places at the table
// whose card of the player, or of the consigliere, has been drawn.
type Lots struct{ Mains, Seconds uint16 }

func (Lots) stage() {}

// mate returns who shares a player's place in the lobby, 0 if nobody does.
func (g *Game) mate(p Player) Player {
	switch i := g.waiting(p); {
	case i < 0:
		return 0
	case g.Table[i] == p:
		return g.Mates[i]
	default:
		return g.Table[i]
	}
}

// People returns who sits on a seat and gets what is sent there: the player, then his
// consigliere, unless he has left the table alone.
func (g *Game) People(s Seat) []Player {
	out := []Player{g.Chairs[s].Main}
	if g.paired(s) {
		out = append(out, g.Chairs[s].Second)
	}
	return out
}

// paired reports whether a seat has a consigliere.
func (g *Game) paired(s Seat) bool { return g.Chairs[s].Second != 0 && !g.Parted.Has(s) }

// Seconds reports whether a player is the consigliere of his seat.
func (g *Game) Seconds(p Player) bool {
	return p != 0 && slices.ContainsFunc(g.Chairs[:], func(c Chair) bool { return c.Second == p })
}

// everyone lists all who have a place, the partners behind.
func (g *Game) everyone() []Player {
	return slices.DeleteFunc(append(g.Table[:], g.Mates[:]...), func(p Player) bool { return p == 0 })
}

// bySecond keeps what is the player's alone from his consigliere (T103, T112, T113).
func (t *turn) bySecond(by Player, c Command) error {
	if t.second = t.g.Seconds(by); !t.second || !t.g.Running() {
		return nil
	}
	switch c.(type) {
	case Utter, Write, Pass:
		return nil
	}
	return Refusal("main_only")
}

// complete reports whether nobody more can come: every place is taken, in a game of
// pairs by two.
func (g *Game) complete() bool {
	n := g.AtTable()
	return n == g.Rules.Players && !(g.Rules.Consigliere && slices.Contains(g.Mates[:n], 0))
}

// singles are the buttons by which somebody becomes the partner of who has none.
func (t *turn) singles() []Command {
	var out []Command
	if !t.g.Rules.Consigliere {
		return nil
	}
	for i, p := range t.g.Table {
		if p != 0 && t.g.Mates[i] == 0 {
			out = append(out, Pair{With: p})
		}
	}
	return out
}

func (c Pair) step(t *turn, by Player) error {
	own, at := t.g.waiting(by), t.g.waiting(c.With)
	_, lobby := t.g.Stage.(Lobby)
	switch {
	case by == Host:
		return Refusal("not_for_host")
	case !t.g.Rules.Consigliere:
		return Refusal("no_pairs")
	case !lobby && own < 0:
		return t.outsider()
	case !lobby:
		return Refusal("already_joined")
	case own >= 0 && t.g.Mates[own] != 0:
		return Refusal("already_paired")
	case c.With == by:
		return Refusal("pair_self")
	case at < 0:
		return Refusal("no_partner")
	case t.g.Mates[at] != 0:
		return Refusal("partner_taken")
	}
	e := Paired{Player: by, With: c.With, At: t.now}
	t.emit(e)
	if t.g.complete() {
		t.askReady()
		return nil
	}
	t.showLobby(e)
	return nil
}

// callLots lets the pairs draw cards; where there are none, the seats are drawn.
func (t *turn) callLots() {
	if t.g.Mates == [MaxSeats]Player{} {
		t.callDraw()
		return
	}
	asked := WindowSlot(t.g.Clock.Window)
	t.border(LotsCalled{At: t.now}, DrawLot{})
	t.effect(Clear{Slot: asked})
}

func (c DrawLot) step(t *turn, by Player) error {
	lots, ok := t.g.Stage.(Lots)
	i := t.g.waiting(by)
	switch {
	case !ok:
		return Refusal("stale")
	case i < 0:
		return t.outsider()
	case t.g.Mates[i] == 0:
		return Refusal("no_lot")
	}
	place := uint16(1) << i
	second := t.g.Mates[i] == by
	if (lots.Mains|lots.Seconds)&place == 0 {
		t.emit(LotDrawn{Player: by, Main: c.Luck%2 == 0})
	} else if drawn := lots.Mains; second && lots.Seconds&place != 0 || !second && drawn&place != 0 {
		return Refusal("lot_drawn")
	} else {
		t.emit(LotDrawn{Player: by, Main: !second})
	}
	if lots = t.g.Stage.(Lots); lots.Mains == t.g.places() && lots.Seconds == t.g.places() {
		t.settleLots()
	}
	return nil
}

// places are the bits of the places that pairs have taken.
func (g *Game) places() uint16 {
	var out uint16
	for i, p := range g.Mates {
		if p != 0 {
			out |= 1 << i
		}
	}
	return out
}

// settleLots tells who plays and who is the consigliere, and goes on to the seats.
func (t *turn) settleLots() {
	t.announce(LotsSettled{})
	t.callDraw()
}

// lotsOver ends the time to draw cards. Who leaves the last card to his partner has it;
// a pair that has drawn none loses its place, as whoever draws no number (K1b).
func (t *turn) lotsOver() {
	lots := t.g.Stage.(Lots)
	var late []Player
	for i, mate := range t.g.Mates {
		switch place := uint16(1) << i; {
		case mate == 0, lots.Mains&lots.Seconds&place != 0:
		case (lots.Mains|lots.Seconds)&place == 0:
			late = append(late, t.g.Table[i], mate)
		case lots.Mains&place != 0:
			t.emit(LotDrawn{Player: mate})
		default:
			t.emit(LotDrawn{Player: t.g.Table[i], Main: true})
		}
	}
	if len(late) > 0 {
		t.reopenWithout(late, NoLot)
		return
	}
	t.settleLots()
}
