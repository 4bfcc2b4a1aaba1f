package evening_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"mafiabot/bot/evening"
	"mafiabot/engine"
	"mafiabot/engine/sparring"
)

// An outcome is what is left of an evening.
type outcome struct {
	transcript string
	game       engine.Game
	log        []engine.Event
}

// play plays an evening and holds it against what every evening has to keep.
func play(t *testing.T, o evening.Options) outcome {
	t.Helper()
	e, err := evening.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := e.Run(); err != nil {
		t.Fatal(err)
	}
	for _, v := range e.Server().Violations() {
		t.Errorf("against the published API: %s", v)
	}
	log, err := e.Log()
	if err != nil {
		t.Fatal(err)
	}
	game := e.Game()
	if engine.Fold(slices.Values(log)) != game {
		t.Error("the log does not fold to the game that the bot held")
	}
	if game.Verdict == 0 {
		t.Error("the evening ended without a verdict")
	}
	var out bytes.Buffer
	if err := e.Transcript(&out); err != nil {
		t.Fatal(err)
	}
	return outcome{out.String(), game, log}
}

// TestTheSameSeedIsTheSameEvening plays evenings in process and over HTTP.
func TestTheSameSeedIsTheSameEvening(t *testing.T) {
	for _, rules := range engine.Presets() {
		for seed := range uint64(2) {
			t.Run(fmt.Sprintf("%s/%d", rules, seed), func(t *testing.T) {
				t.Parallel()
				once := play(t, evening.Options{Rules: rules, Seed: seed})
				again := play(t, evening.Options{Rules: rules, Seed: seed})
				wired := play(t, evening.Options{Rules: rules, Seed: seed, HTTP: true})
				if where := differ(once.transcript, again.transcript); where != "" {
					t.Errorf("the same evening differs: %s", where)
				}
				if where := differ(once.transcript, wired.transcript); where != "" {
					t.Errorf("over HTTP it differs: %s", where)
				}
			})
		}
	}
}

// differ shows the first line in which two transcripts differ.
func differ(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(as), len(bs)) {
		switch {
		case i >= len(as):
			return "the second goes on with " + bs[i]
		case i >= len(bs):
			return "the first goes on with " + as[i]
		case as[i] != bs[i]:
			return as[i] + " / " + bs[i]
		}
	}
	return ""
}

// TestEveryPaceEnds plays one evening at each pace.
func TestEveryPaceEnds(t *testing.T) {
	for _, pace := range engine.Paces() {
		t.Run(pace, func(t *testing.T) {
			t.Parallel()
			play(t, evening.Options{Pace: pace, Seed: 5})
		})
	}
}

// seeds is how many evenings of each preset are played.
func seeds() uint64 {
	if testing.Short() {
		return 8
	}
	return 100
}

// TestTwoHundredEvenings plays seeds 1 to 100 under every preset. No two
// evenings are the same, and together with the scripted ones they show every
// case that the rules know. The scripted ones are here for what free play
// reaches seldom: whether it did is printed.
func TestTwoHundredEvenings(t *testing.T) {
	var mu sync.Mutex
	shown := map[string]map[sparring.Case]int{}
	transcripts := map[[32]byte]string{}
	keep := func(kind, name string, o outcome) {
		mu.Lock()
		defer mu.Unlock()
		if shown[kind] == nil {
			shown[kind] = map[sparring.Case]int{}
		}
		for c, n := range sparring.Shown(slices.Values(o.log)) {
			shown[kind][c] += n
		}
		sum := sha256.Sum256([]byte(o.transcript))
		if twin := transcripts[sum]; twin != "" {
			t.Errorf("%s and %s are the same evening", name, twin)
		}
		transcripts[sum] = name
	}
	t.Run("play", func(t *testing.T) {
		for _, rules := range engine.Presets() {
			for worker := range uint64(runtime.GOMAXPROCS(0)) {
				t.Run(fmt.Sprintf("%s/%d", rules, worker), func(t *testing.T) {
					t.Parallel()
					for seed := 1 + worker; seed <= seeds(); seed += uint64(runtime.GOMAXPROCS(0)) {
						keep(rules, fmt.Sprintf("%s, seed %d", rules, seed), play(t, evening.Options{Rules: rules, Seed: seed}))
					}
				})
			}
			for name, minds := range map[string]func(int) sparring.Mind{
				"the peaceful": peaceful, "the divided, who lift": divided(6), "the divided, who do not": divided(5),
			} {
				t.Run(rules+"/"+name, func(t *testing.T) {
					t.Parallel()
					keep("scripted", rules+", "+name, play(t, evening.Options{Rules: rules, Seed: 1, Minds: minds}))
				})
			}
		}
	})
	for _, c := range sparring.Cases() {
		free, scripted, all := 0, shown["scripted"][c], ""
		for _, rules := range engine.Presets() {
			free += shown[rules][c]
			all += fmt.Sprintf("%s %4d   ", rules, shown[rules][c])
		}
		t.Logf("%-40s %sscripted %2d", c, all, scripted)
		switch {
		case c == sparring.AwardCase: // who is out is muted in this group (G14); engine/sparring shows it
			if free+scripted > 0 {
				t.Errorf("%d of the muted give the game away", free+scripted)
			}
		case free+scripted == 0 && !testing.Short():
			t.Errorf("no evening has shown: %s", c)
		case free == 0:
			t.Logf("  free play did not reach it")
		}
	}
}

// TestThreeMisses lets peaceful players play: the city wins by the document of
// the club, nobody by the federation's.
func TestThreeMisses(t *testing.T) {
	for rules, want := range map[string]engine.Verdict{engine.Czernowitz: engine.RedWin, engine.Federation: engine.DrawnGame} {
		if got := play(t, evening.Options{Rules: rules, Seed: 3, Minds: peaceful}).game.Verdict; got != want {
			t.Errorf("%s: verdict %d, want %d", rules, got, want)
		}
	}
}

// TestDivided holds the scripted ties against what they are written for.
func TestDivided(t *testing.T) {
	for inFavour, lift := range map[int]sparring.Case{6: sparring.LiftFor, 5: sparring.LiftAgainst} {
		log := play(t, evening.Options{Seed: 4, Minds: divided(inFavour)}).log
		shown := sparring.Shown(slices.Values(log))
		for _, c := range []sparring.Case{sparring.TieCase, sparring.SubsetTie, lift} {
			if shown[c] == 0 {
				t.Errorf("%d hands for the lift: the evening has not shown: %s", inFavour, c)
			}
		}
	}
}

// TestEverythingTyped plays an evening in which nobody presses a button of the
// game: every button has a typed way.
func TestEverythingTyped(t *testing.T) {
	transcript := play(t, evening.Options{Seed: 6, Minds: typing}).transcript
	for _, typed := range []string{"/ready", "/draw", "заказ ", "/don", "/shoot ", "/check ", "✋", "✊"} {
		if !strings.Contains(transcript, " "+typed) {
			t.Errorf("nobody has typed %s", typed)
		}
	}
	for _, shown := range []string{"✊ Голос", "🔫 Выстрел"} {
		if strings.Contains(transcript, " ["+shown+"]  ⚡") {
			t.Errorf("somebody has pressed %s", shown)
		}
	}
}

// TestUnknownRulesAreRefused names what is wrong.
func TestUnknownRulesAreRefused(t *testing.T) {
	for _, o := range []evening.Options{{Rules: "poker"}, {Pace: "slow"}} {
		if _, err := evening.New(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}
