package engine

// The judge's pause (E44): it begins at the next border by day, and ends by itself.

// pauseNotice is how many seconds before it goes on the table is told so.
const pauseNotice = 10

// Paused is a pause of the game, before the next speech or the ballot, or before the
// night.
type Paused struct {
	Night bool
	Told  bool // its end has been announced
}

func (Paused) stage() {}

// Commands of the pause.
type (
	Pause struct{}
	// Continue is «/resume»: the judge's pause ends in ten seconds; after a long outage it
	// is a living seat's voice for going on (E45).
	Continue struct{}
)

// Events of the pause.
type (
	// PauseAsked is the judge's word; the pause waits for its border.
	PauseAsked  struct{}
	PauseCalled struct {
		Night bool    `json:"night,omitempty"`
		At    Instant `json:"at"`
	}
	// PauseEnding says that the game goes on in so many seconds.
	PauseEnding struct {
		Seconds int     `json:"seconds"`
		At      Instant `json:"at"`
	}
	PauseOver struct{}
)

// Kind is the name in the log.
func (PauseAsked) Kind() string { return "pause_asked" }

// Kind is the name in the log.
func (PauseCalled) Kind() string { return "pause_called" }

// Kind is the name in the log.
func (PauseEnding) Kind() string { return "pause_ending" }

// Kind is the name in the log.
func (PauseOver) Kind() string { return "pause_over" }

func (PauseAsked) audience(_ *Game) Audience  { return nobody }
func (PauseCalled) audience(_ *Game) Audience { return everybody }
func (PauseEnding) audience(_ *Game) Audience { return everybody }
func (PauseOver) audience(_ *Game) Audience   { return nobody }

func (PauseAsked) apply(g *Game) { g.WantsPause = true }

func (e PauseCalled) apply(g *Game) {
	g.Stage, g.WantsPause = Paused{Night: e.Night}, false
	g.PausesHeld++
	g.window(e.At, g.Rules.PauseMax, 0)
}

func (e PauseEnding) apply(g *Game) {
	p, _ := g.Stage.(Paused)
	p.Told = true
	g.Stage, g.Clock.Length = p, e.Seconds
	if g.Clock.open() {
		g.Clock.Length += int((e.At - g.Clock.Opened + 999) / 1000)
	}
}

func (PauseOver) apply(g *Game) { g.Stage, g.Clock = Between{}, g.Clock.stopped() }

// paused reports whether the game stands still by the judge's word.
func (g *Game) paused() bool {
	_, paused := g.Stage.(Paused)
	return paused
}

// pauseTold is when the end of a pause is announced, 0 if no pause runs or it has been.
func (g *Game) pauseTold() Instant {
	p, paused := g.Stage.(Paused)
	if !paused || p.Told || g.Clock.Length <= pauseNotice {
		return 0
	}
	return g.Clock.Opened.plus(g.Clock.Length - pauseNotice)
}

func (c Pause) step(t *turn, by Player) error {
	switch err := t.bench(by); {
	case t.g.Running() && t.g.Rules.Pausing != ByJudge:
		return Refusal("pause_off")
	case err != nil:
		return err
	case t.g.paused(), t.g.WantsPause:
		return Refusal("pause_asked")
	case int(t.g.PausesHeld) >= t.g.Rules.Pauses:
		return Refusal("pause_spent")
	}
	t.emit(PauseAsked{})
	return nil
}

func (c Continue) step(t *turn, by Player) error {
	if t.g.Suspended() {
		return t.agreeOn(by)
	}
	if err := t.bench(by); err != nil {
		return err
	}
	if p, paused := t.g.Stage.(Paused); !paused || p.Told {
		return Refusal("no_pause")
	}
	t.announce(PauseEnding{Seconds: pauseNotice, At: t.now})
	return nil
}

// pauseHere begins the pause that the judge has asked for, at a border by day; it
// reports whether it did.
func (t *turn) pauseHere(night bool) bool {
	if !t.g.WantsPause || t.g.Finished() {
		return false
	}
	t.flushNominations()
	t.border(PauseCalled{Night: night, At: t.now})
	return true
}

// pauseOver goes on where the pause has begun.
func (t *turn) pauseOver() {
	p := t.g.Stage.(Paused)
	t.emit(PauseOver{})
	if p.Night {
		t.nightfall()
		return
	}
	t.nextSpeaker()
}
