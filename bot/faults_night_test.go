package bot_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// nightOf plays on to a nightfall, lets the Don and the Sheriff check in their
// windows or not, and returns what of the night others could see: how long each window
// was, and when each living player's phone got a new message.
func (h *hall) nightOf(checks bool) (seen []string) {
	h.t.Helper()
	in := func(name string) engine.Game {
		return h.until(name, func(g engine.Game) bool { return fmt.Sprintf("%T", g.Stage) == name && g.Clock.Opened != 0 })
	}
	began := in("engine.Fall").Clock.Posted.Time()
	at := func(moment time.Time) string { return moment.Sub(began).Round(time.Second).String() }
	for _, stage := range []struct {
		name string
		role engine.Role
	}{{"engine.DonCheck", engine.Don}, {"engine.SheriffCheck", engine.Sheriff}} {
		g := in(stage.name)
		seen = append(seen, stage.name+" "+at(g.Clock.Opened.Time()))
		h.pass(2 * time.Second) // his keypad comes
		for s := range g.Living.All() {
			if checks && g.Roles[s] == stage.role {
				u := h.people[h.seatOf(g, s)]
				press(u, h.tg.Private(u), engine.Check{Target: g.Living.After(s)})
				h.settle()
			}
		}
	}
	if made := h.count("checked"); checks != (made == 2) {
		h.t.Errorf("%d checks", made)
	}
	g := h.until("the morning", func(g engine.Game) bool { return g.Floor() != 0 })
	seen = append(seen, "morning "+at(g.Clock.Posted.Time()))
	for s := range g.Living.All() {
		u := h.people[h.seatOf(g, s)]
		for _, e := range h.tg.Journal() {
			if e.Act == tgtest.Sent && e.Chat != nil && e.Chat.Peer() == u && e.Post.From == nil && !e.At.Before(began) {
				seen = append(seen, fmt.Sprintf("seat %d %s", s, at(e.At)))
			}
		}
	}
	return seen
}

// checkedNights are the first night of three evenings: everybody checks, nobody does,
// and the Don and the Sheriff are out.
func checkedNights(t *testing.T, planted leak) (nights [3][]string) {
	t.Helper()
	for i := range nights {
		h := scene{seed: 1, leak: planted}.open(t)
		h.lively = true
		h.seated("czernowitz chat")
		g := h.until("a speech", func(g engine.Game) bool { return g.Floor() != 0 && g.Clock.Opened != 0 })
		if i == 2 {
			for s, r := range g.Roles {
				if r == engine.Don || r == engine.Sheriff {
					h.people[h.seatOf(g, engine.Seat(s))].Say(h.group, "пиздец")
				}
			}
		}
		nights[i] = h.nightOf(i == 0)
	}
	return nights
}

// ringing is a bot that sends the answer to a check as a new message.
func ringing(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	return client(func(r *http.Request) (*http.Response, error) {
		if is(r, "editMessageText") {
			if v := form(r); strings.Contains(v.Get("text"), "Комиссар.") || strings.Contains(v.Get("text"), "красный.") {
				v.Del("message_id")
				r.URL.Path = strings.Replace(r.URL.Path, "editMessageText", "sendMessage", 1)
				refill(r, v)
			}
		}
		return next.Do(r)
	}), h.tg
}

// B37: the answer to a check comes by the border of its window, never by the press; a
// night takes as long, and rings on no phone, whether they check, do not, or are out.
func TestB37TheNightTellsNobody(t *testing.T) {
	nights := checkedNights(t, nil)
	if len(nights[0]) != 13 || !slices.Equal(nights[1], nights[0]) {
		t.Errorf("they check: %v; they do not: %v", nights[0], nights[1])
	}
	others := slices.DeleteFunc(slices.Clone(nights[0]), func(l string) bool { return !slices.Contains(nights[2], l) })
	if len(others) != 11 || !slices.Equal(nights[2], others) {
		t.Errorf("they check: %v; they are out: %v", nights[0], nights[2])
	}
	if loud := checkedNights(t, ringing); slices.Equal(loud[0], loud[1]) {
		t.Error("nobody notices a phone that rings when its owner has checked")
	}
}

// lateCheck presses the Don's keypad twice when he has been thanked already, and returns
// what he is answered and what of it stays.
func lateCheck(t *testing.T, rules string, planted leak) (toasts []string, trace string) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	h.lively = true
	h.seated(rules)
	g := h.until("the Don's check", func(g engine.Game) bool {
		_, ok := g.Stage.(engine.DonCheck)
		return ok && g.Clock.Opened != 0
	})
	h.pass(time.Second)
	don := engine.Seat(slices.Index(g.Roles[:], engine.Don))
	u := h.people[h.seatOf(g, don)]
	card, key := onCard(h.tg.Private(u), engine.Check{Target: g.Living.Without(don).First()})
	if card == nil {
		t.Fatalf("%s: the Don has no keypad", rules)
	}
	h.until("the Sheriff's check", func(g engine.Game) bool {
		_, ok := g.Stage.(engine.SheriffCheck)
		return ok && g.Clock.Opened != 0
	})
	for range 2 {
		h.pass(4 * time.Second)
		late := u.Forge(card, key.Data)
		h.settle()
		toasts = append(toasts, late.Read().Text)
	}
	after := h.game()
	return toasts, fmt.Sprint(after.Checks[0], after.Removals, after.Fouls == g.Fouls)
}

// presses lets a bot hear another thing of each press.
func presses(change func(h *hall, u map[string]any)) leak {
	return mishears(func(h *hall, updates string) string {
		var answer map[string]any
		if len(h.bot.GameIDs()) == 0 || json.Unmarshal([]byte(updates), &answer) != nil {
			return updates
		}
		for _, u := range answer["result"].([]any) {
			if u := u.(map[string]any); u["callback_query"] != nil && strings.HasPrefix(u["callback_query"].(map[string]any)["data"].(string), "check.") {
				change(h, u)
			}
		}
		raw, err := json.Marshal(answer)
		if err != nil {
			h.t.Fatal(err)
		}
		return string(raw)
	})
}

// Who checks after «Спасибо» hears under the tournament that the time is over, elsewhere
// that no check has taken place; the press changes nothing, however often it is made (T7,
// T8, T9, C19, G1).
func TestALateCheck(t *testing.T) {
	nothing := fmt.Sprint(0, engine.Seats(0), true)
	for rules, want := range map[string]string{"tournament table": "Время вышло.", "czernowitz table": "Сверка не состоялась."} {
		toasts, trace := lateCheck(t, rules, nil)
		if !slices.Equal(toasts, []string{want, want}) || trace != nothing {
			t.Errorf("%s: he reads %q; it leaves %s", rules, toasts, trace)
		}
	}
	present := presses(func(h *hall, u map[string]any) {
		p, _ := bot.ParseButton(u["callback_query"].(map[string]any)["data"].(string))
		u["callback_query"].(map[string]any)["data"] = bot.ButtonData(h.id, h.game().Clock.Window, p.Command)
	})
	if toasts, _ := lateCheck(t, "tournament table", present); slices.Contains(toasts, "Время вышло.") {
		t.Errorf("nobody notices a bot that takes a press for the present window: %q", toasts)
	}
	written := presses(func(h *hall, u map[string]any) {
		p := u["callback_query"].(map[string]any)
		u["message"] = map[string]any{"message_id": 1, "date": h.tg.Now().Unix(), "from": p["from"], "chat": p["message"].(map[string]any)["chat"], "text": "проверь 7"}
		delete(u, "callback_query")
	})
	if _, trace := lateCheck(t, "tournament table", written); trace == nothing {
		t.Error("nobody notices a bot that takes a late press for a message (T9)")
	}
}
