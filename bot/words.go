package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// What a club hears: /words shows it and tries a phrase; reword.go changes it.

// club is what a group hears otherwise than others.
type club struct {
	words   messages.ClubWords
	lexicon *messages.Lexicon // nil: what everybody hears
}

// club returns what a chat hears. It is read when something is said there, and kept
// if it is anything of its own.
func (t *turn) club(chat int64) (club, error) {
	if c, known := t.clubs[chat]; known {
		return c, nil
	}
	if c, known := t.b.clubs[chat]; known {
		return c, nil
	}
	var c club
	raw := t.tx.Words(chat)
	if raw == nil {
		return c, nil
	}
	if err := json.Unmarshal(raw, &c.words); err != nil {
		return c, fmt.Errorf("reading the words of chat %d: %w", chat, err)
	}
	c.lexicon = c.words.Lexicon()
	t.clubs[chat] = c
	return c, nil
}

// wordsInGroup takes «/words …» in a group. In a game it is heard from those alone
// who do not play: what stands behind a player's command is said (G22). Who wants a
// change is told first whether he may, and then what is wrong with it.
func (t *turn) wordsInGroup(m *message, h *held, args string) error {
	verb, rest := cutWord(args)
	switch {
	case verb == "" || verb == "test" || verb == "languages" && rest == "":
		c, err := t.club(m.Chat.ID)
		if err != nil {
			return err
		}
		return t.showWords(m, h, c, verb, rest)
	case !changes(verb):
		return t.show(m, h, t.b.book.Note("words_usage"))
	case t.plays(m.Chat.ID):
		return t.show(m, h, t.b.book.Note("words_in_game"))
	case m.anonymous():
		return t.reword(m.Chat.ID, m.thread(), args)
	}
	return t.askWords(m, args)
}

// showWords answers in a group what changes nothing. A list that would be a wall of
// text there goes to the private chat of who asks, if it is open.
func (t *turn) showWords(m *message, h *held, c club, verb, rest string) error {
	book := t.b.book
	switch verb {
	case "test":
		last, err := t.lastAt(m, h)
		if err != nil {
			return err
		}
		said, err := t.tested(last, c, rest)
		if err != nil {
			return err
		}
		return t.show(m, h, said)
	case "languages":
		return t.show(m, h, book.Note("words_speaks", book.Languages(c.words.Languages)))
	}
	short, whole := book.ClubWords(c.words), book.AllClubWords(c.words)
	if short == whole || t.aside(m, h) {
		return t.show(m, h, whole)
	}
	if m.person() && t.tx.Open(m.From.ID) {
		if err := t.inform(m.From.ID, whole); err != nil {
			return err
		}
		short += "\n" + book.Note("words_whole")
	}
	return t.show(m, h, short)
}

// wordsInPrivate takes «/words …» in a private chat: a phrase is tried for the table at
// which its author sits, or sat last; what a club has changed is shown to who sits at
// its table, for a person may have many.
func (t *turn) wordsInPrivate(m *message, h *held, args string) error {
	book := t.b.book
	verb, rest := cutWord(args)
	list := verb == "" || verb == "languages" && rest == ""
	switch {
	case list && h == nil:
		return t.inform(m.From.ID, book.Note("words_private"))
	case verb == "test" && h == nil:
		h = t.lastOf(m.From.ID)
	case changes(verb) && !list:
		return t.inform(m.From.ID, book.Note("group_only"))
	case !list && verb != "test":
		return t.inform(m.From.ID, book.Note("words_usage"))
	}
	var c club
	if h != nil {
		var err error
		if c, err = t.club(h.table.Chat); err != nil {
			return err
		}
	}
	switch verb {
	case "test":
		said, err := t.tested(h, c, rest)
		if err != nil {
			return err
		}
		return t.inform(m.From.ID, said)
	case "languages":
		return t.inform(m.From.ID, book.Note("words_speaks", book.Languages(c.words.Languages)))
	}
	return t.inform(m.From.ID, book.AllClubWords(c.words))
}

// cutWord splits the first word off, in small letters.
func cutWord(s string) (word, rest string) {
	word = strings.TrimSpace(s)
	if i := strings.IndexFunc(word, unicode.IsSpace); i >= 0 {
		word, rest = word[:i], strings.TrimSpace(word[i:])
	}
	return strings.ToLower(word), rest
}

// tested says what is heard in a phrase at a table; without one, in a club by the
// plain rules.
func (t *turn) tested(h *held, c club, phrase string) (string, error) {
	if phrase == "" {
		return t.b.book.Note("words_usage"), nil
	}
	if h != nil {
		at, err := t.table(h)
		return t.b.book.Tested(h.rules(), messages.Hear(phrase, at)), err
	}
	rules, err := engine.Preset(engine.Czernowitz, engine.ChatTempo)
	if err != nil {
		return "", fmt.Errorf("reading the plain rules: %w", err)
	}
	at := messages.Table{Seats: engine.MaxSeats, Words: c.lexicon, Host: t.b.me}
	return t.b.book.Tested(rules, messages.Hear(phrase, at)), nil
}

// lastAt returns the game at a message's table, if there is one, or else the last one
// there, nil if there was none. One that ended before the bot started is read again,
// and stays at hand as if it had ended since.
func (t *turn) lastAt(m *message, h *held) (*held, error) {
	if h != nil {
		return h, nil
	}
	id, known := t.tx.LastGame(storage.Table{Chat: m.Chat.ID, Thread: m.thread()})
	if last := t.held(id); last != nil || !known {
		return last, nil
	}
	g, err := t.tx.Game(id)
	if err != nil {
		return nil, err
	}
	last, err := load(t.tx, g)
	if err != nil {
		return nil, err
	}
	t.games[id] = last
	return last, nil
}

// lastOf returns the last game at hand that somebody had a place in, nil if none is.
func (t *turn) lastOf(account int64) (last *held) {
	for id, h := range t.b.games {
		if h.player(account) != 0 && (last == nil || id > last.id) {
			last = h
		}
	}
	return last
}

// watches reports whether somebody has no part in the game of a table.
func (h *held) watches(account int64) bool {
	_, part := h.game.Who(h.player(account))
	return part == engine.StrangerPart || part == engine.JudgePart
}
