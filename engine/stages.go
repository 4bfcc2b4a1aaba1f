package engine

// Stage is where the game stands: a small comparable struct with only its own
// data. What may follow what is decided by the functions of the phase files.
type Stage interface{ stage() }

// The stages before the game.
type (
	Lobby      struct{}
	ReadyCheck struct{} // everybody is there: [Готов]
	// Drawing is the draw of the numbers (C84).
	Drawing struct {
		Reminded bool // who has none has been told so (K1b)
	}
	Telling struct{} // seats are told in private, the probe of the deal
	Cards   struct{} // the cards are out, not yet valid (E3)
	Closed  struct{} // the lobby ended without a game
	// Holding waits until the private chats that are closed have been opened
	// (K2b, E3).
	Holding struct {
		Missing     Seats // who cannot be written to
		Seconds     Seats // whose consigliere cannot; one of the two is not empty
		Seen        Seats // who has been missing in this hold: nobody gets its whole time twice
		SeenSeconds Seats
		Void        bool // cards had been dealt, and are void
		Slot        Slot // the message that says so
	}
)

// The stages of the nights.
type (
	Briefing struct{ Order uint8 } // C3; Order is the next seat's order, 1 to 3
	DonMeet  struct{}              // C5
	Look     struct{}              // C7
	Fall     struct{}              // from «Наступает ночь» to the shooting
	// Shoot is the shooting (C11). Where the numbers are called, it knows whose have
	// been, which is called now, 0 between two, and how often that has changed.
	Shoot struct {
		Called Seats
		Now    Seat
		Steps  uint8
	}
	DonCheck     struct{} // C18
	SheriffCheck struct{} // C18
)

// The stages of the day.
type (
	// Speech is the discussion speech of a seat, or its slot.
	Speech struct {
		Seat     Seat
		Slot     bool  // ten seconds to nominate (T35)
		Critical bool  // thirty seconds at three or four players (T39)
		Half     uint8 // of a pair's minute, 0 = it is not split (T102)
		Cue      Cue
	}
	Announce  struct{}            // the list of candidates has been read out
	Lead      struct{ Slot Slot } // a candidate is named, no button yet (T48)
	Voting    struct{ Slot Slot } // the candidate's window; its message is the lead's
	TieSpeech struct {
		Seat Seat
		Cue  Cue
	}
	LiftVote struct{}
	// LastWord is the farewell of a seat that has left.
	LastWord struct {
		Seat   Seat
		Killed bool // by the mafia, in the morning; else by the vote
		Cue    Cue
	}
	// Between is the moment between two stages of one Step; it is never stored.
	Between struct{}
	Over    struct{}
)

// Cue is what has happened in a speech.
type Cue struct {
	Spoke  bool // he has sent something (E11)
	Nudged bool
	Warned bool // «10 секунд» (C23)
}

func (Lobby) stage()        {}
func (ReadyCheck) stage()   {}
func (Drawing) stage()      {}
func (Telling) stage()      {}
func (Cards) stage()        {}
func (Closed) stage()       {}
func (Holding) stage()      {}
func (Briefing) stage()     {}
func (DonMeet) stage()      {}
func (Look) stage()         {}
func (Fall) stage()         {}
func (Shoot) stage()        {}
func (DonCheck) stage()     {}
func (SheriffCheck) stage() {}
func (Speech) stage()       {}
func (Announce) stage()     {}
func (Lead) stage()         {}
func (Voting) stage()       {}
func (TieSpeech) stage()    {}
func (LiftVote) stage()     {}
func (LastWord) stage()     {}
func (Between) stage()      {}
func (Over) stage()         {}

// night reports whether it is night: from «Наступает ночь» to «Доброе утро», whatever
// interrupts it.
func (g *Game) night() bool {
	stage := g.Stage
	if g.Suspended() {
		stage = g.Halt.Stage
	}
	switch stage.(type) {
	case Briefing, DonMeet, LookDon, Look, Fall, Shoot, DonCheck, SheriffCheck:
		return true
	}
	return false
}

// Asleep reports whether the city sleeps: «Наступает ночь», or what opens the night of
// orders, has been heard, and the morning not yet.
func (g *Game) Asleep() bool {
	_, before := g.Stage.(Fall)
	_, orders := g.Stage.(Briefing)
	return g.night() && !g.Suspended() && (g.Clock.open() || !before && !orders)
}

// shootingBegun reports whether a removal of this night waits for the morning
// (T16, T17); in the night of orders nobody shoots.
func (g *Game) shootingBegun() bool {
	switch g.Stage.(type) {
	case Shoot:
		return g.Clock.open()
	case DonCheck, SheriffCheck:
		return true
	}
	return false
}

// interactive reports whether somebody is to do something in a stage's window.
func interactive(s Stage) bool {
	switch s.(type) {
	case Telling, Cards, LookDon, Look, Fall, Announce, Lead, Paused:
		return false
	}
	return true
}

// inBallot reports whether it is between VOTE_ANNOUNCED and the result.
func (g *Game) inBallot() bool {
	switch g.Stage.(type) {
	case Announce, Lead, Voting, TieSpeech, LiftVote:
		return true
	}
	return false
}

// Floor returns the seat that may speak now, 0 if nobody.
func (g *Game) Floor() Seat {
	switch s := g.Stage.(type) {
	case Speech:
		return s.Seat
	case TieSpeech:
		return s.Seat
	case LastWord:
		return s.Seat
	case Opinion:
		return s.Seat
	}
	return 0
}

// cue returns the cue of a speech that runs, nil outside one and in a slot.
func (g *Game) cue() *Cue {
	switch s := g.Stage.(type) {
	case Speech:
		if !s.Slot {
			return &s.Cue
		}
	case TieSpeech:
		return &s.Cue
	case LastWord:
		return &s.Cue
	case Opinion:
		return &s.Cue
	}
	return nil
}

// withCue returns the stage with another cue.
func withCue(s Stage, c Cue) Stage {
	switch s := s.(type) {
	case Speech:
		s.Cue = c
		return s
	case TieSpeech:
		s.Cue = c
		return s
	case LastWord:
		s.Cue = c
		return s
	case Opinion:
		s.Cue = c
		return s
	}
	return s
}
