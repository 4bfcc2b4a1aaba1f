package tgtest

import (
	"encoding/json"
	"slices"
	"time"
)

// Ephemeral messages stand in a group and are seen by one of its members alone. Nobody keeps them: they have no message
// id, and no getUpdates, no other method and no other member meets them. What Telegram leaves undocumented of them is
// decided here: whoever is no member of the group, or a bot, cannot be their receiver (MESSAGE_NOT_COMMAND, like every
// other send outside the rules), and a new text of one is cut off at the length of a caption.

const (
	whisperTime     = 15 * time.Second // after a press, or an ephemeral message of his, in which any bot may whisper
	maxWhisper      = 1024             // code points of a text that is edited
	errNoPermission = "MESSAGE_NOT_COMMAND"
)

// whisperTarget is EphemeralMessageParameters.
type whisperTarget struct {
	Receiver int64  `json:"receiver_user_id"`
	Query    string `json:"callback_query_id"`
}

// whispering reads for whom alone a send is, nil for everybody, and holds it against the rules: an administrator may whisper
// to any member at any time, any bot to who has pressed a button or whispered to it some seconds ago.
func (s *Server) whispering(c *Chat, p params) (*User, *failure) {
	raw := p.text("ephemeral_message_parameters")
	if raw == "" {
		return nil, nil
	}
	var to whisperTarget
	if !json.Valid([]byte(raw)) {
		return nil, badRequest("can't parse ephemeral message parameters JSON object")
	}
	if err := json.Unmarshal([]byte(raw), &to); err != nil {
		return nil, badRequest("object expected as ephemeral message parameters")
	}
	u := s.users[to.Receiver]
	switch {
	case u == nil || u.bot || !c.groups() || !c.standing(u).inside():
	case c.botStanding().status == Administrator, s.asked(c, u, to.Query), s.whispered(c, u, p):
		return u, nil
	}
	return nil, badRequest(errNoPermission)
}

// asked says whether somebody has pressed a button of the chat just now.
func (s *Server) asked(c *Chat, u *User, query string) bool {
	t := s.pressed[query]
	return t != nil && t.by == u && t.post.Chat == c && s.now.Sub(t.born) <= whisperTime
}

// whispered says whether the send answers what somebody has whispered to the bot just now.
func (s *Server) whispered(c *Chat, u *User, p params) bool {
	var reply struct {
		ID int `json:"ephemeral_message_id"`
	}
	if json.Unmarshal([]byte(p.text("reply_parameters")), &reply) != nil {
		return false
	}
	to := c.whispered(nil, reply.ID)
	return to != nil && to.From == u && s.now.Sub(to.Date) <= whisperTime
}

// remember keeps a press for as long as it lets the bot whisper.
func (s *Server) remember(t *tap) {
	if s.pressed == nil {
		s.pressed = map[string]*tap{}
	}
	for id, old := range s.pressed {
		if s.now.Sub(old.born) > whisperTime {
			delete(s.pressed, id)
		}
	}
	s.pressed[t.ID] = t
}

// whisper adds an ephemeral message to its chat. One for somebody who is offline is lost, which the bot is not told.
func (s *Server) whisper(p Post) *Post {
	s.whispers++
	p.Whisper, p.Date = s.whispers, s.now
	p.Deleted = p.Receiver != nil && s.offline[p.Receiver]
	p.Chat.whispers = append(p.Chat.whispers, &p)
	return &p
}

// whispered finds an ephemeral message by who sees it and by its number.
func (c *Chat) whispered(receiver *User, id int) *Post {
	i := slices.IndexFunc(c.whispers, func(p *Post) bool { return p.Whisper == id && p.Receiver == receiver })
	if i < 0 || id == 0 {
		return nil
	}
	return c.whispers[i]
}

// present is a post as it is now.
func (c *Chat) present(p *Post) *Post {
	if p.Whisper != 0 {
		return c.whispered(p.Receiver, p.Whisper)
	}
	return c.find(p.ID)
}

// Whispers are the ephemeral messages of the bot that somebody sees in the chat now, oldest first.
func (c *Chat) Whispers(u *User) (out []*Post) {
	c.server.enter()
	defer c.server.mu.Unlock()
	for _, p := range c.whispers {
		if p.Receiver == u && !p.Deleted {
			out = append(out, p)
		}
	}
	return out
}

// Offline takes somebody's app off the net, or back on it: what the bot whispers to him meanwhile is lost, and what stood
// there is gone when the app starts anew.
func (u *User) Offline(off bool) {
	u.act(func(s *Server) {
		if s.offline == nil {
			s.offline = map[*User]bool{}
		}
		s.offline[u] = off
		for _, c := range s.chats {
			for _, p := range c.whispers {
				if off && p.Receiver == u && !p.Deleted {
					s.replace(p, func(q *Post) { q.Deleted = true })
				}
			}
		}
	})
}

// SayToBot writes an ephemeral command in a group, which the bot alone sees. It returns nil if he is not in the group.
func (u *User) SayToBot(c *Chat, text string) *Post {
	var out *Post
	u.act(func(s *Server) {
		if !c.groups() || !c.standing(u).inside() || !c.botStanding().inside() {
			return
		}
		out = s.whisper(Post{Chat: c, From: u, Kind: KindText, Text: text, Entities: autoEntities(text, nil)})
		s.note(Entry{Act: Said, Chat: c, User: u, Post: out, Text: text})
		s.push("message", s.wire(out, true), messageLife)
	})
	return out
}

// editEphemeralMessageText replaces text and keyboard of an ephemeral message.
func (s *Server) editEphemeralMessageText(p params) (any, *failure) {
	text, fail := s.formatted(p)
	if fail != nil {
		return nil, fail
	}
	post, kb, fail := s.editableWhisper(p)
	if fail != nil {
		return nil, fail
	}
	if fail := fits(text, kb); fail != nil {
		return nil, fail
	}
	if length(text.text) > maxWhisper {
		return nil, badRequest("MEDIA_CAPTION_TOO_LONG")
	}
	_, fail = s.edit(post, "editEphemeralMessageText", text, kb)
	return true, fail
}

// editEphemeralMessageReplyMarkup replaces the keyboard alone.
func (s *Server) editEphemeralMessageReplyMarkup(p params) (any, *failure) {
	post, kb, fail := s.editableWhisper(p)
	if fail != nil {
		return nil, fail
	}
	if fail := kb.fits(); fail != nil {
		return nil, fail
	}
	_, fail = s.edit(post, "editEphemeralMessageReplyMarkup", rich{post.Text, post.Entities}, kb)
	return true, fail
}

// editableWhisper reads the markup and finds the ephemeral message of an edit.
func (s *Server) editableWhisper(p params) (*Post, keyboard, *failure) {
	kb, fail := readMarkup(p.text("reply_markup"))
	if fail != nil {
		return nil, kb, fail
	}
	post, fail := s.ownWhisper(p, "message to edit not found")
	if fail == nil && kb.other {
		fail = badRequest("inline keyboard expected")
	}
	return post, kb, fail
}

// ownWhisper finds an ephemeral message of the bot.
func (s *Server) ownWhisper(p params, missing string) (*Post, *failure) {
	c, fail := s.writable(p)
	if fail != nil {
		return nil, fail
	}
	id, ok := p.id("receiver_user_id")
	if !ok || id <= 0 {
		return nil, badRequest("invalid user_id specified")
	}
	u := s.users[id]
	post := c.whispered(u, int(p.number("ephemeral_message_id")))
	if u == nil || post == nil || post.Deleted {
		return nil, badRequest(missing)
	}
	return post, nil
}

// deleteEphemeralMessage removes an ephemeral message.
func (s *Server) deleteEphemeralMessage(p params) (any, *failure) {
	post, fail := s.ownWhisper(p, "message to delete not found")
	if fail != nil {
		return nil, fail
	}
	gone := s.replace(post, func(q *Post) { q.Deleted = true })
	s.note(Entry{Act: Deleted, Chat: post.Chat, Post: gone, Method: "deleteEphemeralMessage"})
	return true, nil
}
