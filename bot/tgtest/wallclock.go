package tgtest

import (
	"context"
	"time"
)

// batching is how long, by the wall, a poll that was woken waits for the rest of a burst.
const batching = time.Millisecond

// walled says whether the clock runs by itself.
func (s *Server) walled() bool { return s.opts.Speed > 0 }

// tick lets the clock show what the wall says. It never goes back, whatever somebody does to the wall's clock; within one
// hold of the lock it stands still, as it does in virtual time.
func (s *Server) tick() {
	if !s.walled() {
		return
	}
	passed := time.Now().Round(0).Sub(s.opts.Epoch)
	if now := s.opts.Epoch.Add(passed * time.Duration(s.opts.Speed)); now.After(s.now) {
		s.now = now
	}
}

// keepTime runs the planned acts and tells the watchers until the server is closed.
func (s *Server) keepTime() {
	defer close(s.stopped)
	s.enter()
	defer s.mu.Unlock()
	s.mover = goroutine()
	s.await(context.Background(), s.now.AddDate(100, 0, 0), func() bool { return false })
}

// await is wait by the wall. The goroutine that keeps the time goes on keeping it, so that an act may sleep.
func (s *Server) await(ctx context.Context, until time.Time, enough func() bool) {
	keeper := s.mover == goroutine()
	alarm := time.AfterFunc(time.Hour, s.rouse)
	defer alarm.Stop()
	stop := context.AfterFunc(ctx, s.rouse)
	defer stop()
	for {
		next := until
		if keeper {
			s.runDue()
			s.deliver()
			s.notify()
			if at, ok := s.nextAct(); ok && at.Before(next) {
				next = at
			}
		}
		if enough() || ctx.Err() != nil || !s.now.Before(until) || keeper && s.closed {
			return
		}
		// The division rounds up: an alarm that comes early would be set again and again.
		alarm.Reset(next.Sub(s.now)/time.Duration(s.opts.Speed) + 1)
		s.free.Wait()
		s.tick()
	}
}

// rouse wakes everybody who waits, to look again whether he still has to.
func (s *Server) rouse() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free.Broadcast()
}

// Close ends the world for good: Telegram is down, and on a wall clock the acts still planned do not happen any more. An
// act that is running is waited for, unless it is the one that closes.
func (s *Server) Close() {
	s.Down(true)
	s.enter()
	s.closed = true
	s.free.Broadcast()
	own := s.mover == goroutine()
	s.mu.Unlock()
	if s.walled() && !own {
		<-s.stopped
	}
}
