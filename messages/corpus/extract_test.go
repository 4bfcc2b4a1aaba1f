package corpus

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"html"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// longest is how many bytes of a paragraph are heard at once: a long message.
const longest = 1000

// utter says a paragraph, its white space made single spaces, in pieces that end
// where a sentence does if they can.
func utter(lang, text string, say func(lang, text string)) {
	text = strings.Join(strings.Fields(text), " ")
	for len(text) > longest {
		cut := strings.LastIndexAny(text[:longest], ".!?")
		if cut < longest/2 {
			cut = strings.LastIndexByte(text[:longest], ' ')
		}
		if cut < 0 {
			return // a word of a thousand bytes is none
		}
		say(lang, strings.TrimSpace(text[:cut+1]))
		text = strings.TrimSpace(text[cut+1:])
	}
	if text != "" {
		say(lang, text)
	}
}

// spoken reports whether most letters of the text are of the language's alphabet:
// what is not translated, and code, is no Russian.
func spoken(lang, text string) bool {
	cyrillic, latin := 0, 0
	for _, c := range text {
		switch {
		case unicode.Is(unicode.Cyrillic, c):
			cyrillic++
		case unicode.Is(unicode.Latin, c):
			latin++
		}
	}
	if lang == english {
		return latin > cyrillic
	}
	return cyrillic > latin
}

// words counts what has a letter in it.
func words(text string) int {
	n := 0
	for _, w := range strings.Fields(text) {
		if strings.ContainsFunc(w, unicode.IsLetter) {
			n++
		}
	}
	return n
}

// readManual reads a compressed page of the manual.
func readManual(lang string, data []byte, say func(lang, text string)) error {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	page, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	for _, p := range unroff(string(page)) {
		utter(lang, p, say)
	}
	return nil
}

// fonts are the macros whose arguments are words of the text; a space between two
// arguments stands only if the macro has one letter.
var fonts = map[string]bool{"B": true, "I": true, "BR": true, "RB": true, "IR": true, "RI": true, "BI": true, "IB": true, "SM": true, "SB": true}

// silent are the macros between which no running text stands, with their ends.
var silent = map[string]string{"EX": "EE", "nf": "fi", "TS": "TE", "de": ".", "ig": ".", "EQ": "EN"}

// unroff returns the paragraphs of a page of the manual, without code and tables.
func unroff(page string) []string {
	var paragraphs []string
	var line strings.Builder
	until := ""
	for _, l := range strings.Split(page, "\n") {
		if l == "" || l[0] != '.' && l[0] != '\'' {
			if until == "" {
				line.WriteString(unescape(l) + " ")
			}
			continue
		}
		macro, rest, _ := strings.Cut(strings.TrimLeft(l[1:], " \t"), " ")
		switch {
		case until != "":
			if macro == until {
				until = ""
			}
		case strings.HasPrefix(macro, `\"`):
		case fonts[macro]:
			between := ""
			if len(macro) == 1 {
				between = " "
			}
			line.WriteString(unescape(strings.Join(arguments(rest), between)) + " ")
		default:
			paragraphs = append(paragraphs, line.String())
			line.Reset()
			until = silent[macro]
			if macro == "SS" || macro == "SH" {
				paragraphs = append(paragraphs, unescape(strings.Join(arguments(rest), " ")))
			}
		}
	}
	return append(paragraphs, line.String())
}

// arguments splits what stands behind a macro; quotes hold an argument together.
func arguments(rest string) []string {
	var out []string
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		end := " "
		if rest[0] == '"' {
			rest, end = rest[1:], `"`
		}
		var arg string
		arg, rest, _ = strings.Cut(rest, end)
		out = append(out, arg)
	}
	return out
}

var (
	roffChars   = strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\(cq`, "’", `\(oq`, "‘", `\(lq`, "“", `\(rq`, "”", `\(bu`, "•", `\(em`, "—", `\(en`, "–", `\(co`, "©", `\(mu`, "×", `\(ti`, "~", `\(ha`, "^", `\e`, `\`, `\~`, " ", `\ `, " ", `\&`, "", `\:`, "", `\%`, "", `\/`, "", `\,`, "", `\|`, "", `\^`, "", `\c`, "")
	roffEscapes = regexp.MustCompile(`\\(?:f(?:\[\w*\]|\(..|.)|s[-+]?\d+|\*(?:\[[^]]*\]|\(..|.)|n(?:\[[^]]*\]|\(..|.)|\(..|\[[^]]*\]|[hvw]'[^']*'|".*)`)
)

// unescape takes the escapes of roff out of a line.
func unescape(line string) string {
	return roffChars.Replace(roffEscapes.ReplaceAllStringFunc(line, func(s string) string {
		if roffChars.Replace(s) != s {
			return s
		}
		return ""
	}))
}

var (
	htmlSilent = regexp.MustCompile(`(?is)<!--.*?-->|<head.*?</head>|<script.*?</script>|<style.*?</style>|<pre.*?</pre>|<nav.*?</nav>`)
	htmlInline = regexp.MustCompile(`(?i)</?(?:a|abbr|acronym|b|cite|code|em|font|i|img|kbd|q|s|samp|small|span|strong|sub|sup|tt|u|var|wbr)(?:\s[^>]*)?/?>`)
	htmlTag    = regexp.MustCompile(`<[^>]*>`)
)

// readPage reads a page of HTML: a tag that is not of the line ends a paragraph.
func readPage(lang string, data []byte, say func(lang, text string)) error {
	text := htmlSilent.ReplaceAllString(string(data), "\x00")
	text = htmlTag.ReplaceAllString(htmlInline.ReplaceAllString(text, ""), "\x00")
	for _, p := range strings.Split(text, "\x00") {
		utter(lang, html.UnescapeString(p), say)
	}
	return nil
}

var (
	bookSilent = regexp.MustCompile(`(?is)<!--.*?-->|<!DOCTYPE.*?\]>|<(?:programlisting|screen|synopsis)\b.*?</(?:programlisting|screen|synopsis)>`)
	bookBlock  = regexp.MustCompile(`</?(?:para|simpara|title|term|entry|member|listitem|subtitle|holder|date|keyword|releaseinfo)(?:\s[^>]*)?/?>`)
	bookEntity = regexp.MustCompile(`&([\w.-]+);`)
)

// readBook reads a book of DocBook: only some tags end a paragraph, and what an
// entity of its own stands for is about its name.
func readBook(lang string, data []byte, say func(lang, text string)) error {
	text := bookBlock.ReplaceAllString(bookSilent.ReplaceAllString(string(data), "\x00"), "\x00")
	text = htmlTag.ReplaceAllString(text, "")
	for _, p := range strings.Split(text, "\x00") {
		utter(lang, bookEntity.ReplaceAllString(html.UnescapeString(p), "$1"), say)
	}
	return nil
}

var markup = regexp.MustCompile(`<[^>]*>`)

// readCatalogue reads a catalogue of translations: what is said in English, and in
// the language.
func readCatalogue(lang string, data []byte, say func(lang, text string)) error {
	if len(data) < 20 || binary.LittleEndian.Uint32(data) != 0x950412de {
		return errors.New("no catalogue")
	}
	word := func(at uint32) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	message := func(table, i uint32) string {
		length, at := word(table+8*i), word(table+8*i+4)
		return string(data[at : at+length])
	}
	for i := range word(8) {
		from, to := message(word(12), i), message(word(16), i)
		if from == "" {
			continue // it heads the catalogue
		}
		if _, rest, ok := strings.Cut(from, "\x04"); ok {
			from = rest
		}
		plural := func(c rune) bool { return c == 0 || c == '\n' }
		for _, form := range strings.FieldsFunc(from, plural) {
			utter(english, markup.ReplaceAllString(form, ""), say)
		}
		for _, form := range strings.FieldsFunc(to, plural) {
			utter(lang, markup.ReplaceAllString(form, ""), say)
		}
	}
	return nil
}

// readList reads a list of words.
func readList(lang string, data []byte, say func(lang, text string)) error {
	for _, w := range strings.Fields(string(data)) {
		say(lang, w)
	}
	return nil
}

// An affix is one rule of a dictionary: a word that ends as it says changes its end.
type affix struct {
	strip, add string
	ends       []string // one set of letters for each, "^" first for all others
}

// readHunspell reads a dictionary of words with rules for their forms: first the
// rules, then the words.
func readHunspell() func(lang string, data []byte, say func(lang, text string)) error {
	var rules map[rune][]affix
	return func(lang string, data []byte, say func(lang, text string)) error {
		if !utf8.Valid(data) {
			return errors.New("not in UTF-8")
		}
		if rules == nil {
			rules = affixes(string(data))
			return nil
		}
		seen := map[string]bool{}
		for _, l := range strings.Fields(string(data)) {
			word, flags, _ := strings.Cut(l, "/")
			for form := range expand(word, flags, rules) {
				if !seen[form] && words(form) > 0 {
					seen[form] = true
					say(lang, form)
				}
			}
		}
		return nil
	}
}

// affixes reads the rules; of a rule that begins a word none is known.
func affixes(file string) map[rune][]affix {
	rules := map[rune][]affix{}
	for _, l := range strings.Split(file, "\n") {
		f := strings.Fields(l)
		if len(f) != 5 || f[0] != "SFX" {
			continue
		}
		a := affix{strip: strings.TrimPrefix(f[2], "0"), add: strings.TrimPrefix(f[3], "0")}
		for set := f[4]; set != "" && set != "."; {
			end := 1
			if set[0] == '[' {
				end = strings.IndexByte(set, ']')
				a.ends = append(a.ends, set[1:end])
				end++
			} else {
				_, end = utf8.DecodeRuneInString(set)
				a.ends = append(a.ends, set[:end])
			}
			set = set[end:]
		}
		flag, _ := utf8.DecodeRuneInString(f[1])
		rules[flag] = append(rules[flag], a)
	}
	return rules
}

// expand yields the word and its forms.
func expand(word, flags string, rules map[rune][]affix) func(func(string) bool) {
	return func(yield func(string) bool) {
		if !yield(word) {
			return
		}
		for _, flag := range flags {
			for _, a := range rules[flag] {
				if a.fits(word) && !yield(strings.TrimSuffix(word, a.strip)+a.add) {
					return
				}
			}
		}
	}
}

func (a *affix) fits(word string) bool {
	if !strings.HasSuffix(word, a.strip) {
		return false
	}
	letters := []rune(word)
	if len(letters) < len(a.ends) {
		return false
	}
	for i, c := range letters[len(letters)-len(a.ends):] {
		set, others := strings.CutPrefix(a.ends[i], "^")
		if strings.ContainsRune(set, c) == others {
			return false
		}
	}
	return true
}

// TestExtract holds what each reader makes of a small file.
func TestExtract(t *testing.T) {
	var heard []string
	say := func(lang, text string) { heard = append(heard, lang+": "+text) }
	check := func(name string, err error, want ...string) {
		t.Helper()
		if got := strings.Join(heard, "\n"); err != nil || got != strings.Join(want, "\n") {
			t.Errorf("%s: %v, heard\n%s", name, err, got)
		}
		heard = nil
	}
	var page bytes.Buffer
	w := gzip.NewWriter(&page)
	_, err := io.WriteString(w, ".\\\" a comment\n.TH LS 1\n.SH НАЗВА\nls — показ\n.BR ls (1),\nтакже \\fB\\-a\\fP.\n.nf\nкод\n.fi\n.SS \"два слова\"\nпроценты: 5\\ %\n.de X\nтело\n..\n")
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	check("a manual", readManual(russian, page.Bytes(), say), "ru: НАЗВА", "ru: ls — показ ls(1), также -a.", "ru: два слова", "ru: проценты: 5 %")
	check("a page", readPage(russian, []byte("<head><title>нет</title></head><p>Это <b>жир</b>но &amp;\nтак<p>два<pre>код</pre>"), say), "ru: Это жирно & так", "ru: два")
	check("a book", readBook(ukrainian, []byte("<chapter><title>Меню</title><para>Це <guilabel>&kate;</guilabel> &amp; ще<screen>код</screen></para>"), say), "uk: Меню", "uk: Це kate & ще")
	check("a list", readList(english, []byte("one\ntwo\n"), say), "en: one", "en: two")

	dictionary := readHunspell()
	check("the rules", dictionary(russian, []byte("SET UTF-8\nSFX I Y 3\nSFX I а ы [^гк]а\nSFX I га ги га\nSFX I 0 м .\n"), say))
	check("the words", dictionary(russian, []byte("3\nрама/I\nнога/I\nи\nи\n"), say), "ru: рама", "ru: рамы", "ru: рамам", "ru: нога", "ru: ноги", "ru: ногам", "ru: и")

	if spoken(russian, "apt-get и ls") || !spoken(russian, "команда ls") || spoken(english, "команда ls") {
		t.Error("a language is taken for another")
	}
	utter(russian, strings.Repeat("слово ", 70)+"конец. "+strings.Repeat("слово ", 70), say)
	if len(heard) != 2 || !strings.HasSuffix(heard[0], "конец.") {
		t.Errorf("a long paragraph is heard as %q", heard)
	}
}
