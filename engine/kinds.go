package engine

// The kinds are the events' names in the log, for ever: a renamed type keeps its kind.

// Kind is the name in the log.
func (Convened) Kind() string { return "convened" }

// Kind is the name in the log.
func (Joined) Kind() string { return "joined" }

// Kind is the name in the log.
func (Left) Kind() string { return "left" }

// Kind is the name in the log.
func (OpenerPassed) Kind() string { return "opener_passed" }

// Kind is the name in the log.
func (Dropped) Kind() string { return "dropped" }

// Kind is the name in the log.
func (Begun) Kind() string { return "begun" }

// Kind is the name in the log.
func (ReadyAsked) Kind() string { return "ready_asked" }

// Kind is the name in the log.
func (ReadySaid) Kind() string { return "ready_said" }

// Kind is the name in the log.
func (DrawCalled) Kind() string { return "draw_called" }

// Kind is the name in the log.
func (Drew) Kind() string { return "drew" }

// Kind is the name in the log.
func (SeatsTold) Kind() string { return "seats_told" }

// Kind is the name in the log.
func (HoldCalled) Kind() string { return "hold_called" }

// Kind is the name in the log.
func (Reached) Kind() string { return "reached" }

// Kind is the name in the log.
func (HoldOver) Kind() string { return "hold_over" }

// Kind is the name in the log.
func (Reopened) Kind() string { return "reopened" }

// Kind is the name in the log.
func (LobbyClosed) Kind() string { return "lobby_closed" }

// Kind is the name in the log.
func (Opened) Kind() string { return "opened" }

// Kind is the name in the log.
func (Resumed) Kind() string { return "resumed" }

// Kind is the name in the log.
func (Sown) Kind() string { return "sown" }

// Kind is the name in the log.
func (Sealed) Kind() string { return "sealed" }

// Kind is the name in the log.
func (Dealt) Kind() string { return "dealt" }

// Kind is the name in the log.
func (CardsOut) Kind() string { return "cards_out" }

// Kind is the name in the log.
func (DealVoided) Kind() string { return "deal_voided" }

// Kind is the name in the log.
func (BriefingCalled) Kind() string { return "briefing_called" }

// Kind is the name in the log.
func (Whispered) Kind() string { return "whispered" }

// Kind is the name in the log.
func (OrderPicked) Kind() string { return "order_picked" }

// Kind is the name in the log.
func (Ordered) Kind() string { return "ordered" }

// Kind is the name in the log.
func (DonMeetCalled) Kind() string { return "don_meet_called" }

// Kind is the name in the log.
func (DonShown) Kind() string { return "don_shown" }

// Kind is the name in the log.
func (LookCalled) Kind() string { return "look_called" }

// Kind is the name in the log.
func (NightFell) Kind() string { return "night_fell" }

// Kind is the name in the log.
func (ShootCalled) Kind() string { return "shoot_called" }

// Kind is the name in the log.
func (Aimed) Kind() string { return "aimed" }

// Kind is the name in the log.
func (Shot) Kind() string { return "shot" }

// Kind is the name in the log.
func (ShotTwice) Kind() string { return "shot_twice" }

// Kind is the name in the log.
func (DonCalled) Kind() string { return "don_called" }

// Kind is the name in the log.
func (SheriffCalled) Kind() string { return "sheriff_called" }

// Kind is the name in the log.
func (Checked) Kind() string { return "checked" }

// Kind is the name in the log.
func (CheckTold) Kind() string { return "check_told" }

// Kind is the name in the log.
func (Told) Kind() string { return "told" }

// Kind is the name in the log.
func (RemovalKept) Kind() string { return "removal_kept" }

// Kind is the name in the log.
func (Dawned) Kind() string { return "dawned" }

// Kind is the name in the log.
func (Killed) Kind() string { return "killed" }

// Kind is the name in the log.
func (Missed) Kind() string { return "missed" }

// Kind is the name in the log.
func (Tallied) Kind() string { return "tallied" }

// Kind is the name in the log.
func (RoundCounted) Kind() string { return "round_counted" }

// Kind is the name in the log.
func (SpeechCalled) Kind() string { return "speech_called" }

// Kind is the name in the log.
func (SlotCalled) Kind() string { return "slot_called" }

// Kind is the name in the log.
func (SpeechCut) Kind() string { return "speech_cut" }

// Kind is the name in the log.
func (Spoke) Kind() string { return "spoke" }

// Kind is the name in the log.
func (Nudged) Kind() string { return "nudged" }

// Kind is the name in the log.
func (Warned) Kind() string { return "warned" }

// Kind is the name in the log.
func (Thanked) Kind() string { return "thanked" }

// Kind is the name in the log.
func (Passed) Kind() string { return "passed" }

// Kind is the name in the log.
func (Echoed) Kind() string { return "echoed" }

// Kind is the name in the log.
func (Nominated) Kind() string { return "nominated" }

// Kind is the name in the log.
func (NotNominated) Kind() string { return "not_nominated" }

// Kind is the name in the log.
func (NominationsTold) Kind() string { return "nominations_told" }

// Kind is the name in the log.
func (ChatClosed) Kind() string { return "chat_closed" }

// Kind is the name in the log.
func (ChatOpened) Kind() string { return "chat_opened" }

// Kind is the name in the log.
func (ChatAsked) Kind() string { return "chat_asked" }

// Kind is the name in the log.
func (Fouled) Kind() string { return "fouled" }

// Kind is the name in the log.
func (FoulNoticed) Kind() string { return "foul_noticed" }

// Kind is the name in the log.
func (Unfouled) Kind() string { return "unfouled" }

// Kind is the name in the log.
func (Flagged) Kind() string { return "flagged" }

// Kind is the name in the log.
func (Silenced) Kind() string { return "silenced" }

// Kind is the name in the log.
func (Gestured) Kind() string { return "gestured" }

// Kind is the name in the log.
func (Removed) Kind() string { return "removed" }

// Kind is the name in the log.
func (WordCut) Kind() string { return "word_cut" }

// Kind is the name in the log.
func (BallotOff) Kind() string { return "ballot_off" }

// Kind is the name in the log.
func (NoVote) Kind() string { return "no_vote" }

// Kind is the name in the log.
func (BallotCalled) Kind() string { return "ballot_called" }

// Kind is the name in the log.
func (RevoteCalled) Kind() string { return "revote_called" }

// Kind is the name in the log.
func (CandidateCalled) Kind() string { return "candidate_called" }

// Kind is the name in the log.
func (VoteCalled) Kind() string { return "vote_called" }

// Kind is the name in the log.
func (Voted) Kind() string { return "voted" }

// Kind is the name in the log.
func (VoteVoided) Kind() string { return "vote_voided" }

// Kind is the name in the log.
func (CandidateClosed) Kind() string { return "candidate_closed" }

// Kind is the name in the log.
func (Tied) Kind() string { return "tied" }

// Kind is the name in the log.
func (TieSpeechCalled) Kind() string { return "tie_speech_called" }

// Kind is the name in the log.
func (TieSpeechLost) Kind() string { return "tie_speech_lost" }

// Kind is the name in the log.
func (TieSettled) Kind() string { return "tie_settled" }

// Kind is the name in the log.
func (LiftCalled) Kind() string { return "lift_called" }

// Kind is the name in the log.
func (Raised) Kind() string { return "raised" }

// Kind is the name in the log.
func (LiftClosed) Kind() string { return "lift_closed" }

// Kind is the name in the log.
func (LeaversNamed) Kind() string { return "leavers_named" }

// Kind is the name in the log.
func (Stayed) Kind() string { return "stayed" }

// Kind is the name in the log.
func (LastWordCalled) Kind() string { return "last_word_called" }

// Kind is the name in the log.
func (StopTold) Kind() string { return "stop_told" }

// Kind is the name in the log.
func (StopCalled) Kind() string { return "stop_called" }

// Kind is the name in the log.
func (StopAgreed) Kind() string { return "stop_agreed" }

// Kind is the name in the log.
func (StopFailed) Kind() string { return "stop_failed" }

// Kind is the name in the log.
func (Decided) Kind() string { return "decided" }

// Kind is the name in the log.
func (Ended) Kind() string { return "ended" }

// Kind is the name in the log.
func (Revealed) Kind() string { return "revealed" }

// Kind is the name in the log.
func (Unsealed) Kind() string { return "unsealed" }

// vocabulary lists one value of every event, for the codec.
var vocabulary = []Event{
	Convened{},
	Joined{},
	Left{},
	OpenerPassed{},
	Dropped{},
	Begun{},
	ReadyAsked{},
	Paired{},
	LotsCalled{},
	LotDrawn{},
	LotsSettled{},
	HalfCalled{},
	Conferred{},
	SecondWent{},
	SecondReturned{},
	SecondParted{},
	SecondPriced{},
	ReadySaid{},
	DrawCalled{},
	DrawReminded{},
	Drew{},
	SeatsTold{},
	HoldCalled{},
	Reached{},
	HoldOver{},
	Reopened{},
	LobbyClosed{},
	Opened{},
	Resumed{},
	ShownAgain{},
	Barred{},
	Unbarred{},
	ResumeAsked{},
	ResumeAgreed{},
	WentOn{},
	NotResumed{},
	Sown{},
	Sealed{},
	Dealt{},
	CardsOut{},
	TrayOut{}, CardTaken{},
	DealVoided{},
	BriefingCalled{},
	Whispered{},
	OrderPicked{},
	Ordered{},
	DonMeetCalled{},
	DonShown{},
	LookDonCalled{},
	LookCalled{},
	NightFell{},
	Masked{},
	MasksOver{},
	ShootCalled{},
	NumberCalled{},
	ShotBetween{},
	Aimed{},
	Shot{},
	ShotTwice{},
	DonCalled{},
	SheriffCalled{},
	Checked{},
	CheckTold{},
	Told{},
	RemovalKept{},
	Dawned{},
	Killed{},
	Missed{},
	Tallied{},
	RoundCounted{},
	Unprompted{},
	SpeechCalled{},
	SlotCalled{},
	SpeechCut{},
	Spoke{},
	Nudged{},
	Warned{},
	Thanked{},
	Passed{},
	Echoed{},
	Nominated{},
	NotNominated{},
	Stands{},
	Withdrew{},
	NominationsTold{},
	ChatClosed{},
	ChatOpened{},
	ChatAsked{},
	Fouled{},
	FoulNoticed{},
	Unfouled{},
	Flagged{},
	Silenced{},
	Gestured{},
	Knocked{},
	Poked{},
	Removed{},
	WordCut{},
	BallotOff{},
	NoVote{},
	BallotCalled{},
	RevoteCalled{},
	CandidateCalled{},
	VoteCalled{},
	Voted{},
	VoteVoided{},
	VotedAgain{},
	CandidateClosed{},
	Tied{},
	TieSpeechCalled{},
	TieSpeechLost{},
	TieSettled{},
	LiftCalled{},
	Raised{},
	LiftClosed{},
	LeaversNamed{},
	Stayed{},
	LastWordCalled{},
	StopTold{},
	StopCalled{},
	StopAgreed{},
	StopFailed{},
	JudgeSat{},
	JudgeLeft{},
	JudgeNamed{},
	CardsShown{},
	Carded{},
	CardLapsed{},
	CardVoided{},
	Ruled{},
	Restored{},
	PauseAsked{},
	PauseCalled{},
	PauseEnding{},
	PauseOver{},
	Decided{},
	Awarded{},
	MovePicked{},
	MoveRecorded{},
	MoveRefused{},
	MoveJudged{},
	PartingTold{},
	PartingPriced{},
	OutSpoke{},
	SeenActing{},
	CircleCounted{},
	IdleReminded{},
	TableEmptied{},
	WentAway{},
	Returned{},
	WaitedFor{},
	RisingPriced{},
	ProtestPriced{},
	ProtestOpened{},
	ProtestLodged{},
	ProtestVoteCalled{},
	ProtestAsked{},
	ProtestVoted{},
	ProtestCounted{},
	ProtestDeclined{},
	ProtestDecided{},
	ProtestShut{},
	ProtestOver{},
	OpinionCalled{},
	BestNamed{},
	BestVoteCalled{},
	BestVoted{},
	BestAsked{},
	BestPlayers{},
	TableOpened{},
	AftergameOver{},
	Ended{},
	Revealed{},
	Unsealed{},
}
