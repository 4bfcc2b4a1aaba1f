package tgtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

const (
	rowCap      = 12  // buttons of a row; the rest is dropped
	keyboardCap = 300 // buttons of a keyboard; the rest is dropped
)

// keyboard is a reply_markup after reading.
type keyboard struct {
	inline *wireMarkup // nil if there is none
	other  bool        // it is a reply keyboard, its removal, or a forced reply
}

// buttons is the keyboard as people see it.
func (k keyboard) buttons() [][]Button {
	if k.inline == nil {
		return nil
	}
	rows := make([][]Button, len(k.inline.Rows))
	for i, row := range k.inline.Rows {
		for _, b := range row {
			rows[i] = append(rows[i], Button{Text: b.Text, Data: b.Data, URL: b.URL})
		}
	}
	return rows
}

// fits checks what Telegram's core checks of a keyboard.
func (k keyboard) fits() *failure {
	if k.inline == nil {
		return nil
	}
	for _, row := range k.inline.Rows {
		for _, b := range row {
			if len(b.Data) > maxData {
				return badRequest("BUTTON_DATA_INVALID")
			}
		}
	}
	return nil
}

// equal says whether two keyboards are the same to the last field.
func (m *wireMarkup) equal(other *wireMarkup) bool {
	if m == nil || other == nil {
		return m == other
	}
	return bytes.Equal(encode(m), encode(other))
}

// readMarkup reads a reply_markup.
func readMarkup(raw string) (keyboard, *failure) {
	if raw == "" {
		return keyboard{}, nil
	}
	if !json.Valid([]byte(raw)) {
		return keyboard{}, badRequest("can't parse reply keyboard markup JSON object")
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &object); err != nil || object == nil {
		return keyboard{}, badRequest("object expected as reply markup")
	}
	rows, ok := object["inline_keyboard"]
	if !ok {
		_, isKeyboard := object["keyboard"]
		other := isKeyboard || yesJSON(object["remove_keyboard"]) || yesJSON(object["force_reply"])
		return keyboard{other: other}, nil
	}
	markup, fail := readRows(rows)
	if fail != nil || len(markup.Rows) == 0 {
		return keyboard{}, fail
	}
	markup.ForceReply = yesJSON(object["force_reply"])
	return keyboard{inline: markup}, nil
}

func yesJSON(raw json.RawMessage) bool { return string(raw) == "true" }

// readRows reads the rows of an inline keyboard; empty rows are dropped.
func readRows(raw json.RawMessage) (*wireMarkup, *failure) {
	if raw[0] != '[' {
		return nil, badRequest(`field "inline_keyboard" must be of type Array`)
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(raw, &rows); err != nil {
		return nil, badRequest("can't parse reply keyboard markup JSON object")
	}
	markup, total := &wireMarkup{}, 0
	for _, row := range rows {
		var buttons []json.RawMessage
		if row[0] != '[' || json.Unmarshal(row, &buttons) != nil {
			return nil, badRequest(`field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays`)
		}
		var out []wireButton
		for _, button := range buttons {
			b, err := readButton(button)
			if err != nil {
				return nil, badRequest("can't parse inline keyboard button: " + err.Error())
			}
			if b.URL != "" {
				if why := wrongURL(b.URL); why != "" {
					return nil, badRequest(fmt.Sprintf("inline keyboard button URL '%s' is invalid: %s", b.URL, why))
				}
			}
			if len(out) < rowCap && total < keyboardCap {
				out = append(out, b)
				total++
			}
		}
		if len(out) > 0 {
			markup.Rows = append(markup.Rows, out)
		}
	}
	return markup, nil
}

// apiError is a message in the words of the official server, which start with a capital inside other messages.
type apiError string

// Error returns the message.
func (e apiError) Error() string { return string(e) }

// readButton reads one button. Wrong types are told field by field like the official server does.
func readButton(raw json.RawMessage) (wireButton, error) {
	var b wireButton
	var object map[string]json.RawMessage
	if raw[0] != '{' || json.Unmarshal(raw, &object) != nil {
		return b, apiError("InlineKeyboardButton must be an Object")
	}
	if _, ok := object["text"]; !ok {
		return b, apiError(`Can't find field "text"`)
	}
	for _, field := range []struct {
		name string
		to   *string
	}{
		{"text", &b.Text}, {"icon_custom_emoji_id", &b.Icon}, {"style", &b.Style}, {"url", &b.URL}, {"callback_data", &b.Data},
	} {
		value, ok := object[field.name]
		if !ok {
			continue
		}
		if value[0] == '-' || value[0] >= '0' && value[0] <= '9' {
			*field.to = string(value)
		} else if value[0] != '"' || json.Unmarshal(value, field.to) != nil {
			return b, apiError(fmt.Sprintf("Field %q must be of type String", field.name))
		}
	}
	if b.Style != "" && !slices.Contains([]string{"danger", "success", "primary"}, b.Style) {
		return b, apiError("invalid button style specified")
	}
	rest := false
	for name, to := range map[string]*json.RawMessage{
		"web_app": &b.WebApp, "login_url": &b.Login, "copy_text": &b.Copy, "callback_game": &b.Game, "disabled": &b.Disabled,
		"switch_inline_query": &b.Switch, "switch_inline_query_current_chat": &b.Here, "switch_inline_query_chosen_chat": &b.Chosen,
	} {
		if value, ok := object[name]; ok {
			*to, rest = value, true
		}
	}
	b.Pay = yesJSON(object["pay"])
	if b.URL == "" && b.Data == "" && !rest && !b.Pay {
		return b, apiError("Text buttons are unallowed in the inline keyboard")
	}
	return b, nil
}

// wrongURL says what is wrong with a link, or nothing. A link without a scheme is taken as http.
func wrongURL(link string) string {
	if !strings.Contains(link, "://") {
		link = "http://" + link
	}
	u, err := url.Parse(link)
	if err != nil {
		return "Wrong HTTP URL"
	}
	switch strings.ToLower(u.Scheme) {
	case "tg", "ton":
		return ""
	case "http", "https":
		if host := u.Hostname(); host != "localhost" && !strings.Contains(strings.Trim(host, "."), ".") {
			return "Wrong HTTP URL"
		}
		return ""
	}
	return "Unsupported URL protocol"
}
