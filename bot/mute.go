package bot

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Who is out of the game is muted until it is over (G14). A bot can do that in a
// supergroup, with the right to restrict, to those who lead it no part; elsewhere it
// only deletes. What somebody was allowed before stands in the roster as long as he is
// muted, and is what he gets back: whoever was free is free again, whoever a group had
// restricted is restricted as he was, and until when (B30). What an administrator changes
// in it meanwhile is his word, and nothing is given back over it.

// free is how the roster calls who was under no restriction of his own.
const free = "free"

// permissions are what a member may do, in the words of ChatPermissions.
var permissions = []string{
	"can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos", "can_send_video_notes",
	"can_send_voice_notes", "can_send_polls", "can_send_other_messages", "can_add_web_page_previews",
	"can_react_to_messages", "can_edit_tag", "can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics",
}

// allowing are all permissions, allowed or not.
func allowing(all bool) string {
	may := map[string]bool{}
	for _, name := range permissions {
		may[name] = all
	}
	b, err := json.Marshal(may)
	if err != nil {
		return "{}" // booleans always marshal
	}
	return string(b)
}

// restrictable reports whether a bot can mute anybody in a chat at all: basic groups,
// whose ids are the short ones, have no such thing.
func restrictable(chat int64) bool { return chat < -1_000_000_000_000 }

// accounts are the people of a seat.
func (h *held) accounts(s engine.Seat) (out []engine.Player) {
	for _, p := range [...]engine.Player{h.game.Chairs[s].Main, h.game.Chairs[s].Second} {
		if p != 0 && int(p) < len(h.people) && h.people[p].Account != 0 {
			out = append(out, p)
		}
	}
	return out
}

// mute asks what somebody who is out is allowed, and mutes him then.
func (t *turn) mute(h *held, s engine.Seat) error {
	if !restrictable(h.table.Chat) {
		return nil
	}
	for _, p := range h.accounts(s) {
		u := user{ID: h.people[p].Account}
		if err := t.inquire(h, u.ID, errand{Kind: mutes, User: u}); err != nil {
			return err
		}
	}
	return nil
}

// learntMute mutes somebody, if he is still out, and nobody's leader there.
func (t *turn) learntMute(h *held, e errand, a ack, s standing) error {
	p := h.player(e.User.ID)
	_, part := h.game.Who(p)
	if p == 0 || part != engine.Departed || h.game.Verdict != 0 || a.fate != done || h.people[p].Muted != "" {
		return nil
	}
	before := ""
	switch s.Status {
	case "member":
		before = free
	case "restricted":
		before = permitted(a.result)
	default:
		return nil
	}
	if err := t.keepMuted(h, p, before); err != nil {
		return err
	}
	return t.restrict(h, p, allowing(false), restriction{})
}

// untilDate is when a restriction ends, in Unix seconds, 0 for never: beside the
// permissions in what Telegram tells, and in the roster.
const untilDate = "until_date"

// permitted are the permissions that a ChatMember tells, and until when they hold.
func permitted(member json.RawMessage) string {
	return only(member, append(slices.Clone(permissions), untilDate))
}

// only is an object with some of its fields; where there is none, somebody is free.
func only(object json.RawMessage, names []string) string {
	var all map[string]json.RawMessage
	if json.Unmarshal(object, &all) != nil {
		return allowing(true)
	}
	maps.DeleteFunc(all, func(name string, _ json.RawMessage) bool { return !slices.Contains(names, name) })
	b, err := json.Marshal(all)
	if err != nil {
		return allowing(true)
	}
	return string(b)
}

// unmute gives back what was taken: to the people of a seat, for seat 0 to everybody.
func (t *turn) unmute(h *held, s engine.Seat) error {
	for i, person := range h.people {
		p := engine.Player(i)
		if seat, _ := h.game.Who(p); person.Muted == "" || s != 0 && seat != s {
			continue
		}
		if err := t.keepMuted(h, p, ""); err != nil {
			return err
		}
		if err := t.giveBack(h, p, person.Muted); err != nil {
			return err
		}
	}
	return nil
}

// soonest is how near an end may be that is left to Telegram: one of less than half a
// minute it takes for none, and the request may be some time on its way.
const soonest = 2 * time.Minute

// giveBack lets somebody do what he was allowed before. A restriction that had an end has
// it still; one that is over by now is not put on again; where Telegram would make one
// endless, the bot ends it itself.
func (t *turn) giveBack(h *held, p engine.Player, before string) error {
	var end struct {
		Until int64 `json:"until_date"`
	}
	if before != free && json.Unmarshal([]byte(before), &end) != nil {
		before = free
	}
	may, until := only([]byte(before), permissions), time.Unix(end.Until, 0)
	switch left := until.Sub(t.now); {
	case before == free, end.Until != 0 && left <= 0:
		return t.restrict(h, p, allowing(true), restriction{})
	case end.Until == 0:
		return t.restrict(h, p, may, restriction{})
	case left >= soonest:
		return t.restrict(h, p, may, restriction{until: end.Until})
	}
	if err := t.restrict(h, p, may, restriction{}); err != nil {
		return err
	}
	return t.restrict(h, p, allowing(true), restriction{due: until})
}

// keepMuted writes into the roster what somebody was allowed before.
func (t *turn) keepMuted(h *held, p engine.Player, before string) error {
	h.people = slices.Clone(h.people)
	h.people[p].Muted = before
	return t.tx.SetPerson(h.id, uint8(p), h.people[p])
}

// restriction is when what somebody may do begins, the zero time for now, and until when
// it holds, in Unix seconds, 0 for ever.
type restriction struct {
	due   time.Time
	until int64
}

// restrict sends what somebody may do. The row waits until Telegram has
// taken it, over crashes, too, and behind whatever was sent of him before.
func (t *turn) restrict(h *held, p engine.Player, may string, r restriction) error {
	params := map[string]string{
		"user_id": strconv.FormatInt(h.people[p].Account, 10), "permissions": may, "use_independent_chat_permissions": "true",
	}
	if r.until != 0 {
		params[untilDate] = strconv.FormatInt(r.until, 10)
	}
	return t.enqueue(h, storage.Row{Game: h.id, Cause: h.tail, Due: latest(t.now, r.due).UnixMilli(), Method: "restrictChatMember", Params: params})
}

// overruled takes that an administrator has changed what somebody may who is muted: what
// he restricts is what is given back in the end; who is free, or out of the group, by his
// word has nothing to get back. A bot that gives rights back would let in whom he has banned.
func (t *turn) overruled(m memberChange) error {
	if m.From.ID == t.b.self.ID || m.From.ID == m.New.User.ID || !m.New.inside() && !m.New.outside() {
		return nil
	}
	return t.atTables(m.Chat.ID, m.New.User.ID, func(h *held, p engine.Player) error {
		if h.people[p].Muted == "" {
			return nil
		}
		now := ""
		if m.New.Status == "restricted" {
			now = permitted(m.New.raw)
		}
		return t.keepMuted(h, p, now)
	})
}

// notMuted forgets what somebody was allowed whom Telegram does not let the bot mute: what
// was not taken is not given back.
func (t *turn) notMuted(h *held, r storage.Row) error {
	account, err := strconv.ParseInt(r.Params["user_id"], 10, 64)
	p := h.player(account)
	if err != nil || p == 0 || h.people[p].Muted == "" || r.Params["permissions"] != allowing(false) {
		return nil
	}
	return t.keepMuted(h, p, "")
}

// mutes is the errand of what somebody who is out was allowed.
const mutes = "mutes"
