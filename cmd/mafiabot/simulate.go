package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"mafiabot/bot/evening"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// The budget of a group's worst minute, by pace (promises, section 2), and the longest
// that a window may wait for its border. Blitz is for rehearsals: its borders come
// as fast as Telegram's own limit lets them.
var budgets = map[string]int{engine.ChatTempo: 10, engine.TableTempo: 15, engine.BlitzTempo: 20}

const lateGate = time.Second

// simulate plays many evenings with the limits that Telegram publishes, and prints what
// they send. An evening that has met a limit, was refused something, or has gone over
// its budget, has failed.
func simulate(ctx context.Context, p place) error {
	flags := flag.NewFlagSet("simulate", flag.ContinueOnError)
	rules := flags.String("rules", "", "one of "+strings.Join(engine.Presets(), ", ")+"; empty: all of them")
	pace := flags.String("pace", "", "one of "+strings.Join(engine.Paces(), ", ")+"; empty: all of them")
	seats := flags.Int("seats", 0, "seats of a rehearsal (5 to 15); 0: a game of ten, and rehearsals of 5, 7, 12 and 15")
	pairs := flags.Bool("pairs", false, "every seat has a consigliere (rules: tournament)")
	seeds := flags.Int("seeds", 100, "evenings of each kind, with the seeds from 1 on")
	if err := p.parse(flags); err != nil {
		return err
	}
	if *rules != "" {
		if err := oneOf("rules", *rules, engine.Presets()); err != nil {
			return err
		}
	}
	if *pace != "" {
		if err := oneOf("pace", *pace, engine.Paces()); err != nil {
			return err
		}
	}
	sizes := []int{engine.RatedSeats, 5, 7, 12, 15}
	if *seats != 0 {
		sizes = []int{*seats}
	}
	if *pairs && *rules == "" {
		*rules = engine.Tournament // the others have no pairs
	}
	fmt.Fprintln(p.out, "rules       pace  seats games failed  group: new    edits  deleted  most   worst 60 s (seed, from)  private: new  edits  minutes  naive  λ 1/s  429  held  refused  late s")
	failed := 0
	for _, n := range sizes {
		for _, name := range engine.Presets() {
			for _, tempo := range engine.Paces() {
				if *rules != "" && name != *rules || *pace != "" && tempo != *pace {
					continue
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
				failed += sweep(ctx, p, evening.Options{Rules: name, Pace: tempo, Seats: n, Pairs: *pairs}, *seeds)
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d evenings failed", failed)
	}
	return nil
}

// sweep plays the seeds of one kind of evening, prints one line of figures, and a line
// for each one that failed; it returns how many did.
func sweep(ctx context.Context, p place, o evening.Options, seeds int) int {
	sent := make([]evening.Traffic, seeds)
	errs := make([]error, seeds)
	var all sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		all.Go(func() {
			for i := w; i < seeds; i += workers {
				o := o
				o.Seed = uint64(i + 1)
				if errs[i] = ctx.Err(); errs[i] == nil {
					sent[i], errs[i] = count(o)
				}
			}
		})
	}
	all.Wait()
	failed := 0
	for i, err := range errs {
		if err != nil {
			failed++
			fmt.Fprintf(p.errs, "%s %s, %d seats, seed %d: %s\n", o.Rules, o.Pace, o.Seats, i+1, oneLine(err))
		}
	}
	tell(p.out, o, sent, failed)
	return failed
}

// tell prints the figures of one kind of evening: means, and the worst of each.
func tell(w io.Writer, o evening.Options, sent []evening.Traffic, failed int) {
	mean := func(of func(evening.Traffic) int) float64 {
		sum := 0
		for _, t := range sent {
			sum += of(t)
		}
		return float64(sum) / float64(max(len(sent), 1))
	}
	most, worst, at, from := 0, 0, 0, 0
	for i, t := range sent {
		most = max(most, t.New)
		if t.Worst > worst {
			worst, at, from = t.Worst, i+1, int(t.At/time.Second)
		}
	}
	sum := evening.Traffic{}
	for _, t := range sent {
		sum.Floods, sum.Held, sum.Rejected, sum.Late = sum.Floods+t.Floods, sum.Held+t.Held, sum.Rejected+t.Rejected, max(sum.Late, t.Late)
		sum.New, sum.Edits, sum.Private, sum.PrivateEdits = sum.New+t.New, sum.Edits+t.Edits, sum.Private+t.Private, sum.PrivateEdits+t.PrivateEdits
		sum.Naive, sum.Length = sum.Naive+t.Naive, sum.Length+t.Length
	}
	share := float64(sum.New+sum.Edits) / float64(max(sum.Naive, 1))
	fmt.Fprintf(w, "%-11s %-5s %5d %5d %6d %11.1f %8.1f %8.1f %5d %6d (%3d, %2d:%02d) %16.1f %6.1f %8.1f %6.2f %6.3f %4d %5d %8d %7.2f\n", o.Rules, o.Pace, o.Seats, len(sent), failed,
		mean(func(t evening.Traffic) int { return t.New }), mean(func(t evening.Traffic) int { return t.Edits }),
		mean(func(t evening.Traffic) int { return t.Deleted }), most, worst, at, from/60, from%60,
		mean(func(t evening.Traffic) int { return t.Private }), mean(func(t evening.Traffic) int { return t.PrivateEdits }),
		mean(func(t evening.Traffic) int { return int(t.Length / time.Second) })/60,
		share, sum.Lambda(), sum.Floods, sum.Held, sum.Rejected, sum.Late.Seconds())
}

// count plays one evening and returns what it has sent. What is against the published
// API, and a log that does not fold to the game that the bot held, is a failure, too.
func count(o evening.Options) (t evening.Traffic, err error) {
	o.Limits = tgtest.PublishedLimits()
	e, err := evening.New(o)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if err := e.Run(); err != nil {
		return t, err
	}
	t = e.Traffic()
	if v := e.Server().Violations(); len(v) > 0 {
		return t, fmt.Errorf("against the published API: %s", v[0])
	}
	log, err := e.Log()
	if err != nil {
		return t, err
	}
	if engine.Fold(slices.Values(log)) != e.Game() {
		return t, errors.New("the log does not fold to the game that the bot held")
	}
	t.Naive = e.Naive(log)
	return t, over(o, t)
}

// over says in what an evening has gone over its budget.
func over(o evening.Options, t evening.Traffic) error {
	switch budget := budgets[o.Pace]; {
	case t.Floods+t.Held > 0:
		return fmt.Errorf("%d requests met a limit: %d were refused for a while", t.Floods+t.Held, t.Floods)
	case t.Rejected > 0:
		return fmt.Errorf("%d requests were refused", t.Rejected)
	case t.Worst > budget && o.Seats <= engine.RatedSeats:
		return fmt.Errorf("%d messages in the minute from %v on, the budget is %d", t.Worst, t.At.Round(time.Second), budget)
	case t.Late > lateGate && o.Pace != engine.BlitzTempo:
		return fmt.Errorf("a window waited %v for its border", t.Late)
	}
	return nil
}
