package bot_test

import (
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/storage"
)

// hall is a club's evening under test: the emulated Telegram, the bot on it,
// ten people.
type hall struct {
	t      *testing.T
	tg     *tgtest.Server
	bot    *bot.Bot
	db     *storage.DB
	group  *tgtest.Chat
	people []*tgtest.User
	seats  map[engine.Seat]int // who sits where, as an index of people
	frozen bool                // the bot's waiting moves no time
}

// Now and Sleep make the hall the bot's clock.
func (h *hall) Now() time.Time { return h.tg.Now() }

func (h *hall) Sleep(d time.Duration) {
	if !h.frozen {
		h.tg.Sleep(d)
	}
}

var nicks = []string{"Лиса", "Аль Капоне", "Ёжик", "Мурка", "Шмель", "Гудвин", "Барс", "Тень", "Черный Кот", "Сова"}

// chance is a seeded source of seeds.
func chance(seed uint64) *rand.ChaCha8 {
	var key [32]byte
	key[0], key[1] = byte(seed), byte(seed>>8)
	return rand.NewChaCha8(key)
}

// scene is what an evening under test is made of; the zero scene is an honest
// one.
type scene struct {
	seed   uint64
	chance io.Reader
	leak   leak // what stands between the bot and Telegram, or holds its clock
}

// leak is a planted breach.
type leak func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock)

func newHall(t *testing.T) *hall {
	t.Helper()
	return scene{seed: 1}.open(t)
}

// open prepares the evening: the bot is in the group, ten people are there.
func (s scene) open(t *testing.T) *hall {
	t.Helper()
	h := &hall{t: t, tg: tgtest.New(tgtest.Options{Seed: s.seed, Username: "vedushchiy_bot"})}
	var err error
	if h.db, err = storage.OpenFast(filepath.Join(t.TempDir(), "mafia.db")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.db.Check(); err != nil {
			t.Error(err)
		}
		h.db.Close()
		for _, v := range h.tg.Violations() {
			t.Errorf("schema: %s", v)
		}
	})
	if s.chance == nil {
		s.chance = chance(s.seed)
	}
	o := bot.Options{Token: h.tg.Token(), Client: h.tg, DB: h.db, Clock: h, Chance: s.chance}
	if s.leak != nil {
		o.Client, o.Clock = s.leak(h, h.tg)
	}
	if h.bot, err = bot.New(o); err != nil {
		t.Fatal(err)
	}
	h.group = h.tg.NewSupergroup("Мафия по средам")
	for _, n := range nicks {
		u := h.tg.NewUser(n, tgtest.Language("ru"))
		u.Join(h.group)
		h.people = append(h.people, u)
	}
	return h
}

// round is one Poll, Turn and Send.
func (h *hall) round() {
	h.t.Helper()
	for _, f := range []func() error{h.bot.Poll, h.bot.Turn, h.bot.Send} {
		if err := f(); err != nil {
			h.t.Fatal(err)
		}
	}
}

// settle goes on until nothing waits to be sent or heard, with time standing
// still but for Telegram's limits.
func (h *hall) settle() {
	h.t.Helper()
	h.round()
	for range 200 {
		if h.bot.Idle() {
			return
		}
		h.round()
	}
	h.t.Fatal("the bot does not come to rest")
}

// pass lets virtual time go by.
func (h *hall) pass(d time.Duration) {
	h.t.Helper()
	end := h.tg.Now().Add(d)
	h.tg.At(end, func() {})
	for h.tg.Now().Before(end) {
		h.round()
	}
}

// game returns the only game there is.
func (h *hall) game() engine.Game {
	h.t.Helper()
	for _, id := range h.bot.GameIDs() {
		g, _ := h.bot.Game(id)
		return g
	}
	h.t.Fatal("there is no game")
	return engine.Game{}
}

// last returns the newest message of the bot in a chat that has the text.
func (h *hall) last(c *tgtest.Chat, text string) *tgtest.Post {
	posts := c.Posts()
	for i := len(posts) - 1; i >= 0; i-- {
		if posts[i].From == nil && strings.Contains(posts[i].Text, text) {
			return posts[i]
		}
	}
	return nil
}

// tap presses the newest button with a label in a chat.
func (h *hall) tap(u *tgtest.User, c *tgtest.Chat, label string) *tgtest.Tapped {
	h.t.Helper()
	posts := c.Posts()
	for i := len(posts) - 1; i >= 0; i-- {
		if b, ok := posts[i].Button(label); ok {
			got := u.Tap(posts[i], b)
			h.settle()
			return got
		}
	}
	h.t.Fatalf("%s sees no button %q", u.FirstName, label)
	return nil
}

// seated brings ten people to the table and deals.
func (h *hall) seated(args string) {
	h.t.Helper()
	for _, u := range h.people {
		u.Start("")
	}
	h.settle()
	h.people[6].Say(h.group, "/game "+args)
	h.settle()
	for i, u := range h.people {
		if i != 6 {
			h.tap(u, h.group, "Играю")
		}
	}
	for _, u := range h.people {
		h.tap(u, h.group, "Готов")
	}
	for _, u := range h.people {
		h.tap(u, h.group, "Тянуть номерок")
	}
	h.settle()
}

// journal prints what happened, for a test that fails.
func (h *hall) journal() string {
	var b strings.Builder
	for _, e := range h.tg.Journal() {
		b.WriteString(e.At.Format("15:04:05.000 "))
		b.WriteString(string(e.Act))
		if e.Chat != nil {
			b.WriteString(" [" + e.Chat.Title + "]")
		}
		if e.User != nil {
			b.WriteString(" " + e.User.FirstName)
		}
		b.WriteString(": " + e.Text)
		if e.Post != nil && e.Text == "" {
			b.WriteString(e.Post.Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}
