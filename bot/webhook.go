package bot

import (
	"bytes"
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"mafiabot/storage"
)

// Webhook is where Telegram is to bring the updates, instead of being asked for them.
type Webhook struct {
	URL         string
	Secret      string // which every delivery must bear
	Connections int    // deliveries at once; 0 is Telegram's own choice
}

const (
	secretHeader = "X-Telegram-Bot-Api-Secret-Token"
	longestBody  = 1 << 20 // bytes of an update

	probeAgain  = 200 * time.Millisecond // between two probes when a window waits for one
	probeBehind = time.Second            // between two probes while something waits in Telegram
	deafHook    = 5 * time.Second        // in which something waits and nothing comes: the webhook is not reached
	hookRest    = time.Minute            // in which the bot polls then

	longestHoldBack = 150 * time.Millisecond // for which an update waits for one with a lower id
)

// ErrHook is the error of a webhook that Telegram does not take.
var ErrHook = errors.New("the webhook is not taken by Telegram")

// phase is how the bot hears Telegram.
type phase uint8

const (
	polling   phase = iota
	releasing       // a webhook is to be deleted; then it polls
	setting         // the webhook is to be set
	served          // the webhook brings the updates
)

// hooked is what the bot knows of its webhook.
type hooked struct {
	phase   phase
	mail    chan letter
	ended   chan struct{}     // closed when nobody takes letters any more
	offered []json.RawMessage // brought, to be taken in the next turn

	probe   time.Time     // when Telegram was last asked what waits; zero for not since the webhook was set
	below   int64         // the next id, as known then
	every   time.Duration // how often it was asked then
	waiting bool          // something waits in Telegram
	goals   []goal
	stuck   time.Time // since when something waits and nothing comes
	stuckAt int64
	rest    time.Time // the webhook is not set before
	wasSet  bool

	holdBack time.Duration
	own      string // the address as it is kept
}

// goal is an id: when all below it have been taken, everything that had come by an instant
// has been heard.
type goal struct {
	id int64
	at time.Time
}

// letter is an update that somebody brought, who waits until it is kept.
type letter struct {
	raw  json.RawMessage
	kept chan struct{}
}

// webhookInfo is what the bot reads of a WebhookInfo.
type webhookInfo struct {
	URL       string `json:"url"`
	Pending   int64  `json:"pending_update_count"`
	LastError string `json:"last_error_message"`
}

// Offer takes updates that a webhook has brought. They are kept when the next Turn has
// returned without an error, and may be acknowledged then.
func (b *Bot) Offer(updates ...json.RawMessage) { b.offered = append(b.offered, updates...) }

// Hook is what stands at the webhook's address while the bot runs: a delivery is
// acknowledged when its update is kept. It must not be used without a Webhook.
func (b *Bot) Hook() http.Handler {
	u, err := url.Parse(b.o.Webhook.URL)
	path := "/"
	if err == nil && u.Path != "" {
		path = u.Path
	}
	secret := []byte(b.o.Webhook.Secret)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != path:
			w.WriteHeader(http.StatusNotFound)
			return
		case r.Method != http.MethodPost:
			w.Header().Set("Allow", http.MethodPost)
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		case subtle.ConstantTimeCompare([]byte(r.Header.Get(secretHeader)), secret) != 1:
			w.WriteHeader(http.StatusForbidden)
			return
		}
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestBody))
		if err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		if !json.Valid(raw) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if !b.deliver(r.Context(), bytes.TrimSpace(raw)) {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
}

// inOrder parts what has been brought: what can be taken, and what has come before an update
// with a lower id.
func (b *Bot) inOrder(letters []letter) (ready, early []letter) {
	number := func(l letter) int64 {
		var u struct {
			ID int64 `json:"update_id"`
		}
		_ = json.Unmarshal(l.raw, &u) // what cannot be read waits for nothing
		return u.ID
	}
	slices.SortStableFunc(letters, func(a, b letter) int { return cmp.Compare(number(a), number(b)) })
	ids := b.ids
	for i, l := range letters {
		id := number(l)
		if !ids.taken(id) {
			if ids.brought(id); ids.lacks(id) {
				return letters[:i], slices.Clone(letters[i:])
			}
		}
	}
	return letters, nil
}

// deliver waits until an update is kept, and reports whether it is.
func (b *Bot) deliver(ctx context.Context, raw json.RawMessage) bool {
	l := letter{raw, make(chan struct{})}
	select {
	case b.mail <- l:
	case <-b.ended:
		return false
	case <-ctx.Done():
		return false
	}
	select {
	case <-l.kept:
		return true
	case <-b.ended:
	case <-ctx.Done():
	}
	select {
	case <-l.kept:
		return true
	default:
		return false
	}
}

// question is what the bot asks Telegram in order to hear it.
func (b *Bot) question(seconds int) (method string, params map[string]string, err error) {
	b.asked, b.lasted = b.o.Clock.Now(), 0
	switch b.phase {
	case releasing:
		return "deleteWebhook", nil, nil
	case setting:
		h := b.o.Webhook
		params = map[string]string{"url": h.URL, "secret_token": h.Secret, "allowed_updates": allowedUpdates}
		if h.Connections > 0 {
			params["max_connections"] = strconv.Itoa(h.Connections)
		}
		return "setWebhook", params, b.owns(h.URL)
	case served:
		every := b.probeEvery()
		b.lasted = max(every, b.every)
		b.probe, b.every, b.below = b.asked, every, b.ids.next
		return "getWebhookInfo", nil, nil
	}
	return "getUpdates", b.pollParams(seconds), nil
}

// owns writes down which webhook is the bot's own, before Telegram is told of it: after a
// crash it is known for what it is.
func (b *Bot) owns(address string) error {
	if b.own == address {
		return nil
	}
	if err := b.o.DB.Update(func(tx *storage.Tx) error { return tx.SetHook(address) }); err != nil {
		return fmt.Errorf("writing down the webhook: %w", err)
	}
	b.own = address
	return nil
}

// probeEvery is how often Telegram is asked what waits, if nothing is urgent.
func (b *Bot) probeEvery() time.Duration {
	switch {
	case b.waiting:
		return probeBehind
	case b.playing():
		return gamePoll * time.Second
	}
	return idlePoll * time.Second
}

// nextProbe is when Telegram is to be asked what waits: now and then, and at the end of
// every window, until it is known that everything sent by then has come.
func (b *Bot) nextProbe() time.Time {
	if b.probe.IsZero() {
		return b.o.Clock.Now()
	}
	at, soonest := b.probe.Add(b.probeEvery()), b.probe.Add(probeAgain)
	for _, h := range b.games {
		if h.game.Finished() {
			continue
		}
		for _, end := range h.game.ListenOver() {
			if !b.hasHeard(end) {
				at = earliest(at, latest(end, soonest))
			}
		}
		due := h.game.Due()
		if !due.IsZero() && !(b.hasHeard(h.game.MustHear()) && b.hasHeard(due.Add(-longestDeaf))) {
			at = earliest(at, latest(due, soonest))
		}
	}
	return at
}

func earliest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// turned takes the answer to a question about the webhook itself.
func (b *Bot) turned(method string) error {
	switch method {
	case "deleteWebhook":
		b.phase = polling
		if b.o.Webhook == nil {
			return b.owns("")
		}
	case "setWebhook":
		b.log.Info("a webhook brings the updates", "url", b.o.Webhook.URL)
		b.phase, b.probe, b.wasSet = served, time.Time{}, true
		b.goals, b.stuck, b.waiting = nil, time.Time{}, false
	}
	return nil
}

// probed takes what Telegram says of the webhook. An update waits there until it has been
// acknowledged, and it is acknowledged when it is kept: so if none waits, everything that
// had come when Telegram was asked has been heard. If some wait, the highest of them is
// known, for ids have no gaps; when all up to it are kept, the same holds.
func (b *Bot) probed(info webhookInfo) {
	now := b.o.Clock.Now()
	b.waiting = info.Pending > 0
	if !b.waiting {
		b.heard = latest(b.heard, b.asked)
		b.ids.settle(b.below)
		b.goals, b.stuck = nil, time.Time{}
		return
	}
	const mostGoals = 32
	if len(b.goals) < mostGoals {
		b.goals = append(b.goals, goal{b.ids.next + info.Pending, b.asked})
	}
	switch first := b.ids.first(); {
	case b.stuck.IsZero() || first != b.stuckAt:
		b.stuck, b.stuckAt = now, first
	case now.Sub(b.stuck) >= deafHook:
		b.log.Warn("Telegram does not reach the webhook: it is asked for the updates", "waiting", info.Pending, "error", info.LastError)
		b.phase, b.rest = releasing, now.Add(hookRest)
	}
}

// reached looks whether a goal is reached; it is asked after every commit.
func (b *Bot) reached() {
	for first := b.ids.first(); len(b.goals) > 0 && first >= b.goals[0].id; b.goals = b.goals[1:] {
		b.heard = latest(b.heard, b.goals[0].at)
	}
}

// polledOut sets the webhook as soon as a poll has brought all that waited.
func (b *Bot) polledOut() {
	if b.o.Webhook != nil && b.phase == polling && !b.full && !b.o.Clock.Now().Before(b.rest) {
		b.phase = setting
	}
}

// hookRefused is what becomes of a webhook that Telegram does not take: the first time
// somebody must be told; later it may be a matter of minutes.
func (b *Bot) hookRefused(err error) error {
	if !b.wasSet {
		return fmt.Errorf("%w: %w", ErrHook, err)
	}
	b.log.Warn("Telegram does not take the webhook", "error", err)
	b.phase, b.rest = polling, b.o.Clock.Now().Add(hookRest)
	return nil
}

// doze is Poll while a webhook brings the updates: the clock that lets time pass must end
// it when something is brought.
func (b *Bot) doze(wait time.Duration) {
	if c, ok := b.o.Clock.(interface{ Doze(time.Duration) }); ok {
		c.Doze(wait)
		return
	}
	b.o.Clock.Sleep(wait)
}

// displaced reports whether a conflict is about a webhook.
func displaced(err error) bool { return strings.Contains(err.Error(), "webhook") }
