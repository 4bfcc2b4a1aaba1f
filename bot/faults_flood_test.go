package bot_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// budget is what a group may get of a game of three days (B32, promises section 2).
type budget struct {
	minute int // messages and edits in any sixty seconds
	news   int // new messages in the whole game
}

// over says how what a group got goes over the budget, "" if it does not.
func (b budget) over(h *hall, from time.Time) string {
	var sent []time.Time
	news, worst := 0, 0
	for _, e := range h.tg.Journal() {
		if e.Chat != h.group || e.User != nil || e.At.Before(from) || e.Act != tgtest.Sent && e.Act != tgtest.Edited {
			continue
		}
		if e.Act == tgtest.Sent {
			news++
		}
		sent = append(sent, e.At)
		n := 0
		for _, at := range sent {
			if e.At.Sub(at) < time.Minute {
				n++
			}
		}
		worst = max(worst, n)
	}
	if worst > b.minute || news > b.news {
		return fmt.Sprintf("%d new messages, and %d in one minute", news, worst)
	}
	return ""
}

// threeDays plays a game of ten that has three days, and says what is over the budget.
func threeDays(t *testing.T, rules string, b budget, planted leak) (days uint8, over string) {
	t.Helper()
	h := scene{seed: 3, leak: planted}.open(t)
	h.every = 64
	h.seated(rules)
	from := h.tg.Now()
	p := &puppets{h: h, seed: 3}
	p.play(func(g engine.Game) bool { days = max(days, g.Day); return g.Finished() || g.Day > 3 })
	h.settle()
	return days, b.over(h, from)
}

// B32: the group hears what concerns all, once: no refusals, no countdowns. Bots that
// answer presses in the group, or count the seconds down there, are caught.
func TestB32TheGroupIsNotFlooded(t *testing.T) {
	for rules, b := range map[string]budget{"czernowitz table": {15, 120}, "federation chat": {10, 120}} {
		days, over := threeDays(t, rules, b, nil)
		if days < 3 || over != "" {
			t.Errorf("%s: %d days, %s", rules, days, over)
		}
		for name, planted := range map[string]leak{"answers in the group": answersAloud, "a countdown": countsDown} {
			if _, over := threeDays(t, rules, b, planted); over == "" {
				t.Errorf("%s: nobody notices %s", rules, name)
			}
		}
	}
}

// say sends a message to the group beside the bot.
func (h *hall) sayAs(next tgbotapi.HTTPClient, r *http.Request, text string) {
	base := strings.TrimSuffix(r.URL.String(), r.URL.Path[strings.LastIndex(r.URL.Path, "/"):])
	values := url.Values{"chat_id": {fmt.Sprint(h.group.ID)}, "text": {text}}
	req, err := http.NewRequest(http.MethodPost, base+"/sendMessage", strings.NewReader(values.Encode()))
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if _, err := next.Do(req); err != nil {
		h.t.Error(err)
	}
}

// answersAloud is a bot that says in the group what it answers to a press.
func answersAloud(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "answerCallbackQuery") && h.group != nil {
			if text := form(r).Get("text"); text != "" {
				h.sayAs(next, r, text)
			}
		}
		return next.Do(r)
	}), h
}

// countsDown is a bot that says every five seconds of a window how many are left.
func countsDown(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	var last time.Time
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "getUpdates") && h.group != nil && h.bot != nil && len(h.bot.GameIDs()) > 0 {
			g := h.game()
			if c := g.Clock; c.Opened != 0 && g.Running() && h.tg.Now().Sub(last) >= 5*time.Second {
				last = h.tg.Now()
				h.sayAs(next, r, fmt.Sprintf("Осталось %d с.", int(c.Ends().Time().Sub(last)/time.Second)))
			}
		}
		return next.Do(r)
	}), h
}

// What is told while a group takes nothing waits, and comes with the next border, in one
// message; a warning of an end that has come is not told any more.
func TestNewsComesWithTheNextBorder(t *testing.T) {
	h := newHall(t)
	h.lively = true
	h.seated("federation table")
	g := h.until("the second speech", func(g engine.Game) bool { return g.Floor() == 2 && g.Clock.Opened != 0 })
	opened := g.Clock.Opened.Time()
	h.pass(opened.Add(45 * time.Second).Sub(h.tg.Now()))
	h.tg.Flood(h.group, 30)
	until := h.tg.Now().Add(30 * time.Second)
	for _, s := range []engine.Seat{7, 8} {
		h.people[h.seatOf(g, s)].Say(h.group, "ну сколько можно")
	}
	h.until("the third speech", func(g engine.Game) bool { return g.Floor() == 3 && g.Clock.Opened != 0 })
	h.settle()
	border := h.last(h.group, "Игрок номер 3 (")
	for _, want := range []string{"Игрок номер 7, фол", "Игрок номер 8, фол", "Спасибо, игрок номер 2."} {
		if border == nil || !strings.Contains(border.Text, want) {
			t.Errorf("the border lacks %q: %+v", want, border)
		}
	}
	if border != nil && (border.Date.Before(until) || strings.Contains(border.Text, "10 секунд") || len(border.Buttons) == 0) {
		t.Errorf("at %v, not before %v, the group reads %q", border.Date, until, border.Text)
	}
	if g := h.game(); g.Clock.Opened.Time().Before(until) || g.Fouls[7] != 1 || g.Fouls[8] != 1 {
		t.Errorf("the minute begins at %v, the fouls are %v", g.Clock.Opened.Time(), g.Fouls)
	}
	told := 0
	for _, p := range h.group.Posts()[0:] {
		if p.From == nil && (strings.Contains(p.Text, "Игрок номер 7, фол") || strings.HasPrefix(p.Text, "10 секунд") && p.Date.After(until)) {
			told++
		}
	}
	if told != 1 {
		t.Errorf("it is told %d times", told)
	}
}

// The buttons of speeches and ballots that are over go by and by; before the morning no
// message of the group has any (C10, T13).
func TestTheNightIsOverWithoutButtons(t *testing.T) {
	nights := 0
	for seed, rules := range []string{"czernowitz table", "federation table", "tournament chat"} {
		h := scene{seed: uint64(seed)}.open(t)
		h.every = 64
		h.seated(rules)
		p := &puppets{h: h, seed: uint64(seed)}
		var kept []string
		night := uint8(0)
		p.play(func(g engine.Game) bool {
			switch g.Stage.(type) {
			case engine.SheriffCheck:
				if night, kept = g.Night, nil; true {
					for _, post := range h.group.Posts() {
						if len(post.Buttons) > 0 {
							kept = append(kept, post.Text)
						}
					}
				}
			default:
				if night != 0 {
					nights++
					if len(kept) > 0 {
						t.Errorf("%s, night %d: when it ends %d messages have buttons: %q", rules, night, len(kept), kept[0])
					}
					night = 0
				}
			}
			return g.Finished()
		})
	}
	if nights < 4 {
		t.Errorf("only %d nights", nights)
	}
}

// Two tables that are ready at the same instant are dealt one after the other, with time
// for the other tables' borders between their cards.
func TestDealsAreApart(t *testing.T) {
	a := newHall(t)
	b := a.beside("Мафия по пятницам", otherNicks)
	a.convened("czernowitz table")
	b.convened("federation table")
	a.filled()
	b.filled()
	for _, label := range []string{"Готов", "Тянуть номерок"} {
		for i := range a.people {
			for _, h := range []*hall{a, b} {
				if i == len(a.people)-1 && label != "Готов" {
					pressLabel(h, i, label)
					continue
				}
				h.tap(h.people[i], h.group, label)
			}
		}
	}
	a.pass(20 * time.Second)
	var dealt []time.Time
	for _, h := range []*hall{a, b} {
		for _, e := range h.chronicle(h.id) {
			if e.Kind() == "sown" {
				dealt = append(dealt, e.at)
			}
		}
	}
	if len(dealt) != 2 {
		t.Fatalf("%d tables are dealt", len(dealt))
	}
	if apart := dealt[1].Sub(dealt[0]).Abs(); apart < 600*time.Millisecond || apart > 3*time.Second {
		t.Errorf("the deals are %v apart", apart)
	}
}

// pressLabel presses a button without giving the bot time to answer.
func pressLabel(h *hall, person int, label string) {
	posts := h.group.Posts()
	for i := len(posts) - 1; i >= 0; i-- {
		if b, ok := posts[i].Button(label); ok {
			h.people[person].Tap(posts[i], b)
			return
		}
	}
	h.t.Fatalf("nobody sees %q", label)
}

// A table whose game would be one too many for the token is told so, once, and has its cards
// when another game ends (promises, section 3, point 2). Without the limit it has them at once.
func TestADealWaitsForRoom(t *testing.T) {
	for _, full := range []bool{true, false} {
		a := newHall(t)
		b := a.beside("Мафия по пятницам", otherNicks)
		if full {
			a.bot.SetRate(0.5) // room for one table at its pace
		}
		a.seated("czernowitz table")
		a.until("the game", func(g engine.Game) bool { return g.Running() })
		b.seated("federation table")
		b.pass(30 * time.Second)
		told := 0
		for _, p := range b.group.Posts() {
			if p.Text == note("crowded") {
				told++
			}
		}
		g := b.game()
		if waits := g.AwaitsDeal(); waits != full || full && told != 1 || !full && told != 0 {
			t.Errorf("full %v: it waits %v, and is told %d times", full, waits, told)
		}
		for range 2 { // the first time he is told what it costs (E43)
			a.group.Owner.Say(a.group, "/stop")
			a.pass(4 * time.Second)
		}
		b.pass(2 * time.Minute)
		if g = b.game(); !g.Running() {
			t.Errorf("full %v: behind the other game (%T) it stands in %T", full, a.game().Stage, g.Stage)
		}
	}
}
