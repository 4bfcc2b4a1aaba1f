package bot_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"mafiabot/bot"
	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// forum moves the hall into a topic of a forum; it returns another one.
func (h *hall) forum() (other int) {
	c := h.tg.NewForum("Мафия по средам")
	h.group, h.topic = c, c.NewTopic("Стол")
	other = c.NewTopic("Разное")
	for _, u := range h.people {
		u.Join(c)
	}
	h.settle()
	return other
}

// secondTable is a table of other people in another topic of the hall's forum.
func (h *hall) secondTable(topic int) *hall {
	beside := &hall{t: h.t, tg: h.tg, bot: h.bot, made: h.made, db: h.db, path: h.path, group: h.group, topic: topic, lively: true}
	for _, nick := range []string{"Раз", "Два", "Три", "Четыре", "Пять", "Шесть", "Семь", "Восемь", "Девять", "Десять"} {
		u := h.tg.NewUser(nick)
		u.Join(h.group)
		beside.people = append(beside.people, u)
	}
	return beside
}

// closure is what happens to the topic of a table while a ballot runs.
type closure struct {
	for_    time.Duration // how long it is closed; 0 is not at all
	crashed bool          // the bot is started anew meanwhile
	planted leak
}

// deafToTopics is a bot that hears of no topic's closing, by message or by refusal.
func deafToTopics(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
	heard, clock := mishears(dropsTopics)(h, next)
	return client(func(r *http.Request) (*http.Response, error) {
		resp, err := heard.Do(r)
		if err == nil && resp.StatusCode == http.StatusBadRequest {
			return answer(r, http.StatusBadRequest, `{"ok":false,"error_code":400,"description":"Bad Request"}`)
		}
		return resp, err
	}), clock
}

func dropsTopics(_ *hall, updates string) string {
	return strings.NewReplacer(`"forum_topic_closed"`, `"forum_topic_c"`, `"forum_topic_reopened"`, `"forum_topic_r"`).Replace(updates)
}

// closedInABallot plays a game in a topic that is closed in its first ballot. It returns
// what was decided, and what is wrong.
func closedInABallot(t *testing.T, c closure) (course, wrong []string) {
	t.Helper()
	h := scene{seed: 3, leak: c.planted}.open(t)
	h.every = 16
	other := h.forum()
	h.seated("czernowitz table")
	p := &puppets{h: h, seed: 3, mild: true}
	p.play(func(g engine.Game) bool {
		_, votes := g.Stage.(engine.Voting)
		return votes && g.Clock.Opened != 0
	})
	if c.for_ > 0 {
		wrong = h.closes(c, other)
	}
	p.play(func(g engine.Game) bool { return g.Finished() })
	h.settle()
	for _, post := range h.group.Posts() {
		if post.From == nil && post.Thread != h.topic && post.Kind == tgtest.KindText {
			wrong = append(wrong, fmt.Sprintf("in topic %d it says %q", post.Thread, post.Text))
		}
	}
	for _, e := range h.chronicle(h.id) {
		switch e := e.Event.(type) {
		case engine.Voted, engine.Ended, engine.Fouled:
			course = append(course, volatile.ReplaceAllString(fmt.Sprintf("%T %+v", e, e), ""))
		}
	}
	return course, wrong
}

// closes closes the hall's topic for a while, in which there is talk in another one.
func (h *hall) closes(c closure, other int) (wrong []string) {
	h.group.CloseTopic(h.topic)
	h.settle()
	stood, from := h.game(), len(h.tg.Requests())
	var talk []*tgtest.Post
	for i := range 6 {
		h.pass(c.for_ / 6)
		talk = append(talk, h.people[i].SayIn(h.group, other, "а когда откроют? честно"), h.people[i].Say(h.group, "жду"))
		if i == 3 && c.crashed {
			h.restart()
		}
	}
	h.settle()
	for _, r := range h.tg.Requests()[from:] {
		if r.Params["chat_id"] == fmt.Sprint(h.group.ID) && r.Method != "getChat" {
			wrong = append(wrong, fmt.Sprintf("into the closed topic goes %s %q", r.Method, r.Params["text"]))
		}
	}
	if g := h.game(); g.Clock.Window != stood.Clock.Window || g.Fouls != stood.Fouls {
		wrong = append(wrong, fmt.Sprintf("meanwhile the game goes on to %T", g.Stage))
	}
	for _, p := range talk {
		if p.Now().Deleted {
			wrong = append(wrong, "talk in another topic is deleted")
		}
	}
	h.group.ReopenTopic(h.topic)
	h.settle()
	if g := h.game(); !g.BarredUntil().IsZero() || h.last(h.group, "Связь прерывалась на") == nil {
		wrong = append(wrong, "the table does not hear that the game goes on")
	}
	return wrong
}

// within reports whether everything of a list stands in another one, in its order, and
// both end alike.
func within(list, longer []string) bool {
	if len(longer) == 0 || list[len(list)-1] != longer[len(longer)-1] {
		return false
	}
	for _, s := range longer {
		if len(list) > 0 && s == list[0] {
			list = list[1:]
		}
	}
	return len(list) == 0
}

// B29, E47: a topic is closed in a ballot and opened again: the game stands still, over a
// crash, too, and ends as it would have; what is talked of in other topics is left alone.
func TestB29TopicClosedInABallot(t *testing.T) {
	want, wrong := closedInABallot(t, closure{})
	if len(wrong) > 0 || len(want) < 10 {
		t.Fatalf("nothing is closed: %q, %q", wrong, want)
	}
	for _, c := range []closure{{for_: time.Minute}, {for_: 40 * time.Minute, crashed: true}} {
		got, wrong := closedInABallot(t, c)
		for _, w := range wrong {
			t.Errorf("closed for %v: %s", c.for_, w)
		}
		if !within(want, got) { // who was late may find time, for some is left to everybody (E45)
			t.Errorf("closed for %v the game is\n%s\nand not\n%s", c.for_, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if _, wrong := closedInABallot(t, closure{for_: 40 * time.Minute, planted: deafToTopics}); len(wrong) == 0 {
		t.Error("a bot that does not hear of it is not noticed")
	}
}

// E47: a topic is closed while a border is on its way: the refusal tells it, the border
// waits and opens its window when the topic is open again. A second table of the forum
// plays on meanwhile.
func TestB29TopicClosedByARefusal(t *testing.T) {
	h := scene{seed: 1, leak: mishears(func(_ *hall, updates string) string {
		return strings.ReplaceAll(updates, `"forum_topic_closed"`, `"forum_topic_c"`)
	})}.open(t)
	beside := h.secondTable(h.forum())
	beside.playing("federation table")
	g := h.playing("czernowitz table")
	h.say(h.at(g.Floor()), "Спасибо")
	h.group.CloseTopic(h.topic)
	before := beside.game().Clock.Window
	h.pass(10 * time.Minute)
	if g := h.game(); g.Floor() != 2 || g.Clock.Opened != 0 || !g.Bar.Topic {
		t.Fatalf("the floor has seat %d, its window is open: %v", g.Floor(), g.Clock.Opened != 0)
	}
	if now := beside.game().Clock.Window; now < before+5 {
		t.Errorf("the table beside goes from window %d to %d only", before, now)
	}
	h.group.ReopenTopic(h.topic)
	h.settle()
	if g := h.game(); g.Clock.Opened == 0 || h.tg.Now().Sub(g.Clock.Opened.Time()) > 5*time.Second || h.last(h.group, "Игрок номер 2 (") == nil {
		t.Errorf("the second speech is open since %v", g.Clock.Opened.Time())
	}
	for _, post := range h.group.Posts() {
		if post.From == nil && post.Kind == tgtest.KindText && post.Thread != h.topic && post.Thread != beside.topic {
			t.Errorf("in topic %d it says %q", post.Thread, post.Text)
		}
	}
}

// A topic is deleted with the table in it: the game is over without a winner, its people
// hear it in private, and may sit down elsewhere; closed before, it does not wait.
func TestB29TopicDeleted(t *testing.T) {
	for name, c := range map[string]struct{ gathers, closed bool }{"in a lobby": {gathers: true}, "in a speech": {}, "closed before": {closed: true}} {
		h := newHall(t)
		other := h.forum()
		if c.gathers {
			h.convened("czernowitz table")
			h.tap(h.people[1], h.group, "Играю")
			h.tap(h.people[6], h.group, "Играю")
		} else {
			h.playing("czernowitz table")
		}
		if c.closed {
			h.group.CloseTopic(h.topic)
			h.settle()
		}
		h.group.DeleteTopic(h.topic)
		if c.closed {
			h.group.SetBotRights(tgtest.Rights{Delete: true, Restrict: true, Topics: true}) // it tries again
		}
		if c.gathers {
			h.people[6].Say(h.tg.Private(h.people[6]), "/leave") // so there is something to be said
		}
		h.pass(3 * time.Minute)
		h.settle()
		word := note("topic_gone", h.group.Title)
		if h.last(h.tg.Private(h.people[1]), word) == nil || c.gathers == (h.last(h.tg.Private(h.people[2]), word) != nil) {
			t.Errorf("%s: not the right people hear of it", name)
		}
		if g := h.game(); !g.Finished() && !g.Ended() {
			t.Errorf("%s: the game goes on at %T", name, g.Stage)
		}
		for _, u := range h.people {
			if _, _, sits := h.bot.Seated(u.ID); sits {
				t.Errorf("%s: %s still sits there", name, u.FirstName)
			}
		}
		h.topic = other
		h.say(h.people[1], "/game federation table")
		h.settle()
		if h.last(h.group, "За столом") == nil {
			t.Errorf("%s: there is no table in another topic", name)
		}
	}
}

// inATopic plays a whole game in a topic while people talk in others. The bot crashes now
// and then, and some of its messages are deleted, so that it posts them anew. It returns
// what is wrong.
func inATopic(t *testing.T, planted leak) (wrong []string) {
	t.Helper()
	h := scene{seed: 4, leak: planted}.open(t)
	h.every = 16
	other := h.forum()
	h.seated("czernowitz table")
	talk, anew, start := []*tgtest.Post{}, 0, h.rounds
	h.crash = func(after step) bool { return (h.rounds-start)%61 == 60 && after == step(h.rounds%3) }
	next := h.tg.Now()
	p := &puppets{h: h, seed: 4, mild: true}
	p.play(func(g engine.Game) bool {
		if h.tg.Now().After(next) {
			u := h.people[len(talk)%10]
			for _, said := range []*tgtest.Post{u.SayIn(h.group, other, "а кто победил вчера? честно"), u.Say(h.group, "и я спрошу")} {
				if said != nil {
					talk = append(talk, said)
				}
			}
			next = h.tg.Now().Add(67 * time.Second)
		}
		if _, votes := g.Stage.(engine.Voting); votes && g.Clock.Opened != 0 && anew == 0 {
			if post := h.last(h.group, "Кто голосует"); post != nil {
				h.group.Owner.Remove(post)
				anew++
			}
		}
		return g.Finished()
	})
	h.crash = nil
	h.settle()
	if len(talk) < 10 || anew == 0 {
		t.Fatalf("%d words beside, %d messages deleted", len(talk), anew)
	}
	for _, post := range talk {
		if post.Now().Deleted {
			wrong = append(wrong, "talk in another topic is deleted")
		}
	}
	for _, r := range h.tg.Requests() {
		if r.Method == "sendMessage" && r.Params["chat_id"] == fmt.Sprint(h.group.ID) && r.Params["message_thread_id"] != fmt.Sprint(h.topic) {
			wrong = append(wrong, fmt.Sprintf("into topic %q goes %q", r.Params["message_thread_id"], r.Params["text"]))
		}
	}
	for _, post := range h.group.Posts() {
		if post.From == nil && post.Kind == tgtest.KindText && post.Thread != h.topic {
			wrong = append(wrong, fmt.Sprintf("in topic %d stands %q", post.Thread, post.Text))
		}
	}
	return wrong
}

// B29: a game in a topic of a forum says everything there, what it posts anew and what goes
// out after a crash, too; what is said in other topics is not its own.
func TestB29EverythingInItsTopic(t *testing.T) {
	for _, wrong := range inATopic(t, nil) {
		t.Error(wrong)
	}
	threadless := func(h *hall, next tgbotapi.HTTPClient) (tgbotapi.HTTPClient, bot.Clock) {
		sent := 0
		return client(func(r *http.Request) (*http.Response, error) {
			v := form(r)
			if v.Has("message_thread_id") {
				sent++
			}
			if !is(r, "sendMessage") || !v.Has("message_thread_id") || sent%20 != 0 {
				return next.Do(r)
			}
			v.Del("message_thread_id")
			refill(r, v)
			return next.Do(r)
		}), h
	}
	if len(inATopic(t, threadless)) == 0 {
		t.Error("a bot that loses the topic now and then is not noticed")
	}
}

// heardElsewhere lets a player lose his seat at a table in a topic. It says what is wrong: his
// words at the table go, in other topics he writes as before. A bot that mutes him is played
// by the owner of the forum.
func heardElsewhere(t *testing.T, mutes bool) (wrong []string) {
	t.Helper()
	h := newHall(t)
	other := h.forum()
	h.asks(h.group.Owner, h.group, "/set hard_mute on")
	h.playing("czernowitz table")
	if n := h.saidAtTable(note("topic_hard_mute")); n != 1 {
		wrong = append(wrong, fmt.Sprintf("it is told %d times that nobody is muted", n))
	}
	word := h.removes(5)
	if mutes {
		h.group.Restrict(h.at(5), `{}`, time.Time{})
	}
	if asked, _ := h.restrictions(); asked > 0 {
		wrong = append(wrong, fmt.Sprintf("%d restrictions are asked for", asked))
	}
	for _, s := range []engine.Seat{5, 6} {
		if said := h.at(s).SayIn(h.group, other, "а вот в прошлый раз"); said == nil {
			wrong = append(wrong, fmt.Sprintf("seat %d cannot write in another topic", s))
		}
	}
	if word == nil || !word.Now().Deleted {
		wrong = append(wrong, "his word at the table stays")
	}
	return wrong
}

// B29: Telegram mutes in a whole forum or not at all: at a table in a topic words are
// deleted and nobody is muted, a club's hard_mute is told to be of no use (G14, G15).
func TestB29NobodyIsMutedInTheForum(t *testing.T) {
	for _, wrong := range heardElsewhere(t, false) {
		t.Error(wrong)
	}
	if len(heardElsewhere(t, true)) == 0 {
		t.Error("a bot that mutes in the whole forum is not noticed")
	}
}

// E47: a topic is closed while a table gathers: who presses meanwhile sits, and when it is
// open again the table goes on to its game.
func TestB29TopicClosedInALobby(t *testing.T) {
	h := newHall(t)
	h.forum()
	h.convened("czernowitz table")
	h.group.CloseTopic(h.topic)
	for range 3 {
		h.round()
	}
	lobby := h.last(h.group, "За столом")
	for _, u := range h.people {
		if b, ok := lobby.Now().Button("Играю"); ok {
			u.Tap(lobby.Now(), b)
		}
		h.pass(2 * time.Second)
	}
	h.group.ReopenTopic(h.topic)
	h.settle()
	h.filled()
	h.drawn()
	h.until("the first speech", func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
}
