package tgtest

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Limits are how much Telegram takes of a bot. Zero counts are no limits.
//
// The published numbers are those of [PublishedLimits]; the real ones are dynamic and not told. Edits share the places of
// sends, and so does whatever else puts a message into a chat. Answers to presses, deletions, chat actions and questions
// have limits so high, or none, that they take no place here.
type Limits struct {
	ChatBurst int           // messages that one chat takes at once
	ChatEvery time.Duration // in which it wins back one of them

	Group     int // messages that a group takes within GroupSpan
	GroupSpan time.Duration

	All     int // messages over all chats within AllSpan
	AllSpan time.Duration

	// Absorbed is the longest wait that the server waits by itself: the effect comes late, and its answer with it. A longer
	// one is a refusal that says how many seconds are left.
	Absorbed time.Duration
}

// PublishedLimits are the numbers that Telegram publishes, with the wait that the official server absorbs.
func PublishedLimits() Limits {
	return Limits{ChatBurst: 3, ChatEvery: time.Second, Group: 20, GroupSpan: time.Minute, All: 30, AllSpan: time.Second, Absorbed: 8 * time.Second}
}

// limiter knows which places are taken.
type limiter struct {
	full  map[int64]time.Time   // by chat: when its burst would be whole again
	group map[int64][]time.Time // by group: the places taken within GroupSpan, some of them still to come
	all   []time.Time
}

// counted reports whether a method takes a place.
func counted(name string) bool {
	for _, prefix := range []string{"send", "editMessage", "editEphemeral", "forwardMessage", "copyMessage", "createForumTopic"} {
		if strings.HasPrefix(name, prefix) {
			return name != "sendChatAction"
		}
	}
	return false
}

// limit takes a place for a call and waits for it; it refuses a call whose place is too far off, which takes none. The
// sends of one chat are carried out in the order in which they have come, for a later one gets a later place. What comes
// to no place because its chat is unknown is refused by the checks of its method.
func (s *Server) limit(ctx context.Context, index int, name string, p params) *failure {
	id, ok := p.id("chat_id")
	if !ok || !counted(name) || s.chats[id] == nil {
		return nil
	}
	at := s.place(s.chats[id])
	held := at.Sub(s.now)
	if held > s.opts.Limits.Absorbed {
		return tooMany(seconds(held))
	}
	s.take(s.chats[id], at)
	if held > 0 {
		s.requests[index].Held = held
		s.wait(ctx, held, func() bool { return false })
	}
	return nil
}

// seconds rounds up: a wait of whole seconds is never too short.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// place is when a chat takes the next message.
func (s *Server) place(c *Chat) time.Time {
	l, at := s.opts.Limits, s.now
	if l.ChatBurst > 0 {
		at = later(at, s.full[c.ID].Add(-time.Duration(l.ChatBurst-1)*l.ChatEvery))
	}
	for {
		next := at
		if l.Group > 0 && c.peer == nil {
			next = fitting(s.group[c.ID], l.Group, l.GroupSpan, next)
		}
		if l.All > 0 {
			next = fitting(s.all, l.All, l.AllSpan, next)
		}
		if next.Equal(at) {
			return at
		}
		at = next
	}
}

// fitting is the first instant, not before at, in whose span fewer than n places are taken.
func fitting(taken []time.Time, n int, span time.Duration, at time.Time) time.Time {
	if len(taken) < n {
		return at
	}
	return later(at, taken[len(taken)-n].Add(span))
}

// take notes a place, and forgets those that no span holds any more.
func (s *Server) take(c *Chat, at time.Time) {
	l := s.opts.Limits
	if l.ChatBurst > 0 {
		s.full[c.ID] = later(s.full[c.ID], at).Add(l.ChatEvery)
	}
	if l.Group > 0 && c.peer == nil {
		s.group[c.ID] = insert(s.group[c.ID], at, s.now.Add(-l.GroupSpan))
	}
	if l.All > 0 {
		s.all = insert(s.all, at, s.now.Add(-l.AllSpan))
	}
}

// insert keeps the instants in order, without those up to old.
func insert(taken []time.Time, at, old time.Time) []time.Time {
	i, _ := slices.BinarySearchFunc(taken, at, time.Time.Compare)
	return slices.DeleteFunc(slices.Insert(taken, i, at), func(t time.Time) bool { return !t.After(old) })
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
