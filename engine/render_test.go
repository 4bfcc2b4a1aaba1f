package engine_test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"mafiabot/engine"
)

// unseen are the events of bookkeeping: a transcript is about the game.
var unseen = map[string]bool{"opened": true, "foul_noticed": true, "nominations_told": true, "spoke": true, "parting_told": true, "seen_acting": true}

// seatList writes seats as "1-4,8".
func seatList(s engine.Seats) string {
	var parts []string
	for n := engine.Seat(1); n <= engine.MaxSeats; n++ {
		if !s.Has(n) {
			continue
		}
		last := n
		for s.Has(last+1) && last < engine.MaxSeats {
			last++
		}
		switch {
		case last == n:
			parts = append(parts, strconv.Itoa(int(n)))
		default:
			parts = append(parts, fmt.Sprintf("%d-%d", n, last))
		}
		n = last
	}
	return strings.Join(parts, ",")
}

// roleNames are the cards in transcripts.
var roleNames = map[engine.Role]string{engine.Citizen: "citizen", engine.Sheriff: "sheriff", engine.Mafia: "mafia", engine.Don: "don"}

// verdictNames are the results in transcripts.
var verdictNames = map[engine.Verdict]string{engine.RedWin: "red", engine.BlackWin: "black", engine.DrawnGame: "draw", engine.Stopped: "stopped"}

// value writes one field of an event.
func value(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case engine.Seats:
		return seatList(x)
	case engine.List:
		var parts []string
		for _, s := range x[:x.Len()] {
			parts = append(parts, strconv.Itoa(int(s)))
		}
		return strings.Join(parts, ",")
	case engine.Role:
		return roleNames[x]
	case engine.Verdict:
		return verdictNames[x]
	case engine.Key:
		return "…"
	case engine.Ruleset:
		return x.Name
	}
	if v.Kind() != reflect.Array {
		return fmt.Sprint(v.Interface())
	}
	var parts []string
	for i := range v.Len() {
		if e := v.Index(i); !e.IsZero() {
			parts = append(parts, fmt.Sprintf("%d:%s", i, value(e)))
		}
	}
	return strings.Join(parts, ",")
}

// fact writes an event: its kind and its fields that are not zero, without
// instants and message ids.
func fact(e engine.Event) string {
	out := e.Kind()
	v := reflect.ValueOf(e)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case v.Field(i).IsZero(), f.Name == "At", f.Name == "Mark", f.Name == "Date", f.Name == "Window":
		case f.Type.Kind() == reflect.Bool:
			out += " " + name
		default:
			out += " " + name + "=" + value(v.Field(i))
		}
	}
	return out
}

// buttons writes the options of a message: how many of what.
func buttons(options []engine.Command) string {
	var names []string
	count := map[string]int{}
	for _, c := range options {
		name := strings.ToLower(reflect.TypeOf(c).Name())
		if count[name] == 0 {
			names = append(names, name)
		}
		count[name]++
	}
	for i, name := range names {
		if count[name] > 1 {
			names[i] = fmt.Sprintf("%s×%d", name, count[name])
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " [" + strings.Join(names, " ") + "]"
}

// line is one fact and who heard it.
type line struct {
	event  engine.Event
	text   string
	told   engine.Seats
	table  bool
	person engine.Player
}

// lines writes what a command led to: who heard what, then what nobody was told.
func lines(events []engine.Event, effects []engine.Effect) []string {
	var all []*line
	var strikes int
	for _, e := range events {
		if !unseen[e.Kind()] {
			all = append(all, &line{event: e, text: fact(e)})
		}
	}
	own := len(all)
	for _, f := range effects {
		say, ok := f.(engine.Say)
		if _, strike := f.(engine.Strike); strike {
			strikes++
		}
		if !ok {
			continue
		}
		text := fact(say.Fact)
		into := hearer(all[:own], all[own:], say, text)
		if into == nil {
			into = &line{text: text + buttons(say.Options)}
			all = append(all, into)
		}
		if into.event != nil && !strings.HasSuffix(into.text, "]") {
			into.text += buttons(say.Options)
		}
		into.table = into.table || say.To.Table
		into.told |= say.To.Seats
		into.person = max(into.person, say.To.Player)
	}
	return written(all, strikes)
}

// hearer finds the line of the event that a message is about, else the line of
// other messages of the same words.
func hearer(events, others []*line, say engine.Say, text string) *line {
	for _, l := range events {
		heard := l.table || l.told != 0
		if l.event == say.Fact && (!heard || l.table == say.To.Table && l.text == text+buttons(say.Options)) {
			return l
		}
	}
	for _, l := range others {
		if l.text == text+buttons(say.Options) && l.table == say.To.Table {
			return l
		}
	}
	return nil
}

func written(all []*line, strikes int) []string {
	var out []string
	if strikes > 0 {
		out = append(out, "strike")
	}
	for _, l := range all {
		switch {
		case l.table:
			out = append(out, "table: "+l.text)
		case l.told != 0 && l.person != 0:
			out = append(out, fmt.Sprintf("@%s and person %d: %s", seatList(l.told), l.person, l.text))
		case l.told != 0:
			out = append(out, "@"+seatList(l.told)+": "+l.text)
		case l.person != 0:
			out = append(out, fmt.Sprintf("person %d: %s", l.person, l.text))
		default:
			out = append(out, "log: "+l.text)
		}
	}
	return out
}
