package engine_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mafiabot/engine"
	"mafiabot/messages"
)

// nicks are those of the worked scenarios.
var nicks = messages.Nicks{2: "Аль Капоне", 4: "Лиса", 7: "Барс", 9: "Черный Кот"}

// gameCode stands in the private messages of the worked scenarios (G16).
const gameCode = "7F3A"

// script is one transcript being played.
type script struct {
	*table
	marks   map[string]int64            // messages that a script has given a name
	output  []string                    // the lines of the last command
	steps   [][]string                  // everything the last command led to, step by step
	calling bool                        // called numbers are shown
	buttons map[engine.Slot]int         // how many stand under each message of the group
	private [engine.MaxSeats + 1]string // what each seat's player has read last
	spoken  []string                    // what the table hears in words, for the test of the vocabulary
}

func newScript(tb testing.TB) *script {
	return &script{table: newTable(tb), marks: map[string]int64{}, buttons: map[engine.Slot]int{}}
}

// seats reads "1-4,8".
func (p *script) seats(text string) []engine.Seat {
	var out []engine.Seat
	for _, part := range strings.Split(text, ",") {
		from, to, span := strings.Cut(part, "-")
		a, err := strconv.Atoi(from)
		if err != nil || a < 1 || a > engine.MaxSeats {
			p.tb.Fatalf("no seats: %q", text)
		}
		b := a
		if span {
			b = p.number(to)
		}
		for n := a; n <= b; n++ {
			out = append(out, engine.Seat(n))
		}
	}
	return out
}

func (p *script) number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		p.tb.Fatalf("no number: %q", text)
	}
	return n
}

func (p *script) seat(text string) engine.Seat { return engine.Seat(p.number(text)) }

// run plays one command line of a script.
func (p *script) run(text string) {
	p.steps, p.output = nil, nil
	words := strings.Fields(text)
	switch words[0] {
	case "wait":
		p.wait(time.Duration(p.number(words[1])) * time.Second)
	case "next":
		p.next()
	case "numbers":
		p.numbers(words[1:])
	case "until":
		p.untilStage(words[1:])
	case "host":
		p.host(words[1:])
	case "rules":
		p.steps = [][]string{p.rulesTold(words[1:])}
	case "heard":
		p.steps = [][]string{p.heard()}
	case "mutes":
		p.steps = [][]string{p.mutes()}
	case "buttons":
		n := 0
		for _, of := range p.buttons {
			n += of
		}
		p.steps = [][]string{{fmt.Sprint("buttons in the group: ", n)}}
	case "reads":
		p.steps = [][]string{strings.Split(p.private[p.seat(words[1])], "\n")}
	case "carrier":
		p.carry(words[1])
	case "stranger":
		if words[1] == "judges" {
			p.give(stranger, engine.TakeChair{})
		} else {
			p.says(stranger, text)
		}
	case "judge":
		p.judge(words[1:], text)
	case "owner":
		if words[1] == "judges" {
			p.give(stranger, engine.NameJudge{Owner: true, Player: engine.Player(p.number(words[2]))})
		} else {
			p.give(stranger, engine.Stop{Owner: true})
		}
	case "decides", "admin":
		seats := engine.SetOf(p.seats(words[1])...)
		p.give(stranger, engine.DecideBest{Seats: seats, Owner: words[0] == "admin"})
	case "guest":
		p.give(stranger, engine.Stop{})
	default:
		seats, second := strings.CutSuffix(words[0], "c")
		for _, s := range p.seats(seats) {
			p.act(p.person(s, second), words[1:], text)
		}
	}
	for _, s := range p.steps {
		p.output = append(p.output, s...)
	}
	if words[0] == "until" && len(p.steps) > 0 {
		p.output = p.steps[len(p.steps)-1]
	}
}

// give gives one command and keeps what it led to.
func (p *script) give(by engine.Player, c engine.Command) {
	err := p.do(by, c)
	out := lines(p.made, p.said)
	if err != nil {
		out = append(out, "refused: "+err.Error())
	}
	if !p.calling {
		out = slices.DeleteFunc(out, func(l string) bool { return strings.Contains(l, ": number_called") })
	}
	p.steps = append(p.steps, out)
	p.speak()
}

// speak keeps the words that the group hears of the last command.
func (p *script) speak() {
	var facts []engine.Event
	name := func(n engine.Player) string { return fmt.Sprint("игрок", n) }
	for _, f := range p.said {
		if c, clears := f.(engine.Clear); clears && c.Slot == 0 {
			maps.DeleteFunc(p.buttons, func(s engine.Slot, _ int) bool { return s != c.Keep })
		} else if clears {
			delete(p.buttons, c.Slot)
		}
		say, ok := f.(engine.Say)
		if ok && say.To.Table && len(say.Options) > 0 {
			p.buttons[say.Slot] = len(say.Options)
		}
		switch {
		case !ok:
		case say.To.Table:
			facts = append(facts, say.Fact)
		default:
			for s := range say.To.Seats.All() {
				p.private[s] = messages.BookOf("ru").Post(p.game.View(p.game.Chairs[s].Main), []engine.Event{say.Fact}, name, messages.Extra{})
			}
		}
	}
	p.spoken = append(p.spoken, messages.BookOf("ru").Post(p.game.View(engine.Host), facts, name, messages.Extra{}))
}

// wait lets time pass, with everything that falls due in it.
func (p *script) wait(d time.Duration) {
	end := p.now.Add(d)
	for due := p.game.Due(); !due.IsZero() && !due.After(end) && !p.game.AwaitsDeal(); due = p.game.Due() {
		if due.After(p.now) {
			p.now = due
		}
		p.give(engine.Host, engine.Tick{})
	}
	p.now = end
}

// next lets the running window come to its end.
func (p *script) next() {
	window := p.game.Clock.Window
	for range 40 {
		if due := p.game.Due(); due.After(p.now) {
			p.now = due
		}
		p.give(engine.Host, engine.Tick{})
		if p.game.Clock.Window != window || p.game.Finished() {
			return
		}
	}
}

// numbers lets time pass to where a number is called, or is over: "numbers 7" or
// "numbers 7 over".
func (p *script) numbers(words []string) {
	p.calling = true
	defer func() { p.calling = false }()
	for range 2 * engine.MaxSeats {
		stage, shooting := p.game.Stage.(engine.Shoot)
		over := len(words) > 1
		if !shooting || stage.Called.Has(p.seat(words[0])) && (stage.Now == 0) == over {
			return
		}
		p.now = p.game.Due()
		p.give(engine.Host, engine.Tick{})
	}
}

// stageNames are the stages that a script can wait for.
var stageNames = map[string]func(*engine.Game, engine.Seat) bool{
	"speech": func(g *engine.Game, s engine.Seat) bool {
		sp, ok := g.Stage.(engine.Speech)
		return ok && !sp.Slot && (s == 0 || sp.Seat == s)
	},
	"slot": func(g *engine.Game, s engine.Seat) bool {
		sp, ok := g.Stage.(engine.Speech)
		return ok && sp.Slot && (s == 0 || sp.Seat == s)
	},
	"announce": func(g *engine.Game, _ engine.Seat) bool { return at[engine.Announce](g) },
	"voting": func(g *engine.Game, s engine.Seat) bool {
		return at[engine.Voting](g) && (s == 0 || g.Ballot.List[g.Ballot.Index] == s)
	},
	"lead": func(g *engine.Game, s engine.Seat) bool {
		return at[engine.Lead](g) && (s == 0 || g.Ballot.List[g.Ballot.Index] == s)
	},
	"tie": func(g *engine.Game, s engine.Seat) bool {
		tie, ok := g.Stage.(engine.TieSpeech)
		return ok && (s == 0 || tie.Seat == s)
	},
	"lift": func(g *engine.Game, _ engine.Seat) bool { return at[engine.LiftVote](g) },
	"lastword": func(g *engine.Game, s engine.Seat) bool {
		last, ok := g.Stage.(engine.LastWord)
		return ok && (s == 0 || last.Seat == s)
	},
	"night":   func(g *engine.Game, _ engine.Seat) bool { return at[engine.Fall](g) },
	"shoot":   func(g *engine.Game, _ engine.Seat) bool { return at[engine.Shoot](g) },
	"don":     func(g *engine.Game, _ engine.Seat) bool { return at[engine.DonCheck](g) },
	"sheriff": func(g *engine.Game, _ engine.Seat) bool { return at[engine.SheriffCheck](g) },
	"lobby":   func(g *engine.Game, _ engine.Seat) bool { return at[engine.Lobby](g) },
	"meet":    func(g *engine.Game, _ engine.Seat) bool { return at[engine.DonMeet](g) },
	"donlook": func(g *engine.Game, _ engine.Seat) bool { return at[engine.LookDon](g) },
	"look":    func(g *engine.Game, _ engine.Seat) bool { return at[engine.Look](g) },
	"over":    func(g *engine.Game, _ engine.Seat) bool { return g.Ended() },
	"opinion": func(g *engine.Game, s engine.Seat) bool {
		o, ok := g.Stage.(engine.Opinion)
		return ok && (s == 0 || o.Seat == s)
	},
	"bestvote": func(g *engine.Game, _ engine.Seat) bool { return at[engine.BestVote](g) },
	"awaited":  func(g *engine.Game, _ engine.Seat) bool { return at[engine.BestAwaited](g) },
	"finished": func(g *engine.Game, _ engine.Seat) bool { return g.Finished() },
	"day": func(g *engine.Game, n engine.Seat) bool {
		return g.Day == uint8(n) && !engine.IsNight(g)
	},
}

func (p *script) untilStage(words []string) {
	there, ok := stageNames[words[0]]
	if !ok {
		p.tb.Fatalf("no stage %q", words[0])
	}
	var s engine.Seat
	if len(words) > 1 {
		s = p.seat(words[1])
	}
	for range 500 {
		if there(&p.game, s) {
			return
		}
		if p.game.Finished() {
			break
		}
		p.next()
	}
	p.steps = append(p.steps, []string{fmt.Sprintf("never: it is %T", p.game.Stage)})
}

func (p *script) host(words []string) {
	switch words[0] {
	case "seats-next":
		p.give(engine.Host, engine.NextSeating{})
	case "opens-table":
		p.give(engine.Host, engine.NextTable{})
	case "removes":
		p.give(engine.Host, engine.Remove{Seat: p.seat(words[1])})
	case "fouls":
		p.give(engine.Host, engine.Foul{Seat: p.seat(words[1])})
	case "unfouls":
		p.give(engine.Host, engine.Unfoul{Seat: p.seat(words[1])})
	case "shows": // the border has come although its window is open
		p.mark += 10
		p.give(engine.Host, engine.Said{Window: p.game.Clock.Window, Mark: p.mark, Date: p.now.Unix()})
	case "out":
		p.give(engine.Host, engine.PutOut{Topic: len(words) > 1})
	case "loses-place":
		p.give(engine.Host, engine.LosePlace{})
	case "in":
		p.give(engine.Host, engine.LetIn{})
	case "vanished":
		slot, _ := p.game.VoteShown()
		delete(p.slots, slot)
		p.give(engine.Host, engine.Vanished{Window: p.game.Clock.Window})
	case "unreachable":
		p.give(engine.Host, engine.Unreachable{Player: engine.Player(p.number(words[1]))})
	case "reachable":
		p.give(engine.Host, engine.Reachable{Player: engine.Player(p.number(words[1]))})
	case "undelivered":
		p.give(engine.Host, engine.Undelivered{Player: p.game.Chairs[p.seat(words[1])].Main})
	case "deals":
		p.give(engine.Host, engine.Deal{Seed: seedOf(uint64(p.number(words[1])))})
	case "resumes":
		d := time.Duration(p.number(words[1])) * time.Second
		p.now = p.now.Add(d)
		p.give(engine.Host, engine.Resume{Shift: d})
	default:
		p.tb.Fatalf("the host cannot %q", words[0])
	}
}

// stranger is a member of the group who does not play.
const stranger engine.Player = 77

// carry holds back what the carrier reports, or reports the running border.
func (p *script) carry(what string) {
	p.silent = what == "holds"
	if c := p.game.Clock; !p.silent && c.Posted != 0 && c.Opened == 0 {
		p.mark += 10
		p.give(engine.Host, engine.Said{Window: c.Window, Mark: p.mark, Date: p.now.Unix()})
	}
}

// says lets a person write what stands in quotation marks, with flags behind it.
func (p *script) says(by engine.Player, text string) {
	_, rest, _ := strings.Cut(text, `"`)
	said, flags, _ := strings.Cut(rest, `"`)
	at := messages.Table{Seats: p.game.Size, Nicks: &nicks, Code: gameCode, Host: "vedushchy_bot"}
	p.utter(by, messages.Hear(said, at), strings.Fields(flags))
}

// said is what stands in quotation marks.
func said(text string) string {
	_, rest, _ := strings.Cut(text, `"`)
	words, _, _ := strings.Cut(rest, `"`)
	return words
}

// person is the player of a seat, or its consigliere; before the seats are drawn, whom
// the number means then. A consigliere who is not there is a stranger.
func (p *script) person(s engine.Seat, consigliere bool) engine.Player {
	drawn := p.game.Drawn.Has(s)
	switch c := p.game.Chairs[s]; {
	case consigliere && drawn && c.Second == 0:
		return stranger
	case consigliere && drawn:
		return c.Second
	case consigliere:
		return second(s)
	case drawn:
		return c.Main
	}
	return engine.Player(s)
}

// act lets a person do something.
func (p *script) act(by engine.Player, words []string, text string) {
	var target engine.Seat
	if len(words) > 1 {
		if n, err := strconv.Atoi(words[1]); err == nil {
			target = engine.Seat(n)
		}
	}
	presses := map[string]engine.Command{
		"nominates": engine.Nominate{Seat: target}, "withdraws": engine.Withdraw{}, "touches": engine.Touch{}, "passes": engine.Pass{},
		"raises": engine.Raise{}, "aims": engine.Aim{Target: target}, "fires": engine.Fire{},
		"checks": engine.Check{Target: target}, "orders": engine.Order{Target: target}, "picks": engine.PickOrder{Night: uint8(target)},
		"joins": engine.Join{}, "pairs": engine.Pair{With: engine.Player(target)}, "lots": engine.DrawLot{Luck: uint64(target)}, "leaves": engine.Leave{}, "begins": engine.Begin{}, "ready": engine.SayReady{}, "draws": engine.Draw{}, "takes": engine.TakeCard{},
		"judges": engine.TakeChair{}, "pauses": engine.Pause{}, "knocks": engine.Knock{},
		"stops": engine.Stop{Owner: len(words) > 1}, "agrees": engine.AgreeStop{}, "continues": engine.Continue{}, "opens": engine.OpenChat{},
		"marks": engine.PickMove{Seat: target}, "records": engine.RecordMove{},
		"names": engine.NameBest{Seat: target}, "prefers": engine.VoteBest{Seat: target},
		"protests": engine.Lodge{Text: said(text)}, "agreed": engine.VoteProtest{Yes: true}, "differs": engine.VoteProtest{},
		"shows": engine.ShowDon{}, "masks": engine.Mask{}, "asks": engine.AskFouls{}, "writes": engine.Write{Date: p.now.Unix(), Seat: target},
	}
	kinds := map[string]engine.Kind{"sticker": engine.Gesture, "voice": engine.Sound, "photo": engine.Showing}
	switch verb := words[0]; {
	case presses[verb] != nil:
		p.give(by, presses[verb])
	case kinds[verb] != 0:
		p.utter(by, engine.Heard{Kind: kinds[verb]}, words[1:])
	case verb == "goes": // out of the group; "goes out" is put out of it
		p.give(engine.Host, engine.LeftGroup{Player: by, PutOut: len(words) > 1})
	case verb == "floods": // with the eleventh message, or the one that has the name
		p.mark++
		mark := p.mark
		if len(words) > 1 {
			mark = p.marks[words[1]]
		}
		p.give(by, engine.Flooded{Mark: mark, Date: p.now.Unix()})
	case verb == "returns":
		p.give(engine.Host, engine.CameBack{Player: by})
	case verb == "shoots":
		p.shoots(by, target)
	case verb == "types":
		p.give(by, engine.ShootAt{Target: target})
	case verb == "hits": // the button as it is shown, or the one of a number that was
		shown := target
		if stage, ok := p.game.Stage.(engine.Shoot); ok && len(words) == 1 {
			shown = stage.Now
		}
		p.give(by, engine.FireAt{Shown: shown})
	case verb == "votes":
		if target == 0 {
			target = p.game.Ballot.List[p.game.Ballot.Index]
		}
		p.give(by, engine.Vote{Seat: target})
	case verb == "says":
		p.says(by, text)
	case verb == "reacts":
		p.utter(by, engine.Heard{Kind: engine.Gesture}, append(words[1:], "reaction"))
	default:
		p.tb.Fatalf("a seat cannot %q", verb)
	}
}

// shoots lets a seat shoot at a seat: by the keypad, or once its number is called.
func (p *script) shoots(by engine.Player, target engine.Seat) {
	stage, shooting := p.game.Stage.(engine.Shoot)
	if !shooting || p.game.Rules.ShootMode != engine.Called {
		p.give(by, engine.Aim{Target: target})
		p.give(by, engine.Fire{})
		return
	}
	for p.game.Living.Has(target) && !stage.Called.Has(target) {
		p.now = p.game.Due()
		_ = p.do(engine.Host, engine.Tick{})
		stage = p.game.Stage.(engine.Shoot)
	}
	p.give(by, engine.FireAt{Shown: target})
}

// utter is a message in the group. Flags: "early" was written before the host's
// last message, "reply" answers another player, "as x" names the message,
// "edits x" is an edit of it, "shown" puts the words under a picture, "reaction" makes it
// one, "notice 5" answers the notice of that seat's foul, "tohost" another message of
// the host; "hidden" the table does not see, "beside" stands in another topic.
func (p *script) utter(by engine.Player, h engine.Heard, flags []string) {
	p.mark++
	u := engine.Utter{Mark: p.mark, Date: p.now.Unix(), Heard: h}
	for i, f := range flags {
		switch f {
		case "early":
			p.mark--
			u.Mark = p.game.Clock.Mark - 1
		case "unread":
			u.Mark = p.mark - 3
		case "reply":
			u.Reply = true
		case "reaction":
			u.Mark, u.Reaction = 0, true
		case "notice":
			n, _ := strconv.Atoi(flags[i+1])
			u.Answers = p.game.Notices[n].Mark
		case "tohost":
			u.Answers = p.game.Clock.Mark
		case "hidden":
			u.Hidden = true
		case "beside":
			u.Beside = true
		case "shown":
			u.Heard.Shows = true
		case "as":
			p.marks[flags[i+1]] = u.Mark
		case "edits":
			u.Mark, u.Edit = p.marks[flags[i+1]], true
		}
	}
	p.give(by, u)
}
