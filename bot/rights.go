package bot

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// What the bot may do in a group (E47, G14, G15): looked at when it comes into the group or
// is given other rights, when a table is opened, and before the cards are dealt. What is
// missing is told in one message, with what it is needed for; told once, whatever else
// changes. The game goes on without: what the bot may not delete stays, whom it may not
// mute writes. Only where it may not write at all it hosts nothing.

// powers is what the bot may do in the group of a game. They stand in a slot of the game,
// so that a restart tells nothing twice.
type powers struct {
	Known  bool   `json:"k,omitempty"`
	Admin  bool   `json:"a,omitempty"` // it may speak to single members (telegram.md, 1.7)
	Hears  bool   `json:"h,omitempty"` // all that is said
	Delete bool   `json:"d,omitempty"`
	Mute   bool   `json:"m,omitempty"`
	Told   string `json:"t,omitempty"` // what the table has last been told that the bot may not do
}

// rightsSlot is where a game keeps them: no message has it.
const rightsSlot = toldSlot - 1

func rightsKey(id storage.GameID) storage.SlotKey {
	return storage.SlotKey{Game: id, Slot: uint32(rightsSlot)}
}

// powersOf are the powers that a game remembers.
func powersOf(tx *storage.Tx, id storage.GameID) (p powers) {
	s, _ := tx.Slot(rightsKey(id))
	if json.Unmarshal([]byte(s.Text), &p) != nil {
		return powers{}
	}
	return p
}

// empowered keeps what the bot may do.
func (t *turn) empowered(h *held, p powers) error {
	if h.powers == p || h.game.Finished() {
		return nil
	}
	h.powers = p
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return t.tx.SetSlot(rightsKey(h.id), storage.SlotState{Text: string(raw)})
}

// powersFrom reads somebody's standing as the bot's own.
func (t *turn) powersFrom(chat int64, s standing) powers {
	admin := s.Status == "administrator"
	return powers{Known: true, Admin: admin, Hears: admin || t.b.self.ReadsAll, Delete: admin && s.CanDelete, Mute: admin && s.CanMute && restrictable(chat)}
}

// askRights asks what the bot may do in the group of a table.
func (t *turn) askRights(h *held) error { return t.inquire(h, t.b.self.ID, errand{Kind: rights}) }

// learntRights goes on to ask what the bot hears, unless it is an administrator,
// who hears everything.
func (t *turn) learntRights(h *held, s standing, f fate) error {
	if f != done {
		return nil
	}
	p := t.powersFrom(h.table.Chat, s)
	p.Told = h.powers.Told
	if err := t.empowered(h, p); err != nil {
		return err
	}
	if !p.Admin {
		return t.question(h, "getMe", nil, errand{Kind: reads})
	}
	return t.weigh(h)
}

// learntReading takes whether the bot hears everything although it is no administrator.
func (t *turn) learntReading(h *held, a ack) error {
	var self me
	if a.fate != done || json.Unmarshal(a.result, &self) != nil {
		return nil
	}
	p := h.powers
	p.Hears = self.ReadsAll || p.Admin
	if err := t.empowered(h, p); err != nil {
		return err
	}
	return t.weigh(h)
}

// weigh tells the table once what is missing, and makes up for what was: who is still owed
// his right to write gets it back, who should be muted is.
func (t *turn) weigh(h *held) error {
	text := t.lackingAt(h)
	before := h.powers.Told
	p := h.powers
	p.Told = text
	if err := t.empowered(h, p); err != nil {
		return err
	}
	if told := cmp.Or(text, t.b.book.Note("enough")); text != before && !h.game.Finished() {
		if err := t.announce(h, told); err != nil {
			return err
		}
	}
	if !p.Mute {
		return nil
	}
	if err := t.payDebts(h.table.Chat); err != nil {
		return err
	}
	return t.regulate(h)
}

// lackingAt says what the bot may not do at a table, "" if nothing is missing: in a topic of
// a forum nobody is muted, whatever its rights.
func (t *turn) lackingAt(h *held) string {
	r := h.game.Rules
	if !h.inTopic() {
		return t.lacking(h.table.Chat, h.powers, r)
	}
	hard := r.HardMute
	r.MuteOut, r.HardMute = false, false
	text := t.lacking(h.table.Chat, h.powers, r)
	if hard {
		text = strings.TrimSpace(text + "\n" + t.b.book.Note("topic_hard_mute"))
	}
	return text
}

// lacking says what the bot may not do and is needed for rules, "" if nothing is missing.
func (t *turn) lacking(chat int64, p powers, r engine.Ruleset) string {
	var lines []string
	miss := func(what string) { lines = append(lines, what) }
	if !p.Hears {
		miss(t.b.book.Note("need_read"))
	}
	if !p.Delete {
		miss(t.b.book.Note("need_admin_delete"))
	}
	switch {
	case p.Mute || !r.MuteOut && !r.HardMute:
	case len(lines) == 0 && r.HardMute:
		return t.b.book.Note("no_hard_mute")
	case len(lines) == 0:
		return t.b.book.Note("no_restrict")
	case !restrictable(chat):
		miss(t.b.book.Note("need_supergroup"))
	case r.HardMute:
		miss(t.b.book.Note("need_hard_mute"))
	default:
		miss(t.b.book.Note("need_restrict"))
	}
	if len(lines) == 0 {
		return ""
	}
	return t.b.book.Note("needs", strings.Join(lines, "\n"))
}

// appointed takes a change of the bot's standing in a group in which nobody plays: when it
// comes, it says what it lacks there, and when it has been given something, what it still
// lacks.
func (t *turn) appointed(m memberChange) error {
	if !m.New.inside() || m.New.silenced() {
		return nil
	}
	now := t.powersFrom(m.Chat.ID, m.New.standing)
	if now.Mute {
		if err := t.payDebts(m.Chat.ID); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(t.b.games)) {
		if h := t.held(id); h.table.Chat == m.Chat.ID && !h.game.Finished() {
			return nil // the table hears it
		}
	}
	rules, err := t.rulesOfClub(m.Chat.ID)
	if err != nil {
		return err
	}
	chat := m.Chat.ID
	text, before := t.lacking(chat, now, rules), t.lacking(chat, t.powersFrom(chat, m.Old), rules)
	switch came := !m.Old.inside(); {
	case text == "" && came:
		text = t.b.book.Note("here")
	case text == "" && before != "":
		text = t.b.book.Note("here_enough")
	case came:
		text = t.b.book.Note("here_lacking", text)
	case text == before || len(text) > len(before): // who takes a right away knows it
		return nil
	}
	if text == "" {
		return nil
	}
	return t.tellChat(m.Chat.ID, 0, text)
}

// voiceRest is how often a bot that may not write in a group looks whether it may again:
// Telegram has no update for what everybody may do.
const voiceRest = 30 * time.Second

// voiceless takes that nobody may write in a group, the bot neither. Who has opened the
// table is told in private, for the group cannot be.
func (t *turn) voiceless(h *held) error {
	e := errand{Kind: voice}
	if t.asked(h, e) {
		return nil
	}
	if opener := h.game.Opener; opener != 0 && int(opener) < len(h.people) {
		if err := t.answer(h, h.people[opener].Account, t.b.book.Note("voiceless")); err != nil {
			return err
		}
	}
	return t.listenFor(h, e)
}

// listenFor looks in a while whether the bot may write.
func (t *turn) listenFor(h *held, e errand) error {
	then, err := e.written()
	if err != nil {
		return err
	}
	return t.enqueue(h, storage.Row{Game: h.id, Due: t.now.Add(voiceRest).UnixMilli(), Method: "getChat", Then: then})
}

// learntVoice lets a game go on where members may write again; otherwise it looks again, as
// long as the game waits.
func (t *turn) learntVoice(h *held, a ack) error {
	if h.game.Finished() || h.game.BarredUntil().IsZero() {
		return nil
	}
	var group struct {
		May struct {
			Send bool `json:"can_send_messages"`
		} `json:"permissions"`
	}
	if a.fate != done || json.Unmarshal(a.result, &group) != nil || !group.May.Send {
		return t.listenFor(h, errand{Kind: voice})
	}
	t.hushes[h.table.Chat] = time.Time{}
	return t.must(t.step(h, engine.Host, engine.LetIn{}, ""))
}
