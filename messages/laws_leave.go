package messages

// leaveLaws of leaving say what becomes of a seat that is left, and of who is out.
var leaveLaws = []law{}
