package messages

import (
	"fmt"
	"slices"
	"strings"

	"mafiabot/engine"
)

// writer puts the facts of one moment together for one reader.
type writer struct {
	b     *Book
	v     engine.View
	names Names
	x     Extra
	facts []engine.Event
	at    int // the fact being told
	out   strings.Builder
	open  bool // the last line may go on

	plain  engine.Ruleset    // in /rules: the preset that the ruleset was made from
	turned bool              // in /rules: the ruleset is not that preset as it stands
	values map[string]string // in /rules: the knobs that have been read
}

// line says a phrase in a line of its own.
func (w *writer) line(key string, a args) {
	w.begin(key, a)
	w.open = false
}

// begin says a phrase in a new line that may go on.
func (w *writer) begin(key string, a args) {
	w.open = false
	w.goOn(key, a)
}

// goOn says a phrase in the line before, if that may go on.
func (w *writer) goOn(key string, a args) {
	text := w.say(key, a)
	if text == "" {
		return
	}
	switch {
	case w.out.Len() == 0:
	case w.open:
		w.out.WriteByte(' ')
	default:
		w.out.WriteByte('\n')
	}
	w.out.WriteString(text)
	w.open = true
}

func (w *writer) say(key string, a args) string { return w.b.say(w.v.Rules.Vocabulary, key, a) }

// why says the phrase of a reason, or the general one with the reason's text.
func (w *writer) why(key string, why engine.Reason, a args) string {
	if special := key + "." + string(why); w.b.has(w.v.Rules.Vocabulary, special) {
		return special
	}
	a["reason"] = w.reason(why)
	return key
}

// whys is why where there can be more reasons than one; the special phrases name
// the first.
func (w *writer) whys(key string, e engine.Removed, a args) string {
	key = w.why(key, e.Why, a)
	a["reason"] = w.causes(engine.Fouled{Why: e.Why, Also: e.Also, Said: e.Said, Edited: e.Edited})
	return key
}

// causes says all reasons of a foul, a comma between two. The first that is of words
// has behind it the words that were heard, unless they are its own or may not be
// repeated; and an edit is called one (G3, G4, G8).
func (w *writer) causes(f engine.Fouled) string {
	if f.Why == engine.JudgesWord && f.Said != "" {
		return w.say("judged", args{"said": f.Said})
	}
	all := w.reasonList(f.Why, f.Also)
	keys := append([]engine.Reason{f.Why}, slices.Collect(f.Also.All())...)
	i := slices.IndexFunc(keys, engine.Reason.OfWords)
	if i >= 0 && f.Said != "" && keys[i].Repeatable() && !contains(all[i], f.Said) {
		key := "quoted"
		if f.Edited {
			key = "quoted.edited"
		}
		all[i] = w.say(key, args{"reason": all[i], "said": f.Said})
		f.Edited = false
	}
	text := strings.Join(all, ", ")
	if f.Edited {
		return w.say("edited", args{"reason": text})
	}
	return text
}

// contains reports whether a reason's own text has the words that were heard.
func contains(reason, said string) bool {
	plain := strings.NewReplacer("ё", "е")
	return strings.Contains(plain.Replace(strings.ToLower(reason)), plain.Replace(strings.ToLower(said)))
}

func (w *writer) reasonList(why engine.Reason, also engine.Reasons) []string {
	all := []string{w.reason(why)}
	for more := range also.All() {
		all = append(all, w.reason(more))
	}
	return all
}

func (w *writer) reason(why engine.Reason) string { return w.say("reason."+string(why), nil) }

// before returns the fact before the one being told, next the fact after it; nil
// at the ends.
func (w *writer) before() engine.Event {
	if w.at == 0 {
		return nil
	}
	return w.facts[w.at-1]
}

func (w *writer) next() engine.Event {
	if w.at+1 == len(w.facts) {
		return nil
	}
	return w.facts[w.at+1]
}

// called names a seat for a phrase: its number and the nick beside it.
func (w *writer) called(s engine.Seat) args {
	return args{"seat": int(s), "nick": w.nick(s)}
}

func (w *writer) nick(s engine.Seat) string { return w.names(w.v.Chairs[s].Main) }

// length says how long a window is.
func (w *writer) length(seconds int) string {
	switch {
	case seconds == 60:
		return w.say("length.minute", nil)
	case seconds > 0 && seconds%60 == 0:
		return w.say("length.minutes", args{"n": seconds / 60})
	}
	return w.seconds(seconds)
}

// span says how long something lasts, as it stands after «на» or «жду»: roughly,
// if it is long.
func (w *writer) span(seconds int) string {
	key, n := "span.seconds", seconds
	switch {
	case seconds >= 7200:
		key, n = "span.hours", (seconds+1800)/3600
	case seconds >= 120:
		key, n = "span.minutes", (seconds+30)/60
	}
	return w.say(key, args{"n": n})
}

func (w *writer) seconds(n int) string { return w.say("length.seconds", args{"n": n}) }

// numbers are the seats of a set as they stand in a table: «3, 5, 8».
func numbers(s engine.Seats) string { return strings.Join(slices.Collect(digits(s)), ", ") }

func digits(s engine.Seats) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for n := range s.All() {
			if !yield(fmt.Sprint(n)) {
				return
			}
		}
	}
}

// spoken are the seats of a list as one says them: «3, 5 и 8».
func (w *writer) spoken(l engine.List) string {
	return w.b.grammar.list(ordered(l))
}

func ordered(l engine.List) []string {
	var out []string
	for _, s := range l[:l.Len()] {
		out = append(out, fmt.Sprint(s))
	}
	return out
}

// seating is the table of seats and nicks.
func (w *writer) seating() string {
	var out []string
	for s := range w.v.Drawn.All() {
		out = append(out, w.say("seating.one", args{"seat": int(s), "nick": w.sitters(s)}))
	}
	return strings.Join(out, " · ")
}

// inSpokenOrder moves the table of fouls behind the call of the killed seat: it
// is addressed in the sentence that says that it was killed.
func inSpokenOrder(facts []engine.Event) []engine.Event {
	tally := slices.IndexFunc(facts, func(e engine.Event) bool { _, ok := e.(engine.Tallied); return ok })
	call := slices.IndexFunc(facts, func(e engine.Event) bool { last, ok := e.(engine.LastWordCalled); return ok && last.Killed })
	if tally < 0 || call < tally {
		return facts
	}
	said := slices.Delete(slices.Clone(facts), call, call+1)
	return slices.Insert(said, tally, facts[call])
}

// toGroup says a fact to the table.
func (w *writer) toGroup(e engine.Event) {
	_ = w.gathering(e) || w.pairing(e) || w.night(e) || w.morning(e) || w.floor(e) || w.nomination(e) || w.stopVote(e) || w.outage(e) ||
		w.judging(e) || w.foul(e) || w.ballot(e) || w.departure(e) || w.leaving(e) || w.end(e)
}

// ofLobby reports whether the lobby's message is about the lobby still.
func (w *writer) ofLobby() bool {
	for _, e := range w.facts {
		switch e.(type) {
		case engine.Convened, engine.Joined, engine.Paired, engine.Left, engine.ReadyAsked, engine.Reopened, engine.LobbyClosed, engine.JudgeSat, engine.JudgeLeft:
			return true
		}
	}
	return false
}

// lobby is the lobby's whole message.
func (w *writer) lobby() string {
	r := &w.v.Rules
	w.line("lobby", args{"rules": w.ofName("rules", r.Name), "pace": w.ofName("pace", r.Pace)})
	at, a := w.sitting()
	if _, closed := w.v.Stage.(engine.Closed); closed {
		w.out.Reset()
	} else if at == 0 {
		w.line("lobby.nobody", a)
	} else {
		w.line("lobby.table", a)
	}
	if _, closed := w.v.Stage.(engine.Closed); !closed && w.v.Judge != engine.Host {
		w.line("lobby.judge", args{"nick": w.names(w.v.Judge)})
	}
	switch w.v.Stage.(type) {
	case engine.Lobby:
		w.tight()
		if r.Consigliere {
			w.line("lobby.pairs", nil)
		}
		switch {
		case at == r.Players:
			w.line("lobby.begin.full", nil)
		case at >= engine.MinSeats && w.v.Rehearsal:
			w.line("lobby.begin.rehearsal", nil)
		case at >= engine.MinSeats:
			w.line("lobby.begin", nil)
		}
		w.rehearsal()
	case engine.ReadyCheck:
		w.rehearsal()
	}
	for _, e := range w.facts {
		if e, ok := e.(engine.LobbyClosed); ok {
			a := args{}
			w.line(w.why("lobby_closed", e.Why, a), a)
		}
	}
	return w.out.String()
}

// sitting returns how many sit at the table, and who they are.
func (w *writer) sitting() (int, args) {
	var at []string
	for i, p := range w.v.Table {
		if p != 0 {
			at = append(at, w.place(i))
		}
	}
	return len(at), args{"n": len(at), "of": w.v.Size, "names": strings.Join(at, ", ")}
}

// rehearsal says that the game is not rated, if it is not (E1).
func (w *writer) rehearsal() {
	if w.v.Rehearsal {
		w.line("rehearsal", nil)
	}
}

// ofName says what a preset or a pace is called; a club's own name stands as it is.
func (w *writer) ofName(family, name string) string {
	if key := family + "." + name; w.b.has(w.v.Rules.Vocabulary, key) {
		return w.say(key, nil)
	}
	return name
}

// gathering says what happens before the first night, and that the host is back.
func (w *writer) gathering(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Joined:
		w.line("joined", args{"nick": w.names(e.Player)})
	case engine.Left:
		w.line(shared("left", e.Shared), args{"nick": w.names(e.Player)})
	case engine.OpenerPassed:
		w.line("opener_passed", args{"nick": w.names(e.To)})
	case engine.Dropped:
		w.dropped(e)
	case engine.ReadyAsked:
		_, a := w.sitting()
		a["length"] = w.length(w.v.Rules.ReadyCheck)
		w.line("ready_asked", a)
		w.rehearsal()
	case engine.Reopened:
		w.line("reopened", nil) // in the message of the seats that were drawn
	case engine.LobbyClosed:
		a := args{}
		w.line(w.why("lobby_closed", e.Why, a), a)
	case engine.DrawCalled:
		w.line("draw_called", args{"length": w.length(w.v.Rules.Draw)})
	case engine.DrawReminded:
		w.line("draw_reminded", args{"length": w.seconds(e.Left)})
	case engine.SeatsTold:
		w.line("seats_told", args{"seats": w.seating()})
	case engine.TrayOut:
		w.line("tray_out", nil)
	case engine.Sealed:
		w.line("sealed", args{"n": w.v.Drawn.Len(), "hash": hexOf(e.Hash)})
	case engine.DealVoided:
		w.line("deal_voided", nil)
	case engine.HoldCalled, engine.Reached:
		w.hold()
	case engine.HoldOver:
		w.holdOver(e)
	case engine.ChatAsked:
		w.chatAsked(e)
	case engine.Resumed:
		w.resumed(e)
	default:
		return false
	}
	return true
}

// dropped says who has lost his place: all of one moment who have lost it for the
// same reason in one sentence.
func (w *writer) dropped(e engine.Dropped) {
	if last, ok := w.before().(engine.Dropped); ok && last.Why == e.Why && last.Shared == e.Shared {
		return
	}
	var nicks []string
	for _, f := range w.facts[w.at:] {
		d, ok := f.(engine.Dropped)
		if !ok || d.Why != e.Why || d.Shared != e.Shared {
			break
		}
		nicks = append(nicks, w.names(d.Player))
	}
	a := args{"nick": nicks[0], "nicks": strings.Join(nicks, ", ")}
	key := w.why("dropped", e.Why, a)
	if e.Shared {
		key, a["reason"] = "dropped.shared", w.reason(e.Why)
	}
	if len(nicks) > 1 {
		key += ".many"
	}
	w.line(key, a)
}

// shared is the key of what is said of somebody whose partner keeps the place.
func shared(key string, is bool) string {
	if is {
		return key + ".shared"
	}
	return key
}

// hold says whom the bot cannot reach, as its message stands now.
func (w *writer) hold() {
	h, waits := w.v.Stage.(engine.Holding)
	if !waits {
		w.line("reached_all", nil)
		return
	}
	if _, said := w.before().(engine.DealVoided); h.Void && !said {
		w.line("deal_voided", nil)
	}
	names := w.missing(h.Missing, h.Seconds)
	key := "hold_called"
	switch {
	case h.Seconds != 0:
		key = "hold_called.pairs"
	case len(names) == 1:
		key = "hold_called.one"
	}
	w.begin(key, args{"seats": w.b.grammar.list(names)})
	if e, called := w.facts[w.at].(engine.HoldCalled); called && !e.Again { // in an edit of it the time is not whole any more
		w.goOn("hold_called.waits", args{"length": w.span(w.v.Rules.PMHold)})
	}
	w.open = false
}

// holdOver says, in the message of a hold, who has not come.
func (w *writer) holdOver(e engine.HoldOver) {
	var names []string
	for s, p := range e.Missing {
		if p != 0 {
			names = append(names, w.say("hold.one", args{"seat": s, "nick": w.names(p)}))
		}
		if q := e.Seconds[s]; q != 0 {
			names = append(names, w.say("hold.second", args{"seat": s, "nick": w.names(q)}))
		}
	}
	a := args{"seats": w.b.grammar.list(names)}
	switch {
	case e.Seconds != [engine.MaxSeats + 1]engine.Player{}:
		w.line("hold_over.pairs", a)
	case len(names) == 1:
		w.line("hold_over.one", a)
	default:
		w.line("hold_over", a)
	}
}

// chatAsked asks seats that play to open their private chats.
func (w *writer) chatAsked(e engine.ChatAsked) {
	for key, seats := range pairsOf("chat_asked", e.Seats, "chat_asked.seconds", e.Seconds) {
		a := args{"seats": w.b.grammar.list(slices.Collect(digits(seats)))}
		if seats.Len() == 1 {
			key += ".one"
		}
		w.line(key, a)
	}
}

// pressesLost is how many seconds Telegram keeps a press for the bot: one of a
// longer outage never arrives.
const pressesLost = 150

// resumed says how long the host heard nobody, and where the game goes on.
func (w *writer) resumed(e engine.Resumed) {
	away := int(e.Shift / 1000)
	w.begin("resumed", args{"length": w.span(away)})
	w.goesOn(e.Left)
	if away > pressesLost {
		w.goOn("resumed.again", nil)
	}
	w.open = false
}

// goesOn says whose turn it is, and how many seconds are left of it. Of a night it
// says the same whichever window runs (G7).
func (w *writer) goesOn(left int) {
	v, length := &w.v, args{"length": w.seconds(left)}
	switch v.Stage.(type) {
	case engine.ReadyCheck, engine.Lots, engine.Drawing, engine.Holding, engine.Asking:
		w.waits(left)
		return
	}
	if _, paused := v.Stage.(engine.Paused); paused {
		w.goOn("resumed.pause", nil)
		if left > 0 {
			w.goOn("resumed.more", length)
		}
		return
	}
	_, voting := v.Stage.(engine.Voting)
	_, lift := v.Stage.(engine.LiftVote)
	_, best := v.Stage.(engine.BestVote)
	switch {
	case left > 0 && v.Floor != 0:
		key, a := w.speaker("resumed.floor", v.Floor)
		a["length"] = w.seconds(left)
		w.goOn(key, a)
	case left > 0 && voting:
		w.goOn("vote_called", args{"seat": int(v.Current)})
		w.goOn("resumed.more", length)
	case left > 0 && lift:
		w.askLift(v.List.Len(), left)
	case left > 0 && best:
		w.goOn("resumed.best", length)
	case w.v.Verdict != 0:
		w.goOn("resumed.more", length)
	default:
		w.goOn("resumed.goes_on", nil)
	}
}

// waits says how long a table still waits for somebody who is no speaker and no voter.
func (w *writer) waits(left int) {
	length := args{"length": w.seconds(left)}
	if left == 0 {
		return
	}
	switch w.v.Stage.(type) {
	case engine.ReadyCheck:
		w.goOn("resumed.ready", length)
	case engine.Lots:
		w.goOn("resumed.lots", length)
	case engine.Drawing:
		w.goOn("resumed.draw", length)
	case engine.Holding:
		w.goOn("resumed.hold", args{"length": w.span(left)})
	case engine.Asking:
		w.goOn("resumed.asking", args{"length": w.span(left)})
	}
}

func hexOf(k engine.Key) string { return fmt.Sprintf("%x", k[:]) }
