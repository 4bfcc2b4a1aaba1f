package engine

// The lobby, the ready check and the draw of the numbers (C84, C85, K1).

func (c Convene) step(t *turn, by Player) error {
	if t.g.Stage != nil {
		return Refusal("table_taken")
	}
	if by == Host {
		return Refusal("not_for_host")
	}
	if _, err := Composition(c.Rules.Players); err != nil {
		return err
	}
	t.emit(Convened{Rules: c.Rules, By: by, At: t.now})
	t.showLobby(t.ready.Events[0])
	return nil
}

// showLobby edits the lobby's message to the present state; fact is why.
func (t *turn) showLobby(fact Event) {
	options := []Command{Join{}, Leave{}}
	if t.g.AtTable() >= MinSeats {
		options = append(options, Begin{})
	}
	t.effect(Say{To: everybody, Fact: fact, Options: options, Slot: LobbySlot})
}

func (c Join) step(t *turn, by Player) error {
	if by == Host {
		return Refusal("not_for_host")
	}
	if _, ok := t.g.Stage.(Lobby); !ok {
		if t.g.waiting(by) >= 0 {
			return Refusal("already_joined")
		}
		return Refusal("not_in_lobby")
	}
	if t.g.waiting(by) >= 0 {
		return Refusal("already_joined")
	}
	if t.g.AtTable() >= t.g.Rules.Players {
		return Refusal("table_full")
	}
	e := Joined{Player: by, At: t.now}
	t.emit(e)
	if t.g.AtTable() < t.g.Rules.Players {
		t.showLobby(e)
		return nil
	}
	t.askReady()
	return nil
}

// Begin starts with those who are there: the opener does, and there are enough.
func (c Begin) step(t *turn, by Player) error {
	if _, ok := t.g.Stage.(Lobby); !ok {
		return Refusal("stale")
	}
	if by != t.g.Opener {
		return Refusal("opener_begins")
	}
	if t.g.AtTable() < MinSeats {
		return Refusal("too_few")
	}
	t.emit(Begun{Players: t.g.AtTable()})
	t.askReady()
	return nil
}

func (t *turn) askReady() {
	e := ReadyAsked{At: t.now}
	t.emit(e)
	t.effect(Say{To: everybody, Fact: e, Options: []Command{SayReady{}, Leave{}}, Slot: LobbySlot, Gate: t.g.Clock.Window})
}

// Until the briefing opens a place can be given back; seats that were drawn are
// forgotten then, and cards that were dealt are void (E4).
func (c Leave) step(t *turn, by Player) error {
	if t.g.waiting(by) < 0 {
		return Refusal("not_joined")
	}
	if t.g.Running() || t.g.Finished() {
		return Refusal("too_late_to_leave")
	}
	stage := t.g.Stage
	t.voidCards()
	e := Left{Player: by}
	t.emit(e)
	t.passOpener(by)
	if _, lobby := stage.(Lobby); !lobby {
		t.tell(e) // the table hears why it does not begin
		t.announce(Reopened{At: t.now}, Join{})
	}
	t.endHold(stage)
	t.showLobby(e)
	return nil
}

// passOpener hands the opener's rights to the next one at the table.
func (t *turn) passOpener(gone Player) {
	if t.g.Opener == gone && t.g.Table[0] != 0 {
		t.emit(OpenerPassed{To: t.g.Table[0]})
	}
}

func (c SayReady) step(t *turn, by Player) error {
	if _, ok := t.g.Stage.(ReadyCheck); !ok {
		return Refusal("stale")
	}
	i := t.g.waiting(by)
	if i < 0 {
		return Refusal("not_joined")
	}
	if t.g.Ready[i] {
		return Refusal("already_ready")
	}
	t.emit(ReadySaid{Player: by})
	for i := range t.g.AtTable() {
		if !t.g.Ready[i] {
			return nil
		}
	}
	t.callDraw()
	return nil
}

func (t *turn) callDraw() {
	e := DrawCalled{At: t.now}
	t.border(e, Draw{})
	t.effect(Clear{Slot: LobbySlot})
}

// readyOver drops who did not answer the ready check.
func (t *turn) readyOver() {
	late := t.g.Table
	for i := range late {
		if t.g.Ready[i] {
			late[i] = 0
		}
	}
	t.reopenWithout(late, NotReady)
}

// reopenWithout returns to the lobby; the late lose their places.
func (t *turn) reopenWithout(late [MaxSeats]Player, why Reason) {
	t.emit(Reopened{At: t.now})
	for _, p := range late {
		if p != 0 {
			t.drop(p, why)
		}
	}
}

func (c Draw) step(t *turn, by Player) error {
	if _, ok := t.g.Stage.(Drawing); !ok {
		return Refusal("stale")
	}
	if t.g.waiting(by) < 0 {
		return Refusal("not_joined")
	}
	if s, _ := t.g.Who(by); s != 0 {
		return Refusal("already_drawn")
	}
	free := FirstSeats(t.g.Size) &^ t.g.Drawn
	skip := int(c.Luck % uint64(free.Len()))
	var seat Seat
	for s := range free.All() {
		if skip == 0 {
			seat = s
			break
		}
		skip--
	}
	t.emit(Drew{Player: by, Seat: seat})
	if t.g.Drawn.Len() < t.g.Size {
		return nil
	}
	t.tellSeats()
	return nil
}

// tellSeats sends every player his seat: the probe whether all can be reached
// before a role exists (design, "Reaching everybody").
func (t *turn) tellSeats() {
	e := SeatsTold{At: t.now}
	t.emit(e)
	t.effect(Say{To: everybody, Fact: e, Slot: t.g.Seating, Gate: t.g.Clock.Window})
	for s := range t.g.Drawn.All() {
		t.effect(Say{To: only(s), Fact: Drew{Player: t.g.Chairs[s].Main, Seat: s}, Gate: t.g.Clock.Window})
	}
}

// drawOver drops who has not drawn (K1b).
func (t *turn) drawOver() {
	late := t.g.Table
	for i, p := range late {
		if s, _ := t.g.Who(p); p == 0 || s != 0 {
			late[i] = 0
		}
	}
	t.reopenWithout(late, NotDrawn)
}

// drop takes a player out of the lobby and tells the table why.
func (t *turn) drop(p Player, why Reason) {
	e := Dropped{Player: p, Why: why}
	t.announce(e, Join{})
	t.passOpener(p)
	t.showLobby(e)
}

// closeLobby ends a table before its game: in the lobby's message, or below
// everything once that is far above.
func (t *turn) closeLobby(e LobbyClosed) {
	stage := t.g.Stage
	t.emit(e)
	switch stage.(type) {
	case Lobby, ReadyCheck:
		t.effect(Say{To: everybody, Fact: e, Slot: LobbySlot})
	default:
		t.tell(e)
		t.effect(Clear{})
	}
}
