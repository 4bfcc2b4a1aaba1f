package messages

import (
	"fmt"
	"strings"

	"mafiabot/engine"
)

// What is said at night: to the table the phrases of G7, to the seats their
// cards; and the morning.

// night says a phrase of the night to the table.
func (w *writer) night(e engine.Event) bool {
	r := &w.v.Rules
	switch e.(type) {
	case engine.BriefingCalled:
		w.line("briefing_called", args{"length": w.length(r.Briefing)})
	case engine.DonMeetCalled:
		w.line("don_meet_called", nil)
	case engine.LookDonCalled:
		w.line("look_don_called", args{"length": w.seconds(r.LookDon)})
	case engine.LookCalled:
		w.line("look_called", args{"length": w.seconds(r.LookSheriff)})
	case engine.NightFell:
		w.line("night_fell", nil)
	case engine.ShootCalled:
		w.line("shoot_called", nil)
	case engine.DonCalled:
		w.line("don_called", nil)
	case engine.SheriffCalled:
		w.line("sheriff_called", nil)
	default:
		return false
	}
	w.masks(e)
	return true
}

// toOne says a fact in a private chat.
func (w *writer) toOne(e engine.Event) {
	switch e := e.(type) {
	case engine.Drew:
		if w.ofSecond() {
			w.line("drew.second", w.called(e.Seat))
		} else {
			w.line("drew", args{"seat": int(e.Seat)})
		}
	case engine.TrayOut:
		w.tray()
	case engine.DealVoided:
		w.line("deal_voided", nil)
	case engine.Dealt:
		w.dealt(e)
	case engine.Whispered:
		w.line("whispered", args{"seat": int(e.By), "text": w.x.Text})
	case engine.Conferred:
		w.line("conferred", args{"nick": w.names(w.partner()), "text": w.x.Text})
	case engine.Ordered:
		w.line("ordered", args{"n": int(e.Night), "seat": int(e.Target)})
	case engine.CheckTold:
		w.checkTold(e)
	default:
		if !w.toJudge(e) && !w.partedInPrivate(e) && !w.protestInPrivate(e) {
			w.card(e)
		}
	}
}

// dealt is a seat's card of the game, with the team of a black.
func (w *writer) dealt(e engine.Dealt) {
	if w.x.Code != "" {
		w.goOn("dealt.code", args{"code": w.x.Code})
	}
	key := "dealt"
	if w.ofSecond() {
		key = "dealt.second"
	}
	w.goOn(key, args{"seat": int(e.Seat), "role": w.role(e.Role)})
	if e.Role.Black() {
		w.goOn("dealt.team", args{"team": w.team(e.Seat, e.Don, e.Mafia)})
	}
}

// role is the name of a card.
func (w *writer) role(r engine.Role) string {
	return w.say([...]string{"role.none", "role.citizen", "role.sheriff", "role.mafia", "role.don"}[r], nil)
}

// team names the other blacks of a black.
func (w *writer) team(self, don engine.Seat, mafia engine.Seats) string {
	var parts []string
	if don != 0 && don != self {
		parts = append(parts, w.say("team.don", args{"seat": int(don)}))
	}
	var others []string
	for s := range digits(mafia.Without(self)) {
		others = append(others, s)
	}
	if len(others) > 0 {
		parts = append(parts, w.say("team.mafia", args{"seats": w.b.grammar.list(others)}))
	}
	if len(parts) == 0 {
		return w.say("team.none", nil)
	}
	return w.b.grammar.capital(strings.Join(parts, ", ")) + "."
}

// card is the one card of a night, or an edit of it that its actor gets. As it
// arrives it says the same to every seat (I7).
func (w *writer) card(e engine.Event) {
	key := w.cardKey(e)
	if key == "" {
		return
	}
	if called, ok := e.(engine.NumberCalled); ok {
		w.number(called)
	}
	w.heading(e)
	w.goOn(key, args{
		"length": w.seconds(w.v.Length), "check": w.seconds(w.v.Rules.Check), "seats": w.seating(),
		"team": w.team(w.v.Seat, w.v.Don, w.v.Mafia), "checked": int(w.v.Check),
	})
	switch e.(type) {
	case engine.BriefingCalled:
		if key != "card" && w.v.Role == engine.Don && !w.ofSecond() {
			w.goOn("card.orders", nil)
		}
	case engine.DonMeetCalled:
		w.orders()
	case engine.ShootCalled:
		w.order()
	case engine.NumberCalled:
		if w.v.Shot != 0 {
			w.goOn("card.shot", args{"seat": int(w.v.Shot)})
		} else {
			w.order()
		}
	}
	w.pressesNothing(key)
}

// order reminds a black of the order for this night.
func (w *writer) order() {
	if n := w.v.Night; n >= 1 && n <= 3 && w.v.Living.Has(w.v.Orders[n-1]) {
		w.goOn("card.order", args{"seat": int(w.v.Orders[n-1])})
	}
}

// number shows the number that is called, in a line of its own and ahead of all else, for
// it stands there for some seconds only (K11d).
func (w *writer) number(e engine.NumberCalled) {
	if e.Seat == 0 {
		w.line("card.called.between", nil)
	} else {
		w.line("card.called.number", args{"seat": int(e.Seat)})
	}
}

// heading says which night a card is of.
func (w *writer) heading(e engine.Event) {
	night := w.v.Night
	if fell, ok := e.(engine.NightFell); ok {
		night = fell.Night
	}
	if night == 0 {
		w.goOn("card.night0", nil)
		return
	}
	w.goOn("card.night", args{"n": int(night)})
}

// cardKey chooses what a card says. Who is no actor of the fact gets the card
// as it arrives.
func (w *writer) cardKey(e engine.Event) string {
	v := &w.v
	switch e.(type) {
	case engine.NightFell:
		return "card"
	case engine.BriefingCalled:
		switch {
		case !v.Open || !v.Role.Black():
			return "card"
		case w.ofSecond():
			return "card.briefing.second"
		case v.Mafia.Without(v.Seat) == 0 && v.Don == v.Seat:
			return "card.briefing.alone"
		}
		return "card.briefing"
	case engine.DonMeetCalled:
		if v.Role == engine.Don {
			return "card.don_meet"
		}
		return "card.briefing_over"
	case engine.LookDonCalled:
		return "card.look_don"
	case engine.LookCalled:
		if v.Role == engine.Don {
			return "card.don_sleeps"
		}
		return "card.look"
	case engine.ShootCalled:
		return "card.shoot"
	case engine.NumberCalled:
		return "card.called"
	case engine.Shot:
		return "card.shot_before"
	case engine.Checked:
		return "card.checked"
	case engine.DonCalled:
		if v.Open && v.Role == engine.Don && v.Rules.ChecksOn(v.Night) {
			return "card.don"
		}
		return "card.mafia_sleeps"
	case engine.SheriffCalled:
		return "card.sheriff"
	case engine.Dawned:
		return "card.look_over"
	}
	return ""
}

// orders reads out what has been ordered.
func (w *writer) orders() {
	var out []string
	for i, s := range w.v.Orders {
		if s != 0 {
			out = append(out, fmt.Sprintf("%d — %d", i+1, s))
		}
	}
	if len(out) > 0 {
		w.goOn("card.ordered", args{"orders": strings.Join(out, ", ")})
	}
}

// checkTold is the answer to a check.
func (w *writer) checkTold(e engine.CheckTold) {
	w.heading(e)
	switch { // the border of his window (T8)
	case w.v.Rules.LateCheck != engine.Removal:
	case w.v.Role == engine.Don:
		w.goOn("check.thanks.don", nil)
	default:
		w.goOn("check.thanks.sheriff", nil)
	}
	key := "check."
	switch {
	case e.Target == 0:
		key += "none"
	case w.v.Role == engine.Don:
		key += map[bool]string{true: "sheriff", false: "not_sheriff"}[e.Yes]
	default:
		key += map[bool]string{true: "black", false: "red"}[e.Yes]
	}
	w.goOn(key, args{"seat": int(e.Target)})
}

// morning says what the night brought.
func (w *writer) morning(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Dawned:
		w.begin("dawned", nil)
	case engine.Killed:
		if e.Gone {
			w.goOn("killed.gone", args{"seat": int(e.Seat)})
		} else {
			w.goOn("killed", args{"seat": int(e.Seat)})
		}
	case engine.Missed:
		if e.Void {
			w.goOn("missed.void", nil)
		} else {
			w.goOn("missed", nil)
		}
	case engine.Tallied:
		w.tallied(e)
	default:
		return false
	}
	return true
}

// tallied reads out the fouls: the counts, what was fouled at night, and who
// has no word today.
func (w *writer) tallied(e engine.Tallied) {
	var counts, night []string
	for s, n := range e.Fouls {
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d — %d", s, n))
		}
		if e.Night[s] != "" {
			night = append(night, fmt.Sprintf("%d — %s", s, w.b.grammar.list(w.reasonList(e.Night[s], e.Also[s]))))
		}
	}
	var silent engine.Seats
	for s := range w.v.Living.All() {
		if w.v.Silent[s] == w.v.Day {
			silent = silent.With(s)
		}
	}
	if _, last := w.before().(engine.LastWordCalled); last || len(counts)+len(night) > 0 {
		w.open = false
	}
	if len(counts) == 0 && len(night) == 0 {
		w.goOn("tallied.none", nil)
	}
	if len(counts) > 0 {
		w.goOn("tallied", args{"counts": strings.Join(counts, ", ")})
	}
	if len(night) > 0 {
		w.goOn("tallied.night", args{"night": strings.Join(night, ", ")})
	}
	switch {
	case silent == 0:
	case w.v.Rules.IsCritical(w.v.Living.Len()):
		w.goOn("tallied.critical", args{"seats": numbers(silent), "length": w.seconds(w.v.Rules.CriticalSpeech)})
	default:
		w.goOn("tallied.silent", args{"seats": numbers(silent)})
	}
	w.open = false
}
