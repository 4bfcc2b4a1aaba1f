package engine

import (
	"iter"
	"math/bits"
)

// MinSeats and MaxSeats are the smallest and the largest table (E1), RatedSeats
// the one that can be rated (C84).
const (
	MinSeats   = 5
	RatedSeats = 10
	MaxSeats   = 15
)

// Player is the n-th person who came to this table, counted from 1. The engine
// knows nobody by name or account; who a Player is stands in the roster.
type Player uint8

// Host is the Player of the clock, the sender and the judge's console.
const Host Player = 0

// Seat is a chair at the table, 1 to 15 (C85). 0 is no seat.
type Seat uint8

// Seats is a set of seats.
type Seats uint16

// SetOf returns the set of the given seats.
func SetOf(seats ...Seat) Seats {
	var s Seats
	for _, n := range seats {
		s = s.With(n)
	}
	return s
}

// FirstSeats returns the seats 1 to n.
func FirstSeats(n int) Seats { return Seats(1)<<(n+1) - 2 }

// Has reports whether n is in the set.
func (s Seats) Has(n Seat) bool { return s&(1<<n) != 0 }

// With returns the set with n in it; seat 0 is never a member.
func (s Seats) With(n Seat) Seats { return (s | 1<<n) &^ 1 }

// Without returns the set with n taken out.
func (s Seats) Without(n Seat) Seats { return s &^ (1 << n) }

// Len returns the number of seats in the set.
func (s Seats) Len() int { return bits.OnesCount16(uint16(s)) }

// All yields the seats in ascending order.
func (s Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			if !yield(Seat(bits.TrailingZeros16(uint16(rest)))) {
				return
			}
		}
	}
}

// First returns the lowest seat of the set, 0 if it is empty.
func (s Seats) First() Seat {
	for n := range s.All() {
		return n
	}
	return 0
}

// After returns the next seat of the set after n, going round the table; 0 if
// the set is empty. n itself comes last.
func (s Seats) After(n Seat) Seat {
	above := s &^ (1<<(n+1) - 1)
	if above != 0 {
		return above.First()
	}
	return s.First()
}

// Chair says who sits on a seat. Second is the consigliere (T95), 0 for none.
type Chair struct{ Main, Second Player }
