package messages

// leaveLaws of leaving say what becomes of a seat that is left, and of who is out.
var leaveLaws = []law{
	{part: ofLeave, clauses: "leave_group"},
	{part: ofLeave, clauses: "afk_circles"},
	{part: ofLeave, clauses: "rise", rows: "C79"},
	{part: ofLeave, clauses: "hard_mute"},
	{part: ofLeave, clauses: "out mute_out_players out_player_speaks", rows: "C86 T81", key: true},
}
