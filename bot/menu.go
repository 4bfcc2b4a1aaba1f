package bot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"mafiabot/storage"
)

// menuRest is how long the bot waits before it tries again to tell Telegram of its commands.
const menuRest = time.Minute

// menuCall is one thing that Telegram is told about the bot.
type menuCall struct {
	Method string
	Params map[string]string
}

// menu is what Telegram is to show of the bot: a list of commands where it can be used, and
// what it is. There is one language so far, so all is said without a language code,
// which is how Telegram shows it to everybody.
func (b *Bot) menu() []menuCall {
	type item struct {
		Command     string `json:"command"`
		Description string `json:"description"`
	}
	everywhere := []item{{"rules", b.book.Note("menu_rules")}, {"fouls", b.book.Note("menu_fouls")}, {"leave", b.book.Note("menu_leave")}, {"help", b.book.Note("menu_help")}}
	private := append([]item{
		{"shoot", b.book.Note("menu_shoot")}, {"check", b.book.Note("menu_check")}, {"don", b.book.Note("menu_don")},
	}, everywhere...)
	group := append([]item{
		{"game", b.book.Note("menu_game")}, {"join", b.book.Note("menu_join")}, {"ready", b.book.Note("menu_ready")}, {"ballot", b.book.Note("menu_ballot")},
		{"pass", b.book.Note("menu_pass")}, {"stop", b.book.Note("menu_stop")}, {"judge", b.book.Note("menu_judge")},
	}, everywhere...)
	admins := append([]item{
		{"ruleset", b.book.Note("menu_ruleset")}, {"pace", b.book.Note("menu_pace")}, {"set", b.book.Note("menu_set")}, {"words", b.book.Note("menu_words")},
	}, group...)
	list := func(scope string, items []item) menuCall {
		raw, err := json.Marshal(items)
		if err != nil {
			panic(err) // texts always encode
		}
		return menuCall{"setMyCommands", map[string]string{"commands": string(raw), "scope": `{"type":"` + scope + `"}`}}
	}
	return []menuCall{
		list("all_private_chats", private), list("all_group_chats", group), list("all_chat_administrators", admins),
		{"setChatMenuButton", map[string]string{"menu_button": `{"type":"commands"}`}},
		{"setMyDescription", map[string]string{"description": b.book.Note("menu_about")}},
		{"setMyShortDescription", map[string]string{"short_description": b.book.Note("menu_short")}},
	}
}

// introduction is what Telegram must still be told, and its sum; nothing if it has been
// told the same before.
func (b *Bot) introduction() (calls []menuCall, sum []byte, err error) {
	calls = b.menu()
	raw, err := json.Marshal(calls)
	if err != nil {
		return nil, nil, fmt.Errorf("writing down the menu: %w", err)
	}
	digest := sha256.Sum256(raw)
	var told []byte
	if err := b.o.DB.View(func(tx *storage.Tx) error {
		told = tx.Menu()
		return nil
	}); err != nil {
		return nil, nil, fmt.Errorf("reading what was told of the menu: %w", err)
	}
	if bytes.Equal(told, digest[:]) {
		return nil, nil, nil
	}
	return calls, digest[:], nil
}

// introduce tells Telegram of the bot's commands; it touches nothing of the bot but the
// wire. What a server will never take, as one that is older than a method, is left out.
func (b *Bot) introduce(ctx context.Context, calls []menuCall) error {
	for _, c := range calls {
		switch _, f, _, err := b.wire.call(ctx, c.Method, c.Params); f {
		case done:
		case refused, unreachable, banished:
			b.log.Warn("Telegram does not take what it is told of the bot", "error", err)
		default:
			return err
		}
	}
	return nil
}

// introduced keeps what Telegram has been told of: it is not told again. A crash before
// that has it told once more, which changes nothing.
func (b *Bot) introduced(sum []byte) error {
	if err := b.o.DB.Update(func(tx *storage.Tx) error { return tx.SetMenu(sum) }); err != nil {
		return fmt.Errorf("writing down what was told of the menu: %w", err)
	}
	return nil
}

// help answers /help in a group. A judge is told what only he can do in his private chat.
func (t *turn) help(m *message, h *held) error {
	if t.aside(m, h) {
		return t.inform(m.From.ID, t.helpFor(m.From.ID))
	}
	if err := t.reply(m, t.b.book.Note("help")); err != nil || !m.person() || len(t.judging(m.From.ID)) == 0 {
		return err
	}
	return t.inform(m.From.ID, t.b.book.Note("help_judge"))
}

// helpFor is what /help says to somebody in private.
func (t *turn) helpFor(account int64) string {
	text := t.b.book.Note("help")
	if len(t.judging(account)) > 0 {
		text += "\n" + t.b.book.Note("help_judge")
	}
	return text
}
