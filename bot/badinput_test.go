package bot_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// fingerprint is a hash of all games.
func (h *hall) fingerprint() string {
	h.t.Helper()
	var b strings.Builder
	ids := h.bot.GameIDs()
	slices.Sort(ids)
	for _, id := range ids {
		g, _ := h.bot.Game(id)
		fmt.Fprintf(&b, "%d %+v\n", id, g)
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(b.String())))
}

var codeLine = regexp.MustCompile(`\nкарта ⟦[0-9A-F]{4}⟧$`)

// heard is what the bot says in answer to an act: «toast: …», «alert: …», «private:
// …» to the one who acts, «group: …», and what it deletes. Edits of the lobby are
// no answers.
func (h *hall) heard(u *tgtest.User, act func()) (out []string) {
	h.t.Helper()
	first := len(h.tg.Journal())
	act()
	h.settle()
	for _, e := range h.tg.Journal()[first:] {
		switch {
		case e.Act == tgtest.Answered && e.Alert:
			out = append(out, "alert: "+e.Text)
		case e.Act == tgtest.Answered:
			out = append(out, "toast: "+e.Text)
		case e.Act == tgtest.Deleted:
			out = append(out, "deleted")
		case e.Act != tgtest.Sent:
		case e.Chat == h.tg.Private(u):
			out = append(out, "private: "+codeLine.ReplaceAllString(e.Post.Text, ""))
		case e.Chat.Private():
			out = append(out, "to somebody else: "+e.Post.Text)
		default:
			out = append(out, "group: "+e.Post.Text)
		}
	}
	slices.Sort(out)
	return out
}

// stand brings about where bad input is tried.
func (h *hall) stand(where string) {
	h.t.Helper()
	switch where {
	case "nowhere":
		for _, u := range h.people {
			u.Start("")
		}
	case "lobby":
		h.convened("czernowitz table")
	case "check":
		h.full("czernowitz table")
	case "game":
		h.seated("czernowitz table")
		h.until("a speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	case "vote":
		h.voting()
	case "stopped":
		h.convened("czernowitz table")
		h.people[6].Say(h.group, "/stop")
	case "elsewhere":
		h.convened("czernowitz table")
		other := h.beside("Мафия по пятницам", otherNicks)
		other.people[0].Start("")
		h.settle()
		other.people[0].Say(other.group, "/game")
		h.settle()
		h.people[6].Join(other.group)
		h.group, h.id = other.group, 2
	}
	h.settle()
}

// badInput is one row: where it happens, who does what, and what is answered.
type badInput struct {
	name, where string
	who         func(*hall) *tgtest.User
	act         func(*hall, *tgtest.User)
	want        []string // nothing is silence
}

// guest is a member of the group who has started the bot and does not play.
func guest(h *hall) *tgtest.User {
	u := outsider(h)
	u.Join(h.group)
	return u
}

// outsider has started the bot and is in no group.
func outsider(h *hall) *tgtest.User {
	u := h.tg.NewUser("Гость")
	u.Start("")
	h.settle()
	return u
}

// admin is an administrator of the group.
func admin(h *hall) *tgtest.User {
	u := guest(h)
	h.group.Appoint(u, tgtest.Administrator)
	return u
}

// player sits at the table.
func player(h *hall) *tgtest.User {
	if g := h.game(); g.Running() {
		return h.people[h.seatOf(g, 7)]
	}
	return h.people[6]
}

// opener is who opens tables in a hall.
func opener(h *hall) *tgtest.User { return h.people[6] }

func inGroup(text string) func(*hall, *tgtest.User) {
	return func(h *hall, u *tgtest.User) { u.Say(h.group, text) }
}

func inPrivate(text string) func(*hall, *tgtest.User) {
	return func(h *hall, u *tgtest.User) { u.Say(h.tg.Private(u), text) }
}

func follows(payload string) func(*hall, *tgtest.User) {
	return func(_ *hall, u *tgtest.User) { u.Start(payload) }
}

// comments lets somebody write into the group who is no member of it, as under a
// channel's posts.
func comments(text string) func(*hall, *tgtest.User) {
	return func(h *hall, u *tgtest.User) {
		h.tg.Push(fmt.Sprintf(`"message":{"message_id":900000,"from":{"id":%d,"is_bot":false,"first_name":%q},"chat":{"id":%d,"type":"supergroup","title":%q},"date":%d,"text":%q}`,
			u.ID, u.FirstName, h.group.ID, h.group.Title, h.tg.Now().Unix(), text))
	}
}

// forges presses a button with other data, on the newest message of the bot in
// the group.
func forges(data func(*hall) string) func(*hall, *tgtest.User) {
	return func(h *hall, u *tgtest.User) {
		posts := h.group.Posts()
		for i := len(posts) - 1; i >= 0; i-- {
			if posts[i].From == nil {
				u.Forge(posts[i], data(h))
				return
			}
		}
		h.t.Fatal("the bot has said nothing")
	}
}

// now writes a button for the window that runs.
func now(c engine.Command) func(*hall) string {
	return func(h *hall) string { return bot.ButtonData(h.id, h.game().Clock.Window, c) }
}

func data(s string) func(*hall) string { return func(*hall) string { return s } }

// noise is 64 random bytes, as printable as an update can carry them.
func noise(*hall) string {
	dice := rand.New(rand.NewPCG(7, 7))
	b := make([]byte, 64)
	for i := range b {
		b[i] = byte(dice.IntN(127-33) + 33)
	}
	return string(b)
}

// longText has 4,096 characters.
var longText = strings.Repeat("слово ", 682) + "всё."

// Bad input gets its answer, or none, and changes no game: each row a case.
func TestBadInput(t *testing.T) {
	private := func(key string, texts ...string) []string { return []string{"private: " + note(key, texts...)} }
	group := func(key string, texts ...string) []string { return []string{"group: " + note(key, texts...)} }
	toast := func(key string) []string { return []string{"toast: " + note(key)} }
	gone := func(answers []string) []string { return append([]string{"deleted"}, answers...) }
	usage := group("game_usage", "czernowitz, club2010, tournament, federation", "table, chat, blitz")
	for _, c := range []badInput{
		{"an unknown command where nobody plays", "nowhere", guest, inGroup("/fly"), nil},
		{"an unknown command in a lobby", "lobby", guest, inGroup("/fly"), nil},
		{"an unknown command in a game", "game", player, inGroup("/fly"), gone(private("unknown_command"))},
		{"an unknown command in private", "nowhere", guest, inPrivate("/fly"), private("unknown_command")},
		{"another bot's command", "nowhere", guest, inGroup("/game@other_bot"), nil},
		{"another bot's command in a lobby", "lobby", guest, inGroup("/join@other_bot"), nil},
		{"another bot's command in a game", "game", player, inGroup("/help@other_bot"), gone(nil)},
		{"/game in a lobby", "lobby", guest, inGroup("/game"), private("table_taken")},
		{"/game at a running table", "game", player, inGroup("/game federation"), gone(private("table_taken"))},
		{"/game of a guest at a running table", "game", guest, inGroup("/game"), gone(private("table_taken"))},
		{"/game with other rules", "nowhere", guest, inGroup("/game poker"), usage},
		{"/game with too few seats", "nowhere", guest, inGroup("/game 4"), usage},
		{"/game with too many seats", "nowhere", guest, inGroup("/game czernowitz 16"), usage},
		{"/game with 4,000 characters", "nowhere", guest, inGroup("/game " + strings.Repeat("слово ", 680)), usage},
		{"/game in private", "nowhere", guest, inPrivate("/game"), private("group_only")},
		{"/game in a channel", "nowhere", guest, func(h *hall, _ *tgtest.User) { h.tg.NewChannel("Новости клуба").Publish("/game") }, nil},
		{"/game of an anonymous administrator", "nowhere", admin, func(h *hall, u *tgtest.User) { u.SayAnonymously(h.group, "/game") }, group("anonymous")},
		{"/stop of a stranger in a lobby", "lobby", guest, inGroup("/stop"), []string{"private: Закрыть стол может его хозяин (Барс), судья или владелец группы. Встать самому — /leave"}},
		{"/stop of a stranger in a game", "game", guest, inGroup("/stop"), gone(private("stop_running_who"))},
		{"/stop where nobody plays", "nowhere", guest, inGroup("/stop"), group("no_game_to_stop")},
		{"/begin of a stranger", "lobby", guest, inGroup("/begin"), []string{"private: Начинает хозяин стола: Барс."}},
		{"/begin with too few", "lobby", opener, inGroup("/begin"), []string{"private: За столом 1, а нужно не меньше пяти. Подождите ещё игроков."}},
		{"/start without a payload", "lobby", guest, follows(""), private("welcome")},
		{"/start with a wrong payload", "lobby", guest, follows("season_5"), private("welcome")},
		{"/start with a game that never was", "lobby", guest, follows("jzz"), private("no_game")},
		{"/start of somebody from outside", "lobby", outsider, follows("j1"), private("not_member")},
		{"/start with a full table", "check", guest, follows("j1"), private("table_gathers")},
		{"/start with a running game", "game", guest, follows("j1"), private("not_in_lobby")},
		{"/start with a finished game", "stopped", guest, follows("j1"), private("game_over")},
		{"/join of somebody who only comments", "lobby", outsider, comments("/join"), private("not_member")},
		{"[Играю] pressed from outside", "lobby", outsider, forges(now(engine.Join{})), toast("not_member")},
		{"[Играю] while seated elsewhere", "elsewhere", opener, forges(now(engine.Join{})), toast("seated_elsewhere")},
		{"[Играю] of a game that is over", "stopped", guest, forges(data("join.1.1")), toast("game_over")},
		{"a vote of an outsider", "vote", guest, forges(now(engine.Vote{Seat: 5})), toast("not_playing")},
		{"a vote of somebody from outside", "vote", outsider, forges(now(engine.Vote{Seat: 5})), toast("not_playing")},
		{"a button of an earlier window", "vote", player, forges(data("pass.1.2")), toast("stale")},
		{"a vote of an earlier window", "vote", player, forges(data("vote.1.2.1")), toast("vote_late")},
		{"a window to come", "vote", player, forges(data("vote.1.zzz.1")), toast("vote_late")},
		{"another game's button", "vote", player, forges(data("vote.zz.2.1")), toast("no_game")},
		{"a vote for a seat that is no candidate", "vote", player, forges(now(engine.Vote{Seat: 15})), toast("vote_late")},
		{"a check by day", "vote", player, forges(now(engine.Check{Target: 3})), toast("stale")},
		{"a shot by day", "vote", player, forges(now(engine.Fire{})), toast("stale")},
		{"a kind that never was", "vote", player, forges(data("kill.1.2.3")), toast("no_game")},
		{"64 random bytes", "vote", player, forges(noise), toast("no_game")},
		{"a word in private when nothing is asked", "game", player, inPrivate("привет"), private("not_now")},
		{"4,096 characters in private", "game", player, inPrivate(longText), private("not_now")},
		{"4,096 characters of a stranger in private", "nowhere", guest, inPrivate(longText), private("welcome")},
		{"4,096 characters in a lobby", "lobby", player, inGroup(longText), nil},
		{"a check typed by day", "game", player, inPrivate("/check 7"), private("not_needed")},
	} {
		t.Run(c.name, c.isAnswered)
	}
}

// isAnswered holds that the input is answered as it must be, and changes no game.
func (c badInput) isAnswered(t *testing.T) {
	t.Parallel()
	h := scene{seed: 1}.open(t)
	h.stand(c.where)
	u := c.who(h)
	before := h.fingerprint()
	got := h.heard(u, func() { c.act(h, u) })
	want := slices.Sorted(slices.Values(c.want))
	if !slices.Equal(got, want) {
		t.Errorf("answered %q, not %q", got, want)
	}
	if h.fingerprint() != before {
		t.Error("a game has changed")
	}
}

// Who has left the game presses a button.
func TestTheDepartedPress(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	g := h.until("a speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	u := h.people[h.seatOf(g, 7)]
	for h.game().Exits[7] == 0 {
		u.Say(h.group, "не вижу смысла молчать")
		h.pass(2 * time.Second)
	}
	h.settle()
	before := h.fingerprint()
	for _, c := range []engine.Command{engine.Nominate{Seat: 3}, engine.Pass{}, engine.Vote{Seat: 3}} {
		if got := h.heard(u, func() { forges(now(c))(h, u) }); !slices.Equal(got, []string{"toast: " + note("out")}) {
			t.Errorf("%T is answered %q", c, got)
		}
	}
	if h.fingerprint() != before {
		t.Error("the game has changed")
	}
}

// An outsider presses a button twenty times: one toast in words a minute, the
// group hears nothing (B16).
func TestAnOutsidersTaps(t *testing.T) {
	h := newHall(t)
	h.voting()
	u := guest(h)
	before, posts := h.fingerprint(), len(h.group.Posts())
	worded := 0
	first := h.tg.Now()
	for range 20 {
		b, _ := h.last(h.group, "Кто голосует").Button("✊ Голос")
		if got := h.forge(u, b.Data); got.Text != "" {
			worded++
		} else if !got.Answered {
			t.Error("a press is not answered at all")
		}
	}
	if worded != 1 || len(h.group.Posts()) != posts || h.fingerprint() != before {
		t.Errorf("%d of 20 answers have words, %d messages in the group", worded, len(h.group.Posts())-posts)
	}
	h.pass(first.Add(time.Minute).Sub(h.tg.Now()))
	b := now(engine.Vote{Seat: 1})(h)
	if got := h.forge(u, b); got.Text == "" {
		t.Error("after a minute he is answered without words")
	}
}

// forge presses a button with other data and returns what is answered.
func (h *hall) forge(u *tgtest.User, data string) tgtest.Tapped {
	h.t.Helper()
	post := h.group.Posts()[0]
	tap := u.Forge(post, data)
	h.settle()
	return tap.Read()
}

// Who presses [Играю] a hundred times while Telegram is asked about him is asked
// about once, and keeps nobody else waiting.
func TestOneQuestionAPerson(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	before := len(h.tg.Requests())
	var taps []*tgtest.Tapped
	b, _ := h.last(h.group, "За столом").Button("Играю")
	for range 100 {
		taps = append(taps, h.people[0].Tap(h.last(h.group, "За столом"), b))
	}
	h.settle()
	questions := 0
	for _, r := range h.tg.Requests()[before:] {
		if r.Method == "getChatMember" {
			questions++
		}
	}
	for _, tap := range taps {
		if !tap.Read().Answered {
			t.Fatal("a press is not answered")
		}
	}
	if g := h.game(); questions != 1 || g.AtTable() != 2 {
		t.Errorf("%d questions, %d at the table", questions, g.AtTable())
	}
}
