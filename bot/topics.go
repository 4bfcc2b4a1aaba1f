package bot

import (
	"encoding/json"
	"errors"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// A table in a topic of a forum, when the topic is closed or deleted. Closed, its players cannot speak, and the
// bot cannot either unless it manages topics. Its game stands still as behind E47 and goes on
// when the topic is opened again; other tables of the forum do not notice. Deleted, it
// takes the table along, and only the refusal of what was to be said there tells it.

// inTopic reports whether the table is in a topic of a forum. Who is muted is muted in the
// whole forum, so at such a table words are deleted and nobody is muted (G14, G15): other
// topics are none of the game's business (B29).
func (h *held) inTopic() bool { return h.table.Thread != 0 }

// topicNews is what a service message says of its topic.
type topicNews struct {
	Closed   json.RawMessage `json:"forum_topic_closed"`
	Reopened json.RawMessage `json:"forum_topic_reopened"`
}

func (n topicNews) any() bool { return present(n.Closed) || present(n.Reopened) }

// topic takes that a topic has been closed, or opened again.
func (t *turn) topic(m *message) error {
	h, err := t.at(m)
	switch {
	case err != nil || h == nil:
		return err
	case present(m.Closed):
		return t.topicClosed(h)
	case h.game.Bar.Topic:
		return t.letIn(h)
	}
	return nil
}

// topicClosed suspends a game; nothing of it goes into its topic as long as it waits.
func (t *turn) topicClosed(h *held) error {
	if err := t.must(t.step(h, engine.Host, engine.PutOut{Topic: true}, "")); err != nil {
		return err
	}
	if until := h.game.BarredUntil(); !until.IsZero() && h.game.Bar.Topic {
		t.b.log.Info("the topic is closed", "game", h.id, "chat", h.table.Chat, "thread", h.table.Thread)
		t.shuts[h.id] = until
	}
	return nil
}

// topicGone ends the game of a row whose topic has been deleted. There is no place any more
// where it could be told, so everybody at the table hears it in private.
func (t *turn) topicGone(r storage.Row) error {
	h := t.held(r.Game)
	if h == nil || h.game.Finished() {
		return nil
	}
	people := h.atTable()
	var refusal engine.Refusal
	if err := t.step(h, engine.Host, engine.LosePlace{}, ""); errors.As(err, &refusal) {
		return nil // it has ended already
	} else if err != nil {
		return err
	}
	t.shuts[h.id] = time.Time{}
	t.b.log.Info("the topic is deleted", "game", h.id, "chat", h.table.Chat, "thread", h.table.Thread)
	for _, account := range people {
		if err := t.answer(h, account, t.b.book.Note("topic_gone", h.title)); err != nil {
			return err
		}
	}
	return nil
}

// atTable are the accounts of those who sit at the table, or have died there.
func (h *held) atTable() (accounts []int64) {
	for i, p := range h.people {
		if _, part := h.game.Who(engine.Player(i)); i > 0 && part != engine.StrangerPart {
			accounts = append(accounts, p.Account)
		}
	}
	return accounts
}

// letIn lets a game go on whose host can write at its table again.
func (t *turn) letIn(h *held) error {
	t.shuts[h.id] = time.Time{}
	return t.must(t.step(h, engine.Host, engine.LetIn{}, ""))
}

// bar keeps what a suspended game has to say to its table until an instant: what is said in
// other topics of a forum has nothing to do with a closed one.
func (o *outbox) bar(h *held, until time.Time) {
	if h.game.Bar.Topic {
		o.shut[h.id] = until
		return
	}
	o.hush(h.table.Chat, until)
}

// shutOff is until when a row waits for its topic to be opened. What is asked, and what is
// deleted, needs no open topic.
func (o *outbox) shutOff(r storage.Row) time.Time {
	if r.Game == 0 || r.To != 0 || kindOfLane(r.Method) != posts {
		return time.Time{}
	}
	return o.shut[r.Game]
}
