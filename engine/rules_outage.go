package engine

// The knobs of an outage, and how many living seats end or continue a game (E43, E45).

// Outages are the knobs of E43 and E45 that came late. They stand in the Ruleset as
// its own fields, so a log from before them decodes: the zero value is what was done
// then, an outage that only moves the window, and two thirds.
type Outages struct {
	OutageMax  int    // outage_max_s: after a longer outage the table is asked whether it goes on, 0 = never (E45)
	ResumeVote int    // resume_vote_s: how long it is asked (E45)
	StopShare  string // stop_share: 1/2, 2/3, 3/4 or all of the living seats; empty: 2/3 (E43)
}

// Values of stop_share; of four or fewer all are needed whatever it is.
const (
	Half          = "1/2"
	TwoThirds     = "2/3"
	ThreeQuarters = "3/4"
	AllSeats      = "all"
)

// outagesOf returns the outages of a pace; no document speaks of them.
func outagesOf(pace string) Outages {
	o := Outages{OutageMax: 3600, ResumeVote: 600, StopShare: TwoThirds}
	switch pace {
	case ChatTempo:
		o.OutageMax, o.ResumeVote = 10800, 1800
	case BlitzTempo:
		o.OutageMax, o.ResumeVote = 360, 60
	}
	return o
}

// outageKnobs are the keys of outages.
var outageKnobs = []Knob{
	{"outage_max_s", "E45", nil, func(r *Ruleset) any { return &r.OutageMax }},
	{"resume_vote_s", "E45", nil, func(r *Ruleset) any { return &r.ResumeVote }},
	{"stop_share", "E43 E45", []string{Half, TwoThirds, ThreeQuarters, AllSeats}, func(r *Ruleset) any { return &r.StopShare }},
}

// share returns how many of so many living seats end or continue a game: their share,
// rounded up, all where there are four or fewer (E43).
func (r *Ruleset) share(living int) int {
	if living <= 4 {
		return living
	}
	switch r.StopShare {
	case Half:
		return (living + 1) / 2
	case ThreeQuarters:
		return (3*living + 3) / 4
	case AllSeats:
		return living
	}
	return (2*living + 2) / 3
}
