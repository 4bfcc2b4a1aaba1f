package engine

// What comes after the end: everybody's opinion, the best player, and the table that
// is opened meanwhile (C86–C92, E50). Nothing is punished any more.

// The stages after the end.
type (
	// Opinion is the half minute in which a seat speaks of the game (C87).
	Opinion struct {
		Seat Seat
		Cue  Cue
	}
	// BestVote lets the ten choose among those who were named (C89).
	BestVote struct{ Seats Seats }
	// BestAwaited waits in a final for the word of the judges (C92).
	BestAwaited struct{}
)

func (Opinion) stage()     {}
func (BestVote) stage()    {}
func (BestAwaited) stage() {}

// Aftermath is what has happened after the end.
type Aftermath struct {
	Next  bool               // a new table is open: the running window is the last one (E50)
	Named [MaxSeats + 1]Seat // whom a seat has named the best player (C88)
	Votes [MaxSeats + 1]Seat // and voted for (C89)
	Best  Seats              // who it is
}

// Commands after the end.
type (
	// NameBest names the best player in one's own time, or votes for him (C88, C89).
	NameBest struct{ Seat Seat }
	// VoteBest votes for one of those who were named (C89).
	VoteBest struct{ Seat Seat }
	// DecideBest is the word of the judge in a final (C92), of who owns or administers
	// the group, by the carrier's word, where the game has none.
	DecideBest struct {
		Seats Seats
		Owner bool
	}
	// NextTable tells that a new table has been opened where this game was played.
	NextTable struct{}
)

// Events after the end.
type (
	OpinionCalled struct {
		Seat  Seat    `json:"seat"`
		First bool    `json:"first,omitempty"`
		At    Instant `json:"at"`
	}
	BestNamed struct {
		By   Seat `json:"by"`
		Seat Seat `json:"seat"`
	}
	BestVoteCalled struct {
		Seats Seats   `json:"seats"`
		At    Instant `json:"at"`
	}
	BestVoted struct {
		By   Seat `json:"by"`
		Seat Seat `json:"seat"`
	}
	BestAsked struct {
		At Instant `json:"at"`
	}
	// BestPlayers are all who have the most votes (C91), or whom the judges name; none
	// if nobody voted. Point says that it is worth one to the rating (C90), Only that
	// nothing else of this game is (C71, C72).
	BestPlayers struct {
		Seats  Seats `json:"seats,omitempty"`
		Votes  uint8 `json:"votes,omitempty"`
		Judged bool  `json:"judged,omitempty"`
		Point  bool  `json:"point,omitempty"`
		Only   bool  `json:"only,omitempty"`
	}
	TableOpened   struct{} // a new table is open, this one's running window is the last
	AftergameOver struct{}
)

// Kind is the name in the log.
func (OpinionCalled) Kind() string { return "opinion_called" }

// Kind is the name in the log.
func (BestNamed) Kind() string { return "best_named" }

// Kind is the name in the log.
func (BestVoteCalled) Kind() string { return "best_vote_called" }

// Kind is the name in the log.
func (BestVoted) Kind() string { return "best_voted" }

// Kind is the name in the log.
func (BestAsked) Kind() string { return "best_asked" }

// Kind is the name in the log.
func (BestPlayers) Kind() string { return "best_players" }

// Kind is the name in the log.
func (TableOpened) Kind() string { return "table_opened" }

// Kind is the name in the log.
func (AftergameOver) Kind() string { return "aftergame_over" }

func (OpinionCalled) audience(_ *Game) Audience  { return everybody }
func (BestNamed) audience(_ *Game) Audience      { return everybody }
func (BestVoteCalled) audience(_ *Game) Audience { return everybody }
func (e BestVoted) audience(_ *Game) Audience    { return only(e.By) }
func (BestAsked) audience(_ *Game) Audience      { return everybody }
func (BestPlayers) audience(_ *Game) Audience    { return everybody }
func (TableOpened) audience(_ *Game) Audience    { return nobody }
func (AftergameOver) audience(_ *Game) Audience  { return everybody }

func (e OpinionCalled) apply(g *Game) {
	g.Stage = Opinion{Seat: e.Seat}
	g.window(e.At, g.Rules.AftergameSpeech, g.Rules.RaceGrace)
}

func (e BestNamed) apply(g *Game) { g.Aftermath.Named[e.By] = e.Seat }

func (e BestVoteCalled) apply(g *Game) {
	g.Stage = BestVote{Seats: e.Seats}
	g.window(e.At, g.Rules.BestVote, g.Rules.RaceGrace)
}

func (e BestVoted) apply(g *Game) { g.Aftermath.Votes[e.By] = e.Seat }

func (e BestAsked) apply(g *Game) {
	g.Stage = BestAwaited{}
	g.window(e.At, g.Rules.BestVote, g.Rules.RaceGrace)
}

func (e BestPlayers) apply(g *Game) { g.Aftermath.Best = e.Seats }
func (TableOpened) apply(g *Game)   { g.Aftermath.Next = true }
func (AftergameOver) apply(g *Game) { g.rest() }

// Ended reports whether the game has a result: whatever happens still, it is no game.
func (g *Game) Ended() bool { return g.Verdict != 0 }

// TableFree reports whether the table of a game is free for the next one: it has ended,
// and nobody speaks of it at the table any more.
func (g *Game) TableFree() bool { return g.Finished() || g.Ended() && !g.Talks() }

// Talks reports whether the table still speaks of a game that has ended.
func (g *Game) Talks() bool {
	switch g.Stage.(type) {
	case Opinion, BestVote, BestAwaited:
		return true
	}
	return false
}

// afterEnd gives the first seat its opinion, where the rules have opinions and the
// game was not stopped (C87, E43).
func (t *turn) afterEnd(v Verdict) {
	t.openProtests(v)
	if v != Stopped && t.g.Rules.AftergameSpeech > 0 {
		first := t.g.Drawn.First()
		t.border(OpinionCalled{Seat: first, First: true, At: t.now}, t.bestKeys(first)...)
	}
}

// bestKeys are the buttons under an opinion: every seat but one's own, in or out.
func (t *turn) bestKeys(by Seat) []Command { return t.g.bestsOf(by) }

func (g *Game) bestsOf(by Seat) []Command {
	if !g.votesBest() {
		return nil
	}
	var out []Command
	for s := range g.Drawn.Without(by).All() {
		out = append(out, NameBest{Seat: s})
	}
	return out
}

// votesBest reports whether the table chooses its best player: in a final the judges
// do (C92).
func (g *Game) votesBest() bool { return g.Rules.BestPlayer && !g.Rules.Final }

// afterOpinion calls the next seat, or the vote behind the last one; with a new table
// open, neither.
func (t *turn) afterOpinion(s Seat) {
	if seat := t.g.Aftermath.Named[s]; seat != 0 {
		t.tell(BestNamed{By: s, Seat: seat})
	}
	rest := t.g.Drawn &^ (FirstSeats(int(s)))
	a := &t.g.Aftermath
	switch named := t.g.praised(); {
	case a.Next:
		t.endAftergame()
	case rest != 0:
		t.border(OpinionCalled{Seat: rest.First(), At: t.now}, t.bestKeys(rest.First())...)
	case t.g.Rules.BestPlayer && t.g.Rules.Final && a.Best == 0:
		t.border(BestAsked{At: t.now})
	case named == 0:
		t.endAftergame()
	default:
		t.callBestVote(named)
	}
}

// praised are the seats that somebody has named the best player.
func (g *Game) praised() Seats { return SetOf(g.Aftermath.Named[:]...) }

func (t *turn) callBestVote(named Seats) {
	var options []Command
	for s := range named.All() {
		options = append(options, VoteBest{Seat: s})
	}
	t.border(BestVoteCalled{Seats: named, At: t.now}, options...)
}

// closeBestVote counts: all who have the most votes are the best, if there are any
// (C91). Who did not vote has abstained: C61 is of the game.
func (t *turn) closeBestVote() {
	shown := WindowSlot(t.g.Clock.Window)
	var count [MaxSeats + 1]uint8
	e := BestPlayers{}
	for _, s := range t.g.Aftermath.Votes {
		if s != 0 {
			count[s]++
			e.Votes = max(e.Votes, count[s])
		}
	}
	for s := range t.g.Drawn.All() {
		if e.Votes > 0 && count[s] == e.Votes {
			e.Seats = e.Seats.With(s)
		}
	}
	t.tellBest(e)
	t.endAftergame()
	t.effect(Clear{Slot: shown})
}

// tellBest announces who is the best player. A rehearsal has no points (E1); of a
// draw this is the only one (C72).
func (t *turn) tellBest(e BestPlayers) {
	e.Point = e.Seats != 0 && !t.g.Rehearsal()
	e.Only = e.Point && t.g.Verdict == DrawnGame
	t.announce(e)
}

func (t *turn) endAftergame() { t.announce(AftergameOver{}) }

// afterSeat returns the seat of a player who may take part in what follows the game:
// all who played, also who was killed or removed (C86).
func (t *turn) afterSeat(by Player) (Seat, error) {
	s, part := t.g.Who(by)
	switch {
	case part != Main && part != Departed:
		return 0, Refusal("not_playing")
	case !t.g.Ended() || !t.g.votesBest():
		return 0, Refusal("best_not_now")
	}
	return s, nil
}

func (c NameBest) step(t *turn, by Player) error {
	s, err := t.afterSeat(by)
	if err != nil {
		return err
	}
	switch t.g.Stage.(type) {
	case Opinion:
		return t.nameBest(s, c.Seat)
	case BestVote:
		return t.voteBest(s, c.Seat)
	}
	return Refusal("best_not_now")
}

func (c VoteBest) step(t *turn, by Player) error {
	s, err := t.afterSeat(by)
	if err != nil {
		return err
	}
	return t.voteBest(s, c.Seat)
}

// nameBest takes a nomination: one for each, in one's own time, not oneself (C88).
func (t *turn) nameBest(s, seat Seat) error {
	switch {
	case t.g.Floor() != s:
		return Refusal("not_your_minute")
	case !t.g.Clock.open():
		return Refusal("not_yet")
	case seat == s:
		return Refusal("best_self")
	case !t.g.Drawn.Has(seat):
		return Refusal("bad_target")
	case t.g.Aftermath.Named[s] != 0:
		return Refusal("best_once")
	}
	t.emit(BestNamed{By: s, Seat: seat})
	return nil
}

// voteBest takes a vote: one for each, not for oneself (C89).
func (t *turn) voteBest(s, seat Seat) error {
	vote, ok := t.g.Stage.(BestVote)
	switch {
	case !ok:
		return Refusal("stale")
	case !t.g.Clock.open():
		return Refusal("not_yet")
	case seat == s:
		return Refusal("best_self")
	case !vote.Seats.Has(seat):
		return Refusal("best_not_named")
	case t.g.Aftermath.Votes[s] != 0:
		return Refusal("already_voted")
	}
	t.emit(BestVoted{By: s, Seat: seat})
	return nil
}

func (c DecideBest) step(t *turn, by Player) error {
	_, part := t.g.Who(by)
	switch {
	case !t.g.Talks():
		return Refusal("best_not_now")
	case !t.g.Rules.Final || !t.g.Rules.BestPlayer:
		return Refusal("best_by_table")
	case part != JudgePart && (!c.Owner || part != StrangerPart || t.g.Judge != Host):
		return Refusal("best_judges")
	case c.Seats == 0 || c.Seats&^t.g.Drawn != 0:
		return Refusal("best_seats")
	case t.g.Aftermath.Best != 0:
		return Refusal("best_decided")
	}
	t.tellBest(BestPlayers{Seats: c.Seats, Judged: true})
	if _, waits := t.g.Stage.(BestAwaited); waits {
		t.endAftergame()
	}
	return nil
}

func (NextTable) step(t *turn, by Player) error {
	switch {
	case by != Host:
		return Refusal("host_only")
	case !t.g.Talks() || t.g.Aftermath.Next:
		return Refusal("stale")
	}
	t.emit(TableOpened{})
	return nil
}

// afterWords hears the table after the end. Nothing that is said costs anything; in
// somebody's time others' messages are taken off (C87, E50). What is said may name the
// best player.
func (t *turn) afterWords(by Player, c Utter) {
	s, _ := t.g.Who(by)
	o, speech := t.g.Stage.(Opinion)
	switch {
	case c.Edit:
		return
	case speech && (o.Seat != s || t.beforePhrase(c) || c.Date < t.g.Clock.Date),
		speech && (c.Heard.Shows || c.Heard.Kind == Sound || c.Heard.Kind == Showing):
		t.strike(c.Mark)
		return
	case speech && !o.Cue.Spoke:
		t.emit(Spoke{})
	}
	for _, f := range c.Heard.Finds {
		if f.Class == NamedBest && f.Seat != 0 {
			_ = NameBest{Seat: f.Seat}.step(t, by) // said amiss it is talk
		}
	}
	if speech && c.Heard.Closing {
		t.endSpeech(false)
	}
}

// afterCandidates are the commands that make sense after the end.
func (g *Game) afterCandidates() []Command {
	switch s := g.Stage.(type) {
	case Opinion:
		return append(g.bestsOf(s.Seat), Pass{})
	case BestVote:
		var out []Command
		for n := range s.Seats.All() {
			out = append(out, VoteBest{Seat: n})
		}
		return out
	}
	return nil
}
