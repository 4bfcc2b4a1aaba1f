package bot_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/storage"
)

// The faults that bots of this kind have had in public, by their numbers, each with
// a bot that has the fault: here what is lost on the way; faults_border_test.go has
// what falls on a border, faults_players_test.go what people do, faults_table_test.go
// the table as a whole, faults_run_test.go the running bot.

// mishears lets a bot hear something else than Telegram says: the answers to its polls
// are rewritten.
func mishears(change func(h *hall, updates string) string) leak {
	return func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if err != nil || !is(r, "getUpdates") || h.bot == nil {
				return resp, err
			}
			raw, err := io.ReadAll(resp.Body)
			if err != nil {
				return resp, err
			}
			resp.Body = io.NopCloser(strings.NewReader(change(h, string(raw))))
			return resp, nil
		}), h
	}
}

// volatile are the parts of an event that tell when it happened, or for which message.
var volatile = regexp.MustCompile(`"(at|mark|date)":\d+,?`)

// course is what happened in a game, without the instants and the windows' openings.
func (h *hall) course(id storage.GameID) (out []string) {
	h.t.Helper()
	for _, e := range h.chronicle(id) {
		raw, err := json.Marshal(e.Event)
		if err != nil {
			h.t.Fatal(err)
		}
		switch e.Event.(type) {
		case engine.Opened, engine.Resumed:
			continue
		}
		out = append(out, e.Kind()+" "+volatile.ReplaceAllString(string(raw), ""))
	}
	return out
}

// unheard plays a game in which every n-th message arrives, and its answer is lost
// once; 0 loses none. It returns what happened, what was told, and what was lost.
func unheard(t *testing.T, every int) (course []string, told, lost map[string]int) {
	t.Helper()
	h := scene{seed: 6}.open(t)
	h.every = 16
	h.seated("czernowitz table")
	sends, seen := 0, map[string]int{}
	lost = map[string]int{}
	h.tg.Inject(func(c tgtest.Call) (f tgtest.Fault) {
		key := fmt.Sprintf("%d %s", c.ChatID, c.Params["text"])
		if c.Method != "sendMessage" || every == 0 || lost[key] > 0 {
			return f
		}
		seen[key]++
		if sends++; sends%every == 0 {
			lost[key]++
			f.LostAfter = true
		}
		return f
	})
	p := &puppets{h: h, seed: 6, mild: true}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	return h.course(h.id), h.told(), lost
}

// repeated says what is wrong with what was told, if these answers were lost.
func repeated(calm, told, lost map[string]int) (out []string) {
	for text, n := range told {
		if n > calm[text]+lost[text] {
			out = append(out, fmt.Sprintf("%d times instead of %d, with %d answers lost: %s", n, calm[text], lost[text], text))
		}
	}
	for text, n := range calm {
		if told[text] < n {
			out = append(out, "lost: "+text)
		}
	}
	return out
}

// B07: Telegram takes a message and the answer is lost. It is told once more, at
// most; the game takes the same course and no step of it twice. (A crash that loses
// the answer: TestCrashes.)
func TestB07LostAnswers(t *testing.T) {
	course, calm, _ := unheard(t, 0)
	for _, every := range []int{1, 5} {
		got, told, lost := unheard(t, every)
		if d := differLines("the game", course, got); d != "" {
			t.Errorf("every %d: %s", every, d)
		}
		for _, what := range repeated(calm, told, lost) {
			t.Errorf("every %d: %s", every, what)
		}
		n := 0
		for text := range lost {
			n += told[text] - calm[text]
		}
		t.Logf("every %d: %d answers lost, %d messages told twice", every, len(lost), n)
		if len(lost) < 30/every {
			t.Errorf("only %d answers were lost", len(lost))
		}
	}
	twice := append(slices.Clone(course), course[len(course)-1])
	if differLines("the game", course, twice) == "" {
		t.Error("a step that is taken twice passes")
	}
}

// B07: an answer that is lost again and again costs two messages, not more; a bot
// that tries until it is heard is caught.
func TestB07NoAnswerEver(t *testing.T) {
	copies := func(planted leak) int {
		h := scene{seed: 6, leak: planted}.open(t)
		h.tg.Inject(func(c tgtest.Call) tgtest.Fault {
			return tgtest.Fault{LostAfter: c.Method == "sendMessage" && strings.Contains(c.Params["text"], "Ваша карта") && c.ChatID == h.people[0].ID}
		})
		h.full("czernowitz table")
		for _, label := range []string{"Готов", "Тянуть номерок"} {
			for _, u := range h.people {
				b, _ := h.last(h.group, "").Button(label)
				u.Tap(h.last(h.group, ""), b)
			}
			h.pass(20 * time.Second)
		}
		n := 0
		for _, p := range h.tg.Private(h.people[0]).Posts() {
			if p.From == nil && strings.Contains(p.Text, "Ваша карта") {
				n++
			}
		}
		return n
	}
	n := copies(nil)
	t.Logf("%d cards", n)
	if n < 1 || n > 2 {
		t.Errorf("he gets %d cards", n)
	}
	stubborn := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if err != nil {
				return answer(r, http.StatusOK, broken)
			}
			return resp, err
		}), h
	}
	if n := copies(stubborn); n <= 2 {
		t.Errorf("a bot that tries for ever gives him %d cards", n)
	}
}
