package bot_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// removes lets a player whose speech has not come lose his seat, and say a word after it;
// he returns that word.
func (h *hall) removes(s engine.Seat) *tgtest.Post {
	h.t.Helper()
	u := h.at(s)
	h.say(u, "/leave")
	h.settle()
	h.pass(4 * time.Second)
	h.say(u, "/leave")
	h.settle()
	if h.game().Living.Has(s) {
		h.t.Fatal("he has not left the table")
	}
	h.pass(10 * time.Second)
	word := h.say(u, "а я бы голосовал за второго")
	h.settle()
	return word
}

// restrictions are the requests to mute somebody.
func (h *hall) restrictions() (asked, taken int) {
	for _, r := range h.tg.Requests() {
		if r.Method == "restrictChatMember" {
			asked++
			if r.Code == http.StatusOK {
				taken++
			}
		}
	}
	return asked, taken
}

// ends plays the game of the table to its end.
func (h *hall) ends(seed uint64) {
	h.t.Helper()
	p := &puppets{h: h, seed: seed}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	if h.last(h.group, "Стоп игра") == nil {
		h.t.Error("the game has no end")
	}
}

// E47, G14: without the right to restrict nobody is muted; what who is out writes is
// deleted, and the table has been told so once. With the right he is muted.
func TestE47NoRightToRestrict(t *testing.T) {
	for _, may := range []bool{false, true} {
		h := newHall(t)
		h.group.SetBotRights(tgtest.Rights{Delete: true, Restrict: may})
		h.settle()
		h.playing("czernowitz table")
		word := h.removes(5)
		_, taken := h.restrictions()
		told := h.last(h.group, note("no_restrict")) != nil
		if muted := h.group.Status(h.at(5)) == tgtest.Restricted; muted != may || taken > 0 != may || told == may {
			t.Errorf("with the right %v he is muted: %v, %d times; the table is told: %v", may, muted, taken, told)
		}
		if !may && !word.Now().Deleted {
			t.Error("his word stays")
		}
		h.ends(1)
	}
}

// E47: in a basic group nobody is muted, nor is it tried; who is out is only deleted.
func TestE47BasicGroup(t *testing.T) {
	h := newHall(t)
	h.group = h.basic()
	h.group.Appoint(nil, tgtest.Administrator)
	h.settle()
	h.playing("czernowitz table")
	word := h.removes(5)
	if asked, _ := h.restrictions(); asked > 0 || !word.Now().Deleted {
		t.Errorf("%d restrictions are asked for; his word is deleted: %v", asked, word.Now().Deleted)
	}
	h.ends(1)
}

// E47: the right to delete is taken away: the table is told once, whatever else of the
// rights changes then; nothing is deleted, a foul stands, the game goes on.
func TestE47NoRightToDelete(t *testing.T) {
	h := newHall(t)
	h.playing("czernowitz table")
	for _, r := range []tgtest.Rights{{Restrict: true}, {Restrict: true, Pin: true}, {Restrict: true}} {
		h.group.SetBotRights(r)
		h.settle()
	}
	word := h.say(h.at(7), "первый врёт")
	h.settle()
	if g := h.game(); word.Now().Deleted || g.Fouls[7] != 1 {
		t.Errorf("the word is deleted: %v; he has %d fouls", word.Now().Deleted, g.Fouls[7])
	}
	notices := func() (n int) {
		for _, p := range h.group.Posts() {
			if p.From == nil && strings.Contains(p.Text, note("need_admin_delete")) {
				n++
			}
		}
		return n
	}
	if n := notices(); n != 1 {
		t.Errorf("the table is told %d times", n)
	}
	h.group.SetBotRights(tgtest.Rights{Restrict: true, Delete: true})
	h.settle()
	if h.last(h.group, note("enough")) == nil {
		t.Error("the rights are back, and the table does not hear it")
	}
	h.group.SetBotRights(tgtest.Rights{Restrict: true})
	h.settle()
	if n := notices(); n != 2 {
		t.Errorf("lost again, it is told %d times", n)
	}
	h.ends(1)
}

// outside puts the bot out of the group in a speech, or takes from it the right to write,
// for so long; crashed, it is started anew meanwhile. It says what is wrong, "" if nothing
// is.
func (h *hall) outside(as tgtest.Status, away time.Duration, crashed bool) string {
	g := h.playing("czernowitz table")
	u, w := h.at(g.Floor()), g.Clock.Window
	h.pass(20 * time.Second)
	left := g.Clock.Ends().Time().Sub(h.tg.Now())
	h.group.Appoint(nil, as)
	h.settle()
	from := len(h.tg.Requests())
	h.pass(away / 2)
	if crashed {
		h.restart()
	}
	h.pass(away / 2)
	for _, r := range h.tg.Requests()[from:] {
		if r.Params["chat_id"] == fmt.Sprint(h.group.ID) {
			return "into the group goes " + r.Method
		}
	}
	if g := h.game(); g.Clock.Window != w || g.Fouls != [engine.MaxSeats + 1]uint8{} {
		return fmt.Sprintf("meanwhile the game goes on to %T", g.Stage)
	}
	h.group.Appoint(nil, tgtest.Administrator)
	h.settle()
	back := h.last(h.group, "Связь прерывалась на")
	if back == nil || !strings.Contains(back.Text, "Продолжаем: игрок номер 1") {
		return "the table does not hear that the game goes on"
	}
	if now := h.game().Clock.Ends().Time().Sub(h.tg.Now()); now < left-5*time.Second || now > left+time.Second {
		return fmt.Sprintf("%v were left, now %v", left, now)
	}
	h.say(u, "Спасибо")
	h.until("the next speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	return ""
}

// E47: put out of the group, the game is suspended as by an outage, over a crash, too, and
// goes on where it stood when the bot is let in; other tables of the bot play on.
func TestE47PutOut(t *testing.T) {
	for as, away := range map[tgtest.Status]time.Duration{tgtest.Gone: 90 * time.Second, tgtest.Kicked: 30 * time.Minute, tgtest.Restricted: 10 * time.Minute} {
		for _, crashed := range []bool{false, true} {
			h := newHall(t)
			if wrong := h.outside(as, away, crashed); wrong != "" {
				t.Errorf("%s for %v, crashed %v: %s", as, away, crashed, wrong)
			}
			h.ends(1)
		}
	}
	h := scene{seed: 1, leak: mishears(func(_ *hall, updates string) string {
		return strings.ReplaceAll(updates, `"my_chat_member"`, `"my_other_member"`)
	})}.open(t)
	if wrong := h.outside(tgtest.Gone, 30*time.Minute, false); wrong == "" {
		t.Error("a bot that does not hear that it is out is not noticed")
	}
}

// E47: it is put out while a border is on its way: the refusal tells it, the border waits
// and opens its window when the bot is let in.
func TestE47PutOutByARefusal(t *testing.T) {
	h := newHall(t)
	g := h.playing("czernowitz table")
	h.say(h.at(g.Floor()), "Спасибо")
	if err := h.poll(); err != nil {
		t.Fatal(err)
	}
	if err := h.bot.Turn(); err != nil {
		t.Fatal(err)
	}
	h.group.Appoint(nil, tgtest.Gone)
	if err := h.send(); err != nil {
		t.Fatal(err)
	}
	h.pass(10 * time.Minute)
	if g := h.game(); g.Floor() != 2 || g.Clock.Opened != 0 {
		t.Fatalf("the floor has seat %d, its window is open: %v", g.Floor(), g.Clock.Opened != 0)
	}
	h.group.Appoint(nil, tgtest.Administrator)
	h.settle()
	if g := h.game(); g.Clock.Opened == 0 || h.tg.Now().Sub(g.Clock.Opened.Time()) > 5*time.Second || h.last(h.group, "Игрок номер 2 (") == nil {
		t.Errorf("the second speech is open since %v", g.Clock.Opened.Time())
	}
	h.ends(1)
}

// E47, I8: the bot is never let in again: the game comes to an end by itself, and its
// players may sit down elsewhere.
func TestE47NeverLetIn(t *testing.T) {
	h := newHall(t)
	h.every = 100
	h.playing("czernowitz table")
	h.group.Appoint(nil, tgtest.Kicked)
	h.settle()
	for from := h.tg.Now(); h.tg.Now().Sub(from) < 12*time.Hour; h.round() {
		if g := h.game(); g.Finished() {
			return
		}
	}
	t.Errorf("after twelve hours the game stands at %T", h.game().Stage)
}

// E47: one table of the bot is put out, another plays on (I9).
func TestE47OtherTablesPlayOn(t *testing.T) {
	h := newHall(t)
	h.playing("czernowitz table")
	h.group.Appoint(nil, tgtest.Gone)
	h.settle()
	other := h.beside("Другой стол", []string{"Раз", "Два", "Три", "Четыре", "Пять", "Шесть", "Семь", "Восемь", "Девять", "Десять"})
	other.playing("federation table")
	other.ends(3)
}
