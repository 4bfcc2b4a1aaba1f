package messages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"mafiabot/engine"
)

// allRules are the overview of a ruleset and all its parts.
func allRules(b *Book, r engine.Ruleset) string {
	all := b.Rules(r, "/rules")
	for _, e := range partsOf(b, r, "") {
		all += "\n" + e.text
	}
	return all
}

// partsOf are the parts of a ruleset.
func partsOf(b *Book, r engine.Ruleset, name string) (out []entry) {
	w := b.lawyer(r)
	for _, part := range parts {
		if text := w.part(part); text != "" {
			out = append(out, entry{name + part, text})
		}
	}
	return out
}

// rulesIn are the rules of a vocabulary in every pace, and with every choice
// turned: what a club may have made of them.
func rulesIn(b *Book, vocabulary string) (out []entry) {
	for _, pace := range engine.Paces() {
		r, _ := engine.Preset(vocabulary, pace)
		out = append(out, entry{pace, b.Rules(r, "/rules "+vocabulary)})
	}
	out = append(out, partsOf(b, plainRules(vocabulary), "")...)
	for i, r := range turnedRules(vocabulary) {
		name := fmt.Sprintf("turned %d: ", i+1)
		out = append(out, entry{name + "all", b.Rules(r, "/rules")})
		out = append(out, partsOf(b, r, name)...)
	}
	return out
}

// plainRules are a preset at the pace of a table.
func plainRules(name string) engine.Ruleset {
	r, err := engine.Preset(name, engine.TableTempo)
	if err != nil {
		panic(err)
	}
	return r
}

// turnedRules are a preset with every choice turned, and then its short times
// as well.
func turnedRules(name string) []engine.Ruleset {
	r := plainRules(name)
	for _, k := range engine.Knobs {
		if k.Key == "vocabulary" {
			continue
		}
		if values := otherValues(k, r); len(k.Legal) > 0 || k.Get(r) == "on" || k.Get(r) == "off" {
			_ = k.Set(&r, values[0])
		}
	}
	r.Players, r.PMHold, r.SilentClose, r.AFKCircles, r.Card = 6, 0, 1, 2, 0
	all := []engine.Ruleset{r}
	r.SilentClose, r.SilentCloseTie, r.OverrunGrace, r.VoteLead = 0, 21, 0, 0
	r.LastWordVoted, r.ThreeMissesUnit, r.StopShare = 7200, engine.Misses, engine.ThreeQuarters
	all = append(all, r)
	r.ThreeMisses, r.ThreeMissesAtFour, r.LastWordVoted = engine.NobodyWins, engine.RedWins, 300
	r.JudgeTimeout, r.PhoneRule, r.StopShare = 0, engine.Award, engine.AllSeats
	return append(all, r)
}

// otherValues are the values that a knob could have besides.
func otherValues(k engine.Knob, r engine.Ruleset) []string {
	now := k.Get(r)
	n, err := strconv.Atoi(now)
	switch {
	case len(k.Legal) > 0:
		return slices.DeleteFunc(slices.Clone(k.Legal), func(v string) bool { return v == now })
	case err != nil:
		return []string{map[string]string{"on": "off", "off": "on"}[now]}
	}
	return []string{strconv.Itoa(n + 1), strconv.Itoa(n + 20)}
}

// untoldKnobs are the knobs that /rules does not speak of, and why.
var untoldKnobs = map[string]string{
	"lobby_idle_s": "of the lobby", "cons_split_s": "nobody sits in pairs unless it is asked for", "vote_announce_s": "a pause of the host", "race_grace_s": "of the network",
	"heavy_grace_s": "the other grace, where it is kinder", "told_gap_s": "of the network", "wake_grace_s": "of the network",
	"czernowitz critical_s": "critical_players is off", "club2010 critical_s": "critical_players is off", "federation three_misses_at_four": "three_misses_unit is rounds",
	"tournament pauses_per_game": "pause is off", "tournament pause_max_s": "pause is off",
	"federation stop_vote_s": "a rated game is not stopped", "tournament stop_vote_s": "a rated game is not stopped",
}

func init() {
	for _, name := range []string{engine.Czernowitz, engine.Club2010, engine.Federation} {
		for _, key := range []string{"leave_time_s", "out_strikes"} {
			if name+key != engine.Club2010+"leave_time_s" {
				untoldKnobs[name+" "+key] = "a word of who is out gives no award"
			}
		}
	}
}

// TestRulesFollowTheKnobs turns every knob of every preset: what /rules speaks of
// is said otherwise then.
func TestRulesFollowTheKnobs(t *testing.T) {
	b := BookOf("ru")
	for _, name := range engine.Presets() {
		for _, pace := range engine.Paces() {
			r, _ := engine.Preset(name, pace)
			plain := allRules(b, r)
			for _, k := range engine.Knobs {
				for _, value := range otherValues(k, r) {
					turned := r
					if err := k.Set(&turned, value); err != nil {
						t.Fatal(err)
					}
					untold := untoldKnobs[k.Key] + untoldKnobs[name+" "+k.Key] + shutOff(k.Key, r)
					switch {
					case k.Key == "rehearsal" && pace == engine.BlitzTempo: // it is one anyway
					case k.Key == "stop" && pace == engine.BlitzTempo:
					case k.Key == "stop_vote_s" && pace == engine.BlitzTempo:
					case (allRules(b, turned) == plain) != (untold != ""):
						t.Errorf("%s, %s: %s = %s, told %v", name, pace, k.Key, value, untold == "")
					}
				}
			}
			for n := engine.MinSeats; n <= engine.MaxSeats; n++ {
				turned := r
				turned.Players = n
				if n != 10 && b.Rules(turned, "/rules") == b.Rules(r, "/rules") {
					t.Errorf("%s, %s: %d seats change nothing", name, pace, n)
				}
			}
		}
	}
}

// TestRulesFit: the overview is no wall of text, and every part fits into one message.
func TestRulesFit(t *testing.T) {
	b := BookOf("ru")
	for _, vocabulary := range engine.Presets() {
		for _, e := range rulesIn(b, vocabulary) {
			if n := utf8.RuneCountInString(e.text); n >= 3500 || strings.Count(e.text, "\n") > 30 {
				t.Errorf("%s, %s: %d characters in %d lines", vocabulary, e.name, n, strings.Count(e.text, "\n"))
			}
		}
	}
}

// TestRulesNameTheirRows: every line of a preset that has a document ends with rows of
// that document, or says that it is silent; and no phrase of a line is missing.
func TestRulesNameTheirRows(t *testing.T) {
	b := BookOf("ru")
	for _, name := range engine.Presets() {
		r, lines := plainRules(name), 0
		for _, part := range parts {
			text := b.RulesPart(r, part)
			for _, line := range strings.Split(text, "\n")[min(1, strings.Count(text, "\n")):] {
				if line == b.say(r.Vocabulary, "law.brackets", nil) {
					continue // it says what the brackets of the others are
				}
				_, source, ok := cutLast(line, " (")
				rows := strings.FieldsFunc(strings.TrimSuffix(source, ")."), func(r rune) bool { return strings.ContainsRune(" ,–", r) })
				own := len(rows) > 0 && ofDocument(name, rows[0])
				if want := name != engine.Federation; text != "" && (ok && (own || source == "по умолчанию).")) != want {
					t.Errorf("%s: %q", name, line)
				}
				lines++
			}
		}
		if lines < 40 {
			t.Errorf("%s: only %d lines", name, lines)
		}
	}
	for _, l := range laws {
		for _, name := range strings.Fields(l.clauses) {
			name = bare(name)
			if !anyPhrase(b, "law."+name) {
				t.Errorf("no phrase says %s", name)
			}
		}
	}
}

// cutLast cuts a text at the last place where a part of it stands.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// anyPhrase reports whether some key of the book is this one, or one of its values or
// vocabularies.
func anyPhrase(b *Book, key string) bool {
	for k := range b.phrases {
		if k == key || strings.HasPrefix(k, key+".") || strings.HasPrefix(k, key+"@") {
			return true
		}
	}
	return false
}

// TestPartsAreNamed: a part is found by its name in every vocabulary, and by no other.
func TestPartsAreNamed(t *testing.T) {
	b, r := BookOf("ru"), plainRules(engine.Czernowitz)
	for _, name := range []string{"фолы", "Предупреждения", "fouls"} {
		if text := b.RulesPart(r, name); !strings.Contains(text, "Третье предупреждение") {
			t.Errorf("%s: %s", name, text)
		}
	}
	for _, name := range []string{"", "погода", "ноч"} {
		if text := b.RulesPart(r, name); text != "" {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestRowsAreJoined: three rows and more in succession are written as a span.
func TestRowsAreJoined(t *testing.T) {
	for in, want := range map[string]string{
		"C65 C66 C67 C68": "C65–C68", "C1 C2": "C1 C2", "C1 C2 C4 C5 C6": "C1 C2 C4–C6", "K14a K14b K14c K15": "K14a–K14c K15",
		"K11a K11b K12": "K11a K11b K12", "T9 T10 T11": "T9–T11", "T10 D11 D12": "T10 D11 D12",
	} {
		if got := strings.Join(joinedRows(strings.Fields(in)), " "); got != want {
			t.Errorf("%s is written %s", in, got)
		}
	}
}

// TestChangedLinesAreMarked: a club's own value marks its line, and no other.
func TestChangedLinesAreMarked(t *testing.T) {
	b, r := BookOf("ru"), plainRules(engine.Czernowitz)
	if strings.Contains(allRules(b, r), "✎") {
		t.Error("a preset is marked")
	}
	r.DoubleVote = engine.Refused
	text := b.RulesPart(r, ofVote)
	if !strings.Contains(text, "\n✎ Второй голос не принимается (C56, C57).") || strings.Count(text, "✎") != 2 {
		t.Error(text)
	}
}

// TestRulesNameWhatIsHeard: what the rules tell people to say is what the ear
// takes.
func TestRulesNameWhatIsHeard(t *testing.T) {
	for text, class := range map[string]engine.Class{
		"выставляю игрока номер 5": engine.NominateS, "выставляю пятого": engine.NominateL,
	} {
		finds := Hear(text, Table{Seats: 10}).Finds
		if len(finds) != 1 || finds[0].Class != class || finds[0].Seat != 5 {
			t.Errorf("%q is heard as %+v", text, finds)
		}
	}
}

// TestRulesNameThePrices: each class of words stands in the sentence of its price
// and in no other.
func TestRulesNameThePrices(t *testing.T) {
	b, named := BookOf("ru"), 0
	for _, name := range engine.Presets() {
		for _, key := range wordKnobs {
			k, ok := engine.KnobOf(key)
			if !ok {
				t.Fatalf("%s is no knob", key)
			}
			for _, value := range k.Legal {
				r, _ := engine.Preset(name, engine.TableTempo)
				if err := k.Set(&r, value); err != nil {
					t.Fatal(err)
				}
				noun, price := b.say(name, "law.word."+key, nil), value
				if key == "w1" {
					noun = b.say(name, "law.word.w1."+value, nil)
					price = engine.FoulOnly
				}
				_, end, _ := strings.Cut(b.say(name, "law.words."+price, args{"words": "§"}), "§")
				said := lawThatNames(b.RulesPart(r, ofWords), noun)
				if price == engine.Off {
					end = "" // it is told where a club asks what a key means
				}
				if free := end == "" || noun == ""; free != (said == "") || !free && !strings.HasSuffix(said, strings.TrimSuffix(end, ".")) {
					t.Errorf("%s: %s = %s: %q", name, key, value, said)
				} else if !free {
					named++
				}
			}
		}
	}
	if named < 160 || lawThatNames("За клятвы — удаление.", "пари") != "" {
		t.Errorf("only %d prices are named", named)
	}
}

// lawThatNames is the sentence about the price of words that names one of them, ""
// if there is none.
func lawThatNames(law, noun string) string {
	for _, line := range strings.Split(law, "\n") {
		line, _, _ = cutLast(strings.TrimPrefix(line, "✎ "), " (")
		for _, sentence := range strings.Split(strings.TrimSuffix(line, "."), ". ") {
			words, _, priced := strings.Cut(strings.TrimPrefix(sentence, "За "), " — ")
			if !priced || !strings.HasPrefix(sentence, "За ") || noun == "" {
				continue
			}
			for _, item := range strings.Split(words, ", ") {
				if item == noun || strings.HasPrefix(item, noun+" и ") || strings.HasSuffix(item, " и "+noun) {
					return sentence
				}
			}
		}
	}
	return ""
}
