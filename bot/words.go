package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// What a club hears: /words shows it, tries a phrase, and changes it between games.

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

// setClub makes a chat hear something else from now on.
func (t *turn) setClub(chat int64, words messages.ClubWords) error {
	raw, err := json.Marshal(words)
	if err != nil {
		return fmt.Errorf("writing the words of chat %d: %w", chat, err)
	}
	c := club{words, words.Lexicon()}
	if len(words.Languages)+len(words.Added)+len(words.Dropped) == 0 {
		raw, c.lexicon = nil, nil
	}
	t.clubs[chat] = c
	t.b.log.Info("a group hears other words", "chat", chat)
	return t.tx.SetWords(chat, raw)
}

// wordsInGroup takes «/words …» in a group. In a game it is heard from those alone
// who do not play: what stands behind a player's command is said (G22).
func (t *turn) wordsInGroup(m *message, h *held, args string) error {
	c, err := t.club(m.Chat.ID)
	if err != nil {
		return err
	}
	switch verb, rest := cutWord(args); verb {
	case "":
		return t.show(m, h, t.b.book.ClubWords(c.words))
	case "test":
		said, err := t.tested(t.lastAt(m, h), c, rest)
		if err != nil {
			return err
		}
		return t.show(m, h, said)
	}
	if t.plays(m.Chat.ID) {
		return t.show(m, h, t.b.book.Note("words_in_game"))
	}
	_, said, err := t.reworded(c.words, args)
	if err != nil {
		return t.show(m, h, said)
	}
	if m.anonymous() {
		return t.reword(m.Chat.ID, m.thread(), args)
	}
	return t.askWords(m, args)
}

// wordsInPrivate takes «/words …» in a private chat, for the table at which its author
// sits, or sat last.
func (t *turn) wordsInPrivate(m *message, h *held, args string) error {
	if h == nil {
		h = t.lastOf(m.From.ID)
	}
	var c club
	if h != nil {
		var err error
		if c, err = t.club(h.table.Chat); err != nil {
			return err
		}
	}
	switch verb, rest := cutWord(args); verb {
	case "":
		return t.inform(m.From.ID, t.b.book.ClubWords(c.words))
	case "test":
		said, err := t.tested(h, c, rest)
		if err != nil {
			return err
		}
		return t.inform(m.From.ID, said)
	}
	return t.inform(m.From.ID, t.b.book.Note("group_only"))
}

// cutWord splits the first word off, in small letters.
func cutWord(s string) (word, rest string) {
	word = strings.TrimSpace(s)
	if i := strings.IndexFunc(word, unicode.IsSpace); i >= 0 {
		word, rest = word[:i], strings.TrimSpace(word[i:])
	}
	return strings.ToLower(word), rest
}

// tested says what is heard in a phrase at a table, nil being one of the plain rules.
func (t *turn) tested(h *held, c club, phrase string) (string, error) {
	if phrase == "" {
		return t.b.book.Note("words_usage"), nil
	}
	at := messages.Table{Seats: engine.MaxSeats, Words: c.lexicon, Host: t.b.me}
	if h != nil {
		at.Seats, at.Nicks, at.Code = h.seats(), h.nicks(), h.code()
		return t.b.book.Tested(h.rules(), phrase, messages.Hear(phrase, at)), nil
	}
	rules, err := engine.Preset(engine.Czernowitz, engine.ChatTempo)
	if err != nil {
		return "", fmt.Errorf("reading the plain rules: %w", err)
	}
	return t.b.book.Tested(rules, phrase, messages.Hear(phrase, at)), nil
}

// lastAt returns the game that runs at a message's table, or else the last one there.
func (t *turn) lastAt(m *message, h *held) *held {
	table := storage.Table{Chat: m.Chat.ID, Thread: m.thread()}
	return t.latest(h, func(g *held) bool { return g.table == table })
}

// lastOf returns the last game that somebody had a place in, nil if none is known.
func (t *turn) lastOf(account int64) *held {
	return t.latest(nil, func(g *held) bool { return g.player(account) != 0 })
}

// latest returns a game, if there is one, else the last that fits.
func (t *turn) latest(h *held, fits func(*held) bool) *held {
	if h != nil {
		return h
	}
	for id, g := range t.b.games {
		if fits(g) && (h == nil || id > h.id) {
			h = g
		}
	}
	return h
}

// plays reports whether a game runs in the chat, in whatever topic: its rules must not
// change under it.
func (t *turn) plays(chat int64) bool {
	for id, h := range t.b.games {
		if own := t.games[id]; own != nil {
			h = own
		}
		if h.table.Chat == chat && h.game.Running() {
			return true
		}
	}
	return false
}

// reworded changes a club's words as a command asks, and says what is heard now; or it
// says why that cannot be.
func (t *turn) reworded(words messages.ClubWords, args string) (messages.ClubWords, string, error) {
	book := t.b.book
	verb, rest := cutWord(strings.Join(strings.Fields(args), " "))
	var err error
	var said string
	switch verb {
	case "add":
		class, text := cutWord(rest)
		words, err = words.Add(class, text)
		said = book.Note("words_heard", text, class)
	case "remove":
		words, err = words.Remove(rest)
		said = book.Note("words_unheard", rest)
	case "languages":
		words, err = words.Speak(strings.Fields(strings.ToLower(rest)))
		said = book.Note("words_languages", book.Languages(words.Languages))
	default:
		return words, book.Note("words_usage"), errUsage
	}
	if err != nil {
		return words, book.WordRefused(err), err
	}
	return words, said, nil
}

// errUsage is the error of a command that is written wrongly.
var errUsage = errors.New("no such use of the command")

// askWords asks whether who wants to change the words of a group is one of its
// administrators.
func (t *turn) askWords(m *message, args string) error {
	then, err := json.Marshal(errand{Kind: rewords, User: user{ID: m.From.ID}, Words: args, Thread: m.thread()})
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

// learntWords changes the words of a group for one of its administrators.
func (t *turn) learntWords(e errand, a ack, s standing) error {
	switch {
	case a.fate != done && !a.notThere():
		return t.tellChat(a.row.Chat, e.Thread, t.b.book.Note("try_again"))
	case s.Status != "creator" && s.Status != "administrator":
		return t.tellChat(a.row.Chat, e.Thread, t.b.book.Note("words_admin"))
	}
	return t.reword(a.row.Chat, e.Thread, e.Words)
}

// reword changes the words of a group, and says so there: it is a change of the rules.
func (t *turn) reword(chat, thread int64, args string) error {
	if t.plays(chat) {
		return t.tellChat(chat, thread, t.b.book.Note("words_in_game"))
	}
	c, err := t.club(chat)
	if err != nil {
		return err
	}
	changed, said, refused := t.reworded(c.words, args)
	if refused == nil { // nobody has changed the same in the meantime
		if err := t.setClub(chat, changed); err != nil {
			return err
		}
	}
	return t.tellChat(chat, thread, said)
}

// watches reports whether somebody has no part in the game of a table.
func (h *held) watches(account int64) bool {
	_, part := h.game.Who(h.player(account))
	return part == engine.StrangerPart
}
