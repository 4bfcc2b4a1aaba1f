package tgtest

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzParseHTML(f *testing.F) {
	for _, seed := range []string{
		"<b>a</b>", "<a href='tg://user?id=5'>x</a>", "&#x1F600;&lt", "<pre><code class=\"language-x\">a</></>", "</", "<b a=", "&",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if !utf8.ValidString(in) || strings.ContainsRune(in, 0) {
			return
		}
		out, err := parseHTML(in)
		if err != nil {
			return
		}
		out = out.tidy()
		size := UTF16Len(out.text)
		for _, e := range out.entities {
			if e.Offset < 0 || e.Length <= 0 || e.end() > size {
				t.Errorf("%q: entity %+v outside of %q", in, e, out.text)
			}
		}
		if out.text != strings.TrimRight(out.text, " \n") {
			t.Errorf("%q ends with a blank: %q", in, out.text)
		}
	})
}

func FuzzSendMessage(f *testing.F) {
	f.Add("<b>a</b> /start @anna_k #x https://t.me/x", kb("A", "a"), `[{"type":"bold","offset":0,"length":1}]`, `{"message_id":7}`)
	f.Add("a", `{"inline_keyboard":[[{"text":5,"url":"t.me"}],[]]}`, "null", "{}")
	f.Add("a", ` [ ] `, ` [ { } ] `, ` null `)
	f.Fuzz(func(t *testing.T, text, markup, entities, reply string) {
		s, c, _ := group(t, Options{})
		for _, mode := range []string{"", "HTML"} {
			call(t, s, "sendMessage", "chat_id", chatID(c), "text", text, "parse_mode", mode,
				"reply_markup", markup, "entities", entities, "reply_parameters", reply)
		}
		for _, v := range s.Violations() {
			if !strings.HasPrefix(v, "sendMessage: ") {
				t.Errorf("%s of text %q, markup %s, entities %s", v, text, markup, entities)
			}
		}
	})
}
