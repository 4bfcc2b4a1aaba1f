package engine

import (
	"crypto/sha256"
	"math/rand/v2"
)

// Composition returns the cards of a table of n seats (E2): how many are Don,
// mafia and Sheriff; the others are citizens. It refuses a number outside 5–15.
func Composition(n int) ([]Role, error) {
	if n < MinSeats || n > MaxSeats {
		return nil, Refusal("bad_number_of_seats")
	}
	blacks := blacksAmong(n)
	cards := make([]Role, n)
	for i := range cards {
		switch {
		case i == 0:
			cards[i] = Don
		case i < blacks:
			cards[i] = Mafia
		case i == blacks:
			cards[i] = Sheriff
		default:
			cards[i] = Citizen
		}
	}
	return cards, nil
}

// blacksAmong returns how many of n cards are black (E2).
func blacksAmong(n int) int {
	switch {
	case n >= 13:
		return 4
	case n >= 10:
		return 3
	case n >= 7:
		return 2
	}
	return 1
}

// DealFrom returns the cards that a seed deals to n seats: a ChaCha8 shuffle.
// Whoever knows the seed can deal again and compare.
func DealFrom(seed Key, n int) ([MaxSeats + 1]Role, error) {
	var out [MaxSeats + 1]Role
	cards, err := Composition(n)
	if err != nil {
		return out, err
	}
	r := rand.New(rand.NewChaCha8(seed))
	r.Shuffle(n, func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	copy(out[1:], cards)
	return out, nil
}

// Seal returns what is published of a seed before the game.
func Seal(seed Key) Key { return sha256.Sum256(seed[:]) }

func (c Deal) step(t *turn, by Player) error {
	if by != Host {
		return Refusal("host_only")
	}
	if !t.g.AwaitsDeal() {
		return Refusal("stale")
	}
	n := t.g.Drawn.Len()
	roles, err := DealFrom(c.Seed, n)
	if err != nil {
		return err
	}
	t.emit(Sown(c))
	t.emit(Sealed{Hash: Seal(c.Seed)})
	dealt := Game{Drawn: t.g.Drawn, Roles: roles}
	for s := range t.g.Drawn.All() {
		t.emit(dealt.cardOf(s))
	}
	if t.g.Rules.Card > 0 {
		t.layOut()
		return nil
	}
	t.handOut()
	return nil
}

// cardsTaken tells the table that every card has arrived, and what seals the
// deal: below the seats that were drawn.
func (t *turn) cardsTaken() {
	t.effect(Say{To: everybody, Fact: Sealed{Hash: Seal(t.g.Seed)}, Slot: t.g.Seating, Adds: true})
	t.callBriefing()
}
