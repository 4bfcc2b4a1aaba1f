package tgtest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// htmlTags are the tags of parse_mode HTML and the entities they make; the ones without a fixed entity need their
// arguments.
var htmlTags = map[string]string{
	"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
	"s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler", "span": "spoiler",
	"a": "", "code": "", "pre": "", "blockquote": "", "tg-emoji": "", "tg-time": "",
}

// htmlParser follows the parser of Telegram byte by byte, so that the offsets in its messages are the same. A zero byte
// stands for the end of the text, as there.
type htmlParser struct {
	in       string
	pos      int
	out      []byte
	offset   int // UTF-16 code units in out
	open     []openTag
	entities []Entity
	language []string // of each entity: what a code tag said, in case a pre tag surrounds it
}

// openTag is a tag whose end has not come.
type openTag struct {
	name     string
	argument string
	unix     int64
	offset   int // in UTF-16 code units
	start    int // in bytes of the output
}

// parseHTML turns HTML into a plain text and entities.
func parseHTML(text string) (rich, error) {
	h := &htmlParser{in: text}
	for h.pos < len(h.in) {
		switch h.in[h.pos] {
		case '<':
			if err := h.tag(); err != nil {
				return rich{}, err
			}
			continue
		case '&':
			if r, end := decodeReference(h.in, h.pos); end > 0 {
				if r >= 0xd800 && r <= 0xdfff {
					return rich{}, apiError("Text contains invalid Unicode characters after decoding HTML entities, " +
						"check for unmatched surrogate code units")
				}
				h.emit(r)
				h.pos = end
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(h.in[h.pos:])
		h.emit(r)
		h.pos += size
	}
	if n := len(h.open); n > 0 {
		return rich{}, apiError(fmt.Sprintf("Can't find end tag corresponding to start tag %q", h.open[n-1].name))
	}
	sortEntities(h.entities)
	return rich{string(h.out), h.entities}, nil
}

func (h *htmlParser) emit(r rune) {
	h.out = utf8.AppendRune(h.out, r)
	h.offset += units(r)
}

// at is the byte under the cursor, zero at the end.
func (h *htmlParser) at() byte {
	if h.pos < len(h.in) {
		return h.in[h.pos]
	}
	return 0
}

// isBlank is Telegram's idea of a space; the end of the text counts as one.
func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0 || c == '\v'
}

func (h *htmlParser) skipBlanks() {
	for h.at() != 0 && isBlank(h.at()) {
		h.pos++
	}
}

// word passes everything up to a blank or one of the stops.
func (h *htmlParser) word(stops string) string {
	begin := h.pos
	for !isBlank(h.at()) && strings.IndexByte(stops, h.at()) < 0 {
		h.pos++
	}
	return h.in[begin:h.pos]
}

// tag reads a start or end tag at the cursor.
func (h *htmlParser) tag() error {
	begin := h.pos
	h.pos++
	if h.at() == '/' {
		h.pos++
		return h.endTag(begin)
	}
	name := strings.ToLower(h.word(">"))
	if h.at() == 0 {
		return apiError(fmt.Sprintf("Unclosed start tag at byte offset %d", begin))
	}
	if _, ok := htmlTags[name]; !ok {
		return apiError(fmt.Sprintf("Unsupported start tag \"%s\" at byte offset %d", name, begin))
	}
	tag := openTag{name: name, offset: h.offset, start: len(h.out)}
	for h.at() != '>' {
		h.skipBlanks()
		if h.at() == '>' {
			break
		}
		if err := h.attribute(&tag, begin); err != nil {
			return err
		}
	}
	h.pos++
	if name == "span" && tag.argument != "spoiler" {
		return apiError(fmt.Sprintf("Tag \"span\" must have class \"tg-spoiler\" at byte offset %d", begin))
	}
	h.open = append(h.open, tag)
	return nil
}

// attribute reads one attribute of a start tag.
func (h *htmlParser) attribute(tag *openTag, begin int) error {
	unclosed := apiError(fmt.Sprintf("Unclosed start tag \"%s\" at byte offset %d", tag.name, begin))
	name := h.word("=>/\"'")
	if name == "" {
		return apiError(fmt.Sprintf("Empty attribute name in the tag \"%s\" at byte offset %d", tag.name, begin))
	}
	h.skipBlanks()
	if h.at() != '=' {
		if h.at() == 0 {
			return unclosed
		}
		tag.set(name, "")
		return nil
	}
	h.pos++
	h.skipBlanks()
	if h.at() == 0 {
		return unclosed
	}
	value, err := h.attributeValue()
	if err != nil {
		return err
	}
	if h.at() == 0 {
		return apiError(fmt.Sprintf("Unclosed start tag at byte offset %d", begin))
	}
	tag.set(name, value)
	return nil
}

// attributeValue reads a name token or a quoted string.
func (h *htmlParser) attributeValue() (string, error) {
	quote := h.at()
	begin := h.pos
	if quote != '\'' && quote != '"' {
		for c := h.at(); c == '.' || c == '-' || isWordByte(c) && c != '_'; c = h.at() {
			h.pos++
		}
		if !isBlank(h.at()) && h.at() != '>' {
			return "", apiError(fmt.Sprintf("Unexpected end of name token at byte offset %d", begin))
		}
		return strings.ToLower(h.in[begin:h.pos]), nil
	}
	var value []byte
	for h.pos++; h.at() != quote && h.at() != 0; {
		if h.at() == '&' {
			if r, end := decodeReference(h.in, h.pos); end > 0 {
				value = utf8.AppendRune(value, r)
				h.pos = end
				continue
			}
		}
		value = append(value, h.at())
		h.pos++
	}
	if h.at() == quote {
		h.pos++
	}
	return string(value), nil
}

// set takes an attribute that means something to its tag.
func (t *openTag) set(name, value string) {
	switch t.name + " " + name {
	case "a href", "tg-emoji emoji-id", "tg-time format":
		t.argument = value
	case "code class":
		if language, ok := strings.CutPrefix(value, "language-"); ok {
			t.argument = language
		}
	case "span class":
		if class, ok := strings.CutPrefix(value, "tg-"); ok {
			t.argument = class
		}
	case "blockquote expandable":
		t.argument = "1"
	case "tg-time unix":
		t.unix = params{"": value}.number("")
	}
}

// endTag reads an end tag whose name may be left out.
func (h *htmlParser) endTag(begin int) error {
	if len(h.open) == 0 {
		return apiError(fmt.Sprintf("Unexpected end tag at byte offset %d", begin))
	}
	name := strings.ToLower(h.word(">"))
	h.skipBlanks()
	if h.at() != '>' {
		return apiError(fmt.Sprintf("Unclosed end tag at byte offset %d", begin))
	}
	h.pos++
	tag := h.open[len(h.open)-1]
	if name != "" && name != tag.name {
		return apiError(fmt.Sprintf("Unmatched end tag at byte offset %d, expected \"</%s>\", found \"</%s>\"",
			begin, tag.name, name))
	}
	h.open = h.open[:len(h.open)-1]
	if h.offset == tag.offset {
		return nil
	}
	return h.close(tag)
}

// close makes the entity of a tag around something.
func (h *htmlParser) close(tag openTag) error {
	e := Entity{Offset: tag.offset, Length: h.offset - tag.offset, Type: htmlTags[tag.name]}
	language := ""
	switch tag.name {
	case "a":
		return h.closeLink(e, cmp.Or(tag.argument, string(h.out[tag.start:])))
	case "tg-emoji":
		if id, err := strconv.ParseInt(tag.argument, 10, 64); err != nil || id == 0 {
			return apiError("Invalid custom emoji identifier specified")
		}
		e.Type, e.CustomEmoji = "custom_emoji", tag.argument
	case "tg-time":
		if strings.Trim(tag.argument, "rwdDtT") != "" {
			return apiError("Invalid date format used")
		}
		if tag.unix <= 0 {
			return nil
		}
		e.Type, e.UnixTime, e.TimeFormat = "date_time", tag.unix, tag.argument
	case "blockquote":
		e.Type = "blockquote"
		if tag.argument != "" {
			e.Type = "expandable_blockquote"
		}
	case "code", "pre":
		e.Type, language = tag.name, tag.argument
		if h.joinCode(e, language) {
			return nil
		}
	}
	h.entities, h.language = append(h.entities, e), append(h.language, language)
	return nil
}

// joinCode makes one block of code in a language from a pre tag and a code tag around the same text.
func (h *htmlParser) joinCode(e Entity, language string) bool {
	last := len(h.entities) - 1
	if last < 0 || h.entities[last].Offset != e.Offset || h.entities[last].Length != e.Length {
		return false
	}
	inner := &h.entities[last]
	switch {
	case e.Type == "pre" && inner.Type == "code" && h.language[last] != "":
		inner.Type, inner.Language = "pre", h.language[last]
	case e.Type == "code" && inner.Type == "pre" && inner.Language == "" && language != "":
		inner.Language = language
	default:
		return false
	}
	return true
}

// closeLink makes a link or a mention; a link that is none makes nothing.
func (h *htmlParser) closeLink(e Entity, link string) error {
	if id, ok := strings.CutPrefix(strings.ToLower(link), "tg://user?id="); ok {
		if n, err := strconv.ParseInt(id, 10, 64); err == nil && n > 0 {
			e.Type, e.UserID = "text_mention", n
		}
	}
	if e.Type == "" {
		if wrongURL(link) != "" || strings.ContainsAny(link, " \t\n") {
			return nil
		}
		e.Type, e.URL = "text_link", normalURL(link)
	}
	h.entities, h.language = append(h.entities, e), append(h.language, "")
	return nil
}

// normalURL completes a link: a scheme in front, a slash behind a bare host.
func normalURL(link string) string {
	if !strings.Contains(link, "://") {
		link = "http://" + link
	}
	scheme, rest, _ := strings.Cut(link, "://")
	if scheme = strings.ToLower(scheme); scheme != "http" && scheme != "https" {
		return link
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		return scheme + "://" + strings.ToLower(rest) + "/"
	}
	host, tail := strings.ToLower(rest[:end]), rest[end:]
	if tail[0] != '/' {
		tail = "/" + tail
	}
	return scheme + "://" + host + tail
}

// decodeReference reads a character reference; end is 0 for a text that stays as it is.
func decodeReference(text string, at int) (r rune, end int) {
	end = at + 1
	digits := func(base int, known string) {
		n := 0
		for end < len(text) && strings.IndexByte(known, text[end]) >= 0 && n < 1<<24 {
			d, _ := strconv.ParseInt(text[end:end+1], base, 32)
			n = n*base + int(d)
			end++
		}
		r = rune(n)
	}
	switch rest := text[end:]; {
	case strings.HasPrefix(rest, "#x"):
		end += 2
		digits(16, "0123456789abcdefABCDEF")
	case strings.HasPrefix(rest, "#"):
		end++
		digits(10, "0123456789")
	default:
		for end < len(text) && (text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z') {
			end++
		}
		r = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "quot": '"'}[text[at+1:end]]
	}
	if r == 0 || r >= 0x10ffff || text[at+1 : end][0] == '#' && end-at >= 10 {
		return 0, 0
	}
	if end < len(text) && text[end] == ';' {
		end++
	}
	return r, end
}

// ranks orders entities of one place: the outer ones first.
var ranks = []string{
	"blockquote", "expandable_blockquote", "pre", "code", "text_link", "text_mention", "mention", "hashtag",
	"bot_command", "url", "date_time", "bold", "italic", "underline", "strikethrough", "spoiler", "custom_emoji",
}

func rank(kind string) int { return slices.Index(ranks, kind) }

// sortEntities puts entities in Telegram's order: by offset, the longer first, then by rank.
func sortEntities(entities []Entity) {
	slices.SortStableFunc(entities, func(a, b Entity) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(b.Length, a.Length), cmp.Compare(rank(a.Type), rank(b.Type)))
	})
}
