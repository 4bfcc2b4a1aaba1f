package engine

// The blindfold as a button (K20a, K20b, T20, D5): who has not put it on in time after
// «Наступает ночь» is late, as whoever still writes then is. Its seconds run beside the
// night's windows, so a night is as long and sounds as ever, whoever presses (G7).

// Masking are the knobs of the blindfold's button. The zero value is a night without it.
type Masking struct {
	MaskButton bool // mask_button: everybody presses [😴 Повязка] after «Наступает ночь» (K20a, T20)
	MaskTime   int  // mask_button_s: how long he may take (K20b, D5)
}

// maskingOf returns the blindfold's button of a pace: no preset asks for it.
func maskingOf(pace string) Masking {
	return Masking{MaskTime: map[string]int{TableTempo: 15, ChatTempo: 30, BlitzTempo: 2}[pace]}
}

var maskKnobs = []Knob{
	{"mask_button", "C8 K20a K20b T20 D5", nil, func(r *Ruleset) any { return &r.MaskButton }},
	{"mask_button_s", "C8 K20b D5", nil, func(r *Ruleset) any { return &r.MaskTime }},
}

// masksFit reports whether every blindfold can be on before any night of these rules is
// over: before the morning it must be known who is late (C17).
func (r *Ruleset) masksFit() bool {
	const fewest = 3 // no game goes on with less
	orders := r.Briefing + r.DonMeet + r.LookDon + r.LookSheriff
	night := r.NightFall + r.shootLength(fewest) + 2*r.Check
	return r.MaskTime > 0 && r.MaskTime <= min(orders, night)
}

// Masks is who has put his blindfold on in this night.
type Masks struct {
	Window uint32  // that of «Наступает ночь», which the button bears; 0 if nobody is asked any more
	Opened Instant // when the seconds began, 0 until the phrase has been heard
	On     Seats   // who has pressed, told to nobody
	Priced Seats   // whose delay of this night has had its price (G3)
	Broken bool    // an outage fell into the time, or the phrase may not have been seen: nobody is late (E45)
}

func (m Masks) runs() bool { return m.Window != 0 }

// masksEnd is the last instant in which a blindfold can be put on, 0 if none can, or its
// seconds have not begun.
func (g *Game) masksEnd() Instant {
	if !g.Masks.runs() || g.Masks.Opened == 0 {
		return 0
	}
	return g.Masks.Opened.plus(g.Rules.MaskTime)
}

// masksClose is when it is seen who is late, the grace included, 0 if nobody is asked.
func (g *Game) masksClose() Instant {
	end := g.masksEnd()
	if end == 0 {
		return 0
	}
	return end.plus(g.Rules.RaceGrace)
}

// Mask is a press of the blindfold's button. It is taken as soon as the button can be
// seen, though the cards of the night may still be on their way.
type Mask struct{}

type (
	// Masked is a seat that has put its blindfold on.
	Masked struct {
		By Seat `json:"by"`
	}
	// MasksOver ends the time for it.
	MasksOver struct{}
)

// Kind is the name in the log.
func (Masked) Kind() string { return "masked" }

// Kind is the name in the log.
func (MasksOver) Kind() string { return "masks_over" }

func (e Masked) audience(_ *Game) Audience  { return only(e.By) }
func (MasksOver) audience(_ *Game) Audience { return nobody }

func (e Masked) apply(g *Game)  { g.Masks.On = g.Masks.On.With(e.By) }
func (MasksOver) apply(g *Game) { g.Masks = Masks{On: g.Masks.On, Priced: g.Masks.Priced} }

// settled is who owes no blindfold any more in this night.
func (m Masks) settled() Seats { return m.On | m.Priced }

// askMasks asks for the blindfolds in the window that «Наступает ночь» has posted; on is
// who owes none, where the window has begun anew.
func (g *Game) askMasks(on Seats) {
	g.Masks = Masks{}
	if g.Rules.MaskButton {
		g.Masks.Window, g.Masks.On = g.Clock.Window, on
	}
}

// opened begins the seconds, if the window that has opened is that of the phrase. Where
// the host does not know that it has been seen, nobody is late.
func (m *Masks) opened(e Opened) {
	if m.runs() && e.Window == m.Window {
		m.Opened, m.Broken = e.At, m.Broken || e.Mark == 0
	}
}

// priced keeps that a seat's delay has had its price, whoever takes the foul back (G3).
func (m *Masks) priced(s Seat, why Reason, also Reasons) {
	if m.runs() && because(why).and(also).Has(NightDelay) {
		m.Priced = m.Priced.With(s)
	}
}

// resume moves the time over an outage; at least fifteen seconds are left of it, and
// who is not in time then is not late (G18, E45).
func (m *Masks) resume(e Resumed, r Ruleset) {
	if !m.runs() {
		return
	}
	m.Broken = m.Broken || e.Shift >= worthTelling
	if m.Opened != 0 {
		m.Opened += e.Shift
		m.Opened += max(e.At.plus(ResumeFloor)-m.Opened.plus(r.MaskTime), 0)
	}
}

// maskKeys is the button under «Наступает ночь».
func (t *turn) maskKeys() []Command {
	if !t.g.Rules.MaskButton {
		return nil
	}
	return []Command{Mask{}}
}

// clearForNight takes every button off the group (C10, T13) but the blindfold's, if
// there is one.
func (t *turn) clearForNight() {
	var keep Slot
	if t.g.Masks.runs() {
		keep = WindowSlot(t.g.Masks.Window)
	}
	t.effect(Clear{Keep: keep})
}

func (c Mask) step(t *turn, by Player) error {
	if !t.g.Running() {
		return Refusal("stale")
	}
	s, err := t.voter(by)
	switch m := t.g.Masks; {
	case err != nil:
		return err
	case !m.runs() && t.g.night() && t.g.Rules.MaskButton:
		return Refusal("mask_late")
	case !m.runs():
		return Refusal("stale")
	case m.On.Has(s):
		return Refusal("mask_on")
	}
	t.emit(Masked{By: s})
	return nil
}

// masksOver takes the button off and finds out who is late (K20b): all in one instant,
// and as nobody but the host knows, told in the morning (C17).
func (t *turn) masksOver() {
	late := t.lateForMasks()
	t.emit(MasksOver{})
	t.effect(Clear{})
	var out Seats
	for s := range late.All() {
		switch {
		case t.g.Rules.MaskDelay == FlagOnly:
			t.flagged(s, 0, because(NightDelay))
		case t.fouled(s, cause{whys: because(NightDelay)}, Utter{}) >= 4:
			out = out.With(s)
		}
	}
	t.removeAtNight(out, because(FourthFoul))
}

// lateForMasks are the living seats that owe a blindfold: who has a foul that the table
// has not heard of cannot know better yet, so it is one violation (G3); who is waited
// for, or removed in the morning, owes nothing (E38, T17).
func (t *turn) lateForMasks() Seats {
	m := t.g.Masks
	if m.Broken {
		return 0
	}
	late := t.g.Living &^ m.settled() &^ t.g.Away &^ t.g.Removals
	for s := range late.All() {
		if t.g.Notices[s].State == Unsaid {
			late = late.Without(s)
		}
	}
	return late
}

// masksBeforeDawn ends a time that an outage has moved to the end of the night. It
// reports whether the game is over.
func (t *turn) masksBeforeDawn() bool {
	if t.g.Masks.runs() {
		t.masksOver()
	}
	return t.g.Finished()
}
