package evening

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strconv"
	"strings"
	"time"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// Crowd is ten people who know of the bot only what their phones show, so the bot
// may be another process. What they do follows from the seed and from what they
// read, never from when they read it: a game that is interrupted goes on to the
// same end. They break no rule.
type Crowd struct {
	Server *tgtest.Server
	Group  *tgtest.Chat
	People []*tgtest.User

	seed   uint64
	seats  map[int64]engine.Seat // by account, as his private chat says
	latest map[string]int        // the newest message that asked somebody something
	ballot string                // the candidates of the round that runs
	window uint32                // of the last vote that was seen
}

// NewCrowd brings ten people into a group of the server, all of whom have started
// the bot. From now on they do what the bot asks of them.
func NewCrowd(s *tgtest.Server, seed uint64) *Crowd {
	c := &Crowd{Server: s, Group: s.NewSupergroup(groupTitle), seed: seed, seats: map[int64]engine.Seat{}, latest: map[string]int{}}
	for _, nick := range Nicks[:engine.RatedSeats] {
		u := s.NewUser(nick, tgtest.Language("ru"))
		u.Join(c.Group)
		u.Start("")
		c.People = append(c.People, u)
	}
	s.Watch(c.read)
	return c
}

// Convene lets one of them open a table.
func (c *Crowd) Convene(args string) {
	c.People[opener].Say(c.Group, strings.TrimSpace("/game "+args))
}

// dice returns a number below n from the seed and the given facts.
func (c *Crowd) dice(n int, facts ...any) int {
	f := fnv.New64a()
	fmt.Fprintln(f, c.seed, facts)
	return int(f.Sum64() >> 11 % uint64(n))
}

// read is everybody looking at a message of the bot that is new or has changed.
func (c *Crowd) read(e tgtest.Entry) {
	if e.User != nil || e.Post == nil || e.Act != tgtest.Sent && e.Act != tgtest.Edited {
		return
	}
	if e.Chat == c.Group {
		for _, b := range buttons(e.Post) {
			c.pressInGroup(e.Post, b)
		}
		if e.Act == tgtest.Sent {
			c.listen(e.Post)
		}
		return
	}
	if u := e.Chat.Peer(); u != nil {
		c.readPrivate(u, e.Post)
	}
}

// plan lets somebody do something a while after a message, unless the message has
// been repeated since: then the newer one is answered.
func (c *Crowd) plan(key string, post *tgtest.Post, after time.Duration, act func()) {
	c.latest[key] = max(c.latest[key], post.ID)
	c.Server.At(c.Server.Now().Add(after), func() {
		if c.latest[key] == post.ID {
			act()
		}
	})
}

// What people read in the group.
var (
	minute     = regexp.MustCompile(`Игрок номер (\d+)(?: \([^)]*\))?, (?:Ваша минута|у Вас)`)
	lastWord   = regexp.MustCompile(`Игрок номер (\d+)(?: \([^)]*\))?, Ваша последняя минута`)
	leaves     = regexp.MustCompile(`(?:убит игрок номер|Игрок номер) (\d+)(?: покидает стол)?\. Ваша последняя минута`)
	candidates = regexp.MustCompile(`(?:Голосование|Переголосование)\. Кандидатур[аы](?: одна)?: ([0-9, ]+)\.`)
	own        = regexp.MustCompile(`(?:Ваше место — |Вы игрок номер )(\d+)`)
)

// listen is everybody reading a new message of the group: who is called speaks.
func (c *Crowd) listen(p *tgtest.Post) {
	if m := candidates.FindStringSubmatch(p.Text); m != nil {
		c.ballot = m[1]
	}
	for _, re := range []*regexp.Regexp{lastWord, leaves} {
		if m := re.FindStringSubmatch(p.Text); m != nil {
			c.speak(p, "last "+m[1], m[1])
			return
		}
	}
	if m := minute.FindStringSubmatch(p.Text); m != nil {
		key := fmt.Sprintf("minute %s after %d", m[1], c.window)
		for _, b := range buttons(p) {
			key = fmt.Sprintf("minute %s in %d", m[1], b.press.Window)
		}
		c.speak(p, key, m[1])
	}
}

// speak lets the person on a seat have his say and thank.
func (c *Crowd) speak(p *tgtest.Post, key, seat string) {
	u := c.on(seat)
	if u == nil {
		return
	}
	say := func(text string) func() { return func() { u.Say(c.Group, text) } }
	c.plan(key+" words", p, 3*time.Second, say("Город, слушаю всех внимательно"))
	c.plan(key+" thanks", p, 14*time.Second, say("Спасибо"))
	var all []pressed
	for _, b := range buttons(p) {
		if _, nominates := b.press.Command.(engine.Nominate); nominates {
			all = append(all, b)
		}
	}
	if len(all) == 0 || c.dice(3, "nominates", key) == 0 {
		return
	}
	b := all[c.dice(len(all), "nominee", key)]
	c.plan(key+" nominates", p, 7*time.Second, func() { u.Tap(p, b.Button) })
}

// on is the person on a seat, nil if nobody has been told so.
func (c *Crowd) on(seat string) *tgtest.User {
	for _, u := range c.People {
		if strconv.Itoa(int(c.seats[u.ID])) == seat {
			return u
		}
	}
	return nil
}

// pressed is a button of the bot and what it claims.
type pressed struct {
	tgtest.Button
	press bot.Press
}

func buttons(p *tgtest.Post) (out []pressed) {
	for _, row := range p.Buttons {
		for _, b := range row {
			if press, ok := bot.ParseButton(b.Data); ok {
				out = append(out, pressed{b, press})
			}
		}
	}
	return out
}

// pressInGroup lets everybody press a button that is for everybody, one after the
// other, or those who choose to.
func (c *Crowd) pressInGroup(p *tgtest.Post, b pressed) {
	for i, u := range c.People {
		after := time.Second + time.Duration(i)*300*time.Millisecond
		switch act := b.press.Command.(type) {
		case engine.Join, engine.SayReady, engine.Draw, engine.Mask:
		case engine.Vote:
			c.window = b.press.Window
			if !c.votes(u, act.Seat) {
				continue
			}
		case engine.Raise:
			if c.dice(2, "lift", b.press.Window, c.seats[u.ID]) == 0 {
				continue
			}
		default:
			continue
		}
		if key := fmt.Sprintf("%s %d", b.Data, u.ID); c.latest[key] == 0 {
			c.plan(key, p, after, func() { u.Tap(p, b.Button) })
		}
	}
}

// votes reports whether a person is for a candidate of the round that runs.
func (c *Crowd) votes(u *tgtest.User, candidate engine.Seat) bool {
	list := strings.Split(c.ballot, ", ")
	return list[c.dice(len(list), "vote", c.ballot, c.seats[u.ID])] == strconv.Itoa(int(candidate))
}

// readPrivate is one person reading what is for him alone.
func (c *Crowd) readPrivate(u *tgtest.User, p *tgtest.Post) {
	if m := own.FindStringSubmatch(p.Text); m != nil {
		seat, err := strconv.Atoi(m[1])
		if err == nil {
			c.seats[u.ID] = engine.Seat(seat)
		}
	}
	var aims, checks []pressed
	for _, b := range buttons(p) {
		switch b.press.Command.(type) {
		case engine.Aim:
			aims = append(aims, b)
		case engine.Check:
			checks = append(checks, b)
		case engine.ShowDon:
			c.secret(u, p, b, time.Second)
		case engine.TakeCard:
			c.secret(u, p, b, 2*time.Second)
		case engine.Fire:
			c.secret(u, p, b, 5*time.Second)
		case engine.FireAt:
			c.number(u, p, b)
		case engine.Order:
		}
	}
	for _, targets := range [][]pressed{aims, checks} {
		if len(targets) > 0 {
			night := targets[0].press.Window
			c.secret(u, p, targets[c.dice(len(targets), "target", night)], 2*time.Second)
		}
	}
}

// number lets a black press while a number is called, if it is the first on which
// the night and the number agree.
func (c *Crowd) number(u *tgtest.User, p *tgtest.Post, b pressed) {
	shown := b.press.Command.(engine.FireAt).Shown
	night := fmt.Sprintf("called %d %d", b.press.Window, u.ID)
	if shown == 0 || c.latest[night] != 0 || c.dice(4, "number", b.press.Window, shown) != 0 {
		return
	}
	c.latest[night] = int(shown)
	c.secret(u, p, b, 300*time.Millisecond)
}

// secret lets one person press a button of his private chat once.
func (c *Crowd) secret(u *tgtest.User, p *tgtest.Post, b pressed, after time.Duration) {
	key := fmt.Sprintf("%s %d", b.Data, u.ID)
	if c.latest[key] != 0 {
		return
	}
	after += time.Duration(c.seats[u.ID]) * 200 * time.Millisecond
	c.plan(key, p, after, func() {
		if now := p.Now(); now != nil {
			u.Tap(now, b.Button)
		}
	})
}
