package tgtest

import (
	"strings"
	"testing"
)

// A post of a channel comes into its group by itself, under the name of Telegram.
func TestLinkedChannel(t *testing.T) {
	s := New(Options{Seed: 4, ReadAll: true})
	c, news := s.NewSupergroup("Group"), s.NewChannel("News")
	c.Link(news)
	p := news.Publish("today")
	posts := c.Posts()
	if len(posts) != 1 || posts[0].Text != "today" {
		t.Fatalf("the group has %d posts", len(posts))
	}
	_, raw := newest(t, s)
	holds(t, "the post", raw, `"id":777000,"is_bot":false`, `"is_automatic_forward":true`, `"sender_chat":{"id":`+chatID(news),
		`"type":"channel"`, `"message_id":`+number(p.ID))
	other := s.NewChannel("Other")
	other.Publish("elsewhere")
	if len(c.Posts()) != 1 {
		t.Error("another channel's posts come, too")
	}
}

// Who hides in forwards is named and no more.
func TestHiddenForwards(t *testing.T) {
	s := New(Options{Seed: 4, ReadAll: true})
	c, u, v := s.NewSupergroup("Group"), s.NewUser("Anna", LastName("B")), s.NewUser("Carl")
	u.Join(c)
	v.Join(c)
	u.HideForwards()
	v.Forward(u.Say(c, "mine"), c)
	_, raw := newest(t, s)
	holds(t, "the forward", raw, `"type":"hidden_user"`, `"sender_user_name":"Anna B"`)
	if strings.Contains(raw, `"sender_user":`) {
		t.Errorf("she is named: %s", raw)
	}
}
