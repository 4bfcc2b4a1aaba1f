package engine

import "time"

// Allowed returns the commands that Step would take from this player now: every
// candidate is tried. Utterances, which depend on words, are not among them.
func (g *Game) Allowed(by Player, now time.Time) []Command {
	var out []Command
	for _, c := range g.candidates() {
		if _, err := g.Step(by, c, now); err == nil {
			out = append(out, c)
		}
	}
	return out
}

// candidates are the commands that make sense in the stage the game is in.
func (g *Game) candidates() []Command {
	var out []Command
	each := func(of Seats, c func(Seat) Command) {
		for s := range of.All() {
			out = append(out, c(s))
		}
	}
	for _, card := range g.Cards {
		for _, r := range card.Offers.All() {
			out = append(out, Answer{Card: card.Window, Ruling: r})
		}
	}
	if g.Masks.runs() {
		out = append(out, Mask{})
	}
	if g.StopVote.runs() {
		out = append(out, AgreeStop{})
	}
	if g.Objection.Vote != 0 {
		out = append(out, VoteProtest{Yes: true}, VoteProtest{})
	}
	out = append(out, g.moveCandidates()...)
	out = append(out, g.afterCandidates()...)
	switch g.Stage.(type) {
	case Lobby:
		out = append(out, Join{}, Leave{}, Begin{})
		for _, p := range g.Table {
			out = append(out, Pair{With: p})
		}
	case Lots:
		out = append(out, DrawLot{}, Leave{})
	case ReadyCheck:
		out = append(out, SayReady{}, Leave{})
	case Drawing:
		out = append(out, Draw{}, Leave{})
	case Telling, Holding, Cards:
		out = append(out, Leave{})
	case Tray:
		out = append(out, TakeCard{}, Leave{})
	case Briefing:
		out = append(out, PickOrder{1}, PickOrder{2}, PickOrder{3})
		each(g.Living, func(s Seat) Command { return Order{Target: s} })
	case DonMeet:
		out = append(out, ShowDon{})
	case Shoot:
		each(g.Living, func(s Seat) Command { return Aim{Target: s} })
		out = append(out, Fire{}, FireAt{})
		each(g.Living, func(s Seat) Command { return FireAt{Shown: s} })
	case DonCheck, SheriffCheck:
		each(g.Drawn, func(s Seat) Command { return Check{Target: s} })
	case Asking:
		out = append(out, Continue{})
	case Speech:
		each(g.Living, func(s Seat) Command { return Nominate{Seat: s} })
		out = append(out, Touch{}, Withdraw{}, Pass{}, Stop{})
	case TieSpeech, LastWord:
		out = append(out, Pass{})
	case Voting:
		out = append(out, Vote{Seat: g.Ballot.List[g.Ballot.Index]})
	case LiftVote:
		out = append(out, Raise{})
	}
	return out
}
