package messages

import (
	"fmt"
	"slices"
	"strings"

	"mafiabot/engine"
)

// What is said of the words that a club hears (/words).

// ClubWords says what a club hears otherwise than others, and how that is changed.
func (b *Book) ClubWords(c ClubWords) string {
	var lines []string
	add := func(key string, a args) { lines = append(lines, b.say("", key, a)) }
	if len(c.Added)+len(c.Dropped)+len(c.Languages) == 0 {
		add("words.same", nil)
	}
	if len(c.Languages) > 0 {
		add("words.languages", args{"languages": b.Languages(c.Languages)})
	}
	for _, class := range WordClasses() {
		var words []string
		for _, w := range c.Added {
			if w.Class == class {
				words = append(words, w.Text)
			}
		}
		if len(words) > 0 {
			add("words.added", args{"class": class, "words": quoteAll(words)})
		}
	}
	if len(c.Dropped) > 0 {
		add("words.dropped", args{"words": quoteAll(c.Dropped)})
	}
	add("words.how", args{"classes": strings.Join(WordClasses(), ", ")})
	return strings.Join(lines, "\n")
}

// mostWords is how many bytes of a list of words are told: a message has room for
// all lists together.
const mostWords = 400

// quoteAll lists words, as far as there is room for them.
func quoteAll(words []string) string {
	var out strings.Builder
	for i, w := range words {
		if out.Len() > mostWords {
			fmt.Fprintf(&out, " … (+%d)", len(words)-i)
			break
		}
		if i > 0 {
			out.WriteString(", ")
		}
		out.WriteString("«" + w + "»")
	}
	return out.String()
}

// Languages names languages by their tags.
func (b *Book) Languages(tags []string) string {
	var names []string
	for _, tag := range tags {
		if b.has("", "language."+tag) {
			tag = b.say("", "language."+tag, nil)
		}
		names = append(names, tag)
	}
	return b.grammar.list(names)
}

// WordRefused says why a change of a club's words is none: one of the errors of
// [ClubWords].
func (b *Book) WordRefused(err error) string {
	return b.Note(err.Error(), strings.Join(WordClasses(), ", "))
}

// The limits of what is told of a phrase.
const (
	mostFinds = 15 // that are told
	mostSaid  = 60 // characters of one
)

// Tested says what the ear hears in a phrase, and what that costs under a ruleset: a
// line a find, and what the whole message comes to, for it costs once (G3, G4).
func (b *Book) Tested(r engine.Ruleset, phrase string, h engine.Heard) string {
	var lines []string
	costly := 0
	for _, f := range h.Finds {
		alone := engine.Heard{Kind: engine.Word, Finds: []engine.Find{f}}
		why := reasonOf(f.Class)
		if why == "" || f.At < 0 || f.End > len(phrase) || f.At >= f.End {
			continue
		}
		ch := r.Charge(alone, false)
		if ch.Cost != engine.Free {
			costly++
		}
		said := strings.Join(strings.Fields(phrase[f.At:f.End]), " ")
		lines = append(lines, b.say(r.Vocabulary, "tested.find", args{
			"said": clip(said, mostSaid), "reason": b.say(r.Vocabulary, "reason."+string(why), nil), "price": b.price(r, ch),
		}))
	}
	lines = slices.Compact(lines)
	if len(lines) > mostFinds {
		lines = append(lines[:mostFinds], "…")
	}
	switch {
	case len(lines) == 0:
		lines = append(lines, b.say("", "tested.nothing", nil))
	case costly > 1 && len(lines) > 1:
		lines = append(lines, b.say("", "tested.once", args{"price": b.price(r, r.Charge(h, false))}))
	}
	return b.say("", "tested", args{"rules": b.say("", "rules."+r.Name, nil)}) + "\n" + strings.Join(lines, "\n")
}

// price says what a charge comes to.
func (b *Book) price(r engine.Ruleset, ch engine.Charge) string {
	key := "price"
	switch {
	case ch.Cost == engine.CostsRemoval:
		key = "price.removal"
	case ch.Cost == engine.CostsFoul && ch.Flags != "":
		key = "price.foul_flag"
	case ch.Cost == engine.CostsFoul:
		key = "price.foul"
	case ch.Flags != "":
		key = "price.flag"
	}
	return b.say(r.Vocabulary, key, nil)
}

// reasonOf returns what a class of finds is punished for where it is punished, "" for
// one that is no offence under any rules.
func reasonOf(c engine.Class) engine.Reason {
	every := engine.Words{
		W1: engine.Stem, W2: engine.FlagOnly, W3Appeal: engine.FlagOnly, W3Plea: engine.FlagOnly, W3Mention: engine.FlagOnly,
		W3Devil: engine.FlagOnly, W4: engine.FlagOnly, W5: engine.FlagOnly, W6P1: engine.FlagOnly, W6P2: engine.FlagOnly,
		W7: engine.FlagOnly, W8: engine.FlagOnly, W9: engine.FlagOnly, W10Shown: engine.FlagOnly, W10Talk: engine.FlagOnly,
		W14: engine.FlagOnly, ProtestSaid: engine.FlagOnly, HostAddress: engine.FlagOnly, AtName: engine.FlagOnly, TearsEmoji: engine.FlagOnly,
	}
	ch := every.Charge(engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: c}}}, true)
	for why := range ch.Flags.All() {
		return why
	}
	for why := range ch.Reasons.All() {
		return why
	}
	return ""
}

// clip shortens a text to so many characters.
func clip(s string, longest int) string {
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}
