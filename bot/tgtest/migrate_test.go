package tgtest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// A basic group becomes a supergroup: another chat with the same people, told in both; the old one refuses everything
// with the new id.
func TestUpgrade(t *testing.T) {
	s := New(Options{Seed: 1, ReadAll: true})
	group, u := s.NewGroup("Club"), s.NewUser("Anna")
	u.Join(group)
	old := send(t, s, group, "x")
	poll(t, s, "offset", "-1")
	to := group.Upgrade()
	if to == group || to.Type() != "supergroup" || to.Status(u) != Member || to.Owner != group.Owner || group.Upgrade() != to || to.Upgrade() != to {
		t.Fatalf("it becomes %+v", to)
	}
	told := fmt.Sprintf("%s", poll(t, s))
	for _, want := range []string{`"migrate_to_chat_id":` + chatID(to), `"migrate_from_chat_id":` + chatID(group)} {
		if strings.Count(told, want) != 1 {
			t.Errorf("%s is not told: %s", want, told)
		}
	}
	const why = "Bad Request: group chat was upgraded to a supergroup chat"
	refuses(t, s, "sendMessage", why, "chat_id", chatID(group), "text", "x")
	refuses(t, s, "editMessageText", why, "chat_id", chatID(group), "message_id", strconv.Itoa(old.ID), "text", "y")
	refuses(t, s, "sendChatAction", why, "chat_id", chatID(group), "action", "typing")
	if got := call(t, s, "sendMessage", "chat_id", chatID(group), "text", "x"); got.Code != 400 || !strings.Contains(got.raw, `"parameters":{"migrate_to_chat_id":`+chatID(to)+`}`) {
		t.Errorf("the new id is not told: %s", got.raw)
	}
	if u.Say(group, "x") != nil || u.Say(to, "x") == nil {
		t.Error("people write in the old group, or not in the new one")
	}
	if first := to.Posts()[0]; first.ID != 1 || first.Kind != KindUpgrade {
		t.Errorf("it begins with %+v", first)
	}
	unheard := s.NewGroup("Club")
	poll(t, s)
	unheard.UpgradeUnheard()
	if got := fmt.Sprintf("%s", poll(t, s)); strings.Contains(got, chatID(unheard)) {
		t.Errorf("what is not heard is told: %s", got)
	}
	clean(t, s)
}
