package messages

// chatLaws are what the documents demand and a chat cannot have, with the reason.
var chatLaws = []law{
	{part: ofChat, clauses: "none.posture", rows: "C9 T14 T15 T109"},
	{part: ofChat, clauses: "none.hands", rows: "C10 T13"},
	{part: ofChat, clauses: "none.mask", rows: "K2b T20"},
	{part: ofChat, clauses: "none.room", rows: "C93 C94"},
	{part: ofChat, clauses: "none.head", rows: "T21 T22 T23 T24"},
	{part: ofChat, clauses: "none.mirror", rows: "T77 T78"},
	{part: ofChat, clauses: "none.props", rows: "T90"},
	{part: ofChat, clauses: "none.phone", rows: "T91 T92"},
	{part: ofChat, clauses: "none.lost", rows: "C101 T46"},
}
