package tgtest

import (
	_ "embed" // the schema is part of the program
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed botapi-10.3.json
var schemaFile []byte

// schema is the published Bot API, compiled for checking.
type schema struct {
	types   map[string]*typ
	methods map[string]*method
	names   map[string]string // lower case to canonical method name
}

// method is what a method takes and gives.
type method struct {
	params   map[string]*field
	required []string
	returns  []*typ
}

// field is a field of a type or a parameter of a method.
type field struct {
	types    []*typ
	required bool
	bit      uint64   // of a required field of an object
	enum     []string // of a text, a number or a boolean
}

// shape says how a value of a type looks in JSON. As parameters the ones up to shapeFile are written plainly.
type shape uint8

const (
	shapeText shape = iota
	shapeNumber
	shapeBoolean
	shapeFile
	shapeList
	shapeObject
	shapeUnion
)

// typ is one type of the Bot API.
type typ struct {
	name     string
	shape    shape
	elem     []*typ // of a list: one; of a union: the alternatives
	fields   map[string]*field
	required uint64 // bits of the required fields
}

// legacyParams are parameters that the documentation has dropped and the official server still reads.
var legacyParams = map[string]bool{
	"reply_to_message_id":         true,
	"allow_sending_without_reply": true,
	"disable_web_page_preview":    true,
}

// nullParams are sent as null by the telegram-bot-api package for an empty list; the official server ignores that.
var nullParams = map[string]bool{"entities": true, "caption_entities": true, "allowed_updates": true}

// botAPI is the schema, compiled once a process.
var botAPI = sync.OnceValue(func() *schema {
	type rawField struct {
		Types    []string
		Required bool
		Enum     []json.RawMessage
	}
	var file struct {
		Methods map[string]struct {
			Returns []string
			Params  map[string]rawField
		}
		Types map[string]struct {
			Fields   map[string]rawField
			Subtypes []string
		}
	}
	if err := json.Unmarshal(schemaFile, &file); err != nil {
		panic(fmt.Errorf("tgtest: reading the schema: %w", err))
	}
	c := &schema{types: map[string]*typ{}, methods: map[string]*method{}, names: map[string]string{}}
	for name, t := range file.Types {
		c.types[name] = &typ{name: name, shape: shapeObject}
		if len(t.Subtypes) > 0 {
			c.types[name].shape = shapeUnion
		}
	}
	compile := func(raw rawField) *field {
		f := &field{types: c.resolveAll(raw.Types), required: raw.Required}
		for _, value := range raw.Enum {
			var text string
			if json.Unmarshal(value, &text) != nil {
				text = string(value) // a number or a boolean
			}
			f.enum = append(f.enum, text)
		}
		return f
	}
	for name, t := range file.Types {
		to := c.types[name]
		to.elem = c.resolveAll(t.Subtypes)
		to.fields = make(map[string]*field, len(t.Fields))
		var bit uint64 = 1
		for _, key := range slices.Sorted(maps.Keys(t.Fields)) {
			f := compile(t.Fields[key])
			if f.required {
				f.bit, bit = bit, bit<<1
				to.required |= f.bit
			}
			to.fields[key] = f
		}
	}
	for name, m := range file.Methods {
		to := &method{params: map[string]*field{}, returns: c.resolveAll(m.Returns)}
		for _, key := range slices.Sorted(maps.Keys(m.Params)) {
			to.params[key] = compile(m.Params[key])
			if m.Params[key].Required {
				to.required = append(to.required, key)
			}
		}
		c.methods[name] = to
		c.names[strings.ToLower(name)] = name
	}
	maps.Copy(c.names, oldNames)
	return c
})

// resolveAll finds types by the notation of the schema.
func (c *schema) resolveAll(names []string) []*typ {
	out := make([]*typ, len(names))
	for i, name := range names {
		out[i] = c.resolve(name)
	}
	return out
}

func (c *schema) resolve(name string) *typ {
	if t, ok := c.types[name]; ok {
		return t
	}
	t := &typ{name: name}
	c.types[name] = t
	if inner, ok := strings.CutPrefix(name, "Array of "); ok {
		t.shape, t.elem = shapeList, []*typ{c.resolve(inner)}
		return t
	}
	switch name {
	case "String":
		t.shape = shapeText
	case "Number", "Integer":
		t.shape = shapeNumber
	case "Boolean":
		t.shape = shapeBoolean
	case "Blob":
		t.shape = shapeFile
	default:
		panic("tgtest: unknown type in the schema: " + name)
	}
	return t
}

// checkUpdate holds a serialized update against the schema.
func (c *schema) checkUpdate(raw []byte) []string {
	return c.check("update", []*typ{c.types["Update"]}, raw)
}

// checkResult holds the serialized result of a method against the schema.
func (c *schema) checkResult(name string, raw []byte) []string {
	return c.check("result of "+name, c.methods[name].returns, raw)
}

func (c *schema) check(what string, types []*typ, raw []byte) []string {
	at := cursor{src: raw}
	if m := at.value(types, nil); m != nil {
		return []string{what + ": " + m.Error()}
	}
	return nil
}

// checkRequest holds the parameters of a call against the schema. They are texts; whatever is neither text nor number nor
// boolean is JSON inside the text.
func (c *schema) checkRequest(name string, p params) []string {
	m, ok := c.methods[name]
	if !ok {
		return []string{fmt.Sprintf("%s: no such method", name)}
	}
	var found []string
	for _, key := range m.required {
		if p[key] == "" {
			found = append(found, fmt.Sprintf("%s: required parameter %q is missing", name, key))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(p)) {
		f, known := m.params[key]
		switch {
		case !known && !legacyParams[key]:
			found = append(found, fmt.Sprintf("%s: unknown parameter %q", name, key))
		case !known, p[key] == "", p[key] == "null" && nullParams[key]:
		default:
			if err := f.checkText(p[key]); err != nil {
				found = append(found, fmt.Sprintf("%s: parameter %q: %v", name, key, err))
			}
		}
	}
	return found
}

// checkText holds a parameter in its text form against its types.
func (f *field) checkText(text string) error {
	var last error
	var structured []*typ
	for _, t := range f.types {
		if t.shape > shapeFile {
			structured = append(structured, t)
			continue
		}
		if last = t.checkText(text, f.enum); last == nil {
			return nil
		}
	}
	if len(structured) == 0 {
		return last
	}
	if !json.Valid([]byte(text)) {
		return fmt.Errorf("%q is no JSON", text)
	}
	at := cursor{src: []byte(text)}
	if m := at.value(structured, f.enum); m != nil {
		return m
	}
	return nil
}

// checkText holds a text against a type that is written plainly.
func (t *typ) checkText(text string, enum []string) error {
	switch t.shape {
	case shapeNumber:
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			return fmt.Errorf("%q is no number", text)
		}
	case shapeBoolean:
		if text != "true" && text != "false" {
			return fmt.Errorf("%q is no boolean", text)
		}
	}
	if len(enum) > 0 && !slices.Contains(enum, text) {
		return fmt.Errorf("%q is none of %q", text, enum)
	}
	return nil
}
