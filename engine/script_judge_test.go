package engine_test

import (
	"slices"
	"strings"

	"mafiabot/engine"
)

// theJudge is who judges in the transcripts.
const theJudge engine.Player = 66

// judge is one line of the judge: "sits" before the deal, "named" in the game by the
// group's owner, "answers RULING [SEAT]" to his oldest card, or to that of a seat; a
// command with a seat and, in quotation marks, his words.
func (p *script) judge(words []string, text string) {
	var seat engine.Seat
	if len(words) > 1 && strings.Trim(words[1], "0123456789") == "" {
		seat = p.seat(words[1])
	}
	switch words[0] {
	case "sits", "rises":
		p.give(theJudge, engine.TakeChair{})
	case "joins":
		p.give(theJudge, engine.Join{})
	case "named":
		p.apply(engine.JudgeSat{Player: theJudge})
	case "gone":
		p.give(engine.Host, engine.Unreachable{Player: theJudge})
	case "walks":
		p.give(engine.Host, engine.LeftGroup{Player: theJudge})
	case "says":
		p.says(theJudge, text)
	case "stops":
		p.give(theJudge, engine.Stop{})
	case "pauses":
		p.give(theJudge, engine.Pause{})
	case "resumes":
		p.give(theJudge, engine.Continue{})
	case "answers":
		if len(words) > 2 {
			seat = p.seat(words[2])
		}
		p.give(theJudge, engine.Answer{Card: p.cardOf(seat), Ruling: engine.Ruling(words[1])})
	case "fouls", "unfouls", "removes", "restores", "deliberates", "skips", "notes":
		_, said, _ := strings.Cut(text, `"`)
		said = strings.TrimSuffix(said, `"`)
		p.give(theJudge, map[string]engine.Command{
			"fouls": engine.Foul{Seat: seat, Text: said}, "unfouls": engine.Unfoul{Seat: seat, Text: said}, "removes": engine.Remove{Seat: seat, Text: said},
			"restores": engine.Restore{Seat: seat, Text: said}, "deliberates": engine.Deliberate{Seat: seat, Text: said},
			"skips": engine.Skip{Seat: seat, Text: said}, "notes": engine.Note{Seat: seat, Text: said},
		}[words[0]])
	default:
		p.tb.Fatalf("the judge cannot %q", words[0])
	}
}

// cardOf is the number of the oldest waiting card of a seat, of any for seat 0; that
// of no card if none waits.
func (p *script) cardOf(s engine.Seat) uint32 {
	i := slices.IndexFunc(p.game.Cards[:], func(c engine.Card) bool { return c.Window != 0 && (s == 0 || c.Seat == s) })
	if i < 0 {
		return 0
	}
	return p.game.Cards[i].Window
}
