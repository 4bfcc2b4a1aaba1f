package bot

import (
	"maps"
	"slices"

	"mafiabot/engine"
)

// Who leaves the group and comes back (E38). An administrator is told by chat_member
// updates who is where; whoever is none hears only that somebody has left or come, and
// asks. A group that is moved into a supergroup has left nobody.

// whereabouts are what a service message of the group says of its members.
type whereabouts struct {
	Gone *user  `json:"left_chat_member"`
	Came []user `json:"new_chat_members"`
}

// member takes that somebody's standing in a group has changed.
func (t *turn) member(m memberChange) error {
	if err := t.overruled(m); err != nil {
		return err
	}
	in := m.New.inside()
	if !m.Chat.group() || !m.New.User.person() || m.Old.inside() == in {
		return nil
	}
	return t.atTables(m.Chat.ID, m.New.User.ID, func(h *held, p engine.Player) error {
		return t.located(h, p, in, m.From.ID != m.New.User.ID)
	})
}

// atTables calls f for every game of a group that has not ended and in which an account
// has a part.
func (t *turn) atTables(chat, account int64, f func(*held, engine.Player) error) error {
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		h := t.held(id)
		p := h.player(account)
		if h.table.Chat != chat || h.game.Finished() || p == 0 {
			continue
		}
		if err := f(h, p); err != nil {
			return err
		}
	}
	return nil
}

// located tells a game that a player of it is in the group, or not.
func (t *turn) located(h *held, p engine.Player, in, putOut bool) error {
	var c engine.Command = engine.LeftGroup{Player: p, PutOut: putOut}
	if in {
		c = engine.CameBack{Player: p}
	}
	return t.must(t.step(h, engine.Host, c, ""))
}

// seen takes a service message about members. It may be late, or of somebody who has
// come back meanwhile, so Telegram is asked where he is now.
func (t *turn) seen(m *message) error {
	ask := func(u user, kind string) error {
		return t.atTables(m.Chat.ID, u.ID, func(h *held, _ engine.Player) error {
			return t.inquire(h, u.ID, errand{Kind: kind, User: user{ID: u.ID}, PutOut: m.From != nil && m.From.ID != u.ID})
		})
	}
	if m.Gone != nil && m.Gone.person() {
		return ask(*m.Gone, leaves)
	}
	for _, u := range m.Came {
		if u.person() {
			if err := ask(u, returns); err != nil {
				return err
			}
		}
	}
	return nil
}

// learntWhereabouts takes where somebody is. What Telegram could not tell changes nothing.
func (t *turn) learntWhereabouts(h *held, e errand, a ack, s standing) error {
	p := h.player(e.User.ID)
	if p == 0 || h.game.Finished() || a.fate != done && !a.notThere() {
		return nil
	}
	return t.located(h, p, s.inside(), e.PutOut || s.Status == "kicked")
}

// looksFor asks where somebody is before he speaks: in a big group Telegram tells no bot
// who leaves it, and no administrator of a very big one (B22). That is one question a
// speech, whoever is there.
func (t *turn) looksFor(h *held, s engine.Seat) error {
	for _, p := range h.accounts(s) {
		u := user{ID: h.people[p].Account}
		if err := t.inquire(h, u.ID, errand{Kind: speaks, User: u}); err != nil {
			return err
		}
	}
	return nil
}

// The kinds of errands about who is where.
const (
	leaves  = "leaves"  // somebody has left the group
	returns = "returns" // somebody has come into it
	speaks  = "speaks"  // somebody is about to speak: is he there?
)
