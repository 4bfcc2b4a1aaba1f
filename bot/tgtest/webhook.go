package tgtest

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
)

const maxSecret = 256 // characters of a webhook's secret token

// The refusals of a poll that somebody else's wish for the updates ends.
var (
	errHooked = conflict("can't use getUpdates method while webhook is active; " +
		"use deleteWebhook to delete the webhook first")
	errHookedAnew  = conflict("terminated by setWebhook request")
	errOtherPoller = conflict("terminated by other getUpdates request; " +
		"make sure that only one bot instance is running")
)

// SetWebhook sets the webhook as another program with the bot's token does; the empty address deletes it. While it is set
// the bot cannot poll.
func (s *Server) SetWebhook(address string) {
	s.enter()
	defer s.mu.Unlock()
	s.unhook()
	if address != "" {
		s.hookTo(address, "", defaultFlight)
	}
}

// hookTo begins to deliver to an address.
func (s *Server) hookTo(address, secret string, connections int) {
	s.hook.url, s.hook.secret, s.hook.connections = address, secret, connections
	s.hook.flying, s.hook.pauses = map[int]*Delivery{}, map[string]pause{}
	s.hook.lastError, s.hook.goneSince = "", time.Time{}
	s.endPoll(errHookedAnew)
	s.free.Broadcast()
}

// unhook ends the deliveries; what is under way is not taken any more.
func (s *Server) unhook() {
	s.hook.url, s.hook.secret, s.hook.flying, s.hook.pauses, s.hook.lastError = "", "", nil, nil, ""
}

// setWebhook sets the webhook; an empty address deletes it. Set as it is already, it goes on as it was, pauses included.
func (s *Server) setWebhook(p params) (any, *failure) {
	address, secret := p.text("url"), p.text("secret_token")
	if address == "" {
		return s.deleteWebhook(p)
	}
	u, err := url.Parse(address)
	switch {
	case len(secret) > maxSecret:
		return nil, badRequest("secret token is too long")
	case strings.ContainsFunc(secret, func(r rune) bool { return !secretRune(r) }):
		return nil, badRequest("secret token contains unallowed characters")
	case err != nil || u.Host == "":
		return nil, badRequest("invalid webhook URL specified")
	case u.Scheme != "https":
		return nil, badRequest("bad webhook: An HTTPS URL must be provided for webhook")
	case !s.hook.setAt.IsZero() && s.now.Sub(s.hook.setAt) < time.Second:
		return nil, tooMany(1)
	}
	s.hook.setAt = s.now
	if names, ok := allowedUpdates(p.text("allowed_updates")); ok {
		s.allowed = names
	}
	if p.yes("drop_pending_updates") {
		s.waiting = nil
	}
	connections := defaultFlight
	if p.has("max_connections") {
		connections = int(min(max(p.number("max_connections"), 1), mostFlights))
	}
	if s.hook.url == address && s.hook.secret == secret && s.hook.connections == connections {
		return described{result: true, description: "Webhook is already set"}, nil
	}
	s.unhook()
	s.hookTo(address, secret, connections)
	return described{result: true, description: "Webhook was set"}, nil
}

func secretRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}

// deleteWebhook deletes the webhook and can drop what waits.
func (s *Server) deleteWebhook(p params) (any, *failure) {
	if p.yes("drop_pending_updates") {
		s.waiting = nil
	}
	if s.hook.url == "" {
		return described{result: true, description: "Webhook is already deleted"}, nil
	}
	s.unhook()
	return described{result: true, description: "Webhook was deleted"}, nil
}

// getWebhookInfo tells the webhook, how many updates wait, those under way included, and the last delivery that failed.
func (s *Server) getWebhookInfo(params) (any, *failure) {
	s.expire()
	info := wireWebhook{URL: s.hook.url, Pending: len(s.waiting)}
	if s.hook.url == "" {
		return info, nil
	}
	info.Connections = s.hook.connections
	if s.hook.lastError != "" {
		info.ErrorDate, info.Error = s.hook.errorAt.Unix(), s.hook.lastError
	}
	if !maps.Equal(s.allowed, defaultUpdates()) {
		info.Allowed = slices.Sorted(maps.Keys(s.allowed))
	}
	return info, nil
}
