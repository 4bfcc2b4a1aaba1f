package tgtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// params are the parameters of a call in text form, whatever form they came in.
type params map[string]string

func (p params) has(name string) bool { return p[name] != "" }

func (p params) text(name string) string { return p[name] }

// yes reads a boolean the way the official server does.
func (p params) yes(name string) bool {
	switch strings.ToLower(strings.TrimSpace(p[name])) {
	case "true", "yes", "1":
		return true
	}
	return false
}

// number reads an integer leniently: leading digits count, garbage is 0, and what does not fit is clamped.
func (p params) number(name string) int64 {
	text := strings.TrimSpace(p[name])
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || end == 0 && text[0] == '-') {
		end++
	}
	n, err := strconv.ParseInt(text[:end], 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return min(max(n, math.MinInt32), math.MaxInt32)
}

// id reads a 64-bit integer strictly.
func (p params) id(name string) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(p[name]), 10, 64)
	return n, err == nil
}

// readParams collects the parameters from the query and the body; of two with one name the first counts.
func readParams(req *http.Request) (params, *failure) {
	p := params{}
	if req.URL.RawQuery != "" {
		query, _ := url.ParseQuery(req.URL.RawQuery) // what can be read counts
		p.addAll(query)
	}
	if req.Body != nil && req.Body != http.NoBody {
		body, err := io.ReadAll(io.LimitReader(req.Body, maxParams+1))
		if err != nil || len(body) > maxParams {
			return nil, errTooMuch
		}
		p.addBody(req.Header.Get("Content-Type"), body)
	}
	total := 0
	for key, value := range p {
		total += len(key) + len(value)
	}
	if total > maxParams {
		return nil, errTooMuch
	}
	return p, nil
}

func (p params) add(key, value string) {
	if _, taken := p[key]; !taken {
		p[key] = value
	}
}

func (p params) addAll(values url.Values) {
	for key, all := range values {
		p.add(key, all[0])
	}
}

// addBody reads a body by its content type; an unreadable one is ignored, and the method finds its parameters missing.
func (p params) addBody(contentType string, body []byte) {
	kind, details, err := mime.ParseMediaType(contentType)
	if err != nil {
		return
	}
	switch kind {
	case "application/x-www-form-urlencoded":
		form, _ := url.ParseQuery(string(body)) // what can be read counts
		p.addAll(form)
	case "multipart/form-data":
		p.addParts(multipart.NewReader(bytes.NewReader(body), details["boundary"]))
	case "application/json":
		p.addJSON(body)
	}
}

func (p params) addParts(parts *multipart.Reader) {
	for {
		part, err := parts.NextPart()
		if err != nil {
			return
		}
		value, err := io.ReadAll(part)
		if err != nil {
			return
		}
		if part.FileName() == "" {
			p.add(part.FormName(), string(value))
		}
	}
}

// addJSON takes the fields of an object: a string as it is, anything else as its JSON.
func (p params) addJSON(body []byte) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(body, &object); err != nil {
		return
	}
	for key, raw := range object {
		var text string
		if raw[0] != '"' {
			text = string(raw)
		} else if err := json.Unmarshal(raw, &text); err != nil {
			continue
		}
		p.add(key, text)
	}
}
