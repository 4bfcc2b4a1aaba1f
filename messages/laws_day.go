package messages

// dayLaws of the day say what a nomination, a hand and a vote are.
var dayLaws = []law{
	{part: ofFouls, clauses: "host_address_other_minute host_argued"},
	{part: ofFouls, clauses: "gesture_reply gesture_to_host"},
	{part: ofFouls, clauses: "hidden_ways knocking flood"},
}
