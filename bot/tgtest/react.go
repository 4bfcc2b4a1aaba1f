package tgtest

// wireReacted is a MessageReactionUpdated.
type wireReacted struct {
	Chat wireChat    `json:"chat"`
	ID   int         `json:"message_id"`
	User wireUser    `json:"user"`
	Date int64       `json:"date"`
	Old  []wireEmoji `json:"old_reaction"`
	New  []wireEmoji `json:"new_reaction"`
}

// wireEmoji is a ReactionTypeEmoji.
type wireEmoji struct {
	Type  string `json:"type"`
	Emoji string `json:"emoji"`
}

// React puts these reactions on a post in place of what the person had there; none takes
// them back. The bot hears of it only as an administrator that has asked for such
// updates.
func (u *User) React(p *Post, emoji ...string) {
	u.act(func(s *Server) {
		now := p.Chat.find(p.ID)
		if now == nil || now.Deleted || p.Chat.peer != nil || !p.Chat.standing(u).inside() {
			return
		}
		if s.reactions == nil {
			s.reactions = map[reactor][]wireEmoji{}
		}
		at, fresh := reactor{p.Chat, p.ID, u}, []wireEmoji{}
		for _, e := range emoji {
			fresh = append(fresh, wireEmoji{"emoji", e})
		}
		old := append([]wireEmoji{}, s.reactions[at]...)
		s.reactions[at] = fresh
		if p.Chat.botStanding().leads() {
			s.push("message_reaction", wireReacted{p.Chat.wire(), p.ID, u.wire(), s.now.Unix(), old, fresh}, messageLife)
		}
	})
}

// reactor is somebody's place under a post.
type reactor struct {
	chat *Chat
	post int
	user *User
}
