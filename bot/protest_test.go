package bot_test

import (
	"testing"
	"time"
)

// TestProtestInTheGame: the club of 2010 removes for it, told first in private (K24,
// G21); the tournament only refuses it, and sends who protests afterwards to the
// commission (T86, A90).
func TestProtestInTheGame(t *testing.T) {
	h := newHall(t)
	h.playing("club2010 table")
	five := h.at(5)
	post := h.say(five, "/protest нарушен пункт 11")
	h.pass(4 * time.Second)
	if !post.Now().Deleted || h.last(h.tg.Private(five), "Это удаление из игры. Повторите, если решили.") == nil {
		t.Error("he is not told what it costs, or the table sees it")
	}
	h.away(0, 10)
	five.Say(h.tg.Private(five), "/protest")
	h.pass(2 * time.Second)
	h.away(0, 9)
	if h.last(h.group, "Игрок номер 5 удалён: протест во время игры. Сегодня голосования не будет.") == nil {
		t.Error("the table does not hear of the removal")
	}

	h = newHall(t)
	h.playing("tournament table")
	five = h.at(5)
	for range 2 {
		post = h.say(five, "/protest")
		h.pass(4 * time.Second)
	}
	h.away(0, 10)
	if g := h.game(); g.Fouls[5] != 0 || !post.Now().Deleted || h.last(h.tg.Private(five), "В игре протеста не подают: команда не принята.") == nil {
		t.Errorf("a refused command costs %d fouls, or is not answered", g.Fouls[5])
	}
}
