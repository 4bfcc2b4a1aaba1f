package engine

// Who cannot be written to (K2a, K2b, E3): the deal waits for him, then his place
// is free. From the opening of the briefing the deal stands, and he is asked by day
// to open his chat (E39).

func (c Unreachable) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if t.g.waiting(c.Player) < 0 {
		return Refusal("not_joined")
	}
	if s, part := t.g.Who(c.Player); t.g.Running() {
		if part == Main && !t.g.Shut.Has(s) {
			t.emit(ChatClosed{Seat: s})
		}
		return nil
	}
	switch stage := t.g.Stage.(type) {
	case Telling, Cards:
		_, cards := stage.(Cards)
		t.voidCards()
		t.hold(c.Player, HoldCalled{Void: cards})
	case Holding:
		seat, _ := t.g.Who(c.Player)
		t.hold(c.Player, HoldCalled{Missing: stage.Missing, Void: stage.Void, Again: stage.Seen.Has(seat)})
	}
	return nil
}

// voidCards takes back the cards that are out: nobody has seen one as valid yet.
func (t *turn) voidCards() {
	if _, cards := t.g.Stage.(Cards); cards {
		t.announce(DealVoided{})
	}
}

// hold lets the deal wait for one more player: for the whole time from now on, or
// for what is left of it if it has waited for him before (I8). Rules without such a
// time drop him at once.
func (t *turn) hold(p Player, e HoldCalled) {
	if t.g.Rules.PMHold == 0 {
		t.reopenWithout([MaxSeats]Player{p}, NotReachable)
		return
	}
	seat, _ := t.g.Who(p)
	if e.Missing.Has(seat) {
		return
	}
	e.Missing, e.At = e.Missing.With(seat), t.now
	t.emit(e)
	if e.Again {
		t.showHold(e, 0)
		return
	}
	t.showHold(e, t.g.Clock.Window)
}

// showHold writes who is missing into the one message that says so; it opens the
// window gate, if that is not 0.
func (t *turn) showHold(fact Event, gate uint32) {
	t.effect(Say{To: everybody, Fact: fact, Options: []Command{OpenChat{}}, Slot: t.g.Stage.(Holding).Slot, Gate: gate})
}

func (c OpenChat) step(*turn, Player) error  { return Refusal("open_private") }
func (c ReadRules) step(*turn, Player) error { return Refusal("open_private") }

func (c Reachable) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if t.g.waiting(c.Player) < 0 {
		return Refusal("not_joined")
	}
	seat, _ := t.g.Who(c.Player)
	if t.g.Running() && t.g.Shut.Has(seat) {
		t.reopenChat(seat)
		return nil
	}
	h, holding := t.g.Stage.(Holding)
	if !holding || !h.Missing.Has(seat) {
		return nil
	}
	e := Reached{Seat: seat}
	t.emit(e)
	if t.g.Stage.(Holding).Missing != 0 {
		t.showHold(e, 0)
		return nil
	}
	t.effect(Say{To: everybody, Fact: e, Slot: h.Slot})
	t.tellSeats()
	return nil
}

// holdOver drops who has not opened his chat; the seats that were drawn are
// forgotten.
func (t *turn) holdOver() {
	h := t.g.Stage.(Holding)
	var late [MaxSeats]Player
	var e HoldOver
	for i, p := range t.g.Table {
		if s, _ := t.g.Who(p); h.Missing.Has(s) {
			late[i], e.Missing[s] = p, p
		}
	}
	t.emit(e)
	t.effect(Say{To: everybody, Fact: e, Slot: h.Slot})
	t.reopenWithout(late, NotReachable)
}

// endHold takes the way to the chat off the message of a hold that is over.
func (t *turn) endHold(s Stage) {
	if h, ok := s.(Holding); ok {
		t.effect(Clear{Slot: h.Slot})
	}
}

// reopenChat lets a seat that can be written to again have the card of this night
// as it stands now: every seat, whether it is to act or not, for what arrives must
// not tell who is (I7).
func (t *turn) reopenChat(s Seat) {
	t.emit(ChatOpened{Seat: s})
	if t.g.night() {
		fact, options := t.cardNow(s)
		t.editCard(s, fact, options...)
	}
}

// askChats asks the living seats whose chats are closed to open them, each once.
// It is said by day only: what the night's messages met with must not be seen in
// the night (G6, E36).
func (t *turn) askChats() {
	if who := t.g.Shut & t.g.Living &^ t.g.Asked; who != 0 {
		t.announce(ChatAsked{Seats: who})
	}
}
