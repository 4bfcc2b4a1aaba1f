package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"mafiabot/bot/evening"
	"mafiabot/engine"
)

// demo plays an evening and prints it.
func demo(_ context.Context, p place) error {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	rules := flags.String("rules", engine.Czernowitz, "the rules: "+strings.Join(engine.Presets(), ", "))
	seed := flags.Uint64("seed", 1, "the seed of the world, the deal and the players")
	pace := flags.String("pace", engine.TableTempo, "the pace: "+strings.Join(engine.Paces(), ", "))
	seats := flags.Int("seats", 0, "seats of the table (5 to 15); 0: ten")
	pairs := flags.Bool("pairs", false, "every seat has a consigliere (rules: tournament)")
	http := flags.Bool("http", false, "let the bot talk to the emulated Telegram over a loopback socket")
	if err := p.parse(flags); err != nil {
		return err
	}
	if err := oneOf("rules", *rules, engine.Presets()); err != nil {
		return err
	}
	if err := oneOf("pace", *pace, engine.Paces()); err != nil {
		return err
	}
	return playEvening(evening.Options{Rules: *rules, Pace: *pace, Seed: *seed, Seats: *seats, Pairs: *pairs, HTTP: *http}, p.out)
}

// oneOf refuses a flag's value that is none of the known ones.
func oneOf(name, value string, known []string) error {
	for _, k := range known {
		if k == value {
			return nil
		}
	}
	return usageError(fmt.Sprintf("-%s %q is unknown; there are: %s", name, value, strings.Join(known, ", ")))
}

// playEvening plays an evening and prints it, the unfinished one of a failure, too.
func playEvening(o evening.Options, out io.Writer) (err error) {
	e, err := evening.New(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	err = e.Run()
	return errors.Join(err, e.Transcript(out))
}
