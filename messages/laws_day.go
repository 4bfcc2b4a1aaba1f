package messages

// dayLaws of the day say what a nomination, a hand and a vote are.
var dayLaws = []law{}
