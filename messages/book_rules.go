package messages

import "mafiabot/engine"

// What /rules says: the ruleset in words, a line a topic. Every value that a club
// may change is read from the ruleset, so the text is that of its table.

// Rules returns what /rules says of a ruleset, in fewer than 3,500 characters.
func (b *Book) Rules(r engine.Ruleset) string {
	w := writer{b: b, v: engine.View{Rules: r, Rehearsal: r.RehearsalAt(r.Players)}}
	w.lawOfTable()
	w.lawOfNight()
	w.lawOfSpeech()
	w.lawOfNomination()
	w.lawOfVote()
	w.lawOfPairs()
	w.lawOfFouls()
	w.lawOfWords()
	w.lawOfThird()
	w.lawOfRemoval()
	w.lawOfEnd()
	return w.out.String()
}

// choose goes on with the phrase of a knob's value.
func (w *writer) choose(key, value string) { w.goOn(key+"."+value, nil) }

// only goes on with the phrase of a knob's value where it is that one; the other
// needs no words.
func (w *writer) only(key, value, told string) {
	if value == told {
		w.choose(key, value)
	}
}

// within says so many seconds as they stand after «за», «через» or «ждём».
func (w *writer) within(n int) string { return w.say("span.seconds", args{"n": n}) }

// each says so many seconds as they stand after «по».
func (w *writer) each(n int) string { return w.say("length.seconds.each", args{"n": n}) }

func (w *writer) lawOfTable() {
	r := &w.v.Rules
	w.line("law.title", args{"rules": w.ofName("rules", r.Name), "pace": w.ofName("pace", r.Pace)})
	w.line("law.source."+r.Name, nil)
	count := map[engine.Role]int{}
	cards, _ := engine.Composition(r.Players) // no table has rules of another number
	for _, c := range cards {
		count[c]++
	}
	a := args{"n": r.Players, "mafia": count[engine.Mafia], "citizens": count[engine.Citizen]}
	if count[engine.Mafia] == 0 {
		w.begin("law.seats.alone", a)
	} else {
		w.begin("law.seats", a)
	}
	if w.v.Rehearsal {
		w.goOn("rehearsal", nil)
	}
	if r.Players > engine.MinSeats {
		w.line("law.begin", nil)
	}
	w.begin("law.gather", args{"ready": w.seconds(r.ReadyCheck), "draw": w.seconds(r.Draw)})
	if r.PMHold == 0 {
		w.goOn("law.hold.none", nil)
	} else {
		w.goOn("law.hold", args{"hold": w.within(r.PMHold)})
	}
}

func (w *writer) lawOfNight() {
	r := &w.v.Rules
	w.line("law.orders", args{"briefing": w.seconds(r.Briefing), "don": w.seconds(r.DonMeet), "look": w.seconds(r.LookSheriff)})
	if r.LookDon > 0 {
		w.open = true
		w.goOn("law.look_don", args{"look_don": w.seconds(r.LookDon)})
	}
	w.line("law.night", args{"fall": w.seconds(r.NightFall), "shoot": w.seconds(r.Shoot), "check": w.each(r.Check)})
	w.line("law.kill", nil)
	if r.WakeInSearch == engine.Removal {
		w.line("law.wake", nil)
	}
	w.begin("law.hush", nil)
	w.choose("law.sign", r.NightSign)
}

func (w *writer) lawOfSpeech() {
	r := &w.v.Rules
	w.begin("law.speech", args{"speech": w.seconds(r.Speech)})
	if r.Warn > 0 {
		w.goOn("law.warn", args{"warn": w.within(r.Warn)})
	}
	a := args{"silent": w.within(r.SilentClose), "tie": w.within(r.SilentCloseTie)}
	switch {
	case r.SilentClose > 0 && r.SilentCloseTie > 0:
		w.goOn("law.silent.both", a)
	case r.SilentClose > 0:
		w.goOn("law.silent", a)
	case r.SilentCloseTie > 0:
		w.goOn("law.silent.tie", a)
	}
	w.line("law.grace", args{"grace": w.within(r.OverrunGrace)})
	w.line("law.text", nil)
}

func (w *writer) lawOfNomination() {
	r := &w.v.Rules
	w.open = false
	w.choose("law.nominate", r.NominationFormula)
	w.choose("law.touch", onOff(r.NominationTouch))
	w.goOn("law.one", nil)
	if r.OneOnDay1 == engine.Held {
		w.begin("law.day1.held", nil)
	} else {
		w.begin("law.day1", nil)
	}
	if r.OneLater == engine.Off {
		w.goOn("law.later.off", nil)
	}
	if r.Day1Vote == engine.TiesOnly {
		w.goOn("law.day1.ties", nil)
	}
}

func (w *writer) lawOfVote() {
	r := &w.v.Rules
	w.begin("law.vote", args{"lead": w.within(r.VoteLead), "vote": w.within(r.VoteWindow)})
	if r.VoteByMessage == engine.Off {
		w.goOn("law.token.button", nil)
	} else {
		w.choose("law.token", r.VoteToken)
	}
	w.only("law.self", r.SelfVote, engine.Refused)
	w.only("law.agitation", r.Agitation, engine.Anything)
	w.begin("law.missing", nil)
	if r.MissingVote == engine.LastAndFoul {
		w.goOn("law.missing.foul", nil)
	}
	if r.SkipSpentWindows {
		w.goOn("law.skip", nil)
	}
	w.open = false
	w.choose("law.second", r.DoubleVote)
	w.choose("law.lift", r.VoteLift)
	w.choose("law.void", r.RemovedVoterVotes)
	w.begin("law.tie", args{"tie": w.each(r.TieSpeech)})
	w.only("law.subset", r.TieSubset, engine.RevoteOnly)
	w.goOn("law.repeat."+r.RepeatTie, args{"raise": w.seconds(r.RaiseWindow)})
	if r.RaiseThreeOfNine == engine.Off {
		w.goOn("law.nine", nil)
	}
	w.only("law.raise_four", r.RaiseAtFour, engine.Off)
	w.only("law.raise_all", r.RaiseAllTable, engine.Held)
	w.begin("law.word", args{"killed": w.seconds(r.LastWordKilled), "voted": w.seconds(r.LastWordVoted)})
	w.choose("law.show", onOff(r.OrderShow))
}

func (w *writer) lawOfFouls() {
	r := &w.v.Rules
	w.line("law.fouls", args{"own": r.GestureLimit, "out": r.GesturesOutOfTurn})
}

// wordKnobs are the knobs of words in the order in which /rules names them.
var wordKnobs = []string{
	"w1", "w2", "w3_appeal", "w3_plea", "w3_mention", "w3_devil", "w4", "w5", "w6_p1", "w6_p2", "w7", "w8", "w9", "protest_said",
	"w10_shown", "w10_talk", "host_address_own_minute", "address_players_by", "tears_emoji", "w14",
}

// lawOfWords names the words that cost something, a sentence a price.
func (w *writer) lawOfWords() {
	said := map[string][]string{}
	for _, key := range wordKnobs {
		k, _ := engine.KnobOf(key)
		price := k.Get(w.v.Rules)
		if key == "w1" && price != engine.Off {
			key, price = key+"."+price, engine.FoulOnly
		}
		said[price] = append(said[price], w.say("law.word."+key, nil))
	}
	w.open = false
	for _, price := range [...]string{engine.FoulOnly, engine.FoulAndFlag, engine.JudgeOrFoul, engine.Removal, engine.FlagOnly} {
		if words := said[price]; len(words) > 0 {
			w.goOn("law.words."+price, args{"words": w.b.grammar.list(words)})
		}
	}
	w.open = false
}

func (w *writer) lawOfThird() {
	r := &w.v.Rules
	slot := args{"slot": w.seconds(r.Slot)}
	w.begin("law.third", nil)
	w.goOn("law.stopped."+r.SilencedNomination, slot)
	w.choose("law.in_tie", r.ThirdInTieSpeech)
	w.begin("law.slot", slot)
	w.choose("law.scope", r.SilenceScope)
	if r.CriticalPlayers == engine.Critical {
		w.goOn("law.critical", args{"critical": w.seconds(r.CriticalSpeech)})
	}
	w.begin("law.fourth", nil)
	w.choose("law.count", r.FoulCountQuery)
}

func (w *writer) lawOfRemoval() {
	r := &w.v.Rules
	w.begin("law.removal", nil)
	w.choose("law.during", r.RemovalDuringVote)
	w.choose("law.after", r.RemovalAfterVote)
	w.choose("law.at_night", r.RemovalAtNight)
}

func (w *writer) lawOfEnd() {
	r := &w.v.Rules
	w.line("law.win", nil)
	verdict := func(value string) args { return args{"verdict": w.say("law.verdict."+value, nil)} }
	if r.ThreeMissesUnit == engine.Rounds {
		w.line("law.rounds", verdict(r.ThreeMisses))
	} else {
		w.begin("law.misses", verdict(r.ThreeMisses))
		if r.ThreeMissesAtFour != r.ThreeMisses {
			w.goOn("law.four", verdict(r.ThreeMissesAtFour))
		}
	}
	if r.StoppableAt(r.Players) {
		w.line("law.stop", args{"stop": w.within(r.StopVote)})
	} else {
		w.line("law.stop.off", nil)
	}
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
