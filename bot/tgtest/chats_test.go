package tgtest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// newest polls everything that waits, forgets it, and returns the last update.
func newest(t *testing.T, s *Server) (kind, raw string) {
	t.Helper()
	updates := poll(t, s)
	if len(updates) == 0 {
		return "", ""
	}
	poll(t, s, "offset", number(s.next))
	for kind, raw := range updates[len(updates)-1] {
		if kind != "update_id" {
			return kind, string(raw)
		}
	}
	return "", ""
}

// holds fails for every part that is not in a text.
func holds(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s has no %s: %s", what, part, text)
		}
	}
}

func userID(u *User) string { return strconv.FormatInt(u.ID, 10) }

func TestBasicGroup(t *testing.T) {
	s := New(Options{ReadAll: true})
	c, u := s.NewGroup("Yard"), s.NewUser("Anna")
	if id := chatID(c); !strings.HasPrefix(id, "-") || strings.HasPrefix(id, "-100") || c.Type() != "group" || c.Private() {
		t.Errorf("group %s of type %s", id, c.Type())
	}
	u.Join(c)
	first := u.Start("").ID
	theirs := u.Say(c, "hello")
	if theirs.ID != first+1 {
		t.Errorf("message %d of the group after %d in private", theirs.ID, first)
	}
	kind, raw := newest(t, s)
	holds(t, "the message", raw, `"chat":{"id":`+chatID(c)+`,"title":"Yard","type":"group"}`)
	if kind != "message" {
		t.Error(kind)
	}
	own := send(t, s, c, "own")
	at := func(p *Post) []string { return []string{"chat_id", chatID(c), "message_id", number(p.ID)} }
	mute := []string{"chat_id", chatID(c), "user_id", userID(u), "permissions", `{}`}
	checkRefusals(t, s, "deleteMessage", []refusalCase{{at(theirs), "Bad Request: message can't be deleted"}, {at(own), ""}})
	checkRefusals(t, s, "restrictChatMember", []refusalCase{{mute, "Bad Request: method is available only for supergroups"}})
	a := call(t, s, "getChatMember", "chat_id", chatID(c), "user_id", fmt.Sprint(s.BotID()))
	holds(t, "the bot", a.raw, `"status":"member"`)
	c.Appoint(nil, Administrator)
	_, raw = newest(t, s)
	holds(t, "the promotion", raw, `"status":"administrator"`, `"can_delete_messages":true`, `"can_pin_messages":true`)
	if strings.Contains(raw, "can_manage_topics") {
		t.Errorf("topics in a basic group: %s", raw)
	}
	checkRefusals(t, s, "deleteMessage", []refusalCase{{at(theirs), ""}})
	checkRefusals(t, s, "restrictChatMember", []refusalCase{{mute, "Bad Request: method is available only for supergroups"}})
	if c.Appoint(u, Restricted); c.Status(u) != Member {
		t.Error("restricted in a basic group")
	}
	for status, want := range map[Status]string{Kicked: "bot was kicked from the group chat", Gone: "bot is not a member of the group chat"} {
		c.Appoint(nil, status)
		checkRefusals(t, s, "sendMessage", []refusalCase{{append(at(own)[:2], "text", "a"), "Forbidden: " + want}})
	}
	clean(t, s)
}

func TestForum(t *testing.T) {
	s := New(Options{Username: "club_bot"})
	c, u := s.NewForum("Forum"), s.NewUser("Anna")
	u.Join(c)
	topic := c.NewTopic("Games")
	_, raw := newest(t, s)
	holds(t, "the topic", raw, `"is_forum":true`, `"forum_topic_created":{"name":"Games"`, `"message_thread_id":`+number(topic))
	opened := c.Post(topic)
	if opened.Kind != KindTopic || opened.Thread != topic || opened.Text != "Games" {
		t.Errorf("opened by %+v", opened)
	}
	p := u.SayIn(c, topic, "here")
	_, raw = newest(t, s)
	holds(t, "the message", raw, `"message_thread_id":`+number(topic), `"is_topic_message":true`, `"reply_to_message":{"message_id":`+number(topic))
	if p.Thread != topic || u.Reply(p, "answer").Thread != topic {
		t.Error("said in another topic")
	}
	u.Say(c, "general")
	if _, raw = newest(t, s); strings.Contains(raw, "topic") || strings.Contains(raw, "thread") || strings.Contains(raw, "reply") {
		t.Errorf("in the general topic: %s", raw)
	}
	if u.SayIn(c, topic+1, "nowhere") != nil || u.SayIn(c, 1, "nowhere") != nil {
		t.Error("said in a topic that is not there")
	}
	in := func(thread string) []string {
		return []string{"chat_id", chatID(c), "text", "a", "message_thread_id", thread}
	}
	const none = "Bad Request: message thread not found"
	cases := []refusalCase{{in("1"), none}, {in(number(topic + 1)), none}, {in("-5"), none}, {in(number(topic)), ""}, {in("0"), ""}}
	checkRefusals(t, s, "sendMessage", cases)
	for i := range cases {
		cases[i].pairs = append([]string{"action", "typing"}, append(cases[i].pairs[:2:2], cases[i].pairs[4:]...)...)
	}
	checkRefusals(t, s, "sendChatAction", cases)
	own := send(t, s, c, "in the topic", in(number(topic))[4:]...)
	answer := send(t, s, c, "as well", "reply_parameters", fmt.Sprintf(`{"message_id":%d}`, p.ID))
	if own.Thread != topic || answer.Thread != topic || send(t, s, c, "general").Thread != 0 {
		t.Error("sent to another topic")
	}
	checkRefusals(t, s, "deleteMessage", []refusalCase{
		{[]string{"chat_id", chatID(c), "message_id", number(topic)}, "Bad Request: message can't be deleted"},
	})
	c.Appoint(nil, Member)
	newest(t, s)
	u.SayIn(c, topic, "not for the bot")
	if kind, raw := newest(t, s); kind != "" {
		t.Errorf("it hears %s", raw)
	}
	c.NewTopic("Another")
	if _, raw := newest(t, s); !strings.Contains(raw, "forum_topic_created") {
		t.Error("a service message is not heard")
	}
	clean(t, s)
}

func TestThreadsOutsideOfForums(t *testing.T) {
	s, c, u := group(t, Options{})
	if c.NewTopic("x") != 0 || u.SayIn(c, 5, "x") != nil {
		t.Error("a topic outside of a forum")
	}
	if p := send(t, s, c, "ignored", "message_thread_id", "5"); p.Thread != 0 {
		t.Errorf("sent to %d", p.Thread)
	}
	clean(t, s)
}

func TestChannel(t *testing.T) {
	s := New(Options{})
	c, u := s.NewChannel("News"), s.NewUser("Anna")
	u.Join(c)
	if u.Say(c, "x") != nil || len(c.Posts()) != 0 || c.Status(u) != Member {
		t.Error("a subscriber wrote, or was announced")
	}
	p := c.Publish("first")
	kind, raw := newest(t, s)
	holds(t, "the post", raw, `"sender_chat":{"id":`+chatID(c)+`,"title":"News","type":"channel"}`, `"text":"first"`)
	if kind != "channel_post" || strings.Contains(raw, `"from"`) || p.Sender != c || p.From != c.Owner {
		t.Errorf("%s %s", kind, raw)
	}
	c.Owner.Edit(p, "second")
	if kind, raw := newest(t, s); kind != "edited_channel_post" || !strings.Contains(raw, "second") {
		t.Errorf("%s %s", kind, raw)
	}
	own := send(t, s, c, "of the bot")
	checkRefusals(t, s, "editMessageText", []refusalCase{
		{[]string{"chat_id", chatID(c), "message_id", number(own.ID), "text", "a"}, ""},
		{[]string{"chat_id", chatID(c), "message_id", number(p.ID), "text", "a"}, "Bad Request: message can't be edited"},
	})
	a := call(t, s, "getChatMember", "chat_id", chatID(c), "user_id", fmt.Sprint(s.BotID()))
	holds(t, "the bot", a.raw, `"can_post_messages":true`)
	c.Appoint(nil, Kicked)
	checkRefusals(t, s, "sendMessage", []refusalCase{
		{[]string{"chat_id", chatID(c), "text", "a"}, "Forbidden: bot was kicked from the channel chat"},
	})
	other, _, _ := group(t, Options{})
	if other.NewSupergroup("x").Publish("x") != nil {
		t.Error("published in a group")
	}
	clean(t, s)
}

func TestWhoeverHidesBehindAChat(t *testing.T) {
	s, c, u := group(t, Options{})
	channel := s.NewChannel("News")
	if u.SayAnonymously(c, "x") != nil || u.SayAsChannel(c, c, "x") != nil || u.SayAnonymously(s.Private(u), "x") != nil {
		t.Error("said what nobody can")
	}
	c.Appoint(u, Administrator)
	p := u.SayAnonymously(c, "nobody knows me")
	_, raw := newest(t, s)
	holds(t, "anonymous", raw, `"from":{"id":1087968824,"is_bot":true,"first_name":"Group","username":"GroupAnonymousBot"}`, `"sender_chat":{"id":`+chatID(c))
	if p.From != u || p.Sender != c || strings.Contains(raw, "Anna") {
		t.Errorf("%+v as %s", p, raw)
	}
	p = u.SayAsChannel(c, channel, "news")
	_, raw = newest(t, s)
	holds(t, "as a channel", raw, `"from":{"id":136817688,"is_bot":true,"first_name":"Channel","username":"Channel_Bot"}`, `"sender_chat":{"id":`+chatID(channel))
	if p.Sender != channel || strings.Contains(raw, "Anna") {
		t.Errorf("%+v as %s", p, raw)
	}
	menu := send(t, s, c, "menu", "reply_markup", kb("A", "a"))
	b, _ := menu.Button("A")
	u.Tap(menu, b)
	if _, raw := newest(t, s); !strings.Contains(raw, `"from":{"id":`+userID(u)) {
		t.Errorf("the press of an anonymous administrator: %s", raw)
	}
	clean(t, s)
}

func TestGetChat(t *testing.T) {
	s, c, u := group(t, Options{})
	yard, forum, news := s.NewGroup("Yard"), s.NewForum("Forum"), s.NewChannel("News")
	for _, tc := range []struct {
		c     *Chat
		parts []string
	}{
		{c, []string{`"type":"supergroup"`, `"permissions":{"can_send_messages":true`}},
		{yard, []string{`"type":"group"`, `"permissions"`}},
		{forum, []string{`"is_forum":true`}},
		{news, []string{`"type":"channel"`, `"title":"News"`}},
		{s.Private(u), []string{`"type":"private"`, `"first_name":"Anna"`, `"username":"anna_k"`}},
	} {
		holds(t, "the chat", call(t, s, "getChat", "chat_id", chatID(tc.c)).raw, tc.parts...)
	}
	checkRefusals(t, s, "getChat", []refusalCase{
		{[]string{"chat_id", "77"}, "Bad Request: chat not found"}, {nil, "Bad Request: chat_id is empty"},
	})
	c.Appoint(u, Administrator)
	a := call(t, s, "getChatAdministrators", "chat_id", chatID(c))
	var list []struct {
		Status string
		User   struct{ ID int64 }
	}
	if err := json.Unmarshal(a.Result, &list); err != nil || len(list) != 3 || list[0].User.ID != c.Owner.ID || list[0].Status != "creator" {
		t.Errorf("administrators %s, %v", a.raw, err)
	}
	checkRefusals(t, s, "getChatAdministrators", []refusalCase{
		{[]string{"chat_id", userID(u)}, "Bad Request: there are no administrators in the private chat"},
	})
	s.NewUser("Boris").Join(c)
	for chat, want := range map[string]string{chatID(c): "4", chatID(yard): "2", userID(u): "2"} {
		if a := call(t, s, "getChatMemberCount", "chat_id", chat); string(a.Result) != want {
			t.Errorf("members %s, want %s", a.raw, want)
		}
	}
	checkRefusals(t, s, "sendChatAction", []refusalCase{
		{[]string{"chat_id", "77", "action", "dancing"}, "Bad Request: wrong parameter action in request"},
		{[]string{"chat_id", "77", "action", "typing"}, "Bad Request: chat not found"},
		{[]string{"chat_id", chatID(c), "action", "typing"}, ""},
	})
	c.Appoint(nil, Gone)
	for _, method := range []string{"getChat", "getChatAdministrators", "getChatMemberCount"} {
		checkRefusals(t, s, method, []refusalCase{{[]string{"chat_id", chatID(c)}, "Forbidden: bot is not a member of the supergroup chat"}})
	}
	if v := s.Violations(); len(v) != 2 { // the chat that is not named and the action that is none
		t.Errorf("violations %q", v)
	}
}

func TestMyCommands(t *testing.T) {
	s, c, u := group(t, Options{})
	with := func(commands string, pairs ...string) []string {
		return append([]string{"commands", commands}, pairs...)
	}
	one := func(command, description string) string {
		return fmt.Sprintf(`[{"command":%q,"description":%q}]`, command, description)
	}
	const bad, scope = "Bad Request: ", "Bad Request: can't parse BotCommandScope: "
	checkRefusals(t, s, "setMyCommands", []refusalCase{
		{nil, bad + "can't parse commands JSON object"},
		{with("null"), bad + "expected an Array of BotCommand"},
		{with("{}"), bad + "expected an Array of BotCommand"},
		{with("[5]"), bad + "can't parse BotCommand: expected an Object"},
		{with(one("", "a")), bad + "command must be non-empty"},
		{with(one(strings.Repeat("a", 33), "a")), bad + "command length must not exceed 32"},
		{with(one("a", " ")), bad + "command description must be non-empty"},
		{with(one("a", strings.Repeat("ж", 257))), bad + "command description length must not exceed 256"},
		{with(one("A", "a")), bad + "BOT_COMMAND_INVALID"},
		{with("[]", "language_code", "rus"), bad + "invalid language code specified"},
		{with("[]", "scope", `{"type":"moon"}`), scope + "Unsupported type specified"},
		{with("[]", "scope", `{"type":"chat"}`), scope + "Empty chat_id specified"},
		{with("[]", "scope", `{"type":"chat_member","chat_id":5}`), scope + "Invalid user_id specified"},
		{with("[]", "scope", `{"type":"chat","chat_id":5}`), bad + "chat not found"},
		{with(one("/start", " begin ")), ""},
		{with(one("in_group", "x"), "scope", fmt.Sprintf(`{"type":"chat","chat_id":%d}`, c.ID)), ""},
		{with(one("his", "x"), "scope", fmt.Sprintf(`{"type":"chat_member","chat_id":"%d","user_id":%d}`, c.ID, u.ID), "language_code", "ru"), ""},
	})
	for pairs, want := range map[string]string{
		"":                           `[{"command":"start","description":"begin"}]`,
		`{"type":"default"}`:         `[{"command":"start","description":"begin"}]`,
		`{"type":"all_group_chats"}`: `[]`,
		fmt.Sprintf(`{"type":"chat","chat_id":%d}`, c.ID): `[{"command":"in_group","description":"x"}]`,
	} {
		if a := call(t, s, "getMyCommands", "scope", pairs); string(a.Result) != want {
			t.Errorf("scope %s: %s", pairs, a.raw)
		}
	}
}
