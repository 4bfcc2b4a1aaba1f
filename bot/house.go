package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mafiabot/engine"
	"mafiabot/storage"
)

// What a club plays by: /ruleset, /pace and /set show it, and change it for an
// administrator between games; /game without rules plays it.

// houseCommands are the commands of a club's rules.
var houseCommands = []string{"ruleset", "pace", "set"}

// house returns what a chat's club plays by.
func (t *turn) house(chat int64) (h engine.House, err error) {
	raw := t.tx.House(chat)
	if raw == nil {
		return h, nil
	}
	if err := json.Unmarshal(raw, &h); err != nil {
		return h, fmt.Errorf("reading the rules of chat %d: %w", chat, err)
	}
	return h, nil
}

// rulesOfClub returns the rules of a chat's club. What it has set and is no more is in
// the log, and stays set.
func (t *turn) rulesOfClub(chat int64) (engine.Ruleset, error) {
	h, err := t.house(chat)
	if err != nil {
		return engine.Ruleset{}, err
	}
	r, passed := h.Ruleset()
	t.passedOver(chat, passed)
	return r, nil
}

// passedOver writes into the log what a group has set and no knob has any more.
func (t *turn) passedOver(chat int64, keys []string) {
	if len(keys) > 0 {
		t.b.log.Warn("what a group has set is passed over", "chat", chat, "keys", strings.Join(keys, " "))
	}
}

// houseInGroup takes «/ruleset», «/pace» or «/set» in a group. As with /words, what is to
// change is read only when it is known that its author may change it.
func (t *turn) houseInGroup(m *message, h *held, c command) error {
	words := strings.Fields(c.args)
	changes := len(words) > 0 && (c.name != "set" || len(words) > 1)
	switch {
	case !changes:
		text, err := t.shownHouse(m.Chat.ID, c.name, words)
		if err != nil {
			return err
		}
		return t.show(m, h, text)
	case t.plays(m.Chat.ID):
		return t.show(m, h, t.b.book.Note("rules_in_game"))
	case m.anonymous():
		return t.rerule(m.Chat.ID, m.thread(), c.name+" "+c.args)
	}
	return t.askAdmin(m, errand{Kind: rerules, User: user{ID: m.From.ID}, Words: c.name + " " + c.args, Thread: m.thread()})
}

// shownHouse says what a club plays by, or what one of its keys means.
func (t *turn) shownHouse(chat int64, name string, words []string) (string, error) {
	r, err := t.rulesOfClub(chat)
	if err != nil {
		return "", err
	}
	if name != "set" || len(words) == 0 {
		return t.b.book.House(r), nil
	}
	if text := t.b.book.Knob(r, strings.ToLower(words[0])); text != "" {
		return text, nil
	}
	return t.b.book.Note("unknown_key"), nil
}

// rerule changes what a group plays by, and says so there.
func (t *turn) rerule(chat, thread int64, text string) error {
	if t.plays(chat) {
		return t.tellChat(chat, thread, t.b.book.Note("rules_in_game"))
	}
	before, err := t.house(chat)
	if err != nil {
		return err
	}
	after, key, err := reruled(before, strings.Fields(strings.ToLower(text)))
	var why engine.Refusal
	switch {
	case errors.As(err, &why):
		if why == "bad_value" || why == "settled_key" {
			r, _ := before.Ruleset()
			return t.tellChat(chat, thread, t.b.book.Knob(r, key))
		}
		return t.tellChat(chat, thread, t.b.book.Note(string(why), strings.Join(engine.Presets(), ", "), strings.Join(engine.Paces(), ", ")))
	case err != nil:
		return err
	}
	if err := t.setHouse(chat, after); err != nil {
		return err
	}
	old, _ := before.Ruleset()
	r, _ := after.Ruleset()
	return t.tellChat(chat, thread, t.b.book.HouseSet(old, r, key))
}

// reruled carries out a change that is written as a command; the key is that of /set.
func reruled(h engine.House, words []string) (after engine.House, key string, err error) {
	name, words := words[0], words[1:]
	switch {
	case name == "ruleset" && len(words) == 2 && slices.Contains(engine.Paces(), words[1]):
		after, err = h.Play(words[0], words[1])
	case name == "ruleset" && len(words) == 1:
		after, err = h.Play(words[0], "")
	case name == "pace" && len(words) == 1:
		after, err = h.Play("", words[0])
	case name == "set" && len(words) == 2:
		key = words[0]
		value := words[1]
		if value == "default" || value == "сброс" {
			value = ""
		}
		after, err = h.With(key, value)
	default:
		err = engine.Refusal("set_usage")
	}
	return after, key, err
}

// setHouse makes a club play by something else from now on.
func (t *turn) setHouse(chat int64, h engine.House) error {
	raw, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("writing the rules of chat %d: %w", chat, err)
	}
	t.b.log.Info("a group plays by other rules", "chat", chat, "rules", string(raw))
	return t.tx.SetHouse(chat, raw)
}

// byAdmin changes something in a group for one of its administrators; who is none is told
// so by the note.
func (t *turn) byAdmin(e errand, a ack, s standing, none string, change func(chat, thread int64, text string) error) error {
	switch {
	case a.fate != done && !a.notThere():
		return t.tellChat(a.row.Chat, e.Thread, t.b.book.Note("try_again"))
	case s.Status != "creator" && s.Status != "administrator":
		return t.tellChat(a.row.Chat, e.Thread, t.b.book.Note(none))
	}
	return change(a.row.Chat, e.Thread, e.Words)
}

// askAdmin asks whether who wants to change something in a group is one of its
// administrators.
func (t *turn) askAdmin(m *message, e errand) error {
	then, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("writing an errand: %w", err)
	}
	same := func(r storage.Row) bool { return r.Chat == m.Chat.ID && r.Then == string(then) }
	if slices.ContainsFunc(t.posts, same) || len(t.b.outbox.unsent(same, t.drops)) > 0 {
		return nil
	}
	return t.enqueue(nil, storage.Row{
		Chat: m.Chat.ID, Due: t.now.UnixMilli(), Until: t.now.Add(errandTime).UnixMilli(),
		Method: "getChatMember", Params: map[string]string{"user_id": strconv.FormatInt(m.From.ID, 10)}, Then: string(then),
	})
}
