package engine_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"mafiabot/engine"
)

// An invariant is a promise about every game at every moment; ids are those of
// the promises (I8, I13, I18 …). Breach plants a fault in a game that stands in
// a window of a ballot, and the check must see it.
type invariant struct {
	id, says string
	check    func(before, after *engine.Game) error
	breach   func(*engine.Game)
}

var invariants = []invariant{
	{"I8", "an unfinished game has exactly one due instant, a finished one none", checkDue,
		func(g *engine.Game) { g.Clock.Posted = 0 }},
	{"I8", "no window is without bound", checkBound,
		func(g *engine.Game) { g.Clock.Length = 1 << 30 }},
	{"I8", "no stage between two stages is kept", checkBetween,
		func(g *engine.Game) { g.Stage = engine.Between{} }},
	{"I9", "the window number never falls", checkWindow,
		func(g *engine.Game) { g.Clock.Window-- }},
	{"I9", "no vote to stop has the number of a window", checkNumbers,
		func(g *engine.Game) { g.StopVote.Window = g.Clock.Window }},
	{"E43", "a vote to stop ends with its game, and has not been won", checkStopVote,
		func(g *engine.Game) { g.StopVote = engine.StopVote{Window: 1, For: engine.FirstSeats(10)} }},
	{"E45", "a window is interrupted while the table is asked, and only then", checkHalt,
		func(g *engine.Game) { g.Halt.Stage = engine.Speech{Seat: 1} }},
	{"E3", "there are no cards before they are dealt, nor after they are void", checkUndealt,
		func(g *engine.Game) { g.Stage = engine.Holding{Missing: engine.SetOf(4)} }},
	{"G11", "the judge has no seat, and nothing waits for one who is not there", checkJudge,
		func(g *engine.Game) { g.Cards[0].Window = 3 }},
	{"G11", "who has a seat does not judge", checkJudge,
		func(g *engine.Game) { g.Judge = g.Chairs[2].Main }},
	{"E38", "who is waited for has not left the game", checkAway,
		func(g *engine.Game) { g.Away = engine.SetOf(10) }},
	{"T94", "a consigliere sits beside a player, and only one", checkSeconds,
		func(g *engine.Game) { g.Chairs[4].Second = g.Chairs[5].Main }},
	{"K26", "who is for a protest has played, and there is one", checkProtest,
		func(g *engine.Game) { g.Objection.Yes = engine.SetOf(3) }},
	{"E3", "whom a hold waits for has a seat", checkHold,
		func(g *engine.Game) { g.Stage = engine.Holding{} }},
	{"E39", "who is asked to open his chat has it closed", checkChats,
		func(g *engine.Game) { g.Asked = engine.SetOf(2) }},
	{"E1", "who has a seat has one of this game's", checkSize,
		func(g *engine.Game) { g.Size = 9 }},
	{"I13", "a vote is for a candidate, of a seat that plays or played in this round", checkVotes,
		func(g *engine.Game) { g.Ballot.Votes[3] = 15 }},
	{"I13", "who is out gives no vote any more", checkDeadVotes,
		func(g *engine.Game) { g.Ballot.Votes[10] = g.Ballot.List[0] }},
	{"I13", "nobody who is out is for the lift", checkLift,
		func(g *engine.Game) { g.Ballot.For = engine.SetOf(10) }},
	{"I18", "who lives has not left, and who has left does not live", checkLiving,
		func(g *engine.Game) { g.Living = g.Living.With(10) }},
	{"I18", "nobody comes back whom no judge can restore", checkExits,
		func(g *engine.Game) { g.Living = g.Living.With(10); g.Exits[10] = 0 }},
	{"I18", "a card, once dealt, stays", checkCards,
		func(g *engine.Game) { g.Roles[2] = engine.Don + engine.Mafia - g.Roles[2] }},
	{"K20a", "blindfolds are put on at night, by who lives", checkMasks,
		func(g *engine.Game) { g.Masks = engine.Masks{Window: 7, On: engine.SetOf(2)} }},
	{"I18", "a game with a position that is won does not go on", checkPosition,
		func(g *engine.Game) { g.Living = engine.SetOf(3, 6, 1) }},
	{"I18", "fouls grow, or are taken back, by one at a time, to four at most", checkFouls,
		func(g *engine.Game) { g.Fouls[2] += 2 }},
	{"E42", "who is without a word has three fouls", checkSilence,
		func(g *engine.Game) { g.Silent[2] = g.Day }},
	{"C53", "what was nominated or refused is told when its speech is over", checkTold,
		func(g *engine.Game) { g.Accepted = 5 }},
	{"I18", "the list holds each seat and each nominator once", checkNominations,
		func(g *engine.Game) { g.Noms[1] = g.Noms[0] }},
}

func checkDue(_, g *engine.Game) error {
	switch due := g.Due(); {
	case g.Stage == nil:
		return nil
	case g.Finished() != due.IsZero():
		return fmt.Errorf("due %v in %T", due, g.Stage)
	case !g.Finished() && g.Clock.Posted == 0:
		return errors.New("no window runs")
	}
	return nil
}

func checkBound(_, g *engine.Game) error {
	from, bound := g.Clock.Posted.Time(), 2*time.Hour
	if g.Bar.At != 0 {
		from, bound = g.Bar.At.Time(), 3*time.Hour // as long as the host is out of the group (E47)
	}
	if due := g.Due(); !due.IsZero() && due.Sub(from) > bound {
		return fmt.Errorf("%T lasts until %v", g.Stage, due)
	}
	return nil
}

func checkBetween(_, g *engine.Game) error {
	if at[engine.Between](g) {
		return errors.New("a stage of one moment is kept")
	}
	return nil
}

func checkWindow(before, g *engine.Game) error {
	if g.Clock.Window < before.Clock.Window {
		return fmt.Errorf("window %d after %d", g.Clock.Window, before.Clock.Window)
	}
	return nil
}

func checkChats(_, g *engine.Game) error {
	if astray := g.Asked &^ g.Shut; astray != 0 || !g.Running() && !g.Finished() && !g.Ended() && g.Shut != 0 {
		return fmt.Errorf("closed %s, asked %s", seatList(g.Shut), seatList(g.Asked))
	}
	return nil
}

func checkNumbers(_, g *engine.Game) error {
	if w := g.StopVote.Window; w != 0 && (w == g.Clock.Window || w > g.Clock.Aside) {
		return fmt.Errorf("a vote to stop and a window %d", w)
	}
	return nil
}

func checkStopVote(_, g *engine.Game) error {
	v := g.StopVote
	if voices := (v.For & g.Living).Len(); v.Window != 0 && (!g.Running() || voices*3 >= g.Living.Len()*2 && voices > 4) {
		return fmt.Errorf("a vote to stop with %d voices in %T", voices, g.Stage)
	}
	return nil
}

func checkMasks(before, g *engine.Game) error {
	m := g.Masks
	if fresh := m.On &^ before.Masks.On; m != (engine.Masks{}) && (!engine.IsNight(g) || m.Window > g.Clock.Window || fresh&^g.Living != 0) {
		return fmt.Errorf("%+v in %T", m, g.Stage)
	}
	return nil
}

func checkHalt(_, g *engine.Game) error {
	if h := g.Halt; (h.Stage != nil) != g.Suspended() || h.For&^g.Living != 0 {
		return fmt.Errorf("%T is interrupted in %T, %s want to go on", h.Stage, g.Stage, seatList(h.For))
	}
	return nil
}

func checkUndealt(_, g *engine.Game) error {
	if at[engine.Tray](g) || at[engine.Cards](g) || g.Running() || g.Finished() || g.Ended() {
		return nil
	}
	if g.Roles != (engine.Game{}).Roles || g.Seed != (engine.Key{}) {
		return fmt.Errorf("cards in %T", g.Stage)
	}
	return nil
}

func checkJudge(_, g *engine.Game) error {
	seat, _ := g.Who(g.Judge)
	if g.Judge != engine.Host && seat != 0 || g.Judge == engine.Host && g.Cards[0].Window != 0 {
		return fmt.Errorf("judge %d on seat %d, a card %d", g.Judge, seat, g.Cards[0].Window)
	}
	return nil
}

func checkAway(_, g *engine.Game) error {
	if astray := g.Away &^ g.Living; astray != 0 && g.Running() {
		return fmt.Errorf("away and out: %s", seatList(astray))
	}
	return nil
}

func checkSeconds(_, g *engine.Game) error {
	sits := map[engine.Player]engine.Seat{}
	for s, c := range g.Chairs {
		for _, p := range []engine.Player{c.Main, c.Second} {
			if p != engine.Host && sits[p] != 0 || p != engine.Host && c.Main == engine.Host {
				return fmt.Errorf("player %d on the seats %d and %d", p, sits[p], s)
			}
			sits[p] = engine.Seat(s)
		}
	}
	return nil
}

func checkProtest(_, g *engine.Game) error {
	if o := g.Objection; o.Yes&^o.Voted != 0 || o.Voted&^g.Drawn != 0 || o.Vote != 0 && (o.By == 0 || !g.Ended()) {
		return fmt.Errorf("a protest of %d, for it %s", o.By, seatList(o.Yes))
	}
	return nil
}

func checkHold(_, g *engine.Game) error {
	if h, ok := g.Stage.(engine.Holding); ok && (h.Missing|h.Seconds == 0 || (h.Missing|h.Seconds)&^g.Drawn != 0 || h.Slot == 0) {
		return fmt.Errorf("it waits for %s", seatList(h.Missing))
	}
	return nil
}

func checkSize(_, g *engine.Game) error {
	if g.Stage == nil {
		return nil
	}
	if n := g.Size; n < engine.MinSeats || n > g.Rules.Players || g.Drawn&^engine.FirstSeats(n) != 0 {
		return fmt.Errorf("%d seats, drawn %s", n, seatList(g.Drawn))
	}
	return nil
}

func checkVotes(_, g *engine.Game) error {
	if !at[engine.Lead](g) && !at[engine.Voting](g) {
		return nil // in a tie the list is the next round's already
	}
	list := g.Ballot.List.Seats()
	for s, c := range g.Ballot.Votes {
		if c != 0 && (!list.Has(c) || !g.Drawn.Has(engine.Seat(s))) {
			return fmt.Errorf("a vote of %d for %d", s, c)
		}
	}
	return nil
}

func checkDeadVotes(before, g *engine.Game) error {
	for s, c := range g.Ballot.Votes {
		if c != 0 && before.Ballot.Votes[s] != c && !before.Living.Has(engine.Seat(s)) {
			return fmt.Errorf("a vote of %d, who is out", s)
		}
	}
	return nil
}

func checkLift(before, g *engine.Game) error {
	if fresh := g.Ballot.For &^ before.Ballot.For; fresh&^before.Living != 0 {
		return fmt.Errorf("a hand of %v, who are out", fresh)
	}
	return nil
}

func checkLiving(_, g *engine.Game) error {
	for s := range g.Drawn.All() {
		if playing := g.Living != 0; playing && g.Living.Has(s) == (g.Exits[s] != 0) {
			return fmt.Errorf("seat %d lives: %v, exit %d", s, g.Living.Has(s), g.Exits[s])
		}
	}
	return nil
}

func checkExits(before, g *engine.Game) error {
	for s := range (g.Living &^ before.Living).All() {
		if before.Living != 0 && (before.Judge == engine.Host || before.Taken[s].Where == 0 || before.ByJudge.Has(s)) {
			return fmt.Errorf("%v came back", s)
		}
	}
	return nil
}

func checkCards(before, g *engine.Game) error {
	if before.Running() && before.Roles != g.Roles {
		return errors.New("the cards have changed")
	}
	return nil
}

func checkPosition(_, g *engine.Game) error {
	if !g.Running() || g.Fate != 0 {
		return nil
	}
	blacks := 0
	for s := range g.Living.All() {
		if g.Roles[s].Black() {
			blacks++
		}
	}
	if reds := g.Living.Len() - blacks; blacks == 0 || blacks >= reds {
		return fmt.Errorf("%d black and %d red play on in %T", blacks, reds, g.Stage)
	}
	return nil
}

func checkFouls(before, g *engine.Game) error {
	for s := range g.Fouls {
		if was, is := before.Fouls[s], g.Fouls[s]; is > 4 || is+1 < was || is > was+1 {
			return fmt.Errorf("seat %d has %d fouls after %d", s, is, was)
		}
	}
	return nil
}

func checkSilence(_, g *engine.Game) error {
	if g.Ended() {
		return nil
	}
	for s, day := range g.Silent {
		if coming := day > g.Day || day == g.Day && !engine.IsNight(g); day != 0 && coming && g.Fouls[s] < 3 {
			return fmt.Errorf("seat %d has no word on day %d with %d fouls", s, day, g.Fouls[s])
		}
	}
	return nil
}

func checkTold(_, g *engine.Game) error {
	if !at[engine.Speech](g) && (g.Accepted != 0 || g.Rejected.By != 0) {
		return fmt.Errorf("untold in %T: %d, %+v", g.Stage, g.Accepted, g.Rejected)
	}
	return nil
}

func checkNominations(_, g *engine.Game) error {
	var by, seats engine.Seats
	for _, n := range g.Noms[:g.Noms.Len()] {
		if by.Has(n.By) || seats.Has(n.Seat) {
			return fmt.Errorf("twice on the list: %v", n)
		}
		by, seats = by.With(n.By), seats.With(n.Seat)
	}
	return nil
}

// checkClose is I13 of the events: the sum of a round's votes is the number of
// its voters, each once.
func checkClose(before *engine.Game, events []engine.Event) error {
	g := *before
	var counted engine.Seats
	for _, e := range events {
		c, ok := e.(engine.CandidateClosed)
		g.Apply(e)
		if !ok {
			continue
		}
		if c.Voters&c.Rest != 0 || c.Rest&counted != 0 {
			return fmt.Errorf("counted twice: %+v", c)
		}
		counted |= c.Voters | c.Rest
		var sum int
		for _, v := range g.Ballot.Votes {
			if v == c.Seat {
				sum++
			}
		}
		if sum != (c.Voters | c.Rest).Len() {
			return fmt.Errorf("%d said, %d votes for %d", (c.Voters | c.Rest).Len(), sum, c.Seat)
		}
		last := g.Ballot.List[g.Ballot.List.Len()-1] == c.Seat
		for s := range g.Living.All() {
			if last && g.Ballot.Votes[s] == 0 {
				return fmt.Errorf("living seat %d has no vote at the close", s)
			}
		}
	}
	return nil
}

// balloting is a table in the window of the second candidate of day 2, seat 10
// out.
func balloting(t *testing.T) *table {
	tb := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	tb.sendOut(10)
	tb.listed(2, 3, 5)
	tb.until("the second window", func(g *engine.Game) bool { return at[engine.Voting](g) && g.Ballot.Index == 1 })
	return tb
}

// TestInvariantsSeeBreaches plants one fault for each invariant.
func TestInvariantsSeeBreaches(t *testing.T) {
	before := balloting(t).game
	for _, inv := range invariants {
		if err := inv.check(&before, &before); err != nil {
			t.Errorf("%s %s: %v in a sound game", inv.id, inv.says, err)
		}
		broken := before
		inv.breach(&broken)
		if inv.check(&before, &broken) == nil {
			t.Errorf("%s %s: the breach is not seen", inv.id, inv.says)
		}
	}
	sound := []engine.Event{engine.Voted{By: 4, Seat: 5}, engine.CandidateClosed{Seat: 5, Voters: engine.SetOf(4), Rest: before.Living.Without(4)}}
	if err := checkClose(&before, sound); err != nil {
		t.Errorf("I13: %v in a sound ballot", err)
	}
	for _, lie := range []engine.CandidateClosed{
		{Seat: 5, Voters: engine.SetOf(4, 6), Rest: before.Living.Without(4).Without(6)},
		{Seat: 5, Voters: engine.SetOf(4), Rest: before.Living},
		{Seat: 5, Voters: engine.SetOf(4), Rest: before.Living.Without(4).Without(7)},
	} {
		if checkClose(&before, []engine.Event{sound[0], lie}) == nil {
			t.Errorf("I13: the breach %+v is not seen", lie)
		}
	}
}
