package evening

import (
	"time"

	"mafiabot/engine"
	"mafiabot/engine/sparring"
)

// Evenings of pairs: two people on every seat (T95).

// Mates are the names of those who come as partners, in the order of Nicks.
var Mates = [engine.MaxSeats]string{
	"Кит", "Рысь", "Ласка", "Енот", "Филин", "Стриж", "Волк", "Фея", "Сокол", "Бобр",
	"Уж", "Джек", "Зубр", "Пуля", "Ника",
}

// nicks are the names of all who come.
func (e *Evening) nicks() []string {
	nicks := Nicks[:e.o.Seats:e.o.Seats]
	if e.o.Pairs {
		nicks = append(nicks, Mates[:e.o.Seats]...)
	}
	return nicks
}

// besides is what somebody does in the lobby who has a partner: he sits down beside him
// if he is there, or waits for him if he is to come as the partner.
func (e *Evening) besides(p *person, v engine.View, alone []sparring.Intent) []sparring.Intent {
	if _, lobby := v.Stage.(engine.Lobby); !lobby {
		return alone
	}
	for i, at := range v.Table {
		if at != 0 && at == p.mate.player && v.Mates[i] == 0 {
			if p.asks == v.Window {
				return nil
			}
			p.asks = v.Window
			after := time.Duration(2000+300*p.number) * time.Millisecond
			return []sparring.Intent{{After: after, Act: engine.Pair{With: at}}}
		}
	}
	if p.comes {
		return nil
	}
	return alone
}
