package tgtest

import "time"

// Restrict lets the owner of a supergroup restrict a member: what he may do stands in the
// JSON of ChatPermissions, what is absent is forbidden; the zero time is for ever.
func (c *Chat) Restrict(u *User, may string, until time.Time) {
	c.server.enter()
	defer c.server.leave()
	old := c.standing(u)
	p, fail := readPermissions(may, true)
	if fail != nil || c.kind != typeSupergroup || old.leads() || old.status == Kicked {
		return
	}
	c.server.setStanding(c, c.Owner, u, standing{status: Restricted, may: p, until: until, out: !old.inside()})
}

// Restriction is what somebody may do in the chat and until when, as getChatMember tells
// it; "" if he is not restricted.
func (c *Chat) Restriction(u *User) (may string, until time.Time) {
	c.server.enter()
	defer c.server.mu.Unlock()
	st := c.standing(u)
	if st.status != Restricted {
		return "", time.Time{}
	}
	return string(encode(st.may)), st.until
}
