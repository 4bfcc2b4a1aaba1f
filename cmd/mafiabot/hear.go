package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf16"
	"unicode/utf8"

	"mafiabot/engine"
	"mafiabot/messages"
)

// hear tells what the ear hears in a text and what the rulesets do with it.
func hear(ctx context.Context, p place) error {
	flags := flag.NewFlagSet("hear", flag.ContinueOnError)
	format := flags.String("format", "text", "the output: text, or tsv for one line a text; without a text tsv reads one a line from standard input, \\uXXXX decoded")
	all := flags.Bool("all", false, "with -format tsv: list the classes beside W1–W6 and W8, too")
	seats := flags.Int("seats", 10, "the seats of the table")
	nicks := flags.String("nicks", "", "the nicks of the seats from the first on, commas between them")
	languages := flags.String("languages", "ru uk", "the languages of the table, of ru, uk, en")
	if err := p.parseFlags(flags, " [text]"); err != nil {
		return err
	}
	if err := oneOf("format", *format, []string{"text", "tsv"}); err != nil {
		return err
	}
	at, err := tableOf(*seats, *nicks, *languages)
	if err != nil {
		return err
	}
	l := listener{at: at, all: *all}
	switch said := flags.Args(); {
	case len(said) > 1:
		return usageError(fmt.Sprintf("unexpected argument %q: flags go before the text, and a text of several words into quotes", said[1]))
	case len(said) == 1:
		return l.one(said[0], *format, p.out)
	case *format == "text":
		return usageError("no text to hear; -format tsv reads texts from standard input")
	}
	// A read from a terminal cannot be broken off, so the wait for it is.
	done := make(chan error, 1)
	go func() { done <- l.stream(p.in, p.out, p.errs) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errors.New("interrupted")
	}
}

// tableOf makes the table at which is heard from the flags.
func tableOf(seats int, nicks, languages string) (messages.Table, error) {
	if seats < 1 || seats > engine.MaxSeats {
		return messages.Table{}, usageError(fmt.Sprintf("-seats %d: from 1 to %d", seats, engine.MaxSeats))
	}
	words, err := messages.ClubWords{}.Speak(strings.Fields(strings.ReplaceAll(languages, ",", " ")))
	if err != nil {
		return messages.Table{}, usageError(fmt.Sprintf("-languages %q: one or more of ru, uk, en", languages))
	}
	at := messages.Table{Seats: seats, Words: words.Lexicon()}
	if nicks != "" {
		names := strings.Split(nicks, ",")
		if len(names) > seats {
			return messages.Table{}, usageError(fmt.Sprintf("-nicks: %d nicks at a table of %d seats", len(names), seats))
		}
		at.Nicks = &messages.Nicks{}
		for i, name := range names {
			at.Nicks[i+1] = strings.TrimSpace(name)
		}
	}
	return at, nil
}

// classNames call each class of the ear by its row of the rules. In their order
// they are listed; those with a letter are what is listed without -all.
var classNames = []struct {
	class engine.Class
	row   string
	what  string
	main  bool
}{
	{engine.HonestWord, "W1", "честно", true}, {engine.HonestStem, "W1", "честн-", true},
	{engine.Oath, "W2", "oath", true},
	{engine.Prayer, "W3", "appeal to a religion", true}, {engine.Plea, "W3", "plea", true}, {engine.Deity, "W3", "mention of a god", true}, {engine.Devil, "W3", "devil", true},
	{engine.Percent, "W4", "percentage", true},
	{engine.Bet, "W5", "bet", true},
	{engine.Obscene, "W6", "obscene", true}, {engine.Coarse, "W6", "coarse", true},
	{engine.Insult, "W7", "insult", false}, {engine.Abuse, "W7", "word of an insult", false},
	{engine.Surrender, "W8", "surrender", true},
	{engine.Appeal, "W9", "appeal", false}, {engine.Protest, "W9", "protest", false},
	{engine.CardShown, "W10", "private message shown", false}, {engine.NightTalk, "W10", "talk about private chats", false},
	{engine.ToHost, "W11", "host addressed", false},
	{engine.AtName, "W12", "mention of an account", false},
	{engine.Tears, "W13", "tears", false},
	{engine.Threat, "W14", "threat", false},
	{engine.NominateS, "NOM-S", "nomination by the formula", false}, {engine.NominateL, "NOM-L", "nomination", false},
	{engine.NominateBad, "NOM-BAD", "nomination of no seat", false}, {engine.NominateMore, "NOM-LIST", "nomination of a further seat", false},
	{engine.Withdrawn, "WITHDRAW", "nomination taken back", false},
	{engine.HandOff, "HAND-OFF", "vote taken back", false},
	{engine.NamedBlacks, "MOVE", "best move", false}, {engine.NamedBest, "BEST", "best player", false},
}

// rulesets are those whose word tables are asked, with their letters in a line.
var rulesets = []struct{ name, letter string }{
	{engine.Czernowitz, "C"}, {engine.Club2010, "K"}, {engine.Tournament, "T"}, {engine.Federation, ""},
}

// A listener hears texts at one table.
type listener struct {
	at  messages.Table
	all bool
}

// one prints what is heard in one text.
func (l *listener) one(text, format string, out io.Writer) error {
	if !utf8.ValidString(text) {
		return usageError("the text is not UTF-8")
	}
	if format == "text" {
		return l.tell(text, out)
	}
	text, err := decode(text)
	if err != nil {
		return usageError(err.Error())
	}
	_, err = io.WriteString(out, l.line(text)+"\n")
	return err
}

// tell prints the finds of a text, one a line, and what each ruleset does.
func (l *listener) tell(text string, out io.Writer) error {
	h := messages.Hear(text, l.at)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if len(h.Finds) == 0 {
		fmt.Fprintln(w, "nothing is heard")
	}
	for _, f := range h.Finds {
		how := "act"
		if f.Hint {
			how = "hint"
		}
		name := ""
		for _, c := range classNames {
			if c.class == f.Class {
				name = c.row + " " + c.what
			}
		}
		if f.Seat != 0 {
			name += fmt.Sprintf(", seat %d", f.Seat)
		}
		fmt.Fprintf(w, "%s\t%s\t«%s»\n", name, how, strings.Join(strings.Fields(text[f.At:f.End]), " "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range rulesets {
		fmt.Fprintf(w, "%s\t%s\n", r.name, judge(h, r.name))
	}
	return w.Flush()
}

// judge says in words what a ruleset does with what was heard, and for which rows.
func judge(h engine.Heard, ruleset string) string {
	words := wordsOf(ruleset)
	whole := words.Charge(h, false)
	var costs, flags []string
	for _, f := range h.Finds {
		alone := words.Charge(engine.Heard{Kind: h.Kind, Finds: []engine.Find{f}}, false)
		if alone.Cost != engine.Free && alone.Cost == whole.Cost {
			costs = named(costs, f.Class)
		}
		if alone.Flags != "" {
			flags = named(flags, f.Class)
		}
	}
	var parts []string
	switch whole.Cost {
	case engine.CostsFoul:
		parts = append(parts, "foul: "+strings.Join(costs, ", "))
	case engine.CostsRemoval:
		parts = append(parts, "removal: "+strings.Join(costs, ", "))
	}
	if len(flags) > 0 {
		parts = append(parts, "flag: "+strings.Join(flags, ", "))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}

// wordsOf returns the word table of a ruleset that is known to exist.
func wordsOf(ruleset string) engine.Words {
	words, ok := engine.WordTable(ruleset)
	if !ok {
		panic("no word table of " + ruleset)
	}
	return words
}

// named appends the row of a class to a list, once.
func named(rows []string, class engine.Class) []string {
	for _, c := range classNames {
		if c.class == class && !slices.Contains(rows, c.row) {
			return append(rows, c.row)
		}
	}
	return rows
}

// line is what is heard in a text, in one line: the classes, and what the
// rulesets of the documents do.
func (l *listener) line(text string) string {
	h := messages.Hear(text, l.at)
	var rows []string
	for _, c := range classNames {
		if (c.main || l.all) && !slices.Contains(rows, c.row) && slices.ContainsFunc(h.Finds, func(f engine.Find) bool { return f.Class == c.class }) {
			rows = append(rows, c.row)
		}
	}
	if rows == nil {
		rows = []string{"-"}
	}
	var verdicts []string
	for _, r := range rulesets {
		if r.letter != "" {
			words := wordsOf(r.name)
			verdicts = append(verdicts, r.letter+":"+letterOf(words.Charge(h, false)))
		}
	}
	return strings.Join(rows, ",") + "\t" + strings.Join(verdicts, " ")
}

// letterOf is the heaviest consequence in one letter.
func letterOf(c engine.Charge) string {
	switch {
	case c.Cost == engine.CostsRemoval:
		return "R"
	case c.Cost == engine.CostsFoul:
		return "F"
	case c.Flags != "":
		return "L"
	}
	return "-"
}

// longestLine is where a line is given up: Telegram's longest text has 4,096
// characters, and nothing needs more memory because somebody forgot a line break.
const longestLine = 1 << 20

// unheard stands in the place of a line that could not be heard, so that the lines
// of the output are those of the input.
const unheard = "?\tC:? K:? T:?"

// stream hears one text a line. What is out is flushed before it waits for more.
func (l *listener) stream(in io.Reader, out, errs io.Writer) error {
	if in == nil {
		in = strings.NewReader("")
	}
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriter(out)
	bad, n := 0, 0
	for {
		if r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		line, err := readLine(r)
		if errors.Is(err, io.EOF) {
			break
		}
		n++
		heard := unheard
		var unclear lineError
		switch {
		case errors.As(err, &unclear):
		case err != nil:
			return errors.Join(err, w.Flush())
		default:
			var text string
			if text, err = decode(line); err == nil {
				heard = l.line(text)
			}
		}
		if err != nil {
			bad++
			fmt.Fprintf(errs, "mafiabot hear: line %d: %s\n", n, err)
		}
		if _, err := w.WriteString(heard + "\n"); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if bad > 0 {
		return usageError(fmt.Sprintf("%d of %d lines could not be heard", bad, n))
	}
	return nil
}

// lineError is why one line cannot be heard; the next one can.
type lineError string

func (e lineError) Error() string { return string(e) }

// readLine returns the next line without its end; of one that is too long it
// reads the rest away.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > longestLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (long || len(line) > 0), err == nil:
		default:
			return "", err
		}
		if long {
			return "", lineError(fmt.Sprintf("longer than %d bytes", longestLine))
		}
		return string(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))), nil
	}
}

// decode replaces the escapes \uXXXX, pairs of surrogates too; any other
// backslash is itself.
func decode(line string) (string, error) {
	if !utf8.ValidString(line) {
		return "", lineError("not UTF-8")
	}
	before, rest, found := strings.Cut(line, `\u`)
	if !found {
		return line, nil
	}
	var text strings.Builder
	for ; found; before, rest, found = strings.Cut(rest, `\u`) {
		text.WriteString(before)
		c, ok := unit(rest)
		if !ok {
			return "", lineError(`\u without four hexadecimal digits behind it`)
		}
		rest = rest[4:]
		if utf16.IsSurrogate(c) {
			low, ok := unit(strings.TrimPrefix(rest, `\u`))
			if c = utf16.DecodeRune(c, low); !ok || !strings.HasPrefix(rest, `\u`) || c == utf8.RuneError {
				return "", lineError(`half a character: a surrogate without its pair`)
			}
			rest = rest[6:]
		}
		text.WriteRune(c)
	}
	return text.String() + before, nil
}

// unit reads the four hexadecimal digits that the rest begins with.
func unit(rest string) (rune, bool) {
	if len(rest) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(rest[:4], 16, 16)
	return rune(n), err == nil
}
