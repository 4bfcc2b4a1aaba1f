package engine_test

import (
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"mafiabot/engine"
)

func seedOf(n uint64) engine.Key {
	var k engine.Key
	binary.LittleEndian.PutUint64(k[:], n)
	return k
}

// TestComposition is the table of E2.
func TestComposition(t *testing.T) {
	for n, want := range map[int][2]int{5: {1, 3}, 6: {1, 4}, 7: {2, 4}, 8: {2, 5}, 9: {2, 6}, 10: {3, 6}, 11: {3, 7}, 12: {3, 8}, 13: {4, 8}, 14: {4, 9}, 15: {4, 10}} {
		cards, err := engine.Composition(n)
		if err != nil {
			t.Fatal(err)
		}
		count := map[engine.Role]int{}
		for _, r := range cards {
			count[r]++
		}
		if len(cards) != n || count[engine.Don] != 1 || count[engine.Sheriff] != 1 || count[engine.Don]+count[engine.Mafia] != want[0] || count[engine.Citizen] != want[1] {
			t.Errorf("%d seats: %v", n, count)
		}
	}
	for _, n := range []int{0, 4, 16} {
		if _, err := engine.Composition(n); err == nil {
			t.Errorf("%d seats are dealt", n)
		}
	}
}

// TestDealIsEven deals 84,000 times to ten seats: all 840 sets of blacks with a
// Sheriff's place are alike likely (chi-square, 839 degrees of freedom; the
// bound is about four standard deviations above the mean).
func TestDealIsEven(t *testing.T) {
	const deals = 84_000
	count := map[[2]engine.Seats]int{}
	seat := map[engine.Seat]int{}
	for n := range uint64(deals) {
		roles, err := engine.DealFrom(seedOf(n), 10)
		if err != nil {
			t.Fatal(err)
		}
		var key [2]engine.Seats
		for s := engine.Seat(1); s <= 10; s++ {
			switch roles[s] {
			case engine.Don:
				seat[s]++
				key[0] = key[0].With(s)
			case engine.Mafia:
				key[0] = key[0].With(s)
			case engine.Sheriff:
				key[1] = engine.SetOf(s)
			}
		}
		count[key]++
	}
	if len(count) != 840 {
		t.Fatalf("%d arrangements of 840", len(count))
	}
	chi := 0.0
	for _, n := range count {
		d := float64(n) - deals/840
		chi += d * d / (deals / 840)
	}
	if chi < 700 || chi > 1005 {
		t.Errorf("chi-square %.0f of 839", chi)
	}
	for s, n := range seat {
		if n < 8_000 || n > 8_800 {
			t.Errorf("the Don on seat %d: %d of 8400", s, n)
		}
	}
}

// TestSeal: the deal can be verified at the end, and the seed is in no event
// before that but the one that nobody is told.
func TestSeal(t *testing.T) {
	tb := newTable(t)
	tb.sit(preset(t, engine.Federation, engine.BlitzTempo))
	seed := seedOf(7)
	tb.must(engine.Host, engine.Deal{Seed: seed})
	tb.until("the end", func(g *engine.Game) bool { return g.Finished() })
	digits, _ := seed.MarshalText()
	g := engine.Game{}
	var roles [engine.MaxSeats + 1]engine.Role
	var sealed engine.Key
	for _, e := range tb.log {
		switch e := e.(type) {
		case engine.Sealed:
			sealed = e.Hash
		case engine.Dealt:
			roles[e.Seat] = e.Role
		case engine.Unsealed:
			again, _ := engine.DealFrom(e.Seed, 10)
			if engine.Seal(e.Seed) != sealed || again != roles {
				t.Error("the deal cannot be verified")
			}
			return
		}
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		who := engine.AudienceOf(e, &g)
		if strings.Contains(string(b), string(digits)) && who != (engine.Audience{}) {
			t.Errorf("%s carries the seed to %+v", e.Kind(), who)
		}
		g.Apply(e)
	}
	t.Error("the seal was never opened")
}

// TestDraw: each number is drawn once, whatever the luck.
func TestDraw(t *testing.T) {
	for luck := range uint64(50) {
		tb := newTable(t)
		tb.must(1, engine.Convene{Rules: preset(t, engine.Czernowitz, engine.TableTempo)})
		for p := engine.Player(1); p <= 10; p++ {
			tb.must(p, engine.Join{})
		}
		for p := engine.Player(1); p <= 10; p++ {
			tb.must(p, engine.SayReady{})
		}
		for p := engine.Player(1); p <= 10; p++ {
			tb.must(p, engine.Draw{Luck: luck * 977})
		}
		if tb.game.Drawn != engine.FirstSeats(10) {
			t.Errorf("drawn %v", tb.game.Drawn)
		}
	}
}

// TestCardsShowTheTeam: a black's card shows the seats and the roles of the
// team, a red's nothing but his own, and each is told to its seat alone (E6, E7).
func TestCardsShowTheTeam(t *testing.T) {
	tb := newTable(t)
	tb.sit(preset(t, engine.Czernowitz, engine.TableTempo, "card_s", "0"))
	_ = tb.do(engine.Host, engine.Deal{Seed: seedOf(7)})
	roles, _ := engine.DealFrom(seedOf(7), 10)
	var don engine.Seat
	var mafia engine.Seats
	for s, r := range roles {
		switch r {
		case engine.Don:
			don = engine.Seat(s)
		case engine.Mafia:
			mafia = mafia.With(engine.Seat(s))
		}
	}
	told := 0
	for _, f := range tb.said {
		say, _ := f.(engine.Say)
		card, ok := say.Fact.(engine.Dealt)
		if !ok {
			continue
		}
		told++
		want := engine.Dealt{Seat: card.Seat, Role: roles[card.Seat]}
		if want.Role.Black() {
			want.Don, want.Mafia = don, mafia
		}
		if card != want || say.To != (engine.Audience{Seats: engine.SetOf(card.Seat)}) {
			t.Errorf("%+v for %+v, not %+v", card, say.To, want)
		}
	}
	if told != 10 {
		t.Errorf("%d cards", told)
	}
}
