package bot

import (
	"mafiabot/engine"
)

// Telegram takes so many messages a second of one token, whatever the number of tables. A
// game is dealt only while there is room for it beside those that run (promises, section 3,
// point 2): a table that is late by a minute is worse for ten people than one that begins
// when another has ended.

// fullness is the share of the overall rate that games may take: the rest is for what comes
// in bursts.
const fullness = 0.75

// hums is how many messages and edits a second a game makes at its pace, as simulate
// counts them (λ); the number of seats makes no difference.
func hums(pace string) float64 {
	switch pace {
	case engine.ChatTempo:
		return 0.075
	case engine.BlitzTempo:
		return 0.6
	}
	return 0.2
}

// room reports whether one more game can be dealt.
func (b *Bot) room(h *held) bool {
	load := hums(h.game.Rules.Pace)
	for id, other := range b.games {
		if id != h.id && onTable(&other.game) {
			load += hums(other.game.Rules.Pace)
		}
	}
	return load <= b.rate*fullness
}

// onTable reports whether a game has its cards and is not over.
func onTable(g *engine.Game) bool {
	switch g.Stage.(type) {
	case engine.Tray, engine.Cards:
		return true
	}
	return g.Running()
}

// crowd tells a table, once, that its cards wait for another game to end. The wait has an
// end, for every game has (I8).
func (t *turn) crowd(h *held) error {
	if h.crowded || !h.game.AwaitsDeal() || h.game.Due().After(t.now) || t.b.room(h) {
		return nil
	}
	own := t.held(h.id)
	own.crowded = true
	t.b.log.Warn("a deal waits: too many games run", "game", h.id)
	return t.tellChat(h.table.Chat, h.table.Thread, t.b.book.Note("crowded"))
}
