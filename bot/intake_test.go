package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/storage"
)

// postOffice is a Telegram that takes everything and says what it is given.
type postOffice struct {
	now     time.Time
	updates string // the next answer to getUpdates
	asked   string // the offset it was asked for
	message int
	deleted map[string]bool // message ids
}

func (p *postOffice) Now() time.Time        { return p.now }
func (p *postOffice) Sleep(d time.Duration) { p.now = p.now.Add(d) }

func (p *postOffice) Do(r *http.Request) (*http.Response, error) {
	result := "true"
	switch {
	case is(r, "getMe"):
		result = `{"id":1,"is_bot":true,"username":"vedushchiy_bot"}`
	case is(r, "getUpdates"):
		p.asked = form(r).Get("offset")
		result, p.updates = "["+p.updates+"]", ""
	case is(r, "sendMessage"):
		p.message++
		result = fmt.Sprintf(`{"message_id":%d,"date":%d}`, 1000+p.message, p.now.Unix())
	case is(r, "deleteMessage"):
		p.deleted[form(r).Get("message_id")] = true
	}
	body := `{"ok":true,"result":` + result + `}`
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// snapshot is a database at some point of an evening.
type snapshot struct {
	at    time.Time
	file  []byte
	group int64
	user  int64
	data  []string // of the buttons that are shown
}

func (h *hall) snapshot() snapshot {
	h.t.Helper()
	var file bytes.Buffer
	if err := h.db.Backup(&file); err != nil {
		h.t.Fatal(err)
	}
	s := snapshot{at: h.tg.Now(), file: file.Bytes(), group: h.group.ID, user: h.people[0].ID}
	chats := []*tgtest.Chat{h.group}
	for _, u := range h.people {
		chats = append(chats, h.tg.Private(u))
	}
	for _, c := range chats {
		for _, p := range c.Posts() {
			for _, row := range p.Buttons {
				s.data = append(s.data, row[0].Data)
			}
		}
	}
	return s
}

// open starts a bot on a copy of the database.
func (s snapshot) open(t testing.TB) (*bot.Bot, *storage.DB, *postOffice) {
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, s.file, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := storage.OpenFast(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	p := &postOffice{now: s.at, deleted: map[string]bool{}}
	b, err := bot.New(t.Context(), bot.Options{Token: "1:x", Client: p, DB: db, Clock: p, Chance: chance(9)})
	if err != nil {
		t.Fatal(err)
	}
	return b, db, p
}

// snapshots are databases at many points of an evening.
func snapshots(t testing.TB) []snapshot {
	t.Helper()
	h := newHall(t)
	all := []snapshot{h.snapshot()}
	h.convened("czernowitz table")
	all = append(all, h.snapshot())
	h = newHall(t)
	h.lively = true
	h.full("czernowitz table")
	all = append(all, h.snapshot())
	h.drawn()
	for _, stage := range []engine.Stage{engine.Briefing{}, engine.DonMeet{}, engine.Speech{}, engine.Shoot{}, engine.DonCheck{}} {
		name := fmt.Sprintf("%T", stage)
		h.until(name, func(g engine.Game) bool { return fmt.Sprintf("%T", g.Stage) == name && g.Clock.Opened != 0 })
		all = append(all, h.snapshot())
	}
	h = newHall(t)
	h.voting()
	return append(all, h.snapshot())
}

// hears feeds updates to a bot and holds it against what always holds.
func hears(t testing.TB, b *bot.Bot, db *storage.DB, p *postOffice, updates string) {
	t.Helper()
	p.updates = updates
	for range 3 {
		for _, f := range []func(context.Context) error{b.Poll, func(context.Context) error { return b.Turn() }, b.Send} {
			if err := f(t.Context()); err != nil {
				t.Fatalf("%v after\n%s", err, updates)
			}
		}
		if breach := b.Breach(true); breach != "" {
			t.Fatalf("%s after\n%s", breach, updates)
		}
	}
	if err := db.Check(); err != nil {
		t.Fatalf("%v after\n%s", err, updates)
	}
}

// oddUpdates are updates of every type with parts that are missing, empty or of a
// wrong type.
var oddUpdates = []string{
	`{"update_id":70}`,
	`{"update_id":70,"message":null}`,
	`{"update_id":70,"message":{}}`,
	`{"update_id":70,"message":5}`,
	`{"update_id":70,"edited_message":{"text":"честно"}}`,
	`{"update_id":70,"message":{"message_id":5,"chat":{"id":GROUP,"type":"supergroup"},"text":"честно"}}`,
	`{"update_id":70,"message":{"message_id":5,"from":{},"chat":{"id":GROUP,"type":"supergroup"},"text":"/join"}}`,
	`{"update_id":70,"message":{"message_id":5,"from":{"id":0},"chat":{"id":0,"type":"private"},"text":"/help"}}`,
	`{"update_id":70,"message":{"message_id":5,"from":{"id":-4},"chat":{"id":-4,"type":"private"},"text":"/start j1"}}`,
	`{"update_id":70,"message":{"message_id":5,"from":{"id":4},"chat":{"id":5,"type":"private"},"text":"/start j1"}}`,
	`{"update_id":70,"message":{"message_id":5,"from":{"id":9007199254740991},"chat":{"id":9007199254740991,"type":"private"},"text":"/start j1"}}`,
	`{"update_id":70,"message":{"message_id":9223372036854775807,"from":{"id":USER},"chat":{"id":GROUP,"type":"supergroup"},"date":9223372036854775807,"text":"/pass"}}`,
	`{"update_id":70,"message":{"message_id":-1,"from":{"id":USER},"chat":{"id":GROUP,"type":"supergroup"},"date":-9223372036854775808,"text":"Выставляю игрока номер 3 ✋"}}`,
	`{"update_id":70,"message":{"message_id":"x","from":{"id":USER},"chat":{"id":GROUP,"type":"supergroup"}}}`,
	`{"update_id":70,"message":{"from":{"id":USER},"chat":{"id":GROUP,"type":"group"},"text":"/game \u0000 table"}}`,
	`{"update_id":70,"message":{"from":{"id":12},"chat":{"id":77,"type":"supergroup"},"text":"/game"}}`,
	`{"update_id":70,"message":{"from":{"id":12,"first_name":"\u202e\u0000"},"chat":{"id":-77,"type":"supergroup"},"text":"/game"}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"chat":{"id":GROUP,"type":"supergroup"},"new_chat_members":[{"id":3}]}}`,
	`{"update_id":70,"edited_message":{"message_id":7,"from":{"id":USER},"chat":{"id":GROUP,"type":"supergroup"},"pinned_message":{}}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"sender_chat":null,"sticker":null,"chat":{"id":GROUP,"type":"supergroup"},"reply_to_message":{},"text":"3"}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"chat":{"id":GROUP,"type":"supergroup"},"photo":[],"caption":"честно","reply_to_message":{"message_id":3,"from":{"id":0}}}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"chat":{"id":USER,"type":"private"},"sticker":{}}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"chat":{"id":USER,"type":"private"},"text":"заказ 2 7"}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"chat":{"id":USER,"type":"private"},"text":"/shoot 99999999999999999999"}}`,
	`{"update_id":70,"channel_post":{"message_id":7,"chat":{"id":-100500,"type":"channel"},"text":"/game"}}`,
	`{"update_id":70,"message":{"message_id":7,"chat":{"id":-100500,"type":"channel"},"text":"/game"}}`,
	`{"update_id":70,"message":{"message_id":7,"sender_chat":{"id":GROUP},"chat":{"id":GROUP,"type":"supergroup"},"text":"/words"}}`,
	`{"update_id":70,"message":{"message_id":7,"sender_chat":{"id":GROUP},"chat":{"id":GROUP,"type":"supergroup"},"text":"/words add клятва \u0000 *"}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"chat":{"id":GROUP,"type":"supergroup"},"text":"/words remove честно"}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"chat":{"id":USER,"type":"private"},"text":"/words test \u202e честно 100% @x"}}`,
	`{"update_id":70,"message":{"message_id":7,"from":{"id":USER},"chat":{"id":GROUP,"type":"supergroup"},"forward_origin":7,"text":"/roll  a","entities":[{},{"type":"text_mention","offset":-9,"length":9223372036854775807,"user":{"id":USER}}]}}`,
	`{"update_id":70,"callback_query":{}}`,
	`{"update_id":70,"callback_query":{"id":"1","data":"DATA"}}`,
	`{"update_id":70,"callback_query":{"id":"1","from":{"id":USER}}}`,
	`{"update_id":70,"callback_query":{"id":"1","from":{"id":USER},"data":"DATA"}}`,
	`{"update_id":70,"callback_query":{"id":"1","from":{"id":USER},"message":{"message_id":1,"date":0},"data":"DATA"}}`,
	`{"update_id":70,"callback_query":{"id":"1","from":{"id":11,"first_name":""},"message":{"message_id":1,"chat":{"id":GROUP,"type":"supergroup"},"date":0},"data":"DATA"}}`,
	`{"update_id":70,"callback_query":{"id":"1","from":null,"message":7,"data":"DATA"}}`,
	`{"update_id":70,"my_chat_member":{}}`,
	`{"update_id":70,"my_chat_member":{"chat":{"id":0,"type":"private"},"new_chat_member":{"status":"member"}}}`,
	`{"update_id":70,"my_chat_member":{"chat":{"id":USER,"type":"private"},"new_chat_member":{"status":"kicked"}}}`,
	`{"update_id":70,"my_chat_member":{"chat":{"id":GROUP,"type":"supergroup"},"new_chat_member":{"status":"kicked"}}}`,
	`{"update_id":70,"poll_answer":{},"shipping_query":{},"inline_query":{"id":7}}`,
}

// FuzzUpdate throws updates at the bot at many points of an evening: it never
// panics, never fails, and never hears of one again that has an id (B45, I17).
func FuzzUpdate(f *testing.F) {
	all := snapshots(f)
	for n, s := range all {
		for i, odd := range oddUpdates {
			data := "join.1.1"
			if len(s.data) > 0 {
				data = s.data[(n+i)%len(s.data)]
			}
			f.Add(byte(n), strings.NewReplacer("GROUP", fmt.Sprint(s.group), "USER", fmt.Sprint(s.user), "DATA", data).Replace(odd))
		}
	}
	f.Fuzz(func(t *testing.T, n byte, raw string) {
		if !json.Valid([]byte(raw)) {
			return
		}
		b, db, p := all[int(n)%len(all)].open(t)
		before := max(b.Offset(), 1)
		raw = strings.Replace(raw, `"update_id":70,`, fmt.Sprintf(`"update_id":%d,`, before), 1)
		hears(t, b, db, p, raw)
		var id struct {
			ID int64 `json:"update_id"`
		}
		if json.Unmarshal([]byte(raw), &id) != nil || id.ID <= 0 || id.ID >= 1<<53 || id.ID < before && before-id.ID <= 100_000 {
			return
		}
		if p.asked != fmt.Sprint(id.ID+1) {
			t.Errorf("update %d is asked for again: offset %s", id.ID, p.asked)
		}
	})
}

// says is an update with a private message that is answered.
func says(id, user int64) string {
	return fmt.Sprintf(`{"update_id":%d,"message":{"message_id":1,"from":{"id":%d},"chat":{"id":%[2]d,"type":"private"},"text":"/help"}}`, id, user)
}

// Each update acts once, delivered twice, in another order, or after Telegram has
// begun to count anew; a spoiled one stands in nobody's way (I3, B02).
func TestUpdatesActOnce(t *testing.T) {
	h := newHall(t)
	b, db, p := h.snapshot().open(t)
	answered := func(updates ...string) int {
		before := p.message
		hears(t, b, db, p, strings.Join(updates, ","))
		p.now = p.now.Add(time.Minute)
		return p.message - before
	}
	for _, c := range []struct {
		what    string
		updates []string
		answers int
		offset  int64
	}{
		{"the first", []string{says(5_000_000, 11)}, 1, 5_000_001},
		{"the same again", []string{says(5_000_000, 11)}, 0, 5_000_001},
		{"one twice in a batch", []string{says(5_000_001, 11), says(5_000_001, 11)}, 1, 5_000_002},
		{"the latest first", []string{says(5_000_004, 14), says(5_000_002, 12), says(5_000_003, 13)}, 3, 5_000_005},
		{"a spoiled one between", []string{says(5_000_005, 11), `{"update_id":5000006,"message":"?"}`, says(5_000_007, 12)}, 2, 5_000_008},
		{"a spoiled one alone", []string{`{"update_id":5000008,"message":{"chat":[]}}`}, 0, 5_000_009},
		{"no id", []string{`{"message":7}`, `{"update_id":"5000009"}`, `7`, `{"update_id":99999999999999999}`}, 0, 5_000_009},
		{"a leap forward", []string{says(900_000_000, 11)}, 1, 900_000_001},
		{"a new count", []string{says(2_000_010, 11), says(2_000_011, 12)}, 2, 2_000_012},
		{"the new count again", []string{says(2_000_011, 12)}, 0, 2_000_012},
	} {
		if n := answered(c.updates...); n != c.answers || b.Offset() != c.offset {
			t.Errorf("%s: %d answers instead of %d, offset %d instead of %d", c.what, n, c.answers, b.Offset(), c.offset)
		}
	}
}

// More than a batch of presses waits in Telegram when a window ends: it closes
// when all are heard (I10).
func TestTheBatchIsDrainedBeforeTheClose(t *testing.T) {
	h := newHall(t)
	g := h.voting()
	window, due := g.Clock.Window, g.Due()
	h.tg.At(due, func() {
		for range 150 {
			h.people[0].Forge(h.last(h.group, "Кто голосует"), "vote.1.1.5")
		}
		press(h.people[h.seatOf(g, 9)], h.group, engine.Vote{Seat: 5})
	})
	h.until("the close", func(g engine.Game) bool { return g.Clock.Window > window })
	if n := h.count("voted"); n != 1 {
		t.Errorf("%d votes stand, not the one that came in time", n)
	}
}
