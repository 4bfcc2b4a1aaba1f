package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"mafiabot/bot/evening"
	"mafiabot/engine"
)

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// commands are the subcommands by name.
var commands = map[string]func(args []string, out io.Writer) error{
	"demo": demo,
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// usageError is a mistake in the command line; the program says it in one line.
type usageError string

func (e usageError) Error() string { return string(e) }

// run carries out a command line and returns the exit code.
func run(args []string, out, errs io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(errs, "mafiabot: no command; there is: demo")
		return exitUsage
	}
	command := commands[args[0]]
	if command == nil {
		fmt.Fprintf(errs, "mafiabot: unknown command %q; there is: demo\n", args[0])
		return exitUsage
	}
	err := command(args[1:], out)
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case errors.As(err, &usage):
		fmt.Fprintf(errs, "mafiabot %s: %s\n", args[0], usage)
		return exitUsage
	}
	fmt.Fprintf(errs, "mafiabot %s: %v\n", args[0], err)
	return exitFailed
}

// demo plays an evening and prints it.
func demo(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	rules := flags.String("rules", engine.Czernowitz, "the rules: "+strings.Join(engine.Presets(), ", "))
	seed := flags.Uint64("seed", 1, "the seed of the world, the deal and the players")
	pace := flags.String("pace", engine.TableTempo, "the pace: "+strings.Join(engine.Paces(), ", "))
	http := flags.Bool("http", false, "let the bot talk to the emulated Telegram over a loopback socket")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(out, "usage: mafiabot demo [flags]")
		flags.SetOutput(out)
		flags.PrintDefaults()
		return err
	case err != nil:
		return usageError(err.Error())
	case flags.NArg() > 0:
		return usageError(fmt.Sprintf("unexpected argument %q", flags.Arg(0)))
	}
	if err := oneOf("rules", *rules, engine.Presets()); err != nil {
		return err
	}
	if err := oneOf("pace", *pace, engine.Paces()); err != nil {
		return err
	}
	return playEvening(evening.Options{Rules: *rules, Pace: *pace, Seed: *seed, HTTP: *http}, out)
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
