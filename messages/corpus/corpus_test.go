package corpus

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mafiabot/engine"
	"mafiabot/messages"
)

var (
	folder = flag.String("corpus", "", "the folder of the corpus, an absolute path; it is fetched if it is not there")
	update = flag.Bool("update", false, "write testdata/hits.golden as it is heard")
)

const goldenFile = "testdata/hits.golden"

// limit is how many words of 100,000 may cost somebody a foul for nothing.
const limit = 1.0

// least is how many words of running text there must be, of each language and in all.
const (
	leastOfEach = 200_000
	leastInAll  = 1_000_000
)

// abreast is how many forms stand in one row.
const abreast = 12

// A text is one message of the corpus.
type text struct{ pkg, part, lang, said string }

// classes are the names of the classes that may cost something.
var classes = map[engine.Class]string{
	engine.HonestWord: "W1 честно", engine.HonestStem: "W1 честн-", engine.Oath: "W2 oath",
	engine.Prayer: "W3 appeal", engine.Plea: "W3 plea", engine.Deity: "W3 mention", engine.Devil: "W3 devil",
	engine.Percent: "W4 percentage", engine.Bet: "W5 bet", engine.Obscene: "W6 obscene", engine.Coarse: "W6 coarse",
	engine.Insult: "W7 insult", engine.Surrender: "W8 surrender", engine.Appeal: "W9 appeal", engine.Protest: "W9 protest",
	engine.CardShown: "W10 card", engine.ToHost: "W11 host", engine.AtName: "W12 mention",
}

// costly are the classes that cost a foul or more in one of the rulesets.
func costly(t *testing.T) map[engine.Class]bool {
	out := map[engine.Class]bool{}
	for _, name := range []string{engine.Czernowitz, engine.Club2010, engine.Tournament, engine.Federation} {
		costs, ok := engine.WordTable(name)
		if !ok {
			t.Fatalf("no words of %s", name)
		}
		for class := engine.HonestWord; class <= engine.Threat; class++ {
			h := engine.Heard{Kind: engine.Word, Finds: []engine.Find{{Class: class}}}
			if costs.Charge(h, false).Cost == engine.Free {
				continue
			}
			if out[class] = true; classes[class] == "" {
				t.Fatalf("class %d costs something and has no name", class)
			}
		}
	}
	return out
}

// A heap is a part of the corpus in one language.
type heap struct{ part, lang string }

// sums are what a heap comes to.
type sums struct{ texts, words, hits, wrong, hints, control int }

// gather reads the texts of all packages: those of the language, each once.
func gather(t *testing.T, files map[string]string) []text {
	var all []text
	for _, s := range sources {
		seen := map[string]bool{}
		err := s.texts(t.Context(), files[s.name], func(lang, said string) {
			if !seen[said] && (s.part == forms || spoken(lang, said)) {
				seen[said] = true
				all = append(all, text{s.name, s.part, lang, said})
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return append(all, inRows(all)...)
}

// inRows are the forms of each dictionary in rows of strangers.
func inRows(all []text) []text {
	lists := map[string][]text{}
	for _, x := range all {
		if x.part == forms {
			lists[x.pkg] = append(lists[x.pkg], x)
		}
	}
	var out []text
	for _, pkg := range slices.Sorted(maps.Keys(lists)) {
		list := lists[pkg]
		step := (len(list) + abreast - 1) / abreast
		for i := range step {
			var row []string
			for j := i; j < len(list); j += step {
				row = append(row, list[j].said)
			}
			out = append(out, text{pkg, rows, list[i].lang, strings.Join(row, " ")})
		}
	}
	return out
}

// A hearing is the whole corpus being heard.
type hearing struct {
	costly map[engine.Class]bool
	mu     sync.Mutex
	sums   map[heap]sums
	heard  map[place]int
	hit    []hitText // the paragraphs of running text in which something is heard
}

// A hitText is a text in which something is heard.
type hitText struct {
	words  int
	places []place
}

// hear hears the texts on all cores.
func (h *hearing) hear(all []text) {
	var wait sync.WaitGroup
	for part := range slices.Chunk(all, 1+len(all)/(8*runtime.GOMAXPROCS(0))) {
		wait.Go(func() {
			for _, x := range part {
				h.one(x)
			}
		})
	}
	wait.Wait()
}

// table is one that speaks all languages: no other hears as much.
var table = messages.Table{Seats: 10, Words: messages.ClubWords{Languages: []string{russian, ukrainian, english}}.Lexicon()}

// one hears one text.
func (h *hearing) one(x text) {
	s := sums{texts: 1, words: words(x.said)}
	var places []place
	for _, f := range messages.Hear(x.said, table).Finds {
		switch {
		case !h.costly[f.Class]:
		case f.Hint:
			s.hints++
		default:
			s.hits++
			places = append(places, place{x.part, classes[f.Class], x.pkg, x.lang, excerpt(x.said, f.At, f.End)})
		}
	}
	if x.part != rows {
		lower := strings.ToLower(x.said)
		for _, w := range strings.Fields(lower) {
			if slices.ContainsFunc(roots, func(root string) bool { return strings.Contains(w, root) }) {
				s.control++
			}
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	k := heap{x.part, x.lang}
	h.sums[k] = h.sums[k].with(s)
	for _, p := range places {
		h.heard[p]++
	}
	if x.part == running && len(places) > 0 {
		h.hit = append(h.hit, hitText{s.words, places})
	}
}

func (s sums) with(o sums) sums {
	return sums{s.texts + o.texts, s.words + o.words, s.hits + o.hits, s.wrong + o.wrong, s.hints + o.hints, s.control + o.control}
}

// rate is n in 100,000 words.
func (s sums) rate(n int) float64 { return float64(n) * 100_000 / float64(max(s.words, 1)) }

// alone takes out of what the rows said what the forms say by themselves.
func (h *hearing) alone() {
	for p, n := range h.heard {
		if p.part != rows {
			continue
		}
		_, rest, _ := strings.Cut(p.seen, "⟦")
		span, _, _ := strings.Cut(rest, "⟧")
		single := place{forms, p.class, p.pkg, p.lang, "⟦" + span + "⟧"}
		if h.heard[single] > 0 {
			delete(h.heard, p)
			k := heap{rows, p.lang}
			s := h.sums[k]
			s.hits -= n
			h.sums[k] = s
		}
	}
}

func TestCorpus(t *testing.T) {
	if *folder == "" {
		t.Skip("no -corpus DIR: the corpus is fetched and heard by a command of its own (doc.go)")
	}
	if !filepath.IsAbs(*folder) {
		t.Fatalf("-corpus %s: an absolute path, please", *folder)
	}
	begun := time.Now()
	files, err := fetch(t.Context(), *folder, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	fetched := time.Now()
	all := gather(t, files)
	read := time.Now()
	h := hearing{costly: costly(t), sums: map[heap]sums{}, heard: map[place]int{}}
	h.hear(all)
	h.alone()
	t.Logf("fetched in %.0f s, read in %.0f s, heard in %.0f s", fetched.Sub(begun).Seconds(), read.Sub(fetched).Seconds(), time.Since(read).Seconds())
	golden := goldenNotes(t)
	notes := judged(h.heard, golden)
	if *update {
		keep(t, notes)
		golden = notes
	}
	other := map[string]bool{}
	for _, s := range sources {
		other[s.name] = !s.named(files[s.name])
		t.Logf("%s %s", s.name, filepath.Base(files[s.name]))
	}
	for i, d := range differences(notes, golden, other) {
		if i == 100 {
			t.Error("and more")
			break
		}
		t.Error(d)
	}
	h.weigh(t, notes)
}

// goldenNotes reads the golden file.
func goldenNotes(t *testing.T) map[place]note {
	file, err := os.Open(goldenFile)
	if os.IsNotExist(err) && *update {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	notes, err := readGolden(file)
	if err != nil {
		t.Fatalf("%s: %v", goldenFile, err)
	}
	return notes
}

// keep writes the golden file.
func keep(t *testing.T, notes map[place]note) {
	file, err := os.Create(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeGolden(file, notes); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// clean is the running text without the paragraphs that say what a class is about.
func (h *hearing) clean(text sums, notes map[place]note) sums {
	says := func(p place) bool { return notes[p].verdict == trueHit }
	for _, x := range h.hit {
		if slices.ContainsFunc(x.places, says) {
			text.words -= x.words
			text.hits -= len(x.places)
		}
	}
	return text
}

// weigh prints what was heard and holds the rates.
func (h *hearing) weigh(t *testing.T, notes map[place]note) {
	byClass := map[string]int{}
	for p, n := range notes {
		k := heap{p.part, p.lang}
		s := h.sums[k]
		if n.verdict != trueHit {
			s.wrong += n.count
		}
		h.sums[k] = s
		byClass[fmt.Sprintf("%s %s, %s", p.part, p.class, n.verdict)] += n.count
	}
	var text, talk sums
	for _, k := range slices.SortedFunc(maps.Keys(h.sums), func(a, b heap) int { return strings.Compare(a.part+a.lang, b.part+b.lang) }) {
		s := h.sums[k]
		t.Logf("%-8s %s: %8d texts, %8d words, %5d hits (%.2f in 100,000), %3d of them wrong or unread (%.2f), %5d hints, roots anywhere %d",
			k.part, k.lang, s.texts, s.words, s.hits, s.rate(s.hits), s.wrong, s.rate(s.wrong), s.hints, s.control)
		switch k.part {
		case running:
			text = text.with(s)
			if s.words < leastOfEach {
				t.Errorf("only %d words of running text in %s", s.words, k.lang)
			}
		case speech:
			talk = talk.with(s)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byClass)) {
		t.Logf("%6d %s", byClass[name], name)
	}
	t.Logf("running text: %d words, %d hits (%.2f in 100,000), %d wrong (%.2f); roots anywhere: %d", text.words, text.hits, text.rate(text.hits), text.wrong, text.rate(text.wrong), text.control)
	t.Logf("speech: %d words, %d hits (%.2f in 100,000), %d wrong (%.2f); roots anywhere: %d", talk.words, talk.hits, talk.rate(talk.hits), talk.wrong, talk.rate(talk.wrong), talk.control)
	clean := h.clean(text, notes)
	t.Logf("clean text: %d words in paragraphs that say nothing, %d automatic fouls (%.2f in 100,000)", clean.words, clean.hits, clean.rate(clean.hits))
	if clean.words < leastInAll {
		t.Errorf("only %d words of clean text", clean.words)
	}
	if clean.rate(clean.hits) > limit || text.rate(text.wrong) > limit {
		t.Errorf("%d words of running text cost a foul for nothing", text.wrong)
	}
	if text.control <= 100 {
		t.Errorf("the control hears %d roots: this corpus tries nothing", text.control)
	}
}
