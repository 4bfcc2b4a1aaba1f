package tgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	reopening = 5 * time.Second       // for how long a port that somebody else has taken is tried again
	settling  = 10 * time.Millisecond // in which clients notice that their idle connections are closed
)

// doors are the loopback ports at which the server listens.
type doors struct {
	gate  sync.Mutex // held while doors open and close, and taken before the server's lock
	ports []*door
}

// door is one port.
type door struct {
	address string
	server  *http.Server
	hangUp  context.CancelFunc // ends the calls that wait
	done    chan error
}

// open listens at the door's address and serves.
func (d *door) open(handler http.Handler) error {
	listener, err := net.Listen("tcp", d.address)
	if err != nil {
		return fmt.Errorf("listening on loopback: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	server, done := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}, make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	*d = door{address: listener.Addr().String(), server: server, hangUp: cancel, done: done}
	return nil
}

// shut stops listening and lets end what is being answered.
func (d *door) shut() error {
	d.hangUp()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := d.server.Shutdown(ctx); err != nil {
		return fmt.Errorf("stopping the server: %w", err)
	}
	return d.ended()
}

// slam stops listening and cuts every connection.
func (d *door) slam() error {
	d.hangUp()
	if err := d.server.Close(); err != nil {
		return fmt.Errorf("stopping the server: %w", err)
	}
	return d.ended()
}

// ended waits until nobody serves at the door any more.
func (d *door) ended() error {
	if err := <-d.done; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving the api: %w", err)
	}
	return nil
}

// Listen serves the API on a free loopback port until stop is called.
func (s *Server) Listen() (baseURL string, stop func() error, err error) {
	s.gate.Lock()
	defer s.gate.Unlock()
	d := &door{address: "127.0.0.1:0"}
	if err := d.open(s); err != nil {
		return "", nil, err
	}
	if _, err := s.arrive(); err != nil {
		if err := d.slam(); err != nil {
			return "", nil, err
		}
	}
	s.ports = append(s.ports, d)
	stop = func() error {
		s.gate.Lock()
		defer s.gate.Unlock()
		i := slices.Index(s.ports, d)
		if i < 0 {
			return nil
		}
		s.ports = slices.Delete(s.ports, i, i+1)
		if _, err := s.arrive(); err != nil {
			return nil // it is shut already
		}
		return d.shut()
	}
	return "http://" + d.address, stop, nil
}

// Down takes Telegram out of the bot's reach, or brings it back. While it is down connections are refused, in process and
// at the ports of Listen, which are the same afterwards; the calls under way, a waiting poll among them, lose their
// connections. The calls that reach nobody are in no record.
func (s *Server) Down(down bool) {
	s.gate.Lock()
	defer s.gate.Unlock()
	if !s.setDown(down) {
		return
	}
	for _, d := range s.ports {
		act := d.slam
		if !down {
			act = func() error { return s.reopen(d) }
		}
		if err := act(); err != nil {
			panic(fmt.Errorf("tgtest: %w", err))
		}
	}
	if down && len(s.ports) > 0 {
		time.Sleep(settling)
	}
}

// setDown says whether it changed anything.
func (s *Server) setDown(down bool) bool {
	s.enter()
	defer s.mu.Unlock()
	if s.down == down {
		return false
	}
	s.down = down
	if down {
		s.cuts++
		for i := range s.requests {
			if r := &s.requests[i]; r.Done.IsZero() {
				r.Lost, r.Done = true, s.now
			}
		}
		s.free.Broadcast()
	}
	return true
}

// reopen listens at an address that was given up; the system may have lent the port to somebody for a moment.
func (s *Server) reopen(d *door) error {
	for until := time.Now().Add(reopening); ; time.Sleep(10 * time.Millisecond) {
		if err := d.open(s); err == nil || time.Now().After(until) {
			return err
		}
	}
}
