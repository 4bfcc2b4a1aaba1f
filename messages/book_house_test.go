package messages

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"mafiabot/engine"
)

// houseIn is what a club is told of its rules.
func houseIn(b *Book, vocabulary string) (out []entry) {
	plain := plainRules(vocabulary)
	set := func(pairs ...string) engine.Ruleset {
		r := plain
		for i := 0; i < len(pairs); i += 2 {
			k, _ := engine.KnobOf(pairs[i])
			_ = k.Set(&r, pairs[i+1])
		}
		return r
	}
	own := set("vote_window_s", "10", "w2", "removal", "skip_spent_windows", "off")
	out = append(out,
		entry{"as it stands", b.House(plain)}, entry{"its own", b.House(own)},
		entry{"a key is set", b.HouseSet(plain, own, "vote_window_s")}, entry{"a key is reset", b.HouseSet(own, plain, "vote_window_s")},
		entry{"a word is set", b.HouseSet(plain, own, "w2")}, entry{"a key of which nothing is said", b.HouseSet(plain, set("race_grace_s", "3"), "race_grace_s")},
		entry{"nothing changes", b.HouseSet(own, own, "vote_window_s")}, entry{"another ruleset", b.HouseSet(own, plain, "")})
	for _, key := range []string{"vote_window_s", "double_vote", "skip_spent_windows", "gap_shot", "w1", "w2", "race_grace_s"} {
		out = append(out, entry{"key " + key, b.Knob(own, key)})
	}
	for _, s := range engine.SettledKeys {
		out = append(out, entry{"settled " + s.Key, b.Knob(plain, s.Key)})
	}
	for _, name := range engine.Presets() {
		if name != vocabulary {
			out = append(out, entry{"diff with " + name, b.RulesDiff(plain, plainRules(name), vocabulary, name, "")})
		}
	}
	return append(out,
		entry{"diff of the end", b.RulesDiff(plain, plainRules(engine.Federation), vocabulary, engine.Federation, "финал")},
		entry{"diff with the club", b.RulesDiff(own, plain, "club", vocabulary, "")})
}

// TestDiffTellsWhatIsSet: a knob that a club has set is a difference wherever /rules
// speaks of it, and no two presets differ in more than a message holds without saying so.
func TestDiffTellsWhatIsSet(t *testing.T) {
	b := BookOf("ru")
	for _, name := range engine.Presets() {
		plain := plainRules(name)
		if text := b.RulesDiff(plain, plain, name, name, ""); !strings.Contains(text, "Различий нет") {
			t.Errorf("%s differs from itself: %s", name, text)
		}
		for _, k := range engine.Knobs {
			turned := plain
			if err := k.Set(&turned, otherValues(k, plain)[0]); err != nil {
				t.Fatal(err)
			}
			same := k.Key == "vocabulary" || allRules(b, turned) == allRules(b, plain)
			if none := strings.Contains(b.RulesDiff(plain, turned, name, "club", ""), "Различий нет"); none != same {
				t.Errorf("%s: %s changed, no difference: %v", name, k.Key, none)
			}
		}
		for _, other := range engine.Presets() {
			if n := utf8.RuneCountInString(b.RulesDiff(plain, plainRules(other), name, other, "")); n > 4000 {
				t.Errorf("%s and %s: %d characters", name, other, n)
			}
		}
	}
}

// TestKnobsAreTold: every knob is shown with its values, and what a club is told of a key
// names both the old value and the new one.
func TestKnobsAreTold(t *testing.T) {
	b, r := BookOf("ru"), plainRules(engine.Czernowitz)
	for _, k := range engine.Knobs {
		text := b.Knob(r, k.Key)
		for _, value := range k.Legal {
			if !strings.Contains(text, "• "+value+" — ") {
				t.Errorf("%s: %s is not told", k.Key, value)
			}
		}
		turned := r
		other := otherValues(k, r)[0]
		_ = k.Set(&turned, other)
		if said := b.HouseSet(r, turned, k.Key); !k.OfOneGame() && !strings.Contains(said, fmt.Sprintf("%s = %s (было %s,", k.Key, other, k.Get(r))) {
			t.Errorf("%s: %s", k.Key, said)
		}
	}
	for _, s := range engine.SettledKeys {
		if text := b.Knob(r, s.Key); !strings.HasPrefix(text, s.Key+" — ") || strings.Contains(text, "\n") {
			t.Errorf("%s is answered %q", s.Key, text)
		}
		if !anyPhrase(b, "settled.of."+s.Key) {
			t.Errorf("no phrase says %s", s.Key)
		}
	}
	if b.Knob(r, "poker") != "" {
		t.Error("poker is a knob")
	}
}
