package engine

// What a ruleset says of the best move (P-H).

// Values of the knobs of this file; Off is nothing.
const (
	TwoOrThree = "two_or_three" // best_move: two or three seats (T18)
	Three      = "three"        // best_move: exactly three
)

// After are the knobs of the best move. They stand in the Ruleset as its own
// fields, so a log from before them decodes: a zero is then nothing, as it was.
type After struct {
	BestMove string // best_move: off, two_or_three (T18, T19) or three
}

// afterKnobs are the keys of these rules.
var afterKnobs = []Knob{
	{"best_move", "T18 T19", []string{Off, TwoOrThree, Three}, func(r *Ruleset) any { return &r.BestMove }},
}

// afterOf returns the rules of a preset: only the tournament and the federation let
// the one who was killed first name blacks.
func afterOf(name, _ string) After {
	a := After{BestMove: Off}
	switch name {
	case Tournament:
		a.BestMove = TwoOrThree
	case Federation:
		a.BestMove = Three
	}
	return a
}
