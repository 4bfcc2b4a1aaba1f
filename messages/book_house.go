package messages

import (
	"slices"
	"strings"

	"mafiabot/engine"
)

// What a club plays by: /ruleset, /pace, /set, and /rules diff.

// House says what a club plays by, and what it has set by hand.
func (b *Book) House(r engine.Ruleset) string {
	w := b.lawyer(r)
	w.begin("house", args{"rules": w.ofName("rules", r.Name), "pace": w.ofName("pace", r.Pace)})
	for _, k := range engine.Knobs {
		if w.turned && w.changed(k.Key) {
			w.line("house.key", args{"key": k.Key, "value": w.valueOf(k.Key), "default": k.Get(w.plain)})
		}
	}
	w.open = false
	w.line("house.usage", nil)
	return w.out.String()
}

// HouseSet says that a club plays by other rules than before, in one message; the key is
// the one that was set, "" if the rules or the pace were.
func (b *Book) HouseSet(old, r engine.Ruleset, key string) string {
	w := b.lawyer(r)
	if k, ok := engine.KnobOf(key); ok {
		a := args{"key": key, "value": k.Get(r), "before": k.Get(old), "default": k.Get(w.plain)}
		switch {
		case old == r:
			w.line("house.same", a)
		case !w.changed(key):
			w.line("house.reset", a)
		default:
			w.line("house.set", a)
		}
		if text := w.meaning(key); text != "" {
			w.add(text)
		}
		return w.out.String()
	}
	w.line("house.now", args{"rules": w.ofName("rules", r.Name), "pace": w.ofName("pace", r.Pace)})
	var dropped []string
	before := b.lawyer(old)
	for _, k := range engine.Knobs {
		if before.turned && before.changed(k.Key) && !w.changed(k.Key) {
			dropped = append(dropped, k.Key)
		}
	}
	if len(dropped) > 0 {
		w.line("house.dropped", args{"keys": strings.Join(dropped, ", ")})
	}
	w.tight()
	return w.out.String()
}

// tight says that a window of the ballot is hard to hit over a network (PACES).
func (w *writer) tight() {
	if r := &w.v.Rules; r.Pace == engine.TableTempo && r.VoteWindow < 5 {
		w.line("house.tight", args{"vote": w.exactly("length", r.VoteWindow)})
	}
}

// Knob says what a knob is set to, what it could be, what each value means, and which
// rows it stands for; of a key that is settled, what holds. "" if there is no such key.
func (b *Book) Knob(r engine.Ruleset, key string) string {
	k, ok := engine.KnobOf(key)
	if !ok {
		return b.settled(r, key)
	}
	w := b.lawyer(r)
	w.line("knob", args{"key": key, "value": k.Get(r)})
	if k.Get(w.plain) != k.Get(r) {
		w.line("knob.default", args{"default": k.Get(w.plain)})
	}
	values := k.Legal
	switch v := k.Get(r); {
	case len(values) > 0:
	case v == "on" || v == engine.Off:
		values = []string{"on", engine.Off}
	default:
		if text := w.meaning(key); text != "" {
			w.add(text)
		}
		w.line("knob.number", args{"key": key})
	}
	for _, value := range values {
		turned := r
		_ = k.Set(&turned, value) // it is legal
		text := b.lawyer(turned).meaning(key)
		if text == "" {
			text = w.say("knob.silent", nil)
		}
		w.line("knob.value", args{"value": value, "text": text})
	}
	if source := w.source(rowsOf(r, "", []string{key})); source != "" {
		w.line("knob.rows", args{"rows": source})
	}
	return w.out.String()
}

// settled says in one line what a key means that nobody sets here: what holds for every
// club, or where it is chosen; "" if the documents have no such key.
func (b *Book) settled(r engine.Ruleset, key string) string {
	s, ok := engine.SettledOf(key)
	if !ok {
		return ""
	}
	w := b.lawyer(r)
	text := w.say("settled", args{"key": key, "text": w.say("settled.of."+key, nil)})
	if source := w.source(rowsOf(r, s.Rows, nil)); source != "" {
		text = strings.TrimSuffix(text, ".") + " (" + source + ")."
	}
	switch {
	case s.See != "":
		text += " " + w.say("settled.keys", args{"keys": strings.ReplaceAll(s.See, " ", ", ")})
	case !s.Elsewhere:
		text += " " + w.say("settled.same", nil)
	}
	return text
}

// meaning is what /rules says of a knob in the ruleset, "" if nothing.
func (w *writer) meaning(key string) string {
	if slices.Contains(wordKnobs, key) {
		return w.priceOf(key)
	}
	for _, l := range laws {
		for _, name := range strings.Fields(l.clauses) {
			name := bare(name)
			c := w.clauseOf(name)
			if name == key || name != key && slices.Contains(c.knobs, key) {
				return c.text
			}
		}
	}
	return ""
}

// priceOf says what one class of words costs.
func (w *writer) priceOf(key string) string {
	price := w.valueOf(key)
	noun := key
	if key == "w1" && price != engine.Off {
		noun, price = key+"."+price, engine.FoulOnly
	}
	if key == "w1" && price == engine.Off {
		noun = "w1.substring"
	}
	words := w.say("law.word."+noun, nil)
	if text := w.say("law.words."+price, args{"words": words}); text != "" {
		return text
	}
	return w.say("law.words.off", args{"words": words})
}
