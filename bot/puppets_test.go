package bot_test

import (
	"fmt"
	"hash/fnv"
	"time"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// puppets play a hall's game by hash functions instead of minds. What a seat
// does in public is a function of (seed, seat, what the group has heard); what
// it does in secret is aimed by (seed, night), and timed by (seed, seat, role):
// so that two deals of one evening differ in nothing but the roles.
type puppets struct {
	h     *hall
	seed  uint64
	mild  bool   // nobody breaks a rule
	fists bool   // who sees no button votes with a message
	asked uint32 // the number of the last card that the judge has seen
	seen  window // the last window that was planned
}

type window struct {
	number uint32
	open   bool
}

// dice returns a number below n from the seed and the given facts.
func (p *puppets) dice(n int, facts ...any) int {
	f := fnv.New64a()
	fmt.Fprintln(f, p.seed, facts)
	x := f.Sum64()
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 32
	return int(x % uint64(n))
}

// play goes on until stop says so, planning the acts of every window as it opens.
func (p *puppets) play(stop func(engine.Game) bool) {
	p.h.t.Helper()
	for s := range p.h.game().Drawn.All() {
		p.h.seatOf(p.h.game(), s)
	}
	end := p.h.tg.Now().Add(12 * time.Hour)
	for p.h.tg.Now().Before(end) {
		g := p.h.game()
		if stop(g) {
			return
		}
		p.look(g)
		p.h.round()
	}
	p.h.t.Fatal("the game does not end")
}

// look plans the acts of a window when it is open.
func (p *puppets) look(g engine.Game) {
	if now := (window{g.Clock.Window, g.Clock.Opened != 0}); now != p.seen && now.open {
		p.seen = now
		p.plan(g)
	}
	if p.h.judge != nil {
		p.ruled(g)
	}
}

// at plans an act so many milliseconds after now.
func (p *puppets) at(ms int, act func()) {
	p.h.tg.At(p.h.tg.Now().Add(time.Duration(ms)*time.Millisecond), act)
}

func (p *puppets) user(g engine.Game, s engine.Seat) *tgtest.User {
	return p.h.people[p.h.seatOf(g, s)]
}

// seatOf returns the index of the person on a seat. It is asked while the game
// runs, and remembered for after it.
func (h *hall) seatOf(g engine.Game, s engine.Seat) int {
	if i, known := h.seats[s]; known {
		return i
	}
	for i, u := range h.people {
		if _, player, ok := h.bot.Seated(u.ID); ok && g.Chairs[s].Main == player {
			if h.seats == nil {
				h.seats = map[engine.Seat]int{}
			}
			h.seats[s] = i
			return i
		}
	}
	h.t.Fatalf("nobody sits on seat %d", s)
	return 0
}

// press presses the newest button in a chat that carries the command, if there
// is one at that moment.
func press(u *tgtest.User, c *tgtest.Chat, want engine.Command) {
	if post, b := onCard(c, want); post != nil {
		u.Tap(post, b)
	}
}

func (p *puppets) plan(g engine.Game) {
	length := g.Clock.Length * 1000
	w := g.Clock.Window
	if !p.mild {
		p.noise(g, length)
	}
	p.company(g, length)
	p.masks(g)
	switch s := g.Stage.(type) {
	case engine.Speech:
		p.speech(g, s, length)
		p.stops(g, s)
	case engine.TieSpeech:
		u := p.user(g, s.Seat)
		p.at(1000+p.dice(5000, "tie", w), func() { p.h.say(u, "Не уходите от меня, спасибо") })
	case engine.Voting:
		late := 3000
		if p.mild {
			late = 0 // an outage would make a vote in time of one that is late
		}
		for v := range g.Living.All() {
			n := g.Ballot.List.Len()
			if choice := p.dice(n*10/9+1, "vote", g.Day, g.Ballot.Round, v); choice == int(g.Ballot.Index) {
				u, c := p.user(g, v), engine.Vote{Seat: g.Ballot.List[g.Ballot.Index]}
				p.at(p.dice(length+late, "when", w, v), func() {
					if post, _ := onCard(p.h.group, c); post == nil && p.fists {
						u.Say(p.h.group, "✊")
						return
					}
					press(u, p.h.group, c)
				})
			}
		}
	case engine.LiftVote:
		for v := range g.Living.All() {
			if p.dice(2, "lift", w, v) == 0 {
				u := p.user(g, v)
				p.at(p.dice(length, "when", w, v), func() { press(u, p.h.group, engine.Raise{}) })
			}
		}
	default:
		p.secret(g, length)
	}
}

// masks is who puts a blindfold on after «Наступает ночь», and who forgets it, by the
// seat; when he does comes from his card, too, and is never at the border.
func (p *puppets) masks(g engine.Game) {
	if g.Masks.Window != g.Clock.Window {
		return
	}
	for s := range g.Living.All() {
		if p.dice(8, "mask", g.Night, s) != 0 {
			u := p.user(g, s)
			p.at(p.dice(1000*g.Rules.MaskTime-3000, "mask at", g.Night, s, g.Roles[s]), func() { press(u, p.h.group, engine.Mask{}) })
		}
	}
}

// noise is what living seats utter without the floor, by day and by night.
func (p *puppets) noise(g engine.Game, length int) {
	for s := range g.Living.All() {
		if s == g.Floor() || p.dice(25, "noise", g.Clock.Window, s) != 0 {
			continue
		}
		u := p.user(g, s)
		when := p.dice(length+1, "noise at", g.Clock.Window, s)
		switch p.dice(3, "noise what", g.Clock.Window, s) {
		case 0:
			p.at(when, func() { p.h.say(u, "не верю ни слову") })
		case 1:
			p.at(when, func() { u.Sticker(p.h.group, "🐸") })
		default:
			p.at(when, func() { p.h.say(u, "честно") })
		}
	}
}

// stops lets a speaker ask for a stop now and then; hardly ever do
// enough agree.
func (p *puppets) stops(g engine.Game, s engine.Speech) {
	if p.mild || p.dice(9, "stop", g.Day, s.Seat) != 0 {
		return
	}
	asks := p.user(g, s.Seat)
	p.at(2500, func() { p.h.say(asks, "/stop") })
	for v := range g.Living.All() {
		if u := p.user(g, v); p.dice(3, "agrees", g.Day, v) == 0 {
			p.at(4000+p.dice(20000, "agrees when", g.Day, v), func() { press(u, p.h.group, engine.AgreeStop{}) })
		}
	}
}

func (p *puppets) speech(g engine.Game, s engine.Speech, length int) {
	w, u := g.Clock.Window, p.user(g, s.Seat)
	if s.Half == engine.SecondHalf {
		u = p.h.seconds[s.Seat]
	}
	if !s.Slot {
		p.at(500+p.dice(3000, "hello", w), func() { p.h.say(u, "Город, я слушаю всех") })
		if !p.mild && p.dice(8, "honest", w) == 0 {
			p.at(4000+p.dice(3000, "honest at", w), func() { p.h.say(u, "Если честно, мне многое не нравится") })
		}
	}
	if p.dice(4, "nominates", w) != 0 {
		var free []engine.Seat
		for n := range g.Living.All() {
			free = append(free, n)
		}
		target := free[p.dice(len(free), "nominee", w)]
		p.at(5000+p.dice(2000, "nominate at", w), func() { press(u, p.h.group, engine.Nominate{Seat: target}) })
	}
	if p.dice(3, "thanks", w) != 0 {
		p.at(min(length-1000, 10000+p.dice(length, "thanks at", w)), func() { p.h.say(u, "Спасибо") })
	}
}

// secret plans the acts of the night; late presses included.
func (p *puppets) secret(g engine.Game, length int) {
	when := func(s engine.Seat, what string) int {
		return p.dice(length+3000, what, g.Clock.Window, s, g.Roles[s])
	}
	target := func(what string, of engine.Seats) engine.Seat {
		var all []engine.Seat
		for s := range of.All() {
			all = append(all, s)
		}
		return all[p.dice(len(all), what, g.Night)]
	}
	private := func(s engine.Seat, at int, c engine.Command) {
		u := p.user(g, s)
		p.at(at, func() { press(u, p.h.tg.Private(u), c) })
	}
	for s := range g.Living.All() {
		role := g.Roles[s]
		switch g.Stage.(type) {
		case engine.Briefing:
			if role == engine.Don {
				private(s, when(s, "order"), engine.Order{Target: target("order", g.Living)})
			}
			if role.Black() {
				u := p.user(g, s)
				p.at(when(s, "whisper"), func() { u.Say(p.h.tg.Private(u), inBriefing) })
			}
		case engine.DonMeet:
			if role == engine.Don {
				private(s, when(s, "meet"), engine.ShowDon{})
			}
		case engine.Shoot:
			if role.Black() && g.Rules.ShootMode == engine.Called {
				p.called(g, s)
			} else if role.Black() && p.dice(6, "misses", g.Night) != 0 {
				at := p.dice(length-1500, "aim", g.Clock.Window, s, role)
				private(s, at, engine.Aim{Target: target("shot", g.Living)})
				private(s, at+1000, engine.Fire{})
				private(s, at+2000+when(s, "again"), engine.Fire{})
			}
		case engine.DonCheck, engine.SheriffCheck:
			_, dons := g.Stage.(engine.DonCheck)
			if dons && role == engine.Don || !dons && role == engine.Sheriff {
				private(s, when(s, "check"), engine.Check{Target: target("check", g.Drawn)})
			}
		}
	}
}

// called plans a black's shots where the numbers are called: at the night's number,
// and on some nights at a second one, or between two. They come when they like, once
// the number has been shown: a press may be long on its way.
func (p *puppets) called(g engine.Game, s engine.Seat) {
	var living []engine.Seat
	for n := range g.Living.All() {
		living = append(living, n)
	}
	u, w, role := p.user(g, s), g.Clock.Window, g.Roles[s]
	round := 1000 * (g.Rules.ShootCall + g.Rules.ShootGap)
	shot := func(what string, seen int, c engine.FireAt) {
		var look func()
		look = func() {
			post, b := onCard(p.h.tg.Private(u), c)
			if post == nil && p.h.game().Clock.Window == w {
				p.at(500, look) // an outage keeps the number waiting
			}
			for _, more := range []string{"once", "again"} {
				p.at(p.dice(3500, what, more, w, s, role), func() {
					if post != nil {
						u.Forge(post, b.Data)
					}
				})
			}
		}
		p.at(seen, look)
	}
	number := func(what string) {
		i := p.dice(len(living), what, g.Night)
		shot(what, i*round+1200, engine.FireAt{Shown: living[i]})
	}
	switch p.dice(6, "called", g.Night) {
	case 0:
		return
	case 1:
		number("second")
	case 2:
		shot("between", 2*round-400, engine.FireAt{})
	}
	number("shot")
}

// onCard returns the newest message of a chat that has a button of a command.
func onCard(c *tgtest.Chat, want engine.Command) (*tgtest.Post, tgtest.Button) {
	posts := c.Posts()
	for i := len(posts) - 1; i >= 0; i-- {
		for _, row := range posts[i].Buttons {
			for _, b := range row {
				if q, ok := bot.ParseButton(b.Data); ok && q.Command == want {
					return posts[i], b
				}
			}
		}
	}
	return nil, tgtest.Button{}
}
