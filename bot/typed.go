package bot

import (
	"strings"

	"mafiabot/engine"
	"mafiabot/messages"
)

// Every button has a typed fallback: a bot command, in the group or in private.
// The vote, the touch and the formula have theirs in the group's own words.

// typed returns the commands that a bot command stands for; false if it is none
// of a game's.
func typed(name, args string, nicks *messages.Nicks, seats int) ([]engine.Command, bool) {
	one := func(c engine.Command) ([]engine.Command, bool) { return []engine.Command{c}, true }
	seat, _ := messages.SeatIn(args, nicks, seats)
	switch name {
	case "join":
		return one(engine.Join{})
	case "leave":
		return one(engine.Leave{})
	case "begin":
		return one(engine.Begin{})
	case "stop":
		return one(engine.Stop{})
	case "lot":
		return one(engine.DrawLot{})
	case "ready":
		return one(engine.SayReady{})
	case "draw":
		return one(engine.Draw{})
	case "take":
		return one(engine.TakeCard{})
	case "don":
		return one(engine.ShowDon{})
	case "mask":
		return one(engine.Mask{})
	case "shoot":
		return one(engine.ShootAt{Target: seat})
	case "check":
		return one(engine.Check{Target: seat})
	case "withdraw":
		return one(engine.Withdraw{})
	case "pass":
		return one(engine.Pass{})
	case "fouls":
		return one(engine.AskFouls{})
	case "order":
		return order("заказ "+args, nicks, seats)
	}
	return nil, false
}

// order reads «заказ 2 7»: the second order is for seat 7; «заказ 7» is for the
// order that is next.
func order(text string, nicks *messages.Nicks, seats int) ([]engine.Command, bool) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" :,.—-", r) })
	if len(words) < 2 || len(words) > 3 || words[0] != "заказ" {
		return nil, false
	}
	var c engine.Order
	if len(words) == 3 {
		n, ok := messages.SeatIn(words[1], nil, 3)
		if !ok {
			return nil, false
		}
		c.Night = uint8(n)
	}
	target, ok := messages.SeatIn(words[len(words)-1], nicks, seats)
	if !ok {
		return nil, false
	}
	c.Target = target
	return []engine.Command{c}, true
}
