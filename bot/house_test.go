package bot_test

import (
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Administrators decide what their group plays by, between games; everybody may look;
// /game without rules plays it, also after a restart; other groups have their own.
func TestRulesOfAClub(t *testing.T) {
	h := newHall(t)
	for _, u := range h.people {
		u.Start("")
	}
	h.settle()
	boss, guest := admin(h), guest(h)
	presets, paces := strings.Join(engine.Presets(), ", "), strings.Join(engine.Paces(), ", ")
	house := engine.House{}
	rules := func(change func(engine.House) (engine.House, error)) (before, after engine.Ruleset) {
		before, _ = house.Ruleset()
		next, err := change(house)
		if err != nil {
			t.Fatal(err)
		}
		house = next
		after, _ = house.Ruleset()
		return before, after
	}
	shown := func() string { r, _ := house.Ruleset(); return "group: " + book.House(r) }
	is := func(what string, who string, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s of the %s is answered %q, not %q", what, who, got, want)
		}
	}
	for _, text := range []string{"/set", "/ruleset", "/pace"} {
		is(text, "guest", h.asks(guest, h.group, text), shown())
	}
	for _, text := range []string{"/set speech_s 90", "/ruleset federation", "/pace table", "/ruleset poker"} {
		is(text, "guest", h.asks(guest, h.group, text), "group: "+note("rules_admin"))
	}
	before, after := rules(func(h engine.House) (engine.House, error) { return h.Play(engine.Tournament, engine.TableTempo) })
	is("/ruleset", "boss", h.asks(boss, h.group, "/ruleset Tournament table"), "group: "+book.HouseSet(before, after, ""))
	before, after = rules(func(h engine.House) (engine.House, error) { return h.With("vote_window_s", "10") })
	is("/set", "boss", h.asks(boss, h.group, "/set vote_window_s 10"), "group: "+book.HouseSet(before, after, "vote_window_s"))
	before, after = rules(func(h engine.House) (engine.House, error) { return h.With("w4", engine.FoulOnly) })
	is("/set", "owner", h.asks(h.group.Owner, h.group, "/set W4 foul"), "group: "+book.HouseSet(before, after, "w4"))
	for text, want := range map[string]string{
		"/set slot_s 0": note("fault_slot"), "/set poker 1": note("unknown_key"), "/set w4 cheap": book.Knob(after, "w4"),
		"/ruleset poker": note("unknown_ruleset", presets, paces), "/pace snail": note("unknown_pace", presets, paces),
		"/set w4 foul off": note("set_usage"), "/set rehearsal on": note("one_game_key"), "/set final on": note("one_game_key"), "/set fourth foul": book.Knob(after, "fourth"),
	} {
		is(text, "boss", h.asks(boss, h.group, text), "group: "+want)
	}
	is("/set w4", "guest", h.asks(guest, h.group, "/set w4"), "group: "+book.Knob(after, "w4"))
	h.restart()
	is("/set", "guest", h.asks(guest, h.group, "/set"), shown())
	is("/rules", "guest", h.asks(guest, h.group, "/rules"), "group: "+book.Rules(after, "/rules"))
	is("/rules diff", "guest", h.asks(guest, h.group, "/rules diff club tournament"),
		"group: "+book.RulesDiff(after, rulesAt(t, engine.Tournament, engine.TableTempo), "club", engine.Tournament, ""))
	other := h.beside("Мафия по пятницам", otherNicks)
	plain, _ := engine.House{}.Ruleset()
	is("/set", "guest of another club", other.asks(other.people[0], other.group, "/set"), "group: "+book.House(plain))
	h.say(h.people[6], "/game")
	h.settle()
	h.id = h.bot.GameIDs()[0]
	if g := h.game(); g.Rules != after {
		t.Errorf("the game is played by %s, a vote of %d seconds", g.Rules.Name, g.Rules.VoteWindow)
	}
}

func rulesAt(t *testing.T, name, pace string) engine.Ruleset {
	t.Helper()
	r, err := engine.Preset(name, pace)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Rules do not change while a game runs; what a player writes behind such a command is
// said. What a game names itself is not the club's.
func TestRulesOfAGameStay(t *testing.T) {
	h := newHall(t)
	boss := admin(h)
	h.asks(boss, h.group, "/set vote_window_s 9")
	h.asks(boss, h.group, "/pace table")
	h.seated("federation")
	if r := h.game().Rules; r.Name != engine.Federation || r.Pace != engine.TableTempo || r.VoteWindow != 2 {
		t.Errorf("other rules than the club's are %s, %s, a vote of %d seconds", r.Name, r.Pace, r.VoteWindow)
	}
	boss.Start("")
	h.settle()
	if got := h.asks(boss, h.group, "/set vote_window_s 8"); !strings.Contains(got, note("rules_in_game")) {
		t.Errorf("in a game a change is answered %q", got)
	}
	if got := h.asks(boss, h.group, "/set"); !strings.Contains(got, "vote_window_s = 9") {
		t.Errorf("the club has set %q", got)
	}
}

// /rules says one part, and in what two rulesets differ; what it cannot say, it says how
// to ask for.
func TestRulesAreAskedFor(t *testing.T) {
	h := newHall(t)
	u := guest(h)
	r := rulesAt(t, engine.Czernowitz, engine.ChatTempo)
	two := rulesAt(t, engine.Tournament, engine.ChatTempo)
	for text, want := range map[string]string{
		"/rules":      book.Rules(r, "/rules"),
		"/rules ночь": book.RulesPart(r, "ночь"),
		"/rules tournament Голосование":        book.RulesPart(two, "голосование"),
		"/rules tournament":                    book.Rules(two, "/rules tournament"),
		"/rules tournament table":              book.Rules(rulesAt(t, engine.Tournament, engine.TableTempo), "/rules tournament"),
		"/rules poker":                         note("rules_usage"),
		"/rules tournament погода":             note("rules_usage"),
		"/rules ночь день":                     note("rules_usage"),
		"/rules diff":                          note("diff_usage"),
		"/rules diff club":                     note("diff_usage"),
		"/rules diff poker club":               note("diff_usage"),
		"/rules diff club tournament погода":   note("diff_usage"),
		"/rules diff клуб tournament ночь":     book.RulesDiff(r, two, "club", engine.Tournament, "ночь"),
		"/rules diff tournament czernowitz":    book.RulesDiff(two, r, engine.Tournament, engine.Czernowitz, ""),
		"/rules diff club czernowitz ночь аут": note("diff_usage"),
	} {
		if got := h.asks(u, h.group, text); got != "group: "+want {
			t.Errorf("%s is answered %q, not %q", text, got, want)
		}
	}
	u.Start("")
	h.settle()
	if got := strings.Join(h.heard(u, func() { u.Say(h.tg.Private(u), "/rules diff club tournament ночь") }), "\n"); !strings.Contains(got, book.RulesDiff(r, two, "club", engine.Tournament, "ночь")) {
		t.Errorf("in private: %q", got)
	}
	if got := strings.Join(h.heard(u, func() { u.Say(h.tg.Private(u), "/set speech_s 90") }), "\n"); !strings.Contains(got, note("group_only")) {
		t.Errorf("in private a change is answered %q", got)
	}
}

// A key that no knob has any more is passed over with a line in the log, and stays set.
func TestOldKeysOfAClub(t *testing.T) {
	h := newHall(t)
	for _, u := range h.people {
		u.Start("")
	}
	h.settle()
	err := h.db.Update(func(tx *storage.Tx) error {
		return tx.SetHouse(h.group.ID, []byte(`{"preset":"federation","pace":"table","set":{"w17":"foul","vote_window_s":"9"}}`))
	})
	if err != nil {
		t.Fatal(err)
	}
	boss := admin(h)
	if got := h.asks(boss, h.group, "/set speech_s 70"); !strings.Contains(got, "speech_s = 70") {
		t.Errorf("a change is answered %q", got)
	}
	h.say(h.people[6], "/game")
	h.settle()
	h.id = h.bot.GameIDs()[0]
	if r := h.game().Rules; r.Name != engine.Federation || r.VoteWindow != 9 || r.Speech != 70 {
		t.Errorf("played is %s, a vote of %d seconds, a speech of %d", r.Name, r.VoteWindow, r.Speech)
	}
	if !slices.ContainsFunc(h.logged, func(l logged) bool { return strings.Contains(l.line, "w17") && strings.Contains(l.line, "WARN") }) {
		t.Error("the log does not name the old key")
	}
	err = h.db.View(func(tx *storage.Tx) error {
		if raw := string(tx.House(h.group.ID)); !strings.Contains(raw, `"w17":"foul"`) {
			t.Errorf("the old key is lost: %s", raw)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
