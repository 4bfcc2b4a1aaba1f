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
	g := h.game()
	h.until("the next speech", func(now engine.Game) bool { return now.Floor() != g.Floor() })
	if h.last(h.group, "Судит") == nil || h.game().Judge == 0 {
		t.Error("whom the owner names does not sit at the border")
	}
}
