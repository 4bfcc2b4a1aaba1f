package engine

// Who cannot be written to (K2a, K2b, E3): the deal waits for him, then his place
// is free. From the opening of the briefing the deal stands, and he is asked by day
// to open his chat (E39).

func (c Unreachable) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if t.g.judges(c.Player) && !t.g.Finished() {
		t.leaveChair() // his cards would reach nobody (E5)
		return nil
	}
	if t.g.waiting(c.Player) < 0 {
		return Refusal("not_joined")
	}
	s, part := t.g.Who(c.Player)
	second := t.g.Seconds(c.Player)
	if t.g.Running() {
		if part == Main && !t.g.Shut.Has(s) || part == Second && !t.g.SecondShut.Has(s) {
			t.emit(ChatClosed{Seat: s, Second: second})
		}
		return nil
	}
	switch stage := t.g.Stage.(type) {
	case Telling, Cards, Tray:
		_, telling := stage.(Telling)
		t.voidCards()
		t.hold(c.Player, HoldCalled{Void: !telling})
	case Holding:
		again := stage.Seen.Has(s) && !second || stage.SeenSeconds.Has(s) && second
		t.hold(c.Player, HoldCalled{Missing: stage.Missing, Seconds: stage.Seconds, Void: stage.Void, Again: again})
	}
	return nil
}

// voidCards takes back the cards that are out, and those on the tray: nobody has seen one
// as valid yet.
func (t *turn) voidCards() {
	switch stage := t.g.Stage.(type) {
	case Cards:
		t.announce(DealVoided{})
	case Tray:
		t.announce(DealVoided{})
		for _, p := range t.g.everyone() { // his seat may be gone when he reads it
			t.effect(Say{To: person(p), Fact: DealVoided{}, Slot: stage.Slot})
		}
	}
}

// hold lets the deal wait for one more player: for the whole time from now on, or
// for what is left of it if it has waited for him before (I8). Rules without such a
// time drop him at once.
func (t *turn) hold(p Player, e HoldCalled) {
	if t.g.Rules.PMHold == 0 {
		t.reopenWithout([]Player{p}, NotReachable)
		return
	}
	seat, _ := t.g.Who(p)
	missing := &e.Missing
	if t.g.Seconds(p) {
		missing = &e.Seconds
	}
	if missing.Has(seat) {
		return
	}
	*missing, e.At = missing.With(seat), t.now
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
	e := Reached{Seat: seat, Second: t.g.Seconds(c.Player)}
	if t.g.Running() {
		if shut := map[bool]Seats{false: t.g.Shut, true: t.g.SecondShut}[e.Second]; shut.Has(seat) {
			t.reopenChat(c.Player, ChatOpened(e))
		}
		return nil
	}
	h, holding := t.g.Stage.(Holding)
	if missing := map[bool]Seats{false: h.Missing, true: h.Seconds}[e.Second]; !holding || !missing.Has(seat) {
		return nil
	}
	t.emit(e)
	if h := t.g.Stage.(Holding); h.Missing|h.Seconds != 0 {
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
	var late []Player
	var e HoldOver
	for _, p := range t.g.everyone() {
		switch s, _ := t.g.Who(p); {
		case t.g.Seconds(p):
			if h.Seconds.Has(s) {
				late, e.Seconds[s] = append(late, p), p
			}
		case h.Missing.Has(s):
			late, e.Missing[s] = append(late, p), p
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
func (t *turn) reopenChat(p Player, e ChatOpened) {
	t.emit(e)
	if !t.g.night() || !t.g.Living.Has(e.Seat) {
		return
	}
	card := Say{To: only(e.Seat), Slot: NightSlot(t.g.Night)}
	if t.g.paired(e.Seat) {
		card.To = person(p) // the other one has his card
	}
	card.Fact, card.Options = t.cardNow(e.Seat)
	if e.Second {
		card.Options = nil // T111
	}
	t.effect(card)
}

// askChats asks the living seats whose chats are closed to open them, each once.
// It is said by day only: what the night's messages met with must not be seen in
// the night (G6, E36).
func (t *turn) askChats() {
	e := ChatAsked{Seats: t.g.Shut & t.g.Living &^ t.g.Asked, Seconds: t.g.SecondShut & t.g.Living &^ (t.g.SecondAsk | t.g.Parted)}
	if e != (ChatAsked{}) {
		t.announce(e, OpenChat{})
	}
}
