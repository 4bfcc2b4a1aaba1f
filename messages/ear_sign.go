package messages

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mafiabot/engine"
)

const (
	fist = '✊'
	palm = '✋'
)

// tokenOf returns the vote sign that the text is, and nothing else (C58, K8d):
// one ✊ or ✋ of any skin tone.
func tokenOf(text string) engine.Token {
	text = strings.TrimFunc(text, func(c rune) bool { return unicode.IsSpace(c) || isInvisible(c) })
	c, size := utf8.DecodeRuneInString(text)
	var sign engine.Token
	switch c {
	case fist:
		sign = engine.Fist
	case palm:
		sign = engine.Palm
	default:
		return engine.NoToken
	}
	tones := 0
	for _, c := range text[size:] {
		switch {
		case '\U0001F3FB' <= c && c <= '\U0001F3FF':
			tones++
		case !isInvisible(c):
			return engine.NoToken
		}
	}
	if tones > 1 {
		return engine.NoToken
	}
	return sign
}

// numberSigns are the numbers that are one character, each row ascending from 1.
var numberSigns = []struct{ first, last rune }{
	{'①', '⑮'}, {'⓵', '⓾'}, {'❶', '❿'}, {'➀', '➉'}, {'➊', '➓'},
}

// picture returns the number that an emoji at the start of text shows and its
// length in bytes: a keycap such as 5️⃣, 🔟, ⑤. The keycaps #️⃣ and *️⃣ show 0,
// which is no seat. Such an emoji is a gesture, not a digit (G8).
func picture(text string, c rune) (n, length int) {
	switch {
	case '0' <= c && c <= '9' || c == '#' || c == '*':
		rest := strings.TrimPrefix(text[1:], "\uFE0F")
		if !strings.HasPrefix(rest, "\u20E3") {
			return 0, 0
		}
		if '0' <= c && c <= '9' {
			n = int(c - '0')
		}
		return n, len(text) - len(rest) + len("\u20E3")
	case c == '🔟':
		return 10, len("🔟")
	case '①' <= c && c <= '➓':
		for _, row := range numberSigns {
			if row.first <= c && c <= row.last {
				return int(c-row.first) + 1, utf8.RuneLen(c)
			}
		}
	}
	return 0, 0
}
