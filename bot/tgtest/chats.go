package tgtest

import (
	"slices"
	"time"
)

// The types of chats, in the words of the Bot API.
const (
	typePrivate    = "private"
	typeGroup      = "group"
	typeSupergroup = "supergroup"
	typeChannel    = "channel"
)

// Chat is a group of either kind, a channel, or the private chat of the bot and a user.
type Chat struct {
	ID    int64
	Title string // not of a private chat
	Owner *User  // not of a private chat: the person who made it and stays in it

	server   *Server
	kind     string
	peer     *User // of a private chat
	instance string
	posts    []*Post // by ascending id, deleted ones included
	last     int     // of a supergroup or channel: the message id last used
	members  map[int64]standing
	forum    bool
	topics   []int         // of a forum
	linked   *Chat         // of a channel: the group where its posts are discussed
	shut     map[int]bool  // of a forum: topics in which only those write who manage topics
	started  bool          // of a private chat: the bot may write
	deleted  bool          // of a private chat: the account is gone
	blocked  bool          // of a private chat: the user blocked the bot
	may      *permissions  // of a group: what its members may do; nil is everything
	whispers []*Post       // what single members see of the bot, and it of them
	slow     time.Duration // of a supergroup: how long a member waits between two messages
	upgraded *Chat         // of a basic group: the supergroup that it has become
}

// NewSupergroup makes a group whose owner is a person of its own. The bot is an administrator who may delete messages,
// restrict members and pin; that happened long ago, so no update tells it.
func (s *Server) NewSupergroup(title string) *Chat {
	return s.newChat(&Chat{Title: title, kind: typeSupergroup}, standing{status: Administrator, rights: allRights})
}

// NewForum makes a supergroup with topics. At first it has the general one only, which has no number.
func (s *Server) NewForum(title string) *Chat {
	c := &Chat{Title: title, kind: typeSupergroup, forum: true}
	return s.newChat(c, standing{status: Administrator, rights: allRights})
}

// NewGroup makes a basic group, in which the bot is a plain member. Its messages are numbered along with those of all
// private chats.
func (s *Server) NewGroup(title string) *Chat {
	return s.newChat(&Chat{Title: title, kind: typeGroup}, standing{status: Member})
}

// NewChannel makes a channel, in which the bot is an administrator.
func (s *Server) NewChannel(title string) *Chat {
	return s.newChat(&Chat{Title: title, kind: typeChannel}, standing{status: Administrator, rights: allRights})
}

// newChat completes a chat: ids, owner, the bot.
func (s *Server) newChat(c *Chat, bot standing) *Chat {
	s.enter()
	defer s.mu.Unlock()
	c.server, c.instance, c.last = s, newInstance(s.draws.chats), 1+s.draws.chats.IntN(1000)
	for c.ID == 0 || s.chats[c.ID] != nil {
		if c.kind == typeGroup {
			c.ID = -4_000_000_000 - s.draws.chats.Int64N(1_000_000_000)
		} else {
			c.ID = -1_000_000_000_000 - 1_000_000_000 - s.draws.chats.Int64N(2_000_000_000)
		}
	}
	if c.Owner == nil {
		c.Owner = s.newUser(s.draws.chats, "Owner")
	}
	c.members = map[int64]standing{c.Owner.ID: {status: Creator}, s.bot.ID: bot}
	s.chats[c.ID] = c
	return c
}

// Private is the chat of a user with the bot.
func (s *Server) Private(u *User) *Chat {
	s.enter()
	defer s.mu.Unlock()
	return s.chats[u.ID]
}

// Private says whether it is a private chat.
func (c *Chat) Private() bool { return c.peer != nil }

// Type is private, group, supergroup or channel.
func (c *Chat) Type() string { return c.kind }

// Peer is the user of a private chat, nil for any other.
func (c *Chat) Peer() *User { return c.peer }

// NewTopic lets the owner open a topic of a forum; the id of the message that tells so is the topic's number. In any other
// chat it is 0.
func (c *Chat) NewTopic(name string) int {
	c.server.enter()
	defer c.server.leave()
	if !c.forum {
		return 0
	}
	p := c.server.add(Post{Chat: c, From: c.Owner, Kind: KindTopic, Text: name})
	p.Thread = p.ID
	c.topics = append(c.topics, p.ID)
	c.server.note(Entry{Act: Opened, Chat: c, User: c.Owner, Post: p, Text: name})
	c.server.tellBot(p)
	return p.ID
}

// hasThread says whether messages can go there; 0 is the general topic, or a chat without topics.
func (c *Chat) hasThread(thread int) bool { return thread == 0 || slices.Contains(c.topics, thread) }

// Publish posts a text in a channel, in the channel's name; a linked group gets it, too. In any other chat nothing happens.
func (c *Chat) Publish(text string) *Post {
	if c.kind != typeChannel {
		return nil
	}
	p := c.Owner.post(Post{Chat: c, From: c.Owner, Sender: c, Kind: KindText, Text: text})
	c.passOn(p)
	return p
}

// Posts are the messages of the chat as they are now, without the deleted ones, oldest first.
func (c *Chat) Posts() []*Post {
	c.server.enter()
	defer c.server.mu.Unlock()
	out := make([]*Post, 0, len(c.posts))
	for _, p := range c.posts {
		if !p.Deleted {
			out = append(out, p)
		}
	}
	return out
}

// Post is the message of that id as it is now, a deleted one included, or nil.
func (c *Chat) Post(id int) *Post {
	c.server.enter()
	defer c.server.mu.Unlock()
	return c.find(id)
}

func (c *Chat) index(id int) (int, bool) {
	return slices.BinarySearchFunc(c.posts, id, func(p *Post, id int) int { return p.ID - id })
}

func (c *Chat) find(id int) *Post {
	if i, ok := c.index(id); ok {
		return c.posts[i]
	}
	return nil
}
