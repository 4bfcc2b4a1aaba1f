package tgtest

import "strconv"

// getMe describes the bot.
func (s *Server) getMe(params) (any, *failure) {
	return wireMe{wireUser: s.bot.wire(), CanJoin: true, ReadsAll: s.opts.ReadAll}, nil
}

// getChatMember tells somebody's standing in a chat; of a private chat the two sides are members.
func (s *Server) getChatMember(p params) (any, *failure) {
	id, ok := p.id("user_id")
	if !ok || id <= 0 {
		return nil, badRequest("invalid user_id specified")
	}
	c, fail := s.chat(p)
	if fail != nil {
		return nil, fail
	}
	if fail := c.closed(); fail != nil {
		return nil, fail
	}
	u := s.users[id]
	if u == nil || c.peer != nil && c.status(u) != Member {
		return nil, badRequest("member not found")
	}
	return s.wireMember(u, c.status(u)), nil
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

// closed says why the bot cannot reach into a supergroup; every private chat is open so far.
func (c *Chat) closed() *failure {
	if c.peer != nil {
		return nil
	}
	switch st := c.botStatus(); {
	case st == Kicked:
		return forbidden("bot was kicked from the supergroup chat")
	case !st.inside():
		return forbidden("bot is not a member of the supergroup chat")
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
	case c.peer != nil && c.blocked:
		return nil, forbidden("bot was blocked by the user")
	case c.peer != nil && !c.started:
		return nil, forbidden("bot can't initiate conversation with a user")
	}
	return c, c.closed()
}
