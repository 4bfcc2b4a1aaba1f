package tgtest

import (
	"fmt"
	"strings"
	"testing"
)

func TestRequestViolations(t *testing.T) {
	for _, tc := range []struct {
		method string
		pairs  []string
		want   string // a part of the only violation; empty for none
	}{
		{"sendMessage", []string{"chat_id", "5", "text", "a"}, ""},
		{"sendMessage", []string{"chat_id", "@club", "text", "a"}, ""},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "disable_notification", "true", "parse_mode", "HTML"}, ""},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "reply_to_message_id", "7"}, ""},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "entities", "null"}, ""},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "silent", "true"}, `unknown parameter "silent"`},
		{"sendMessage", []string{"text", "a"}, `required parameter "chat_id" is missing`},
		{"sendMessage", []string{"chat_id", "5"}, `required parameter "text" is missing`},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "parse_mode", "html"}, `"parse_mode": "html" is none of`},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "protect_content", "1"}, `"1" is no boolean`},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "reply_parameters", `{"message_id":"7"}`}, "message_id: Number expected"},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "reply_parameters", `{`}, "is no JSON"},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "reply_markup", kb("A", "a")}, ""},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "reply_markup", `{"remove_keyboard":true}`}, ""},
		{"sendMessage", []string{"chat_id", "5", "text", "a", "reply_markup", `{"inline_keyboard":null}`}, "expected"},
		{
			"sendMessage",
			[]string{"chat_id", "5", "text", "a", "reply_markup", `{"inline_keyboard":[[{"text":"A","data":"a"}]]}`},
			`inline_keyboard[0][0]: unknown field "data" of InlineKeyboardButton`,
		},
		{
			"sendMessage",
			[]string{"chat_id", "5", "text", "a", "reply_markup", `{"inline_keyboard":[[{"text":"A","callback_data":"a","style":"pink"}]]}`},
			`inline_keyboard[0][0].style: "pink" is none of`,
		},
		{"editMessageText", []string{"chat_id", "5", "message_id", "x", "text", "a"}, `"x" is no number`},
		{"getUpdates", []string{"allowed_updates", `["message"]`, "offset", "-1"}, ""},
		{"getUpdates", []string{"allowed_updates", `[1]`}, "[0]: String expected"},
		{"sendPhoto", []string{"chat_id", "5"}, `"photo" is missing`},
	} {
		s := New(Options{})
		call(t, s, tc.method, tc.pairs...)
		got := s.Violations()
		if tc.want == "" && len(got) != 0 || tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)) {
			t.Errorf("%s %q\n got %q\nwant %q", tc.method, tc.pairs, got, tc.want)
		}
	}
}

func TestUpdateViolations(t *testing.T) {
	const message = `{"message_id":7,"date":5,"chat":{"id":1,"type":"private"}%s}`
	update := func(extra string) string { return `{"update_id":1,"message":` + fmt.Sprintf(message, extra) + `}` }
	for raw, want := range map[string]string{
		update(``):                     "",
		update(`, "text" : "a\"b\\" `): "",
		update(`,"txt":"a"`):           `update: message: unknown field "txt" of Message`,
		update(`,"text":null`):         `update: message.text: String expected`,
		update(`,"text":5`):            `update: message.text: String expected`,
		update(`,"entities":[{"type":"bold","offset":0}]`):              `update: message.entities[0]: MessageEntity without length`,
		update(`,"entities":[{"type":"fat","offset":0,"length":1}]`):    `update: message.entities[0].type: "fat" is none of`,
		update(`,"from":{"id":1,"first_name":"A"}`):                     `update: message.from: User without is_bot`,
		`{"update_id":1,"message":{"message_id":7,"date":5}}`:           `update: message: Message without chat`,
		`{"message":` + fmt.Sprintf(message, ``) + `}`:                  `update: Update without update_id`,
		`{"update_id":1,"mesage":{}}`:                                   `update: unknown field "mesage" of Update`,
		`{"update_id":1,"my_chat_member":{"chat":{"id":1,"type":"x"}}}`: `update: my_chat_member.chat.type: "x" is none of`,
	} {
		got := strings.Join(botAPI().checkUpdate([]byte(raw)), "; ")
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s\n got %s\nwant %s", raw, got, want)
		}
	}
}

func TestPlantedUpdateIsCaught(t *testing.T) {
	s := New(Options{})
	s.push("message", struct {
		ID    int    `json:"message_id"`
		Wrong string `json:"wrong"`
	}{1, "x"}, messageLife)
	if got := s.Violations(); len(got) != 1 || !strings.Contains(got[0], "wrong") {
		t.Errorf("violations %q", got)
	}
	if got := botAPI().checkResult("deleteMessage", []byte(`{"a":1}`)); len(got) != 1 {
		t.Errorf("a wrong result: %q", got)
	}
	if got := botAPI().checkResult("getChatMember", []byte(`{"status":"kicked","user":{"id":1,"is_bot":false,"first_name":"A"}}`)); len(got) != 1 {
		t.Errorf("a member without until_date: %q", got)
	}
}
