package tgtest

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// kb is an inline keyboard with one button.
func kb(label, data string) string {
	return fmt.Sprintf(`{"inline_keyboard":[[{"text":%q,"callback_data":%q}]]}`, label, data)
}

// refusalCase is a call and the words in which it is refused; the empty refusal means it is carried out.
type refusalCase struct {
	pairs []string
	want  string
}

func checkRefusals(t *testing.T, s *Server, method string, cases []refusalCase) {
	t.Helper()
	for _, tc := range cases {
		a := call(t, s, method, tc.pairs...)
		got := a.Description
		if a.Code != 0 && !strings.HasPrefix(got, http.StatusText(a.Code)) {
			t.Errorf("code %d with %q", a.Code, got)
		}
		if got != tc.want {
			t.Errorf("%s %.80q\n got %q\nwant %q", method, tc.pairs, got, tc.want)
		}
	}
}

func TestTextRefusals(t *testing.T) {
	s, c, _ := group(t, Options{})
	own := send(t, s, c, "own")
	at := func(pairs ...string) []string { return append([]string{"chat_id", chatID(c)}, pairs...) }
	const bad = "Bad Request: "
	cases := []refusalCase{
		{at(), bad + "message text is empty"},
		{at("text", ""), bad + "message text is empty"},
		{at("text", " \n "), bad + "text must be non-empty"},
		{at("text", "<b> </b>", "parse_mode", "HTML"), bad + "text must be non-empty"},
		{at("text", strings.Repeat("😀", 4097)), bad + "message is too long"},
		{at("text", strings.Repeat("😀", 4096)), ""},
		{at("text", strings.Repeat("x", 32769)), bad + "text is too long"},
		{at("text", "a\xff"), bad + "strings must be encoded in UTF-8"},
		{at("text", "<x>a</x>", "parse_mode", "HTML"), bad + `can't parse entities: Unsupported start tag "x" at byte offset 0`},
		{at("text", "<b>a", "parse_mode", "html"), bad + `can't parse entities: Can't find end tag corresponding to start tag "b"`},
		{at("text", "a", "parse_mode", "MarkdownV2"), bad + "unsupported parse_mode"},
		{at("text", "null", "entities", "null"), ""},
		{at("text", "a", "entities", "["), bad + "can't parse entities JSON object"},
		{[]string{"text", "a"}, bad + "chat_id is empty"},
		{[]string{"text", "a", "chat_id", "@club"}, bad + "chat not found"},
		{[]string{"text", "a", "chat_id", "12345"}, bad + "chat not found"},
	}
	checkRefusals(t, s, "sendMessage", cases)
	checkEditsToo(t, s, own, cases[:len(cases)-3])
}

func TestMarkupRefusals(t *testing.T) {
	s, c, _ := group(t, Options{})
	own := send(t, s, c, "own")
	at := func(pairs ...string) []string { return append([]string{"chat_id", chatID(c)}, pairs...) }
	const bad = "Bad Request: "
	cases := []refusalCase{
		{at("text", "a", "reply_markup", "{"), bad + "can't parse reply keyboard markup JSON object"},
		{at("text", "a", "reply_markup", "[]"), bad + "object expected as reply markup"},
		{at("text", "a", "reply_markup", "null"), bad + "object expected as reply markup"},
		{at("text", "b", "reply_markup", `{"inline_keyboard":null}`), bad + `field "inline_keyboard" must be of type Array`},
		{at("text", "c", "reply_markup", `{"inline_keyboard":[]}`), ""},
		{
			at("text", "a", "reply_markup", `{"inline_keyboard":[{"text":"A"}]}`),
			bad + `field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays`,
		},
		{
			at("text", "a", "reply_markup", `{"inline_keyboard":[["A"]]}`),
			bad + "can't parse inline keyboard button: InlineKeyboardButton must be an Object",
		},
		{
			at("text", "a", "reply_markup", `{"inline_keyboard":[[{"callback_data":"a"}]]}`),
			bad + `can't parse inline keyboard button: Can't find field "text"`,
		},
		{
			at("text", "a", "reply_markup", `{"inline_keyboard":[[{"text":["a"],"callback_data":"a"}]]}`),
			bad + `can't parse inline keyboard button: Field "text" must be of type String`,
		},
		{
			at("text", "a", "reply_markup", `{"inline_keyboard":[[{"text":"A"}]]}`),
			bad + "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
		},
		{
			at("text", "a", "reply_markup", kb("A", "")),
			bad + "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
		},
		{
			at("text", "a", "reply_markup", `{"inline_keyboard":[[{"text":"A","callback_data":"a","style":"pink"}]]}`),
			bad + "can't parse inline keyboard button: invalid button style specified",
		},
		{
			at("text", "a", "reply_markup", `{"inline_keyboard":[[{"text":"A","url":"not-a-url"}]]}`),
			bad + "inline keyboard button URL 'not-a-url' is invalid: Wrong HTTP URL",
		},
		{
			at("text", "a", "reply_markup", `{"inline_keyboard":[[{"text":"A","url":"ftp://example.com"}]]}`),
			bad + "inline keyboard button URL 'ftp://example.com' is invalid: Unsupported URL protocol",
		},
		{at("text", "d", "reply_markup", kb("A", strings.Repeat("ж", 32))), ""},
		{at("text", "a", "reply_markup", kb("A", strings.Repeat("ж", 32)+"x")), bad + "BUTTON_DATA_INVALID"},
	}
	checkRefusals(t, s, "sendMessage", cases)
	checkEditsToo(t, s, own, cases)
}

// checkEditsToo expects an edit to be refused in the words of a send.
func checkEditsToo(t *testing.T, s *Server, p *Post, cases []refusalCase) {
	t.Helper()
	for i := range cases {
		cases[i].pairs = append(cases[i].pairs, "message_id", strconv.Itoa(p.ID))
	}
	checkRefusals(t, s, "editMessageText", cases)
}

func TestReplyRefusals(t *testing.T) {
	s, c, u := group(t, Options{})
	p := u.Say(c, "question")
	gone := u.Say(c, "gone")
	call(t, s, "deleteMessage", "chat_id", chatID(c), "message_id", strconv.Itoa(gone.ID))
	id := func(p *Post) string { return strconv.Itoa(p.ID) }
	at := func(pairs ...string) []string { return append([]string{"chat_id", chatID(c), "text", "a"}, pairs...) }
	checkRefusals(t, s, "sendMessage", []refusalCase{
		{at("reply_parameters", "{"), "Bad Request: can't parse reply parameters JSON object"},
		{at("reply_parameters", "[]"), "Bad Request: object expected as reply parameters"},
		{at("reply_parameters", `{"message_id":`+id(gone)+`}`), "Bad Request: message to be replied not found"},
		{at("reply_parameters", `{"message_id":`+id(gone)+`,"allow_sending_without_reply":true}`), ""},
		{at("reply_parameters", `{"message_id":`+id(p)+`,"chat_id":12}`), "Bad Request: message to be replied not found"},
		{at("reply_to_message_id", "999999"), "Bad Request: message to be replied not found"},
		{at("reply_to_message_id", "999999", "allow_sending_without_reply", "true"), ""},
	})
	a := call(t, s, "sendMessage", at("reply_parameters", `{"message_id":`+id(p)+`}`)...)
	if !strings.Contains(string(a.Result), `"reply_to_message":{"message_id":`+id(p)) {
		t.Error(a.raw)
	}
}

func TestPrivateRefusals(t *testing.T) {
	s := New(Options{})
	u := s.NewUser("Boris")
	text := []string{"chat_id", strconv.FormatInt(u.ID, 10), "text", "hi"}
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, "Forbidden: bot can't initiate conversation with a user"}})
	if u.Say(s.Private(u), "too early") != nil {
		t.Error("he wrote before the start")
	}
	if p := u.Start("abc"); p == nil || p.Text != "/start abc" {
		t.Errorf("start: %v", p)
	}
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, ""}})
	u.Block()
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, "Forbidden: bot was blocked by the user"}})
	if u.Say(s.Private(u), "blocked") != nil {
		t.Error("he wrote to a bot he blocked")
	}
	u.Unblock()
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, ""}})
	u.Block()
	u.Start("")
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, ""}})
	var got []string
	for _, up := range poll(t, s) {
		if raw, ok := up["my_chat_member"]; ok {
			_, after, _ := strings.Cut(string(raw), `"new_chat_member"`)
			_, status, _ := strings.Cut(after, `"status":"`)
			got = append(got, status[:6])
		}
	}
	if want := "[kicked member kicked member]"; fmt.Sprint(got) != want {
		t.Errorf("my_chat_member %v", got)
	}
	clean(t, s)
}

func TestEditAndDeleteRefusals(t *testing.T) {
	s, c, u := group(t, Options{})
	p := send(t, s, c, "<b>own</b>", "parse_mode", "HTML", "reply_markup", kb("A", "a"))
	plain, theirs := send(t, s, c, "plain"), u.Say(c, "theirs")
	frozen := send(t, s, c, "frozen", "reply_markup", `{"force_reply":true}`)
	gone := send(t, s, c, "gone")
	at := func(p *Post, pairs ...string) []string {
		return append([]string{"chat_id", chatID(c), "message_id", strconv.Itoa(p.ID)}, pairs...)
	}
	checkRefusals(t, s, "deleteMessage", []refusalCase{
		{at(gone), ""},
		{at(gone), "Bad Request: message to delete not found"},
		{[]string{"chat_id", chatID(c)}, "Bad Request: message identifier is not specified"},
		{[]string{"message_id", "5"}, "Bad Request: chat identifier is not specified"},
	})
	const same = "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message"
	checkRefusals(t, s, "editMessageText", []refusalCase{
		{[]string{"text", "a"}, "Bad Request: message identifier is not specified"},
		{at(gone, "text", "a"), "Bad Request: message to edit not found"},
		{at(theirs, "text", "a"), "Bad Request: message can't be edited"},
		{at(frozen, "text", "a"), "Bad Request: message can't be edited"},
		{at(p, "text", "a", "reply_markup", `{"remove_keyboard":true}`), "Bad Request: inline keyboard expected"},
		{at(p, "text", "<strong>own</strong> ", "parse_mode", "HTML", "reply_markup", kb("A", "a")), same},
		{at(p, "text", "own", "reply_markup", kb("A", "a")), ""},
		{at(p, "text", "own"), ""},
		{at(p, "text", "own"), same},
	})
	checkRefusals(t, s, "editMessageReplyMarkup", []refusalCase{
		{at(plain), same},
		{at(plain, "reply_markup", kb("B", "b")), ""},
		{at(plain, "reply_markup", kb("B", "b")), same},
		{at(plain, "reply_markup", kb("B", "c")), ""},
		{at(plain, "reply_markup", `{"inline_keyboard":[]}`), ""},
		{at(theirs), "Bad Request: message can't be edited"},
	})
	if now := p.Now(); now.Edits != 2 || now.Buttons != nil || len(now.Entities) != 0 || p.Edits != 0 {
		t.Errorf("after the edits %+v", now)
	}
	s.Sleep(48*time.Hour + 1)
	checkRefusals(t, s, "deleteMessage", []refusalCase{{at(theirs), "Bad Request: message can't be deleted"}})
	checkRefusals(t, s, "editMessageText", []refusalCase{{at(p, "text", "late"), ""}})
}

func TestGroupStandings(t *testing.T) {
	s, c, u := group(t, Options{})
	stranger := s.NewUser("Vera")
	member := func(u *User) []string { return []string{"chat_id", chatID(c), "user_id", strconv.FormatInt(u.ID, 10)} }
	status := func(pairs []string) string {
		_, rest, _ := strings.Cut(string(call(t, s, "getChatMember", pairs...).Result), `"status":"`)
		name, _, _ := strings.Cut(rest, `"`)
		return name
	}
	expect := func(u *User, want string) {
		t.Helper()
		if got := status(member(u)); got != want {
			t.Errorf("%s is %s, want %s", u.FirstName, got, want)
		}
	}
	expect(u, "member")
	expect(stranger, "left")
	expect(c.Owner, "creator")
	expect(&s.bot, "administrator")
	c.Appoint(u, Administrator)
	expect(u, "administrator")
	c.Appoint(u, Kicked)
	expect(u, "kicked")
	u.Join(c)
	if u.Say(c, "x") != nil {
		t.Error("a banned user came back")
	}
	private := []string{"chat_id", strconv.FormatInt(u.ID, 10), "user_id", strconv.FormatInt(u.ID, 10)}
	if got := status(private); got != "member" {
		t.Errorf("in private: %s", got)
	}
	checkRefusals(t, s, "getChatMember", []refusalCase{
		{[]string{"chat_id", chatID(c)}, "Bad Request: invalid user_id specified"},
		{[]string{"chat_id", chatID(c), "user_id", "-5"}, "Bad Request: invalid user_id specified"},
		{[]string{"chat_id", chatID(c), "user_id", "77"}, "Bad Request: member not found"},
		{[]string{"user_id", "77"}, "Bad Request: chat_id is empty"},
	})
	text := []string{"chat_id", chatID(c), "text", "hi"}
	c.Appoint(nil, Kicked)
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, "Forbidden: bot was kicked from the supergroup chat"}})
	c.Appoint(nil, Gone)
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, "Forbidden: bot is not a member of the supergroup chat"}})
	c.Appoint(nil, Member)
	checkRefusals(t, s, "sendMessage", []refusalCase{{text, ""}})
}

func TestEnvelope(t *testing.T) {
	s := New(Options{Token: "12345:secret"})
	if s.BotID() != 12345 || s.Token() != "12345:secret" || s.BotUsername() != "tgtest_bot" {
		t.Error("the bot is not who it should be")
	}
	for _, tc := range []struct{ method, path, want string }{
		{"GET", "/bot12345:secret/getme", ""},
		{"GET", "/bot12345:secret/GETME", ""},
		{"GET", "/bot12345:secret/?method=getMe", ""},
		{"PUT", "/bot12345:secret/getMe", "Not Implemented"},
		{"GET", "/bot12345:secret/logOut", "Not Found: method not found"},
		{"GET", "/bot12345:secret/nonsense", "Not Found: method not found"},
		{"GET", "/bot12345:wrong/getMe", "Unauthorized"},
		{"GET", "/bot012345:secret/getMe", "Unauthorized: invalid token specified"},
		{"GET", "/botsecret/getMe", "Unauthorized: invalid token specified"},
		{"GET", "/bot1:" + strings.Repeat("x", 80) + "/getMe", "Unauthorized: invalid token specified"},
		{"GET", "/getMe", "Not Found"},
		{"GET", "/", "Not Found"},
	} {
		req, err := http.NewRequest(tc.method, "http://localhost"+tc.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := do(t, s, req); a.Description != tc.want {
			t.Errorf("%s %s: %s", tc.method, tc.path, a.raw)
		}
	}
	if a := call(t, s, "sendMessage", "text", strings.Repeat("x", 1<<20)); a.Code != 413 {
		t.Errorf("a huge text: %.200s", a.raw)
	}
	if a := call(t, s, "deleteWebhook"); a.raw != `{"ok":true,"result":true,"description":"Webhook is already deleted"}` {
		t.Error(a.raw)
	}
	call(t, s, "getWebhookInfo")
	call(t, s, "getMe")
	for _, r := range s.Requests() {
		if r.Code == 0 {
			t.Errorf("%s without a code", r.Method)
		}
	}
	if v := s.Violations(); len(v) != 1 || v[0] != "nonsense: no such method" {
		t.Errorf("violations %q", v)
	}
}
