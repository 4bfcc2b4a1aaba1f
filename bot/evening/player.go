package evening

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/engine/sparring"
	"mafiabot/messages"
)

// look lets everybody look up from his phone: whoever sees something new plans
// what he does next.
func (e *Evening) look() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range e.bot.GameIDs() {
		e.game = max(e.game, id)
	}
	game, ok := e.bot.Game(e.game)
	if !ok {
		return
	}
	e.state, e.window = game, game.Clock.Window
	if c := game.Clock; c.Opened != 0 && game.Running() {
		e.late = max(e.late, c.Opened.Time().Sub(c.Posted.Time()))
	}
	for _, p := range e.people {
		e.follow(p)
		e.ask(p)
	}
}

// follow goes on to the private chat that the answer to a press opened.
func (e *Evening) follow(p *person) {
	if p.press == nil {
		return
	}
	press := p.press.Read()
	if !press.Answered {
		return
	}
	p.press = nil
	link, err := url.Parse(press.URL)
	if err != nil || press.URL == "" {
		return
	}
	e.server.At(e.server.Now().Add(4*time.Second), func() { p.user.Start(link.Query().Get("start")) })
}

// ask asks a person for whom something has changed, and plans his answer.
func (e *Evening) ask(p *person) {
	if _, player, seated := e.bot.Seated(p.user.ID); seated {
		p.player = player
	} else if !e.state.Ended() && !e.state.Finished() {
		p.player = engine.Host // of no table: he sees what everybody sees
	}
	e.readAnswer(p)
	v := e.state.View(p.player)
	if v == p.view {
		return
	}
	if v.Check != 0 && p.view.Check == 0 {
		p.asked = v.Check
	}
	p.view = v
	now := e.server.Now()
	intents := p.mind.Intend(v, e.allowed(p, now))
	if p.mate != nil && v.Part == engine.StrangerPart {
		intents = e.besides(p, v, intents)
	}
	for _, intent := range intents {
		window := e.window
		e.server.At(now.Add(intent.After), func() { e.act(p, intent, window) })
	}
}

// allowed is what the table would take from a person now.
func (e *Evening) allowed(p *person, now time.Time) []engine.Command {
	if p.player == engine.Host {
		if _, lobby := e.state.Stage.(engine.Lobby); lobby {
			return []engine.Command{engine.Join{}}
		}
		return nil
	}
	return e.state.Allowed(p.player, now)
}

// readAnswer reads the answer to a check from the person's card: it is one of
// the two that the book has.
func (e *Evening) readAnswer(p *person) {
	mind, listens := p.mind.(sparring.Listener)
	if p.asked == 0 || !listens {
		return
	}
	book := messages.BookOf(p.user.Language)
	for _, post := range recent(p.chat) {
		for _, yes := range [...]bool{true, false} {
			told := engine.CheckTold{By: p.view.Seat, Target: p.asked, Yes: yes}
			answer := book.Post(p.view, []engine.Event{told}, e.name, messages.Extra{})
			if answer != "" && strings.Contains(post.Text, answer) {
				mind.Told(p.asked, yes)
				p.asked = 0
				return
			}
		}
	}
}

// name is the nick of a player.
func (e *Evening) name(player engine.Player) string {
	for _, p := range e.people {
		if p.player == player && player != engine.Host {
			return p.user.FirstName
		}
	}
	return ""
}

// act carries out what a person planned in a window, if he still means it.
func (e *Evening) act(p *person, intent sparring.Intent, window uint32) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if window != e.window && !intent.Anyway {
		return
	}
	if intent.Act == nil {
		e.say(p, intent.Line)
		return
	}
	if post, button, found := e.find(p, intent.Act); found && !intent.Typed {
		p.press = p.user.Tap(post, button)
		return
	}
	if chat, text := e.typed(p, intent); text != "" {
		p.user.Say(chat, text)
	}
}

// screen is how many messages of a chat a person looks through for a button.
const screen = 40

// recent returns the newest messages of a chat, newest first.
func recent(c *tgtest.Chat) []*tgtest.Post {
	posts := c.Posts()
	var out []*tgtest.Post
	for i := len(posts) - 1; i >= 0 && len(out) < screen; i-- {
		out = append(out, posts[i])
	}
	return out
}

// find returns the newest button that a person sees for a command.
func (e *Evening) find(p *person, act engine.Command) (*tgtest.Post, tgtest.Button, bool) {
	for _, chat := range [...]*tgtest.Chat{p.chat, e.group} {
		for _, post := range recent(chat) {
			for _, row := range post.Buttons {
				for _, b := range row {
					if press, ok := bot.ParseButton(b.Data); ok && press.Game == e.game && press.Command == act {
						return post, b, true
					}
				}
			}
		}
	}
	return nil, tgtest.Button{}, false
}

// typed returns what a person types for a command, and where.
func (e *Evening) typed(p *person, intent sparring.Intent) (*tgtest.Chat, string) {
	switch act := intent.Act.(type) {
	case engine.Join:
		return e.group, "/join"
	case engine.Leave:
		return e.group, "/leave"
	case engine.Pair:
		return e.group, "/pair " + e.name(act.With)
	case engine.DrawLot:
		return e.group, "/lot"
	case engine.SayReady:
		return e.group, "/ready"
	case engine.Draw:
		return e.group, "/draw"
	case engine.TakeCard:
		return p.chat, "/take"
	case engine.Nominate:
		return e.group, e.words(sparring.Line{Kind: sparring.NominateSlot, Seat: act.Seat})
	case engine.Touch:
		return e.group, "✋"
	case engine.Vote, engine.Raise:
		return e.group, "✊"
	case engine.NameBest:
		return e.group, e.words(sparring.Line{Kind: sparring.BestPlayer, Seat: act.Seat})
	case engine.VoteBest:
		return e.group, e.words(sparring.Line{Kind: sparring.BestPlayer, Seat: act.Seat})
	case engine.Pass:
		return e.group, e.words(sparring.Line{Kind: sparring.Pass})
	case engine.Mask:
		return p.chat, "/mask"
	case engine.ShowDon:
		return p.chat, "/don"
	case engine.ShootAt:
		return p.chat, fmt.Sprintf("/shoot %d", act.Target)
	case engine.FireAt:
		if act.Shown != 0 { // its button has come too late, or is gone
			return p.chat, fmt.Sprintf("/shoot %d", act.Shown)
		}
	case engine.Check:
		return p.chat, fmt.Sprintf("/check %d", act.Target)
	case engine.Order:
		return p.chat, strings.Replace(fmt.Sprintf("заказ %d %d", act.Night, act.Target), " 0", "", 1)
	}
	return nil, "" // an aim alone cannot be typed: /shoot is both
}

// say lets a person say a line, and everybody at the table hear it.
func (e *Evening) say(p *person, line sparring.Line) {
	text := e.words(line)
	switch {
	case line.Kind.Private():
		p.user.Say(p.chat, text)
		return
	case line.Kind == sparring.Sticker:
		p.user.Sticker(e.group, text)
	case line.Kind == sparring.Sound:
		p.user.Voice(e.group)
	default:
		p.user.Say(e.group, text)
	}
	if p.view.Seat == 0 {
		return
	}
	for _, q := range e.people {
		if mind, listens := q.mind.(sparring.Listener); listens && q != p {
			mind.Hear(p.view.Seat, line)
		}
	}
}

// words puts a line into words.
func (e *Evening) words(line sparring.Line) string {
	nick := ""
	if line.Seat != 0 {
		nick = e.name(e.state.Chairs[line.Seat].Main)
	}
	return messages.Voice("ru", string(line.Kind), line.Seat, nick, line.Variant)
}
