package engine_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"mafiabot/engine"
)

// Two deals, one day (I7), engine and book alone: an evening is played twice,
// the second time with the cards of two living seats exchanged. Until one of the
// two leaves nobody else can tell the two apart.

// exchanges are the six kinds of pairs of different roles.
var exchanges = [...][2]engine.Role{
	{engine.Citizen, engine.Sheriff}, {engine.Citizen, engine.Mafia}, {engine.Citizen, engine.Don},
	{engine.Sheriff, engine.Mafia}, {engine.Sheriff, engine.Don}, {engine.Mafia, engine.Don},
}

type cards = [engine.MaxSeats + 1]engine.Role

// deals has a seed of the deal for each of the 2520 arrangements of ten cards,
// found by trying.
var deals = sync.OnceValue(func() map[cards]engine.Key {
	out := map[cards]engine.Key{}
	for n := uint64(0); len(out) < 2520; n++ {
		key := seedOf(n)
		if dealt, err := engine.DealFrom(key, 10); err == nil {
			out[dealt] = key
		}
	}
	return out
})

// trial is an evening to be played with two deals.
type twice struct {
	seed uint64
	kind [2]engine.Role
	name string // of the preset
}

// trialOf spreads the seeds evenly over the kinds of pairs and the presets.
func twiceOf(seed int) twice {
	n := len(exchanges)
	return twice{uint64(seed), exchanges[seed%n], engine.Presets()[seed/n%len(engine.Presets())]}
}

func (w twice) String() string {
	return fmt.Sprintf("seed %d, %s, cards of %s and %s exchanged", w.seed, w.name, roleNames[w.kind[0]], roleNames[w.kind[1]])
}

// play plays both evenings.
func (w twice) play(tb testing.TB, b breach) (one, two trace) {
	dealt, err := engine.DealFrom(seedOf(w.seed), 10)
	if err != nil {
		tb.Fatal(err)
	}
	var pair [2]engine.Seat
	for i, role := range w.kind {
		var holders engine.Seats
		for s := engine.Seat(1); s <= 10; s++ {
			if dealt[s] == role {
				holders = holders.With(s)
			}
		}
		pair[i] = nth(holders, int(mix(w.seed, "pair")%uint64(holders.Len())))
	}
	swapped := dealt
	swapped[pair[0]], swapped[pair[1]] = dealt[pair[1]], dealt[pair[0]]
	rules := preset(tb, w.name, engine.TableTempo)
	both := engine.SetOf(pair[:]...)
	return newCarrier(tb, rules, w.seed, deals()[dealt], b).play(both), newCarrier(tb, rules, w.seed, deals()[swapped], b).play(both)
}

// before keeps of both traces what was to be seen before the first of the pair
// left: the moment itself may tell who left, and why.
func before(one, two trace) (trace, trace, int64) {
	end := min(one.end, two.end)
	cut := func(t trace) trace {
		past := func(at int64) bool { return at >= end }
		t.group = until(t.group, func(m moment) bool { return past(m.at) })
		for s := range t.phones {
			t.phones[s] = until(t.phones[s], func(m moment) bool { return past(m.at) })
		}
		t.table = until(t.table, func(k sight) bool { return past(k.at) })
		t.untold = until(t.untold, func(m moment) bool { return past(m.at) })
		t.dawns = until(t.dawns, past)
		return t
	}
	return cut(one), cut(two), end
}

// until is the part of a list before the first element that is past.
func until[E any](list []E, past func(E) bool) []E {
	for i, e := range list {
		if past(e) {
			return list[:i]
		}
	}
	return list
}

// unlike says how two evenings differ to others, "" if they do not.
func unlike(one, two trace) string {
	a, b, _ := before(one, two)
	if d := unlikeAt("the group", a.group, b.group); d != "" {
		return d
	}
	for s := range a.phones {
		if d := unlikeAt(fmt.Sprint("the phone of seat ", s), a.phones[s], b.phones[s]); d != "" {
			return d
		}
	}
	if d := unlikeAt("what the table knows", a.table, b.table); d != "" {
		return d
	}
	if one.end != two.end {
		return fmt.Sprintf("one of the two leaves at %d, not at %d", two.end, one.end)
	}
	if all := append(a.untold, b.untold...); len(all) > 0 {
		return fmt.Sprintf("the table knows what nobody has said: %v", all[0])
	}
	return ""
}

// unlikeAt is the first place at which two lists differ.
func unlikeAt[E comparable](whose string, one, two []E) string {
	for i := range max(len(one), len(two)) {
		if a, b := one[min(i, len(one)):min(i+1, len(one))], two[min(i, len(two)):min(i+1, len(two))]; len(a) != len(b) || a[0] != b[0] {
			return fmt.Sprintf("%s, number %d: %+v\ninstead of %+v", whose, i, b, a)
		}
	}
	return ""
}

// compared counts what the runs have compared.
type compared struct {
	sync.Mutex
	runs, nights, group, phones, table int
	kinds                              map[[2]engine.Role]int
}

func (n *compared) add(w twice, one, two trace) {
	a, _, _ := before(one, two)
	n.Lock()
	defer n.Unlock()
	n.runs++
	n.kinds[w.kind]++
	if len(a.dawns) > 0 {
		n.nights++
	}
	n.group += len(a.group)
	n.table += len(a.table)
	for _, p := range a.phones {
		n.phones += len(p)
	}
}

// TestTwoDealsRendered compares everything in the group, every phone's new
// messages and what the table knows, for 1,000 seeds.
func TestTwoDealsRendered(t *testing.T) {
	seeds, parts := 1000, 2*len(exchanges)
	if testing.Short() {
		seeds = 100
	}
	n := compared{kinds: map[[2]engine.Role]int{}}
	began := time.Now()
	t.Run("seeds", func(t *testing.T) {
		for part := range parts {
			first := twiceOf(part)
			t.Run(fmt.Sprint(first.name, "/", roleNames[first.kind[0]], "-", roleNames[first.kind[1]]), func(t *testing.T) {
				t.Parallel()
				for seed := part; seed < seeds; seed += parts {
					w := twiceOf(seed)
					one, two := w.play(t, honest())
					if d := unlike(one, two); d != "" {
						t.Fatalf("%v: %s", w, d)
					}
					n.add(w, one, two)
				}
			})
		}
	})
	t.Logf("%d runs in %v: %d of them compared a whole night; %d moments of the group, %d new private messages, %d changes of what the table knows", n.runs, time.Since(began).Round(time.Millisecond), n.nights, n.group, n.phones, n.table)
	if n.nights*2 < n.runs || len(n.kinds) != len(exchanges) {
		t.Errorf("too little was compared: a whole night in %d of %d runs, %d kinds of pairs", n.nights, n.runs, len(n.kinds))
	}
}

// plants are the planted leaks.
var plants = map[string]func(*breach){
	"a role in a group text": func(b *breach) {
		b.words = func(g *engine.Game, facts []engine.Event, text string) string {
			for _, e := range facts {
				if e, ok := e.(engine.Thanked); ok && g.Roles[e.Seat].Black() {
					return strings.Replace(text, "Спасибо", "Большое спасибо", 1)
				}
			}
			return text
		}
	},
	"the tick early when the Don has acted": func(b *breach) {
		b.tick = func(c *carrier) time.Time {
			if at[engine.DonCheck](&c.game) && c.game.Checks[0] != 0 {
				return c.game.Due().Add(-3 * time.Second)
			}
			return c.game.Due()
		}
	},
	"night cards for actors only": func(b *breach) {
		b.cards = func(g *engine.Game, to engine.Seat, fact engine.Event) bool {
			return !nightCard(fact) || g.Roles[to] != engine.Citizen
		}
	},
	"the gate by the actor's card only": func(b *breach) {
		b.gate = func(g *engine.Game, to engine.Seat, fact engine.Event) bool {
			return !nightCard(fact) || g.Roles[to] == engine.Don
		}
	},
	"the night's fouls at once": func(b *breach) {
		b.table = func(g *engine.Game) engine.View {
			v := g.View(engine.Host)
			v.Fouls = g.Fouls
			return v
		}
	},
	"the tick rounded to a poll": func(b *breach) {
		b.tick = func(c *carrier) time.Time {
			const poll = 3 * time.Second
			if due := c.game.Due(); due.After(c.poll) {
				return c.poll.Add((due.Sub(c.poll) + poll - 1) / poll * poll)
			}
			return c.poll
		}
	},
}

// nightCard reports whether a fact is a night's one private card, as it arrives.
func nightCard(fact engine.Event) bool {
	switch fact.(type) {
	case engine.BriefingCalled, engine.NightFell:
		return true
	}
	return false
}

// TestTwoDealsPlantedLeaks: each planted leak is told by some pair of deals.
func TestTwoDealsPlantedLeaks(t *testing.T) {
	for name, plant := range plants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := honest()
			plant(&b)
			for seed := range 4 * len(exchanges) {
				w := twiceOf(seed)
				if d := unlike(w.play(t, b)); d != "" {
					t.Logf("%v: %.300s", w, d)
					return
				}
			}
			t.Error("nobody noticed")
		})
	}
}
