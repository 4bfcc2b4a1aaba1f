package messages

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mafiabot/engine"
)

// What is said of the words that a club hears (/words).

// ClubWords says what a club hears otherwise than others, and how that is changed: of
// long lists only the beginning, for a group is no place for a wall of text.
func (b *Book) ClubWords(c ClubWords) string { return b.clubWords(c, fewLetters) }

// AllClubWords says the same with the whole lists, as far as a message holds them.
func (b *Book) AllClubWords(c ClubWords) string {
	all := b.clubWords(c, maxClubWords*(maxWordLetters+1))
	if len(utf16.Encode([]rune(all))) > longestMessage {
		return b.clubWords(c, longestLists/(len(clubClasses)+1))
	}
	return all
}

// The room for words that are told.
const (
	fewLetters     = 200  // of one list, in a group
	longestMessage = 4096 // UTF-16 code units that Telegram takes
	longestLists   = 2200 // characters of all lists that a message holds with all that is said around them
)

func (b *Book) clubWords(c ClubWords, letters int) string {
	lines := b.changedWords(c, letters)
	if len(lines) == 0 {
		lines = []string{b.say("", "words.same", args{"languages": b.Languages(nil)})}
	}
	lines = append(lines, b.say("", "words.how", args{"classes": strings.Join(WordClasses(), ", ")}))
	return strings.Join(lines, "\n")
}

// WordsReset says what a club has taken back, so that it can be done again; "" if it
// had changed nothing.
func (b *Book) WordsReset(c ClubWords) string {
	was := b.changedWords(c, fewLetters)
	if len(was) == 0 {
		return ""
	}
	return b.say("", "words.reset", args{"languages": b.Languages(nil)}) + "\n" + strings.Join(was, "\n")
}

// changedWords are the lines of what a club has changed, each list with so many
// letters.
func (b *Book) changedWords(c ClubWords, letters int) (lines []string) {
	add := func(key string, a args) { lines = append(lines, b.say("", key, a)) }
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
			add("words.added", args{"class": class, "words": b.quoteAll(words, letters)})
		}
	}
	if len(c.Dropped) > 0 {
		add("words.dropped", args{"words": b.quoteAll(c.Dropped, letters)})
	}
	return lines
}

// quoteAll lists words until so many letters have been told, and says how many more
// there are.
func (b *Book) quoteAll(words []string, letters int) string {
	var quoted []string
	for i, w := range words {
		if letters <= 0 {
			return strings.Join(quoted, ", ") + " " + b.say("", "words.more", args{"n": len(words) - i})
		}
		letters -= utf8.RuneCountInString(w + "«», ")
		quoted = append(quoted, "«"+w+"»")
	}
	return strings.Join(quoted, ", ")
}

// Languages names languages by their tags; those of a table that has chosen none are
// Russian and Ukrainian.
func (b *Book) Languages(tags []string) string {
	if len(tags) == 0 {
		tags = []string{languageNames[Russian], languageNames[Ukrainian]}
	}
	var names []string
	for _, tag := range tags {
		if b.has("", "language."+tag) {
			tag = b.say("", "language."+tag, nil)
		}
		names = append(names, tag)
	}
	return b.grammar.list(names)
}

// WordClass returns the name of the class that is called so, as «Клятва:» or «W2»; ok
// is false if none is.
func WordClass(called string) (name string, ok bool) {
	name = className(classOf(strings.TrimSuffix(called, ":")))
	return name, name != ""
}

// WordRefused says why a change of a club's words is none: one of the errors of
// [ClubWords].
func (b *Book) WordRefused(err error) string {
	return b.Note(err.Error(), strings.Join(WordClasses(), ", "))
}

// mostFinds is how many finds of a phrase are told.
const mostFinds = 15

// Tested says what the ear has heard in a phrase, and what that costs under a ruleset: a
// line a find, and what the whole message comes to, for it costs once (G3, G4).
func (b *Book) Tested(r engine.Ruleset, h engine.Heard) string {
	var lines []string
	costly := 0
	for _, f := range h.Finds {
		alone := engine.Heard{Kind: engine.Word, Finds: []engine.Find{f}}
		why := f.Class.Reason()
		if why == "" {
			continue
		}
		ch := r.Charge(alone, false)
		if ch.Cost != engine.Free {
			costly++
		}
		lines = append(lines, b.say(r.Vocabulary, "tested.find", args{
			"said": f.Said, "reason": b.say(r.Vocabulary, "reason."+string(why), nil), "price": b.price(r, ch),
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
