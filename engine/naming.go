package engine

// Which nomination of a speech stands, and how one is taken back (P-D, T29–T32, E15).

// Values of the knobs of nomination.
const (
	Enumerated = "list"  // nomination_formula: NOM-L with enumerations (T36)
	FirstNamed = "first" // several_in_speech: the first one stands, at once (C53, K6)
	LastNamed  = "last"  // several_in_speech: the last one, from the end of the minute (T32)
)

// Naming are the knobs of nomination that have this file. They stand in the Ruleset as
// its own fields, so a log from before them decodes: "" is then what was.
type Naming struct {
	SeveralInSpeech string // several_in_speech: first (C53, K6) or last (T32)
	Withdrawal      string // nomination_withdraw: off or on (T29–T31)
	SelfNomination  string // self_nomination: allowed or refused (A69)
}

// namingOf returns the column of P-D of a ruleset.
func namingOf(name string) Naming {
	n := Naming{SeveralInSpeech: FirstNamed, Withdrawal: Off, SelfNomination: Permitted}
	if name == Tournament {
		n.SeveralInSpeech, n.Withdrawal = LastNamed, On
	}
	return n
}

// namingKnobs are the keys of Naming.
var namingKnobs = []Knob{
	{"several_in_speech", "C53 K6 T32", []string{FirstNamed, LastNamed}, func(r *Ruleset) any { return &r.SeveralInSpeech }},
	{"nomination_withdraw", "T29 T30 T31", []string{Off, On}, func(r *Ruleset) any { return &r.Withdrawal }},
	{"self_nomination", "A69", []string{Permitted, Refused}, func(r *Ruleset) any { return &r.SelfNomination }},
}

// Withdraw takes one's own nomination of this minute back (T29).
type Withdraw struct{}

type (
	// Stands says whom a speaker has nominated for now: the last one named enters the
	// list at the end of his minute (T32, E15).
	Stands struct {
		By   Seat `json:"by"`
		Seat Seat `json:"seat"`
	}
	// Withdrew says that a speaker has taken his nomination back (T29).
	Withdrew struct {
		By   Seat `json:"by"`
		Seat Seat `json:"seat"`
	}
)

// Kind is the name in the log.
func (Stands) Kind() string { return "stands" }

// Kind is the name in the log.
func (Withdrew) Kind() string { return "withdrew" }

func (Stands) audience(_ *Game) Audience   { return everybody }
func (Withdrew) audience(_ *Game) Audience { return everybody }

func (e Stands) apply(g *Game) {
	g.Stands, g.Pending, g.TakenBack = Nomination(e), Nomination{}, Withdrew{}
	g.unreject(e.By, e.Seat)
}

func (e Withdrew) apply(g *Game) {
	g.TakenBack = e
	if g.Stands.By == e.By {
		g.Stands = Nomination{}
		return
	}
	if n := g.Noms.Len(); n > 0 && g.Noms[n-1].By == e.By {
		g.Noms[n-1] = Nomination{} // it is his minute: his is the last of the list
	}
	if g.Accepted == e.Seat {
		g.Accepted = 0
	}
}

// unreject forgets what a speaker said amiss of a seat that he has nominated since.
func (g *Game) unreject(by, seat Seat) {
	if g.Rejected.By == by && g.Rejected.Seat == seat {
		g.Rejected = NotNominated{}
	}
}

// named returns whom a seat has nominated in its minute, listed or standing.
func (g *Game) named(by Seat) Seat {
	if g.Stands.By == by {
		return g.Stands.Seat
	}
	return g.Noms.by(by)
}

// nominates reports whether a find is a nomination in these rules.
func (t *turn) nominates(f Find) bool {
	return f.Class.nominates() || f.Class == NominateMore && t.g.Rules.NominationFormula == Enumerated
}

// enterList puts whom the speaker named last on the list: his minute is over (T32).
func (t *turn) enterList() {
	if n := t.g.Stands; n.By != 0 {
		t.emit(Nominated(n))
	}
}

// Step of a withdrawal: only by him who nominated, in the window in which he did (T30,
// T31).
func (c Withdraw) step(t *turn, by Player) error {
	s, err := t.nominator(by)
	switch {
	case err != nil:
		return err
	case t.g.Rules.Withdrawal != On:
		return Refusal("no_withdrawal")
	case t.g.named(s) == 0:
		return Refusal("nothing_to_withdraw")
	}
	t.emit(Withdrew{By: s, Seat: t.g.named(s)})
	return nil
}

// withdrawByWords takes a withdrawal of a speaker's text; of a nomination that is not
// his it has no effect (T30, S22).
func (t *turn) withdrawByWords(s, seat Seat) {
	if t.g.Rules.Withdrawal == On && !t.second && seat != 0 && t.g.named(s) == seat {
		t.emit(Withdrew{By: s, Seat: seat})
	}
}
