package messages

import "testing"

// TestFormal: what is nothing but nominations and nominations taken back (T103).
func TestFormal(t *testing.T) {
	for text, formal := range map[string]bool{
		"выставляю игрока номер 8": true, "отзываю игрока номер 8": true, "Отзываю 8, выставляю 7": true, "✋": false,
		"отзываю 8, он красный": false, "отзываю": false, "отзываю голос": false, "восьмой чёрный": false, "": false,
	} {
		if h := Hear(text, Table{Seats: 10}); h.Formal != formal {
			t.Errorf("%q: formal %v", text, h.Formal)
		}
	}
}
