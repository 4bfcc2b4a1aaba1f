package engine

// Values of the knobs below; Off, Removal and FlagOnly are others'.
const (
	Deleted        = "deleted"      // out_player_speaks: what a seat that is out says is deleted, and no more
	AskedOf        = "judge"        // leave_group: a removal, and a judge says whether it was meant (C81)
	RemovalAndFlag = "removal_flag" // leave_group: a removal, and a matter for a judge (T50)
	Awards         = "award"        // out_player_speaks: it gives the win to the other team (T72, T79, T82)
)

// LeaveRules are the knobs of those who leave: of the table, of the group, or of the
// game while they still sit there. The zero value of each means what was done before
// there was such a knob: nothing.
type LeaveRules struct {
	LeaveTime  int    // leave_time_s: time to fall silent after one's last word, or one's removal (T82, K27)
	OutSpeaks  string // out_player_speaks: deleted, flag (K27) or award (T72, T79, T80, T82)
	OutStrikes int    // out_strikes: which breach gives the award (T72, T79, T82)
	LeaveGroup string // leave_group: removal, removal_flag (T50), or judge (C81)
	MuteOut    bool   // mute_out_players: who is out is muted until the end (G14, K27, T81)
	AFKCircles int    // afk_circles: idle circles before an absent seat is removed, 0 = never (E41, E46)
	LeaveGrace int    // leave_grace_s: time to come back to the group (E38)
}

// LeaveKnobs are the keys of P-F and P-I about those who leave.
var LeaveKnobs = []Knob{
	{"out_player_speaks", "K27 T72 T79 T80 T82", []string{Deleted, FlagOnly, Awards}, func(r *Ruleset) any { return &r.OutSpeaks }},
	{"out_strikes", "T72 T79 T80 T82", nil, func(r *Ruleset) any { return &r.OutStrikes }},
	{"leave_group", "C79 C81 T50 E38", []string{Removal, RemovalAndFlag, AskedOf}, func(r *Ruleset) any { return &r.LeaveGroup }},
	{"leave_grace_s", "C79 E38", nil, func(r *Ruleset) any { return &r.LeaveGrace }},
	{"mute_out_players", "K27 T81 C86", nil, func(r *Ruleset) any { return &r.MuteOut }},
	{"afk_circles", "E41 E46", nil, func(r *Ruleset) any { return &r.AFKCircles }},
	{"leave_time_s", "T82 K27 G2", nil, func(r *Ruleset) any { return &r.LeaveTime }},
}

// leaveOf gives a ruleset the values of its preset and pace.
func (r *Ruleset) leaveOf(name string) {
	r.OutSpeaks, r.OutStrikes, r.LeaveGroup = Deleted, 1, Removal
	r.MuteOut, r.AFKCircles = true, 2
	switch r.Pace {
	case TableTempo:
		r.LeaveTime, r.LeaveGrace = 10, 60
	case ChatTempo:
		r.LeaveTime, r.LeaveGrace = 30, 180
	case BlitzTempo:
		r.LeaveTime, r.LeaveGrace = 1, 6
	}
	switch name {
	case Czernowitz:
		r.LeaveGroup = AskedOf
	case Club2010:
		r.OutSpeaks, r.LeaveTime = FlagOnly, 0
	case Tournament:
		r.OutSpeaks, r.LeaveGroup = Awards, RemovalAndFlag
	}
	if r.Pace == ChatTempo && (name == Tournament || name == Federation) {
		r.OutStrikes = 2
	}
}
