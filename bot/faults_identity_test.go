package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// saidAtTable counts the messages of the bot in the hall's group that have a text.
func (h *hall) saidAtTable(text string) (n int) {
	for _, p := range h.group.Posts() {
		if p.From == nil && strings.Contains(p.Text, text) {
			n++
		}
	}
	return n
}

// disguised is a speech in which people write in the names of chats: who has the floor, who
// has not, an administrator as the group, a linked channel by itself. It says what is wrong.
func disguised(t *testing.T, planted leak) (wrong []string) {
	t.Helper()
	h := scene{seed: 5, leak: planted}.open(t)
	own, news := h.tg.NewChannel("Канал Лисы"), h.tg.NewChannel("Новости клуба")
	h.group.Link(news)
	g := h.playing("czernowitz table")
	speaker, other, admin := h.at(g.Floor()), h.at(7), h.at(8)
	h.group.Appoint(admin, tgtest.Administrator)
	h.settle()
	news.Publish("вчера победил город")
	auto := h.group.Posts()[len(h.group.Posts())-1]
	h.settle()
	if h.saidAtTable(note("own_name")) != 0 {
		wrong = append(wrong, "what a channel passes on is explained")
	}
	words := []*tgtest.Post{
		auto,
		speaker.SayAsChannel(h.group, own, "я красный"),
		other.SayAsChannel(h.group, own, "первый врёт"),
		admin.SayAnonymously(h.group, "честно, он черный"),
	}
	h.settle()
	h.restart()
	words = append(words, other.SayAsChannel(h.group, own, "/vote 3"), admin.SayAnonymously(h.group, "и я так думаю"))
	h.settle()
	for _, w := range words {
		if !w.Now().Deleted {
			wrong = append(wrong, fmt.Sprintf("%q stays", w.Text))
		}
	}
	if g := h.game(); g.Fouls != [engine.MaxSeats + 1]uint8{} || g.Floor() != 1 {
		wrong = append(wrong, fmt.Sprintf("the fouls are %v, the floor has %d", g.Fouls, g.Floor()))
	}
	if n := h.saidAtTable(note("own_name")); n != 1 {
		wrong = append(wrong, fmt.Sprintf("it is explained %d times", n))
	}
	return wrong
}

// B28: what is written in the name of a channel or of the group is nobody's: it is deleted,
// nobody is fouled, and the table is told once how it is, over a crash, too.
func TestB28SpeaksAsAChannel(t *testing.T) {
	for _, wrong := range disguised(t, nil) {
		t.Error(wrong)
	}
	pinned := mishears(func(h *hall, updates string) string {
		if len(h.people) == 0 {
			return updates
		}
		victim := fmt.Sprintf(`"from":{"id":%d,"is_bot":false`, h.people[0].ID)
		updates = strings.ReplaceAll(updates, `"from":{"id":136817688,"is_bot":true`, victim)
		return strings.ReplaceAll(updates, `"sender_chat"`, `"sender_other"`)
	})
	if len(disguised(t, pinned)) == 0 {
		t.Error("a bot that pins it on a person is not noticed")
	}
}

// Who hides cannot sit down by what he writes; he is told once how, presses the button and
// plays under his own name.
func TestB28SitsDownByTheButton(t *testing.T) {
	h := newHall(t)
	own, admin := h.tg.NewChannel("Канал Лисы"), h.people[3]
	h.group.Appoint(admin, tgtest.Administrator)
	h.people[0].SayAsChannel(h.group, own, "/game")
	h.settle()
	if len(h.bot.GameIDs()) != 0 || h.saidAtTable(note("as_channel")) != 1 {
		t.Error("a table is opened in the name of a channel, or it is not told why not")
	}
	h.convened("czernowitz table")
	for range 3 {
		admin.SayAnonymously(h.group, "/join")
		h.people[0].SayAsChannel(h.group, own, "/join")
		h.settle()
	}
	g := h.game()
	if n := h.saidAtTable(note("press_yourself")); n != 1 || g.AtTable() != 1 {
		t.Errorf("it is told %d times; %d sit at the table", n, g.AtTable())
	}
	h.tap(admin, h.group, "Играю")
	h.tap(h.people[0], h.group, "Играю")
	for _, u := range []*tgtest.User{admin, h.people[0]} {
		if _, _, sits := h.bot.Seated(u.ID); !sits {
			t.Errorf("%s is not seated", u.FirstName)
		}
	}
	h.filled()
	h.drawn()
	h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	admin.SayAnonymously(h.group, "а я аноним")
	h.settle()
	if h.saidAtTable(note("own_name")) != 1 {
		t.Error("in the game it is not explained")
	}
}
