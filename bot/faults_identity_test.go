package bot_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
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

// inOneTongue plays a game whose people have apps in these languages. It returns what the
// table read, and what is wrong with the buttons.
func inOneTongue(t *testing.T, languages [10]string, planted leak) (told, wrong []string) {
	t.Helper()
	h := scene{seed: 4, leak: planted}.open(t)
	h.every = 16
	for i, u := range h.people {
		u.Language = languages[i]
	}
	h.seated("czernowitz table")
	p := &puppets{h: h, seed: 4}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	if h.group.ID > -1_000_000_000_000 {
		t.Fatalf("the group's id is %d", h.group.ID)
	}
	buttons := 0
	for _, e := range h.tg.Journal() {
		if e.Act != tgtest.Sent && e.Act != tgtest.Edited || e.Post.From != nil {
			continue
		}
		for _, row := range e.Post.Buttons {
			for _, b := range row {
				buttons++
				if len(b.Data) > 64 || strings.Contains(b.Data, "-") {
					wrong = append(wrong, fmt.Sprintf("a button carries %q", b.Data))
				}
			}
		}
		if e.Chat == h.group {
			told = append(told, e.Text)
		}
	}
	if buttons == 0 {
		t.Fatal("there are no buttons")
	}
	return told, append(wrong, h.refusals()...)
}

// B55: a group is spoken to in its own language, whatever apps its people have; no button
// carries the negative id of a group, nor more than sixty-four bytes.
func TestB55OneTongueAndShortButtons(t *testing.T) {
	ru := [10]string{"ru", "ru", "ru", "ru", "ru", "ru", "ru", "ru", "ru", "ru"}
	mixed := ru
	mixed[2], mixed[5], mixed[6] = "en", "", "pt-br"
	want, wrong := inOneTongue(t, ru, nil)
	got, more := inOneTongue(t, mixed, nil)
	for _, w := range append(wrong, more...) {
		t.Error(w)
	}
	if !slices.Equal(got, want) {
		t.Error("the table reads something else for the app of one")
	}
	leaks := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		asks := false // the last to be heard has an English app
		return client(func(r *http.Request) (*http.Response, error) {
			if v := form(r); is(r, "sendMessage") && h.group != nil && v.Get("chat_id") == fmt.Sprint(h.group.ID) && asks {
				v.Set("text", strings.ReplaceAll(v.Get("text"), "Игрок номер", "Player number"))
				refill(r, v)
			}
			resp, err := next.Do(r)
			if err != nil || !is(r, "getUpdates") {
				return resp, err
			}
			raw, err := io.ReadAll(resp.Body)
			resp.Body = io.NopCloser(strings.NewReader(string(raw)))
			if i := strings.LastIndex(string(raw), `"language_code":"`); i >= 0 {
				asks = strings.HasPrefix(string(raw[i:]), `"language_code":"en"`)
			}
			return resp, err
		}), h
	}
	if got, _ := inOneTongue(t, mixed, leaks); slices.Equal(got, want) {
		t.Error("a bot that speaks to the group in the language of one is not noticed")
	}
	long := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			if v := form(r); strings.Contains(v.Get("reply_markup"), `"callback_data":"vote.`) {
				v.Set("reply_markup", strings.ReplaceAll(v.Get("reply_markup"), `"callback_data":"vote.`, fmt.Sprintf(`"callback_data":"%d.vote.`, h.group.ID)))
				refill(r, v)
			}
			return next.Do(r)
		}), h
	}
	if _, wrong := inOneTongue(t, ru, long); len(wrong) == 0 {
		t.Error("a bot whose buttons carry the group's id is not noticed")
	}
}
