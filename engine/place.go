package engine

// LosePlace tells that the place of the table is gone for ever, the topic of a forum in which
// it was: the game is stopped, the table closed (E43).
type LosePlace struct{}

func (LosePlace) step(t *turn, by Player) error {
	switch {
	case by != Host:
		return Refusal("host_only")
	case t.g.Stage == nil, t.g.Finished(), t.g.Ended():
		return Refusal("stale")
	}
	if t.g.barred() {
		t.emit(Unbarred{})
	}
	if t.g.Running() {
		t.stop()
		return nil
	}
	t.voidCards()
	t.closeLobby(LobbyClosed{Why: PlaceGone})
	return nil
}
