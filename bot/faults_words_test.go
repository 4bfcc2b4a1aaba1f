package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"mafiabot/engine"
	"mafiabot/storage"
)

// B40, public in filters of other bots: a banned word gets past an edit, markup inside
// it or a lookalike letter; or ordinary Russian is punished. A corpus goes through the
// whole bot, a line at a time, each as its own speaker's own minute.

// line is one thing that somebody does with a text in his minute; of two updates the
// second, an edit, comes 59 s later.
type line struct {
	name  string
	build func(p place, text string) (updates []string)
}

// place is where a line is said.
type place struct {
	group, who, other, bot int64
	now                    time.Time
}

// message is an update's content: what is common, and what is its own.
func (p place) message(kind string, extra string) string {
	return fmt.Sprintf(`%q:{"message_id":7001,"date":%d,"from":{"id":%d,"first_name":"Честный Честнов"},"chat":{"id":%d,"type":"supergroup"},%s}`,
		kind, p.now.Unix(), p.who, p.group, extra)
}

func text(s string) string { return `"text":` + quoted(s) }

func quoted(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

// halves marks the first and the second half of a text in two ways.
func halves(s string) string {
	n := len([]rune(s))
	return fmt.Sprintf(`,"entities":[{"type":"spoiler","offset":0,"length":%d},{"type":"bold","offset":%[1]d,"length":%d}]`, n/2, n-n/2)
}

// said are the ways in which people bring their own words to the table.
var said = []line{
	{"text", func(p place, s string) []string { return []string{p.message("message", text(s))} }},
	{"marked", func(p place, s string) []string { return []string{p.message("message", text(s)+halves(s))} }},
	{"caption", func(p place, s string) []string {
		return []string{p.message("message", `"photo":[{}],"caption":`+quoted(s))}
	}},
	{"edit", func(p place, s string) []string {
		return []string{p.message("message", text("я мирный")), p.message("edited_message", text(s)+edited(p))}
	}},
	{"caption edit", func(p place, s string) []string {
		return []string{p.message("message", `"photo":[{}]`), p.message("edited_message", `"photo":[{}],"caption":`+quoted(s)+edited(p))}
	}},
	{"by another bot", func(p place, s string) []string {
		return []string{p.message("message", `"via_bot":{"id":5,"is_bot":true,"username":"gif"},`+text(s))}
	}},
	{"his own forward", func(p place, s string) []string {
		return []string{p.message("message", fmt.Sprintf(`"forward_origin":{"type":"user","date":1,"sender_user":{"id":%d}},`, p.who)+text(s))}
	}},
	{"a reply", func(p place, s string) []string {
		return []string{p.message("message", fmt.Sprintf(`"reply_to_message":{"message_id":3,"from":{"id":%d},"text":"почему?"},`, p.other)+text(s))}
	}},
}

// edited is when an edit is made.
func edited(p place) string { return fmt.Sprintf(`,"edit_date":%d`, p.now.Unix()+59) }

// others are ways in which another's words stand at the table.
var others = []line{
	{"a forward", func(p place, s string) []string {
		return []string{p.message("message", fmt.Sprintf(`"forward_origin":{"type":"user","date":1,"sender_user":{"id":%d}},`, p.other)+text(s))}
	}},
	{"a forward of who hides", func(p place, s string) []string {
		return []string{p.message("message", `"forward_origin":{"type":"hidden_user","date":1,"sender_user_name":"Некто"},`+text(s))}
	}},
	{"a channel's photo", func(p place, s string) []string {
		return []string{p.message("message", `"forward_origin":{"type":"channel","date":1,"chat":{"id":-5},"message_id":1},"photo":[{}],"caption":`+quoted(s))}
	}},
	{"a quote of the host", func(p place, s string) []string {
		return []string{p.message("message", fmt.Sprintf(`"reply_to_message":{"message_id":3,"from":{"id":%d,"is_bot":true},"text":%s},"quote":{"text":%[2]s,"position":0},`, p.bot, quoted(s))+text("понял, слышу"))}
	}},
	{"a quote from elsewhere", func(p place, s string) []string {
		return []string{p.message("message", fmt.Sprintf(`"external_reply":{"origin":{"type":"user","date":1,"sender_user":{"id":%d}}},"quote":{"text":%s,"position":0},`, p.other, quoted(s))+text("понял, слышу"))}
	}},
	{"an edit that changes nothing", func(p place, s string) []string {
		return []string{p.message("message", text("я мирный")), p.message("edited_message", text("я мирный")+edited(p))}
	}},
}

// attacks are phrases in which the word is said, and how it is disguised.
var attacks = []string{
	"честно", "я честно мирный", "честно говоря, третий молчит", "нечестно так голосовать", "бесчестно поступил", "честность пятого под вопросом",
}

// disguises are what people do to a word so that a filter does not know it.
var disguises = map[string]func(string) string{
	"as it is":    func(s string) string { return s },
	"upper case":  strings.ToUpper,
	"first upper": func(s string) string { return strings.ReplaceAll(s, "чест", "Чест") },
	"alternating": func(s string) string { return each(s, alternate) },
	"spaced":      func(s string) string { return word(s, func(w string) string { return spread(w, " ") }) },
	"spaced, upper": func(s string) string {
		return word(s, func(w string) string { return strings.ToUpper(spread(w, " ")) })
	},
	"dotted":           func(s string) string { return word(s, func(w string) string { return spread(w, ".") }) },
	"underscored":      func(s string) string { return word(s, func(w string) string { return spread(w, "_") }) },
	"hyphened":         func(s string) string { return word(s, func(w string) string { return spread(w, "-") }) },
	"one hyphen":       func(s string) string { return strings.ReplaceAll(s, "чест", "чест-") },
	"zero width space": func(s string) string { return strings.ReplaceAll(s, "че", "че\u200b") },
	"zero width all":   func(s string) string { return word(s, func(w string) string { return spread(w, "\u200c") }) },
	"joiners":          func(s string) string { return strings.ReplaceAll(s, "ст", "с\u200d\u2060т\ufeff") },
	"soft hyphen":      func(s string) string { return strings.ReplaceAll(s, "ст", "с\u00adт") },
	"stress":           func(s string) string { return strings.ReplaceAll(s, "чест", "че\u0301ст") },
	"struck through":   func(s string) string { return word(s, func(w string) string { return spread(w, "\u0336") }) },
	"Latin c":          func(s string) string { return strings.ReplaceAll(s, "чест", "чеcт") },
	"Latin e":          func(s string) string { return strings.ReplaceAll(s, "чест", "чeст") },
	"Latin c, o, e":    func(s string) string { return strings.NewReplacer("чест", "чecт", "но", "нo").Replace(s) },
	"a four":           func(s string) string { return strings.ReplaceAll(s, "чест", "4ест") },
	"a nought":         func(s string) string { return strings.ReplaceAll(s, "стно", "стн0") },
	"stretched":        func(s string) string { return strings.ReplaceAll(s, "чест", "чеееест") },
	"stretched twice":  func(s string) string { return strings.ReplaceAll(s, "честно", "чессстннно") },
}

func alternate(i int, c string) string {
	if i%2 == 0 {
		return strings.ToUpper(c)
	}
	return c
}

// each changes a text letter by letter.
func each(s string, change func(i int, letter string) string) string {
	var out strings.Builder
	for i, r := range []rune(s) {
		out.WriteString(change(i, string(r)))
	}
	return out.String()
}

// word changes the words that have the letters.
func word(s string, change func(string) string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		if strings.Contains(w, "честн") {
			words[i] = change(w)
		}
	}
	return strings.Join(words, " ")
}

// spread puts something between the letters.
func spread(s, between string) string { return strings.Join(strings.Split(s, ""), between) }

// clean are sentences in which nothing is said that is banned.
var clean = []string{
	"честь имею, город", "в честь победы выставлю позже", "отдал честь шестому", "это дело чести", "частно мы с ним не говорили", "частное мнение, не больше",
	"известно, что седьмой чёрный", "неизвестно, кто стрелял", "его место за столом", "вместо третьего взял пятого", "чистка стола идёт по плану", "чисто по игре он красный",
	"чеснок на рынке купил", "чесночный суп", "чётное место, нечётное место", "чётко сказал", "это нечётко", "лестно слышать", "тесно за столом", "тесно стало, а чёрных всё ещё трое",
	"совместно решим", "уместно ли это", "неуместно", "прелестно играет", "местность незнакомая", "местный житель", "крестный отец", "крёстно-отцовский тон", "счастно и несчастно",
	"несчастно выглядит", "участник номер пять", "участно слушает", "безучастно сидит", "причастность третьего не доказана", "страстно говорит", "ненастно сегодня",
	"почести ему", "чествуют победителя", "чествование потом", "честолюбивый ход", "честолюбие его выдаёт", "бесчестие тут ни при чём, просто тон",
	"частность, а не правило", "честер играет красиво", "Chester за шерифа", "Chest пустой, check сделан", "chess это не мафия", "nice ход, третий", "OK, молчу, check потом",
	"мой ник Chestnut", "pass и good luck", "это место четвёртого, стно не при чём", "че сто раз повторять", "че, сто лиц видел", "прочесть надо протокол", "прочёл, но не понял", "счесть его красным",
	"есть но", "шесть ночей", "шесть, но не семь", "месть не поможет", "лесть, но приятная", "весть нова", "жесть ночью была", "жестно сказано",
	"смотрите https://example.org/честно/как-играть", "правила тут: chestno.example.com", "почта chestno@example.org", "t.me/chestno_club читайте",
}

// names are words of the clean set that only name somebody: under rules by which
// players may be named.
var names = []string{"@chestno_ivan за шерифа", "слушаю @chestno", "спросите у @nechestno_bot"}

// speaker is a bot, in a minute of seat 1, that can be asked again and again.
type speaker struct {
	s     snapshot
	place place
	code  string // of the game's private messages
}

func speakers(t *testing.T, rules string) speaker {
	t.Helper()
	return speakerAt(t, rules, func(g engine.Game) bool { return g.Floor() == 1 && g.Clock.Opened != 0 })
}

func speakerAt(t *testing.T, rules string, there func(engine.Game) bool) speaker {
	t.Helper()
	h := newHall(t)
	h.lively = true
	h.seated(rules)
	g := h.until("where somebody speaks", there)
	s := h.snapshot()
	card := h.last(h.tg.Private(h.people[0]), "⟦").Text
	return speaker{s, place{group: s.group, who: h.people[h.seatOf(g, 1)].ID, other: h.people[h.seatOf(g, 2)].ID, bot: 1, now: s.at}, codeLine.FindString(card)}
}

// hears gives the updates of a line to a bot of its own and returns the fouls.
func (sp speaker) hears(t *testing.T, updates []string) (fouls uint8, why engine.Reason) {
	t.Helper()
	g, _, _ := sp.after(t, updates)
	if g.Floor() != 1 {
		t.Fatalf("after %s the game stands at %T", updates, g.Stage)
	}
	return g.Fouls[1], g.Last[1]
}

// after gives updates to a bot of its own, an edit 59 seconds after what it changes,
// and returns the game, whether the message was deleted, and why somebody was removed.
func (sp speaker) after(t *testing.T, updates []string) (g engine.Game, deleted bool, why engine.Reason) {
	t.Helper()
	b, db, p := sp.s.open(t)
	defer db.Close() // and not with all the others at the end
	turn := func() {
		for _, f := range []func(context.Context) error{b.Poll, func(context.Context) error { return b.Turn() }} {
			if err := f(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, u := range updates {
		for end := sp.place.now.Add(59 * time.Second); i > 0 && p.now.Before(end); {
			p.now = p.now.Add(min(7*time.Second, end.Sub(p.now)))
			turn()
		}
		p.updates = fmt.Sprintf(`{"update_id":%d,%s}`, b.Offset(), u)
		turn()
	}
	if err := b.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	g, _ = b.Game(1)
	return g, p.deleted["7001"], removedFor(t, db)
}

// removedFor is why a seat has been removed, by the log.
func removedFor(t *testing.T, db *storage.DB) (why engine.Reason) {
	t.Helper()
	err := db.View(func(tx *storage.Tx) error {
		for _, record := range tx.Log(1) {
			if e, _, err := engine.Decode(record); err != nil {
				return err
			} else if r, ok := e.(engine.Removed); ok {
				why = r.Why
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return why
}

// simple is the filter that other bots have: the root anywhere in what is new.
func simple(updates []string) bool {
	var u struct {
		Message struct{ Text, Caption string }
	}
	hit := false
	for _, raw := range updates {
		u.Message.Text, u.Message.Caption = "", ""
		if err := json.Unmarshal([]byte("{"+raw+"}"), &u); err == nil {
			hit = hit || strings.Contains(strings.ToLower(u.Message.Text+u.Message.Caption), "честн")
		}
	}
	return hit
}

// tally is how a filter did.
type tally struct{ attacks, caught, clean, wronged int }

func (n *tally) attack(caught bool) { n.attacks++; n.caught += count(caught) }
func (n *tally) honest(fouled bool) { n.clean++; n.wronged += count(fouled) }

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// B40: the word is heard in every disguise and in every place, ordinary words, names and
// other people's words cost nothing; a filter of the root in new messages fails both
// ways. That each foul can be taken back: TestUnfoul in package engine.
func TestB40(t *testing.T) {
	for part, rules := range []string{engine.Czernowitz, engine.Federation} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			sp := speakers(t, rules+" table")
			var ours, theirs tally
			sp.attack(t, part, &ours, &theirs)
			sp.chat(t, part, &ours, &theirs)
			t.Logf("%d of %d attacks caught, %d of %d clean lines fouled; the simple filter: %d and %d",
				ours.caught, ours.attacks, ours.wronged, ours.clean, theirs.caught, theirs.wronged)
			if ours.attacks+ours.clean < 500 || ours.caught*100 < ours.attacks*98 {
				t.Errorf("%d of %d attacks are caught", ours.caught, ours.attacks)
			}
			if theirs.caught*100 >= theirs.attacks*98 || theirs.wronged == 0 {
				t.Errorf("the simple filter passes: %+v", theirs)
			}
		})
	}
}

// attack says the word in every disguise and every place, with half of the phrases.
func (sp speaker) attack(t *testing.T, part int, ours, theirs *tally) {
	for i, l := range said {
		for k, phrase := range attacks {
			if (i+k+part)%2 == 0 {
				continue // the other half is said under the other rules
			}
			for name, disguise := range disguises {
				updates := l.build(sp.place, disguise(phrase))
				n, why := sp.hears(t, updates)
				heard := n == 1 && why == engine.HonestSaid
				if !heard {
					t.Logf("not heard: %s, %s: %q (%d fouls, %q)", l.name, name, disguise(phrase), n, why)
				}
				ours.attack(heard)
				theirs.attack(simple(updates))
			}
		}
	}
}

// chat says what is allowed, half of it, and shows what others have said; the rules of
// the second part let players be named.
func (sp speaker) chat(t *testing.T, part int, ours, theirs *tally) {
	calm := func(l line, s string) {
		updates := l.build(sp.place, s)
		n, why := sp.hears(t, updates)
		if n != 0 {
			t.Errorf("%s: %q costs %d fouls, %q", l.name, s, n, why)
		}
		ours.honest(n != 0)
		theirs.honest(simple(updates))
	}
	for i, l := range said {
		for k, s := range clean {
			if (i+k+part)%2 != 0 {
				calm(l, s)
			}
		}
		if part == 1 {
			for _, s := range names {
				calm(l, s)
			}
		}
	}
	for _, l := range others {
		calm(l, "Игрок номер 2, предупреждение: слово «честно».")
		calm(l, "честно, я мирный")
	}
}
