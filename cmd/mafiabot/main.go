package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// place is where a command runs: what it is given and where it writes.
type place struct {
	args      []string
	env       func(string) string
	in        io.Reader // nil: nothing
	out, errs io.Writer
}

// commands are the subcommands by name.
var commands = map[string]func(context.Context, place) error{
	"run":      runBot,
	"demo":     demo,
	"hear":     hear,
	"simulate": simulate,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, place{args: os.Args[1:], env: os.Getenv, in: os.Stdin, out: os.Stdout, errs: os.Stderr}))
}

// help is what there is to be run.
const help = `usage: mafiabot <command> [flags]

  run       hosts games in Telegram; the token comes from TELEGRAM_TOKEN or -token-file
  demo      plays one game with sparring players and prints it
  hear      tells what is heard in a text, and what each ruleset does with it
  simulate  plays many games with sparring players and counts what they send

mafiabot <command> -h lists the flags.
`

// usageError is a mistake in the command line; the program says it in one line.
type usageError string

func (e usageError) Error() string { return string(e) }

// run carries out a command line and returns the exit code.
func run(ctx context.Context, p place) int {
	if len(p.args) == 0 {
		fmt.Fprintln(p.errs, "mafiabot: no command; there are: run, demo, hear, simulate")
		return exitUsage
	}
	name := p.args[0]
	if name == "help" || name == "-h" || name == "-help" || name == "--help" {
		fmt.Fprint(p.out, help)
		return exitDone
	}
	command := commands[name]
	if command == nil {
		fmt.Fprintf(p.errs, "mafiabot: unknown command %q; there are: run, demo, hear, simulate\n", name)
		return exitUsage
	}
	p.args = p.args[1:]
	err := command(ctx, p)
	var usage usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitDone
	case errors.As(err, &usage):
		fmt.Fprintf(p.errs, "mafiabot %s: %s\n", name, usage)
		return exitUsage
	}
	fmt.Fprintf(p.errs, "mafiabot %s: %s\n", name, oneLine(err))
	return exitFailed
}

// oneLine is an error as one line.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// parse reads a command's flags, behind which nothing stands.
func (p place) parse(flags *flag.FlagSet) error {
	if err := p.parseFlags(flags, ""); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return usageError(fmt.Sprintf("unexpected argument %q", flags.Arg(0)))
	}
	return nil
}

// parseFlags reads a command's flags, behind which stands what rest says; the list
// of them is printed for -h alone.
func (p place) parseFlags(flags *flag.FlagSet, rest string) error {
	flags.SetOutput(io.Discard)
	switch err := flags.Parse(p.args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(p.out, "usage: mafiabot %s [flags]%s\n", flags.Name(), rest)
		flags.SetOutput(p.out)
		flags.PrintDefaults()
		return err
	case err != nil:
		return usageError(err.Error())
	}
	return nil
}
