package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"mafiabot/bot"
)

// webhookFlags are those of `run` that say how the updates come.
type webhookFlags struct {
	url         string
	listen      string
	secret      string
	connections int
	polling     bool
}

func (w *webhookFlags) register(flags *flag.FlagSet) {
	flags.StringVar(&w.url, "webhook", "", "the https address to which Telegram is to bring the updates, instead of being polled; a proxy that ends TLS passes them on to -listen")
	flags.StringVar(&w.listen, "listen", "", "where the updates are taken from that proxy; 127.0.0.1:8080 if nothing is said")
	flags.StringVar(&w.secret, "secret", "", "what every update must bear, 1 to 256 of A-Z a-z 0-9 _ -; without it TELEGRAM_WEBHOOK_SECRET, without that one that follows from the token")
	flags.IntVar(&w.connections, "max-connections", 0, "how many updates Telegram may bring at once, 1 to 100; 0 is its own choice")
	flags.BoolVar(&w.polling, "polling", false, "remove a webhook that somebody else has set for this bot, and poll")
}

// webhook makes of the flags where Telegram is to bring the updates; nil is nowhere.
func (w *webhookFlags) webhook(p place, token, api string) (*bot.Webhook, error) {
	if w.url == "" {
		if w.listen != "" || w.secret != "" || w.connections != 0 {
			return nil, usageError("-listen, -secret and -max-connections are for -webhook")
		}
		return nil, nil
	}
	if w.polling {
		return nil, usageError("either -webhook or -polling")
	}
	u, err := url.Parse(w.url)
	switch {
	case err != nil || u.Scheme != "https" || u.Hostname() == "" || u.Fragment != "":
		return nil, usageError(fmt.Sprintf("-webhook %q is no address such as https://bot.example.org/mafia", w.url))
	case api == "" && !strings.Contains(" 443 80 88 8443 ", " "+u.Port()+" ") && u.Port() != "":
		return nil, usageError(fmt.Sprintf("-webhook %q: Telegram takes the ports 443, 80, 88 and 8443", w.url))
	case w.connections < 0 || w.connections > 100:
		return nil, usageError("-max-connections is 1 to 100")
	}
	if w.listen == "" {
		w.listen = "127.0.0.1:8080"
	}
	secret := w.secret
	if secret == "" {
		secret = strings.TrimSpace(p.env("TELEGRAM_WEBHOOK_SECRET"))
	}
	if secret == "" {
		sum := sha256.Sum256([]byte("webhook " + token))
		secret = hex.EncodeToString(sum[:])
	}
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	}
	if len(secret) > 256 || strings.ContainsFunc(secret, odd) {
		return nil, usageError("the secret of the webhook is 1 to 256 of A-Z a-z 0-9 _ -")
	}
	return &bot.Webhook{URL: w.url, Secret: secret, Connections: w.connections}, nil
}

// door is the port at which updates are taken.
type door struct {
	server *http.Server
	done   chan error
}

// openDoor listens where the proxy in front of the bot passes the updates on to; nil is
// nothing to listen to.
func openDoor(address string, b *bot.Bot, log *slog.Logger) (*door, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening for the updates: %w", err)
	}
	d := &door{done: make(chan error, 1), server: &http.Server{
		Handler:           b.Hook(),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}}
	log.Info("updates are taken", "at", listener.Addr().String())
	go func() { d.done <- d.server.Serve(listener) }()
	return d, nil
}

// shut lets end what is being answered.
func (d *door) shut() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := d.server.Shutdown(ctx); err != nil {
		_ = d.server.Close() // what is still under way comes again
	}
	if err := <-d.done; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("taking updates: %w", err)
	}
	return nil
}

// host lets the bot run, behind its door if a webhook brings the updates.
func host(ctx context.Context, b *bot.Bot, s settings, log *slog.Logger) (err error) {
	if s.webhook == nil {
		return b.Run(ctx)
	}
	d, err := openDoor(s.flags.listen, b, log)
	if err != nil {
		return err
	}
	return errors.Join(b.Run(ctx), d.shut())
}
