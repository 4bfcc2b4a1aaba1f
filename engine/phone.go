package engine

// A phone that rings is a sound in the group (T93, A55): a foul wherever it falls, also
// in one's own minute, and the win where the judge, or the club's rule, gives it away.

// phoned reports whether a message is a sound from a living seat that phone_rule speaks
// of.
func (t *turn) phoned(s Seat, c Utter) bool {
	rule := t.g.Rules.PhoneRule
	return c.Heard.Kind == Sound && !c.Edit && t.g.Exits[s] == 0 && rule != "" && rule != Off && !t.forgiven(c)
}

// phoneWins gives the win to the other team for a sound, where the rule is so; it
// reports whether it did.
func (t *turn) phoneWins(s Seat, c Utter) bool {
	if t.g.Rules.PhoneRule != Award || !t.phoned(s, c) {
		return false
	}
	t.strike(c.Mark)
	t.award(s, PhoneHeard)
	return true
}
