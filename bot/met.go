package bot

import "strings"

// Telegram tells a bot nobody's account by his @name. So it remembers, as long as it
// runs, under which name it has met whom in each group; nothing of it is kept on disk.

// mostMet is how many people of one group are remembered; one more, and all are met anew.
const mostMet = 500

// meets remembers the author of an update under his @name.
func (t *turn) meets(u update) {
	switch {
	case u.Message != nil && u.Message.person():
		t.met(u.Message.Chat, *u.Message.From)
	case u.Edited != nil && u.Edited.person():
		t.met(u.Edited.Chat, *u.Edited.From)
	case u.Press != nil && u.Press.Message != nil:
		t.met(u.Press.Message.Chat, u.Press.From)
	case u.Member != nil && u.Member.New.inside():
		t.met(u.Member.Chat, u.Member.New.User)
	case u.Member != nil: // who has left is no judge of that group
		delete(t.b.met[u.Member.Chat.ID], strings.ToLower(u.Member.New.User.Username))
	}
}

func (t *turn) met(c chat, u user) {
	if !c.group() || !u.person() || u.Username == "" {
		return
	}
	known := t.b.met[c.ID]
	if known == nil || len(known) >= mostMet {
		known = map[string]user{}
		t.b.met[c.ID] = known
	}
	known[strings.ToLower(u.Username)] = u
}

// metAs returns whom the bot has met under an @name in a group.
func (t *turn) metAs(chat int64, name string) (user, bool) {
	u, ok := t.b.met[chat][strings.ToLower(strings.TrimPrefix(name, "@"))]
	return u, ok
}
