package tgtest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"
)

// Call is a request of the bot that is about to be carried out.
type Call struct {
	Method string // canonical spelling if known, else as sent
	ChatID int64  // 0 if it names no chat
	Params map[string]string
	At     time.Time
}

// Fault is what goes wrong with one call; the zero value is nothing. What has no effect is decided first: LostBefore, then
// Status, then RetryAfter.
type Fault struct {
	LostBefore bool // the connection breaks and the call has no effect
	LostAfter  bool // the call has its effect and the connection breaks instead of the answer

	// Status is of a proxy's page that comes instead of an answer of Telegram. The call has no effect, unless LostAfter says
	// that it got through and only its answer did not.
	Status int
	Body   string // of the page: HTML, or JSON if it is valid JSON; empty is the page that proxies show

	RetryAfter int           // a flood wait of so many seconds, in the words of Telegram
	Truncate   bool          // the answer ends in the middle of its JSON
	Delay      time.Duration // the effect comes at once, the answer or the break of the connection so much later
}

// lost says whether the bot gets no answer at all.
func (f Fault) lost() bool { return f.LostBefore || f.LostAfter && f.Status == 0 }

// page is the answer of a proxy.
func (f Fault) page() reply {
	title := fmt.Sprintf("%d %s", f.Status, http.StatusText(f.Status))
	body, kind := f.Body, "text/html"
	switch {
	case body == "":
		body = "<html>\r\n<head><title>" + title + "</title></head>\r\n<body>\r\n<center><h1>" + title +
			"</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n"
	case json.Valid([]byte(body)):
		kind = jsonType
	}
	return reply{code: f.Status, kind: kind, body: []byte(body)}
}

// faults are the ways in which Telegram fails a bot.
type faults struct {
	inject  func(Call) Fault
	floods  map[int64]time.Time // by chat: when its flood wait is over
	revoked bool
	down    bool
	cuts    int // how often every connection was cut; a call that began before the last cut gets no answer
}

// The errors of a client whose connection is refused, or breaks.
var (
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	errReset   = &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
)

// Inject sets what goes wrong: f is asked at every call that comes with the right token, polls included, before anything
// is done about it. It runs without the server's lock and must leave the parameters alone. Nil ends it.
func (s *Server) Inject(f func(Call) Fault) {
	s.enter()
	defer s.mu.Unlock()
	s.inject = f
}

// Flood makes Telegram refuse whatever the bot does in a chat until so many seconds are over; asking about the chat stays
// allowed. It comes before every other check of a call.
func (s *Server) Flood(c *Chat, retryAfter int) {
	s.enter()
	defer s.mu.Unlock()
	s.floods[c.ID] = s.now.Add(time.Duration(retryAfter) * time.Second)
}

// Revoke makes the token worthless, as its owner can: every call is refused from now on, a waiting poll included.
func (s *Server) Revoke() {
	s.enter()
	defer s.mu.Unlock()
	s.revoked = true
	s.free.Broadcast()
}

// arrive lets a call in: it is the number of cuts so far, or an error if nobody listens.
func (s *Server) arrive() (cut int, err error) {
	s.enter()
	defer s.mu.Unlock()
	if s.down {
		return 0, errRefused
	}
	return s.cuts, nil
}

// consult asks what goes wrong with a call.
func (s *Server) consult(name string, p params) Fault {
	ask := s.inject
	if ask == nil || s.revoked {
		return Fault{}
	}
	id, _ := p.id("chat_id") // what is no number names no chat of this world
	call := Call{Method: name, ChatID: id, Params: p, At: s.now}
	var fault Fault
	s.outside(func() { fault = ask(call) })
	return fault
}

// answer carries out a call as far as its fault lets it.
func (s *Server) answer(ctx context.Context, index int, name string, p params, f Fault) reply {
	switch {
	case f.LostBefore:
		return reply{}
	case f.Status != 0 && !f.LostAfter:
		return f.page()
	case s.revoked:
		return encodeFailure(errUnauthorized)
	case f.RetryAfter > 0:
		return encodeFailure(tooMany(f.RetryAfter))
	}
	r := s.carryOut(ctx, index, name, p)
	if f.Status != 0 {
		r = f.page()
	}
	if f.Truncate {
		r.body = r.body[:len(r.body)/2]
	}
	return r
}

// floodWait is for how many seconds a method is refused in the chat that it names.
func (s *Server) floodWait(name string, p params) int {
	id, ok := p.id("chat_id")
	if !ok || strings.HasPrefix(name, "get") {
		return 0
	}
	return int(math.Ceil(max(s.floods[id].Sub(s.now), 0).Seconds()))
}
