package bot

import (
	"encoding/json"
	"testing"

	"mafiabot/engine"
)

// TestKeyboardRows: seats stand five in a row, and each in a row of its own where the
// label is a whole sentence, so that a phone does not cut it (E14).
func TestKeyboardRows(t *testing.T) {
	var options []engine.Command
	for s := engine.Seat(1); s <= 7; s++ {
		options = append(options, engine.Nominate{Seat: s})
	}
	options = append(options, engine.Pass{})
	for label, want := range map[string][]int{"✋ 5": {5, 2, 1}, "Выставляю игрока номер 5": {1, 1, 1, 1, 1, 1, 1, 1}} {
		var made struct {
			Rows [][]button `json:"inline_keyboard"`
		}
		if err := json.Unmarshal([]byte(keyboard(options, func(engine.Command) button { return button{Text: label} })), &made); err != nil {
			t.Fatal(err)
		}
		for i, row := range made.Rows {
			if len(made.Rows) != len(want) || len(row) != want[i] {
				t.Fatalf("%q: rows %v", label, made.Rows)
			}
		}
	}
}
