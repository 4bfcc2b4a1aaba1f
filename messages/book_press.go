package messages

import (
	"strings"

	"mafiabot/engine"
)

// What answers a press: labels, toasts, refusals. A toast has 200 characters, a
// label fewer: no nick stands in them but the opener's and those of the best players.

// Button returns the label of a command, "" for one that has no button.
func (b *Book) Button(v engine.View, c engine.Command, names Names) string {
	a := pressed(v, c)
	if vote, ok := c.(engine.VoteBest); ok {
		a["nick"] = short(names(v.Chairs[vote.Seat].Main))
	}
	if pair, ok := c.(engine.Pair); ok {
		a["nick"] = short(names(pair.With))
	}
	key := "button." + commandKey(c)
	if speech, ok := v.Stage.(engine.Speech); ok && speech.Slot && key == "button.nominate" {
		key += ".formula" // the touch and the words in one (E14, C55)
	}
	if answer, ok := c.(engine.Answer); ok {
		key += "." + string(answer.Ruling)
	}
	if vote, ok := c.(engine.VoteProtest); ok {
		key += "." + yesOrNo(vote.Yes)
	}
	if check, ok := c.(engine.Check); ok && v.Exits[check.Target] != 0 {
		key += ".out"
	}
	return b.say(v.Rules.Vocabulary, key, a)
}

// Done returns the callback answer of an accepted press, "" where the press
// needs none. The view is the presser's, right after the Step.
func (b *Book) Done(v engine.View, c engine.Command, names Names) string {
	key, a := "done."+commandKey(c), pressed(v, c)
	switch c := c.(type) {
	case engine.Pair:
		a["mate"] = short(names(c.With))
	case engine.DrawLot:
		if mainOf(v) {
			key += ".main"
		}
	case engine.Fire, engine.FireAt, engine.ShootAt:
		switch {
		case v.Twice:
			key += ".twice"
		case c == engine.Command(engine.FireAt{}):
			key += ".between"
		case v.Rules.DoubleShot == engine.FirstShot:
			key += ".first"
		}
	case engine.Aim:
		if v.Shot != 0 {
			key += ".fired" // another shot is a miss, or none (K11c)
			if v.Rules.DoubleShot == engine.FirstShot {
				key += ".first"
			}
		}
	case engine.Vote:
		if c.Seat != v.Voted || v.Exits[v.Seat] != 0 {
			key += ".second" // it counts for nothing, and has cost what it costs (C57, D6)
		}
	case engine.Stop:
		if v.Stop != 0 {
			key = "done.agree_stop" // it has opened the vote, or is a voice in it
		}
	case engine.Continue:
		if v.Part != engine.JudgePart {
			key = "done.resume"
		}
	case engine.PickMove:
		if v.Picked == 0 {
			key += ".none"
		}
	case engine.Write:
		if _, meet := v.Stage.(engine.DonMeet); meet && v.Role == engine.Don {
			key = "done.show_don" // any word of his is the gesture (C6)
		}
	case engine.NameJudge:
		if v.Judge != engine.Host {
			key += ".sits"
		}
	case engine.TakeChair:
		if v.Judge != v.Me {
			key += ".up"
		}
	case engine.AskFouls:
		if v.Fouls[v.Seat] == 0 {
			key += ".none"
		}
	}
	return b.say(v.Rules.Vocabulary, key, a)
}

// Refused returns the answer of a refusal: a callback answer where there was a
// press, a private message else. It is the same for every role in the same
// situation (G6), and says what to do next.
func (b *Book) Refused(v engine.View, c engine.Command, r engine.Refusal, names Names) string {
	a := pressed(v, c)
	a["opener"] = names(v.Opener)
	return b.answer(v.Rules.Vocabulary, r, a)
}

// Alert reports whether a refusal has to be read: it is shown as a box that is
// closed by hand, not as a toast.
func (b *Book) Alert(r engine.Refusal) bool {
	switch r {
	case "second_vote_price", "second_vote_foul", "second_vote_fourth", "second_vote_flag", "stop_price", "open_private":
		return true
	}
	return false
}

// answer returns the text of a refusal.
func (b *Book) answer(vocabulary string, r engine.Refusal, a args) string {
	if key := "answer." + string(r); b.has(vocabulary, key) {
		return strings.TrimSpace(b.say(vocabulary, key, a))
	}
	return b.say(vocabulary, "answer", a)
}

// pressed are the numbers that an answer to a press may speak of.
func pressed(v engine.View, c engine.Command) args {
	a := args{
		"own": int(v.Seat), "voted": int(v.Voted), "checked": int(v.Check), "count": int(v.Fouls[v.Seat]), "at_table": sitting(v),
		"nominated": int(nominatedBy(v)), "shot": int(v.Shot), "players": v.Rules.Players, "seat": 0, "n": 0,
		"presets": strings.Join(engine.Presets(), ", "), "paces": strings.Join(engine.Paces(), ", "),
	}
	switch c := c.(type) {
	case engine.Nominate:
		a["seat"] = int(c.Seat)
	case engine.NameBest:
		a["seat"] = int(c.Seat)
	case engine.VoteBest:
		a["seat"] = int(c.Seat)
	case engine.PickMove:
		a["seat"], a["picked"] = int(c.Seat), numbers(v.Picked)
	case engine.RecordMove:
		a["picked"] = numbers(v.Picked)
	case engine.Touch:
		a["seat"] = a["nominated"]
	case engine.Vote:
		a["seat"] = int(c.Seat)
	case engine.Aim:
		a["seat"] = int(c.Target)
	case engine.Fire, engine.FireAt, engine.ShootAt:
		a["seat"] = int(v.Shot)
	case engine.Check:
		a["seat"] = int(c.Target)
	case engine.PickOrder:
		a["n"] = int(c.Night)
	case engine.Order:
		a["seat"], a["n"] = int(c.Target), orderOf(v, c)
	case engine.Foul:
		a["seat"] = int(c.Seat)
	case engine.Unfoul:
		a["seat"] = int(c.Seat)
	case engine.Remove:
		a["seat"] = int(c.Seat)
	case engine.Restore:
		a["seat"] = int(c.Seat)
	case engine.Deliberate:
		a["seat"] = int(c.Seat)
	}
	return a
}

// sitting returns how many sit in the lobby.
func sitting(v engine.View) int {
	n := 0
	for _, p := range v.Table {
		if p != 0 {
			n++
		}
	}
	return n
}

// nominatedBy returns whom the reader has nominated today.
func nominatedBy(v engine.View) engine.Seat {
	for _, n := range v.Noms {
		if n.By == v.Seat && n.Seat != 0 {
			return n.Seat
		}
	}
	return 0
}

// orderOf returns which order a seat was taken for; the Don is at the next one
// by now.
func orderOf(v engine.View, c engine.Order) int {
	if c.Night != 0 {
		return int(c.Night)
	}
	if b, ok := v.Stage.(engine.Briefing); ok {
		return int(b.Order+1)%3 + 1
	}
	return 0
}

// commandKey is what a command is called in the phrase file.
func commandKey(c engine.Command) string {
	switch c.(type) {
	case engine.Convene:
		return "convene"
	case engine.Join:
		return "join"
	case engine.Leave:
		return "leave"
	case engine.Begin:
		return "begin"
	case engine.Pair:
		return "pair"
	case engine.DrawLot:
		return "lot"
	case engine.SayReady:
		return "ready"
	case engine.Draw:
		return "draw"
	case engine.TakeCard:
		return "take_card"
	case engine.ReadRules:
		return "read_rules"
	case engine.OpenChat:
		return "open_chat"
	case engine.Nominate:
		return "nominate"
	case engine.Touch:
		return "touch"
	case engine.Withdraw:
		return "withdraw"
	case engine.Pass:
		return "pass"
	case engine.Vote:
		return "vote"
	case engine.Raise:
		return "raise"
	case engine.AskFouls:
		return "fouls"
	case engine.Stop:
		return "stop"
	case engine.AgreeStop:
		return "agree_stop"
	}
	return nightCommandKey(c)
}

func nightCommandKey(c engine.Command) string {
	switch c.(type) {
	case engine.PickOrder:
		return "pick_order"
	case engine.Order:
		return "order"
	case engine.ShowDon:
		return "show_don"
	case engine.Mask:
		return "mask"
	case engine.Aim:
		return "aim"
	case engine.Fire, engine.FireAt, engine.ShootAt:
		return "fire"
	case engine.Check:
		return "check"
	case engine.Foul:
		return "foul"
	case engine.Unfoul:
		return "unfoul"
	case engine.Remove:
		return "remove"
	}
	if key := judgeCommandKey(c); key != "none" {
		return key
	}
	return afterCommandKey(c)
}
