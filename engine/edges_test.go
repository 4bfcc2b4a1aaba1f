package engine_test

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// speaking is a table in the speech of a seat on a day, reached as a real game
// reaches it.
func speaking(tb testing.TB, r engine.Ruleset, s engine.Seat) *table {
	t := seated(tb, r)
	t.until("the speech", func(g *engine.Game) bool {
		sp, ok := g.Stage.(engine.Speech)
		return ok && sp.Seat == s && g.Clock.Opened != 0
	})
	return t
}

// made reports whether the last command made an event of this type, and which.
func madeOne[E engine.Event](t *table) (E, bool) {
	for _, e := range t.made {
		if e, ok := e.(E); ok {
			return e, true
		}
	}
	var none E
	return none, false
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	var r engine.Refusal
	if !errors.As(err, &r) || string(r) != want {
		t.Errorf("refused with %v, not %s", err, want)
	}
}

// TestThirdFoulBeforeThePhrase: until the table has heard his phrase, a third
// foul is one before his speech, and he has his slot (E16, C50).
func TestThirdFoulBeforeThePhrase(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	tb.apply(engine.Fouled{Seat: 5, Count: 2})
	tb.apply(engine.FoulNoticed{Seat: 5, Mark: 1})
	tb.silent = true
	_ = tb.do(4, engine.Pass{})
	_ = tb.do(engine.Host, engine.Foul{Seat: 5})
	if e, ok := madeOne[engine.SlotCalled](tb); !ok || e.Seat != 5 {
		t.Errorf("he has no slot: %v", tb.made)
	}
}

// TestOpenerLeavesBeforeHisPhrase: the next living seat opens and counts as the
// opener (E10).
func TestOpenerLeavesBeforeHisPhrase(t *testing.T) {
	tb := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	tb.until("the look", at[engine.Look])
	tb.silent = true
	tb.tick()
	_ = tb.do(engine.Host, engine.Remove{Seat: 1})
	if tb.game.DayOpener != 2 {
		t.Errorf("opener %d", tb.game.DayOpener)
	}
	tb.silent = false
	tb.tick()
	if sp, ok := tb.game.Stage.(engine.Speech); !ok || sp.Seat != 2 {
		t.Errorf("stage %+v", tb.game.Stage)
	}
}

// TestGatePatience: a border that nobody acknowledges opens its window after
// five seconds, and a late acknowledgement changes nothing (I11).
func TestGatePatience(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	tb.silent = true
	_ = tb.do(4, engine.Pass{})
	posted := tb.now
	if due := tb.game.Due(); due.Sub(posted) != engine.GatePatience*time.Second {
		t.Errorf("due after %v", due.Sub(posted))
	}
	tb.tick()
	if tb.game.Clock.Opened == 0 {
		t.Error("not open")
	}
	refused(t, tb.do(engine.Host, engine.Said{Window: tb.game.Clock.Window, Mark: 5}), "stale")
	refused(t, tb.do(engine.Host, engine.Said{Window: tb.game.Clock.Window - 1, Mark: 5}), "stale")
}

// TestUnreportedNotice: a notice of whose delivery nothing was heard counts as
// read from the next border on; it is no licence for the rest of the evening
// (G3).
func TestUnreportedNotice(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	say := func() {
		tb.mark++
		_ = tb.do(7, engine.Utter{Mark: tb.mark, Date: tb.now.Unix(), Heard: engine.Heard{Kind: engine.Word}})
	}
	tb.silent = true
	say()
	say()
	if tb.game.Fouls[7] != 1 {
		t.Errorf("%d fouls while the notice is on its way", tb.game.Fouls[7])
	}
	tb.silent = false
	_ = tb.do(4, engine.Pass{})
	say()
	if tb.game.Fouls[7] != 2 {
		t.Errorf("%d fouls after the next border", tb.game.Fouls[7])
	}
}

// TestHostOnly: nobody but the host ticks, deals, fouls or removes; and the
// host does nothing to a seat that is none.
func TestHostOnly(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 4)
	for _, c := range []engine.Command{
		engine.Tick{}, engine.Said{}, engine.Noted{}, engine.Deal{},
		engine.Unreachable{Player: 2}, engine.Reachable{Player: 2}, engine.Resume{Shift: time.Second},
		engine.Vanished{}, engine.PutOut{}, engine.LetIn{}, engine.LosePlace{},
	} {
		refused(t, tb.do(3, c), "host_only")
	}
	for _, c := range []engine.Command{
		engine.Foul{Seat: 2}, engine.Unfoul{Seat: 2}, engine.Remove{Seat: 2}, engine.Restore{Seat: 2}, engine.Deliberate{Seat: 2},
		engine.Skip{}, engine.Note{Text: "шум"}, engine.Pause{}, engine.Continue{}, engine.Answer{},
	} {
		for _, p := range []engine.Player{3, 77} {
			refused(t, tb.do(p, c), "judge_only")
		}
	}
	night := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	for _, s := range []engine.Seat{0, 11, 16, 200} {
		refused(t, night.do(engine.Host, engine.Foul{Seat: s}), "not_living")
		refused(t, night.do(engine.Host, engine.Unfoul{Seat: s}), "not_living")
		refused(t, night.do(engine.Host, engine.Remove{Seat: s}), "not_living")
	}
}

// lobby is a table that all have joined.
func lobby(t *testing.T) *table {
	tb := newTable(t)
	tb.must(1, engine.Convene{Rules: preset(t, engine.Czernowitz, engine.TableTempo)})
	refused(t, tb.do(2, engine.Convene{Rules: preset(t, engine.Czernowitz, engine.TableTempo)}), "table_taken")
	for p := engine.Player(1); p <= 10; p++ {
		tb.must(p, engine.Join{})
	}
	return tb
}

// TestLobby: the ready check, who leaves, who does not answer (C84).
func TestLobby(t *testing.T) {
	tb := lobby(t)
	if !at[engine.ReadyCheck](&tb.game) {
		t.Fatalf("%T with ten at the table", tb.game.Stage)
	}
	refused(t, tb.do(11, engine.Join{}), "table_gathers")
	tb.must(1, engine.Leave{})
	if tb.game.Opener != 2 || !at[engine.Lobby](&tb.game) {
		t.Errorf("opener %d in %T", tb.game.Opener, tb.game.Stage)
	}
	refused(t, tb.do(2, engine.Join{}), "already_joined")
	tb.must(11, engine.Join{})
	for p := engine.Player(2); p <= 9; p++ {
		tb.must(p, engine.SayReady{})
	}
	refused(t, tb.do(2, engine.SayReady{}), "already_ready")
	tb.tick()
	if tb.game.AtTable() != 8 || !at[engine.Lobby](&tb.game) {
		t.Errorf("%d at the table in %T", tb.game.AtTable(), tb.game.Stage)
	}
	if s, part := tb.game.Who(11); s != 0 || part != engine.StrangerPart {
		t.Error("who did not answer still waits")
	}
}

// TestDrawDeadline: who has not drawn in time loses his place (K1b).
func TestDrawDeadline(t *testing.T) {
	tb := lobby(t)
	for p := engine.Player(1); p <= 10; p++ {
		tb.must(p, engine.SayReady{})
	}
	for p := engine.Player(2); p <= 10; p++ {
		tb.must(p, engine.Draw{})
	}
	refused(t, tb.do(2, engine.Draw{}), "already_drawn")
	tb.until("the deadline", at[engine.Lobby])
	if tb.game.AtTable() != 9 || tb.game.Opener != 2 || tb.game.Drawn != 0 {
		t.Errorf("%d at the table, opener %d, drawn %s", tb.game.AtTable(), tb.game.Opener, seatList(tb.game.Drawn))
	}
}

// TestStaleRuleset: rules that cannot be played are refused.
func TestStaleRuleset(t *testing.T) {
	for _, n := range []int{0, 4, 16} {
		r := preset(t, engine.Czernowitz, engine.TableTempo)
		r.Players = n
		refused(t, newTable(t).do(1, engine.Convene{Rules: r}), "bad_number_of_seats")
	}
	if _, err := engine.Preset("club1910", engine.TableTempo); err == nil {
		t.Error("an unknown ruleset")
	}
	if _, err := engine.Preset(engine.Czernowitz, "presto"); err == nil {
		t.Error("an unknown pace")
	}
}

// TestKnobs: every legal value of every knob goes in and comes out, and nothing
// else goes in.
func TestKnobs(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range engine.Knobs {
		if seen[k.Key] || k.Rows == "" {
			t.Errorf("%s is there twice, or without a row", k.Key)
		}
		seen[k.Key] = true
		r := preset(t, engine.Czernowitz, engine.TableTempo)
		was := k.Get(r)
		if err := k.Set(&r, was); err != nil || k.Get(r) != was {
			t.Errorf("%s = %s: %v", k.Key, was, err)
		}
		for _, v := range k.Legal {
			if err := k.Set(&r, v); err != nil || k.Get(r) != v {
				t.Errorf("%s = %s: %v", k.Key, v, err)
			}
		}
		for _, bad := range []string{"", "vielleicht", "-1", "1e9"} {
			if k.Set(&r, bad) == nil {
				t.Errorf("%s takes %q", k.Key, bad)
			}
		}
	}
}

// TestLobbyWindows measures the windows before the game, to the second (PACES).
func TestLobbyWindows(t *testing.T) {
	everyEvening(t, func(t *testing.T, r engine.Ruleset) {
		tb := newTable(t)
		lasts := func(what string, seconds int) {
			if due := tb.game.Due(); due.Sub(tb.now) != time.Duration(seconds)*time.Second {
				t.Errorf("%s lasts %v, not %d s", what, due.Sub(tb.now), seconds)
			}
		}
		tb.must(1, engine.Convene{Rules: r})
		lasts("the lobby", r.LobbyIdle)
		tb.now = tb.now.Add(time.Minute)
		for p := engine.Player(1); int(p) <= r.Players; p++ {
			tb.must(p, engine.Join{})
			if int(p) < r.Players {
				lasts("the lobby after a new player", r.LobbyIdle)
			}
		}
		lasts("the ready check", r.ReadyCheck+r.RaceGrace)
		for p := engine.Player(1); int(p) <= r.Players; p++ {
			tb.must(p, engine.SayReady{})
		}
		lasts("the draw, to half its time", r.Draw/2)
		tb.tick()
		lasts("the rest of the draw", r.Draw-r.Draw/2+r.RaceGrace)
		tb.tick()
		lasts("the lobby that nobody drew in", r.LobbyIdle)
		tb.tick()
		if !at[engine.Closed](&tb.game) {
			t.Errorf("%T after the lobby's time", tb.game.Stage)
		}
	})
}

// TestButtonsAreTakenOff: at night and after the game the group has no button
// left (C10).
func TestButtonsAreTakenOff(t *testing.T) {
	tb := speaking(t, preset(t, engine.Czernowitz, engine.TableTempo), 10)
	_ = tb.do(10, engine.Pass{})
	if !at[engine.Fall](&tb.game) || !slices.Contains(tb.said, engine.Effect(engine.Clear{})) {
		t.Errorf("buttons are left in %T", tb.game.Stage)
	}
	for _, s := range []engine.Seat{3, 6, 9} {
		_ = tb.do(engine.Host, engine.Remove{Seat: s})
	}
	if !tb.game.Ended() || !slices.Contains(tb.said, engine.Effect(engine.Clear{})) {
		t.Errorf("buttons are left in %T", tb.game.Stage)
	}
}

// TestBriefingKeypad: every seat gets its card, which is the window's gate; at
// the opening of the briefing the Don alone gets the order keypad, his team is
// told that it has begun, and nobody else hears anything; before it nothing is
// ordered (C3, C4, C10, E3).
func TestBriefingKeypad(t *testing.T) {
	tb := newTable(t)
	tb.sit(preset(t, engine.Czernowitz, engine.TableTempo))
	for s := engine.Seat(1); s <= 10; s++ {
		tb.apply(engine.Dealt{Seat: s, Role: usual[s]})
	}
	tb.apply(engine.CardsOut{At: tb.instant()})
	tb.silent = true
	_ = tb.do(engine.Host, engine.Said{Window: tb.game.Clock.Window})
	var cards engine.Seats
	for _, f := range tb.said {
		if say, ok := f.(engine.Say); ok && say.Slot == engine.NightSlot(0) && say.Gate == tb.game.Clock.Window {
			cards |= say.To.Seats
		}
	}
	if cards != engine.FirstSeats(10) || !slices.Contains(tb.said, engine.Effect(engine.Clear{})) {
		t.Errorf("cards for %s", seatList(cards))
	}
	for _, c := range []engine.Command{engine.Order{Target: 5}, engine.PickOrder{Night: 2}} {
		refused(t, tb.do(3, c), "stale")
	}
	refused(t, tb.do(6, engine.Write{}), "asleep")
	_ = tb.do(engine.Host, engine.Said{Window: tb.game.Clock.Window})
	got := map[engine.Seats]string{}
	for _, f := range tb.said {
		if say, ok := f.(engine.Say); ok {
			got[say.To.Seats] = buttons(say.Options)
		}
	}
	want := map[engine.Seats]string{engine.SetOf(3): " [pickorder×3 order×10]", engine.SetOf(6): "", engine.SetOf(9): ""}
	if !maps.Equal(got, want) {
		t.Errorf("told %v", got)
	}
}
