package messages

// afterLaws of the end say what follows a game.
var afterLaws = []law{
	{part: ofEnd, clauses: "best_move"},
	{part: ofEnd, clauses: "aftergame_speech_s best_player?final=off final"},
	{part: ofEnd, clauses: "protest protest_window_s?protest=club"},
}
