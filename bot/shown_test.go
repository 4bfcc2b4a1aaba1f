package bot_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// blind is a planted breach: the bot is told that the message it edits stands.
var blind = faulty(func(h *hall, r *http.Request) string {
	if (is(r, "editMessageReplyMarkup") || is(r, "editMessageText")) && h.toGroup(r) && h.ballotGone() {
		return `{"ok":false,"error_code":400,"description":"Bad Request: message is not modified"}`
	}
	return ""
})

// ballotGone reports whether the message of the vote has been deleted by a person.
func (h *hall) ballotGone() bool {
	for _, e := range h.tg.Journal() {
		if e.Act == tgtest.Deleted && e.User != nil {
			return true
		}
	}
	return false
}

// onBallot is the newest message of a vote, with its button or not.
func (h *hall) onBallot() *tgtest.Post {
	return h.last(h.group, "кандидатура — игрок номер")
}

// revived deletes the message of a vote and lets somebody miss it; it says what is wrong
// with what follows, "" if nothing is.
func revived(h *hall, missed func(g engine.Game, old *tgtest.Post)) string {
	g := h.voting()
	early, late := h.people[h.seatOf(g, 1)], h.people[h.seatOf(g, 2)]
	press(early, h.group, engine.Vote{Seat: 5})
	old, w, end := h.onBallot(), g.Clock.Window, g.Clock.Ends().Time()
	h.pass(3 * time.Second)
	h.group.Owner.Remove(old)
	missed(g, old)
	h.settle()
	anew := h.onBallot()
	switch {
	case anew == nil || anew.ID == old.ID || !strings.Contains(anew.Text, "Показываю голосование ещё раз"):
		return "it is not sent anew"
	case !strings.HasPrefix(anew.Text, old.Now().Text):
		return "it says something else: " + anew.Text
	}
	if left := h.game().Clock.Ends().Time().Sub(end); left < 2*time.Second {
		return "the window does not begin again: it ends later by " + left.String()
	}
	h.tg.At(h.game().Clock.Ends().Time().Add(-time.Second), func() { press(late, h.group, engine.Vote{Seat: 5}) })
	h.until("the next window", func(g engine.Game) bool { return g.Clock.Window != w })
	h.settle()
	if closed := h.last(h.group, "Спасибо, 2 голоса"); closed == nil || h.game().Ballot.Votes[1] != 5 || h.game().Ballot.Votes[2] != 5 {
		return "the votes do not stand"
	}
	return ""
}

// An administrator deletes the message of a vote: who misses it says so, in the group or
// in private, or presses a button that his app still shows; it is sent anew, its window
// begins again in full, the votes stand (E30).
func TestE30TheBallotIsDeleted(t *testing.T) {
	for name, missed := range map[string]func(h *hall, g engine.Game, old *tgtest.Post){
		"a player says so in the group": func(h *hall, g engine.Game, _ *tgtest.Post) { h.people[h.seatOf(g, 3)].Say(h.group, "/ballot") },
		"a player says so in private": func(h *hall, g engine.Game, _ *tgtest.Post) {
			u := h.people[h.seatOf(g, 3)]
			u.Say(h.tg.Private(u), "/ballot")
		},
		"a press comes from it": func(h *hall, g engine.Game, old *tgtest.Post) {
			h.people[h.seatOf(g, 1)].Forge(old, bot.ButtonData(h.id, g.Clock.Window, engine.Vote{Seat: 5}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t)
			if wrong := revived(h, func(g engine.Game, old *tgtest.Post) { missed(h, g, old) }); wrong != "" {
				t.Error(wrong)
			}
			h = scene{seed: 1, leak: blind}.open(t)
			if wrong := revived(h, func(g engine.Game, old *tgtest.Post) { missed(h, g, old) }); wrong == "" {
				t.Error("a bot that does not hear that the message is gone is not noticed")
			}
		})
	}
}

// It is deleted while its candidate is called, before its button is shown: the edit that
// was to show it becomes a message, and the vote counts (E30).
func TestE30TheBallotIsDeletedBeforeItsButton(t *testing.T) {
	h := newHall(t)
	g := h.voting()
	first := g.Clock.Window
	g = h.until("the next lead", func(g engine.Game) bool {
		_, lead := g.Stage.(engine.Lead)
		return lead && g.Clock.Window != first && g.Clock.Opened != 0
	})
	old := h.onBallot()
	h.group.Owner.Remove(old)
	g = h.until("its window", func(g engine.Game) bool {
		_, voting := g.Stage.(engine.Voting)
		return voting && g.Clock.Opened != 0
	})
	h.settle()
	anew := h.onBallot()
	if anew.ID == old.ID || len(anew.Buttons) == 0 {
		t.Fatalf("it reads %+v", anew)
	}
	press(h.people[h.seatOf(g, 4)], h.group, engine.Vote{Seat: 6})
	h.settle()
	if h.game().Ballot.Votes[4] != 6 {
		t.Error("the vote does not count")
	}
}

// A message that stands is not sent anew: who asks is shown where it is; who has no part
// in the game, or asks when nobody votes, is answered in a line.
func TestE30TheBallotStands(t *testing.T) {
	h := newHall(t)
	h.tg.NewUser("Гость").Join(h.group)
	g := h.voting()
	u, old := h.people[h.seatOf(g, 3)], h.onBallot()
	got := strings.Join(h.heard(u, func() { u.Say(h.group, "/ballot") }), "; ")
	if !strings.Contains(got, "Сообщение голосования на месте. https://t.me/c/") || h.onBallot().ID != old.ID || h.game().Clock.Again != 0 {
		t.Errorf("he is answered %q", got)
	}
	h.until("the last word", func(g engine.Game) bool { _, talks := g.Stage.(engine.LastWord); return talks })
	if got := h.heard(u, func() { u.Say(h.group, "/ballot") }); len(got) != 2 || !strings.Contains(got[1], note("no_vote_now")) {
		t.Errorf("behind the vote he is answered %q", got)
	}
}

// Whatever is deleted again and again, the vote goes on: it is sent anew twice at most.
func TestE30IsBounded(t *testing.T) {
	h := newHall(t)
	g := h.voting()
	w, u := g.Clock.Window, h.people[h.seatOf(g, 3)]
	for range 4 {
		if old := h.onBallot(); h.game().Clock.Window == w && old != nil {
			h.group.Owner.Remove(old)
			u.Say(h.group, "/ballot")
			h.settle()
			h.pass(time.Second)
		}
	}
	if n := h.count("shown_again"); n != 2 {
		t.Errorf("it is sent anew %d times", n)
	}
	h.until("the next window", func(g engine.Game) bool { return g.Clock.Window != w })
}
