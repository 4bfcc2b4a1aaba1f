package engine_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"mafiabot/engine"
)

// record is a game that was played at a real table (testdata/protocols).
type record struct {
	ID          string
	Roles       map[engine.Seat]string
	Days        []recordDay
	Nights      []recordNight
	Winner      string
	Conventions map[string]string
}

type recordDay struct {
	Day, Opener int
	Nominations [][2]engine.Seat
	Ballots     []map[engine.Seat][]engine.Seat
	LiftFor     []engine.Seat `json:"lift_for"`
	VotedOut    []engine.Seat `json:"voted_out"`
	Removed     []struct {
		Seat engine.Seat
		At   struct {
			Phase           string
			Seat, Candidate engine.Seat
			Ballot          int
		}
	}
}

type recordNight struct {
	Night         int
	Shots         map[engine.Seat]*engine.Seat
	Killed        *engine.Seat
	DonChecks     *engine.Seat `json:"don_checks"`
	SheriffChecks *engine.Seat `json:"sheriff_checks"`
}

// day returns the record of DAY n; the record counts from 0.
func (r *record) day(n uint8) *recordDay {
	for i := range r.Days {
		if r.Days[i].Day == int(n)-1 {
			return &r.Days[i]
		}
	}
	return &recordDay{}
}

func (r *record) night(n uint8) *recordNight {
	for i := range r.Nights {
		if r.Nights[i].Night == int(n) {
			return &r.Nights[i]
		}
	}
	return &recordNight{}
}

// departures is who left on a day and in the night after it.
type departures struct{ Voted, Removed, Killed engine.Seats }

// story is what a record or a game came to.
type story struct {
	Days    map[uint8]departures
	Openers map[uint8]engine.Seat
	Winner  engine.Verdict
}

// story returns what the record says.
func (r *record) story() story {
	s := story{Days: map[uint8]departures{}, Openers: map[uint8]engine.Seat{}, Winner: engine.BlackWin}
	if r.Winner == "red" {
		s.Winner = engine.RedWin
	}
	for _, d := range r.Days {
		n := uint8(d.Day) + 1
		e := s.Days[n]
		e.Voted = engine.SetOf(d.VotedOut...)
		for _, out := range d.Removed {
			e.Removed = e.Removed.With(out.Seat)
		}
		s.Days[n], s.Openers[n] = e, engine.Seat(d.Opener)
	}
	for _, n := range r.Nights {
		if n.Killed != nil {
			e := s.Days[uint8(n.Night)]
			e.Killed = engine.SetOf(*n.Killed)
			s.Days[uint8(n.Night)] = e
		}
	}
	return s
}

// told returns what a log says.
func told(log []engine.Event) story {
	s := story{Days: map[uint8]departures{}, Openers: map[uint8]engine.Seat{}}
	day, opened := uint8(0), true
	change := func(n uint8, f func(*departures)) {
		e := s.Days[n]
		f(&e)
		s.Days[n] = e
	}
	for _, e := range log {
		switch e := e.(type) {
		case engine.Dawned:
			day, opened = e.Day, false
		case engine.SpeechCalled:
			if !opened {
				s.Openers[day], opened = e.Seat, true
				change(day, func(*departures) {})
			}
		case engine.LeaversNamed:
			change(day, func(d *departures) { d.Voted |= e.List.Seats() })
		case engine.Removed:
			change(day, func(d *departures) { d.Removed = d.Removed.With(e.Seat) })
		case engine.Killed:
			change(day-1, func(d *departures) { d.Killed = d.Killed.With(e.Seat) })
		case engine.Ended:
			s.Winner = e.Verdict
		}
	}
	return s
}

// replay feeds the record to the engine command by command.
func replay(tb testing.TB, r *record) story {
	rules := preset(tb, engine.Federation, engine.TableTempo)
	for key, value := range r.Conventions {
		turn(tb, &rules, key, value)
	}
	t := newTable(tb)
	t.sit(rules)
	cards := map[string]engine.Role{"citizen": engine.Citizen, "sheriff": engine.Sheriff, "mafia": engine.Mafia, "don": engine.Don}
	roles := map[engine.Seat]engine.Role{}
	for s, name := range r.Roles {
		roles[s] = cards[name]
	}
	t.hand(roles)
	for range 2000 {
		if t.game.Finished() {
			break
		}
		t.playStage(r)
	}
	return told(t.log)
}

// playStage does what the record has for the stage that runs, and lets it end.
func (t *table) playStage(r *record) {
	g := &t.game
	day, night := r.day(g.Day), r.night(g.Night)
	window := g.Clock.Window
	for _, out := range day.Removed {
		if g.Living.Has(out.Seat) && t.removalFalls(out.At.Phase, out.At.Seat, out.At.Candidate, out.At.Ballot) {
			t.must(engine.Host, engine.Remove{Seat: out.Seat})
		}
	}
	if g.Clock.Window != window {
		return
	}
	switch s := g.Stage.(type) {
	case engine.Speech:
		t.playSpeech(s.Seat, day)
		return
	case engine.TieSpeech:
		t.must(player(s.Seat), engine.Pass{})
		return
	case engine.LastWord:
		t.must(player(s.Seat), engine.Pass{})
		return
	case engine.Voting:
		t.playVoting(day)
	case engine.LiftVote:
		t.playLift(day)
	case engine.Shoot:
		for by, target := range night.Shots {
			if target != nil && s.Now == *target {
				t.must(player(by), engine.FireAt{Shown: *target})
			}
		}
	case engine.DonCheck:
		t.playCheck(engine.Don, night.DonChecks)
	case engine.SheriffCheck:
		t.playCheck(engine.Sheriff, night.SheriffChecks)
	}
	t.tick()
}

// player returns who sits on a seat in these tests: player n draws seat n.
func player(s engine.Seat) engine.Player { return engine.Player(s) }

func (t *table) removalFalls(phase string, seat, candidate engine.Seat, ballot int) bool {
	g := &t.game
	switch s := g.Stage.(type) {
	case engine.Speech:
		return phase == "speech" && s.Seat == seat
	case engine.TieSpeech:
		return phase == "tie_speech" && s.Seat == seat
	case engine.LastWord:
		return (phase == "last_word" || phase == "result") && (seat == 0 || s.Seat == seat)
	case engine.Voting:
		return phase == "ballot" && int(g.Ballot.Round) == ballot && g.Ballot.List[g.Ballot.Index] == candidate
	case engine.Shoot:
		return phase == "night"
	}
	return false
}

// playSpeech nominates by a press and by words in turn.
func (t *table) playSpeech(s engine.Seat, day *recordDay) {
	for i, n := range day.Nominations {
		switch {
		case n[0] != s:
		case i%2 == 0:
			t.must(player(s), engine.Nominate{Seat: n[1]})
		default:
			t.mark++
			t.must(player(s), engine.Utter{Mark: t.mark, Date: t.now.Unix(), Heard: engine.Heard{
				Kind: engine.Word, Finds: []engine.Find{{Class: engine.NominateL, Seat: n[1]}},
			}})
		}
	}
	t.must(player(s), engine.Pass{})
}

func (t *table) playVoting(day *recordDay) {
	b := &t.game.Ballot
	if int(b.Round) > len(day.Ballots) {
		return
	}
	c := b.List[b.Index]
	for _, s := range day.Ballots[b.Round-1][c] {
		t.must(player(s), engine.Vote{Seat: c})
	}
}

// playLift votes as recorded; where only the outcome is recorded, all vote for
// it or none does.
func (t *table) playLift(day *recordDay) {
	inFavour := day.LiftFor
	if inFavour == nil && engine.SetOf(day.VotedOut...) == t.game.Ballot.Lift {
		inFavour = slices.Collect(t.game.Living.All())
	}
	for _, s := range inFavour {
		t.must(player(s), engine.Raise{})
	}
}

func (t *table) playCheck(r engine.Role, target *engine.Seat) {
	for s := range t.game.Living.All() {
		if t.game.Roles[s] == r && target != nil && *target != s {
			t.must(player(s), engine.Check{Target: *target})
		}
	}
}

// records reads every real game, afresh.
func records(tb testing.TB) []*record {
	files, err := filepath.Glob("testdata/protocols/real-*.json")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no records: %v", err)
	}
	var out []*record
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		r := new(record)
		if err := json.Unmarshal(b, r); err != nil {
			tb.Fatalf("%s: %v", f, err)
		}
		out = append(out, r)
	}
	return out
}

// differ says how a record and its replay differ, "" if they agree.
func differ(tb testing.TB, r *record) string {
	want, got := r.story(), replay(tb, r)
	if want.Winner != got.Winner {
		return "winner " + strconv.Itoa(int(got.Winner))
	}
	for n := uint8(0); n < 40; n++ {
		if want.Days[n] != got.Days[n] {
			return fmt.Sprintf("day %d: %+v, recorded %+v", n, got.Days[n], want.Days[n])
		}
		if want.Openers[n] != got.Openers[n] {
			return fmt.Sprintf("day %d: opener %d, recorded %d", n, got.Openers[n], want.Openers[n])
		}
	}
	return ""
}

// TestRealGames replays the recorded games: same departures day by day, same
// openers, same winner.
func TestRealGames(t *testing.T) {
	for _, r := range records(t) {
		t.Run(r.ID, func(t *testing.T) {
			if d := differ(t, r); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestRealGamesCanFail changes one fact of each record: no changed record is a
// game that could have been.
func TestRealGamesCanFail(t *testing.T) {
	breaches := map[string]func(*record) bool{
		"winner": func(r *record) bool {
			r.Winner = map[string]string{"red": "black", "black": "red"}[r.Winner]
			return true
		},
		"voted out": func(r *record) bool {
			for i := range r.Days {
				if out := r.Days[i].VotedOut; len(out) > 0 {
					r.Days[i].VotedOut = []engine.Seat{out[0]%10 + 1}
					return true
				}
			}
			return false
		},
		"killed": func(r *record) bool {
			for i := range r.Nights {
				if k := r.Nights[i].Killed; k != nil {
					other := *k%10 + 1
					r.Nights[i].Killed = &other
					return true
				}
			}
			return false
		},
	}
	for name, breach := range breaches {
		for _, r := range records(t) {
			if breach(r) && differ(t, r) == "" {
				t.Errorf("%s: a changed %s goes unnoticed", r.ID, name)
			}
		}
	}
}
