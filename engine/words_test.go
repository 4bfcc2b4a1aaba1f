package engine_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
)

// wordTables are the columns of P-G.
var wordTables = []string{engine.Czernowitz, engine.Club2010, engine.Tournament, engine.Federation}

// words returns a table of words that must be there.
func words(tb testing.TB, name string) engine.Words {
	tb.Helper()
	w, ok := engine.WordTable(name)
	if !ok {
		tb.Fatalf("no words %q", name)
	}
	return w
}

// isWordKnob reports whether a knob is one of the words.
func isWordKnob(k engine.Knob) bool {
	var r engine.Ruleset
	for _, v := range k.Legal {
		_ = k.Set(&r, v)
	}
	return r.Words != engine.Words{}
}

// TestWordTables compares the tables with one that has been read against P-G.
func TestWordTables(t *testing.T) {
	const golden = "testdata/words.golden"
	var b strings.Builder
	line := func(key string, cell func(name string) string) {
		text := fmt.Sprintf("%-24s", key)
		for _, name := range wordTables {
			text += fmt.Sprintf(" %-10s", cell(name))
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	line("", func(name string) string { return name })
	n := 0
	for _, k := range engine.Knobs {
		if isWordKnob(k) {
			n++
			line(k.Key, func(name string) string { return k.Get(engine.Ruleset{Words: words(t, name)}) })
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) || n != 20 {
		t.Errorf("%d knobs; the tables are:\n%s", n, &b)
	}
	if _, ok := engine.WordTable("club1910"); ok {
		t.Error("an unknown table")
	}
	for _, name := range engine.Presets() {
		if preset(t, name, engine.TableTempo).Words != words(t, name) {
			t.Errorf("the preset %s has other words", name)
		}
	}
}

// TestOldWords: a log from before these knobs decodes, and its words cost what they
// did then; a new one holds them among the other knobs.
func TestOldWords(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("testdata", "logs", "2026-11-czernowitz.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	e, at, err := engine.Decode([]byte(first))
	if err != nil {
		t.Fatal(err)
	}
	old := e.(engine.Convened).Rules
	if old.Words != (engine.Words{W1: engine.Substring}) {
		t.Errorf("the words of an old log: %+v", old.Words)
	}
	for c := engine.HonestWord; c <= engine.Threat; c++ {
		for _, hint := range []bool{false, true} {
			got := old.Charge(engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: c, Hint: hint}}}, true)
			honest := c == engine.HonestWord
			if (got.Cost == engine.CostsFoul) != (honest && !hint) || (got.Flags != "") != (honest && hint) {
				t.Errorf("class %d, hint %v: %+v", c, hint, got)
			}
		}
	}
	entry, err := engine.Encode(engine.Convened{Rules: preset(t, engine.Czernowitz, engine.TableTempo)}, at)
	if err != nil {
		t.Fatal(err)
	}
	var flat struct {
		D struct{ Rules map[string]any }
	}
	if err := json.Unmarshal(entry, &flat); err != nil || flat.D.Rules["W6P1"] != engine.Removal || flat.D.Rules["W1"] != engine.Substring {
		t.Errorf("%v: the words do not stand among the knobs: %s", err, entry)
	}
}

// heard is a text with these finds, ten bytes apart.
func heard(finds ...engine.Find) engine.Heard {
	h := engine.Heard{Kind: engine.Word, Finds: slices.Clone(finds)}
	for i := range h.Finds {
		h.Finds[i].At, h.Finds[i].End = 10*i, 10*i+9
	}
	return h
}

// of makes acts of classes; hint makes them hints.
func of(classes ...engine.Class) (out []engine.Find) {
	for _, c := range classes {
		out = append(out, engine.Find{Class: c})
	}
	return out
}

func hint(classes ...engine.Class) []engine.Find {
	out := of(classes...)
	for i := range out {
		out[i].Hint = true
	}
	return out
}

func charge(cost engine.Cost, first int, reasons, flags engine.Reasons) engine.Charge {
	return engine.Charge{Cost: cost, First: first, Reasons: reasons, Flags: flags}
}

// TestCharge: what finds cost under the tables of words (P-G, G3, G4, G11).
func TestCharge(t *testing.T) {
	const c, k, tour, fed = engine.Czernowitz, engine.Club2010, engine.Tournament, engine.Federation
	nothing := charge(engine.Free, -1, "", "")
	foul := func(first int, reasons, flags engine.Reasons) engine.Charge {
		return charge(engine.CostsFoul, first, reasons, flags)
	}
	removal := func(first int, reasons, flags engine.Reasons) engine.Charge {
		return charge(engine.CostsRemoval, first, reasons, flags)
	}
	flags := func(f engine.Reasons) engine.Charge { return charge(engine.Free, -1, "", f) }
	for _, at := range []struct {
		rows, table string
		finds       []engine.Find
		reply       bool
		want        engine.Charge
	}{
		{"", c, nil, false, nothing},
		{"C54", c, of(engine.NominateS, engine.NominateMore, engine.Withdrawn, engine.HandOff), false, nothing},
		{"C35", c, of(engine.HonestWord), false, foul(0, "honest", "")},
		{"A60", c, of(engine.HonestStem), false, nothing},
		{"A60", c, hint(engine.HonestStem), false, nothing},
		{"K4a", k, of(engine.HonestStem), false, foul(0, "honest", "")},
		{"D2", tour, of(engine.HonestStem), false, foul(0, "honest", "")},
		{"C35", c, hint(engine.HonestWord), false, flags("honest")},
		{"G3", c, of(engine.HonestWord, engine.HonestWord, engine.Oath), false, foul(0, "honest oath", "")},
		{"K3b G4", k, of(engine.HonestStem, engine.Oath), false, removal(1, "oath honest", "")},
		{"G4", c, of(engine.NominateS, engine.Coarse, engine.Obscene, engine.Obscene, engine.Percent), false, removal(2, "obscene coarse percent", "")},
		{"C33", c, of(engine.Oath), false, foul(0, "oath", "")},
		{"K3e", k, of(engine.Oath), false, removal(0, "oath", "")},
		{"K3c", k, hint(engine.Oath), false, flags("oath")},
		{"S34", k, append(hint(engine.Oath), of(engine.HonestStem)...), false, foul(1, "honest", "oath")},
		{"S34", c, append(hint(engine.Oath), of(engine.HonestStem)...), false, flags("oath")},
		{"C34", c, of(engine.Prayer), false, foul(0, "prayer", "")},
		{"K3d", k, of(engine.Prayer), false, removal(0, "prayer", "")},
		{"C34", c, of(engine.Plea), false, foul(0, "plea", "")},
		{"K3d", k, of(engine.Plea), false, foul(0, "plea", "plea")},
		{"D3", tour, of(engine.Plea), false, foul(0, "plea", "")},
		{"C34", c, of(engine.Deity), false, flags("deity")},
		{"C34", c, hint(engine.Deity), false, flags("deity")},
		{"D3", tour, of(engine.Deity), false, foul(0, "deity", "")},
		{"D3", fed, of(engine.Deity), false, flags("deity")},
		{"D3", tour, of(engine.Devil), false, foul(0, "devil", "")},
		{"D3", c, of(engine.Devil), false, nothing},
		{"D3", c, hint(engine.Devil), false, nothing},
		{"C36", c, of(engine.Percent), false, foul(0, "percent", "")},
		{"C36", k, append(of(engine.Percent), hint(engine.Percent)...), false, nothing},
		{"C37", c, append(of(engine.Bet), hint(engine.Bet)...), false, foul(0, "bet", "bet")},
		{"C37", fed, of(engine.Bet), false, foul(0, "bet", "")},
		{"C43 C74", c, of(engine.Obscene), false, removal(0, "obscene", "")},
		{"K21d", k, of(engine.Obscene), false, foul(0, "obscene", "obscene")},
		{"C43", c, hint(engine.Obscene), false, flags("obscene")},
		{"C46 K21a", k, of(engine.Coarse), false, foul(0, "coarse", "")},
		{"C44 A7", c, of(engine.Insult), false, foul(0, "insult", "insult")},
		{"G11", fed, of(engine.Insult), false, flags("insult")},
		{"C44", c, of(engine.Abuse), false, nothing},
		{"C44", c, of(engine.Abuse), true, foul(0, "insult", "insult")},
		{"C44", c, hint(engine.Abuse), false, nothing},
		{"C44", c, hint(engine.Abuse), true, flags("insult")},
		{"T76", tour, of(engine.Surrender), false, removal(0, "surrender", "")},
		{"T76", tour, hint(engine.Surrender), false, flags("surrender")},
		{"T76", c, of(engine.Surrender), false, nothing},
		{"T86", tour, of(engine.Appeal), false, removal(0, "appeal", "")},
		{"T86", k, of(engine.Appeal), false, nothing},
		{"K24", k, of(engine.Protest), false, removal(0, "protest", "")},
		{"K24", k, hint(engine.Protest), false, flags("protest")},
		{"K24", tour, of(engine.Protest), false, flags("protest")},
		{"K24", c, of(engine.Protest), false, nothing},
		{"C77", c, of(engine.CardShown), false, removal(0, "card_shown", "")},
		{"C82", c, of(engine.NightTalk), false, flags("night_talk")},
		{"T45", tour, of(engine.ToHost), false, foul(0, "to_host", "")},
		{"C26", c, append(of(engine.ToHost), hint(engine.ToHost)...), false, nothing},
		{"C28", c, of(engine.AtName), false, foul(0, "at_name", "")},
		{"D12", fed, of(engine.AtName), false, nothing},
		{"T40", tour, of(engine.Tears), false, flags("tears")},
		{"T40", c, of(engine.Tears), false, nothing},
		{"T87", tour, of(engine.Threat), false, flags("threat")},
	} {
		w := words(t, at.table)
		h := heard(at.finds...)
		if got := w.Charge(h, at.reply); got != at.want {
			t.Errorf("%s, %s, reply %v: %+v cost %+v, not %+v", at.rows, at.table, at.reply, at.finds, got, at.want)
		}
	}
}

// TestChargeQuotes: the words of what bears the cost are kept, if they may be
// repeated; what may not is punished under some rules as well (G4).
func TestChargeQuotes(t *testing.T) {
	c, k := words(t, engine.Czernowitz), words(t, engine.Club2010)
	for _, at := range []struct {
		table engine.Words
		finds []engine.Find
		want  string
	}{
		{c, []engine.Find{spoken(engine.Percent, "50/50"), spoken(engine.Oath, "клянусь")}, "50/50"},
		{k, []engine.Find{spoken(engine.HonestStem, "честный"), spoken(engine.Oath, "клянусь")}, "клянусь"},
		{c, []engine.Find{spoken(engine.Deity, "богу"), spoken(engine.Oath, "клянусь")}, "клянусь"},
		{c, []engine.Find{{Class: engine.Oath, Said: "он клялся", Hint: true}, spoken(engine.Percent, "100%")}, "100%"},
		{c, []engine.Find{spoken(engine.Percent, "100%"), spoken(engine.Obscene, "мат")}, ""},
		{k, []engine.Find{spoken(engine.Coarse, "грубо"), spoken(engine.HonestWord, "честно")}, ""},
		{c, []engine.Find{spoken(engine.Deity, "богу")}, ""},
		{c, nil, ""},
	} {
		if got := at.table.Charge(heard(at.finds...), false).Said; got != at.want {
			t.Errorf("%+v: %q, not %q", at.finds, got, at.want)
		}
	}
	all := engine.Words{
		W1: engine.Stem, W2: engine.FoulOnly, W3Appeal: engine.FoulOnly, W3Plea: engine.FoulOnly, W3Mention: engine.FoulOnly,
		W3Devil: engine.FoulOnly, W4: engine.FoulOnly, W5: engine.FoulOnly, W6P1: engine.FoulOnly, W6P2: engine.FoulOnly,
		W7: engine.FoulOnly, W8: engine.FoulOnly, W9: engine.FoulOnly, W10Shown: engine.FoulOnly, W10Talk: engine.FoulOnly,
		W14: engine.FoulOnly, ProtestSaid: engine.FoulOnly, HostAddress: engine.FoulOnly, AtName: engine.FoulOnly, TearsEmoji: engine.FoulOnly,
	}
	never := []engine.Class{engine.Obscene, engine.Coarse, engine.Insult, engine.Abuse, engine.CardShown, engine.AtName}
	for c := engine.HonestWord; c <= engine.Threat; c++ {
		ch := all.Charge(heard(spoken(c, "так")), true)
		if offence := ch.Cost != engine.Free; (ch.Said != "") != (offence && !slices.Contains(never, c)) || offence != engine.Reason(ch.Reasons).OfWords() {
			t.Errorf("class %d: %+v", c, ch)
		}
	}
	if engine.OutOfTurn.OfWords() || engine.OutOfTurn.Repeatable() {
		t.Error("what is no word is quoted")
	}
}

// TestChargeFollowsTheKnobs: each value of each word knob has its own price; a hint
// is a flag at most, and nothing where its class is off (G11).
func TestChargeFollowsTheKnobs(t *testing.T) {
	prices := map[string]engine.Charge{
		engine.Off: charge(engine.Free, -1, "", ""), engine.FlagOnly: charge(engine.Free, -1, "", "x"),
		engine.FoulOnly: charge(engine.CostsFoul, 0, "x", ""), engine.FoulAndFlag: charge(engine.CostsFoul, 0, "x", "x"),
		engine.JudgeOrFoul: charge(engine.CostsFoul, 0, "x", "x"), engine.Removal: charge(engine.CostsRemoval, 0, "x", ""),
		engine.Permitted: charge(engine.Free, -1, "", ""),
		engine.Substring: charge(engine.CostsFoul, 0, "x", ""), engine.Stem: charge(engine.CostsFoul, 0, "x", ""),
	}
	var turned int
	for _, k := range engine.Knobs {
		if !isWordKnob(k) {
			continue
		}
		for _, value := range k.Legal {
			var r engine.Ruleset
			r.W1 = engine.Off
			turn(t, &r, k.Key, value)
			same, told := true, engine.Reason("")
			for c := engine.HonestWord; c <= engine.Threat; c++ {
				got := r.Charge(heard(engine.Find{Class: c}), false)
				if got.Reasons != "" || got.Flags != "" {
					told = engine.Reason(max(got.Reasons, got.Flags))
					got.Reasons, got.Flags = one(got.Reasons), one(got.Flags)
					same = same && (got == prices[value] || c == engine.HonestStem)
					turned++
				}
				hinted := r.Charge(heard(engine.Find{Class: c, Hint: true}), false)
				if hinted.Cost != engine.Free || (hinted.Flags != "") != (got.Reasons != "" || got.Flags != "") {
					t.Errorf("%s = %s: a hint of class %d costs %+v", k.Key, value, c, hinted)
				}
			}
			if free := prices[value] == prices[engine.Off]; !same || free != (told == "") {
				t.Errorf("%s = %s does not cost its price (%s)", k.Key, value, told)
			}
		}
	}
	if turned < 80 {
		t.Errorf("only %d prices", turned)
	}
}

// one writes x for a list of one reason.
func one(r engine.Reasons) engine.Reasons {
	if r != "" && !strings.Contains(string(r), " ") {
		return "x"
	}
	return r
}

// TestReasons: a list of reasons has each once, in order.
func TestReasons(t *testing.T) {
	var r engine.Reasons
	for _, why := range []engine.Reason{engine.HonestSaid, "", engine.OathSaid, engine.HonestSaid} {
		r = r.With(why)
	}
	if all := slices.Collect(r.All()); r != "honest oath" || !slices.Equal(all, []engine.Reason{engine.HonestSaid, engine.OathSaid}) {
		t.Errorf("%q: %v", r, all)
	}
	if r.Has(engine.Reason("hone")) || !r.Has(engine.OathSaid) {
		t.Error("a part of a reason counts")
	}
}
