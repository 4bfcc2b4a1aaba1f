package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/OvyFlash/telegram-bot-api"

	"mafiabot/bot/tgtest"
)

const (
	speed  = 60 // how much faster than the wall's the clock of the world is
	origin = "https://peers.example.org"
	secret = "peers-secret"
)

// world is a Telegram with a few people, and what a client must know of it.
type world struct {
	s      *tgtest.Server
	group  *tgtest.Chat
	basic  *tgtest.Chat
	person *tgtest.User
	base   string
	facts  map[string]any // by name, as the scenario calls them
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s := tgtest.New(tgtest.Options{Seed: 1, Speed: speed, Username: "peer_bot"})
	base, stop, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		_ = stop()
		for _, v := range s.Violations() {
			if !strings.Contains(v, "parameter") && !strings.Contains(v, "no such method") { // the scenario sends nonsense on purpose; the world must not
				t.Errorf("schema: %s", v)
			}
		}
	})
	w := &world{s: s, base: base, group: s.NewSupergroup("Peers"), basic: s.NewGroup("Kitchen"), person: s.NewUser("Анна", tgtest.Language("ru"))}
	forum := s.NewForum("Topics")
	w.person.Join(w.group)
	w.group.Appoint(nil, tgtest.Administrator)
	forum.Appoint(nil, tgtest.Administrator)
	w.facts = map[string]any{
		"group": w.group.ID, "kitchen": w.basic.ID, "forum": forum.ID, "topic": forum.NewTopic("One"), "person": w.person.ID,
	}
	return w
}

// act is what people do, or what happens to Telegram.
func (w *world) act(a people) error {
	switch a.Act {
	case "say":
		if w.person.Say(w.group, a.Text) == nil {
			return errors.New("nobody can say it")
		}
	case "tap":
		posts := w.group.Posts()
		for i := len(posts) - 1; i >= 0; i-- {
			if b, ok := posts[i].Button(a.Label); ok {
				w.person.Tap(posts[i], b)
				return nil
			}
		}
		return fmt.Errorf("there is no button %q", a.Label)
	case "start":
		w.person.Start("")
	case "block":
		w.person.Block()
	case "kick":
		w.group.Appoint(nil, tgtest.Kicked)
	case "upgrade":
		w.basic.Upgrade()
	case "revoke":
		w.s.Revoke()
	case "flood":
		w.s.Flood(w.group, a.Seconds)
	case "page":
		pages := 1
		w.s.Inject(func(c tgtest.Call) (f tgtest.Fault) {
			if c.Method == "sendMessage" && pages > 0 {
				pages--
				f.Status = a.Status
			}
			return f
		})
	case "wait":
		w.s.Sleep(time.Duration(a.Seconds) * time.Second)
	default:
		return fmt.Errorf("nobody can %q", a.Act)
	}
	return nil
}

// ServeHTTP is the people's part for a client in another process.
func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var a people
	err := json.NewDecoder(r.Body).Decode(&a)
	if err == nil {
		err = w.act(a)
	}
	if err != nil {
		http.Error(rw, err.Error(), http.StatusBadRequest)
	}
}

// people is a step of the people.
type people struct {
	Act, Text, Label string
	Seconds, Status  int
}

// step is a line of the scenario.
type step struct {
	What        string         `json:"what"`
	People      *people        `json:"people"`
	Call        string         `json:"call"`
	Params      map[string]any `json:"params"`
	Code        int            `json:"code"`
	Description string         `json:"description"`
	RetryAfter  int            `json:"retry_after"`
	Moved       string         `json:"moved"` // the name by which the chat that it names instead is kept
	Slack       int            `json:"slack"` // so many seconds less may be left of the wait
	Page        bool           `json:"page"`  // the answer is not Telegram's
	Expect      map[string]any `json:"expect"`
	Save        map[string]any `json:"save"`
	Updates     bool           `json:"updates"` // the id behind the last update is kept as $next
	Aside       bool           `json:"aside"`   // goes on beside the next steps, until one awaits it
	Await       bool           `json:"await"`
	Hooked      string         `json:"hooked"` // the text of a message that the webhook brings
}

// client is the Go client on its way through the scenario.
type client struct {
	t     *testing.T
	w     *world
	api   *tgbotapi.BotAPI
	facts map[string]any
	aside chan error
	hook  chan string
}

// fill puts what is known in the place of names.
func (c *client) fill(v any) any {
	switch v := v.(type) {
	case string:
		if name, ok := strings.CutPrefix(v, "$"); ok {
			return c.facts[name]
		}
	case map[string]any:
		out := map[string]any{}
		for k, inner := range v {
			out[k] = c.fill(inner)
		}
		return out
	case []any:
		out := []any{}
		for _, inner := range v {
			out = append(out, c.fill(inner))
		}
		return out
	}
	return v
}

// params are the parameters in the form that the client sends: text, or JSON.
func (c *client) params(s step) tgbotapi.Params {
	p := tgbotapi.Params{}
	for k, v := range s.Params {
		switch v := c.fill(v).(type) {
		case string:
			p[k] = v
		default:
			raw, err := json.Marshal(v)
			if err != nil {
				c.t.Fatal(err)
			}
			p[k] = string(raw)
		}
	}
	return p
}

// typed is what the client takes a result for.
func typed(method string) any {
	switch method {
	case "getMe":
		return &tgbotapi.User{}
	case "sendMessage", "editMessageText":
		return &tgbotapi.Message{}
	case "getUpdates":
		return &[]tgbotapi.Update{}
	case "getChat":
		return &tgbotapi.ChatFullInfo{}
	case "getChatMember":
		return &tgbotapi.ChatMember{}
	case "getMyCommands":
		return &[]tgbotapi.BotCommand{}
	case "getMyDescription":
		return &tgbotapi.BotDescription{}
	case "getWebhookInfo":
		return &tgbotapi.WebhookInfo{}
	}
	return new(bool)
}

// at finds a value by its path.
func at(v any, path string) any {
	if path == "" {
		return v
	}
	for key := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			if key == "length" {
				return len(in)
			}
			if i, err := strconv.Atoi(key); err == nil && i < len(in) {
				v = in[i]
			} else {
				return nil
			}
		default:
			return nil
		}
	}
	return v
}

// call makes a request and holds what comes of it against the step.
func (c *client) call(s step) error {
	resp, err := c.api.MakeRequest(s.Call, c.params(s))
	var refusal *tgbotapi.Error
	isRefusal := errors.As(err, &refusal)
	switch {
	case s.Page:
		if err == nil || isRefusal {
			return fmt.Errorf("a page is taken for an answer: %v", err)
		}
		return nil
	case s.Code != 0:
		if !isRefusal {
			return fmt.Errorf("no refusal, but %v", err)
		}
		description := refusal.Message
		if s.Slack > 0 {
			description = strings.TrimRight(description, "0123456789") + strconv.Itoa(s.RetryAfter)
		}
		if refusal.Code != s.Code || description != s.Description || refusal.RetryAfter > s.RetryAfter || refusal.RetryAfter < s.RetryAfter-s.Slack || (refusal.MigrateToChatID != 0) != (s.Moved != "") {
			return fmt.Errorf("refused by %d %q, %d", refusal.Code, refusal.Message, refusal.RetryAfter)
		}
		if s.Moved != "" {
			c.facts[s.Moved] = refusal.MigrateToChatID
		}
		return nil
	case err != nil:
		return err
	}
	strict := json.NewDecoder(bytes.NewReader(resp.Result))
	strict.DisallowUnknownFields()
	if err := strict.Decode(typed(s.Call)); err != nil {
		return fmt.Errorf("the client cannot read %s: %w", resp.Result, err)
	}
	var result any
	loose := json.NewDecoder(bytes.NewReader(resp.Result))
	loose.UseNumber()
	if err := loose.Decode(&result); err != nil {
		return err
	}
	for path, want := range s.Expect {
		if got := at(result, path); fmt.Sprint(got) != fmt.Sprint(c.fill(want)) {
			return fmt.Errorf("%s is %v, not %v, in %s", path, got, c.fill(want), resp.Result)
		}
	}
	for name, path := range s.Save {
		c.facts[name] = at(result, path.(string))
	}
	if all, ok := result.([]any); s.Updates && ok && len(all) > 0 {
		id, err := at(all[len(all)-1], "update_id").(json.Number).Int64()
		if err != nil {
			return err
		}
		c.facts["next"] = id + 1
	}
	return nil
}

// take carries out one step.
func (c *client) take(s step) error {
	switch {
	case s.People != nil:
		return c.w.act(*s.People)
	case s.Await:
		select {
		case err := <-c.aside:
			return err
		case <-time.After(5 * time.Second):
			return errors.New("it goes on")
		}
	case s.Hooked != "":
		select {
		case got := <-c.hook:
			if got != s.Hooked {
				return fmt.Errorf("the webhook brings %q", got)
			}
			return nil
		case <-time.After(5 * time.Second):
			return errors.New("the webhook brings nothing")
		}
	case s.Aside:
		params := s
		params.Params = c.fill(s.Params).(map[string]any)
		go func() { c.aside <- c.call(params) }()
		return nil
	}
	return c.call(s)
}

func scenario(t *testing.T) (steps []step) {
	t.Helper()
	raw, err := os.ReadFile("scenario.json")
	if err != nil {
		t.Fatal(err)
	}
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&steps); err != nil {
		t.Fatal(err)
	}
	return steps
}

// run carries out the scenario and returns how many steps fail.
func (w *world) run(t *testing.T, report func(s step, err error)) {
	t.Helper()
	api, err := tgbotapi.NewBotAPIWithAPIEndpoint(w.s.Token(), w.base+"/bot%s/%s")
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, w: w, api: api, facts: w.facts, aside: make(chan error, 1), hook: make(chan string, 10)}
	hook := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		u, err := api.HandleUpdate(r)
		if err != nil || r.Header.Get("X-Telegram-Bot-Api-Secret-Token") != secret || r.URL.Path != "/hook" {
			rw.WriteHeader(http.StatusForbidden)
			return
		}
		if u.Message != nil {
			c.hook <- u.Message.Text
		}
	}))
	defer hook.Close()
	w.s.Route(origin, hook.URL)
	for _, s := range scenario(t) {
		if err := c.take(s); err != nil {
			report(s, err)
		}
	}
}

func TestOvyFlash(t *testing.T) {
	newWorld(t).run(t, func(s step, err error) { t.Errorf("%s: %v", s.What, err) })
}

// A world that departs from what is documented is caught: here Telegram words its refusals otherwise.
func TestAnUnfaithfulWorldIsCaught(t *testing.T) {
	w := newWorld(t)
	server := w.s
	other := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		server.ServeHTTP(rec, r)
		body := bytes.ReplaceAll(rec.Body.Bytes(), []byte("Bad Request: "), []byte("Bad request: "))
		body = bytes.ReplaceAll(body, []byte(`"title":`), []byte(`"name":`))
		rw.Header().Set("Content-Type", rec.Header().Get("Content-Type"))
		rw.WriteHeader(rec.Code)
		_, _ = rw.Write(body)
	}))
	defer other.Close()
	w.base = other.URL
	failed := 0
	w.run(t, func(step, error) { failed++ })
	if failed < 10 {
		t.Errorf("%d steps fail", failed)
	}
}

func TestGrammy(t *testing.T) {
	if _, err := os.Stat("node_modules/grammy"); err != nil {
		t.Skip("grammy is not installed: npm ci")
	}
	w := newWorld(t)
	control := httptest.NewServer(w)
	defer control.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	w.s.Route(origin, "http://"+address)
	facts, err := json.Marshal(w.facts)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "grammy.mjs")
	_, port, _ := strings.Cut(address, ":")
	cmd.Env = append(os.Environ(), "API="+w.base, "TOKEN="+w.s.Token(), "PEOPLE="+control.URL, "HOOK_PORT="+port, "HOOK_SECRET="+secret, "FACTS="+string(facts))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	if want := fmt.Sprintf("%d steps", len(scenario(t))); !strings.Contains(out.String(), want) {
		t.Errorf("not %s:\n%s", want, out.String())
	}
}
