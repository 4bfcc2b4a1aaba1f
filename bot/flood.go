package bot

import (
	"slices"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Flooding (K21e): more than so many messages of one player within so many seconds, by
// Telegram's dates. It is said once, until he has been silent for as long. What is counted
// is kept in memory alone, as knocking is.
const (
	floodAllowed = 10
	floodSpan    = 10 // seconds
)

// writer is somebody who writes at a table.
type writer struct {
	game storage.GameID
	by   engine.Player
}

// spate is what he has written of late.
type spate struct {
	dates []int64 // Unix seconds
	told  bool
}

// floods counts a message of a player at a table.
func (t *turn) floods(h *held, m *message, by engine.Player) error {
	who := writer{h.id, by}
	s := t.b.spates[who]
	recent := slices.DeleteFunc(slices.Clone(s.dates), func(date int64) bool { return m.Date-date >= floodSpan })
	if len(recent) == 0 {
		s.told = false
	}
	s.dates = append(recent, m.Date)
	tell := len(s.dates) > floodAllowed && !s.told
	if len(s.dates) > floodAllowed {
		s.dates, s.told = s.dates[1:], true
	}
	t.b.spates[who] = s
	if !tell {
		return nil
	}
	return t.must(t.step(h, by, engine.Flooded{Mark: m.ID, Date: m.Date}, m.words()))
}
