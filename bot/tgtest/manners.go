package tgtest

import "time"

// What the owner of a supergroup sets besides rights: how often its members may write, and which administrators are shown
// as the group itself.

// SlowMode lets a member of a supergroup who is no administrator write once in so long, in whole seconds; 0 is as often as
// he likes. Apps do not send what comes too soon, so it is nothing here.
func (c *Chat) SlowMode(pause time.Duration) {
	c.server.enter()
	defer c.server.mu.Unlock()
	if c.kind == typeSupergroup {
		c.slow = pause.Truncate(time.Second)
	}
}

// waits says whether slow mode keeps somebody from writing for now.
func (c *Chat) waits(u *User) bool {
	if c.slow == 0 || c.standing(u).leads() {
		return false
	}
	for i := len(c.posts) - 1; i >= 0 && c.server.now.Sub(c.posts[i].Date) < c.slow; i-- {
		if p := c.posts[i]; p.From == u && p.Sender == nil && !p.service() {
			return true
		}
	}
	return false
}

// Entitle gives the owner of a supergroup, or an administrator, a title, and with anonymous lets all that he writes be in
// the name of the group, signed with the title; his presses bear his own account all the same. Nothing happens to others.
func (c *Chat) Entitle(u *User, title string, anonymous bool) {
	c.server.enter()
	defer c.server.leave()
	st := c.standing(u)
	if c.kind != typeSupergroup || !st.leads() {
		return
	}
	st.title, st.anonymous = title, anonymous
	c.server.setStanding(c, c.Owner, u, st)
}

// masked is a post as its author's standing lets it be.
func (p Post) masked() Post {
	if p.Sender == nil && p.From != nil && p.Chat.peer == nil {
		if p.Chat.standing(p.From).anonymous {
			p.Sender = p.Chat
		}
	}
	if p.Sender == p.Chat && p.From != nil && p.Chat.kind == typeSupergroup {
		p.signature = p.Chat.standing(p.From).title
	}
	return p
}
