package tgtest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rich is a text with entities.
type rich struct {
	text     string
	entities []Entity
}

// units counts the UTF-16 code units of a character.
func units(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// UTF16Len counts a text in UTF-16 code units, the measure of entities.
func UTF16Len(text string) int {
	n := 0
	for _, r := range text {
		n += units(r)
	}
	return n
}

// tidy does to a formatted text what Telegram's core does: control characters become spaces, blanks at both ends go (in
// front only as far as no entity begins), and entities are cut, merged and put in order.
func (t rich) tidy() rich {
	text := strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' {
			return ' '
		}
		return r
	}, t.text)
	room := len(text)
	for _, e := range t.entities {
		room = min(room, e.Offset)
	}
	front := 0
	for front < room && front < len(text) && (text[front] == ' ' || text[front] == '\n') {
		front++
	}
	text = strings.TrimRight(text[front:], " \n\u00a0")
	end := UTF16Len(text)
	var kept []Entity
	for _, e := range t.entities {
		e.Offset -= front
		e.Length = min(e.Length, end-e.Offset)
		if e.Offset >= 0 && e.Length > 0 {
			kept = append(kept, e)
		}
	}
	return rich{text, mergeEntities(kept)}
}

// mergeEntities applies the rules of nesting: nothing inside code, no quote or link inside another, and one entity where
// two of the same style touch or overlap.
func mergeEntities(entities []Entity) []Entity {
	sortEntities(entities)
	var out []Entity
	for _, e := range entities {
		if slices.ContainsFunc(out, func(o Entity) bool { return o.excludes(e) }) {
			continue
		}
		if i := slices.IndexFunc(out, func(o Entity) bool { return o.joins(e) }); i >= 0 {
			out[i].Length = max(out[i].end(), e.end()) - out[i].Offset
			continue
		}
		out = append(out, e)
	}
	sortEntities(out)
	return out
}

func (e Entity) end() int { return e.Offset + e.Length }

func (e Entity) overlaps(o Entity) bool { return e.Offset < o.end() && o.Offset < e.end() }

// joins says whether o continues e as one entity of a style; o does not begin before e.
func (e Entity) joins(o Entity) bool {
	switch e.Type {
	case "bold", "italic", "underline", "strikethrough", "spoiler":
		return e.Type == o.Type && o.Offset <= e.end()
	}
	return false
}

// excludes says whether e, which stands, leaves no room for o.
func (e Entity) excludes(o Entity) bool {
	family := func(kind string) int {
		switch kind {
		case "code", "pre":
			return 1
		case "text_link", "text_mention":
			return 2
		case "blockquote", "expandable_blockquote":
			return 3
		}
		return 0
	}
	mine, other := family(e.Type), family(o.Type)
	return e.overlaps(o) && (mine == 1 || mine != 0 && mine == other)
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// autoEntities adds the entities that Telegram finds itself (commands, mentions, hashtags, links) where no code and no
// link stands already.
func autoEntities(text string, given []Entity) []Entity {
	if !strings.ContainsAny(text, "/@#") && !strings.Contains(strings.ToLower(text), "t.me") {
		return given
	}
	found := given
	previous, offset := ' ', 0
	for i := 0; i < len(text); {
		kind, size := autoEntity(text[i:], previous)
		if size == 0 {
			r, width := utf8.DecodeRuneInString(text[i:])
			previous, offset, i = r, offset+units(r), i+width
			continue
		}
		e := Entity{Offset: offset, Length: UTF16Len(text[i : i+size]), Type: kind}
		free := !slices.ContainsFunc(given, func(g Entity) bool {
			return g.overlaps(e) && (g.Type == "code" || g.Type == "pre" || g.Type == "text_link" || g.Type == "text_mention")
		})
		if free {
			found = append(found[:len(found):len(found)], e)
		}
		previous, offset, i = 'x', offset+e.Length, i+size
	}
	sortEntities(found)
	return found
}

// autoEntity says what begins at the front of a text, and how many bytes it takes.
func autoEntity(text string, previous rune) (kind string, size int) {
	switch {
	case text[0] == '/' && !isWord(previous) && !strings.ContainsRune("/<>", previous):
		return "bot_command", commandSize(text)
	case text[0] == '@' && !isWord(previous):
		if n := wordSize(text[1:]); n >= 3 && n <= 32 {
			return "mention", 1 + n
		}
	case text[0] == '#' && !isWord(previous):
		return "hashtag", hashtagSize(text)
	case (text[0]|0x20 == 'h' || text[0]|0x20 == 't') && !isWord(previous):
		return "url", urlSize(text)
	}
	return "", 0
}

// wordSize counts the letters of a username or a command.
func wordSize(text string) int {
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	return n
}

// commandSize measures a command with its optional bot name; it ends at a boundary of a word.
func commandSize(text string) int {
	size := 1 + wordSize(text[1:])
	if size < 2 || size > 65 {
		return 0
	}
	if size < len(text) && text[size] == '@' {
		if n := wordSize(text[size+1:]); n >= 3 && n <= 32 {
			size += 1 + n
		}
	}
	next, _ := utf8.DecodeRuneInString(text[size:])
	if size < len(text) && (isWord(next) || strings.ContainsRune("/<>", next)) {
		return 0
	}
	return size
}

// hashtagSize measures a hashtag, which needs more than digits.
func hashtagSize(text string) int {
	size, letters := 1, false
	for _, r := range text[1:] {
		if !isWord(r) {
			break
		}
		letters = letters || !unicode.IsDigit(r)
		size += utf8.RuneLen(r)
	}
	if !letters {
		return 0
	}
	return size
}

// urlSize measures a link with a scheme, or one to t.me without.
func urlSize(text string) int {
	head := strings.ToLower(text[:min(len(text), 8)])
	if !strings.HasPrefix(head, "http://") && !strings.HasPrefix(head, "https://") && !strings.HasPrefix(head, "t.me/") {
		return 0
	}
	end := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>\"«»", r) })
	if end < 0 {
		end = len(text)
	}
	link := strings.TrimRight(text[:end], ".,:;!?')")
	if strings.HasSuffix(link, "/") && len(link) <= len("https://") {
		return 0
	}
	return len(link)
}
