package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/storage"
)

// club is a bot that runs by itself, sixty times as fast as the wall, on a Telegram
// of its own.
type club struct {
	t      *testing.T
	tg     *tgtest.Server
	made   bot.Options
	stop   context.CancelFunc
	done   chan error
	ending atomic.Bool // it has been told to end
}

// opens starts the world; between stands in front of Telegram, if it is not nil.
func opens(t *testing.T, between func(c *club, r *http.Request) (*http.Response, error)) *club {
	t.Helper()
	return opensAt(t, 60, between)
}

// opensAt is a world so many times as fast as the wall's.
func opensAt(t *testing.T, speed int, between func(c *club, r *http.Request) (*http.Response, error)) *club {
	t.Helper()
	epoch := time.Now()
	c := &club{t: t, tg: tgtest.New(tgtest.Options{Speed: speed, Epoch: epoch, Username: "vedushchiy_bot"})}
	db, err := storage.OpenFast(filepath.Join(t.TempDir(), "mafia.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.tg.Close()
		if err := errors.Join(db.Check(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	c.made = bot.Options{Token: c.tg.Token(), Client: c.tg, DB: db, Clock: bot.NewWall(speed, epoch), Chance: chance(1)}
	if between != nil {
		c.made.Client = client(func(r *http.Request) (*http.Response, error) { return between(c, r) })
	}
	return c
}

// starts makes a bot and lets it run.
func (c *club) starts() {
	c.t.Helper()
	b, err := bot.New(c.t.Context(), c.made)
	if err != nil {
		c.t.Fatal(err)
	}
	c.ending.Store(false)
	ctx, stop := context.WithCancel(c.t.Context())
	done := make(chan error, 1)
	c.stop, c.done = stop, done
	go func() { done <- b.Run(ctx) }()
}

// ends tells the bot to end, and returns how long that took by the wall.
func (c *club) ends() time.Duration {
	c.t.Helper()
	began := time.Now()
	c.ending.Store(true)
	c.stop()
	select {
	case err := <-c.done:
		if err != nil {
			c.t.Error(err)
		}
	case <-time.After(6 * time.Second):
		c.t.Fatal("the bot does not end")
	}
	return time.Since(began)
}

// await waits by the wall until something is true.
func (c *club) await(patience time.Duration, there func() bool) bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if there() {
			return true
		}
	}
	return false
}

// answers counts what the bot has sent to each chat.
func (c *club) answers() map[int64]int {
	n := map[int64]int{}
	for _, e := range c.tg.Journal() {
		if e.Act == tgtest.Sent {
			n[e.Chat.ID]++
		}
	}
	return n
}

// stopped runs a bot some times under load, each until an arbitrary moment: people
// write all the time, everybody once, eight of them sit down at a table. It returns
// how many wrote, whom nobody has answered, who has been answered twice, the seats
// taken and the longest end.
func stopped(t *testing.T, stops int, between func(c *club, r *http.Request) (*http.Response, error)) (wrote, lost, twice, seats int, longest time.Duration) {
	t.Helper()
	c := opens(t, between)
	c.tg.Inject(func(call tgtest.Call) (f tgtest.Fault) {
		if call.Method == "sendMessage" {
			f.Delay = 600 * time.Millisecond // so that something is always under way
		}
		return f
	})
	group, opener := c.tg.NewSupergroup("Мафия по средам"), c.tg.NewUser("Барс")
	opener.Join(group)
	opener.Start("")
	c.starts()
	c.await(2*time.Second, func() bool { return len(c.tg.Private(opener).Posts()) == 2 })
	opener.Say(group, "/game czernowitz table")
	c.await(2*time.Second, func() bool { return len(group.Posts()) > 2 })
	dice, full, written := rand.New(rand.NewPCG(44, 1)), make(chan struct{}), make(chan []*tgtest.User)
	go func() {
		var people []*tgtest.User
		for n := 0; ; n++ {
			select {
			case <-full:
				written <- people
				return
			case <-time.After(time.Millisecond):
			}
			u := c.tg.NewUser(fmt.Sprint("Гость ", n))
			if people = append(people, u); n%40 == 20 && n < 320 {
				u.Join(group)
				u.Start("j1")
			} else {
				u.Start("")
			}
		}
	}()
	for range stops {
		time.Sleep(time.Duration(5+dice.IntN(50)) * time.Millisecond)
		longest = max(longest, c.ends())
		c.starts()
	}
	time.Sleep(30 * time.Millisecond)
	close(full)
	people := <-written
	patience := 3 * time.Second
	if between != nil {
		patience = 200 * time.Millisecond // somebody will never be answered
	}
	c.await(patience, func() bool {
		n := c.answers()
		return !slices.ContainsFunc(people, func(u *tgtest.User) bool { return n[u.ID] == 0 })
	})
	longest = max(longest, c.ends())
	for _, u := range people {
		switch answers := c.answers()[u.ID]; {
		case answers == 0:
			lost++
		case answers > 1:
			twice++
		}
	}
	for _, e := range (&hall{t: t, db: c.made.DB}).chronicle(1) {
		if e.Kind() == "joined" {
			seats++
		}
	}
	return len(people), lost, twice, seats, longest
}

// B44: the bot is told to end in the middle of its work, twenty times: it ends at once,
// nobody who wrote is forgotten, and nobody is taken twice. Bots that confirm what they
// have not taken, or do not wait for what is under way, are caught.
func TestB44StopsUnderLoad(t *testing.T) {
	wrote, lost, twice, seats, longest := stopped(t, 20, nil)
	t.Logf("%d people wrote, %d lost, %d answered twice, %d sat down; the longest end took %v", wrote, lost, twice, seats, longest)
	if wrote < 200 || lost > 0 || twice > 0 || seats != 9 {
		t.Errorf("of %d people %d are not answered, %d twice; %d instead of 9 sit", wrote, lost, twice, seats)
	}
	if longest > 5*time.Second {
		t.Errorf("an end takes %v", longest)
	}
	_, lost, _, _, _ = stopped(t, 6, func(c *club, r *http.Request) (*http.Response, error) {
		resp, err := c.tg.Do(r)
		if err != nil || !is(r, "getUpdates") {
			return resp, err
		}
		raw, err := io.ReadAll(resp.Body)
		if err != nil {
			return resp, err
		}
		resp.Body = io.NopCloser(bytes.NewReader(raw))
		if ids := updateID.FindAllSubmatch(raw, -1); len(ids) > 0 {
			last, _ := strconv.ParseInt(string(ids[len(ids)-1][1]), 10, 64)
			refill(r, url.Values{"offset": {fmt.Sprint(last + 1)}, "timeout": {"0"}})
			if _, err := c.tg.Do(r.WithContext(t.Context())); err != nil {
				return nil, err
			}
			time.Sleep(3 * time.Millisecond)
		}
		return resp, nil
	})
	_, _, twice, _, _ = stopped(t, 6, func(c *club, r *http.Request) (*http.Response, error) {
		resp, err := c.tg.Do(r)
		if err == nil && is(r, "sendMessage") && c.ending.Load() {
			return nil, errors.New("the connection is closed")
		}
		return resp, err
	})
	if lost == 0 || twice == 0 {
		t.Errorf("of what careless bots do nobody notices: %d lost, %d answered twice", lost, twice)
	}
	t.Logf("careless bots: %d lost, %d answered twice", lost, twice)
}

var updateID = regexp.MustCompile(`"update_id":(\d+)`)

// late returns when a chat got an answer with a text, by how long after an instant of
// the bot's clock; a minute is never.
func (c *club) late(chat *tgtest.Chat, from time.Time, text string) time.Duration {
	late := time.Minute
	c.await(600*time.Millisecond, func() bool {
		for _, p := range chat.Posts() {
			if p.From == nil && !p.Date.Before(from) && strings.Contains(p.Text, text) {
				late = p.Date.Sub(from)
				return true
			}
		}
		return false
	})
	return late
}

// gathered opens three groups, in the last of them a lobby whose opener is the first of
// five people, and lets somebody else know the bot.
func (c *club) gathered() (groups []*tgtest.Chat, people []*tgtest.User, asks *tgtest.User) {
	for n := range 3 {
		groups = append(groups, c.tg.NewSupergroup(fmt.Sprint("Клуб ", n)))
	}
	for _, nick := range nicks[:5] {
		u := c.tg.NewUser(nick)
		u.Join(groups[2])
		u.Start("")
		people = append(people, u)
	}
	c.starts()
	asks = c.tg.NewUser("Тень")
	asks.Join(groups[0])
	asks.Join(groups[1])
	from := c.tg.Now()
	asks.Start("")
	c.late(c.tg.Private(asks), from, "")
	from = c.tg.Now()
	people[0].Say(groups[2], "/game federation blitz 5")
	c.late(groups[2], from, "")
	return groups, people, asks
}

// stalled lets each request that hangs says be answered late, for a minute of the bot's
// clock, a second by the wall. Meanwhile people ask in the second group and in private,
// and a window of the third runs out. It returns how late the latest answer comes.
func stalled(t *testing.T, between func(c *club, r *http.Request) (*http.Response, error)) time.Duration {
	t.Helper()
	c := opens(t, between)
	groups, people, asks := c.gathered()
	defer c.ends()
	until := c.tg.Now().Add(time.Minute)
	c.tg.Inject(func(call tgtest.Call) (f tgtest.Fault) {
		if call.ChatID == groups[0].ID {
			f.Delay = max(0, until.Sub(call.At))
		}
		return f
	})
	asks.Say(groups[0], "/help")
	for _, u := range people[1:] {
		u.Start("j1")
	}
	checked := c.tg.Now()
	var latest time.Duration
	for range 8 {
		if latest == time.Minute {
			return latest
		}
		from := c.tg.Now()
		asks.Say(c.tg.Private(asks), "/help")
		asks.Say(groups[1], "/rules federation")
		latest = max(latest, c.late(c.tg.Private(asks), from, ""), c.late(groups[1], from, ""))
		time.Sleep(60 * time.Millisecond)
	}
	return max(latest, c.late(groups[2], checked.Add(7*time.Second), people[1].FirstName))
}

// B43: a send to one group hangs for a minute; the others, and private chats, do not
// notice. A bot whose requests wait for one another is caught.
func TestB43OneSlowGroup(t *testing.T) {
	t.Parallel()
	latest := stalled(t, nil)
	t.Logf("the latest answer comes after %v", latest)
	if latest > 20*time.Second {
		t.Errorf("an answer comes after %v", latest)
	}
	var one sync.Mutex
	latest = stalled(t, func(c *club, r *http.Request) (*http.Response, error) {
		if !is(r, "getUpdates") {
			one.Lock()
			defer one.Unlock()
		}
		return c.tg.Do(r)
	})
	if latest <= 20*time.Second {
		t.Errorf("nobody notices a bot that does one thing after another: %v", latest)
	}
}

// frozen lets everything that is asked of Telegram hang for a minute, a second by the
// wall, and people write meanwhile. It returns how many of them are answered once, and
// how late whoever writes behind it.
func frozen(t *testing.T, between func(c *club, r *http.Request) (*http.Response, error)) (once int, after time.Duration) {
	t.Helper()
	c := opens(t, between)
	_, _, asks := c.gathered()
	defer c.ends()
	until := c.tg.Now().Add(time.Minute)
	c.tg.Inject(func(call tgtest.Call) (f tgtest.Fault) {
		f.Delay = max(0, until.Sub(call.At))
		return f
	})
	var people []*tgtest.User
	for c.tg.Now().Before(until) {
		u := c.tg.NewUser(fmt.Sprint("Гость ", len(people)))
		u.Start("")
		people = append(people, u)
		time.Sleep(20 * time.Millisecond)
	}
	c.await(2*time.Second, func() bool { // a busy machine takes its time; a bot that hears nothing takes all of it
		answers := c.answers()
		return !slices.ContainsFunc(people, func(u *tgtest.User) bool { return answers[u.ID] == 0 })
	})
	from := c.tg.Now()
	asks.Say(c.tg.Private(asks), "/help")
	after = c.late(c.tg.Private(asks), from, "")
	for _, u := range people {
		if c.answers()[u.ID] == 1 {
			once++
		}
	}
	return once * 100 / len(people), after
}

// B43: all of Telegram hangs for a minute, a poll with it: who wrote meanwhile is
// answered, once, and the bot hears on. One whose poll never comes back is caught.
func TestB43AllOfTelegramHangs(t *testing.T) {
	t.Parallel()
	once, after := frozen(t, nil)
	t.Logf("%d %% are answered once; behind it an answer comes after %v", once, after)
	if once != 100 || after > 20*time.Second {
		t.Errorf("%d %% are answered once; behind it an answer comes after %v", once, after)
	}
	once, after = frozen(t, func(c *club, r *http.Request) (*http.Response, error) {
		began := time.Now()
		resp, err := c.tg.Do(r)
		if is(r, "getUpdates") && time.Since(began) > 300*time.Millisecond {
			<-r.Context().Done()
		}
		return resp, err
	})
	if once == 100 && after <= 20*time.Second {
		t.Error("nobody notices a bot whose poll never comes back")
	}
}
