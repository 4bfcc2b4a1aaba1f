package tgtest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestDeleteMessages(t *testing.T) {
	s, c, u := group(t, Options{})
	chat := fmt.Sprint(c.ID)
	c.SetBotRights(Rights{})
	theirs := u.Say(c, "theirs")
	var own []string
	for range 3 {
		a := call(t, s, "sendMessage", "chat_id", chat, "text", "own")
		_, after, _ := strings.Cut(a.raw, `"message_id":`)
		id, _, _ := strings.Cut(after, ",")
		own = append(own, id)
	}
	checkRefusals(t, s, "deleteMessages", []refusalCase{
		{nil, "Bad Request: chat identifier is not specified"},
		{[]string{"chat_id", chat}, "Bad Request: message identifiers are not specified"},
		{[]string{"chat_id", chat, "message_ids", "[1"}, "Bad Request: can't parse message_ids JSON object"},
		{[]string{"chat_id", chat, "message_ids", "1"}, "Bad Request: expected an Array of message identifiers"},
		{[]string{"chat_id", chat, "message_ids", `["x"]`}, "Bad Request: message identifier must be a Number"},
		{[]string{"chat_id", chat, "message_ids", `[0]`}, "Bad Request: invalid message identifier specified"},
		{[]string{"chat_id", chat, "message_ids", "[" + strings.Repeat("1,", 100) + "1]"}, "Bad Request: too many message identifiers specified"},
		{[]string{"chat_id", chat, "message_ids", fmt.Sprintf("[%s,%d]", own[0], theirs.ID)}, "Bad Request: message can't be deleted"},
	})
	if c.Post(theirs.ID).Deleted || len(c.Posts()) == 0 {
		t.Error("a refused call deletes")
	}
	a := call(t, s, "deleteMessages", "chat_id", chat, "message_ids", "["+strings.Join(own[:2], ",")+",99999]")
	if string(a.Result) != "true" {
		t.Error(a.raw)
	}
	left := 0
	for _, p := range c.Posts() {
		if p.From == nil && !p.Deleted && p.Text == "own" {
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d are left", left)
	}
	c.SetBotRights(Rights{Delete: true})
	if a := call(t, s, "deleteMessages", "chat_id", chat, "message_ids", fmt.Sprintf("[%d]", theirs.ID)); string(a.Result) != "true" {
		t.Error(a.raw)
	}
	s.Sleep(49 * time.Hour)
	checkRefusals(t, s, "deleteMessages", []refusalCase{{[]string{"chat_id", chat, "message_ids", "[" + own[2] + "]"}, "Bad Request: message can't be deleted"}})
}

func TestLeaveChat(t *testing.T) {
	s, c, u := group(t, Options{})
	u.Start("")
	chat := fmt.Sprint(c.ID)
	if a := call(t, s, "getChatMembersCount", "chat_id", chat); !strings.Contains(a.raw, `"result":`) {
		t.Error(a.raw)
	}
	checkRefusals(t, s, "leaveChat", []refusalCase{{[]string{"chat_id", fmt.Sprint(u.ID)}, "Bad Request: can't leave private chats"}})
	for range 2 {
		if a := call(t, s, "leaveChat", "chat_id", chat); string(a.Result) != "true" {
			t.Error(a.raw)
		}
	}
	checkRefusals(t, s, "sendMessage", []refusalCase{{[]string{"chat_id", chat, "text", "x"}, "Forbidden: bot is not a member of the supergroup chat"}})
	clean(t, s)
}
