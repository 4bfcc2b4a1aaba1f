package bot

import (
	"errors"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// toastRest is how long an outsider's further presses are answered without
// words (B16).
const toastRest = time.Minute

// act lets a player do a command; Join, which needs an answer of Telegram first, has
// ways of its own.
func (t *turn) act(h *held, u user, c engine.Command) (engine.Player, error) {
	p := h.player(u.ID)
	if p == 0 {
		p = stranger
	}
	c, err := t.chanced(c)
	if err != nil {
		return p, err
	}
	return p, t.step(h, p, c, "")
}

// chanced adds a random number to a command that draws (G20).
func (t *turn) chanced(c engine.Command) (engine.Command, error) {
	switch c.(type) {
	case engine.Draw, engine.DrawLot:
	default:
		return c, nil
	}
	luck, err := t.b.luck()
	if _, lot := c.(engine.DrawLot); lot {
		return engine.DrawLot{Luck: luck}, err
	}
	return engine.Draw{Luck: luck}, err
}

// press takes the press of a button: who presses comes from Telegram, whether it
// is allowed from the engine.
func (t *turn) press(q press) error {
	if q.ID == "" || !q.From.person() {
		return nil
	}
	answer := toast{id: q.ID}
	p, ok := ParseButton(q.Data)
	h := t.held(p.Game)
	if !ok || h == nil {
		answer.text = t.b.book.Note(t.gone(p.Game))
		t.quieten(&answer, q.From.ID)
		t.toasts = append(t.toasts, answer)
		return nil
	}
	if m := q.Message; m != nil && m.Chat.ID == h.table.Chat && m.Chat.Title != "" {
		h.title = m.Chat.Title
	}
	if sitsDown(p.Command) && h.game.Alive(p.Window, p.Command) && !h.game.Finished() {
		return t.pressJoin(h, q, p.Command)
	}
	by := h.player(q.From.ID)
	_, part := h.game.Who(by)
	var err error
	switch {
	case h.game.Finished():
		err = engine.Refusal("game_over")
	case part == engine.Departed && !h.game.HasWord(by):
		err = engine.Refusal("out")
	case !h.game.Alive(p.Window, p.Command) && checksLate(&h.game, by, p.Command):
		err = engine.Refusal("check_late")
	case !h.game.Alive(p.Window, p.Command):
		err = stale(p.Command)
	default:
		by, err = t.act(h, q.From, p.Command)
	}
	if err := t.knock(h, q, by, err); err != nil {
		return err
	}
	if err := t.pressedGone(h, q); err != nil {
		return err
	}
	return t.toast(h, answer, q.From.ID, by, p.Command, err)
}

// pressJoin takes the press of [Играю]: who cannot be written to is taken to his
// private chat; who can, sits down once Telegram says that he is a member of the
// group, for in a public group strangers see its buttons, too.
func (t *turn) pressJoin(h *held, q press, c engine.Command) error {
	if !t.tx.Open(q.From.ID) {
		t.toasts = append(t.toasts, toast{id: q.ID, url: t.link(h, placeLink(c))})
		return nil
	}
	if p, err := t.mayJoin(h, q.From, c); err != nil {
		return t.toast(h, toast{id: q.ID}, q.From.ID, p, c, err)
	}
	return t.inquire(h, q.From.ID, errand{Kind: joins, User: q.From, Press: q.ID, With: partnerOf(c)})
}

// toast answers a press with what has come of it.
func (t *turn) toast(h *held, answer toast, account int64, by engine.Player, c engine.Command, err error) error {
	var r engine.Refusal
	if err != nil && !errors.As(err, &r) {
		return err
	}
	view := h.game.View(by)
	if err != nil {
		answer.text, answer.alert = t.b.book.Refused(view, c, r, h.name), t.b.book.Alert(r)
		if _, part := h.game.Who(h.player(account)); part == engine.StrangerPart {
			t.quieten(&answer, account)
		}
	} else {
		answer.text = t.b.book.Done(view, c, h.name)
	}
	t.remindOfChat(h, &answer, account)
	t.toasts = append(t.toasts, answer)
	return nil
}

// quieten takes the words off an answer to somebody who is no player, if he has
// had some within a minute.
func (t *turn) quieten(answer *toast, account int64) {
	last, heard := t.b.told[account]
	if heard && t.now.Sub(last) < toastRest {
		answer.text, answer.alert = "", false
		return
	}
	t.outsiders = append(t.outsiders, account)
}

// gone is the note about a game that the bot does not hold: it is over, or never
// was.
func (t *turn) gone(id storage.GameID) string {
	if _, err := t.tx.Game(id); err == nil {
		return "game_over"
	}
	return "no_game"
}

// stale is the refusal of a press for a window that is over.
func stale(c engine.Command) engine.Refusal {
	switch c.(type) {
	case engine.Vote, engine.Raise:
		return "vote_late"
	case engine.Mask:
		return "mask_late" // it has had its price, or is no knocking (K14c)
	}
	return "stale"
}

// checksLate reports whether an old button is that of a check which has not taken
// place (C19).
func checksLate(g *engine.Game, by engine.Player, c engine.Command) bool {
	_, check := c.(engine.Check)
	return check && g.View(by).Check == 0
}
