package engine

// What a ruleset says of the best move and of what comes after the end (P-H).

// Values of the knobs of this file; Off is nothing.
const (
	Two        = "two"          // what best_move comes to with two blacks at the table (E2)
	TwoOrThree = "two_or_three" // best_move: two or three seats (T18)
	Three      = "three"        // best_move: exactly three
)

// After are the knobs of the best move and of what comes after the end. They stand
// in the Ruleset as its own fields, so a log from before them decodes: a zero is then
// nothing, as it was.
type After struct {
	BestMove        string // best_move: off, two_or_three (T18, T19) or three
	AftergameSpeech int    // aftergame_speech_s: everybody's opinion of the game, 0 = none (C87)
	BestPlayer      bool   // best_player: the best player is chosen (C88–C91)
	BestVote        int    // best_vote_s (C89)
	Final           bool   // final: the judges choose the best player (C92)
}

// afterKnobs are the keys of these rules.
var afterKnobs = []Knob{
	{"best_move", "T18 T19", []string{Off, TwoOrThree, Three}, func(r *Ruleset) any { return &r.BestMove }},
	{"aftergame_speech_s", "C86 C87", nil, func(r *Ruleset) any { return &r.AftergameSpeech }},
	{"best_player", "C88 C89 C90 C91", nil, func(r *Ruleset) any { return &r.BestPlayer }},
	{"best_vote_s", "C89", nil, func(r *Ruleset) any { return &r.BestVote }},
	{"final", "C92", nil, func(r *Ruleset) any { return &r.Final }},
}

// afterOf returns the rules of a preset: only the tournament and the federation let
// the one who was killed first name blacks, and only Czernowitz speaks of the game
// when it is over and chooses its best player.
func afterOf(name, pace string) After {
	a := After{BestMove: Off, BestVote: map[string]int{TableTempo: 30, ChatTempo: 60, BlitzTempo: 3}[pace]}
	switch name {
	case Tournament:
		a.BestMove = TwoOrThree
	case Federation:
		a.BestMove = Three
	case Czernowitz:
		a.BestPlayer = true
		a.AftergameSpeech = a.BestVote
	}
	return a
}
