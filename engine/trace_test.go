package engine_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mafiabot/engine"
)

// Traceability: every row of RULES.md that the game owns is named by a line of a
// transcript that shows it, and every knob, set to another value, makes such a line of
// one of its rows fail. What is not so yet stands in a list that may only shrink.

const missingList = "testdata/missing.golden"

// rule is a row of RULES.md.
type rule struct{ id, owner string }

// rows reads the rows of the four matrices, and their owners.
func rows(tb testing.TB) (all []rule) {
	text, err := os.ReadFile("RULES.md")
	if err != nil {
		tb.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| ([CKTD]\d+[a-z]?) \|.* \| ([a-z ]+) \|$`)
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		all = append(all, rule{m[1], m[2]})
	}
	return all
}

// scene is a part of a transcript that stands for itself: from one line that sets a
// table up to the next.
type scene struct {
	transcript
	first int // the line of the file that it begins with
	named map[string]bool
}

// scenes cuts a transcript at the lines that set a new table up.
func (tr transcript) scenes() (all []scene) {
	for i, line := range tr.lines {
		head, rest, _ := strings.Cut(line, " ")
		if head == "preset" || head == "lobby" {
			all = append(all, scene{transcript{name: tr.name}, i, map[string]bool{}})
		}
		if len(all) == 0 {
			continue
		}
		s := &all[len(all)-1]
		s.lines = append(s.lines, line)
		if head == "=" || head == "/" {
			named, _ := claim(rest)
			for _, row := range named {
				s.named[row] = true
			}
		}
	}
	return all
}

func allScenes(tb testing.TB) (all []scene) {
	for _, tr := range transcripts(tb) {
		all = append(all, tr.scenes()...)
	}
	return all
}

// turnedTo is what a knob is set to in a scene whose rules have another value: a legal
// one, or a number one less or one more. False: the scene has it already, or has none.
func turnedTo(now, to string) (string, bool) {
	n, err := strconv.Atoi(now)
	switch {
	case to == "less" && err == nil:
		return strconv.Itoa(n - 1), n > 0
	case to == "more" && err == nil:
		return strconv.Itoa(n + 1), true
	}
	return to, to != now
}

// turns are what a knob can be set to; «less» only where some preset has something to
// take away.
func turns(tb testing.TB, k engine.Knob) []string {
	had := presetValues(tb, k)
	switch _, err := strconv.Atoi(had[0]); {
	case len(k.Legal) > 0:
		return k.Legal
	case err != nil:
		return []string{"on", "off"}
	case slices.ContainsFunc(had, func(v string) bool { return v != "0" }):
		return []string{"less", "more"}
	}
	return []string{"more"}
}

// presetValues are the values that a knob has in the presets.
func presetValues(tb testing.TB, k engine.Knob) (had []string) {
	for _, name := range engine.Presets() {
		had = append(had, k.Get(preset(tb, name, engine.TableTempo)))
	}
	return had
}

// owed reports whether some preset has another value: what all have needs no turn of its
// own, it is what the others are turned from.
func owed(tb testing.TB, k engine.Knob, to string) bool {
	return slices.ContainsFunc(presetValues(tb, k), func(v string) bool { return v != to })
}

// broken are the rows of the lines that fail in a scene when a knob is turned, and the
// first of the lines that name one of the knob's own rows.
func (s scene) broken(tb testing.TB, k engine.Knob, to string) (of []string, first int) {
	set := func(r *engine.Ruleset) {
		if value, ok := turnedTo(k.Get(*r), to); ok {
			turn(tb, r, k.Key, value)
		}
	}
	s.play(tb, set, func(at int, _ string, _ ...any) {
		head, rest, _ := strings.Cut(s.lines[at-1], " ")
		if head != "=" && head != "/" {
			return
		}
		named, _ := claim(rest)
		of = append(of, named...)
		if first == 0 && slices.ContainsFunc(named, func(row string) bool { return slices.Contains(strings.Fields(k.Rows), row) }) {
			first = s.first + at
		}
	})
	return of, first
}

// names reports whether a scene names one of the rows.
func (s scene) names(rows []string) bool {
	return slices.ContainsFunc(rows, func(row string) bool { return s.named[row] })
}

// tracing is what the scenes show.
type tracing struct {
	scenes []scene
	named  map[string]bool // rows on a line
	proved map[string]bool // rows on a line that fails when some knob is turned
}

// turn plays the scenes of a knob turned until a line of one of its rows fails.
func (tr *tracing) turn(t *testing.T, k engine.Knob, to string) bool {
	for _, s := range tr.scenes {
		if !s.names(strings.Fields(k.Rows)) {
			continue
		}
		rows, line := s.broken(t, k, to)
		for _, row := range rows {
			tr.proved[row] = true
		}
		if line != 0 {
			if testing.Verbose() {
				t.Logf("%s = %s: %s:%d", k.Key, to, filepath.Base(s.name), line)
			}
			return true
		}
	}
	return false
}

// prove looks for a line of a row that fails when one of the row's knobs is turned; a
// row that no knob stands for needs none.
func (tr *tracing) prove(t *testing.T, row string) bool {
	free := true
	for _, k := range engine.Knobs {
		if !slices.Contains(strings.Fields(k.Rows), row) {
			continue
		}
		free = false
		for _, to := range turns(t, k) {
			for _, s := range tr.scenes {
				if !s.named[row] || tr.proved[row] {
					continue
				}
				rows, _ := s.broken(t, k, to)
				for _, row := range rows {
					tr.proved[row] = true
				}
			}
		}
	}
	return free || tr.proved[row]
}

// untraced lists what no line shows: «row C9», «knob double_vote=removal».
func untraced(t *testing.T, all []scene) (missing []string) {
	tr := tracing{all, map[string]bool{}, map[string]bool{}}
	for _, s := range all {
		maps.Copy(tr.named, s.named)
	}
	var knobs []string
	for _, k := range engine.Knobs {
		for _, to := range turns(t, k) {
			if owed(t, k, to) && !tr.turn(t, k, to) {
				knobs = append(knobs, "knob "+k.Key+"="+to)
			}
		}
	}
	for _, r := range rows(t) {
		if r.owner == "rulesets" && !(tr.named[r.id] && tr.prove(t, r.id)) {
			missing = append(missing, "row "+r.id)
		}
	}
	return append(missing, knobs...)
}

// TestTraceability plays, for every knob turned, the scenes that name one of its rows.
func TestTraceability(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many scenes")
	}
	report(t)
	missing := untraced(t, allScenes(t))
	text, err := os.ReadFile(missingList)
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Split(strings.TrimSpace(string(text)), "\n")
	if *update { // it only shrinks: what is missing anew has to be shown, or written there by hand
		left := slices.DeleteFunc(listed, func(what string) bool { return !slices.Contains(missing, what) })
		if err := os.WriteFile(missingList, []byte(strings.Join(left, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, what := range missing {
		if !slices.Contains(listed, what) {
			t.Errorf("no line shows %s", what)
		}
	}
	for _, what := range listed {
		if what != "" && !slices.Contains(missing, what) && !*update {
			t.Errorf("%s lists %s, which is shown: -update takes it out", missingList, what)
		}
	}
	t.Logf("%d rows and values without a line: %s", len(missing), strings.Join(missing, ", "))
}

// report counts the rows that transcripts name, by owner.
func report(t *testing.T) {
	where := map[string][]string{}
	for _, s := range allScenes(t) {
		for row := range s.named {
			name := strings.TrimSuffix(filepath.Base(s.name), ".txt")
			if !slices.Contains(where[row], name) {
				where[row] = append(where[row], name)
			}
		}
	}
	count := map[string][2]int{}
	for _, r := range rows(t) {
		c := count[r.owner]
		c[1]++
		if len(where[r.id]) > 0 {
			c[0]++
		}
		count[r.owner] = c
		if testing.Verbose() {
			t.Logf("%-5s %-14s %s", r.id, r.owner, strings.Join(where[r.id], " "))
		}
	}
	for _, owner := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%s: %d of %d rows are shown", owner, count[owner][0], count[owner][1])
	}
}

// ids are all IDs of RULES.md, those of rulings, states and scenarios too.
func ids(text string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)^\| ([A-Z]\d+[a-z]?) \|`).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// TestRulesAreWhole: RULES.md has the 298 rows of the matrices, each once and in order,
// and everything that a knob or a transcript names stands in it.
func TestRulesAreWhole(t *testing.T) {
	text, err := os.ReadFile("RULES.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, id := range ids(string(text)) {
		if known[id] {
			t.Errorf("%s stands there twice", id)
		}
		known[id] = true
	}
	all, count := rows(t), map[string]int{}
	for _, r := range all {
		count[r.id[:1]]++
		if !slices.Contains([]string{"rulesets", "club", "not applicable"}, r.owner) {
			t.Errorf("%s is owned by %q", r.id, r.owner)
		}
	}
	if got := fmt.Sprint(count); got != fmt.Sprint(map[string]int{"C": 101, "K": 71, "T": 113, "D": 13}) {
		t.Errorf("the rows are %s", got)
	}
	if !slices.IsSortedFunc(all, func(a, b rule) int {
		return cmp.Or(strings.Index("CKTD", a.id[:1])-strings.Index("CKTD", b.id[:1]), cmp.Compare(digits(a.id), digits(b.id)), cmp.Compare(a.id, b.id))
	}) {
		t.Error("the rows are not in order")
	}
	for _, k := range engine.Knobs {
		for _, row := range strings.Fields(k.Rows) {
			if !known[row] {
				t.Errorf("%s is of a row %s, which RULES.md does not have", k.Key, row)
			}
		}
		if k.Rows == "" {
			t.Errorf("%s is of no row", k.Key)
		}
	}
	for _, s := range allScenes(t) {
		for row := range s.named {
			if !known[row] {
				t.Errorf("%s names a row %s, which RULES.md does not have", s.name, row)
			}
		}
	}
}

// digits is the number in a row's name.
func digits(row string) int {
	n, _ := strconv.Atoi(strings.Trim(row, "CKTDabcdefg"))
	return n
}
