package engine_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// shadowPlay is one run of an evening in which public acts depend on the seed,
// the seat and the window alone, and the moments of secret acts on the role too.
type shadowPlay struct {
	*table
	seed  uint64
	seen  map[string]bool
	heard []string // everything the table is shown, with its instant
	phone []string // every new private message: whose, when
	leak  string   // a planted breach
}

// dice is a number that depends on what is given alone.
func (p *shadowPlay) dice(n int, of ...any) int {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, p.seed, of)
	return int(h.Sum64() % uint64(n))
}

func (p *shadowPlay) pick(of engine.Seats, by ...any) engine.Seat {
	all := slices.Collect(of.All())
	return all[p.dice(len(all), by...)]
}

// record keeps what the last command showed.
func (p *shadowPlay) record(_ engine.Player, _ engine.Command, _ *engine.Game, r engine.Ready) {
	for _, f := range r.Effects {
		switch f := f.(type) {
		case engine.Say:
			text := fmt.Sprint(p.now.UnixMilli(), " ", fact(f.Fact), buttons(f.Options), f.Slot, f.Gate)
			if f.To.Table {
				p.heard = append(p.heard, text)
			}
			switch f.Fact.(type) {
			case engine.Whispered, engine.Ordered:
				continue // relay copies reach one person, without a sound
			}
			for s := range f.To.Seats.All() {
				key := fmt.Sprint(s, f.Slot)
				if f.Slot == 0 || !p.seen[key] {
					p.phone = append(p.phone, fmt.Sprint(p.now.UnixMilli(), " ", s))
				}
				p.seen[key] = true
			}
		default:
			p.heard = append(p.heard, fmt.Sprintf("%d %T%+v", p.now.UnixMilli(), f, f))
		}
	}
	switch g := &p.game; {
	case p.leak == "word" && at[engine.DonCheck](g) && g.Roles[1] == engine.Don:
		p.heard = append(p.heard, "the Don is 1")
	case p.leak == "phone" && at[engine.Shoot](g) && g.Roles[1].Black():
		p.phone = append(p.phone, "1")
	}
}

// act does what people do in the stage that stands, then lets it end.
func (p *shadowPlay) act() {
	g := &p.game
	w := g.Clock.Window
	switch s := g.Stage.(type) {
	case engine.Speech:
		if p.dice(2, w) == 0 {
			_ = p.do(player(s.Seat), engine.Nominate{Seat: p.pick(g.Living, w, "n")})
		}
		noisy := p.pick(g.Living, w, "noise")
		p.mark++
		_ = p.do(player(noisy), engine.Utter{Mark: p.mark, Date: p.now.Unix(), Heard: engine.Heard{Kind: engine.Kind(1 + p.dice(2, w, "kind")), Touch: true}})
	case engine.Voting:
		for v := range g.Living.All() {
			if p.dice(3, w, v) > 0 {
				_ = p.do(player(v), engine.Vote{Seat: g.Ballot.List[g.Ballot.Index]})
			}
		}
	case engine.LiftVote:
		for v := range g.Living.All() {
			if p.dice(2, w, v) > 0 {
				_ = p.do(player(v), engine.Raise{})
			}
		}
	default:
		p.actAtNight()
	}
	p.tick()
}

// actAtNight lets the roles act, each at moments of its own; every seat writes
// to the host now and then.
func (p *shadowPlay) actAtNight() {
	g := &p.game
	start, target := p.now, p.pick(g.Living, g.Night, "target")
	for s := range g.Living.All() {
		p.now = start.Add(time.Duration(p.dice(900, g.Night, s, g.Roles[s])) * time.Millisecond)
		switch g.Stage.(type) {
		case engine.Shoot:
			_ = p.do(player(s), engine.Aim{Target: target})
			_ = p.do(player(s), engine.Fire{})
		case engine.DonCheck, engine.SheriffCheck:
			_ = p.do(player(s), engine.Check{Target: p.pick(g.Drawn, g.Night, "check")})
		case engine.Briefing, engine.DonMeet, engine.Look:
			_ = p.do(player(s), engine.Write{Date: p.now.Unix()})
			_ = p.do(player(s), engine.Order{Target: target})
		}
	}
	p.now = start
}

// evening plays until one of the two leaves or the game ends.
func evening(t *testing.T, r engine.Ruleset, seed uint64, roles map[engine.Seat]engine.Role, a, b engine.Seat, leak string) *shadowPlay {
	p := &shadowPlay{table: newTable(t), seed: seed, seen: map[string]bool{}, leak: leak}
	p.sit(r)
	p.after = p.record
	p.hand(roles)
	for p.game.Running() && p.game.Living.Has(a) && p.game.Living.Has(b) {
		h, f := len(p.heard), len(p.phone)
		p.act()
		if !p.game.Running() || !p.game.Living.Has(a) || !p.game.Living.Has(b) {
			p.heard, p.phone = p.heard[:h], p.phone[:f]
		}
	}
	return p
}

// same reports whether two evenings looked alike to the table and to the
// phones on it.
func same(x, y *shadowPlay) bool {
	return slices.Equal(x.heard, y.heard) && slices.Equal(x.phone, y.phone)
}

// parting is the first place at which two traces differ.
func parting(x, y []string) string {
	for i := range max(len(x), len(y)) {
		if i >= len(x) || i >= len(y) || x[i] != y[i] {
			return fmt.Sprintf("%q but %q", x[i:min(i+1, len(x))], y[i:min(i+1, len(y))])
		}
	}
	return ""
}

// TestTwoDeals: with the cards of two living seats swapped, and everything
// public as before, the table is shown the same at the same instants, and every
// phone rings at the same instants, until one of the two leaves (I7).
func TestTwoDeals(t *testing.T) {
	pairs := [][2]engine.Seat{{3, 6}, {3, 4}, {3, 1}, {6, 4}, {6, 1}, {4, 1}} // all six kinds
	nights, leaks := 0, map[string]int{}
	everyEvening(t, func(t *testing.T, r engine.Ruleset) {
		for seed := range uint64(25) {
			for _, pair := range pairs {
				a, b := pair[0], pair[1]
				swapped := map[engine.Seat]engine.Role{}
				for s, role := range usual {
					swapped[s] = role
				}
				swapped[a], swapped[b] = usual[b], usual[a]
				x, y := evening(t, r, seed, usual, a, b, ""), evening(t, r, seed, swapped, a, b, "")
				if !same(x, y) {
					t.Fatalf("seed %d, cards of %d and %d swapped: %s", seed, a, b, parting(x.heard, y.heard)+parting(x.phone, y.phone))
				}
				if x.game.Night > 0 {
					nights++
				}
				for _, leak := range []string{"word", "phone"} {
					if seed < 3 && !same(evening(t, r, seed, usual, a, b, leak), evening(t, r, seed, swapped, a, b, leak)) {
						leaks[leak]++
					}
				}
			}
		}
	})
	t.Logf("%d of 900 evenings compared a whole night; planted leaks seen: %v", nights, leaks)
	if nights < 450 || leaks["word"] == 0 || leaks["phone"] == 0 {
		t.Error("too little was compared")
	}
}
