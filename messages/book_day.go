package messages

import (
	"strings"

	"mafiabot/engine"
)

// What is said by day: whose floor it is, nominations, fouls, departures, the
// end. The ballot has a file of its own.

// floor says who speaks, who has spoken, and how much of his time is left.
func (w *writer) floor(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Thanked:
		if w.stoppedByThird(e) {
			w.begin("foul.third.stop", nil)
		} else {
			w.open = false
		}
		w.goOn("thanked", args{"seat": int(e.Seat)})
	case engine.SpeechCalled:
		w.newCall()
		w.speech(e)
	case engine.SlotCalled:
		a := args{"seat": int(e.Seat), "length": w.seconds(w.v.Rules.Slot)}
		w.newCall()
		key := "slot_called"
		if e.Stopped {
			key += ".stopped"
		}
		if w.v.Rules.SlotWord == engine.Deleted {
			key += ".free" // a word costs nothing
		}
		w.goOn(key, a)
	case engine.SpeechCut:
		w.goOn("speech_cut", args{"seat": int(e.Seat), "length": w.seconds(e.Left)})
		w.open = false
	case engine.TieSpeechCalled:
		w.newCall()
		w.goOn("tie_speech_called", args{"seat": int(e.Seat), "length": w.seconds(w.v.Rules.TieSpeech)})
	case engine.TieSpeechLost:
		w.goOn("tie_speech_lost", args{"seat": int(e.Seat)})
	case engine.LastWordCalled:
		w.lastWord(e)
	case engine.HalfCalled:
		if w.anew() {
			a := w.calledSecond(e.Seat)
			a["length"] = w.seconds(w.v.Rules.ConsSplit)
			w.goOn("went_on.half", a)
			break
		}
		w.newCall()
		w.goOn("half_called", args{"length": w.seconds(w.v.Rules.ConsSplit)})
	case engine.Nudged:
		key, a := w.speaker("nudged", e.Seat)
		whole := w.v.Rules.SilentIn(w.v.Stage)
		a["length"] = w.seconds(whole - whole/2)
		w.line(key, a)
	case engine.Warned:
		w.line("warned", args{"length": w.seconds(e.Seconds)})
	default:
		return false
	}
	return true
}

// newCall begins a new line for who is called after a foul or a removal.
func (w *writer) newCall() {
	switch w.before().(type) {
	case engine.Removed, engine.BallotOff, engine.Fouled:
		w.open = false
	}
}

func (w *writer) speech(e engine.SpeechCalled) {
	a := w.called(e.Seat)
	switch n := w.v.Rules.Speech; {
	case e.Half:
		a["length"] = w.seconds(w.v.Rules.ConsSplit)
		w.goOn("speech_called.half", a)
	case e.Critical:
		a["length"] = w.seconds(w.v.Rules.CriticalSpeech)
		w.goOn("speech_called.critical", a)
	case n != 60:
		a["length"] = w.seconds(n)
		w.goOn("speech_called.length", a)
	default:
		w.goOn("speech_called", a)
	}
}

// lastWord addresses a seat that has just been named without naming it again.
func (w *writer) lastWord(e engine.LastWordCalled) {
	length := w.v.Rules.LastWordVoted
	if e.Killed {
		length = w.v.Rules.LastWordKilled
	}
	named := false
	switch f := w.before().(type) {
	case engine.Killed:
		named = f.Seat == e.Seat
	case engine.LeaversNamed:
		named = f.List.Len() == 1
	}
	key := "last_word"
	if named {
		key += ".named"
	}
	if length != 60 {
		key += ".length"
	}
	a := w.called(e.Seat)
	a["length"] = w.seconds(length)
	w.goOn(key, a)
	if e.Killed && w.v.Night == 1 {
		w.askMove()
	}
}

// nomination says what became of a nomination.
func (w *writer) nomination(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Echoed:
		w.line("echoed", args{"by": int(e.By), "seat": int(e.Seat)})
	case engine.Nominated:
		w.line("nominated", args{"seat": int(e.Seat)})
	case engine.Withdrew:
		w.line("withdrew", args{"seat": int(e.Seat)})
	case engine.NotNominated:
		a := args{"seat": int(e.Seat), "reason": w.reason(e.Why)}
		if e.Seat == 0 {
			w.line("not_nominated.nobody", a)
		} else {
			w.line(w.why("not_nominated", e.Why, a), a)
		}
	default:
		return false
	}
	return true
}

// foul says a foul, and what the third one costs (E49); or that one is taken back.
func (w *writer) foul(e engine.Event) bool {
	if u, ok := e.(engine.Unfouled); ok {
		w.line("unfouled", args{"seat": int(u.Seat)})
		return true
	}
	f, ok := e.(engine.Fouled)
	if !ok {
		return false
	}
	a := args{"seat": int(f.Seat), "reason": w.causes(f), "count": int(f.Count)}
	switch {
	case f.Count >= 4:
		w.begin("foul.fourth", a)
	case f.Count == 3 && w.isStopped(f.Seat):
		w.line("foul.reason", a)
	case f.Count == 3:
		w.begin("foul.third", a)
		w.goOn(w.silence(f.Seat), nil)
	case w.v.Rules.FoulCountQuery == engine.InMorning:
		w.line("foul", a)
	default:
		w.line("foul.count", a)
	}
	return true
}

// silence chooses the phrase for what the third foul of a seat costs, "" if it
// costs nothing.
func (w *writer) silence(s engine.Seat) string {
	if _, cut := w.next().(engine.SpeechCut); cut {
		return ""
	}
	switch w.v.Silent[s] {
	case w.v.Day:
		return "foul.third.today"
	case w.v.Day + 1:
		return "foul.third.tomorrow"
	}
	return ""
}

// isStopped reports whether a seat is thanked in mid-speech in this moment.
func (w *writer) isStopped(s engine.Seat) bool {
	for _, e := range w.facts {
		if t, ok := e.(engine.Thanked); ok && t.Stopped && t.Seat == s {
			return true
		}
	}
	return false
}

// stoppedByThird reports whether a speech ends by the third foul (C48).
func (w *writer) stoppedByThird(t engine.Thanked) bool {
	for _, e := range w.facts {
		if f, ok := e.(engine.Fouled); ok && t.Stopped && f.Seat == t.Seat && f.Count == 3 {
			return true
		}
	}
	return false
}

// departure says who is out, and what that does to the ballot.
func (w *writer) departure(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Removed:
		a := args{"seat": int(e.Seat)}
		key := w.whys("removed", e, a)
		if f, told := w.before().(engine.Fouled); told && f.Seat == e.Seat && f.Count >= 4 {
			key = "removed.told"
		}
		w.goOn(key, a)
	case engine.WordCut:
		a := args{"seat": int(e.Seat)}
		w.line(w.whys("word_cut", engine.Removed(e), a), a)
	case engine.BallotOff:
		if e.Day == w.v.Day {
			w.goOn("ballot_off.today", nil)
		} else {
			w.goOn("ballot_off.tomorrow", nil)
		}
	case engine.LeaversNamed:
		a := args{"seats": w.spoken(e.List)}
		if e.List.Len() == 1 {
			w.begin("leavers_named.one", a)
		} else {
			w.begin("leavers_named", a)
		}
	default:
		return false
	}
	return true
}

// stopVote says that the living seats vote to stop the game, and that it goes on.
func (w *writer) stopVote(e engine.Event) bool {
	switch e := e.(type) {
	case engine.StopCalled:
		w.line("stop_called", args{"n": int(e.Needed), "of": int(e.Of), "length": w.seconds(w.v.Rules.StopVote)})
	case engine.StopFailed:
		w.line("stop_failed", args{"n": int(e.For), "needed": int(e.Needed), "of": int(e.Of)})
	default:
		return false
	}
	return true
}

// end says the result, shows the cards and opens the seal.
func (w *writer) end(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Awarded:
		w.line("awarded", args{"seat": int(e.Seat), "reason": w.reason(e.Why)})
	case engine.Ended:
		w.open = false
		if e.Verdict != engine.Stopped {
			w.goOn("ended", nil)
		}
		w.goOn(w.verdict(e.Verdict), nil)
		if w.v.Rehearsal {
			w.goOn("rehearsal", nil)
		}
		w.open = false
	case engine.Revealed:
		w.line("revealed", args{"cards": w.cards(e)})
	case engine.Unsealed:
		w.line("unsealed", args{"key": hexOf(e.Seed)})
		if _, opinions := w.v.Stage.(engine.Opinion); !opinions {
			w.newTable()
		}
	default:
		return w.aftergame(e)
	}
	return true
}

// verdict chooses the words of a result. A miss in the same moment is the third
// of its row, for nothing else decides a game by it.
func (w *writer) verdict(v engine.Verdict) string {
	key := [...]string{"verdict.none", "verdict.red", "verdict.black", "verdict.draw", "verdict.stopped"}[v]
	if v == engine.Stopped {
		return key
	}
	for _, e := range w.facts {
		if _, missed := e.(engine.Missed); !missed {
			continue
		}
		return key + "." + w.v.Rules.ThreeMissesUnit
	}
	return key
}

// cards are the roles of the table, citizens in one word.
func (w *writer) cards(e engine.Revealed) string {
	var out []string
	for _, r := range [...]engine.Role{engine.Don, engine.Mafia, engine.Sheriff} {
		for s, role := range e.Roles {
			if role == r {
				a := w.called(engine.Seat(s))
				a["nick"], a["role"] = w.sitters(engine.Seat(s)), w.role(r)
				out = append(out, w.say("revealed.one", a))
			}
		}
	}
	return strings.Join(append(out, w.say("revealed.rest", nil)), " · ")
}
