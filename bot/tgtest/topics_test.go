package tgtest

import (
	"strings"
	"testing"
)

// refuses calls a method that is to be refused.
func refuses(t *testing.T, s *Server, method, why string, pairs ...string) {
	t.Helper()
	if got := call(t, s, method, pairs...); got.OK || got.Description != why {
		t.Errorf("%s %q is answered %q", method, pairs, got.Description)
	}
}

// must calls a method that is to be carried out.
func must(t *testing.T, s *Server, method string, pairs ...string) {
	t.Helper()
	if got := call(t, s, method, pairs...); !got.OK {
		t.Errorf("%s %q is refused: %q", method, pairs, got.Description)
	}
}

// In a closed topic nobody writes but who manages topics; what stands there can be edited,
// deleted and pressed. Other topics stay as they are.
func TestClosedTopic(t *testing.T) {
	s := New(Options{Seed: 4, ReadAll: true})
	c, u, admin := s.NewForum("Forum"), s.NewUser("Anna"), s.NewUser("Boris")
	u.Join(c)
	admin.Join(c)
	c.Appoint(admin, Administrator)
	topic, other := c.NewTopic("Games"), c.NewTopic("Talk")
	in := []string{"message_thread_id", number(topic)}
	own, hers := send(t, s, c, "before", in...), u.SayIn(c, topic, "before")
	c.CloseTopic(topic)
	_, raw := newest(t, s)
	holds(t, "the closing", raw, `"forum_topic_closed":{}`, `"message_thread_id":`+number(topic), `"is_topic_message":true`)
	if u.SayIn(c, topic, "closed") != nil || u.Reply(own, "closed") != nil {
		t.Error("she writes in a closed topic")
	}
	if admin.SayIn(c, topic, "mine") == nil || u.SayIn(c, other, "talk") == nil || u.Say(c, "general") == nil {
		t.Error("something else is closed, too")
	}
	refuses(t, s, "sendMessage", "Bad Request: TOPIC_CLOSED", append([]string{"chat_id", chatID(c), "text", "x"}, in...)...)
	must(t, s, "editMessageText", "chat_id", chatID(c), "message_id", number(own.ID), "text", "after")
	must(t, s, "deleteMessage", "chat_id", chatID(c), "message_id", number(hers.ID))
	c.SetBotRights(Rights{Topics: true})
	_, raw = newest(t, s)
	holds(t, "the right", raw, `"can_manage_topics":true`)
	send(t, s, c, "by right", in...)
	c.SetBotRights(Rights{})
	c.CloseTopic(topic) // it is closed already
	posts := len(c.Posts())
	c.ReopenTopic(topic)
	c.ReopenTopic(topic)
	c.ReopenTopic(other)
	if len(c.Posts()) != posts+1 {
		t.Error("it is told more than once")
	}
	_, raw = newest(t, s)
	holds(t, "the opening", raw, `"forum_topic_reopened":{}`)
	if u.SayIn(c, topic, "open") == nil {
		t.Error("it stays closed")
	}
	send(t, s, c, "open", in...)
}

// The general topic is closed without a number; everything general goes there.
func TestClosedGeneralTopic(t *testing.T) {
	s := New(Options{Seed: 4, ReadAll: true})
	c, u := s.NewForum("Forum"), s.NewUser("Anna")
	u.Join(c)
	topic := c.NewTopic("Games")
	c.CloseTopic(0)
	if _, raw := newest(t, s); strings.Contains(raw, "thread") || !strings.Contains(raw, "forum_topic_closed") {
		t.Errorf("the closing is told as %s", raw)
	}
	if u.Say(c, "x") != nil || u.Dice(c) != nil || u.Forward(u.SayIn(c, topic, "x"), c) != nil {
		t.Error("she writes in the general topic")
	}
	refuses(t, s, "sendMessage", "Bad Request: TOPIC_CLOSED", "chat_id", chatID(c), "text", "x")
	g := s.NewSupergroup("Group")
	g.CloseTopic(0)
	send(t, s, g, "no forum")
}

// A deleted topic takes along what stood there, and nobody tells the bot.
func TestDeletedTopic(t *testing.T) {
	s := New(Options{Seed: 4, ReadAll: true})
	c, u := s.NewForum("Forum"), s.NewUser("Anna")
	u.Join(c)
	topic, other := c.NewTopic("Games"), c.NewTopic("Talk")
	own, beside := u.SayIn(c, topic, "x"), u.SayIn(c, other, "y")
	newest(t, s)
	c.DeleteTopic(topic)
	c.DeleteTopic(0)
	if kind, _ := newest(t, s); kind != "" {
		t.Error("the bot is told")
	}
	if !own.Now().Deleted || !c.Post(topic).Deleted || beside.Now().Deleted || u.SayIn(c, topic, "z") != nil || u.SayIn(c, other, "z") == nil {
		t.Error("not the right things are gone")
	}
	refuses(t, s, "sendMessage", "Bad Request: message thread not found", "chat_id", chatID(c), "text", "x", "message_thread_id", number(topic))
}
