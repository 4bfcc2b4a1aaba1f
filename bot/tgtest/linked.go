package tgtest

import "strings"

// Posts of a channel in the group where they are discussed, and people whose forwards do not name them.

// Link lets the owner of a supergroup link a channel to it: what is published there comes here by itself.
func (c *Chat) Link(channel *Chat) {
	c.server.enter()
	defer c.server.mu.Unlock()
	if c.kind == typeSupergroup && channel.kind == typeChannel {
		channel.linked = c
	}
}

// passOn brings a post of a channel into the group that is linked to it.
func (c *Chat) passOn(p *Post) {
	if p == nil || c.linked == nil {
		return
	}
	c.server.enter()
	defer c.server.leave()
	c.server.say(Post{Chat: c.linked, From: c.server.forwarder, Sender: c, Kind: p.Kind, Text: p.Text, Entities: p.Entities, Origin: p, auto: true})
}

// HideForwards is the privacy setting by which his forwarded messages show a name that leads nowhere.
func (u *User) HideForwards() { u.act(func(*Server) { u.hidden = true }) }

// name is how an app shows him.
func (u *User) name() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }
