package bot

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// What the judge types (K21c, E42, E44): «/foul 5 причина», in the group or in his
// private chat. Who is not the judge is answered in a line.

// judgeCommands are his commands, and how each is made of a seat and his words.
var judgeCommands = map[string]func(s engine.Seat, text string) engine.Command{
	"foul":       func(s engine.Seat, text string) engine.Command { return engine.Foul{Seat: s, Text: text} },
	"unfoul":     func(s engine.Seat, text string) engine.Command { return engine.Unfoul{Seat: s, Text: text} },
	"remove":     func(s engine.Seat, text string) engine.Command { return engine.Remove{Seat: s, Text: text} },
	"restore":    func(s engine.Seat, text string) engine.Command { return engine.Restore{Seat: s, Text: text} },
	"deliberate": func(s engine.Seat, text string) engine.Command { return engine.Deliberate{Seat: s, Text: text} },
	"skip":       func(s engine.Seat, text string) engine.Command { return engine.Skip{Seat: s, Text: text} },
	"note":       func(s engine.Seat, text string) engine.Command { return engine.Note{Seat: s, Text: text} },
	"pause":      func(engine.Seat, string) engine.Command { return engine.Pause{} },
	"resume":     func(engine.Seat, string) engine.Command { return engine.Continue{} },
}

// seatless are the commands that may be about nobody.
var seatless = []string{"skip", "note", "pause", "resume"}

// judgesCommand reports whether a command is the judge's, or about him.
func judgesCommand(name string) bool {
	return name == "judge" || name == "card" || judgeCommands[name] != nil
}

// answersTyped are the rulings as they are typed.
var answersTyped = map[string]engine.Ruling{
	"фол": engine.RuleFoul, "предупреждение": engine.RuleFoul, "foul": engine.RuleFoul,
	"удалить": engine.RuleRemoval, "удаление": engine.RuleRemoval, "remove": engine.RuleRemoval,
	"победа": engine.RuleAward, "award": engine.RuleAward, "ничего": engine.RuleNothing, "nothing": engine.RuleNothing,
	"принять": engine.RuleAccept, "accept": engine.RuleAccept, "отклонить": engine.RuleDecline, "decline": engine.RuleDecline,
	"аннулировать": engine.RuleAnnul, "annul": engine.RuleAnnul, "переиграть": engine.RuleReplay, "replay": engine.RuleReplay,
	"красные": engine.RuleRed, "red": engine.RuleRed, "чёрные": engine.RuleBlack, "черные": engine.RuleBlack, "black": engine.RuleBlack,
	"ничья": engine.RuleDraw, "draw": engine.RuleDraw,
	"умышленно": engine.RuleOnPurpose, "deliberate": engine.RuleOnPurpose, "случайно": engine.RuleAccident, "accident": engine.RuleAccident,
}

// judgesTyped carries out a command of the judge at a table, and answers it in private.
func (t *turn) judgesTyped(h *held, m *message, name, args string) error {
	if name == "card" {
		return t.cardTyped(h, m, args)
	}
	seat, text := seatAhead(args, h.nicks(), h.seats())
	c := judgeCommands[name](seat, text)
	if p := h.player(m.From.ID); seat == 0 && p != 0 && p == h.game.Judge && !slices.Contains(seatless, name) {
		return t.tell(m, h, t.b.book.Note("judge_seat", name))
	}
	return t.typedAt(h, m, []engine.Command{c})
}

// cardTyped takes «/card 57 фол», the typed fallback of a card's buttons.
func (t *turn) cardTyped(h *held, m *message, args string) error {
	number, word, _ := strings.Cut(strings.ToLower(args), " ")
	n, err := strconv.ParseUint(strings.TrimPrefix(number, "№"), 10, 32)
	r, known := answersTyped[strings.Trim(word, " .!")]
	if err != nil || !known {
		return t.tell(m, h, t.b.book.Note("judge_card"))
	}
	return t.typedAt(h, m, []engine.Command{engine.Answer{Card: uint32(n), Ruling: r}})
}

// seatAhead reads a seat, by its number or nick, at the head of a text; the rest are the
// judge's words.
func seatAhead(text string, nicks *messages.Nicks, seats int) (engine.Seat, string) {
	words := strings.Fields(text)
	for n := min(len(words), 4); n > 0; n-- { // a nick has so many words at most
		if s, ok := messages.SeatIn(strings.Join(words[:n], " "), nicks, seats); ok {
			return s, strings.Join(words[n:], " ")
		}
	}
	return 0, strings.Join(words, " ")
}

// judging are the games that an account judges, by their numbers.
func (t *turn) judging(account int64) (all []*held) {
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		h := t.held(id)
		if p := h.player(account); p != 0 && p == h.game.Judge && !h.game.Finished() {
			all = append(all, h)
		}
	}
	return all
}

// judgesInPrivate takes a command of the judge in his private chat. Who judges several
// tables begins with the number of the game: «/foul #17 5».
func (t *turn) judgesInPrivate(m *message, sits *held, name, args string) error {
	all := t.judging(m.From.ID)
	if name == "judge" {
		return t.reply(m, t.b.book.Note("group_only"))
	}
	if name == "resume" && sits != nil && sits.game.Suspended() {
		return t.judgesTyped(sits, m, name, args) // where he plays he is asked (E45)
	}
	first, rest, _ := strings.Cut(args, " ")
	if number, ok := strings.CutPrefix(first, "#"); ok {
		id, err := strconv.ParseUint(number, 10, 64)
		i := slices.IndexFunc(all, func(h *held) bool { return err == nil && h.id == storage.GameID(id) })
		if i >= 0 {
			return t.judgesTyped(all[i], m, name, strings.TrimSpace(rest))
		}
	}
	switch {
	case len(all) == 1:
		return t.judgesTyped(all[0], m, name, args)
	case len(all) > 1:
		var examples []string
		for _, h := range all {
			examples = append(examples, fmt.Sprintf("/%s #%d", name, h.id))
		}
		return t.reply(m, t.b.book.Note("judge_game", strings.Join(examples, ", ")))
	case sits != nil:
		return t.judgesTyped(sits, m, name, args)
	}
	return t.reply(m, t.b.book.Note("no_game"))
}

// stopByJudge takes «/stop» of the judge in his private chat, where he judges one table
// (E43).
func (t *turn) stopByJudge(m *message) (bool, error) {
	all := t.judging(m.From.ID)
	if len(all) != 1 {
		return false, nil
	}
	err := t.stop(all[0], *m.From, false)
	var r engine.Refusal
	if errors.As(err, &r) {
		err = nil
	}
	return true, err
}
