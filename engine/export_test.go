package engine

// Vocabulary is every kind of event, for the tests.
func Vocabulary() []Event { return vocabulary }

// AudienceOf is who may know an event.
func AudienceOf(e Event, g *Game) Audience { return e.audience(g) }

// IsNight reports whether it is night.
func IsNight(g *Game) bool { return g.night() }
