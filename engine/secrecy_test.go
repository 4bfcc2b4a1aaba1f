package engine_test

import (
	"fmt"
	"reflect"
	"testing"

	"mafiabot/engine"
)

// opening are the events that show everything, at the end. A Sealed carries a
// hash, which is a Key that tells nothing.
var opening = map[string]bool{"revealed": true, "unsealed": true, "sealed": true}

// leak names a field of a secret type in an event that the table hears.
func leak(e engine.Event, who engine.Audience) string {
	if !who.Table || opening[e.Kind()] {
		return ""
	}
	if f := secretField(reflect.TypeOf(e)); f != "" {
		return fmt.Sprintf("%s tells the table %s", e.Kind(), f)
	}
	return ""
}

// secretField returns the path of a field that is, or holds, a Role or a Key.
func secretField(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[engine.Role](), reflect.TypeFor[engine.Key]():
		return t.Name()
	}
	switch t.Kind() {
	case reflect.Array, reflect.Pointer, reflect.Slice:
		return secretField(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := secretField(t.Field(i).Type); f != "" {
				return t.Field(i).Name + "." + f
			}
		}
	}
	return ""
}

// leakyEvent is a planted breach: public, with a card in it.
type leakyEvent struct {
	engine.Event
	Cards [2]engine.Role
}

func (leakyEvent) Kind() string { return "leaky" }

// TestNoPublicSecrets: no event for the table has a field of a secret type
// before the end (I6, I7).
func TestNoPublicSecrets(t *testing.T) {
	g := seated(t, preset(t, engine.Czernowitz, engine.TableTempo)).game
	for _, e := range engine.Vocabulary() {
		if l := leak(e, engine.AudienceOf(e, &g)); l != "" {
			t.Error(l)
		}
	}
	if leak(leakyEvent{}, engine.Audience{Table: true}) == "" {
		t.Error("a planted leak is not seen")
	}
	if leak(engine.Dealt{}, engine.Audience{Table: true}) == "" {
		t.Error("a card told to the table is not seen")
	}
}

// ofActors are the events that tell who acts at night, or how somebody votes in
// an open window: never for the table.
var ofActors = []string{
	"whispered", "order_picked", "ordered", "don_shown", "aimed", "shot", "shot_twice", "checked", "check_told",
	"told", "removal_kept", "sown", "dealt", "voted", "vote_voided", "raised", "gestured", "decided", "stop_told", "stop_agreed",
	"flagged",
}

// TestActorsAreNotShown: a table of who may know what a seat did in secret.
func TestActorsAreNotShown(t *testing.T) {
	g := seated(t, preset(t, engine.Czernowitz, engine.TableTempo)).game
	byKind := map[string]engine.Event{}
	for _, e := range engine.Vocabulary() {
		byKind[e.Kind()] = e
	}
	for _, kind := range ofActors {
		e, ok := byKind[kind]
		if !ok {
			t.Errorf("no event %s", kind)
			continue
		}
		if who := engine.AudienceOf(e, &g); who.Table {
			t.Errorf("the table hears %s", kind)
		}
	}
	for _, e := range []engine.Event{engine.Fouled{Seat: 5, Later: true}, engine.Unfouled{Seat: 5, Untold: true}, engine.Silenced{Seat: 5}, engine.Flagged{Seat: 5}} {
		if who := engine.AudienceOf(e, &g); who != (engine.Audience{}) {
			t.Errorf("%s, which waits to be told, is for %+v", e.Kind(), who)
		}
	}
}

// TestViewWaits: what a foul of the night, or of a ballot, costs is seen when it
// is told, and a removal in a ballot at once (C17, E49).
func TestViewWaits(t *testing.T) {
	shows := func(tb *table, when string, fouls, silent uint8) {
		t.Helper()
		for _, p := range []engine.Player{engine.Host, 5, 6} {
			if v := tb.game.View(p); v.Fouls[5] != fouls || v.Silent[5] != silent {
				t.Errorf("%s: player %d sees %d fouls, silent on day %d", when, p, v.Fouls[5], v.Silent[5])
			}
		}
	}
	twice := func(tb *table) {
		tb.apply(engine.Fouled{Seat: 5, Count: 2})
		tb.apply(engine.FoulNoticed{Seat: 5, Mark: 1})
	}
	night := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	twice(night)
	_ = night.do(engine.Host, engine.Foul{Seat: 5})
	shows(night, "at night", 2, 0)
	night.until("the morning", func(g *engine.Game) bool { return g.Day == 1 })
	shows(night, "in the morning", 3, 1)
	vote := balloting(t)
	twice(vote)
	_ = vote.do(engine.Host, engine.Foul{Seat: 5})
	shows(vote, "in the window", 2, 0)
	vote.tick()
	shows(vote, "after the window", 3, 3)
	vote = balloting(t)
	twice(vote)
	vote.apply(engine.Fouled{Seat: 5, Count: 3})
	vote.apply(engine.FoulNoticed{Seat: 5, Mark: 2})
	_ = vote.do(engine.Host, engine.Foul{Seat: 5})
	shows(vote, "removed in the window", 4, 0)
}

// TestViewHidesRoles: a citizen, a stranger and the host see no card but their
// own, and nobody sees the fouls of the night before the morning (C17).
func TestViewHidesRoles(t *testing.T) {
	tb := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	tb.mark++
	tb.must(5, engine.Utter{Mark: tb.mark, Date: tb.now.Unix(), Heard: engine.Heard{Kind: engine.Gesture}})
	for _, p := range []engine.Player{engine.Host, 1, 4, 77} {
		v := tb.game.View(p)
		if v.Don != 0 || v.Mafia != 0 || v.Orders != [3]engine.Seat{} {
			t.Errorf("player %d sees the blacks", p)
		}
		if v.Fouls[5] != 0 {
			t.Errorf("player %d sees a foul of the night", p)
		}
	}
	_ = tb.do(3, engine.PickOrder{Night: 2})
	for p, want := range map[engine.Player]engine.Stage{engine.Host: engine.Briefing{}, 4: engine.Briefing{}, 6: engine.Briefing{Order: 2}} {
		if v := tb.game.View(p); v.Stage != want {
			t.Errorf("player %d sees %+v", p, v.Stage)
		}
	}
	if v := tb.game.View(6); v.Don != 3 || v.Mafia != engine.SetOf(6, 9) || v.Role != engine.Mafia {
		t.Errorf("a black sees %+v", v)
	}
}
