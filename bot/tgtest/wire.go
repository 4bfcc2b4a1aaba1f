package tgtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// The wire types are the JSON of the Bot API, in the official server's order of fields.

type wireUser struct {
	ID       int64  `json:"id"`
	IsBot    bool   `json:"is_bot"`
	First    string `json:"first_name"`
	Last     string `json:"last_name,omitempty"`
	Username string `json:"username,omitempty"`
	Language string `json:"language_code,omitempty"`
}

type wireMe struct {
	wireUser
	CanJoin    bool `json:"can_join_groups"`
	ReadsAll   bool `json:"can_read_all_group_messages"`
	Guests     bool `json:"supports_guest_queries"`
	Inline     bool `json:"supports_inline_queries"`
	Business   bool `json:"can_connect_to_business"`
	WebApp     bool `json:"has_main_web_app"`
	Topics     bool `json:"has_topics_enabled"`
	UserTopics bool `json:"allows_users_to_create_topics"`
	Bots       bool `json:"can_manage_bots"`
	Requests   bool `json:"supports_join_request_queries"`
}

type wireChat struct {
	ID       int64  `json:"id"`
	First    string `json:"first_name,omitempty"`
	Last     string `json:"last_name,omitempty"`
	Title    string `json:"title,omitempty"`
	Username string `json:"username,omitempty"`
	Forum    bool   `json:"is_forum,omitempty"`
	Type     string `json:"type"`
}

type wireFullChat struct {
	wireChat
	Accent      int          `json:"accent_color_id"`
	Reactions   int          `json:"max_reaction_count"`
	Permissions *permissions `json:"permissions,omitempty"`
	Slow        int          `json:"slow_mode_delay,omitempty"`
	Gifts       wireGifts    `json:"accepted_gift_types"`
}

type wireGifts struct {
	Unlimited bool `json:"unlimited_gifts"`
	Limited   bool `json:"limited_gifts"`
	Unique    bool `json:"unique_gifts"`
	Premium   bool `json:"premium_subscription"`
	Channels  bool `json:"gifts_from_channels"`
}

type wireEntity struct {
	Entity
	User *wireUser `json:"user,omitempty"`
}

type wireFile struct {
	ID     string `json:"file_id"`
	Unique string `json:"file_unique_id"`
	Size   int    `json:"file_size,omitempty"`
}

type wirePhoto struct {
	wireFile
	Width  int `json:"width"`
	Height int `json:"height"`
}

type wireVoice struct {
	wireFile
	Duration int    `json:"duration"`
	Mime     string `json:"mime_type"`
}

type wireAnimation struct {
	wirePhoto
	Duration int    `json:"duration"`
	Name     string `json:"file_name"`
	Mime     string `json:"mime_type"`
}

type wireDocument struct {
	wireFile
	Name string `json:"file_name"`
	Mime string `json:"mime_type"`
}

type wireSticker struct {
	wirePhoto
	Emoji    string `json:"emoji,omitempty"`
	Animated bool   `json:"is_animated"`
	Video    bool   `json:"is_video"`
	Type     string `json:"type"`
}

type wireDice struct {
	Emoji string `json:"emoji"`
	Value int    `json:"value"`
}

// wireMedia is the part of a message that is neither text nor service; one kind of it is set.
type wireMedia struct {
	Animation *wireAnimation `json:"animation,omitempty"`
	Document  *wireDocument  `json:"document,omitempty"`
	Dice      *wireDice      `json:"dice,omitempty"`
	Sticker   *wireSticker   `json:"sticker,omitempty"`
	Voice     *wireVoice     `json:"voice,omitempty"`
	Photo     []wirePhoto    `json:"photo,omitempty"`
}

type wireMessage struct {
	ID        int          `json:"message_id"`
	From      *wireUser    `json:"from,omitempty"`
	Sender    *wireChat    `json:"sender_chat,omitempty"`
	Signature string       `json:"author_signature,omitempty"`
	Chat      wireChat     `json:"chat"`
	Receiver  *wireUser    `json:"receiver_user,omitempty"`
	Whisper   int          `json:"ephemeral_message_id,omitempty"`
	Date      int64        `json:"date"`
	EditDate  int64        `json:"edit_date,omitempty"`
	Thread    int          `json:"message_thread_id,omitempty"`
	Origin    *wireOrigin  `json:"forward_origin,omitempty"`
	Auto      bool         `json:"is_automatic_forward,omitempty"`
	ReplyTo   *wireMessage `json:"reply_to_message,omitempty"`
	Quote     *wireQuote   `json:"quote,omitempty"`
	Via       *wireUser    `json:"via_bot,omitempty"`
	Text      string       `json:"text,omitempty"`
	Entities  []wireEntity `json:"entities,omitempty"`
	*wireMedia
	Caption         string       `json:"caption,omitempty"`
	CaptionEntities []wireEntity `json:"caption_entities,omitempty"`
	NewMembers      []wireUser   `json:"new_chat_members,omitempty"`
	LeftMember      *wireUser    `json:"left_chat_member,omitempty"`
	Topic           *wireTopic   `json:"forum_topic_created,omitempty"`
	TopicClosed     *struct{}    `json:"forum_topic_closed,omitempty"`
	TopicReopened   *struct{}    `json:"forum_topic_reopened,omitempty"`
	UpgradedTo      int64        `json:"migrate_to_chat_id,omitempty"`
	UpgradedFrom    int64        `json:"migrate_from_chat_id,omitempty"`
	Markup          *wireMarkup  `json:"reply_markup,omitempty"`
	Protected       bool         `json:"has_protected_content,omitempty"`
	InTopic         bool         `json:"is_topic_message,omitempty"`
}

type wireOrigin struct {
	Type   string    `json:"type"`
	User   *wireUser `json:"sender_user,omitempty"`
	Name   string    `json:"sender_user_name,omitempty"`
	Sender *wireChat `json:"sender_chat,omitempty"`
	Chat   *wireChat `json:"chat,omitempty"`
	ID     int       `json:"message_id,omitempty"`
	Date   int64     `json:"date"`
}

type wireQuote struct {
	Text     string `json:"text"`
	Position int    `json:"position"`
	Manual   bool   `json:"is_manual"`
}

type wireTopic struct {
	Name  string `json:"name"`
	Color int    `json:"icon_color"`
}

type wireGone struct {
	ID   int      `json:"message_id"`
	Chat wireChat `json:"chat"`
	Date int      `json:"date"`
}

type wireMarkup struct {
	Rows       [][]wireButton `json:"inline_keyboard"`
	ForceReply bool           `json:"force_reply,omitempty"`
}

type wireButton struct {
	Text     string          `json:"text"`
	Icon     string          `json:"icon_custom_emoji_id,omitempty"`
	Style    string          `json:"style,omitempty"`
	URL      string          `json:"url,omitempty"`
	Data     string          `json:"callback_data,omitempty"`
	WebApp   json.RawMessage `json:"web_app,omitempty"`
	Login    json.RawMessage `json:"login_url,omitempty"`
	Switch   json.RawMessage `json:"switch_inline_query,omitempty"`
	Here     json.RawMessage `json:"switch_inline_query_current_chat,omitempty"`
	Chosen   json.RawMessage `json:"switch_inline_query_chosen_chat,omitempty"`
	Copy     json.RawMessage `json:"copy_text,omitempty"`
	Game     json.RawMessage `json:"callback_game,omitempty"`
	Pay      bool            `json:"pay,omitempty"`
	Disabled json.RawMessage `json:"disabled,omitempty"`
}

type wireCallback struct {
	ID       string   `json:"id"`
	From     wireUser `json:"from"`
	Message  any      `json:"message"`
	Instance string   `json:"chat_instance"`
	Data     string   `json:"data,omitempty"`
}

type wireMember struct {
	User   wireUser `json:"user"`
	Status Status   `json:"status"`
}

type wireOwner struct {
	wireMember
	Anonymous bool   `json:"is_anonymous"`
	Title     string `json:"custom_title,omitempty"`
}

type wireBanned struct {
	wireMember
	Until int64 `json:"until_date"`
}

type wireRestricted struct {
	wireMember
	IsMember bool `json:"is_member"`
	permissions
	Until int64 `json:"until_date"`
}

type wireAdmin struct {
	wireMember
	CanBeEdited     bool   `json:"can_be_edited"`
	ManageChat      bool   `json:"can_manage_chat"`
	ChangeInfo      bool   `json:"can_change_info"`
	DeleteMessages  bool   `json:"can_delete_messages"`
	InviteUsers     bool   `json:"can_invite_users"`
	RestrictMembers bool   `json:"can_restrict_members"`
	PostMessages    *bool  `json:"can_post_messages,omitempty"` // of a channel
	EditMessages    *bool  `json:"can_edit_messages,omitempty"` // of a channel
	PinMessages     *bool  `json:"can_pin_messages,omitempty"`  // of a group of either kind
	ManageTopics    *bool  `json:"can_manage_topics,omitempty"` // of a supergroup
	PromoteMembers  bool   `json:"can_promote_members"`
	VideoChats      bool   `json:"can_manage_video_chats"`
	PostStories     bool   `json:"can_post_stories"`
	EditStories     bool   `json:"can_edit_stories"`
	DeleteStories   bool   `json:"can_delete_stories"`
	ManageTags      bool   `json:"can_manage_tags"`
	Welcome         bool   `json:"can_send_welcome_messages"`
	Anonymous       bool   `json:"is_anonymous"`
	Title           string `json:"custom_title,omitempty"`
}

type wireMemberChange struct {
	Chat wireChat `json:"chat"`
	From wireUser `json:"from"`
	Date int64    `json:"date"`
	Old  any      `json:"old_chat_member"`
	New  any      `json:"new_chat_member"`
}

type wireWebhook struct {
	URL     string `json:"url"`
	Custom  bool   `json:"has_custom_certificate"`
	Pending int    `json:"pending_update_count"`

	ErrorDate   int64    `json:"last_error_date,omitempty"`
	Error       string   `json:"last_error_message,omitempty"`
	Connections int      `json:"max_connections,omitempty"`
	Allowed     []string `json:"allowed_updates,omitempty"`
}

// encode writes JSON the way it is read in a failure: without escaping of <, > and &.
func encode(v any) []byte {
	if raw, ok := v.(json.RawMessage); ok {
		return raw
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Errorf("tgtest: encoding a %T: %w", v, err))
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

// wire is a user as the Bot API shows him.
func (u *User) wire() wireUser {
	return wireUser{u.ID, u.bot, u.FirstName, u.LastName, u.Username, u.Language}
}

// wire is a chat as the Bot API shows it inside messages.
func (c *Chat) wire() wireChat {
	if c.peer != nil {
		return wireChat{ID: c.ID, First: c.peer.FirstName, Last: c.peer.LastName, Username: c.peer.Username, Type: c.kind}
	}
	return wireChat{ID: c.ID, Title: c.Title, Forum: c.forum, Type: c.kind}
}

// wireStanding is somebody's standing in a chat.
func wireStanding(c *Chat, u *User, st standing) any {
	member := wireMember{User: u.wire(), Status: st.status}
	switch st.status {
	case Creator:
		return wireOwner{wireMember: member, Anonymous: st.anonymous, Title: st.title}
	case Administrator:
		yes, no, topics := true, false, st.rights.Topics
		admin := wireAdmin{
			wireMember: member, ManageChat: true, DeleteMessages: st.rights.Delete, RestrictMembers: st.rights.Restrict,
			Anonymous: st.anonymous, Title: st.title,
		}
		switch c.kind {
		case typeChannel:
			admin.PostMessages, admin.EditMessages = &yes, &no
		case typeSupergroup:
			admin.ManageTopics = &topics
			fallthrough
		default:
			admin.PinMessages = &st.rights.Pin
		}
		return admin
	case Restricted:
		out := wireRestricted{wireMember: member, IsMember: !st.out, permissions: st.may}
		if !st.until.IsZero() {
			out.Until = st.until.Unix()
		}
		return out
	case Kicked:
		return wireBanned{wireMember: member}
	default:
		return member
	}
}

const topicColor = 0x6FB9F0 // of a topic's icon, one of Telegram's six

// shown are the author of a post and the chat in whose name it is, as far as the Bot API shows them.
func (s *Server) shown(p *Post) (*wireUser, *wireChat) {
	author, sender := p.From, p.Sender
	switch {
	case p.Chat.kind == typeChannel:
		author, sender = nil, p.Chat
	case p.auto: // it is shown as it is
	case sender == p.Chat:
		author = s.anonymous
	case sender != nil:
		author = s.channels
	case author == nil:
		author = &s.bot
	}
	var from *wireUser
	if author != nil {
		user := author.wire()
		from = &user
	}
	if sender == nil {
		return from, nil
	}
	chat := sender.wire()
	return from, &chat
}

// wire is a post as a message; the message replied to is shown one level deep.
func (s *Server) wire(p *Post, withReply bool) *wireMessage {
	m := &wireMessage{
		ID: p.ID, Chat: p.Chat.wire(), Date: p.Date.Unix(), Protected: p.Protected, Thread: p.Thread, InTopic: p.Thread != 0,
	}
	m.From, m.Sender = s.shown(p)
	m.Signature = p.signature
	if m.Whisper = p.Whisper; p.Whisper != 0 {
		receiver := s.bot.wire()
		if p.Receiver != nil {
			receiver = p.Receiver.wire()
		}
		m.Receiver = &receiver
	}
	if !p.EditDate.IsZero() {
		m.EditDate = p.EditDate.Unix()
	}
	replyTo := p.ReplyTo
	if replyTo == 0 && p.Kind != KindTopic {
		replyTo = p.Thread // to Telegram, whatever is said in a topic answers the message that opened it
	}
	if withReply && replyTo != 0 {
		if to := p.Chat.find(replyTo); to != nil && !to.Deleted {
			m.ReplyTo = s.wire(to, false)
		}
	}
	entities := make([]wireEntity, len(p.Entities))
	for i, e := range p.Entities {
		entities[i].Entity = e
		if u := s.users[e.UserID]; u != nil {
			mentioned := u.wire()
			entities[i].User = &mentioned
		}
	}
	m.Auto = p.auto
	m.Origin, m.Quote = s.origin(p.Origin), m.ReplyTo.quote(p.Quote)
	if p.Via != nil {
		via := p.Via.wire()
		m.Via = &via
	}
	m.wireMedia, m.Markup = p.media, p.markup
	switch p.Kind {
	case KindJoined:
		m.NewMembers = []wireUser{p.member.wire()}
	case KindLeft:
		member := p.member.wire()
		m.LeftMember = &member
	case KindTopic:
		m.Topic = &wireTopic{Name: p.Text, Color: topicColor}
	case KindTopicClosed:
		m.TopicClosed = &struct{}{}
	case KindTopicReopened:
		m.TopicReopened = &struct{}{}
	case KindUpgraded:
		m.UpgradedTo = p.twin.ID
	case KindUpgrade:
		m.UpgradedFrom = p.twin.ID
	case KindText:
		m.Text, m.Entities = p.Text, entities
	default:
		m.Caption, m.CaptionEntities = p.Text, entities
	}
	return m
}

// origin is where a forwarded message comes from: a person, who may hide, a group that somebody spoke for, or a channel.
func (s *Server) origin(p *Post) *wireOrigin {
	if p == nil {
		return nil
	}
	from, sender := s.shown(p)
	out := &wireOrigin{Type: "user", User: from, Date: p.Date.Unix()}
	switch {
	case p.Chat.kind == typeChannel:
		out.Type, out.User, out.Chat, out.ID = "channel", nil, sender, p.ID
	case sender != nil:
		out.Type, out.User, out.Sender = "chat", nil, sender
	case p.From != nil && p.From.hidden:
		out.Type, out.User, out.Name = "hidden_user", nil, p.From.name()
	}
	return out
}

// quote is the part of a message that its answer quotes.
func (m *wireMessage) quote(part string) *wireQuote {
	if m == nil || part == "" {
		return nil
	}
	before, _, _ := strings.Cut(m.Text, part)
	return &wireQuote{Text: part, Position: UTF16Len(before), Manual: true}
}
