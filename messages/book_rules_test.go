package messages

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"mafiabot/engine"
)

// rulesIn are the rules of a vocabulary in every pace, and with every choice
// turned: what a club may have made of them.
func rulesIn(b *Book, vocabulary string) (out []entry) {
	for _, pace := range engine.Paces() {
		r, err := engine.Preset(vocabulary, pace)
		if err != nil {
			panic(err)
		}
		out = append(out, entry{pace, b.Rules(r)})
	}
	r, err := engine.Preset(vocabulary, engine.TableTempo)
	if err != nil {
		panic(err)
	}
	for _, k := range engine.Knobs {
		if k.Key == "vocabulary" {
			continue
		}
		if values := otherValues(k, r); len(k.Legal) > 0 || k.Get(r) == "on" || k.Get(r) == "off" {
			_ = k.Set(&r, values[0])
		}
	}
	r.Name, r.Players, r.PMHold, r.SilentClose = "Правила Бара", 6, 0, 1
	out = append(out, entry{"all turned, six seats", b.Rules(r)})
	r.SilentClose, r.SilentCloseTie = 0, 21
	return append(out, entry{"the short speeches alone", b.Rules(r)})
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
	"federation stop_vote_s": "a rated game is not stopped", "tournament stop_vote_s": "a rated game is not stopped",
}

// TestRulesFollowTheKnobs turns every knob of every preset: what /rules speaks of
// is said otherwise then.
func TestRulesFollowTheKnobs(t *testing.T) {
	b := BookOf("ru")
	for _, name := range engine.Presets() {
		for _, pace := range engine.Paces() {
			r, _ := engine.Preset(name, pace)
			plain := b.Rules(r)
			for _, k := range engine.Knobs {
				for _, value := range otherValues(k, r) {
					turned := r
					if err := k.Set(&turned, value); err != nil {
						t.Fatal(err)
					}
					untold := untoldKnobs[k.Key] + untoldKnobs[name+" "+k.Key]
					switch {
					case k.Key == "rehearsal" && pace == engine.BlitzTempo: // it is one anyway
					case k.Key == "stop" && pace == engine.BlitzTempo:
					case k.Key == "stop_vote_s" && pace == engine.BlitzTempo:
					case (b.Rules(turned) == plain) != (untold != ""):
						t.Errorf("%s, %s: %s = %s, told %v", name, pace, k.Key, value, untold == "")
					}
				}
			}
			for n := engine.MinSeats; n <= engine.MaxSeats; n++ {
				turned := r
				turned.Players = n
				if n != 10 && b.Rules(turned) == plain {
					t.Errorf("%s, %s: %d seats change nothing", name, pace, n)
				}
			}
		}
	}
}

// TestRulesFit: one message, and no wall of text.
func TestRulesFit(t *testing.T) {
	b := BookOf("ru")
	for _, vocabulary := range engine.Presets() {
		for _, e := range rulesIn(b, vocabulary) {
			lines := strings.Count(e.text, "\n") + 1
			if n := utf8.RuneCountInString(e.text); n >= 3500 || lines < 15 || lines > 30 {
				t.Errorf("%s, %s: %d characters in %d lines", vocabulary, e.name, n, lines)
			}
		}
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
				said := lawThatNames(b.Rules(r), noun)
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
