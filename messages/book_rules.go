package messages

import (
	"strings"

	"mafiabot/engine"
)

// What is asked of the rules: the overview, one part, what two rulesets differ in.

// Rules returns what /rules says first of a ruleset: where it comes from, the most
// important lines, and the parts that can be asked for. Command is how a part is
// asked for, without its name: «/rules czernowitz».
func (b *Book) Rules(r engine.Ruleset, command string) string {
	w := b.lawyer(r)
	w.line("law.title", args{"rules": w.ofName("rules", r.Name), "pace": w.ofName("pace", r.Pace)})
	w.line("law.source."+r.Name, nil)
	var told []string
	for _, part := range parts {
		lines := w.lawsOf(part)
		if len(lines) == 0 {
			continue
		}
		told = append(told, w.partName(part))
		for _, l := range lines {
			if l.key {
				w.add(l.text)
			}
		}
	}
	w.legend()
	w.line("law.more", args{"command": command + " " + told[0], "first": told[0], "parts": strings.Join(told[1:], ", ")})
	return w.out.String()
}

// RulesPart returns what /rules says of one part of a ruleset, "" for a part that it
// does not have.
func (b *Book) RulesPart(r engine.Ruleset, name string) string {
	if part := b.partNamed(name); part != "" {
		return b.lawyer(r).part(part)
	}
	return ""
}

// partNamed is the part that a reader calls by a name, in whatever vocabulary; "" if none.
func (b *Book) partNamed(name string) string {
	for _, part := range parts {
		for _, vocabulary := range engine.Presets() {
			if sameWord(b.say(vocabulary, "part."+part, nil), name) || sameWord(part, name) {
				return part
			}
		}
	}
	return ""
}

// part is the text of a part, "" if the ruleset has no line there.
func (w *writer) part(part string) string {
	w.out.Reset()
	lines := w.lawsOf(part)
	if len(lines) == 0 {
		return ""
	}
	r := w.v.Rules
	w.line("law.part", args{"rules": w.ofName("rules", r.Name), "part": w.partName(part), "pace": w.ofName("pace", r.Pace)})
	for _, l := range lines {
		w.add(l.text)
	}
	w.legend()
	return w.out.String()
}

// sameWord reports whether two names of a part are the same to who types one.
func sameWord(a, b string) bool {
	fold := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "ё", "е") }
	return fold(a) == fold(b)
}

// lawyer is the writer of a ruleset's lines.
func (b *Book) lawyer(r engine.Ruleset) *writer {
	plain, _ := engine.Preset(r.Name, r.Pace) // rules of no preset differ from none
	return &writer{b: b, plain: plain, turned: r != plain, values: map[string]string{}, v: engine.View{Rules: r, Rehearsal: r.RehearsalAt(r.Players)}}
}

// told is a line as it is said.
type told struct {
	text string
	key  bool
}

// lawsOf are the lines of a part.
func (w *writer) lawsOf(part string) (out []told) {
	for _, l := range laws {
		if l.part != part {
			continue
		}
		if text := w.sayLaw(l); text != "" {
			out = append(out, told{text, l.key})
		}
	}
	return out
}

func (w *writer) partName(part string) string { return w.say("part."+part, nil) }

// add puts a line that is said already behind the others.
func (w *writer) add(text string) {
	w.out.WriteByte('\n')
	w.out.WriteString(text)
}

// legend says what stands in brackets, and what the mark of a changed line means.
func (w *writer) legend() {
	if strings.Contains(w.out.String(), "\n"+w.say("law.changed", nil)+" ") {
		w.line("law.changes", nil)
	}
	if strings.Contains(w.out.String(), "("+w.say("law.default", nil)+")") {
		w.line("law.brackets", nil)
	}
}

// lawOfSeats says who sits, and how fewer can begin.
func (w *writer) lawOfSeats() string {
	n := w.v.Rules.Players
	count := map[engine.Role]int{}
	cards, _ := engine.Composition(n) // no table has rules of another number
	for _, c := range cards {
		count[c]++
	}
	key := "law.seats"
	if count[engine.Mafia] == 0 {
		key = "law.seats.alone"
	}
	text := w.say(key, args{"n": n, "mafia": count[engine.Mafia], "citizens": count[engine.Citizen]})
	if n > engine.MinSeats {
		text += " " + w.say("law.begin", nil)
	}
	return text
}

// wordKnobs are the knobs of words in the order in which /rules names them.
var wordKnobs = []string{
	"w1", "w2", "w3_appeal", "w3_plea", "w3_mention", "w3_devil", "w4", "w5", "w6_p1", "w6_p2", "w7", "w8", "w9", "protest_said",
	"w10_shown", "w10_talk", "host_address_own_minute", "address_players_by", "tears_emoji", "w14",
}

// priced are the knobs of the words that cost what is asked for.
func (w *writer) priced(price string) (keys []string) {
	for _, key := range wordKnobs {
		value := w.valueOf(key)
		if key == "w1" && value != engine.Off {
			value = engine.FoulOnly
		}
		if value == price {
			keys = append(keys, key)
		}
	}
	return keys
}

// pricedAt names the words that cost a price, "" if none do.
func pricedAt(price string) func(*writer) string {
	return func(w *writer) string {
		var words []string
		for _, key := range w.priced(price) {
			if key == "w1" {
				key += "." + w.v.Rules.W1
			}
			words = append(words, w.say("law.word."+key, nil))
		}
		if len(words) == 0 {
			return ""
		}
		return w.say("law.words."+price, args{"words": w.b.grammar.list(words)})
	}
}

// knobsOf are the knobs that a computed clause is read from.
func (w *writer) knobsOf(clause string) []string {
	if price, words := strings.CutPrefix(clause, "words."); words {
		return w.priced(price)
	}
	if clause == "stop" && !w.v.Rules.StoppableAt(w.v.Rules.Players) {
		return []string{"stop"}
	}
	if clause == "stop" {
		return []string{"stop", "stop_vote_s", "stop_share"}
	}
	return nil
}
