package messages

// afterLaws of the end say what follows a game.
var afterLaws = []law{
	{part: ofEnd, clauses: "best_move"},
}
