package messages

// judgeLaws of the judge say what he may do.
var judgeLaws = []law{}
