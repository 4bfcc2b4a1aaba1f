package tgtest

import (
	"bytes"
	"container/heap"
	"context"
	"runtime"
	"strconv"
	"sync"
	"time"
)

// clock is the time of the world and what is planned in it.
type clock struct {
	now   time.Time
	plans planHeap
	order int // plans ever made; breaks ties of one instant

	depth int        // how often the clock is held: an act may wait, too
	mover uint64     // the goroutine that holds it, known as soon as it runs an act
	free  *sync.Cond // the clock was given back, or there is something new to see for who waits

	closed  bool          // of a wall clock: nothing planned happens any more
	stopped chan struct{} // of a wall clock: closed when its goroutine has ended
}

// plan is an act of a user at an instant to come.
type plan struct {
	at    time.Time
	order int
	act   func()
}

// planHeap orders plans by instant, then by planning.
type planHeap []plan

func (h planHeap) Len() int { return len(h) }

func (h planHeap) Less(i, j int) bool {
	if c := h[i].at.Compare(h[j].at); c != 0 {
		return c < 0
	}
	return h[i].order < h[j].order
}

func (h planHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *planHeap) Push(x any) { *h = append(*h, x.(plan)) }

func (h *planHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	old[len(old)-1] = plan{}
	*h = old[:len(old)-1]
	return last
}

// Now is the time of the world in UTC.
func (s *Server) Now() time.Time {
	s.enter()
	defer s.mu.Unlock()
	return s.now
}

// At plans an act of a user. An act planned for the past runs at the next poll or Sleep; on a wall clock, at once.
func (s *Server) At(t time.Time, act func()) {
	s.enter()
	defer s.mu.Unlock()
	heap.Push(&s.plans, plan{at: t.UTC().Round(0), order: s.order, act: act})
	s.order++
	s.free.Broadcast()
}

// Planned is the instant of the next planned act, if there is one.
func (s *Server) Planned() (time.Time, bool) {
	s.enter()
	defer s.mu.Unlock()
	if len(s.plans) == 0 {
		return time.Time{}, false
	}
	return s.plans[0].at, true
}

// Sleep moves the clock by d and runs the acts planned until then, each at its own instant. On a wall clock it waits.
func (s *Server) Sleep(d time.Duration) {
	s.enter()
	defer s.leave()
	s.wait(context.Background(), d, func() bool { return false })
}

// wait lets time pass until enough is true, but no longer than d. Only on a wall clock can the context end it.
func (s *Server) wait(ctx context.Context, d time.Duration, enough func() bool) {
	if s.walled() {
		s.await(ctx, s.now.Add(d), enough)
		return
	}
	if !s.holdClock(enough) {
		return
	}
	defer s.giveClock()
	s.advance(s.now.Add(max(d, 0)), enough)
}

// advance moves the clock to an instant, running the acts on the way; it stops between two instants when enough says so.
func (s *Server) advance(until time.Time, enough func() bool) {
	for {
		s.runDue()
		s.deliver()
		if enough() {
			return
		}
		at, ok := s.nextAct()
		if !ok || at.After(until) {
			break
		}
		if at.After(s.now) {
			s.now = at
		}
	}
	if until.After(s.now) {
		s.now = until
	}
}

// nextAct is the next instant at which the world does something by itself.
func (s *Server) nextAct() (at time.Time, ok bool) {
	at, ok = s.nextDelivery()
	if len(s.plans) > 0 && (!ok || s.plans[0].at.Before(at)) {
		at, ok = s.plans[0].at, true
	}
	return at, ok
}

// runDue runs every act whose instant has come, in order.
func (s *Server) runDue() {
	for len(s.plans) > 0 && !s.plans[0].at.After(s.now) {
		due := heap.Pop(&s.plans).(plan)
		if s.mover == 0 {
			s.mover = goroutine()
		}
		s.outside(due.act)
		s.notify()
	}
}

// holdClock waits until this goroutine may move the clock. It gives up, and returns false, as soon as enough is true
// while another goroutine moves it.
func (s *Server) holdClock(enough func() bool) bool {
	if s.depth > 0 && s.mover != goroutine() {
		for s.depth > 0 {
			if enough() {
				return false
			}
			s.free.Wait()
		}
	}
	s.depth++
	return true
}

// giveClock ends a holdClock.
func (s *Server) giveClock() {
	s.depth--
	if s.depth == 0 {
		s.mover = 0
		s.free.Broadcast()
	}
}

// goroutine numbers the calling goroutine. The runtime says it nowhere but in a stack trace, and nothing else tells an act
// that waits (its own mover calls again) from a second mover that has to wait for its turn. It is slow, and asked only when
// an act runs.
func goroutine() uint64 {
	var buf [64]byte
	line := buf[:runtime.Stack(buf[:], false)]
	line = bytes.TrimPrefix(line, []byte("goroutine "))
	digits, _, _ := bytes.Cut(line, []byte(" "))
	n, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil {
		panic("tgtest: stack trace without a goroutine number")
	}
	return n
}
