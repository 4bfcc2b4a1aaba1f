package bot_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// unheardOf lets no word about who leaves the group come to the bot.
func unheardOf(_ *hall, updates string) string {
	updates = strings.ReplaceAll(updates, `"chat_member"`, `"other_member"`)
	return strings.ReplaceAll(updates, `"left_chat_member"`, `"left_other_member"`)
}

// both are two leaks, one behind the other; nil is none.
func both(a, b leak) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		if a != nil {
			next, _ = a(h, next)
		}
		return b(h, next)
	}
}

// leavesUnheard lets a player leave the group before his speech, without any update about
// it, and says whether the game takes notice by his turn, and how many questions it asked.
func leavesUnheard(t *testing.T, planted leak) (noticed bool, questions int) {
	t.Helper()
	h := scene{seed: 1, leak: both(planted, mishears(unheardOf))}.open(t)
	h.playing("czernowitz table")
	h.at(2).Leave(h.group)
	h.settle()
	if h.game().Away != 0 {
		t.Fatal("it hears of it although no update says so")
	}
	from := len(h.tg.Requests())
	h.say(h.at(1), "Спасибо")
	h.until("his speech", func(g engine.Game) bool { return g.Floor() != 1 })
	h.settle()
	for _, r := range h.tg.Requests()[from:] {
		if r.Method == "getChatMember" && r.Params["user_id"] == fmt.Sprint(h.at(2).ID) {
			questions++
		}
	}
	return h.game().Away.Has(2), questions
}

// B22: no update tells that somebody has left; at his turn the bot asks, once.
func TestB22LeavingUnheard(t *testing.T) {
	if noticed, questions := leavesUnheard(t, nil); !noticed || questions != 1 {
		t.Errorf("it is noticed: %v, with %d questions", noticed, questions)
	}
	if noticed, _ := leavesUnheard(t, told(`"status":"left"`, `"status":"member"`)); noticed {
		t.Error("a bot that relies on the updates passes")
	}
}

// twoTables lets somebody who sits at one table join another, and says how many sit there
// then, and what he is answered.
func twoTables(t *testing.T, planted leak) (seated int, answered string) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	h.convened("czernowitz table")
	u := h.people[0]
	h.tap(u, h.group, "Играю")
	other := h.beside("Другой стол", []string{"Раз", "Два", "Три"})
	for _, v := range other.people {
		v.Start("")
	}
	u.Join(other.group)
	other.settle()
	other.say(other.people[0], "/game")
	other.settle()
	other.id = 0
	tap := other.tap(u, other.group, "Играю")
	if id, _, _ := h.bot.Seated(u.ID); id != h.id {
		t.Errorf("he sits in game %d", id)
	}
	there := other.game()
	return there.AtTable(), tap.Text
}

// B23: who sits at one table is refused at another, with a reason.
func TestB23TwoTables(t *testing.T) {
	if seated, answered := twoTables(t, nil); seated != 1 || answered != note("seated_elsewhere") {
		t.Errorf("%d sit there; he is answered %q", seated, answered)
	}
	from, n := regexp.MustCompile(`("callback_query":\{"id":"\d+","from":\{"id":)\d+`), 0
	forgetful := mishears(func(h *hall, updates string) string {
		if !strings.Contains(updates, "Другой стол") {
			return updates
		}
		return from.ReplaceAllStringFunc(updates, func(s string) string {
			n++
			return from.FindStringSubmatch(s)[1] + fmt.Sprint(h.people[9].ID)
		})
	})
	if seated, _ := twoTables(t, both(forgetful, told(`"status":"left"`, `"status":"member"`))); seated == 1 {
		t.Error("a bot that does not know that he sits elsewhere passes")
	}
}

// B23: a link to a table is followed by somebody who is no member of the group: he is
// refused. A bot that does not ask seats him.
func TestB23AForwardedLink(t *testing.T) {
	joins := func(planted leak) (sits bool, answered string) {
		h := scene{seed: 1, leak: planted}.open(t)
		h.convened("czernowitz table")
		u := h.tg.NewUser("Прохожий")
		u.Start("j1")
		h.settle()
		_, _, sits = h.bot.Seated(u.ID)
		return sits, h.last(h.tg.Private(u), "").Text
	}
	if sits, answered := joins(nil); sits || !strings.HasPrefix(answered, note("not_member")) {
		t.Errorf("he sits: %v; he is answered %q", sits, answered)
	}
	if sits, _ := joins(told(`"status":"left"`, `"status":"member"`)); !sits {
		t.Error("a bot that does not ask passes")
	}
}

// signs are the games whose code stands under somebody's private messages.
func (h *hall) signs(u *tgtest.User) map[string]bool {
	out := map[string]bool{}
	for _, m := range regexp.MustCompile(`Игра ([0-9A-F]{4})`).FindAllStringSubmatch(h.texts(u), -1) {
		out[m[1]] = true
	}
	return out
}

// texts is all that the bot has written to somebody in private.
func (h *hall) texts(u *tgtest.User) string {
	var b strings.Builder
	for _, p := range h.tg.Private(u).Posts() {
		if p.From == nil {
			b.WriteString(p.Text + "\n")
		}
	}
	return b.String()
}

// B23: every game names itself in private, and no two tables by the same sign.
func TestB23PrivateMessagesNameTheGame(t *testing.T) {
	h := newHall(t)
	h.playing("czernowitz table")
	other := h.beside("Другой стол", []string{"Раз", "Два", "Три", "Четыре", "Пять", "Шесть", "Семь", "Восемь", "Девять", "Десять"})
	other.playing("czernowitz table")
	other.pass(time.Second)
	all := map[string]bool{}
	for _, table := range []*hall{h, other} {
		own := map[string]bool{}
		for _, u := range table.people {
			signs := h.signs(u)
			if len(signs) != 1 {
				t.Errorf("%s reads of the games %v", u.FirstName, signs)
			}
			for sign := range signs {
				own[sign], all[sign] = true, true
			}
		}
		if len(own) != 1 {
			t.Errorf("a table is named %v", own)
		}
	}
	if len(all) != 2 {
		t.Errorf("two tables are named %v", all)
	}
}
