package evening

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/engine/sparring"
	"mafiabot/storage"
)

// Nicks are the names of the players, as many of them as there are seats.
var Nicks = [engine.MaxSeats]string{
	"Лиса", "Аль Капоне", "Ёжик", "Мурка", "Шмель", "Гудвин", "Барс", "Тень", "Черный Кот", "Сова",
	"Жук", "Рыжая", "Граф", "Пломбир", "Вася",
}

const (
	groupTitle = "Мафия по средам"
	opener     = 6 // index of Барс; of a table without him the last one opens
	strangers  = 3 // every third person has never written to the bot
)

// Longest is how long an evening may last in virtual time.
const Longest = 12 * time.Hour

// Options describe an evening; the zero value is a czernowitz game at the
// table's pace with seed 0.
type Options struct {
	Rules string // a preset of the engine
	Pace  string // a pace of the engine
	Seed  uint64 // of the world, the deal and the players
	HTTP  bool   // the bot talks to Telegram over a loopback socket
	Seats int    // of the table, 0 is ten; another number is a rehearsal (E1)
	Pairs bool   // every seat has a consigliere: twice as many people (T95)
	// Limits are how much Telegram takes; the zero value is everything.
	Limits tgtest.Limits
	// Minds returns the mind of the person with this number, from 1 on in the
	// order of Nicks; nil is a sparring partner for everybody.
	Minds func(person int) sparring.Mind
}

// Evening is one evening. It has one owner.
type Evening struct {
	o      Options
	server *tgtest.Server
	bot    *bot.Bot
	db     *storage.DB
	group  *tgtest.Chat
	people []*person
	closes []func() error

	mu     sync.Mutex // held while the people look, plan and act
	game   storage.GameID
	state  engine.Game
	window uint32
	first  int           // the entry of the journal with which the transcript begins
	late   time.Duration // of the window that has waited longest for its border
}

// person is one of the players.
type person struct {
	number int
	user   *tgtest.User
	chat   *tgtest.Chat // with the bot
	mind   sparring.Mind
	player engine.Player
	view   engine.View    // what he saw last
	asked  engine.Seat    // the target of a check that is not answered yet
	press  *tgtest.Tapped // a press whose answer may open a link
	mate   *person        // who sits on the same seat, nil if nobody is to
	asks   uint32         // the lobby in which he has asked for his place beside the other
	comes  bool           // he comes as the other one's partner
}

// New makes the world of an evening. The caller closes it.
func New(o Options) (*Evening, error) {
	if o.Rules == "" {
		o.Rules = engine.Czernowitz
	}
	if o.Pace == "" {
		o.Pace = engine.TableTempo
	}
	if _, err := engine.Preset(o.Rules, o.Pace); err != nil {
		return nil, fmt.Errorf("choosing the rules: %w", err)
	}
	if o.Seats == 0 {
		o.Seats = engine.RatedSeats
	}
	if o.Seats < engine.MinSeats || o.Seats > engine.MaxSeats {
		return nil, fmt.Errorf("a table of %d seats: it has %d to %d", o.Seats, engine.MinSeats, engine.MaxSeats)
	}
	e := &Evening{o: o, server: tgtest.New(tgtest.Options{Seed: o.Seed, Username: "mafia_wednesday_bot", Name: "Ведущий", Limits: o.Limits})}
	if err := e.open(); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	e.invite()
	return e, nil
}

// open starts the bot on an empty database.
func (e *Evening) open() error {
	dir, err := os.MkdirTemp("", "evening")
	if err != nil {
		return fmt.Errorf("making a place for the database: %w", err)
	}
	e.closes = append(e.closes, func() error { return os.RemoveAll(dir) })
	if e.db, err = storage.OpenFast(filepath.Join(dir, "evening.db")); err != nil {
		return err
	}
	e.closes = append(e.closes, e.db.Close)
	var client tgbotapi.HTTPClient = e.server
	endpoint := "http://telegram.invalid/bot%s/%s"
	if e.o.HTTP {
		base, stop, err := e.server.Listen()
		if err != nil {
			return err
		}
		e.closes = append(e.closes, stop)
		transport := &http.Transport{}
		e.closes = append(e.closes, func() error { transport.CloseIdleConnections(); return nil })
		client, endpoint = &http.Client{Transport: transport}, base+"/bot%s/%s"
	}
	e.bot, err = bot.New(context.Background(), bot.Options{
		Token: e.server.Token(), Endpoint: endpoint, Client: client, DB: e.db, Clock: e.server,
		Chance: rand.NewChaCha8(seedBytes(e.o.Seed)),
	})
	return err
}

// seedBytes spreads a seed over the key of a generator.
func seedBytes(seed uint64) (key [32]byte) {
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	return key
}

// invite brings the players into the group; most have started the bot before.
func (e *Evening) invite() {
	e.group = e.server.NewSupergroup(groupTitle)
	for i, nick := range e.nicks() {
		p := &person{number: i + 1, user: e.server.NewUser(nick, tgtest.Language("ru"))}
		p.chat = e.server.Private(p.user)
		p.user.Join(e.group)
		if i%strangers != strangers-1 {
			p.user.Start("")
		}
		if e.o.Minds != nil {
			p.mind = e.o.Minds(p.number)
		}
		if p.mind == nil {
			p.mind = sparring.New(e.o.Seed, p.number)
		}
		if i >= e.o.Seats {
			p.mate, p.comes = e.people[i-e.o.Seats], true
			p.mate.mate = p
		}
		e.people = append(e.people, p)
	}
}

// Close stops the server and removes the database.
func (e *Evening) Close() error {
	var err error
	for i := len(e.closes) - 1; i >= 0; i-- {
		err = errors.Join(err, e.closes[i]())
	}
	e.closes = nil
	return err
}

// Run plays until the game is over and everything has been said. It fails if
// that takes longer than [Longest], or if the table breaks up without a game.
func (e *Evening) Run() error {
	if err := e.prelude(); err != nil {
		return err
	}
	order := "/game " + e.o.Rules + " " + e.o.Pace
	if e.o.Seats != engine.RatedSeats {
		order += fmt.Sprintf(" %d", e.o.Seats)
	}
	if e.o.Pairs {
		order += " консильери"
	}
	e.people[min(opener, e.o.Seats-1)].user.Say(e.group, order)
	end := e.server.Now().Add(Longest)
	for !e.over() {
		if e.server.Now().After(end) {
			return fmt.Errorf("seed %d: no end after %v: the stage is %T", e.o.Seed, Longest, e.state.Stage)
		}
		if err := e.turn(); err != nil {
			return err
		}
	}
	if e.state.Verdict == 0 {
		return fmt.Errorf("seed %d: the table broke up without a game", e.o.Seed)
	}
	return nil
}

// prelude lets the bot answer the greetings of those who know it: until a poll
// has waited in vain. The transcript begins behind it.
func (e *Evening) prelude() error {
	for waited := false; !waited || !e.bot.Idle(); {
		before := e.server.Now()
		if err := e.turn(); err != nil {
			return err
		}
		waited = e.server.Now().After(before)
	}
	e.first = len(e.server.Journal())
	return nil
}

// over reports whether the game has ended and nothing waits to be sent.
func (e *Evening) over() bool { return e.game != 0 && e.state.Finished() && e.bot.Spent() }

// turn turns the wheel once.
func (e *Evening) turn() error {
	if err := e.bot.Poll(context.Background()); err != nil {
		return err
	}
	if err := e.bot.Turn(); err != nil {
		return err
	}
	if err := e.bot.Send(context.Background()); err != nil {
		return err
	}
	e.look()
	return nil
}

// Game is the game as the bot holds it.
func (e *Evening) Game() engine.Game { return e.state }

// Server is the emulated Telegram.
func (e *Evening) Server() *tgtest.Server { return e.server }

// Bot is the bot of the evening.
func (e *Evening) Bot() *bot.Bot { return e.bot }

// Log is the log of the game as it is stored.
func (e *Evening) Log() ([]engine.Event, error) {
	var out []engine.Event
	err := e.db.View(func(tx *storage.Tx) error {
		for ordinal, record := range tx.Log(e.game) {
			event, _, err := engine.Decode(record)
			if err != nil {
				return fmt.Errorf("record %d: %w", ordinal, err)
			}
			out = append(out, event)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the log of game %d: %w", e.game, err)
	}
	return out, nil
}
