package engine_test

import (
	"fmt"
	"slices"
	"time"

	"mafiabot/engine"
)

// The puppets of [TestTwoDealsRendered] play by hash functions.

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

// as plans what a consigliere says in the group.
func (c *carrier) as(s engine.Seat, ms int, h engine.Heard) {
	c.later(time.Duration(ms)*time.Millisecond, true, func() {
		c.mark++
		c.hears(fmt.Sprint("from the consigliere of ", s, " ", c.mark, " ", h))
		c.give(second(s), engine.Utter{Mark: c.mark, Date: c.now.Unix(), Heard: h})
	})
}

// planPairs is what consiglieri do besides: by the seat in public, timed by the role in
// private, where the players write to them, too (T104).
func (c *carrier) planPairs(v engine.View, ms int) {
	if !v.Rules.Consigliere {
		return
	}
	for s := range v.Drawn.All() {
		rare := 240
		if !v.Living.Has(s) || v.Parted.Has(s) {
			rare = 2000 // a word of his ends the game
		}
		if c.public(rare, "second's noise", s) == 0 {
			noise := [...]engine.Heard{speech.plain, speech.honest, speech.sticker, speech.fist}
			c.as(s, c.public(ms+1, "second's noise at", s), noise[c.public(4, "second's noise what", s)])
		}
		if _, thanked := v.Stage.(engine.SheriffCheck); !thanked && c.secret(4, "confers", s) == 0 { // a Don who is alone would leave for it (T9)
			c.writes(c.secret(ms+3000, "confers at", s), s)
			c.later(time.Duration(c.secret(ms+3000, "answers at", s))*time.Millisecond, true, func() { c.give(second(s), engine.Write{Date: c.now.Unix()}) })
		}
		if at := c.public(ms+1, "second's chat at", s); c.public(120, "second's chat", s) == 0 {
			c.later(time.Duration(at)*time.Millisecond, false, func() { c.give(engine.Host, engine.Unreachable{Player: second(s)}) })
			c.later(time.Duration(at+20_000)*time.Millisecond, false, func() { c.give(engine.Host, engine.Reachable{Player: second(s)}) })
		}
		for _, what := range []engine.Command{engine.Fire{}, engine.Check{Target: 1 + s%10}, engine.Vote{Seat: v.Current}} {
			if c.secret(40, fmt.Sprintf("second's %T", what), s) == 0 { // it is refused, whatever the card
				c.later(time.Duration(c.secret(ms+1, "second's press", s))*time.Millisecond, true, func() { c.give(second(s), what) })
			}
		}
	}
}

// planTray lifts the cards: who does it when is of the seat, for nobody knows his card
// yet; some do before all the cards lie there, some wait until it comes by itself.
func (c *carrier) planTray(v engine.View) {
	for s := range v.Drawn.All() {
		if c.public(6, "card", s) > 0 {
			c.presses(c.public(v.Length*1000, "card at", s), s, engine.TakeCard{})
		}
	}
}

// planHalf is a consigliere's half: his words, and a formula of his player's.
func (c *carrier) planHalf(v engine.View, ms int) {
	s := v.Floor
	c.as(s, 1000+c.public(3000, "half", s), speech.plain)
	whom := nominates(nth(v.Living, c.public(v.Living.Len(), "half's nominee", s)), true)
	whom.Formal = true
	switch c.public(5, "half says", s) {
	case 0:
		c.as(s, 6000, speech.honest)
	case 1:
		c.as(s, 6000, whom)
	case 2:
		c.says(8000, s, whom)
	case 3:
		c.says(8000, s, speech.plain)
	}
	if c.public(2, "half ends", s) == 0 {
		c.as(s, 12000+c.public(ms/2, "half ends at", s), speech.thanks)
	}
}

// unrepeated stands for all words that the host never says again.
const unrepeated = "я — Дон"

// speech is what puppets say.
var speech = struct {
	plain, thanks, honest, oath, obscene, hint, handOff, sticker, tears, voice, photo, fist, points engine.Heard
}{
	plain:   engine.Heard{Kind: engine.Word},
	thanks:  engine.Heard{Kind: engine.Word, Closing: true, Bare: true},
	honest:  engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.HonestWord, Said: "чеcтнo"}}},
	oath:    engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.Oath, Said: "зуб даю"}, {Class: engine.Coarse, At: 9, Said: unrepeated}}},
	obscene: engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.HonestWord, Said: "чеcтнo"}, {Class: engine.Obscene, At: 9, Said: unrepeated}, {Class: engine.CardShown, At: 19, Said: unrepeated}}},
	hint:    engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.Oath, Hint: true, Said: unrepeated}, {Class: engine.Threat, At: 9, Said: unrepeated}}},
	handOff: engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.HandOff}}},
	sticker: engine.Heard{Kind: engine.Gesture},
	tears:   engine.Heard{Kind: engine.Gesture, Finds: []engine.Find{{Class: engine.Tears}}},
	voice:   engine.Heard{Kind: engine.Sound},
	photo:   engine.Heard{Kind: engine.Showing},
	fist:    engine.Heard{Kind: engine.Gesture, Token: engine.Fist, Touch: true},
	points:  engine.Heard{Kind: engine.Word, Points: true},
}

// nominates is the formula for a seat.
func nominates(s engine.Seat, touch bool) engine.Heard {
	return engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: engine.NominateS, Seat: s}}, Touch: touch, Bare: true, Points: true}
}

// planWindow plans what everybody does in the window that has just opened.
func (c *carrier) planWindow(v engine.View) {
	ms := v.Length * 1000
	if c.public(120, "outage", 0) == 0 {
		c.later(time.Duration(ms/2)*time.Millisecond, false, c.outage)
	}
	c.planNoise(v, ms)
	c.planReactions(v, ms)
	c.planQueries(v, ms)
	c.planChats(v, ms)
	c.planGroup(v, ms)
	c.planPairs(v, ms)
	c.planMasks(v)
	c.planCards(v, ms)
	switch s := v.Stage.(type) {
	case engine.Speech:
		switch {
		case s.Slot:
			c.planSlot(v)
		case s.Half == engine.SecondHalf:
			c.planHalf(v, ms)
		default:
			c.planSpeech(v, ms)
		}
	case engine.TieSpeech, engine.LastWord:
		c.says(1000+c.public(3000, "word", v.Floor), v.Floor, speech.plain)
		if c.public(3, "thanks", v.Floor) > 0 {
			c.says(5000+c.public(ms, "thanks at", v.Floor), v.Floor, speech.thanks)
		}
	case engine.Voting:
		c.planVotes(v, ms)
	case engine.Asking:
		c.planAnswers(v, ms)
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

// planMasks is who puts the blindfold on, and who is too late or forgets it, by the
// seat; when it is done comes from the seat and the role, but of who goes out of the
// group: there it decides whether it is in time.
func (c *carrier) planMasks(v engine.View) {
	_, orders := v.Stage.(engine.Briefing)
	_, fall := v.Stage.(engine.Fall)
	if !v.Rules.MaskButton || !orders && !fall {
		return
	}
	ms := 1000 * v.Rules.MaskTime
	for s := range v.Living.All() {
		at := c.secret(ms, "mask at", s)
		if c.goers.Has(s) {
			at = c.public(ms, "mask at", s)
		}
		switch c.public(9, "mask", s) {
		case 0:
			continue
		case 1:
			at += ms + tooLate
		case 2:
			c.presses(at+100, s, engine.Mask{})
		}
		c.presses(at, s, engine.Mask{})
	}
}

// outage is half a minute in which the host hears nobody. Everybody waits for
// it to pass, and for what the window is moved besides, so that what is in time stays
// in time, and a called number is shot at when it has been called. For the end of an
// afternoon nobody waits: what was planned is forgotten, for its window is over (E45).
func (c *carrier) outage() {
	d := 30 * time.Second
	if c.public(4, "an afternoon", 0) == 0 {
		d = afternoon
		c.queue = slices.DeleteFunc(c.queue, func(e errand) bool { return e.act })
	}
	wait := func(d time.Duration) {
		for i := range c.queue {
			c.queue[i].at = c.queue[i].at.Add(d)
		}
	}
	opened := c.game.Clock.Opened.Time()
	c.now = c.now.Add(d)
	wait(d)
	c.give(engine.Host, engine.Resume{Shift: d})
	if !c.game.Suspended() {
		wait(c.game.Clock.Opened.Time().Sub(opened) - d)
	}
}

// planAnswers is who wants the game to go on after an afternoon: nearly everybody.
func (c *carrier) planAnswers(v engine.View, ms int) {
	for s := range v.Living.All() {
		if c.public(9, "goes on", s) > 0 {
			c.presses(c.public(ms/2, "goes on at", s), s, engine.Continue{})
		}
	}
	c.presses(c.public(ms/2, "fires meanwhile", 0), v.Living.First(), engine.Fire{})
}

// planCards is whose card of the night has not come by the shooting: by the seat, never by
// the card (E45).
func (c *carrier) planCards(v engine.View, ms int) {
	if _, shooting := v.Stage.(engine.Shoot); !shooting {
		return
	}
	for s := range v.Living.All() {
		if c.public(25, "no card", s) == 0 && c.breach.undelivered(&c.game, s) {
			c.later(time.Duration(ms/2)*time.Millisecond, false, func() { c.give(engine.Host, engine.Undelivered{Player: player(s)}) })
		}
	}
}

// planNoise is what those write who do not hold the floor, by day and by night,
// the departed among them.
func (c *carrier) planNoise(v engine.View, ms int) {
	for s := range v.Drawn.All() {
		rare := 42
		if v.Rules.Consigliere {
			rare = 150 // the fouls of two are counted together
		}
		if s == v.Floor || c.public(rare, "noise", s) > 0 {
			continue
		}
		if !v.Living.Has(s) && v.Rules.OutSpeaks == engine.Awards && c.public(8, "breaks", s) > 0 {
			continue // a word of his ends the evening (T79)
		}
		h := [...]engine.Heard{speech.plain, speech.sticker, speech.voice, speech.photo, speech.honest, speech.tears, speech.oath, speech.hint}[c.public(8, "noise what", s)]
		switch x := c.public(20, "costly", s); {
		case x == 0:
			h = speech.points
		case x < 5 && engine.IsNight(&c.game):
			h = speech.obscene
		}
		at := c.public(ms+1, "noise at", s)
		c.says(at, s, h)
		if c.public(3, "burst", s) == 0 {
			c.says(at+c.public(1500, "burst at", s), s, h)
		}
	}
}

// planChats is whose private chat closes, and opens again: by the seat, never by the
// card (E39).
func (c *carrier) planChats(v engine.View, ms int) {
	for s := range v.Living.All() {
		if c.public(50, "chat", s) > 0 {
			continue
		}
		at := c.public(ms+1, "closes at", s)
		c.later(time.Duration(at)*time.Millisecond, false, func() { c.give(engine.Host, engine.Unreachable{Player: player(s)}) })
		if c.public(2, "opens", s) == 0 {
			at += c.public(20_000, "opens at", s)
			c.later(time.Duration(at)*time.Millisecond, false, func() { c.give(engine.Host, engine.Reachable{Player: player(s)}) })
		}
	}
}

// planGroup is who leaves the group, and comes back or not (E38), and who gets up by
// /leave (G21): by the seat, never by the card.
func (c *carrier) planGroup(v engine.View, ms int) {
	for s := range v.Living.All() {
		at := c.public(ms+1, "goes at", s)
		switch c.public(1000, "goes", s) {
		case 0, 1:
			c.goers = c.goers.With(s)
			c.stands(at, s, engine.LeftGroup{Player: player(s), PutOut: c.public(4, "put out", s) == 0})
			if c.public(3, "comes back", s) > 0 {
				c.stands(at+1000+c.public(70_000, "comes back at", s), s, engine.CameBack{Player: player(s)})
			}
		case 3, 4, 5:
			if c.game.Chairs[s].Second != 0 {
				c.stands(at, s, engine.LeftGroup{Player: second(s)})
				if c.public(2, "second comes back", s) > 0 {
					c.stands(at+1000+c.public(70_000, "second comes back at", s), s, engine.CameBack{Player: second(s)})
				}
			}
		case 2:
			act := engine.Command(engine.Leave{})
			if c.game.Rules.Protesting == engine.ClubProtest && c.public(2, "protests", s) == 0 {
				act = engine.Lodge{}
			}
			c.presses(at, s, act)
			c.presses(at+1000+c.public(8000, "rises at", s), s, act)
		}
	}
}

// stands plans that somebody is in the group, or not, which everybody there sees.
func (c *carrier) stands(ms int, s engine.Seat, where engine.Command) {
	c.later(time.Duration(ms)*time.Millisecond, true, func() {
		c.hears(fmt.Sprintf("of %d: %T", s, where))
		c.give(engine.Host, where)
	})
}

// planSpeech is a minute: words, a nomination, an end.
func (c *carrier) planSpeech(v engine.View, ms int) {
	s := v.Floor
	c.says(500+c.public(3000, "word", s), s, speech.plain)
	if c.public(14, "honest", s) == 0 {
		c.says(4000+c.public(3000, "honest at", s), s, speech.honest)
	}
	switch c.public(60, "says", s) {
	case 0:
		c.says(7000+c.public(3000, "says at", s), s, speech.obscene)
	case 1, 2, 3:
		c.says(7000+c.public(3000, "says at", s), s, speech.oath)
	case 4, 5, 6:
		c.says(7000+c.public(3000, "says at", s), s, speech.hint)
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
	if v.Rules.Withdrawal == engine.On {
		c.planWithdrawal(at+1500, s, whom)
	}
	end := min(ms-1000, 9000+c.public(ms, "end at", s))
	switch c.public(4, "end", s) {
	case 0:
		c.says(ms+c.public(5000, "overrun", s), s, speech.plain)
	case 1:
		c.presses(end, s, engine.Pass{})
	default:
		c.says(end, s, speech.thanks)
	}
}

// planSlot is ten seconds to nominate.
func (c *carrier) planSlot(v engine.View) {
	s, at := v.Floor, 1000+c.public(8000, "slot at", v.Floor)
	whom := nth(v.Living, c.public(v.Living.Len(), "nominee", s))
	switch c.public(8, "slot", s) {
	case 0:
		c.says(at, s, speech.plain)
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
		if c.public(3, "votes", s) > 0 && (v.Rules.MissingVote != engine.LastAndFoul || c.public(8, "forgets", s) == 0) {
			continue
		}
		at := c.public(ms+3000, "votes at", s)
		if c.public(4, "fist", s) == 0 {
			c.says(at, s, speech.fist)
		} else {
			c.presses(at, s, engine.Vote{Seat: v.Current})
		}
		switch c.public(40, "more", s) {
		case 0:
			c.says(at+1000, s, speech.handOff)
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

// tooLate is how many milliseconds behind the end of a window a press never counts,
// its grace included: the moment of a secret act must not decide what comes of it.
const tooLate = 2500

// planShot is a black's shot. That it counts is the night's, when it falls is
// his own: all shoot in time, or all too late, or all at a second seat too.
func (c *carrier) planShot(v engine.View, s engine.Seat, ms int) {
	if v.Rules.ShootMode == engine.Called {
		c.planCalledShot(v, s, ms)
		return
	}
	target := engine.Aim{Target: nth(v.Living, c.tonight(v.Living.Len(), "target"))}
	other := engine.Aim{Target: nth(v.Living, c.tonight(v.Living.Len(), "other target"))}
	at := c.secret(ms-2000, "aims", s)
	night := c.tonight(8, "night")
	if night == 0 {
		at += ms + tooLate
	}
	c.presses(at/2, s, other)
	c.presses(at, s, target)
	c.presses(at+c.secret(900, "fires", s), s, engine.Fire{})
	if night == 1 {
		c.presses(at+1000, s, other)
		c.presses(at+1000+c.secret(900, "fires again", s), s, engine.Fire{})
	}
	c.presses(ms+tooLate+c.secret(3000, "late", s), s, engine.Fire{})
}

// planCalledShot is a black's shot where the numbers are called: in time, too late,
// at a second number too, or between two.
func (c *carrier) planCalledShot(v engine.View, s engine.Seat, ms int) {
	round := 1000 * (v.Rules.ShootCall + v.Rules.ShootGap)
	press := func(what string) {
		i := c.tonight(v.Living.Len(), what)
		at := i*round + 50 + c.secret(round-50, what, s) // it has been called
		if c.tonight(8, "night") == 0 {
			at += ms + tooLate
		}
		c.presses(at, s, engine.FireAt{Shown: nth(v.Living, i)})
		c.presses(at+c.secret(900, "again", s), s, engine.FireAt{Shown: nth(v.Living, i)})
	}
	switch c.tonight(8, "night") {
	case 1:
		press("other target")
	case 2:
		c.presses(round+c.secret(ms-round, "between", s), s, engine.FireAt{})
	case 3:
		c.presses(c.secret(ms, "types", s), s, engine.ShootAt{Target: nth(v.Living, 0)})
	}
	press("target")
	c.presses(ms+tooLate+c.secret(3000, "late", s), s, engine.FireAt{})
}
