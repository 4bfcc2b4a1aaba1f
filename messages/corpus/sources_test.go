package corpus

import "strings"

// The parts of the corpus.
const (
	running = "running"
	speech  = "speech"
	forms   = "forms"
	rows    = "rows" // the forms again, twelve in a row
)

// Languages.
const (
	russian   = "ru"
	ukrainian = "uk"
	english   = "en"
)

// A source is a Debian package and what is read in it.
type source struct {
	name, version string
	part, lang    string
	files         string // what the paths of its texts contain
	suffix        string // and end with
	read          func(lang string, data []byte, say func(lang, text string)) error
}

// sources are the corpus. A package with two languages stands there twice.
var sources = []source{
	{"manpages-ru", "4.18.1-1", running, russian, "/man/ru/", ".gz", readManual},
	{"libreoffice-help-ru", "4:7.4.7-1+deb12u14", running, russian, "/help/ru/text/", ".html", readPage},
	{"doublecmd-help-ru", "1.0.10-1", running, russian, "/doc/ru/", ".html", readPage},
	{"aptitude-doc-ru", "0.8.13-5", running, russian, "/html/", ".html", readPage},
	{"debian-faq-ru", "11.1", running, russian, "/", ".html", readPage},
	{"developers-reference-ru", "12.18", running, russian, "/", ".html", readPage},
	{"maint-guide-ru", "1.2.53", running, russian, "/", ".html", readPage},
	{"kate5-data", "4:22.12.3-1", running, russian, "/HTML/ru/", ".docbook", readBook},
	{"kmymoney-common", "5.1.3-1", running, russian, "/HTML/ru/", ".docbook", readBook},
	{"parley-data", "4:22.12.3-1", running, russian, "/HTML/ru/", ".docbook", readBook},

	{"manpages-uk", "4.18.1-1", running, ukrainian, "/man/uk/", ".gz", readManual},
	{"manpages-uk-dev", "4.18.1-1", running, ukrainian, "/man/uk/", ".gz", readManual},
	{"doublecmd-help-uk", "1.0.10-1", running, ukrainian, "/doc/uk/", ".html", readPage},
	{"debian-edu-doc-legacy-uk", "2.12.23~deb12u1", running, ukrainian, "/doc/", ".html", readPage},
	{"kate5-data", "4:22.12.3-1", running, ukrainian, "/HTML/uk/", ".docbook", readBook},
	{"kmymoney-common", "5.1.3-1", running, ukrainian, "/HTML/uk/", ".docbook", readBook},
	{"parley-data", "4:22.12.3-1", running, ukrainian, "/HTML/uk/", ".docbook", readBook},

	{"manpages", "6.03-2", running, english, "/man/man", ".gz", readManual},
	{"libreoffice-help-en-us", "4:7.4.7-1+deb12u14", running, english, "/help/en-US/text/", ".html", readPage},
	{"aptitude-doc-en", "0.8.13-5", running, english, "/html/", ".html", readPage},
	{"debian-faq", "11.1", running, english, "/", ".html", readPage},
	{"developers-reference", "12.18", running, english, "/", ".html", readPage},
	{"maint-guide", "1.2.53", running, english, "/", ".html", readPage},

	{"wesnoth-1.16-utbs", "1:1.16.9-1", speech, russian, "/ru/", ".mo", readCatalogue},
	{"wesnoth-1.16-nr", "1:1.16.9-1", speech, russian, "/ru/", ".mo", readCatalogue},
	{"wesnoth-1.16-did", "1:1.16.9-1", speech, russian, "/ru/", ".mo", readCatalogue},
	{"wesnoth-1.16-dm", "1:1.16.9-1", speech, russian, "/ru/", ".mo", readCatalogue},
	{"wesnoth-1.16-sof", "1:1.16.9-1", speech, russian, "/ru/", ".mo", readCatalogue},
	{"wesnoth-1.16-tsg", "1:1.16.9-1", speech, russian, "/ru/", ".mo", readCatalogue},

	{"hunspell-ru", "1:7.5.0-1", forms, russian, "/hunspell/ru_RU.", "", readHunspell()},
	{"wukrainian", "1.8.0+dfsg-1", forms, ukrainian, "/dict/ukrainian", "", readList},
	{"wamerican", "2020.12.07-2", forms, english, "/dict/american-english", "", readList},
}

// roots are what the control looks for, anywhere in a word.
var roots = strings.Fields("честн чесн кля присяг бог боже божи господ черт чёрт будд аллах процент відсот спор " +
	"хуй хуе хуё хуи хую хуя еб ёб бля пизд манд сук суч муд говн дерьм жоп хер сдаю здаю " +
	"honest swear oath god devil hell percent bet fuck shit cunt ass damn dick surrender")
