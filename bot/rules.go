package bot

import (
	"slices"
	"strconv"
	"strings"

	"mafiabot/engine"
)

// Which rules are asked for: /rules says them, /game plays them.

// rules says the rules that are asked for: of the table or the club, or a preset's; the
// overview, one part, or in what two differ.
func (t *turn) rules(h *held, chat int64, args string) (string, error) {
	words := strings.Fields(strings.ToLower(args))
	club, err := t.rulesHere(h, chat)
	if err != nil {
		return "", err
	}
	if len(words) > 0 && words[0] == "diff" {
		return t.rulesDiff(club, words[1:]), nil
	}
	r, command := club, "/rules"
	if len(words) > 0 && slices.Contains(engine.Presets(), words[0]) {
		r, _ = engine.Preset(words[0], club.Pace) // both exist
		command, words = "/rules "+words[0], words[1:]
	}
	if len(words) > 0 && slices.Contains(engine.Paces(), words[0]) {
		r, _ = engine.Preset(r.Name, words[0])
		words = words[1:]
	}
	if len(words) == 0 {
		return t.b.book.Rules(r, command), nil
	}
	if part := t.b.book.RulesPart(r, words[0]); part != "" && len(words) == 1 {
		return part, nil
	}
	return t.b.book.Note("rules_usage"), nil
}

// rulesInPrivate takes «/rules …» in a private chat: what is not named is of the table at
// which its author sits.
func (t *turn) rulesInPrivate(m *message, h *held, args string) error {
	text, err := t.rules(h, 0, args)
	if err != nil {
		return err
	}
	return t.inform(m.From.ID, text)
}

// rulesHere are the rules of a table, or what its club plays by.
func (t *turn) rulesHere(h *held, chat int64) (engine.Ruleset, error) {
	if h != nil {
		return h.rules(), nil
	}
	return t.rulesOfClub(chat)
}

// rulesDiff takes «/rules diff a b [part]»; «club» is what is played here.
func (t *turn) rulesDiff(club engine.Ruleset, words []string) string {
	var two []engine.Ruleset
	var names []string
	for _, w := range words[:min(2, len(words))] {
		switch {
		case slices.Contains(engine.Presets(), w):
			r, _ := engine.Preset(w, club.Pace) // both exist
			two, names = append(two, r), append(names, w)
		case w == "club" || w == "клуб":
			two, names = append(two, club), append(names, "club")
		}
	}
	if len(two) != 2 || len(words) > 3 {
		return t.b.book.Note("diff_usage")
	}
	var part string
	if len(words) == 3 {
		part = words[2]
		if t.b.book.RulesPart(two[0], part) == "" && t.b.book.RulesPart(two[1], part) == "" {
			return t.b.book.Note("diff_usage")
		}
	}
	return t.b.book.RulesDiff(two[0], two[1], names[0], names[1], part)
}

// usage is how /game is written.
func (t *turn) usage() string {
	return t.b.book.Note("game_usage", strings.Join(engine.Presets(), ", "), strings.Join(engine.Paces(), ", "))
}

// rulesOf reads «/game [rules] [pace] [seats] [rehearsal]»: what is not named is as the
// club has it; other rules than the club's are as their preset has them.
func rulesOf(club engine.House, c command) (engine.Ruleset, error) {
	seats, rehearsal, pairs, final := 0, false, false, false
	for _, w := range strings.Fields(strings.ToLower(c.args)) {
		n, err := strconv.Atoi(w)
		preset, pace := club.Names()
		switch {
		case err == nil:
			if _, err := engine.Composition(n); err != nil {
				return engine.Ruleset{}, err
			}
			seats = n
		case slices.Contains(engine.Paces(), w):
			club = engine.House{Preset: preset, Pace: w, Set: club.Set}
		case w == "репетиция" || w == "rehearsal":
			rehearsal = true
		case w == "финал" || w == "final":
			final = true
		case w == "консильери" || w == "consigliere":
			pairs = true
		case !slices.Contains(engine.Presets(), w):
			return engine.Ruleset{}, engine.Refusal("unknown_ruleset")
		case w != preset:
			club = engine.House{Preset: w, Pace: pace}
		}
	}
	r, _ := club.Ruleset()
	if pairs && !r.PairsOffered() {
		return r, engine.Refusal("pairs_not_offered")
	}
	r.Rehearsal, r.Consigliere, r.Final = rehearsal, pairs, final
	if seats != 0 {
		r.Players = seats
	}
	return r, nil
}

// takesText reports whether what stands behind a command belongs to it.
func takesText(c command) bool {
	switch c.name {
	case "protest":
		return true
	case "game":
	default:
		return false
	}
	_, err := rulesOf(engine.House{}, c)
	return err == nil
}
