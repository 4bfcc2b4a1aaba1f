package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// heard runs the command and returns what it writes.
func heard(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), place{args: append([]string{"hear"}, args...), in: strings.NewReader(in), out: &o, errs: &e})
	return code, o.String(), e.String()
}

// TestHearTells is what is printed for one text: the spans as they are written.
func TestHearTells(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"ЧЕСТНО, ты идиот, выставляю 5"}, `
W1 честно                 act  «ЧЕСТНО»
W7 insult                 act  «идиот»
NOM-L nomination, seat 5  act  «выставляю 5»
czernowitz  foul: W1, W7; flag: W7
club2010    foul: W1, W7; flag: W7
tournament  foul: W1, W7; flag: W7
federation  foul: W1; flag: W7
`},
		{[]string{"сдаюсь на 100% 😭"}, `
W8 surrender   act  «сдаюсь»
W4 percentage  act  «100%»
W13 tears      act  «😭»
czernowitz  foul: W4
club2010    nothing
tournament  removal: W8; flag: W13
federation  nothing
`},
		{[]string{"ч\nе с\tт н о"}, `
W1 честно  act  «ч е с т н о»
czernowitz  foul: W1
club2010    foul: W1
tournament  foul: W1
federation  foul: W1
`},
		{[]string{"honestly"}, `
W1 честно  hint  «honestly»
czernowitz  flag: W1
club2010    flag: W1
tournament  flag: W1
federation  flag: W1
`},
		{[]string{"-languages", "en,ru", "honestly"}, `
W1 честно  act  «honestly»
czernowitz  foul: W1
club2010    foul: W1
tournament  foul: W1
federation  foul: W1
`},
		{[]string{"-seats", "4", "-nicks", "Лиса, Барс", "выставляю Барса"}, `
NOM-L nomination, seat 2  act  «выставляю Барса»
czernowitz  nothing
club2010    nothing
tournament  nothing
federation  nothing
`},
		{[]string{`доброе утро`}, `
nothing is heard
czernowitz  nothing
club2010    nothing
tournament  nothing
federation  nothing
`},
	} {
		if code, out, errs := heard(t, "", c.args...); code != exitDone || "\n"+out != c.want || errs != "" {
			t.Errorf("%q: exit code %d, %s\n%s", c.args, code, errs, out)
		}
	}
}

// TestHearLines is what is printed for texts of standard input, one line each.
func TestHearLines(t *testing.T) {
	lines := []struct{ text, want, all string }{
		{`честно`, "W1\tC:F K:F T:F", ""},
		{`он честный игрок`, "W1\tC:- K:F T:F", ""},
		{`че\u0441тно`, "W1\tC:F K:F T:F", ""},
		{`че\u200bст\u200Bно`, "W1\tC:F K:F T:F", ""},
		{`честное слово, я красный`, "W1,W2\tC:F K:R T:F", ""},
		{`он вчера клялся`, "W2\tC:L K:L T:L", ""},
		{`слава богу`, "W3\tC:L K:L T:F", ""},
		{`на 100%`, "W4\tC:F K:- T:-", ""},
		{`спорим, что я мирный?`, "W5\tC:F K:- T:-", ""},
		{`иди нахуй`, "W6\tC:R K:F T:F", ""},
		{`сдаюсь`, "W8\tC:- K:- T:R", ""},
		{`сдаюсь, мамой клянусь`, "W2,W8\tC:F K:R T:R", ""},
		{`\ud83d\ude2d`, "-\tC:- K:- T:L", "W13\tC:- K:- T:L"},
		{`честно, выставляю 5`, "W1\tC:F K:F T:F", "W1,NOM-L\tC:F K:F T:F"},
		{`выставляю 5`, "-\tC:- K:- T:-", "NOM-L\tC:- K:- T:-"},
		{`ты идиот`, "-\tC:F K:F T:F", "W7\tC:F K:F T:F"},
		{`купил чеснок на рынке`, "-\tC:- K:- T:-", ""},
		{`¯\_(ツ)_/¯ \\`, "-\tC:- K:- T:-", ""},
		{``, "-\tC:- K:- T:-", ""},
	}
	var in, want, all strings.Builder
	for i, l := range lines {
		end := "\n"
		if i%2 == 1 {
			end = "\r\n"
		}
		in.WriteString(l.text + end)
		want.WriteString(l.want + "\n")
		if l.all == "" {
			l.all = l.want
		}
		all.WriteString(l.all + "\n")
	}
	in.WriteString("честно") // the last line needs no end
	want.WriteString("W1\tC:F K:F T:F\n")
	all.WriteString("W1\tC:F K:F T:F\n")
	for _, c := range []struct {
		args []string
		want string
	}{{[]string{"-format", "tsv"}, want.String()}, {[]string{"-format", "tsv", "-all"}, all.String()}} {
		if code, out, errs := heard(t, in.String(), c.args...); code != exitDone || out != c.want || errs != "" {
			t.Errorf("%q: exit code %d, %s\n%s", c.args, code, errs, out)
		}
	}
	if code, out, errs := heard(t, "", "-format", "tsv"); code != exitDone || out+errs != "" {
		t.Errorf("nothing: exit code %d, out %q, err %q", code, out, errs)
	}
	if code, out, errs := heard(t, "", "-format", "tsv", `\u0447естно`); code != exitDone || out != "W1\tC:F K:F T:F\n" || errs != "" {
		t.Errorf("an argument: exit code %d, out %q, err %q", code, out, errs)
	}
}

// TestHearUnclearLines holds that a line that cannot be read is told of by its
// number, and that no other line is lost or moved.
func TestHearUnclearLines(t *testing.T) {
	const gone, act = "?\tC:? K:? T:?\n", "W1\tC:F K:F T:F\n"
	long := strings.Repeat("слово ", 20_000) + "честно\n" // a message of 240 KB is heard
	for _, c := range []struct{ bad, why string }{
		{`че\u00`, `\u without four hexadecimal digits behind it`},
		{`C:\users`, `\u without four hexadecimal digits behind it`},
		{`\u+041`, `\u without four hexadecimal digits behind it`},
		{`\ud83d`, `half a character: a surrogate without its pair`},
		{`\ude2d\ud83d`, `half a character: a surrogate without its pair`},
		{`\ud83dxude2d`, `half a character: a surrogate without its pair`},
		{`\ud83d\u0447`, `half a character: a surrogate without its pair`},
		{"\xff\xfe", "not UTF-8"},
		{strings.Repeat("а", longestLine/2+1), "longer than 1048576 bytes"},
		{strings.Repeat("а", 2*longestLine), "longer than 1048576 bytes"},
	} {
		code, out, errs := heard(t, long+c.bad+"\n\nчестно\n"+c.bad, "-format", "tsv")
		want := fmt.Sprintf("mafiabot hear: line 2: %s\nmafiabot hear: line 5: %s\nmafiabot hear: 2 of 5 lines could not be heard\n", c.why, c.why)
		if code != exitUsage || out != act+gone+"-\tC:- K:- T:-\n"+act+gone || errs != want {
			t.Errorf("%.20q: exit code %d, out %q, err %q", c.bad, code, out, errs)
		}
	}
}

// TestHearMistakes holds that each mistake is one line and exit code 2.
func TestHearMistakes(t *testing.T) {
	for want, args := range map[string][]string{
		"no text to hear": {},
		`unexpected argument "слово": flags go before`:      {"честное", "слово"},
		`unexpected argument "-seats"`:                      {"честно", "-seats", "4"},
		`-format "xml" is unknown`:                          {"-format", "xml", "честно"},
		"-seats 0: from 1 to 15":                            {"-seats", "0", "честно"},
		"-seats 16: from 1 to 15":                           {"-seats", "16", "честно"},
		`-languages "de": one or more of ru, uk, en`:        {"-languages", "de", "честно"},
		`-languages "": one or more of`:                     {"-languages", "", "честно"},
		"-nicks: 3 nicks at a table of 2 seats":             {"-seats", "2", "-nicks", "Лиса,Барс,Ёжик", "честно"},
		"the text is not UTF-8":                             {"\xff"},
		"flag provided but not defined: -color":             {"-color", "честно"},
		`\u without four hexadecimal digits behind it`:      {"-format", "tsv", `\u12`},
		`invalid value "x" for flag -seats`:                 {"-seats", "x", "честно"},
		"half a character: a surrogate without its pair":    {"-format", "tsv", `\ud83d`},
		"-nicks: 11 nicks at a table of 10 seats":           {"-nicks", "1,2,3,4,5,6,7,8,9,10,11", "x"},
		`unexpected argument "три": flags go before the te`: {"-format", "tsv", "два", "три"},
	} {
		code, out, errs := heard(t, "честно\n", args...)
		if code != exitUsage || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "mafiabot hear: "+want) {
			t.Errorf("%q: exit code %d, out %q, err %q", args, code, out, errs)
		}
	}
	code, out, errs := heard(t, "", "-h")
	if code != exitDone || !strings.HasPrefix(out, "usage: mafiabot hear [flags] [text]\n") || errs != "" {
		t.Errorf("-h: exit code %d, out %q, err %q", code, out, errs)
	}
}

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestHearStreams holds that a line is answered before the next one is there, that
// an error of either end is told, and that an interrupt ends the wait for input.
func TestHearStreams(t *testing.T) {
	in, typed := io.Pipe()
	shown, out := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var errs bytes.Buffer
	code := make(chan int)
	go func() {
		code <- run(ctx, place{args: []string{"hear", "-format", "tsv"}, in: in, out: out, errs: &errs})
	}()
	for range 3 {
		if _, err := io.WriteString(typed, "честно\n"); err != nil {
			t.Fatal(err)
		}
		answer := make([]byte, 64)
		n, err := shown.Read(answer)
		if err != nil || string(answer[:n]) != "W1\tC:F K:F T:F\n" {
			t.Fatalf("%q, %v", answer[:n], err)
		}
	}
	stop()
	select {
	case got := <-code:
		if got != exitFailed || errs.String() != "mafiabot hear: interrupted\n" {
			t.Errorf("exit code %d, err %q", got, &errs)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("an interrupt does not end it")
	}
	typed.CloseWithError(io.EOF) // the reader goes, too

	var fails bytes.Buffer
	if got := run(t.Context(), place{args: []string{"hear", "-format", "tsv"}, in: strings.NewReader("честно\n"), out: full{}, errs: &fails}); got != exitFailed || !strings.Contains(fails.String(), "no space left") {
		t.Errorf("a full disk: exit code %d, err %q", got, &fails)
	}
	fails.Reset()
	broken := io.MultiReader(strings.NewReader("честно\nчес"), failing{})
	var shownThen bytes.Buffer
	if got := run(t.Context(), place{args: []string{"hear", "-format", "tsv"}, in: broken, out: &shownThen, errs: &fails}); got != exitFailed || shownThen.String() != "W1\tC:F K:F T:F\n" || !strings.Contains(fails.String(), "the cable is out") {
		t.Errorf("a broken input: exit code %d, out %q, err %q", got, &shownThen, &fails)
	}
}

// failing is an input that breaks.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the cable is out") }
