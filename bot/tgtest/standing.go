package tgtest

import (
	"encoding/json"
	"fmt"
	"time"
)

// Status is somebody's standing in a chat, in the words of getChatMember.
type Status string

// The statuses. Whoever is restricted may be in the chat or out of it.
const (
	Creator       Status = "creator"
	Administrator Status = "administrator"
	Member        Status = "member"
	Restricted    Status = "restricted"
	Gone          Status = "left"
	Kicked        Status = "kicked"
)

// Rights are what the bot may do as an administrator.
type Rights struct {
	Delete   bool // messages of others
	Restrict bool // members
	Pin      bool // messages; a channel has no such right
	Topics   bool // of a forum: who may manage them writes in the closed ones
}

var allRights = Rights{Delete: true, Restrict: true, Pin: true}

// permissions are what somebody restricted may do, in the form of ChatPermissions.
type permissions struct {
	Messages   bool `json:"can_send_messages"`
	Audios     bool `json:"can_send_audios"`
	Documents  bool `json:"can_send_documents"`
	Photos     bool `json:"can_send_photos"`
	Videos     bool `json:"can_send_videos"`
	VideoNotes bool `json:"can_send_video_notes"`
	VoiceNotes bool `json:"can_send_voice_notes"`
	Polls      bool `json:"can_send_polls"`
	Other      bool `json:"can_send_other_messages"`
	Previews   bool `json:"can_add_web_page_previews"`
	React      bool `json:"can_react_to_messages"`
	EditTag    bool `json:"can_edit_tag"`
	ChangeInfo bool `json:"can_change_info"`
	Invite     bool `json:"can_invite_users"`
	Pin        bool `json:"can_pin_messages"`
	Topics     bool `json:"can_manage_topics"`
}

var allPermissions = permissions{
	Messages: true, Audios: true, Documents: true, Photos: true, Videos: true, VideoNotes: true, VoiceNotes: true, Polls: true,
	Other: true, Previews: true, React: true, EditTag: true, ChangeInfo: true, Invite: true, Pin: true, Topics: true,
}

// standing is somebody's place in a chat.
type standing struct {
	status Status
	rights Rights      // of an administrator
	may    permissions // of somebody restricted
	until  time.Time   // when a restriction ends; zero is never
	out    bool        // restricted, and not in the chat

	title     string // of an administrator, or the owner
	anonymous bool   // he is shown as the group itself
}

// inside says whether somebody of this standing is in the chat.
func (st standing) inside() bool {
	switch st.status {
	case Creator, Administrator, Member:
		return true
	}
	return st.status == Restricted && !st.out
}

// leads says whether he is the owner or an administrator.
func (st standing) leads() bool { return st.status == Creator || st.status == Administrator }

// Status is a user's standing in the chat; a nil user is the bot.
func (c *Chat) Status(u *User) Status {
	c.server.enter()
	defer c.server.mu.Unlock()
	if u == nil {
		u = &c.server.bot
	}
	return c.standing(u).status
}

func (c *Chat) standing(u *User) standing {
	if c.peer != nil {
		if u == c.peer || u == &c.server.bot {
			return standing{status: Member}
		}
		return standing{status: Gone}
	}
	st, known := c.members[u.ID]
	switch {
	case !known:
		return standing{status: Gone}
	case st.status != Restricted || st.until.IsZero() || c.server.now.Before(st.until):
		return st
	case st.out:
		return standing{status: Gone}
	}
	return standing{status: Member}
}

// leads says whether somebody is the owner or an administrator of the chat.
func (c *Chat) leads(u *User) bool {
	c.server.enter()
	defer c.server.mu.Unlock()
	return c.standing(u).leads()
}

// botStanding is the bot's place in the chat.
func (c *Chat) botStanding() standing { return c.standing(&c.server.bot) }

// Join comes into a chat. Whoever was kicked or is in already stays where he is, and the restricted stay restricted.
func (u *User) Join(c *Chat) {
	u.act(func(s *Server) {
		st := c.standing(u)
		if c.peer != nil || st.inside() || st.status == Kicked {
			return
		}
		if st.out = false; st.status != Restricted {
			st = standing{status: Member}
		}
		s.setStanding(c, u, u, st)
	})
}

// Leave goes out of a chat; the owner cannot.
func (u *User) Leave(c *Chat) {
	u.act(func(s *Server) {
		st := c.standing(u)
		if c.peer != nil || !st.inside() || st.status == Creator {
			return
		}
		if st.out = true; st.status != Restricted {
			st = standing{status: Gone}
		}
		s.setStanding(c, u, u, st)
	})
}

// Appoint lets the owner of a chat give somebody a status: promote, demote, remove, ban, let in again. An administrator
// gets all rights. Restricted is a status of supergroups: he may read and press buttons but not write, and stays in the
// chat or out of it. A nil user is the bot, which is told by a my_chat_member update.
func (c *Chat) Appoint(u *User, status Status) {
	c.server.enter()
	defer c.server.leave()
	if u == nil {
		u = &c.server.bot
	}
	old := c.standing(u)
	if c.peer != nil || u == c.Owner || status == Creator || old.status == status ||
		status == Restricted && c.kind != typeSupergroup {
		return
	}
	st := standing{status: status}
	switch status {
	case Administrator:
		st.rights = allRights
	case Restricted:
		st.out = !old.inside()
	}
	c.server.setStanding(c, c.Owner, u, st)
}

// SetBotRights makes the bot an administrator with these rights and no others.
func (c *Chat) SetBotRights(r Rights) {
	c.server.enter()
	defer c.server.leave()
	if st := (standing{status: Administrator, rights: r}); c.peer == nil && c.botStanding() != st {
		c.server.setStanding(c, c.Owner, &c.server.bot, st)
	}
}

// setStanding changes somebody's place in a chat: the journal, the service message, and the update about it.
func (s *Server) setStanding(c *Chat, by, u *User, st standing) {
	old := c.standing(u)
	c.members[u.ID] = st
	entry := Entry{Act: Appointed, Chat: c, User: u, Text: string(st.status)}
	if u.bot {
		entry.User = nil
	}
	if by.bot {
		entry.Method = "restrictChatMember"
	}
	if by == u && st.inside() {
		entry.Act, entry.Text = Joined, ""
	} else if by == u {
		entry.Act, entry.Text = Left, ""
	}
	if old.inside() != st.inside() && c.kind != typeChannel {
		kind := KindLeft
		if st.inside() {
			kind = KindJoined
		}
		entry.Post = s.add(Post{Chat: c, From: by, Kind: kind, member: u})
	}
	s.note(entry)
	if entry.Post != nil && !u.bot {
		s.tellBot(entry.Post)
	}
	change := wireMemberChange{
		Chat: c.wire(), From: by.wire(), Date: s.now.Unix(), Old: wireStanding(c, u, old), New: wireStanding(c, u, st),
	}
	if u.bot {
		s.push("my_chat_member", change, messageLife)
	} else if c.botStanding().status == Administrator {
		s.push("chat_member", change, messageLife)
	}
}

// restrictChatMember takes permissions from a member of a supergroup, or gives them back.
func (s *Server) restrictChatMember(p params) (any, *failure) {
	may, fail := readPermissions(p.text("permissions"), p.yes("use_independent_chat_permissions"))
	if fail != nil {
		return nil, fail
	}
	c, u, fail := s.member(p)
	if fail != nil {
		return nil, fail
	}
	old := c.standing(u)
	switch {
	case c.kind != typeSupergroup:
		return nil, badRequest("method is available only for supergroups")
	case !c.botStanding().rights.Restrict:
		return nil, badRequest("not enough rights to restrict/unrestrict chat member")
	case u == &s.bot:
		return nil, badRequest("can't restrict self")
	case old.status == Creator:
		return nil, badRequest("can't remove chat owner")
	case old.status == Administrator:
		return nil, badRequest("user is an administrator of the chat")
	}
	st := standing{status: Restricted, may: may, out: !old.inside()}
	if until := time.Unix(p.number("until_date"), 0); until.Sub(s.now) >= 30*time.Second && until.Sub(s.now) <= 366*24*time.Hour {
		st.until = until
	}
	if may == allPermissions {
		st = standing{status: Gone}
		if old.inside() {
			st.status = Member
		}
	}
	if st != old {
		s.setStanding(c, &s.bot, u, st)
	}
	return true, nil
}

// readPermissions reads ChatPermissions. What is absent is false, except where an older or a wider flag speaks for it.
func readPermissions(text string, independent bool) (permissions, *failure) {
	var may permissions
	if !json.Valid([]byte(text)) {
		return may, badRequest("can't parse permissions JSON object")
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil || object == nil {
		return may, badRequest("object expected as permissions")
	}
	for name, raw := range object {
		if first := raw[0]; first != 't' && first != 'f' {
			return may, badRequest(fmt.Sprintf("can't parse chat permissions: Field %q must be of type Boolean", name))
		}
	}
	if err := json.Unmarshal([]byte(text), &may); err != nil {
		return may, badRequest("can't parse permissions JSON object")
	}
	media := []struct {
		name string
		flag *bool
	}{
		{"can_send_audios", &may.Audios}, {"can_send_documents", &may.Documents}, {"can_send_photos", &may.Photos},
		{"can_send_videos", &may.Videos}, {"can_send_video_notes", &may.VideoNotes}, {"can_send_voice_notes", &may.VoiceNotes},
	}
	legacy, implied := yesJSON(object["can_send_media_messages"]), !independent && (may.Other || may.Previews)
	for _, m := range media {
		if _, modern := object[m.name]; modern {
			legacy = false
		}
	}
	for _, m := range media {
		*m.flag = *m.flag || legacy || implied
	}
	may.Messages = may.Messages || implied || !independent && (legacy || may.Polls)
	for name, flags := range map[string][2]*bool{
		"can_manage_topics":     {&may.Topics, &may.Pin},
		"can_edit_tag":          {&may.EditTag, &may.Pin},
		"can_react_to_messages": {&may.React, &may.Messages},
	} {
		if _, stated := object[name]; !stated {
			*flags[0] = *flags[1]
		}
	}
	return may, nil
}
