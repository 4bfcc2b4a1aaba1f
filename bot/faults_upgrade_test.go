package bot_test

import (
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

// upgrading is when a basic group becomes a supergroup, and how the bot learns of it.
type upgrading struct {
	name    string
	due     func(engine.Game) bool // nil: in the lobby
	half    string                 // or when half of the table have pressed this
	unheard bool                   // only by a refusal
	crashed bool                   // the bot is started anew right behind it
	planted leak
}

func atFourth(g engine.Game) bool {
	s, speaks := g.Stage.(engine.Speech)
	return speaks && g.Day == 2 && s.Seat == 4 && g.Clock.Opened != 0
}

func atLead(g engine.Game) bool {
	_, leads := g.Stage.(engine.Lead)
	return leads
}

func atVote(g engine.Game) bool {
	_, votes := g.Stage.(engine.Voting)
	return votes && g.Clock.Opened != 0
}

func atShot(g engine.Game) bool {
	_, shoots := g.Stage.(engine.Shoot)
	return shoots && g.Clock.Opened != 0
}

// deafToUpgrades is a bot that hears of no upgrade, by message or by refusal.
func deafToUpgrades(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	heard, clock := mishears(func(_ *hall, updates string) string {
		return strings.NewReplacer(`"migrate_to_chat_id"`, `"migrate_t"`, `"migrate_from_chat_id"`, `"migrate_f"`).Replace(updates)
	})(h, next)
	return client(func(r *http.Request) (*http.Response, error) {
		resp, err := heard.Do(r)
		if err == nil && resp.StatusCode == http.StatusBadRequest {
			return answer(r, http.StatusBadRequest, `{"ok":false,"error_code":400,"description":"Bad Request"}`)
		}
		return resp, err
	}), clock
}

// upgraded plays a game in a basic group that becomes a supergroup. It returns what was
// decided, and what is wrong.
func upgraded(t *testing.T, u upgrading) (course, wrong []string) {
	t.Helper()
	h := scene{seed: 2, reads: true, leak: u.planted}.open(t)
	h.every = 16
	h.group = h.basic()
	h.settle()
	old, upgrade := h.group, func() {
		if u.unheard {
			h.group = h.group.UpgradeUnheard()
		} else {
			h.group = h.group.Upgrade()
		}
		if u.crashed {
			h.restart()
		}
		h.settle()
	}
	h.convened("czernowitz table")
	if u.due == nil && u.half == "" && u.name != "" {
		for _, p := range h.people[:3] {
			h.tap(p, h.group, "Играю")
		}
		upgrade()
		if u.unheard { // the bot has nothing to say, so it learns nothing, until somebody wants something
			h.people[7].Start(fmt.Sprintf("j%d", h.id))
			h.pass(5 * time.Second)
		}
	}
	h.filled()
	for _, label := range []string{"Готов", "Тянуть номерок"} {
		for i, person := range h.people {
			if u.half == label && i == 5 {
				upgrade()
				if u.unheard { // there is no button until somebody says something
					person.Say(h.group, "/ready")
					h.settle()
				}
			}
			h.tap(person, h.group, label)
		}
	}
	p := &puppets{h: h, seed: 2, mild: true, fists: true}
	if u.due != nil {
		p.play(u.due)
		upgrade()
	}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	if stored := h.game(); old != h.group {
		var told []string
		for _, post := range h.group.Posts() {
			if post.From == nil && post.Kind == tgtest.KindText {
				told = append(told, post.Text)
			}
		}
		for i, text := range told {
			if i > 0 && text == told[i-1] {
				wrong = append(wrong, fmt.Sprintf("it says twice %q", text))
			}
		}
		for _, refused := range h.refusals() {
			if !strings.Contains(refused, "group chat was upgraded") && !strings.Contains(refused, "not modified") {
				wrong = append(wrong, refused)
			}
		}
		if stored.Verdict == 0 || h.last(h.group, "Стоп игра") == nil {
			wrong = append(wrong, "the game does not end in the new chat")
		}
	}
	for _, e := range h.chronicle(h.id) {
		switch e := e.Event.(type) {
		case engine.Voted: // by a press or by a fist, it is the same vote
			course = append(course, fmt.Sprintf("%d votes for %d", e.By, e.Seat))
		case engine.Nominated, engine.Ended, engine.Fouled:
			course = append(course, volatile.ReplaceAllString(fmt.Sprintf("%T %+v", e, e), ""))
		}
	}
	return course, wrong
}

// B17: a basic group becomes a supergroup in a lobby, a speech, a ballot, at night, heard of
// by its messages or only by a refusal, over a crash, too: the same game goes on in the new
// chat, to the same end.
func TestB17(t *testing.T) {
	want, wrong := upgraded(t, upgrading{})
	if len(wrong) > 0 || len(want) < 20 {
		t.Fatalf("nothing happens to it: %q, %q", wrong, want)
	}
	for _, u := range []upgrading{
		{name: "in the lobby"}, {name: "in the lobby, unheard", unheard: true},
		{name: "in the ready check", half: "Готов"}, {name: "in the ready check, unheard", half: "Готов", unheard: true}, {name: "in the draw, over a crash", half: "Тянуть номерок", crashed: true},
		{name: "in a speech", due: atFourth}, {name: "in a speech, unheard", due: atFourth, unheard: true},
		{name: "in a ballot", due: atVote}, {name: "in a ballot, unheard", due: atVote, unheard: true}, {name: "in a ballot, unheard, over a crash", due: atVote, unheard: true, crashed: true},
		{name: "before a vote, unheard", due: atLead, unheard: true},
		{name: "at night", due: atShot}, {name: "at night, unheard", due: atShot, unheard: true},
		{name: "in a ballot, over a crash", due: atVote, crashed: true}, {name: "before a vote, unheard, over a crash", due: atLead, unheard: true, crashed: true},
	} {
		t.Run(u.name, func(t *testing.T) {
			got, wrong := upgraded(t, u)
			for _, w := range wrong {
				t.Error(w)
			}
			if !slices.Equal(got, want) {
				t.Errorf("the game is\n%s\nand not\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
	for _, unheard := range []bool{false, true} {
		if _, wrong := upgraded(t, upgrading{name: "in a ballot", due: atVote, unheard: unheard, planted: deafToUpgrades}); len(wrong) == 0 {
			t.Errorf("unheard %v: a bot that does not hear of it is not noticed", unheard)
		}
	}
}

// What is said in the new chat before the host knows of it is heard, over a crash before he
// does, too (I1, B17).
func TestB17WordsBeforeTheNews(t *testing.T) {
	for _, crash := range []bool{false, true} {
		h := scene{seed: 2, reads: true}.open(t)
		h.group = h.basic()
		h.settle()
		g := h.playing("czernowitz table")
		speaker := g.Floor()
		h.group = h.group.UpgradeUnheard()
		h.at(speaker).Say(h.group, "Я красный игрок. Спасибо")
		if crash {
			if err := h.poll(); err != nil {
				t.Fatal(err)
			}
			if err := h.bot.Turn(); err != nil {
				t.Fatal(err)
			}
			h.restart()
		}
		h.pass(5 * time.Second)
		if g = h.game(); g.Floor() != speaker+1 {
			t.Errorf("crash %v: behind the speech of %d the floor has %d", crash, speaker, g.Floor())
		}
	}
}
