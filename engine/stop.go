package engine

// The end before its time (E43): a table that is closed before its game, and a
// game that is stopped without a winner.

// StopVote is the vote of the living seats to stop the game. It has a time of its
// own, beside the window that runs; its numbers are counted with the windows'.
type StopVote struct {
	Window uint32  // what its buttons carry, 0 if no vote runs
	Opened Instant // when its seconds began
	For    Seats   // whose voices it has, told to nobody
}

func (v StopVote) runs() bool { return v.Window != 0 }

// stopEnds is the vote's last instant for those who take part, 0 if none runs.
func (g *Game) stopEnds() Instant {
	if !g.StopVote.runs() {
		return 0
	}
	return g.StopVote.Opened.plus(g.Rules.StopVote)
}

// stopCloses is when the vote is closed, its grace included, 0 if none runs.
func (g *Game) stopCloses() Instant {
	if !g.StopVote.runs() {
		return 0
	}
	return g.stopEnds().plus(g.Rules.RaceGrace)
}

// Alive reports whether a button of the command that was drawn for a window still
// works: that window runs, or the vote to stop does.
func (g *Game) Alive(window uint32, c Command) bool {
	switch c.(type) {
	case AgreeStop:
		return g.StopVote.runs() && window == g.StopVote.Window
	case VoteProtest:
		return g.Objection.Vote != 0 && window == g.Objection.Vote
	case Mask:
		return g.Masks.runs() && window == g.Masks.Window
	case Answer:
		_, waits := g.card(window)
		return waits
	}
	if _, asks := c.(AskFouls); asks {
		return !g.Finished() // a question may be asked at any time (C30, T44)
	}
	return window == g.Clock.Window
}

// stopShown is the message of the vote that runs.
func (t *turn) stopShown() Slot { return WindowSlot(t.g.StopVote.Window) }

func (c Stop) step(t *turn, by Player) error {
	switch {
	case t.g.Stage == nil, t.g.Finished(), t.g.Ended():
		return Refusal("no_game_to_stop")
	case !t.g.Running():
		return t.stopLobby(by, c.Owner)
	}
	s, part := t.g.Who(by)
	switch {
	case !t.g.Rules.StoppableAt(t.g.Size) && part == Main:
		return Refusal("stop_off")
	case !t.g.Rules.StoppableAt(t.g.Size):
		return Refusal("stop_off_watching")
	case part == Main:
		return t.callStop(s)
	case part == JudgePart, part == StrangerPart && c.Owner && t.g.Judge == Host:
		return t.stopByOwner()
	}
	return Refusal("stop_running_who")
}

// stopLobby closes a table before its game: its opener does, or the owner of the
// group.
func (t *turn) stopLobby(by Player, owner bool) error {
	e := LobbyClosed{Why: OpenerStops}
	switch {
	case t.g.judges(by):
		e.Why = JudgeStops
	case by != t.g.Opener:
		e.Why = OwnerStops
		if !owner {
			return Refusal("stop_lobby_who")
		}
	}
	t.voidCards()
	t.closeLobby(e)
	return nil
}

// stopByOwner ends the game by the word of the judge, or of who owns the group and does not play:
// first he is told the price, then it counts for a minute (G21).
func (t *turn) stopByOwner() error {
	const minute = 60
	told := t.g.StopToldAt
	switch {
	case told == 0 || t.now > told.plus(minute):
		t.emit(StopTold{At: t.now})
		return Refusal("stop_price")
	case t.now < told.plus(t.g.Rules.ToldGap):
		return Refusal("stop_price")
	}
	t.stop()
	return nil
}

// callStop opens the vote by the word of a living seat, whose voice is the first.
// Where one runs it is a voice for it.
func (t *turn) callStop(s Seat) error {
	if t.g.StopVote.runs() {
		return t.agree(s)
	}
	if _, circle := t.g.Stage.(Speech); !circle {
		return Refusal("stop_by_day")
	}
	if t.g.StopDay == t.g.Day {
		return Refusal("stop_once")
	}
	n := t.g.Living.Len()
	e := StopCalled{Needed: uint8(t.g.Rules.share(n)), Of: uint8(n), At: t.now}
	t.emit(e)
	t.emit(StopAgreed{By: s})
	t.effect(Say{To: everybody, Fact: e, Options: []Command{AgreeStop{}}, Slot: t.stopShown()})
	return nil
}

func (c AgreeStop) step(t *turn, by Player) error {
	s, err := t.voter(by)
	if err != nil {
		return err
	}
	if !t.g.StopVote.runs() {
		return Refusal("stop_over")
	}
	return t.agree(s)
}

func (t *turn) agree(s Seat) error {
	if t.g.StopVote.For.Has(s) {
		return Refusal("already_voted")
	}
	t.emit(StopAgreed{By: s})
	return nil
}

// stopBeforeNight ends a vote that runs when night falls, won or failed, so that
// none ends inside a night, whose buttons and phrases are fixed (C10, G7). It
// reports whether the game is over.
func (t *turn) stopBeforeNight() bool {
	t.settleStop()
	if t.g.StopVote.runs() {
		t.announce(t.stopFailed())
	}
	return t.g.Finished()
}

// settleStop stops the game as soon as the voices are enough: by a voice, or by a
// departure that changed the numbers. What is decided already is not stopped any
// more: its last words are said (T73).
func (t *turn) settleStop() {
	living := t.g.Living
	if t.g.StopVote.runs() && t.g.Fate == 0 && !t.g.Finished() && (t.g.StopVote.For&living).Len() >= t.g.Rules.share(living.Len()) {
		t.stop()
	}
}

// stop ends the game without a winner; what has been decided already stands (T73).
func (t *turn) stop() {
	t.flushNominations()
	if t.g.Fate != 0 {
		t.end(t.g.Fate)
		return
	}
	t.end(Stopped)
}

// failStop ends a vote that has not come to its number.
func (t *turn) failStop() {
	shown := t.stopShown()
	t.announce(t.stopFailed())
	t.effect(Clear{Slot: shown})
}

// stopFailed is how far the vote that runs has come.
func (t *turn) stopFailed() StopFailed {
	n := t.g.Living.Len()
	return StopFailed{For: uint8((t.g.StopVote.For & t.g.Living).Len()), Needed: uint8(t.g.Rules.share(n)), Of: uint8(n)}
}
