package engine

// Who writes to the host while another is called (C12, T9). Every seat gets the same
// answer; it costs the seat of one role, and only if it goes on (G6, G21).

// awake judges a private message during the checks: a black who is not the Don leaves
// if he is awake while the Don searches (C12), the Don if his mask is not on after
// «Спасибо, Дон» (T9). The Sheriff is thanked at dawn: it is morning then.
func (t *turn) awake(s Seat, date int64) {
	r := &t.g.Rules
	switch role := t.g.Roles[s]; t.g.Stage.(type) {
	case DonCheck:
		if r.WakeInSearch == Removal && role != Don {
			t.goesOn(s, date, r.WakeGrace, Mafia, Waking)
		}
	case SheriffCheck:
		if r.LateCheck == Removal && role != Sheriff && t.g.checking() { // nobody was thanked else
			t.goesOn(s, date, r.MaskGrace, Don, MaskOff)
		}
	}
}

// goesOn takes a private message that nobody has asked for, so many seconds after the
// phrase: the first one is told its price, the next one is the act, if the seat has
// the role that the rule speaks of.
func (t *turn) goesOn(s Seat, date int64, grace int, role Role, why Reason) {
	if !t.g.Clock.open() || date <= t.g.Clock.Date+int64(grace) {
		return
	}
	if !t.g.Told.Has(s) {
		t.emit(Told{Seat: s, At: t.now})
		return
	}
	if t.g.Roles[s] == role && !t.g.Removals.Has(s) && t.now >= t.g.ToldAt[s].plus(t.g.Rules.ToldGap) {
		t.emit(RemovalKept{Seat: s, Why: why})
	}
}
