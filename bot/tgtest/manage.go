package tgtest

import (
	"encoding/json"
	"strconv"
	"strings"
)

const mostDeletions = 100 // messages that one call can delete

// Methods with which a bot tidies up and goes.
func init() {
	handlers["deleteMessages"] = (*Server).deleteMessages
	handlers["leaveChat"] = (*Server).leaveChat
}

// oldNames are names of methods that the documentation has dropped and the official server still knows.
var oldNames = map[string]string{"getchatmemberscount": "getChatMemberCount", "kickchatmember": "banChatMember"}

// deleteMessages deletes several messages at once. Those that are not there are passed over, and if one of the others cannot
// be deleted, none is.
func (s *Server) deleteMessages(p params) (any, *failure) {
	if !p.has("chat_id") {
		return nil, badRequest("chat identifier is not specified")
	}
	ids, fail := readMessageIDs(p.text("message_ids"))
	if fail != nil {
		return nil, fail
	}
	c, fail := s.open(p)
	if fail != nil {
		return nil, fail
	}
	var gone []*Post
	for _, id := range ids {
		post := c.find(id)
		if post == nil || post.Deleted {
			continue
		}
		if fail := s.keeps(c, post); fail != nil {
			return nil, fail
		}
		gone = append(gone, post)
	}
	for _, post := range gone {
		s.note(Entry{Act: Deleted, Chat: c, Post: s.replace(post, func(q *Post) { q.Deleted = true }), Method: "deleteMessages"})
	}
	return true, nil
}

// keeps says why a message cannot be deleted by the bot.
func (s *Server) keeps(c *Chat, post *Post) *failure {
	if c.peer == nil && post.From != nil && !c.botStanding().rights.Delete || s.now.Sub(post.Date) > deleteRange || post.Kind == KindTopic {
		return badRequest("message can't be deleted")
	}
	return nil
}

// readMessageIDs reads the list of messages of a call.
func readMessageIDs(text string) (ids []int, fail *failure) {
	if text == "" {
		return nil, badRequest("message identifiers are not specified")
	}
	if !json.Valid([]byte(text)) {
		return nil, badRequest("can't parse message_ids JSON object")
	}
	var items []json.RawMessage
	if err := json.Unmarshal([]byte(text), &items); err != nil || items == nil {
		return nil, badRequest("expected an Array of message identifiers")
	}
	if len(items) > mostDeletions {
		return nil, badRequest("too many message identifiers specified")
	}
	if len(items) == 0 {
		return nil, badRequest("message identifiers are not specified")
	}
	for _, raw := range items {
		text := strings.Trim(string(raw), `"`)
		id, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return nil, badRequest("message identifier must be a Number")
		case id <= 0:
			return nil, badRequest("invalid message identifier specified")
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// leaveChat takes the bot out of a group.
func (s *Server) leaveChat(p params) (any, *failure) {
	c, fail := s.chat(p)
	if fail != nil {
		return nil, fail
	}
	if c.peer != nil {
		return nil, badRequest("can't leave private chats")
	}
	if c.botStanding().inside() {
		s.setStanding(c, &s.bot, &s.bot, standing{status: Gone})
	}
	return true, nil
}
