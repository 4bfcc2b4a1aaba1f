package tgtest

// What everybody may do in a group: the permissions of the whole chat, which hold for every member and for the bot as long
// as it is none of its administrators, beside what somebody is restricted in himself.

// Permit lets the owner of a group say what its members may do; it stands in the JSON of ChatPermissions, what is absent is
// forbidden. The Bot API has no update for it: the bot meets it when something is refused, or asks getChat.
func (c *Chat) Permit(may string) {
	c.server.enter()
	defer c.server.leave()
	if p, fail := readPermissions(may, true); fail == nil && c.groups() {
		c.server.permit(c, c.Owner, p)
	}
}

// Permissions are what the members of a group may do, in the JSON of ChatPermissions.
func (c *Chat) Permissions() string {
	c.server.enter()
	defer c.server.mu.Unlock()
	return string(encode(c.permissions()))
}

// groups says whether the chat is a group of either kind.
func (c *Chat) groups() bool { return c.kind == typeGroup || c.kind == typeSupergroup }

// permissions are what the members of the chat may do.
func (c *Chat) permissions() permissions {
	if c.may == nil {
		return allPermissions
	}
	return *c.may
}

// permit changes what everybody may do.
func (s *Server) permit(c *Chat, by *User, may permissions) {
	if may == c.permissions() {
		return
	}
	c.may = &may
	entry := Entry{Act: Permitted, Chat: c, User: by, Text: string(encode(may))}
	if by.bot {
		entry.User, entry.Method = nil, "setChatPermissions"
	}
	s.note(entry)
}

// lets says whether somebody can post messages of a kind: he is in the chat, and neither the chat nor a restriction of his
// own forbids it. Who leads the chat may what he likes.
func (c *Chat) lets(u *User, k Kind) bool {
	st := c.standing(u)
	if !st.inside() || st.leads() {
		return st.inside()
	}
	return (st.status != Restricted || st.may.let(k)) && c.permissions().let(k)
}

// let says whether a kind of messages is allowed.
func (p permissions) let(k Kind) bool {
	switch k {
	case KindText:
		return p.Messages
	case KindVoice:
		return p.VoiceNotes
	case KindPhoto:
		return p.Photos
	}
	return p.Other
}

// setChatPermissions says what everybody may do in a group. Without the parameter nothing is allowed any more.
func (s *Server) setChatPermissions(p params) (any, *failure) {
	text := p.text("permissions")
	if text == "" {
		text = "{}"
	}
	may, fail := readPermissions(text, p.yes("use_independent_chat_permissions"))
	if fail != nil {
		return nil, fail
	}
	c, fail := s.writable(p)
	switch {
	case fail != nil:
		return nil, fail
	case c.peer != nil:
		return nil, badRequest("can't change private chat permissions")
	case !c.groups() || !c.botStanding().rights.Restrict:
		return nil, badRequest("not enough rights to change chat permissions")
	}
	s.permit(c, &s.bot, may)
	return true, nil
}
