package engine

// Values of the knob protest; Refused is another's, too.
const (
	NoProtest   = "none" // nobody protests
	ClubProtest = "club" // removal in the game (K24), a vote of the ten after it (K25, K26)
)

// Protests are the knobs of a protest. The zero value is none.
type Protests struct {
	Protesting string // protest: none, club, or refused (T86: the word in a speech is the matter of w9)
}

// protestKnobs are the keys of a protest (P-H).
var protestKnobs = []Knob{
	{"protest", "K24 T86 A90 S37", []string{NoProtest, ClubProtest, Refused}, func(r *Ruleset) any { return &r.Protesting }},
}

// protestsOf returns the rules of a preset: the club of 2010 votes on a protest, the
// tournament sends its people to the commission, the others know none.
func protestsOf(name string) Protests {
	switch name {
	case Club2010:
		return Protests{Protesting: ClubProtest}
	case Tournament:
		return Protests{Protesting: Refused}
	}
	return Protests{Protesting: NoProtest}
}
