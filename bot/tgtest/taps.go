package tgtest

import (
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	answerTime    = 15 * time.Second // after which the app gives up on a callback query; assumed, Telegram publishes none
	maxAnswerText = 200
)

// Tapped is a press of a button and, once the bot has answered, the answer. The fields are filled in place; beside a
// running bot use Read.
type Tapped struct {
	ID       string // of the callback query; empty for a link, which the bot never hears of
	Button   Button
	Answered bool
	Text     string    // shown to the person; may be empty
	Alert    bool      // shown as a box to be closed
	URL      string    // opened by the answer, or by the button itself
	At       time.Time // when the bot answered

	server *Server
}

// Read is a copy of the press as it is now.
func (t *Tapped) Read() Tapped {
	t.server.enter()
	defer t.server.mu.Unlock()
	return *t
}

// tap is a callback query that the server remembers.
type tap struct {
	*Tapped
	by   *User
	post *Post
	born time.Time
}

// Tap presses a button that is on the post now. It returns nil if nobody could: the post or the button is gone, the
// button does nothing, the person is not in the chat. A link opens without the bot's knowledge.
func (u *User) Tap(p *Post, b Button) *Tapped {
	var out *Tapped
	u.act(func(s *Server) {
		now := p.Chat.present(p)
		if now == nil || now.Deleted || now.Whisper != 0 && now.Receiver != u || !now.has(b) || !p.Chat.standing(u).inside() || p.Chat.blocked || p.Chat.upgraded != nil {
			return
		}
		switch {
		case b.Data != "":
			out = s.press(u, now, b)
		case b.URL != "":
			out = &Tapped{Button: b, URL: b.URL, server: s}
			s.note(Entry{Act: Pressed, Chat: p.Chat, User: u, Post: now, Button: b, URL: b.URL})
		}
	})
	return out
}

// Forge presses a button with any data, as an old app or a tampered one does, on a post that may be gone.
func (u *User) Forge(p *Post, data string) *Tapped {
	var out *Tapped
	u.act(func(s *Server) {
		if now := p.Chat.find(p.ID); now != nil && (p.Chat.peer == nil || p.Chat.peer == u) {
			out = s.press(u, now, Button{Data: data})
		}
	})
	return out
}

// press makes the callback query.
func (s *Server) press(u *User, p *Post, b Button) *Tapped {
	t := &Tapped{ID: strconv.FormatInt(s.draws.taps.Int64(), 10), Button: b, server: s}
	s.taps[t.ID] = &tap{Tapped: t, by: u, post: p, born: s.now}
	s.remember(s.taps[t.ID])
	s.note(Entry{Act: Pressed, Chat: p.Chat, User: u, Post: p, Button: b})
	query := wireCallback{ID: t.ID, From: u.wire(), Instance: p.Chat.instance, Data: b.Data}
	if p.Deleted {
		query.Message = wireGone{ID: p.ID, Chat: p.Chat.wire()}
	} else {
		query.Message = s.wire(p, true)
	}
	s.push("callback_query", query, callbackLife)
	return t
}

// answerCallbackQuery answers a press once and in time.
func (s *Server) answerCallbackQuery(p params) (any, *failure) {
	t := s.taps[p.text("callback_query_id")]
	if t == nil || s.now.Sub(t.born) > answerTime {
		return nil, badRequest("query is too old and response timeout expired or query ID is invalid")
	}
	text, link := p.text("text"), p.text("url")
	if length(text) > maxAnswerText {
		return nil, badRequest("MESSAGE_TOO_LONG")
	}
	if link != "" && !s.isOwnLink(link) {
		return nil, badRequest("URL_INVALID")
	}
	delete(s.taps, t.ID)
	t.Answered, t.Text, t.Alert, t.URL, t.At = true, text, p.yes("show_alert"), link, s.now
	s.note(Entry{
		Act: Answered, Chat: t.post.Chat, User: t.by, Post: t.post.Chat.present(t.post), Button: t.Button,
		Text: text, URL: link, Alert: t.Alert, Method: "answerCallbackQuery",
	})
	return true, nil
}

// isOwnLink accepts the deep links to this bot, the only links that an answer may open.
func (s *Server) isOwnLink(link string) bool {
	if !strings.Contains(link, "://") {
		link = "https://" + link
	}
	u, err := url.Parse(link)
	if err != nil {
		return false
	}
	name := strings.Trim(u.Path, "/")
	switch {
	case u.Scheme == "tg" && u.Host == "resolve":
		name = u.Query().Get("domain")
	case u.Scheme != "http" && u.Scheme != "https", !strings.EqualFold(u.Host, "t.me"):
		return false
	}
	return strings.EqualFold(name, s.bot.Username)
}
