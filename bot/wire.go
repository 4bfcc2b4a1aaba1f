package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

// fate is what became of a request to Telegram.
type fate uint8

const (
	done        fate = iota
	unreachable      // the addressee's chat is closed to the bot (403, or an unknown chat)
	refused          // Telegram will never take this request (400)
	later            // try again: a flood wait, a server fault, no answer
)

// wire is Telegram at arm's length: the library's MakeRequest, with errors that
// never carry the token.
type wire struct {
	api *tgbotapi.BotAPI
}

// noToken hides the request's address, which holds the token, from every error.
type noToken struct{ inner tgbotapi.HTTPClient }

func (c noToken) Do(req *http.Request) (*http.Response, error) {
	resp, err := c.inner.Do(req)
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if err != nil {
		return nil, fmt.Errorf("asking Telegram: %w", err)
	}
	return resp, nil
}

// dial makes the connection and asks Telegram who the bot is.
func dial(token, endpoint string, client tgbotapi.HTTPClient) (*wire, error) {
	api, err := tgbotapi.NewBotAPIWithClient(token, endpoint, noToken{client})
	if err != nil {
		return nil, fmt.Errorf("asking Telegram who the bot is: %w", err)
	}
	return &wire{api: api}, nil
}

// call makes one request. The result is raw; retry is the wait in seconds that
// Telegram asks for, 0 if it named none.
func (w *wire) call(method string, params map[string]string) (result json.RawMessage, f fate, retry int, err error) {
	resp, err := w.api.MakeRequest(method, params)
	if err == nil {
		return resp.Result, done, 0, nil
	}
	var refusal *tgbotapi.Error
	if !errors.As(err, &refusal) {
		return nil, later, 0, fmt.Errorf("%s: %w", method, err)
	}
	err = fmt.Errorf("%s: %w", method, err)
	switch {
	case strings.Contains(refusal.Message, "message is not modified"):
		return nil, done, 0, nil
	case refusal.Code == http.StatusForbidden, strings.Contains(refusal.Message, "chat not found"):
		return nil, unreachable, 0, err
	case refusal.Code == http.StatusTooManyRequests, refusal.Code >= 500:
		return nil, later, refusal.RetryAfter, err
	}
	return nil, refused, 0, err
}

// postedMessage is what the bot needs to know of a message it has posted.
type postedMessage struct {
	ID       int64 `json:"message_id"`
	Date     int64 `json:"date"`
	EditDate int64 `json:"edit_date"`
}

// date is when the message came into its present state, Unix seconds.
func (m postedMessage) date() int64 { return max(m.Date, m.EditDate) }
