package tgtest

import (
	"encoding/json"
	"strconv"
	"strings"
)

const (
	maxAbout      = 512 // code points of the bot's description
	maxShortAbout = 120 // of its short description
)

// The methods that say what Telegram shows of the bot. The wording of a refusal for a text that is too long is this
// package's own: nothing documents it.
func init() {
	handlers["deleteMyCommands"] = (*Server).deleteMyCommands
	handlers["setMyDescription"] = about("description", maxAbout)
	handlers["getMyDescription"] = aboutNow("description")
	handlers["setMyShortDescription"] = about("short_description", maxShortAbout)
	handlers["getMyShortDescription"] = aboutNow("short_description")
	handlers["setChatMenuButton"] = (*Server).setChatMenuButton
	handlers["getChatMenuButton"] = (*Server).getChatMenuButton
}

// deleteMyCommands takes the list of a scope and a language away.
func (s *Server) deleteMyCommands(p params) (any, *failure) {
	key, fail := s.commandScope(p)
	if fail != nil {
		return nil, fail
	}
	delete(s.commands, key)
	return true, nil
}

// aboutKey is where a description is kept, in a language.
func (p params) aboutKey(what string) (string, *failure) {
	if !languageCode(p.text("language_code")) {
		return "", badRequest("invalid language code specified")
	}
	return what + " " + p.text("language_code"), nil
}

func about(what string, longest int) func(*Server, params) (any, *failure) {
	return func(s *Server, p params) (any, *failure) {
		key, fail := p.aboutKey(what)
		if fail != nil {
			return nil, fail
		}
		if length(p.text(what)) > longest {
			return nil, badRequest(what + " is too long")
		}
		s.commands[key] = encode(map[string]string{what: p.text(what)})
		return true, nil
	}
}

func aboutNow(what string) func(*Server, params) (any, *failure) {
	return func(s *Server, p params) (any, *failure) {
		key, fail := p.aboutKey(what)
		if fail != nil {
			return nil, fail
		}
		for _, key := range []string{key, what + " "} {
			if text, ok := s.commands[key]; ok {
				return text, nil
			}
		}
		return map[string]string{what: ""}, nil
	}
}

// setChatMenuButton sets the button beside the text field of one private chat, or of all.
func (s *Server) setChatMenuButton(p params) (any, *failure) {
	key, fail := s.menuButtonKey(p)
	if fail != nil {
		return nil, fail
	}
	button := struct {
		Type string `json:"type"`
	}{"default"}
	if text := p.text("menu_button"); text != "" {
		if err := json.Unmarshal([]byte(text), &button); err != nil {
			return nil, badRequest("can't parse menu button: expected an Object")
		}
	}
	switch button.Type {
	case "default", "commands":
	default:
		return nil, badRequest("can't parse menu button: Unsupported type specified")
	}
	s.commands[key] = encode(button)
	return true, nil
}

// getChatMenuButton tells the button of one private chat, or of all.
func (s *Server) getChatMenuButton(p params) (any, *failure) {
	key, fail := s.menuButtonKey(p)
	if fail != nil {
		return nil, fail
	}
	for _, key := range []string{key, "button"} {
		if button, ok := s.commands[key]; ok {
			return button, nil
		}
	}
	return map[string]string{"type": "default"}, nil
}

func (s *Server) menuButtonKey(p params) (string, *failure) {
	if !p.has("chat_id") {
		return "button", nil
	}
	c, fail := s.open(p)
	if fail != nil {
		return "", fail
	}
	if c.peer == nil {
		return "", badRequest("chat not found")
	}
	return "button " + strconv.FormatInt(c.ID, 10), nil
}

// CommandsFor is the list of commands that a person sees in a chat: of the narrowest scope that has one, in his language
// if there is one in it.
func (s *Server) CommandsFor(u *User, c *Chat) (names []string) {
	s.enter()
	defer s.mu.Unlock()
	in := " " + strconv.FormatInt(c.ID, 10) + " "
	scopes := []string{"chat_member %" + in + strconv.FormatInt(u.ID, 10), "chat %" + in + "0", "all_group_chats %", "default %"}
	switch {
	case c.peer != nil:
		scopes = []string{"chat %" + in + "0", "all_private_chats %", "default %"}
	case c.standing(u).leads():
		scopes = append([]string{scopes[0], "chat_administrators %" + in + "0", scopes[1], "all_chat_administrators %"}, scopes[2:]...)
	}
	for _, scope := range scopes {
		for _, language := range []string{u.Language, ""} {
			var list []wireCommand
			key := strings.Replace(scope, "%", language, 1)
			if raw, ok := s.commands[key]; ok && json.Unmarshal(raw, &list) == nil && len(list) > 0 {
				for _, item := range list {
					names = append(names, item.Command)
				}
				return names
			}
		}
	}
	return nil
}
