package tgtest

// Remove deletes a post, as its author may and who leads the chat. The bot is not told:
// Telegram has no update for it.
func (u *User) Remove(p *Post) {
	u.act(func(s *Server) {
		now := p.Chat.find(p.ID)
		if now == nil || now.Deleted || now.From != u && !p.Chat.standing(u).leads() {
			return
		}
		gone := s.replace(now, func(q *Post) { q.Deleted = true })
		s.note(Entry{Act: Deleted, Chat: p.Chat, User: u, Post: gone})
	})
}
