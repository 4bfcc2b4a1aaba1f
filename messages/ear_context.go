package messages

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mafiabot/engine"
)

// context hears what a list alone cannot tell: an insult is one to somebody, a
// threat has its object, an address stands at the beginning.
func (e *ear) context() {
	e.tooth()
	e.insults()
	e.threats()
	e.atNames()
	e.toHost()
	e.nightTalk()
	e.cardShown()
	e.tears()
}

// giving are the forms of «дать» that make an oath of a tooth within two words.
var giving = wordSet("даю дам дать отдать отдам отдаю ставлю даем віддам віддаю")

// tooth hears «зуб тебе даю» and its like; «зуб даю» itself is in the lists.
func (e *ear) tooth() {
	if slices.Contains(e.lexicon.drops, dropped{letters: "зубдаю"}) {
		return
	}
	for i := range e.tokens {
		if word := e.word(i); word != "зуб" && word != "зуба" {
			continue
		}
		for k := max(i-2, 0); k <= i+2; k++ {
			if giving[e.word(k)] && !strings.ContainsAny(e.text[e.tokens[min(i, k)].end:e.tokens[max(i, k)].at], ",;:.!?\n") {
				if e.isClause(min(i, k), max(i, k)+1) {
					e.note(engine.Oath, min(i, k), max(i, k)+1, true)
				}
				break
			}
		}
	}
}

// toYou are the words that speak to somebody (W7, W14).
var toYou = wordSet(
	"ты тебя тебе тобой тобою вы вас вам вами твой твоя твое твои ваш ваша ваше ваши",
	"ти тебе тобі тобою ви вас вам вами твій твоя твое твої ваш",
	"you your ur youre")

// insults makes insults of the words of abuse in a text that speaks to somebody:
// to a seat, a nick, you (W7).
func (e *ear) insults() {
	abused := func(f engine.Find) bool { return f.Class == engine.Abuse }
	if !slices.ContainsFunc(e.finds, abused) || !e.speaksToSomebody() {
		return
	}
	for i := range e.finds {
		if abused(e.finds[i]) {
			e.finds[i].Class = engine.Insult
		}
	}
}

func (e *ear) speaksToSomebody() bool {
	for i := range e.tokens {
		if toYou[e.word(i)] {
			return true
		}
	}
	return e.points()
}

// threatening are the verbs of a threat, and playing the words that make the
// same verbs talk of the game (W14).
var (
	threatening = wordSet("убью урою прибью закопаю порву придушу зарежу найду вбю убю прибю заріжу знайду kill")
	threatened  = wordSet("тебя вас тебе you")
	joins       = wordSet("и і й та and")
	playing     = []string{"ноч", "ніч", "голосо", "стрел", "стріл", "выстав", "вистав", "мафи", "мафі", "дон", "шериф", "комиссар", "комісар",
		"игр", "гра", "гри", "грі", "стол", "стіл", "night", "vote", "shoot", "game",
		"mafia", "sheriff", "don", "town", "die", "black", "they", "would", "who"}
)

// threats hears a threatening verb within three words of its object, in a text
// that has no word of the game.
func (e *ear) threats() {
	before := len(e.finds)
	for i := range e.tokens {
		if word := e.word(i); threatening[word] && e.threatensYou(i) {
			e.note(engine.Threat, i, i+1, word == "kill" && !e.lexicon.speaks[English])
		}
	}
	if len(e.finds) > before && e.ofTheGame() {
		e.finds = e.finds[:before]
	}
}

// ofTheGame reports whether the text has a word of the game.
func (e *ear) ofTheGame() bool {
	for i := range e.tokens {
		word := e.word(i)
		if slices.ContainsFunc(playing, func(stem string) bool { return strings.HasPrefix(word, stem) }) {
			return true
		}
	}
	return false
}

// threatensYou reports whether the object of a threat stands within two words of
// its verb, and the threat ends there or goes on: «найду тебя», «я тебя найду и
// урою», not «найду тебе запись».
func (e *ear) threatensYou(i int) bool {
	for k := max(i-2, 0); k <= i+2; k++ {
		end := max(i, k) + 1
		if !threatened[e.word(k)] {
			continue
		}
		if end >= len(e.tokens) || e.endsClause(end) || joins[e.word(end)] && threatening[e.word(end+1)] {
			return true
		}
	}
	return false
}

// atNames hears the names of accounts that are no nicks of the table (W12); that
// of the bot is an address to the host (W11).
func (e *ear) atNames() {
	for i := range e.tokens {
		name, at := strings.CutPrefix(e.tokens[i].norm, "@")
		switch {
		case e.tokens[i].kind != opaqueToken || !at || strings.ContainsAny(name, ".:{"):
		case e.host != "" && strings.EqualFold(name, e.host):
			e.note(engine.ToHost, i, i+1, false)
		default:
			if _, width := e.nick(i); width == 0 {
				e.note(engine.AtName, i, i+1, false)
			}
		}
	}
}

// hosts are what the host is called by; hostsEn at a table that speaks English.
var (
	hosts   = wordSet("ведущий ведущая судья бот ведучий ведуча суддя")
	hostsEn = wordSet("host judge")
)

// courtesy may stand before it.
var courtesy = wordSet("господин уважаемый уважаемая товарищ пан пане шановний дорогой эй mr dear")

// telling are the words with which a sentence goes on about the host, not to him.
var telling = wordSet("который которая которого которому что який яка що котрий похоже кажется схоже видимо а и а о jury who which a")

// toHost hears an address to the host at the beginning of the text (C26).
func (e *ear) toHost() {
	i := 0
	for courtesy[e.word(i)] {
		i++
	}
	english := hostsEn[e.word(i)] && e.lexicon.speaks[English]
	if !hosts[e.word(i)] && !english {
		return
	}
	rest := strings.TrimLeft(e.text[e.tokens[i].end:], " ")
	c, size := utf8.DecodeRuneInString(rest)
	if rest == "" || strings.ContainsRune(",!?", c) && !startsWord(rest[size:]) && !telling[e.word(i+1)] {
		e.note(engine.ToHost, 0, i+1, false)
	}
}

// online are the words of somebody's being seen; within so many letters of
// «ночью» they tell about the night (C83).
var online = []string{"был онлайн", "была онлайн", "были онлайн", "онлайн был", "був онлайн", "була онлайн", "були онлайн",
	"был в сети", "была в сети", "були в мережі", "був у мережі", "в сети был", " печатал", " печатает", " друкував", " друкувала"}

const nightTalkReach = 30

// nightTalk hears «ночью он был онлайн».
func (e *ear) nightTalk() {
	for i := range e.tokens {
		if word := e.word(i); word != "ночью" && word != "вночі" && word != "уночі" {
			continue
		}
		from, to := e.tokens[i].at, e.tokens[i].end
		for range nightTalkReach {
			_, size := utf8.DecodeLastRuneInString(e.text[:from])
			from -= size
			_, size = utf8.DecodeRuneInString(e.text[to:])
			to += size
		}
		near := " " + strings.ToLower(e.text[from:to])
		if slices.ContainsFunc(online, func(word string) bool { return strings.Contains(near, word) }) {
			e.note(engine.NightTalk, i, i+1, false)
		}
	}
}

// cardWords stand before the code in the private messages.
var cardWords = wordSet("карта карту игра игру")

// cardShown hears the code of this game's private messages (G16): in its brackets
// or behind the word that stands before it there, whatever its letters are.
func (e *ear) cardShown() {
	code := strings.ToLower(strings.Trim(e.code, "⟦⟧"))
	if code == "" {
		return
	}
	for i := range e.tokens {
		if e.tokens[i].kind != plainToken || respell(e.tokens[i].norm, latinAlikes) != code {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(e.text[:e.tokens[i].at])
		if strings.ContainsRune("⟦[【〚", before) || cardWords[e.word(i-1)] {
			e.note(engine.CardShown, i, i+1, false)
		}
	}
}

// tears hears the faces down whose cheeks they run (T40–T42).
func (e *ear) tears() {
	for at, c := range e.text {
		switch c {
		case '😭', '😢', '😿':
			e.finds = append(e.finds, engine.Find{Class: engine.Tears, At: at, End: at + utf8.RuneLen(c)})
		}
	}
}
