package tgtest

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

const maxParams = 1 << 20 // bytes of all parameters together

// failure is a refusal of the server.
type failure struct {
	code       int
	text       string
	retryAfter int   // seconds, of a flood wait
	movedTo    int64 // the supergroup that a basic group has become
}

func badRequest(text string) *failure {
	return &failure{code: http.StatusBadRequest, text: "Bad Request: " + text}
}

func forbidden(text string) *failure {
	return &failure{code: http.StatusForbidden, text: "Forbidden: " + text}
}

func conflict(text string) *failure {
	return &failure{code: http.StatusConflict, text: "Conflict: " + text}
}

// tooMany is a flood wait.
func tooMany(seconds int) *failure {
	return &failure{code: http.StatusTooManyRequests, text: "Too Many Requests: retry after " + strconv.Itoa(seconds), retryAfter: seconds}
}

var (
	errNotFound       = &failure{code: http.StatusNotFound, text: "Not Found"}
	errNoMethod       = &failure{code: http.StatusNotFound, text: "Not Found: method not found"}
	errUnauthorized   = &failure{code: http.StatusUnauthorized, text: "Unauthorized"}
	errBadToken       = &failure{code: http.StatusUnauthorized, text: "Unauthorized: invalid token specified"}
	errNotImplemented = &failure{code: http.StatusNotImplemented, text: "Not Implemented"}
	errTooMuch        = &failure{code: http.StatusRequestEntityTooLarge, text: "Request Entity Too Large: too many parameters"}
)

// described is a result with a remark.
type described struct {
	result      any
	description string
}

// handlers are the methods of this server by their canonical names; getUpdates, which alone waits, stands beside them.
var handlers = map[string]func(*Server, params) (any, *failure){
	"getMe":                  (*Server).getMe,
	"setWebhook":             (*Server).setWebhook,
	"deleteWebhook":          (*Server).deleteWebhook,
	"getWebhookInfo":         (*Server).getWebhookInfo,
	"sendMessage":            (*Server).sendMessage,
	"editMessageText":        (*Server).editMessageText,
	"editMessageReplyMarkup": (*Server).editMessageReplyMarkup,
	"deleteMessage":          (*Server).deleteMessage,
	"answerCallbackQuery":    (*Server).answerCallbackQuery,
	"getChat":                (*Server).getChat,
	"getChatMember":          (*Server).getChatMember,
	"getChatMemberCount":     (*Server).getChatMemberCount,
	"getChatAdministrators":  (*Server).getChatAdministrators,
	"restrictChatMember":     (*Server).restrictChatMember,
	"setChatPermissions":     (*Server).setChatPermissions,

	"editEphemeralMessageText":        (*Server).editEphemeralMessageText,
	"editEphemeralMessageReplyMarkup": (*Server).editEphemeralMessageReplyMarkup,
	"deleteEphemeralMessage":          (*Server).deleteEphemeralMessage,
	"sendChatAction":                  (*Server).sendChatAction,
	"setMyCommands":                   (*Server).setMyCommands,
	"getMyCommands":                   (*Server).getMyCommands,
}

// reply is what a transport has to send.
type reply struct {
	code int
	kind string // the content type
	body []byte
	fail failure // what a refusal says
}

const jsonType = "application/json"

func (r reply) header() http.Header {
	header := http.Header{
		"Content-Type":   {r.kind},
		"Content-Length": {strconv.Itoa(len(r.body))},
	}
	if r.fail.retryAfter > 0 {
		header["Retry-After"] = []string{strconv.Itoa(r.fail.retryAfter)}
	}
	return header
}

// Do carries out one API call in process; it makes the server an HTTP client for bot libraries. Its errors are those of
// http.Client, address and token in them included.
func (s *Server) Do(req *http.Request) (*http.Response, error) {
	err := req.Context().Err()
	var r reply
	if err == nil {
		r, err = s.serve(req)
	}
	if req.Body != nil {
		err = cmp.Or(err, req.Body.Close())
	}
	if err != nil {
		method := cmp.Or(req.Method, http.MethodGet)
		return nil, &url.Error{Op: method[:1] + strings.ToLower(method[1:]), URL: req.URL.String(), Err: err}
	}
	return &http.Response{
		Status:        strconv.Itoa(r.code) + " " + http.StatusText(r.code),
		StatusCode:    r.code,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        r.header(),
		Body:          io.NopCloser(bytes.NewReader(r.body)),
		ContentLength: int64(len(r.body)),
		Request:       req,
	}, nil
}

// ServeHTTP carries out one API call that came over a socket.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r, err := s.serve(req)
	if err != nil {
		breakOff(w)
		return
	}
	header := w.Header()
	for key, values := range r.header() {
		header[key] = values
	}
	header["Date"] = nil // the wall clock has no place here
	w.WriteHeader(r.code)
	_, _ = w.Write(r.body) // a client that hung up is no matter of the world
}

// breakOff resets a connection.
func breakOff(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // a mere end of the stream is what remains
	}
	_ = conn.Close() // it may be cut already
}

// serve is the whole of a call, the same for both transports. An error is that of a client whose connection broke.
func (s *Server) serve(req *http.Request) (reply, error) {
	cut, err := s.arrive()
	if err != nil {
		return reply{}, err
	}
	name, p, fail := s.read(req)
	if fail != nil {
		return encodeFailure(fail), nil
	}
	return s.call(req.Context(), cut, name, p)
}

// read takes a request apart into method and parameters.
func (s *Server) read(req *http.Request) (string, params, *failure) {
	if req.Method != http.MethodGet && req.Method != http.MethodPost {
		return "", nil, errNotImplemented
	}
	rest, ok := strings.CutPrefix(req.URL.Path, "/bot")
	if !ok {
		return "", nil, errNotFound
	}
	token, name, ok := strings.Cut(rest, "/")
	if !ok {
		return "", nil, errNotFound
	}
	if fail := s.checkToken(token); fail != nil {
		return "", nil, fail
	}
	p, fail := readParams(req)
	if fail != nil {
		return "", nil, fail
	}
	if name == "" {
		name = p["method"]
		delete(p, "method")
	}
	if canonical, known := botAPI().names[strings.ToLower(name)]; known {
		name = canonical
	}
	return name, p, nil
}

// checkToken tells a malformed token from a wrong one.
func (s *Server) checkToken(token string) *failure {
	switch {
	case token == s.opts.Token:
		return nil
	case len(token) > 80, strings.HasPrefix(token, "0"), !strings.Contains(token, ":"):
		return errBadToken
	default:
		return errUnauthorized
	}
}

// call runs a method and records it, its outcome and every departure from the schema.
func (s *Server) call(ctx context.Context, cut int, name string, p params) (reply, error) {
	s.enter()
	defer s.leave()
	index := len(s.requests)
	s.requests = append(s.requests, Request{At: s.now, Method: name, Poll: name == "getUpdates", Params: p})
	s.violate(botAPI().checkRequest(name, p)...)
	fault := s.consult(name, p)
	isCut := func() bool { return s.cuts != cut }
	var r reply
	if !isCut() {
		r = s.answer(ctx, index, name, p, fault)
	}
	if fault.Delay > 0 {
		s.wait(ctx, fault.Delay, isCut)
	}
	var lost error
	if fault.lost() || isCut() {
		lost = errReset
	} else if s.walled() {
		lost = ctx.Err() // on a virtual clock nothing may depend on when a client hangs up
	}
	done := &s.requests[index]
	done.Code, done.Description, done.RetryAfter = r.code, r.fail.text, r.fail.retryAfter
	done.Fault, done.Lost, done.Done = fault, lost != nil, s.now
	return r, lost
}

// carryOut runs a method.
func (s *Server) carryOut(ctx context.Context, index int, name string, p params) reply {
	result, fail := any(nil), errNoMethod
	if seconds := s.floodWait(name, p); seconds > 0 {
		fail = tooMany(seconds)
	} else if full := s.limit(ctx, index, name, p); full != nil {
		fail = full
	} else if name == "getUpdates" {
		result, fail = s.getUpdates(ctx, p)
	} else if handle := handlers[name]; handle != nil {
		result, fail = handle(s, p)
	}
	if fail != nil {
		return encodeFailure(fail)
	}
	return s.encodeResult(name, result)
}

// encodeResult wraps a result; each kind of result is held against the schema, the updates of a poll when they are queued.
func (s *Server) encodeResult(name string, result any) reply {
	var remark string
	if d, ok := result.(described); ok {
		result, remark = d.result, d.description
	}
	raw := encode(result)
	if name != "getUpdates" {
		s.violate(botAPI().checkResult(name, raw)...)
	}
	body := append([]byte(`{"ok":true,"result":`), raw...)
	if remark != "" {
		body = append(append(body, `,"description":`...), encode(remark)...)
	}
	return reply{code: http.StatusOK, kind: jsonType, body: append(body, '}')}
}

// encodeFailure wraps a refusal.
func encodeFailure(f *failure) reply {
	type parameters struct {
		MovedTo    int64 `json:"migrate_to_chat_id,omitempty"`
		RetryAfter int   `json:"retry_after,omitempty"`
	}
	body := struct {
		OK          bool        `json:"ok"`
		Code        int         `json:"error_code"`
		Description string      `json:"description"`
		Parameters  *parameters `json:"parameters,omitempty"`
	}{Code: f.code, Description: f.text}
	if f.retryAfter > 0 || f.movedTo != 0 {
		body.Parameters = &parameters{f.movedTo, f.retryAfter}
	}
	return reply{code: f.code, kind: jsonType, body: encode(body), fail: *f}
}
