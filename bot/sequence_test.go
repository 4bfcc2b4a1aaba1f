package bot

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// Whatever the order in which a webhook brings updates, however often, and whatever polls
// come between, each is taken once; a bot that only knows the highest would lose some.
func TestSequence(t *testing.T) {
	dice := rand.New(rand.NewPCG(6, 3))
	skipped := 0
	for range 300 {
		var s sequence
		base, n := int64(2_000_001+dice.IntN(1_000_000)), 60
		taken, top := map[int64]int{}, int64(0)
		take := func(id int64, polled bool) {
			if s.taken(id) {
				return
			}
			if id < top {
				skipped++
			}
			top = max(top, id)
			taken[id]++
			if polled {
				s.polled(id)
			} else {
				s.brought(id)
			}
		}
		waiting := map[int64]bool{}
		for i := range n {
			waiting[base+int64(i)] = true
		}
		for len(waiting) > 0 {
			if dice.IntN(20) == 0 { // a poll: all that waits, from the first on, some of them
				some := 1 + dice.IntN(10)
				for id := s.first(); id < base+int64(n) && some > 0; id++ {
					if id >= base && waiting[id] {
						take(id, true)
						some--
						if dice.IntN(2) == 0 {
							break
						}
					}
				}
				for id := range waiting {
					if id < s.first() {
						delete(waiting, id)
					}
				}
			}
			ids := []int64{}
			for id := base; id < base+int64(n); id++ {
				if waiting[id] {
					ids = append(ids, id)
				}
			}
			if len(ids) == 0 {
				break
			}
			id := ids[dice.IntN(min(len(ids), 8))]
			take(id, false)
			if dice.IntN(4) != 0 { // else the acknowledgement is lost
				delete(waiting, id)
			}
			s.missed = decodeSpans(encodeSpans(s.missed))
		}
		for i := range n {
			if id := base + int64(i); taken[id] != 1 {
				t.Fatalf("update %d of %d is taken %d times; %+v", i, n, taken[id], s)
			}
		}
		if s.settle(s.next); s.first() != base+int64(n) {
			t.Fatalf("first %d, next %d", s.first()-base, s.next-base)
		}
	}
	if skipped == 0 {
		t.Error("no update came behind a later one: the test sees nothing")
	}
}

func TestSequenceNumberedAnew(t *testing.T) {
	s := sequence{next: 900_000_000, missed: []span{{899_999_990, 899_999_991}}}
	for _, id := range []int64{2_000_010, 2_000_012, 2_000_009, 2_000_010} {
		if !s.taken(id) {
			s.brought(id)
		}
	}
	if s.taken(2_000_011) || !s.taken(2_000_010) || !s.taken(2_000_009) || s.next != 2_000_013 {
		t.Errorf("%+v", s)
	}
	s.polled(2_000_011)
	if want := (sequence{next: 2_000_013}); !reflect.DeepEqual(s, want) {
		t.Errorf("%+v", s)
	}
	if got := decodeSpans([]byte("?")); got != nil {
		t.Errorf("%v", got)
	}
}
