package tgtest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// world is who and what there is.
type world struct {
	users   map[int64]*User
	chats   map[int64]*Chat
	private int // the message id last used in any private chat: the bot's account counts them together
	taps    map[string]*tap
}

// User is a person, or the bot.
type User struct {
	ID        int64
	FirstName string
	LastName  string
	Username  string // without the @
	Language  string // IETF tag of the app's language

	server *Server
	bot    bool
}

// UserOption sets what not everybody has.
type UserOption func(*User)

// LastName gives a user a last name.
func LastName(name string) UserOption { return func(u *User) { u.LastName = name } }

// Username gives a user an @username.
func Username(name string) UserOption { return func(u *User) { u.Username = name } }

// Language sets the language of a user's app, such as "ru"; without it the bot is not told one.
func Language(tag string) UserOption { return func(u *User) { u.Language = tag } }

// NewUser brings a person into the world. He is in no group and has not started the bot.
func (s *Server) NewUser(firstName string, opts ...UserOption) *User {
	s.enter()
	defer s.mu.Unlock()
	return s.newUser(s.draws.users, firstName, opts...)
}

// newUser makes a person whose id comes from a stream of chance.
func (s *Server) newUser(ids *rand.Rand, firstName string, opts ...UserOption) *User {
	u := &User{FirstName: firstName, server: s}
	for _, set := range opts {
		set(u)
	}
	for u.ID == 0 || s.users[u.ID] != nil {
		u.ID = 1_000_000_000 + ids.Int64N(7_000_000_000)
	}
	s.users[u.ID] = u
	s.chats[u.ID] = &Chat{ID: u.ID, server: s, peer: u, instance: newInstance(ids)}
	return u
}

// newInstance makes the opaque chat_instance of a chat.
func newInstance(ids *rand.Rand) string { return strconv.FormatInt(int64(ids.Uint64()), 10) }

// Status is somebody's standing in a chat, in the words of getChatMember.
type Status string

// The statuses of this world; nobody is restricted.
const (
	Creator       Status = "creator"
	Administrator Status = "administrator"
	Member        Status = "member"
	Gone          Status = "left"
	Kicked        Status = "kicked"
)

// inside says whether somebody of this status is in the chat.
func (st Status) inside() bool { return st == Creator || st == Administrator || st == Member }

// Chat is a supergroup, or the private chat of the bot and a user.
type Chat struct {
	ID    int64
	Title string // of a supergroup
	Owner *User  // of a supergroup: the person who made it and stays in it

	server   *Server
	peer     *User // of a private chat
	instance string
	posts    []*Post // by ascending id, deleted ones included
	last     int     // of a supergroup: the message id last used
	members  map[int64]Status
	started  bool // of a private chat: the bot may write
	blocked  bool // of a private chat: the user blocked the bot
}

// NewSupergroup makes a group whose owner is a person of its own. The bot is an administrator who may delete messages,
// restrict members and pin; that happened long ago, so no update tells it.
func (s *Server) NewSupergroup(title string) *Chat {
	s.enter()
	defer s.mu.Unlock()
	c := &Chat{Title: title, server: s, instance: newInstance(s.draws.chats), last: 1 + s.draws.chats.IntN(1000)}
	for c.ID == 0 || s.chats[c.ID] != nil {
		c.ID = -1_000_000_000_000 - 1_000_000_000 - s.draws.chats.Int64N(2_000_000_000)
	}
	c.Owner = s.newUser(s.draws.chats, "Owner")
	c.members = map[int64]Status{c.Owner.ID: Creator, s.bot.ID: Administrator}
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

// Peer is the user of a private chat, nil for a supergroup.
func (c *Chat) Peer() *User { return c.peer }

// Status is a user's standing in the chat; a nil user is the bot.
func (c *Chat) Status(u *User) Status {
	c.server.enter()
	defer c.server.mu.Unlock()
	if u == nil {
		u = &c.server.bot
	}
	return c.status(u)
}

func (c *Chat) status(u *User) Status {
	if c.peer != nil {
		if u == c.peer || u.bot {
			return Member
		}
		return Gone
	}
	if st, ok := c.members[u.ID]; ok {
		return st
	}
	return Gone
}

// botStatus is the bot's standing in the chat.
func (c *Chat) botStatus() Status { return c.status(&c.server.bot) }

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

// Kind is what a post consists of, named like the field of Message.
type Kind string

// The kinds of posts.
const (
	KindText      Kind = "text"
	KindSticker   Kind = "sticker"
	KindVoice     Kind = "voice"
	KindPhoto     Kind = "photo"
	KindAnimation Kind = "animation"
	KindDice      Kind = "dice"
	KindJoined    Kind = "new_chat_members" // a service message
	KindLeft      Kind = "left_chat_member" // a service message
)

// Button is a button of an inline keyboard.
type Button struct{ Text, Data, URL string }

// Entity is a special part of a text. Offset and Length count UTF-16 code units.
type Entity struct {
	Offset      int    `json:"offset"`
	Length      int    `json:"length"`
	Type        string `json:"type"`
	URL         string `json:"url,omitempty"`
	Language    string `json:"language,omitempty"`
	CustomEmoji string `json:"custom_emoji_id,omitempty"`
	UnixTime    int64  `json:"unix_time,omitempty"`
	TimeFormat  string `json:"date_time_format,omitempty"`
	UserID      int64  `json:"-"` // of a text_mention
}

// Post is a message as it was at one instant. It never changes; Now fetches the present state.
type Post struct {
	Chat      *Chat
	ID        int
	From      *User // nil is the bot
	Kind      Kind
	Date      time.Time // full precision of the virtual clock
	EditDate  time.Time // of the last edit
	Edits     int       // how often it was edited
	Text      string    // plain text, or the caption
	Entities  []Entity
	Buttons   [][]Button // the inline keyboard
	ReplyTo   int        // the id of the message it answers
	Silent    bool
	Protected bool
	Deleted   bool

	markup *wireMarkup // what Buttons is read from
	frozen bool        // sent with another markup than an inline keyboard, and so not editable
	media  *wireMedia
	member *User // of a service message
}

// Now is the post as it is now.
func (p *Post) Now() *Post { return p.Chat.Post(p.ID) }

// Button finds a button by its exact label.
func (p *Post) Button(label string) (Button, bool) {
	for _, row := range p.Buttons {
		for _, b := range row {
			if b.Text == label {
				return b, true
			}
		}
	}
	return Button{}, false
}

// has says whether this very button is on the post.
func (p *Post) has(b Button) bool {
	return slices.ContainsFunc(p.Buttons, func(row []Button) bool { return slices.Contains(row, b) })
}

// add puts a new post into its chat: number, date and place.
func (s *Server) add(p Post) *Post {
	c := p.Chat
	if c.peer != nil {
		s.private++
		p.ID = s.private
	} else {
		c.last++
		p.ID = c.last
	}
	p.Date = s.now
	c.posts = append(c.posts, &p)
	return &p
}

// replace puts a changed copy in the place of a post.
func (s *Server) replace(p *Post, change func(*Post)) *Post {
	changed := *p
	change(&changed)
	i, _ := p.Chat.index(p.ID)
	p.Chat.posts[i] = &changed
	return &changed
}
