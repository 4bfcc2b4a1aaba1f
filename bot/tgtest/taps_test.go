package tgtest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const tooOld = "Bad Request: query is too old and response timeout expired or query ID is invalid"

func TestCallbackAnswers(t *testing.T) {
	s, c, u := group(t, Options{Username: "club_bot"})
	p := send(t, s, c, "menu", "reply_markup", `{"inline_keyboard":[[{"text":"A","callback_data":"a"},{"text":"B","callback_data":"b"}]]}`)
	a, _ := p.Button("A")
	tapped := u.Tap(p, a)
	if tapped == nil || tapped.Answered {
		t.Fatalf("tapped: %+v", tapped)
	}
	id := []string{"callback_query_id", tapped.ID}
	checkRefusals(t, s, "answerCallbackQuery", []refusalCase{
		{[]string{"callback_query_id", "1"}, tooOld},
		{nil, tooOld},
		{append(id, "text", strings.Repeat("ж", 201)), "Bad Request: MESSAGE_TOO_LONG"},
		{append(id, "url", "https://example.com/"), "Bad Request: URL_INVALID"},
		{append(id, "url", "https://t.me/other_bot?start=x"), "Bad Request: URL_INVALID"},
		{append(id, "text", strings.Repeat("ж", 200), "show_alert", "true", "url", "https://t.me/Club_Bot?start=x"), ""},
		{id, tooOld},
	})
	if !tapped.Answered || !tapped.Alert || len([]rune(tapped.Text)) != 200 || tapped.At != s.Now() || tapped.URL != "https://t.me/Club_Bot?start=x" {
		t.Errorf("answered: %+v", tapped.Read())
	}
	for delay, want := range map[time.Duration]string{15 * time.Second: "", 15*time.Second + 1: tooOld} {
		tapped := u.Tap(p, a)
		s.Sleep(delay)
		checkRefusals(t, s, "answerCallbackQuery", []refusalCase{{[]string{"callback_query_id", tapped.ID}, want}})
	}
	last := s.Journal()[len(s.Journal())-1]
	if last.Act != Pressed && last.Act != Answered {
		t.Errorf("the journal ends with %+v", last)
	}
}

func TestOnlyRealButtonsCanBePressed(t *testing.T) {
	s, c, u := group(t, Options{})
	stranger := s.NewUser("Vera")
	p := send(t, s, c, "menu", "reply_markup", `{"inline_keyboard":[[{"text":"A","callback_data":"a"},{"text":"L","url":"https://example.com/"},{"text":"C","copy_text":{"text":"x"}}]]}`)
	a, _ := p.Button("A")
	link, _ := p.Button("L")
	copied, _ := p.Button("C")
	if _, ok := p.Button("a"); ok {
		t.Error("found by a wrong label")
	}
	if u.Tap(p, Button{Text: "A", Data: "b"}) != nil || stranger.Tap(p, a) != nil || u.Tap(p, copied) != nil {
		t.Error("pressed what cannot be pressed")
	}
	before := s.next
	if got := u.Tap(p, link); got == nil || got.URL != link.URL || s.next != before {
		t.Errorf("the link: %+v", got)
	}
	call(t, s, "editMessageText", "chat_id", chatID(c), "message_id", number(p.ID), "text", "closed")
	if u.Tap(p, a) != nil {
		t.Error("pressed a button that was edited away")
	}
	u.Forge(p, "a")
	call(t, s, "deleteMessage", "chat_id", chatID(c), "message_id", number(p.ID))
	u.Forge(p, "forged")
	updates := poll(t, s)
	var q struct {
		Data    string
		Message struct{ Date *int64 }
	}
	if err := json.Unmarshal(updates[len(updates)-2]["callback_query"], &q); err != nil || q.Data != "a" || *q.Message.Date == 0 {
		t.Errorf("%v %+v", err, q)
	}
	if err := json.Unmarshal(updates[len(updates)-1]["callback_query"], &q); err != nil || q.Data != "forged" || *q.Message.Date != 0 {
		t.Errorf("%v %+v", err, q)
	}
	clean(t, s)
}
