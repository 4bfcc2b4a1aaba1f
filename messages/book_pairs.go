package messages

import (
	"slices"
	"strings"

	"mafiabot/engine"
)

// What is said of two people who share a seat (T94–T113).

// place names who shares a place of the lobby.
func (w *writer) place(i int) string {
	p, mate := w.v.Table[i], w.v.Mates[i]
	if mate == 0 {
		return w.names(p)
	}
	return w.say("pair.place", args{"nick": w.names(p), "mate": w.names(mate)})
}

// second returns the consigliere of a seat, 0 if it has none.
func (w *writer) second(s engine.Seat) engine.Player {
	if w.v.Parted.Has(s) {
		return 0
	}
	return w.v.Chairs[s].Second
}

// sitters names who sits on a seat: one, or the two of a pair.
func (w *writer) sitters(s engine.Seat) string {
	second := w.second(s)
	if second == 0 {
		return w.nick(s)
	}
	return w.say("seating.pair", args{"nick": w.nick(s), "second": w.names(second)})
}

// ofSecond reports whether the reader of a private message is a consigliere.
func (w *writer) ofSecond() bool {
	return w.v.Me != engine.Host && w.v.Chairs[w.v.Seat].Second == w.v.Me
}

// calledSecond names the consigliere of a seat for a phrase.
func (w *writer) calledSecond(s engine.Seat) args {
	return args{"seat": int(s), "nick": w.names(w.v.Chairs[s].Second)}
}

// pairing says how pairs come about, and who plays.
func (w *writer) pairing(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Paired:
		w.line("paired", args{"nick": w.names(e.Player), "mate": w.names(e.With)})
	case engine.LotsCalled:
		w.line("lots_called", args{"length": w.length(w.v.Rules.Draw)})
	case engine.LotsSettled:
		var pairs []string
		for i, mate := range w.v.Mates {
			if mate != 0 {
				pairs = append(pairs, w.say("lots_settled.one", args{"nick": w.names(w.v.Table[i]), "mate": w.names(mate)}))
			}
		}
		w.line("lots_settled", args{"pairs": strings.Join(pairs, ", ")})
	default:
		return false
	}
	return true
}

// missing names the seats of a hold, and the consiglieri.
func (w *writer) missing(seats, seconds engine.Seats) []string {
	var names []string
	for s := range (seats | seconds).All() {
		if seats.Has(s) {
			names = append(names, w.say("hold.one", w.called(s)))
		}
		if seconds.Has(s) {
			names = append(names, w.say("hold.second", w.calledSecond(s)))
		}
	}
	return names
}

// pairsOf are two keys and the seats that each is said of; nobody is spoken of twice.
func pairsOf(key string, seats engine.Seats, key2 string, seconds engine.Seats) func(func(string, engine.Seats) bool) {
	return func(yield func(string, engine.Seats) bool) {
		if seats == 0 || yield(key, seats) {
			if seconds != 0 {
				yield(key2, seconds)
			}
		}
	}
}

// mainOf reports whether the reader has drawn the player's card of his pair.
func mainOf(v engine.View) bool { return slices.Contains(v.Table[:], v.Me) }

// short is a nick as it stands on a button.
func short(nick string) string {
	const longest = 18 // a label has twenty
	if r := []rune(nick); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return nick
}

// speaker addresses who holds the floor of a seat: the key of a phrase and what fills
// it in.
func (w *writer) speaker(key string, s engine.Seat) (string, args) {
	if sp, ok := w.v.Stage.(engine.Speech); ok && sp.Half == engine.SecondHalf {
		return key + ".second", w.calledSecond(s)
	}
	return key, w.called(s)
}

// partner is who shares the seat of the reader.
func (w *writer) partner() engine.Player {
	c := w.v.Chairs[w.v.Seat]
	if w.ofSecond() {
		return c.Main
	}
	return c.Second
}

// pressesNothing reminds a consigliere who presses (T113).
func (w *writer) pressesNothing(key string) {
	switch key {
	case "card.don_meet", "card.shoot", "card.don", "card.sheriff":
		if w.ofSecond() {
			w.goOn("card.second", nil)
		}
	}
}
