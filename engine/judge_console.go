package engine

import "strings"

// What the judge commands (K21c, C80, E11, E42): in the group or in his private chat,
// with words of his own, which the table is told with a foul or a removal by day. Every
// command of his is recorded.

// The rulings that no card offers.
const (
	RuleUnfoul  Ruling = "unfoul"
	RuleRestore Ruling = "restore"
	RuleSkip    Ruling = "skip"
	RuleNote    Ruling = "note"
)

// Commands of the judge beside Foul, Unfoul and Remove.
type (
	// Restore takes an automatic removal back (E42).
	Restore struct {
		Seat Seat
		Text string
	}
	// Deliberate states that a seat has collected its four fouls on purpose (C80).
	Deliberate struct {
		Seat Seat
		Text string
	}
	// Skip thanks a speaker who has sent nothing (E11); Seat 0 is whoever has the floor.
	Skip struct {
		Seat Seat
		Text string
	}
	// Note is a line of the protocol (T90); Seat 0 is about nobody.
	Note struct {
		Seat Seat
		Text string
	}
)

// bench refuses whoever is not the judge of a running game.
func (t *turn) bench(by Player) error {
	switch {
	case !t.g.judges(by):
		return Refusal("judge_only")
	case !t.g.Running():
		return Refusal("no_game")
	}
	return nil
}

// mostWords is how many characters of the judge's words are kept.
const mostWords = 200

// oneLine is what is kept of the judge's words.
func oneLine(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > mostWords {
		line = line[:mostWords]
	}
	return string(line)
}

// ruled records a command of the judge; the host's own are none of his.
func (t *turn) ruled(by Player, s Seat, r Ruling, text string) {
	if by != Host {
		t.emit(Ruled{Seat: s, Ruling: r, Text: oneLine(text), At: t.now})
	}
}

// console refuses what cannot be done to a seat. The judge does not hear of a removal
// that waits for the morning: it could tell him a role (C12, G6).
func (t *turn) console(by Player, s Seat) error {
	switch {
	case by != Host && !t.g.judges(by):
		return Refusal("judge_only")
	case !t.g.Running():
		return Refusal("no_game")
	case s == 0, !t.g.Living.Has(s) && t.g.Floor() != s, by == Host && t.g.Removals.Has(s):
		return Refusal("not_living")
	}
	return nil
}

func (c Foul) step(t *turn, by Player) error {
	if err := t.console(by, c.Seat); err != nil {
		return err
	}
	t.ruled(by, c.Seat, RuleFoul, c.Text)
	t.foul(c.Seat, cause{whys: because(JudgesWord), said: oneLine(c.Text)}, Utter{})
	return nil
}

func (c Remove) step(t *turn, by Player) error {
	if err := t.console(by, c.Seat); err != nil {
		return err
	}
	if by == Host {
		t.remove(c.Seat, cause{whys: because(JudgesWord)})
		return nil
	}
	return t.confirm(Card{Seat: c.Seat, Whys: because(JudgesWord), Offers: rulings(RuleRemoval, RuleNothing), Text: oneLine(c.Text)})
}

func (c Deliberate) step(t *turn, by Player) error {
	if err := t.bench(by); err != nil {
		return err
	}
	switch {
	case t.g.Rules.DeliberateFourth != Award:
		return Refusal("deliberate_off")
	case c.Seat == 0 || !t.g.Drawn.Has(c.Seat) || t.g.Fouls[c.Seat] < 4:
		return Refusal("deliberate_four")
	}
	return t.confirm(Card{Seat: c.Seat, Whys: because(OnPurpose), Offers: rulings(RuleAward, RuleNothing), Text: oneLine(c.Text)})
}

// confirm asks the judge for a second act before a removal or an award: no such thing
// hangs on a single command, in which a number is soon mistyped (G21). It is the button
// of the card, or the same command again.
func (t *turn) confirm(c Card) error {
	for _, w := range t.g.Cards {
		if !w.Told || w.Seat != c.Seat || w.Offers != c.Offers {
			continue
		}
		if t.now < w.At.plus(t.g.Rules.ToldGap) {
			return Refusal("judge_confirm")
		}
		t.rule(w, w.Offers.All()[0])
		return nil
	}
	c.Told = true
	t.asks = append(t.asks, c)
	return nil
}

func (c Skip) step(t *turn, by Player) error {
	if err := t.bench(by); err != nil {
		return err
	}
	s, cue := t.g.Floor(), t.g.cue()
	switch {
	case s == 0, c.Seat != 0 && c.Seat != s, cue == nil, !t.g.Clock.open():
		return Refusal("skip_floor")
	case cue.Spoke:
		return Refusal("skip_spoken")
	}
	t.ruled(by, s, RuleSkip, c.Text)
	t.endSpeech(false)
	return nil
}

func (c Note) step(t *turn, by Player) error {
	if err := t.bench(by); err != nil {
		return err
	}
	if oneLine(c.Text) == "" {
		return Refusal("note_empty")
	}
	t.ruled(by, c.Seat, RuleNote, c.Text)
	return nil
}
