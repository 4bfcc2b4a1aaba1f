package tgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const maxParams = 1 << 20 // bytes of all parameters together

// failure is a refusal of the server.
type failure struct {
	code int
	text string
}

func badRequest(text string) *failure { return &failure{http.StatusBadRequest, "Bad Request: " + text} }

func forbidden(text string) *failure { return &failure{http.StatusForbidden, "Forbidden: " + text} }

var (
	errNotFound       = &failure{http.StatusNotFound, "Not Found"}
	errNoMethod       = &failure{http.StatusNotFound, "Not Found: method not found"}
	errUnauthorized   = &failure{http.StatusUnauthorized, "Unauthorized"}
	errBadToken       = &failure{http.StatusUnauthorized, "Unauthorized: invalid token specified"}
	errNotImplemented = &failure{http.StatusNotImplemented, "Not Implemented"}
	errTooMuch        = &failure{http.StatusRequestEntityTooLarge, "Request Entity Too Large: too many parameters"}
)

// described is a result with a remark.
type described struct {
	result      any
	description string
}

// handlers are the methods of this server by their canonical names.
var handlers = map[string]func(*Server, params) (any, *failure){
	"getMe":                  (*Server).getMe,
	"getUpdates":             (*Server).getUpdates,
	"deleteWebhook":          (*Server).deleteWebhook,
	"getWebhookInfo":         (*Server).getWebhookInfo,
	"sendMessage":            (*Server).sendMessage,
	"editMessageText":        (*Server).editMessageText,
	"editMessageReplyMarkup": (*Server).editMessageReplyMarkup,
	"deleteMessage":          (*Server).deleteMessage,
	"answerCallbackQuery":    (*Server).answerCallbackQuery,
	"getChatMember":          (*Server).getChatMember,
}

// reply is what a transport has to send.
type reply struct {
	code int
	body []byte
}

func (r reply) header() http.Header {
	return http.Header{
		"Content-Type":   {"application/json"},
		"Content-Length": {strconv.Itoa(len(r.body))},
	}
}

// Do carries out one API call in process; it makes the server an HTTP client for bot libraries.
func (s *Server) Do(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, fmt.Errorf("calling the bot api: %w", err)
	}
	r := s.serve(req)
	if req.Body != nil {
		if err := req.Body.Close(); err != nil {
			return nil, fmt.Errorf("closing the request: %w", err)
		}
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
	r := s.serve(req)
	header := w.Header()
	for key, values := range r.header() {
		header[key] = values
	}
	header["Date"] = nil // the wall clock has no place here
	w.WriteHeader(r.code)
	_, _ = w.Write(r.body) // a client that hung up is no matter of the world
}

// Listen serves the API on a free loopback port until stop is called.
func (s *Server) Listen() (baseURL string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("listening on loopback: %w", err)
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	stop = func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			return fmt.Errorf("stopping the server: %w", err)
		}
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serving the api: %w", err)
		}
		return nil
	}
	return "http://" + listener.Addr().String(), stop, nil
}

// serve is the whole of a call, the same for both transports.
func (s *Server) serve(req *http.Request) reply {
	if req.Method != http.MethodGet && req.Method != http.MethodPost {
		return encodeFailure(errNotImplemented)
	}
	rest, ok := strings.CutPrefix(req.URL.Path, "/bot")
	if !ok {
		return encodeFailure(errNotFound)
	}
	token, name, ok := strings.Cut(rest, "/")
	if !ok {
		return encodeFailure(errNotFound)
	}
	if fail := s.checkToken(token); fail != nil {
		return encodeFailure(fail)
	}
	p, fail := readParams(req)
	if fail != nil {
		return encodeFailure(fail)
	}
	if name == "" {
		name = p["method"]
		delete(p, "method")
	}
	if canonical, known := botAPI().names[strings.ToLower(name)]; known {
		name = canonical
	}
	return s.call(name, p)
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

// call runs a method and records it, its result and every departure from the schema.
func (s *Server) call(name string, p params) reply {
	s.enter()
	defer s.leave()
	index := len(s.requests)
	s.requests = append(s.requests, Request{At: s.now, Method: name, Poll: name == "getUpdates", Params: p})
	s.violate(botAPI().checkRequest(name, p)...)
	result, fail := any(nil), errNoMethod
	if handle := handlers[name]; handle != nil {
		result, fail = handle(s, p)
	}
	if fail != nil {
		s.requests[index].Code, s.requests[index].Description = fail.code, fail.text
		return encodeFailure(fail)
	}
	s.requests[index].Code = http.StatusOK
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
	return reply{http.StatusOK, append(body, '}')}
}

func encodeFailure(f *failure) reply {
	return reply{f.code, encode(struct {
		OK          bool   `json:"ok"`
		Code        int    `json:"error_code"`
		Description string `json:"description"`
	}{false, f.code, f.text})}
}
