package tgtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options describe a world; the zero value is a usable one.
type Options struct {
	Start       time.Time // what the virtual clock shows first; zero means 1 January 2026, 18:00 UTC
	Speed       int       // 0: the clock is virtual; N: it runs by itself, N times as fast as the wall's
	Epoch       time.Time // where a clock with a speed shows what the wall's does; zero means the call of New
	Seed        uint64    // every id of the world follows from it
	Token       string    // the bot's token, "<bot id>:<secret>"; empty means one made from the seed
	Username    string    // the bot's @username; empty means tgtest_bot
	Name        string    // the bot's first name; empty means Tester
	HoldRepeats bool      // hold a poll that repeats its offset within 3 s for 3 s, as Telegram does
	ReadAll     bool      // the bot's privacy mode is off: can_read_all_group_messages
	Limits      Limits    // how much Telegram takes; the zero value is everything
}

// Server is a Telegram with one bot, driven by the bot's API calls and by acts of users.
type Server struct {
	opts  Options
	bot   User
	draws draws

	mu sync.Mutex
	clock
	queue
	world
	record
	faults
	limiter
	doors
}

// draws are the streams of chance, one a purpose, so that one more user does not shift the ids of messages.
type draws struct{ users, chats, updates, taps, files *rand.Rand }

// New makes a world with a bot in it and nobody else.
func New(o Options) *Server {
	if o.Start.IsZero() {
		o.Start = time.Date(2026, 1, 1, 18, 0, 0, 0, time.UTC)
	}
	if o.Username == "" {
		o.Username = "tgtest_bot"
	}
	if o.Name == "" {
		o.Name = "Tester"
	}
	if o.Epoch.IsZero() {
		o.Epoch = time.Now()
	}
	o.Epoch = o.Epoch.UTC().Round(0)
	stream := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(o.Seed, n)) }
	if o.Token == "" {
		o.Token = inventToken(stream(0))
	}
	s := &Server{
		opts:  o,
		draws: draws{users: stream(1), chats: stream(2), updates: stream(3), taps: stream(4), files: stream(5)},
	}
	s.bot = User{ID: tokenID(o.Token), FirstName: o.Name, Username: o.Username, server: s, bot: true}
	s.clock = clock{now: o.Start.UTC().Round(0), free: sync.NewCond(&s.mu), stopped: make(chan struct{})}
	s.queue = queue{next: 2_000_001 + s.draws.updates.IntN(998_000_000), allowed: defaultUpdates()}
	s.world = world{users: map[int64]*User{s.bot.ID: &s.bot}, chats: map[int64]*Chat{}, taps: map[string]*tap{}}
	s.anonymous = s.pseudoUser(1087968824, "Group", "GroupAnonymousBot")
	s.channels = s.pseudoUser(136817688, "Channel", "Channel_Bot")
	s.forwarder = s.pseudoUser(777000, "Telegram", "")
	s.forwarder.bot = false
	s.commands = map[string]json.RawMessage{}
	s.floods = map[int64]time.Time{}
	s.limiter = limiter{full: map[int64]time.Time{}, group: map[int64][]time.Time{}}
	if s.walled() {
		s.now = time.Time{}
		go s.keepTime()
	}
	return s
}

// inventToken makes a token of the shape that BotFather gives out.
func inventToken(chance *rand.Rand) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	var secret strings.Builder
	for range 33 {
		secret.WriteByte(alphabet[chance.IntN(len(alphabet))])
	}
	return fmt.Sprintf("%d:AA%s", 5_000_000_000+chance.Int64N(3_000_000_000), secret.String())
}

// tokenID reads the bot's id from the front of its token.
func tokenID(token string) int64 {
	front, _, _ := strings.Cut(token, ":")
	id, err := strconv.ParseInt(front, 10, 64)
	if err != nil || id <= 0 {
		return 1
	}
	return id
}

// Token is the bot's token.
func (s *Server) Token() string { return s.opts.Token }

// BotUsername is the bot's username without the @.
func (s *Server) BotUsername() string { return s.bot.Username }

// BotID is the bot's user id.
func (s *Server) BotID() int64 { return s.bot.ID }

// enter takes the lock; leave tells the watchers what happened meanwhile and gives the lock back. On a wall clock its own
// goroutine tells them, lest a watcher hold up the bot's call that it hears of.
func (s *Server) enter() {
	s.mu.Lock()
	s.tick()
}

func (s *Server) leave() {
	defer s.mu.Unlock()
	if s.walled() {
		s.free.Broadcast()
	} else {
		s.notify()
	}
}

// outside runs f without the lock, also when f ends its goroutine.
func (s *Server) outside(f func()) {
	s.mu.Unlock()
	defer s.enter()
	f()
}
