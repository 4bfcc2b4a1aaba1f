package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// everyEvening calls f for both rulesets in all paces.
func everyEvening(t *testing.T, f func(t *testing.T, r engine.Ruleset)) {
	for _, name := range engine.Presets() {
		for _, pace := range engine.Paces() {
			t.Run(name+"/"+pace, func(t *testing.T) { f(t, preset(t, name, pace)) })
		}
	}
}

// watch checks every promise after every step of a table: the invariants, the
// codec, and that the decoded log so far gives the live game (I18).
func (t *table) watch(count map[string]int) *engine.Game {
	shadow := new(engine.Game)
	t.after = func(by engine.Player, c engine.Command, before *engine.Game, r engine.Ready) {
		count["steps"]++
		for _, e := range r.Events {
			count[e.Kind()]++
			shadow.Apply(again(t.tb, e, t.now))
		}
		if *shadow != t.game {
			t.tb.Fatalf("I18: the log does not give the game after %T", c)
		}
		if err := checkClose(before, r.Events); err != nil {
			t.tb.Fatalf("I13: %v", err)
		}
		for _, p := range stepPromises {
			if err := p.check(step{by, c, t.now, before, r}); err != nil {
				t.tb.Fatalf("%s %s: %v after %T%+v by %d", p.id, p.says, err, c, c, by)
			}
		}
		for _, inv := range invariants {
			if err := inv.check(before, &t.game); err != nil {
				t.tb.Fatalf("%s %s: %v after %T%+v by %d", inv.id, inv.says, err, c, c, by)
			}
		}
		t.tryTheDead()
	}
	return shadow
}

// again is the event that comes out of the log when e went in.
func again(tb testing.TB, e engine.Event, now time.Time) engine.Event {
	b, err := engine.Encode(e, now)
	if err != nil {
		tb.Fatal(err)
	}
	back, when, err := engine.Decode(b)
	if err != nil || back != e || !when.Equal(now.Truncate(time.Millisecond)) {
		tb.Fatalf("I18: %s came back as %+v, %v, %v", b, back, when, err)
	}
	return back
}

// tryTheDead lets everybody who is out, and a stranger, try everything that a
// player could try now; nothing may come of it but a message taken off.
func (t *table) tryTheDead() {
	g := &t.game
	if !g.Running() {
		return
	}
	word := engine.Utter{Mark: t.mark + 1, Date: t.now.Unix(), Heard: engine.Heard{Kind: engine.Word, Points: true, Closing: true, Finds: []engine.Find{{Class: engine.NominateS, Seat: 1}}}}
	fist := engine.Utter{Mark: t.mark + 1, Date: t.now.Unix(), Heard: engine.Heard{Kind: engine.Gesture, Token: engine.Fist}}
	commands := []engine.Command{word, fist, engine.Write{Date: t.now.Unix()}, engine.Fire{}, engine.Raise{}, engine.Touch{}, engine.Pass{}, engine.ShowDon{}, engine.Leave{}, engine.Draw{}, engine.Stop{}, engine.AgreeStop{}, engine.Begin{}, engine.OpenChat{}}
	if at[engine.Voting](g) {
		commands = append(commands, engine.Vote{Seat: g.Ballot.List[g.Ballot.Index]})
	}
	for s := range g.Living.All() {
		commands = append(commands, engine.Aim{Target: s}, engine.Check{Target: s}, engine.Nominate{Seat: s}, engine.Order{Target: s})
		break
	}
	try := func(p engine.Player) {
		for _, c := range commands {
			r, _ := g.Step(p, c, t.now)
			if _, writes := c.(engine.Write); writes && g.Confers(p) != 0 {
				continue // the channel between two who are out stays open (T104)
			}
			if len(r.Events) > 0 && !t.outWord(r.Events) {
				t.tb.Fatalf("I13: player %d, who is out, did %T: %+v", p, c, r.Events)
			}
		}
	}
	try(stranger)
	for s := range (g.Drawn &^ g.Living).All() {
		if s != g.Floor() {
			try(g.Chairs[s].Main)
		}
	}
}

// outWord reports whether nothing comes of a message of who is out but what the rules
// have for it: it is counted, or gives the win away (K27, T72, T79).
func (t *table) outWord(events []engine.Event) bool {
	if r := t.game.Rules; r.OutSpeaks == engine.Deleted {
		return false
	}
	for _, e := range events {
		switch e := e.(type) {
		case engine.OutSpoke, engine.PartingPriced, engine.Flagged, engine.Carded, engine.NominationsTold:
		case engine.Awarded:
			return e.Why == engine.OutWord || e.Why == engine.OutGesture
		default:
			return false
		}
	}
	return true
}

// TestNoInput lets whole evenings pass in which nobody does anything: they end,
// in bounded time, acknowledged or not (I8).
func TestNoInput(t *testing.T) {
	everyEvening(t, func(t *testing.T, r engine.Ruleset) {
		for _, silent := range []bool{false, true} {
			tb := newTable(t)
			tb.watch(map[string]int{})
			tb.silent = silent
			tb.sit(r)
			for ticks := 0; !tb.game.Finished(); ticks++ {
				if ticks > 500 {
					t.Fatalf("still in %T", tb.game.Stage)
				}
				if tb.game.AwaitsDeal() {
					tb.must(engine.Host, engine.Deal{Seed: engine.Key{7}})
				}
				tb.tick()
			}
			if tb.game.Verdict == 0 {
				t.Error("no verdict")
			}
			if took := tb.now.Sub(epoch); took > 4*time.Hour {
				t.Errorf("it took %v", took)
			}
		}
	})
}

// TestEmptyTable: a table to which nobody comes closes by itself.
func TestEmptyTable(t *testing.T) {
	everyEvening(t, func(t *testing.T, r engine.Ruleset) {
		tb := newTable(t)
		tb.must(1, engine.Convene{Rules: r})
		tb.must(1, engine.Join{})
		tb.tick()
		if !at[engine.Closed](&tb.game) {
			t.Errorf("still in %T", tb.game.Stage)
		}
	})
}

// TestRandomPlay plays seeded evenings of people who do anything at any time.
func TestRandomPlay(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 4
	}
	total := map[string]int{}
	everyEvening(t, func(t *testing.T, r engine.Ruleset) {
		for seed := range seeds {
			playRandomly(t, r, seed, total)
		}
	})
	t.Logf("%d games, %d steps, verdicts %v", total["games"], total["steps"], []int{total["verdict1"], total["verdict2"], total["verdict3"], total["verdict4"]})
	if testing.Short() {
		return
	}
	for _, e := range engine.Vocabulary() {
		if total[e.Kind()] == 0 {
			t.Errorf("no random evening made a %s", e.Kind())
		}
	}
	for v := engine.RedWin; v <= engine.Stopped; v++ {
		if total[fmt.Sprint("verdict", v)] == 0 {
			t.Errorf("no random evening ended with verdict %d", v)
		}
	}
}

func playRandomly(tb testing.TB, r engine.Ruleset, seed uint64, total map[string]int) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	if rnd.IntN(3) == 0 {
		r.Players = 5 + rnd.IntN(11)
	}
	r.Rehearsal, r.MaskButton = rnd.IntN(2) == 0, seed%2 == 1
	r.Final = rnd.IntN(4) == 0
	r.Consigliere = r.PairsOffered() && rnd.IntN(2) == 0
	r.JudgeSeesRoles = rnd.IntN(6) == 0
	if rnd.IntN(2) == 0 {
		r.AFKCircles = 0 // the lazy play on
	}
	if rnd.IntN(2) == 0 {
		r.Words = words(tb, wordTables[rnd.IntN(len(wordTables))])
	}
	playOut(tb, r, seed, rnd, total, mishapsOf(seed).befall)
}

// playOut plays one evening under its rules to its end; befalls may do something before
// anybody does.
func playOut(tb testing.TB, r engine.Ruleset, seed uint64, rnd *rand.Rand, total map[string]int, befalls ...func(*table)) {
	t := newTable(tb)
	shadow := t.watch(total)
	t.must(1, engine.Convene{Rules: r})
	calm := rnd.IntN(4)      // how seldom people break rules
	bloc := rnd.IntN(3) == 0 // they vote in two halves, so that ties come
	lazy := rnd.IntN(6) == 0 // they hardly do anything
	company := companyOf(rnd)
	for steps := 0; !t.game.Finished(); steps++ {
		if steps > 30000 {
			tb.Fatalf("seed %d: still in %T on day %d", seed, t.game.Stage, t.game.Day)
		}
		t.silent = rnd.IntN(10) == 0
		if at[engine.Cards](&t.game) && rnd.IntN(4) == 0 {
			_ = t.do(engine.Host, engine.Unreachable{Player: t.game.Table[0]})
		}
		if h, ok := t.game.Stage.(engine.Holding); ok {
			t.hold(rnd, h)
		}
		if lazy && t.game.Running() && rnd.IntN(40) != 0 {
			t.tick()
			continue
		}
		if t.game.AwaitsDeal() {
			var key engine.Key
			for i := range key {
				key[i] = byte(rnd.Uint32())
			}
			_ = t.do(engine.Host, engine.Deal{Seed: key})
		}
		jump, haste := 25, 1000
		switch {
		case t.game.Ended():
			jump, haste = 200, 3000
		case !t.game.Running() && t.game.Rules.Consigliere:
			jump, haste = 8000, 60 // twenty people have as long as ten
		case !t.game.Running():
			jump, haste = 4000, 200 // all want to play
		}
		t.now = t.now.Add(time.Duration(rnd.IntN(haste)) * time.Millisecond)
		if !t.now.Before(t.game.Due()) || rnd.IntN(jump) == 0 {
			t.tick()
			continue
		}
		for _, befall := range befalls {
			befall(t)
		}
		t.besides(rnd, company)
		if bloc && at[engine.Voting](&t.game) || bloc && at[engine.LiftVote](&t.game) {
			t.voteAsBlocs(rnd)
		} else {
			t.actRandomly(rnd, calm)
		}
	}
	if *shadow != t.game || fold(t.log) != t.game {
		tb.Fatalf("I18: seed %d: the log does not give the game", seed)
	}
	total["games"]++
	total[fmt.Sprint("verdict", t.game.Verdict)]++
}

// TestEverySize plays evenings of five to fifteen people, begun by the opener or
// by the last one who came: every night phase has its player, every invariant
// holds (E1, E2, E7).
func TestEverySize(t *testing.T) {
	const seeds, most = 6, 24 // so many at least; more where a word of who is out ends the evenings early (T79)
	kinds := []string{"briefing_called", "don_meet_called", "look_called", "shoot_called", "don_called", "sheriff_called", "ended"}
	for _, name := range engine.Presets() {
		for n := engine.MinSeats; n <= engine.MaxSeats; n++ {
			total := map[string]int{}
			lacks := func(kind string) bool { return total[kind] == 0 }
			for seed := uint64(0); seed < seeds || seed < most && slices.ContainsFunc(kinds, lacks); seed++ {
				r := preset(t, name, engine.TableTempo, "afk_circles", "0") // the lazy play on (E46)
				r.Players = n
				playOut(t, r, seed, rand.New(rand.NewPCG(seed, uint64(n))), total)
			}
			for _, kind := range kinds {
				if lacks(kind) {
					t.Errorf("%s, %d seats: no %s", name, n, kind)
				}
			}
		}
	}
}

// voteAsBlocs lets the even seats vote in one window and the odd ones in the
// next, and most of them for the lift.
func (t *table) voteAsBlocs(rnd *rand.Rand) {
	s := engine.Seat(1 + rnd.IntN(t.game.Size))
	if at[engine.LiftVote](&t.game) || uint8(s)%2 == t.game.Ballot.Index%2 {
		for _, c := range t.game.Allowed(t.game.Chairs[s].Main, t.now) {
			_ = t.do(t.game.Chairs[s].Main, c)
		}
	}
}

// actRandomly lets somebody do something.
func (t *table) actRandomly(rnd *rand.Rand, calm int) {
	p := t.anybody(rnd)
	switch x := rnd.IntN(20 + 12*calm); {
	case x == 0:
		_ = t.do(p, engine.Write{Date: t.now.Unix()})
	case x < 4:
		if f := t.game.Floor(); f != 0 && x < 3 {
			p = t.game.Chairs[f].Main
		}
		_ = t.do(p, randomUtterance(rnd, t))
	case x == 4 && rnd.IntN(8) == 0:
		_ = t.do(engine.Host, engine.Remove{Seat: engine.Seat(rnd.IntN(17))})
	case x == 5 && (at[engine.LastWord](&t.game) || rnd.IntN(4) == 0):
		s := engine.Seat(rnd.IntN(17))
		if at[engine.LastWord](&t.game) {
			s = t.game.Floor()
		}
		_ = t.do(engine.Host, engine.Foul{Seat: s})
		if rnd.IntN(3) == 0 {
			_ = t.do(engine.Host, engine.Unfoul{Seat: s})
		}
	case x == 4 && rnd.IntN(3) == 0:
		_ = t.do(engine.Host, engine.Unfoul{Seat: engine.Seat(rnd.IntN(17))})
	case x == 6 && t.mark%7 == 0:
		_ = t.do(engine.Host, engine.Undelivered{Player: p})
	case x == 6 && rnd.IntN(4) == 0:
		_ = t.do(engine.Host, engine.Unreachable{Player: p})
	case x == 6 && t.game.Shut != 0 && rnd.IntN(4) == 0:
		_ = t.do(engine.Host, engine.Reachable{Player: t.game.Chairs[t.game.Shut.First()].Main})
	case x == 7 && at[engine.Shoot](&t.game) && t.mark%7 == 0:
		_ = t.do(engine.Host, engine.Undelivered{Player: p})
	case x == 7 && t.game.Running() && t.mark%331 == 0:
		_ = t.do(engine.Host, engine.Resume{Shift: afternoon})
	case x == 7 && rnd.IntN(4) == 0:
		_ = t.do(engine.Host, engine.Resume{Shift: time.Duration(rnd.IntN(90)-30) * time.Second})
	case x == 7 && t.game.Day > 2 && rnd.IntN(60) == 0:
		_ = t.do(stranger, engine.Stop{Owner: true})
	case x == 8:
		_ = t.do(p, engine.Vote{Seat: engine.Seat(1 + rnd.IntN(10))})
	default:
		if f := t.game.Floor(); f != 0 && rnd.IntN(3) == 0 {
			p = t.game.Chairs[f].Main
		}
		if all := t.game.Allowed(p, t.now); len(all) > 0 {
			c := all[rnd.IntN(len(all))]
			if _, draw := c.(engine.Draw); draw {
				c = engine.Draw{Luck: rnd.Uint64()}
			}
			_, leaves := c.(engine.Leave)
			if leaves && at[engine.Tray](&t.game) && rnd.IntN(10) > 0 {
				return // they want to see their cards
			}
			if rnd.IntN(t.seldom(c)) == 0 || t.game.Ended() {
				_ = t.do(p, c)
			}
		}
	}
}

// hold lets somebody who is missed come back, or, now and then, the time run out.
func (t *table) hold(rnd *rand.Rand, h engine.Holding) {
	switch x := rnd.IntN(9); {
	case x < 6:
		p := t.game.Chairs[h.Missing.First()].Main
		if h.Missing == 0 {
			p = t.game.Chairs[h.Seconds.First()].Second
		}
		_ = t.do(engine.Host, engine.Reachable{Player: p})
	case x == 8:
		t.tick()
	}
}

// seldom is how often a command is not given where it could be: people want to
// play on, all the more if there are twenty of them to gather.
func (t *table) seldom(c engine.Command) int {
	switch c.(type) {
	case engine.Leave, engine.AgreeStop:
		if t.game.Rules.Consigliere {
			return 400
		}
		return 40
	case engine.Pass, engine.Stop:
		return 10
	case engine.Begin:
		return 60
	}
	return 1
}

func randomUtterance(rnd *rand.Rand, t *table) engine.Utter {
	t.mark++
	u := engine.Utter{
		Mark: t.mark, Date: t.now.Unix() - int64(rnd.IntN(3)), Edit: rnd.IntN(9) == 0, Reply: rnd.IntN(20) == 0,
		Hidden: rnd.IntN(40) == 0, Beside: rnd.IntN(40) == 0,
	}
	switch {
	case u.Edit:
		u.Mark -= int64(rnd.IntN(20))
	case rnd.IntN(20) == 0:
		u.Answers = t.game.Clock.Mark
	}
	u.Heard = engine.Heard{
		Kind: engine.Kind(max(1, rnd.IntN(7)-2)), Touch: rnd.IntN(2) == 0, TouchAt: rnd.IntN(30), Closing: rnd.IntN(6) == 0,
		Bare: rnd.IntN(2) == 0, Points: rnd.IntN(8) == 0, Shows: rnd.IntN(30) == 0, Short: rnd.IntN(6) == 0,
	}
	switch u.Heard.Kind {
	case engine.Word:
		for i := range rnd.IntN(3) {
			f := engine.Find{Class: engine.Class(1 + rnd.IntN(6)), At: 10 * i, End: 10*i + 9, Seat: engine.Seat(rnd.IntN(16))}
			if rnd.IntN(4) == 0 {
				f = engine.Find{Class: engine.Class(1 + rnd.IntN(int(engine.NamedBest))), At: f.At, End: f.End, Seat: f.Seat, Seats: engine.Seats(2 * rnd.IntN(64)), Hint: rnd.IntN(2) == 0}
			}
			f.Said = fmt.Sprint("слово ", f.Class)
			u.Heard.Finds = append(u.Heard.Finds, f)
		}
	case engine.Gesture:
		u.Heard.Token = engine.Token(rnd.IntN(3))
		if u.Heard.Token == engine.NoToken && rnd.IntN(6) == 0 {
			u.Heard.Finds = []engine.Find{{Class: engine.Tears}}
		}
	}
	return u
}
