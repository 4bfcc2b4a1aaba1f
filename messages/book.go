package messages

import (
	_ "embed"
	"fmt"

	"mafiabot/engine"
)

// Names returns the nick of a player, never empty.
type Names func(engine.Player) string

// Extra is what a message needs and the engine does not know.
type Extra struct {
	Code string      // the game's code on a card (G16)
	Text string      // what a black wrote to his own (C3)
	Slot engine.Slot // where the message is shown; in the view's Lobby it is the lobby's
}

// Book is the phrasebook of a language: everything the host says.
type Book struct {
	lang    string
	phrases map[string]phrase
	terms   map[string][]string
	grammar grammar
}

//go:embed ru.txt
var ruPhrases string

// books are all books; the first is for a reader of an unknown language.
var books = []*Book{mustBook("ru", ruPhrases, russian)}

// mustBook reads a book from its phrase file. The file is part of the program,
// so a fault in it is one of the program.
func mustBook(lang, file string, g grammar) *Book {
	phrases, terms, err := parsePhrases(file)
	if err != nil {
		panic(fmt.Sprintf("book %s: %v", lang, err))
	}
	return &Book{lang: lang, phrases: phrases, terms: terms, grammar: g}
}

// Books returns the books of all languages.
func Books() []*Book { return append([]*Book(nil), books...) }

// BookOf returns the book of a language, the first of [Books] if there is none.
func BookOf(lang string) *Book {
	for _, b := range books {
		if b.lang == lang {
			return b
		}
	}
	return books[0]
}

// Lang returns the language of the book as an IETF tag.
func (b *Book) Lang() string { return b.lang }

// Post puts all facts of one moment into one plain text for one reader. The
// view is the reader's, right after the Step that gave the facts: the Host's
// for the group, else a private chat. The facts stand in the order of the
// effects. Facts that nobody says give "".
//
// In the slot of the view's Lobby any fact of the lobby gives the lobby's whole
// text.
// Whatever goes to one person ends with the game's code, so that a pasted copy
// is recognised (G16); the card has it in its first words, too.
func (b *Book) Post(v engine.View, facts []engine.Event, names Names, x Extra) string {
	w := writer{b: b, v: v, names: names, x: x, facts: inSpokenOrder(facts)}
	if x.Slot != 0 && x.Slot == v.Lobby && w.ofLobby() {
		return w.lobby()
	}
	for i, e := range w.facts {
		w.at = i
		if v.Me == engine.Host {
			w.toGroup(e)
		} else {
			w.toOne(e)
		}
	}
	if v.Me != engine.Host && x.Code != "" && w.out.Len() > 0 {
		w.line("code", args{"code": x.Code})
	}
	return w.out.String()
}

// Code is the line by which a pasted copy of a private message is recognised
// (G16).
func (b *Book) Code(code string) string { return b.say("", "code", args{"code": code}) }

// Note returns a text of the carrier, which no game has a part in: an answer to
// a command, a greeting. The arguments fill {1}, {2} and so on.
//
//	unknown_command   a command that the bot does not have
//	group_only        a command that belongs into a group
//	private_only      a command that belongs into a private chat
//	no_game           there is no game at this table
//	no_game_to_stop   the same, for /stop
//	game_over         the game of this button or link is over
//	game_usage        what /game takes; {1} are the rules, {2} the paces, blitz the last of them
//	pairs_not_offered pairs are asked for, and the rules know none
//	table_taken       there is a game at this table already
//	not_member        only a member of the group can sit down
//	try_again         whether he is one could not be found out
//	anonymous         an anonymous administrator wants to sit down
//	as_channel        somebody who writes in the name of a channel wants to sit down, where there is no table
//	press_yourself    somebody who hides behind a chat wants to sit down at a table that gathers
//	own_name          somebody speaks at a table in the name of a chat
//	topic_gone        the topic of a table has been deleted with it; {1} is the group
//	topic_hard_mute   only the speaker is to write, and the table is in a topic of a forum
//	needs             what the bot lacks in a group; {1} are those of the lines below
//	need_read         it does not see what is written
//	need_admin_delete it cannot delete what others wrote
//	need_restrict     it cannot mute who is out
//	need_supergroup   nor can any bot there
//	need_hard_mute    it cannot let only the speaker write
//	no_restrict       the same, if nothing else is missing
//	no_hard_mute      the same, if nothing else is missing
//	no_unmute         it cannot give back what it has taken
//	here              it has come into a group and lacks nothing there
//	here_lacking      it lacks something; {1} is what
//	here_enough       it has been given what it lacked
//	enough            the same, while a game runs
//	voiceless         nobody may write in the group, the bot neither
//	chat_closed       his private chat with the bot is closed, and he plays
//	bad_seat          a text that names no seat
//	seated_elsewhere  he sits at another table
//	open_private      his private chat with the bot is closed; {1} is a link, if any
//	welcome           /start in private, without a game
//	seated            he sits now; {1} is the group's title
//	help              /help
//	not_needed        a typed command for a window that is over
//	bad_order         «заказ» without a seat, or for an order that does not exist
//	text_only         what a black sends to his own without words
//	you_play          /start of who plays; {1} is his seat
//	not_seated_yet    who has pressed for a place, his private chat being closed; {1} is his nick, {2} a link
//	rules_usage       /rules with rules that do not exist
//	rules_in_game     rules cannot change while a game runs
//	rules_admin       only an administrator of the group changes them
//	set_usage         how /ruleset, /pace and /set are written
//	diff_usage        how /rules diff is written
//	words_heard       a club hears another word; {1} is the word, {2} its class
//	words_unheard     it hears one less; {1} is the word
//	words_languages   it hears other languages; {1} are they
//	words_language    it hears one language only; {1} is it
//	words_speaks      what languages it hears; {1} are they
//	words_language_unknown  {1} is no language of the ear
//	words_whole       a list too long for the group went to the private chat
//	words_private     the lists of a club are asked for in private by who sits nowhere
//	words_usage       how /words is written
//	words_add         how /words add is written; {1} are the classes
//	words_which       a class without a word; {1} is the class
//	words_remove      how /words remove is written
//	words_in_game     words cannot change while a game runs
//	judge_open        who wants to judge, his private chat being closed; {1} is a link
//	judge_closed      whom the owner names, his private chat being closed
//	judge_whom        the owner names somebody whom the bot does not know
//	judge_unmet       he names somebody whom the bot has not met there; {1} is the @name
//	judge_seat        a command of the judge without a seat; {1} is the command
//	judge_game        one that does not say at which of his tables; {1} are examples
//	judge_card        how /card is written
//	judge_not_member  who wants to judge is no member of the group
//	words_admin       only an administrator of the group changes them
//
// What engine.House and engine.Ruleset.Fault refuse are keys, too. So are the errors of
// [ClubWords]; {1} are the classes of words. So are those
// of [NickFits], told to who sits down: {1} is the name he has, {2} his nick here.
//
// An unknown key gives the same answer as an unknown refusal.
func (b *Book) Note(key string, texts ...string) string {
	a := args{}
	for i, t := range texts {
		a[fmt.Sprint(i+1)] = t
	}
	return b.answer("", engine.Refusal(key), a)
}
