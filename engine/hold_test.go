package engine_test

import (
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// undelivered is a table at which everybody has been told his seat, or has a card on
// its way, with a carrier that reports nothing.
func undelivered(t *testing.T, cards bool) *table {
	tb := newTable(t)
	tb.silent = true
	tb.sit(preset(t, engine.Czernowitz, engine.TableTempo, "card_s", "0"))
	if cards {
		tb.must(engine.Host, engine.Said{Window: tb.game.Clock.Window})
		tb.must(engine.Host, engine.Deal{Seed: seedOf(1)})
	}
	return tb
}

// slotOf is where the last command showed an event of this type to the table.
func slotOf[E engine.Event](tb *table) engine.Slot {
	for _, f := range tb.said {
		if say, ok := f.(engine.Say); ok && say.To.Table {
			if _, ok := say.Fact.(E); ok {
				return say.Slot
			}
		}
	}
	return 0
}

// TestHold: a private chat that is closed costs nothing before the cards, and
// voids all cards after them; its seat is waited for, and then dealt anew (K2a,
// K2b, E3).
func TestHold(t *testing.T) {
	for _, cards := range []bool{false, true} {
		tb := undelivered(t, cards)
		board, old := tb.game.Seating, tb.game.Clock.Window
		refused(t, tb.do(engine.Host, engine.Unreachable{Player: 44}), "not_joined")
		refused(t, tb.do(engine.Host, engine.Reachable{Player: 44}), "not_joined")
		_ = tb.do(engine.Host, engine.Unreachable{Player: 4})
		if _, voided := madeOne[engine.DealVoided](tb); voided != cards {
			t.Errorf("voided %v with the cards out %v", voided, cards)
		}
		if !at[engine.Holding](&tb.game) || tb.game.Roles != (engine.Game{}).Roles || tb.game.Seed != (engine.Key{}) {
			t.Errorf("in %T", tb.game.Stage)
		}
		if v := tb.game.View(4); v.Role != 0 || v.Don != 0 || v.Mafia != 0 {
			t.Errorf("an old card is seen: %+v", v)
		}
		hold := slotOf[engine.HoldCalled](tb)
		refused(t, tb.do(engine.Host, engine.Said{Window: old}), "stale")
		tb.now = tb.now.Add(3 * time.Second)
		_ = tb.do(engine.Host, engine.Unreachable{Player: 7})
		if slotOf[engine.HoldCalled](tb) != hold || hold == 0 {
			t.Error("two messages for one hold")
		}
		_ = tb.do(engine.Host, engine.Reachable{Player: 4})
		if at[engine.Telling](&tb.game) || slotOf[engine.Reached](tb) != hold {
			t.Errorf("%T with seat 7 missing", tb.game.Stage)
		}
		_ = tb.do(engine.Host, engine.Reachable{Player: 7})
		if !at[engine.Telling](&tb.game) || tb.game.AwaitsDeal() || slotOf[engine.SeatsTold](tb) != board {
			t.Errorf("%T, seats in slot %d", tb.game.Stage, slotOf[engine.SeatsTold](tb))
		}
		if gates := gatesOf(tb); gates != engine.FirstSeats(10) {
			t.Errorf("the probe is of %s", seatList(gates))
		}
		tb.must(engine.Host, engine.Said{Window: tb.game.Clock.Window})
		tb.must(engine.Host, engine.Deal{Seed: seedOf(2)})
		_ = tb.do(engine.Host, engine.Said{Window: tb.game.Clock.Window})
		if slotOf[engine.Sealed](tb) != board || !at[engine.Briefing](&tb.game) {
			t.Errorf("the seal stands in slot %d, not %d; %T", slotOf[engine.Sealed](tb), board, tb.game.Stage)
		}
	}
}

// gatesOf are the seats whose deliveries open the window that was posted last.
func gatesOf(tb *table) (out engine.Seats) {
	for _, f := range tb.said {
		if say, ok := f.(engine.Say); ok && say.Gate == tb.game.Clock.Window {
			out |= say.To.Seats
		}
	}
	return out
}

// TestHoldEnds: who has not opened his chat is dropped, all of them together, and
// the seats are forgotten; the way to the chat is taken off.
func TestHoldEnds(t *testing.T) {
	tb := undelivered(t, true)
	_ = tb.do(engine.Host, engine.Unreachable{Player: 1})
	hold := slotOf[engine.HoldCalled](tb)
	tb.tick() // it opens, though nobody has acknowledged it
	opened := tb.now
	_ = tb.do(engine.Host, engine.Unreachable{Player: 7})
	if due := tb.game.Due(); due.Sub(opened) != engine.GatePatience*time.Second {
		t.Errorf("due after %v", due.Sub(opened))
	}
	tb.tick()
	if due := tb.game.Due().Sub(tb.now); due != 62*time.Second {
		t.Errorf("the hold lasts %v", due)
	}
	tb.tick()
	if g := &tb.game; !at[engine.Lobby](g) || g.AtTable() != 8 || g.Drawn != 0 || g.Opener != 2 || g.Size != 10 {
		t.Errorf("%T with %d, opener %d", g.Stage, g.AtTable(), g.Opener)
	}
	if !slices.Contains(tb.said, engine.Effect(engine.Clear{Slot: hold})) {
		t.Error("the button stays")
	}
	if _, part := tb.game.Who(7); part != engine.StrangerPart {
		t.Error("seat 7 is there still")
	}
}

// TestNoHold: rules of before the hold drop at once, as they did.
func TestNoHold(t *testing.T) {
	for _, cards := range []bool{false, true} {
		tb := newTable(t)
		tb.silent = true
		tb.sit(preset(t, engine.Czernowitz, engine.TableTempo, "pm_hold_s", "0"))
		if cards {
			tb.must(engine.Host, engine.Said{Window: tb.game.Clock.Window})
			tb.must(engine.Host, engine.Deal{Seed: seedOf(1)})
		}
		_ = tb.do(engine.Host, engine.Unreachable{Player: 4})
		if _, voided := madeOne[engine.DealVoided](tb); voided != cards || !at[engine.Lobby](&tb.game) || tb.game.AtTable() != 9 {
			t.Errorf("voided %v, in %T with %d", voided, tb.game.Stage, tb.game.AtTable())
		}
		if tb.game.Roles != (engine.Game{}).Roles || tb.game.Seed != (engine.Key{}) {
			t.Error("the cards stand")
		}
	}
}

// TestReachOutOfPlace: before the probe nobody is missed (E3).
func TestReachOutOfPlace(t *testing.T) {
	tb := newTable(t)
	tb.must(1, engine.Convene{Rules: preset(t, engine.Czernowitz, engine.TableTempo)})
	tb.must(1, engine.Join{})
	for _, c := range []engine.Command{engine.Unreachable{Player: 1}, engine.Reachable{Player: 1}} {
		if err := tb.do(engine.Host, c); err != nil || len(tb.made) > 0 {
			t.Errorf("%T in %T: %v, %v", c, tb.game.Stage, err, tb.made)
		}
	}
}

// TestClosedChatTellsNoRole: in every window of a night a chat that closes is told
// to nobody, and one that opens gets one card, whoever has which role (E39, G6, I7).
func TestClosedChatTellsNoRole(t *testing.T) {
	windows := []func(*engine.Game) bool{at[engine.DonMeet], at[engine.Look], at[engine.Fall], at[engine.Shoot], at[engine.DonCheck], at[engine.SheriffCheck]}
	tb := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	for _, window := range append(windows[:0:0], windows...) {
		for s := range tb.game.Living.All() {
			_ = tb.do(engine.Host, engine.Unreachable{Player: engine.Player(s)})
			if len(tb.said) > 0 || len(tb.made) != 1 {
				t.Errorf("%T: seat %d closes: %v, %v", tb.game.Stage, s, tb.made, tb.said)
			}
			_ = tb.do(engine.Host, engine.Unreachable{Player: engine.Player(s)})
			if len(tb.made) > 0 {
				t.Errorf("%T: seat %d closes twice", tb.game.Stage, s)
			}
			_ = tb.do(engine.Host, engine.Reachable{Player: engine.Player(s)})
			card, ok := tb.said[0].(engine.Say)
			if len(tb.said) != 1 || !ok || card.To.Table || card.To.Seats != engine.SetOf(s) || card.Slot != engine.NightSlot(tb.game.Night) || card.Gate != 0 {
				t.Errorf("%T: seat %d opens: %+v", tb.game.Stage, s, tb.said)
			}
		}
		tb.until("the next window", window)
	}
	tb.until("the day", func(g *engine.Game) bool { return g.Day == 2 && !engine.IsNight(g) })
	_ = tb.do(engine.Host, engine.Unreachable{Player: 10})
	_ = tb.do(engine.Host, engine.Reachable{Player: 10})
	if len(tb.said) > 0 {
		t.Errorf("a card by day: %+v", tb.said)
	}
}

// TestLobbyAnew: a table that opens again has a new lobby message, which later
// edits go to; what called people to act loses its buttons, and seats that were
// drawn are said to be void (E3, E4).
func TestLobbyAnew(t *testing.T) {
	const checking = -1 // the ready check runs, nobody draws yet
	for _, drawn := range []int{checking, 0, 4} {
		tb := newTable(t)
		tb.must(1, engine.Convene{Rules: preset(t, engine.Czernowitz, engine.TableTempo)})
		for p := engine.Player(1); p <= 10; p++ {
			_ = tb.do(p, engine.Join{})
		}
		asked, first := engine.WindowSlot(tb.game.Clock.Window), tb.game.Lobby
		if got := slots(tb); first != engine.LobbySlot || !slices.Equal(got, []engine.Slot{asked, first}) {
			t.Errorf("the ready check and the lobby are told in %d", got)
		}
		for p := engine.Player(1); drawn != checking && p <= 10; p++ {
			tb.must(p, engine.SayReady{})
		}
		for p := 1; p <= drawn; p++ {
			tb.must(engine.Player(p), engine.Draw{})
		}
		called := asked
		if drawn != checking {
			called = tb.game.Seating
		}
		_ = tb.do(3, engine.Leave{})
		if got := slots(tb); tb.game.Lobby == first || !slices.Equal(got, []engine.Slot{0, called, tb.game.Lobby}) {
			t.Errorf("%d drawn: the notice, what is void and the lobby are told in %d", drawn, got)
		}
		if _, clears := tb.said[1].(engine.Clear); clears != (drawn <= 0) {
			t.Errorf("%d drawn: %+v", drawn, tb.said[1])
		}
		_ = tb.do(2, engine.Leave{})
		if got := slots(tb); !slices.Equal(got, []engine.Slot{tb.game.Lobby}) {
			t.Errorf("a later edit is told in %d", got)
		}
	}
}

// slots are those of the effects of the last command.
func slots(tb *table) (out []engine.Slot) {
	for _, f := range tb.said {
		switch f := f.(type) {
		case engine.Say:
			out = append(out, f.Slot)
		case engine.Clear:
			out = append(out, f.Slot)
		}
	}
	return out
}

// Somebody who closes and opens his chat again and again does not keep the others
// waiting for one who never comes: nobody gets the whole time twice (I8).
func TestAHoldEndsAgainstOnePerson(t *testing.T) {
	tb := undelivered(t, false)
	began := tb.now
	_ = tb.do(engine.Host, engine.Unreachable{Player: 7})
	for at[engine.Holding](&tb.game) && tb.now.Sub(began) < time.Hour {
		_ = tb.do(engine.Host, engine.Unreachable{Player: 4})
		tb.now = tb.now.Add(25 * time.Second)
		_ = tb.do(engine.Host, engine.Reachable{Player: 4})
		tb.now = tb.now.Add(25 * time.Second)
		_ = tb.do(engine.Host, engine.Tick{})
	}
	if lasted := tb.now.Sub(began); lasted > 3*time.Minute {
		t.Errorf("the hold lasts %v", lasted)
	}
}
