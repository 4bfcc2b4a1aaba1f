package engine

// A vote whose message nobody sees (E30): it is sent anew, the window begins again in
// full, and the touches already put in it stand. A window is unseen if its message never
// came, or was deleted: Telegram tells nobody of that, the carrier finds it out when it is
// told to look.

// mostAgain is how often one window is sent anew: a group that takes no message, or whose
// administrator deletes every one, does not hold the game (I8).
const mostAgain = 2

// Vanished tells that the message of the window's vote is not there any more.
type Vanished struct{ Window uint32 }

// ShownAgain begins the window of a vote anew; its message is sent again.
type ShownAgain struct{ At Instant }

func (ShownAgain) Kind() string              { return "shown_again" }
func (ShownAgain) audience(_ *Game) Audience { return everybody }
func (e ShownAgain) apply(g *Game) {
	g.Clock.Posted, g.Clock.Opened, g.Clock.Unseen = e.At, 0, false
	g.Clock.Again++
}

// VoteShown returns the message of the vote that runs and what is pressed under it; 0 if
// none runs.
func (g *Game) VoteShown() (Slot, []Command) {
	switch s := g.Stage.(type) {
	case Voting:
		return s.Slot, []Command{Vote{Seat: g.Ballot.List[g.Ballot.Index]}}
	case LiftVote:
		return WindowSlot(g.Clock.Window), []Command{Raise{}}
	}
	return 0, nil
}

// votes reports whether hands count now. While the message is on its way once more the
// window is no less open than it was: who still sees the old one is heard.
func (g *Game) votes() bool {
	slot, _ := g.VoteShown()
	return slot != 0 && (g.Clock.open() || g.Clock.Again > 0)
}

func (c Vanished) step(t *turn, by Player) error {
	slot, _ := t.g.VoteShown()
	switch k := t.g.Clock; {
	case by != Host:
		return Refusal("host_only")
	case slot == 0, c.Window != k.Window, !k.open(), k.Again >= mostAgain:
		return Refusal("stale")
	}
	t.showAgain()
	return nil
}

func (t *turn) showAgain() {
	e := ShownAgain{At: t.now}
	t.emit(e)
	slot, keys := t.g.VoteShown()
	t.effect(Say{To: everybody, Fact: e, Options: keys, Slot: slot, Adds: true, Gate: t.g.Clock.Window})
}

// voteUnseen reports whether the vote that ends has not been seen by anybody, and may be
// sent anew.
func (t *turn) voteUnseen() bool {
	slot, _ := t.g.VoteShown()
	return slot != 0 && t.g.Clock.Unseen && t.g.Clock.Again < mostAgain
}

// seenLate opens the window of a vote anew whose message has come after it was opened
// without it; it reports whether that is so.
func (t *turn) seenLate(c Said) bool {
	slot, _ := t.g.VoteShown()
	if slot == 0 || c.Window != t.g.Clock.Window || !t.g.Clock.open() || !t.g.Clock.Unseen || c.Mark == 0 {
		return false
	}
	t.open(c.Mark, c.Date)
	return true
}
