package tgtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestMessageIDs(t *testing.T) {
	s := New(Options{Seed: 3})
	one, two := s.NewSupergroup("One"), s.NewSupergroup("Two")
	anna, boris := s.NewUser("Anna"), s.NewUser("Boris")
	for _, u := range []*User{anna, boris} {
		u.Join(one)
		u.Join(two)
	}
	first := anna.Say(one, "1").ID
	anna.Say(two, "1")
	if got := boris.Say(one, "2").ID; got != first+1 {
		t.Errorf("the second message of a group has id %d after %d", got, first)
	}
	a, b := anna.Start("").ID, boris.Start("").ID
	if got := send(t, s, s.Private(anna), "hi").ID; b != a+1 || got != b+1 {
		t.Errorf("private chats count %d, %d, %d", a, b, got)
	}
}

func TestIDsTellNothing(t *testing.T) {
	seen := map[int64]string{}
	for seed := range uint64(20) {
		s := New(Options{Seed: seed})
		c := s.NewSupergroup("Club")
		if c.ID > -1_001_000_000_000 || c.ID < -1_003_000_000_000 {
			t.Errorf("group id %d", c.ID)
		}
		everybody := []*User{s.NewUser("Anna"), s.NewUser("Boris"), c.Owner}
		for _, u := range everybody {
			if u.ID < 1_000_000_000 || u.ID >= 1<<52 {
				t.Errorf("user id %d", u.ID)
			}
			if other, ok := seen[u.ID]; ok {
				t.Errorf("user id %d of %s and %s", u.ID, u.FirstName, other)
			}
			seen[u.ID] = u.FirstName
			if p := s.Private(u); p.ID != u.ID || !p.Private() || p.Peer() != u {
				t.Errorf("private chat %+v", p)
			}
		}
	}
}

func TestMessageUpdates(t *testing.T) {
	s, c, u := group(t, Options{})
	boris := s.NewUser("Boris")
	boris.Join(c)
	p := u.Say(c, "  question  ")
	boris.Reply(u.Reply(p, "thought"), "answer")
	u.Edit(p, "better")
	u.Edit(p, "better")
	boris.Edit(p, "stolen")
	var got []string
	for _, up := range poll(t, s)[3:] {
		for kind, raw := range up {
			var m struct {
				Text  string
				From  struct{ FirstName, Username string }
				Reply *struct {
					Text  string
					Reply *struct{} `json:"reply_to_message"`
				} `json:"reply_to_message"`
				Edit int64 `json:"edit_date"`
			}
			if kind == "update_id" {
				continue
			}
			if err := json.Unmarshal(raw, &m); err != nil {
				t.Fatal(err)
			}
			line := kind + " " + m.Text
			if m.Reply != nil {
				line += fmt.Sprintf(" to %s nested %v", m.Reply.Text, m.Reply.Reply != nil)
			}
			if m.Edit != 0 {
				line += " edited"
			}
			got = append(got, line)
		}
	}
	want := []string{
		"message question", "message thought to question nested false", "message answer to thought nested false",
		"edited_message better edited",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if p.Text != "question" || p.Now().Text != "better" || p.Now().Edits != 1 {
		t.Errorf("the post %+v and now %+v", p, p.Now())
	}
	clean(t, s)
}

func TestMediaUpdates(t *testing.T) {
	s, c, u := group(t, Options{})
	u.Sticker(c, "👍")
	u.Voice(c)
	u.Photo(c, "look")
	u.Animation(c)
	u.Dice(c)
	updates := poll(t, s)
	for i, kind := range []string{"sticker", "voice", "photo", "animation", "dice"} {
		raw := string(updates[2+i]["message"])
		if !strings.Contains(raw, `"`+kind+`":`) {
			t.Errorf("%s: %s", kind, raw)
		}
	}
	if raw := string(updates[4]["message"]); !strings.Contains(raw, `"caption":"look"`) || strings.Contains(raw, `"text"`) {
		t.Error(raw)
	}
	clean(t, s)
}

func TestTheBotHearsNothingOfItself(t *testing.T) {
	s, c, _ := group(t, Options{})
	poll(t, s, "offset", "-1")
	before := s.next
	p := send(t, s, c, "hello")
	call(t, s, "editMessageText", "chat_id", chatID(c), "message_id", number(p.ID), "text", "bye")
	call(t, s, "deleteMessage", "chat_id", chatID(c), "message_id", number(p.ID))
	if s.next != before {
		t.Error("it heard itself")
	}
	if !p.Now().Deleted || slices.Contains(c.Posts(), p.Now()) {
		t.Error("the deleted post is still shown")
	}
}

func TestPrivacyMode(t *testing.T) {
	for readAll, want := range map[bool]string{
		false: "/start, /vote@club_bot 3, to the bot",
		true:  "/start, plain, /vote@club_bot 3, /vote@other_bot, to the bot",
	} {
		s, c, u := group(t, Options{Username: "club_bot", ReadAll: readAll})
		p := send(t, s, c, "question")
		c.Appoint(nil, Member)
		poll(t, s, "offset", "-1")
		poll(t, s, "offset", number(s.next))
		for _, text := range []string{"/start", "plain", "/vote@club_bot 3", "/vote@other_bot"} {
			u.Say(c, text)
		}
		u.Reply(p, "to the bot")
		var got []string
		for _, up := range poll(t, s) {
			var m struct{ Text string }
			if err := json.Unmarshal(up["message"], &m); err != nil {
				t.Fatal(err)
			}
			got = append(got, m.Text)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("read all %v: %q", readAll, got)
		}
		c.Appoint(nil, Gone)
		before := s.next
		u.Say(c, "/start")
		if s.next != before {
			t.Error("heard from outside")
		}
	}
}

func TestJournal(t *testing.T) {
	s, c, u := group(t, Options{})
	p := send(t, s, c, "menu", "reply_markup", kb("A", "a"), "disable_notification", "true")
	b, _ := p.Button("A")
	tapped := u.Tap(p, b)
	call(t, s, "answerCallbackQuery", "callback_query_id", tapped.ID, "text", "ok", "show_alert", "true")
	call(t, s, "editMessageReplyMarkup", "chat_id", chatID(c), "message_id", number(p.ID))
	call(t, s, "deleteMessage", "chat_id", chatID(c), "message_id", number(p.ID))
	u.Block()
	u.Unblock()
	u.Leave(c)
	var got []string
	for _, e := range s.Journal() {
		line := string(e.Act)
		if e.Method != "" {
			line += " by " + e.Method
		}
		if e.Silent {
			line += " silent"
		}
		if e.Alert {
			line += " alert " + e.Text
		}
		got = append(got, line)
	}
	want := []string{
		"joined", "said", "sent by sendMessage silent", "pressed", "answered by answerCallbackQuery alert ok",
		"edited by editMessageReplyMarkup", "deleted by deleteMessage", "blocked", "unblocked", "left",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if e := s.Journal()[2]; len(e.Post.Buttons) != 1 {
		t.Error("the snapshot of the journal changed")
	}
	requests := s.Requests()
	if len(requests) != 4 || requests[0].Params["text"] != "menu" || requests[0].Code != 200 || requests[0].Poll {
		t.Errorf("requests %+v", requests)
	}
	clean(t, s)
}

// BenchmarkGame is the traffic of a game: messages both ways, keyboards, presses, answers, edits, polls.
func BenchmarkGame(b *testing.B) {
	markup := `{"inline_keyboard":[[{"text":"1","callback_data":"vote.1"},{"text":"2","callback_data":"vote.2"}],[{"text":"3","callback_data":"vote.3"}]]}`
	for b.Loop() {
		s, c, u := group(b, Options{})
		s.Watch(func(Entry) {})
		for range 250 {
			u.Say(c, "Номинирую игрока номер 3")
			poll(b, s, "timeout", "3", "offset", number(s.next))
			p := send(b, s, c, "<b>Голосование</b> за игрока номер 3", "parse_mode", "HTML", "reply_markup", markup)
			button, _ := p.Button("1")
			tapped := u.Tap(p, button)
			poll(b, s, "timeout", "3")
			call(b, s, "answerCallbackQuery", "callback_query_id", tapped.ID, "text", "Принято")
			call(b, s, "editMessageText", "chat_id", chatID(c), "message_id", number(p.ID), "text", "итог")
			poll(b, s, "timeout", "3", "offset", number(s.next))
		}
	}
}
