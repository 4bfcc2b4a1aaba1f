package engine_test

import (
	"fmt"
	"strings"

	"mafiabot/engine"
	"mafiabot/messages"
)

// rulesTold is what /rules says: «NAME» the head of the overview with the sources, and
// «NAME PART» one part.
func (p *script) rulesTold(words []string) []string {
	r := p.game.Rules // of «table»
	if words[0] != "table" {
		r = preset(p.tb, words[0], "table")
	}
	b := messages.BookOf("ru")
	if len(words) == 2 {
		return strings.Split(b.RulesPart(r, words[1]), "\n")
	}
	return strings.Split(b.Rules(r, "/rules"), "\n")[:2]
}

// heard is what the table has last heard in words.
func (p *script) heard() []string {
	for i := len(p.spoken) - 1; i >= 0; i-- {
		if p.spoken[i] != "" {
			return strings.Split(p.spoken[i], "\n")
		}
	}
	return nil
}

// mutes is whom the last command has muted, and to whom it has given his voice back:
// «unmuted 0» is everybody; and who alone may write now.
func (p *script) mutes() (all []string) {
	for _, f := range p.said {
		switch f := f.(type) {
		case engine.Mute:
			all = append(all, fmt.Sprint("muted ", f.Seat))
		case engine.Unmute:
			all = append(all, fmt.Sprint("unmuted ", f.Seat))
		case engine.Floor:
			who := "nobody"
			for s := range f.Seats.All() {
				who = fmt.Sprint(s)
			}
			all = append(all, "only "+who+" may write")
		}
	}
	return all
}
