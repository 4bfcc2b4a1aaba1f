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
	refused          // Telegram will never take this request (400, 413)
	later            // try again: a flood wait, a fault of the server or of the token, no answer
)

// wire is Telegram at arm's length: the library's MakeRequest, with errors that
// never carry the token.
type wire struct {
	api    *tgbotapi.BotAPI
	secret secret
}

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

// dial makes the connection and asks Telegram who the bot is.
func dial(token, endpoint string, client tgbotapi.HTTPClient) (*wire, error) {
	s := secret(token)
	api, err := tgbotapi.NewBotAPIWithClient(token, endpoint, client)
	if err != nil {
		return nil, fmt.Errorf("asking Telegram who the bot is: %w", s.hide(err))
	}
	return &wire{api: api, secret: s}, nil
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
		return nil, later, 0, fmt.Errorf("%s: %w", method, w.secret.hide(err))
	}
	err = fmt.Errorf("%s: %w", method, w.secret.hide(err))
	switch {
	case strings.Contains(refusal.Message, "message is not modified"):
		return nil, done, 0, nil
	case refusal.Code == http.StatusForbidden, strings.Contains(refusal.Message, "chat not found"):
		return nil, unreachable, 0, err
	case refusal.Code == http.StatusBadRequest, refusal.Code == http.StatusRequestEntityTooLarge:
		return nil, refused, 0, err
	}
	return nil, later, refusal.RetryAfter, err
}

// postedMessage is what the bot needs to know of a message it has posted.
type postedMessage struct {
	ID       int64 `json:"message_id"`
	Date     int64 `json:"date"`
	EditDate int64 `json:"edit_date"`
}

// date is when the message came into its present state, Unix seconds.
func (m postedMessage) date() int64 { return max(m.Date, m.EditDate) }
