package bot

import (
	"fmt"
	"hash/fnv"
	"strings"
	"unicode"

	"mafiabot/engine"
	"mafiabot/messages"
	"mafiabot/storage"
)

// player returns the player of an account at this table, 0 if it never came.
func (h *held) player(account int64) engine.Player {
	for i, p := range h.people {
		if i > 0 && p.Account == account {
			return engine.Player(i)
		}
	}
	return 0
}

// stranger is a player whom no table knows; what he writes into a running game
// is taken off the table (G17).
const stranger engine.Player = 255

// name returns the nick of a player as it is shown. One that is written from
// right to left is kept apart: the numbers of the seats beside it would change
// places with it.
func (h *held) name(p engine.Player) string { return apart(h.nick(p)) }

// apart keeps a name that is written from right to left apart from what stands
// beside it.
func apart(name string) string {
	if strings.ContainsFunc(name, rightToLeft) {
		const isolate, end = "\u2068", "\u2069"
		return isolate + name + end
	}
	return name
}

// nick returns the nick of a player as it is called.
func (h *held) nick(p engine.Player) string {
	if int(p) < len(h.people) && h.people[p].Nick != "" {
		return h.people[p].Nick
	}
	return "—"
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// nicks returns the nicks by seat, for the ear.
func (h *held) nicks() *messages.Nicks {
	var n messages.Nicks
	for s := range h.game.Drawn.All() {
		n[s] = h.nick(h.game.Chairs[s].Main)
	}
	return &n
}

// names returns what else the people at the table are called, for the ear: Telegram
// shows their names beside all that they write. Those whose name is no nick here come
// first, for the ear takes no more names than seats.
func (h *held) names() []string {
	var names, more []string
	for s := range h.game.Drawn.All() {
		for i, player := range h.game.People(s) {
			if int(player) >= len(h.people) {
				continue
			}
			p := h.people[player]
			if i > 0 {
				names = append(names, p.Nick) // no seat is called by it
			}
			switch {
			case p.First+p.Last == "":
			case p.First == p.Nick || p.First == "":
				more = append(more, strings.TrimSpace(p.First+" "+p.Last))
			default:
				names = append(names, p.First, strings.TrimSpace(p.First+" "+p.Last))
			}
		}
	}
	return append(names, more...)
}

// rules are the rules of the present game, with the number of its seats: a table
// may have been begun with fewer than it was opened for (E1).
func (h *held) rules() engine.Ruleset {
	r := h.game.Rules
	r.Players = h.game.Size
	return r
}

// seats is how many seats the table has.
func (h *held) seats() int { return h.game.Size }

// enlist gives an account its player at the table: the next number at its first
// coming, the same at every later one.
func (t *turn) enlist(h *held, u user) (engine.Player, error) {
	if p := h.player(u.ID); p != 0 {
		return p, nil
	}
	if len(h.people) >= int(stranger) {
		return 0, engine.Refusal("table_full")
	}
	p := engine.Player(len(h.people))
	person := storage.Person{Account: u.ID, Nick: nick(u, h.taken(p)), Language: u.Language}
	if first, last := shown(u.First), shown(u.Last); strings.TrimSpace(first+" "+last) != person.Nick {
		person.First, person.Last = first, last
	}
	people := append([]storage.Person(nil), h.people...)
	h.people = append(people, person)
	return p, t.tx.SetPerson(h.id, uint8(p), person)
}

// taken are the nicks of all but one.
func (h *held) taken(but engine.Player) []string {
	var nicks []string
	for i, p := range h.people {
		if i > 0 && engine.Player(i) != but {
			nicks = append(nicks, p.Nick)
		}
	}
	return nicks
}

// renamed is what somebody is told whom the table cannot call as he calls himself,
// and why (G13); "" for everybody else, and for who has only changed his name since.
func (t *turn) renamed(h *held, u user, p engine.Player) string {
	wish := ""
	if w := wishes(u); len(w) > 0 {
		wish = w[0]
	}
	if wish == h.nick(p) {
		return ""
	}
	if err := messages.NickFits(wish, h.taken(p)); err != nil {
		return t.b.book.Note(err.Error(), apart(wish), h.name(p))
	}
	return ""
}

// maxNick is how many characters of a name are shown.
const maxNick = 24

// nick chooses the first of a person's names that a table can use (G13).
func nick(u user, taken []string) string {
	for _, n := range wishes(u) {
		if messages.NickFits(n, taken) == nil {
			return n
		}
	}
	for c := 'А'; c <= 'Я'; c++ {
		if n := "Гость " + string(c); messages.NickFits(n, taken) == nil {
			return n
		}
	}
	return "Гость"
}

// wishes are a person's names as nicks, the best first.
func wishes(u user) []string {
	var nicks []string
	for _, n := range []string{u.First, u.First + " " + u.Last, u.Username} {
		if n = cut(shown(n), maxNick); n != "" {
			nicks = append(nicks, n)
		}
	}
	return nicks
}

// shown is what is seen of a name, in one line.
func shown(name string) string {
	return strings.Join(strings.Fields(strings.Map(visible, name)), " ")
}

// visible drops what changes a line without being seen: control characters,
// those of the writing direction, letters that are blank.
func visible(r rune) rune {
	if unicode.In(r, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point) || unicode.IsControl(r) && !unicode.IsSpace(r) {
		return -1
	}
	return r
}

// cut shortens a text to so many characters.
func cut(s string, longest int) string {
	if r := []rune(s); len(r) > longest {
		return strings.TrimSpace(string(r[:longest]))
	}
	return s
}

// code is the game's sign on every private message: one for the whole game, so
// that it tells no role (G16). The table knows it, so it need not be secret; but
// whoever says a number, a word, or something in Cyrillic must not say it by
// chance: it has a digit, and a letter that looks like no Russian one.
func (h *held) code() string {
	for salt := 0; ; salt++ {
		f := fnv.New32a()
		fmt.Fprintln(f, h.id, salt)
		code := fmt.Sprintf("%04X", f.Sum32()>>16)
		if strings.ContainsAny(code, "DF") && strings.ContainsAny(code, "0123456789") {
			return code
		}
	}
}
