package tgtest

import (
	"slices"
	"strings"
	"testing"
)

func TestMenuMethods(t *testing.T) {
	s, c, u := group(t, Options{})
	list := func(scope, language string, names ...string) {
		var items []string
		for _, n := range names {
			items = append(items, `{"command":"`+n+`","description":"x"}`)
		}
		call(t, s, "setMyCommands", "commands", "["+strings.Join(items, ",")+"]", "scope", `{"type":"`+scope+`"}`, "language_code", language)
	}
	ru := s.NewUser("Guest", Language("ru"))
	ru.Join(c)
	see := func(u *User, c *Chat, want ...string) {
		t.Helper()
		if got := s.CommandsFor(u, c); !slices.Equal(got, want) {
			t.Errorf("%s sees %v, not %v", u.FirstName, got, want)
		}
	}
	see(u, c)
	list("default", "", "a")
	see(u, c, "a")
	list("default", "ru", "b")
	see(ru, c, "b")
	list("all_group_chats", "", "c", "d")
	see(ru, c, "c", "d")
	see(ru, s.Private(ru), "b")
	list("all_private_chats", "", "e")
	see(ru, s.Private(ru), "e")
	list("all_chat_administrators", "", "f")
	c.Appoint(u, Administrator)
	see(u, c, "f")
	see(ru, c, "c", "d")
	call(t, s, "deleteMyCommands", "scope", `{"type":"all_chat_administrators"}`)
	see(u, c, "c", "d")

	for _, what := range []string{"Description", "ShortDescription"} {
		field := map[string]string{"Description": "description", "ShortDescription": "short_description"}[what]
		if a := call(t, s, "getMy"+what); string(a.Result) != `{"`+field+`":""}` {
			t.Error(a.raw)
		}
		call(t, s, "setMy"+what, field, "all")
		call(t, s, "setMy"+what, field, "по-русски", "language_code", "ru")
		if a, b := call(t, s, "getMy"+what, "language_code", "uk"), call(t, s, "getMy"+what, "language_code", "ru"); string(a.Result) != `{"`+field+`":"all"}` || string(b.Result) != `{"`+field+`":"по-русски"}` {
			t.Error(a.raw, b.raw)
		}
		checkRefusals(t, s, "setMy"+what, []refusalCase{
			{[]string{field, "x", "language_code", "rus"}, "Bad Request: invalid language code specified"},
			{[]string{field, strings.Repeat("ж", 513)}, "Bad Request: " + field + " is too long"},
		})
	}
	if a := call(t, s, "getChatMenuButton"); string(a.Result) != `{"type":"default"}` {
		t.Error(a.raw)
	}
	call(t, s, "setChatMenuButton", "menu_button", `{"type":"commands"}`)
	if a := call(t, s, "getChatMenuButton", "chat_id", number(int(u.ID))); string(a.Result) != `{"type":"commands"}` {
		t.Error(a.raw)
	}
	checkRefusals(t, s, "setChatMenuButton", []refusalCase{
		{[]string{"menu_button", `{"type":"none"}`}, "Bad Request: can't parse menu button: Unsupported type specified"},
		{[]string{"menu_button", `[`}, "Bad Request: can't parse menu button: expected an Object"},
	})
}
