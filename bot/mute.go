package bot

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Who is out of the game is muted until it is over (G14). A bot can do that in a
// supergroup, with the right to restrict, to those who lead it no part; elsewhere it
// only deletes. What somebody was allowed before stands in the roster as long as he is
// muted, and is what he gets back: whoever was free is free again, whoever a group had
// restricted is restricted as he was (B30).

// free is how the roster calls who was under no restriction of his own.
const free = "free"

// permissions are what a member may do, in the words of ChatPermissions.
var permissions = []string{
	"can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos", "can_send_video_notes",
	"can_send_voice_notes", "can_send_polls", "can_send_other_messages", "can_add_web_page_previews",
	"can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics",
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
	return t.restrict(h, p, allowing(false))
}

// permitted are the permissions that a getChatMember answer tells.
func permitted(result json.RawMessage) string {
	var all map[string]json.RawMessage
	if json.Unmarshal(result, &all) != nil {
		return allowing(true)
	}
	maps.DeleteFunc(all, func(name string, _ json.RawMessage) bool { return !slices.Contains(permissions, name) })
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
		before := person.Muted
		if before == free {
			before = allowing(true)
		}
		if err := t.keepMuted(h, p, ""); err != nil {
			return err
		}
		if err := t.restrict(h, p, before); err != nil {
			return err
		}
	}
	return nil
}

// keepMuted writes into the roster what somebody was allowed before.
func (t *turn) keepMuted(h *held, p engine.Player, before string) error {
	h.people = slices.Clone(h.people)
	h.people[p].Muted = before
	return t.tx.SetPerson(h.id, uint8(p), h.people[p])
}

// restrict sends what somebody may do from now on. The row waits until Telegram has
// taken it, over crashes, too, and behind whatever was sent of him before.
func (t *turn) restrict(h *held, p engine.Player, may string) error {
	return t.enqueue(h, storage.Row{Game: h.id, Cause: h.tail, Due: t.now.UnixMilli(), Method: "restrictChatMember", Params: map[string]string{
		"user_id": strconv.FormatInt(h.people[p].Account, 10), "permissions": may, "use_independent_chat_permissions": "true",
	}})
}

// mutes is the errand of what somebody who is out was allowed.
const mutes = "mutes"
