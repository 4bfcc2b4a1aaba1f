package engine

// A protest after the game (K25, K26): lodged with words, let through by the judge, voted
// on by all who played, decided by the judge. It has a clock of its own beside what else
// follows the end, for the table may play the next game meanwhile (E50). A rehearsal has
// no result that could be changed, a stopped game none at all (E1, E43).

// What the judge says to a protest.
const (
	RuleAccept  Ruling = "accept"
	RuleDecline Ruling = "decline"
	RuleAnnul   Ruling = "annul"  // no points are given (K26b)
	RuleRed     Ruling = "red"    // the result is another one (K26c)
	RuleBlack   Ruling = "black"  // K26c
	RuleDraw    Ruling = "draw"   // K26c
	RuleReplay  Ruling = "replay" // annulled, and played anew by the same ten (K26d)
)

// Protesting is a game whose result may still be protested against; else it is over.
type Protesting struct{}

func (Protesting) stage() {}

// Commands of a protest.
type (
	// VoteProtest answers whether the protest is right (K26a).
	VoteProtest struct{ Yes bool }
	// NextSeating tells that the next game of the table draws its seats (K25).
	NextSeating struct{}
)

// Events of a protest.
type (
	ProtestOpened struct {
		At Instant `json:"at"`
	}
	ProtestLodged struct {
		Seat Seat    `json:"seat"`
		Text string  `json:"text"`
		At   Instant `json:"at"`
	}
	ProtestVoteCalled struct {
		Seat   Seat    `json:"seat"`
		Window uint32  `json:"window"`
		At     Instant `json:"at"`
	}
	// ProtestAsked puts the question before everybody who played, in private.
	ProtestAsked struct {
		Seat Seat   `json:"seat"`
		Text string `json:"text"`
	}
	ProtestVoted struct {
		By  Seat `json:"by"`
		Yes bool `json:"yes,omitempty"`
	}
	// ProtestCounted says whether it has passed, and nothing of who voted how.
	ProtestCounted struct {
		Seat   Seat `json:"seat"`
		Passed bool `json:"passed,omitempty"`
	}
	ProtestDeclined struct {
		Seat Seat `json:"seat"`
	}
	// ProtestDecided is what has become of the game: annul, red, black, draw or replay.
	ProtestDecided struct {
		Seat    Seat   `json:"seat"`
		Outcome Ruling `json:"outcome"`
	}
	ProtestShut struct {
		At Instant `json:"at"`
	}
	ProtestOver struct{}
)

// Kind is the name in the log.
func (ProtestOpened) Kind() string { return "protest_opened" }

// Kind is the name in the log.
func (ProtestLodged) Kind() string { return "protest_lodged" }

// Kind is the name in the log.
func (ProtestVoteCalled) Kind() string { return "protest_vote_called" }

// Kind is the name in the log.
func (ProtestAsked) Kind() string { return "protest_asked" }

// Kind is the name in the log.
func (ProtestVoted) Kind() string { return "protest_voted" }

// Kind is the name in the log.
func (ProtestCounted) Kind() string { return "protest_counted" }

// Kind is the name in the log.
func (ProtestDeclined) Kind() string { return "protest_declined" }

// Kind is the name in the log.
func (ProtestDecided) Kind() string { return "protest_decided" }

// Kind is the name in the log.
func (ProtestShut) Kind() string { return "protest_shut" }

// Kind is the name in the log.
func (ProtestOver) Kind() string { return "protest_over" }

func (ProtestOpened) audience(_ *Game) Audience     { return everybody }
func (ProtestLodged) audience(_ *Game) Audience     { return nobody }
func (ProtestVoteCalled) audience(_ *Game) Audience { return everybody }
func (ProtestAsked) audience(g *Game) Audience      { return toSeats(g.Drawn) }
func (e ProtestVoted) audience(_ *Game) Audience    { return only(e.By) }
func (ProtestCounted) audience(_ *Game) Audience    { return everybody }
func (ProtestDeclined) audience(_ *Game) Audience   { return everybody }
func (ProtestDecided) audience(_ *Game) Audience    { return everybody }
func (ProtestShut) audience(_ *Game) Audience       { return nobody }
func (ProtestOver) audience(_ *Game) Audience       { return nobody }

func (e ProtestOpened) apply(g *Game) {
	g.Objection.Until = e.At.plus(g.Rules.ProtestWindow)
	g.rest()
}

func (e ProtestLodged) apply(g *Game) {
	o := &g.Objection
	o.By, o.Text, o.Lodged = e.Seat, e.Text, o.Lodged.With(e.Seat)
}

func (e ProtestVoteCalled) apply(g *Game) {
	o := &g.Objection
	o.Vote, o.Opened, o.Yes, o.Voted = e.Window, e.At, 0, 0
	g.Clock.Aside = max(g.Clock.Aside, e.Window)
}

func (ProtestAsked) apply(*Game) {}

func (e ProtestVoted) apply(g *Game) {
	o := &g.Objection
	o.Voted = o.Voted.With(e.By)
	if e.Yes {
		o.Yes = o.Yes.With(e.By)
	}
}

func (e ProtestCounted) apply(g *Game) {
	g.Objection.Vote = 0
	if !e.Passed {
		g.Objection.done()
	}
}

func (ProtestDeclined) apply(g *Game) { g.Objection.done() }
func (ProtestDecided) apply(g *Game)  { g.Objection.done() }
func (e ProtestShut) apply(g *Game)   { g.Objection.Until = min(g.Objection.Until, e.At) }

func (ProtestOver) apply(g *Game) {
	g.Objection.Until = 0
	if _, waits := g.Stage.(Protesting); waits {
		g.rest()
	}
}

func (o *Objection) done() { o.By, o.Text = 0, "" }

// rest lets a game be over, unless its result may still be protested against.
func (g *Game) rest() {
	if until := g.Objection.Until; until != 0 {
		from := until.plus(-g.Rules.ProtestWindow)
		g.Stage, g.Clock = Protesting{}, g.Clock.next(from, 0, 0)
		g.Clock.Opened = from // nobody's border opens it
		return
	}
	g.Stage, g.Clock = Over{}, g.Clock.stopped()
}

// Protestable reports whether a protest may still be lodged, or is under way.
func (g *Game) Protestable() bool { return g.Objection.Until != 0 }

// resume moves instants over an outage, and leaves the vote some time (E45).
func (o *Objection) resume(e Resumed, r Ruleset) {
	for s, at := range o.PricedAt {
		if at != 0 {
			o.PricedAt[s] = at + e.Shift
		}
	}
	if o.Until != 0 {
		o.Until = max(o.Until+e.Shift, e.At.plus(ResumeFloor))
	}
	if o.Vote != 0 {
		o.Opened = max(o.Opened+e.Shift, e.At.plus(ResumeFloor-r.ProtestVote))
	}
}

// protestEnds is the last instant for a vote, or for lodging a protest where none is
// under way, 0 if neither runs; a card of the judge has its own.
func (g *Game) protestEnds() Instant {
	o := &g.Objection
	switch {
	case o.Vote != 0:
		return o.Opened.plus(g.Rules.ProtestVote)
	case o.By == 0:
		return o.Until
	}
	return 0
}

// protestCloses is when that is over, its grace included, 0 if nothing runs.
func (g *Game) protestCloses() Instant {
	ends := g.protestEnds()
	if ends == 0 {
		return 0
	}
	return ends.plus(g.Rules.RaceGrace)
}

// openProtests lets the result be protested against.
func (t *turn) openProtests(v Verdict) {
	r := &t.g.Rules
	if r.Protesting == ClubProtest && r.ProtestWindow > 0 && v != Stopped && !t.g.Rehearsal() {
		t.announce(ProtestOpened{At: t.now})
	}
}

// protestDue ends what is due of a protest.
func (t *turn) protestDue() {
	if t.g.Objection.Vote == 0 {
		t.emit(ProtestOver{})
		return
	}
	t.countProtest()
}

// lodge takes a protest after the game: with words, one at a time, one for each.
func (t *turn) lodge(s Seat, text string) error {
	o := &t.g.Objection
	switch {
	case o.Until == 0, t.now > o.Until.plus(t.g.Rules.RaceGrace):
		return Refusal("protest_late")
	case o.By != 0:
		return Refusal("protest_runs")
	case o.Lodged.Has(s):
		return Refusal("protest_once")
	case text == "":
		return Refusal("protest_text")
	}
	t.emit(ProtestLodged{Seat: s, Text: text, At: t.now})
	if t.g.Judge == Host {
		t.callProtestVote()
		return nil
	}
	t.cardProtest(RuleAccept, RuleDecline)
	return nil
}

// cardProtest puts the protest before the judge.
func (t *turn) cardProtest(offers ...Ruling) {
	o := &t.g.Objection
	e := Carded{Window: t.g.Clock.number(), Seat: o.By, Whys: because(ProtestMade), Offers: rulings(offers...), Text: o.Text, At: t.now}
	t.emit(e)
	var options []Command
	for _, r := range offers {
		options = append(options, Answer{Card: e.Window, Ruling: r})
	}
	t.effect(Say{To: e.audience(&t.g), Fact: e, Options: options, Slot: WindowSlot(e.Window)})
}

// ofProtest reports whether a card asks about a protest, which is no matter of the game
// any more.
func (c Card) ofProtest() bool { return c.Offers.Has(RuleAccept) || c.Offers.Has(RuleAnnul) }

// ruleProtest carries out what the judge says to a protest.
func (t *turn) ruleProtest(r Ruling) {
	switch r {
	case RuleAccept:
		t.callProtestVote()
	case RuleDecline:
		t.announce(ProtestDeclined{Seat: t.g.Objection.By})
	default:
		t.decideProtest(r)
	}
}

// protestUnjudged goes on as if no judge sat there: it is accepted, and the game is
// annulled (K25, K26b).
func (t *turn) protestUnjudged(c Card) {
	if c.Offers.Has(RuleAccept) {
		t.callProtestVote()
		return
	}
	t.decideProtest(RuleAnnul)
}

// callProtestVote asks everybody who played, whoever has left the game too (A37).
func (t *turn) callProtestVote() {
	o := &t.g.Objection
	t.announce(ProtestVoteCalled{Seat: o.By, Window: t.g.Clock.number(), At: t.now})
	e := ProtestAsked{Seat: o.By, Text: o.Text}
	t.emit(e)
	t.effect(Say{To: e.audience(&t.g), Fact: e, Options: []Command{VoteProtest{Yes: true}, VoteProtest{}}, Slot: WindowSlot(o.Vote)})
}

func (c VoteProtest) step(t *turn, by Player) error {
	s, part := t.g.Who(by)
	o := &t.g.Objection
	switch {
	case part != Main && part != Departed:
		return Refusal("not_playing")
	case o.Vote == 0, t.now > o.Opened.plus(t.g.Rules.ProtestVote+t.g.Rules.RaceGrace):
		return Refusal("protest_vote_over")
	case o.Voted.Has(s):
		return Refusal("already_voted")
	}
	e := ProtestVoted{By: s, Yes: c.Yes}
	t.emit(e)
	t.effect(Say{To: e.audience(&t.g), Fact: e, Slot: WindowSlot(o.Vote), Adds: true})
	return nil
}

// countProtest passes a protest for which the whole team of its author is, and one of
// the other team at least. Who did not answer is against it (A37).
func (t *turn) countProtest() {
	o := t.g.Objection
	team := t.g.blacks(t.g.Drawn)
	if !team.Has(o.By) {
		team = t.g.Drawn &^ team
	}
	e := ProtestCounted{Seat: o.By, Passed: team&^o.Yes == 0 && o.Yes&^team != 0}
	t.emit(e)
	t.effect(Say{To: toSeats(t.g.Drawn), Fact: e, Slot: WindowSlot(o.Vote), Adds: true})
	switch {
	case !e.Passed:
		t.tell(e)
	case t.g.Judge == Host:
		t.decideProtest(RuleAnnul)
	default:
		t.cardProtest(t.g.outcomes()...)
	}
}

// outcomes are what the judge may make of a game whose protest has passed; its result
// is changed to another one.
func (g *Game) outcomes() []Ruling {
	out := []Ruling{RuleAnnul}
	for v := RedWin; v <= DrawnGame; v++ {
		if v != g.Verdict {
			out = append(out, map[Verdict]Ruling{RedWin: RuleRed, BlackWin: RuleBlack, DrawnGame: RuleDraw}[v])
		}
	}
	return append(out, RuleReplay)
}

// decideProtest makes an end of protests: the game has got another one.
func (t *turn) decideProtest(r Ruling) {
	t.announce(ProtestDecided{Seat: t.g.Objection.By, Outcome: r})
	t.emit(ProtestOver{})
}

func (NextSeating) step(t *turn, by Player) error {
	switch {
	case by != Host:
		return Refusal("host_only")
	case t.g.Objection.Until <= t.now:
		return Refusal("stale")
	}
	t.emit(ProtestShut{At: t.now})
	return nil
}
