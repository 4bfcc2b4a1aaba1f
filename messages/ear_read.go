package messages

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A reading is a text cut into tokens, with what the cutting noticed on the way.
type reading struct {
	tokens   []token
	pictures []shownNumber
	worded   bool // a letter or a digit stands in it that is no emoji (G8)
	touched  bool // ✋ or ✊ stands in it (C55)
	touchAt  int  // where the first of them stands
}

// A shownNumber is a number that is an emoji: 5️⃣, 🔟, ⑤.
type shownNumber struct {
	n int
	span
}

type tokenKind uint8

const (
	plainToken  tokenKind = iota + 1 // a run of letters and digits
	signToken                        // № or #, which the grammars know
	opaqueToken                      // a @username or an address: in the way, but not scanned
)

// A token is one word of a text. Classes that need the letter ё look at norm,
// the others at word.
type token struct {
	kind     tokenKind
	at, end  int    // where it stands in the text, in bytes
	from, to int    // where norm stands in the buffer of the reader
	norm     string // lower case, without marks and invisible characters
	word     string // norm with lookalikes folded and ё as е
	has      letters
	glued    bool // one hyphen stands between it and the token before
	loose    bool // only spaces . - _ * · stand between it and the token before
	tight    bool // the same, without a space
	ticked   bool // an apostrophe stands inside, but not that of «devil's»
}

// word returns the word at i, "" beyond the ends and for what is not scanned.
func (r *reading) word(i int) string {
	if i < 0 || i >= len(r.tokens) || r.tokens[i].kind == opaqueToken {
		return ""
	}
	return r.tokens[i].word
}

// A reader cuts one text. The gap is what stands between the last token and
// the place where it reads.
type reader struct {
	reading
	text string
	buf  []byte // the norms of all tokens, one after the other
	open bool   // the last token goes on
	gap  gap
	// searched is how far the text has no address that began before.
	searched int
}

// A gap counts what stands between two tokens. Signs are emoji, brackets and
// strokes; others end a word to everybody: commas, quotation marks.
type gap struct{ hyphens, joiners, spaces, signs, others int }

// read applies the normalisation N, steps 1 and 2, and folds each token by
// steps 3 and 6. Spelled-out words and repeated letters (steps 4 and 5) are for
// the classes that want them.
func read(text string) reading {
	var space [512]byte
	r := reader{text: text, buf: space[:0]}
	r.tokens = make([]token, 0, len(text)/8+4)
	for i := 0; i < len(text); {
		i += r.step(i)
	}
	norms := string(r.buf)
	for i := range r.tokens {
		t := &r.tokens[i]
		t.norm = norms[t.from:t.to]
		t.word = t.norm
		if t.kind == plainToken {
			t.has = lettersOf(t.norm)
			t.word = foldLetters(t.norm, t.has)
		}
	}
	return r.reading
}

// step reads what stands at i and returns its length in bytes.
func (r *reader) step(i int) int {
	c, size := utf8.DecodeRuneInString(r.text[i:])
	if n, length := picture(r.text[i:], c); length > 0 {
		r.pictures = append(r.pictures, shownNumber{n, span{i, i + length}})
		r.between(c)
		return length
	}
	if !r.open && (i >= r.searched || c == '@') {
		if length := r.opaque(i, c); length > 0 {
			r.worded = true
			r.start(opaqueToken, i)
			r.buf = append(r.buf, strings.ToLower(r.text[i:i+length])...)
			r.extend(i + length)
			r.open = false
			return length
		}
	}
	switch {
	case isInvisible(c):
		if r.open {
			r.mark(c, i+size)
		}
	case isWordRune(c):
		r.worded = true
		if !r.open {
			r.start(plainToken, i)
		}
		r.letter(c, i)
		r.extend(i + size)
	case c == '№' || c == '#':
		r.start(signToken, i)
		r.buf = utf8.AppendRune(r.buf, c)
		r.extend(i + size)
		r.open = false
	default:
		if (c == fist || c == palm) && !r.touched {
			r.touched, r.touchAt = true, i
		}
		if r.open && isApostrophe(c) && startsWord(r.text[i+size:]) {
			if rest := r.text[i+size:]; rest[0]|0x20 != 's' || startsWord(rest[1:]) {
				r.tokens[len(r.tokens)-1].ticked = true
			}
			return size // п'ять, can't: one word
		}
		r.between(c)
	}
	return size
}

func (r *reader) start(kind tokenKind, at int) {
	r.tokens = append(r.tokens, token{
		kind: kind, at: at, from: len(r.buf),
		glued: r.gap == gap{hyphens: 1},
		loose: r.gap.others+r.gap.signs == 0 && r.gap != gap{},
		tight: r.gap.others+r.gap.spaces == 0 && r.gap != gap{},
	})
	r.open, r.gap = true, gap{}
}

func (r *reader) extend(end int) {
	last := &r.tokens[len(r.tokens)-1]
	last.end, last.to = end, len(r.buf)
}

// between notes a sign that belongs to no token.
func (r *reader) between(c rune) {
	r.open = false
	switch {
	case c == '-' || c == '‐' || c == '‑':
		r.gap.hyphens++
	case unicode.IsSpace(c):
		r.gap.spaces++
	case strings.ContainsRune("._*·–—−", c):
		r.gap.joiners++
	case strings.ContainsRune("()[]{}|/\\~+=<>^&$%", c) || c > 0x2000 && unicode.In(c, unicode.So, unicode.Sk, unicode.Sm):
		r.gap.signs++
	case isInvisible(c): // of an emoji
	default:
		r.gap.others++
	}
}

// letter appends the normal form of the letter or digit that stands at at.
func (r *reader) letter(c rune, at int) {
	switch {
	case c < utf8.RuneSelf:
		r.buf = append(r.buf, byte(unicode.ToLower(c)))
	case 'а' <= c && c <= 'я':
		r.buf = utf8.AppendRune(r.buf, c)
	case 'Ѐ' < c && c <= 'ў' && c != 'Ѝ' && c != 'ѐ' && c != 'ѝ':
		r.buf = utf8.AppendRune(r.buf, unicode.ToLower(c))
	default: // fullwidth forms, accents that are one character with their letter
		before := len(r.buf)
		parts := norm.NFKD.PropertiesString(r.text[at : at+utf8.RuneLen(c)]).Decomposition()
		for len(parts) > 0 && len(r.buf)-before < mostDecomposed {
			d, size := utf8.DecodeRune(parts)
			if d > 'ӿ' {
				break // the lists have no other letters
			}
			if parts = parts[size:]; isWordRune(d) {
				r.buf = utf8.AppendRune(r.buf, unicode.ToLower(d))
			}
		}
		if len(r.buf) == before { // no token is empty
			r.buf = utf8.AppendRune(r.buf, unicode.ToLower(c))
		}
	}
}

// mark drops an invisible character or a combining mark. Breve and diaeresis
// that make another letter are composed with it.
func (r *reader) mark(c rune, end int) {
	if !unicode.Is(unicode.Mn, c) && !unicode.Is(unicode.Me, c) {
		return
	}
	last, size := utf8.DecodeLastRune(r.buf[r.tokens[len(r.tokens)-1].from:])
	if whole := compose(last, c); whole != 0 {
		r.buf = utf8.AppendRune(r.buf[:len(r.buf)-size], whole)
	}
	r.extend(end)
}

// mostDecomposed bounds the bytes that one character may become: ﷺ is eighteen
// letters.
const mostDecomposed = 8

func compose(letter, mark rune) rune {
	switch {
	case letter == 'и' && mark == '\u0306':
		return 'й'
	case letter == 'е' && mark == '\u0308':
		return 'ё'
	case letter == 'і' && mark == '\u0308':
		return 'ї'
	}
	return 0
}

// isWordRune reports whether c is a letter or a digit. ℹ is a letter to Unicode
// and an emoji to everybody else.
func isWordRune(c rune) bool {
	switch {
	case c < utf8.RuneSelf:
		return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
	case 'а' <= c && c <= 'я':
		return true
	}
	if 'Ⓐ' <= c && c <= 'ⓩ' {
		return c != 'Ⓜ' // that one is an emoji
	}
	return (unicode.IsLetter(c) || unicode.IsDigit(c)) && c != 'ℹ' && !isInvisible(c)
}

// isInvisible reports whether c leaves no mark of its own: combining marks,
// zero-width characters, the soft hyphen, variation selectors, fillers.
func isInvisible(c rune) bool {
	if c < '\u00ad' || 'Ѐ' <= c && c <= 'ў' {
		return false
	}
	return unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
}

// isApostrophe reports whether c is a sign that stands inside words.
func isApostrophe(c rune) bool {
	switch c {
	case '\'', '’', 'ʼ', '`', '´', '′':
		return true
	}
	return false
}

func startsWord(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return isWordRune(c) && c != utf8.RuneError
}

// opaque returns the length of the @username or address that begins at i.
// «@5» is neither: nobody can have that name.
func (r *reader) opaque(i int, c rune) int {
	text := r.text[i:]
	if c == '@' {
		n := 1
		for n < len(text) && isNameByte(text[n]) {
			n++
		}
		if n < 1+4 || 'a' > text[1]|0x20 || endsWord(r.text[:i]) {
			return 0
		}
		for n+1 < len(text) && strings.IndexByte(".:{", text[n]) >= 0 && isNameByte(text[n+1]) {
			for n++; n < len(text) && isNameByte(text[n]); n++ { // the name of a machine
			}
		}
		return n
	}
	if c >= utf8.RuneSelf || !isWordRune(c) {
		return 0
	}
	for _, prefix := range []string{"http://", "https://", "tg://", "t.me/", "www."} {
		if len(text) > len(prefix) && text[0]|0x20 == prefix[0] && strings.EqualFold(text[:len(prefix)], prefix) {
			n := strings.IndexFunc(text, unicode.IsSpace)
			if n < 0 {
				n = len(text)
			}
			if prefix == "tg://" || strings.Contains(text[:n], ".") {
				return n
			}
			r.searched = i + n
			return 0
		}
	}
	n, address := addressAt(text)
	if !address {
		r.searched = i + n
		return 0
	}
	return n
}

func isNameByte(b byte) bool {
	return b < utf8.RuneSelf && isWordRune(rune(b)) || b == '_'
}

// endsWord reports whether a letter or a digit stands at the end of the text.
func endsWord(text string) bool {
	c, size := utf8.DecodeLastRuneInString(text)
	return size > 0 && isWordRune(c)
}

// addressAt reports whether the text begins with an address without its
// protocol, club.com/rules, or one of mail, me@club.com, and how far it looked.
func addressAt(text string) (n int, address bool) {
	end := 0
	for end < len(text) && (isNameByte(text[end]) || strings.IndexByte(".-+@", text[end]) >= 0) {
		end++
	}
	end = len(strings.TrimRight(text[:end], ".-+@"))
	dot := strings.LastIndexByte(text[:end], '.')
	if dot < 2 || !domains[strings.ToLower(text[dot+1:end])] {
		return max(end, 1), false
	}
	if end < len(text) && text[end] == '/' {
		n := strings.IndexFunc(text[end:], unicode.IsSpace)
		if n < 0 {
			return len(text), true
		}
		return end + n, true
	}
	return end, !startsWord(text[end:])
}

// domains are the ends of addresses that people type without a protocol.
var domains = map[string]bool{
	"com": true, "org": true, "net": true, "ru": true, "ua": true, "info": true, "io": true, "biz": true, "gov": true, "edu": true,
	"eu": true, "pl": true, "by": true, "kz": true, "de": true, "uk": true, "app": true, "dev": true, "club": true, "online": true, "site": true, "me": true, "tv": true,
}
