package messages

// nightLaws of the night say how the mafia shoots and what is heard at night.
var nightLaws = []law{
	{part: ofNight, clauses: "checks_from"},
	{part: ofNight, clauses: "late_check", rows: "T8"},
}
