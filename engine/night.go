package engine

// The night of orders and the nights of shooting. The table hears the same
// phrases at the same times whoever lives (G7); every living seat gets one
// private card a night, and only the actors' cards are edited (I7).

// callBriefing begins the night of orders; from here on the deal stands (E3).
func (t *turn) callBriefing() {
	e := BriefingCalled{At: t.now}
	t.border(e, t.maskKeys()...)
	t.sendCards(e)
	t.clearForNight()
	t.showCards()
}

// sendCards sends the night's one card to every living seat; their deliveries
// are the gate of the window.
func (t *turn) sendCards(fact Event) {
	for s := range t.g.Living.All() {
		t.effect(Say{To: only(s), Fact: fact, Slot: NightSlot(t.g.Night), Gate: t.g.Clock.Window})
	}
}

// editCard edits the card of this night of one living seat.
func (t *turn) editCard(s Seat, fact Event, options ...Command) {
	if t.g.Living.Has(s) {
		t.effect(Say{To: only(s), Fact: fact, Options: options, Slot: NightSlot(t.g.Night)})
	}
}

// editMafia edits the cards of the blacks who are not the Don: his next prompt
// follows at once.
func (t *turn) editMafia(fact Event) {
	for s := range t.g.blacks(t.g.Living).All() {
		if t.g.Roles[s] != Don {
			t.editCard(s, fact)
		}
	}
}

// showPrompts edits the prompts of the window that has opened into the cards of
// those who are to act in it.
func (t *turn) showPrompts() {
	for s := range t.g.Living.All() {
		if fact, options := t.prompt(s); fact != nil {
			t.editCard(s, fact, options...)
		}
	}
}

// prompt returns what the card of a seat says, and what it can press, in the open
// window if that is its own; nil if it is not.
func (t *turn) prompt(s Seat) (Event, []Command) {
	role := t.g.Roles[s]
	switch t.g.Stage.(type) {
	case Briefing:
		if role.Black() {
			return BriefingCalled{At: t.now}, t.orders(role)
		}
	case DonMeet:
		if role == Don {
			return DonMeetCalled{At: t.now}, []Command{ShowDon{}}
		}
	case LookDon:
		if role == Don {
			return LookDonCalled{At: t.now}, nil
		}
	case Look:
		if role == Sheriff {
			return LookCalled{At: t.now}, nil
		}
	case Shoot:
		if role.Black() {
			return t.shootPrompt(s)
		}
	case DonCheck:
		if role == Don && t.g.checking() {
			return t.checkPrompt(DonCalled{At: t.now}, s, 0)
		}
	case SheriffCheck:
		if role == Sheriff && t.g.checking() {
			return t.checkPrompt(SheriffCalled{At: t.now}, s, 1)
		}
	}
	return nil, nil
}

// cardNow returns what the card of this night says to a seat by now: its prompt,
// what it was last told, or what the card said as it arrived.
func (t *turn) cardNow(s Seat) (Event, []Command) {
	role := t.g.Roles[s]
	if fact, options := t.prompt(s); fact != nil && t.g.Clock.open() {
		return fact, options
	}
	switch t.g.Stage.(type) {
	case DonMeet:
		if role == Mafia {
			return DonMeetCalled{At: t.now}, nil
		}
	case LookDon:
		switch role {
		case Mafia:
			return DonMeetCalled{At: t.now}, nil
		case Don:
			return LookDonCalled{At: t.now}, nil
		}
	case Look:
		switch role {
		case Mafia:
			return DonMeetCalled{At: t.now}, nil
		case Don:
			return LookCalled{At: t.now}, nil
		}
	case DonCheck:
		if role == Mafia || role == Don && !t.g.checking() {
			return DonCalled{At: t.now}, nil
		}
	case SheriffCheck:
		switch {
		case role == Mafia, role == Don && !t.g.checking():
			return DonCalled{At: t.now}, nil
		case role == Don:
			return t.found(Don, t.g.Checks[0], Sheriff.is), nil
		}
	}
	if t.g.Night == 0 {
		return BriefingCalled{At: t.now}, nil
	}
	return NightFell{Night: t.g.Night, At: t.now}, nil
}

// orders is the Don's keypad of the three nights' orders; the relay is open to all
// blacks (C3, C4).
func (t *turn) orders(r Role) []Command {
	if r != Don {
		return nil
	}
	options := []Command{PickOrder{1}, PickOrder{2}, PickOrder{3}}
	for n := range t.g.Living.All() {
		options = append(options, Order{Target: n})
	}
	return options
}

// briefed refuses everything that is not a black's in the open briefing.
func (t *turn) briefed(by Player) (Seat, Briefing, error) {
	b, ok := t.g.Stage.(Briefing)
	if !ok || !t.g.Clock.open() {
		return 0, b, Refusal("stale")
	}
	s, part := t.g.Who(by)
	if part != Main || !t.g.Roles[s].Black() {
		return 0, b, Refusal("asleep")
	}
	return s, b, nil
}

func (c PickOrder) step(t *turn, by Player) error {
	s, _, err := t.briefed(by)
	if err != nil {
		return err
	}
	if t.g.Roles[s] != Don {
		return Refusal("don_only")
	}
	if c.Night < 1 || c.Night > 3 {
		return Refusal("bad_value")
	}
	t.emit(OrderPicked(c))
	return nil
}

func (c Order) step(t *turn, by Player) error {
	s, b, err := t.briefed(by)
	if err != nil {
		return err
	}
	if t.g.Roles[s] != Don {
		return Refusal("don_only")
	}
	if c.Night == 0 {
		c.Night = b.Order
	}
	if c.Night > 3 || !t.g.Living.Has(c.Target) {
		return Refusal("bad_value")
	}
	e := Ordered(c)
	t.emit(e)
	t.effect(Say{To: toSeats(t.g.blacks(t.g.Living).Without(s)), Fact: e})
	return nil
}

func (t *turn) callDonMeet() {
	t.border(DonMeetCalled{At: t.now})
	t.editMafia(DonMeetCalled{At: t.now})
}

func (c ShowDon) step(t *turn, by Player) error {
	if _, ok := t.g.Stage.(DonMeet); !ok || !t.g.Clock.open() {
		return Refusal("stale")
	}
	s, part := t.g.Who(by)
	if part != Main || t.g.Roles[s] != Don {
		return Refusal("asleep")
	}
	t.emit(DonShown{})
	return nil
}

// nightfall begins night n after the day.
func (t *turn) nightfall() {
	if t.pauseHere(true) {
		return
	}
	if t.countCircle() || t.stopBeforeNight() {
		return
	}
	t.askChats() // it is day until these words
	e := NightFell{Night: t.g.Day, At: t.now}
	t.border(e, t.maskKeys()...)
	t.sendCards(e)
	t.clearForNight()
}

func (t *turn) callShoot() { t.border(ShootCalled{At: t.now}) }

// targets is the keypad of the shooting (K11d).
func (t *turn) targets() []Command {
	var options []Command
	for s := range t.g.Living.All() {
		options = append(options, Aim{Target: s})
	}
	return append(options, Fire{})
}

// shooter refuses everybody who has no shot in the open shooting.
func (t *turn) shooter(by Player) (Seat, error) {
	if _, ok := t.g.Stage.(Shoot); !ok || !t.g.Clock.open() {
		return 0, Refusal("stale")
	}
	s, part := t.g.Who(by)
	if part != Main || !t.g.Roles[s].Black() {
		return 0, Refusal("asleep")
	}
	return s, nil
}

func (c Aim) step(t *turn, by Player) error {
	s, err := t.shooter(by)
	if err != nil {
		return err
	}
	if t.g.Rules.called() {
		return Refusal("stale")
	}
	if !t.g.Living.Has(c.Target) {
		return Refusal("shoot_seat")
	}
	t.emit(Aimed{By: s, Target: c.Target})
	return nil
}

func (c Fire) step(t *turn, by Player) error {
	s, err := t.shooter(by)
	if err != nil {
		return err
	}
	sh := &t.g.Shooting
	switch target := sh.Aim[s]; {
	case t.g.Rules.called():
		return Refusal("stale")
	case target == 0:
		return Refusal("no_aim")
	case sh.Shot[s] == 0:
		t.emit(Shot{By: s, Target: target})
	case sh.Shot[s] != target:
		return t.secondShot(s)
	}
	return nil
}

// callDon closes the shooting and calls the Don.
func (t *turn) callDon() {
	e := DonCalled{At: t.now}
	t.border(e)
	t.editMafia(e)
	if !t.g.checking() { // nothing follows that would take the shots off his card
		t.editCard(t.g.holder(Don), e)
	}
}

// checkable is the keypad of every seat but one's own; those who are out stand
// last (E32).
func (t *turn) checkable(s Seat) []Command {
	var options []Command
	for _, part := range [...]Seats{t.g.Living, t.g.Drawn &^ t.g.Living} {
		for n := range part.All() {
			if t.g.checkable(n, s) {
				options = append(options, Check{Target: n})
			}
		}
	}
	return options
}

// checkPrompt is what the card of who checks says, and what it can press. Who has
// checked before his window began anew is not asked again (E45).
func (t *turn) checkPrompt(e Event, s Seat, i int) (Event, []Command) {
	if c := t.g.Checks[i]; c != 0 && t.g.fresh() {
		return Checked{By: s, Target: c}, nil
	}
	return e, t.checkable(s)
}

func (c Check) step(t *turn, by Player) error {
	s, part := t.g.Who(by)
	var role Role
	i := 0
	if t.g.night() && t.g.Night > 0 && !t.g.checking() {
		return Refusal("no_checks_tonight")
	}
	switch t.g.Stage.(type) {
	case DonCheck:
		role = Don
	case SheriffCheck:
		role, i = Sheriff, 1
	case Briefing, DonMeet, LookDon, Look:
		return Refusal("no_checks_yet")
	default:
		return Refusal("stale")
	}
	switch {
	case !t.g.Clock.open():
		return Refusal("stale")
	case part != Main || t.g.Roles[s] != role:
		return Refusal("asleep")
	case t.g.Checks[i] != 0:
		return Refusal("already_checked")
	case c.Target == 0:
		return Refusal("check_seat")
	case t.g.Drawn.Has(c.Target) && c.Target != s && !t.g.checkable(c.Target, s):
		return Refusal("check_living")
	case !t.g.checkable(c.Target, s):
		return Refusal("bad_target")
	}
	t.emit(Checked{By: s, Target: c.Target})
	return nil
}

// callSheriff answers the Don and calls the Sheriff.
func (t *turn) callSheriff() {
	e := SheriffCalled{At: t.now}
	t.border(e)
	t.answerCheck(Don, t.g.Checks[0], Sheriff.is)
}

// answerCheck edits the result of a check into its author's card at the end of
// his window, never at the press (C18).
func (t *turn) answerCheck(r Role, target Seat, yes func(Role) bool) {
	s := t.g.holder(r)
	if !t.g.Living.Has(s) || !t.g.checking() {
		return
	}
	e := t.found(r, target, yes)
	t.emit(e)
	t.editCard(s, e)
}

// found is the answer to the check of a role.
func (t *turn) found(r Role, target Seat, yes func(Role) bool) CheckTold {
	return CheckTold{By: t.g.holder(r), Target: target, Yes: target != 0 && yes(t.g.Roles[target])}
}

func (r Role) is(q Role) bool { return r == q }

// Private texts.

func (c Write) step(t *turn, by Player) error {
	s, part := t.g.Who(by)
	if t.g.Confers(by) != 0 && t.confer(by) {
		return nil
	}
	if part != Main || !t.g.night() {
		return Refusal("not_now")
	}
	switch t.g.Stage.(type) {
	case Briefing:
		if t.g.Roles[s].Black() && t.g.Clock.open() {
			e := Whispered{By: s}
			t.emit(e)
			t.tell(e)
			return nil
		}
	case DonMeet:
		if t.g.Roles[s] == Don && t.g.Clock.open() {
			t.emit(DonShown{})
			return nil
		}
		if t.g.Roles[s].Black() {
			return Refusal("briefing_over")
		}
	case LookDon, Look:
		if t.g.Roles[s].Black() {
			return Refusal("briefing_over")
		}
	case DonCheck, SheriffCheck:
		t.awake(s, c.Date)
	}
	return t.written(s, c.Seat)
}

// written refuses a text at night: a number is no check and no shot (E32), nor is a
// word; who has something to press in this window is told so.
func (t *turn) written(s, named Seat) Refusal {
	called, _ := t.prompt(s)
	_, shooting := t.g.Stage.(Shoot)
	switch {
	case called == nil, t.g.Night == 0: // nothing of the night of orders has to be pressed
		return Refusal("asleep")
	case named != 0:
		return Refusal("press_button")
	case shooting && t.g.Rules.called():
		return Refusal("press_called")
	case shooting:
		return Refusal("press_shot")
	}
	return Refusal("press_check")
}
