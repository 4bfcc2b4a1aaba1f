package tgtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// answer is a response of the API, decoded.
type answer struct {
	OK          bool            `json:"ok"`
	Result      json.RawMessage `json:"result"`
	Code        int             `json:"error_code"`
	Description string          `json:"description"`
	raw         string
}

// form pairs up names and values.
func form(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return values
}

// request is a call with a form as its body.
func request(t testing.TB, base, token, method string, values url.Values) *http.Request {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, base+"/bot"+token+"/"+method, strings.NewReader(values.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return req
}

// do sends a request through a client and decodes the answer.
func do(t testing.TB, client interface {
	Do(*http.Request) (*http.Response, error)
}, req *http.Request) answer {
	t.Helper()
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	a := answer{raw: string(raw)}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	if want := resp.StatusCode; a.OK != (want == http.StatusOK) || !a.OK && a.Code != want {
		t.Fatalf("status %d with %s", want, raw)
	}
	return a
}

// call makes one call in process.
func call(t testing.TB, s *Server, method string, pairs ...string) answer {
	t.Helper()
	return do(t, s, request(t, "http://localhost", s.Token(), method, form(pairs...)))
}

// poll fetches updates and splits them.
func poll(t testing.TB, s *Server, pairs ...string) []map[string]json.RawMessage {
	t.Helper()
	a := call(t, s, "getUpdates", pairs...)
	var updates []map[string]json.RawMessage
	if err := json.Unmarshal(a.Result, &updates); err != nil {
		t.Fatalf("%s: %v", a.raw, err)
	}
	return updates
}

// ids are the update ids of a batch.
func ids(updates []map[string]json.RawMessage) []int {
	out := []int{}
	for _, u := range updates {
		n, _ := strconv.Atoi(string(u["update_id"]))
		out = append(out, n)
	}
	return out
}

// clean fails if anything departed from the schema.
func clean(t testing.TB, s *Server) {
	t.Helper()
	for _, v := range s.Violations() {
		t.Error(v)
	}
}

// group is a world with one group and one member who has started the bot.
func group(t testing.TB, o Options) (*Server, *Chat, *User) {
	t.Helper()
	s := New(o)
	c, u := s.NewSupergroup("Club"), s.NewUser("Anna", Username("anna_k"), Language("ru"))
	u.Join(c)
	u.Start("")
	return s, c, u
}

func chatID(c *Chat) string { return strconv.FormatInt(c.ID, 10) }

// send makes the bot post a text and returns the post.
func send(t testing.TB, s *Server, c *Chat, text string, pairs ...string) *Post {
	t.Helper()
	a := call(t, s, "sendMessage", append([]string{"chat_id", chatID(c), "text", text}, pairs...)...)
	if !a.OK {
		t.Fatal(a.raw)
	}
	var m struct {
		ID int `json:"message_id"`
	}
	if err := json.Unmarshal(a.Result, &m); err != nil {
		t.Fatal(err)
	}
	return c.Post(m.ID)
}
