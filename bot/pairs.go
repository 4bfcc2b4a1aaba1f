package bot

import (
	"strconv"
	"strings"

	"mafiabot/engine"
	"mafiabot/messages"
)

// Two people on a seat (T94–T113): how somebody comes to sit beside another.

// sitsDown reports whether a command takes a place, for which Telegram must be asked
// first.
func sitsDown(c engine.Command) bool {
	switch c.(type) {
	case engine.Join, engine.Pair:
		return true
	}
	return false
}

// partnerOf is beside whom a command takes a place, 0 for a place of one's own.
func partnerOf(c engine.Command) uint8 {
	if pair, ok := c.(engine.Pair); ok {
		return uint8(pair.With)
	}
	return 0
}

// seating is the command that an errand was asked for.
func (e errand) seating() engine.Command {
	if e.With != 0 {
		return engine.Pair{With: engine.Player(e.With)}
	}
	return engine.Join{}
}

// partnerSign stands in a deep link between the game and the partner.
const partnerSign = "-"

// placeLink is the kind of the deep link that leads to the place a command takes.
func placeLink(c engine.Command) string {
	if with := partnerOf(c); with != 0 {
		return strconv.Itoa(int(with)) + partnerSign + joinLink
	}
	return joinLink
}

// cutPartner takes the partner off a deep link's payload, 0 if it names none.
func cutPartner(payload string) (rest string, with uint8) {
	number, after, found := strings.Cut(payload, partnerSign)
	n, err := strconv.ParseUint(number, 10, 8)
	if !found || err != nil || n == 0 {
		return payload, 0
	}
	return after, uint8(n)
}

// typed returns the commands that a bot command stands for at this table; where there
// is none, in general.
func (h *held) typed(c command) ([]engine.Command, bool) {
	switch {
	case h == nil:
		return typed(c.name, c.args, nil, 0)
	case c.name == "pair":
		return []engine.Command{engine.Pair{With: h.single(c.args)}}, true
	}
	return typed(c.name, c.args, h.nicks(), h.seats())
}

// single is whom a text names in the lobby: by his nick, or by the number of his place
// in the list; a player whom no table knows if it names nobody.
func (h *held) single(text string) engine.Player {
	text = strings.TrimPrefix(strings.TrimSpace(text), "@")
	n, _ := messages.SeatIn(text, nil, engine.MaxSeats)
	for i, p := range h.game.Table {
		if p != 0 && (int(n) == i+1 || strings.EqualFold(h.nick(p), text)) {
			return p
		}
	}
	return stranger
}

// relays reports whether a fact passes on what a person wrote.
func relays(e engine.Event) bool {
	switch e.(type) {
	case engine.Whispered, engine.Conferred:
		return true
	}
	return false
}
