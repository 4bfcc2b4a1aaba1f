package tgtest

import "maps"

// Upgrade lets the owner of a basic group make a supergroup of it, which is another chat: it has another id, messages of
// its own, and the same people with the same standings. The old one stays to be read; whatever is sent to it, or edited
// there, is refused with the new id, and nobody writes or presses there any more. (What an edit is answered the sources
// do not say; it is decided here.) Two service messages tell it, one in each chat. In any other chat, and the second
// time, it is the chat that there is.
func (c *Chat) Upgrade() *Chat { return c.upgrade(true) }

// UpgradeUnheard is Upgrade, but the two messages never reach the bot: it can learn of it from a refusal only.
func (c *Chat) UpgradeUnheard() *Chat { return c.upgrade(false) }

func (c *Chat) upgrade(heard bool) *Chat {
	if c.kind != typeGroup {
		return c
	}
	if c.upgraded != nil {
		return c.upgraded
	}
	s := c.server
	to := s.newChat(&Chat{Title: c.Title, kind: typeSupergroup, Owner: c.Owner}, c.botStanding())
	s.enter()
	defer s.leave()
	to.members = maps.Clone(c.members)
	to.may, to.last, c.upgraded = c.may, 0, to
	from := s.add(Post{Chat: c, From: c.Owner, Kind: KindUpgraded, twin: to})
	came := s.add(Post{Chat: to, From: c.Owner, Kind: KindUpgrade, twin: c})
	s.note(Entry{Act: Upgraded, Chat: c, User: c.Owner, Post: from})
	if heard {
		s.tellBot(from)
		s.tellBot(came)
	}
	return to
}
