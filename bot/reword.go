package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mafiabot/messages"
)

// Administrators change what their club hears, between games.

// changes reports whether a verb of /words changes something.
func changes(verb string) bool {
	return slices.Contains([]string{"add", "remove", "languages", "reset"}, verb)
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

// errUsage is the error of a change that is written wrongly.
var errUsage = errors.New("no such use of the command")

// reworded changes a club's words as a command asks, and says what is heard now; or it
// says why that cannot be.
func (t *turn) reworded(words messages.ClubWords, args string) (changed messages.ClubWords, said string, err error) {
	verb, rest := cutWord(args)
	switch verb {
	case "add":
		changed, said, err = t.worded(words, rest)
	case "remove":
		changed, said, err = t.unworded(words, rest)
	case "languages":
		changed, said, err = t.spoken(words, rest)
	case "reset":
		changed, said = messages.ClubWords{}, t.b.book.WordsReset(words)
		if said == "" {
			err = messages.ErrWordKnown
		}
	default:
		return words, t.b.book.Note("words_usage"), errUsage
	}
	if err != nil && said == "" {
		said = t.b.book.WordRefused(err)
	}
	return changed, said, err
}

// worded adds a word, and says what is kept of it: what was typed may be another form.
func (t *turn) worded(words messages.ClubWords, rest string) (messages.ClubWords, string, error) {
	book := t.b.book
	typed, text := cutWord(rest)
	class, known := messages.WordClass(typed)
	switch {
	case text == "" && known:
		return words, book.Note("words_which", class), errUsage
	case text == "":
		return words, book.Note("words_add", strings.Join(messages.WordClasses(), ", ")), errUsage
	}
	changed, err := words.Add(class, text)
	if err != nil {
		return words, "", err
	}
	kept := newWord(words.Dropped, changed.Dropped) // what was dropped is heard again
	if len(changed.Added) > len(words.Added) {
		kept = changed.Added[len(changed.Added)-1].Text
	}
	return changed, book.Note("words_heard", kept, class), nil
}

// unworded takes a word out, and says which it was.
func (t *turn) unworded(words messages.ClubWords, rest string) (messages.ClubWords, string, error) {
	changed, err := words.Remove(rest)
	if errors.Is(err, messages.ErrWordEmpty) {
		return words, t.b.book.Note("words_remove"), errUsage
	}
	if err != nil {
		return words, "", err
	}
	kept := newWord(changed.Dropped, words.Dropped)
	if kept == "" {
		kept = newWord(texts(words.Added), texts(changed.Added))
	}
	return changed, t.b.book.Note("words_unheard", kept), nil
}

// newWord returns the first word of a list that another one lacks, "" if none.
func newWord(list, other []string) string {
	if i := slices.IndexFunc(list, func(w string) bool { return !slices.Contains(other, w) }); i >= 0 {
		return list[i]
	}
	return ""
}

func texts(added []messages.AddedWord) (all []string) {
	for _, w := range added {
		all = append(all, w.Text)
	}
	return all
}

// spoken changes the languages, «ru uk» or «ru, uk»; one that is unknown is named.
func (t *turn) spoken(words messages.ClubWords, rest string) (messages.ClubWords, string, error) {
	book := t.b.book
	names := strings.Fields(strings.ReplaceAll(strings.ToLower(rest), ",", " "))
	for _, name := range names {
		if _, err := words.Speak([]string{name}); err != nil {
			return words, book.Note("words_language_unknown", cut(name, maxNick)), err
		}
	}
	changed, err := words.Speak(names)
	if err != nil {
		return words, "", err
	}
	key := "words_languages"
	if len(changed.Languages) == 1 {
		key = "words_language"
	}
	return changed, book.Note(key, book.Languages(changed.Languages)), nil
}

// askWords asks whether who wants to change the words of a group is one of its
// administrators.
func (t *turn) askWords(m *message, args string) error {
	return t.askAdmin(m, errand{Kind: rewords, User: user{ID: m.From.ID}, Words: args, Thread: m.thread()})
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
