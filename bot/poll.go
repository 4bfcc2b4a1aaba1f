package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
)

const (
	gamePoll = 3  // seconds a poll lasts while a game is open
	idlePoll = 50 // seconds a poll lasts otherwise: the longest Telegram takes

	// outageSlack is how much later than a poll lasts its answer may come before
	// it was an outage.
	outageSlack = 10 * time.Second
	// longestDeaf is how long before a game's clock does anything Telegram must have
	// been heard: what is said into an outage is wrong behind it.
	longestDeaf = 8 * time.Second
	// startSlack is how long a start may take without anybody being told.
	startSlack = time.Second
)

// ears is what the bot knows of how it hears Telegram.
type ears struct {
	reach   int64         // the last answer to a poll, Unix milliseconds; 0 before the first
	kept    int64         // what the database has of it
	heard   time.Time     // everything that had come by then has been heard
	awake   bool          // a poll has been answered since the start
	silent  bool          // the last poll has failed
	full    bool          // behind the last answer there may be more
	drained bool          // the last answer has brought all that waited; of the batch that is to be taken
	asked   time.Time     // when the last poll was asked
	lasted  time.Duration // how long the last poll was to last
	outage  time.Duration // what the games are to be told of in the next turn
}

// pollAnswer is what came of one poll.
type pollAnswer struct {
	method string
	info   webhookInfo
	batch  []json.RawMessage
	fate   fate
	retry  int
	err    error
}

// Poll asks for the next batch of updates. It waits no longer than to the next
// instant at which something is due; the part of a second that a poll cannot
// wait is slept. An error means that Telegram was not heard.
func (b *Bot) Poll(ctx context.Context) error {
	timeout := b.patience()
	if b.phase == served {
		b.doze(max(0, timeout))
		if len(b.offered) > 0 || b.nextProbe().After(b.o.Clock.Now()) {
			return nil
		}
		timeout = 0
	}
	if whole := timeout.Truncate(time.Second); whole == 0 && timeout > 0 {
		b.o.Clock.Sleep(timeout)
		timeout = 0
	}
	method, params, err := b.question(int(timeout / time.Second))
	if err != nil {
		return err
	}
	a := b.ask(ctx, method, params)
	if err := b.answered(a); err != nil {
		return err
	}
	return a.err
}

// allowedUpdates are the kinds of updates that the rules need: who answers by a reaction
// out of his turn is heard, too.
const allowedUpdates = `["message","edited_message","callback_query","my_chat_member","chat_member","message_reaction"]`

// pollParams are the parameters of a poll of so many seconds.
func (b *Bot) pollParams(seconds int) map[string]string {
	b.lasted = time.Duration(seconds) * time.Second
	return map[string]string{
		"offset":          strconv.FormatInt(b.ids.first(), 10),
		"timeout":         strconv.Itoa(seconds),
		"allowed_updates": allowedUpdates,
	}
}

// ask makes one poll, or asks about the webhook; it touches nothing of the bot but the
// wire.
func (b *Bot) ask(ctx context.Context, method string, params map[string]string) pollAnswer {
	a := pollAnswer{method: method}
	var result json.RawMessage
	result, a.fate, a.retry, a.err = b.wire.call(ctx, method, params)
	if a.fate == done {
		var err error
		switch method {
		case "getUpdates":
			err = json.Unmarshal(result, &a.batch)
		case "getWebhookInfo":
			if err = json.Unmarshal(result, &a.info); err == nil && a.info.URL != b.o.Webhook.URL {
				a.fate, a.err = conflict, fmt.Errorf("the webhook is now %q", a.info.URL)
			}
		}
		if err != nil {
			a.fate, a.err = later, fmt.Errorf("reading the answer to %s: %w", method, err)
		}
	}
	if a.fate == conflict && b.o.Webhook == nil && displaced(a.err) {
		a.err = fmt.Errorf("%w: %w", ErrWebhook, a.err)
	}
	return a
}

// answered takes what came of a poll: its updates, and how long nobody was heard.
func (b *Bot) answered(a pollAnswer) error {
	b.silent = a.fate != done
	switch {
	case a.fate == conflict && b.o.Webhook != nil:
		b.phase = releasing // somebody else's webhook, or none
		return nil
	case b.silent:
		return nil
	case a.method == "deleteWebhook", a.method == "setWebhook":
		return b.turned(a.method)
	}
	b.batch = a.batch
	now := b.o.Clock.Now()
	gap := now.Sub(time.UnixMilli(b.reach))
	slack := b.lasted + outageSlack
	if !b.awake {
		slack = startSlack
	}
	if b.reach != 0 && (gap > slack || gap < -startSlack) {
		b.outage += gap
	}
	b.reach, b.awake = now.UnixMilli(), true
	if a.method == "getWebhookInfo" {
		b.probed(a.info)
		return nil
	}
	if b.full = len(b.batch) >= fullBatch; !b.full {
		b.heard = b.asked // when the answer was made is not known: it may have been long on its way
		if over := b.asked.Add(b.lasted); len(b.batch) == 0 && !over.After(now) {
			b.heard = over
		}
		b.drained = true
	}
	b.polledOut()
	return nil
}

// hasHeard reports whether everything that was sent by an instant has been heard.
func (b *Bot) hasHeard(at time.Time) bool { return at.IsZero() || !b.heard.Before(at) }

// playing reports whether a game is open.
func (b *Bot) playing() bool {
	for _, h := range b.games {
		if !h.game.Finished() {
			return true
		}
	}
	return false
}

// Idle reports whether nothing waits to be sent, but for what waits for a quiet minute.
func (b *Bot) Idle() bool { return b.outbox.still(false) && len(b.acks) == 0 && len(b.toasts) == 0 }

// Spent reports whether nothing at all waits to be sent.
func (b *Bot) Spent() bool { return b.Idle() && b.outbox.still(true) }

// patience is how long a poll may wait, if the same goroutine sends.
func (b *Bot) patience() time.Duration {
	if len(b.acks) > 0 || len(b.toasts) > 0 || b.full || !b.awake {
		return 0
	}
	now := b.o.Clock.Now()
	wait := idlePoll * time.Second
	if b.playing() {
		wait = gamePoll * time.Second
	}
	if at := b.nextDue(); !at.IsZero() {
		wait = min(wait, at.Sub(now))
	}
	if b.phase == served {
		wait = min(wait, b.nextProbe().Sub(now))
	} else if b.overdue(now) || b.phase != polling {
		return 0
	}
	if at, ok := b.outbox.next(now); ok {
		wait = min(wait, at.Sub(now))
	}
	return max(wait, 0)
}

// nextDue is the first instant at which a game's clock has something to do, the
// zero time for none.
func (b *Bot) nextDue() time.Time {
	var first time.Time
	for _, h := range b.games {
		if at := b.dueAt(h, nil); !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// overdue reports whether a game's clock only waits for an answer.
func (b *Bot) overdue(now time.Time) bool {
	for _, h := range b.games {
		if due := h.game.Due(); !due.IsZero() && !due.After(now) && !b.hasHeard(h.game.MustHear()) {
			return true
		}
	}
	return false
}

// pollSeconds is how long a poll lasts beside everything else.
func (b *Bot) pollSeconds() int {
	switch {
	case b.full, !b.awake, b.silent:
		return 0
	case !b.playing():
		return idlePoll
	}
	now := b.o.Clock.Now()
	var ends []time.Duration
	for _, h := range b.games {
		for _, end := range h.game.ListenOver() {
			if !h.game.Finished() && !b.hasHeard(end) {
				ends = append(ends, end.Sub(now))
			}
		}
	}
	return pollOver(ends)
}

// pollOver is how many seconds a poll lasts when windows end after these times. A
// window may be closed only behind an answer from after its end; so the poll that
// begins before the end is made to last over it by less than the grace. Then the
// closing comes at its own instant whether anybody is heard before it or not: at
// night that would tell who acts. Ends within a second of the first one are
// waited for by the same poll, because Telegram makes the next one long.
func pollOver(ends []time.Duration) int {
	if len(ends) == 0 {
		return gamePoll
	}
	first := slices.Min(ends)
	if first > (gamePoll+2)*time.Second {
		return gamePoll
	}
	last := first
	for _, end := range ends {
		if end <= first+time.Second {
			last = max(last, end)
		}
	}
	return max(0, int((last+time.Second-1)/time.Second))
}
