package tgtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// What people forward, quote, set in bold, choose from other bots and write under
// pictures arrives as Telegram shows it.
func TestOtherPeoplesWords(t *testing.T) {
	s, c, u := group(t, Options{})
	boris, gif := s.NewUser("Boris"), s.NewUser("Gif", Username("gif"), Bot())
	boris.Join(c)
	news := s.NewChannel("News")
	p := u.Say(c, "one two three")
	boris.Quote(p, "two", "indeed")
	first := boris.Forward(p, c)
	u.Forward(first, c)
	u.Forward(news.Publish("extra"), c)
	u.Forward(c.Owner.SayAnonymously(c, "hidden"), c)
	u.Styled(c, "😀 Boris is bold", Entity{Offset: 3, Length: 5, Type: "text_mention", UserID: boris.ID}, Entity{Offset: 12, Length: 4, Type: "bold"})
	boris.SayVia(c, gif, "hello")
	u.Edit(u.Photo(c, "before"), "after")
	if boris.Quote(p, "four", "no") != nil {
		t.Error("what is not there can be quoted")
	}
	var got []string
	for _, up := range poll(t, s) {
		for kind, raw := range up {
			if line := shownIn(raw, boris.ID); kind != "update_id" && line != "" {
				got = append(got, line)
			}
		}
	}
	want := []string{
		"/start bot_command 0+6 false", "one two three", "indeed quotes two at 4", "one two three from user " + u.FirstName, "one two three from user " + u.FirstName,
		"extra", "extra from channel News", "hidden", "hidden from chat",
		"😀 Boris is bold text_mention 3+5 true bold 12+4 false", "hello via gif", "before", "after",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	clean(t, s)
}

// shownIn says what an update about a message shows of its author, "" if it has no text.
func shownIn(raw json.RawMessage, known int64) string {
	var m struct {
		Text, Caption string
		Entities      []struct {
			Type           string
			Offset, Length int
			User           struct{ ID int64 }
		}
		Origin *struct {
			Type string
			User *struct {
				First string `json:"first_name"`
			} `json:"sender_user"`
			Chat *struct{ Title string }
		} `json:"forward_origin"`
		Quote *struct {
			Text     string
			Position int
		}
		Via *struct{ Username string } `json:"via_bot"`
	}
	if json.Unmarshal(raw, &m) != nil {
		return ""
	}
	line := m.Text + m.Caption
	if m.Quote != nil {
		line += fmt.Sprintf(" quotes %s at %d", m.Quote.Text, m.Quote.Position)
	}
	if o := m.Origin; o != nil {
		line += " from " + o.Type
		if o.User != nil {
			line += " " + o.User.First
		}
		if o.Chat != nil {
			line += " " + o.Chat.Title
		}
	}
	for _, e := range m.Entities {
		line += fmt.Sprintf(" %s %d+%d %v", e.Type, e.Offset, e.Length, e.User.ID == known)
	}
	if m.Via != nil {
		line += " via " + m.Via.Username
	}
	return line
}
