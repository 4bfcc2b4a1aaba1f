package tgtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// to are the parameters of an ephemeral message.
func to(u *User, query string) string {
	out := fmt.Sprintf(`{"receiver_user_id":%d`, u.ID)
	if query != "" {
		out += fmt.Sprintf(`,"callback_query_id":%q`, query)
	}
	return out + "}"
}

// whisper lets the bot send an ephemeral message and says what it is told of it.
func whisper(t *testing.T, s *Server, c *Chat, u *User, text string, more ...string) answer {
	t.Helper()
	pairs := append([]string{"chat_id", chatID(c), "text", text, "ephemeral_message_parameters", to(u, "")}, more...)
	return call(t, s, "sendMessage", pairs...)
}

// An administrator whispers to any member at any time; he alone sees it, with no number of a message, and no other method
// meets it.
func TestWhispers(t *testing.T) {
	s, c, u := group(t, Options{})
	other := s.NewUser("Vera")
	other.Join(c)
	before := len(c.Posts())
	a := whisper(t, s, c, u, "for you", "reply_markup", kb("A", "a"))
	holds(t, "the message", a.raw, `"message_id":0`, `"ephemeral_message_id":1`, fmt.Sprintf(`"receiver_user":{"id":%d`, u.ID))
	seen := c.Whispers(u)
	if len(seen) != 1 || seen[0].Text != "for you" || len(c.Whispers(other)) != 0 || len(c.Posts()) != before {
		t.Fatal("he alone sees it")
	}
	if b, _ := seen[0].Button("A"); other.Tap(seen[0], b) != nil {
		t.Error("somebody else presses its button")
	} else if tap := u.Tap(seen[0], b); tap == nil {
		t.Error("he cannot press its button")
	}
	if _, raw := newest(t, s); !strings.Contains(raw, `"ephemeral_message_id":1`) {
		t.Errorf("the press is told as %s", raw)
	}
	ids := []string{"chat_id", chatID(c), "message_id", "0", "text", "x"}
	checkRefusals(t, s, "editMessageText", []refusalCase{{ids, "Bad Request: message identifier is not specified"}})
	checkRefusals(t, s, "deleteMessage", []refusalCase{{ids[:4], "Bad Request: message identifier is not specified"}})
	clean(t, s)
}

// Its own methods change and delete it, by the number and by who sees it.
func TestWhispersChange(t *testing.T) {
	s, c, u := group(t, Options{})
	other := s.NewUser("Vera")
	other.Join(c)
	whisper(t, s, c, u, "one")
	at := func(u *User, id string, more ...string) []string {
		return append([]string{"chat_id", chatID(c), "receiver_user_id", userID(u), "ephemeral_message_id", id}, more...)
	}
	const bad = "Bad Request: "
	checkRefusals(t, s, "editEphemeralMessageText", []refusalCase{
		{at(other, "1", "text", "x"), bad + "message to edit not found"},
		{at(u, "2", "text", "x"), bad + "message to edit not found"},
		{at(u, "1", "text", "one"), bad + notModified},
		{at(u, "1", "text", strings.Repeat("ы", 1025)), bad + "MEDIA_CAPTION_TOO_LONG"},
		{at(u, "1", "text", "two"), ""},
	})
	if a := call(t, s, "editEphemeralMessageReplyMarkup", at(u, "1", "reply_markup", kb("A", "a"))...); string(a.Result) != "true" {
		t.Error(a.raw)
	}
	if p := c.Whispers(u)[0]; p.Text != "two" || len(p.Buttons) != 1 || p.Now().Edits != 2 {
		t.Errorf("it is %q with %v", p.Text, p.Buttons)
	}
	checkRefusals(t, s, "deleteEphemeralMessage", []refusalCase{
		{at(other, "1"), bad + "message to delete not found"}, {at(u, "1"), ""}, {at(u, "1"), bad + "message to delete not found"},
	})
	if len(c.Whispers(u)) != 0 {
		t.Error("it is still seen")
	}
	clean(t, s)
}

// A bot that is no administrator whispers for fifteen seconds to who has pressed a button there or whispered to it, and to
// nobody else; an administrator to members that are no bots.
func TestWhoMayWhisper(t *testing.T) {
	s, c, u := group(t, Options{})
	other, robot, away := s.NewUser("Vera"), s.NewUser("Robot", Bot()), s.NewUser("Away")
	other.Join(c)
	robot.Join(c)
	try := func(u *User, query string, more ...string) []string {
		return append([]string{"chat_id", chatID(c), "text", "x", "ephemeral_message_parameters", to(u, query)}, more...)
	}
	const no = "Bad Request: MESSAGE_NOT_COMMAND"
	checkRefusals(t, s, "sendMessage", []refusalCase{
		{try(u, ""), ""}, {try(robot, ""), no}, {try(away, ""), no},
		{[]string{"chat_id", userID(u), "text", "x", "ephemeral_message_parameters", to(u, "")}, no},
	})
	p := send(t, s, c, "menu", "reply_markup", kb("A", "a"))
	c.Appoint(nil, Member)
	b, _ := p.Button("A")
	tap := u.Tap(p, b)
	call(t, s, "answerCallbackQuery", "callback_query_id", tap.ID)
	checkRefusals(t, s, "sendMessage", []refusalCase{{try(u, ""), no}, {try(other, tap.ID), no}, {try(u, tap.ID), ""}})
	said := u.SayToBot(c, "/role")
	if kind, raw := newest(t, s); kind != "message" || !strings.Contains(raw, `"message_id":0`) || !strings.Contains(raw, fmt.Sprintf(`"receiver_user":{"id":%d`, s.BotID())) {
		t.Errorf("what he whispers is told as a %s %s", kind, raw)
	}
	answers := fmt.Sprintf(`{"ephemeral_message_id":%d}`, said.Whisper)
	checkRefusals(t, s, "sendMessage", []refusalCase{{try(other, "", "reply_parameters", answers), no}, {try(u, "", "reply_parameters", answers), ""}})
	s.Sleep(16 * time.Second)
	checkRefusals(t, s, "sendMessage", []refusalCase{{try(u, tap.ID), no}, {try(u, "", "reply_parameters", answers), no}})
	if n := len(c.Whispers(u)); n != 3 {
		t.Errorf("he sees %d", n)
	}
	clean(t, s)
	broken := []string{"chat_id", chatID(c), "text", "x", "ephemeral_message_parameters", "{"}
	checkRefusals(t, s, "sendMessage", []refusalCase{{broken, "Bad Request: can't parse ephemeral message parameters JSON object"}})
}

// Delivery is not promised: to who is offline it is lost, and the bot is told that all is well.
func TestWhispersAreLost(t *testing.T) {
	s, c, u := group(t, Options{})
	whisper(t, s, c, u, "one")
	u.Offline(true)
	a := whisper(t, s, c, u, "two")
	u.Offline(false)
	var m struct {
		Whisper int `json:"ephemeral_message_id"`
	}
	if err := json.Unmarshal(a.Result, &m); err != nil || m.Whisper != 2 || len(c.Whispers(u)) != 0 {
		t.Errorf("%s; he sees %d", a.raw, len(c.Whispers(u)))
	}
	whisper(t, s, c, u, "three")
	if len(c.Whispers(u)) != 1 {
		t.Error("back on the net, he sees nothing")
	}
	clean(t, s)
}
