package sparring_test

import (
	"container/heap"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
	"mafiabot/engine/sparring"
	"mafiabot/messages"
)

// A table is a whole evening without a chat: the engine, ten minds, a heap of
// what they mean to do, and a host who acknowledges every message at once.
type table struct {
	game  engine.Game
	log   []engine.Event
	now   time.Time
	mark  int64
	minds []sparring.Mind // of player i+1
	views []engine.View   // what each saw last
	plans plans
	order int
	seed  uint64
}

// plan is an intent with its instant.
type plan struct {
	at     time.Time
	order  int
	by     engine.Player
	window uint32
	what   sparring.Intent
}

type plans []plan

func (p plans) Len() int { return len(p) }
func (p plans) Less(i, j int) bool {
	if c := p[i].at.Compare(p[j].at); c != 0 {
		return c < 0
	}
	return p[i].order < p[j].order
}
func (p plans) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *plans) Push(x any)   { *p = append(*p, x.(plan)) }
func (p *plans) Pop() any {
	old := *p
	last := old[len(old)-1]
	*p = old[:len(old)-1]
	return last
}

// newTable seats ten partners under a ruleset.
func newTable(rules engine.Ruleset, seed uint64) *table {
	t := &table{now: time.Unix(1_767_290_400, 0).UTC(), mark: 100, seed: seed, views: make([]engine.View, 10)}
	for i := range 10 {
		t.minds = append(t.minds, sparring.New(seed, i+1))
	}
	t.step(1, engine.Convene{Rules: rules})
	return t
}

// step makes one command happen and reports the border that it posts.
func (t *table) step(by engine.Player, c engine.Command) {
	ready, _ := t.game.Step(by, c, t.now)
	gates := map[uint32]bool{}
	for _, e := range ready.Events {
		t.game.Apply(e)
		t.log = append(t.log, e)
		if told, ok := e.(engine.CheckTold); ok {
			if mind, ok := t.minds[t.game.Chairs[told.By].Main-1].(sparring.Listener); ok {
				mind.Told(told.Target, told.Yes)
			}
		}
	}
	for _, e := range ready.Effects {
		say, ok := e.(engine.Say)
		if !ok {
			continue
		}
		t.mark++
		if say.Gate != 0 && !gates[say.Gate] {
			gates[say.Gate] = true
			t.step(engine.Host, engine.Said{Window: say.Gate, Mark: t.mark, Date: t.now.Unix()})
		}
		if say.Notice != 0 {
			t.step(engine.Host, engine.Noted{Seat: say.Notice, Mark: t.mark})
		}
	}
	if t.game.AwaitsDeal() {
		var key engine.Key
		binary.LittleEndian.PutUint64(key[:], t.seed)
		t.step(engine.Host, engine.Deal{Seed: key})
	}
}

// ask asks everybody for whom something has changed.
func (t *table) ask() {
	for i, mind := range t.minds {
		p := engine.Player(i + 1)
		v := t.game.View(p)
		if v == t.views[i] {
			continue
		}
		t.views[i] = v
		for _, what := range mind.Intend(v, t.game.Allowed(p, t.now)) {
			t.order++
			heap.Push(&t.plans, plan{t.now.Add(what.After), t.order, p, v.Window, what})
		}
	}
}

// carry lets a plan happen.
func (t *table) carry(p plan) {
	if p.window != t.game.Clock.Window && !p.what.Anyway {
		return
	}
	switch act := p.what.Act.(type) {
	case nil:
		t.utter(p.by, p.what.Line)
	case engine.Draw:
		t.order++
		act.Luck = t.seed ^ uint64(t.order)*0x9e3779b97f4a7c15
		t.step(p.by, act)
	case engine.Fire:
		if p.what.Typed {
			t.step(p.by, engine.Aim{Target: p.what.Line.Seat})
		}
		t.step(p.by, act)
	default:
		t.step(p.by, act)
	}
}

// utter puts a line into the group or into the private chat.
func (t *table) utter(by engine.Player, line sparring.Line) {
	t.mark++
	seat, _ := t.game.Who(by)
	if line.Kind.Private() {
		t.step(by, engine.Write{Date: t.now.Unix()})
		return
	}
	text := messages.Voice("ru", string(line.Kind), line.Seat, "", line.Variant)
	heard := messages.Hear(text, messages.Table{Seats: 10})
	switch line.Kind {
	case sparring.Sticker:
		heard = engine.Heard{Kind: engine.Gesture}
	case sparring.Sound:
		heard = engine.Heard{Kind: engine.Sound}
	}
	for _, mind := range t.minds {
		if mind, ok := mind.(sparring.Listener); ok {
			mind.Hear(seat, line)
		}
	}
	t.step(by, engine.Utter{Mark: t.mark, Date: t.now.Unix(), Heard: heard})
}

// play plays until the game is over; it reports whether it came to an end.
func (t *table) play() bool {
	end := t.now.Add(12 * time.Hour)
	for !t.game.Finished() && t.now.Before(end) {
		t.ask()
		due := t.game.Due()
		if len(t.plans) > 0 && (due.IsZero() || t.plans[0].at.Before(due)) {
			p := heap.Pop(&t.plans).(plan)
			t.now = p.at
			t.carry(p)
			continue
		}
		if due.IsZero() {
			return false
		}
		if due.After(t.now) {
			t.now = due
		}
		t.step(engine.Host, engine.Tick{})
	}
	return t.game.Finished() && t.game.Verdict != 0
}

// evenings is how many seeds of each preset are played.
func evenings() uint64 {
	if testing.Short() {
		return 10
	}
	return 100
}

// TestEveryEveningEnds plays many evenings without a chat and prints what they
// showed.
func TestEveryEveningEnds(t *testing.T) {
	for _, name := range engine.Presets() {
		counts, days := map[sparring.Case]int{}, [12]int{}
		games := map[sparring.Case]int{}
		for seed := uint64(1); seed <= evenings(); seed++ {
			rules, err := engine.Preset(name, engine.TableTempo)
			if err != nil {
				t.Fatal(err)
			}
			table := newTable(rules, seed)
			if !table.play() {
				t.Fatalf("%s, seed %d: no verdict after %d events", name, seed, len(table.log))
			}
			if engine.Fold(slices.Values(table.log)) != table.game {
				t.Fatalf("%s, seed %d: the log does not fold to the game", name, seed)
			}
			days[min(int(table.game.Day), 11)]++
			for c, n := range sparring.Shown(slices.Values(table.log)) {
				counts[c] += n
				games[c]++
			}
		}
		for _, c := range sparring.Cases() {
			t.Logf("%-12s %-40s %4d in %3d games", name, c, counts[c], games[c])
		}
		t.Logf("%-12s days %v", name, days)
	}
}

// TestTheSameSeedIsTheSamePartner plays one evening twice, the second time with
// every mind asked twice.
func TestTheSameSeedIsTheSamePartner(t *testing.T) {
	rules, err := engine.Preset(engine.Czernowitz, engine.TableTempo)
	if err != nil {
		t.Fatal(err)
	}
	once, twice := newTable(rules, 7), newTable(rules, 7)
	for i, mind := range twice.minds {
		twice.minds[i] = nagged{mind.(*sparring.Partner)}
	}
	once.play()
	twice.play()
	if !slices.Equal(once.log, twice.log) {
		t.Error("the second evening went another way")
	}
}

// nagged asks a partner again after every answer.
type nagged struct{ *sparring.Partner }

func (n nagged) Intend(v engine.View, allowed []engine.Command) []sparring.Intent {
	out := n.Partner.Intend(v, allowed)
	return append(out, n.Partner.Intend(v, allowed)...)
}
