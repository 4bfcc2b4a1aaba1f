package tgtest

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
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
	hook    hook      // while there is one nobody can poll
	poll    *longPoll // the poll that waits

	lastOffset int
	lastPoll   time.Time
}

// longPoll is a getUpdates that waits.
type longPoll struct{ fail *failure } // why it ended before its time

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
	s.enqueue(`"`+kind+`":`+string(encode(body)), life)
	s.violate(botAPI().checkUpdate(s.waiting[len(s.waiting)-1].raw)...)
}

// enqueue gives an update its id and wakes who waits for it.
func (s *Server) enqueue(fields string, life time.Duration) {
	raw := []byte(`{"update_id":` + strconv.Itoa(s.next) + `,` + fields + `}`)
	s.waiting = append(s.waiting, update{id: s.next, raw: raw, expires: s.now.Add(life)})
	s.next++
	s.free.Broadcast()
}

// Push queues an update as it is given, fields without braces or an object, and returns the id that is put in front.
// Nothing checks it: it is for updates that the bot does not expect.
func (s *Server) Push(raw string) int {
	s.enter()
	defer s.mu.Unlock()
	raw = strings.TrimSpace(raw)
	if inner, ok := strings.CutPrefix(raw, "{"); ok {
		raw = strings.TrimSpace(strings.TrimSuffix(inner, "}"))
	}
	s.enqueue(raw, messageLife)
	return s.next - 1
}

// Renumber gives the next update an id, as Telegram does with a random one after a week of silence. What waits is
// forgotten, for it would have expired by then. With an id of the past an update can be delivered once more.
func (s *Server) Renumber(next int) {
	s.enter()
	defer s.mu.Unlock()
	s.next, s.waiting = next, nil
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

// endPoll ends the poll that waits, if one does.
func (s *Server) endPoll(why *failure) {
	if s.poll != nil {
		s.poll.fail, s.poll = why, nil
		s.free.Broadcast()
	}
}

// getUpdates answers a long poll; it is the method that lets time pass.
func (s *Server) getUpdates(ctx context.Context, p params) (any, *failure) {
	if s.hook.url != "" {
		return nil, errHooked
	}
	s.endPoll(errOtherPoller)
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
	poll, cut := &longPoll{}, s.cuts
	s.poll = poll
	over := func() bool {
		s.expire()
		s.forget(offset)
		return len(s.waiting) > 0 || poll.fail != nil || s.revoked || s.cuts != cut
	}
	idle := !over()
	s.wait(ctx, time.Duration(timeout)*time.Second, over)
	if idle && len(s.waiting) > 0 && s.walled() {
		s.outside(func() { time.Sleep(batching) })
	}
	if s.poll == poll {
		s.poll = nil
	}
	switch {
	case s.revoked:
		return nil, errUnauthorized
	case poll.fail != nil:
		return nil, poll.fail
	}
	s.expire()
	s.forget(offset)
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
