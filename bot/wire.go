package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

// fate is what became of a request to Telegram.
type fate uint8

const (
	done        fate = iota
	unreachable      // the addressee's chat is closed to the bot (403, or an unknown chat)
	refused          // Telegram will never take this request (400, 413)
	later            // try again: a flood wait, a fault of the server, no connection
	unsure           // the request went out and its answer was lost: it may have had its effect
	lost             // tried as long as it was worth it
	gone             // the message that was to be edited is not there
	conflict         // somebody else takes this token's updates (409): a poller or a webhook
	banished         // the token is refused (401, 404)
	muzzled          // the bot is in the chat, and nobody may write there (400)
	topicShut        // the topic is closed (400)
	topicLost        // there is no such topic (400)
)

// The time that a request may take. The official server absorbs short flood
// waits by answering late, so a short patience would make many outcomes unknown.
const (
	sendPatience = 30 * time.Second
	pollPatience = 10 * time.Second // beyond the seconds that a poll itself waits
)

// ErrToken is the error of a token that Telegram refuses.
var ErrToken = errors.New("the token is refused")

// ErrWebhook is the error of polling while a webhook is set for the token.
var ErrWebhook = errors.New("a webhook is set for this bot, and not by it: -polling removes it")

// ErrRival is the error of polling while another process polls with the token.
var ErrRival = errors.New("another process takes the updates of this bot")

// ErrSilent is the error of a start at which Telegram could not be asked who the
// bot is; a later try may succeed.
var ErrSilent = errors.New("no answer from Telegram")

// wire is Telegram at arm's length: the library's MakeRequest with a context and
// a patience for each call, and errors that never carry the token. Its calls may
// be made from any goroutine.
type wire struct {
	secret   secret
	endpoint string
	poll     tgbotapi.HTTPClient
	send     tgbotapi.HTTPClient
}

// tokenShape is what every token looks like; another text would spoil the address.
var tokenShape = regexp.MustCompile(`^[0-9]+:[A-Za-z0-9_-]+$`)

// secret is a token, which no error may tell.
type secret string

// hide takes the token out of an error. The address of a request holds it, so
// the library's errors about addresses lose theirs; what an endpoint or a proxy
// quotes loses the token itself, whole or without the number in front.
func (s secret) hide(err error) error {
	for u := (*url.Error)(nil); errors.As(err, &u) && u.Err != nil; {
		err = u.Err
	}
	text := err.Error()
	token := strings.TrimSpace(string(s))
	_, key, _ := strings.Cut(token, ":")
	for _, part := range []string{token, key} {
		if part != "" {
			text = strings.ReplaceAll(text, part, "…")
		}
	}
	if text != err.Error() {
		return errors.New(text)
	}
	return err
}

// Clients returns an HTTP client for the polls and one for everything else. A
// poll keeps a connection of its own; the sends share so many idle ones that
// none has to be made anew. The library's default would make one a request.
func Clients() (poll, send *http.Client) {
	transport := func(idle int) *http.Transport {
		return &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			MaxIdleConns:          idle,
			MaxIdleConnsPerHost:   idle,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   10 * time.Second,
			ExpectContinueTimeout: time.Second,
			// A connection that dies without a word would otherwise be used until
			// the system gives it up, a quarter of an hour later.
			HTTP2: &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 5 * time.Second},
		}
	}
	return &http.Client{Transport: transport(1)}, &http.Client{Transport: transport(64)}
}

// me is what Telegram says of the bot itself.
type me struct {
	ID       int64  `json:"id"`
	Username string `json:"username"`
	ReadsAll bool   `json:"can_read_all_group_messages"`
}

// dial asks Telegram who the bot is.
func (w *wire) dial(ctx context.Context) (me, error) {
	var self me
	if !tokenShape.MatchString(string(w.secret)) {
		return self, fmt.Errorf("%w: it is not of the form 123456:letters-and-digits", ErrToken)
	}
	result, f, _, err := w.call(ctx, "getMe", nil)
	switch f {
	case done:
		if err := json.Unmarshal(result, &self); err != nil {
			return self, fmt.Errorf("asking Telegram who the bot is: %w: %w", ErrSilent, w.secret.hide(err))
		}
		return self, nil
	case banished:
		return self, fmt.Errorf("asking Telegram who the bot is: %w: %w", ErrToken, err)
	}
	return self, fmt.Errorf("asking Telegram who the bot is: %w: %w", ErrSilent, err)
}

// attempt is one request: it gives the library's request its context, and learns
// whether it went out and what came back.
type attempt struct {
	ctx    context.Context
	client tgbotapi.HTTPClient
	traced bool // the transport tells what it does
	wrote  bool // something of the request went out
	status int
	odd    string // an answer that is not Telegram's: its kind
}

// Do carries the request. An answer that is no JSON comes from a proxy on the
// way; the library would lose its status.
func (a *attempt) Do(r *http.Request) (*http.Response, error) {
	trace := &httptrace.ClientTrace{
		GetConn:      func(string) { a.traced = true },
		WroteHeaders: func() { a.wrote = true },
	}
	resp, err := a.client.Do(r.WithContext(httptrace.WithClientTrace(a.ctx, trace)))
	if err != nil {
		return nil, err
	}
	a.status = resp.StatusCode
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode >= http.StatusInternalServerError && kind != "application/json" {
		a.odd = fmt.Sprintf("an answer of status %d that is not Telegram's", resp.StatusCode)
		_ = resp.Body.Close()
		return nil, errors.New(a.odd)
	}
	// The library reads no further than its JSON goes; a connection whose answer is
	// not read to its end is not used again.
	body, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// fate is what became of a request that brought no answer of Telegram.
func (a *attempt) fate(err error) fate {
	var op *net.OpError
	switch {
	case a.odd != "", errors.As(err, &op) && op.Op == "dial", a.traced && !a.wrote:
		return later
	}
	return unsure
}

// call makes one request. The result is raw; retry is the wait in seconds that
// Telegram asks for, 0 if it named none.
func (w *wire) call(ctx context.Context, method string, params map[string]string) (result json.RawMessage, f fate, retry int, err error) {
	client, patience := w.send, sendPatience
	switch method {
	case "getUpdates", "getWebhookInfo", "deleteWebhook":
		client, patience = w.poll, pollPatience+pollWait(params)
	case "setWebhook":
		client = w.poll
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	a := &attempt{ctx: ctx, client: client}
	api := &tgbotapi.BotAPI{Token: string(w.secret), Client: a}
	api.SetAPIEndpoint(w.endpoint)
	resp, err := api.MakeRequest(method, params)
	if err == nil {
		return resp.Result, done, 0, nil
	}
	var refusal *tgbotapi.Error
	if !errors.As(err, &refusal) {
		return nil, a.fate(err), 0, fmt.Errorf("%s: %w", method, w.secret.hide(err))
	}
	err = fmt.Errorf("%s: %w", method, w.secret.hide(err))
	switch {
	case refusal.MigrateToChatID != 0:
		return nil, refused, 0, &movedError{refusal.MigrateToChatID}
	case strings.Contains(refusal.Message, "message is not modified"):
		return nil, done, 0, nil
	case strings.Contains(refusal.Message, "message to edit not found"), strings.Contains(refusal.Message, "message can't be edited"):
		return nil, gone, 0, err
	case refusal.Code == http.StatusForbidden, strings.Contains(refusal.Message, "chat not found"), strings.Contains(refusal.Message, "PEER_ID_INVALID"):
		return nil, unreachable, 0, err
	case strings.Contains(refusal.Message, "not enough rights to send"), strings.Contains(refusal.Message, "have no write access"), strings.Contains(refusal.Message, "CHAT_WRITE_FORBIDDEN"):
		return nil, muzzled, 0, err
	case strings.Contains(refusal.Message, "TOPIC_CLOSED"):
		return nil, topicShut, 0, err
	case strings.Contains(refusal.Message, "message thread not found"):
		return nil, topicLost, 0, err
	case refusal.Code == http.StatusBadRequest, refusal.Code == http.StatusRequestEntityTooLarge:
		return nil, refused, 0, err
	case refusal.Code == http.StatusUnauthorized, refusal.Code == http.StatusNotFound:
		return nil, banished, 0, err
	case refusal.Code == http.StatusConflict:
		return nil, conflict, 0, err
	}
	return nil, later, refusal.RetryAfter, err
}

// pollWait is how long a poll with these parameters waits.
func pollWait(params map[string]string) time.Duration {
	d, err := time.ParseDuration(params["timeout"] + "s")
	if err != nil {
		return 0
	}
	return d
}

// postedMessage is what the bot needs to know of a message it has posted.
type postedMessage struct {
	ID       int64 `json:"message_id"`
	Date     int64 `json:"date"`
	EditDate int64 `json:"edit_date"`
}

// date is when the message came into its present state, Unix seconds.
func (m postedMessage) date() int64 { return max(m.Date, m.EditDate) }
