package engine_test

import (
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// epoch is when every evening of these tests begins.
var epoch = time.Date(2026, 1, 2, 18, 0, 0, 0, time.UTC)

// table is one evening under test: the game, its log, and a carrier without a
// network that acknowledges every border and every notice at once.
type table struct {
	tb     testing.TB
	game   engine.Game
	log    []engine.Event
	now    time.Time
	mark   int64                 // the last message id of the group
	slots  map[engine.Slot]int64 // the messages that are edited in place
	silent bool                  // the carrier acknowledges nothing
	said   []engine.Effect       // the effects of the last command
	made   []engine.Event        // the events of the last command, acknowledgements included
	after  func(by engine.Player, c engine.Command, before *engine.Game, r engine.Ready)
}

func newTable(tb testing.TB) *table {
	return &table{tb: tb, now: epoch, mark: 100, slots: map[engine.Slot]int64{}}
}

// do gives a command and carries its effects out.
func (t *table) do(by engine.Player, c engine.Command) error {
	t.said, t.made = nil, nil
	return t.step(by, c)
}

func (t *table) step(by engine.Player, c engine.Command) error {
	before := t.game
	r, err := t.game.Step(by, c, t.now)
	if t.game != before {
		t.tb.Fatalf("%T: Step changed the game", c)
	}
	for _, e := range r.Events {
		t.apply(e)
	}
	t.said = append(t.said, r.Effects...)
	if t.after != nil {
		t.after(by, c, &before, r)
	}
	if !t.silent {
		t.acknowledge(r.Effects)
	}
	return err
}

func (t *table) apply(e engine.Event) {
	t.game.Apply(e)
	t.log = append(t.log, e)
	t.made = append(t.made, e)
}

// acknowledge sends one message for all that was said to the table, and reports
// what a carrier reports of it. Cards open their window without a word to the
// table.
func (t *table) acknowledge(effects []engine.Effect) {
	var mark int64
	gate := false
	var notices []engine.Seat
	for _, f := range effects {
		say, ok := f.(engine.Say)
		gate = gate || say.Gate != 0
		if !ok || !say.To.Table {
			continue
		}
		if edited := t.slots[say.Slot]; say.Slot != 0 && edited != 0 {
			mark = edited
		} else if mark == 0 {
			t.mark += 10 // people write between the host's messages
			mark = t.mark
		}
		if say.Slot != 0 {
			t.slots[say.Slot] = mark
		}
		if say.Notice != 0 {
			notices = append(notices, say.Notice)
		}
	}
	for _, s := range notices {
		_ = t.step(engine.Host, engine.Noted{Seat: s, Mark: mark, Date: t.now.Unix()})
	}
	if t.game.Bar.At != 0 {
		return // nothing goes out into a group that the host is not in (E47)
	}
	if c := t.game.Clock; (mark != 0 || gate) && c.Posted != 0 && c.Opened == 0 {
		t.must(engine.Host, engine.Said{Window: c.Window, Mark: mark, Date: t.now.Unix()})
	}
}

// must gives a command that is to be taken.
func (t *table) must(by engine.Player, c engine.Command) {
	t.tb.Helper()
	if err := t.step(by, c); err != nil {
		t.tb.Fatalf("%T%+v by %d refused in %T: %v", c, c, by, t.game.Stage, err)
	}
}

// tick moves the clock to the next due instant and lets it happen.
func (t *table) tick() {
	if due := t.game.Due(); due.After(t.now) {
		t.now = due
	}
	_ = t.do(engine.Host, engine.Tick{})
}

// sit plays the lobby up to the deal: player n draws seat n.
func (t *table) sit(r engine.Ruleset, pairs ...engine.Seat) {
	t.must(1, engine.Convene{Rules: r})
	n := engine.Player(r.Players)
	for p := engine.Player(1); p <= n; p++ {
		t.must(p, engine.Join{})
	}
	if !r.Consigliere {
		pairs = nil
	}
	for _, s := range pairs {
		t.must(second(s), engine.Pair{With: engine.Player(s)})
	}
	if at[engine.Lobby](&t.game) { // it waits for partners
		t.must(1, engine.Begin{})
	}
	for p := engine.Player(1); p <= n; p++ {
		t.must(p, engine.SayReady{})
	}
	t.lots(pairs)
	for p := engine.Player(1); p <= n; p++ {
		t.must(p, engine.Draw{Luck: 0})
	}
}

// second is who comes as the partner of the player of this number.
func second(s engine.Seat) engine.Player { return engine.Player(s) + 20 }

// lots makes those consiglieri who came as partners.
func (t *table) lots(pairs []engine.Seat) {
	for _, s := range pairs {
		t.must(second(s), engine.SayReady{})
	}
	for _, s := range pairs {
		t.must(engine.Player(s), engine.DrawLot{})
		t.must(second(s), engine.DrawLot{})
	}
}

// hand deals chosen roles by writing the events of the deal, and opens the
// night of orders.
func (t *table) hand(roles map[engine.Seat]engine.Role) {
	for s := engine.Seat(1); int(s) <= len(roles); s++ {
		t.apply(engine.Dealt{Seat: s, Role: roles[s]})
	}
	t.apply(engine.CardsOut{At: engine.Instant(t.now.UnixMilli())})
	t.must(engine.Host, engine.Said{Window: t.game.Clock.Window, Mark: t.mark, Date: t.now.Unix()})
}

// at reports whether the game stands in a stage of this type.
func at[S engine.Stage](g *engine.Game) bool {
	_, ok := g.Stage.(S)
	return ok
}

// until ticks until the test says so; a bound keeps a fault from going on for
// ever.
func (t *table) until(what string, stop func(*engine.Game) bool) {
	t.tb.Helper()
	for range 2000 {
		if stop(&t.game) {
			return
		}
		if t.game.Finished() {
			break
		}
		t.tick()
	}
	t.tb.Fatalf("never came to %s: now %T", what, t.game.Stage)
}

// fold plays the log anew.
func fold(log []engine.Event) engine.Game { return engine.Fold(slices.Values(log)) }

// preset returns a ruleset that must be there.
func preset(tb testing.TB, name, pace string, set ...string) engine.Ruleset {
	tb.Helper()
	r, err := engine.Preset(name, pace)
	if err != nil {
		tb.Fatal(err)
	}
	for i := 0; i+1 < len(set); i += 2 {
		turn(tb, &r, set[i], set[i+1])
	}
	return r
}

// turn sets a knob; a key that is no knob fails the test.
func turn(tb testing.TB, r *engine.Ruleset, key, value string) {
	tb.Helper()
	k, ok := engine.KnobOf(key)
	if !ok {
		tb.Fatalf("%s is no knob", key)
	}
	if err := k.Set(r, value); err != nil {
		tb.Fatalf("%s = %s: %v", key, value, err)
	}
}
