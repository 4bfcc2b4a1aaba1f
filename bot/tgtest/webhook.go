package tgtest

import (
	"net/url"
	"strings"
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

// SetWebhook sets the webhook as another program with the bot's token does; the empty address deletes it. Nothing is ever
// delivered there, but while it is set the bot cannot poll.
func (s *Server) SetWebhook(address string) {
	s.enter()
	defer s.mu.Unlock()
	s.hook = address
	if address != "" {
		s.endPoll(errHookedAnew)
	}
}

// setWebhook sets the webhook; an empty address deletes it.
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
	}
	if names, ok := allowedUpdates(p.text("allowed_updates")); ok {
		s.allowed = names
	}
	if p.yes("drop_pending_updates") {
		s.waiting = nil
	}
	s.endPoll(errHookedAnew)
	if s.hook == address {
		return described{result: true, description: "Webhook is already set"}, nil
	}
	s.hook = address
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
	if s.hook == "" {
		return described{result: true, description: "Webhook is already deleted"}, nil
	}
	s.hook = ""
	return described{result: true, description: "Webhook was deleted"}, nil
}

// getWebhookInfo tells the webhook and how many updates wait.
func (s *Server) getWebhookInfo(params) (any, *failure) {
	s.expire()
	info := wireWebhook{URL: s.hook, Pending: len(s.waiting)}
	if s.hook != "" {
		info.Connections = 40
	}
	return info, nil
}
