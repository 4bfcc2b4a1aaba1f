package tgtest

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// getMe describes the bot.
func (s *Server) getMe(params) (any, *failure) {
	return wireMe{wireUser: s.bot.wire(), CanJoin: true, ReadsAll: s.opts.ReadAll}, nil
}

// getChatMember tells somebody's standing in a chat; of a private chat the two sides are members.
func (s *Server) getChatMember(p params) (any, *failure) {
	c, u, fail := s.member(p)
	if fail != nil {
		return nil, fail
	}
	return wireStanding(c, u, c.standing(u)), nil
}

// member finds the chat and the user of a call about somebody's standing.
func (s *Server) member(p params) (*Chat, *User, *failure) {
	id, ok := p.id("user_id")
	if !ok || id <= 0 {
		return nil, nil, badRequest("invalid user_id specified")
	}
	c, fail := s.open(p)
	if fail != nil {
		return nil, nil, fail
	}
	u := s.users[id]
	if u == nil || c.peer != nil && !c.standing(u).inside() {
		return nil, nil, badRequest("member not found")
	}
	return c, u, nil
}

// getChatAdministrators lists the owner of a chat and its administrators.
func (s *Server) getChatAdministrators(p params) (any, *failure) {
	c, fail := s.open(p)
	if fail != nil {
		return nil, fail
	}
	if c.peer != nil {
		return nil, badRequest("there are no administrators in the private chat")
	}
	list := []any{wireStanding(c, c.Owner, c.standing(c.Owner))}
	for _, id := range slices.Sorted(maps.Keys(c.members)) {
		if st := c.members[id]; st.status == Administrator {
			list = append(list, wireStanding(c, s.users[id], st))
		}
	}
	return list, nil
}

// getChatMemberCount counts who is in a chat, the bot included.
func (s *Server) getChatMemberCount(p params) (any, *failure) {
	c, fail := s.open(p)
	if fail != nil {
		return nil, fail
	}
	if c.peer != nil {
		return 2, nil
	}
	n := 0
	for _, st := range c.members {
		if st.inside() {
			n++
		}
	}
	return n, nil
}

// getChat describes a chat.
func (s *Server) getChat(p params) (any, *failure) {
	c, fail := s.open(p)
	if fail != nil {
		return nil, fail
	}
	info := wireFullChat{wireChat: c.wire(), Slow: int(c.slow / time.Second), Accent: int(max(c.ID, -c.ID) % 7), Reactions: 11}
	if c.kind == typeGroup || c.kind == typeSupergroup {
		may := c.permissions()
		info.Permissions = &may
	}
	return info, nil
}

// sendChatAction shows what the bot is busy with, which nobody in this world looks at.
func (s *Server) sendChatAction(p params) (any, *failure) {
	known := botAPI().methods["sendChatAction"].params["action"].enum
	if action := p.text("action"); action != "cancel" && !slices.Contains(known, action) {
		return nil, badRequest("wrong parameter action in request")
	}
	c, fail := s.writable(p)
	if fail != nil {
		return nil, fail
	}
	if _, fail := c.thread(p, 0); fail != nil {
		return nil, fail
	}
	return true, nil
}

// chat finds the chat of a call. Nothing in this world has a public name.
func (s *Server) chat(p params) (*Chat, *failure) {
	if !p.has("chat_id") {
		return nil, badRequest("chat_id is empty")
	}
	id, err := strconv.ParseInt(p.text("chat_id"), 10, 64)
	c := s.chats[id]
	if err != nil || c == nil {
		return nil, badRequest("chat not found")
	}
	return c, nil
}

// open finds a chat that the bot may read.
func (s *Server) open(p params) (*Chat, *failure) {
	c, fail := s.chat(p)
	if fail != nil {
		return nil, fail
	}
	return c, c.closed()
}

// closed says why the bot cannot reach into a chat; every private chat is open so far.
func (c *Chat) closed() *failure {
	if c.peer != nil {
		return nil
	}
	switch st := c.botStanding(); {
	case st.status == Kicked:
		return forbidden("bot was kicked from the " + c.kind + " chat")
	case !st.inside():
		return forbidden("bot is not a member of the " + c.kind + " chat")
	}
	return nil
}

// writable finds a chat that the bot may write into.
func (s *Server) writable(p params) (*Chat, *failure) {
	c, fail := s.chat(p)
	if fail != nil {
		return nil, fail
	}
	switch {
	case c.peer != nil && c.deleted:
		return nil, forbidden("user is deactivated")
	case c.peer != nil && c.blocked:
		return nil, forbidden("bot was blocked by the user")
	case c.peer != nil && !c.started:
		return nil, forbidden("bot can't initiate conversation with a user")
	case c.upgraded != nil:
		return nil, &failure{code: http.StatusBadRequest, text: "Bad Request: group chat was upgraded to a supergroup chat", movedTo: c.upgraded.ID}
	}
	return c, c.closed()
}
