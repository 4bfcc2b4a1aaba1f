package tgtest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"mafiabot/bot/tgtest"
)

func Example() {
	world := tgtest.New(tgtest.Options{Seed: 1})
	club, anna := world.NewSupergroup("Club"), world.NewUser("Anna", tgtest.Language("en"))
	anna.Join(club)
	world.At(world.Now().Add(3*time.Second), func() { anna.Say(club, "hello") })

	// A bot library takes world as its HTTP client; here the calls are made by hand.
	call := func(method string, values url.Values) {
		body := strings.NewReader(values.Encode())
		req, err := http.NewRequest(http.MethodPost, "http://localhost/bot"+world.Token()+"/"+method, body)
		if err != nil {
			panic(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		resp, err := world.Do(req)
		if err != nil {
			panic(err)
		}
		_ = resp.Body.Close()
	}
	call("getUpdates", url.Values{"timeout": {"30"}}) // one update waits: the clock stands still
	call("getUpdates", url.Values{"timeout": {"30"}, "offset": {"-1"}})
	world.Sleep(5 * time.Second) // Anna speaks on the way
	call("sendMessage", url.Values{
		"chat_id":      {strconv.FormatInt(club.ID, 10)},
		"text":         {"<b>Hi!</b>"},
		"parse_mode":   {"HTML"},
		"reply_markup": {`{"inline_keyboard":[[{"text":"Wave","callback_data":"wave"}]]}`},
	})
	posts := club.Posts()
	hi := posts[len(posts)-1]
	wave, _ := hi.Button("Wave")
	tapped := anna.Tap(hi, wave)
	call("answerCallbackQuery", url.Values{"callback_query_id": {tapped.ID}, "text": {"She waves."}})

	for _, e := range world.Journal() {
		fmt.Printf("%s %s %q\n", e.At.Format(time.TimeOnly), e.Act, e.Text)
	}
	fmt.Println(tapped.Text, len(world.Requests()), world.Violations())
	// Output:
	// 18:00:00 joined ""
	// 18:00:03 said "hello"
	// 18:00:05 sent "Hi!"
	// 18:00:05 pressed ""
	// 18:00:05 answered "She waves."
	// She waves. 4 []
}
