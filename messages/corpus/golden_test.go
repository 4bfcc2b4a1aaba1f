package corpus

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// What a person has said about a hit.
const (
	trueHit  = "true"  // the text says it
	falseHit = "false" // a player would be punished for nothing
	unread   = "?"     // nobody has looked yet
)

// A place is where something was heard: a line of the golden file without its
// verdict and its count. Seen is the text around the span, and the span in ⟦⟧.
type place struct{ part, class, pkg, lang, seen string }

// A note is what the golden file says of a place.
type note struct {
	verdict string
	count   int
}

// around is how much of the text stands on either side of the span.
const around = 36

// excerpt cuts the surroundings of a span out of a text.
func excerpt(text string, at, end int) string {
	from, to := at, end
	for n := 0; n < around && from > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	for n := 0; n < around && to < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[to:])
		to += size
	}
	seen := text[from:at] + "⟦" + text[at:end] + "⟧" + text[end:to]
	return strings.Join(strings.Fields(seen), " ")
}

// readGolden reads the golden file.
func readGolden(r io.Reader) (map[place]note, error) {
	notes := map[place]note{}
	n := 0
	for scan := bufio.NewScanner(r); ; {
		if n++; !scan.Scan() {
			return notes, scan.Err()
		}
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		f := strings.Split(scan.Text(), "\t")
		if len(f) != 7 {
			return nil, fmt.Errorf("line %d has %d columns", n, len(f))
		}
		count, err := strconv.Atoi(f[5])
		if err != nil || !slices.Contains([]string{trueHit, falseHit, unread}, f[0]) {
			return nil, fmt.Errorf("line %d: verdict %q, count %q", n, f[0], f[5])
		}
		p := place{part: f[1], class: f[2], pkg: f[3], lang: f[4], seen: f[6]}
		if notes[p].count != 0 {
			return nil, fmt.Errorf("line %d stands there twice", n)
		}
		notes[p] = note{f[0], count}
	}
}

// writeGolden writes the golden file.
func writeGolden(w io.Writer, notes map[place]note) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "# verdict, part, class, package, language, count, where")
	for _, p := range slices.SortedFunc(maps.Keys(notes), compare) {
		n := notes[p]
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", n.verdict, p.part, p.class, p.pkg, p.lang, n.count, p.seen)
	}
	return out.Flush()
}

func compare(a, b place) int {
	return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.class, b.class), cmp.Compare(a.lang, b.lang), cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.seen, b.seen))
}

// judged is what is heard now, with the verdicts that the golden file knows.
func judged(heard map[place]int, golden map[place]note) map[place]note {
	notes := map[place]note{}
	for p, n := range heard {
		notes[p] = note{cmp.Or(golden[p].verdict, unread), n}
	}
	return notes
}

// differences lists what is heard and not in the golden file, or otherwise. Of the
// packages that came in another version it lists nothing.
func differences(notes, golden map[place]note, other map[string]bool) []string {
	var out []string
	for _, p := range slices.SortedFunc(maps.Keys(notes), compare) {
		switch {
		case other[p.pkg]:
		case golden[p].count != notes[p].count:
			out = append(out, fmt.Sprintf("%s %s %s: heard %d times, not %d: %s", p.part, p.class, p.pkg, notes[p].count, golden[p].count, p.seen))
		case notes[p].verdict == unread:
			out = append(out, fmt.Sprintf("%s %s %s: nobody has read: %s", p.part, p.class, p.pkg, p.seen))
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(golden), compare) {
		if notes[p].count == 0 && !other[p.pkg] {
			out = append(out, fmt.Sprintf("%s %s %s: no longer heard: %s", p.part, p.class, p.pkg, p.seen))
		}
	}
	return out
}

// TestGolden holds that the file reads back, and that each difference is seen.
func TestGolden(t *testing.T) {
	at := func(pkg, seen string) place { return place{running, "W1 честно", pkg, russian, seen} }
	golden := map[place]note{
		at("a", "⟦честный⟧"): {trueHit, 2},
		at("a", "⟦честен⟧"):  {falseHit, 1},
		at("b", "⟦честна⟧"):  {trueHit, 1},
		at("a", "⟦честных⟧"): {unread, 1},
	}
	var file strings.Builder
	if err := writeGolden(&file, golden); err != nil {
		t.Fatal(err)
	}
	back, err := readGolden(strings.NewReader(file.String()))
	if err != nil || !maps.Equal(back, golden) {
		t.Fatalf("%v: %v", err, back)
	}
	heard := map[place]int{at("a", "⟦честный⟧"): 3, at("a", "⟦честных⟧"): 1, at("a", "⟦честную⟧"): 1, at("b", "⟦честное⟧"): 1}
	got := differences(judged(heard, golden), golden, map[string]bool{"b": true})
	want := []string{
		"running W1 честно a: heard 1 times, not 0: ⟦честную⟧",
		"running W1 честно a: heard 3 times, not 2: ⟦честный⟧",
		"running W1 честно a: nobody has read: ⟦честных⟧",
		"running W1 честно a: no longer heard: ⟦честен⟧",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	for _, bad := range []string{"x", "yes\ta\tb\tc\td\t1\te", "true\ta\tb\tc\td\tx\te", "true\ta\tb\tc\td\t1\te\ntrue\ta\tb\tc\td\t1\te"} {
		if _, err := readGolden(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	if got := excerpt("это честный человек", 7, 21); got != "это ⟦честный⟧ человек" {
		t.Error(got)
	}
}
