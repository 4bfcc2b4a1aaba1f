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
// what others could see; and puppets, which play by hash functions.

// breach is a planted leak: the places at which a carrier could tell who has
// which card. An honest carrier is the value of honest.
type breach struct {
	words func(g *engine.Game, facts []engine.Event, text string) string // what the group reads
	tick  func(c *carrier) time.Time                                     // when the clock is asked
	cards func(g *engine.Game, to engine.Seat, fact engine.Event) bool   // whether a private message goes out
	gate  func(g *engine.Game, to engine.Seat, fact engine.Event) bool   // whether a window waits for its delivery
	table func(g *engine.Game) engine.View                               // what the table knows
}

func honest() breach {
	return breach{
		words: func(_ *engine.Game, _ []engine.Event, text string) string { return text },
		tick:  func(c *carrier) time.Time { return c.game.Due() },
		cards: func(*engine.Game, engine.Seat, engine.Event) bool { return true },
		gate:  func(*engine.Game, engine.Seat, engine.Event) bool { return true },
		table: func(g *engine.Game) engine.View { return g.View(engine.Host) },
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

// trace is what others could see of an evening.
type trace struct {
	group  []moment                      // posts, edits, deletions, what people write
	phones [engine.MaxSeats + 1][]moment // new private messages, by seat
	table  []sight                       // every change of what the table knows
	untold []moment                      // what the table came to know at night though nobody said it
	dawns  []int64                       // the mornings after a night of shooting
	end    int64                         // one of the pair left, or the game ended
}

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
	poll   time.Time   // when the poll that runs began
	knows  engine.View // what the table knows now
	plans  uint32      // the last window that the puppets have planned
	heard  uint64      // a hash of all that the group has heard
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
func newCarrier(tb testing.TB, rules engine.Ruleset, seed uint64, deal engine.Key, b breach) *carrier {
	c := &carrier{table: newTable(tb), breach: b, seed: seed, deal: deal, shown: map[address]*message{}}
	c.sit(rules)
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
		if g := &c.game; g.Finished() || g.Running() && g.Living&pair != pair {
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
				for s := range e.To.Seats.All() {
					private := letter{to: c.game.Chairs[s].Main}
					private.join(e)
					c.post(private)
				}
				continue
			}
			if l.Notice != 0 && e.Notice != 0 || e.Slot != 0 && c.shown[address{engine.Host, e.Slot}] != nil {
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

// letter is a message in the making; its Say is that of all its facts.
type letter struct {
	engine.Say
	to    engine.Player
	facts []engine.Event
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
	seat, _ := c.game.Who(l.to)
	if len(l.facts) == 0 || l.to != engine.Host && !c.breach.cards(&c.game, seat, l.Fact) {
		return
	}
	body := c.render(l)
	if body == "" {
		return
	}
	place := address{l.to, l.Slot}
	into, edit := c.shown[place]
	if !edit {
		into = new(message)
	}
	if l.Slot != 0 {
		c.shown[place] = into
	}
	if l.Adds && into.text != "" {
		body = into.text + "\n" + body
	}
	into.text = body
	what := body + c.keys(l)
	counts := l.Gate != 0 && c.breach.gate(&c.game, seat, l.Fact)
	if l.Gate != 0 && c.gates.window != l.Gate {
		c.gates = waiting{window: l.Gate}
	}
	if counts {
		c.gates.left++
	}
	c.later(underWay(l.to), false, func() { c.deliver(l, into, edit, what, counts) })
}

// render is the text of a message, in its reader's view.
func (c *carrier) render(l letter) string {
	name := func(p engine.Player) string { return cmp.Or(nicks[p], "Сова") }
	body := messages.BookOf("ru").Post(c.game.View(l.to), l.facts, name, messages.Extra{Code: "4A7F", Text: "шёпот", Slot: l.Slot})
	if l.to == engine.Host {
		body = strings.ReplaceAll(c.breach.words(&c.game, l.facts, body), c.seal, "…")
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
func (c *carrier) deliver(l letter, into *message, edit bool, what string, counts bool) {
	if l.to == engine.Host {
		how := "edit"
		if !edit {
			how = "post"
			c.mark++
			into.mark = c.mark
		}
		c.hears(fmt.Sprint(how, " ", into.mark, " slot ", l.Slot, "\n", what))
	} else if !edit {
		c.rings(l, what)
	}
	if l.Notice != 0 {
		c.give(engine.Host, engine.Noted{Seat: l.Notice, Mark: into.mark})
	}
	if g := &c.gates; counts && g.window == l.Gate {
		g.left--
		if l.to == engine.Host {
			g.mark, g.date = into.mark, c.now.Unix()
		}
		if g.left == 0 {
			c.give(engine.Host, engine.Said{Window: g.window, Mark: g.mark, Date: cmp.Or(g.date, c.now.Unix())})
		}
	}
}

// hears keeps what the whole group sees or reads.
func (c *carrier) hears(what string) {
	m := moment{c.clock(), what}
	c.out.group = append(c.out.group, m)
	c.heard = mix(c.heard, what, uint64(m.at))
}

// rings keeps that a phone shows a new message. Relay copies go to one person
// without a sound; a card of the game differs by what it says.
func (c *carrier) rings(l letter, what string) {
	seat, _ := c.game.Who(l.to)
	switch l.Fact.(type) {
	case engine.Whispered, engine.Ordered:
		return
	case engine.Dealt:
		what = ""
	}
	c.out.phones[seat] = append(c.out.phones[seat], moment{c.clock(), l.Fact.Kind() + "\n" + what})
}

// look keeps what the table knows now. When a window opens, the puppets plan
// what they do in it.
func (c *carrier) look() {
	view := c.breach.table(&c.game)
	known := view
	known.Rules = engine.Ruleset{}
	if known != c.knows {
		if engine.IsNight(&c.game) && !c.toldNow() {
			c.out.untold = append(c.out.untold, moment{c.clock(), fmt.Sprintf("fouls %v", known.Fouls)})
		}
		c.knows = known
		c.out.table = append(c.out.table, sight{c.clock(), known})
	}
	for _, e := range c.made {
		if e, ok := e.(engine.Dawned); ok && e.Day > 1 {
			c.out.dawns = append(c.out.dawns, c.clock())
		}
	}
	if view.Open && view.Window != c.plans && c.game.Running() {
		c.plans = view.Window
		c.planWindow(view)
	}
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

// The puppets.

// mix adds facts to a hash.
func mix(x uint64, what string, facts ...uint64) uint64 {
	const prime = 0x100000001b3
	for i := range len(what) {
		x = (x ^ uint64(what[i])) * prime
	}
	for _, f := range facts {
		x = (x ^ f) * prime
		x ^= x >> 29
	}
	x *= 0xbf58476d1ce4e5b9
	return x ^ x>>32
}

// public is a number below n that a seat's acts in public come from: of the seed,
// the seat, and what the group has heard.
func (c *carrier) public(n int, what string, s engine.Seat) int {
	return int(mix(c.seed, what, c.heard, uint64(s)) % uint64(n))
}

// secret is a number below n that the moments of a seat's secret acts come from:
// of the seed, the seat, its role, and the window.
func (c *carrier) secret(n int, what string, s engine.Seat) int {
	return int(mix(c.seed, what, uint64(c.game.Clock.Window), uint64(s), uint64(c.game.Roles[s])) % uint64(n))
}

// tonight is a number below n that the aims of secret acts come from: of the
// seed and the night.
func (c *carrier) tonight(n int, what string) int {
	return int(mix(c.seed, what, uint64(c.game.Night)) % uint64(n))
}

// nth is a seat of a set.
func nth(of engine.Seats, n int) engine.Seat { return slices.Collect(of.All())[n] }

// presses plans a command so many milliseconds from now.
func (c *carrier) presses(ms int, s engine.Seat, what engine.Command) {
	c.later(time.Duration(ms)*time.Millisecond, true, func() { c.give(player(s), what) })
}

// writes plans a private message to the host.
func (c *carrier) writes(ms int, s engine.Seat) {
	c.later(time.Duration(ms)*time.Millisecond, true, func() { c.give(player(s), engine.Write{Date: c.now.Unix()}) })
}

// says plans a message in the group.
func (c *carrier) says(ms int, s engine.Seat, h engine.Heard) {
	c.later(time.Duration(ms)*time.Millisecond, true, func() {
		c.mark++
		c.hears(fmt.Sprint("from ", s, " ", c.mark, " ", h))
		c.give(player(s), engine.Utter{Mark: c.mark, Date: c.now.Unix(), Heard: h})
	})
}

// What puppets say.
var (
	plain    = engine.Heard{Kind: engine.Word}
	thanks   = engine.Heard{Kind: engine.Word, Closing: true, Bare: true}
	honesty  = engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.HonestWord}}}
	handOff  = engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.HandOff}}}
	sticker  = engine.Heard{Kind: engine.Gesture}
	voice    = engine.Heard{Kind: engine.Sound}
	photo    = engine.Heard{Kind: engine.Showing}
	fist     = engine.Heard{Kind: engine.Gesture, Token: engine.Fist, Touch: true}
	pointing = engine.Heard{Kind: engine.Word, Points: true}
)

// nominates is the formula for a seat.
func nominates(s engine.Seat, touch bool) engine.Heard {
	return engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.NominateS, Seat: s}}, Touch: touch, Bare: true, Points: true}
}

// planWindow plans what everybody does in the window that has just opened.
func (c *carrier) planWindow(v engine.View) {
	ms := v.Length * 1000
	c.planNoise(v, ms)
	switch s := v.Stage.(type) {
	case engine.Speech:
		if s.Slot {
			c.planSlot(v)
		} else {
			c.planSpeech(v, ms)
		}
	case engine.TieSpeech, engine.LastWord:
		c.says(1000+c.public(3000, "word", v.Floor), v.Floor, plain)
		if c.public(3, "thanks", v.Floor) > 0 {
			c.says(5000+c.public(ms, "thanks at", v.Floor), v.Floor, thanks)
		}
	case engine.Voting:
		c.planVotes(v, ms)
	case engine.LiftVote:
		for s := range v.Living.All() {
			if c.public(2, "lift", s) == 0 {
				c.presses(c.public(ms+3000, "lift at", s), s, engine.Raise{})
			}
		}
	default:
		c.planSecrets(v, ms+v.Rules.RaceGrace*1000)
	}
}

// planNoise is what those write who do not hold the floor, by day and by night,
// the departed among them.
func (c *carrier) planNoise(v engine.View, ms int) {
	for s := range v.Drawn.All() {
		if s == v.Floor || c.public(36, "noise", s) > 0 {
			continue
		}
		h := [...]engine.Heard{plain, sticker, voice, photo, honesty, sticker, plain}[c.public(7, "noise what", s)]
		if c.public(20, "points", s) == 0 {
			h = pointing
		}
		at := c.public(ms+1, "noise at", s)
		c.says(at, s, h)
		if c.public(3, "burst", s) == 0 {
			c.says(at+c.public(1500, "burst at", s), s, h)
		}
	}
}

// planSpeech is a minute: words, a nomination, an end.
func (c *carrier) planSpeech(v engine.View, ms int) {
	s := v.Floor
	c.says(500+c.public(3000, "word", s), s, plain)
	if c.public(14, "honest", s) == 0 {
		c.says(4000+c.public(3000, "honest at", s), s, honesty)
	}
	at, whom := 5000+c.public(2000, "nominates at", s), nth(v.Living, c.public(v.Living.Len(), "nominee", s))
	switch c.public(6, "nominates", s) {
	case 0:
	case 1:
		c.says(at, s, nominates(whom, true))
	case 2:
		c.says(at, s, nominates(whom, false))
		c.presses(at+1000, s, engine.Touch{})
	default:
		c.presses(at, s, engine.Nominate{Seat: whom})
	}
	end := min(ms-1000, 9000+c.public(ms, "end at", s))
	switch c.public(4, "end", s) {
	case 0:
		c.says(ms+c.public(5000, "overrun", s), s, plain)
	case 1:
		c.presses(end, s, engine.Pass{})
	default:
		c.says(end, s, thanks)
	}
}

// planSlot is ten seconds to nominate.
func (c *carrier) planSlot(v engine.View) {
	s, at := v.Floor, 1000+c.public(8000, "slot at", v.Floor)
	whom := nth(v.Living, c.public(v.Living.Len(), "nominee", s))
	switch c.public(8, "slot", s) {
	case 0:
		c.says(at, s, plain)
	case 1, 2:
		c.presses(at, s, engine.Pass{})
	case 3, 4:
		c.says(at, s, nominates(whom, true))
	default:
		c.presses(at, s, engine.Nominate{Seat: whom})
	}
}

// planVotes is who raises a hand for the candidate, by a press or by a message;
// some too late, a few twice, and a few take it off again.
func (c *carrier) planVotes(v engine.View, ms int) {
	for s := range v.Living.All() {
		if c.public(3, "votes", s) > 0 {
			continue
		}
		at := c.public(ms+3000, "votes at", s)
		if c.public(4, "fist", s) == 0 {
			c.says(at, s, fist)
		} else {
			c.presses(at, s, engine.Vote{Seat: v.Current})
		}
		switch c.public(40, "more", s) {
		case 0:
			c.says(at+1000, s, handOff)
		case 1, 2, 3:
			c.presses(at+3200, s, engine.Vote{Seat: v.Current})
		}
	}
}

// planSecrets is what is done in private: aimed by the seed and the night, timed
// by the seat and the role. A window of so many milliseconds, grace included.
func (c *carrier) planSecrets(v engine.View, ms int) {
	for s := range v.Living.All() {
		role := c.game.Roles[s]
		at := c.secret(ms+3000, "at", s)
		if c.secret(5, "writes", s) == 0 {
			c.writes(c.secret(ms+3000, "writes at", s), s)
		}
		switch v.Stage.(type) {
		case engine.Briefing:
			if role == engine.Don {
				c.presses(at, s, engine.PickOrder{Night: uint8(1 + c.secret(3, "pick", s))})
				c.presses(at+c.secret(5000, "order", s), s, engine.Order{Target: nth(v.Living, c.tonight(v.Living.Len(), "order"))})
			}
		case engine.DonMeet:
			if role == engine.Don {
				c.presses(at, s, engine.ShowDon{})
			}
		case engine.Shoot:
			if role.Black() {
				c.planShot(v, s, ms)
			}
		case engine.DonCheck:
			if role == engine.Don {
				c.presses(at, s, engine.Check{Target: nth(v.Drawn, c.tonight(v.Drawn.Len(), "don checks"))})
			}
		case engine.SheriffCheck:
			if role == engine.Sheriff {
				c.presses(at, s, engine.Check{Target: nth(v.Drawn, c.tonight(v.Drawn.Len(), "sheriff checks"))})
			}
		}
	}
}

// planShot is a black's shot. That it counts is the night's, when it falls is
// his own: all shoot in time, or all too late, or all at a second seat too.
func (c *carrier) planShot(v engine.View, s engine.Seat, ms int) {
	target := engine.Aim{Target: nth(v.Living, c.tonight(v.Living.Len(), "target"))}
	other := engine.Aim{Target: nth(v.Living, c.tonight(v.Living.Len(), "other target"))}
	at := c.secret(ms-2000, "aims", s)
	night := c.tonight(8, "night")
	if night == 0 {
		at += ms
	}
	c.presses(at/2, s, other)
	c.presses(at, s, target)
	c.presses(at+c.secret(900, "fires", s), s, engine.Fire{})
	if night == 1 {
		c.presses(at+1000, s, other)
		c.presses(at+1000+c.secret(900, "fires again", s), s, engine.Fire{})
	}
	c.presses(ms+c.secret(3000, "late", s), s, engine.Fire{})
}
