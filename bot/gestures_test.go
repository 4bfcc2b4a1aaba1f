package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// inSpeech is a hall in which a seat has the floor, and the players of two others.
func inSpeech(t *testing.T, rules string) (h *hall, g engine.Game, speaker, other, third *tgtest.User) {
	h = newHall(t)
	h.group.SetBotRights(tgtest.Rights{Delete: true})
	h.seated(rules)
	g = h.until("a speech", func(g engine.Game) bool {
		_, ok := g.Stage.(engine.Speech)
		return ok && g.Clock.Opened != 0
	})
	f := g.Floor()
	who := func(s engine.Seat) *tgtest.User { return h.people[h.seatOf(g, s)] }
	next := g.Living.After(f)
	return h, g, who(f), who(next), who(g.Living.After(next))
}

// foulsOf returns how many fouls a person has, and for what the last one was.
func (h *hall) foulsOf(u *tgtest.User) (uint8, engine.Reason) {
	h.settle()
	g := h.game()
	s, _ := g.Who(h.playerOf(u))
	return g.Fouls[s], g.Last[s]
}

// A reaction is a gesture out of turn, the third of the day a foul; taken back it is
// none, and an administrator without a name is nobody (C39, G8).
func TestReactions(t *testing.T) {
	h, _, speaker, other, third := inSpeech(t, "tournament table")
	post := speaker.Say(h.group, "я мирный")
	h.settle()
	for _, e := range []string{"👍", "🔥"} {
		other.React(post, e)
		h.pass(time.Second)
	}
	other.React(post) // taken back
	if n, _ := h.foulsOf(other); n != 0 {
		t.Errorf("two reactions and one taken back cost %d fouls", n)
	}
	other.React(post, "👎")
	if n, why := h.foulsOf(other); n != 1 || why != engine.GesturesOver {
		t.Errorf("the third reaction: %d fouls, %s", n, why)
	}
	h.tg.Push(`"message_reaction":{"chat":{"id":1,"type":"supergroup"},"message_id":1,"date":1,"old_reaction":[],"new_reaction":[{"type":"emoji","emoji":"👍"}]}`)
	if n, _ := h.foulsOf(third); n != 0 {
		t.Errorf("a bystander has %d fouls", n)
	}
}

// What the table does not see, a gesture on another's place, a word that answers the
// notice of a foul: the tournament has a foul for each (D8, D9, D11).
func TestWaysOfShowing(t *testing.T) {
	h, _, speaker, other, third := inSpeech(t, "tournament table")
	said := speaker.Say(h.group, "я мирный")
	h.settle()
	other.Reply(said, "👍")
	if n, why := h.foulsOf(other); n != 1 || why != engine.GestureAside {
		t.Errorf("a gesture in answer to a player: %d fouls, %s", n, why)
	}
	third.Say(h.group, "бред")
	if n, _ := h.foulsOf(third); n != 1 {
		t.Errorf("a word out of turn: %d fouls", n)
	}
	h.pass(2 * time.Second)
	notice := h.last(h.group, "вне своей минуты")
	if notice == nil {
		t.Fatal("the foul was not told")
	}
	speaker.Reply(notice, "за что ему?")
	if n, why := h.foulsOf(speaker); n != 1 || why != engine.HostAddressed {
		t.Errorf("a word that answers a notice: %d fouls, %s", n, why)
	}
	h.pass(2 * time.Second)
	h.tgSpoiler(speaker, "это шестой")
	if n, why := h.foulsOf(speaker); n != 2 || why != engine.HiddenWay {
		t.Errorf("a word under a spoiler: %d fouls, %s", n, why)
	}
}

func (h *hall) tgSpoiler(u *tgtest.User, text string) {
	u.Styled(h.group, text, tgtest.Entity{Type: "spoiler", Offset: 0, Length: 3})
}

// Everybody has the question for his own fouls under each speech; in Czernowitz it is
// answered in the morning (C30, T44).
func TestFoulsButton(t *testing.T) {
	for rules, want := range map[string]string{"tournament table": "Фолов у Вас нет.", "czernowitz table": "Объявляется утром."} {
		h, g, _, other, _ := inSpeech(t, rules)
		label := "🖐 Мои"
		tapped := h.tapLike(other, label)
		if tapped == nil || tapped.Text != want {
			t.Errorf("%s: %+v", rules, tapped)
		}
		now := h.game()
		if n, _ := h.foulsOf(other); n != 0 || now.Floor() != g.Floor() {
			t.Errorf("%s: the question changes the table", rules)
		}
	}
}

// tapLike presses the newest button of the group whose label begins so.
func (h *hall) tapLike(u *tgtest.User, label string) *tgtest.Tapped {
	h.t.Helper()
	posts := h.group.Posts()
	for i := len(posts) - 1; i >= 0; i-- {
		for _, b := range slices.Concat(posts[i].Buttons...) {
			if strings.Contains(b.Text, label) {
				tapped := u.Tap(posts[i], b)
				h.settle()
				return tapped
			}
		}
	}
	return nil
}

// Hammering on the speaker's buttons is knocking, five within ten seconds; slower it is
// not, nor is the question for one's fouls (C38).
func TestKnockingOnButtons(t *testing.T) {
	h, _, _, other, third := inSpeech(t, "czernowitz table")
	for range 4 {
		h.tapLike(other, "✋")
		h.tapLike(third, "🖐 Мои")
	}
	if n, _ := h.foulsOf(other); n != 0 {
		t.Errorf("four presses: %d fouls", n)
	}
	h.pass(11 * time.Second)
	h.tapLike(other, "✋")
	h.tapLike(third, "🖐 Мои")
	if n, _ := h.foulsOf(other); n != 0 {
		t.Errorf("a slow fifth: %d fouls", n)
	}
	for range 4 {
		h.tapLike(other, "✋")
	}
	if n, why := h.foulsOf(other); n != 1 || why != engine.Knocks {
		t.Errorf("five presses: %d fouls, %s", n, why)
	}
	if n, _ := h.foulsOf(third); n != 0 {
		t.Errorf("the question costs %d fouls", n)
	}
}

// At night it is old buttons of the group that are hammered on: five within ten seconds
// are one foul, which the morning tells; in private nothing is counted (K14c, G6).
func TestKnockingAtNight(t *testing.T) {
	h, _, _, other, third := inSpeech(t, "club2010 table")
	h.lively = true
	old := h.last(h.group, "Ваша минута")
	data := old.Buttons[0][0].Data
	h.until("the shooting", func(g engine.Game) bool {
		_, ok := g.Stage.(engine.Shoot)
		return ok && g.Clock.Opened != 0
	})
	for range 4 {
		other.Forge(old, data)
	}
	if n, _ := h.foulsOf(other); n != 0 {
		t.Errorf("four presses: %d fouls", n)
	}
	other.Forge(old, data)
	if n, why := h.foulsOf(other); n != 1 || why != engine.Knocks {
		t.Errorf("five presses: %d fouls, %s", n, why)
	}
	card := h.last(h.tg.Private(third), "Ночь")
	for range 8 {
		third.Forge(card, data)
	}
	if n, _ := h.foulsOf(third); n != 0 {
		t.Errorf("presses in private cost %d fouls", n)
	}
}
