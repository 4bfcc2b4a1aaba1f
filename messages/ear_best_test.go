package messages

import (
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
)

// bestCases are lines of a last minute and of opinions, and which seats are heard as
// a best move or as the best player: «-» for none, «?» for what names nobody.
var bestCases = []struct{ want, texts string }{
	{"move 3,6,9", "Лучший ход: 3, 6, 9|лучший ход 3 6 9|Мой лучший ход — 3, 6 и 9.|лучший ход: третий, шестой, девятый|лучший ход:\n3\n6\n9|" +
		"Лучший ход 3.6.9|чёрные 3 6 9|Черные: 3, 6 и 9|думаю, чёрные 3, 6, 9, спасибо|лучший ход: игроки номер 3, 6 и Черный Кот|" +
		"лучший ход это чёрные 3 6 9|ЛУЧШИЙ ХОД 3-6-9|найкращий хід: 3, 6, 9|чорні 3, 6 і 9"},
	{"move 3,6", "чёрные 3 и 6|лучший ход 3 и 6|чёрные 3 и 6, 7 красный|чёрные 3, 6. 7 красный|лучший ход 3, 6, а девятый мирный"},
	{"move 3,6,8", "лучший ход 3, 6, 8"},
	{"move 1,3,6,9", "лучший ход 3, 6, 9, 1|чёрные 3 6 9 и 1"},
	{"move 6", "лучший ход 6"},
	{"move ?", "лучший ход: 3, 6 и 11|чёрные 3 и 12"},
	{"-", "чёрный 6|чёрные 3|не чёрные 3 и 6|если чёрные 3 и 6|лучшего хода у меня нет|лучший ход был бы не стрелять|лучший ход. 3 голоса|" +
		"чёрные выиграли 3 круга|оба чёрные в последней тройке|ход шестого|за кого чёрные|красные 1 2 4|чёрные кошки|лучший"},
	{"best 7", "лучший игрок 7|Лучший игрок — 7|лучший игрок номер семь|лучший игрок Барс|Лучший игрок для меня? лучший игрок седьмой|лучшим игроком называю 7|" +
		"мой лучший игрок это Барс|спасибо за игру, лучший игрок — Барс!|найкращий гравець 7"},
	{"best ?", "лучший игрок 11"},
	{"-", "не лучший игрок 7|он лучший|лучший игрок стола|лучший игрок сегодня тот, кто молчал|лучше игрок 7|лучших игроков двое"},
}

func TestBest(t *testing.T) {
	heard := func(text string) string {
		var out []string
		for _, f := range Hear(text, Table{Seats: 10, Nicks: scenarioNicks}).Finds {
			switch f.Class {
			case engine.NamedBlacks:
				out = append(out, "move "+cmpOr(strings.ReplaceAll(numbers(f.Seats), ", ", ","), "?"))
			case engine.NamedBest:
				out = append(out, "best "+cmpOr(strings.ReplaceAll(numbers(engine.SetOf(f.Seat)), ", ", ","), "?"))
			default:
				out = append(out, show([]engine.Find{f}))
			}
		}
		if len(out) == 0 {
			return "-"
		}
		return strings.Join(out, " ")
	}
	lines := 0
	for _, c := range bestCases {
		for text := range strings.SplitSeq(c.texts, "|") {
			lines++
			if got := heard(text); got != c.want {
				t.Errorf("%q: heard %q, want %q", text, got, c.want)
			}
			if err := flaw(text, Hear(text, Table{Seats: 10, Nicks: scenarioNicks}), 10); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
	if lines < 55 {
		t.Errorf("only %d lines", lines)
	}
	for text, want := range map[string]string{"best move: 3, 6 and 9": "blacks", "best player 7": "best7", "blacks 3 6 9": "blacks"} {
		if got := heardIn(text, Table{Seats: 10, Words: allLanguages()}); got != want || heardIn(text, plainTable) != "" {
			t.Errorf("%q: heard %q where English is spoken, want %q", text, got, want)
		}
	}
}

// cmpOr returns the first text that is not empty.
func cmpOr(texts ...string) string {
	return texts[slices.IndexFunc(texts, func(s string) bool { return s != "" })]
}
