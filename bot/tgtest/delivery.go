package tgtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	secretHeader  = "X-Telegram-Bot-Api-Secret-Token"
	firstPause    = time.Second      // before a delivery that failed is tried again; it doubles
	longestPause  = 64 * time.Second // somewhere in 60–120 s
	longestAsked  = time.Hour        // of what a Retry-After can ask
	goneFor       = 23 * time.Hour   // of «410 Gone», after which the webhook is dropped
	defaultFlight = 40               // deliveries under way at once
	mostFlights   = 100
	deliveryLimit = 60 * time.Second // by the wall, of one request
)

// hook is the webhook, and what is under way to it.
type hook struct {
	url, secret string
	connections int
	flying      map[int]*Delivery
	pauses      map[string]pause // by queue
	lastError   string
	errorAt     time.Time
	goneSince   time.Time
	setAt       time.Time       // the last setWebhook
	courier     func(*Delivery) // carries the deliveries; nil: by the routes
	routes      map[string]string
}

// pause is how long a queue whose delivery failed is left alone.
type pause struct {
	until  time.Time
	length time.Duration
}

// Delivery is an update on its way to the webhook.
type Delivery struct {
	URL    string
	Header http.Header
	Body   []byte

	server *Server
	id     int
	queue  string
}

// Courier hands every delivery to f instead of to the webhook's address: at its instant, in the order of the ids, one of
// each chat or person and no more than max_connections at once. Each must get a [Delivery.Reply], at once or later.
// On a virtual clock f runs like an act.
func (s *Server) Courier(f func(*Delivery)) {
	s.enter()
	defer s.mu.Unlock()
	s.hook.courier = f
	s.free.Broadcast()
}

// DeliverTo hands the deliveries to a handler in process, as a [Courier]. On a virtual clock it answers before time goes on.
func (s *Server) DeliverTo(h http.Handler) {
	s.Courier(func(d *Delivery) {
		carry := func() {
			w := httptest.NewRecorder()
			req := httptest.NewRequest(http.MethodPost, d.URL, bytes.NewReader(d.Body))
			req.Header = d.Header.Clone()
			h.ServeHTTP(w, req)
			d.Reply(w.Code, w.Header(), w.Body.Bytes())
		}
		if s.walled() {
			go carry()
		} else {
			carry()
		}
	})
}

// Route is the proxy in front of the bot: what is delivered to an origin such as https://bot.example.org goes, with its
// path, to a base address such as http://127.0.0.1:8443.
func (s *Server) Route(origin, base string) {
	s.enter()
	defer s.mu.Unlock()
	if s.hook.routes == nil {
		s.hook.routes = map[string]string{}
	}
	s.hook.routes[strings.TrimSuffix(origin, "/")] = strings.TrimSuffix(base, "/")
}

// Doze lets time pass as [Server.Sleep] does, but no longer than until something is on its way to the webhook.
func (s *Server) Doze(d time.Duration) {
	s.enter()
	defer s.leave()
	s.wait(context.Background(), d, func() bool { return len(s.hook.flying) > 0 })
}

// queueOf names the queue of an update: the chat it is from, or the person whose press it is. Within one, order is kept.
func queueOf(raw []byte) string {
	var u map[string]json.RawMessage
	if json.Unmarshal(raw, &u) != nil {
		return ""
	}
	for kind, body := range u {
		var from struct {
			Chat, From struct {
				ID int64 `json:"id"`
			}
		}
		if kind == "update_id" || json.Unmarshal(body, &from) != nil {
			continue
		}
		if kind == "callback_query" {
			return "user " + strconv.FormatInt(from.From.ID, 10)
		}
		return "chat " + strconv.FormatInt(from.Chat.ID, 10)
	}
	return ""
}

// deliver sends out what may go out now, and what may then. The caller holds the lock, and the clock.
func (s *Server) deliver() {
	courier := s.hook.courier
	if courier == nil {
		courier = s.dispatch
	}
	for out := s.ready(); len(out) > 0; out = s.ready() {
		for _, d := range out {
			if s.mover == 0 {
				s.mover = goroutine()
			}
			s.outside(func() { courier(d) })
		}
	}
}

// ready takes the updates that may go out now.
func (s *Server) ready() (out []*Delivery) {
	if s.hook.url == "" || s.closed || s.down || s.revoked {
		return nil
	}
	s.expire()
	busy := map[string]bool{}
	for _, d := range s.hook.flying {
		busy[d.queue] = true
	}
	for _, u := range s.waiting {
		queue := queueOf(u.raw)
		if len(s.hook.flying) >= s.hook.connections {
			break
		}
		if busy[queue] || s.hook.pauses[queue].until.After(s.now) {
			busy[queue] = true
			continue
		}
		busy[queue] = true
		d := &Delivery{URL: s.hook.url, Body: slices.Clone(u.raw), Header: http.Header{"Content-Type": {jsonType}}, server: s, id: u.id, queue: queue}
		if s.hook.secret != "" {
			d.Header.Set(secretHeader, s.hook.secret)
		}
		s.hook.flying[u.id] = d
		out = append(out, d)
	}
	return out
}

// nextDelivery is when a queue that is left alone may be tried again.
func (s *Server) nextDelivery() (at time.Time, ok bool) {
	if s.hook.url == "" || s.down || s.revoked {
		return at, false
	}
	for _, p := range s.hook.pauses {
		if p.until.After(s.now) && (!ok || p.until.Before(at)) {
			at, ok = p.until, true
		}
	}
	return at, ok
}

// dispatch makes the request of a delivery.
func (s *Server) dispatch(d *Delivery) {
	if s.walled() {
		go s.request(d)
	} else {
		s.request(d)
	}
}

func (s *Server) request(d *Delivery) {
	s.enter()
	address := d.URL
	for origin, base := range s.hook.routes {
		if rest, ok := strings.CutPrefix(address, origin); ok {
			address = base + rest
		}
	}
	s.mu.Unlock()
	if address == d.URL {
		d.fail("Failed to resolve host: No address associated with hostname")
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), deliveryLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(d.Body))
	if err != nil {
		d.fail(err.Error())
		return
	}
	req.Header = d.Header
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		d.fail("Connection refused")
		return
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxParams))
	_ = resp.Body.Close()
	if err != nil {
		d.fail("Read timeout expired")
		return
	}
	d.Reply(resp.StatusCode, resp.Header, body)
}

// fail ends a delivery that found nobody.
func (d *Delivery) fail(why string) { d.Reply(0, http.Header{"X-Why": {why}}, nil) }

// Reply ends a delivery with the answer of whoever it was for. Any 2xx takes the update out of the queue, and a method in
// the body of one is carried out, its result lost; anything else has the update come again, after growing pauses.
func (d *Delivery) Reply(status int, header http.Header, body []byte) {
	s := d.server
	s.enter()
	defer s.leave()
	defer s.free.Broadcast()
	if s.hook.flying[d.id] != d {
		return // the webhook was set anew meanwhile
	}
	delete(s.hook.flying, d.id)
	if status < 200 || status > 299 {
		s.undelivered(d, status, header)
		return
	}
	delete(s.hook.pauses, d.queue)
	s.hook.goneSince = time.Time{}
	s.waiting = slices.DeleteFunc(s.waiting, func(u update) bool { return u.id == d.id })
	s.answered(header, body)
}

// undelivered leaves the queue of a delivery that failed alone for a while.
func (s *Server) undelivered(d *Delivery, status int, header http.Header) {
	s.hook.errorAt, s.hook.lastError = s.now, header.Get("X-Why")
	if status != 0 {
		s.hook.lastError = fmt.Sprintf("Wrong response from the webhook: %d %s", status, http.StatusText(status))
	}
	if status != http.StatusGone {
		s.hook.goneSince = time.Time{}
	} else if s.hook.goneSince.IsZero() {
		s.hook.goneSince = s.now
	} else if s.now.Sub(s.hook.goneSince) > goneFor {
		s.unhook()
		return
	}
	p := s.hook.pauses[d.queue]
	p.length = min(max(2*p.length, firstPause), longestPause)
	wait := p.length
	if asked, err := strconv.Atoi(header.Get("Retry-After")); err == nil && asked > 0 {
		wait = min(time.Duration(asked)*time.Second, longestAsked)
	}
	p.until = s.now.Add(wait)
	s.hook.pauses[d.queue] = p
}

// answered carries out the method that stands in the answer to a delivery. Those that ask, and those about the webhook
// itself, are not taken so.
func (s *Server) answered(header http.Header, body []byte) {
	p := params{}
	if strings.HasPrefix(header.Get("Content-Type"), jsonType) {
		p.addJSON(body)
	}
	name := p["method"]
	delete(p, "method")
	if canonical, known := botAPI().names[strings.ToLower(name)]; known {
		name = canonical
	}
	switch {
	case name == "", strings.HasPrefix(strings.ToLower(name), "get"),
		slices.Contains([]string{"setWebhook", "deleteWebhook", "close", "logOut"}, name):
		return
	}
	s.violate(botAPI().checkRequest(name, p)...)
	index := len(s.requests)
	s.requests = append(s.requests, Request{At: s.now, Method: name, Params: p})
	r := s.carryOut(context.Background(), index, name, p)
	done := &s.requests[index]
	done.Code, done.Description, done.RetryAfter, done.Done = r.code, r.fail.text, r.fail.retryAfter, s.now
}
