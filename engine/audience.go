package engine

// Who may know what. Public events never carry a role, a seed, or who acted at
// night; what is secret has its own event with its own audience (G6, I7).

func (Convened) audience(_ *Game) Audience        { return everybody }
func (Joined) audience(_ *Game) Audience          { return everybody }
func (Left) audience(_ *Game) Audience            { return everybody }
func (OpenerPassed) audience(_ *Game) Audience    { return everybody }
func (Dropped) audience(_ *Game) Audience         { return everybody }
func (Begun) audience(_ *Game) Audience           { return everybody }
func (ReadyAsked) audience(_ *Game) Audience      { return everybody }
func (e ReadySaid) audience(_ *Game) Audience     { return person(e.Player) }
func (DrawCalled) audience(_ *Game) Audience      { return everybody }
func (e Drew) audience(_ *Game) Audience          { return person(e.Player) }
func (SeatsTold) audience(_ *Game) Audience       { return everybody }
func (HoldCalled) audience(_ *Game) Audience      { return everybody }
func (Reached) audience(_ *Game) Audience         { return everybody }
func (HoldOver) audience(_ *Game) Audience        { return everybody }
func (Reopened) audience(_ *Game) Audience        { return everybody }
func (LobbyClosed) audience(_ *Game) Audience     { return everybody }
func (Opened) audience(_ *Game) Audience          { return nobody }
func (Resumed) audience(_ *Game) Audience         { return everybody }
func (Sown) audience(_ *Game) Audience            { return nobody }
func (Sealed) audience(_ *Game) Audience          { return everybody }
func (e Dealt) audience(_ *Game) Audience         { return only(e.Seat) }
func (CardsOut) audience(_ *Game) Audience        { return everybody }
func (DealVoided) audience(_ *Game) Audience      { return everybody }
func (BriefingCalled) audience(_ *Game) Audience  { return everybody }
func (OrderPicked) audience(g *Game) Audience     { return only(g.holder(Don)) }
func (Ordered) audience(g *Game) Audience         { return toSeats(g.blacks(g.Living)) }
func (DonMeetCalled) audience(_ *Game) Audience   { return everybody }
func (DonShown) audience(g *Game) Audience        { return only(g.holder(Don)) }
func (LookCalled) audience(_ *Game) Audience      { return everybody }
func (NightFell) audience(_ *Game) Audience       { return everybody }
func (ShootCalled) audience(_ *Game) Audience     { return everybody }
func (e Aimed) audience(_ *Game) Audience         { return only(e.By) }
func (e Shot) audience(_ *Game) Audience          { return only(e.By) }
func (e ShotTwice) audience(_ *Game) Audience     { return only(e.By) }
func (DonCalled) audience(_ *Game) Audience       { return everybody }
func (SheriffCalled) audience(_ *Game) Audience   { return everybody }
func (e Checked) audience(_ *Game) Audience       { return only(e.By) }
func (e CheckTold) audience(_ *Game) Audience     { return only(e.By) }
func (e Told) audience(_ *Game) Audience          { return only(e.Seat) }
func (RemovalKept) audience(_ *Game) Audience     { return nobody }
func (Dawned) audience(_ *Game) Audience          { return everybody }
func (Killed) audience(_ *Game) Audience          { return everybody }
func (Missed) audience(_ *Game) Audience          { return everybody }
func (Tallied) audience(_ *Game) Audience         { return everybody }
func (RoundCounted) audience(_ *Game) Audience    { return nobody }
func (SpeechCalled) audience(_ *Game) Audience    { return everybody }
func (SlotCalled) audience(_ *Game) Audience      { return everybody }
func (SpeechCut) audience(_ *Game) Audience       { return everybody }
func (Spoke) audience(_ *Game) Audience           { return nobody }
func (Nudged) audience(_ *Game) Audience          { return everybody }
func (Warned) audience(_ *Game) Audience          { return everybody }
func (Thanked) audience(_ *Game) Audience         { return everybody }
func (Passed) audience(_ *Game) Audience          { return everybody }
func (Echoed) audience(_ *Game) Audience          { return everybody }
func (Nominated) audience(_ *Game) Audience       { return everybody }
func (NotNominated) audience(_ *Game) Audience    { return everybody }
func (NominationsTold) audience(_ *Game) Audience { return nobody }
func (ChatClosed) audience(_ *Game) Audience      { return nobody }
func (ChatOpened) audience(_ *Game) Audience      { return nobody }
func (ChatAsked) audience(_ *Game) Audience       { return everybody }
func (FoulNoticed) audience(_ *Game) Audience     { return nobody }
func (Flagged) audience(_ *Game) Audience         { return nobody }
func (Silenced) audience(_ *Game) Audience        { return nobody }
func (Gestured) audience(_ *Game) Audience        { return nobody }
func (Removed) audience(_ *Game) Audience         { return everybody }
func (WordCut) audience(_ *Game) Audience         { return everybody }
func (BallotOff) audience(_ *Game) Audience       { return everybody }
func (NoVote) audience(_ *Game) Audience          { return everybody }
func (BallotCalled) audience(_ *Game) Audience    { return everybody }
func (RevoteCalled) audience(_ *Game) Audience    { return everybody }
func (CandidateCalled) audience(_ *Game) Audience { return everybody }
func (VoteCalled) audience(_ *Game) Audience      { return everybody }
func (e Voted) audience(_ *Game) Audience         { return only(e.By) }
func (e VoteVoided) audience(_ *Game) Audience    { return only(e.By) }
func (CandidateClosed) audience(_ *Game) Audience { return everybody }
func (Tied) audience(_ *Game) Audience            { return everybody }
func (TieSpeechCalled) audience(_ *Game) Audience { return everybody }
func (TieSpeechLost) audience(_ *Game) Audience   { return everybody }
func (TieSettled) audience(_ *Game) Audience      { return everybody }
func (LiftCalled) audience(_ *Game) Audience      { return everybody }
func (e Raised) audience(_ *Game) Audience        { return only(e.By) }
func (LiftClosed) audience(_ *Game) Audience      { return everybody }
func (LeaversNamed) audience(_ *Game) Audience    { return everybody }
func (Stayed) audience(_ *Game) Audience          { return everybody }
func (LastWordCalled) audience(_ *Game) Audience  { return everybody }
func (StopTold) audience(_ *Game) Audience        { return nobody }
func (StopCalled) audience(_ *Game) Audience      { return everybody }
func (e StopAgreed) audience(_ *Game) Audience    { return only(e.By) }
func (StopFailed) audience(_ *Game) Audience      { return everybody }
func (Decided) audience(_ *Game) Audience         { return nobody }
func (Ended) audience(_ *Game) Audience           { return everybody }
func (Revealed) audience(_ *Game) Audience        { return everybody }
func (Unsealed) audience(_ *Game) Audience        { return everybody }

// audience of a foul that waits for the close of its window, or for the morning,
// is nobody; it is told by then (C17, E49).
func (e Fouled) audience(_ *Game) Audience {
	if e.Later {
		return nobody
	}
	return everybody
}

// audience of a foul that is taken back is nobody if the table has not heard of
// the foul (C17, E42).
func (e Unfouled) audience(_ *Game) Audience {
	if e.Untold {
		return nobody
	}
	return everybody
}
