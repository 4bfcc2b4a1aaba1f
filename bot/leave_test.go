package bot_test

import (
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// playing brings a table to the first speech of its first day.
func (h *hall) playing(args string) engine.Game {
	h.t.Helper()
	h.seated(args)
	return h.until("the first speech", func(g engine.Game) bool {
		_, speech := g.Stage.(engine.Speech)
		return speech && g.Clock.Opened != 0
	})
}

// at is who sits on a seat.
func (h *hall) at(s engine.Seat) *tgtest.User {
	h.t.Helper()
	return h.people[h.seatOf(h.game(), s)]
}

// away asserts who is waited for, and who lives.
func (h *hall) away(want engine.Seats, living int) {
	h.t.Helper()
	if g := h.game(); g.Away != want || g.Living.Len() != living {
		h.t.Errorf("%b are waited for, %d live; want %b and %d", g.Away, g.Living.Len(), want, living)
	}
}

// TestLeavingTheGroup: a player who leaves the group is waited for, once; who is not
// back is removed at the end of the wait, over a crash of the bot, too.
func TestLeavingTheGroup(t *testing.T) {
	for _, room := range []string{"administrator", "member"} {
		t.Run(room, func(t *testing.T) {
			h := scene{seed: 1, reads: true}.open(t)
			if room == "member" {
				h.group.Appoint(nil, tgtest.Member) // it hears service messages alone
			}
			h.playing("czernowitz table")
			five := h.at(5)
			five.Leave(h.group)
			h.pass(2 * time.Second)
			h.away(engine.SetOf(5), 10)
			if h.last(h.group, "Игрока номер 5 нет в группе. Жду 60 секунд.") == nil {
				t.Error("the table does not hear of it")
			}
			h.pass(30 * time.Second)
			five.Join(h.group)
			h.pass(2 * time.Second)
			h.away(0, 10)
			h.pass(60 * time.Second)
			h.away(0, 10)

			five.Leave(h.group)
			h.pass(20 * time.Second)
			if h.last(h.group, "Игрока номер 5 снова нет в группе. Через 60 секунд он будет удалён.") == nil {
				t.Error("the table does not hear of the second time")
			}
			h.restart()
			h.pass(38 * time.Second)
			h.away(engine.SetOf(5), 10)
			h.pass(6 * time.Second)
			h.away(0, 9)
			if h.last(h.group, "Игрок номер 5 удалён: покинул группу.") == nil {
				t.Error("the table does not hear of the removal")
			}
		})
	}
}

// TestPutOutOfTheGroup: who is put out is waited for like anybody,
// and is never said to have meant it.
func TestPutOutOfTheGroup(t *testing.T) {
	h := newHall(t)
	h.playing("czernowitz table")
	h.group.Appoint(h.at(5), tgtest.Kicked)
	h.pass(2 * time.Second)
	h.away(engine.SetOf(5), 10)
	if made := madeOf[engine.WentAway](h); len(made) != 1 || !made[0].PutOut {
		t.Errorf("%+v", made)
	}
}

// madeOf are the events of a kind in the log of the hall's game.
func madeOf[E engine.Event](h *hall) (out []E) {
	for _, e := range h.chronicle(h.id) {
		if e, ok := e.Event.(E); ok {
			out = append(out, e)
		}
	}
	return out
}

// TestLeavingBeforeTheGame gives the place back (E4): in the lobby, and when numbers
// have been drawn.
func TestLeavingBeforeTheGame(t *testing.T) {
	h := newHall(t)
	h.full("czernowitz table")
	h.people[3].Leave(h.group)
	h.pass(2 * time.Second)
	if _, _, sits := h.bot.Seated(h.people[3].ID); sits {
		t.Error("he still sits there")
	}
	if g := h.game(); g.AtTable() != 9 {
		t.Errorf("%d at the table, in %T", g.AtTable(), g.Stage)
	}
	h.people[3].Join(h.group)
	h.filled()
	if g := h.game(); g.AtTable() != 10 {
		t.Errorf("%d at the table, in %T", g.AtTable(), g.Stage)
	}
}

// TestRisingInTheGame: /leave is answered with its price in private; given again it
// removes, and the group sees neither of them.
func TestRisingInTheGame(t *testing.T) {
	h := newHall(t)
	h.playing("czernowitz table")
	five := h.at(5)
	post := h.say(five, "/leave")
	h.pass(2 * time.Second)
	if !post.Now().Deleted || h.last(h.tg.Private(five), "Это удаление из игры. Повторите, если решили.") == nil {
		t.Error("he is not told what it costs, or the table sees it")
	}
	h.away(0, 10)
	h.pass(5 * time.Second)
	five.Say(h.tg.Private(five), "/leave")
	h.pass(2 * time.Second)
	h.away(0, 9)
	if h.last(h.group, "Игрок номер 5 удалён: встал из-за стола. Сегодня голосования не будет.") == nil {
		t.Error("the table does not hear of the removal")
	}
	five.Leave(h.group)
	h.pass(70 * time.Second)
	if strings.Contains(h.journal(), "Игрока номер 5") {
		t.Error("who is out is waited for")
	}
}

// TestOutPlayerSpeaks: in the tournament a removed player hears in private what a word
// costs, and loses the game for his team by it.
func TestOutPlayerSpeaks(t *testing.T) {
	h := newHall(t)
	h.group.SetBotRights(tgtest.Rights{Delete: true}) // else he is muted
	h.playing("tournament table")
	five := h.at(5)
	for range 2 {
		five.Say(h.tg.Private(five), "/leave")
		h.pass(4 * time.Second)
	}
	if h.last(h.tg.Private(five), "Вы вне игры.") == nil {
		t.Error("he does not hear what a word costs")
	}
	h.say(five, "ну и ладно")
	h.pass(2 * time.Second)
	if g := h.game(); g.Finished() {
		t.Error("what was under way ends the game")
	}
	h.pass(12 * time.Second)
	h.say(five, "ну и ладно")
	h.pass(2 * time.Second)
	g := h.game()
	want := engine.BlackWin
	if g.Roles[5].Black() {
		want = engine.RedWin
	}
	if g.Verdict != want || h.last(h.group, "Победа присуждается команде, противоположной игроку номер 5") == nil {
		t.Errorf("the verdict is %d", g.Verdict)
	}
}

// TestMuting: who is out is muted, and gets back what he had with the end of the game,
// over crashes (G14, C86, B30). Whoever leads the group cannot be muted.
func TestMuting(t *testing.T) {
	for _, crashes := range []bool{false, true} {
		h := newHall(t)
		h.playing("czernowitz table")
		out := []*tgtest.User{h.at(5), h.at(6), h.at(7)}
		h.group.Appoint(out[1], tgtest.Restricted)
		h.group.Appoint(out[2], tgtest.Administrator)
		for _, u := range out {
			for range 2 {
				u.Say(h.tg.Private(u), "/leave")
				h.pass(4 * time.Second)
			}
		}
		h.away(0, 7)
		status := func(want ...tgtest.Status) {
			t.Helper()
			for i, w := range want {
				if got := h.group.Status(out[i]); got != w {
					t.Errorf("crashes %v: seat %d is %s, not %s", crashes, 5+i, got, w)
				}
			}
		}
		status(tgtest.Restricted, tgtest.Restricted, tgtest.Administrator)
		if h.say(out[0], "а я скажу") != nil {
			t.Error("he can write")
		}
		post := h.say(out[2], "а я скажу")
		h.pass(2 * time.Second)
		if !post.Now().Deleted {
			t.Error("what an administrator says who is out stays")
		}
		if crashes {
			h.restart()
		}
		h.say(h.group.Owner, "/stop")
		h.pass(4 * time.Second)
		h.say(h.group.Owner, "/stop")
		if crashes {
			h.crash = func(after step) bool { g := h.game(); return after == 1 && g.Finished() }
			for range 20 {
				if h.round(); h.crashed {
					h.crash = nil
					break
				}
			}
		}
		h.pass(5 * time.Second)
		status(tgtest.Member, tgtest.Restricted, tgtest.Administrator)
	}
}
