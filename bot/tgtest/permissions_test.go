package tgtest

import (
	"fmt"
	"strings"
	"testing"
)

// What the whole chat may do holds for members and for a bot that leads nothing there, and nobody is told of it; the
// wording of a refusal, and the reading of getChat.
func TestChatPermissions(t *testing.T) {
	s, c, u := group(t, Options{})
	admin := s.NewUser("Boris")
	admin.Join(c)
	c.Appoint(admin, Administrator)
	newest(t, s)
	c.Permit(`{"can_send_photos":true}`)
	if kind, _ := newest(t, s); kind != "" {
		t.Errorf("the bot is told by a %s", kind)
	}
	if u.Say(c, "x") != nil || u.Voice(c) != nil || u.Photo(c, "") == nil || admin.Say(c, "x") == nil {
		t.Error("members may send photos, and who leads the chat anything")
	}
	text := []string{"chat_id", chatID(c), "text", "a"}
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, ""}})
	holds(t, "getChat", string(call(t, s, "getChat", "chat_id", chatID(c)).Result), `"can_send_messages":false`, `"can_send_photos":true`)
	own := send(t, s, c, "own")
	c.Appoint(nil, Member)
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, "Bad Request: not enough rights to send text messages to the chat"}})
	checkRefusals(t, s, "deleteMessage", []refusalCase{{[]string{"chat_id", chatID(c), "message_id", number(own.ID)}, ""}})
	c.Permit(string(encode(allPermissions)))
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, ""}})
	if u.Say(c, "x") == nil {
		t.Error("members may write again")
	}
	clean(t, s)
}

// A restriction of one's own and what the chat forbids add up; nothing of one is in the other.
func TestPermissionsAddUp(t *testing.T) {
	s, c, u := group(t, Options{})
	c.Permit(`{"can_send_messages":true}`)
	call(t, s, "restrictChatMember", "chat_id", chatID(c), "user_id", userID(u), "permissions", `{"can_send_photos":true}`, "use_independent_chat_permissions", "true")
	if u.Photo(c, "") != nil || u.Say(c, "x") != nil {
		t.Error("he may what either forbids")
	}
	holds(t, "he", standingOf(t, s, c, u.ID), `"status":"restricted"`, `"can_send_photos":true`)
	all := string(encode(allPermissions))
	call(t, s, "restrictChatMember", "chat_id", chatID(c), "user_id", userID(u), "permissions", all)
	holds(t, "he", standingOf(t, s, c, u.ID), `"status":"member"`)
	if u.Photo(c, "") != nil || u.Say(c, "x") == nil {
		t.Error("who is free again may what the chat allows, and no more")
	}
	clean(t, s)
}

func TestSetChatPermissions(t *testing.T) {
	s, c, u := group(t, Options{})
	yard := s.NewGroup("Yard")
	yard.Appoint(nil, Administrator)
	at := func(chat, permissions string) []string { return []string{"chat_id", chat, "permissions", permissions} }
	const bad = "Bad Request: "
	checkRefusals(t, s, "setChatPermissions", []refusalCase{
		{at(userID(u), `{}`), bad + "can't change private chat permissions"},
		{at(chatID(c), `{"can_send_messages":true}`), ""},
		{at(chatID(c), `{"can_send_messages":true}`), ""},
		{at(chatID(yard), `{}`), ""},
	})
	if changes := strings.Count(fmt.Sprint(acts(s)), "permitted"); changes != 2 {
		t.Errorf("%d changes, of which one is none", changes)
	}
	c.SetBotRights(Rights{Delete: true})
	checkRefusals(t, s, "setChatPermissions", []refusalCase{{at(chatID(c), `{}`), bad + "not enough rights to change chat permissions"}})
	if u.Say(c, "x") == nil || c.Permissions() == yard.Permissions() {
		t.Error("a refusal changes nothing")
	}
	clean(t, s)
	checkRefusals(t, s, "setChatPermissions", []refusalCase{
		{at(chatID(c), `{`), bad + "can't parse permissions JSON object"},
		{at(chatID(c), `[]`), bad + "object expected as permissions"},
		{at(chatID(c), `{"can_send_polls":1}`), bad + `can't parse chat permissions: Field "can_send_polls" must be of type Boolean`},
	})
}

// acts are the kinds of what has happened.
func acts(s *Server) (out []Act) {
	for _, e := range s.Journal() {
		out = append(out, e.Act)
	}
	return out
}

// The private chats that are closed to the bot, each with its wording.
func TestClosedPrivateChats(t *testing.T) {
	s, _, u := group(t, Options{})
	fresh, blocks, gone := s.NewUser("Fresh"), s.NewUser("Blocks"), s.NewUser("Gone")
	for _, u := range []*User{blocks, gone} {
		u.Start("")
	}
	blocks.Block()
	gone.Deactivate()
	to := func(id string) []string { return []string{"chat_id", id, "text", "a"} }
	checkRefusals(t, s, "sendMessage", []refusalCase{
		{to(userID(u)), ""},
		{to(userID(fresh)), "Forbidden: bot can't initiate conversation with a user"},
		{to(userID(blocks)), "Forbidden: bot was blocked by the user"},
		{to(userID(gone)), "Forbidden: user is deactivated"},
		{to("1234"), "Bad Request: chat not found"},
	})
	blocks.Unblock()
	checkRefusals(t, s, "sendMessage", []refusalCase{{to(userID(blocks)), ""}})
	clean(t, s)
}
