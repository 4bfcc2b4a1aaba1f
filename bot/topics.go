package bot

import (
	"encoding/json"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// A table in a topic of a forum, when the topic is closed: its players cannot speak, and the
// bot cannot either unless it manages topics. Its game stands still as behind E47 and goes on
// when the topic is opened again; other tables of the forum do not notice.

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
