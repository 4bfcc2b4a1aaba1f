package messages

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mafiabot/engine"
)

// /rules diff: in what two rulesets differ.

// maxText is how long a message of Telegram may be, with room for what a carrier adds.
const maxText = 3900

// RulesDiff says in what two rulesets differ, by the names they are called by; in one
// part of the rules or, with no part, in all. Where that is more than a message holds,
// it counts the differences of each part.
func (b *Book) RulesDiff(x, y engine.Ruleset, nameX, nameY, part string) string {
	d := differ{b.lawyer(x), b.lawyer(y)}
	nameX, nameY = d.x.ofName("rules", nameX), d.x.ofName("rules", nameY)
	head := d.x.say("diff", args{"a": nameX, "b": nameY})
	text := head
	var counts []string
	for _, p := range parts {
		if part != "" && p != b.partNamed(part) {
			continue
		}
		lines := d.lines(p)
		if len(lines) == 0 {
			continue
		}
		counts = append(counts, fmt.Sprintf("%s — %d", d.x.partName(p), len(lines)))
		text += "\n" + d.x.say("diff.part", args{"part": d.x.b.grammar.capital(d.x.partName(p))}) + "\n" + strings.Join(lines, "\n")
	}
	switch {
	case len(counts) == 0:
		return head + "\n" + d.x.say("diff.none", nil)
	case utf8.RuneCountInString(text) > maxText:
		return head + "\n" + d.x.say("diff.long", args{"parts": strings.Join(counts, ", ")})
	}
	return text
}

// differ compares what two rulesets say.
type differ struct{ x, y *writer }

// lines are the differences in one part, each what the one says and what the other.
func (d differ) lines(part string) (lines []string) {
	for _, l := range laws {
		if l.part != part || part == ofChat {
			continue
		}
		for _, name := range strings.Fields(l.clauses) {
			if strings.HasPrefix(name, "words.") {
				continue // each class of words is compared by itself
			}
			cx, cy := d.x.clauseOf(name), d.y.clauseOf(name)
			if d.differs(cx, cy) {
				lines = append(lines, d.both(d.x.sourced(cx), d.y.sourced(cy)))
			}
		}
	}
	if part != ofWords {
		return lines
	}
	for _, key := range wordKnobs {
		if d.x.valueOf(key) != d.y.valueOf(key) {
			lines = append(lines, d.both(d.x.sourced(clause{d.x.priceOf(key), []string{key}}), d.y.sourced(clause{d.y.priceOf(key), []string{key}})))
		}
	}
	return lines
}

// differs reports whether two clauses say different things, and not the same in two
// vocabularies.
func (d differ) differs(cx, cy clause) bool {
	if cx.text == "" || cy.text == "" {
		return cx.text != cy.text
	}
	return slices.ContainsFunc(slices.Concat(cx.knobs, cy.knobs), func(key string) bool { return d.x.valueOf(key) != d.y.valueOf(key) })
}

// both sets what two rulesets say against each other.
func (d differ) both(x, y string) string { return d.x.say("diff.line", args{"a": x, "b": y}) }

// sourced is a clause with its rows at the end, or that nothing is said.
func (w *writer) sourced(c clause) string {
	if c.text == "" {
		return w.say("diff.silent", nil)
	}
	text := strings.TrimRight(c.text, ",.")
	if rows := rowsOf(w.v.Rules, "", c.knobs); len(rows) > 0 {
		text += " (" + w.source(rows) + ")"
	}
	return text + "."
}
