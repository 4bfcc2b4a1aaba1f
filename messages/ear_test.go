package messages

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mafiabot/engine"
)

// scenarioNicks are the nicks of the worked scenarios.
var scenarioNicks = &Nicks{2: "Аль Капоне", 4: "Лиса", 7: "Барс", 9: "Черный Кот"}

// tableNicks have nicks of more kinds: an adjective, two that share a form, a
// long and a short one with the same beginning, one that begins with a number.
var tableNicks = &Nicks{
	1: "Рыжий", 2: "Аль Капоне", 3: "Мир", 4: "Лиса", 5: "Мира", 6: "Черный",
	7: "Барс", 8: "Ёж", 9: "Чёрный Кот", 10: "47 ронин",
}

var classNames = map[engine.Class]string{
	engine.HonestWord: "word", engine.HonestStem: "stem",
	engine.NominateS: "S", engine.NominateL: "L", engine.NominateBad: "bad",
	engine.HandOff: "off", engine.NominateMore: "more", engine.Withdrawn: "withdrawn",
	engine.Oath: "oath", engine.Prayer: "prayer", engine.Plea: "plea", engine.Deity: "deity", engine.Devil: "devil",
	engine.Percent: "percent", engine.Bet: "bet", engine.Obscene: "obscene", engine.Coarse: "coarse", engine.Insult: "insult", engine.Abuse: "abuse",
	engine.Surrender: "surrender", engine.Appeal: "appeal", engine.Protest: "protest", engine.CardShown: "card", engine.NightTalk: "night",
	engine.ToHost: "host", engine.AtName: "at", engine.Tears: "tears", engine.Threat: "threat",
	engine.NamedBlacks: "blacks", engine.NamedBest: "best",
}

// show writes finds as «S7 word», for the tables of the tests.
func show(finds []engine.Find) string {
	words := []string{}
	for _, f := range finds {
		word := classNames[f.Class]
		if f.Seat != 0 {
			word += fmt.Sprint(f.Seat)
		}
		if f.Hint {
			word += "?"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// formulaCases are texts and what is heard in them at a table of ten.
var formulaCases = []struct{ text, want string }{
	// C54, A14, S23: the strict formula.
	{"выставляю игрока номер 5", "S5"},
	{"Выставляю игрока 5", "S5"},
	{"выставляю игрока № 5", "S5"},
	{"выставляю игрока №5", "S5"},
	{"выставляю игрока #5", "S5"},
	{"выставляю игрока номер пять", "S5"},
	{"выставляю игрока под номером 5", "S5"},
	{"выставляю игрока под номером пять", "S5"},
	{"ВЫСТАВЛЯЮ ИГРОКА НОМЕР 10", "S10"},
	{"выставляю игрока седьмого", "S7"},
	{"выставляю игрока седьмую", "S7"},
	{"выставляю игрока номер седьмой", "S7"},
	{"выставляю игрока третьего", "S3"},
	{"выставляю игрока четвёртую", "S4"},
	{"выставляю игрока номер один", "S1"},
	{"выставляю игрока 7-го", "S7"},
	{"выставляю игрока 3й", "S3"},
	{"✋ Выставляю, пожалуй? игрока номер 3", ""},
	{"выставляю ✋ игрока: номер 3!", "S3"},
	// The lenient formula (K6).
	{"выставляю 7", "L7"},
	{"выставляю седьмого", "L7"},
	{"выставляю номер 7", "L7"},
	{"выставляю под номером 7", "L7"},
	{"выставляю на голосование 7", "L7"},
	{"выставляю на голосование игрока номер 7", "L7"},
	{"выставляю кандидатуру игрока номер 7", "L7"},
	{"выставляю на голосование кандидатуру игрока Барса", "L7"},
	{"выставляю 3, 7, 8", "L3 more7 more8"},
	{"выставляю игрока 3, игрока 7 и затем Барса", "S3 more7 more7"},
	{"выставляю 3. 7 красный", "L3"},
	{"выставляю 3, потому что он чёрный", "L3"},
	// Nicks.
	{"выставляю игрока Барс", "S7"},
	{"выставляю игрока барса", "S7"},
	{"выставляю Барсу", "L7"},
	{"выставляю игрока Лису", "S4"},
	{"выставляю игрока Лиса", "S4"},
	{"выставляю игрока Аль Капоне", "S2"},
	{"выставляю игрока аль-капоне", "S2"},
	{"выставляю игрока Рыжего", "S1"},
	{"выставляю игрока Ежа", ""},
	{"выставляю игрока Еж", "S8"},
	{"выставляю игрока черный кот", "S9"},
	{"выставляю игрока Чёрного", "S6"},
	{"выставляю игрока 47 ронин", "S10"},
	{"выставляю игрока Миру", "bad"}, // Мир and Мира both
	{"выставляю игрока Баpса", "S7"}, // Latin p
	// A target that is nobody here.
	{"выставляю игрока номер 11", "bad"},
	{"выставляю 11", "bad"},
	{"выставляю игрока одиннадцатого", "bad"},
	{"выставляю игрока номер 0", "bad"},
	{"выставляю игрока номер 99999999999999999999", "bad"},
	{"выставляю игрока номер Вася", "bad"},
	{"выставляю игрока номер двадцать пять", "bad"},
	{"выставляю игрока @bars_tg", "at"},
	{"выставляю игрока номер @bars_tg 7", "at"},
	{"выставляю себя молодцом", ""},
	{"выставляю игрока Вася", ""},
	{"выставляю", ""},
	{"выставляю игрока", ""},
	{"выставляю игрока номер", ""},
	{"выставляю игрока 5️⃣", ""},
	// GUARD and other verbs (S23).
	{"не выставляю игрока 7", ""},
	{"Я не мафия. Выставляю игрока 7", "S7"},
	{"не верю!\nвыставляю игрока 7", "S7"},
	{"Не думаю. Не выставляю игрока 7", ""},
	{"Нет. Бы я выставляю игрока 7", ""},
	{"Кого выставляю? 7", ""},
	{"не я выставляю игрока 7", ""},
	{"если я выставляю игрока 7", ""},
	{"я бы выставляю игрока 7", ""},
	{"когда выставляю игрока 7", ""},
	{"чтобы выставляю игрока 7", ""},
	{"не верю ему, выставляю игрока 7", "S7"},
	{"если что, выставлю игрока 7", ""},
	{"ставлю пятого", ""},
	{"выставил игрока 7", ""},
	{"выставляю 5 не выставляю 6 а потом выставляю игрока 7", "L5 S7"},
	// Hands taken off (G5, C60).
	{"снимаю голос", "off"},
	{"Убираю голос!", "off"},
	{"убираю руку", "off"},
	{"отзываю голос", "off"},
	{"снимаю руку", ""},
	{"не снимаю голос", ""},
	{"мой голос снимаю", ""},
	// In text order, with class W1 (S2).
	{"Честно, я мирный. ✋ Выставляю игрока номер 3", "word S3"},
	{"✋ Выставляю игрока номер 3. Честно!", "S3 word"},
	{"выставляю игрока номер 5 ✋ выставляю игрока номер 8 ✋", "S5 S8"},
}

func TestNominations(t *testing.T) {
	for _, c := range formulaCases {
		h := Hear(c.text, Table{Seats: 10, Nicks: tableNicks})
		if got := show(h.Finds); got != c.want {
			t.Errorf("%q: heard %q, want %q", c.text, got, c.want)
		}
		if err := flaw(c.text, h, 10); err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// TestEverySeatByEveryName nominates each seat of each table by every form of
// its number that NUM has, in each language.
func TestEverySeatByEveryName(t *testing.T) {
	formulas := [languages]string{"Выставляю игрока номер ", "Виставляю гравця номер ", "I nominate player number "}
	for language, rows := range numerals {
		words := allLanguages()
		for _, n := range rows {
			for _, form := range append(folded(n.word, n.ordinal.nominative, n.ordinal.accusative, n.ordinal.feminine), fmt.Sprint(n.seat)) {
				for seats := 4; seats <= engine.MaxSeats; seats++ {
					want := "bad"
					if n.seat <= seats {
						want = fmt.Sprint("S", n.seat)
					}
					text := formulas[language] + form
					if got := show(Hear(text, Table{Seats: seats, Words: words}).Finds); got != want {
						t.Errorf("%q with %d seats: heard %q, want %q", text, seats, got, want)
					}
				}
			}
		}
	}
}

// TestScenarioNominations are S6, S21, S23 and S24 as far as the ear goes.
func TestScenarioNominations(t *testing.T) {
	for _, c := range []struct {
		text, finds string
		bare, touch bool
	}{
		{"выставляю 3, 7, 8", "L3 more7 more8", true, false},
		{"выставляю 3, потому что он чёрный", "L3", false, false},
		{"ПАС", "", true, false},
		{"выставляю игрока номер 5 ✋", "S5", true, true},
		{"выставляю игрока номер 8 ✋", "S8", true, true},
		{"отзываю игрока номер 5", "withdrawn5", false, false},
		{"выставляю игрока Барс ✋", "S7", true, true},
		{"выставляю игрока Барса ✋", "S7", true, true},
		{"выставляю 7 ✋", "L7", true, true},
		{"выставляю игрока седьмого ✋", "S7", true, true},
		{"не выставляю игрока 7 ✋", "", false, true},
		{"если что, выставлю игрока 7 ✋", "", false, true},
		{"выставляю игрока номер 11 ✋", "bad", true, true},
		{"выставляю игрока @bars_tg ✋", "at", false, true},
		{"выставляю игрока номер 7", "S7", true, false},
	} {
		h := Hear(c.text, Table{Seats: 10, Nicks: scenarioNicks})
		if got := show(h.Finds); got != c.finds || h.Bare != c.bare || h.Touch != c.touch {
			t.Errorf("%q: finds %q bare %v touch %v, want %+v", c.text, got, h.Bare, h.Touch, c)
		}
	}
}

func TestOffsets(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"ну, Честно́, я мирный", []string{"Честно́"}},
		{"✋ Выставляю игрока № 3. ч е с т н о!", []string{"Выставляю игрока № 3", "ч е с т н о"}},
		{"я ч е с т н о и н е ч е с т н о 5", []string{"ч е с т н о", "ч е с т н о"}},
		{"честно-честно", []string{"честно", "честно"}},
		{"чест-но, по-честному, не-чесный", []string{"чест-но", "честному", "чесный"}},
		{"выставляю игрока 7-го сейчас", []string{"выставляю игрока 7-го"}},
		{"я че\u200bст\u00adно", []string{"че\u200bст\u00adно"}},
		{"снимаю  голос", []string{"снимаю  голос"}},
	} {
		var got []string
		for _, f := range Hear(c.text, Table{Seats: 10}).Finds {
			got = append(got, c.text[f.At:f.End])
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: heard %q, want %q", c.text, got, c.want)
		}
	}
}

// TestKindsAndVoteSigns is G8, C55, C58, K8d and S16.
func TestKindsAndVoteSigns(t *testing.T) {
	for _, c := range []struct {
		text  string
		kind  engine.Kind
		token engine.Token
		touch bool
	}{
		{"", engine.Gesture, 0, false},
		{"+", engine.Gesture, 0, false},
		{"👍", engine.Gesture, 0, false},
		{"5️⃣", engine.Gesture, 0, false},
		{"5⃣", engine.Gesture, 0, false},
		{"#️⃣*️⃣🔟⑤", engine.Gesture, 0, false},
		{"🇺🇦 ℹ️ Ⓜ️ ㊗️", engine.Gesture, 0, false},
		{"...", engine.Gesture, 0, false},
		{"\u3164\u200b", engine.Gesture, 0, false},
		{"5", engine.Word, 0, false},
		{"5️", engine.Word, 0, false},
		{"５", engine.Word, 0, false},
		{"5️⃣ да", engine.Word, 0, false},
		{"за 3", engine.Word, 0, false},
		{"@bars_tg", engine.Word, 0, false},
		{"ї", engine.Word, 0, false},
		{"✊", engine.Gesture, engine.Fist, true},
		{" ✊🏽\n", engine.Gesture, engine.Fist, true},
		{"✊️", engine.Gesture, engine.Fist, true},
		{"✋", engine.Gesture, engine.Palm, true},
		{"✋🏿", engine.Gesture, engine.Palm, true},
		{"✊✊", engine.Gesture, 0, true},
		{"✊!", engine.Gesture, 0, true},
		{"✊ за", engine.Word, 0, true},
		{"👊", engine.Gesture, 0, false},
		{"🖐", engine.Gesture, 0, false},
	} {
		h := Hear(c.text, Table{Seats: 10})
		if h.Kind != c.kind || h.Token != c.token || h.Touch != c.touch {
			t.Errorf("%q: kind %d token %d touch %v, want %d %d %v", c.text, h.Kind, h.Token, h.Touch, c.kind, c.token, c.touch)
		}
	}
}

// TestEnds is C32, T37 and T38: who ends a speech, who passes, and who says
// nothing but what a slot is for.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		text                string
		closing, pass, bare bool
	}{
		{"спасибо", true, false, true},
		{"Всё сказал, спасибо.", true, false, false},
		{"спасибооо 🙏", true, false, true},
		{"спасибо всем", false, false, false},
		{"спасибо, 5", false, false, false},
		{"спасибо @bars_tg", false, false, false},
		{"пас", true, true, true},
		{"ПАС! ✋", true, true, true},
		{"пас, ребята", false, false, false},
		{"я пас", false, false, false},
		{"пасс", false, false, false},
		{"пас. Спасибо", true, false, true},
		{"запас", false, false, false},
		{"✊", false, false, false},
		{"5️⃣", false, false, false},
		{"", false, false, false},
		{"5", false, false, false},
		{"номер 5", false, false, false},
		{"выставляю 5", false, false, true},
		{"выставляю", false, false, true},
		{"выставляю игрока номер 11", false, false, true},
		{"выставляю игрока номер двадцать пять", false, false, true},
		{"выставляю 3 и 7, затем игрока номер 8", false, false, true},
		{"выставляю игроков 3, 7, 8-го", false, false, true},
		{"выставляю игрока Барса и Лису", false, false, true},
		{"выставляю игрока Чёрного Кота", false, false, true},
		{"выставляю игрока номер 5. Спасибо!", true, false, true},
		{"выставляю игрока 5, выставляю игрока 6", false, false, true},
		{"выставляю игрока 5, он чёрный", false, false, false},
		{"ну выставляю игрока 5", false, false, false},
		{"не выставляю 5", false, false, false},
		{"выставляю себя молодцом", false, false, false},
		{"выставляю игрока Васю", false, false, false},
		{"выставляю игрока 5 https://t.me/x", false, false, false},
	} {
		h := Hear(c.text, Table{Seats: 10, Nicks: scenarioNicks})
		if h.Closing != c.closing || h.Pass != c.pass || h.Bare != c.bare {
			t.Errorf("%q: closing %v pass %v bare %v, want %v %v %v", c.text, h.Closing, h.Pass, h.Bare, c.closing, c.pass, c.bare)
		}
	}
}

// TestPoints is C76 and S33.
func TestPoints(t *testing.T) {
	for _, text := range []string{
		"проверь пятого", "5️⃣", "🔟", "⑤", "❺", "1️⃣5️⃣", "ночью пятый", "5", "５", "05", "6й и 3й мафия", "5-го",
		"пять", "о пятом", "пятой", "третью", "первый", "номер один", "игрок один", "№ один", "1", "10", "седьмая",
		"Барс", "стреляй в барса", "лису", "Аль-Капоне", "чёрного кота", "девятью", "#7",
	} {
		if !Hear(text, Table{Seats: 10, Nicks: scenarioNicks}).Points {
			t.Errorf("%q points at nobody", text)
		}
	}
	for _, text := range []string{
		"", "спокойной ночи", "один", "одна из нас", "я один", "ни одного", "11", "0", "одиннадцатый", "*️⃣", "0️⃣",
		"во-первых", "двадцать пятый", "семью", "в 2026 году", "@bars_tg", "https://t.me/c/5", "кот", "капоне", "6лять",
		"первое дело", "опять", "вперед", "барсук", "лисица", "🙂", "часть", "100%",
	} {
		if Hear(text, Table{Seats: 10, Nicks: scenarioNicks}).Points {
			t.Errorf("%q points at a seat", text)
		}
	}
}

// TestQuoted is what a notice repeats.
func TestQuoted(t *testing.T) {
	for words, want := range map[string]string{
		"чеcтнo": "чеcтнo", "че\u200bст\u0301но": "честно", " ч  е\nс ": "ч е с", "\x00а": "а",
		strings.Repeat("я", 40): strings.Repeat("я", 40), strings.Repeat("я", 41): strings.Repeat("я", 40) + "…",
	} {
		if got := quoted(words); got != want {
			t.Errorf("%q is quoted as %q, want %q", words, got, want)
		}
	}
	if f := Hear("уверен на 100 %, зуб даю", Table{Seats: 10}).Finds; len(f) != 2 || f[0].Said != "100 %" || f[1].Said != "зуб даю" {
		t.Errorf("heard %+v", f)
	}
}

func TestSeatIn(t *testing.T) {
	for text, want := range map[string]engine.Seat{
		"5": 5, " пятого ": 5, "номер 5": 5, "№5": 5, "игрок номер пять": 5, "/shoot 7": 7, "/shoot@MafiaBot 7": 7,
		"/check барса": 7, "лису": 4, "Черный кот": 9, "чёрного кота": 9, "один": 1, "первого": 1, "5️⃣": 5, "🔟": 10,
		"7-го": 7, "5.": 5, "игрока Барса": 7, "10": 10,
		"": 0, "/shoot": 0, "/shoot7": 0, "11": 0, "0": 0, "не 5": 0, "5 7": 0, "5 или 7": 0, "5️⃣7️⃣": 0, "5 7️⃣": 0,
		"номер": 0, "Вася": 0, "двадцать пять": 0, "@bars_tg": 0,
	} {
		seat, ok := SeatIn(text, scenarioNicks, 10)
		if seat != want || ok != (want != 0) {
			t.Errorf("%q: seat %d, %v, want %d", text, seat, ok, want)
		}
	}
	if _, ok := SeatIn("миру", tableNicks, 10); ok {
		t.Error("a form of two nicks names a seat")
	}
}

// TestNickFits is G13.
func TestNickFits(t *testing.T) {
	taken := []string{"Барс", "Чёрный Кот", "@fox_tg"}
	for nick, want := range map[string]error{
		"Лиса": nil, "Аль Капоне": nil, "Агент 007": nil, "Пятый элемент": nil, "Честь": nil, "Барсук": nil, "Игрок": nil,
		"Mr. X": nil, "Один дома": nil, "Bars": nil,
		"": ErrNickEmpty, "🔥": ErrNickEmpty, "\u200b": ErrNickEmpty, "№": ErrNickEmpty,
		"7": ErrNickNumber, "77777": ErrNickNumber, "7-й": ErrNickNumber, "Седьмой": ErrNickNumber, "пятого": ErrNickNumber,
		"номер 5": ErrNickNumber, "Один": ErrNickNumber, "двадцать пять": ErrNickNumber, "5️⃣": ErrNickNumber, "1 2 3": ErrNickNumber,
		"Честный": ErrNickBanned, "Ч е с т н о": ErrNickBanned, "Мистер Чеcтность": ErrNickBanned, "@chestno": ErrNickBanned, "Господь": ErrNickBanned, "Стопроцентный": ErrNickBanned, "Идиот": ErrNickBanned, "Сдаюсь": ErrNickBanned,
		"СКЧ": ErrNickBanned, "Fucker": ErrNickBanned, "Клянусь мамой": ErrNickBanned, "100%": ErrNickNumber, "Клятва": nil, "Дьявол": nil, "Клянусьа": ErrNickBanned, "Сдаюсья": ErrNickBanned, "Бляа": ErrNickBanned, "Бого": ErrNickBanned, "Сукы": ErrNickBanned,
		"Спорима": ErrNickBanned, "Богатырь": nil, "Сухарь": nil, "Хулиган": nil, "Богдан": nil,
		"БАРС": ErrNickTaken, "ба\u0301рс": ErrNickTaken, "Баpс": ErrNickTaken, "черный-кот": ErrNickTaken, "@Fox_TG": ErrNickTaken,
	} {
		if got := NickFits(nick, taken); got != want {
			t.Errorf("%q: %v, want %v", nick, got, want)
		}
	}
}

func TestNoSeatsBeyondTheLargestTable(t *testing.T) {
	if h := Hear("выставляю игрока номер 16", Table{Seats: 99, Nicks: scenarioNicks}); show(h.Finds) != "bad" || h.Points {
		t.Errorf("seat 16 exists: %+v", h)
	}
}
