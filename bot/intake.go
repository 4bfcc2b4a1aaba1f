package bot

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// What the bot reads of an update; everything else is left aside. An update
// that does not decode is passed over alone, never its batch.
type update struct {
	ID       int64         `json:"update_id"`
	Message  *message      `json:"message"`
	Edited   *message      `json:"edited_message"`
	Press    *press        `json:"callback_query"`
	Reaction *reaction     `json:"message_reaction"`
	MyMember *memberChange `json:"my_chat_member"`
	Member   *memberChange `json:"chat_member"`
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

func (c chat) private() bool { return c.Type == "private" && c.ID > 0 }
func (c chat) group() bool   { return (c.Type == "group" || c.Type == "supergroup") && c.ID < 0 }

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
	Text            string          `json:"text"`
	Entities        []entity        `json:"entities"`
	Caption         string          `json:"caption"`
	CaptionEntities []entity        `json:"caption_entities"`
	Forwarded       json.RawMessage `json:"forward_origin"`
	Automatic       bool            `json:"is_automatic_forward"`
	ViaBot          json.RawMessage `json:"via_bot"`
	media
	whereabouts
	topicNews
	upgrade
	asked bool // it was kept until it was known whether its author's table has moved
}

type press struct {
	ID      string   `json:"id"`
	From    user     `json:"from"`
	Message *message `json:"message"`
	Data    string   `json:"data"`
}

type memberChange struct {
	Chat chat         `json:"chat"`
	From user         `json:"from"`
	Old  standing     `json:"old_chat_member"`
	New  standingTold `json:"new_chat_member"`
}

// standingTold is a standing with all that Telegram says of it.
type standingTold struct {
	standing
	raw json.RawMessage
}

// UnmarshalJSON reads the standing and keeps what it is read from.
func (s *standingTold) UnmarshalJSON(b []byte) error {
	s.raw = slices.Clone(b)
	return json.Unmarshal(b, &s.standing)
}

// What Telegram says of its updates.
const (
	fullBatch    = 100     // updates in one answer at most: behind a full one more may wait
	longestQueue = 100_000 // updates that wait at most
)

// decode reads the updates of a batch in the order of their ids, each alone: one
// that does not decode keeps nothing but its id, one without an id is left out.
func decode(batch []json.RawMessage) []update {
	var out []update
	for _, raw := range batch {
		var u update
		if json.Unmarshal(raw, &u) != nil {
			var id struct {
				ID int64 `json:"update_id"`
			}
			_ = json.Unmarshal(raw, &id) // what cannot be read has no id
			u = update{ID: id.ID}
		}
		if u.ID > 0 && u.ID < 1<<53 {
			out = append(out, u)
		}
	}
	slices.SortStableFunc(out, func(a, b update) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// present reports whether a field of an update that is not read is there.
func present(field json.RawMessage) bool { return len(field) > 0 && string(field) != "null" }

// person reports whether somebody is a person under his own name: no bot, nobody
// whom Telegram does not name.
func (u user) person() bool {
	const channelForwarder = 777000
	return u.ID > 0 && !u.IsBot && u.ID != channelForwarder
}

// person reports whether the message comes from a person: not from a channel or
// an anonymous administrator either.
func (m *message) person() bool {
	return m.From != nil && m.From.person() && !present(m.SenderChat)
}

// anonymous reports whether an administrator speaks as the group itself.
func (m *message) anonymous() bool {
	var speaker struct {
		ID int64 `json:"id"`
	}
	return present(m.SenderChat) && json.Unmarshal(m.SenderChat, &speaker) == nil && speaker.ID == m.Chat.ID
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

// command is a bot command as it is typed: «/check@bot 7».
type command struct {
	name, args string
	ours       bool // not addressed to another bot
}

// behind makes the message one of what stands behind its command (G22).
func (m *message) behind() {
	bare := strings.TrimLeftFunc(m.Text, unicode.IsSpace)
	word := strings.IndexFunc(bare, unicode.IsSpace)
	if word < 0 {
		return
	}
	said := strings.TrimLeftFunc(bare[word:], unicode.IsSpace)
	cut := utf16Len(m.Text[:len(m.Text)-len(said)])
	m.Text = strings.TrimRightFunc(said, unicode.IsSpace)
	m.Entities = slices.Clone(m.Entities)
	for i := range m.Entities {
		m.Entities[i].Offset -= cut
	}
}

// command splits a bot command, that may stand in a caption, too, and behind blanks; ok
// is false for any other text. As in Telegram's
// apps a name is of Latin letters, digits and underscores; one that begins with
// a digit is a number behind a slash.
func (m *message) command(me string) (c command, ok bool) {
	first, slashed := strings.CutPrefix(strings.TrimLeftFunc(m.words(), unicode.IsSpace), "/")
	if !slashed {
		return c, false
	}
	if i := strings.IndexFunc(first, unicode.IsSpace); i >= 0 {
		first, c.args = first[:i], strings.TrimSpace(first[i:])
	}
	name, to, addressed := strings.Cut(first, "@")
	c.name, c.ours = strings.ToLower(name), !addressed || strings.EqualFold(to, me)
	if c.name == "word" {
		c.name = "words" // as it is often mistyped
	}
	if c.name == "" || c.name[0] < 'a' || c.name[0] > 'z' {
		return c, false
	}
	other := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' }
	return c, !strings.ContainsFunc(c.name, other)
}
