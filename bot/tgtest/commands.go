package tgtest

import (
	"encoding/json"
	"strconv"
	"strings"
)

const (
	maxCommand     = 32  // code points of a command
	maxDescription = 256 // code points of its description
)

// wireCommand is a command of the bot's menu.
type wireCommand struct {
	Command     string `json:"command"`
	Description string `json:"description"`
	Ephemeral   bool   `json:"is_ephemeral,omitempty"`
}

// setMyCommands sets the bot's list of commands for a scope and a language.
func (s *Server) setMyCommands(p params) (any, *failure) {
	list, fail := readCommands(p.text("commands"))
	if fail != nil {
		return nil, fail
	}
	key, fail := s.commandScope(p)
	if fail != nil {
		return nil, fail
	}
	s.commands[key] = encode(list)
	return true, nil
}

// getMyCommands tells the list that was set for exactly this scope and language.
func (s *Server) getMyCommands(p params) (any, *failure) {
	key, fail := s.commandScope(p)
	if fail != nil {
		return nil, fail
	}
	if list, ok := s.commands[key]; ok {
		return list, nil
	}
	return []wireCommand{}, nil
}

// readCommands reads a list of commands.
func readCommands(text string) ([]wireCommand, *failure) {
	if !json.Valid([]byte(text)) {
		return nil, badRequest("can't parse commands JSON object")
	}
	var items []json.RawMessage
	if err := json.Unmarshal([]byte(text), &items); err != nil || items == nil {
		return nil, badRequest("expected an Array of BotCommand")
	}
	list := []wireCommand{}
	for _, raw := range items {
		var c wireCommand
		if err := json.Unmarshal(raw, &c); err != nil || raw[0] != '{' {
			return nil, badRequest("can't parse BotCommand: expected an Object")
		}
		c.Command, c.Description = strings.TrimSpace(strings.TrimPrefix(c.Command, "/")), strings.TrimSpace(c.Description)
		switch {
		case c.Command == "":
			return nil, badRequest("command must be non-empty")
		case length(c.Command) > maxCommand:
			return nil, badRequest("command length must not exceed " + strconv.Itoa(maxCommand))
		case c.Description == "":
			return nil, badRequest("command description must be non-empty")
		case length(c.Description) > maxDescription:
			return nil, badRequest("command description length must not exceed " + strconv.Itoa(maxDescription))
		case strings.ContainsFunc(c.Command, func(r rune) bool { return !secretRune(r) || r == '-' || r >= 'A' && r <= 'Z' }):
			return nil, badRequest("BOT_COMMAND_INVALID")
		}
		list = append(list, c)
	}
	return list, nil
}

// languageCode reports whether a text names a language, or none.
func languageCode(code string) bool {
	return code == "" || len(code) == 2 && strings.Trim(code, "abcdefghijklmnopqrstuvwxyz") == ""
}

// commandScope is the key of a list of commands.
func (s *Server) commandScope(p params) (string, *failure) {
	language := p.text("language_code")
	if !languageCode(language) {
		return "", badRequest("invalid language code specified")
	}
	scope := struct {
		Type string          `json:"type"`
		Chat json.RawMessage `json:"chat_id"`
		User int64           `json:"user_id"`
	}{Type: "default"}
	if text := p.text("scope"); text != "" {
		if err := json.Unmarshal([]byte(text), &scope); err != nil {
			return "", badRequest("can't parse BotCommandScope: expected an Object")
		}
	}
	key := scope.Type + " " + language
	switch scope.Type {
	case "default", "all_private_chats", "all_group_chats", "all_chat_administrators":
		return key, nil
	case "chat", "chat_administrators", "chat_member":
	default:
		return "", badRequest("can't parse BotCommandScope: Unsupported type specified")
	}
	chat := params{"chat_id": strings.Trim(string(scope.Chat), `"`)}
	if !chat.has("chat_id") {
		return "", badRequest("can't parse BotCommandScope: Empty chat_id specified")
	}
	if scope.Type == "chat_member" && scope.User <= 0 {
		return "", badRequest("can't parse BotCommandScope: Invalid user_id specified")
	}
	if _, fail := s.open(chat); fail != nil {
		return "", fail
	}
	return key + " " + chat.text("chat_id") + " " + strconv.FormatInt(scope.User, 10), nil
}
