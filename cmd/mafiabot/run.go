package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	mrand "math/rand/v2"
	"net/url"
	"os"
	"strings"
	"time"

	"mafiabot/bot"
	"mafiabot/storage"
)

// settings are what `run` is told.
type settings struct {
	token string
	db    string
	api   string // a format of two strings, token and method; "" is Telegram's own
	speed int
	epoch time.Time
	seed  uint64

	flags   webhookFlags
	webhook *bot.Webhook
}

// runBot hosts games until it is told to end.
func runBot(ctx context.Context, p place) error {
	s, err := readSettings(p)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(p.errs, nil))
	db, err := storage.Open(s.db)
	if err != nil {
		return err
	}
	poll, send := bot.Clients()
	clock := bot.NewWall(s.speed, s.epoch)
	o := bot.Options{
		Token: s.token, Endpoint: s.api, Client: send, Poller: poll, DB: db, Clock: clock, Chance: s.chance(), Log: log,
		Webhook: s.webhook, TakeOver: s.flags.polling,
	}
	b, err := dial(ctx, o, clock)
	if b != nil && err == nil {
		err = host(ctx, b, s, log)
	}
	return errors.Join(err, db.Close())
}

// dial makes the bot; while Telegram does not answer it waits. It returns no bot
// if it is told to end meanwhile.
func dial(ctx context.Context, o bot.Options, clock bot.Wall) (*bot.Bot, error) {
	wait := time.Second
	for {
		b, err := bot.New(ctx, o)
		if !errors.Is(err, bot.ErrSilent) {
			return b, err
		}
		if ctx.Err() != nil {
			return nil, nil
		}
		o.Log.Warn("Telegram does not answer, trying again", "error", err, "in", wait.String())
		select {
		case <-clock.After(wait):
		case <-ctx.Done():
			return nil, nil
		}
		wait = min(2*wait, 30*time.Second)
	}
}

// readSettings reads the command line and the environment.
func readSettings(p place) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	tokenFile := flags.String("token-file", "", "the file with the bot's token; without it the token is read from the environment variable TELEGRAM_TOKEN")
	flags.StringVar(&s.db, "db", "mafiabot.db", "the database; it is made if there is none")
	api := flags.String("api", "", "the address of another Bot API server, such as http://127.0.0.1:8081")
	flags.IntVar(&s.speed, "speed", 1, "for tests: how much faster than the wall clock time passes")
	epoch := flags.String("epoch", "", "for tests: the instant at which both clocks show the same (RFC 3339)")
	flags.Uint64Var(&s.seed, "seed", 0, "for tests, with -speed: deals and draws follow from it and can be foretold")
	s.flags.register(flags)
	if err := p.parse(flags); err != nil {
		return s, err
	}
	var err error
	if s.api, err = endpoint(*api); err != nil {
		return s, err
	}
	switch {
	case s.speed < 1:
		return s, usageError("-speed is 1 or more")
	case s.speed > 1 && *epoch == "":
		return s, usageError("-speed needs -epoch")
	case s.speed == 1 && (*epoch != "" || s.seed != 0):
		return s, usageError("-epoch and -seed are for tests, with -speed above 1")
	}
	if *epoch != "" {
		if s.epoch, err = time.Parse(time.RFC3339Nano, *epoch); err != nil {
			return s, usageError(fmt.Sprintf("-epoch %q is no instant such as 2026-01-01T18:00:00Z", *epoch))
		}
	}
	if s.token, err = readToken(p, *tokenFile); err != nil {
		return s, err
	}
	s.webhook, err = s.flags.webhook(p, s.token, s.api)
	return s, err
}

// readToken reads the token from a file, or else from the environment.
func readToken(p place, file string) (string, error) {
	token := p.env("TELEGRAM_TOKEN")
	if file != "" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("reading the token: %w", err)
		}
		token = string(raw)
	}
	if token = strings.TrimSpace(token); token == "" {
		return "", usageError("no token: set TELEGRAM_TOKEN, or name a file with -token-file; @BotFather gives one")
	}
	return token, nil
}

// endpoint makes a format of the address of a Bot API server.
func endpoint(api string) (string, error) {
	if api == "" {
		return "", nil
	}
	u, err := url.Parse(api)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", usageError(fmt.Sprintf("-api %q is no address such as http://127.0.0.1:8081", api))
	}
	return strings.ReplaceAll(strings.TrimSuffix(u.String(), "/"), "%", "%%") + "/bot%s/%s", nil
}

// chance is where seeds and draws come from (G20): crypto/rand, but for a test
// that is to repeat itself.
func (s settings) chance() io.Reader {
	if s.seed == 0 {
		return rand.Reader
	}
	var key [32]byte
	binary.BigEndian.PutUint64(key[:], s.seed)
	return mrand.NewChaCha8(key)
}
