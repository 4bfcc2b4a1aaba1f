package tgtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

const (
	messageLife  = 24 * time.Hour    // of an update about a message or a member
	callbackLife = 150 * time.Second // of a callback query
	queueCap     = 100_000           // updates
	responseCap  = 4 << 20           // bytes after which no update is added to a response
	longestPoll  = 50                // seconds
	offsetSlack  = 10                // how far beyond the tail an offset is believed
)

// queue holds the updates that the bot has not confirmed.
type queue struct {
	next    int // id of the next update, the tail
	waiting []update
	allowed map[string]bool

	lastOffset int
	lastPoll   time.Time
}

// update is one serialized update.
type update struct {
	id      int
	raw     []byte
	expires time.Time
}

// defaultUpdates are the types that a bot gets which never asked for any.
func defaultUpdates() map[string]bool {
	allowed := map[string]bool{}
	for name := range botAPI().types["Update"].fields {
		switch name {
		case "update_id", "chat_member", "message_reaction", "message_reaction_count":
		default:
			allowed[name] = true
		}
	}
	return allowed
}

// push queues an update if its type is allowed now; a filtered one costs no id.
func (s *Server) push(kind string, body any, life time.Duration) {
	if !s.allowed[kind] || len(s.waiting) >= queueCap {
		return
	}
	raw := []byte(`{"update_id":` + strconv.Itoa(s.next) + `,"` + kind + `":`)
	raw = append(append(raw, encode(body)...), '}')
	s.violate(botAPI().checkUpdate(raw)...)
	s.waiting = append(s.waiting, update{id: s.next, raw: raw, expires: s.now.Add(life)})
	s.next++
	s.free.Broadcast()
}

// expire drops the updates that nobody fetched in time.
func (s *Server) expire() {
	s.waiting = slices.DeleteFunc(s.waiting, func(u update) bool { return !s.now.Before(u.expires) })
}

// confirm makes an offset absolute and forgets the updates below it. An offset too far beyond the tail is ignored.
func (s *Server) confirm(offset int) int {
	s.expire()
	head := s.next
	if len(s.waiting) > 0 {
		head = s.waiting[0].id
	}
	if offset < 0 {
		offset += s.next
	}
	if offset <= 0 || offset > s.next+offsetSlack {
		offset = head
	}
	s.forget(offset)
	return offset
}

// forget drops the updates below an offset.
func (s *Server) forget(offset int) {
	n, _ := slices.BinarySearchFunc(s.waiting, offset, func(u update, id int) int { return u.id - id })
	s.waiting = slices.Delete(s.waiting, 0, n)
}

// getUpdates answers a long poll; it is the method that moves the clock.
func (s *Server) getUpdates(p params) (any, *failure) {
	if names, ok := allowedUpdates(p.text("allowed_updates")); ok {
		s.allowed = names
	}
	limit, timeout, offset := 100, int(min(max(p.number("timeout"), 0), longestPoll)), int(p.number("offset"))
	if p.has("limit") {
		limit = int(min(max(p.number("limit"), 1), 100))
	}
	if s.opts.HoldRepeats && offset == s.lastOffset && !s.lastPoll.IsZero() {
		since := s.now.Sub(s.lastPoll)
		if since < 3*time.Second && timeout < 3 {
			timeout = 3
		}
		if since < 500*time.Millisecond {
			limit = 1
		}
	}
	s.lastOffset, s.lastPoll = offset, s.now
	offset = s.confirm(offset)
	filled := func() bool {
		s.expire()
		s.forget(offset)
		return len(s.waiting) > 0
	}
	if s.holdClock(filled) {
		defer s.giveClock()
		s.runDue()
		if !filled() {
			s.advance(s.now.Add(time.Duration(timeout)*time.Second), filled)
		}
	}
	filled()
	return s.batch(limit), nil
}

// batch joins the first updates of the queue to a JSON array.
func (s *Server) batch(limit int) json.RawMessage {
	out := []byte{'['}
	for i, u := range s.waiting {
		if i == limit || len(out) > responseCap {
			break
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, u.raw...)
	}
	return append(out, ']')
}

// allowedUpdates reads the parameter of that name; ok is false if the server is to keep what it has.
func allowedUpdates(text string) (names map[string]bool, ok bool) {
	if text == "" {
		return nil, false
	}
	var list []any
	if err := json.Unmarshal([]byte(text), &list); err != nil || list == nil {
		return nil, false
	}
	known := botAPI().types["Update"].fields
	names = map[string]bool{}
	for _, item := range list {
		name, isText := item.(string)
		if _, isType := known[name]; isText && isType && name != "update_id" {
			names[name] = true
		}
	}
	if len(names) == 0 {
		return defaultUpdates(), true
	}
	return names, true
}

// deleteWebhook has nothing to delete, since webhooks are left out; it can drop what waits.
func (s *Server) deleteWebhook(p params) (any, *failure) {
	if p.yes("drop_pending_updates") {
		s.waiting = nil
	}
	return described{result: true, description: "Webhook is already deleted"}, nil
}

// getWebhookInfo says that there is no webhook.
func (s *Server) getWebhookInfo(params) (any, *failure) {
	s.expire()
	return wireWebhook{Pending: len(s.waiting)}, nil
}
