package bot_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/messages"
)

// What the bot lacks in a group is said in one message when a table is opened
// there, and nothing if it lacks nothing.
func TestRights(t *testing.T) {
	needs := func(keys ...string) string {
		var clauses []string
		for _, k := range keys {
			clauses = append(clauses, note(k))
		}
		return note("needs", strings.Join(clauses, "\n"))
	}
	member := func(h *hall) { h.group.Appoint(nil, tgtest.Member) }
	for _, c := range []struct {
		name  string
		reads bool
		place func(h *hall)
		want  string
	}{
		{"an administrator with all rights", false, func(*hall) {}, ""},
		{"an administrator who may not delete", false, func(h *hall) { h.group.SetBotRights(tgtest.Rights{Restrict: true}) }, needs("need_admin_delete")},
		{"an administrator who may not restrict", false, func(h *hall) { h.group.SetBotRights(tgtest.Rights{Delete: true}) }, note("no_restrict")},
		{"a member who hears everything", true, member, needs("need_admin_delete", "need_restrict")},
		{"a member who hears commands", false, member, needs("need_read", "need_admin_delete", "need_restrict")},
		{"a member of a basic group", true, func(h *hall) { h.group = h.basic() }, needs("need_admin_delete", "need_supergroup")},
	} {
		h := scene{seed: 1, reads: c.reads}.open(t)
		c.place(h)
		h.settle()
		h.convened("czernowitz table")
		h.settle()
		said := ""
		for _, p := range h.group.Posts() {
			if p.From == nil && len(p.Buttons) == 0 && p.Kind == tgtest.KindText {
				said += p.Text
			}
		}
		if said != c.want {
			t.Errorf("%s: the table reads %q, not %q", c.name, said, c.want)
		}
	}
}

// basic is a basic group with the hall's people.
func (h *hall) basic() *tgtest.Chat {
	c := h.tg.NewGroup("Мафия на кухне")
	for _, u := range h.people {
		u.Join(c)
	}
	return c
}

// A whole game in a basic group, where the bot may do nothing but write: what it
// cannot delete stays, the fouls stand, the game ends (E47).
func TestABasicGroup(t *testing.T) {
	h := scene{seed: 2, reads: true}.open(t)
	h.group = h.basic()
	h.settle()
	h.seated("czernowitz table")
	p := &puppets{h: h, seed: 2}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	if h.last(h.group, "Стоп игра") == nil || h.count("fouled") == 0 {
		t.Error("the game has no end, or nobody was fouled")
	}
	for _, post := range h.group.Posts() {
		if post.Deleted {
			t.Fatal("something was deleted")
		}
	}
}

// A game opened in a topic of a forum stays in it: everything is said there, what
// is written in other topics is left alone; a second game runs in another topic
// (B29).
func TestAForumTopic(t *testing.T) {
	h := scene{seed: 3}.open(t)
	forum := h.tg.NewForum("Мафия по средам")
	topic, other := forum.NewTopic("Стол"), forum.NewTopic("Разное")
	for _, u := range h.people {
		u.Join(forum)
	}
	h.group, h.topic = forum, topic
	h.settle()
	h.seated("czernowitz table")
	chatter := 0
	talk := func() {
		h.people[chatter%10].SayIn(forum, other, "а кто победил вчера? честно")
		h.people[chatter%10].Say(forum, "и я спрошу")
		chatter++
	}
	p := &puppets{h: h, seed: 3}
	next := h.tg.Now()
	p.play(func(g engine.Game) bool {
		if h.tg.Now().After(next) {
			talk()
			next = h.tg.Now().Add(47 * time.Second)
		}
		return g.Finished()
	})
	second := h.people[0].SayIn(forum, other, "/game federation table")
	h.settle()
	if chatter < 5 {
		t.Fatalf("only %d words beside", chatter)
	}
	elsewhere := 0
	for _, post := range forum.Posts() {
		switch {
		case post.From == nil && post.ID < second.ID && post.Thread != topic && post.Kind == tgtest.KindText:
			t.Errorf("the bot says in topic %d: %q", post.Thread, post.Text)
		case post.From != nil && post.Thread != topic:
			elsewhere++
		case post.From == nil && post.ID > second.ID && post.Thread != other && strings.Contains(post.Text, "За столом"):
			t.Errorf("the second table is in topic %d", post.Thread)
		}
	}
	for _, r := range h.tg.Requests() {
		if r.Method == "sendMessage" && r.Params["chat_id"] == strconv.FormatInt(forum.ID, 10) && r.Params["message_thread_id"] == "" {
			t.Errorf("sent into no topic: %q", r.Params["text"])
		}
	}
	if want := 2*chatter + 1; elsewhere < want {
		t.Errorf("%d of %d words in other topics are left", elsewhere, want)
	}
	if h.count("fouled") > 0 && h.last(forum, "фол") == nil && h.last(forum, "предупреждение") == nil {
		t.Error("fouls are not told")
	}
}

// Seven begin a table of ten: the opener does, others are told who. It is said to
// be a rehearsal, two of the seven are black, and the game ends (E1, E2).
func TestARehearsal(t *testing.T) {
	h := newHall(t)
	h.convened("federation blitz")
	for _, u := range h.people[:6] {
		h.tap(u, h.group, "Играю")
	}
	if got := h.tap(h.people[0], h.group, "Начать").Read(); !strings.Contains(got.Text, "Барс") {
		t.Errorf("somebody else begins and reads %q", got.Text)
	}
	h.people = h.people[:7]
	h.people[6].Say(h.group, "/begin")
	h.settle()
	if lobby := h.last(h.group, "Готов"); lobby == nil || !strings.Contains(lobby.Text, "7 из 7") || !strings.Contains(lobby.Text, "Репетиция") {
		t.Fatalf("the lobby reads %+v", lobby)
	}
	h.drawn()
	g := h.until("the game", func(g engine.Game) bool { return g.Running() })
	blacks := 0
	for _, r := range g.Roles {
		if r.Black() {
			blacks++
		}
	}
	if g.Drawn.Len() != 7 || blacks != 2 {
		t.Errorf("%d seats, %d of them black", g.Drawn.Len(), blacks)
	}
	p := &puppets{h: h, seed: 1}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	if end := h.last(h.group, "Стоп игра"); end == nil || !strings.Contains(end.Text, "Репетиция") {
		t.Errorf("the end does not say that it was a rehearsal: %+v", end)
	}
}

// A table of twelve, asked for by the command.
func TestATableOfTwelve(t *testing.T) {
	h := newHall(t)
	for _, nick := range []string{"Волк", "Кит"} {
		u := h.tg.NewUser(nick)
		u.Join(h.group)
		h.people = append(h.people, u)
	}
	h.seated("czernowitz blitz 12")
	g := h.until("the game", func(g engine.Game) bool { return g.Running() })
	if g.Drawn.Len() != 12 {
		t.Fatalf("%d play", g.Drawn.Len())
	}
	p := &puppets{h: h, seed: 1}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	if h.last(h.group, "Стоп игра") == nil {
		t.Error("the game does not end")
	}
}

// A game is stopped by two thirds of the living, or by the group's owner who does
// not play and says so twice; a table before its game by its opener or the owner
// (E43).
func TestStop(t *testing.T) {
	stopped := func(h *hall) bool {
		h.settle()
		g := h.game()
		return g.Finished() && h.last(h.group, "Игра остановлена") != nil && h.last(h.group, "остальные — мирные") != nil
	}
	day := func(h *hall) engine.Game {
		h.seated("czernowitz table")
		return h.until("a speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	}
	t.Run("by the living", func(t *testing.T) {
		h := newHall(t)
		g := day(h)
		h.people[h.seatOf(g, 4)].Say(h.group, "/stop")
		h.settle()
		if h.last(h.group, "Остановить игру? Нужно 7 из 10.") == nil {
			t.Fatal("nobody is asked")
		}
		for s := engine.Seat(5); s <= 9; s++ {
			h.tap(h.people[h.seatOf(g, s)], h.group, "Остановить игру")
		}
		if stopped(h) {
			t.Fatal("six stop a game of ten")
		}
		h.pass(15 * time.Second) // the speech goes on, or the next one has begun
		h.tap(h.people[h.seatOf(g, 10)], h.group, "Остановить игру")
		if !stopped(h) {
			t.Errorf("seven of ten do not stop the game: %T", h.game().Stage)
		}
		h.people[2].Say(h.group, "/game")
		h.settle()
		h.id = 0
		if g := h.game(); g.Finished() {
			t.Error("no table opens behind a stopped game")
		}
	})
	t.Run("by the owner", func(t *testing.T) {
		h := newHall(t)
		day(h)
		owner := h.group.Owner
		owner.Say(h.group, "/stop")
		h.settle()
		if stopped(h) || h.last(h.group, note("stop_price")) == nil {
			t.Fatal("one word of the owner stops the game, or he is told no price")
		}
		h.pass(4 * time.Second)
		owner.Say(h.group, "/stop")
		if !stopped(h) {
			t.Error("the owner does not stop the game")
		}
	})
	t.Run("before the game", func(t *testing.T) {
		for _, who := range []string{"opener", "owner"} {
			h := newHall(t)
			h.full("czernowitz table")
			if who == "opener" {
				h.people[6].Say(h.group, "/stop")
			} else {
				h.group.Owner.Say(h.group, "/stop")
			}
			h.settle()
			if g := h.game(); h.last(h.group, "Стол закрыт") == nil || !g.Finished() {
				t.Errorf("the %s does not close the table", who)
			}
		}
	})
}

// The rules are said in the group while nobody plays, in private at a table.
func TestRulesCommand(t *testing.T) {
	h := newHall(t)
	u := guest(h)
	if got := h.heard(u, func() { u.Say(h.group, "/rules federation") }); len(got) != 1 || !strings.HasPrefix(got[0], "group: ") {
		t.Errorf("/rules is answered %q", got)
	}
	h.seated("czernowitz table")
	g := h.until("the game", func(g engine.Game) bool { return g.Running() })
	p := h.people[h.seatOf(g, 3)]
	got := h.heard(p, func() { p.Say(h.group, "/rules") })
	if len(got) != 2 || got[0] != "deleted" || !strings.Contains(got[1], "Mafia Czernowitz Club") {
		t.Errorf("/rules in a game is answered %q", got)
	}
}

// [Правила] under the lobby opens the private chat, and with it the rules of this
// table; nobody is seated by it.
func TestTheRulesOfATable(t *testing.T) {
	h := newHall(t)
	h.convened("federation table")
	b, ok := h.last(h.group, "За столом").Button("Правила")
	u := guest(h)
	if !ok || !strings.HasPrefix(b.URL, "https://t.me/vedushchiy_bot?start=r") {
		t.Fatalf("the button opens %q", b.URL)
	}
	_, payload, _ := strings.Cut(b.URL, "start=")
	got := h.heard(u, func() { u.Start(payload) })
	if _, _, sits := h.bot.Seated(u.ID); sits || len(got) != 1 || !strings.Contains(got[0], messages.BookOf("ru").Rules(h.game().Rules, "/rules")) {
		t.Errorf("he reads %q", got)
	}
}

// A table that nobody answers for loses everybody; whoever sits down first has it
// then, and no absent one.
func TestAnAbandonedReadyCheck(t *testing.T) {
	h := newHall(t)
	h.full("czernowitz table")
	h.until("the lobby", func(g engine.Game) bool { _, lobby := g.Stage.(engine.Lobby); return lobby })
	h.settle()
	if g := h.game(); g.AtTable() != 0 {
		t.Fatalf("%d sit at the table", g.AtTable())
	}
	u := h.people[2]
	h.tap(u, h.group, "Играю")
	h.people[9].Say(h.group, "/stop")
	h.settle()
	if g := h.game(); g.Finished() {
		t.Fatal("somebody who has lost his place closes the table")
	}
	u.Say(h.group, "/stop")
	h.settle()
	if g := h.game(); !g.Finished() {
		t.Error("who has the table now cannot close it")
	}
}

// Who cannot be written to and comes too late is answered in the group.
func TestJoinTooLateWithAClosedChat(t *testing.T) {
	h := newHall(t)
	h.full("czernowitz table")
	u := h.tg.NewUser("Поздний")
	u.Join(h.group)
	h.settle()
	if got := h.heard(u, func() { u.Say(h.group, "/join") }); len(got) != 1 || got[0] != "group: "+note("table_gathers") {
		t.Errorf("he is answered %q", got)
	}
}

// The bot's rights are taken away in a game: the table hears what is missing.
func TestRightsAreTakenAway(t *testing.T) {
	h := newHall(t)
	h.seated("czernowitz table")
	h.until("a speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	h.group.Appoint(nil, tgtest.Member)
	h.settle()
	if h.last(h.group, note("needs", note("need_read"))) == nil {
		t.Error("the table hears nothing")
	}
}
