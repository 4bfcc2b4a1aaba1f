package tgtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func number(n int) string { return strconv.Itoa(n) }

// recorder keeps the bytes of all responses, with their status and headers.
type recorder struct {
	client interface {
		Do(*http.Request) (*http.Response, error)
	}
	log []string
}

func (r *recorder) Do(req *http.Request) (*http.Response, error) {
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	r.log = append(r.log, fmt.Sprintf("%s %v %s", resp.Status, resp.Header, raw))
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	return resp, nil
}

// script plays one scene that touches everything.
func script(t *testing.T, s *Server, client *recorder, base string) {
	t.Helper()
	at := func(method string, pairs ...string) answer {
		return do(t, client, request(t, base, s.Token(), method, form(pairs...)))
	}
	c, anna, boris := s.NewSupergroup("Клуб"), s.NewUser("Анна", Language("ru")), s.NewUser("Boris", LastName("B."), Username("boris_b"))
	at("getMe")
	at("getUpdates", "allowed_updates", `["message","edited_message","callback_query","my_chat_member","chat_member"]`)
	anna.Join(c)
	boris.Start("seat_4")
	s.At(s.Now().Add(1200*time.Millisecond), func() { anna.Say(c, "/start@"+s.BotUsername()+" <привет> & 😀") })
	s.At(s.Now().Add(3*time.Second), func() {
		for _, p := range c.Posts() {
			if b, ok := p.Button("Вступить"); ok {
				boris.Join(c)
				anna.Tap(p, b)
				boris.Tap(p, b)
				boris.Forge(p, "old")
			}
		}
	})
	at("getUpdates")
	at("sendMessage", "chat_id", chatID(c), "text", "<b>Стол</b> &lt;1&gt;", "parse_mode", "HTML", "reply_markup", kb("Вступить", "join.1"), "disable_notification", "true")
	at("sendMessage", "chat_id", chatID(s.Private(anna)), "text", "x")
	next := 0
	for range 8 {
		var updates []struct {
			ID       int                 `json:"update_id"`
			Callback struct{ ID string } `json:"callback_query"`
		}
		a := at("getUpdates", "timeout", "2", "offset", number(next))
		if err := json.Unmarshal(a.Result, &updates); err != nil {
			t.Fatal(err)
		}
		for _, u := range updates {
			next = u.ID + 1
			if u.Callback.ID != "" {
				at("answerCallbackQuery", "callback_query_id", u.Callback.ID, "text", "ok")
			}
		}
	}
	post := boris.Sticker(c, "👍")
	boris.Photo(c, "look #17")
	boris.Voice(c)
	boris.Animation(c)
	boris.Dice(c)
	said := boris.Reply(post, "first")
	boris.Edit(said, "second")
	at("sendMessage", "chat_id", chatID(c), "text", "yes", "reply_parameters", fmt.Sprintf(`{"message_id":%d}`, said.ID))
	at("deleteMessage", "chat_id", chatID(c), "message_id", number(said.ID))
	boris.Block()
	boris.Leave(c)
	c.Appoint(anna, Administrator)
	at("getChatMember", "chat_id", chatID(c), "user_id", strconv.FormatInt(anna.ID, 10))
	at("getUpdates", "timeout", "50", "offset", number(next))
	at("nonsense")
}

func TestTransportsAgree(t *testing.T) {
	play := func(seed uint64, overHTTP bool) ([]string, *Server) {
		s := New(Options{Seed: seed})
		r, base := &recorder{client: s}, "http://localhost"
		if overHTTP {
			url, stop, err := s.Listen()
			if err != nil {
				t.Fatal(err)
			}
			r.client, base = &http.Client{Timeout: 10 * time.Second}, url
			defer func() {
				http.DefaultClient.CloseIdleConnections()
				if err := stop(); err != nil {
					t.Error(err)
				}
			}()
		}
		script(t, s, r, base)
		return r.log, s
	}
	first, s := play(1, false)
	again, _ := play(1, false)
	socket, _ := play(1, true)
	other, _ := play(2, false)
	if !slices.Equal(first, again) {
		t.Error("two runs in process differ")
	}
	for i := range first {
		if first[i] != socket[i] {
			t.Fatalf("call %d\nin process %s\nover http  %s", i, first[i], socket[i])
		}
	}
	if slices.Equal(first, other) {
		t.Error("another seed gives the same bytes")
	}
	if v := s.Violations(); len(v) != 1 {
		t.Errorf("violations %q", v)
	}
	if all := strings.Join(first, "\n"); strings.Contains(all, "null") {
		t.Error("a null was emitted")
	}
}

func TestEncodingsOfParameters(t *testing.T) {
	s, c, _ := group(t, Options{})
	url := "http://localhost/bot" + s.Token() + "/sendMessage"
	post := func(contentType string, body io.Reader, query string) answer {
		t.Helper()
		req, err := http.NewRequest(http.MethodPost, url+query, body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", contentType)
		return do(t, s, req)
	}
	object := fmt.Sprintf(`{"chat_id":%d,"text":"a \u0416","disable_notification":true,"reply_markup":%s}`, c.ID, kb("A", "a"))
	if a := post("application/json; charset=utf-8", strings.NewReader(object), ""); !a.OK {
		t.Error(a.raw)
	}
	p := c.Posts()[len(c.Posts())-1]
	if p.Text != "a Ж" || !p.Silent || len(p.Buttons) != 1 {
		t.Errorf("posted %+v", p)
	}
	if a := post("application/json", strings.NewReader("{"), ""); a.Description != "Bad Request: message text is empty" {
		t.Error(a.raw)
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for key, value := range map[string]string{"chat_id": chatID(c), "text": "body"} {
		if err := w.WriteField(key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if a := post(w.FormDataContentType(), &body, "?text=query"); !a.OK || !strings.Contains(a.raw, `"text":"query"`) {
		t.Error(a.raw)
	}
}

func TestCancelledRequest(t *testing.T) {
	s := New(Options{})
	req := request(t, "http://localhost", s.Token(), "getMe", nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if resp, err := s.Do(req.WithContext(ctx)); err == nil {
		_ = resp.Body.Close()
		t.Error("a cancelled call was answered")
	}
	if len(s.Requests()) != 0 {
		t.Error("a cancelled call was recorded")
	}
}
