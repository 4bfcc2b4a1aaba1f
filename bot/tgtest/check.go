package tgtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// cursor walks once over valid JSON text and holds it against types. It builds no values, because a world checks
// everything it emits.
type cursor struct {
	src []byte
	pos int
}

// mismatch says where and why a value departs from its types.
type mismatch struct {
	path string
	why  string
	pos  int // how far the check got: of several alternatives the longest attempt explains best
}

// Error tells the path from the outermost value and the reason.
func (m *mismatch) Error() string {
	if m.path == "" {
		return m.why
	}
	return strings.TrimPrefix(m.path, ".") + ": " + m.why
}

func (c *cursor) mismatch(format string, args ...any) *mismatch {
	return &mismatch{why: fmt.Sprintf(format, args...), pos: c.pos}
}

// value holds the next value against alternatives.
func (c *cursor) value(types []*typ, enum []string) *mismatch {
	c.blanks()
	start := c.pos
	var best *mismatch
	for _, t := range types {
		c.pos = start
		m := c.one(t, enum)
		if m == nil {
			return nil
		}
		if best == nil || m.pos > best.pos {
			best = m
		}
	}
	return best
}

func (c *cursor) one(t *typ, enum []string) *mismatch {
	first := c.src[c.pos]
	switch t.shape {
	case shapeUnion:
		return c.value(t.elem, enum)
	case shapeObject:
		if first == '{' {
			return c.object(t)
		}
	case shapeList:
		if first == '[' {
			return c.list(t)
		}
	case shapeText, shapeFile:
		if first == '"' {
			return c.enumerated(c.text, enum)
		}
	case shapeNumber:
		if first == '-' || first >= '0' && first <= '9' {
			return c.enumerated(c.scalar, enum)
		}
	case shapeBoolean:
		if first == 't' || first == 'f' {
			return c.enumerated(c.scalar, enum)
		}
	}
	return c.mismatch("%s expected", t.name)
}

// enumerated reads a value that may be bound to a list.
func (c *cursor) enumerated(read func() []byte, enum []string) *mismatch {
	before := c.pos
	text := read()
	if len(enum) == 0 || slices.Contains(enum, string(text)) {
		return nil
	}
	c.pos = before
	return c.mismatch("%q is none of %q", text, enum)
}

func (c *cursor) object(t *typ) *mismatch {
	var seen uint64
	c.pos++
	for c.blanks(); c.src[c.pos] != '}'; c.blanks() {
		key := c.text()
		f, ok := t.fields[string(key)]
		if !ok {
			return c.mismatch("unknown field %q of %s", key, t.name)
		}
		c.blanks()
		c.pos++ // the colon
		if m := c.value(f.types, f.enum); m != nil {
			m.path = "." + string(key) + m.path
			return m
		}
		seen |= f.bit
		c.blanks()
		if c.src[c.pos] == ',' {
			c.pos++
		}
	}
	if seen != t.required {
		return c.mismatch("%s without %s", t.name, t.missing(seen))
	}
	c.pos++
	return nil
}

// missing names a required field that was not seen.
func (t *typ) missing(seen uint64) string {
	var names []string
	for name, f := range t.fields {
		if f.bit&^seen != 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

func (c *cursor) list(t *typ) *mismatch {
	c.pos++
	n := 0
	for c.blanks(); c.src[c.pos] != ']'; c.blanks() {
		if m := c.value(t.elem, nil); m != nil {
			m.path = fmt.Sprintf("[%d]%s", n, m.path)
			return m
		}
		n++
		c.blanks()
		if c.src[c.pos] == ',' {
			c.pos++
		}
	}
	c.pos++
	return nil
}

// text reads a string and leaves the cursor behind it.
func (c *cursor) text() []byte {
	start, escaped := c.pos, false
	for c.pos++; c.src[c.pos] != '"'; c.pos++ {
		if c.src[c.pos] == '\\' {
			escaped = true
			c.pos++
		}
	}
	c.pos++
	if !escaped {
		return c.src[start+1 : c.pos-1]
	}
	var text string
	if err := json.Unmarshal(c.src[start:c.pos], &text); err != nil {
		return nil
	}
	return []byte(text)
}

// scalar reads a number or a literal.
func (c *cursor) scalar() []byte {
	start := c.pos
	for c.pos < len(c.src) && !strings.ContainsRune(",]} \t\r\n", rune(c.src[c.pos])) {
		c.pos++
	}
	return c.src[start:c.pos]
}

func (c *cursor) blanks() {
	for c.pos < len(c.src) && (c.src[c.pos] == ' ' || c.src[c.pos] == '\n' || c.src[c.pos] == '\t' || c.src[c.pos] == '\r') {
		c.pos++
	}
}
