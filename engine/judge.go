package engine

// The judge's chair (G11, E5, A79): a person beside the table who answers what the
// host cannot judge by rule. He is shown no cards, and nothing waits for him longer
// than judge_timeout_s.

// Bench is what a game knows of its judge.
type Bench struct {
	Judge   Player   // who sits in the chair, 0 for nobody
	Named   Player   // who takes it at the next border by day (E5)
	Cards   [16]Card // what waits for his answer, the oldest first; free places zero
	ByJudge Seats    // seats that he has removed himself: not to be restored (E42)

	Taken   [MaxSeats + 1]Taken // how seats were removed (E42)
	Mourned uint8               // the day whose morning has a last word

	WantsPause bool  // he has asked for a pause, which waits for its border (E44)
	PausesHeld uint8 // how many there have been
}

// Events of the chair.
type (
	JudgeSat struct {
		Player Player `json:"player"`
	}
	// JudgeLeft lets the game go on without a judge.
	JudgeLeft struct {
		Player Player `json:"player"`
	}
	// JudgeNamed is the word of the group's owner (E5).
	JudgeNamed struct {
		Player Player `json:"player"`
	}
	// CardsShown shows the judge all cards, where the club wants it (judge_sees_roles).
	CardsShown struct {
		Roles [MaxSeats + 1]Role `json:"roles"`
	}
)

// Kind is the name in the log.
func (JudgeSat) Kind() string { return "judge_sat" }

// Kind is the name in the log.
func (JudgeLeft) Kind() string { return "judge_left" }

// Kind is the name in the log.
func (JudgeNamed) Kind() string { return "judge_named" }

// Kind is the name in the log.
func (CardsShown) Kind() string { return "cards_shown" }

func (JudgeSat) audience(_ *Game) Audience        { return everybody }
func (JudgeLeft) audience(_ *Game) Audience       { return everybody }
func (JudgeNamed) audience(_ *Game) Audience      { return nobody }
func (CardsShown) audience(g *Game) Audience      { return person(g.Judge) }
func (e JudgeSat) apply(g *Game)                  { g.Judge, g.Named = e.Player, 0 }
func (JudgeLeft) apply(g *Game)                   { g.Judge, g.WantsPause = 0, false }
func (e JudgeNamed) apply(g *Game)                { g.Named = e.Player }
func (CardsShown) apply(*Game)                    {}
func (g *Game) judges(p Player) bool              { return p != Host && p == g.Judge }
func (c TakeChair) step(t *turn, by Player) error { return t.takeChair(by) }

// Commands of the chair.
type (
	// TakeChair takes the judge's chair, before the cards are dealt; he who sits in it
	// gets up by the same command.
	TakeChair struct{}
	// NameJudge is the word of the group's owner, by the carrier's word: somebody who
	// has no part in this game is to judge (E5).
	NameJudge struct {
		Player Player
		Owner  bool
	}
)

// dealt reports whether the cards of this game are out.
func (g *Game) dealt() bool {
	_, cards := g.Stage.(Cards)
	return cards || g.Running()
}

func (t *turn) takeChair(by Player) error {
	if t.g.judges(by) && !t.g.Finished() {
		t.leaveChair()
		return nil
	}
	if err := t.mayJudge(by); err != nil {
		return err
	}
	if t.g.dealt() {
		return Refusal("judge_late")
	}
	t.seatJudge(by)
	return nil
}

// mayJudge refuses whom the chair does not take.
func (t *turn) mayJudge(p Player) error {
	_, part := t.g.Who(p)
	switch {
	case p == Host:
		return Refusal("not_for_host")
	case t.g.Stage == nil, t.g.Finished(), t.g.Ended():
		return Refusal("no_game")
	case t.g.Rules.JudgeTimeout == 0:
		return Refusal("judge_off")
	case part != StrangerPart && part != JudgePart:
		return Refusal("judge_plays")
	case t.g.Judge != Host:
		return Refusal("judge_taken")
	}
	return nil
}

func (c NameJudge) step(t *turn, by Player) error {
	if !c.Owner {
		return Refusal("judge_owner")
	}
	if err := t.mayJudge(c.Player); err != nil {
		return err
	}
	if !t.g.dealt() {
		t.seatJudge(c.Player)
		return nil
	}
	t.emit(JudgeNamed{Player: c.Player})
	return nil
}

// seatJudge gives the chair to somebody, and tells the table.
func (t *turn) seatJudge(p Player) {
	e := JudgeSat{Player: p}
	t.emit(e)
	if _, lobby := t.g.Stage.(Lobby); lobby {
		t.showLobby(e)
		return
	}
	t.tell(e)
	t.showCards()
}

// seatNamed seats whom the owner has named, at a border by day (E5).
func (t *turn) seatNamed(e Event) {
	switch e.(type) {
	case SpeechCalled, SlotCalled, TieSpeechCalled, LastWordCalled, BallotCalled, NightFell:
		if t.g.Named != Host && t.g.Judge == Host {
			t.seatJudge(t.g.Named)
		}
	}
}

// showCards shows the judge the cards where the club wants it (E5).
func (t *turn) showCards() {
	if t.g.Judge != Host && t.g.Rules.JudgeSeesRoles && t.g.Running() {
		t.announce(CardsShown{Roles: t.g.Roles})
	}
}

// leaveChair lets the game go on without a judge: what waits for him is answered as
// if he had let it pass, a pause that he has called ends.
func (t *turn) leaveChair() {
	for t.g.Cards[0].Window != 0 {
		t.lapse(t.g.Cards[0])
	}
	e := JudgeLeft{Player: t.g.Judge}
	t.emit(e)
	if p, paused := t.g.Stage.(Paused); paused && !p.Told {
		t.announce(PauseEnding{Seconds: pauseNotice, At: t.now})
	}
	if _, lobby := t.g.Stage.(Lobby); lobby {
		t.showLobby(e)
		return
	}
	if !t.g.Finished() {
		t.tell(e)
	}
}
