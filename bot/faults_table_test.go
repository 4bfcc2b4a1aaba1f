package bot_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/storage"
)

// unwritten deals to a table at which one card, or one place, cannot be delivered.
func unwritten(t *testing.T, text string, f tgtest.Fault, planted leak) (out []string) {
	t.Helper()
	h := scene{seed: 3, leak: planted}.open(t)
	down, away := true, h.people[4]
	h.tg.Inject(func(c tgtest.Call) tgtest.Fault {
		if down && c.Method != "deleteMessage" && c.ChatID == away.ID && strings.Contains(c.Params["text"], text) {
			return f
		}
		return tgtest.Fault{}
	})
	h.seated("czernowitz table")
	h.pass(8 * time.Second)
	g := h.game()
	if _, holds := g.Stage.(engine.Holding); !holds || g.Roles != [engine.MaxSeats + 1]engine.Role{} {
		out = append(out, fmt.Sprintf("the table stands at %T with the roles %v", g.Stage, g.Roles))
	}
	if h.last(h.group, "Не могу написать") == nil {
		out = append(out, "the table does not hear whom the bot cannot write to")
	}
	if n := h.count("dealt"); n > 0 && h.last(h.group, "недействительны") == nil {
		out = append(out, "the table does not hear that the cards are void")
	}
	for _, p := range h.group.Posts() {
		if p.From == nil && regexp.MustCompile(`Дон|[Мм]афия|Комиссар|мирн`).MatchString(p.Text) {
			out = append(out, fmt.Sprintf("a hint about a role: %q", p.Text))
		}
	}
	down = false
	again := h.tg.Now()
	away.Block()
	away.Unblock()
	h.pass(15 * time.Second)
	h.settle()
	if n := h.roles(again); n != 10 {
		out = append(out, fmt.Sprintf("%d cards are dealt when he can be written to", n))
	}
	return out
}

// B18: one of ten private messages fails at the deal, by each shape of error: no role
// stays dealt, the table hears whom the bot cannot reach and that the cards are void,
// and nothing of the tenth's role; then there is another deal. (Who waits, who is
// dropped: TestUnreachableAtTheProbe, TestAVoidDeal.)
func TestB18EveryShapeOfError(t *testing.T) {
	for _, text := range []string{"Ваше место", "Ваша карта", "Ваша роль"} {
		for name, f := range cannotWrite {
			for _, wrong := range unwritten(t, text, f, nil) {
				t.Errorf("%s, %s: %s", text, name, wrong)
			}
		}
	}
	deaf := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			resp, err := next.Do(r)
			if err == nil && resp.StatusCode == http.StatusForbidden {
				return answer(r, http.StatusOK, fmt.Sprintf(`{"ok":true,"result":{"message_id":1,"date":%d}}`, h.tg.Now().Unix()))
			}
			return resp, err
		}), h
	}
	if len(unwritten(t, "Ваша карта", cannotWrite["blocked"], deaf)) == 0 {
		t.Error("nobody notices a bot that takes the refusal for an answer")
	}
}

// signs are names made of what markup is made of.
var signs = []string{"_*[]()~`>#+-=|{}.!<&\"", "<b>Лиса</b>", "</pre>&lt;", "a_b*c", "[x](tg://user?id=1)", "__init__", "<a href=", "&amp;", "`код`", "||тайна||"}

// markedUp plays a whole game of people with such names. It returns what Telegram did
// not take, and how many messages it took.
func markedUp(t *testing.T, rules string, planted leak) (refused []string, sent int) {
	t.Helper()
	h := scene{seed: 7, leak: planted}.open(t)
	h.every = 16
	h.gather("Клуб _*[]()~`>#+-=|{}.!<&\"", signs)
	h.seated(rules)
	p := &puppets{h: h, seed: 7}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	for _, r := range h.tg.Requests() {
		if r.Params["parse_mode"] != "" || r.Params["entities"] != "" {
			refused = append(refused, "markup: "+r.Params["text"])
		}
		if r.Method == "sendMessage" {
			sent++
		}
	}
	return append(refused, h.refusals()...), sent
}

// B26: signs of markup in names and in the title, through a whole game of each rules:
// no message is lost, for none has any markup. (Odd names of other kinds: TestOddNames;
// no template with another name: messages.)
func TestB26MarkupInNames(t *testing.T) {
	for _, rules := range []string{"czernowitz table", "federation table"} {
		refused, sent := markedUp(t, rules, nil)
		for _, r := range refused {
			t.Errorf("%s: %s", rules, r)
		}
		t.Logf("%s: %d messages", rules, sent)
	}
	html := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		return client(func(r *http.Request) (*http.Response, error) {
			if v := form(r); is(r, "sendMessage") && h.id != 0 && len(h.seats) == 10 {
				v.Set("parse_mode", "HTML")
				refill(r, v)
			}
			return next.Do(r)
		}), h
	}
	refused, _ := markedUp(t, "czernowitz table", html)
	if !slices.ContainsFunc(refused, func(r string) bool { return strings.Contains(r, "can't parse entities") }) {
		t.Error("nobody notices a bot that sends names as markup")
	}
}

// updateTypes are the types of updates in Telegram's schema.
func updateTypes(t *testing.T) (out []string) {
	t.Helper()
	raw, err := os.ReadFile("tgtest/botapi-10.3.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Types map[string]struct {
			Fields map[string]json.RawMessage `json:"fields"`
		} `json:"types"`
	}
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	for name := range schema.Types["Update"].Fields {
		if name != "update_id" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// hollow are bodies of an update of any type, without what they need.
var hollow = []string{
	`null`, `{}`, `[]`, `7`, `""`, `{"message":null,"from":null,"chat":null}`, `{"from":{},"chat":{},"message":{}}`,
	`{"chat":{"id":GROUP,"type":"supergroup"}}`, `{"chat":{"id":GROUP,"type":"supergroup"},"from":null,"text":"честно"}`,
	`{"id":"1","from":{"id":USER},"message":null,"data":null}`, `{"from":{"id":USER},"chat":null,"new_chat_member":null}`,
	`{"message_id":0,"from":{"id":USER},"chat":{"id":USER,"type":"private"},"reply_to_message":{"from":null},"text":null}`,
}

// hollowUpdates feeds an update of every type without its parts, and in the middle of
// each batch of them one good press, a vote. It returns how many were fed, the votes
// that stand, and whether anything else changed.
func hollowUpdates(t *testing.T, planted leak) (fed, votes int, changed bool) {
	t.Helper()
	h := scene{seed: 1, leak: planted}.open(t)
	g := h.voting()
	h.every = 16
	h.frozen = true
	voter := 0
	for _, kind := range updateTypes(t) {
		before := h.game()
		for i, body := range hollow {
			body = strings.NewReplacer("GROUP", fmt.Sprint(h.group.ID), "USER", fmt.Sprint(h.people[0].ID)).Replace(body)
			h.tg.Push(fmt.Sprintf("%q:%s", kind, body))
			fed++
			if i == len(hollow)/2 && voter < 10 {
				voter++
				press(h.people[h.seatOf(g, engine.Seat(voter))], h.group, engine.Vote{Seat: 5})
			}
		}
		h.round()
		after := h.game()
		before.Ballot.Votes, after.Ballot.Votes = [engine.MaxSeats + 1]engine.Seat{}, [engine.MaxSeats + 1]engine.Seat{}
		before.Seen, after.Seen = 0, 0 // who has voted is there
		changed = changed || before != after
	}
	h.frozen = false
	return fed, h.count("voted"), changed
}

// B45: an update of every type of the schema without message, sender, or chat: nothing
// panics, nothing changes, and the good update between them is heard; a bot to which
// one spoiled update spoils its batch is caught. (Spoiled parts at every stage of an
// evening: FuzzUpdate.)
func TestB45HollowUpdates(t *testing.T) {
	fed, votes, changed := hollowUpdates(t, nil)
	if votes != 10 || changed {
		t.Errorf("%d of 10 votes between %d spoiled updates stand; changed: %v", votes, fed, changed)
	}
	t.Logf("%d updates of %d types", fed, len(updateTypes(t)))
	_, votes, _ = hollowUpdates(t, mishears(func(_ *hall, updates string) string {
		var batch struct {
			Result []json.RawMessage `json:"result"`
		}
		if json.Unmarshal([]byte(updates), &batch) != nil || !strings.Contains(updates, ":7}") {
			return updates
		}
		for i, u := range batch.Result { // what is left of each is its id
			var id struct {
				ID int64 `json:"update_id"`
			}
			if json.Unmarshal(u, &id) == nil {
				batch.Result[i] = fmt.Appendf(nil, `{"update_id":%d}`, id.ID)
			}
		}
		raw, err := json.Marshal(map[string]any{"ok": true, "result": batch.Result})
		if err != nil {
			return updates
		}
		return string(raw)
	}))
	if votes == 10 {
		t.Error("nobody notices a bot that lets go of a batch with a spoiled update")
	}
}

// convenes says whether a new table can be opened at the group: its lobby stands a
// moment later, and somebody can sit down.
func (h *hall) convenes() bool {
	h.t.Helper()
	before := h.bot.GameIDs()
	h.people[1].Say(h.group, "/game federation blitz")
	h.settle()
	after := h.bot.GameIDs()
	if id := slices.Max(after); slices.Contains(before, id) {
		return false
	}
	press(h.people[2], h.group, engine.Join{})
	h.settle()
	h.id = slices.Max(after)
	g := h.game()
	return g.AtTable() == 2
}

// B47: a new lobby one second after the result, whatever ended the game: a removal, a
// vote to stop, a night. While a game is on, there is none. (In the batch that ends
// it: TestTheNextGame; thirty games in a row: TestSoak.)
func TestB47TheNextLobby(t *testing.T) {
	for name, end := range map[string]func(h *hall){
		"removals": (*hall).removed,
		"a game to its end": func(h *hall) {
			p := &puppets{h: h, seed: 3}
			p.play(func(g engine.Game) bool { return g.Finished() })
		},
		"a stop": func(h *hall) {
			for _, u := range h.people {
				u.Say(h.group, "/stop")
				h.settle()
				press(u, h.group, engine.AgreeStop{})
			}
			h.until("the stop", func(g engine.Game) bool { return g.Finished() })
		},
	} {
		h := scene{seed: 3}.open(t)
		h.seated("czernowitz table")
		h.until("the game", func(g engine.Game) bool { return g.Floor() != 0 && g.Clock.Opened != 0 })
		if h.convenes() {
			t.Errorf("%s: a lobby is opened at a running game", name)
		}
		end(h)
		h.pass(time.Second)
		if !h.convenes() {
			t.Errorf("%s: no lobby a second behind the result", name)
		}
	}
}

// astray says what is wrong with the ways to a hall's game: the table leads to it, its
// ten people sit there and nowhere else, and when it is over nothing leads to it.
func (h *hall) astray() (wrong string) {
	h.t.Helper()
	g := h.game()
	err := h.db.View(func(tx *storage.Tx) error {
		id, found := tx.GameAt(storage.Table{Chat: h.group.ID})
		if over := g.TableFree(); found == over || found && id != h.id {
			wrong = fmt.Sprintf("the table leads to game %d (%v), the game is over: %v", id, found, over)
			return nil
		}
		for _, u := range h.people {
			at, player, sits := tx.Sits(u.ID)
			held, as, seated := h.bot.Seated(u.ID)
			if sits == g.Ended() || seated != sits || sits && (at != h.id || held != at || uint8(as) != player) {
				wrong = fmt.Sprintf("%s sits at %d as %d (%v), by the bot at %d as %d (%v)", u.FirstName, at, player, sits, held, as, seated)
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return wrong
}

// faultsOfB53 are the faults that are injected, each into every fifth request.
var faultsOfB53 = map[string]tgtest.Fault{
	"lost before": {LostBefore: true},
	"lost after":  {LostAfter: true},
	"a proxy":     {Status: 502},
	"a late page": {Status: 502, LostAfter: true},
	"a flood":     {RetryAfter: 3},
	"cut short":   {Truncate: true},
	"slow":        {Delay: 700 * time.Millisecond},
	"a refusal":   {Status: 400, Body: `{"ok":false,"error_code":400,"description":"Bad Request: no"}`},
	"blocked":     {Status: 403, Body: `{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}`},
}

// B53: after every fault that is injected, and after the restarts between, the game is
// found at its table and its people sit there, commands find it, and a finished one is
// found no more.
func TestB53TheWayToTheGame(t *testing.T) {
	for name, fault := range faultsOfB53 {
		h := scene{seed: 8}.open(t)
		h.every = 8
		h.seated("czernowitz blitz")
		h.until("the game", func(g engine.Game) bool { return g.Running() })
		calls, asked := 0, 0
		h.tg.Inject(func(c tgtest.Call) tgtest.Fault {
			if calls++; calls%5 != 0 || strings.HasPrefix(c.Method, "get") {
				return tgtest.Fault{}
			}
			return fault
		})
		h.crash = func(step) bool { g := h.game(); return !g.Finished() && h.rounds%40 == 39 }
		p := &puppets{h: h, seed: 8}
		p.play(func(g engine.Game) bool {
			if wrong := h.astray(); wrong != "" {
				t.Fatalf("%s: %s", name, wrong)
			}
			if h.rounds%50 == 0 && !g.Ended() {
				asked++
				h.people[3].Say(h.tg.Private(h.people[3]), "/fouls")
			}
			return g.Finished()
		})
		h.tg.Inject(nil)
		h.crash = nil
		h.settle()
		if wrong := h.astray(); wrong != "" || asked == 0 {
			t.Errorf("%s, in the end: %s (asked %d times)", name, wrong, asked)
		}
		if h.last(h.tg.Private(h.people[3]), note("no_game")) != nil {
			t.Errorf("%s: a command does not find the game", name)
		}
	}
	h := newHall(t)
	h.seated("czernowitz blitz")
	if err := h.db.Update(func(tx *storage.Tx) error { return tx.Rise(h.people[3].ID) }); err != nil {
		t.Fatal(err)
	}
	if h.astray() == "" {
		t.Error("nobody notices somebody who is not found at his table")
	}
}

// B18: a place or a card that Telegram refuses by a 400 of any wording has not been
// delivered either: no role stays dealt.
func TestB18OtherRefusals(t *testing.T) {
	for _, text := range []string{"Ваше место", "Ваша карта", "Ваша роль"} {
		for _, description := range []string{"PEER_ID_INVALID", "user not found", "have no rights to send a message"} {
			f := tgtest.Fault{Status: 400, Body: `{"ok":false,"error_code":400,"description":"Bad Request: ` + description + `"}`}
			for _, wrong := range unwritten(t, text, f, nil) {
				t.Errorf("%s, %s: %s", text, description, wrong)
			}
		}
	}
}

// I4, E3: a card whose sending breaks off twice may have arrived or not. That is not
// enough for a game: the table waits until he says that he can be reached.
func TestACardLostTwice(t *testing.T) {
	h := newHall(t)
	u, lost := h.people[4], 0
	h.tg.Inject(func(c tgtest.Call) (f tgtest.Fault) {
		if c.Method == "sendMessage" && c.ChatID == u.ID && strings.Contains(c.Params["text"], "Ваша карта") && lost < 2 {
			lost++
			f.LostBefore = true
		}
		return f
	})
	h.seated("czernowitz table")
	h.pass(20 * time.Second)
	if g := h.game(); lost != 2 || g.Running() || h.last(h.group, "Не могу написать") == nil {
		t.Fatalf("%d were lost, the table stands at %T", lost, g.Stage)
	}
	u.Start("")
	h.until("the game", func(g engine.Game) bool { return g.Running() })
	if h.last(h.tg.Private(u), "Ваша роль") == nil {
		t.Error("he has no card")
	}
}
