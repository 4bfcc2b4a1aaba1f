package messages

// A Lexicon is what one club hears: the lists with what it has added and taken
// out. It is made once and may be shared.
type Lexicon struct{}
