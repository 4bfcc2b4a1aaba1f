package bot_test

import (
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// judged is a table with a judge, in somebody's first speech.
func judged(t *testing.T, args string) (h *hall, judge *tgtest.User) {
	t.Helper()
	h = newHall(t)
	h.convened(args)
	judge = guest(h)
	judge.Say(h.group, "/judge")
	h.settle()
	h.filled()
	h.drawn()
	h.until("a speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	return h, judge
}

// speaker is who holds the floor, other somebody who does not.
func (h *hall) speaker() (speaker, other *tgtest.User) {
	g := h.game()
	return h.people[h.seatOf(g, g.Floor())], h.people[h.seatOf(g, 7)]
}

// The judge's evening (G11): he sits before the deal, is shown in the lobby, gets a
// card with buttons, and what he presses happens. Nobody else's press counts.
func TestAJudgesEvening(t *testing.T) {
	h := newHall(t)
	h.convened("czernowitz table")
	judge := h.tg.NewUser("Арбитр")
	judge.Join(h.group)
	if got := h.heard(judge, func() { judge.Say(h.group, "/judge") }); len(got) != 1 || !strings.HasPrefix(got[0], "group: Откройте личный чат") {
		t.Fatalf("whose chat is closed hears %q", got)
	}
	_, link, _ := strings.Cut(h.last(h.group, "?start=").Text, "?start=")
	judge.Start(strings.TrimSpace(link))
	h.settle()
	if h.last(h.tg.Private(judge), "Вы судите эту игру") == nil || h.last(h.group, "Судья: Арбитр.") == nil {
		t.Fatalf("he does not sit: %s", h.journal())
	}
	if got := h.heard(judge, func() { h.tap(judge, h.group, "Играю") }); len(got) != 1 || !strings.Contains(got[0], "встаньте с места судьи") {
		t.Errorf("a judge who would play hears %q", got)
	}
	h.filled()
	h.drawn()
	h.until("a speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
	word := judge.Say(h.group, "честно, тише")
	speaker, other := h.speaker()
	said := speaker.Say(h.group, "ты идиот")
	h.settle()
	if word.Now().Deleted || said.Now().Deleted || h.last(h.group, "предупреждение") != nil {
		t.Fatal("something happens before he answers")
	}
	card := h.last(h.tg.Private(judge), "Сказано: «ты идиот».")
	if card == nil {
		t.Fatalf("no card: %s", h.journal())
	}
	if b, ok := card.Button("Победа противоположной"); ok {
		t.Errorf("an insult offers %v", b)
	}
	remove, _ := card.Button("Удалить")
	for _, u := range []*tgtest.User{other, speaker, guest(h)} {
		if got := u.Forge(card, remove.Data); got != nil {
			h.settle()
		}
		if h.last(h.group, "удалён") != nil {
			t.Fatalf("%s removes", u.FirstName)
		}
	}
	h.tap(judge, h.tg.Private(judge), "Удалить")
	if h.last(h.group, "удалён: оскорбление") == nil {
		t.Errorf("his answer does nothing: %s", h.journal())
	}
	now := card.Now()
	if _, ok := now.Button("Удалить"); ok || !strings.Contains(now.Text, "Решение: удаление.") || strings.Count(now.Text, "карта ⟦") != 1 {
		t.Errorf("the card says %q", now.Text)
	}
	if got := h.heard(judge, func() { judge.Forge(card, remove.Data) }); len(got) != 1 || !strings.Contains(got[0], "уже не действует") {
		t.Errorf("an answered card says %q", got)
	}
}

// A card that nobody answers is as without a judge, and one who blocks the bot judges
// no more (E5).
func TestAJudgeWhoIsAway(t *testing.T) {
	h, judge := judged(t, "czernowitz chat")
	speaker, _ := h.speaker()
	speaker.Say(h.group, "ты идиот")
	h.settle()
	h.pass(119 * time.Second)
	if h.last(h.group, "оскорбление") != nil {
		t.Fatal("two minutes are not over")
	}
	h.pass(5 * time.Second)
	if h.last(h.group, "оскорбление") == nil || !strings.Contains(h.last(h.tg.Private(judge), "Сказано").Text, "Время вышло.") {
		t.Fatalf("nothing happens: %s", h.journal())
	}
	judge.Block()
	h.settle()
	if h.last(h.group, "больше не судит") == nil || h.game().Judge != 0 {
		t.Fatal("who has blocked the bot still judges")
	}
	judge.Unblock()
	judge.Start("")
	h.settle()
	if got := h.heard(judge, func() { judge.Say(h.group, "/judge") }); len(got) != 2 || got[0] != "deleted" || !strings.Contains(got[1], "владелец группы") {
		t.Errorf("he comes back by himself: %q", got)
	}
	mark := judge.Say(h.group, "я ещё тут") // it is deleted: he is a stranger now
	h.settle()
	if !mark.Now().Deleted {
		t.Error("a stranger's word stays")
	}
	comment := judge.Say(h.group, "назовите меня")
	h.group.Owner.Start("")
	if got := h.heard(h.group.Owner, func() { h.group.Owner.Reply(comment, "/judge") }); len(got) == 0 || !strings.Contains(strings.Join(got, " "), "на границе") {
		t.Errorf("the owner hears %q", got)
	}
	for name, want := range map[string]string{"@arbiter": "кто @arbiter: в этой группе мы не встречались", "Арбитр": "или назовите его"} {
		if got := h.heard(h.group.Owner, func() { h.group.Owner.Say(h.group, "/judge "+name) }); len(got) == 0 || !strings.Contains(strings.Join(got, " "), want) {
			t.Errorf("of %s the owner hears %q", name, got)
		}
	}
	g := h.game()
	h.until("the next speech", func(now engine.Game) bool { return now.Floor() != g.Floor() })
	if h.last(h.group, "Судит") == nil || h.game().Judge == 0 {
		t.Error("whom the owner names does not sit at the border")
	}
}

// What the judge types, in the group and in his private chat: seats by number or nick,
// with words of his own. Who is no judge is answered in a line (K21c, E42, E44).
func TestAJudgesCommands(t *testing.T) {
	h, judge := judged(t, "club2010 table")
	g := h.game()
	nick := nicks[h.seatOf(g, 8)]
	said := func(u *tgtest.User, c *tgtest.Chat, text string) string {
		return strings.Join(h.heard(u, func() { u.Say(c, text) }), " | ")
	}
	private := h.tg.Private(judge)
	for _, row := range []struct{ text, want string }{
		{"/foul 7 неэтичное поведение", "group: Игрок номер 7, предупреждение (1): неэтичное поведение (решение судьи)."},
		{"/foul " + nick + " шумит", "group: Игрок номер 8, предупреждение (1): шумит (решение судьи)."},
		{"/unfoul 7", "group: Предупреждение игрока номер 7 снято."},
		{"/foul", "private: Какой игрок? Так: /foul 5 причина"},
		{"/note 5 разбил стакан", "private: Записано в протокол."},
		{"/restore 5", "private: Этого игрока автоматически не удаляли."},
		{"/deliberate 5", "private: По этим правилам победу"},
		{"/card", "private: Так: /card 57"},
		{"/pause", "private: Пауза начнётся"},
	} {
		if got := said(judge, h.group, row.text); !strings.Contains(got, row.want) || !strings.Contains(got, "deleted") {
			t.Errorf("%q in the group: %s", row.text, got)
		}
	}
	if got := said(judge, private, "/foul 7 мешает"); !strings.Contains(got, "group: Игрок номер 7, предупреждение (1): мешает (решение судьи).") {
		t.Errorf("in private: %s", got)
	}
	speaker, _ := h.speaker()
	watcher := guest(h)
	for name := range map[string]bool{"foul": true, "remove": true, "restore": true, "skip": true, "pause": true, "resume": true, "note": true} {
		for _, u := range []*tgtest.User{speaker, watcher} {
			if got := said(u, h.group, "/"+name); got != "deleted | private: Это решает судья игры. Сесть судьёй до раздачи карт — /judge в группе." {
				t.Errorf("/%s by %s: %s", name, u.FirstName, got)
			}
		}
	}
	if got := said(judge, private, "/remove 7 антигуманное поведение"); !strings.Contains(got, "Удалить игрока номер 7") || strings.Contains(got, "group:") {
		t.Errorf("a removal hangs on one command: %s", got)
	}
	h.tap(judge, private, "Удалить")
	if h.last(h.group, "Игрок номер 7 удалён: антигуманное поведение (решение судьи).") == nil {
		t.Errorf("the confirmed removal: %s", h.journal())
	}
	h.lively = true
	h.until("the pause", func(g engine.Game) bool { _, paused := g.Stage.(engine.Paused); return paused })
	h.settle()
	if h.last(h.group, "не дольше. Сообщения игроков удаляю") == nil {
		t.Error("nobody is told of the pause")
	}
	word := h.people[h.seatOf(h.game(), 9)].Say(h.group, "честно, когда дальше?")
	h.settle()
	if !word.Now().Deleted || h.game().Fouls[9] > 0 {
		t.Error("a word in the pause costs something, or stays")
	}
	if got := said(judge, private, "/resume"); !strings.Contains(got, "group: Продолжаем через 10 секунд.") {
		t.Errorf("/resume: %s", got)
	}
	h.until("the next speech", func(g engine.Game) bool { return g.Floor() != 0 })
}

// Who judges two tables says which he means (E5).
func TestAJudgeOfTwoTables(t *testing.T) {
	h, judge := judged(t, "club2010 table")
	other := h.beside("Мафия по пятницам", otherNicks)
	for _, u := range other.people {
		u.Start("")
	}
	other.settle()
	other.say(other.people[6], "/game club2010 table")
	other.settle()
	judge.Join(other.group)
	judge.Say(other.group, "/judge")
	other.settle()
	if other.last(other.group, "Судья:") == nil {
		t.Fatal("he does not sit at a second table")
	}
	private := h.tg.Private(judge)
	if got := strings.Join(h.heard(judge, func() { judge.Say(private, "/foul 7") }), " | "); !strings.Contains(got, "Вы судите несколько столов") {
		t.Errorf("%s", got)
	}
	if got := strings.Join(h.heard(judge, func() { judge.Say(private, "/foul #1 7 шумит") }), " | "); !strings.Contains(got, "шумит (решение судьи)") {
		t.Errorf("%s", got)
	}
}

// The owner names a judge by his @name, in letters of any case, if the bot has met him in
// this group and he has not left it.
func TestAJudgeByHisName(t *testing.T) {
	for _, met := range []bool{true, false} {
		h := newHall(t)
		h.convened("tournament table")
		judge := h.tg.NewUser("Арбитр", tgtest.Username("Arbiter_1"))
		judge.Join(h.group)
		judge.Start("")
		other := h.beside("Другая группа", nicks)
		if met {
			judge.Say(h.group, "добрый вечер")
		} else {
			judge.Leave(h.group)
			judge.Join(other.group)
			judge.Say(other.group, "добрый вечер")
		}
		h.group.Owner.Start("")
		h.settle()
		got := strings.Join(h.heard(h.group.Owner, func() { h.group.Owner.Say(h.group, "/judge @arbiter_1") }), " ")
		if sits := h.game().Judge != 0; sits != met || strings.Contains(got, "не встречались") == met {
			t.Errorf("met there %v: he judges %v, the owner hears %q", met, sits, got)
		}
	}
}
