package messages

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mafiabot/engine"
)

// flaw returns what is wrong with a report about a text, whatever the text is.
func flaw(text string, h engine.Heard, seats int) error {
	last := 0
	border := borders(text)
	for _, f := range h.Finds {
		switch {
		case f.At < 0 || f.At >= f.End || f.End > len(text):
			return fmt.Errorf("%+v is not inside the text", f)
		case !border[f.At] || !border[f.End]:
			return fmt.Errorf("%+v cuts a character", f)
		case f.At < last:
			return fmt.Errorf("%+v is out of order", f)
		case f.Class < engine.HonestWord || f.Class > engine.NamedBest:
			return fmt.Errorf("%+v has no class", f)
		case namesSeat[f.Class] != (f.Seat != 0) && f.Class != engine.NamedBest:
			return fmt.Errorf("%+v: a seat is named exactly by nominations and withdrawals", f)
		case int(f.Seat) > seats:
			return fmt.Errorf("%+v names a seat that is not there", f)
		}
		if f.Seats&^engine.FirstSeats(seats) != 0 || f.Seats != 0 && f.Class != engine.NamedBlacks {
			return fmt.Errorf("%+v names seats that are not there", f)
		}
		last = f.At
	}
	switch {
	case h.Kind != engine.Word && h.Kind != engine.Gesture:
		return errors.New("a text is a word or a gesture")
	case h.Kind == engine.Gesture && (h.Closing || h.Bare || slices.ContainsFunc(h.Finds, func(f engine.Find) bool { return f.Class != engine.Tears })):
		return errors.New("a gesture says something")
	case h.Token != engine.NoToken && (h.Kind != engine.Gesture || !h.Touch):
		return errors.New("a vote sign is a gesture that touches the table")
	case h.Pass && !(h.Closing && h.Bare && len(h.Finds) == 0):
		return errors.New("a pass closes, is bare and says nothing else")
	}
	return nil
}

// namesSeat are the classes of finds that name a seat.
var namesSeat = map[engine.Class]bool{
	engine.NominateS: true, engine.NominateL: true, engine.NominateMore: true, engine.Withdrawn: true,
}

// borders returns at which bytes a character of the text begins, or the text ends.
func borders(text string) []bool {
	at := make([]bool, len(text)+1)
	for i := range text {
		at[i] = true
	}
	at[len(text)] = true
	return at
}

// TestFlawsAreSeen plants one breach of each promise.
func TestFlawsAreSeen(t *testing.T) {
	const text = "честно, выставляю 5"
	word := func(finds ...engine.Find) engine.Heard { return engine.Heard{Kind: engine.Word, Finds: finds} }
	for name, h := range map[string]engine.Heard{
		"outside":       word(engine.Find{Class: engine.HonestWord, At: 0, End: len(text) + 1}),
		"empty":         word(engine.Find{Class: engine.HonestWord, At: 4, End: 4}),
		"cut":           word(engine.Find{Class: engine.HonestWord, At: 1, End: 4}),
		"order":         word(engine.Find{Class: engine.HonestWord, At: 4, End: 6}, engine.Find{Class: engine.HonestWord, At: 0, End: 2}),
		"class":         word(engine.Find{At: 0, End: 2}),
		"seatless":      word(engine.Find{Class: engine.NominateL, At: 0, End: 2}),
		"seat of a bad": word(engine.Find{Class: engine.NominateBad, At: 0, End: 2, Seat: 5}),
		"no such seat":  word(engine.Find{Class: engine.NominateL, At: 0, End: 2, Seat: 11}),
		"no such seats": word(engine.Find{Class: engine.NamedBlacks, At: 0, End: 2, Seats: engine.SetOf(11)}),
		"kind":          {},
		"gesture":       {Kind: engine.Gesture, Bare: true},
		"token":         {Kind: engine.Word, Token: engine.Fist, Touch: true},
		"pass":          {Kind: engine.Word, Pass: true, Closing: true},
	} {
		if flaw(text, h, 10) == nil {
			t.Errorf("%s: not seen", name)
		}
	}
	if err := flaw(text, Hear(text, Table{Seats: 10}), 10); err != nil {
		t.Error(err)
	}
}

// normal is the normal form of a text: the letters of its words. Names of
// accounts and addresses are not brought into one.
func normal(text string) string {
	var words []string
	for _, t := range read(text).tokens {
		if t.kind == plainToken {
			words = append(words, t.norm)
		}
	}
	return strings.Join(words, " ")
}

func FuzzHear(f *testing.F) {
	for _, text := range []string{
		"", "✊🏽", "5️⃣", "честно", "ч е с т н о", "ч-е-с т.н_о", "че\u0301стно", "chestno", "чест-но-сть",
		"✋ Выставляю игрока номер 3. Честно!", "выставляю на голосование кандидатуру игрока под номером 7-го, 8 и Лису",
		"не выставляю игрока 7", "выставляю игрока Аль", "снимаю голос", "пас", "Всё сказал, спасибо.",
		"@bars_tg https://t.me/честно www.", "\xff\xd1", "и\u0306", "ｃｈｅｓｔｎｏ ͺ ㌀", "выставляю игрока 47", "№#№", "п'ятий ґедзь", "х*й бл@ть пи#дец", "club.com/rules me@club.com",
		"на все 100%", "99,9 % или 70 на 30", "я х у й", "ЧЕ СТ НО", "karta ⟦7F3A⟧",
	} {
		f.Add(text, uint8(10))
	}
	f.Fuzz(func(t *testing.T, text string, seats uint8) {
		n := 4 + int(seats)%12
		for _, nicks := range []*Nicks{nil, scenarioNicks, tableNicks} {
			if err := flaw(text, Hear(text, Table{Seats: n, Nicks: nicks}), n); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if seat, ok := SeatIn(text, nicks, n); ok != (seat != 0) || int(seat) > n {
				t.Fatalf("%q: seat %d, %v", text, seat, ok)
			}
		}
		if once := normal(text); normal(once) != once {
			t.Fatalf("%q is normally %q, and that is %q", text, once, normal(once))
		}
		for _, token := range read(text).tokens {
			if folded := foldWord(token.word); token.kind == plainToken && folded != token.word {
				t.Fatalf("%q folds to %q", token.word, folded)
			}
		}
		nicks := &Nicks{1: text, 2: text + "а"}
		if err := flaw(text, Hear(text, Table{Seats: n, Nicks: nicks}), n); err != nil {
			t.Fatalf("%q as a nick: %v", text, err)
		}
		if NickFits(text, nil) == nil && NickFits(text, []string{text}) != ErrNickTaken {
			t.Fatalf("%q is not its own double", text)
		}
	})
}
