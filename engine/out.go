package engine

// Who is out of the game and speaks (T72, T79–T82, K27). What he puts into the group
// is always deleted; whether it costs anything depends on how he has left and when,
// never on a card.

// Parting is the end of a seat's time at the table: of its last word, or its removal.
type Parting struct {
	Over   bool
	Window uint32 // the window of that moment: a later border has told the table
	Date   int64  // when the table had read of it, Unix seconds; 0 until then
	Said   uint8  // what it has put into the group since, as far as it counts
	SaidAt int64  // the date of the last of it
}

// tolerated is how many messages of a seat that is out are no matter for a judge (K27).
const tolerated = 2

type (
	// PartingTold says when the table has read that a seat has left.
	PartingTold struct {
		Seat Seat  `json:"seat"`
		Date int64 `json:"date"`
	}
	// PartingPriced tells a seat that has left what a word in the group would cost
	// (G12, T72, T79).
	PartingPriced struct {
		Seat Seat `json:"seat"`
	}
	// OutSpoke is a message of a seat that is out, by now so many of those that count.
	OutSpoke struct {
		Seat   Seat  `json:"seat"`
		Count  uint8 `json:"count"`
		Date   int64 `json:"date"`
		Second bool  `json:"second,omitempty"` // its consigliere's, who has left it alone (E40)
	}
)

// Kind is the name in the log.
func (PartingTold) Kind() string { return "parting_told" }

// Kind is the name in the log.
func (PartingPriced) Kind() string { return "parting_priced" }

// Kind is the name in the log.
func (OutSpoke) Kind() string { return "out_spoke" }

func (PartingTold) audience(_ *Game) Audience     { return nobody }
func (e PartingPriced) audience(_ *Game) Audience { return only(e.Seat) }

// audience of a message of who is out is its author's seat, or he alone.
func (e OutSpoke) audience(g *Game) Audience {
	if e.Second {
		return person(g.Chairs[e.Seat].Second)
	}
	return only(e.Seat)
}

func (e PartingTold) apply(g *Game) {
	g.Partings[e.Seat].Over, g.Partings[e.Seat].Date = true, e.Date
}
func (PartingPriced) apply(*Game) {}
func (e OutSpoke) apply(g *Game) {
	p := &g.Partings[e.Seat]
	if e.Second {
		p = &g.SecondOut[e.Seat]
	}
	p.Said, p.SaidAt = e.Count, e.Date
}

// part ends a seat's time at the table.
func (g *Game) part(s Seat) { g.Partings[s] = Parting{Over: true, Window: g.Clock.Window} }

// partingsTold dates the partings that a border has told.
func (g *Game) partingsTold(date int64) {
	for s, p := range g.Partings {
		if p.Over && p.Date == 0 && p.Window < g.Clock.Window {
			g.Partings[s].Date = date
		}
	}
	for s, p := range g.SecondOut {
		if p.Over && p.Date == 0 && p.Window < g.Clock.Window {
			g.SecondOut[s].Date = date
		}
	}
}

// announceRemoval tells a removal by day; the carrier reports when it was out, for
// the next border may be a minute away.
func (t *turn) announceRemoval(e Removed) {
	t.emit(e)
	t.effect(Say{To: everybody, Fact: e, Notice: e.Seat})
}

// settlePartings tells those who have just left what a word would cost them.
func (t *turn) settlePartings(before *Game) {
	if t.g.Partings == before.Partings || t.g.Finished() {
		return
	}
	for s, p := range t.g.Partings {
		if p.Over && !before.Partings[s].Over && t.g.Rules.OutSpeaks == Awards {
			t.announce(PartingPriced{Seat: Seat(s)})
		}
	}
}

// outSpeaks judges what a seat that is out has put into the group. What was under way
// when it left costs nothing (G2, c), nor what was written while the host heard nobody,
// nor what belongs to a breach of which it could not have read yet (G3). A result that
// is decided stands (T73, T74).
func (t *turn) outSpeaks(s Seat, c Utter) {
	r, p := &t.g.Rules, t.parting(s)
	switch {
	case r.OutSpeaks != FlagOnly && r.OutSpeaks != Awards,
		!p.Over || p.Date == 0 || c.Date <= p.Date+int64(r.LeaveTime),
		t.forgiven(c):
		return
	}
	why := t.outReason(s, c)
	e := OutSpoke{Seat: s, Count: min(p.Said, 254) + 1, Date: c.Date, Second: t.secondOut(s)}
	switch {
	case r.OutSpeaks == FlagOnly:
		t.emit(e)
		if e.Count > tolerated {
			t.flagged(s, c.Mark, because(why))
		}
	case why == OutShown && t.g.Exits[s] != RemovedOut, t.g.Fate != 0, c.Reaction: // a reaction awards nothing (G8, A87)
		t.flagged(s, c.Mark, because(why))
	case p.Said > 0 && c.Date <= p.SaidAt+int64(r.ToldGap):
	case int(e.Count) < r.OutStrikes:
		t.announce(e)
	default:
		t.award(s, why)
	}
}

// outReason is what a message of a seat that is out comes to: of whoever was removed
// anything at all is staying at the table (T82), of others a word or a sound (T79) or
// a gesture (T80).
func (t *turn) outReason(s Seat, c Utter) Reason {
	switch k := c.Heard.Kind; {
	case k == Gesture:
		return OutGesture
	case k == Showing, c.Edit && t.g.Exits[s] == RemovedOut:
		return OutShown
	}
	return OutWord
}
