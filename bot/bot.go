package bot

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// Clock is where the bot reads the time and waits.
type Clock interface {
	Now() time.Time
	Sleep(time.Duration)
}

// Options are what a Bot is made of.
type Options struct {
	Token    string
	Endpoint string              // a format of two strings, token and method; "" is Telegram's own
	Client   tgbotapi.HTTPClient // for everything but the polls
	Poller   tgbotapi.HTTPClient // for the polls; nil is Client
	DB       *storage.DB
	Clock    Clock
	Chance   io.Reader    // where seeds and draws come from: crypto/rand.Reader (G20)
	Log      *slog.Logger // nil keeps none
	Webhook  *Webhook     // where Telegram brings the updates; nil: it is polled
	TakeOver bool         // delete whatever webhook is set, though this bot has not set it
}

// Bot moderates every table of one token. It has one owner: Poll, Turn and Send
// are called by one goroutine.
type Bot struct {
	o    Options
	wire *wire
	self me
	me   string // the bot's username
	book *messages.Book
	log  *slog.Logger

	games   map[storage.GameID]*held
	ids     sequence // of the updates that have been taken
	batch   []json.RawMessage
	acks    []ack
	outbox  *outbox
	rate    float64   // messages a second over all that Telegram takes
	dealt   time.Time // when cards were dealt last, at any table
	toasts  []toast
	told    map[int64]time.Time        // outsiders, and when a press of theirs was last answered in words
	presses map[knocker][]time.Time    // presses that were not his (C38, K14c)
	looks   map[storage.GameID]looking // for the message of a vote (E30)
	spates  map[writer]spate           // what players have written of late (K21e)
	knocks  int                        // so many of them are knocking
	clubs   map[int64]club             // by chat: what is heard in groups that hear otherwise than others
	met     map[int64]map[string]user  // by chat and @name: who has been met there

	ears
	hooked
}

// held is a game as the bot holds it, with what the engine does not know.
type held struct {
	id      storage.GameID
	table   storage.Table
	title   string // of the group, "" after a start until somebody is heard there
	game    engine.Game
	people  []storage.Person // by player; index 0 is unused
	tail    uint64           // ordinal of the last event
	gate    gate
	base    int64        // what is added to the number of a message at the table: its mark (migrate.go)
	crowded bool         // its deal waits for another game to end, and the table knows
	powers  powers       // what the bot may do there
	warned  engine.Seats // who has been told, by the answer to a press, that his chat is closed
}

// gate counts the posts whose deliveries open the present window.
type gate struct {
	window     uint32
	left       int
	mark, date int64 // of the table's border
}

// New asks Telegram who the bot is, and loads what the database remembers. Its
// errors are [ErrToken], [ErrSilent], and those of storage.
func New(ctx context.Context, o Options) (*Bot, error) {
	o.Endpoint = cmp.Or(o.Endpoint, tgbotapi.APIEndpoint)
	if o.Poller == nil {
		o.Poller = o.Client
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	messages.ReadLists() // now, and not in the first turn, while tables wait
	w := &wire{secret: secret(o.Token), endpoint: o.Endpoint, poll: o.Poller, send: o.Client}
	self, err := w.dial(ctx)
	if err != nil {
		return nil, err
	}
	b := &Bot{
		o: o, wire: w, self: self, me: self.Username, book: messages.BookOf("ru"), log: o.Log,
		rate: overallLimit, games: map[storage.GameID]*held{}, outbox: newOutbox(), told: map[int64]time.Time{}, presses: map[knocker][]time.Time{}, looks: map[storage.GameID]looking{}, spates: map[writer]spate{}, knocks: knocks, clubs: map[int64]club{}, met: map[int64]map[string]user{},
	}
	err = o.DB.View(func(tx *storage.Tx) error {
		b.ids = sequence{tx.Offset(), decodeSpans(tx.Missed())}
		b.reach, b.own = tx.Reach(), tx.Hook()
		for _, g := range tx.Games() {
			h, err := load(tx, g)
			if err != nil {
				return err
			}
			b.games[g.ID] = h
			if until := h.game.BarredUntil(); !until.IsZero() {
				b.outbox.bar(h, until)
			}
		}
		for r := range tx.Rows() {
			b.outbox.load(r, address(tx, r))
			if h := b.games[r.Game]; h != nil && r.Gate == h.game.Clock.Window {
				h.gate.load(tx, r, h.base)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("loading the games: %w", err)
	}
	b.outbox.resume(o.Clock.Now())
	b.holdBack = longestHoldBack
	b.mail, b.ended = make(chan letter), make(chan struct{})
	if o.Webhook != nil || o.TakeOver || b.own != "" {
		b.phase = releasing
	}
	return b, nil
}

// load folds a game's log.
func load(tx *storage.Tx, g storage.Game) (*held, error) {
	h := &held{id: g.ID, table: g.Table, base: g.Base, people: make([]storage.Person, 1)}
	for player, p := range tx.Roster(g.ID) {
		for len(h.people) <= int(player) {
			h.people = append(h.people, storage.Person{})
		}
		h.people[player] = p
	}
	h.powers = powersOf(tx, g.ID)
	for ordinal, record := range tx.Log(g.ID) {
		e, _, err := engine.Decode(record)
		if err != nil {
			return nil, fmt.Errorf("game %d, record %d: %w", g.ID, ordinal, err)
		}
		h.game.Apply(e)
		h.tail = ordinal
	}
	return h, nil
}

// load counts a row that opens the present window: one that waits, or one that
// is out and was the table's border.
func (g *gate) load(tx *storage.Tx, r storage.Row, base int64) {
	g.window = r.Gate
	switch {
	case r.SentAt == 0:
		g.left++
	case r.To == 0:
		s, _ := tx.Slot(storage.SlotKey{Game: r.Game, Slot: r.Slot})
		g.mark, g.date = s.MessageID+base, r.SentAt/1000
	}
}

// Game returns a game as the bot holds it: one that runs, or the last one of a
// table.
func (b *Bot) Game(id storage.GameID) (engine.Game, bool) {
	if h := b.games[id]; h != nil {
		return h.game, true
	}
	return engine.Game{}, false
}

// GameIDs returns the games the bot holds, in no order.
func (b *Bot) GameIDs() []storage.GameID {
	var out []storage.GameID
	for id := range b.games {
		out = append(out, id)
	}
	return out
}

// Seated returns the game in which an account has a place, and as which player.
func (b *Bot) Seated(account int64) (storage.GameID, engine.Player, bool) {
	for id, h := range b.games {
		if p := h.player(account); p != 0 && !h.game.Finished() && !h.game.Ended() {
			if _, part := h.game.Who(p); part != engine.StrangerPart {
				return id, p, true
			}
		}
	}
	return 0, 0, false
}

// seed reads 32 random bytes.
func (b *Bot) seed() (engine.Key, error) {
	var k engine.Key
	if _, err := io.ReadFull(b.o.Chance, k[:]); err != nil {
		return k, fmt.Errorf("reading randomness: %w", err)
	}
	return k, nil
}

// luck reads a random number.
func (b *Bot) luck() (uint64, error) {
	var raw [8]byte
	if _, err := io.ReadFull(b.o.Chance, raw[:]); err != nil {
		return 0, fmt.Errorf("reading randomness: %w", err)
	}
	return binary.BigEndian.Uint64(raw[:]), nil
}
