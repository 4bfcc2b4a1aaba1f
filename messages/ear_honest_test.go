package messages

import (
	"strings"
	"testing"

	"mafiabot/engine"
)

// honestHeard returns the strongest class W1 hears in the text, 0 for none.
func honestHeard(text string) engine.Class {
	var class engine.Class
	for _, f := range Hear(text, Table{Seats: 10}).Finds {
		if !f.Hint && (f.Class == engine.HonestWord || f.Class == engine.HonestStem && class == 0) {
			class = f.Class
		}
	}
	return class
}

// TestHonestTable is the table «W1: does it count?» of the rules, row by row.
func TestHonestTable(t *testing.T) {
	for class, texts := range map[engine.Class][]string{
		engine.HonestWord: {
			"честно", "Честно говоря", "если честно", "по-честному", "ЧЕСТНООО", "ч е с т н о", "чеcтно", "chestno", "4естно",
			"нечестно", "бесчестно",
			"честность", "честного", "честной", "честное слово",
			"чесно", "нечесно", "чесность",
			"игрок 5 сказал: честно",
			// Disguises of the normalisation N and of B40.
			"Ч.Е.С.Т.Н.О", "ч*е*с*т*н*о", "ч·е·с·т·н·о", "ч\nе\nс\nт\nн\nо", "я ч е с т н о", "чест-но", "ч-е-с-т-н-о", "че\u200bстно",
			"чёстно", "чѐстно", "ＣＨＥＳＴＮＯ", "𝐜𝐡𝐞𝐬𝐭𝐧𝐨", "честнно", "чеессттнноо", "ччееессттнноо", "#честно", "/честно", "честно5",
			"3. ч е с н о", "5. ч е с н о", "4 е с н о", "ч е с т н 0", "@честно", "честн-о", "по - чесному", "ч⃣е⃣с⃣т⃣н⃣о⃣", "http://честно",
		},
		engine.HonestStem: {
			"честный", "честная", "честные", "честен", "нечестен", "честна", "честнее", "честнейший", "честняга", "бесчестный",
			"чесный", "чеснейшего", "бесчесных", "чееестный", "ч е с т е н", "не-честен",
		},
		0: {
			"честь", "чести", "честью", "почести", "бесчестье",
			"честолюбие", "честолюбивый", "чествовать",
			"чеснок", "чесночный", "частно", "участник", "несчастный", "известно", "лестно", "местность", "качественно",
			"нечестивый", "Манчестер",
			"ч*стно", "че стно", "honestly", "to be honest",
			"ч е с н о к", "имею честь но", "не честь - но долг", "@chestno_ya", "https://t.me/chestno", "chestnut", "место", "чистка",
			"",
		},
	} {
		for _, text := range texts {
			if got := honestHeard(text); got != class {
				t.Errorf("%q: heard %q, want %q", text, classNames[got], classNames[class])
			}
		}
	}
}

// TestHonestScenario is S34: C fines the word, K and T the stem as well.
func TestHonestScenario(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"честно говоря, я мирный", "word"},
		{"это нечестно", "word"},
		{"ценю честность", "word"},
		{"он честный игрок", "stem"},
		{"клянётся, что честен", "oath? stem"},
		{"дело чести; честь имею", ""},
		{"он честолюбив", ""},
		{"чеснок", ""},
		{"если чесно", "word"},
		{"чеcтнo", "word"},
		{"ч е с т н о", "word"},
		{"честно, честно, честно!", "word word word"},
		{"«честное слово»", "word oath"},
	} {
		if got := show(Hear(c.text, Table{Seats: 10}).Finds); got != c.want {
			t.Errorf("%q: heard %q, want %q", c.text, got, c.want)
		}
	}
}

// cleanSentences are ordinary talk at the table.
var cleanSentences = []string{
	"Добрый вечер, город, я мирный житель.",
	"Мне не нравится речь седьмого игрока, он путается.",
	"Участник номер пять вёл себя странно, это частное мнение.",
	"Имею честь сообщить: чёрные за столом молчат.",
	"Известно, что вчера голосовали за третьего.",
	"Качественно сыграно, но не убедительно.",
	"Он в бесчестье не замечен, зато честолюбив.",
	"Отдаю все почести нашему шерифу!",
	"Купил чеснок и чесночный соус, а тут ночь.",
	"Несчастный второй, его никто не слушает.",
	"Манчестер вчера проиграл, как и мафия.",
	"В этой местности так не голосуют.",
	"Мне лестно, что меня слышат.",
	"Нечестивый ход, скажу я вам.",
	"Сегодня будем чествовать победителей.",
	"Почему четвёртый чешет нос?",
	"Через час начнётся перестрелка.",
	"Часто ли вы видите чистку рядов?",
	"Ничего не понимаю, что происходит.",
	"Чему учит нас прошлый круг?",
	"Счастье мирных в единстве.",
	"Отчество шестого мне неизвестно.",
	"Вечером почистил место за столом.",
	"Чудесно, прелестно, уместно.",
	"Частично согласен с первым.",
	"Учтите: очки считают в конце.",
	"Естественно, дон ищет шерифа.",
	"Это было бесшумно и беспечно.",
	"Чётко вижу тройку: 2, 6 и 9.",
	"Хочу услышать восьмого, а потом решать.",
}

// disguises are ways to say the word, with the class that hears them.
var disguises = []struct {
	text  string
	class engine.Class
}{
	{"честно", engine.HonestWord}, {"НЕЧЕСТНО", engine.HonestWord}, {"чеcтнo", engine.HonestWord},
	{"ч.е.с.т.н.о", engine.HonestWord}, {"чест-но", engine.HonestWord}, {"че\u0301стно", engine.HonestWord},
	{"честнооооо", engine.HonestWord}, {"4eстн0", engine.HonestWord}, {"chestno", engine.HonestWord},
	{"честен", engine.HonestStem}, {"чеснейшая", engine.HonestStem}, {"честных", engine.HonestStem},
}

// TestPlantedWords puts each disguise between any two words of each clean
// sentence. It must be heard there, once, and nothing else anywhere.
func TestPlantedWords(t *testing.T) {
	for _, sentence := range cleanSentences {
		if h := Hear(sentence, Table{Seats: 10}); len(h.Finds) > 0 {
			t.Errorf("%q: heard %q", sentence, show(h.Finds))
		}
		words := strings.Fields(sentence)
		for _, d := range disguises {
			for i := range len(words) + 1 {
				before := strings.Join(words[:i], " ") + ", "
				text := before + d.text + ", " + strings.Join(words[i:], " ")
				h := Hear(text, Table{Seats: 10})
				want := engine.Find{Class: d.class, At: len(before), End: len(before) + len(d.text), Said: quoted(d.text)}
				if len(h.Finds) != 1 || h.Finds[0] != want {
					t.Fatalf("%q: heard %+v, want %+v", text, h.Finds, want)
				}
			}
		}
	}
}
