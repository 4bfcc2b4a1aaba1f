package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Run carries on until the context ends, or until it cannot: one goroutine, the
// loop, owns the bot; each request to Telegram has a goroutine of its own, whose
// outcome comes back to the loop. A poll is under way all the time, but the next
// begins only when the updates of the last one are committed.

// Alarm is a Clock that also tells when a time has passed.
type Alarm interface {
	Clock
	After(time.Duration) <-chan time.Time
}

const (
	maxFlights  = 32              // requests under way, besides the poll and the answers to presses
	partingTime = 4 * time.Second // how long the end waits for what is under way
	rivalSpan   = time.Minute     // in which a bot that has been started gives way to another poller
	rivalsBorne = 3               // conflicts with it that it bears
	rivalPause  = time.Second
)

// runner is one Run.
type runner struct {
	b        *Bot
	clock    Alarm
	began    time.Time
	flights  context.Context // of the requests besides the poll
	polls    chan pollAnswer
	landings chan landing
	polling  bool
	offset   string // of the last poll
	flying   int
	answers  int              // to presses, under way
	failures int              // polls that failed in a row
	pause    <-chan time.Time // until the next poll, after one that failed
	rivals   int              // conflicts with another poller
	letters  []letter         // brought by a webhook, not kept yet
	early    []letter         // brought before another whose id is lower
	late     <-chan time.Time // when that is waited for no longer
	menu     chan told        // what came of telling Telegram of the bot's commands
	menuAt   <-chan time.Time // when that is to be done; nil: it is done, or under way
}

// Run polls, decides and sends until ctx ends; then it returns nil, within five
// seconds, with everything kept. It fails with [ErrToken], [ErrWebhook], [ErrHook]
// or [ErrRival] if it cannot hear, and if a turn cannot be committed: the process
// must end then (I16). The bot's clock must be an [Alarm].
func (b *Bot) Run(ctx context.Context) error {
	clock, ok := b.o.Clock.(Alarm)
	if !ok {
		return errors.New("running needs a clock that rings")
	}
	flights, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer close(b.ended)
	r := &runner{
		b: b, clock: clock, began: clock.Now(), flights: flights,
		menu: make(chan told, 1), menuAt: clock.After(0),
		polls: make(chan pollAnswer, 1), landings: make(chan landing, 4*maxFlights),
	}
	b.log.Info("the bot runs", "username", b.me, "games", len(b.games))
	for ctx.Err() == nil {
		switch err := r.round(ctx); {
		case errors.Is(err, ErrToken), errors.Is(err, ErrHook), errors.Is(err, ErrWebhook), errors.Is(err, ErrRival):
			return errors.Join(err, r.part())
		case err != nil:
			return err // of a commit: what is on the disk is not known
		}
	}
	b.log.Info("the bot ends")
	return r.part()
}

// round starts what can be started, waits until something happens, and takes it.
func (r *runner) round(ctx context.Context) error {
	if err := r.start(ctx); err != nil {
		return err
	}
	var ring <-chan time.Time
	if at, ok := r.wake(); ok {
		ring = r.clock.After(max(at.Sub(r.clock.Now()), 0))
	}
	select {
	case a := <-r.polls:
		if err := r.polled(ctx, a); err != nil {
			return err
		}
	case l := <-r.landings:
		r.landed(l)
	case l := <-r.b.mail:
		r.opened(l)
	case <-r.late:
		r.offer(true)
	case <-r.pause:
		r.pause = nil
	case <-r.menuAt:
		return r.introduce()
	case said := <-r.menu:
		return r.introduced(said)
	case <-ring:
	case <-ctx.Done():
		return nil
	}
	return r.turn()
}

// turn is a turn of the bot, after which whoever has brought updates is told that they
// are kept.
func (r *runner) turn() error {
	if err := r.b.Turn(); err != nil {
		return err
	}
	for _, l := range r.letters {
		close(l.kept)
	}
	r.letters = nil
	return nil
}

// opened takes what a webhook has brought, and whatever else has come by now: one commit
// is for all of them.
func (r *runner) opened(l letter) {
	for {
		r.early = append(r.early, l)
		if len(r.early) >= fullBatch {
			r.offer(true)
			return
		}
		select {
		case l = <-r.b.mail:
		default:
			r.offer(false)
			return
		}
	}
}

// offer gives the bot what has been brought. Telegram brings a person's presses beside his
// messages, so what he has done first may come last: as long as something with a lower id
// is missing, the rest waits for it, but not for long.
func (r *runner) offer(anyway bool) {
	ready, early := r.b.inOrder(r.early)
	if anyway {
		ready, early = r.early, nil
	}
	for _, l := range ready {
		r.b.Offer(l.raw)
	}
	r.letters, r.early = append(r.letters, ready...), early
	switch {
	case len(early) == 0:
		r.late = nil
	case r.late == nil:
		r.late = r.clock.After(r.b.holdBack)
	}
}

// told is what came of telling Telegram of the bot's commands.
type told struct {
	sum []byte
	err error
}

// introduce tells Telegram of the bot's commands, beside everything else.
func (r *runner) introduce() error {
	r.menuAt = nil
	calls, sum, err := r.b.introduction()
	if err != nil || len(calls) == 0 {
		return err
	}
	go func() { r.menu <- told{sum, r.b.introduce(r.flights, calls)} }()
	return nil
}

func (r *runner) introduced(t told) error {
	if t.err == nil {
		return r.b.introduced(t.sum)
	}
	r.b.log.Warn("Telegram could not be told of the commands", "error", t.err)
	r.menuAt = r.clock.After(menuRest)
	return nil
}

// start begins a poll, if none is under way, and the flights that may go out.
func (r *runner) start(ctx context.Context) error {
	if !r.polling && r.pause == nil && (r.b.phase != served || !r.b.nextProbe().After(r.clock.Now())) {
		r.polling = true
		seconds := r.b.pollSeconds()
		method, params, err := r.b.question(seconds)
		if err != nil {
			return err
		}
		if first := r.b.ids.first(); method == "getUpdates" && seconds < gamePoll && params["offset"] == r.offset && first > 0 {
			params["offset"] = strconv.FormatInt(first-1, 10) // Telegram holds a poll that repeats its offset; this one was confirmed by the last
		}
		r.offset = params["offset"]
		go func() { r.polls <- r.b.ask(ctx, method, params) }()
	}
	for _, f := range r.b.takeToasts() {
		r.launch(f)
	}
	r.b.expire()
	for _, l := range r.b.outbox.order(r.clock.Now()) {
		if r.flying >= maxFlights {
			break
		}
		f, ok, err := r.b.takeOff(l)
		if err != nil {
			return err
		}
		if ok {
			r.launch(f)
		}
	}
	return nil
}

func (r *runner) launch(f flight) {
	if f.row.Seq == 0 {
		r.answers++
	} else {
		r.flying++
	}
	go func() { r.landings <- r.b.fly(r.flights, f) }()
}

// landed takes a landing, and whatever else has landed by now: one commit is for
// all of them.
func (r *runner) landed(l landing) {
	for {
		if l.row.Seq == 0 {
			r.answers--
		} else {
			r.flying--
		}
		r.b.land(l)
		select {
		case l = <-r.landings:
		default:
			return
		}
	}
}

// wake is the next instant at which the loop has something to do by itself; ok is
// false if only an answer can bring it.
func (r *runner) wake() (at time.Time, ok bool) {
	now := r.clock.Now()
	if len(r.b.acks) > 0 {
		return now, true
	}
	at = r.b.nextDue()
	if r.b.phase == served && !r.polling && r.pause == nil {
		if probe := r.b.nextProbe(); at.IsZero() || probe.Before(at) {
			at = probe
		}
	}
	if row, waits := r.b.outbox.next(now); waits && !r.b.silent && r.b.awake && r.flying < maxFlights && (at.IsZero() || row.Before(at)) {
		at = row
	}
	return at, !at.IsZero() && r.b.awake
}

// polled takes what came of a poll. After one that failed the next one waits.
func (r *runner) polled(ctx context.Context, a pollAnswer) error {
	r.polling = false
	if ctx.Err() != nil {
		return nil
	}
	if err := r.b.answered(a); err != nil {
		return err
	}
	switch {
	case a.fate == refused && a.method == "setWebhook":
		return r.b.hookRefused(a.err)
	case a.fate == done:
		if r.failures > 0 {
			r.b.log.Info("Telegram answers again", "failures", r.failures)
		}
		r.failures = 0
		return nil
	case a.fate == banished:
		return fmt.Errorf("%w: %w", ErrToken, a.err)
	case errors.Is(a.err, ErrWebhook):
		return a.err
	case a.fate == conflict:
		return r.rival(a.err)
	}
	wait := firstRetry << min(r.failures, 4)
	if a.retry > 0 {
		wait = time.Duration(a.retry) * time.Second
	}
	r.failures++
	r.b.log.Warn("Telegram is not heard", "error", a.err, "failures", r.failures)
	r.pause = r.clock.After(min(wait, max(longestRetry, time.Duration(a.retry)*time.Second)))
	return nil
}

// rival bears another poller: the two end each other's polls. The one that came
// last has to give way, for the other one has the games; that one stays, however
// often the other is started anew.
func (r *runner) rival(err error) error {
	r.rivals++
	if r.clock.Now().Sub(r.began) <= rivalSpan && r.rivals >= rivalsBorne {
		return fmt.Errorf("%w: %w", ErrRival, err)
	}
	r.b.log.Warn("another process takes the updates of this bot", "conflicts", r.rivals)
	r.pause = r.clock.After(rivalPause)
	return nil
}

// part waits for what is under way and keeps what has come of it. An answer to a
// poll that nobody takes any more is no loss: Telegram gives the updates again.
func (r *runner) part() error {
	limit := time.NewTimer(partingTime)
	defer limit.Stop()
	for {
		for _, f := range r.b.takeToasts() {
			r.launch(f)
		}
		if r.flying+r.answers == 0 {
			return r.b.Turn()
		}
		select {
		case l := <-r.landings:
			r.landed(l)
		case <-limit.C:
			return r.b.Turn()
		}
		if err := r.b.Turn(); err != nil {
			return err
		}
	}
}
