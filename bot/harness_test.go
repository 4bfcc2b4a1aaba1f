package bot_test

import (
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// TestMain collects garbage less often: a world keeps all that happened in it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	m.Run()
}

// hall is a club's evening under test: the emulated Telegram, the bot on it,
// ten people.
type hall struct {
	t       testing.TB
	tg      *tgtest.Server
	bot     *bot.Bot
	made    bot.Options // what the bot is made of
	rounds  int
	every   int // the rounds after which memory is held against the database; 0 is each
	db      *storage.DB
	path    string // of its file
	group   *tgtest.Chat
	topic   int            // of the forum, 0 outside
	id      storage.GameID // of the game there, 0 for the last there is
	people  []*tgtest.User
	seats   map[engine.Seat]int          // who sits where, as an index of people
	judge   *tgtest.User                 // of the game, nil for nobody
	seconds map[engine.Seat]*tgtest.User // the consiglieri of a game in pairs
	frozen  bool                         // the bot's waiting moves no time
	logged  []logged                     // what the bot has written into its log
	crash   func(after step) bool        // says whether the bot crashes now
	crashed bool                         // in the last round
	lively  bool                         // whoever has the floor says a word while a test waits
	word    turnOf                       // whose it was last
	slow    bool                         // nobody lifts his card
	tray    uint32                       // the window in which all have
}

// logged is a line of the log, with the virtual instant.
type logged struct {
	at   time.Time
	line string
}

// Write takes a line of the log.
func (h *hall) Write(line []byte) (int, error) {
	h.logged = append(h.logged, logged{h.tg.Now(), string(line)})
	return len(line), nil
}

// logger writes into the hall, without the machine's time.
func (h *hall) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(h, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
}

// step is one of the three things that a round does: Poll, Turn, Send.
type step int

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
	reads  bool // the bot's privacy mode is off
}

// leak is a planted breach.
type leak func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock)

func newHall(t testing.TB) *hall {
	t.Helper()
	return scene{seed: 1}.open(t)
}

// open prepares the evening: the bot is in the group, ten people are there.
func (s scene) open(t testing.TB) *hall {
	t.Helper()
	h := &hall{t: t, tg: tgtest.New(tgtest.Options{Seed: s.seed, Username: "vedushchiy_bot", ReadAll: s.reads})}
	var err error
	h.path = filepath.Join(t.TempDir(), "mafia.db")
	if h.db, err = storage.OpenFast(h.path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.db.Check(); err != nil {
			t.Error(err)
		}
		if h.bot != nil {
			if breach := h.bot.Breach(true); breach != "" {
				t.Error(breach)
			}
		}
		h.db.Close()
		for _, v := range h.tg.Violations() {
			t.Errorf("schema: %s", v)
		}
	})
	if s.chance == nil {
		s.chance = chance(s.seed)
	}
	o := bot.Options{Token: h.tg.Token(), Client: h.tg, DB: h.db, Clock: h, Chance: s.chance, Log: h.logger()}
	if s.leak != nil {
		o.Client, o.Clock = s.leak(h, h.tg)
	}
	h.made = o
	h.restart()
	h.gather("Мафия по средам", nicks)
	return h
}

// gather brings people with these nicks into a new group.
func (h *hall) gather(title string, nicks []string) {
	h.group, h.people = h.tg.NewSupergroup(title), nil
	for _, n := range nicks {
		u := h.tg.NewUser(n, tgtest.Language("ru"))
		u.Join(h.group)
		h.people = append(h.people, u)
	}
}

// beside is another table of the same bot, with other people.
func (h *hall) beside(title string, nicks []string) *hall {
	other := &hall{t: h.t, tg: h.tg, bot: h.bot, made: h.made, db: h.db, path: h.path}
	other.gather(title, nicks)
	return other
}

// restart ends the bot as a crash does, and starts it on what is in its database.
func (h *hall) restart() {
	h.t.Helper()
	b, err := bot.New(h.t.Context(), h.made)
	if err != nil {
		h.t.Fatal(err)
	}
	h.bot = b
	h.check(true)
}

// check holds the bot's memory against its database.
func (h *hall) check(whole bool) {
	h.t.Helper()
	if breach := h.bot.Breach(whole); breach != "" {
		h.t.Fatal(breach)
	}
}

func (h *hall) poll() error { return h.bot.Poll(h.t.Context()) }
func (h *hall) send() error { return h.bot.Send(h.t.Context()) }

// round is one Poll, Turn and Send.
func (h *hall) round() {
	h.t.Helper()
	h.crashed = false
	for i, f := range []func() error{h.poll, h.bot.Turn, h.send} {
		if err := f(); err != nil {
			h.t.Fatal(err)
		}
		if h.crash != nil && h.crash(step(i)) {
			h.restart()
			h.crashed = true
			break
		}
	}
	if h.rounds++; h.rounds%max(h.every, 1) == 0 {
		h.check(h.rounds%64 == 0)
	}
	h.lift()
}

// lift lets everybody lift his card as soon as it lies on the tray; at a slow table it
// comes by itself, a minute later (E3).
func (h *hall) lift() {
	id := h.id
	if ids := h.bot.GameIDs(); id == 0 && len(ids) > 0 {
		id = slices.Max(ids)
	}
	g, ok := h.bot.Game(id)
	if _, lies := g.Stage.(engine.Tray); !ok || !lies || g.Clock.Opened == 0 || h.slow || h.tray == g.Clock.Window {
		return
	}
	h.tray = g.Clock.Window
	for _, u := range h.people {
		posts := h.tg.Private(u).Posts()
		for i := len(posts) - 1; i >= 0; i-- {
			if b, ok := posts[i].Button("Взять карту"); ok {
				u.Tap(posts[i], b)
				break
			}
		}
	}
}

// settle goes on until nothing waits to be sent or heard, with time standing
// still but for Telegram's limits.
func (h *hall) settle() {
	h.t.Helper()
	h.round()
	for range 200 {
		if h.bot.Idle() && !h.crashed {
			return
		}
		h.round()
	}
	h.t.Fatalf("the bot does not come to rest: %v", h.bot.Sizes())
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

// turnOf is a seat's minute of a day.
type turnOf struct {
	game storage.GameID
	day  uint8
	seat engine.Seat
}

// speaks lets whoever has the floor say a word, once a day, at a lively table: a silent
// one empties at nightfall (E46).
func (h *hall) speaks(g engine.Game) {
	now := turnOf{h.id, g.Day, g.Floor()}
	if h.lively && now.seat != 0 && g.Clock.Opened != 0 && now != h.word {
		h.word = now
		h.say(h.people[h.seatOf(g, now.seat)], "Город, я слушаю всех")
	}
}

// game returns the hall's game: the last that was convened.
func (h *hall) game() engine.Game {
	h.t.Helper()
	ids := h.bot.GameIDs()
	if len(ids) == 0 {
		h.t.Fatal("there is no game")
	}
	id := h.id
	if id == 0 {
		id = slices.Max(ids)
	}
	g, ok := h.bot.Game(id)
	if !ok {
		h.t.Fatalf("the bot does not hold game %d", id)
	}
	return g
}

// say lets somebody write at the hall's table.
func (h *hall) say(u *tgtest.User, text string) *tgtest.Post {
	if h.topic != 0 {
		return u.SayIn(h.group, h.topic, text)
	}
	return u.Say(h.group, text)
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

// note is what the bot answers outside a game, or to what it refuses.
func note(key string, texts ...string) string { return messages.BookOf("ru").Note(key, texts...) }

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

// convened opens a table.
func (h *hall) convened(args string) {
	h.t.Helper()
	for _, u := range h.people {
		u.Start("")
	}
	h.settle()
	h.say(h.people[6], "/game "+args)
	h.settle()
	h.id, h.seats = slices.Max(h.bot.GameIDs()), nil
}

// full brings ten people to a new table: the ready check begins.
func (h *hall) full(args string) {
	h.t.Helper()
	h.convened(args)
	h.filled()
}

// filled brings those to a table who do not sit there.
func (h *hall) filled() {
	h.t.Helper()
	for _, u := range h.people {
		if _, _, sits := h.bot.Seated(u.ID); !sits {
			h.tap(u, h.group, "Играю")
		}
	}
}

// seated brings ten people to the table and deals.
func (h *hall) seated(args string) {
	h.t.Helper()
	h.full(args)
	h.drawn()
}

// drawn answers the ready check and draws the numbers of a full table.
func (h *hall) drawn() {
	h.t.Helper()
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
