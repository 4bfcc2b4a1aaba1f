package engine

import "slices"

// How one behaves at the table by day: gestures and whom they are shown to, knocking,
// what the table does not see, and the host as somebody who is spoken to (P-B, C26–C42,
// K21b, T43–T45, D7–D12).

// ByTurn is the value of host_address_other_minute under which a word to the host is a
// word out of turn as any other.
const ByTurn = "turn"

// Manners are the knobs of behaviour by day. They stand in the Ruleset as its own
// fields, so a log from before them decodes: "" is then what was.
type Manners struct {
	HostOther    string // host_address_other_minute: foul (C27, C29, T45), turn (K17b), or allowed: only deleted
	HostArgued   string // host_argued: flag (C42) or off
	TouchPlayer  string // gesture_reply: foul (D8, D12), flag (C40) or off
	TouchHost    string // gesture_to_host: flag (C41) or off
	HiddenWays   string // hidden_ways: foul (D9) or off
	Knocking     string // knocking: foul (C38) or off
	ThanksEnds   string // thanks_ends_speech: on (C32) or off
	CountsPublic string // foul_counts_public: on (C31) or off
}

// mannersOf returns the column of P-B, and of what stands beside it, of a ruleset.
func mannersOf(name string) Manners {
	m := Manners{HostOther: ByTurn, HostArgued: Off, TouchPlayer: Off, TouchHost: Off, HiddenWays: Off, Knocking: Off, ThanksEnds: On, CountsPublic: On}
	switch name {
	case Czernowitz:
		m.HostOther, m.HostArgued, m.TouchPlayer, m.TouchHost, m.Knocking = FoulOnly, FlagOnly, FlagOnly, FlagOnly, FoulOnly
	case Tournament:
		m.HostOther, m.TouchPlayer, m.HiddenWays = FoulOnly, FoulOnly, FoulOnly
	case Federation:
		m.HostOther = FoulOnly
	}
	return m
}

// mannerKnobs are the keys of Manners.
var mannerKnobs = []Knob{
	{"host_address_other_minute", "C27 C29 K17b T45 D11", []string{Permitted, FoulOnly, ByTurn}, func(r *Ruleset) any { return &r.HostOther }},
	{"host_argued", "C42", []string{FlagOnly, Off}, func(r *Ruleset) any { return &r.HostArgued }},
	{"gesture_reply", "C40 D8 D12", []string{FoulOnly, FlagOnly, Off}, func(r *Ruleset) any { return &r.TouchPlayer }},
	{"gesture_to_host", "C41", []string{FlagOnly, Off}, func(r *Ruleset) any { return &r.TouchHost }},
	{"hidden_ways", "D9", []string{FoulOnly, Off}, func(r *Ruleset) any { return &r.HiddenWays }},
	{"knocking", "C38", []string{FoulOnly, Off}, func(r *Ruleset) any { return &r.Knocking }},
	{"thanks_ends_speech", "C32", []string{On, Off}, func(r *Ruleset) any { return &r.ThanksEnds }},
	{"foul_counts_public", "C31", []string{On, Off}, func(r *Ruleset) any { return &r.CountsPublic }},
}

// knocksAllowed is how many short messages of one speech are no knocking yet (C38).
const knocksAllowed = 4

// knockSpan is how many seconds a series of presses takes at most. They bear no date:
// what is heard so soon after an outage may have waited through it, and is none (E45).
const knockSpan = 10

// Knock says that the player has hammered on buttons of the group that are not his to
// press, or on old ones at night; the carrier counts the presses (C38, K14c). What is
// pressed in private is none: it would tell who has something to press (G6).
type Knock struct{}

type (
	// Knocked counts a message of a letter or two (C38).
	Knocked struct {
		Seat Seat `json:"seat"`
	}
	// Poked says that a seat has shown the host a gesture (C41).
	Poked struct {
		Seat Seat `json:"seat"`
	}
)

// Kind is the name in the log.
func (Knocked) Kind() string { return "knocked" }

// Kind is the name in the log.
func (Poked) Kind() string { return "poked" }

func (Knocked) audience(_ *Game) Audience { return nobody }
func (Poked) audience(_ *Game) Audience   { return nobody }

func (e Knocked) apply(g *Game) { g.Knocks[e.Seat]++ }
func (e Poked) apply(g *Game)   { g.Poked = g.Poked.With(e.Seat) }

// dated reports whether the utterance keeps no place among the messages: its date alone
// tells when it was.
func (c Utter) dated() bool { return c.Edit || c.Reaction }

// addressing adds to what was heard that the text answers the notice of a foul or of a
// removal: then it speaks to the host (C26, G22).
func (t *turn) addressing(c Utter) Utter {
	if c.Answers == 0 || c.Heard.Kind != Word || c.Reaction || speaksToHost(c.Heard) {
		return c
	}
	for _, n := range t.g.Notices {
		if n.State == Read && n.Mark == c.Answers {
			c.Heard.Finds = slices.Concat([]Find{{Class: ToHost}}, c.Heard.Finds)
			return c
		}
	}
	return c
}

func speaksToHost(h Heard) bool {
	return slices.ContainsFunc(h.Finds, func(f Find) bool { return f.Class == ToHost && !f.Hint })
}

// outOfMinute is what the words of a message cost without the floor: there a word to
// the host has a price of its own (C27, C29, T45).
func (t *turn) outOfMinute(c Utter) Charge {
	w := t.g.Rules.Words
	switch t.g.Rules.HostOther {
	case FoulOnly:
		w.HostAddress = FoulOnly
	case ByTurn, Permitted:
		w.HostAddress = Permitted
	}
	return t.chargeUnder(&w, c)
}

// argues flags a word to the host in one's own minute after a foul, where it is allowed
// (C42).
func (t *turn) argues(s Seat, c Utter) {
	if t.g.Rules.HostArgued == FlagOnly && t.g.Rules.HostAddress == Permitted && t.g.Fouls[s] > 0 && speaksToHost(c.Heard) {
		t.flagged(s, c.Mark, because(Argued))
	}
}

// hides fouls what is shown in a way the table does not see: through an inline bot,
// under a spoiler, in invisible signs, in a message of an earlier window (D9). It
// reports whether it did.
func (t *turn) hides(s Seat, c Utter, ch Charge) bool {
	earlier := c.Edit && t.g.Floor() == s && t.g.Clock.Mark != 0 && c.Mark < t.g.Clock.Mark
	if t.g.Rules.HiddenWays != FoulOnly || !c.Hidden && !earlier || ch.Cost == CostsRemoval || t.hit(c.Mark) {
		return false
	}
	t.strike(c.Mark)
	t.foul(s, c.cause(because(HiddenWay).and(ch.Reasons), ch), c)
	return true
}

// reaches judges a gesture that is put on the place of somebody else: a player's, whose
// message it answers, or the host's. It reports whether it was a foul (C40, C41, D8,
// D12).
func (t *turn) reaches(s Seat, c Utter, ch Charge) bool {
	if c.Heard.Kind != Gesture || ch.Cost != Free {
		return false
	}
	if c.Answers != 0 && t.g.Rules.TouchHost == FlagOnly {
		if t.g.Fouls[s] > 0 || t.g.Poked.Has(s) {
			t.flagged(s, c.Mark, because(HostTouched))
		} else {
			t.emit(Poked{Seat: s})
		}
	}
	if !c.Reply || c.Reaction {
		return false // a reaction is a gesture as any other (G8)
	}
	switch t.g.Rules.TouchPlayer {
	case FlagOnly:
		t.flagged(s, c.Mark, because(GestureAside))
	case FoulOnly:
		t.strike(c.Mark)
		t.foul(s, c.cause(because(GestureAside), ch), c)
		return true
	}
	return false
}

// beside hears what a living seat shows by day in another topic of the game's group: a
// gesture there is outside its zone (D8). It stays where it is.
func (t *turn) beside(s Seat, c Utter) {
	if c.Heard.Kind == Gesture && t.g.Rules.TouchPlayer == FoulOnly && !t.g.night() {
		t.foul(s, c.cause(because(GestureAside), Charge{}), c)
	}
}

// knocks counts the short messages of a speech; the fifth is a foul (C38). It reports
// whether the seat still holds the floor.
func (t *turn) knocks(s Seat, c Utter) bool {
	if t.g.Rules.Knocking != FoulOnly || !c.Heard.Short || c.Edit {
		return true
	}
	t.emit(Knocked{Seat: s})
	if t.g.Knocks[s] == knocksAllowed+1 {
		t.foul(s, cause{whys: because(Knocks)}, c)
	}
	return t.g.Floor() == s && t.g.Clock.open()
}

func (c Knock) step(t *turn, by Player) error {
	s, part := t.g.Who(by)
	switch {
	case part != Main, !t.g.Running(), t.now.seconds() <= t.g.Pause.To+knockSpan:
	case t.g.night():
		t.nightKnock(s)
	case t.g.Rules.Knocking == FoulOnly:
		t.foul(s, cause{whys: because(Knocks)}, Utter{})
	}
	return nil
}

// nightKnock lets a series of presses at night cost what noise costs (K14c); it is told
// in the morning.
func (t *turn) nightKnock(s Seat) {
	switch {
	case t.g.Removals.Has(s), t.g.Away.Has(s): // as with whatever it writes
	case t.g.Rules.NightNoise == FlagOnly:
		t.flagged(s, 0, because(Knocks))
	default:
		t.foul(s, cause{whys: because(Knocks)}, Utter{})
	}
}
