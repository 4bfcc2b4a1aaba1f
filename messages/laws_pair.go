package messages

// pairLaws of the pairs say who speaks for a seat.
var pairLaws = []law{
	{part: ofPairs, clauses: "consigliere cons_split_s?consigliere=on", rows: "T96 T103"},
}
