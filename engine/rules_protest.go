package engine

// Values of the knob protest; Refused is another's, too.
const (
	NoProtest   = "none" // nobody protests
	ClubProtest = "club" // removal in the game (K24), a vote of the ten after it (K25, K26)
)

// Protests are the knobs of a protest. The zero value is none.
type Protests struct {
	Protesting    string // protest: none, club, or refused (T86: the word in a speech is the matter of w9)
	ProtestWindow int    // protest_window_s: time to lodge one after the game (K25)
	ProtestVote   int    // protest_vote_s: the vote on it (K26a)
}

// protestKnobs are the keys of a protest (P-H).
var protestKnobs = []Knob{
	{"protest", "K24 K25 T86 A90 S37", []string{NoProtest, ClubProtest, Refused}, func(r *Ruleset) any { return &r.Protesting }},
	{"protest_window_s", "K25", nil, func(r *Ruleset) any { return &r.ProtestWindow }},
	{"protest_vote_s", "K26a", nil, func(r *Ruleset) any { return &r.ProtestVote }},
}

// protestsOf returns the rules of a preset: the club of 2010 votes on a protest, the
// tournament sends its people to the commission, the others know none.
func protestsOf(name, pace string) Protests {
	p := Protests{Protesting: NoProtest, ProtestVote: map[string]int{TableTempo: 120, ChatTempo: 300, BlitzTempo: 12}[pace]}
	switch name {
	case Club2010:
		p.Protesting, p.ProtestWindow = ClubProtest, map[string]int{TableTempo: 600, ChatTempo: 1800, BlitzTempo: 60}[pace]
	case Tournament:
		p.Protesting = Refused
	}
	return p
}
