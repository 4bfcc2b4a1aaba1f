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
	t.effect(Say{To: everybody, Fact: fact, Options: []Command{Join{}, Leave{}}, Slot: LobbySlot})
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
	t.emit(ReadyAsked{At: t.now})
	t.effect(Say{To: everybody, Fact: ReadyAsked{At: t.now}, Options: []Command{SayReady{}, Leave{}}, Slot: LobbySlot, Gate: t.g.Clock.Window})
	return nil
}

func (c Leave) step(t *turn, by Player) error {
	if t.g.waiting(by) < 0 {
		return Refusal("not_joined")
	}
	switch t.g.Stage.(type) {
	case Lobby, ReadyCheck, Drawing:
	default:
		return Refusal("too_late_to_leave")
	}
	_, lobby := t.g.Stage.(Lobby)
	e := Left{Player: by}
	t.emit(e)
	t.passOpener(by)
	if !lobby {
		t.tell(e) // the table hears why it does not begin
		t.announce(Reopened{At: t.now}, Join{})
	}
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
	free := FirstSeats(t.g.Rules.Players) &^ t.g.Drawn
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
	if t.g.Drawn.Len() < t.g.Rules.Players {
		return nil
	}
	t.tellSeats()
	return nil
}

// tellSeats sends every player his seat: the probe whether all can be reached
// before a role exists (design, "Reaching everybody").
func (t *turn) tellSeats() {
	drawn := WindowSlot(t.g.Clock.Window)
	e := SeatsTold{At: t.now}
	t.emit(e)
	t.effect(Say{To: everybody, Fact: e, Slot: drawn, Gate: t.g.Clock.Window})
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

func (c Unreachable) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if t.g.waiting(c.Player) < 0 {
		return Refusal("not_joined")
	}
	_, cards := t.g.Stage.(Cards)
	_, told := t.g.Stage.(Telling)
	if cards {
		t.announce(DealVoided{})
	}
	if cards || told {
		t.emit(Reopened{At: t.now})
		t.drop(c.Player, NotReachable)
	}
	return nil
}

func (t *turn) closeLobby() {
	e := LobbyClosed{Why: Abandoned}
	t.emit(e)
	t.effect(Say{To: everybody, Fact: e, Slot: LobbySlot})
}
