package messages

import (
	"strings"

	"mafiabot/engine"
)

// What is said of the judge, and to him (G11).

// judging says to the table who judges.
func (w *writer) judging(e engine.Event) bool {
	switch e := e.(type) {
	case engine.JudgeSat:
		w.line("judge_sat", args{"nick": w.names(e.Player)})
	case engine.JudgeLeft:
		w.line("judge_left", args{"nick": w.names(e.Player)})
	case engine.Restored:
		w.begin("restored", args{"seat": int(e.Seat)})
		if e.Ballot != 0 {
			w.goOn("restored.ballot", nil)
		}
		w.open = false
	case engine.PauseCalled:
		w.line("pause_called", args{"length": w.length(w.v.Rules.PauseMax)})
	case engine.PauseEnding:
		w.line("pause_ending", args{"length": w.say("span.seconds", args{"n": e.Seconds})})
	default:
		return false
	}
	return true
}

// toJudge says a fact to the judge in his private chat.
func (w *writer) toJudge(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Carded:
		w.carded(e)
	case engine.CardLapsed:
		w.line("card_lapsed", nil)
	case engine.CardVoided:
		w.line("card_voided", nil)
	case engine.Ruled:
		w.line("ruled."+string(e.Ruling), nil)
	case engine.CardsShown:
		w.cardsShown(e)
	default:
		return false
	}
	return true
}

// mostSaid is how many characters of a message a card repeats.
const mostSaid = 300

// carded is a question: who, when, what for, with what words, and what follows if it
// is not answered.
func (w *writer) carded(e engine.Carded) {
	if w.protestCarded(e) {
		return
	}
	a := w.called(e.Seat)
	a["n"], a["when"], a["reason"] = int(e.Window), w.when(), w.reasonsOf(e.Whys)
	key := "carded"
	switch {
	case e.Told && e.Offers.Has(engine.RuleAward):
		key = "carded.award"
	case e.Told:
		key = "carded.removal"
	}
	w.begin(key, a)
	if e.Text != "" {
		w.goOn("carded.text", args{"said": e.Text})
	}
	if w.x.Text != "" && e.Mark != 0 {
		w.goOn("carded.said", args{"said": clip(w.x.Text, mostSaid)})
	}
	a = args{"length": w.seconds(w.v.Rules.JudgeTimeout)}
	switch {
	case e.Foul != "":
		w.line("carded.foul", a)
	case e.Offers.Has(engine.RuleOnPurpose):
		w.line("carded.leaving", a)
	case e.Whys.Has(engine.WasAbsent):
		w.line("carded.absent", a)
	default:
		w.line("carded.nothing", a)
	}
}

// when is where the evening stands.
func (w *writer) when() string {
	switch w.v.Stage.(type) {
	case engine.Briefing, engine.DonMeet, engine.Look:
		return w.say("when.night0", nil)
	case engine.Fall, engine.Shoot, engine.DonCheck, engine.SheriffCheck:
		return w.say("when.night", args{"n": int(w.v.Night)})
	}
	return w.say("when.day", args{"n": int(w.v.Day)})
}

// reasonsOf says reasons, a comma between two.
func (w *writer) reasonsOf(whys engine.Reasons) string {
	text := ""
	for why := range whys.All() {
		if text != "" {
			text += ", "
		}
		text += w.reason(why)
	}
	return text
}

// cardsShown shows the judge who has which card (judge_sees_roles).
func (w *writer) cardsShown(e engine.CardsShown) {
	for s, role := range e.Roles {
		if role != 0 {
			w.line("cards_shown", args{"seat": s, "nick": w.nick(engine.Seat(s)), "role": w.role(role)})
		}
	}
}

// clip shortens a text to so many characters, in one line.
func clip(text string, most int) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > most {
		return string(line[:most-1]) + "…"
	}
	return string(line)
}

// judgeCommandKey is what a command of the judge is called in the phrase file.
func judgeCommandKey(c engine.Command) string {
	switch c.(type) {
	case engine.TakeChair:
		return "take_chair"
	case engine.NameJudge:
		return "name_judge"
	case engine.Answer:
		return "answer"
	case engine.Restore:
		return "restore"
	case engine.Deliberate:
		return "deliberate"
	case engine.Skip:
		return "skip"
	case engine.Note:
		return "note"
	case engine.Pause:
		return "pause"
	case engine.Continue:
		return "continue"
	}
	return "none"
}
