package evening

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"mafiabot/bot/tgtest"
	"mafiabot/engine"
)

// Transcript tells the evening from /game on: ▸ a message of the bot in the
// group, ✎ an edit of an earlier one, ✉ a private chat and whose, ⚡ the answer to
// a press, [ ] a button. Every line begins with the minute and the second.
func (e *Evening) Transcript(w io.Writer) error {
	s := scribe{e: e, start: e.server.Now(), texts: map[*tgtest.Chat]map[int]string{}}
	journal := e.server.Journal()[e.first:]
	if len(journal) > 0 {
		s.start = journal[0].At
	}
	for _, entry := range journal {
		s.tell(entry)
	}
	s.flush()
	s.table()
	if _, err := io.WriteString(w, s.out.String()); err != nil {
		return fmt.Errorf("writing the transcript: %w", err)
	}
	return nil
}

// scribe writes a transcript.
type scribe struct {
	e     *Evening
	start time.Time
	out   strings.Builder
	texts map[*tgtest.Chat]map[int]string // what each message of the bot said last

	letter    string   // a private message that may go to more people
	addressed []string // to whom it has gone so far
	at        time.Time
}

// tell writes an entry of the journal.
func (s *scribe) tell(entry tgtest.Entry) {
	bots := entry.User == nil
	switch {
	case entry.Act == tgtest.Sent || entry.Act == tgtest.Edited && bots:
		s.posted(entry)
	case entry.Act == tgtest.Said:
		s.flush()
		s.line(entry.At, s.who(entry)+s.said(entry.Post))
	case entry.Act == tgtest.Answered:
		s.flush()
		s.line(entry.At, s.who(entry)+"["+entry.Button.Text+"]"+answer(entry))
	}
}

// answer is what a person sees after a press.
func answer(entry tgtest.Entry) string {
	switch {
	case entry.URL != "":
		return "  ⚡ → " + entry.URL
	case entry.Text == "":
		return ""
	case entry.Alert:
		return "  ⚡ (окно) " + entry.Text
	}
	return "  ⚡ " + entry.Text
}

// nickWidth is the width of the column of nicks.
const nickWidth = 12

// who is the column of the person who acts, with ✉ in his private chat.
func (s *scribe) who(entry tgtest.Entry) string {
	name := entry.User.FirstName
	if entry.Chat.Private() {
		name += " ✉"
	}
	return name + strings.Repeat(" ", max(nickWidth-utf8.RuneCountInString(name), 0)+1)
}

// said is a message of a person, and whether it was deleted afterwards.
func (s *scribe) said(p *tgtest.Post) string {
	text := p.Text
	switch p.Kind {
	case tgtest.KindSticker:
		text = "(стикер)"
	case tgtest.KindVoice:
		text = "(голосовое сообщение)"
	}
	if now := p.Now(); now != nil && now.Deleted {
		text += "   (удалено)"
	}
	return text
}

// posted writes a message of the bot, or what an edit changed in it. The same
// private message to several people is told once.
func (s *scribe) posted(entry tgtest.Entry) {
	text, buttons := s.changed(entry)
	if text == "" && buttons == "" {
		return
	}
	if text == "" {
		text = "…"
	}
	body := text + buttons
	mark := "▸ "
	if entry.Act == tgtest.Edited {
		mark = "✎ "
	}
	if !entry.Chat.Private() {
		s.flush()
		s.line(entry.At, mark+body)
		return
	}
	letter := strings.TrimPrefix(mark, "▸ ") + "✉ %s: " + strings.ReplaceAll(body, "%", "%%")
	if letter != s.letter || !entry.At.Equal(s.at) {
		s.flush()
		s.letter, s.at = letter, entry.At
	}
	s.addressed = append(s.addressed, entry.Chat.Peer().FirstName)
}

// changed returns what is new in a message: the text, or the part that an edit
// has added to it, and the buttons.
func (s *scribe) changed(entry tgtest.Entry) (text, buttons string) {
	post := entry.Post
	texts := s.texts[entry.Chat]
	if texts == nil {
		texts = map[int]string{}
		s.texts[entry.Chat] = texts
	}
	before := texts[post.ID]
	texts[post.ID] = post.Text
	text = post.Text
	switch rest, longer := strings.CutPrefix(text, before); {
	case before == "" || !longer:
	case rest == "":
		text = ""
	default:
		text = "… " + strings.TrimSpace(rest)
	}
	return text, labels(post)
}

// labels writes the keyboard of a message, a row a line.
func labels(p *tgtest.Post) string {
	var out strings.Builder
	for _, row := range p.Buttons {
		out.WriteString("\n")
		for i, b := range row {
			if i > 0 {
				out.WriteString(" ")
			}
			out.WriteString("[" + b.Text + "]")
		}
	}
	return out.String()
}

// flush writes the private message that was kept for its last addressee.
func (s *scribe) flush() {
	if s.letter != "" {
		s.line(s.at, fmt.Sprintf(s.letter, strings.Join(s.addressed, ", ")))
	}
	s.letter, s.addressed = "", nil
}

// line writes one entry; further lines of it are indented.
func (s *scribe) line(at time.Time, text string) {
	d := at.Sub(s.start)
	fmt.Fprintf(&s.out, "%3d:%02d  %s\n", int(d.Minutes()), int(d.Seconds())%60, strings.ReplaceAll(text, "\n", "\n          "))
}

// roleNames are the names of the cards, verdictNames those of the results, and
// exitNames those of the ways out, in the words of the table at the end.
var (
	roleNames    = map[engine.Role]string{engine.Citizen: "мирный", engine.Mafia: "мафия", engine.Don: "Дон"}
	verdictNames = map[engine.Verdict]string{engine.RedWin: "город", engine.BlackWin: "мафия", engine.DrawnGame: "ничья", engine.Stopped: "никто, игра остановлена"}
	exitNames    = map[engine.Exit]string{engine.KilledOut: "убит", engine.VotedOut: "заголосован", engine.RemovedOut: "удалён"}
)

// table writes who sat where, as what, and how he left.
func (s *scribe) table() {
	g := s.e.state
	sheriff, fouls := "Шериф", "фолов"
	switch g.Rules.Vocabulary {
	case engine.Czernowitz:
		sheriff, fouls = "Комиссар", "предупреждений"
	case engine.Club2010:
		fouls = "предупреждений"
	}
	fmt.Fprintf(&s.out, "\nПобеда: %s. Дней: %d.\n", verdictNames[g.Verdict], g.Day)
	for seat := range g.Drawn.All() {
		role, exit := roleNames[g.Roles[seat]], exitNames[g.Exits[seat]]
		if g.Roles[seat] == engine.Sheriff {
			role = sheriff
		}
		if exit == "" {
			exit = "за столом"
		}
		nick := s.e.name(g.Chairs[seat].Main)
		if second := g.Chairs[seat].Second; second != 0 {
			nick += " / " + s.e.name(second)
		}
		fmt.Fprintf(&s.out, "%3d  %s %s %s: %d   %s\n", seat, column(nick), column(role), fouls, g.Fouls[seat], exit)
	}
}

func column(text string) string {
	return text + strings.Repeat(" ", max(nickWidth-utf8.RuneCountInString(text), 0))
}
