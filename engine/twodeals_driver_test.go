package engine_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/engine"
	"mafiabot/messages"
)

// The evening of [TestTwoDealsRendered]: a carrier without a network, which
// turns effects into messages, delivers them, reports their deliveries and keeps
// what others could see.

// breach is a planted leak: the places at which a carrier could tell who has
// which card.
type breach struct {
	words   func(g *engine.Game, facts []engine.Event, text string) string // what the group reads
	tick    func(c *carrier) time.Time                                     // when the clock is asked
	cards   func(g *engine.Game, to engine.Seat, fact engine.Event) bool   // whether a new private message arrives
	seconds func(g *engine.Game, to engine.Seat, fact engine.Event) bool   // the same, for a consigliere
	gate    func(g *engine.Game, to engine.Seat, fact engine.Event) bool   // whether a window waits for its delivery
	table   func(g *engine.Game) engine.View                               // what the table knows
	strays  func(g *engine.Game, fact engine.Event) engine.Seats           // who else gets the edit of a card
	hears   func(g *engine.Game, by engine.Seat) bool                      // whether a reaction is heard
	answers func(g *engine.Game, by engine.Seat) bool                      // whether who asks is answered by a new message

	undelivered func(g *engine.Game, of engine.Seat) bool // whose card that has not come is a fault
}

// honest is no leak at all.
func honest() breach {
	return breach{
		words:   func(_ *engine.Game, _ []engine.Event, text string) string { return text },
		tick:    func(c *carrier) time.Time { return c.game.Due() },
		cards:   func(*engine.Game, engine.Seat, engine.Event) bool { return true },
		seconds: func(*engine.Game, engine.Seat, engine.Event) bool { return true },
		gate:    func(*engine.Game, engine.Seat, engine.Event) bool { return true },
		table:   func(g *engine.Game) engine.View { return g.View(engine.Host) },
		strays:  func(*engine.Game, engine.Event) engine.Seats { return 0 },
		hears:   func(*engine.Game, engine.Seat) bool { return true },
		answers: func(*engine.Game, engine.Seat) bool { return false },

		undelivered: func(*engine.Game, engine.Seat) bool { return true },
	}
}

// moment is something that others could see, at milliseconds of the evening.
type moment struct {
	at   int64
	what string
}

// sight is what the table knows from an instant on, the rules aside.
type sight struct {
	at   int64
	view engine.View
}

// phoneOfSecond is how far the phone of a consigliere lies behind that of his player.
const phoneOfSecond = engine.MaxSeats + 1

// trace is what others could see of an evening.
type trace struct {
	group  []moment                    // posts, edits, deletions, what people write
	phones [2 * phoneOfSecond][]moment // new private messages, by seat; then those of the consiglieri
	table  []sight                     // every change of what the table knows
	untold []moment                    // what the table came to know though nobody said it
	dawns  []int64                     // the mornings after a night of shooting
	acts   []int64                     // the secret acts that counted
	kept   []int64                     // the words of the night for which a seat is removed in the morning
	flags  []int64                     // what was flagged
	quoted []int64                     // when the host has repeated a player's words
	besides
	halted, voids []int64 // when the table was asked whether the game goes on, misses in no series
	gone          []int64 // who has left the group, come back, or was told what /leave costs
	bare          []int64 // blindfolds that were late
	end           int64   // one of the pair left, or the game ended
}

// besides are the moments of what the puppets do besides.
type besides struct{ reacted, withdrew, asked []int64 }

// carrier carries one evening out in virtual time.
type carrier struct {
	*table
	breach breach
	seed   uint64
	deal   engine.Key
	seal   string // the digits that differ by the deal
	queue  []errand
	shown  map[address]*message
	gates  waiting
	poll   time.Time    // when the poll that runs began
	knows  engine.View  // what the table knows now
	plans  uint32       // the last window that the puppets have planned
	heard  uint64       // a hash of all that the group has heard
	goers  engine.Seats // who leaves the group in this evening
	out    trace
}

// errand is what happens at an instant to come: a delivery, or somebody's act.
type errand struct {
	at  time.Time
	act bool
	do  func()
}

// address is a message that is edited in place.
type address struct {
	to   engine.Player
	slot engine.Slot
}

// message is what stands at an address.
type message struct {
	mark int64 // 0 until it is delivered
	text string
}

// waiting is the window whose gate is under way, and how many deliveries it
// still waits for.
type waiting struct {
	window     uint32
	left       int
	mark, date int64
}

// underWay is how long a message takes to arrive: to every chat its own time, so
// that the delivery of one seat's card alone would tell whose it is.
func underWay(to engine.Player) time.Duration {
	return 40*time.Millisecond + time.Duration(to)*70*time.Millisecond
}

// newCarrier is an evening at which everybody has drawn a seat and waits for the
// cards.
func newCarrier(tb testing.TB, rules engine.Ruleset, pairs []engine.Seat, seed uint64, deal engine.Key, b breach) *carrier {
	c := &carrier{table: newTable(tb), breach: b, seed: seed, deal: deal, shown: map[address]*message{}}
	c.sit(rules, pairs...)
	if seed%3 == 0 {
		c.must(theJudge, engine.TakeChair{})
	}
	c.silent = true
	for slot, mark := range c.slots {
		c.shown[address{engine.Host, slot}] = &message{mark: mark}
	}
	c.seal = fmt.Sprintf("%x", engine.Seal(deal))
	c.poll = c.now
	return c
}

// play goes on until one of the pair leaves or the game ends.
func (c *carrier) play(pair engine.Seats) trace {
	for rounds := 0; ; rounds++ {
		if g := &c.game; g.Finished() || g.Verdict != 0 || g.Running() && g.Living&pair != pair {
			c.out.end = c.clock()
			return c.out
		}
		if rounds > 20000 {
			c.tb.Fatalf("seed %d: still in %T on day %d", c.seed, c.game.Stage, c.game.Day)
		}
		c.round()
	}
}

// clock is the present millisecond of the evening.
func (c *carrier) clock() int64 { return c.now.Sub(epoch).Milliseconds() }

// round lets the next thing happen: the deal, an errand, or what is due.
func (c *carrier) round() {
	if c.game.AwaitsDeal() {
		c.give(engine.Host, engine.Deal{Seed: c.deal})
		return
	}
	tick := c.breach.tick(c)
	if len(c.queue) > 0 && !c.queue[0].at.After(tick) {
		e := c.queue[0]
		c.queue = c.queue[1:]
		c.now = e.at
		if e.act {
			c.poll = c.now
		}
		e.do()
		return
	}
	c.now = latest(c.now, tick)
	world := c.now
	c.now = latest(world, c.game.Due()) // a hasty carrier's clock runs ahead
	_ = c.do(engine.Host, engine.Tick{})
	c.now = world
	c.carry()
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// later plans an errand.
func (c *carrier) later(d time.Duration, act bool, do func()) {
	at := c.now.Add(d)
	i, _ := slices.BinarySearchFunc(c.queue, at, func(e errand, at time.Time) int {
		return cmp.Or(e.at.Compare(at), -1) // behind those of the same instant
	})
	c.queue = slices.Insert(c.queue, i, errand{at, act, do})
}

// give lets a player do something. A refusal is an answer to him alone.
func (c *carrier) give(by engine.Player, what engine.Command) {
	_ = c.do(by, what)
	c.carry()
}

// carry carries out what the last command led to, and looks at the table.
func (c *carrier) carry() {
	c.perform(c.said)
	c.look()
}

// perform turns effects into messages: the facts of one moment for one reader
// are one message.
func (c *carrier) perform(effects []engine.Effect) {
	var l letter
	send := func() {
		c.post(l)
		l = letter{}
	}
	for _, e := range effects {
		switch e := e.(type) {
		case engine.Say:
			if !e.To.Table {
				e.To.Seats |= c.breach.strays(&c.game, e.Fact)
				for _, p := range c.readers(e.To) {
					private := letter{to: p}
					private.join(e)
					if c.game.Seconds(p) {
						private.Options = nil
					}
					c.post(private)
				}
				continue
			}
			if l.Notice != 0 && e.Notice != 0 && l.Notice != e.Notice || e.Slot != 0 && c.shown[address{engine.Host, e.Slot}] != nil {
				send()
			}
			l.join(e)
			if e.Slot != 0 {
				send()
			}
		case engine.Strike:
			c.hears(fmt.Sprint("strike ", e.Mark))
		case engine.Clear:
			send()
			c.hears(fmt.Sprint("clear ", e.Slot))
		}
	}
	send()
}

// readers are who reads what is said in private.
func (c *carrier) readers(to engine.Audience) (out []engine.Player) {
	if to.Player != 0 {
		out = append(out, to.Player)
	}
	for s := range to.Seats.All() {
		out = append(out, c.game.People(s)...)
	}
	return out
}

// letter is a message in the making; its Say is that of all its facts.
type letter struct {
	engine.Say
	to    engine.Player
	facts []engine.Event
	what  string   // as it is read: text and buttons
	into  *message // where it will stand
	edit  bool     // something stands there already
	gates bool     // its window waits for it
}

func (l *letter) join(e engine.Say) {
	l.facts = append(l.facts, e.Fact)
	if len(e.Options) == 0 {
		e.Options = l.Options
	}
	e.Slot, e.Gate, e.Notice = cmp.Or(e.Slot, l.Slot), cmp.Or(e.Gate, l.Gate), cmp.Or(e.Notice, l.Notice)
	l.Say = e
}

// post renders a message and sends it on its way.
func (c *carrier) post(l letter) {
	if len(l.facts) == 0 {
		return
	}
	body := c.render(l)
	if body == "" {
		return
	}
	place := address{l.to, l.Slot}
	l.into, l.edit = c.shown[place]
	if !l.edit {
		l.into = new(message)
	}
	if l.Slot != 0 {
		c.shown[place] = l.into
	}
	if l.Adds && l.into.text != "" {
		body = l.into.text + "\n" + body
	}
	l.into.text, l.what = body, body+c.keys(l)
	if l.Gate != 0 && c.gates.window != l.Gate {
		c.gates = waiting{window: l.Gate}
	}
	if seat, _ := c.game.Who(l.to); l.Gate != 0 && c.breach.gate(&c.game, seat, l.Fact) {
		l.gates = true
		c.gates.left++
	}
	c.later(underWay(l.to), false, func() { c.deliver(l) })
}

// render is the text of a message, in its reader's view.
func (c *carrier) render(l letter) string {
	name := func(p engine.Player) string { return cmp.Or(nicks[min(int(p), engine.MaxSeats)], "Сова") }
	body := messages.BookOf("ru").Post(c.game.View(l.to), l.facts, name, messages.Extra{Code: "4A7F", Text: "шёпот", Slot: l.Slot})
	if l.to == engine.Host {
		body = strings.ReplaceAll(c.breach.words(&c.game, l.facts, body), c.seal, "…")
		if strings.Contains(body, unrepeated) {
			c.out.untold = append(c.out.untold, moment{c.clock(), body})
		}
		if strings.Contains(body, "(«") {
			c.out.quoted = append(c.out.quoted, c.clock())
		}
	}
	return body
}

// keys are the buttons of a message: labels and commands.
func (c *carrier) keys(l letter) string {
	if len(l.Options) == 0 {
		return ""
	}
	var out strings.Builder
	view := c.game.View(l.to)
	for _, o := range l.Options {
		fmt.Fprintf(&out, "\n[%s: %T%v]", messages.BookOf("ru").Button(view, o, nil), o, o)
	}
	return out.String()
}

// deliver lets a message arrive, and reports it.
func (c *carrier) deliver(l letter) {
	if l.to == engine.Host {
		how := "edit"
		if !l.edit {
			how = "post"
			c.mark++
			l.into.mark = c.mark
		}
		c.hears(fmt.Sprint(how, " ", l.into.mark, " slot ", l.Slot, "\n", l.what))
	} else if !l.edit || l.to == theJudge || c.wakes(l) { // an edit of these cards is seen as well
		c.rings(l)
	}
	if l.Notice != 0 {
		c.give(engine.Host, engine.Noted{Seat: l.Notice, Mark: l.into.mark, Date: c.now.Unix()})
	}
	g := &c.gates
	if !l.gates || g.window != l.Gate {
		return
	}
	g.left--
	if l.to == engine.Host {
		g.mark, g.date = l.into.mark, c.now.Unix()
	}
	if g.left == 0 {
		c.give(engine.Host, engine.Said{Window: g.window, Mark: g.mark, Date: cmp.Or(g.date, c.now.Unix())})
	}
}

// wakes reports whether a citizen's card shows a called number: he is to be left asleep.
func (c *carrier) wakes(l letter) bool {
	seat, _ := c.game.Who(l.to)
	_, called := l.Fact.(engine.NumberCalled)
	return called && c.game.Roles[seat] == engine.Citizen
}

// hears keeps what the whole group sees or reads.
func (c *carrier) hears(what string) {
	m := moment{c.clock(), what}
	c.out.group = append(c.out.group, m)
	c.heard = mix(c.heard, what, uint64(m.at))
}

// rings keeps that a phone shows a new message. Relay copies go to one person
// without a sound; a card of the game differs by what it says.
func (c *carrier) rings(l letter) {
	seat, _ := c.game.Who(l.to)
	what := l.what
	switch l.Fact.(type) {
	case engine.Whispered, engine.Ordered, engine.Conferred:
		return
	case engine.Dealt:
		what = ""
	}
	phone, arrives := int(seat), c.breach.cards
	if c.game.Seconds(l.to) {
		phone, arrives = int(seat)+phoneOfSecond, c.breach.seconds
	}
	if arrives(&c.game, seat, l.Fact) {
		c.out.phones[phone] = append(c.out.phones[phone], moment{c.clock(), l.Fact.Kind() + "\n" + what})
	}
}

// look keeps what the table knows now. When a window opens, the puppets plan
// what they do in it.
func (c *carrier) look() {
	view := c.breach.table(&c.game)
	known := view
	known.Rules = engine.Ruleset{}
	if known != c.knows {
		c.learns(known)
	}
	for _, e := range c.made {
		switch e := e.(type) {
		case engine.Dawned:
			if e.Day > 1 {
				c.out.dawns = append(c.out.dawns, c.clock())
			}
		case engine.Whispered, engine.OrderPicked, engine.Ordered, engine.DonShown, engine.Aimed, engine.Shot, engine.ShotTwice, engine.Checked:
			c.out.acts = append(c.out.acts, c.clock())
		case engine.RemovalKept:
			if e.Also.Has(engine.ObsceneSaid) {
				c.out.kept = append(c.out.kept, c.clock())
			}
		case engine.WentAway, engine.Returned, engine.RisingPriced, engine.ProtestPriced:
			c.out.gone = append(c.out.gone, c.clock())
		case engine.Fouled:
			if e.Why == engine.NightDelay && e.Mark == 0 {
				c.out.bare = append(c.out.bare, c.clock())
			}
		case engine.Withdrew:
			c.out.withdrew = append(c.out.withdrew, c.clock())
		case engine.ResumeAsked:
			c.out.halted = append(c.out.halted, c.clock())
		case engine.Missed:
			if e.Void {
				c.out.voids = append(c.out.voids, c.clock())
			}
		case engine.Flagged:
			c.out.flags = append(c.out.flags, c.clock())
		case engine.Carded:
			c.answers(e)
		}
	}
	if at[engine.Tray](&c.game) && view.Window != c.plans {
		c.plans = view.Window
		c.planTray(view)
	}
	if view.Open && view.Window != c.plans && c.game.Running() {
		c.plans = view.Window
		c.planWindow(view)
	}
}

// learns keeps a change of what the table knows. Nothing is learnt in silence at
// night, and by day no penalty is; a nomination is, for it is told with the next
// message.
func (c *carrier) learns(known engine.View) {
	was := c.knows
	c.knows = known
	c.out.table = append(c.out.table, sight{c.clock(), known})
	penalty := known.Fouls != was.Fouls || known.Silent != was.Silent || known.Exits != was.Exits
	if !engine.IsNight(&c.game) && !penalty || c.toldNow() {
		return
	}
	c.out.untold = append(c.out.untold, moment{c.clock(), strings.Join(lines(c.made, c.said), ", ")})
}

// toldNow reports whether the last command said something to the table, or
// opened the window whose border the table has read.
func (c *carrier) toldNow() bool {
	_, opened := madeOne[engine.Opened](c.table)
	return opened || slices.ContainsFunc(c.said, func(e engine.Effect) bool {
		say, ok := e.(engine.Say)
		return ok && say.To.Table
	})
}
