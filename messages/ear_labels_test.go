package messages

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mafiabot/engine"
)

// labelOf is how the labelled lists name a class.
var labelOf = map[engine.Class]string{
	engine.HonestWord: "H", engine.HonestStem: "H", engine.Oath: "O",
	engine.Prayer: "R", engine.Plea: "R", engine.Deity: "R", engine.Devil: "R",
	engine.Percent: "P", engine.Obscene: "X", engine.Coarse: "X", engine.Surrender: "S",
}

// labelsOf returns what is heard in the text, hints included, as the lists write it.
func labelsOf(text string) string {
	var all []string
	for _, f := range Hear(text, Table{Seats: 10}).Finds {
		if l := labelOf[f.Class]; l != "" && !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	if len(all) == 0 {
		return "-"
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

// unheard are the lines whose label the ear misses, with the reason.
var unheard = map[string]string{
	"4️⃣естно": "a digit that is an emoji is no letter",
	"чесне-пречесне слово, я не дон": "an oath torn apart by a doubled word is in no list; the word itself is heard",
}

// TestLabelledLines reads the labelled lists: dev is the one of the
// specification, the others were written by people who had not seen the ear.
func TestLabelledLines(t *testing.T) {
	for name, want := range map[string]int{"dev": 183, "ru": 1059, "uken": 598, "players": 500, "second": 400} {
		lines := 0
		for label, text := range labelled(t, name) {
			lines++
			wanted := strings.Split(label, ",")
			slices.Sort(wanted)
			got := labelsOf(text)
			if _, ok := unheard[text]; got == strings.Join(wanted, ",") == ok {
				t.Errorf("%s: %q is heard as %s, the label is %s", name, text, got, label)
			}
		}
		if lines != want {
			t.Errorf("%s: %d lines, want %d", name, lines, want)
		}
	}
}

// labelled yields the lines of a list: label, text.
func labelled(t *testing.T, name string) func(func(string, string) bool) {
	t.Helper()
	file, err := os.Open("testdata/ear/" + name + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(string, string) bool) {
		defer file.Close()
		n := 0
		for scan := bufio.NewScanner(file); scan.Scan(); {
			n++
			label, escaped, ok := strings.Cut(scan.Text(), "\t")
			if !ok {
				t.Fatalf("%s:%d: no label", name, n)
			}
			text, err := strconv.Unquote(`"` + strings.ReplaceAll(escaped, `"`, `\"`) + `"`)
			if err != nil {
				t.Fatalf("%s:%d: %v", name, n, err)
			}
			if !yield(label, text) {
				return
			}
		}
	}
}

// TestTableTalk hears lines of ordinary talk, many of them made to come near: a
// line with a question mark is heard all the same, and no other is.
func TestTableTalk(t *testing.T) {
	lines, wrong, acts := 0, 0, 0
	for label, text := range labelled(t, "talk") {
		lines++
		found, act := false, false
		for _, f := range Hear(text, Table{Seats: 10}).Finds {
			if named := namesSeat[f.Class] || f.Class == engine.NamedBlacks || f.Class == engine.NamedBest; !named && f.Class != engine.NominateBad && f.Class != engine.Abuse {
				found, act = true, act || !f.Hint
			}
		}
		if found != (label == "?") {
			t.Errorf("%q: heard %v, the list says %q", text, found, label)
		}
		if found {
			wrong++
		}
		if act {
			acts++
		}
	}
	t.Logf("%d lines, %d heard, %d of them as acts", lines, wrong, acts)
	if lines != 1920 || wrong > 17 || acts > 4 {
		t.Errorf("%d lines, %d heard, %d as acts", lines, wrong, acts)
	}
}
