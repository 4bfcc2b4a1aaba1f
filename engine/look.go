package engine

// The looks of the night of orders (C7, T1, T2): the Don's, where the rules give him
// one, then the Sheriff's. Nobody has anything to press (A40).

// LookDon is the Don's look over the city (T1).
type LookDon struct{}

func (LookDon) stage() {}

// LookDonCalled opens the Don's look.
type LookDonCalled struct {
	At Instant `json:"at"`
}

// Kind is the name in the log.
func (LookDonCalled) Kind() string { return "look_don_called" }

func (LookDonCalled) audience(_ *Game) Audience { return everybody }

func (e LookDonCalled) apply(g *Game) {
	g.Stage = LookDon{}
	g.window(e.At, g.Rules.LookDon, 0)
}

// afterMeeting goes on from the Don's gesture: to his look, or to the Sheriff's.
func (t *turn) afterMeeting() {
	if t.g.Rules.LookDon > 0 {
		t.border(LookDonCalled{At: t.now})
		return
	}
	t.callLook()
}

func (t *turn) callLook() {
	t.border(LookCalled{At: t.now})
	t.editCard(t.g.holder(Don), LookCalled{At: t.now})
}
