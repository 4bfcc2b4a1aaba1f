package engine_test

import (
	"testing"
	"time"

	"mafiabot/engine"
)

// usual is the common ground of the worked scenarios: Don 3, mafia 6 and 9,
// Sheriff 4.
var usual = map[engine.Seat]engine.Role{
	1: engine.Citizen, 2: engine.Citizen, 3: engine.Don, 4: engine.Sheriff, 5: engine.Citizen,
	6: engine.Mafia, 7: engine.Citizen, 8: engine.Citizen, 9: engine.Mafia, 10: engine.Citizen,
}

// seated is a table with the usual cards, in the night of orders. It may be silent: it
// does not empty (E46).
func seated(tb testing.TB, r engine.Ruleset) *table {
	t := newTable(tb)
	r.AFKCircles = 0
	t.sit(r)
	t.hand(usual)
	return t
}

func (t *table) instant() engine.Instant { return engine.Instant(t.now.UnixMilli()) }

// sendOut writes into the log that seats have been killed on earlier nights.
func (t *table) sendOut(seats ...engine.Seat) {
	for _, s := range seats {
		t.apply(engine.Killed{Seat: s})
		t.apply(engine.PartingTold{Seat: s, Date: t.now.Add(-time.Hour).Unix()})
	}
}

// listed writes into the log a day of speeches that left this list, and the
// announcement of its ballot.
func (t *table) listed(day uint8, seats ...engine.Seat) {
	t.apply(engine.Dawned{Day: day, At: t.instant()})
	var list engine.List
	by := t.game.Living.First()
	for i, s := range seats {
		t.apply(engine.Nominated{By: by, Seat: s})
		by, list[i] = t.game.Living.After(by), s
	}
	opener := t.game.Living.After(0)
	for s := opener; !t.game.Had.Has(s); s = t.game.Living.After(s) {
		t.apply(engine.SpeechCalled{Seat: s, At: t.instant()})
	}
	t.apply(engine.NominationsTold{})
	t.apply(engine.BallotCalled{List: list, At: t.instant()})
	t.open()
}

// open acknowledges the window that was written into the log.
func (t *table) open() {
	t.mark += 10
	t.must(engine.Host, engine.Said{Window: t.game.Clock.Window, Mark: t.mark, Date: t.now.Unix()})
}
