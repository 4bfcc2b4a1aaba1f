package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mafiabot/engine"
)

// Two deals, one day (I7), for the engine and the book alone: an evening is
// played twice, the second time with the cards of two living seats exchanged.
// Until one of the two leaves nobody else can tell the two apart.

// pairKinds are the six kinds of pairs of different roles.
var pairKinds = [...][2]engine.Role{
	{engine.Citizen, engine.Sheriff}, {engine.Citizen, engine.Mafia}, {engine.Citizen, engine.Don},
	{engine.Sheriff, engine.Mafia}, {engine.Sheriff, engine.Don}, {engine.Mafia, engine.Don},
}

// deals has a seed for each of the 2520 ways to deal ten cards, found by trying.
var deals = sync.OnceValue(func() map[[engine.MaxSeats + 1]engine.Role]engine.Key {
	out := map[[engine.MaxSeats + 1]engine.Role]engine.Key{}
	for n := uint64(0); len(out) < 2520; n++ {
		key := seedOf(n)
		if dealt, err := engine.DealFrom(key, 10); err == nil {
			out[dealt] = key
		}
	}
	return out
})

// inPairs stands among the presets for the tournament with twenty people (T94–T113).
const inPairs = "tournament in pairs"

// exchange is an evening to be played with two deals.
type exchange struct {
	seed   uint64
	kind   [2]engine.Role
	preset string
}

// exchangeOf spreads the seeds evenly over the kinds of pairs and the presets.
func exchangeOf(seed int) exchange {
	presets := append(engine.Presets(), inPairs)
	return exchange{uint64(seed), pairKinds[seed%len(pairKinds)], presets[seed/len(pairKinds)%len(presets)]}
}

// group is the exchange's kind of pair under its preset.
func (x exchange) group() string {
	return fmt.Sprintf("%s, %s for %s", x.preset, roleNames[x.kind[0]], roleNames[x.kind[1]])
}

func (x exchange) String() string { return fmt.Sprintf("seed %d, %s", x.seed, x.group()) }

// play plays both evenings.
func (x exchange) play(tb testing.TB, b breach) (one, two trace) {
	dealt, err := engine.DealFrom(seedOf(x.seed), 10)
	if err != nil {
		tb.Fatal(err)
	}
	holder := func(r engine.Role) engine.Seat {
		var all engine.Seats
		for s := engine.Seat(1); s <= 10; s++ {
			if dealt[s] == r {
				all = all.With(s)
			}
		}
		return nth(all, int(mix(x.seed, "pair")%uint64(all.Len())))
	}
	p, q := holder(x.kind[0]), holder(x.kind[1])
	swapped := dealt
	swapped[p], swapped[q] = dealt[q], dealt[p]
	name, pairs := x.preset, []engine.Seat(nil)
	if name == inPairs {
		name, pairs = engine.Tournament, slices.Collect(engine.FirstSeats(10).All())
	}
	rules := preset(tb, name, engine.TableTempo)
	rules.Consigliere = pairs != nil
	if x.seed%5 == 0 {
		rules.ShootMode = engine.Keypad
	}
	rules.MaskButton = x.seed%7 < 3
	one = newCarrier(tb, rules, pairs, x.seed, deals()[dealt], b).play(engine.SetOf(p, q))
	two = newCarrier(tb, rules, pairs, x.seed, deals()[swapped], b).play(engine.SetOf(p, q))
	return one, two
}

// before is the part of a trace before an instant. The moment at which one of
// the pair leaves is not compared: it may tell who left, and why.
func (t trace) before(end int64) trace {
	past := func(m moment) bool { return m.at >= end }
	t.group, t.untold = until(t.group, past), until(t.untold, past)
	for s, all := range t.phones {
		t.phones[s] = until(all, past)
	}
	t.table = until(t.table, func(k sight) bool { return k.at >= end })
	late := func(at int64) bool { return at >= end }
	t.dawns, t.acts = until(t.dawns, late), until(t.acts, late)
	t.kept, t.flags, t.quoted = until(t.kept, late), until(t.flags, late), until(t.quoted, late)
	t.gone, t.bare = until(t.gone, late), until(t.bare, late)
	t.reacted, t.withdrew, t.asked = until(t.reacted, late), until(t.withdrew, late), until(t.asked, late)
	t.halted, t.voids = until(t.halted, late), until(t.voids, late)
	return t
}

// until is the part of a list before the first element that is past.
func until[E any](list []E, past func(E) bool) []E {
	if i := slices.IndexFunc(list, past); i >= 0 {
		return list[:i:i]
	}
	return list
}

// unlike says how two evenings differ to others, "" if they do not.
func unlike(one, two trace) string {
	end := min(one.end, two.end)
	a, b := one.before(end), two.before(end)
	if d := unlikeAt("the group", a.group, b.group); d != "" {
		return d
	}
	for s := range a.phones {
		if d := unlikeAt(fmt.Sprint("phone ", s), a.phones[s], b.phones[s]); d != "" {
			return d
		}
	}
	if d := unlikeAt("the table's view", a.table, b.table); d != "" {
		return d
	}
	if one.end != two.end {
		return fmt.Sprintf("the end: at %d instead of %d", two.end, one.end)
	}
	if all := slices.Concat(a.untold, b.untold); len(all) > 0 {
		return fmt.Sprintf("untold: the table knows at %d what nobody has said: %s", all[0].at, all[0].what)
	}
	return ""
}

// unlikeAt is the first place at which two lists differ.
func unlikeAt[E comparable](whose string, one, two []E) string {
	for i := range min(len(one), len(two)) {
		if one[i] != two[i] {
			return fmt.Sprintf("%s: %+v\ninstead of %+v", whose, two[i], one[i])
		}
	}
	switch n, m := len(one), len(two); {
	case n < m:
		return fmt.Sprintf("%s: more in the second deal: %+v", whose, two[n])
	case m < n:
		return fmt.Sprintf("%s: less in the second deal: %+v", whose, one[m])
	}
	return ""
}

// compared counts what the runs have compared.
type compared struct {
	sync.Mutex
	runs, nights, apart, group, phones, table int
	kept, flagged, quoted                     int // words of the night that remove, flags, words that the host repeats
	reacted, withdrew, asked                  int // reactions, nominations taken back, questions about one's fouls
	halted, voids                             int // questions after an afternoon, misses in no series
	gone                                      int // who has left the group, come back, or was told what /leave costs
	bare                                      int // nights after which a blindfold was late
	kinds                                     map[string]int
}

func (n *compared) add(x exchange, one, two trace) {
	end := min(one.end, two.end)
	a, b := one.before(end), two.before(end)
	n.Lock()
	defer n.Unlock()
	n.runs++
	n.kinds[x.group()]++
	if len(a.dawns) > 0 {
		n.nights++
		if !slices.Equal(a.acts, b.acts) {
			n.apart++
		}
	}
	for _, p := range a.phones {
		n.phones += len(p)
	}
	n.kept, n.flagged, n.quoted = n.kept+len(a.kept), n.flagged+len(a.flags), n.quoted+len(a.quoted)
	n.gone, n.bare = n.gone+len(a.gone), n.bare+len(a.bare)
	n.reacted, n.withdrew, n.asked = n.reacted+len(a.reacted), n.withdrew+len(a.withdrew), n.asked+len(a.asked)
	n.halted, n.voids = n.halted+len(a.halted), n.voids+len(a.voids)
	n.group, n.table = n.group+len(a.group), n.table+len(a.table)
}

// TestTwoDealsRendered compares everything in the group, every phone's new
// messages, and what the table knows, for 1,000 seeds.
func TestTwoDealsRendered(t *testing.T) {
	seeds, parts := 1000, len(pairKinds)*(len(engine.Presets())+1)
	if testing.Short() {
		seeds = 100
	}
	n := compared{kinds: map[string]int{}}
	began := time.Now()
	t.Run("all", func(t *testing.T) {
		for part := range parts {
			t.Run(exchangeOf(part).group(), func(t *testing.T) {
				t.Parallel()
				for seed := part; seed < seeds; seed += parts {
					x := exchangeOf(seed)
					one, two := x.play(t, honest())
					if d := unlike(one, two); d != "" {
						t.Fatalf("%v: %s", x, d)
					}
					n.add(x, one, two)
				}
			})
		}
	})
	t.Logf("%d runs of two in %v; %d compared a whole night of shooting, in %d of them secret acts fell at other moments", n.runs, time.Since(began).Round(time.Millisecond), n.nights, n.apart)
	t.Logf("compared: %d moments of the group, %d new private messages, %d changes of what the table knows; runs: %v", n.group, n.phones, n.table, n.kinds)
	t.Logf("in them %d words of the night remove a seat, %d words are flagged, %d are quoted", n.kept, n.flagged, n.quoted)
	t.Logf("in them the table is asked %d times whether the game goes on, %d misses are in no series", n.halted, n.voids)
	if !testing.Short() && (n.halted*40 < n.runs || n.voids*20 < n.runs || n.kept*20 < n.runs) { // of a tenth of the runs a share of a twentieth says nothing
		t.Errorf("too little was compared: the table is asked %d times, %d misses are in no series, %d words of the night remove", n.halted, n.voids, n.kept)
	}
	if n.quoted < n.runs || n.flagged < n.runs || n.nights*2 < n.runs || n.gone*10 < n.runs || n.bare*5 < n.runs || n.apart*20 < n.nights*19 || len(n.kinds) != parts ||
		n.reacted < n.runs || n.withdrew*10 < n.runs || n.asked < n.runs {
		t.Errorf("too little was compared: %d quoted, %d flagged, %d nights, %d gone, %d late blindfolds, %d apart, %d reactions, %d withdrawn, %d asked", n.quoted, n.flagged, n.nights, n.gone, n.bare, n.apart, n.reacted, n.withdrew, n.asked)
	}
}

// plant is a planted leak, and where it is to be seen first.
type plant struct {
	name, seen string
	in         func(*breach)
}

var plants = []plant{
	{"the judge is asked about reds alone", "phone 0: ", func(b *breach) {
		b.cards = func(g *engine.Game, _ engine.Seat, fact engine.Event) bool {
			e, card := fact.(engine.Carded)
			return !card || !g.Roles[e.Seat].Black()
		}
	}},
	{"a role in a group text", "the group: ", func(b *breach) {
		b.words = func(g *engine.Game, facts []engine.Event, text string) string {
			for _, e := range facts {
				if e, ok := e.(engine.Thanked); ok && g.Roles[e.Seat].Black() {
					return strings.Replace(text, "Спасибо", "Большое спасибо", 1)
				}
			}
			return text
		}
	}},
	{"the words of reds alone are quoted", "the group: ", func(b *breach) {
		b.words = func(g *engine.Game, facts []engine.Event, text string) string {
			for _, e := range facts {
				if e, ok := e.(engine.Fouled); ok && g.Roles[e.Seat].Black() {
					return strings.ReplaceAll(text, " («"+e.Said+"»)", "")
				}
			}
			return text
		}
	}},
	{"what may not be repeated is", "untold: ", func(b *breach) {
		b.words = func(_ *engine.Game, facts []engine.Event, text string) string {
			for _, e := range facts {
				if e, ok := e.(engine.Fouled); ok && e.Also.Has(engine.CoarseSaid) {
					return text + " " + unrepeated
				}
			}
			return text
		}
	}},
	{"the tick early when the Don has acted", "the group: ", func(b *breach) {
		b.tick = func(c *carrier) time.Time {
			due := c.game.Due()
			if at[engine.DonCheck](&c.game) && c.game.Checks[0] != 0 {
				due = due.Add(-3 * time.Second)
			}
			return due
		}
	}},
	{"night cards for actors only", "phone ", func(b *breach) {
		b.cards = func(g *engine.Game, to engine.Seat, fact engine.Event) bool {
			return !nightCard(fact) || g.Roles[to] != engine.Citizen
		}
	}},
	{"night cards for the consiglieri of actors only", "phone ", func(b *breach) {
		b.seconds = func(g *engine.Game, to engine.Seat, fact engine.Event) bool {
			return !nightCard(fact) || g.Roles[to] != engine.Citizen
		}
	}},
	{"the gate by the actor's card only", "the group: ", func(b *breach) {
		b.gate = func(g *engine.Game, to engine.Seat, fact engine.Event) bool {
			return !nightCard(fact) || g.Roles[to] == engine.Don
		}
	}},
	{"the fouls of the night at once", "untold: ", func(b *breach) {
		b.table = func(g *engine.Game) engine.View {
			v := g.View(engine.Host)
			v.Fouls = g.Fouls
			return v
		}
	}},
	{"the removals of the night at once", "untold: ", func(b *breach) {
		b.table = func(g *engine.Game) engine.View {
			v := g.View(engine.Host)
			for s := range g.Removals.All() {
				v.Exits[s] = engine.RemovedOut
			}
			return v
		}
	}},
	{"the tick early when a black is to be removed", "the group: ", func(b *breach) {
		b.tick = func(c *carrier) time.Time {
			due := c.game.Due()
			for s := range c.game.Removals.All() {
				if c.game.Roles[s].Black() && at[engine.Shoot](&c.game) {
					due = due.Add(-time.Second)
				}
			}
			return due
		}
	}},
	{"the blindfolds' time over as soon as the Don's is on", "the group: ", func(b *breach) {
		b.tick = func(c *carrier) time.Time {
			due := c.game.Due()
			for s := range c.game.Masks.On.All() {
				if c.game.Roles[s] == engine.Don && c.game.Masks.Opened != 0 {
					due = due.Add(-time.Second)
				}
			}
			return due
		}
	}},
	{"a called number on the card of a citizen, too", "phone ", func(b *breach) {
		b.strays = func(g *engine.Game, fact engine.Event) engine.Seats {
			var citizens engine.Seats
			for s := range g.Living.All() {
				if _, called := fact.(engine.NumberCalled); called && g.Roles[s] == engine.Citizen {
					citizens = citizens.With(s)
				}
			}
			return engine.SetOf(citizens.First())
		}
	}},
	{"the shooting lasts until the last black has been called", "the group: ", func(b *breach) {
		b.tick = func(c *carrier) time.Time {
			due, last := c.game.Due(), engine.Seat(0)
			for s := range c.game.Living.All() {
				if c.game.Roles[s].Black() {
					last = s
				}
			}
			if stage, shooting := c.game.Stage.(engine.Shoot); shooting && stage.Called == c.game.Living && c.game.Rules.ShootMode == engine.Called {
				due = due.Add(-time.Duration(10-last) * time.Second / 10)
			}
			return due
		}
	}},
	{"a reaction of a black is not heard", "the group: ", func(b *breach) {
		b.hears = func(g *engine.Game, by engine.Seat) bool { return !g.Roles[by].Black() }
	}},
	{"a black who asks for his fouls is answered by a message", "phone ", func(b *breach) {
		b.answers = func(g *engine.Game, by engine.Seat) bool { return g.Roles[by].Black() }
	}},
	{"a miss is void for want of a black's card alone", "the group: ", func(b *breach) {
		b.undelivered = func(g *engine.Game, of engine.Seat) bool { return g.Roles[of].Black() }
	}},
	{"the question is put to reds alone at night", "the group: ", func(b *breach) {
		b.words = func(g *engine.Game, facts []engine.Event, text string) string {
			for _, e := range facts {
				if e, ok := e.(engine.ResumeAsked); ok {
					blacks := 0
					for s := range g.Living.All() {
						if g.Roles[s].Black() && s < 6 {
							blacks++
						}
					}
					return strings.Replace(text, fmt.Sprint("из ", e.Of), fmt.Sprint("из ", int(e.Of)-blacks), 1)
				}
			}
			return text
		}
	}},
	{"the tick rounded to the poll", "the group: ", func(b *breach) {
		const poll = 3 * time.Second
		b.tick = func(c *carrier) time.Time {
			late := max(0, c.game.Due().Sub(c.poll))
			return c.poll.Add((late + poll - 1) / poll * poll)
		}
	}},
}

// nightCard reports whether a fact is that of a night's one private card.
func nightCard(fact engine.Event) bool {
	switch fact.(type) {
	case engine.BriefingCalled, engine.NightFell:
		return true
	}
	return false
}

// TestTwoDealsPlantedLeaks: some pair of deals tells each planted leak, where it
// is.
func TestTwoDealsPlantedLeaks(t *testing.T) {
	for _, p := range plants {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			b := honest()
			p.in(&b)
			for seed := range 100 * len(pairKinds) {
				x := exchangeOf(seed)
				d := unlike(x.play(t, b))
				if !strings.HasPrefix(d, p.seen) {
					continue
				}
				t.Logf("%v: %.400s", x, d)
				return
			}
			t.Error("nobody noticed")
		})
	}
}
