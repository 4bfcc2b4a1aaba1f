package bot

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"mafiabot/engine"
	"mafiabot/storage"
)

// Press is what a button's data claims: a command, in a game, for a window. Who
// presses comes from Telegram, whether it is allowed from the engine.
type Press struct {
	Kind    string
	Game    storage.GameID
	Window  uint32
	Command engine.Command
}

// maxData is the length in bytes that a button's data never exceeds; Telegram
// takes 64.
const maxData = 46

// The kinds of buttons. A kind, once shown, keeps its meaning.
var pressed = map[string]func(arg uint64) engine.Command{
	"join":  func(uint64) engine.Command { return engine.Join{} },
	"leave": func(uint64) engine.Command { return engine.Leave{} },
	"pair":  func(n uint64) engine.Command { return engine.Pair{With: engine.Player(n)} },
	"lot":   func(uint64) engine.Command { return engine.DrawLot{} },
	"ready": func(uint64) engine.Command { return engine.SayReady{} },
	"draw":  func(uint64) engine.Command { return engine.Draw{} },
	"take":  func(uint64) engine.Command { return engine.TakeCard{} },
	"pick":  func(n uint64) engine.Command { return engine.PickOrder{Night: uint8(n)} },
	"order": func(n uint64) engine.Command { return engine.Order{Target: engine.Seat(n)} },
	"don":   func(uint64) engine.Command { return engine.ShowDon{} },
	"aim":   func(n uint64) engine.Command { return engine.Aim{Target: engine.Seat(n)} },
	"fire":  func(uint64) engine.Command { return engine.Fire{} },
	"shot":  func(n uint64) engine.Command { return engine.FireAt{Shown: engine.Seat(n)} },
	"check": func(n uint64) engine.Command { return engine.Check{Target: engine.Seat(n)} },
	"nom":   func(n uint64) engine.Command { return engine.Nominate{Seat: engine.Seat(n)} },
	"mask":  func(uint64) engine.Command { return engine.Mask{} },
	"touch": func(uint64) engine.Command { return engine.Touch{} },
	"back":  func(uint64) engine.Command { return engine.Withdraw{} },
	"fouls": func(uint64) engine.Command { return engine.AskFouls{} },
	"pass":  func(uint64) engine.Command { return engine.Pass{} },
	"vote":  func(n uint64) engine.Command { return engine.Vote{Seat: engine.Seat(n)} },
	"raise": func(uint64) engine.Command { return engine.Raise{} },
	"begin": func(uint64) engine.Command { return engine.Begin{} },
	"stop":  func(uint64) engine.Command { return engine.AgreeStop{} },
	"on":    func(uint64) engine.Command { return engine.Continue{} },
	"move":  func(n uint64) engine.Command { return engine.PickMove{Seat: engine.Seat(n)} },
	"moved": func(uint64) engine.Command { return engine.RecordMove{} },
	"plea":  func(n uint64) engine.Command { return engine.VoteProtest{Yes: n == 1} },
	"card":  func(n uint64) engine.Command { return engine.Answer{Ruling: rulingOf(n)} },
	"best":  func(n uint64) engine.Command { return engine.NameBest{Seat: engine.Seat(n)} },
	"likes": func(n uint64) engine.Command { return engine.VoteBest{Seat: engine.Seat(n)} },
}

// kindOf returns the kind of a command's button, its argument, and whether it
// is one of a row of seats.
func kindOf(c engine.Command) (kind string, arg uint64, seats bool) {
	switch c := c.(type) {
	case engine.Join:
		return "join", 0, false
	case engine.Leave:
		return "leave", 0, false
	case engine.Pair:
		return "pair", uint64(c.With), false
	case engine.DrawLot:
		return "lot", 0, false
	case engine.SayReady:
		return "ready", 0, false
	case engine.Draw:
		return "draw", 0, false
	case engine.TakeCard:
		return "take", 0, false
	case engine.PickOrder:
		return "pick", uint64(c.Night), false
	case engine.Order:
		return "order", uint64(c.Target), true
	case engine.ShowDon:
		return "don", 0, false
	case engine.Aim:
		return "aim", uint64(c.Target), true
	case engine.Fire:
		return "fire", 0, false
	case engine.FireAt:
		return "shot", uint64(c.Shown), false
	case engine.Check:
		return "check", uint64(c.Target), true
	case engine.Nominate:
		return "nom", uint64(c.Seat), true
	case engine.Mask:
		return "mask", 0, false
	case engine.Touch:
		return "touch", 0, false
	case engine.AskFouls:
		return "fouls", 0, false
	case engine.Withdraw:
		return "back", 0, false
	case engine.Pass:
		return "pass", 0, false
	case engine.Vote:
		return "vote", uint64(c.Seat), false
	case engine.Raise:
		return "raise", 0, false
	case engine.Begin:
		return "begin", 0, false
	case engine.AgreeStop:
		return "stop", 0, false
	case engine.Continue:
		return "on", 0, false
	case engine.PickMove:
		return "move", uint64(c.Seat), true
	case engine.RecordMove:
		return "moved", 0, false
	case engine.VoteProtest:
		if c.Yes {
			return "plea", 1, false
		}
		return "plea", 0, false
	case engine.Answer:
		return "card", numberOf(c.Ruling), false
	case engine.NameBest:
		return "best", uint64(c.Seat), true
	case engine.VoteBest:
		return "likes", uint64(c.Seat), false
	}
	return "", 0, false
}

// buttonData writes kind.game.window[.arg], numbers in base 36.
func buttonData(game storage.GameID, window uint32, c engine.Command) string {
	kind, arg, _ := kindOf(c)
	data := kind + "." + strconv.FormatUint(uint64(game), 36) + "." + strconv.FormatUint(uint64(window), 36)
	if arg != 0 {
		data += "." + strconv.FormatUint(arg, 36)
	}
	return data
}

// ParseButton reads a button's data. It refuses everything that no button of
// ours could carry.
func ParseButton(data string) (Press, bool) {
	parts := strings.Split(data, ".")
	if len(data) > maxData || len(parts) < 3 || len(parts) > 4 {
		return Press{}, false
	}
	game, err1 := strconv.ParseUint(parts[1], 36, 64)
	window, err2 := strconv.ParseUint(parts[2], 36, 32)
	arg, err3 := uint64(0), error(nil)
	if len(parts) == 4 {
		arg, err3 = strconv.ParseUint(parts[3], 36, 8)
	}
	make := pressed[parts[0]]
	if err1 != nil || err2 != nil || err3 != nil || make == nil {
		return Press{}, false
	}
	p := Press{Kind: parts[0], Game: storage.GameID(game), Window: uint32(window), Command: make(arg)}
	if answer, ok := p.Command.(engine.Answer); ok {
		answer.Card = p.Window
		p.Command = answer
	}
	if buttonData(p.Game, p.Window, p.Command) != data {
		return Press{}, false
	}
	return p, true
}

type button struct {
	Text string `json:"text"`
	Data string `json:"callback_data,omitempty"`
	URL  string `json:"url,omitempty"`
}

// seatsInRow is how many seat buttons stand in a row: five are wide enough for
// a thumb on a phone. Others stand three in a row; a label of a whole sentence has the
// row to itself.
const (
	seatsInRow  = 5
	othersInRow = 3
	longLabel   = 20
)

// keyboard lays the options out: seats in rows of their own, the rest in between.
func keyboard(options []engine.Command, make func(engine.Command) button) string {
	var rows [][]button
	lastKind := ""
	for _, c := range options {
		kind, _, seats := kindOf(c)
		if !seats && kind != "pair" { // who has no partner stands in rows of his own
			kind = ""
		}
		b, width := make(c), othersInRow
		switch {
		case utf8.RuneCountInString(b.Text) > longLabel:
			width = 1
		case seats:
			width = seatsInRow
		}
		if n := len(rows); n == 0 || len(rows[n-1]) >= width || kind != lastKind {
			rows = append(rows, nil)
		}
		last := &rows[len(rows)-1]
		*last = append(*last, b)
		lastKind = kind
	}
	return markup(rows)
}

// markup writes an inline keyboard; no rows take the buttons off a message.
func markup(rows [][]button) string {
	if rows == nil {
		rows = [][]button{}
	}
	b, err := json.Marshal(map[string][][]button{"inline_keyboard": rows})
	if err != nil {
		return `{"inline_keyboard":[]}` // strings always marshal
	}
	return string(b)
}
