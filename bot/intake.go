package bot

import (
	"encoding/json"
	"strings"

	"mafiabot/engine"
	"mafiabot/messages"
)

// What the bot reads of an update; everything else is left aside. An update
// that does not decode is passed over alone, never its batch.
type update struct {
	ID       int64         `json:"update_id"`
	Message  *message      `json:"message"`
	Edited   *message      `json:"edited_message"`
	Press    *press        `json:"callback_query"`
	MyMember *memberChange `json:"my_chat_member"`
}

type user struct {
	ID       int64  `json:"id"`
	IsBot    bool   `json:"is_bot"`
	First    string `json:"first_name"`
	Last     string `json:"last_name"`
	Username string `json:"username"`
	Language string `json:"language_code"`
}

type chat struct {
	ID    int64  `json:"id"`
	Type  string `json:"type"`
	Title string `json:"title"`
}

func (c chat) private() bool { return c.Type == "private" }
func (c chat) group() bool   { return c.Type == "group" || c.Type == "supergroup" }

type message struct {
	ID         int64           `json:"message_id"`
	Thread     int64           `json:"message_thread_id"`
	InTopic    bool            `json:"is_topic_message"`
	From       *user           `json:"from"`
	SenderChat json.RawMessage `json:"sender_chat"`
	Chat       chat            `json:"chat"`
	Date       int64           `json:"date"`
	EditDate   int64           `json:"edit_date"`
	ReplyTo    *struct {
		ID   int64 `json:"message_id"`
		From *user `json:"from"`
	} `json:"reply_to_message"`
	Text      string          `json:"text"`
	Caption   string          `json:"caption"`
	Sticker   json.RawMessage `json:"sticker"`
	Animation json.RawMessage `json:"animation"`
	Dice      json.RawMessage `json:"dice"`
	Poll      json.RawMessage `json:"poll"`
	Voice     json.RawMessage `json:"voice"`
	Audio     json.RawMessage `json:"audio"`
	Video     json.RawMessage `json:"video"`
	VideoNote json.RawMessage `json:"video_note"`
	Photo     json.RawMessage `json:"photo"`
	Document  json.RawMessage `json:"document"`
	Contact   json.RawMessage `json:"contact"`
	Location  json.RawMessage `json:"location"`
	Forwarded json.RawMessage `json:"forward_origin"`
}

type press struct {
	ID      string   `json:"id"`
	From    user     `json:"from"`
	Message *message `json:"message"`
	Data    string   `json:"data"`
}

type memberChange struct {
	Chat chat `json:"chat"`
	From user `json:"from"`
	New  struct {
		Status string `json:"status"`
	} `json:"new_chat_member"`
}

// person reports whether the message comes from a person under his own name:
// no bot, no channel, no anonymous administrator.
func (m *message) person() bool {
	const channelForwarder = 777000
	return m.From != nil && !m.From.IsBot && m.SenderChat == nil && m.From.ID != channelForwarder
}

// words is the text of the message, or the caption under what it shows.
func (m *message) words() string {
	if m.Text != "" {
		return m.Text
	}
	return m.Caption
}

// thread is the forum topic the message stands in, 0 outside forums.
func (m *message) thread() int64 {
	if m.InTopic {
		return m.Thread
	}
	return 0
}

// date is when the message was written, or edited: Unix seconds.
func (m *message) date() int64 { return max(m.Date, m.EditDate) }

// medium returns what the message is besides its words (G8), 0 for text alone
// and for service messages.
func (m *message) medium() engine.Kind {
	has := func(parts ...json.RawMessage) bool {
		for _, p := range parts {
			if p != nil {
				return true
			}
		}
		return false
	}
	switch {
	case has(m.Voice, m.Audio, m.Video, m.VideoNote):
		return engine.Sound
	case has(m.Photo, m.Document, m.Contact, m.Location, m.Forwarded) && !has(m.Animation):
		return engine.Showing
	case has(m.Sticker, m.Animation, m.Dice, m.Poll):
		return engine.Gesture
	}
	return 0
}

// heard returns what the ear makes of the message; ok is false for a service
// message, which says nothing.
func (m *message) heard(nicks *messages.Nicks, seats int) (h engine.Heard, ok bool) {
	medium := m.medium()
	if m.words() == "" && medium == 0 {
		return h, false
	}
	h = messages.Hear(m.words(), nicks, seats)
	if medium != 0 && (h.Kind != engine.Word || medium != engine.Gesture) {
		h.Kind = medium
	}
	return h, true
}

// command splits a bot command: its name without the slash and the words behind
// it. A command that is addressed to another bot is none of ours.
func (m *message) command(me string) (name, args string, ok bool) {
	if !strings.HasPrefix(m.Text, "/") {
		return "", "", false
	}
	first, args, _ := strings.Cut(m.Text[1:], " ")
	name, to, addressed := strings.Cut(first, "@")
	if name == "" || addressed && !strings.EqualFold(to, me) {
		return "", "", false
	}
	return strings.ToLower(name), strings.TrimSpace(args), true
}
