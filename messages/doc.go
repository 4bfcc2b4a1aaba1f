// Package messages speaks and hears. It is the only package that knows Russian:
// the book turns facts of the engine into what the host says, the ear turns what
// people write into facts for the engine. Neither decides anything about the
// game, and neither knows Telegram.
//
// # The book
//
// [Book.Post] puts all facts of one moment into one plain text for one reader.
// [Book.Button] labels a command, [Book.Done] and [Book.Refused] answer a press,
// [Book.Note] is what the carrier says outside a game, [Book.Rules] what a ruleset
// says in words: whatever knob is turned, the text is that of the table.
//
// A line of /rules is data (laws.go): the part it stands in, its clauses, its rows. A
// knob is told by its name among the clauses of a line; there is a file laws_AREA.go for
// each group of knobs. What is said of it are phrases of the phrase file:
//
//	law.KNOB.VALUE   the clause for one value: law.double_vote.removal = Второй голос — …
//	law.KNOB         the clause for every other value but off and 0, which say nothing
//	{KNOB}           in any clause: the value of a knob, «30 секунд»; {KNOB.in} after «за», «ждём»,
//	                 {KNOB.each} after «по», {KNOB.after} before «после»; of a choice, the phrase value.KNOB.VALUE
//
// A clause that is no knob is the phrase law.NAME; «KNOB?other=value» is said only where
// the other knob has that value. The rows at the end of a line are those of its knobs
// (engine.Knob.Rows) and its own, as far as they stand in the ruleset's document. A part
// needs its name, the phrase part.NAME, as soon as it has a line. Where a document
// demands what a chat cannot have, laws_chat.go says so with the reason.
//
// A language is a phrase file (ru.txt, its format stands in book_phrases.go), a
// grammar of three functions (grammar_ru.go) and an entry in the list of books.
// A phrase is looked up as key@vocabulary, then as key; the vocabulary is the
// ruleset's. Terms stand in the phrase file with all their cases, so a phrase
// says «Просыпается {=sheriff}» and not who that is.
//
// # The ear
//
// [Hear] reads one text at one [Table] and reports facts: what kind of utterance
// it is, what the word classes W1–W14 hear and where, nominations, withdrawals,
// votes taken back, whether it points at a seat. What that costs is the ruleset's
// business. [SeatIn] finds the one seat that a short text names. It works in
// steps, a file each:
//
//	ear_read.go      the text becomes tokens in normal form (N, steps 1 and 2);
//	                 names of accounts and addresses are closed to the classes
//	ear_variant.go   each word is read as it stands, with lookalikes folded, with
//	                 its stretched letters shortened (N, 3, 5, 6), and as what
//	                 else a person may have meant
//	ear_words.go     every reading is looked up in the lists; of finds that
//	                 overlap the strongest stays
//	ear_join.go      words that are spelled out or torn apart are put together
//	                 and looked up (N, 4)
//	ear_blank.go     «х*й»: letters hidden behind signs
//
// What no list can say has its own file: ear_percent.go (W4), ear_context.go
// (insults, threats, addresses), ear_nominate.go (the formulas), ear_best.go (the best
// move, the best player), ear_nick.go.
//
// The lists are files a person can read, words/ru.txt, uk.txt and en.txt; how a
// line is written stands in lexicon_file.go. A [Lexicon] is the lists with what a
// club has changed in them ([ClubWords]).
//
// # The voice
//
// [Voice] gives the sparring players their words: what they mean is decided
// elsewhere, how it is typed is language.
//
// # Why
//
// One moment is one message. A group hears about twenty messages a minute, so
// the thanks to one speaker, the fouls and the call of the next one stand
// together; the writer knows which sentence goes on in the line before and which
// begins a new one. The order is the engine's, with one exception: a killed seat
// is addressed in the sentence that says so, before the table of fouls.
//
// Text is plain, without HTML and Markdown. A nick may contain anything.
//
// A seat is called by its number; the nick stands beside it, in parentheses,
// where a person is called upon. So a nick is only ever needed in the nominative:
// a program cannot decline it, and does not know the gender of its bearer.
//
// An edit that only adds, such as the question under a candidate's name, is told
// by itself: the carrier writes it below what the message says already.
//
// What is said about a night depends on the reader's own card only. The card of
// a night is the same for every seat as it arrives (I7); its edits are chosen by
// the role and not only by the open window, because a card must not show its
// reader another one's prompt if two borders fall into one moment. A refusal
// knows no role (G6).
//
// The length of a window is said where it differs from the documents' minute:
// «Ваша минута» is the phrase of the rules, «Ваша минута: 120 секунд» that of a
// slower pace.
//
// An act and a hint are two things (Find.Hint). An act is what the rules list, in
// their normal form; a hint is everything that only a person can judge: a guess
// at a disguise, somebody else's oath, a word of a language that is not the
// table's. A wrong foul spoils a game for ten people, so what is not certain is
// never an act.
//
// Every rule of the lists is anchored at the ends of a word, but for the letters
// «честно», «честн» and «пизд»: roots heard anywhere fine «богатый» and
// «требую». Words are never joined over a space, unless they are letters or pieces
// of two: «их уйма», «двух уйдёт» are clean.
//
// «почесно», «почесного», «почесному» are honorary in Ukrainian, so the prefix «по»
// of the rules' list is heard in «по-чесному» alone. «спорим», «спорю на», «готов
// поспорить» are bets as a clause of their own («Спорим, что он чёрный»), and talk
// anywhere else («второй круг спорим»); so is the oath «чтоб я умер», which every
// killed player says of the mafia's wishes. The section «clean» of a file has the
// phrases in which a word of the lists is another word: «не дурак», «общих черт».
//
// A stretched Latin word loses only runs of three letters: «good» is not «god».
//
// A club adds literal words with endings of a closed list and no patterns, so that
// nothing a club writes can make hearing slow. The cost is linear in the length
// of the text: what could be more is bounded (the words with blanks of one text,
// the pieces of one word, the words of a nick).
//
// A fact without words gives "". Which facts these are is a list in the test,
// so that a new event is spoken of, or is silent on purpose.
//
// An unknown key never reaches a person: a refusal without a text of its own
// gets the general one, and a test reads the engine's source for every refusal
// and reason.
package messages
