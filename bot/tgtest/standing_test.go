package tgtest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// standingOf is what getChatMember says.
func standingOf(t *testing.T, s *Server, c *Chat, id int64) string {
	t.Helper()
	return string(call(t, s, "getChatMember", "chat_id", chatID(c), "user_id", fmt.Sprint(id)).Result)
}

func TestBotRights(t *testing.T) {
	for _, make := range []func(*Server) *Chat{
		func(s *Server) *Chat { return s.NewSupergroup("Club") },
		func(s *Server) *Chat { return s.NewGroup("Yard") },
	} {
		s := New(Options{})
		c, u := make(s), s.NewUser("Anna")
		u.Join(c)
		c.Appoint(nil, Administrator)
		newest(t, s)
		may := func(del, restrict, pin bool) []string {
			return []string{
				fmt.Sprintf(`"can_delete_messages":%v`, del), fmt.Sprintf(`"can_restrict_members":%v`, restrict),
				fmt.Sprintf(`"can_pin_messages":%v`, pin),
			}
		}
		holds(t, "at first", standingOf(t, s, c, s.BotID()), may(true, true, true)...)
		c.SetBotRights(Rights{Pin: true})
		kind, raw := newest(t, s)
		before, after, _ := strings.Cut(raw, `"new_chat_member"`)
		holds(t, "before", before, may(true, true, true)...)
		holds(t, "after", after, append(may(false, false, true), `"status":"administrator"`)...)
		if kind != "my_chat_member" {
			t.Error(kind)
		}
		holds(t, "now", standingOf(t, s, c, s.BotID()), may(false, false, true)...)
		theirs := []string{"chat_id", chatID(c), "message_id", number(u.Say(c, "hi").ID)}
		checkRefusals(t, s, "deleteMessage", []refusalCase{{theirs, "Bad Request: message can't be deleted"}})
		newest(t, s)
		c.SetBotRights(Rights{Pin: true})
		if kind, _ := newest(t, s); kind != "" {
			t.Errorf("%s about no change", kind)
		}
		c.SetBotRights(Rights{Delete: true})
		checkRefusals(t, s, "deleteMessage", []refusalCase{{theirs, ""}})
		c.Appoint(nil, Member)
		if _, raw := newest(t, s); !strings.HasSuffix(raw, `"status":"member"}}`) {
			t.Errorf("demoted: %s", raw)
		}
		clean(t, s)
	}
}

func TestRestricted(t *testing.T) {
	s, c, u := group(t, Options{})
	out := s.NewUser("Vera")
	poll(t, s, "allowed_updates", `["chat_member"]`)
	c.Appoint(u, Restricted)
	if _, raw := newest(t, s); !strings.Contains(raw, `"status":"restricted"`) {
		t.Errorf("restricting is told as %s", raw)
	}
	c.Appoint(out, Restricted)
	in, not := `"is_member":true`, `"is_member":false`
	holds(t, "inside", standingOf(t, s, c, u.ID), `"status":"restricted"`, in, `"can_send_messages":false`, `"until_date":0`)
	holds(t, "outside", standingOf(t, s, c, out.ID), `"status":"restricted"`, not)
	p := send(t, s, c, "menu", "reply_markup", kb("A", "a"))
	b, _ := p.Button("A")
	if u.Say(c, "x") != nil || u.Photo(c, "") != nil || u.Voice(c) != nil || u.Sticker(c, "👍") != nil || u.Tap(p, b) == nil || out.Tap(p, b) != nil {
		t.Error("who is restricted may press buttons and not write")
	}
	u.Leave(c)
	out.Join(c)
	holds(t, "he left", standingOf(t, s, c, u.ID), `"status":"restricted"`, not)
	holds(t, "she came", standingOf(t, s, c, out.ID), `"status":"restricted"`, in)
	u.Join(c)
	c.Appoint(u, Member)
	if u.Say(c, "free") == nil || c.Status(u) != Member {
		t.Error("he is not free")
	}
	c.Appoint(nil, Restricted)
	checkRefusals(t, s, "sendMessage", []refusalCase{
		{[]string{"chat_id", chatID(c), "text", "a"}, "Bad Request: not enough rights to send text messages to the chat"},
	})
	clean(t, s)
}

func TestRestrictChatMember(t *testing.T) {
	s, c, u := group(t, Options{})
	admin := s.NewUser("Boris")
	c.Appoint(admin, Administrator)
	with := func(id int64, permissions string, pairs ...string) []string {
		return append([]string{"chat_id", chatID(c), "user_id", fmt.Sprint(id), "permissions", permissions}, pairs...)
	}
	const bad = "Bad Request: "
	checkRefusals(t, s, "restrictChatMember", []refusalCase{
		{with(u.ID, "{"), bad + "can't parse permissions JSON object"},
		{with(u.ID, "[]"), bad + "object expected as permissions"},
		{with(u.ID, `{"can_send_messages":1}`), bad + `can't parse chat permissions: Field "can_send_messages" must be of type Boolean`},
		{with(-1, "{}"), bad + "invalid user_id specified"},
		{with(77, "{}"), bad + "member not found"},
		{with(s.BotID(), "{}"), bad + "can't restrict self"},
		{with(c.Owner.ID, "{}"), bad + "can't remove chat owner"},
		{with(admin.ID, "{}"), bad + "user is an administrator of the chat"},
		{with(u.ID, `{"can_send_polls":true}`), ""},
	})
	holds(t, "polls imply texts", standingOf(t, s, c, u.ID), `"can_send_messages":true`, `"can_send_polls":true`, `"can_send_photos":false`, `"can_react_to_messages":true`)
	if u.Say(c, "x") == nil || u.Photo(c, "") != nil {
		t.Error("he may write and not show")
	}
	for permissions, want := range map[string]string{
		`{"can_send_media_messages":true}`: `"can_send_messages":true,"can_send_audios":true`,
		`{"can_send_other_messages":true}`: `"can_send_messages":true,"can_send_audios":true`,
		`{"can_send_photos":true}`:         `"can_send_messages":false,"can_send_audios":false,"can_send_documents":false,"can_send_photos":true`,
		`{"can_pin_messages":true}`:        `"can_edit_tag":true,"can_change_info":false,"can_invite_users":false,"can_pin_messages":true,"can_manage_topics":true`,
	} {
		checkRefusals(t, s, "restrictChatMember", []refusalCase{{with(u.ID, permissions), ""}})
		holds(t, permissions, standingOf(t, s, c, u.ID), want)
	}
	until := s.Now().Add(time.Minute)
	entries := len(s.Journal())
	pairs := with(u.ID, "{}", "until_date", fmt.Sprint(until.Unix()), "use_independent_chat_permissions", "true")
	checkRefusals(t, s, "restrictChatMember", []refusalCase{{pairs, ""}, {pairs, ""}})
	j := s.Journal()
	if len(j) != entries+1 || j[entries].Act != Appointed || j[entries].User != u || j[entries].Method != "restrictChatMember" {
		t.Errorf("the journal tells %+v", j[entries:])
	}
	holds(t, "for a minute", standingOf(t, s, c, u.ID), fmt.Sprintf(`"until_date":%d`, until.Unix()))
	s.Sleep(time.Minute)
	holds(t, "after it", standingOf(t, s, c, u.ID), `"status":"member"`)
	checkRefusals(t, s, "restrictChatMember", []refusalCase{{with(u.ID, "{}"), ""}, {with(u.ID, string(encode(allPermissions))), ""}})
	if c.Status(u) != Member {
		t.Errorf("with all permissions he is %s", c.Status(u))
	}
	c.SetBotRights(Rights{Delete: true})
	checkRefusals(t, s, "restrictChatMember", []refusalCase{
		{with(u.ID, "{}"), bad + "not enough rights to restrict/unrestrict chat member"},
	})
}
