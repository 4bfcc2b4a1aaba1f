package messages

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mafiabot/engine"
)

// What /rules says. A line of it is data: which knobs and phrases it consists of, and
// which rows of the documents no knob of it stands for. Every value is read from the
// ruleset, so the text is that of the table. How a knob gets its line stands in
// doc.go.

// law is one line of /rules.
type law struct {
	part    string // of parts
	clauses string // names of knobs and of phrases, in turn; «knob?other=value» holds only then
	rows    string // what the line says besides the rows of its knobs
	key     bool   // the overview has it, too
}

// The parts of the rules; their names for the reader are the phrases part.NAME.
const (
	ofTable = "table"
	ofNight = "night"
	ofDay   = "day"
	ofVote  = "vote"
	ofFouls = "fouls"
	ofWords = "words"
	ofLeave = "leave"
	ofEnd   = "end"
	ofJudge = "judge"
	ofPairs = "pairs"
	ofChat  = "chat" // what a chat cannot have; only rows of the ruleset's own document
)

var parts = []string{ofTable, ofNight, ofDay, ofVote, ofFouls, ofWords, ofLeave, ofEnd, ofJudge, ofPairs, ofChat}

// laws are all lines, those of one part in their order. Each group of knobs that has
// a file of its own in the engine has one here.
var laws = slices.Concat(courseLaws, nightLaws, dayLaws, judgeLaws, leaveLaws, afterLaws, pairLaws, maskLaws, chatLaws)

// computed are the clauses that no phrase alone can say.
var computed = map[string]func(*writer) string{
	"seats": (*writer).lawOfSeats, "stop": (*writer).lawOfStop,
	"words.foul": pricedAt(engine.FoulOnly), "words.foul_flag": pricedAt(engine.FoulAndFlag), "words.flag_foul": pricedAt(engine.JudgeOrFoul),
	"words.removal": pricedAt(engine.Removal), "words.flag": pricedAt(engine.FlagOnly),
}

// documents are the letters of the rows that each preset's document has; the
// procedure of the federation has no document.
var documents = map[string]string{engine.Czernowitz: "C", engine.Club2010: "K", engine.Tournament: "TD"}

// clause is a clause of a line as it is said of a ruleset.
type clause struct {
	text  string
	knobs []string // whose values it is read from
}

// bare is the name of a clause without what it depends on: «name?knob=value», «knob≠other».
func bare(clause string) string { return clause[:strings.IndexAny(clause+"?", "?≠")] }

// clauseOf says a clause of a line, "" where the ruleset has nothing to say there, or
// another knob says the same.
func (w *writer) clauseOf(name string) clause {
	name, condition, conditional := strings.Cut(name, "?")
	if key, value, _ := strings.Cut(condition, "="); conditional && value != w.valueOf(key) {
		return clause{}
	}
	name, same, compared := strings.Cut(name, "≠")
	if compared && w.valueOf(name) == w.valueOf(same) {
		return clause{}
	}
	if tell := computed[name]; tell != nil {
		return clause{tell(w), w.knobsOf(name)}
	}
	key, knobs := "law."+name, []string(nil)
	if k, ok := engine.KnobOf(name); ok {
		knobs = append(knobs, name)
		switch value := w.valueOf(k.Key); {
		case w.b.has(w.v.Rules.Vocabulary, key+"."+value):
			key += "." + value
		case value == engine.Off || value == "0":
			return clause{}
		}
	}
	a := args{}
	for _, p := range w.b.find(w.v.Rules.Vocabulary, key) {
		if p.arg == "" || p.term != "" {
			continue
		}
		knob, form, _ := strings.Cut(p.arg, ".")
		a[p.arg] = w.worth(knob, form)
		knobs = append(knobs, knob)
	}
	return clause{w.say(key, a), knobs}
}

// valueOf is the value of a knob in the ruleset.
func (w *writer) valueOf(key string) string {
	if value, known := w.values[key]; known {
		return value
	}
	k, _ := engine.KnobOf(key)
	w.values[key] = k.Get(w.v.Rules)
	return w.values[key]
}

// worth says a knob's value inside a phrase: a time, a number, or the phrase
// value.KNOB.VALUE. The forms: «ждём {x.in}», «по {x.each}», «{x.after} после ухода»; without one, «речь — {x}».
func (w *writer) worth(key, form string) string {
	value := w.valueOf(key)
	n, err := strconv.Atoi(value)
	switch {
	case err != nil:
		return w.say("value."+key+"."+value, nil)
	case !strings.HasSuffix(key, "_s"):
		return value
	case form == "each":
		return w.say("length.seconds.each", args{"n": n})
	case form == "in":
		return w.exactly("span", n)
	case form == "after" && n == 0:
		return w.say("law.at_once", nil)
	case form == "after":
		return w.say("law.later", args{"time": w.exactly("span", n)})
	}
	return w.exactly("length", n)
}

// exactly says a time, a long one in minutes or hours if that is exact.
func (w *writer) exactly(family string, seconds int) string {
	switch {
	case seconds >= 7200 && seconds%3600 == 0:
		return w.say(family+".hours", args{"n": seconds / 3600})
	case seconds >= 300 && seconds%60 == 0:
		return w.say(family+".minutes", args{"n": seconds / 60})
	}
	return w.say(family+".seconds", args{"n": seconds})
}

// sayLaw says a line: its clauses, and at its end the rows of the documents that it
// comes from. A line in which a club has changed a value bears a mark.
func (w *writer) sayLaw(l law) string {
	var text []string
	var knobs []string
	for _, name := range strings.Fields(l.clauses) {
		if c := w.clauseOf(name); c.text != "" {
			text, knobs = append(text, c.text), append(knobs, c.knobs...)
		}
	}
	rows := rowsOf(w.v.Rules, l.rows, knobs)
	if len(text) == 0 || l.part == ofChat && len(rows) == 0 {
		return ""
	}
	line := strings.Join(text, " ")
	if source := w.source(rows); source != "" {
		line = strings.TrimSuffix(line, ".") + " (" + source + ")."
	}
	if w.turned && slices.ContainsFunc(knobs, w.changed) {
		line = w.say("law.changed", nil) + " " + line
	}
	return line
}

// changed reports whether the table's value of a knob is another than its preset's.
func (w *writer) changed(key string) bool {
	k, ok := engine.KnobOf(key)
	return ok && w.plain.Name != "" && !k.OfOneGame() && k.Get(w.plain) != w.valueOf(key)
}

// source names rows as they stand at the end of a line: «C65–C68, C30»; where the
// document is silent, that it is.
func (w *writer) source(rows []string) string {
	switch {
	case documents[w.v.Rules.Name] == "":
		return ""
	case len(rows) == 0:
		return w.say("law.default", nil)
	}
	return strings.Join(joinedRows(rows), ", ")
}

// rowsOf are the rows of the ruleset's document among those given and those of knobs,
// each once.
func rowsOf(r engine.Ruleset, more string, knobs []string) (rows []string) {
	all := strings.Fields(more)
	for _, key := range knobs {
		k, _ := engine.KnobOf(key)
		all = append(all, strings.Fields(k.Rows)...)
	}
	for _, row := range all {
		if ofDocument(r.Name, row) && !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b string) int {
		if a[0] != b[0] {
			return strings.IndexByte(documents[r.Name], a[0]) - strings.IndexByte(documents[r.Name], b[0])
		}
		if x, y := rowNumber(a), rowNumber(b); x != y {
			return x - y
		}
		return strings.Compare(a, b)
	})
	return rows
}

// ofDocument reports whether a row stands in the document of a preset.
func ofDocument(name, row string) bool {
	return len(row) > 1 && unicode.IsDigit(rune(row[1])) && strings.IndexByte(documents[name], row[0]) >= 0
}

// rowNumber is the number of a row: 14 of K14f.
func rowNumber(row string) int {
	n, _ := strconv.Atoi(strings.TrimRightFunc(row[1:], unicode.IsLetter))
	return n
}

// joinedRows writes three and more rows in succession as the first and the last.
func joinedRows(rows []string) (out []string) {
	follows := func(a, b string) bool {
		if a[0] != b[0] {
			return false
		}
		x, y := a[len(a)-1], b[len(b)-1]
		if rowNumber(a) == rowNumber(b) {
			return x >= 'a' && y == x+1
		}
		return rowNumber(b) == rowNumber(a)+1 && x <= '9' && y <= '9'
	}
	for i := 0; i < len(rows); {
		j := i
		for j+1 < len(rows) && follows(rows[j], rows[j+1]) {
			j++
		}
		if j-i < 2 {
			out, i = append(out, rows[i]), i+1
			continue
		}
		out, i = append(out, rows[i]+"–"+rows[j]), j+1
	}
	return out
}
