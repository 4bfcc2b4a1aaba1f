package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// What Telegram must be asked before somebody can be answered: whether he is a
// member of the group, whether the bot may delete there. A question is a row of
// the outbox with its errand, so that a crash between the two loses nobody.

// errand is what the answer to a question is for.
type errand struct {
	Kind  string `json:"k"`
	User  user   `json:"u,omitzero"`
	Press string `json:"p,omitempty"` // the press that is to be answered, "" for a message
	Other user   `json:"o,omitzero"`  // whom he names as judge

	PutOut bool `json:"x,omitempty"` // he has not left by himself

	With uint8 `json:"m,omitempty"` // the player beside whom he wants to sit (T95)

	Words  string `json:"w,omitempty"` // how the words or the rules of the group are to change
	Thread int64  `json:"t,omitempty"` // where that was written

	Said json.RawMessage `json:"d,omitempty"` // the message that makes the host ask

	Seats uint16 `json:"s,omitempty"` // whom the judges name the best

	Window uint32 `json:"v,omitempty"` // of the vote whose message he misses
}

// The kinds of errands.
const (
	joins   = "join"   // he wants to sit down
	stops   = "stop"   // he wants the game to be stopped
	decides = "best"   // he names the best player for the judges
	rights  = "rights" // what the bot may do in the group
	reads   = "reads"  // whether it hears everything there
	voice   = "voice"  // whether it may write there again

	judges = "judge" // he wants to judge
	names  = "names" // he wants somebody else to judge

	rewords = "words" // he wants to change what the group hears; no game has a part in it
	rerules = "rules" // he wants to change what it plays by; nor has one in this
)

// errandTime is how long a question is worth an answer.
const errandTime = 2 * time.Minute

// inquire asks what an account is in the group of a game. Who presses again while
// the question is on its way only loses his hourglass: the answer is for both.
func (t *turn) inquire(h *held, account int64, e errand) error {
	if t.asked(h, e) {
		if e.Press != "" {
			t.toasts = append(t.toasts, toast{id: e.Press})
		}
		return nil
	}
	return t.question(h, "getChatMember", map[string]string{"user_id": strconv.FormatInt(account, 10)}, e)
}

// asked reports whether a question with the same errand waits for its answer.
func (t *turn) asked(h *held, e errand) bool {
	same := func(r storage.Row) bool {
		var other errand
		return r.Then != "" && r.Game == h.id && json.Unmarshal([]byte(r.Then), &other) == nil && other.Kind == e.Kind && other.User.ID == e.User.ID
	}
	return slices.ContainsFunc(t.posts, same) || len(t.b.outbox.unsent(same, t.drops)) > 0
}

func (t *turn) question(h *held, method string, params map[string]string, e errand) error {
	then, err := e.written()
	if err != nil {
		return err
	}
	return t.enqueue(h, storage.Row{
		Game: h.id, Due: t.now.UnixMilli(), Until: t.now.Add(errandTime).UnixMilli(),
		Method: method, Params: params, Then: then,
	})
}

// written is the errand as a row bears it.
func (e errand) written() (string, error) {
	then, err := json.Marshal(e)
	if err != nil {
		return "", fmt.Errorf("writing an errand: %w", err)
	}
	return string(then), nil
}

// standing is what getChatMember tells of somebody.
type standing struct {
	User      user   `json:"user"`
	Status    string `json:"status"`
	IsMember  bool   `json:"is_member"`
	CanSend   bool   `json:"can_send_messages"`
	CanDelete bool   `json:"can_delete_messages"`
	CanMute   bool   `json:"can_restrict_members"`
}

func (s standing) inside() bool {
	switch s.Status {
	case "creator", "administrator", "member":
		return true
	case "restricted":
		return s.IsMember
	}
	return false
}

// outside reports whether Telegram says that somebody is not in the chat.
func (s standing) outside() bool {
	return s.Status == "left" || s.Status == "kicked" || s.Status == "restricted" && !s.IsMember
}

// silenced reports whether he is in the chat and may not write there.
func (s standing) silenced() bool { return s.Status == "restricted" && s.IsMember && !s.CanSend }

// learnt takes the answer to a question and does its errand. Somebody whom
// Telegram does not find in the group is not there.
func (t *turn) learnt(a ack) error {
	var e errand
	h := t.held(a.row.Game)
	if json.Unmarshal([]byte(a.row.Then), &e) != nil || h == nil && e.Kind != rewords && e.Kind != rerules {
		return nil // of another version, or of a game that is gone: he asks again
	}
	var s standing
	if e.Kind != reads && json.Unmarshal(a.result, &s) != nil {
		s = standing{} // whoever cannot be read is not there
	}
	switch e.Kind {
	case joins:
		return t.admit(h, e, a, s)
	case decides:
		return t.decided(h, e, s.Status == "creator" || s.Status == "administrator")
	case stops:
		return t.stop(h, e.User, s.Status == "creator")
	case judges:
		return t.takeChair(h, e, a, s)
	case names:
		return t.nameJudge(h, e, s.Status == "creator")
	case mutes:
		return t.learntMute(h, e, a, s)
	case leaves, returns, speaks:
		return t.learntWhereabouts(h, e, a, s)
	case strayed:
		return t.stayed(e)
	case shows:
		return t.learntShown(h, e, a)
	case rights:
		return t.learntRights(h, s, a.fate)
	case reads:
		return t.learntReading(h, a)
	case voice:
		return t.learntVoice(h, a)
	case rewords:
		return t.byAdmin(e, a, s, "words_admin", t.reword)
	case rerules:
		return t.byAdmin(e, a, s, "rules_admin", t.rerule)
	}
	return nil
}

// notThere reports whether Telegram says that a person is not in the group, and not
// that it cannot tell.
func (a ack) notThere() bool {
	return a.fate == refused && (strings.Contains(a.err.Error(), "not found") || strings.Contains(a.err.Error(), "PARTICIPANT_ID_INVALID"))
}

// admit seats a person, if he is a member of the group.
func (t *turn) admit(h *held, e errand, a ack, s standing) error {
	p, err := stranger, error(engine.Refusal("not_member"))
	switch {
	case s.inside():
		p, err = t.join(h, e.User, e.seating())
	case a.fate != done && !a.notThere():
		err = engine.Refusal("try_again")
	}
	if e.Press == "" {
		return t.joined(h, e.User, p, err)
	}
	if err == nil {
		if other := t.renamed(h, e.User, p); other != "" {
			t.toasts = append(t.toasts, toast{id: e.Press, text: other, alert: true})
			return nil
		}
	}
	return t.toast(h, toast{id: e.Press}, e.User.ID, p, e.seating(), err)
}

// stop lets the engine decide whether a person may stop the game.
func (t *turn) stop(h *held, u user, owner bool) error {
	p := h.player(u.ID)
	if p == 0 {
		p = stranger
	}
	c := engine.Stop{Owner: owner}
	err := t.step(h, p, c, "")
	var r engine.Refusal
	view := h.game.View(p)
	switch {
	case err == nil && h.game.Running():
		return t.answer(h, u.ID, t.b.book.Done(view, c, h.name))
	case err == nil:
		return nil // the table hears of it
	case errors.As(err, &r) && t.tx.Open(u.ID):
		return t.answer(h, u.ID, t.b.book.Refused(view, c, r, h.name))
	case errors.As(err, &r) && (owner || !h.game.Running()):
		return t.announce(h, t.b.book.Refused(view, c, r, h.name))
	case errors.As(err, &r):
		return nil
	}
	return err
}

// announce says something to the table that is no fact of the game.
func (t *turn) announce(h *held, text string) error {
	row := storage.Row{Game: h.id, Due: t.now.UnixMilli(), Method: "sendMessage", Params: quiet(text)}
	if h.table.Thread != 0 {
		row.Params["message_thread_id"] = strconv.FormatInt(h.table.Thread, 10)
	}
	return t.once(h, row)
}
