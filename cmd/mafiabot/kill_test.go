package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mafiabot/bot/evening"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/storage"
)

// The real binary, in a process of its own, against the emulated Telegram over
// HTTP, sixty times as fast as the wall clock.

const speed = 60

// built builds the program once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "mafiabot")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "mafiabot")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := built(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// world is an emulated Telegram on a wall clock, and the binary beside it.
type world struct {
	t     *testing.T
	tg    *tgtest.Server
	crowd *evening.Crowd
	epoch time.Time
	base  string
	path  string // of the database
	cmd   *exec.Cmd
	log   bytes.Buffer
	// logged is how much of it the processes before the running one have written.
	logged int
	mu     sync.Mutex // held while the process is started or ended
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	w := &world{t: t, epoch: time.Now().UTC().Truncate(time.Second), path: filepath.Join(t.TempDir(), "mafia.db")}
	w.tg = tgtest.New(tgtest.Options{Seed: seed, Username: "vedushchiy_bot", Speed: speed, Epoch: w.epoch, HoldRepeats: true})
	var stop func() error
	var err error
	if w.base, stop, err = w.tg.Listen(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.kill()
		w.tg.Close()
		if err := stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the log of the binary:\n%s", w.log.String())
		}
	})
	w.crowd = evening.NewCrowd(w.tg, seed)
	return w
}

// start starts the binary.
func (w *world) start(flags ...string) {
	w.t.Helper()
	path, err := built()
	if err != nil {
		w.t.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	args := append([]string{"run", "-db", w.path, "-api", w.base, "-speed", fmt.Sprint(speed), "-epoch", w.epoch.Format(time.RFC3339), "-seed", "7"}, flags...)
	w.cmd = exec.Command(path, args...)
	w.cmd.Env = append(os.Environ(), "TELEGRAM_TOKEN="+w.tg.Token())
	w.cmd.Stderr, w.logged = &w.log, w.log.Len()
	if err := w.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
}

// kill ends the binary as kill -9 does.
func (w *world) kill() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cmd == nil {
		return
	}
	_ = w.cmd.Process.Kill() // it may have ended by itself
	_ = w.cmd.Wait()
	w.cmd = nil
}

// end lets the binary end by itself at a signal, and returns how long that took by
// the wall.
func (w *world) end(signal os.Signal) time.Duration {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	began := time.Now()
	if err := w.cmd.Process.Signal(signal); err != nil {
		w.t.Fatal(err)
	}
	// A signal that comes before main has begun ends any process of Go: on a busy
	// machine the earliest ones do, and nothing has been taken in that could be lost.
	if err := w.cmd.Wait(); err != nil && w.log.Len() > w.logged {
		w.t.Errorf("it ends with %v", err)
	}
	w.cmd = nil
	return time.Since(began)
}

// events returns the log of a game.
func (w *world) events(id storage.GameID) []engine.Event {
	w.t.Helper()
	db, err := storage.Open(w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(); err != nil {
		w.t.Error(err)
	}
	var out []engine.Event
	err = db.View(func(tx *storage.Tx) error {
		for _, record := range tx.Log(id) {
			e, _, err := engine.Decode(record)
			if err != nil {
				return err
			}
			out = append(out, e)
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// killing is one kill: of which kind of moment, when, and what went before it.
type killing struct {
	moment string
	at     time.Time
}

// moments are where the binary is killed, with the message that brings each about
// and how long after it the kill comes, in virtual time.
var moments = []struct {
	name  string
	edits bool // it is an edit, not a new message
	mark  *regexp.Regexp
	keys  string // and has a button with data that begins so
	after time.Duration
	nth   []int // which of them
}{
	{"as the cards are laid out", false, regexp.MustCompile(`Ваша карта на подносе`), "", 0, []int{5}},
	{"between two cards", true, regexp.MustCompile(`Ваша роль`), "", 0, []int{5}},
	{"in a speech", false, regexp.MustCompile(`Игрок номер \d+ \([^)]*\), Ваша минута`), "", 5 * time.Second, []int{2, 7, 12, 17, 20, 23}},
	{"in a lead", false, regexp.MustCompile(`кандидатура — игрок номер`), "", 2 * time.Second, []int{1, 4, 6}},
	{"in a vote window", true, regexp.MustCompile(`Кто голосует`), "vote", 2500 * time.Millisecond, []int{2, 3, 5, 7}},
	{"at nightfall", false, regexp.MustCompile(`^Ночь \d`), "", 0, []int{5}},
	{"in a night window", true, regexp.MustCompile(`^Ночь \d`), "aim", 4 * time.Second, []int{1, 4}},
	{"in a check", true, regexp.MustCompile(`^Ночь \d`), "check", 3 * time.Second, []int{1, 2, 4}},
	{"in a last word", false, regexp.MustCompile(`Ваша последняя минута`), "", 6 * time.Second, []int{1, 3}},
}

// play plays a whole game and returns its events. With kills the binary is killed
// at the moments and started again at once.
func (w *world) play(t *testing.T, kills bool) ([]engine.Event, []killing) {
	outer := w.t
	w.t = t
	defer func() { w.t = outer }()
	over := make(chan bool, 1)
	wanted := make(chan string, 64)
	seen := map[string]int{}
	w.tg.Watch(func(e tgtest.Entry) {
		if e.User != nil || e.Post == nil || e.Act != tgtest.Sent && e.Act != tgtest.Edited {
			return
		}
		if e.Chat == w.crowd.Group && strings.Contains(e.Post.Text, "Стоп игра") {
			w.tg.At(w.tg.Now().Add(20*time.Second), func() { over <- true })
		}
		for _, m := range moments {
			if !kills || m.edits != (e.Act == tgtest.Edited) || !m.mark.MatchString(e.Post.Text) || !hasKey(e.Post, m.keys) {
				continue
			}
			seen[m.name]++
			for _, n := range m.nth {
				if n == seen[m.name] {
					w.tg.At(e.At.Add(m.after), func() { wanted <- m.name })
				}
			}
		}
	})
	w.start()
	w.crowd.Convene("czernowitz chat")
	limit := time.After(2 * time.Minute)
	var done []killing
	for {
		select {
		case moment := <-wanted:
			w.kill()
			done = append(done, killing{moment, w.tg.Now()})
			w.start()
		case <-over:
			took := w.end(os.Interrupt)
			w.t.Logf("%d kills; it ends within %v", len(done), took.Round(time.Millisecond))
			return w.events(1), done
		case <-limit:
			w.t.Fatalf("no end; the last words: %v", w.crowd.Group.Posts()[max(0, len(w.crowd.Group.Posts())-3):])
		}
	}
}

func hasKey(p *tgtest.Post, prefix string) bool {
	if prefix == "" {
		return true
	}
	for _, row := range p.Buttons {
		for _, b := range row {
			if strings.HasPrefix(b.Data, prefix+".") {
				return true
			}
		}
	}
	return false
}

// bare is an event without what differs from run to run: instants, message ids.
func bare(e engine.Event) engine.Event {
	v := reflect.New(reflect.TypeOf(e)).Elem()
	v.Set(reflect.ValueOf(e))
	for i := range v.NumField() {
		switch v.Type().Field(i).Name {
		case "At", "Mark", "Date":
			v.Field(i).SetZero()
		}
	}
	return v.Interface().(engine.Event)
}

// story is a game without its interruptions. Cards are lifted in any order: those whose
// phones ring within a few virtual seconds are one instant of this clock, and a kill holds
// up the last of those that are laid out. Who was idle in a circle is counted only where the
// host has heard it all (E45).
func story(log []engine.Event) (out []string) {
	tray := 0 // where it begins
	for _, e := range log {
		switch e.(type) {
		case engine.Resumed:
			continue
		case engine.TrayOut:
			tray = len(out)
		case engine.CardsOut:
			slices.Sort(out[tray:])
		case engine.CircleCounted:
			e = engine.CircleCounted{}
		}
		out = append(out, fmt.Sprintf("%T %+v", e, bare(e)))
	}
	return out
}

// pair is a game that is left alone, and the same one that is killed again and
// again.
type pair struct {
	calm, torn *world
	want, got  []engine.Event
	kills      []killing
	stall      time.Duration // the longest time for which the machine stood still
}

func playPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{calm: newWorld(t, 3), torn: newWorld(t, 3)}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for last := time.Now(); ; last = time.Now() {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				p.stall = max(p.stall, time.Since(last)-5*time.Millisecond)
			}
		}
	}()
	t.Run("games", func(t *testing.T) {
		t.Run("undisturbed", func(t *testing.T) {
			t.Parallel()
			p.want, _ = p.calm.play(t, false)
		})
		t.Run("killed", func(t *testing.T) {
			t.Parallel()
			p.got, p.kills = p.torn.play(t, true)
		})
	})
	close(stop)
	<-stopped
	return p
}

// breaches says what of the killed game is not as it must be.
func (p *pair) breaches() []string {
	a, b := story(p.want), story(p.got)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return []string{fmt.Sprintf("event %d of %d, behind %q:\nundisturbed %s\nkilled      %s", i, len(a), a[max(0, i-6):i], a[i], b[i])}
		}
	}
	if len(a) != len(b) {
		return []string{fmt.Sprintf("%d events undisturbed, %d with kills", len(a), len(b))}
	}
	return append(p.torn.repeats(p.calm, p.kills), p.torn.shifts(p.got, p.kills)...)
}

// A game in which the binary is killed twenty times goes on to the same end, event
// for event (B01, B02, B04, I1–I4); what was on its way is said twice at most; the
// windows are moved by the outages. Sixty times as fast as life a second is
// seventeen milliseconds: where the machine stood still for several, the two games
// are played again.
func TestKills(t *testing.T) {
	if testing.Short() {
		t.Skip("two games of half a minute")
	}
	var p *pair
	var breaches []string
	for range 3 {
		p = playPair(t)
		if t.Failed() {
			return
		}
		breaches = p.breaches()
		if len(breaches) == 0 || p.stall < 50*time.Millisecond {
			break
		}
		t.Logf("the machine stood still for %v: %q", p.stall, breaches)
	}
	for _, b := range breaches {
		t.Error(b)
	}
	byMoment := map[string]int{}
	for _, k := range p.kills {
		byMoment[k.moment]++
	}
	t.Logf("%d events, %d kills: %v; the machine stood still for %v at most", len(p.want), len(p.kills), byMoment, p.stall.Round(time.Millisecond))
	if len(p.kills) < 20 || len(byMoment) < len(moments) {
		t.Errorf("only %d kills at %d kinds of moments", len(p.kills), len(byMoment))
	}
	quiet(t, p.calm.log.String()+p.torn.log.String(), p.calm.tg.Token())
	for _, v := range append(p.calm.tg.Violations(), p.torn.tg.Violations()...) {
		t.Errorf("schema: %s", v)
	}
	if !t.Failed() {
		p.planted(t)
	}
}

// planted holds that a game that went another way would have been noticed.
func (p *pair) planted(t *testing.T) {
	t.Helper()
	got := p.got
	defer func() { p.got = got }()
	for what, spoil := range map[string]func(log []engine.Event) []engine.Event{
		"a lost vote": func(log []engine.Event) []engine.Event {
			i := slices.IndexFunc(log, func(e engine.Event) bool { _, is := e.(engine.Voted); return is })
			return slices.Delete(log, i, i+1)
		},
		"a vote that counts twice": func(log []engine.Event) []engine.Event {
			i := slices.IndexFunc(log, func(e engine.Event) bool { _, is := e.(engine.Voted); return is })
			return slices.Insert(log, i, log[i])
		},
		"a window that is moved by three seconds too much": func(log []engine.Event) []engine.Event {
			i := slices.IndexFunc(log, func(e engine.Event) bool { _, is := e.(engine.Resumed); return is })
			r := log[i].(engine.Resumed)
			r.Shift += 12_000
			log[i] = r
			return log
		},
		"an outage that nobody is told of": func(log []engine.Event) []engine.Event {
			return slices.DeleteFunc(log, func(e engine.Event) bool { _, is := e.(engine.Resumed); return is })
		},
	} {
		if p.got = spoil(slices.Clone(got)); len(p.breaches()) == 0 {
			t.Errorf("%s is not noticed", what)
		}
	}
	p.got = got
	if was := p.kills; len(was) > 0 {
		p.kills = nil
		if len(p.breaches()) == 0 {
			t.Error("messages that are repeated without a kill are not noticed")
		}
		p.kills = was
	}
}

var outageLine = regexp.MustCompile(`Связь прерывалась|^Игра продолжается\.`)

// said is what a message says, line by line but for a notice of an outage: what waits for
// a border goes out with it, and a kill may make it wait.
func said(c *tgtest.Chat, text string) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if !outageLine.MatchString(line) {
			lines = append(lines, fmt.Sprintf("%d %s", c.ID, line))
		}
	}
	return lines
}

// repeats holds that a line is said more often than in an undisturbed game only if
// it was of the last message of its chat at a kill, and once for each such kill at most.
func (w *world) repeats(calm *world, kills []killing) (out []string) {
	count := func(of *world) map[string]int {
		n := map[string]int{}
		for _, e := range of.tg.Journal() {
			if e.Act != tgtest.Sent {
				continue
			}
			for _, line := range said(e.Chat, e.Post.Text) {
				n[line]++
			}
		}
		return n
	}
	allowed := map[string]int{}
	for _, k := range kills {
		for chat, text := range w.lasts(k) {
			for _, line := range said(chat, text) {
				allowed[line]++
			}
		}
	}
	was := count(calm)
	is := count(w)
	for text, n := range is {
		if extra := n - was[text]; extra > 0 {
			if extra > allowed[text] {
				out = append(out, fmt.Sprintf("said %d times instead of %d: %s", n, was[text], text))
			}
		}
	}
	for text, n := range was {
		if is[text] < n {
			out = append(out, "lost: "+text)
		}
	}
	return out
}

// lasts returns the last text of each chat when the process that followed a kill
// began: what the killed one had under way may have come a moment after its end.
func (w *world) lasts(k killing) map[*tgtest.Chat]string {
	var began time.Time
	for _, r := range w.tg.Requests() {
		if r.Method == "getMe" && r.At.After(k.at) {
			began = r.At
			break
		}
	}
	out := map[*tgtest.Chat]string{}
	for _, e := range w.tg.Journal() {
		if e.Act == tgtest.Sent && e.At.Before(began) {
			out[e.Chat] = e.Post.Text
		}
	}
	return out
}

// shifts holds that the game was told of each outage of a second and more, once,
// and of its length: from the last answer to the killed process to the first to
// the next one. After it the window's end is later by that much, or by what
// leaves fifteen seconds.
func (w *world) shifts(log []engine.Event, kills []killing) (out []string) {
	type resumption struct {
		engine.Resumed
		before, after engine.Clock
	}
	var told []resumption
	var g engine.Game
	for _, e := range log {
		before := g.Clock
		g.Apply(e)
		if r, ok := e.(engine.Resumed); ok {
			told = append(told, resumption{r, before, g.Clock})
		}
	}
	n := 0
	for i, k := range kills {
		outage, before := w.outage(k)
		if n == len(told) || i+1 < len(kills) && !told[n].At.Time().Before(kills[i+1].at) {
			if outage > 2*time.Second {
				out = append(out, fmt.Sprintf("kill %d, %s: nobody is told of an outage of %v", i, k.moment, outage))
			}
			continue
		}
		r := told[n]
		n++
		shift := time.Duration(r.Shift) * time.Millisecond
		if (shift-outage).Abs() > time.Second && (shift-before).Abs() > time.Second {
			out = append(out, fmt.Sprintf("kill %d, %s: an outage of %v moves the window by %v", i, k.moment, outage, shift))
		}
		if r.before.Opened == 0 {
			continue
		}
		moved := time.Duration(r.after.Ends()-r.before.Ends()) * time.Millisecond
		left := time.Duration(r.after.Ends()-r.At) * time.Millisecond
		if moved != shift && left != engine.ResumeFloor*time.Second {
			out = append(out, fmt.Sprintf("kill %d, %s: the window's end moves by %v, the outage was %v, %v are left", i, k.moment, moved, shift, left))
		}
	}
	if n != len(told) {
		out = append(out, fmt.Sprintf("%d kills, %d outages", len(kills), len(told)))
	}
	return out
}

// outage is how long Telegram was not heard because of a kill; before is the same
// from one answer earlier, for the last one may have been on its way, or not yet
// kept, when the process was killed.
func (w *world) outage(k killing) (outage, before time.Duration) {
	var first, last, next time.Time
	for _, r := range w.tg.Requests() {
		switch {
		case !r.Poll || r.Lost:
		case r.Done.Before(k.at):
			first, last = last, r.Done
		case r.At.After(k.at) && next.IsZero():
			next = r.Done
		}
	}
	return next.Sub(last), next.Sub(first)
}
