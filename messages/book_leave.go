package messages

import (
	"slices"

	"mafiabot/engine"
)

// Those who leave: the table, the group, or the game while they still sit there.

// leaving says to the table that somebody is not there.
func (w *writer) leaving(e engine.Event) bool {
	switch e := e.(type) {
	case engine.IdleReminded:
		w.idle(e)
	case engine.TableEmptied:
		w.line("table_emptied", args{"n": int(e.Busy), "of": int(e.Of)})
	case engine.WentAway:
		a := args{"seat": int(e.Seat), "wait": w.span(e.Wait)}
		if e.Again {
			w.line("went_away.again", a)
		} else {
			w.line("went_away", a)
		}
	case engine.SecondWent:
		a := args{"seat": int(e.Seat), "wait": w.span(e.Wait)}
		if e.Again {
			w.line("second_went.again", a)
		} else {
			w.line("second_went", a)
		}
	case engine.SecondParted:
		w.line("second_parted", args{"seat": int(e.Seat)})
	default:
		return false
	}
	return true
}

// partedInPrivate tells somebody who is out what his words in the group cost.
func (w *writer) partedInPrivate(e engine.Event) bool {
	strikes := w.v.Rules.OutStrikes
	if priced, second := e.(engine.SecondPriced); second {
		e = engine.PartingPriced(priced) // the same words for whoever is out
	}
	switch e := e.(type) {
	case engine.PartingPriced:
		if strikes > 1 {
			w.line("parting_priced.strikes", args{"n": strikes})
		} else {
			w.line("parting_priced", nil)
		}
	case engine.IdleReminded:
		w.line("idle_reminded.own", nil)
	case engine.OutSpoke:
		w.line("out_spoke", args{"n": int(e.Count), "of": strikes})
	default:
		return false
	}
	return true
}

// idle reminds seats that nothing is seen of them.
func (w *writer) idle(e engine.IdleReminded) {
	key := "idle_reminded"
	if e.Seats.Len() == 1 {
		key = "idle_reminded.one"
	}
	w.line(key, args{"seats": w.b.grammar.list(slices.Collect(digits(e.Seats)))})
}
