package bot

import (
	"cmp"
	"encoding/json"
	"slices"
	"unicode/utf16"

	"mafiabot/engine"
	"mafiabot/messages"
)

// What a message says at a table, and whose words it says: the ear hears texts,
// and only Telegram knows whom a mention without @ means, and who wrote what is
// forwarded. A quote, and the message that is answered, are not read at all.

// media are the parts of a message that are no text; what they are is not read.
type media struct {
	Sticker   json.RawMessage `json:"sticker"`
	Animation json.RawMessage `json:"animation"`
	Dice      json.RawMessage `json:"dice"`
	Poll      json.RawMessage `json:"poll"`
	Voice     json.RawMessage `json:"voice"`
	VideoChat json.RawMessage `json:"video_chat_started"`
	Audio     json.RawMessage `json:"audio"`
	Video     json.RawMessage `json:"video"`
	VideoNote json.RawMessage `json:"video_note"`
	Photo     json.RawMessage `json:"photo"`
	LivePhoto json.RawMessage `json:"live_photo"`
	PaidMedia json.RawMessage `json:"paid_media"`
	Document  json.RawMessage `json:"document"`
	Contact   json.RawMessage `json:"contact"`
	Location  json.RawMessage `json:"location"`
	Story     json.RawMessage `json:"story"`
	Checklist json.RawMessage `json:"checklist"`
	Rich      json.RawMessage `json:"rich_message"`
	Game      json.RawMessage `json:"game"`
	Invoice   json.RawMessage `json:"invoice"`
	Giveaway  json.RawMessage `json:"giveaway"`
}

// medium returns what the message is besides its words (G8), 0 for text alone
// and for service messages. What has words of another kind, as a checklist or a
// rich message, is shown: it does not stay, so nothing is said in it.
func (m *message) medium() engine.Kind {
	has := func(parts ...json.RawMessage) bool {
		return slices.ContainsFunc(parts, present)
	}
	switch {
	case has(m.Voice, m.VideoChat, m.Audio, m.Video, m.VideoNote):
		return engine.Sound
	case has(m.Document) && !has(m.Animation), // an animation comes with the document that it is
		has(m.Photo, m.Contact, m.Location, m.Forwarded, m.LivePhoto, m.PaidMedia, m.Story, m.Checklist, m.Rich, m.Game, m.Invoice, m.Giveaway):
		return engine.Showing
	case has(m.Sticker, m.Animation, m.Dice, m.Poll):
		return engine.Gesture
	}
	return 0
}

// table is where the words of a game are heard.
func (t *turn) table(h *held) (messages.Table, error) {
	c, err := t.club(h.table.Chat)
	return messages.Table{Seats: h.seats(), Nicks: h.nicks(), Names: h.names(), Words: c.lexicon, Code: h.code(), Host: t.b.me}, err
}

// heard returns what the ear makes of the message; ok is false for a service
// message, which says nothing.
func (t *turn) heard(h *held, m *message) (heard engine.Heard, ok bool, err error) {
	medium := m.medium()
	if m.words() == "" && medium == 0 {
		return heard, false, nil
	}
	at, err := t.table(h)
	if err != nil {
		return heard, false, err
	}
	heard = messages.Hear(m.words(), at)
	if m.foreign() {
		return passedOn(heard, medium), true, nil
	}
	t.mentions(h, m, &heard)
	switch {
	case medium == 0:
		return heard, true, nil
	case medium == engine.Showing && heard.Kind == engine.Word:
		heard.Shows = true // the words under a picture are words (G8)
	case medium == engine.Sound || heard.Kind != engine.Word:
		heard.Kind = medium
	}
	heard.Token = engine.NoToken // a vote is a message of its own (C58)
	return heard, true, nil
}

// foreign reports whether the message is forwarded and not its sender's own: who
// forwards himself says it again. Of a hidden author nobody knows.
func (m *message) foreign() bool {
	var origin struct {
		User user `json:"sender_user"`
	}
	if !present(m.Forwarded) {
		return false
	}
	return json.Unmarshal(m.Forwarded, &origin) != nil || m.From == nil || origin.User.ID != m.From.ID
}

// passedOn is what a message says whose words are another's: it shows something, and a
// private message of the game is shown whoever copied it (C77). At night it may
// point at a seat (C76).
func passedOn(heard engine.Heard, medium engine.Kind) engine.Heard {
	shown := func(f engine.Find) bool { return f.Class != engine.CardShown }
	return engine.Heard{Kind: medium, Points: heard.Points, Finds: slices.DeleteFunc(heard.Finds, shown)}
}

// entity is a marked part of a text.
type entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"` // in UTF-16 code units
	Length int    `json:"length"`
	User   *user  `json:"user"` // of a mention without @
}

// mentions adds the mentions without @ to what was heard, for only Telegram knows
// them from other words (C28, D12). One of a seat points at it (C76).
func (t *turn) mentions(h *held, m *message, heard *engine.Heard) {
	text, entities := m.Text, m.Entities
	if text == "" {
		text, entities = m.Caption, m.CaptionEntities
	}
	for _, e := range entities {
		at, end, ok := e.span(text)
		if e.Type != "text_mention" || e.User == nil || !ok {
			continue
		}
		f := engine.Find{Class: engine.AtName, At: at, End: end}
		if e.User.ID == t.b.self.ID {
			f.Class = engine.ToHost
		}
		if seat, _ := h.game.Who(h.player(e.User.ID)); seat != 0 {
			heard.Points = true
		}
		heard.Finds = append(heard.Finds, f)
	}
	slices.SortStableFunc(heard.Finds, func(a, b engine.Find) int { return cmp.Compare(a.At, b.At) })
}

// span returns the bytes of a text that an entity marks; ok is false if it marks
// none there are.
func (e entity) span(text string) (at, end int, ok bool) {
	at, end = -1, -1
	units := 0
	for i, r := range text {
		if units == e.Offset {
			at = i
		}
		if units == e.Offset+e.Length {
			end = i
			break
		}
		units += utf16.RuneLen(r)
	}
	if end < 0 && units == e.Offset+e.Length {
		end = len(text)
	}
	return at, end, 0 <= at && at < end
}

// utf16Len counts a text in UTF-16 code units, the measure of entities.
func utf16Len(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}
