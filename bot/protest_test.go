package bot_test

import (
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
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

// winReds plays a rated game of the club of 2010 to its end by the departure of the
// blacks, and returns who sat where.
func winReds(t *testing.T, h *hall) (at [11]*tgtest.User) {
	t.Helper()
	for s := range at[1:] {
		at[s+1] = h.at(engine.Seat(s + 1))
	}
	g := h.game()
	for s := 1; s < len(at); s++ {
		for i := 0; i < 2 && g.Roles[s].Black(); i++ {
			at[s].Say(h.tg.Private(at[s]), "/leave")
			h.pass(4 * time.Second)
		}
	}
	if g := h.game(); g.Verdict != engine.RedWin || g.Finished() || h.last(h.group, "Протест — /protest и текст") == nil {
		t.Fatalf("the game is %T with %d", g.Stage, g.Verdict)
	}
	return at
}

// redsAnd lets every red, and of the blacks so many, agree to the protest: by the button,
// one by the command.
func redsAnd(h *hall, at [11]*tgtest.User, blacks int) {
	g, typed := h.game(), false
	for s := 1; s < len(at); s++ {
		switch {
		case g.Roles[s].Black() && blacks == 0:
		case !typed:
			typed = true
			at[s].Say(h.tg.Private(at[s]), "/protest да")
			h.settle()
		default:
			if g.Roles[s].Black() {
				blacks--
			}
			h.tap(at[s], h.tg.Private(at[s]), "За протест")
		}
	}
}

// red is a seat that is red.
func red(g engine.Game) int {
	for s := 1; s <= 10; s++ {
		if !g.Roles[s].Black() {
			return s
		}
	}
	return 0
}

// TestProtestAfterTheGame: without a judge it is accepted, all ten vote in private, over
// a crash, and it annuls the game; meanwhile the next table gathers and draws its seats
// (K25, K26, E50).
func TestProtestAfterTheGame(t *testing.T) {
	for blacks, want := range []string{"не прошёл: результат игры в силе.", "прошёл. Игра аннулируется."} {
		h := newHall(t)
		h.playing("club2010 table")
		at := winReds(t, h)
		h.id = 1
		s := red(h.game())
		at[s].Say(h.tg.Private(at[s]), "/protest")
		h.settle()
		if h.last(h.tg.Private(at[s]), "Напишите, что нарушено") == nil {
			t.Error("a protest without words is not answered")
		}
		at[s].Say(h.group, "/protest нарушен пункт 11")
		h.settle()
		if h.last(h.group, "Протест по сыгранной игре подал игрок номер") == nil {
			t.Fatalf("nobody is asked: %s", h.journal())
		}
		h.restart()
		shown := h.say(at[s], "/protest да")
		h.settle()
		if !shown.Now().Deleted || h.last(h.tg.Private(at[s]), "Голос принят.") == nil {
			t.Error("the table sees how he votes, or he is not answered")
		}
		redsAnd(h, at, blacks)
		h.full("club2010 table")
		h.drawn()
		if _, held := h.bot.Game(1); !held {
			t.Error("the protest is over before its vote is")
		}
		h.pass(130 * time.Second)
		if h.last(h.group, want) == nil {
			t.Errorf("%d blacks agree: %s", blacks, h.journal())
		}
		if _, held := h.bot.Game(1); held || h.id == 1 {
			t.Error("the old game outlives its protest, and the next draw of seats")
		}
		if g := h.game(); g.Ended() || g.Finished() || g.Drawn.Len() != 10 {
			t.Errorf("the new game is %T", g.Stage)
		}
	}
}

// TestProtestBeforeAJudge: he accepts it by a button, and says what becomes of the game
// by a command (K25, K26c).
func TestProtestBeforeAJudge(t *testing.T) {
	h, judge := judged(t, "club2010 table")
	at := winReds(t, h)
	s := red(h.game())
	at[s].Say(h.tg.Private(at[s]), "/protest нарушен пункт 11")
	h.settle()
	if h.last(h.group, "Протест по сыгранной игре") != nil {
		t.Error("the vote begins before he accepts")
	}
	private := h.tg.Private(judge)
	h.tap(judge, private, "Принять")
	redsAnd(h, at, 1)
	h.pass(125 * time.Second)
	if h.last(h.group, "Игра аннулируется") != nil {
		t.Error("it is decided before he decides")
	}
	h.tap(judge, private, "Изменить: чёрные")
	if g := h.game(); h.last(h.group, "Результат меняется: победа чёрных.") == nil || !g.Finished() {
		t.Errorf("the result: %s", h.journal())
	}
}
