package bot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Gestures that Telegram tells in ways of their own: reactions, what hides from the
// table, the hammering on buttons, and what is shown in another topic.

// reaction is what Telegram says of the reactions of one person to one message: all
// that he has there, before and now.
type reaction struct {
	Chat  chat              `json:"chat"`
	ID    int64             `json:"message_id"`
	User  *user             `json:"user"` // nobody: an anonymous administrator
	Date  int64             `json:"date"`
	Old   []json.RawMessage `json:"old_reaction"`
	Fresh []json.RawMessage `json:"new_reaction"`
}

// adds reports whether something has been put there; one that is taken back is no
// gesture (G8).
func (r *reaction) adds() bool {
	return slices.ContainsFunc(r.Fresh, func(e json.RawMessage) bool {
		return !slices.ContainsFunc(r.Old, func(o json.RawMessage) bool { return bytes.Equal(e, o) })
	})
}

// react takes a reaction as a gesture of the player (C16, C39, T11). Telegram does not
// say in which topic the message stands, so it is his table in that chat.
func (t *turn) react(r *reaction) error {
	if r.User == nil || !r.User.person() || !r.adds() {
		return nil
	}
	h := t.sitsIn(r.Chat, r.User.ID)
	if h == nil {
		return nil
	}
	by := h.player(r.User.ID)
	u := engine.Utter{Date: r.Date, Reaction: true, Heard: engine.Heard{Kind: engine.Gesture}}
	mark := r.ID + h.base
	said, heard := t.tx.Heard(h.id, mark)
	if author := authorOf(said); heard {
		_, part := h.game.Who(author)
		u.Reply = author != by && part != engine.StrangerPart
	} else {
		u.Answers = mark
	}
	return t.must(t.step(h, by, u, ""))
}

// sitsIn returns the running game in which an account plays in a chat, whatever the
// topic; nil if there is none.
func (t *turn) sitsIn(c chat, account int64) *held {
	for _, id := range t.running() {
		h := t.held(id)
		if h != nil && h.table.Chat == c.ID && h.game.Running() && h.player(account) != 0 {
			return h
		}
	}
	return nil
}

// running lists the games that are in memory, in the order of their numbers.
func (t *turn) running() []storage.GameID {
	seen := map[storage.GameID]bool{}
	var out []storage.GameID
	for id := range t.b.games {
		seen[id] = true
		out = append(out, id)
	}
	for id := range t.games {
		if !seen[id] {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b storage.GameID) int { return cmp.Compare(a, b) })
	return out
}

// beside takes what a player of a running game writes in another topic of its group:
// a gesture there is outside his zone (D8).
func (t *turn) beside(m *message, edited bool) error {
	if !m.person() || edited || m.medium() == 0 && m.words() == "" {
		return nil
	}
	h := t.sitsIn(m.Chat, m.From.ID)
	if h == nil || h.table.Thread == m.thread() {
		return nil
	}
	heard, ok, err := t.heard(h, m)
	if err != nil || !ok || heard.Kind != engine.Gesture {
		return err
	}
	return t.must(t.step(h, h.player(m.From.ID), engine.Utter{Mark: m.ID, Date: m.date(), Beside: true, Heard: heard}, ""))
}

// answers returns the host's message that a message replies to, 0 if it replies to
// none: to the opening of a topic all its messages reply.
func (t *turn) answers(m *message) int64 {
	r := m.ReplyTo
	if r == nil || r.From == nil || r.From.ID != t.b.self.ID || m.InTopic && r.ID == m.Thread {
		return 0
	}
	return r.ID
}

// unseen are signs that no app shows, and that no keyboard writes by itself (D9).
const unseen = "\u200b\u2060\u2061\u2062\u2063\u2064\u3164\u115f\u1160\uffa0"

// hidden reports whether the message shows something in a way that the table does not
// see: through an inline bot, under a spoiler, in invisible signs (D9).
func (m *message) hidden() bool {
	spoiler := func(e entity) bool { return e.Type == "spoiler" }
	return present(m.ViaBot) || strings.ContainsAny(m.words(), unseen) ||
		slices.ContainsFunc(m.Entities, spoiler) || slices.ContainsFunc(m.CaptionEntities, spoiler)
}

// authored is the hash of a text with its author in the last byte: who reacts to a
// message is told apart by it.
func authored(text string, by engine.Player) uint64 { return hash(text)&^0xff | uint64(by) }

func authorOf(heard uint64) engine.Player { return engine.Player(heard & 0xff) }

// Knocking on buttons (C38, K14c): so many presses that are not his, within so long.
const (
	knocks   = 5
	knocking = 10 * time.Second
)

// knocker is who hammers, by day or by night: what the day lets pass is no part of a
// night's series.
type knocker struct {
	account int64
	night   bool
}

// knock counts a press in the group that is refused: by day because the floor is
// another's, at night because the button is an old one; a ballot's button never counts
// by day.
func (t *turn) knock(h *held, q press, by engine.Player, err error) error {
	who := knocker{q.From.ID, h.game.Asleep()}
	counts := err == error(engine.Refusal("not_your_minute"))
	if who.night {
		counts = err == error(engine.Refusal("stale")) || err == error(engine.Refusal("vote_late"))
	}
	if !counts || q.Message == nil || q.Message.Chat.ID != h.table.Chat {
		return nil
	}
	recent := slices.DeleteFunc(t.b.presses[who], func(at time.Time) bool { return t.now.Sub(at) >= knocking })
	recent = append(recent, t.now)
	if len(recent) < t.b.knocks {
		t.b.presses[who] = recent
		return nil
	}
	delete(t.b.presses, who)
	return t.must(t.step(h, by, engine.Knock{}, ""))
}

// panel puts the question for one's own fouls under the message of a speech (C30, T44).
func panel(d draft) []engine.Command {
	speech := func(e engine.Event) bool {
		_, ok := e.(engine.SpeechCalled)
		return ok
	}
	if d.to != engine.Host || len(d.options) == 0 || !slices.ContainsFunc(d.facts, speech) {
		return d.options
	}
	return append(slices.Clone(d.options), engine.AskFouls{})
}
