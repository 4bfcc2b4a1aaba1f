package tgtest

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	Type     string `json:"type"`
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
	ID       int          `json:"message_id"`
	From     *wireUser    `json:"from,omitempty"`
	Chat     wireChat     `json:"chat"`
	Date     int64        `json:"date"`
	EditDate int64        `json:"edit_date,omitempty"`
	ReplyTo  *wireMessage `json:"reply_to_message,omitempty"`
	Text     string       `json:"text,omitempty"`
	Entities []wireEntity `json:"entities,omitempty"`
	*wireMedia
	Caption         string       `json:"caption,omitempty"`
	CaptionEntities []wireEntity `json:"caption_entities,omitempty"`
	NewMembers      []wireUser   `json:"new_chat_members,omitempty"`
	LeftMember      *wireUser    `json:"left_chat_member,omitempty"`
	Markup          *wireMarkup  `json:"reply_markup,omitempty"`
	Protected       bool         `json:"has_protected_content,omitempty"`
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
	Anonymous bool `json:"is_anonymous"`
}

type wireBanned struct {
	wireMember
	Until int64 `json:"until_date"`
}

type wireAdmin struct {
	wireMember
	CanBeEdited     bool `json:"can_be_edited"`
	ManageChat      bool `json:"can_manage_chat"`
	ChangeInfo      bool `json:"can_change_info"`
	DeleteMessages  bool `json:"can_delete_messages"`
	InviteUsers     bool `json:"can_invite_users"`
	RestrictMembers bool `json:"can_restrict_members"`
	PinMessages     bool `json:"can_pin_messages"`
	ManageTopics    bool `json:"can_manage_topics"`
	PromoteMembers  bool `json:"can_promote_members"`
	VideoChats      bool `json:"can_manage_video_chats"`
	PostStories     bool `json:"can_post_stories"`
	EditStories     bool `json:"can_edit_stories"`
	DeleteStories   bool `json:"can_delete_stories"`
	ManageTags      bool `json:"can_manage_tags"`
	Welcome         bool `json:"can_send_welcome_messages"`
	Anonymous       bool `json:"is_anonymous"`
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
		return wireChat{ID: c.ID, First: c.peer.FirstName, Last: c.peer.LastName, Username: c.peer.Username, Type: "private"}
	}
	return wireChat{ID: c.ID, Title: c.Title, Type: "supergroup"}
}

// wireMember is somebody's standing in a chat.
func (s *Server) wireMember(u *User, status Status) any {
	member := wireMember{User: u.wire(), Status: status}
	switch status {
	case Creator:
		return wireOwner{wireMember: member}
	case Administrator:
		return wireAdmin{
			wireMember: member, ManageChat: true, DeleteMessages: true, RestrictMembers: true, PinMessages: true,
		}
	case Kicked:
		return wireBanned{wireMember: member}
	default:
		return member
	}
}

// wire is a post as a message; the message replied to is shown one level deep.
func (s *Server) wire(p *Post, withReply bool) *wireMessage {
	author := &s.bot
	if p.From != nil {
		author = p.From
	}
	from := author.wire()
	m := &wireMessage{ID: p.ID, From: &from, Chat: p.Chat.wire(), Date: p.Date.Unix(), Protected: p.Protected}
	if !p.EditDate.IsZero() {
		m.EditDate = p.EditDate.Unix()
	}
	if withReply && p.ReplyTo != 0 {
		if to := p.Chat.find(p.ReplyTo); to != nil && !to.Deleted {
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
	m.wireMedia, m.Markup = p.media, p.markup
	switch p.Kind {
	case KindJoined:
		m.NewMembers = []wireUser{p.member.wire()}
	case KindLeft:
		member := p.member.wire()
		m.LeftMember = &member
	case KindText:
		m.Text, m.Entities = p.Text, entities
	default:
		m.Caption, m.CaptionEntities = p.Text, entities
	}
	return m
}
