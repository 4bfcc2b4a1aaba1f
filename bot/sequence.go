package bot

import (
	"encoding/json"
	"slices"
)

// sequence is which updates have been taken: all below next but those in missed. A poll
// brings them in the order of their ids; a webhook brings each chat's in order, and those
// of several chats as they come, so that a higher one may be taken before a lower one.
type sequence struct {
	next   int64
	missed []span
}

// span is the ids from From up to, and without, To.
type span struct{ From, To int64 }

// taken reports whether the update was taken before. What lies further behind than a
// queue holds was numbered anew, as Telegram does after a quiet week (I3).
func (s *sequence) taken(id int64) bool {
	if id >= s.next || id < s.next-longestQueue {
		return false
	}
	return !slices.ContainsFunc(s.missed, func(m span) bool { return m.From <= id && id < m.To })
}

// polled takes an update that a poll has brought: nothing below it waits any more.
func (s *sequence) polled(id int64) {
	if id < s.next-longestQueue {
		*s = sequence{}
	}
	s.next = max(s.next, id+1)
	s.missed = except(s.missed, span{0, id + 1})
}

// brought takes an update that a webhook has brought. What is not known to have been taken
// below it may still come.
func (s *sequence) brought(id int64) {
	if s.next == 0 || id > s.next+longestQueue || id < s.next-longestQueue {
		*s = sequence{next: id + 1, missed: []span{{max(1, id-longestQueue), id}}}
		return
	}
	if id >= s.next {
		if id > s.next {
			s.missed = append(slices.Clone(s.missed), span{s.next, id})
		}
		s.next = id + 1
		return
	}
	s.missed = except(s.missed, span{id, id + 1})
}

// settle forgets what is missed below an id: it does not exist.
func (s *sequence) settle(below int64) { s.missed = except(s.missed, span{0, below}) }

// longestGap is how many updates in a row can be on their way at once; more are missing only
// where it is not known what came before.
const longestGap = 1000

// lacks reports whether an update below an id is on its way.
func (s *sequence) lacks(id int64) bool {
	return slices.ContainsFunc(s.missed, func(m span) bool { return m.From < id && m.To-m.From <= longestGap })
}

// first is the first update that has not been taken.
func (s *sequence) first() int64 {
	if len(s.missed) > 0 {
		return s.missed[0].From
	}
	return s.next
}

// except takes the ids of a span out of spans that stand in their order.
func except(spans []span, out span) (left []span) {
	for _, m := range spans {
		for _, part := range []span{{m.From, min(m.To, out.From)}, {max(m.From, out.To), m.To}} {
			if part.From < part.To {
				left = append(left, part)
			}
		}
	}
	return left
}

// encodeSpans is how what is missed is kept.
func encodeSpans(spans []span) []byte {
	if len(spans) == 0 {
		return nil
	}
	var flat []int64
	for _, m := range spans {
		flat = append(flat, m.From, m.To)
	}
	out, err := json.Marshal(flat)
	if err != nil {
		panic(err) // numbers always encode
	}
	return out
}

// decodeSpans reads what encodeSpans has written; what cannot be read misses nothing.
func decodeSpans(raw []byte) (spans []span) {
	var flat []int64
	_ = json.Unmarshal(raw, &flat)
	for i := 0; i+1 < len(flat); i += 2 {
		spans = append(spans, span{flat[i], flat[i+1]})
	}
	return spans
}
