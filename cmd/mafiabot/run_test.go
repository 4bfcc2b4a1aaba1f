package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mafiabot/bot/evening"
	"mafiabot/bot/tgtest"
	"mafiabot/storage"
)

// SIGTERM comes twenty times while people write all the time: the binary ends
// within five seconds with its work done; in the end everybody has been answered,
// and nobody twice (B44).
func TestSIGTERMUnderLoad(t *testing.T) {
	w := newWorld(t, 5)
	w.crowd.Convene("czernowitz chat") // and a table gathers meanwhile
	const terms = 20
	var people []*tgtest.User
	var longest time.Duration
	for n := range terms {
		w.start()
		from := w.tg.Now()
		for i := range 24 {
			u := w.tg.NewUser(fmt.Sprintf("Гость %d", 24*n+i))
			people = append(people, u)
			w.tg.At(from.Add(time.Duration(i)*400*time.Millisecond), func() { u.Start("") })
		}
		time.Sleep(time.Duration(30+n*13%110) * time.Millisecond) // a moment of the start, of the load, or of the rest
		longest = max(longest, w.end(syscall.SIGTERM))
	}
	w.start()
	deadline := time.Now().Add(10 * time.Second)
	answered := func(u *tgtest.User) (n int) {
		for _, p := range w.tg.Private(u).Posts() {
			if p.From == nil {
				n++
			}
		}
		return n
	}
	for _, u := range people {
		for answered(u) == 0 && time.Now().Before(deadline) {
			time.Sleep(5 * time.Millisecond)
		}
	}
	longest = max(longest, w.end(syscall.SIGTERM))
	for _, u := range people {
		if n := answered(u); n != 1 {
			t.Errorf("%s is answered %d times", u.FirstName, n)
		}
	}
	if longest > 5*time.Second {
		t.Errorf("the longest end took %v", longest)
	}
	t.Logf("%d people, %d ends, the longest took %v", len(people), terms+1, longest.Round(time.Millisecond))
	for _, v := range w.tg.Violations() {
		t.Errorf("schema: %s", v)
	}
}

// console is a command line that runs in this process.
type console struct {
	mu  sync.Mutex
	err bytes.Buffer
}

func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err.Write(p)
}

// last is the last line that was written.
func (c *console) last() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(c.err.String()), "\n")
	return lines[len(lines)-1]
}

// What keeps the bot from running is said in one line, with what to do; the token
// stands in none.
func TestWhatKeepsItFromRunning(t *testing.T) {
	const token = "123456:AAsecretKEY-of_the_bot"
	dir := t.TempDir()
	locked := filepath.Join(dir, "locked.db")
	db, err := storage.Open(locked)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	torn := filepath.Join(dir, "torn.db")
	if err := os.WriteFile(torn, []byte("not a database at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	tg := func(spoil func(*tgtest.Server)) string {
		s := tgtest.New(tgtest.Options{Seed: 1, Token: token, Speed: speed})
		base, stop, err := s.Listen()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			s.Close()
			_ = stop()
		})
		spoil(s)
		return base
	}
	fine := tg(func(*tgtest.Server) {})
	for name, c := range map[string]struct {
		token, flags string
		code         int
		want         string
	}{
		"no token":           {"", "", exitUsage, "no token: set TELEGRAM_TOKEN, or name a file with -token-file"},
		"no token file":      {token, "-token-file " + filepath.Join(dir, "nothing"), exitFailed, "reading the token: open "},
		"an odd token":       {"a b", "", exitFailed, "the token is refused: it is not of the form"},
		"a refused token":    {token, "-api " + tg((*tgtest.Server).Revoke), exitFailed, "the token is refused: getMe: Unauthorized"},
		"a webhook":          {token, "-api " + tg(func(s *tgtest.Server) { s.SetWebhook("https://example.org/hook") }), exitFailed, "a webhook is set for this bot, and not by it: -polling removes it"},
		"a locked database":  {token, "-api " + fine + " -db " + locked, exitFailed, "another process has the file open"},
		"a spoiled database": {token, "-api " + fine + " -db " + torn, exitFailed, "open storage " + torn},
		"no address":         {token, "-api telegram", exitUsage, "-api \"telegram\" is no address such as http://127.0.0.1:8081"},
		"a speed alone":      {token, "-speed 60", exitUsage, "-speed needs -epoch"},
		"a seed alone":       {token, "-seed 60", exitUsage, "-epoch and -seed are for tests, with -speed above 1"},
		"an odd epoch":       {token, "-speed 60 -epoch now", exitUsage, "-epoch \"now\" is no instant such as 2026-01-01T18:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			var out console
			args := append([]string{"run", "-db", filepath.Join(t.TempDir(), "a.db")}, strings.Fields(c.flags)...)
			code := run(ctx, place{args: args, env: func(string) string { return c.token }, out: &out, errs: &out})
			if code != c.code || !strings.HasPrefix(out.last(), "mafiabot run: ") || !strings.Contains(out.last(), c.want) {
				t.Errorf("exit code %d: %s", code, out.err.String())
			}
			if c.token != "" && strings.Contains(out.err.String(), c.token) {
				t.Errorf("the token stands in %s", out.err.String())
			}
		})
	}
}

// Two processes poll with one token: the one that has just been started gives way
// and says why, the other one goes on.
func TestASecondPoller(t *testing.T) {
	w := newWorld(t, 6)
	w.start()
	time.Sleep(1200 * time.Millisecond) // more than a minute of the bot's time
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var out console
	args := []string{"run", "-db", filepath.Join(t.TempDir(), "b.db"), "-api", w.base, "-speed", fmt.Sprint(speed), "-epoch", w.epoch.Format(time.RFC3339)}
	code := run(ctx, place{args: args, env: func(string) string { return w.tg.Token() }, out: &out, errs: &out})
	if code != exitFailed || !strings.Contains(out.last(), "mafiabot run: another process takes the updates of this bot") {
		t.Errorf("exit code %d: %s", code, out.err.String())
	}
	u := w.tg.NewUser("Гость")
	u.Start("")
	deadline := time.Now().Add(5 * time.Second)
	for len(w.tg.Private(u).Posts()) < 2 && time.Now().Before(deadline) {
		time.Sleep(5 * time.Millisecond)
	}
	if n := len(w.tg.Private(u).Posts()); n != 2 {
		t.Errorf("the first process answers nobody: %d messages", n)
	}
}

// The log of a whole game tells no token, no text, no nick, no role, and nothing
// that happens at night.
func quiet(t *testing.T, log, token string) {
	t.Helper()
	_, key, _ := strings.Cut(token, ":")
	forbidden := append([]string{token, key, "mafia\"", "don", "sheriff", "shot", "check", "night"}, evening.Nicks[:]...)
	for _, line := range strings.Split(log, "\n") {
		for _, word := range forbidden {
			if strings.Contains(strings.ToLower(line), strings.ToLower(word)) {
				t.Errorf("the log says %q: %s", word, line)
			}
		}
		for _, r := range line {
			if r >= 'А' && r <= 'я' {
				t.Errorf("the log has words of the game: %s", line)
				break
			}
		}
	}
}
