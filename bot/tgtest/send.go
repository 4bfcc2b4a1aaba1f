package tgtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	maxText     = 4096  // code points of a text, after parsing
	maxRawText  = 32768 // bytes of a text, before parsing
	maxCaption  = 1024  // code points of a caption
	maxData     = 64    // bytes of callback_data
	deleteRange = 48 * time.Hour
)

// length counts the way Telegram limits: in code points.
func length(text string) int { return utf8.RuneCountInString(text) }

// sendMessage posts a text of the bot. The order of the checks is the official server's: text, reply, markup, chat,
// message replied to; what Telegram's core checks comes last.
func (s *Server) sendMessage(p params) (any, *failure) {
	text, fail := s.formatted(p)
	if fail != nil {
		return nil, fail
	}
	reply, fail := readReply(p)
	if fail != nil {
		return nil, fail
	}
	kb, fail := readMarkup(p.text("reply_markup"))
	if fail != nil {
		return nil, fail
	}
	c, fail := s.writable(p)
	if fail != nil {
		return nil, fail
	}
	whispers, fail := s.whispering(c, p)
	if fail != nil {
		return nil, fail
	}
	if to := c.find(reply.id); reply.id != 0 && (to == nil || to.Deleted) {
		if !reply.optional {
			return nil, badRequest("message to be replied not found")
		}
		reply.id = 0
	}
	thread, fail := c.thread(p, reply.id)
	if fail != nil {
		return nil, fail
	}
	if fail := fits(text, kb); fail != nil {
		return nil, fail
	}
	if c.peer == nil && !c.lets(&s.bot, KindText) {
		return nil, badRequest("not enough rights to send text messages to the chat")
	}
	if !c.opens(&s.bot, thread) {
		return nil, badRequest("TOPIC_CLOSED")
	}
	add := s.add
	if whispers != nil {
		add = s.whisper
	}
	post := add(Post{
		Chat: c, Receiver: whispers, Kind: KindText, Text: text.text, Entities: text.entities, ReplyTo: reply.id, Thread: thread,
		Buttons: kb.buttons(), markup: kb.inline, frozen: kb.other,
		Silent: p.yes("disable_notification"), Protected: p.yes("protect_content"),
	})
	s.note(Entry{Act: Sent, Chat: c, Post: post, Text: post.Text, Silent: post.Silent, Method: "sendMessage"})
	return s.wire(post, true), nil
}

// thread finds the topic that a send goes to: the one it names, or that of the message it answers. Only a forum looks at it.
func (c *Chat) thread(p params, replyTo int) (int, *failure) {
	thread := int(p.number("message_thread_id"))
	switch to := c.find(replyTo); {
	case !c.forum:
		return 0, nil
	case !c.hasThread(thread):
		return 0, badRequest("message thread not found")
	case thread == 0 && to != nil:
		return to.Thread, nil
	}
	return thread, nil
}

// formatted reads text, parse_mode and entities.
func (s *Server) formatted(p params) (rich, *failure) {
	text := p.text("text")
	switch {
	case text == "":
		return rich{}, badRequest("message text is empty")
	case !utf8.ValidString(text):
		return rich{}, badRequest("strings must be encoded in UTF-8")
	case len(text) > maxRawText:
		return rich{}, badRequest("text is too long")
	}
	out := rich{text: text}
	switch strings.ToLower(p.text("parse_mode")) {
	case "", "none":
		entities, fail := readEntities(p.text("entities"))
		if fail != nil {
			return rich{}, fail
		}
		out.entities = entities
	case "html":
		parsed, err := parseHTML(text)
		if err != nil {
			return rich{}, badRequest("can't parse entities: " + err.Error())
		}
		out = parsed
	default:
		return rich{}, badRequest("unsupported parse_mode")
	}
	out.entities = s.mentionable(out.entities)
	out = out.tidy()
	out.entities = autoEntities(out.text, out.entities)
	return out, nil
}

// mentionable drops the mentions of people nobody knows.
func (s *Server) mentionable(entities []Entity) []Entity {
	kept := entities[:0]
	for _, e := range entities {
		if e.Type != "text_mention" || s.users[e.UserID] != nil {
			kept = append(kept, e)
		}
	}
	return kept
}

// fits holds text and buttons against the limits of Telegram's core, which come after those of the server.
func fits(text rich, kb keyboard) *failure {
	switch {
	case text.text == "":
		return badRequest("text must be non-empty")
	case length(text.text) > maxText:
		return badRequest("message is too long")
	}
	return kb.fits()
}

// replyTarget says which message a send answers.
type replyTarget struct {
	id       int
	optional bool // send without a reply if it is gone
}

// readReply reads reply_parameters, or the older pair of parameters. Replies across chats are left out: such a message is
// not found.
func readReply(p params) (replyTarget, *failure) {
	raw := p.text("reply_parameters")
	if raw == "" {
		return replyTarget{int(p.number("reply_to_message_id")), p.yes("allow_sending_without_reply")}, nil
	}
	if !json.Valid([]byte(raw)) {
		return replyTarget{}, badRequest("can't parse reply parameters JSON object")
	}
	var in struct {
		ID       int             `json:"message_id"`
		Chat     json.RawMessage `json:"chat_id"`
		Optional bool            `json:"allow_sending_without_reply"`
	}
	if err := json.Unmarshal([]byte(raw), &in); err != nil {
		return replyTarget{}, badRequest("object expected as reply parameters")
	}
	if chat := strings.Trim(string(in.Chat), `"`); chat != "" && chat != p.text("chat_id") {
		return replyTarget{-1, in.Optional}, nil
	}
	return replyTarget{in.ID, in.Optional}, nil
}

// readEntities reads explicit entities.
func readEntities(raw string) ([]Entity, *failure) {
	if raw == "" || raw == "null" {
		return nil, nil
	}
	if !json.Valid([]byte(raw)) {
		return nil, badRequest("can't parse entities JSON object")
	}
	var in []struct {
		Entity
		User struct {
			ID int64 `json:"id"`
		} `json:"user"`
	}
	if err := json.Unmarshal([]byte(raw), &in); err != nil {
		return nil, badRequest("expected an Array of MessageEntity")
	}
	known := botAPI().types["MessageEntity"].fields["type"].enum
	out := make([]Entity, 0, len(in))
	for _, e := range in {
		e.UserID = e.User.ID
		if !slices.Contains(known, e.Type) {
			return nil, badRequest("can't parse MessageEntity: Type specified is invalid: " + strconv.Quote(e.Type))
		}
		out = append(out, e.Entity)
	}
	return out, nil
}
