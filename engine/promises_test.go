package engine_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// step is one Step of a game: what was given, where the game stood, what it led to.
type step struct {
	by     engine.Player
	c      engine.Command
	now    time.Time
	before *engine.Game
	engine.Ready
}

// stepPromise is a promise about what one Step leads to, beside the invariants of
// games; breach turns the Step of a sound game into one that breaks it.
type stepPromise struct {
	id, says string
	check    func(step) error
	breach   func(*step)
}

var stepPromises = []stepPromise{
	{"G3", "one command fouls a seat once", checkOnce,
		func(s *step) { s.Events = append(s.Events, engine.Fouled{Seat: 5, Count: 2}) }},
	{"G4", "who is removed for a word has no foul for it", checkHeaviest,
		func(s *step) { s.Events = append(s.Events, engine.Removed{Seat: 5, Why: engine.ObsceneSaid}) }},
	{"G6", "a removal of the night is told without its reasons", checkNightly,
		func(s *step) {
			night := *s.before
			night.Stage, s.before = engine.Shoot{}, &night
			s.Events = append(s.Events, engine.Removed{Seat: 7, Why: engine.AtNight, Also: "obscene"})
		}},
	{"G8", "a message is flagged once for a reason", checkFlaggedOnce,
		func(s *step) {
			flagged := *s.before
			flagged.Flags[3] = engine.Flag{Mark: s.c.(engine.Utter).Mark, Whys: "threat deity"}
			s.before = &flagged
		}},
	{"G11", "what is only flagged changes nothing but the protocol, and what the judge is asked", checkFlagsAreSilent,
		func(s *step) { s.Effects = append(s.Effects, engine.Strike{Mark: 7}) }},
	{"G6", "what is quoted was said by day, bears the cost, and may be repeated", checkQuoted,
		func(s *step) { s.Events = append(s.Events, engine.Fouled{Seat: 5, Count: 2, Said: "богу"}) }},
	{"G6", "at night nobody is quoted", checkQuoted,
		func(s *step) {
			night := *s.before
			night.Stage, s.before = engine.Shoot{}, &night
			s.Effects = append(s.Effects, engine.Say{Fact: engine.Fouled{Seat: 7, Why: engine.OathSaid, Said: "честно"}})
		}},
	{"G8", "only an edit is called one", checkQuoted,
		func(s *step) { s.Events = append(s.Events, engine.Removed{Seat: 5, Edited: true}) }},
	{"K20b", "who is late with the blindfold had not put it on, nor paid for the delay", checkLate,
		func(s *step) {
			masked := *s.before
			masked.Masks = engine.Masks{Window: 7, On: engine.SetOf(7)}
			s.before = &masked
			s.Events = append(s.Events, engine.MasksOver{}, engine.Fouled{Seat: 7, Why: engine.NightDelay, Count: 1, Later: true})
		}},
	{"E42", "a foul is taken back by the judge alone", checkTakenBack,
		func(s *step) { s.Events = append(s.Events, engine.Unfouled{Seat: 5}) }},
}

// judgedRules are the rules by which words are charged: before a judge what only he can
// judge is a card alone (A7).
func judgedRules(g *engine.Game) engine.Ruleset {
	r := g.Rules
	words := reflect.ValueOf(&r.Words).Elem()
	for i := range words.NumField() {
		if f := words.Field(i); g.Judge != engine.Host && f.String() == engine.JudgeOrFoul {
			f.SetString(engine.FlagOnly)
		}
	}
	return r
}

func checkOnce(s step) error {
	var seats engine.Seats
	for _, e := range s.Events {
		if f, ok := e.(engine.Fouled); ok {
			if seats.Has(f.Seat) {
				return fmt.Errorf("seat %d is fouled twice", f.Seat)
			}
			seats = seats.With(f.Seat)
		}
	}
	return nil
}

func checkHeaviest(s step) error {
	fouls := map[engine.Seat]uint8{}
	for _, e := range s.Events {
		var out engine.Seat
		switch e := e.(type) {
		case engine.Fouled:
			fouls[e.Seat] = e.Count
		case engine.Removed:
			out = e.Seat
		case engine.RemovalKept:
			out = e.Seat
		case engine.WordCut:
			out = e.Seat
		}
		if n := fouls[out]; n != 0 && n != 4 {
			return fmt.Errorf("seat %d is fouled, and removed with %d fouls", out, n)
		}
	}
	return nil
}

func checkNightly(s step) error {
	if !engine.IsNight(s.before) {
		return nil
	}
	for _, e := range s.Events {
		awarded := slices.ContainsFunc(s.Events, func(e engine.Event) bool { return e.Kind() == "awarded" }) // the game is over
		if r, ok := e.(engine.Removed); ok && (r.Why != engine.AtNight || r.Also != "") && !awarded {
			return fmt.Errorf("%+v at night", r)
		}
	}
	for _, f := range s.Effects {
		if say, ok := f.(engine.Say); ok {
			if _, kept := say.Fact.(engine.RemovalKept); kept {
				return errors.New("what is kept for the morning is told")
			}
		}
	}
	return nil
}

func checkFlaggedOnce(s step) error {
	for _, e := range s.Events {
		f, ok := e.(engine.Flagged)
		if !ok || f.Mark == 0 {
			continue
		}
		for _, was := range s.before.Flags {
			if again := was.Whys.Has(f.Why) || slices.ContainsFunc(slices.Collect(f.Also.All()), was.Whys.Has); again && was.Mark == f.Mark {
				return fmt.Errorf("message %d is flagged again: %+v", f.Mark, f)
			}
		}
	}
	return nil
}

// checkFlagsAreSilent takes the finds away that only a judge could punish: nothing
// but the flags, and what the judge is asked, must differ.
func checkFlagsAreSilent(s step) error {
	u, ok := s.c.(engine.Utter)
	if !ok {
		return nil
	}
	rules := judgedRules(s.before)
	u.Heard.Finds = slices.DeleteFunc(slices.Clone(u.Heard.Finds), func(f engine.Find) bool {
		h := u.Heard
		h.Finds = []engine.Find{f}
		return rules.Charge(h, u.Reply) != rules.Charge(engine.Heard{}, false) && rules.Charge(h, u.Reply).Cost == engine.Free
	})
	without, _ := s.before.Step(s.by, u, s.now)
	unflagged := func(all []engine.Event) []engine.Event {
		return slices.DeleteFunc(slices.Clone(all), func(e engine.Event) bool { return e.Kind() == "flagged" || e.Kind() == "carded" })
	}
	unasked := func(all []engine.Effect) (out []engine.Effect) {
		for _, f := range all {
			if say, ok := f.(engine.Say); !ok || s.before.Judge == engine.Host || say.To != (engine.Audience{Player: s.before.Judge}) {
				out = append(out, f)
			}
		}
		return out
	}
	if !slices.Equal(unflagged(s.Events), unflagged(without.Events)) || !reflect.DeepEqual(unasked(s.Effects), unasked(without.Effects)) {
		return fmt.Errorf("%+v and %+v, not %+v and %+v", s.Events, s.Effects, without.Events, without.Effects)
	}
	return nil
}

// quoteOf is what a fact repeats of a message, and whether it calls it an edit.
func quoteOf(e engine.Event) (said string, edited bool) {
	switch e := e.(type) {
	case engine.Fouled:
		return e.Said, e.Edited
	case engine.Removed:
		return e.Said, e.Edited
	case engine.WordCut:
		return e.Said, e.Edited
	}
	return "", false
}

func checkQuoted(s step) error {
	u, said := s.c.(engine.Utter)
	if !said && s.by != engine.Host && s.by == s.before.Judge {
		return nil // what he says, he says to the table
	}
	rules := judgedRules(s.before)
	ch := rules.Charge(u.Heard, u.Reply)
	night := engine.IsNight(s.before)
	for _, e := range s.Events {
		said, edited := quoteOf(e)
		if said == "" && !edited {
			continue
		}
		if night || edited && !u.Edit {
			return fmt.Errorf("%+v", e)
		}
		toHost := slices.ContainsFunc(u.Heard.Finds, func(f engine.Find) bool { return f.Class == engine.ToHost && f.Said == said })
		if f := ch.First; said != "" && (f < 0 || u.Heard.Finds[f].Said != said) && !toHost { // in another's minute it costs more than in one's own (C29)
			return fmt.Errorf("%+v of %+v", e, u.Heard)
		}
		for why := range ch.Reasons.All() {
			if said != "" && !why.Repeatable() {
				return fmt.Errorf("%+v repeats what is fouled as %s", e, why)
			}
			break
		}
	}
	for _, f := range s.Effects {
		if say, ok := f.(engine.Say); ok && night {
			if said, edited := quoteOf(say.Fact); said != "" || edited {
				return fmt.Errorf("told at night: %+v", say.Fact)
			}
		}
	}
	return nil
}

// checkLate looks at the fouls with which the time for the blindfolds ends: each is told
// in the morning, and of a seat that owed a blindfold and nothing else.
func checkLate(s step) error {
	m, over := s.before.Masks, false
	for _, e := range s.Events {
		switch e := e.(type) {
		case engine.MasksOver:
			over = true
		case engine.Fouled:
			free := m.On | m.Priced | s.before.Away | s.before.Removals | s.before.Drawn&^s.before.Living
			if over && e.Why == engine.NightDelay && (m.Broken || !e.Later || free.Has(e.Seat) || s.before.Notices[e.Seat].State == engine.Unsaid) {
				return fmt.Errorf("%+v of %+v", e, m)
			}
		}
	}
	return nil
}

func checkTakenBack(s step) error {
	for _, e := range s.Events {
		if u, ok := e.(engine.Unfouled); ok {
			if _, judge := s.c.(engine.Unfoul); !judge || s.by != engine.Host && s.by != s.before.Judge || u.Count+1 != s.before.Fouls[u.Seat] {
				return fmt.Errorf("%+v by %T", u, s.c)
			}
		}
	}
	return nil
}

// TestStepPromisesSeeBreaches plants one fault for each promise in the Step of a
// message that is fouled and flagged.
func TestStepPromisesSeeBreaches(t *testing.T) {
	tb := wording(t, engine.Czernowitz, engine.Czernowitz, nil)
	tb.mark++
	said := engine.Utter{Mark: tb.mark, Date: tb.now.Unix(), Heard: heard(spoken(engine.Deity, "богу"), spoken(engine.HonestWord, "честно"))}
	before := tb.game
	r, err := before.Step(5, said, tb.now)
	if err != nil || len(r.Events) < 3 {
		t.Fatalf("%v: %+v", err, r.Events)
	}
	for _, p := range stepPromises {
		sound := step{5, said, tb.now, &before, r}
		if err := p.check(sound); err != nil {
			t.Errorf("%s %s: %v in a sound step", p.id, p.says, err)
		}
		sound.Events, sound.Effects = slices.Clone(r.Events), slices.Clone(r.Effects)
		p.breach(&sound)
		if p.check(sound) == nil {
			t.Errorf("%s %s: the breach is not seen", p.id, p.says)
		}
	}
}
