package engine_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/engine"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// A transcript is script and golden in one:
//
//	preset czernowitz         the prelude: the rules and where the game stands,
//	day 2 speech 9            written into the log; "preset tournament pairs 1-4" gives
//	                          these seats a consigliere, who acts as 5c
//	> 7 says "да"             what somebody does
//	table: fouled seat=7 …    who hears what; "log:" is what nobody is told
//	= C73 removed seat=7      this line shows row C73; it must be among the above
//	/ K28 last_word           … and this must not be
type transcript struct {
	name  string
	lines []string
}

func transcripts(tb testing.TB) []transcript {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no transcripts: %v", err)
	}
	var out []transcript
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, transcript{f, strings.Split(strings.TrimRight(string(b), "\n"), "\n")})
	}
	return out
}

var rowName = regexp.MustCompile(`^[A-Z]+\d+[a-z]?$`)

// claim splits "C57 A76 removed seat=4" into its rows and its fact.
func claim(text string) (rows []string, fact string) {
	words := strings.Fields(text)
	for len(words) > 0 && rowName.MatchString(words[0]) {
		rows, words = append(rows, words[0]), words[1:]
	}
	return rows, strings.Join(words, " ")
}

// play plays a transcript and returns it as it comes out, and what was said in
// words; set changes the rules of every scene.
func (tr transcript) play(tb testing.TB, set func(*engine.Ruleset), fault func(line int, format string, args ...any)) (out, spoken []string) {
	var p *script
	var steps []string
	for i, text := range tr.lines {
		head, rest, _ := strings.Cut(text, " ")
		switch {
		case text == "" || head == "#":
			out = append(out, text)
		case head == ">":
			out = append(out, text)
			p.run(rest)
			steps = nil
			for _, s := range p.steps {
				steps = append(steps, s...)
			}
			if last := len(steps) - 1; last >= 0 && strings.HasPrefix(steps[last], "never: ") {
				fault(i+1, "%s %s", text, steps[last])
			}
			for _, l := range p.output {
				out = append(out, "  "+l)
			}
		case head == "=" || head == "/":
			out = append(out, text)
			rows, want := claim(rest)
			if len(rows) == 0 {
				fault(i+1, "names no row: %s", text)
			}
			if contains(steps, want) != (head == "=") {
				fault(i+1, "%s\nof %s", text, strings.Join(steps[:min(len(steps), 8)], "\n   "))
			}
		case strings.HasPrefix(text, "  "): // the golden of the line above
		default:
			out = append(out, text)
			if head == "preset" || head == "lobby" {
				if p != nil {
					spoken = append(spoken, p.spoken...)
				}
				p = newScript(tb)
			}
			p.prelude(head, strings.Fields(rest), set)
		}
	}
	return out, append(spoken, p.spoken...)
}

func contains(all []string, part string) bool {
	for _, l := range all {
		if strings.Contains(l, part) {
			return true
		}
	}
	return false
}

// sceneRules are what a scene is played by: a preset and what it sets. Its table may be
// silent, and its cards are delivered at once, if it is not about that.
func sceneRules(tb testing.TB, words []string) engine.Ruleset {
	r := preset(tb, words[0], engine.TableTempo, words[1:]...)
	if !slices.Contains(words, "afk_circles") {
		r.AFKCircles = 0
	}
	if !slices.Contains(words, "card_s") {
		r.Card = 0
	}
	return r
}

// prelude carries out one line that sets the scene.
func (p *script) prelude(head string, words []string, set func(*engine.Ruleset)) {
	switch head {
	case "judge":
		p.judge(words, "")
	case "preset":
		var pairs []engine.Seat
		if i := slices.Index(words, "pairs"); i >= 0 {
			pairs = p.seats(words[i+1])
			words = slices.Concat(words[:i], words[i+2:], []string{"consigliere", "on"})
		}
		r := sceneRules(p.tb, words)
		if set != nil {
			set(&r)
		}
		p.table.sit(r, pairs...)
		p.table.hand(usual)
	case "lobby", "sits", "begun", "ready", "draws", "hand":
		p.gather(head, words, set)
	case "living":
		living := engine.SetOf(p.seats(words[0])...)
		for s := range (p.game.Living &^ living).All() {
			p.sendOut(s)
		}
	case "day":
		p.setDay(uint8(p.number(words[0])), words[1:])
	case "night":
		p.setNight(uint8(p.number(words[0])), words[1])
	case "noms":
		for _, w := range words {
			by, seat, _ := strings.Cut(w, ">")
			p.apply(engine.Nominated{By: p.seat(by), Seat: p.seat(seat)})
		}
		p.apply(engine.NominationsTold{})
	case "fouls":
		for _, w := range words {
			s, n, _ := strings.Cut(w, "=")
			p.apply(engine.Fouled{Seat: p.seat(s), Why: engine.OutOfTurn, Count: uint8(p.number(n))})
			p.apply(engine.FoulNoticed{Seat: p.seat(s), Mark: 1})
		}
	case "silent":
		s, n, _ := strings.Cut(words[0], "=")
		p.apply(engine.Silenced{Seat: p.seat(s), Day: uint8(p.number(n))})
	case "misses":
		for range p.number(words[0]) {
			p.apply(engine.Missed{AtFour: len(words) > 1})
		}
	case "quiet":
		for range p.number(words[0]) {
			p.apply(engine.RoundCounted{Quiet: true})
		}
	default:
		p.tb.Fatalf("no prelude %q", head)
	}
}

// gather carries out one line about the table before its game: who opened it and
// its rules, who sits, is ready, has drawn a seat, and the cards that are no
// citizen's.
func (p *script) gather(head string, words []string, set func(*engine.Ruleset)) {
	all := func(c engine.Command) {
		for _, s := range p.seats(words[0]) {
			p.must(engine.Player(s), c)
		}
	}
	switch head {
	case "lobby":
		r := sceneRules(p.tb, words)
		if set != nil {
			set(&r)
		}
		p.must(1, engine.Convene{Rules: r})
	case "sits":
		all(engine.Join{})
	case "begun":
		p.must(1, engine.Begin{})
	case "ready":
		all(engine.SayReady{})
	case "draws":
		all(engine.Draw{})
	case "hand":
		roles := map[engine.Seat]engine.Role{}
		for s := range p.game.Drawn.All() {
			roles[s] = engine.Citizen
		}
		for _, w := range words {
			s, name, _ := strings.Cut(w, "=")
			for role, n := range roleNames {
				if n == name {
					roles[p.seat(s)] = role
				}
			}
		}
		p.hand(roles)
	}
}

// setDay is "speech SEAT [opener SEAT]" or "ballot SEAT…".
func (p *script) setDay(day uint8, words []string) {
	if words[0] == "ballot" {
		var list []engine.Seat
		for _, w := range words[1:] {
			list = append(list, p.seat(w))
		}
		p.listed(day, list...)
		return
	}
	opener := p.game.Living.First()
	if len(words) == 4 {
		opener = p.seat(words[3])
	}
	p.apply(engine.Dawned{Day: day, At: p.instant()})
	for s := opener; ; s = p.game.Living.After(s) {
		p.apply(engine.SpeechCalled{Seat: s, At: p.instant()})
		if s == p.seat(words[1]) {
			break
		}
		p.open()
		p.now = p.now.Add(time.Minute)
		p.apply(engine.Thanked{Seat: s})
	}
	p.open()
}

// setNight is the named window of a night: orders, fall, shoot, don, sheriff.
func (p *script) setNight(n uint8, stage string) {
	if n == 0 {
		if stage == "orders" {
			return
		}
		p.apply(engine.LookCalled{At: p.instant()})
		p.open()
		return
	}
	at := p.instant()
	if p.game.Day < n {
		p.apply(engine.Dawned{Day: n, At: at})
	}
	if p.game.DayOpener == 0 {
		p.apply(engine.SpeechCalled{Seat: p.game.Living.First(), At: at})
	}
	p.apply(engine.RoundCounted{})
	p.apply(engine.NightFell{Night: n, At: at})
	for name, e := range map[string]engine.Event{"shoot": engine.ShootCalled{At: at}, "don": engine.DonCalled{At: at}, "sheriff": engine.SheriffCalled{At: at}} {
		if name == stage {
			p.apply(e)
		}
	}
	p.open()
}

// TestTranscripts plays every script and compares it with its golden.
func TestTranscripts(t *testing.T) {
	for _, tr := range transcripts(t) {
		t.Run(strings.TrimSuffix(filepath.Base(tr.name), ".txt"), func(t *testing.T) {
			out, _ := tr.play(t, nil, func(line int, format string, args ...any) {
				t.Errorf("%s:%d: "+format, append([]any{tr.name, line}, args...)...)
			})
			if *update {
				if err := os.WriteFile(tr.name, []byte(strings.Join(out, "\n")+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for i, l := range out {
				if i >= len(tr.lines) || tr.lines[i] != l {
					t.Fatalf("%s:%d: now %q; go test -run Transcripts -update rewrites it", tr.name, i+1, l)
				}
			}
			if len(out) < len(tr.lines) {
				t.Fatalf("%s: %d lines, %d in the golden", tr.name, len(out), len(tr.lines))
			}
		})
	}
}
