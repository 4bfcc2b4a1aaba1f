package engine

// Values of the choices a Ruleset leaves open. Each names what it means in the
// key that uses it (PARAMETERS of the rules).
const (
	Strict        = "strict"              // nomination_formula: NOM-S (C54)
	Loose         = "loose"               // nomination_formula: NOM-L (K6)
	WholeDay      = "day"                 // silence_scope: discussion and tie speech (C52)
	Discussion    = "discussion"          // silence_scope: the discussion alone (K22a)
	AtTurn        = "turn"                // silenced_nomination: a slot at one's turn only
	AfterStop     = "stop"                // silenced_nomination: also after a stop in mid-speech (T35)
	Stops         = "stops"               // third_in_tie_speech: it ends, next day is kept (C48, C49)
	GoesOn        = "goes_on"             // third_in_tie_speech: next day is lost (K22b, T34)
	Removal       = "removal"             // the act costs the seat
	Refused       = "refused"             // double_vote: the second press has no effect
	Counted       = "counted"             // the vote stands
	Void          = "void"                // removed_voter_votes: a vote in the open window falls away (A76)
	Held          = "held"                // the ballot or the lift takes place
	Off           = "off"                 // it does not take place, or nothing is done; stop: a rehearsal is stopped as by vote
	Usual         = "usual"               // day1_vote: as on any other day
	TiesOnly      = "ties_only"           // day1_vote: one leader stays, a tie goes on as ever
	BothLeave     = "both_leave"          // removal_during_vote: the ballot goes on (T52)
	BallotDropped = "ballot_dropped"      // removal_during_vote: the ballot is dropped
	NoEffect      = "no_effect"           // removal_after_vote (T56)
	NextDropped   = "next_ballot_dropped" // the next day has no ballot
	RedWins       = "red"                 // three_misses (C69, T5)
	NobodyWins    = "draw"                // three_misses (C70)
	Misses        = "misses"              // three_misses_unit: nights without a kill
	Rounds        = "rounds"              // three_misses_unit: a day and a night without any departure
	FoulOnly      = "foul"                // a foul, the seat stays
	Substring     = "substring"           // w1: the letters «честно» (C35)
	Stem          = "stem"                // w1: every word built on честн- (K4a, D2)
	InMorning     = "morning"             // foul_count_query: counts are told in the morning only (C30)
	Privately     = "private"             // foul_count_query: told to him who asks (T44)
	Critical      = "speech"              // critical_players: a silenced seat has 30 s at three or four (T39)
	TableTempo    = "table"               // pace: the documents' seconds
	ChatTempo     = "chat"                // pace: players who type
	BlitzTempo    = "blitz"               // pace: rehearsals and tests
	Czernowitz    = "czernowitz"          // preset: Mafia Czernowitz Club
	Club2010      = "club2010"            // preset: the club rules of 2010
	Tournament    = "tournament"          // preset: the tournament regulation and the disciplinary list
	Federation    = "federation"          // preset: the procedure of modern federation games
	ByVote        = "vote"                // stop: the living seats vote, or the owner of the group decides (E43)
)

// Ruleset is every knob of a game, held by value and stored whole in the event
// that opens the game, so that an old game keeps its old rules. Windows are in
// seconds (PACES), other fields hold one of the values above.
type Ruleset struct {
	Name       string // the preset it was made from
	Vocabulary string // vocabulary: which words the host uses, those of a preset (C7, T2)
	Pace       string // table, chat or blitz

	Players   int  // seats of the table (C84)
	Rehearsal bool // rehearsal: asked for; other games are one without being asked (E1)

	LobbyIdle   int // lobby_idle_s: a lobby without a new player closes (C84)
	ReadyCheck  int // ready_s: time to answer [Готов] (C84)
	Draw        int // draw_deadline_s: time to draw a number (K1b)
	PMHold      int // pm_hold_s: the place of whom the bot cannot write to is held, 0 = not at all (K2b)
	Briefing    int // briefing_s (C3)
	DonMeet     int // don_meet_s (C5)
	LookSheriff int // look_sheriff_s (C7, T2)
	NightFall   int // night_fall_s: from «Наступает ночь» to the shooting (C8)
	Shoot       int // shoot_s: the keypad, constant, whoever lives (K11d)
	Check       int // check_s: Don and Sheriff, each (C18, T3)

	Speech         int // speech_s (C20, K18a)
	CriticalSpeech int // critical_s (T39)
	Slot           int // slot_s: nomination slot of a silenced seat (T35)
	TieSpeech      int // tie_speech_s (C62, K19a)
	LastWordKilled int // last_word_killed_s (T18)
	LastWordVoted  int // last_word_voted_s (T55)
	Warn           int // warn_before_end_s: «10 секунд» (C23)
	SilentClose    int // silent_close_s: a speaker who has sent nothing is thanked, 0 = off (E11)
	SilentCloseTie int // silent_close_tie_s: the same where the document gives 30 s (E11)

	VoteAnnounce int // vote_announce_s: the list, before the first candidate (T52)
	VoteLead     int // vote_lead_s: candidate named, no button yet (T48)
	VoteWindow   int // vote_window_s (C58, T48)
	RaiseWindow  int // raise_window_s: the lift (T61)

	StopVote int // stop_vote_s: the vote to stop the game (E43)

	RaceGrace    int // race_grace_s (G1)
	OverrunGrace int // overrun_grace_s (G2, a)
	HeavyGrace   int // heavy_grace_s (G2, b)
	ToldGap      int // told_gap_s (G21)
	WakeGrace    int // wake_grace_s (C12)

	WakeInSearch       string // wake_in_search: removal (C12) or off
	NightSign          string // night_sign: removal (C76), foul, or foul_flag (T12)
	NominationFormula  string // nomination_formula: strict (C54), loose (K6) or list (T36)
	NominationTouch    bool   // nomination_touch: the hand on the table (C55)
	SilenceScope       string // silence_scope: day (C52) or discussion (K22a)
	ThirdInTieSpeech   string // third_in_tie_speech: stops (C48) or goes_on (T34)
	SilencedNomination string // silenced_nomination: turn or stop (T35)
	CriticalPlayers    string // critical_players: off (C50) or speech (T39)
	DoubleVote         string // double_vote: removal (C57), flag (K7), foul (D6) or refused
	VoteLift           string // vote_lift: removal (C60, K9), foul (T66, T67) or counted
	RemovedVoterVotes  string // removed_voter_votes: void (A76) or counted (T67)
	RaiseThreeOfNine   string // raise_three_of_nine: held or off (S18)
	Day1Vote           string // day1_vote: usual or ties_only (A69)
	RemovalDuringVote  string // removal_during_vote: both_leave (T52) or ballot_dropped
	RemovalAfterVote   string // removal_after_vote: no_effect (T56) or next_ballot_dropped
	RemovalAtNight     string // removal_at_night: held (T25) or next_ballot_dropped
	ThreeMisses        string // three_misses: red (C69) or draw
	ThreeMissesUnit    string // three_misses_unit: misses (C69), nights (T5) or rounds
	ThreeMissesAtFour  string // three_misses_at_four: draw (C70) or red
	OrderShow          bool   // order_show: gestures of others stay in a last word (C65–C68)
	FoulCountQuery     string // foul_count_query: morning (C30) or private (T44); a foul notice tells the count only with private (E49)
	GestureLimit       int    // gesture_limit: gestures in one's own speech (C39)
	GesturesOutOfTurn  int    // gestures_out_of_turn: gestures a day without the floor that cost nothing (C39)
	SkipSpentWindows   bool   // skip_spent_windows (E25)
	Stop               string // stop: vote or off; empty: no game is stopped (E43)

	Words      // what words cost (P-G)
	Nights     // what else the nights leave open (P-A)
	Hands      // what a hand is in a vote (P-E)
	Pairing    // two people on a seat (T94–T113)
	Naming     // which nomination stands (P-D)
	After      // the best move and what comes after the end (P-H)
	Judging    // the judge's chair (G11)
	LeaveRules // who leaves (P-F, E38–E47)
	FloorRules // who may write (G15)
	Manners    // how one behaves by day (P-B)
	Protests   // a protest (K24–K26, T86)
	Floods     // too many messages at once (K21e)
	Masking    // the blindfold's button (K20a, T20)
	Outages    // a long outage (E45)
	Dealing    // the deal (T26)
	Choices    // what else a shot, a check, a nomination come to
}

// tempo holds the windows of a pace; what a preset changes in them stands in
// Preset.
func tempo(pace string) (Ruleset, bool) {
	r := Ruleset{
		Pace: pace, Players: 10, ReadyCheck: 60,
		LobbyIdle: 1800, Draw: 60, PMHold: 60, Briefing: 60, DonMeet: 10, LookSheriff: 30,
		NightFall: 10, Shoot: 40, Check: 10,
		Speech: 60, CriticalSpeech: 30, Slot: 10, TieSpeech: 30, LastWordKilled: 60, LastWordVoted: 60, Warn: 10,
		VoteAnnounce: 5, VoteLead: 5, VoteWindow: 5, RaiseWindow: 5, StopVote: 60,
		RaceGrace: 2, OverrunGrace: 2, HeavyGrace: 5, ToldGap: 3, WakeGrace: 3,
		GestureLimit: 5, GesturesOutOfTurn: 2, SkipSpentWindows: true,
	}
	switch pace {
	case TableTempo:
	case ChatTempo:
		r.LobbyIdle, r.Draw, r.PMHold, r.ReadyCheck, r.StopVote = 3600, 180, 180, 180, 180
		r.Briefing, r.DonMeet, r.NightFall, r.Check = 120, 20, 15, 30
		r.Speech, r.CriticalSpeech, r.Slot, r.TieSpeech, r.LastWordKilled, r.LastWordVoted = 120, 60, 20, 60, 120, 120
		r.SilentClose, r.SilentCloseTie = 60, 30
		r.VoteAnnounce, r.VoteWindow, r.RaiseWindow = 10, 15, 20
		r.OverrunGrace, r.HeavyGrace, r.WakeGrace = 5, 15, 5
	case BlitzTempo:
		r.LobbyIdle, r.Draw, r.PMHold, r.ReadyCheck, r.StopVote = 180, 6, 6, 6, 6
		r.Briefing, r.DonMeet, r.LookSheriff, r.NightFall, r.Shoot, r.Check = 6, 1, 3, 1, 4, 1
		r.Speech, r.CriticalSpeech, r.Slot, r.TieSpeech, r.LastWordKilled, r.LastWordVoted, r.Warn = 6, 3, 1, 3, 6, 6, 1
		r.VoteAnnounce, r.VoteLead, r.VoteWindow, r.RaiseWindow = 1, 1, 1, 1
		r.RaceGrace, r.OverrunGrace, r.HeavyGrace, r.ToldGap, r.WakeGrace = 1, 1, 1, 1, 1
	default:
		return Ruleset{}, false
	}
	return r, true
}

// Preset returns a ruleset by its name and pace. It refuses a name or a pace
// that is not one of Presets and Paces.
func Preset(name, pace string) (Ruleset, error) {
	r, ok := tempo(pace)
	if !ok {
		return Ruleset{}, Refusal("unknown_pace")
	}
	r.Name, r.Vocabulary = name, name
	if r.Words, ok = WordTable(name); !ok {
		return Ruleset{}, Refusal("unknown_ruleset")
	}
	r.Hands, r.Naming, r.Manners = handsOf(name), namingOf(name), mannersOf(name)
	r.NominationFormula, r.SilencedNomination, r.CriticalPlayers = Loose, AfterStop, Critical
	r.DoubleVote, r.VoteLift, r.RemovedVoterVotes = Refused, Counted, Counted
	r.RaiseThreeOfNine, r.Day1Vote = Held, Usual
	r.RemovalDuringVote, r.RemovalAfterVote, r.RemovalAtNight = BothLeave, NoEffect, Held
	r.ThreeMisses, r.ThreeMissesUnit, r.ThreeMissesAtFour = RedWins, Misses, RedWins
	r.WakeInSearch, r.NightSign, r.FoulCountQuery = Off, FoulOnly, Privately
	switch name {
	case Czernowitz:
		r.WakeInSearch, r.NightSign = Removal, Removal
		r.NominationFormula, r.NominationTouch = Strict, true
		r.SilenceScope, r.ThirdInTieSpeech, r.SilencedNomination, r.CriticalPlayers = WholeDay, Stops, AtTurn, Off
		r.DoubleVote, r.VoteLift, r.RemovedVoterVotes = Removal, Removal, Void
		r.ThreeMissesAtFour = NobodyWins
		r.OrderShow, r.FoulCountQuery, r.Stop = true, InMorning, ByVote
	case Club2010:
		r.NightSign = Removal
		r.SilenceScope, r.ThirdInTieSpeech, r.SilencedNomination, r.CriticalPlayers = Discussion, GoesOn, AtTurn, Off
		r.DoubleVote, r.VoteLift, r.RemovedVoterVotes, r.Stop = FlagOnly, Removal, Void, ByVote
	case Tournament:
		r.NightSign, r.ThreeMissesUnit = FoulAndFlag, QuietNights
		r.SilenceScope, r.ThirdInTieSpeech, r.Stop = WholeDay, GoesOn, Off
		r.NominationFormula, r.DoubleVote, r.VoteLift = Enumerated, FoulOnly, FoulOnly
	case Federation:
		r.SilenceScope, r.ThirdInTieSpeech, r.Stop = Discussion, GoesOn, Off
		r.RaiseThreeOfNine = Off
		r.RemovalDuringVote, r.RemovalAfterVote, r.RemovalAtNight = BallotDropped, NextDropped, NextDropped
		r.ThreeMisses, r.ThreeMissesUnit = NobodyWins, Rounds
	}
	r.Nights = nightsOf(name, pace)
	r.After = afterOf(name, pace)
	r.Judging = judgingOf(name, pace)
	r.Protests = protestsOf(name, pace)
	r.Floods = floodsOf(name)
	r.Masking = maskingOf(pace)
	r.Outages = outagesOf(pace)
	r.Dealing = dealingOf(pace)
	r.Choices = choicesOf()
	r.paceOf(name)
	r.pairsOf(name)
	r.leaveOf(name)
	return r, nil
}

// paceOf gives a ruleset the windows in which its preset differs from its pace.
func (r *Ruleset) paceOf(name string) {
	switch {
	case (name == Tournament || name == Federation) && r.Pace == TableTempo:
		r.VoteWindow = 2 // T48
	}
	if name != Tournament {
		return
	}
	switch r.Pace { // T3, T7
	case TableTempo:
		r.Check = 20
	case BlitzTempo:
		r.Check = 2
	}
}

// Presets and Paces are the names that Preset takes.
func Presets() []string { return []string{Czernowitz, Club2010, Tournament, Federation} }

// Paces are the paces that Preset takes.
func Paces() []string { return []string{TableTempo, ChatTempo, BlitzTempo} }

// RehearsalAt reports whether a game of so many seats is not rated: it has not
// exactly ten, it was asked for, or its pace is blitz (E1).
func (r Ruleset) RehearsalAt(seats int) bool {
	return seats != RatedSeats || r.Rehearsal || r.Pace == BlitzTempo
}

// StoppableAt reports whether a game of so many seats can be stopped (E43).
func (r Ruleset) StoppableAt(seats int) bool {
	return r.Stop == ByVote || r.Stop == Off && r.RehearsalAt(seats)
}
