package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"mafiabot/engine"
	"mafiabot/messages"
)

// Rules of which any club could have thought: every knob is turned at random. They
// contradict themselves, and are refused; or an evening by them comes to its end.

// someNumbers are what a time or a count is turned to.
var someNumbers = []int{0, 1, 1, 2, 3, 5, 12, 60, 200}

// turnedAtRandom is a preset with about one knob of several turned to any value that it has.
func turnedAtRandom(tb testing.TB, rnd *rand.Rand) engine.Ruleset {
	r := preset(tb, engine.Presets()[rnd.IntN(4)], engine.Paces()[rnd.IntN(3)])
	seldom := 1 + rnd.IntN(6)
	for _, k := range engine.Knobs {
		if rnd.IntN(seldom) != 0 {
			continue
		}
		_, err := strconv.Atoi(k.Get(r))
		switch {
		case len(k.Legal) > 0:
			turn(tb, &r, k.Key, k.Legal[rnd.IntN(len(k.Legal))])
		case err == nil:
			turn(tb, &r, k.Key, strconv.Itoa(someNumbers[rnd.IntN(len(someNumbers))]))
		default:
			turn(tb, &r, k.Key, []string{"on", "off"}[rnd.IntN(2)])
		}
	}
	r.Players = 5 + rnd.IntN(11)
	return r
}

// mended turns what is refused back to the preset, until nothing is; it returns the
// sentences of the refusals. Most random rules have a window of no seconds somewhere.
func mended(tb testing.TB, r engine.Ruleset, rnd *rand.Rand, why map[engine.Refusal]int) engine.Ruleset {
	plain := preset(tb, r.Name, r.Pace)
	for f := r.Fault(); f != ""; f = r.Fault() {
		why[f]++
		k := engine.Knobs[rnd.IntN(len(engine.Knobs))]
		turn(tb, &r, k.Key, k.Get(plain))
	}
	return r
}

// TestTurnedRulesAreRefusedOrPlayed plays an evening by each of some hundreds of rulesets.
func TestTurnedRulesAreRefusedOrPlayed(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 30
	}
	why, kinds, verdicts := map[engine.Refusal]int{}, map[string]int{}, map[engine.Verdict]int{}
	for seed := range seeds {
		rnd := rand.New(rand.NewPCG(seed, 77))
		r := mended(t, turnedAtRandom(t, rnd), rnd, why)
		p := turnedPlay{table: newTable(t), rnd: rnd, seed: seed, kinds: kinds}
		p.table.after = p.check
		p.play(r)
		verdicts[p.game.Verdict]++
	}
	t.Logf("refused %v, verdicts %v, %d kinds of events", why, verdicts, len(kinds))
	if testing.Short() {
		return
	}
	if len(why) < 20 || len(kinds) < 120 {
		t.Errorf("%d contradictions and %d kinds of events have come up", len(why), len(kinds))
	}
}

// turnedPlay is an evening of people who do anything, with a judge, pairs and leavers.
type turnedPlay struct {
	*table
	rnd   *rand.Rand
	seed  uint64
	kinds map[string]int
}

// play plays the evening to its end.
func (p *turnedPlay) play(r engine.Ruleset) {
	if p.rnd.IntN(8) == 0 {
		p.must(1, engine.Convene{Rules: r})
	} else {
		p.sit(r, engine.Seat(1+p.rnd.IntN(r.Players)))
	}
	calm, lazy := p.rnd.IntN(4), p.rnd.IntN(6) == 0
	for steps := 0; !p.game.Finished(); steps++ {
		if steps > 20000 {
			p.tb.Fatalf("seed %d: still in %T on day %d: %+v", p.seed, p.game.Stage, p.game.Day, r)
		}
		p.silent = p.rnd.IntN(10) == 0
		if p.game.AwaitsDeal() {
			_ = p.do(engine.Host, engine.Deal{Seed: seedOf(p.rnd.Uint64())})
		}
		jump, haste := 12, 2000
		if !p.game.Running() {
			jump, haste = 500, 200
		}
		p.now = p.now.Add(time.Duration(p.rnd.IntN(haste)) * time.Millisecond)
		switch {
		case !p.now.Before(p.game.Due()), p.rnd.IntN(jump) == 0, lazy && p.game.Running() && p.rnd.IntN(30) != 0:
			p.tick()
		case p.rnd.IntN(30) == 0:
			p.oddly()
		default:
			p.actRandomly(p.rnd, calm)
		}
	}
	if fold(p.log) != p.game {
		p.tb.Fatalf("seed %d: the log does not give the game", p.seed)
	}
}

// oddly lets somebody do what only some tables see.
func (p *turnedPlay) oddly() {
	n := engine.Player(1 + p.rnd.IntN(p.game.Size))
	seat := engine.Seat(1 + p.rnd.IntN(p.game.Size))
	odd := []struct {
		by engine.Player
		c  engine.Command
	}{
		{theJudge, engine.TakeChair{}}, {theJudge, engine.Pause{}}, {theJudge, engine.Continue{}}, {theJudge, engine.Foul{Seat: seat}},
		{theJudge, engine.Unfoul{Seat: seat}}, {theJudge, engine.Restore{Seat: seat}}, {theJudge, engine.Skip{Seat: seat}},
		{theJudge, engine.Answer{Card: p.card(), Ruling: p.ruling()}}, {theJudge, engine.Deliberate{Seat: seat}},
		{engine.Host, engine.LeftGroup{Player: n, PutOut: p.rnd.IntN(2) == 0}}, {engine.Host, engine.CameBack{Player: n}},
		{n + 20, engine.Pair{With: n}}, {n, engine.DrawLot{Luck: p.rnd.Uint64()}}, {n + 20, engine.DrawLot{Luck: p.rnd.Uint64()}},
		{n + 20, engine.SayReady{}}, {n, engine.Lodge{Text: "протест"}}, {n, engine.VoteProtest{Yes: true}}, {n, engine.Knock{}},
		{stranger, engine.DecideBest{Seats: engine.SetOf(seat), Owner: true}}, {engine.Host, engine.NextSeating{}},
		{engine.Host, engine.Unreachable{Player: n}}, {engine.Host, engine.Reachable{Player: n}},
	}
	act := odd[p.rnd.IntN(len(odd))]
	for range 1 + p.rnd.IntN(2) { // some acts count when repeated (G21)
		_ = p.do(act.by, act.c)
		p.now = p.now.Add(4 * time.Second)
	}
}

// card is the number of some card that waits for the judge.
func (p *turnedPlay) card() uint32 { return p.game.Cards[0].Window }

func (p *turnedPlay) ruling() engine.Ruling {
	all := []engine.Ruling{engine.RuleNothing, engine.RuleFoul, engine.RuleRemoval, engine.RuleAward, engine.RuleOnPurpose, engine.RuleAccident}
	return all[p.rnd.IntN(len(all))]
}

// check looks at the game after every step: it has one due instant that is not far away,
// what goes into the log comes out of it, and what is said can be said in words.
func (p *turnedPlay) check(_ engine.Player, c engine.Command, before *engine.Game, r engine.Ready) {
	for _, check := range []func(before, after *engine.Game) error{checkDue, checkBound, checkBetween, checkWindow, checkPosition, checkFouls, checkNominations} {
		if err := check(before, &p.game); err != nil {
			p.tb.Fatalf("seed %d: %v after %T%+v", p.seed, err, c, c)
		}
	}
	for _, e := range r.Events {
		p.kinds[e.Kind()]++
		again(p.tb, e, p.now)
	}
	if !p.game.Running() || p.rnd.IntN(8) != 0 {
		return
	}
	name := func(n engine.Player) string { return fmt.Sprint("игрок", n) }
	for _, f := range r.Effects {
		say, ok := f.(engine.Say)
		if !ok || !say.To.Table {
			continue
		}
		if text := messages.BookOf("ru").Post(p.game.View(engine.Host), []engine.Event{say.Fact}, name, messages.Extra{}); strings.ContainsAny(text, "{}") {
			p.tb.Fatalf("seed %d: %s is said as %q", p.seed, say.Fact.Kind(), text)
		}
	}
}
