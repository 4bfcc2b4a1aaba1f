package engine_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mafiabot/engine"
)

// PARAMETERS and PACES as RULES.md has them, and the presets against them: every cell is
// a plain value, or is read below in words.

// param is a row of a table of PARAMETERS or PACES.
type param struct {
	section string
	keys    []string // what stands in backticks in its first cell
	name    string   // the first cell as it is written
	cells   []string // the others
}

// params reads the tables of PARAMETERS and PACES.
func params(tb testing.TB) (all []param) {
	text, err := os.ReadFile("RULES.md")
	if err != nil {
		tb.Fatal(err)
	}
	_, from, _ := strings.Cut(string(text), "\n# PARAMETERS\n")
	from, _, whole := strings.Cut(from, "\n# RULINGS\n")
	if !whole {
		tb.Fatal("RULES.md has no PARAMETERS, PACES and RULINGS behind them")
	}
	section := ""
	for _, line := range strings.Split(from, "\n") {
		if name, is := strings.CutPrefix(strings.TrimPrefix(line, "#"), "# "); is && strings.HasPrefix(line, "#") {
			section, _, _ = strings.Cut(name, " ")
		}
		if name, is := strings.CutPrefix(line, "# "); is {
			section = name
		}
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) < 2 || strings.TrimSpace(cells[0]) == "Key" || strings.TrimSpace(cells[0]) == "Class" {
			continue
		}
		p := param{section: section, name: strings.TrimSpace(cells[0])}
		for _, m := range regexp.MustCompile("`([a-z0-9_]+)`").FindAllStringSubmatch(p.name, -1) {
			p.keys = append(p.keys, m[1])
		}
		for _, c := range cells[1:] {
			p.cells = append(p.cells, strings.TrimSpace(c))
		}
		all = append(all, p)
	}
	return all
}

// documentKeys are the keys that PARAMETERS and PACES name.
func documentKeys(tb testing.TB) (keys []string) {
	for _, p := range params(tb) {
		for _, key := range p.keys {
			if p.section != "The" && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// plain reads a cell as the value of a knob that has some value now: a number, yes or no,
// or a word that the knob has. Of a default it reads what stands behind the arrow.
func plain(k engine.Knob, cell, now string) (string, bool) {
	if i := strings.LastIndex(cell, "→ "); i >= 0 {
		cell = cell[i+len("→ "):]
	}
	word := strings.Trim(strings.SplitN(strings.NewReplacer("*", "", "`", "", ",", " ", ";", " ", "(", " ").Replace(cell), " ", 2)[0], ": ")
	_, err := strconv.Atoi(now)
	numeric := err == nil && len(k.Legal) == 0
	_, err = strconv.Atoi(word)
	is := func(words ...string) bool { return slices.Contains(words, word) }
	switch {
	case numeric && err == nil, slices.Contains(k.Legal, word):
		return word, true
	case numeric && is("no", "none", "off"):
		return "0", true
	case is("yes", "required", "on") && (len(k.Legal) == 0 || slices.Contains(k.Legal, "on")):
		return "on", !numeric
	case is("no", "none", "off") && (len(k.Legal) == 0 || slices.Contains(k.Legal, "off")):
		return "off", !numeric
	}
	return "", false
}

// reading is what a cell means that is no plain value: that of a key, for a cell that
// begins so, in some documents or in all. An empty value: the cell says nothing of the key
// there, or says what another cell says better.
type reading struct{ key, cell, value, only string }

var readings = []reading{
	{"checks_from", "night 1", engine.FirstNight, ""},
	{"checks_from", "silent → night 1", engine.FirstNight, ""},
	{"late_check", "result not announced", engine.Off, ""},
	{"night_sign", "silent → foul + FLAG gross breach", engine.FoulAndFlag, ""},
	{"mask_button", "silent → off", engine.Off, ""},
	{"warn_before_end_s", "10 for the minute", "10", ""},
	{"host_address_other_minute", "silent → foul as out of turn", engine.ByTurn, ""},
	{"foul_count_query", "not answered, morning only", engine.InMorning, ""},
	{"foul_counts_public", "every morning", engine.On, ""},
	{"foul_counts_public", "silent → every morning", engine.On, ""},
	{"address_players_by", "@mention is D12 → foul", engine.FoulOnly, ""},
	{"silence_scope", "discussion + tie speech", engine.WholeDay, ""},
	{"third_in_tie_speech", "speech stops, next day kept", engine.Stops, ""},
	{"third_in_tie_speech", "tie speech goes on", engine.GoesOn, ""},
	{"silenced_nomination", "silent → yes, 10 s", engine.AtTurn, ""},
	{"silenced_nomination", "yes, 10 s or ПАС (T35, T38), also after a mid-speech stop", engine.AfterStop, ""},
	{"critical_players", "30 s of speech", engine.Critical, ""},
	{"deliberate_fourth", "opposite team wins", engine.Award, ""},
	{"unfoul", "silent → yes", engine.Permitted, ""},
	{"nomination_formula", "silent → NOM-L with enumerations", engine.Enumerated, ""},
	{"nomination_formula", "silent → NOM-L", engine.Loose, ""},
	{"single_nominee_later", "silent → voted; he leaves", engine.Held, ""},
	{"single_nominee_later", "silent → same (all must press, T64)", engine.Held, ""},
	{"vote_token", "touch (C58) → button, ✊ or ✋", engine.AnyHand, ""},
	{"vote_token", "hand on the table (K8a, K8d) → button, ✊ or ✋", engine.AnyHand, ""},
	{"vote_token", "vertical fist only (T62, T63)", engine.FistOnly, ""},
	{"double_vote", "second refused (K7); penalty silent → none; pressed again after the alert: FLAG", engine.FlagOnly, ""},
	{"double_vote", "silent → second refused with an alert; pressed again: foul", engine.FoulOnly, ""},
	{"removed_voter_votes", "silent → counted if its window was closed, else not", engine.Void, ""},
	{"removed_voter_votes", "n/a (no removal); 4th foul: counted", engine.Counted, ""},
	{"missing_vote", "to the last nominated", engine.ToLast, ""},
	{"missing_vote", "to the last voted on", engine.ToLast, ""},
	{"missing_vote", "to the last (T64) **and** foul", engine.LastAndFoul, ""},
	{"tie_subset", "silent → new speeches, new revote", engine.WithSpeeches, ""},
	{"repeat_tie", "silent → RAISE_VOTE", engine.Held, ""},
	{"repeat_tie", "silent → same; at four expressly allowed", engine.Held, ""},
	{"raise_at_four", "allowed", engine.Held, ""},
	{"raise_at_four", "silent → allowed", engine.Held, ""},
	{"raise_all_table", "silent → not held", engine.Off, ""},
	{"removal_during_vote", "silent → voting goes on, both leave", engine.BothLeave, ""},
	{"removal_during_vote", "both leave", engine.BothLeave, ""},
	{"out_player_speaks", "deleted, must leave (K27)", engine.FlagOnly, ""},
	{"out_player_speaks", "opposite team wins", engine.Awards, ""},
	{"leave_group", "removal after `leave_grace_s` (C79, E38); award only by the judge", engine.AskedOf, ""},
	{"leave_group", "silent → removal after `leave_grace_s` (E38), FLAG", engine.RemovalAndFlag, ""},
	{"stop", "silent → judge, or two thirds", engine.ByVote, ""},
	{"best_move", "yes (T18, T19)", engine.TwoOrThree, ""},
	{"protest", "after the game: team + 1", engine.ClubProtest, ""},
	{"protest", "in the game: the words → removal (T86), the command is refused", engine.Refused, ""},
	{"no_shot", "miss («не стреляет», T5)", engine.Miss, ""},
	{"check_targets", "silent → every seat but one's own, also those who are out", engine.Everybody, ""},
	{"slot_extra_word", "silent → out of turn → 4th foul → removal", engine.FoulOnly, ""},
	{"slot_extra_word", "4th foul → removal (T37)", engine.FoulOnly, ""},
	{"already_listed", "silent → not accepted, right not used up", engine.RightKept, ""},
	{"already_listed", "not accepted (T32)", engine.RightKept, ""},
	{"removal_before_vote", "silent → no voting today", engine.NoVoteToday, ""},
	{"removal_before_vote", "no voting (T50)", engine.NoVoteToday, ""},
	{"game_end_last_word", "silent → yes (except removed)", engine.On, ""},
	{"protest_window_s", "n/a", "0", ""},
	{"consigliere", "n/a", "off", ""},
	{"consigliere", "rules T94–T113; default off", "off", ""},
	{"cons_split_s", "n/a", "0", ""},
	{"phone_rule", "flag", "", "CK"},  // T93 is a row of the tournament alone (S40, e)
	{"tears_emoji", "flag", "", "CK"}, // W13 says so of them
}

// classes are the rows of P-G, by the keys that carry them.
var classes = map[string]string{
	"W1 честно": "w1", "W2 oaths (клянусь, честное слово, …)": "w2", "W3 religion: appeal": "w3_appeal",
	"W3 religion: plea (ради бога, побойтесь бога …)": "w3_plea", "W3 religion: mention/idiom (Бог, Будда, Кришна …)": "w3_mention",
	"W3 devil: черт, чёрта …": "w3_devil", "W4 percentages": "w4", "W5 bets": "w5", "W6-P1 obscene roots": "w6_p1", "W6-P2 coarse words": "w6_p2",
	"W7 insults, getting personal": "w7", "W8 «сдаюсь»": "w8", "W9 appeal, СКЧ": "w9", "W10 showing/quoting private bot messages": "w10_shown",
	`W10 talk about "in private / online at night"`: "w10_talk", "W11 addressing the host": "host_address_own_minute",
	"W12 addressing by @mention": "address_players_by", "W13 tears 😭": "tears_emoji", "W14 threats": "w14",
}

// priceOf reads a cell of P-G.
func priceOf(cell string) string {
	cell = strings.NewReplacer("*", "", "silent → ", "").Replace(cell)
	has := func(part string) bool { return strings.Contains(cell, part) }
	begins := func(part string) bool { return strings.HasPrefix(cell, part) }
	switch {
	case has("mode `substring`"):
		return engine.Substring
	case has("mode `stem`"):
		return engine.Stem
	case begins("FLAG") && has("no-judge foul"):
		return engine.JudgeOrFoul
	case begins("foul + FLAG"):
		return engine.FoulAndFlag
	case has("the word alone → nothing"), begins("nothing"):
		return engine.Off
	case begins("FLAG"):
		return engine.FlagOnly
	case begins("removal"):
		return engine.Removal
	case begins("foul"):
		return engine.FoulOnly
	}
	return ""
}

// federal is how the fourth preset differs from the tournament: the value of each key that
// its table names. The sentence of its words is read class by class.
var federal = map[string]string{
	"look_sheriff_s": "30", "look_don_s": "0", "check_s": "10", "late_check": engine.Off, "wake_in_search": engine.Off, "night_sign": engine.FoulOnly,
	"nomination_formula": engine.Loose, "several_in_speech": engine.FirstNamed, "nomination_withdraw": engine.Off,
	"silence_scope": engine.Discussion, "third_in_tie_speech": engine.GoesOn, "vote_window_s": "2", "vote_token": engine.AnyHand,
	"double_vote": engine.Refused, "vote_lift": engine.Counted, "missing_vote": engine.ToLast, "agitation_in_vote": engine.WordsOnly,
	"raise_three_of_nine": engine.Off, "day1_vote": engine.Usual, "removal_during_vote": engine.BallotDropped,
	"removal_after_vote": engine.NextDropped, "removal_at_night": engine.NextDropped,
	"three_misses": engine.NobodyWins, "three_misses_unit": engine.Rounds, "out_player_speaks": engine.Deleted, "leave_group": engine.Removal,
	"pause": engine.ByJudge, "host_address_own_minute": engine.Permitted, "best_move": engine.Three, "protest": engine.NoProtest,
	"consigliere": "off", "cons_split_s": "0",

	"w1": engine.Stem, "w2": engine.FoulOnly, "w3_appeal": engine.FoulOnly, "w3_mention": engine.FlagOnly, "w3_devil": engine.Off,
	"w4": engine.Off, "w5": engine.FoulOnly, "w6_p1": engine.FoulAndFlag, "w6_p2": engine.FoulOnly, "w7": engine.FlagOnly, "w8": engine.Off, "w9": engine.Off,
	"w10_shown": engine.Removal, "address_players_by": engine.Off, "tears_emoji": engine.Off, "w14": engine.FlagOnly,

	"phone_rule": engine.Off, // award_opposite, whose cell names the phone, is none
}

// federalKeys are the keys that the table of the fourth preset names and no knob holds.
var federalKeys = []string{"award_opposite", "briefing_orders", "usual", "ties_only"} // the last two are values

// letters are the columns of PARAMETERS, and how PACES calls them.
var letters = map[string]string{"C": engine.Czernowitz, "K": engine.Club2010, "T": engine.Tournament}

// spec is what the documents say: the value of a key in a preset at a pace, by
// «tournament/table check_s».
type spec struct {
	tb     testing.TB
	values map[string]string
	used   map[reading]bool
	odd    []string // cells that nobody can read
}

func (x *spec) put(key, value, name, pace string) { x.values[name+"/"+pace+" "+key] = value }

// read puts what a cell says of a key in the document of a letter, at a pace.
func (x *spec) read(key, cell, letter, pace string) {
	k, ok := engine.KnobOf(key)
	if !ok {
		return
	}
	name := letters[letter]
	for _, r := range readings {
		if r.key == key && strings.HasPrefix(cell, r.cell) && (r.only == "" || strings.Contains(r.only, letter)) {
			x.used[r] = true
			if r.value != "" {
				x.put(key, r.value, name, pace)
			}
			return
		}
	}
	value, ok := plain(k, cell, k.Get(preset(x.tb, name, pace)))
	if !ok {
		x.odd = append(x.odd, key+" of "+letter+": "+cell)
		return
	}
	x.put(key, value, name, pace)
}

// of is the cell of one of several keys that stand in a row: «3 / 1», «3 + 1», «30, 120».
func (p param) of(i int, cell string) string {
	for _, sep := range []string{" / ", " + ", ", "} {
		parts := strings.Split(strings.TrimPrefix(strings.TrimPrefix(cell, "silent → "), "set by hand: "), sep)
		if len(parts) == len(p.keys) && len(parts) > 1 {
			return parts[i]
		}
	}
	return cell
}

// specOf reads all tables.
func specOf(tb testing.TB) *spec {
	x := &spec{tb: tb, values: map[string]string{}, used: map[reading]bool{}}
	for _, p := range params(tb) {
		if p.section == "P-G" {
			x.words(p)
		}
		for i, key := range p.keys {
			switch {
			case p.section == "PACES" && len(p.cells) == 4:
				for j, pace := range engine.Paces() {
					x.paced(key, p.of(i, p.cells[j+1]), pace)
				}
			case p.section == "P-I":
				for letter := range letters {
					x.read(key, p.of(i, p.cells[1]), letter, engine.TableTempo)
				}
			case strings.HasPrefix(p.section, "P-") && len(p.cells) == 4:
				for j, letter := range []string{"C", "K", "T"} {
					cell := p.cells[j+1]
					for back := j; (cell == "same" || cell == "silent → same") && back > 0; back-- {
						cell = p.cells[back]
					}
					x.read(key, p.of(i, cell), letter, engine.TableTempo)
				}
			}
		}
	}
	x.federation()
	return x
}

// words reads a row of P-G.
func (x *spec) words(p param) {
	key, ok := classes[p.name]
	if !ok || len(p.cells) != 3 {
		x.odd = append(x.odd, "P-G: "+p.name)
		return
	}
	for j, letter := range []string{"C", "K", "T"} {
		if value := priceOf(p.cells[j]); value != "" {
			x.put(key, value, letters[letter], engine.TableTempo)
		} else if !strings.HasPrefix(p.cells[j], "see ") {
			x.odd = append(x.odd, p.name+" of "+letter+": "+p.cells[j])
		}
	}
}

// paced reads a cell of PACES: «C, K 10 · T 20», or one number for all.
func (x *spec) paced(key, cell, pace string) {
	named := regexp.MustCompile(`^((?:[CKT], )*[CKT]) (.*)$`)
	for _, part := range strings.Split(strings.TrimPrefix(cell, "set by hand: "), " · ") {
		of, value := []string{"C", "K", "T"}, part
		if m := named.FindStringSubmatch(part); m != nil {
			of, value = strings.Split(m[1], ", "), m[2]
		}
		for _, letter := range of {
			x.read(key, value, letter, pace)
		}
	}
}

// federation is the tournament with what the table of the fourth preset names.
func (x *spec) federation() {
	for _, k := range engine.Knobs {
		for _, pace := range engine.Paces() {
			value, ok := x.values[engine.Tournament+"/"+pace+" "+k.Key]
			other, named := federal[k.Key]
			_, paced := x.values[engine.Tournament+"/"+engine.ChatTempo+" "+k.Key]
			switch {
			case named && pace == engine.TableTempo:
				x.put(k.Key, other, engine.Federation, pace)
			case named && k.Key == "check_s": // those of the other documents
				x.put(k.Key, x.values[engine.Czernowitz+"/"+pace+" "+k.Key], engine.Federation, pace)
			case named && other == "0" && paced:
				x.put(k.Key, other, engine.Federation, pace)
			case ok:
				x.put(k.Key, value, engine.Federation, pace)
			}
		}
	}
}

// differing are the values of presets that are not those of the documents.
func (x *spec) differing(has func(k engine.Knob, name, pace string) string) (all []string) {
	for at, value := range x.values {
		where, key, _ := strings.Cut(at, " ")
		name, pace, _ := strings.Cut(where, "/")
		k, _ := engine.KnobOf(key)
		if now := has(k, name, pace); now != value {
			all = append(all, where+": "+key+" = "+now+", the documents say "+value)
		}
	}
	slices.Sort(all)
	return all
}

// TestPresetsAreTheDocuments compares every key of PARAMETERS and PACES that is a knob with
// what its cells say of each preset at each pace.
func TestPresetsAreTheDocuments(t *testing.T) {
	x := specOf(t)
	for _, odd := range x.odd {
		t.Errorf("nobody has read %s", odd)
	}
	for _, r := range readings {
		if _, knob := engine.KnobOf(r.key); knob && !x.used[r] {
			t.Errorf("no cell of %s is %q", r.key, r.cell)
		}
	}
	has := func(k engine.Knob, name, pace string) string { return k.Get(preset(t, name, pace)) }
	for _, what := range x.differing(has) {
		t.Error(what)
	}
	if len(x.values) < 700 {
		t.Errorf("only %d values are compared", len(x.values))
	}
	differing, breach := len(x.differing(has)), 0
	for _, key := range []string{"night_sign", "vote_window_s", "w2", "stop", "don_meet_s"} { // a planted breach in each is found
		turned := func(k engine.Knob, name, pace string) string {
			if k.Key == key && name == engine.Federation && pace == engine.TableTempo {
				return "17"
			}
			return has(k, name, pace)
		}
		breach += len(x.differing(turned)) - differing
	}
	if breach != 5 {
		t.Errorf("of five planted breaches %d are found", breach)
	}
}

// TestFederationIsRead: every key of the table of the fourth preset is read in federal.
func TestFederationIsRead(t *testing.T) {
	named := 0
	for _, p := range params(t) {
		if p.section != "The" {
			continue
		}
		for _, key := range p.keys {
			_, read := federal[key]
			_, knob := engine.KnobOf(key)
			if !read && (knob || !slices.Contains(federalKeys, key)) {
				t.Errorf("%s is not read", key)
			}
			named++
		}
	}
	if named < 30 {
		t.Errorf("the table names %d keys", named)
	}
}
