package evening

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
	"mafiabot/engine/sparring"
)

// limit is what Telegram allows in a group in a minute (I14).
const limit = 20

// TestEveryKindOfEveningEnds plays a game of each ruleset and pace and a rehearsal of
// each size, and holds the traffic against what the group allows. The simulate command
// does the same with as many seeds as one likes.
func TestEveryKindOfEveningEnds(t *testing.T) {
	kind := func(o Options) {
		t.Run(fmt.Sprintf("%s/%s/%d", o.Rules, o.Pace, o.Seats), func(t *testing.T) {
			t.Parallel()
			e, err := New(o)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			if err := e.Run(); err != nil {
				t.Fatal(err)
			}
			log, err := e.Log()
			if err != nil {
				t.Fatal(err)
			}
			game := e.Game()
			if engine.Fold(slices.Values(log)) != game {
				t.Error("the log does not fold to the game that the bot held")
			}
			if want := o.Seats != engine.RatedSeats || o.Pace == engine.BlitzTempo; game.Size != o.Seats || game.Rehearsal() != want {
				t.Errorf("a table of %d, a rehearsal: %v", game.Size, game.Rehearsal())
			}
			sent := e.Traffic()
			if sent.Worst > limit || sent.Worst == 0 {
				t.Errorf("%d messages in the minute from %v on", sent.Worst, sent.At)
			}
			if all := posts(e); sent.New != all {
				t.Errorf("%d new messages counted of %d", sent.New, all)
			}
		})
	}
	for i, rules := range engine.Presets() {
		for _, pace := range engine.Paces() {
			kind(Options{Rules: rules, Pace: pace, Seats: engine.RatedSeats, Seed: 7})
		}
		kind(Options{Rules: rules, Pace: engine.BlitzTempo, Seats: []int{5, 7, 12, 15}[i], Seed: 8})
	}
}

// posts is how many messages of the bot stand in the group or have stood there.
func posts(e *Evening) (n int) {
	for _, entry := range e.server.Journal() {
		if entry.Chat == e.group && entry.User == nil && entry.Act == tgtest.Sent {
			n++
		}
	}
	return n
}

// TestSeatsAreRefused: a table has 5 to 15 seats (E1).
func TestSeatsAreRefused(t *testing.T) {
	for _, n := range []int{-1, 4, 16} {
		if e, err := New(Options{Seats: n}); err == nil {
			e.Close()
			t.Errorf("a table of %d seats was made", n)
		}
	}
}

// TestBusiest: a minute holds its first instant and not its last.
func TestBusiest(t *testing.T) {
	at := func(seconds ...int) (out []time.Time) {
		for _, s := range seconds {
			out = append(out, time.Unix(int64(s), 0))
		}
		return out
	}
	for _, c := range []struct {
		at         []time.Time
		most, from int
	}{
		{nil, 0, 0},
		{at(5), 1, 0},
		{at(0, 59), 2, 0},
		{at(0, 60), 1, 0},
		{at(0, 30, 60, 89, 90), 3, 1},
		{at(0, 1, 2, 100, 101, 102, 103), 4, 3},
	} {
		if most, from := busiest(c.at, time.Minute); most != c.most || from != c.from {
			t.Errorf("%v: %d from %d, want %d from %d", c.at, most, from, c.most, c.from)
		}
	}
}

// idler is a partner who never votes.
type idler struct{ sparring.Mind }

func (m idler) Intend(v engine.View, allowed []engine.Command) (out []sparring.Intent) {
	for _, intent := range m.Mind.Intend(v, allowed) {
		if _, vote := intent.Act.(engine.Vote); !vote {
			out = append(out, intent)
		}
	}
	return out
}

// thanks is a message that ends with the thanks of a speaker.
var thanks = regexp.MustCompile(`(?:^|\n)Спасибо, игрок номер \d+\.$`)

// TestFactsOfOneMoment: where nobody votes in a tournament all ten are fouled in one
// message (E29), and no thanks stand alone: what follows stands in the same message.
func TestFactsOfOneMoment(t *testing.T) {
	e, err := New(Options{Rules: engine.Tournament, Pace: engine.BlitzTempo, Seed: 3, Minds: func(n int) sparring.Mind { return idler{sparring.New(3, n)} }})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Run(); err != nil {
		t.Fatal(err)
	}
	most, ballots := 0, 0
	var last time.Time
	for _, entry := range e.server.Journal() {
		if entry.Chat != e.group || entry.User != nil || entry.Act != tgtest.Sent {
			continue
		}
		if thanks.MatchString(entry.Text) {
			t.Errorf("%q stands alone", entry.Text)
		}
		if n := strings.Count(entry.Text, "не проголосовал"); n > 0 {
			if entry.At.Sub(last) < time.Second {
				t.Errorf("two messages of missing votes: %q", entry.Text)
			}
			ballots, most, last = ballots+1, max(most, n), entry.At
		}
	}
	if ballots == 0 || most < 5 {
		t.Errorf("%d ballots without a vote, at most %d fouls in one message", ballots, most)
	}
}
