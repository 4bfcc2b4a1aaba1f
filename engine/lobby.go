package engine

import "slices"

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

// showLobby brings the lobby's message to the present state; fact is why. The
// first one after the lobby has opened posts it.
func (t *turn) showLobby(fact Event) {
	options := []Command{Join{}, Leave{}}
	if t.g.AtTable() == t.g.Rules.Players {
		options = options[1:] // only partners can come
	}
	if t.g.AtTable() >= MinSeats {
		options = append(options, Begin{})
	}
	options = append(append(options, ReadRules{}), t.singles()...)
	t.effect(Say{To: everybody, Fact: fact, Options: options, Slot: t.g.Lobby})
}

func (c Join) step(t *turn, by Player) error {
	if by == Host {
		return Refusal("not_for_host")
	}
	if _, ok := t.g.Stage.(Lobby); !ok {
		if t.g.waiting(by) >= 0 {
			return Refusal("already_joined")
		}
		return t.outsider()
	}
	if t.g.waiting(by) >= 0 {
		return Refusal("already_joined")
	}
	if t.g.judges(by) {
		return Refusal("judge_sits")
	}
	if t.g.AtTable() >= t.g.Rules.Players {
		return Refusal("table_full")
	}
	e := Joined{Player: by, At: t.now}
	t.emit(e)
	if t.g.Opener == Host {
		t.emit(OpenerPassed{To: by}) // everybody had lost his place
	}
	if !t.g.complete() {
		t.showLobby(e)
		return nil
	}
	t.askReady()
	return nil
}

// Begin starts with those who are there: the opener does, and there are enough.
func (c Begin) step(t *turn, by Player) error {
	switch t.g.Stage.(type) {
	case Lobby:
	case ReadyCheck:
		return Refusal("already_begun")
	default:
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

// askReady asks in a message of its own, because an edit of the lobby's would be
// seen by nobody; that one has no buttons any more.
func (t *turn) askReady() {
	e := ReadyAsked{At: t.now}
	t.border(e, SayReady{}, Leave{})
	t.effect(Say{To: everybody, Fact: e, Slot: t.g.Lobby})
}

// Until the briefing opens a place can be given back; seats that were drawn are
// forgotten then, and cards that were dealt are void (E4).
func (c Leave) step(t *turn, by Player) error {
	if t.g.waiting(by) < 0 {
		return t.outsider()
	}
	if t.g.Running() && t.g.Rules.LeaveGroup != "" {
		return t.rise(by)
	}
	if t.g.Running() || t.g.Finished() || t.g.Ended() {
		return Refusal("too_late_to_leave")
	}
	e := Left{Player: by, Shared: t.g.mate(by) != 0}
	if _, lobby := t.g.Stage.(Lobby); lobby {
		t.emit(e)
		t.passOpener(by)
		t.showLobby(e)
		return nil
	}
	t.voidCards()
	before := t.g
	t.announce(e) // the table hears why it does not begin
	t.reopen(&before)
	t.passOpener(by)
	return nil
}

// outsider refuses what only the people of this table can do.
func (t *turn) outsider() Refusal {
	_, lobby := t.g.Stage.(Lobby)
	switch {
	case lobby:
		return Refusal("not_joined")
	case t.g.Running(), t.g.Finished(), t.g.Ended():
		return Refusal("not_in_lobby")
	}
	return Refusal("table_gathers") // a place may still become free
}

// reopen returns to the lobby, whose message stands below everything anew. It
// comes after the notice of who has left: the edits of the messages before it
// stand between, so the notice keeps a message of its own, which no later edit of
// the lobby wipes out.
func (t *turn) reopen(before *Game) {
	e := Reopened{At: t.now}
	t.emit(e)
	switch before.Stage.(type) {
	case ReadyCheck, Lots:
		t.effect(Clear{Slot: WindowSlot(before.Clock.Window)})
	default:
		if before.Drawn != 0 {
			t.effect(Say{To: everybody, Fact: e, Slot: before.Seating})
		} else {
			t.effect(Clear{Slot: before.Seating})
		}
	}
	t.endHold(before.Stage)
	t.showLobby(e)
}

// passOpener hands the opener's rights to the next one at the table, and tells it
// to whom. Where nobody is left, the next one to sit down has them.
func (t *turn) passOpener(gone ...Player) {
	if !slices.Contains(gone, t.g.Opener) {
		return
	}
	e := OpenerPassed{To: t.g.Table[0]}
	t.emit(e)
	if e.To != Host {
		t.tell(e)
	}
}

func (c SayReady) step(t *turn, by Player) error {
	if _, ok := t.g.Stage.(ReadyCheck); !ok {
		return Refusal("stale")
	}
	if t.g.waiting(by) < 0 {
		return t.outsider()
	}
	if t.g.ready(by) {
		return Refusal("already_ready")
	}
	t.emit(ReadySaid{Player: by})
	if slices.ContainsFunc(t.g.everyone(), func(p Player) bool { return !t.g.ready(p) }) {
		return nil
	}
	t.callLots()
	return nil
}

// ready reports whether somebody at the table has answered the ready check.
func (g *Game) ready(p Player) bool {
	i := g.waiting(p)
	return g.Table[i] == p && g.Ready[i] || g.Mates[i] == p && g.MatesReady[i]
}

func (t *turn) callDraw() {
	asked := WindowSlot(t.g.Clock.Window)
	t.border(DrawCalled{At: t.now}, Draw{})
	t.effect(Clear{Slot: asked})
}

// readyOver drops who did not answer the ready check.
func (t *turn) readyOver() {
	t.reopenWithout(slices.DeleteFunc(t.g.everyone(), t.g.ready), NotReady)
}

// reopenWithout returns to the lobby; the late lose their places, which is one
// notice for all of them.
func (t *turn) reopenWithout(late []Player, why Reason) {
	before := t.g
	for _, p := range late {
		mate := t.g.mate(p)
		t.announce(Dropped{Player: p, Why: why, Shared: mate != 0 && !slices.Contains(late, mate)})
	}
	t.reopen(&before)
	t.passOpener(late...)
}

func (c Draw) step(t *turn, by Player) error {
	if _, ok := t.g.Stage.(Drawing); !ok {
		return Refusal("stale")
	}
	i := t.g.waiting(by)
	if i < 0 {
		return t.outsider()
	}
	if t.g.Mates[i] == by {
		return Refusal("main_only") // T113
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
	t.reopenWithout(t.g.numberless(), NotDrawn)
}

// closeLobby ends a table before its game: in the lobby's message, or below
// everything once that is far above.
func (t *turn) closeLobby(e LobbyClosed) {
	stage := t.g.Stage
	t.emit(e)
	switch stage.(type) {
	case Lobby:
		t.effect(Say{To: everybody, Fact: e, Slot: t.g.Lobby})
	default:
		t.tell(e)
		t.effect(Clear{})
	}
}
