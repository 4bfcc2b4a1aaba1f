package messages

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"mafiabot/engine"
)

var update = flag.Bool("update", false, "write the golden phrasebook anew")

const golden = "testdata/book/ru.golden"

// entry is one text of the golden phrasebook.
type entry struct{ name, text string }

// section is a part of the golden phrasebook.
type section struct {
	title   string
	entries []entry
}

// phrasebook renders everything that a book can say in one vocabulary.
func phrasebook(b *Book, vocabulary string, src source) []section {
	return []section{
		{"the table", rendered(b, vocabulary, samplesOfTheTable)},
		{"private chats", rendered(b, vocabulary, samplesInPrivate)},
		{"reasons", reasonsOf(b, vocabulary, src.reasons)},
		{"buttons", labels(b, vocabulary)},
		{"toasts", toasts(b, vocabulary)},
		{"refusals", refusals(b, vocabulary, src.refusals)},
		{"notes", notes(b, src.notes)},
		{"rules", rulesIn(b, vocabulary)},
		{"the club's rules", houseIn(b, vocabulary)},
		{"words", wordsTold(b, vocabulary)},
	}
}

func rendered(b *Book, vocabulary string, samples []sample) (out []entry) {
	for _, s := range samples {
		v := tableOfTen(vocabulary)
		if s.view != nil {
			s.view(&v)
		}
		out = append(out, entry{s.name, b.Post(v, s.facts, nameOfTen, s.extra)})
	}
	return out
}

func reasonsOf(b *Book, vocabulary string, reasons []string) (out []entry) {
	v := tableOfTen(vocabulary)
	for _, r := range reasons {
		why := engine.Reason(r)
		out = append(out, entry{r, b.Post(v, facts(engine.Fouled{Seat: 5, Why: why, Count: 1}), nameOfTen, Extra{})})
	}
	return out
}

// pressSample is a press: the command, and its presser's view after it.
type pressSample struct {
	name string
	c    engine.Command
	view func(*engine.View)
}

var pressSamples = []pressSample{
	{"convene", engine.Convene{}, nil},
	{"join", engine.Join{}, nil},
	{"leave", engine.Leave{}, nil},
	{"ready", engine.SayReady{}, nil},
	{"draw", engine.Draw{}, as(7)}, {"take the card", engine.TakeCard{}, as(7)},
	{"open the chat", engine.OpenChat{}, as(7)},
	{"read the rules", engine.ReadRules{}, as(7)},
	{"nominate", engine.Nominate{Seat: 3}, nil},
	{"nominate: in a slot", engine.Nominate{Seat: 5}, as(7, in(engine.Speech{Seat: 7, Slot: true}))},
	{"touch", engine.Touch{}, as(7, func(v *engine.View) {
		v.Noms[0], v.Noms[1] = engine.Nomination{By: 2, Seat: 8}, engine.Nomination{By: 7, Seat: 3}
	})},
	{"begin", engine.Begin{}, nil},
	{"stop", engine.Stop{}, nil},
	{"stop: a voice", engine.Stop{}, as(7, func(v *engine.View) { v.Stop = 5 })},
	{"the Don writes", engine.Write{}, as(3, in(engine.DonMeet{}))},
	{"a black writes", engine.Write{}, as(6, in(engine.DonMeet{}))},
	{"agree to stop", engine.AgreeStop{}, nil},
	{"withdraw", engine.Withdraw{}, nil},
	{"pass", engine.Pass{}, nil},
	{"vote", engine.Vote{Seat: 3}, as(7, func(v *engine.View) { v.Voted = 3 })},
	{"vote: the second", engine.Vote{Seat: 3}, as(7, func(v *engine.View) { v.Voted = 8 })},
	{"raise", engine.Raise{}, nil},
	{"fouls: none", engine.AskFouls{}, as(7)},
	{"fouls: one", engine.AskFouls{}, as(7, func(v *engine.View) { v.Fouls[7] = 1 })},
	{"fouls: three", engine.AskFouls{}, as(7, func(v *engine.View) { v.Fouls[7] = 3 })},
	{"pick order", engine.PickOrder{Night: 2}, as(3)},
	{"order: the first in turn", engine.Order{Target: 5}, as(3, in(engine.Briefing{Order: 2}))},
	{"order: the third in turn", engine.Order{Target: 5}, as(3, in(engine.Briefing{Order: 1}))},
	{"order: the second by name", engine.Order{Night: 2, Target: 5}, as(3)},
	{"order: outside a briefing (cannot be)", engine.Order{Target: 5}, as(3)},
	{"show Don", engine.ShowDon{}, as(3)},
	{"aim", engine.Aim{Target: 5}, as(6)},
	{"aim: after the shot", engine.Aim{Target: 8}, as(6, func(v *engine.View) { v.Aim, v.Shot = 8, 5 })},
	{"fire", engine.Fire{}, as(6, func(v *engine.View) { v.Aim, v.Shot = 5, 5 })},
	{"fire: twice", engine.Fire{}, as(6, func(v *engine.View) { v.Aim, v.Shot, v.Twice = 8, 5, true })},
	{"fire: at a called number", engine.FireAt{Shown: 5}, as(6, func(v *engine.View) { v.Shot = 5 })},
	{"fire: at a called number, twice", engine.FireAt{Shown: 8}, as(6, func(v *engine.View) { v.Shot, v.Twice = 5, true })},
	{"fire: the first one stands", engine.Fire{}, as(6, firstShotStands, func(v *engine.View) { v.Aim, v.Shot = 8, 8 })},
	{"aim: the first shot stands", engine.Aim{Target: 8}, as(6, firstShotStands, func(v *engine.View) { v.Aim, v.Shot = 8, 5 })},
	{"fire: between two numbers", engine.FireAt{}, as(6)},
	{"fire: typed", engine.ShootAt{Target: 5}, as(6, func(v *engine.View) { v.Shot = 5 })},
	{"check", engine.Check{Target: 5}, as(4)},
	{"check: out", engine.Check{Target: 10}, as(4, func(v *engine.View) { v.Exits[10] = engine.KilledOut })},
	{"the host: foul", engine.Foul{Seat: 5}, nil},
	{"the host: unfoul", engine.Unfoul{Seat: 5}, nil},
	{"the host: remove", engine.Remove{Seat: 5}, nil},
	{"the host: tick", engine.Tick{}, nil},
}

func presses(vocabulary string, say func(engine.View, engine.Command) string) (out []entry) {
	for _, s := range pressSamples {
		v := tableOfTen(vocabulary)
		if s.view != nil {
			s.view(&v)
		}
		if text := say(v, s.c); text != "" {
			out = append(out, entry{s.name, text})
		}
	}
	return out
}

func labels(b *Book, vocabulary string) []entry {
	return presses(vocabulary, func(v engine.View, c engine.Command) string { return b.Button(v, c, nameOfTen) })
}

func toasts(b *Book, vocabulary string) []entry {
	return presses(vocabulary, func(v engine.View, c engine.Command) string { return b.Done(v, c, nameOfTen) })
}

func refusals(b *Book, vocabulary string, all []string) (out []entry) {
	v := tableOfTen(vocabulary)
	as(7)(&v)
	v.Opener = 7
	v.Voted, v.Check, v.Noms[0] = 3, 5, engine.Nomination{By: 7, Seat: 8}
	for _, r := range append(all, "some_new_refusal") {
		name := r
		if b.Alert(engine.Refusal(r)) {
			name += " (alert)"
		}
		out = append(out, entry{name, b.Refused(v, engine.Nominate{Seat: 8}, engine.Refusal(r), nameOfTen)})
	}
	return out
}

func notes(b *Book, keys []string) (out []entry) {
	for _, k := range keys {
		out = append(out, entry{k, b.Note(k, "Мафия по средам", "второе")})
	}
	return out
}

// source is what the engine and the carrier say by keys, read from their files.
type source struct{ events, reasons, refusals, notes []string }

// documentedNotes are the keys of [Book.Note].
var documentedNotes = []string{"unknown_command", "group_only", "private_only", "no_game", "no_game_to_stop", "game_over", "game_usage", "table_taken", "not_member", "try_again", "anonymous", "needs", "need_read", "need_admin_delete", "no_restrict", "bad_seat", "seated_elsewhere", "open_private", "welcome", "seated", "help",
	"not_needed", "bad_order", "text_only", "you_play", "not_seated_yet", "rules_usage",
	"words_heard", "words_unheard", "words_languages", "words_language", "words_speaks", "words_language_unknown", "words_whole", "words_private",
	"words_usage", "words_add", "words_which", "words_remove", "words_in_game", "words_admin",
	"word-class", "word-empty", "word-short", "word-long", "word-star", "word-several", "word-control", "word-many", "word-known", "word-unknown", "word-rule", "language",
	"pairs_not_offered", "rules_admin", "rules_in_game", "set_usage", "diff_usage",
	"as_channel", "press_yourself", "own_name", "topic_gone", "topic_hard_mute",
	"nick-empty", "nick-banned", "nick-number", "nick-taken"}

// readSource collects the kinds of events, and the literals that are keys.
func readSource(t *testing.T) source {
	t.Helper()
	var s source
	for _, f := range parsed(t, "../engine") {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name.Name == "Kind" && n.Recv != nil {
					s.events = append(s.events, n.Recv.List[0].Type.(*ast.Ident).Name)
				}
			case *ast.ValueSpec:
				if id, ok := n.Type.(*ast.Ident); ok && id.Name == "Reason" {
					s.reasons = append(s.reasons, literal(n.Values[0]))
				}
			}
			return true
		})
		s.refusals = append(s.refusals, literalsOf(f, "Refusal")...)
	}
	for _, f := range parsed(t, "../bot") {
		s.refusals = append(s.refusals, literalsOf(f, "Refusal")...)
		s.notes = append(s.notes, literalsOf(f, "Note")...)
	}
	// A nomination is refused by its reason: Refusal(why).
	for _, r := range []engine.Reason{engine.OnlyOne, engine.NotListable, engine.LeftTable, engine.Listed, engine.SelfNamed} {
		s.refusals = append(s.refusals, string(r))
	}
	s.notes = append(s.notes, documentedNotes...)
	for _, l := range []*[]string{&s.events, &s.refusals, &s.notes} {
		slices.Sort(*l)
		*l = slices.Compact(*l)
	}
	return s
}

func parsed(t *testing.T, dir string) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []*ast.File
	for _, p := range paths {
		if strings.HasSuffix(p, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(gotoken.NewFileSet(), p, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

// literalsOf returns the strings that a function or a conversion is called
// with first.
func literalsOf(f *ast.File, name string) (out []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) == 0 {
			return true
		}
		called := ""
		switch fun := c.Fun.(type) {
		case *ast.Ident:
			called = fun.Name
		case *ast.SelectorExpr:
			called = fun.Sel.Name
		}
		if s := literal(c.Args[0]); called == name && s != "" {
			out = append(out, s)
		}
		return true
	})
	return out
}

func literal(e ast.Expr) string {
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == gotoken.STRING {
		s, _ := strconv.Unquote(l.Value)
		return s
	}
	return ""
}

func TestGolden(t *testing.T) {
	src := readSource(t)
	var out strings.Builder
	for _, vocabulary := range engine.Presets() {
		for _, s := range phrasebook(BookOf("ru"), vocabulary, src) {
			fmt.Fprintf(&out, "==== %s: %s ====\n", vocabulary, s.title)
			for _, e := range s.entries {
				fmt.Fprintf(&out, "\n%s\n    %s\n", e.name, strings.ReplaceAll(e.text, "\n", "\n    "))
			}
			out.WriteByte('\n')
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(lines)) {
		if i >= len(got) || i >= len(lines) || got[i] != lines[i] {
			t.Fatalf("%s differs at line %d; read it, then go test -run TestGolden -update\ngot:  %q\nwant: %q", golden, i+1, at(got, i), at(lines, i))
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "the end"
}

// crooked is what a careless phrase looks like when it is filled in.
var crooked = regexp.MustCompile(`  |\.\.|\(\)|\( | \)|« | »| [.,:;?!]|[{}]|<nil>|%!|^\s|\s$|\n\n|, *\.|: *\.|[a-z]+_[a-z]+|: $`)

// withoutKeys takes the keys of knobs and their values out of a text, the longest first:
// a club types them.
var withoutKeys = func() *strings.Replacer {
	var typed []string
	for _, k := range engine.Knobs {
		typed = append(append(typed, k.Key), k.Legal...)
	}
	for _, s := range engine.SettledKeys {
		typed = append(typed, s.Key)
	}
	slices.SortFunc(typed, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, word := range typed {
		if strings.Contains(word, "_") {
			pairs = append(pairs, word, "ключ")
		}
	}
	return strings.NewReplacer(pairs...)
}()

func TestTextsAreWhole(t *testing.T) {
	src := readSource(t)
	for _, b := range Books() {
		for _, vocabulary := range engine.Presets() {
			for _, s := range phrasebook(b, vocabulary, src) {
				for _, e := range s.entries {
					if e.text == "" || crooked.MatchString(withoutKeys.Replace(e.text)) {
						t.Errorf("%s, %s, %s: %q", vocabulary, s.title, e.name, e.text)
					}
					if n := utf8.RuneCountInString(e.text); s.title == "buttons" && n > 25 || (s.title == "toasts" || s.title == "refusals") && n > 200 {
						t.Errorf("%s, %s, %s: %d characters", vocabulary, s.title, e.name, n)
					}
				}
			}
		}
	}
	for _, bad := range []string{"Голос  принят.", "Спасибо, 0 голосов ().", "Кандидатура не принята: .", "not_ready", " Спасибо.", "{seat}"} {
		if !crooked.MatchString(bad) {
			t.Errorf("%q passes for a whole text", bad)
		}
	}
}

// unspoken returns the events that are neither spoken of nor silent on purpose,
// and those that are both.
func unspoken(b *Book, events []string, silent []engine.Event) (out []string) {
	said := map[string]bool{}
	for _, s := range slices.Concat(samplesOfTheTable, samplesInPrivate) {
		v := tableOfTen(engine.Czernowitz)
		if s.view != nil {
			s.view(&v)
		}
		for _, e := range s.facts {
			if b.Post(v, facts(e), nameOfTen, s.extra) != "" {
				said[reflect.TypeOf(e).Name()] = true
			}
		}
	}
	hushed := map[string]bool{}
	for _, e := range silent {
		hushed[reflect.TypeOf(e).Name()] = true
		for _, view := range []func(*engine.View){func(*engine.View) {}, as(3), as(7)} {
			v := tableOfTen(engine.Czernowitz)
			view(&v)
			if text := b.Post(v, facts(e), nameOfTen, Extra{}); text != "" {
				out = append(out, fmt.Sprintf("%T says %q", e, text))
			}
		}
	}
	for _, e := range events {
		if said[e] == hushed[e] {
			out = append(out, e)
		}
	}
	return out
}

func TestEveryEventIsSpokenOrSilent(t *testing.T) {
	b, src := BookOf("ru"), readSource(t)
	if len(src.events) < 80 {
		t.Fatalf("only %d events found", len(src.events))
	}
	if left := unspoken(b, src.events, silentFacts); len(left) > 0 {
		t.Errorf("neither spoken nor silent: %v", left)
	}
	if left := unspoken(b, append(src.events, "Applauded"), silentFacts); !slices.Equal(left, []string{"Applauded"}) {
		t.Errorf("a new event goes unnoticed: %v", left)
	}
	if left := unspoken(b, src.events, silentFacts[1:]); len(left) != 1 {
		t.Errorf("an event that nobody speaks of goes unnoticed: %v", left)
	}
}

// untold returns the reasons and refusals of the source without a text.
func untold(b *Book, src source) (out []string) {
	for _, r := range src.reasons {
		if !b.has("", "reason."+r) {
			out = append(out, r)
		}
	}
	for _, r := range slices.Concat(src.refusals, src.notes) {
		if !b.has("", "answer."+r) {
			out = append(out, r)
		}
	}
	return out
}

func TestEveryReasonAndRefusalHasAText(t *testing.T) {
	src := readSource(t)
	if len(src.reasons) < 30 || len(src.refusals) < 35 {
		t.Fatalf("only %d reasons and %d refusals found", len(src.reasons), len(src.refusals))
	}
	if left := untold(BookOf("ru"), src); len(left) > 0 {
		t.Errorf("no text for %v", left)
	}
	src.refusals, src.reasons = append(src.refusals, "table_on_fire"), append(src.reasons, "juggling")
	if left := untold(BookOf("ru"), src); len(left) != 2 {
		t.Errorf("a new reason or refusal goes unnoticed: %v", left)
	}
}

// TestEveryPhraseIsShown marks each phrase and each term and looks for the mark in the
// golden phrasebook; what bears none there is changed, and the phrasebook must change
// with it. What no sample shows, nobody has read.
func TestEveryPhraseIsShown(t *testing.T) {
	src := readSource(t)
	of := BookOf("ru")
	show := func(b *Book) string {
		var all strings.Builder
		for _, vocabulary := range engine.Presets() {
			fmt.Fprint(&all, phrasebook(b, vocabulary, src))
		}
		return all.String()
	}
	plain, marked := show(of), show(withMarks(of))
	for key := range of.phrases {
		changed := *of
		changed.phrases = maps.Clone(of.phrases)
		changed.phrases[key] = phrase{{text: "§"}}
		if !strings.Contains(marked, markOf(key)) && show(&changed) == plain {
			t.Errorf("nothing shows the phrase %s", key)
		}
	}
	for name := range of.terms {
		changed := *of
		changed.terms = maps.Clone(of.terms)
		changed.terms[name] = []string{"§"}
		if !strings.Contains(marked, markOf("term "+name)) && show(&changed) == plain {
			t.Errorf("nothing shows the term %s", name)
		}
	}
}

func markOf(key string) string { return "⟦" + key + "⟧" }

// withMarks is a book in which each phrase and each form of a term bears a mark.
func withMarks(b *Book) *Book {
	marked := *b
	marked.phrases, marked.terms = map[string]phrase{}, map[string][]string{}
	for key, p := range b.phrases {
		marked.phrases[key] = append(slices.Clone(p), piece{text: markOf(key)})
	}
	for name, forms := range b.terms {
		for _, form := range forms {
			marked.terms[name] = append(marked.terms[name], form+markOf("term "+name))
		}
	}
	return &marked
}

// TestKeysOfTheCode looks for a phrase for every key that stands in the code.
func TestKeysOfTheCode(t *testing.T) {
	b := BookOf("ru")
	n := 0
	for _, f := range parsed(t, ".") {
		for _, fun := range []string{"line", "begin", "goOn", "say", "why", "candidates"} {
			for _, k := range literalsOf(f, fun) {
				family := false
				for key := range b.phrases {
					family = family || strings.HasPrefix(key, k)
				}
				n++
				if !family || fun != "why" && !b.has("", k) {
					t.Errorf("%s(%q): no such phrase", fun, k)
				}
			}
		}
	}
	if n < 90 {
		t.Errorf("only %d keys found", n)
	}
}

func TestPlurals(t *testing.T) {
	b := BookOf("ru")
	want := map[string]string{
		"vote": "0 голосов, 1 голос, 2 голоса, 4 голоса, 5 голосов, 11 голосов, 12 голосов, 21 голос, 22 голоса, 25 голосов, 111 голосов, 121 голос",
		"foul": "0 предупреждений, 1 предупреждение, 2 предупреждения, 4 предупреждения, 5 предупреждений, 11 предупреждений, 12 предупреждений, 21 предупреждение, 22 предупреждения, 25 предупреждений, 111 предупреждений, 121 предупреждение",
	}
	for name, text := range want {
		var got []string
		for _, n := range []int{0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 111, 121} {
			got = append(got, fmt.Sprintf("%d %s", n, b.term("", piece{arg: "n", term: name}, args{"n": n})))
		}
		if g := strings.Join(got, ", "); g != text {
			t.Errorf("%s:\ngot  %s\nwant %s", name, g, text)
		}
	}
}

func TestLists(t *testing.T) {
	for want, items := range map[string][]string{"": nil, "3": {"3"}, "3 и 5": {"3", "5"}, "3, 5 и 8": {"3", "5", "8"}} {
		if got := listRu(items); got != want {
			t.Errorf("%v: %q, want %q", items, got, want)
		}
	}
}

// TestNightCardsAreOne: as it arrives, the card of a night says the same to
// every seat, and so does the answer to who was not called (I7, G6).
func TestNightCardsAreOne(t *testing.T) {
	b := BookOf("ru")
	for _, vocabulary := range engine.Presets() {
		for _, fact := range []engine.Event{engine.BriefingCalled{}, engine.NightFell{Night: 2}} {
			cards, answers := map[string]bool{}, map[string]bool{}
			for s := engine.Seat(1); s <= 10; s++ {
				v := tableOfTen(vocabulary)
				as(s, func(v *engine.View) { v.Orders = [3]engine.Seat{5, 5, 5} })(&v)
				if _, orders := fact.(engine.BriefingCalled); orders {
					v.Night = 0
				}
				cards[b.Post(v, facts(fact), nameOfTen, Extra{Code: "7F3A"})] = true
				for _, r := range []engine.Refusal{"asleep", "stale", "not_yet", "vote_late"} {
					answers[b.Refused(v, engine.Check{Target: 5}, r, nameOfTen)] = true
				}
			}
			if len(cards) != 1 || len(answers) != 4 {
				t.Errorf("%s, %T: cards %v, answers %v", vocabulary, fact, cards, answers)
			}
		}
	}
}

// TestPlainText: a nick may contain what the book itself is written with.
func TestPlainText(t *testing.T) {
	v := tableOfTen(engine.Czernowitz)
	got := BookOf("ru").Post(v, facts(engine.SpeechCalled{Seat: 5}), func(engine.Player) string { return "{seat} <b>%d\\n*" }, Extra{})
	if want := "Игрок номер 5 ({seat} <b>%d\\n*), Ваша минута."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUnknown(t *testing.T) {
	if BookOf("xx") != BookOf("ru") || BookOf("ru").Lang() != "ru" {
		t.Error("a reader of an unknown language has no book")
	}
	if got := BookOf("ru").Post(tableOfTen(engine.Czernowitz), nil, nameOfTen, Extra{}); got != "" {
		t.Errorf("no facts say %q", got)
	}
	for _, file := range []string{"key text", "key = {seat", "key = {=foul.xyz}", "a = b\na = c", "term a = b c"} {
		if _, _, err := parsePhrases(file); err == nil {
			t.Errorf("the phrase file %q is taken", file)
		}
	}
}
