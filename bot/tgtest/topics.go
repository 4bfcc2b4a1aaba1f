package tgtest

import (
	"slices"
	"strconv"
)

// Topics of a forum that are closed, opened again and deleted. Nobody writes in a closed one but who manages topics: apps
// offer it to nobody else, and to the bot Telegram says TOPIC_CLOSED. What stands there can still be edited, deleted and
// pressed; the sources do not say so, it is decided here.

// CloseTopic lets the owner of a forum close a topic; 0 is the general one. Nothing happens if there is none of that
// number, or it is closed.
func (c *Chat) CloseTopic(topic int) { c.turnTopic(topic, true) }

// ReopenTopic lets the owner of a forum open a closed topic again.
func (c *Chat) ReopenTopic(topic int) { c.turnTopic(topic, false) }

// turnTopic closes or opens a topic: the journal, and the service message that stands in it.
func (c *Chat) turnTopic(topic int, closed bool) {
	c.server.enter()
	defer c.server.leave()
	if !c.forum || !c.hasThread(topic) || c.shut[topic] == closed {
		return
	}
	if c.shut == nil {
		c.shut = map[int]bool{}
	}
	c.shut[topic] = closed
	act, kind := Reopened, KindTopicReopened
	if closed {
		act, kind = Closed, KindTopicClosed
	}
	p := c.server.add(Post{Chat: c, From: c.Owner, Kind: kind, Thread: topic})
	c.server.note(Entry{Act: act, Chat: c, User: c.Owner, Post: p, Text: strconv.Itoa(topic)})
	c.server.tellBot(p)
}

// DeleteTopic lets the owner of a forum delete a topic with all that stands in it. No update tells the bot; the general
// topic cannot be deleted.
func (c *Chat) DeleteTopic(topic int) {
	c.server.enter()
	defer c.server.leave()
	i := slices.Index(c.topics, topic)
	if i < 0 {
		return
	}
	c.topics = slices.Delete(c.topics, i, i+1)
	for _, p := range slices.Clone(c.posts) {
		if p.Thread == topic && !p.Deleted {
			gone := c.server.replace(p, func(q *Post) { q.Deleted = true })
			c.server.note(Entry{Act: Deleted, Chat: c, User: c.Owner, Post: gone})
		}
	}
}

// opens says whether somebody finds a topic open: it is not closed, or he manages topics. Of people every administrator
// does, of the bot only one with the right.
func (c *Chat) opens(u *User, topic int) bool {
	st := c.standing(u)
	return !c.shut[topic] || st.status == Creator || st.status == Administrator && (st.rights.Topics || u != &c.server.bot)
}
