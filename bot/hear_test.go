package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"mafiabot/bot"
	"mafiabot/engine"
)

// An entity is measured in UTF-16, a find in bytes.
func TestSpan(t *testing.T) {
	const text = "😀 Ёж и 🦊🦊"
	for _, c := range []struct {
		offset, length int
		want           string
	}{
		{0, 2, "😀"}, {3, 2, "Ёж"}, {8, 4, "🦊🦊"}, {8, 2, "🦊"}, {10, 2, "🦊"}, {0, 12, text},
		{1, 2, ""}, {8, 3, ""}, {9, 1, ""}, {0, 13, ""}, {13, 1, ""}, {-1, 2, ""}, {3, 0, ""}, {3, -1, ""}, {1 << 40, 1 << 40, ""},
	} {
		at, end, ok := bot.Span(text, c.offset, c.length)
		if ok != (c.want != "") || ok && text[at:end] != c.want {
			t.Errorf("%d+%d is %d:%d, %v", c.offset, c.length, at, end, ok)
		}
	}
}

// Whose words stand in a message decides what it costs: one's own in text, caption,
// edit; a mention without @ that only Telegram knows of; what is shown of the game's
// private messages, whoever copied it. Quotes, forwards, emoji of stickers and
// questions of polls say nothing (C28, C77, G8, B40).
func TestWhoseWords(t *testing.T) {
	sp := speakers(t, "czernowitz table")
	p := sp.place
	named := func(field string, offset int, id int64) string {
		return fmt.Sprintf(`,%q:[{"type":"bold","offset":0,"length":1},{"type":"text_mention","offset":%d,"length":4,"user":{"id":%d,"first_name":"Иван"}}]`, field, offset, id)
	}
	forward := func(id int64) string {
		return fmt.Sprintf(`"forward_origin":{"type":"user","date":1,"sender_user":{"id":%d}},`, id)
	}
	again := func(s string) string { return p.message("edited_message", text(s)+edited(p)) }
	once := func(s string) []string { return []string{p.message("message", s)} }
	card := quoted("мне пришло: " + strings.TrimSpace(sp.code))
	for _, c := range []struct {
		name    string
		updates []string
		fouls   uint8
		why     engine.Reason // of the foul, or of the removal
		gone    bool          // the seat is removed
		deleted bool
	}{
		{"a mention without @", once(text("😀 слушаю Иван") + named("entities", 10, p.other)), 1, engine.NameCalled, false, false},
		{"one in a caption", once(`"photo":[{}],"caption":"Иван"` + named("caption_entities", 0, p.other)), 1, engine.NameCalled, false, true},
		{"one behind a command", once(text("/roll  Иван") + named("entities", 7, p.other)), 1, engine.NameCalled, false, false},
		{"one of the host", once(text("Иван") + named("entities", 0, p.bot)), 0, "", false, false},
		{"one that lies nowhere", once(text("Иван") + named("entities", 2, p.other)), 0, "", false, false},
		{"a mention in a forward", once(forward(p.other) + text("Иван") + named("entities", 0, p.other)), 0, "", false, true},
		{"a copy of a card", once(`"text":` + card), 0, engine.MessageShown, true, false},
		{"one under a picture", once(`"photo":[{}],"caption":` + card), 0, engine.MessageShown, true, true},
		{"a forward of a card", once(forward(p.bot) + `"text":` + card), 0, engine.MessageShown, true, true},
		{"a forward of a copy", once(forward(p.other) + `"text":` + card), 0, engine.MessageShown, true, true},
		{"a copy by an edit", []string{p.message("message", text("я мирный")), p.message("edited_message", `"text":`+card+edited(p))}, 0, engine.MessageShown, true, false},
		{"another game's card", once(text("мне пришло: карта ⟦D0D0⟧")), 0, "", false, false},
		{"the word again by an edit", []string{p.message("message", text("честно")), again("честно говоря")}, 1, engine.HonestSaid, false, false},
		{"the word left alone by an edit", []string{p.message("message", text("честно")), again("честно")}, 1, engine.HonestSaid, false, false},
		{"a sticker's emoji", once(`"sticker":{"emoji":"😭","file_id":"честно"}`), 0, "", false, false},
		{"a poll's question", once(`"poll":{"question":"честно?","options":[{"text":"честно"}]}`), 0, "", false, false},
		{"a list of tasks", once(`"checklist":{"title":"честно","tasks":[]}`), 0, "", false, true},
		{"a rich message", once(`"via_bot":{"id":5},"rich_message":{"blocks":[{"text":"честно"}]}`), 0, "", false, true},
		{"a forwarded voice", once(forward(p.other) + `"voice":{},"caption":"честно"`), 0, "", false, true},
	} {
		g, deleted, why := sp.after(t, c.updates)
		gone := g.Exits[1] != 0
		if !gone {
			why = g.Last[1]
		}
		if g.Fouls[1] != c.fouls || why != c.why || gone != c.gone || deleted != c.deleted {
			t.Errorf("%s: %d fouls, %q, removed %v, deleted %v", c.name, g.Fouls[1], why, gone, deleted)
		}
	}
}

// At night a mention of a seat points at it, and so does the number in a forward; a
// mention of somebody who does not play is a word (C76, C16).
func TestWhoIsNamedAtNight(t *testing.T) {
	sp := speakerAt(t, "czernowitz table", func(g engine.Game) bool {
		_, shoots := g.Stage.(engine.Shoot)
		return shoots && g.Clock.Opened != 0
	})
	p := sp.place
	for name, c := range map[string]struct {
		update string
		sign   bool
	}{
		"a mention of a seat":  {text("Иван") + fmt.Sprintf(`,"entities":[{"type":"text_mention","offset":0,"length":4,"user":{"id":%d}}]`, p.other), true},
		"of somebody else":     {text("Иван") + `,"entities":[{"type":"text_mention","offset":0,"length":4,"user":{"id":77}}]`, false},
		"a number forwarded":   {`"forward_origin":{"type":"hidden_user","date":1,"sender_user_name":"я"},` + text("7"), true},
		"a sentence forwarded": {`"forward_origin":{"type":"hidden_user","date":1,"sender_user_name":"я"},` + text("честно"), false},
	} {
		g, deleted, _ := sp.after(t, []string{p.message("message", c.update)})
		if g.Removals.Has(1) != c.sign || (g.Fouls[1] == 1) == c.sign || !deleted || g.Last[1] == engine.HonestSaid {
			t.Errorf("%s: removals %b, %d fouls, %q, deleted %v", name, g.Removals, g.Fouls[1], g.Last[1], deleted)
		}
	}
}
