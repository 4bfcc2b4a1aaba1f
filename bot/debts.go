package bot

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"mafiabot/storage"
)

// What a game has taken from somebody and Telegram does not let the bot give back, because
// its right to restrict was taken, or it was put out of the group, is owed to him: by the
// group and not by the game, for the game may be long over when the bot has the right again
// (B30). An administrator who changes himself what that person may has paid for it.

// debt is what somebody is to be allowed, as it is asked of Telegram.
type debt struct {
	Permissions string `json:"p"`
	Until       int64  `json:"u,omitempty"` // Unix seconds
}

// debts are what a group's members are owed, by their accounts.
func (t *turn) debts(chat int64) (map[int64]debt, error) {
	owed := map[int64]debt{}
	raw := t.tx.Debts(chat)
	if raw == nil {
		return owed, nil
	}
	if err := json.Unmarshal(raw, &owed); err != nil {
		return nil, fmt.Errorf("reading what is owed in chat %d: %w", chat, err)
	}
	return owed, nil
}

func (t *turn) setDebts(chat int64, owed map[int64]debt) error {
	if len(owed) == 0 {
		return t.tx.SetDebts(chat, nil)
	}
	raw, err := json.Marshal(owed)
	if err != nil {
		return fmt.Errorf("writing what is owed in chat %d: %w", chat, err)
	}
	return t.tx.SetDebts(chat, raw)
}

// owe keeps what a refused request was to give back. The group hears it once: its
// administrators can do it at once, the bot cannot.
func (t *turn) owe(r storage.Row, account int64) error {
	chat := address(t.tx, r)
	if chat >= 0 {
		return nil
	}
	owed, err := t.debts(chat)
	if err != nil {
		return err
	}
	first := len(owed) == 0
	d := debt{Permissions: r.Params["permissions"]}
	if until := r.Params[untilDate]; until != "" {
		if d.Until, err = strconv.ParseInt(until, 10, 64); err != nil {
			d.Until = 0 // no row of ours
		}
	}
	owed[account] = d
	if err := t.setDebts(chat, owed); err != nil || !first {
		return err
	}
	t.b.log.Warn("the right to write cannot be given back", "chat", chat)
	var thread int64
	if h := t.held(r.Game); h != nil {
		thread = h.table.Thread
	}
	return t.tellChat(chat, thread, t.b.book.Note("no_unmute"))
}

// payDebts gives back in a group what is owed there. The rows outlive a crash, so nothing is
// owed any more; what is refused again is owed again.
func (t *turn) payDebts(chat int64) error {
	owed, err := t.debts(chat)
	if err != nil || len(owed) == 0 {
		return err
	}
	for _, account := range slices.Sorted(maps.Keys(owed)) {
		d := owed[account]
		params := map[string]string{
			"user_id": strconv.FormatInt(account, 10), "permissions": d.Permissions, "use_independent_chat_permissions": "true",
		}
		switch left := d.Until - t.now.Unix(); {
		case d.Until == 0:
		case left < int64(soonest.Seconds()):
			params["permissions"] = allowing(true)
		default:
			params[untilDate] = strconv.FormatInt(d.Until, 10)
		}
		if err := t.enqueue(nil, storage.Row{Chat: chat, Due: t.now.UnixMilli(), Method: "restrictChatMember", Params: params}); err != nil {
			return err
		}
	}
	return t.setDebts(chat, nil)
}

// forgive strikes out what is owed to somebody in a group.
func (t *turn) forgive(chat, account int64) error {
	owed, err := t.debts(chat)
	if err != nil || len(owed) == 0 {
		return err
	}
	delete(owed, account)
	return t.setDebts(chat, owed)
}
