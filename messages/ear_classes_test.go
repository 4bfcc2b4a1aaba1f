package messages

import (
	"strings"
	"testing"

	"mafiabot/engine"
)

// heardIn returns the classes of what is heard in the text, in text order, the
// hints with a question mark.
func heardIn(text string, at Table) string { return show(Hear(text, at).Finds) }

var plainTable = Table{Seats: 10}

// classCases are the examples of the rules for each class, and what lies beside
// them.
var classCases = []struct{ class, want, texts string }{
	{"W2", "oath", "клянусь|Клянёмся|поклянусь|зуб даю|даю зуб|клятвенно заверяю|чтоб я сдох|чтобы мне так провалиться|голову даю на отсечение|" +
		"даю клятву|божусь|слово чести|клянуся|присягаюся|слово честі|хай мене грім поб'є"},
	{"W2", "word oath", "даю честное слово"},
	{"W2", "oath stem", "честным словом"},
	{"W2", "prayer oath", "богом клянусь|Вот те крест|вот тебе крест|їй-богу"},
	{"W2 flag", "oath?", "он клялся|клянётся|клятва|клясться|кляться|готов поклясться|зуб тебе даю|отдам зуб|присягнул пятому|заприсягся"},
	{"W2 no", "", "проклятый|заклятый враг|клянчить|клякса|зуб болит, даю слово пятому|лікар дав направлення, зуб болить|клянчу голос"},
	{"W3 appeal", "prayer", "видит бог|Бог свидетель|бог мне свидетель|перед богом|именем Аллаха|на Библии|бачить Бог|ім'ям Господа"},
	{"W3 both", "prayer oath", "Ей-Богу|ей богу"},
	{"W3 plea", "plea", "ради бога, послушайте|Христа ради|побойтесь бога|побійтеся Бога|заради бога"},
	{"W3 mention", "deity", "слава Богу|боже мой|Кришну|Господи|Аллаху|бог|богів|Ісусе"},
	{"W3 devil", "devil", "чёрта|черт возьми|к чёрту|к черту|ко всем чертям|ни черта|до черта|чёрт|якого біса|дідько"},
	{"W3 flag", "devil?", "чертовски|чертовщина|сатана|дьявол"}, // see below
	{"W3 no", "", "богатый|Богдан|спасибо|господа игроки|чертёж|начертить|убогий|черта характера|подвести черту|в общих чертах|у последней черты|богатир|збіг"},
	{"W4", "percent", "100%|99,9%|99.9 %|сто процентов|стопроцентно|на все сто|50/50|70 на 30|50 на 50|пятьдесят на пятьдесят|" +
		"сто відсотків|стовідсотково|100 процентов|７0％|сто %|30 к 70|фифти-фифти"},
	{"W4 hint", "percent?", "процентов на восемьдесят|90проц|десятипроцентный|hundred percent|100 percent|п р о ц е н т|40 прц"},
	{"W4 no", "", "5 на 5|голоса 4 на 3|процент успеха|1 к 10|сто раз говорил|отсотка|проценты|2/3|100|100 раз"},
	{"W5", "bet", "спорим|поспорим|давайте спорить|давай поспорим|готов поспорить|готова спорить|спорю на что угодно|держу пари|бьюсь об заклад|пари на пиво|б'юся об заклад"},
	{"W5 hint", "bet?", "заключим пари|i bet you"},
	{"W5 no", "", "мы спорим второй круг|не спорим|зачем спорим|спорим о пустом|спорить не буду|с ним не поспоришь"},
	{"W6-P1", "obscene", "иди нахуй|хуйня|охуели|заебал|долбоёб|ебаный|блядь|бля|пиздец|впиздячил|манда|хуй|нехуйово|йобаний|заїбав|піздець"},
	{"W6-P2", "coarse", "говно|мудак|сука|дерьмовый|жопа|насрать|залупа|гандон|пидорас|шлюха|херня|нахер|гівно|срака"},
	{"W6 hint", "obscene?", "бл@ть|х*й|fuck|pizdec|мля|хули"},
	{"W6 no", "", "хлебать|оскорблять|психую|застрахуй|учеба|мандат|мандарин|команда|скипидар|колебание|вебинар|Херсон|сук дерева|ни сучка ни задоринки|" +
		"найоб'єктивніший|хулиган|рубля|тебе бы|себестоимость|Ебург|потребляй|уха|худший|ухудшить"},
	{"W7", "insult", "ты идиот|ти дурень|вы придурки|5 идиот|пятый - лох"},
	{"W7 alone", "abuse", "идиот|одни кретины за столом"},
	{"W7 no", "", "я дурак, поверил тебе|не дурак ты|без дураков, ты красный|урожай у вас|дурачился весь стол"},
	{"W8", "surrender", "сдаюсь|я не сдаюсь|С д а ю с ь"},
	{"W8 hint", "surrender?", "здаюсь|здаюся|сдаёмся|sdayus|i surrender"},
	{"W8 no", "", "сдаваться|сдался|сдамся|сдаю карты|здається"},
	{"W9", "appeal", "подам апелляцию|апелляция|СКЧ решит|подаю апеляцію"},
	{"W9 hint", "appeal?", "апеллирую к ведущему"},
	{"K24", "protest", "подаю протест|заявляю протест"},
	{"K24 hint", "protest?", "протестую"},
	{"K24 no", "", "не подаю протест|если подаю протест"},
	{"W10", "night", "ночью он был онлайн|печатал вночі|в личке|бот мне написал|мне пришла карта"},
	{"W10 no", "", "онлайн не вышел|ночью молчал"},
	{"W11", "host", "Ведущий, сколько у меня?|Господин ведущий, вопрос|Судья!"},
	{"W11 no", "", "ведущий молчит|где ведущий?|ботинок"},
	{"W12", "at", "@bars_tg чёрный"},
	{"W13", "tears", "😭|ой 😢|😿"},
	{"W13 no", "", "😂|🤣|🥺|🥲"},
	{"W14", "threat", "урою тебя|я тебя найду|убью тебя, понял|я тебе приб'ю"},
	{"W14 no", "", "убью тебя ночью|убьют ночью|найду мафию|урою картошку"},
}

func TestClasses(t *testing.T) {
	for _, c := range classCases {
		for text := range strings.SplitSeq(c.texts, "|") {
			if got := heardIn(text, plainTable); got != c.want {
				t.Errorf("%s: %q is heard as %q, want %q", c.class, text, got, c.want)
			}
		}
	}
}

// TestAddressees hears what only the table knows: the bot's name, the code of
// its messages, the nicks.
func TestAddressees(t *testing.T) {
	at := Table{Seats: 10, Host: "vedushij_bot", Code: "7F3A", Nicks: &Nicks{3: "Божок", 4: "@fox_tg", 5: "Клятва"}}
	for text, want := range map[string]string{
		"@vedushij_bot сколько у меня": "host", "@Vedushij_Bot": "host",
		"@fox_tg чёрный": "", "@bars_tg": "at",
		"Божок чёрный": "", "клятву проверь": "", "клятва!": "", "клятвенно": "oath",
		"карта ⟦7F3A⟧": "card", "⟦7f3a⟧": "card", "[7F3А]": "card", "карта 7f3a": "card", "Игра 7F3A.": "card", "7F3A": "", "⟦7F3B⟧": "",
	} {
		if got := heardIn(text, at); got != want {
			t.Errorf("%q is heard as %q, want %q", text, got, want)
		}
	}
}

// TestNames: somebody whose name may be no nick is called by it.
func TestNames(t *testing.T) {
	at := Table{Seats: 10, Names: []string{"Честный Джо", "Честно", "Бог Огня", "Иди Нахуй"}}
	for text, want := range map[string]string{
		"Честный Джо чёрный": "stem?", "Честному Джо верю": "word?", "о Честном Джо": "word?", "Честного Джо проверь": "word?",
		"честному человеку": "word", "честно, Джо": "word", "честно": "word", "Богу Огня слава": "deity?", "богу слава": "deity",
		"Иди Нахуй": "obscene", "честному джо верю": "word",
	} {
		if got := heardIn(text, at); got != want {
			t.Errorf("%q is heard as %q, want %q", text, got, want)
		}
	}
}

// TestLanguages: a word of a language that the table does not speak is a hint,
// and its formulas are no formulas.
func TestLanguages(t *testing.T) {
	speak := func(names ...string) Table {
		c, err := ClubWords{}.Speak(names)
		if err != nil {
			t.Fatal(err)
		}
		return Table{Seats: 10, Words: c.Lexicon()}
	}
	for _, c := range []struct{ text, ru, ruUk, all string }{
		{"честно", "word", "word", "word"},
		{"чесно", "word", "word", "word"},
		{"клянуся", "oath?", "oath", "oath"},
		{"honestly, I swear", "word? oath?", "word? oath?", "word oath"},
		{"виставляю гравця номер п'ять", "", "S5", "S5"},
		{"виставляю другого", "", "L2", "L2"},
		{"выставляю другого", "", "", ""},
		{"I nominate player number five", "", "", "S5"},
		{"if I nominate player 5", "", "", ""},
		{"знімаю голос", "off", "off", "off"},
		{"I withdraw my vote", "off", "off", "off"},
		{"відкликаю кандидатуру гравця п'ятого", "", "withdrawn5", "withdrawn5"},
	} {
		for name, at := range map[string]Table{c.ru: speak("ru"), c.ruUk: speak("ru", "uk"), c.all: speak("en", "uk", "RU")} {
			if got := heardIn(c.text, at); got != name {
				t.Errorf("%q is heard as %q, want %q", c.text, got, name)
			}
		}
	}
	if got, want := heardIn("клянуся", Table{Seats: 10}), "oath"; got != want {
		t.Errorf("a table that has said nothing hears %q, want %q", got, want)
	}
}

// ordinaryTalk is what people say at a table, and what a list of roots makes of
// it: no line of it is an act.
var ordinaryTalk = []string{
	"єБонус і єБілет", "є-бонус", "е-билет и е-банкинг", "купил на ебее", "мой ебук", "Ебігейл", "Ебенезер Скрудж", "Ллойд Уеббер", "Еббот",
	"вже піздно", "піздній вечір", "я здаюся вам підозрілим", "чи я здаюся чорним", "не здаюся чорним",
	"мафия хотела, чтобы я умер", "им выгодно, чтобы я умер", "дон зробив так, щоб я вмер", "ось хрест на карті", "вот крест на карте",
	"на суку висит ворона", "сидел на суку и пилил", "играем он-лайн, с лайна ушёл", "тайм-лайну не хватает", "педикюр", "підорендар", "зебу",
	"ти верзеш дурню", "дурні питання ви задаєте", "дурак поймёт, что ты красный", "и дураку понятно: 5 чёрный", "любой идиот тебя поймёт",
	"мы тут не дураки, вы понимаете", "развели как лоха вы", "тварь дрожащая вы", "дебильная ситуация, вы видите", "Лох-Несс, вы знаете",
	"кретинизм у тебя топографический", "ведущий - красавчик", "судья — не человек", "бот. хорош", "ведущий молчит",
	"не спорю на эту тему", "давайте спорить не будем", "мы постоянно спорим", "с пятым спорим", "Хернандес", "Аллахвердиев", "кто есть ху-из-ху",
	"I appeal to everyone", "you are scum", "it was on my mom", "prick up your ears", "good job", "who're you", "from 1 to 99", "от 1 до 99",
	"17/02/98", "запись %s", "%1 %2 %3", "один символ процента", "club.com/chestno", "me@honest.com",
	"Спор решает город", "хорошая сабля", "требую ребус", "потребление хлеба", "небось не буду", "рубль за себя", "учёба", "Себастьян", "ребёнок",
	"употреблять", "Ибэй", "хребет", "гребля", "ослабляю", "саблезубый", "грабли", "корабли", "дубляж", "бляшка", "бляха",
	"мандарин", "команда", "мандат", "Амандина", "хула", "хулиган", "художник", "ухудшить", "муха", "сухую", "уху ел", "психую", "застрахуй",
}

// TestOrdinaryTalk: nobody is fined for it.
func TestOrdinaryTalk(t *testing.T) {
	for _, text := range ordinaryTalk {
		for name, at := range map[string]Table{"ru uk": plainTable, "all": {Seats: 10, Words: allLanguages()}} {
			for _, f := range Hear(text, at).Finds {
				if !f.Hint && f.Class != engine.Abuse {
					t.Errorf("%q is an act at a table of %s: %s «%s»", text, name, classNames[f.Class], text[f.At:f.End])
				}
			}
		}
	}
}
