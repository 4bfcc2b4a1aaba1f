package engine

// Who leaves by the vote, the last words, and what follows them (C66, T55,
// T73).

// voteOut takes the voted-out seats from the table; they leave together, with
// one test of the position (E28), and each has his last word.
func (t *turn) voteOut(list List) {
	t.announce(LeaversNamed{List: list})
	if v := t.g.position(); v != 0 {
		t.emit(Decided{Verdict: v})
	}
	if t.settleStop(); t.g.Finished() || t.endsAtOnce() {
		return // nobody is called to speak any more
	}
	t.nextFarewell()
}

func (t *turn) nextFarewell() {
	if s := t.g.Leaving[0]; s != 0 {
		t.askChats()
		t.border(LastWordCalled{Seat: s, At: t.now})
		return
	}
	if t.g.Fate != 0 {
		t.end(t.g.Fate)
		return
	}
	t.nightfall()
}

// afterLastWord goes on after a farewell: to the speeches in the morning, to
// the next farewell or the night after a vote.
func (t *turn) afterLastWord(s LastWord) {
	switch {
	case !s.Killed:
		t.nextFarewell()
	case t.g.Fate != 0:
		t.end(t.g.Fate)
	default:
		t.nextSpeaker()
	}
}
