package messages

import (
	"strconv"
	"strings"

	"mafiabot/engine"
)

// Voice returns what a player says at the table: one of the wordings of a kind
// of line, about a seat and its nick where the kind is about somebody. The same
// arguments give the same words. A kind without wordings gives "". It speaks
// for sparring players, who know what they mean and not how it is typed; the
// host's own phrases are the book's. Languages without a voice speak Russian.
func Voice(_, kind string, seat engine.Seat, nick string, variant uint64) string {
	wordings := voiceRussian[kind]
	if len(wordings) == 0 {
		return ""
	}
	text := wordings[variant%uint64(len(wordings))]
	if !strings.Contains(text, "{") {
		return text
	}
	return capitalized(strings.NewReplacer(
		"{n}", strconv.Itoa(int(seat)),
		"{nick}", nick,
		"{who}", ordinalRussian(seat, "ый", "ой", "ий"),
		"{whom}", ordinalRussian(seat, "ого", "ого", "ьего"),
		"{key}", keycap(seat),
	).Replace(text))
}

// ordinalStems are the Russian ordinals without their endings.
var ordinalStems = [engine.MaxSeats + 1]string{
	"", "перв", "втор", "трет", "четвёрт", "пят", "шест", "седьм", "восьм", "девят", "десят",
	"одиннадцат", "двенадцат", "тринадцат", "четырнадцат", "пятнадцат",
}

// ordinalRussian declines the ordinal of a seat: the ending of most, that of
// the stressed ones, and that of «третий».
func ordinalRussian(s engine.Seat, most, stressed, third string) string {
	if s == 0 || s > engine.MaxSeats {
		return ""
	}
	switch s {
	case 2, 6, 7, 8:
		return ordinalStems[s] + stressed
	case 3:
		return ordinalStems[s] + third
	}
	return ordinalStems[s] + most
}

// keycap returns the number of a seat as one emoji where there is one.
func keycap(s engine.Seat) string {
	switch {
	case s == 10:
		return "🔟"
	case s > 10:
		return strconv.Itoa(int(s))
	}
	return strconv.Itoa(int(s)) + "\uFE0F\u20E3"
}

// capitalized returns a sentence with a capital letter at its beginning.
func capitalized(text string) string {
	for i := range text {
		if i > 0 {
			return strings.ToUpper(text[:i]) + text[i:]
		}
	}
	return strings.ToUpper(text)
}
