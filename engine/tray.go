package engine

// The tray (T26, T27, E3): the cards lie there face down, everybody lifts his own in his
// private chat, and one that is not lifted in time is delivered anyway.

// Dealing are the knobs of the deal. The zero value is a deal that delivers the cards at
// once.
type Dealing struct {
	Card int // card_s: [Взять карту]; then it is delivered anyway (T26, E3); 0: at once
}

// dealingOf returns the knobs of the deal at a pace.
func dealingOf(pace string) Dealing {
	return Dealing{Card: map[string]int{TableTempo: 60, ChatTempo: 120, BlitzTempo: 6}[pace]}
}

// dealKnobs are the keys of Dealing.
var dealKnobs = []Knob{
	{"card_s", "T26 T110 E3", nil, func(r *Ruleset) any { return &r.Card }},
}

// Tray is the stage in which the cards wait to be lifted; each lies in a private message
// of this slot.
type Tray struct {
	Taken Seats
	Slot  Slot
}

func (Tray) stage() {}

// TakeCard lifts one's own card.
type TakeCard struct{}

type (
	// TrayOut says that the cards can be lifted.
	TrayOut struct {
		At Instant `json:"at"`
	}
	// CardTaken says that a seat has lifted its card. The table does not hear of it.
	CardTaken struct {
		Seat Seat `json:"seat"`
	}
)

// Kind is the name in the log.
func (TrayOut) Kind() string { return "tray_out" }

// Kind is the name in the log.
func (CardTaken) Kind() string { return "card_taken" }

func (TrayOut) audience(_ *Game) Audience   { return everybody }
func (CardTaken) audience(_ *Game) Audience { return nobody }

func (e TrayOut) apply(g *Game) {
	g.Clock = g.Clock.next(e.At, g.Rules.Card, g.Rules.RaceGrace)
	g.Stage = Tray{Slot: WindowSlot(g.Clock.Window)}
}

func (e CardTaken) apply(g *Game) {
	tray, _ := g.Stage.(Tray)
	tray.Taken = tray.Taken.With(e.Seat)
	g.Stage = tray
}

// layOut puts the cards on the tray: everybody is asked at the same moment, and these
// deliveries are the proof that a card can come (E3).
func (t *turn) layOut() {
	e := TrayOut{At: t.now}
	t.emit(e)
	slot := t.g.Stage.(Tray).Slot
	for s := range t.g.Drawn.All() {
		t.effect(Say{To: only(s), Fact: e, Options: []Command{TakeCard{}}, Slot: slot, Gate: t.g.Clock.Window})
	}
	t.effect(Say{To: everybody, Fact: e, Slot: t.g.Seating, Adds: true})
}

// Each lifts one card, his own; further presses change nothing (T26). Who presses while
// the others' cards are still on their way has taken his, and sees it as soon as it is
// certain that all can come (E3).
func (c TakeCard) step(t *turn, by Player) error {
	tray, ok := t.g.Stage.(Tray)
	switch {
	case !ok:
		return Refusal("stale")
	}
	s, _ := t.g.Who(by)
	switch {
	case s == 0:
		return t.outsider()
	case t.g.Chairs[s].Second == by:
		return Refusal("main_only") // he sees it with his player (T110)
	case tray.Taken.Has(s):
		return Refusal("card_lifted")
	}
	t.emit(CardTaken{Seat: s})
	if t.g.Clock.open() {
		t.turnUp(SetOf(s))
	}
	return nil
}

// turnUp shows their cards to those who have taken them; behind the last one nobody waits
// any more.
func (t *turn) turnUp(lifted Seats) {
	tray, _ := t.g.Stage.(Tray)
	if tray.Taken == t.g.Drawn {
		t.handOut()
		return
	}
	for s := range lifted.All() {
		t.effect(Say{To: only(s), Fact: t.g.cardOf(s), Slot: tray.Slot, Gate: t.g.Clock.Window})
	}
}

// cardOf is the card of a seat as it is told to it.
func (g *Game) cardOf(s Seat) Dealt {
	card := Dealt{Seat: s, Role: g.Roles[s]}
	if card.Role.Black() {
		card.Don = g.holder(Don)
		card.Mafia = g.blacks(g.Drawn).Without(card.Don)
	}
	return card
}

// handOut delivers the cards, those that have been lifted once more: the game waits until
// it is certain that each has arrived (E3).
func (t *turn) handOut() {
	tray, _ := t.g.Stage.(Tray)
	t.emit(CardsOut{At: t.now})
	for s := range t.g.Drawn.All() {
		t.effect(Say{To: only(s), Fact: t.g.cardOf(s), Slot: tray.Slot, Gate: t.g.Clock.Window})
	}
}
