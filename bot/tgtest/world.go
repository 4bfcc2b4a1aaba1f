package tgtest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// world is who and what there is.
type world struct {
	users     map[int64]*User
	chats     map[int64]*Chat
	private   int // the message id last used in any private chat or basic group: the bot's account counts them together
	taps      map[string]*tap
	pressed   map[string]*tap // answered ones, too: for some seconds a press lets the bot whisper
	offline   map[*User]bool
	whispers  int // the number last given to an ephemeral message
	reactions map[reactor][]wireEmoji

	anonymous *User // whom the Bot API shows for an anonymous administrator
	channels  *User // whom the Bot API shows for whoever writes in a channel's name
	forwarder *User // whom it shows for what comes from a linked channel by itself

	commands map[string]json.RawMessage // the bot's lists of commands, by scope and language
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
	hidden bool // in forwards
}

// UserOption sets what not everybody has.
type UserOption func(*User)

// LastName gives a user a last name.
func LastName(name string) UserOption { return func(u *User) { u.LastName = name } }

// Username gives a user an @username.
func Username(name string) UserOption { return func(u *User) { u.Username = name } }

// Bot makes a user another bot.
func Bot() UserOption { return func(u *User) { u.bot = true } }

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
	s.chats[u.ID] = &Chat{ID: u.ID, kind: typePrivate, server: s, peer: u, instance: newInstance(ids)}
	return u
}

// pseudoUser makes one of the bots that the Bot API shows for whoever hides behind a chat.
func (s *Server) pseudoUser(id int64, name, username string) *User {
	u := &User{ID: id, FirstName: name, Username: username, server: s, bot: true}
	s.users[id] = u
	return u
}

// newInstance makes the opaque chat_instance of a chat.
func newInstance(ids *rand.Rand) string { return strconv.FormatInt(int64(ids.Uint64()), 10) }

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
	KindJoined    Kind = "new_chat_members"    // a service message
	KindLeft      Kind = "left_chat_member"    // a service message
	KindTopic     Kind = "forum_topic_created" // a service message, whose text here is the topic's name

	KindTopicClosed   Kind = "forum_topic_closed"   // a service message
	KindTopicReopened Kind = "forum_topic_reopened" // a service message

	KindUpgraded Kind = "migrate_to_chat_id"   // a service message, the last one of a basic group
	KindUpgrade  Kind = "migrate_from_chat_id" // a service message, the first one of a supergroup that was one
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
	From      *User // who wrote it; nil is the bot
	Sender    *Chat // in whose name he wrote it, if not in his own; the Bot API does not show him then
	Kind      Kind
	Date      time.Time // full precision of the virtual clock
	EditDate  time.Time // of the last edit
	Edits     int       // how often it was edited
	Text      string    // plain text, or the caption
	Entities  []Entity
	Buttons   [][]Button // the inline keyboard
	ReplyTo   int        // the id of the message it answers
	Quote     string     // the part of that message which it quotes
	Origin    *Post      // what it forwards, as it was then
	Via       *User      // the bot in whose inline results it was chosen
	Thread    int        // the topic of a forum; 0 is the general one
	Silent    bool
	Protected bool
	Deleted   bool

	Whisper  int   // the number of an ephemeral message, which has no ID; 0 is any other
	Receiver *User // of an ephemeral message: who alone sees it; nil is the bot

	markup    *wireMarkup // what Buttons is read from
	frozen    bool        // sent with another markup than an inline keyboard, and so not editable
	media     *wireMedia
	member    *User  // of a service message
	auto      bool   // it came from the linked channel by itself
	signature string // of an administrator who writes in the name of the group: his title
	twin      *Chat  // of a service message about an upgrade: the other chat
}

// Now is the post as it is now.
func (p *Post) Now() *Post {
	p.Chat.server.enter()
	defer p.Chat.server.mu.Unlock()
	return p.Chat.present(p)
}

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
	if c.peer != nil || c.kind == typeGroup {
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

// service says whether it tells what happened, instead of what somebody said.
func (p *Post) service() bool {
	switch p.Kind {
	case KindJoined, KindLeft, KindTopic, KindTopicClosed, KindTopicReopened, KindUpgraded, KindUpgrade:
		return true
	}
	return false
}

// replace puts a changed copy in the place of a post.
func (s *Server) replace(p *Post, change func(*Post)) *Post {
	changed := *p
	change(&changed)
	if p.Whisper != 0 {
		p.Chat.whispers[slices.Index(p.Chat.whispers, p)] = &changed
		return &changed
	}
	i, _ := p.Chat.index(p.ID)
	p.Chat.posts[i] = &changed
	return &changed
}
