package bot

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Who is out of the game is muted until it is over (G14), and where a club wants it so,
// everybody who has not the floor (G15): the engine says who may write. A bot can do that in
// a supergroup, with the right to restrict, to those who lead it no part; elsewhere it
// only deletes. What somebody was allowed before stands in the roster as long as the game has
// a hand on him, and is what he gets back: whoever was free is free again, whoever a group had
// restricted is restricted as he was, and until when (B30). What an administrator changes
// in it meanwhile is his word, and nothing is given back over it. What Telegram does not let
// the bot give back it owes: debts.go.

// How the roster calls who was under no restriction of his own, and who is left alone: he
// leads the group, or an administrator has given him the right to write.
const (
	free   = "free"
	spared = "spared"
)

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

// regulate lets write whom the game lets, and mutes the others: first those whose word it
// is, then those who had it. Whoever is already as he should be costs no request; of whom
// nothing is known yet Telegram is asked first.
func (t *turn) regulate(h *held) error {
	if !restrictable(h.table.Chat) {
		return nil
	}
	for _, may := range []bool{true, false} {
		for s := range h.game.Drawn.All() {
			if h.game.MayWrite(s) != may {
				continue
			}
			for _, p := range h.accounts(s) {
				if err := t.regulateOne(h, p, may); err != nil {
					return err
				}
			}
		}
	}
	if !h.game.Running() || h.game.Verdict != 0 {
		return t.unmute(h)
	}
	return nil
}

// regulateOne lets one person write, or mutes him.
func (t *turn) regulateOne(h *held, p engine.Player, may bool) error {
	person := h.people[p]
	switch {
	case person.Muted == spared || h.game.Verdict != 0:
		return nil
	case may && person.Muted != "" && !person.Speaks:
		if err := t.keepMuted(h, p, person.Muted, true); err != nil {
			return err
		}
		return t.giveBack(h, p, person.Muted)
	case may, h.powers.Known && !h.powers.Mute, h.inTopic(): // nobody new is muted
		return nil
	case person.Muted == "":
		u := user{ID: person.Account}
		return t.inquire(h, u.ID, errand{Kind: mutes, User: u})
	case person.Speaks:
		if err := t.keepMuted(h, p, person.Muted, false); err != nil {
			return err
		}
		return t.restrict(h, p, allowing(false), restriction{})
	}
	return nil
}

// learntMute mutes somebody, if he still may not write, and is nobody's leader there.
func (t *turn) learntMute(h *held, e errand, a ack, s standing) error {
	p := h.player(e.User.ID)
	seat, _ := h.game.Who(p)
	if p == 0 || seat == 0 || h.game.MayWrite(seat) || a.fate != done || h.people[p].Muted != "" {
		return nil
	}
	before := ""
	switch s.Status {
	case "member":
		before = free
	case "restricted":
		before = permitted(a.result)
	case "creator", "administrator":
		return t.keepMuted(h, p, spared, false)
	default:
		return nil
	}
	if err := t.keepMuted(h, p, before, false); err != nil {
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

// unmute ends it all with the game: everybody has what he had.
func (t *turn) unmute(h *held) error {
	for i, person := range h.people {
		p := engine.Player(i)
		if person.Muted == "" {
			continue
		}
		if err := t.keepMuted(h, p, "", false); err != nil {
			return err
		}
		if person.Speaks || person.Muted == spared {
			continue
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

// keepMuted writes into the roster what somebody was allowed before, and whether he has it now.
func (t *turn) keepMuted(h *held, p engine.Player, before string, speaks bool) error {
	h.people = slices.Clone(h.people)
	h.people[p].Muted, h.people[p].Speaks = before, speaks
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
// Who leads the group no more can be muted again.
func (t *turn) overruled(m memberChange) error {
	if m.From.ID == t.b.self.ID || m.From.ID == m.New.User.ID || !m.New.inside() && !m.New.outside() {
		return nil
	}
	if err := t.forgive(m.Chat.ID, m.New.User.ID); err != nil {
		return err
	}
	return t.atTables(m.Chat.ID, m.New.User.ID, func(h *held, p engine.Player) error {
		person := h.people[p]
		if person.Muted == "" {
			return nil
		}
		now := ""
		switch m.New.Status {
		case "restricted":
			now = permitted(m.New.raw)
		case "member", "administrator":
			if now = spared; m.Old.Status == "administrator" && m.New.Status == "member" {
				now = ""
			}
		}
		if err := t.keepMuted(h, p, now, now != "" && now != spared && person.Speaks); err != nil || now != "" {
			return err
		}
		return t.regulate(h)
	})
}

// notRestricted takes that Telegram has refused to change what somebody may. What was not
// taken is not given back; what could not be given back is owed.
func (t *turn) notRestricted(a ack) error {
	r := a.row
	account, err := strconv.ParseInt(r.Params["user_id"], 10, 64)
	if err != nil {
		return nil // no row of ours
	}
	noRight := a.fate == unreachable || strings.Contains(a.err.Error(), "not enough rights")
	h := t.held(r.Game)
	if h != nil && noRight && a.fate == refused && h.powers.Mute {
		p := h.powers
		p.Mute = false
		if err := t.empowered(h, p); err != nil {
			return err
		}
	}
	if r.Params["permissions"] != allowing(false) || r.Params[untilDate] != "" {
		if noRight {
			return t.owe(r, account)
		}
		return nil
	}
	if h == nil {
		return nil
	}
	p := h.player(account)
	if p == 0 || h.people[p].Muted == "" {
		return nil
	}
	before := ""
	if !noRight && strings.Contains(a.err.Error(), "administrator") {
		before = spared // he has been made one since he was asked about
	}
	return t.keepMuted(h, p, before, false)
}

// mutes is the errand of what somebody who may not write was allowed.
const mutes = "mutes"
