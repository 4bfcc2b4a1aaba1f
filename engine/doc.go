// Package engine is the game, and nothing but the game: one evening of sports
// mafia at one table, from the lobby to the verdict. It knows no Telegram, no
// clock, no storage and no words; it is told what people do and when, and
// answers with what has happened and what is to be said of it.
//
// # The three promises
//
// Step changes nothing. Apply decides nothing. The same log gives the same
// game.
//
// [Game.Step] takes a command and returns the events it leads to, and the
// effects that are to be carried out once the events are durable. It works on a
// copy. [Game.Apply] makes one event part of the game; all that could be decided
// was decided when the event was made, so it cannot fail. [Fold] applies a log:
// the only way a game comes back to life. A [Game] is a plain value, copied with
// = and compared with ==; it holds no pointer, map, slice or function.
//
// Step may return events and a [Refusal] together: a second vote is refused,
// but the answer that named its price is an event (G21). The events are to be
// kept in that case too.
//
// # The words
//
// The same word is used in code, texts, tests and commits.
//
//	Seat        место           a chair, 1 to 15; its number is drawn (C84)
//	Chair                       who sits on a seat
//	Table       стол            the people of one evening; the audience of what is public
//	Stage       фаза            where the game stands; data of that stage only
//	Window      окно            a time in which something may be done; its number never falls
//	Border      граница         the phrase that opens a window (C21) and closes the last one
//	Gate                        the deliveries a window waits for before its seconds run
//	Floor       слово           the right to speak; who holds it
//	Foul        предупреждение, фол
//	Notice                      what the table hears of a foul (G3, E49)
//	Charge      цена слов       what the words of one message cost (P-G, G4)
//	Flag        отметка         what only a person can judge: written down, told to nobody (G11)
//	Silence     лишение слова   what the third foul costs (C48–C52)
//	Second      консильери      the other person of a seat (T95); the first is its main player
//	Half        половина минуты the player's, then his consigliere's (T102)
//	Slot        10 секунд       the time to nominate of a silenced seat (T35); also a message edited in place
//	Nomination  выставление     formula and touch, or a press (C54, C55)
//	Ballot      голосование     one day's vote, all its rounds
//	Lead                        a candidate is named, his button is not shown yet (T48)
//	Tie, Split  перестрелка     tie speeches and the revote (C62–C64)
//	Lift        подъём          the vote that all tied seats leave (RAISE_VOTE)
//	Last word   последняя минута  of a killed or voted-out seat, never of a removed one (K28)
//	Best move   лучший ход      whom the seat killed on night 1 holds for black (T18)
//	Removal     удаление        a rule, or the judge, takes a seat out (G12)
//	Briefing    договорка, ночь заказов  (C3, C4)
//	Shot        выстрел         one a night and black (C11)
//	Miss        промах          a night without a kill (C69)
//	Check       сверка, проверка  the Don's and the Sheriff's (C18)
//	Told        сказано заранее  the price is named before the act that counts (G21)
//	Hold        ожидание        the deal waits for whom the bot cannot write to (K2b, E3)
//	Rehearsal   репетиция       a game that is not rated (E1)
//	Stop vote   остановка       the living seats end the game without a winner (E43)
//	Halt        перерыв         the window that a long outage has interrupted (E45)
//	Verdict     итог
//
// # The course of an evening
//
//	Lobby → ReadyCheck → (Lots) → Drawing → Telling → (Deal) → (Tray) → Cards     (all ↔ Holding)
//	→ Briefing → DonMeet → LookDon → Look              the night of orders
//	→ Speech …                                         day n: the circle
//	→ Announce → Lead → Voting → Lead → Voting …       the ballot
//	   → TieSpeech … → Lead → Voting … → LiftVote      if there is a tie
//	→ LastWord …                                       who leaves by the vote
//	→ Fall → Shoot → DonCheck → SheriffCheck           night n
//	→ LastWord                                         the killed, in the morning
//	→ Speech …
//	→ Over
//
// Every stage has one window and one due instant, so every evening ends by
// itself, even if nobody does anything ([Game.Due], I8). A window is posted by
// the event of its stage, opens when the carrier reports its border with
// [Said] (or [GatePatience] seconds later), and is closed by the [Tick] that
// comes some seconds of grace after its end (G1). Between two stages of one
// Step the game stands in [Between], which is never stored.
//
// Before a window ends, all that reached Telegram until its end must have been
// heard: [Game.MustHear] says until when, and one Tick ends one window at most
// (I10). A vote to stop runs beside the windows with a time of its own; its number
// comes out of the same counter, so a button works as long as [Game.Alive] says. Its
// seconds run from the event, because a game has one gate. Nightfall ends it.
//
// The morning follows E35: removals of the night, the shot, what they decide,
// the table of fouls, the last word, the first speech. The victim of the night
// is found before the removals are announced: who is removed in the morning has
// shot as everybody else (A68).
//
// # Who may know what
//
// Each event has one [Audience]; an event without an answer does not compile. A
// secret is never a field of a public event. What the table hears is said by
// [Say]; an event that nobody is told stands in the log alone. [Game.View] is
// what one person may know, [View] of the [Host] what the table knows.
//
// The table hears the same phrases at the same times whoever lives (G7). Every
// living seat gets one private card a night; the cards of those who act are
// edited, which no phone shows.
//
// # Where things stand
//
// Before the game:
//
//	lobby.go      the lobby, the ready check, the draw; draw_remind.go: half its time
//	hold.go       who cannot be written to, before the game and in it
//	seats.go      seats and sets of them; deal.go: the seed, the seal, the cards;
//	              tray.go: who lifts his
//
// The night:
//
//	night.go      the night of orders and the nights; look.go, called.go, awake.go: the
//	              looks, the called numbers, who writes unasked
//	mask.go       the blindfold's button; undelivered.go: a card that does not come
//
// The day:
//
//	day.go        the morning, the circle of speeches; naming.go: which nomination stands
//	utter.go      what a message in the group costs and does; utterance.go: what the ear
//	              reports of it
//	words.go      the price of words, and what a message is charged for
//	manners.go    gestures, knocking, words to the host; phone.go: a phone that rings;
//	              flood.go: too many messages
//	fouls.go      the ladder, removals, and what they do to the day; reasons.go: why
//
// The ballot:
//
//	ballot.go     votes, ties, the lift; hands.go: what a hand is, and one laid amiss;
//	              shown.go: the vote whose message is gone
//	farewell.go   who leaves by the vote; bestmove.go: whom the one killed first names
//	ballotmodel   the ballot a second time, from the rules alone, and the comparison
//
// Who leaves, and who is away:
//
//	leave.go      who leaves the group, or gets up; idle.go: who is absent for long
//	out.go        who is out and speaks; mute.go: who may not write
//	barred.go     the host is put out of the group; outage.go: after a long
//	              outage the table is asked whether it goes on
//
// The judge:
//
//	judge.go      his chair; judge_cards.go: what he is asked; judge_console.go: what he
//	              commands; restore.go: a removal taken back; pause.go: his pause
//
// The end, and after it:
//
//	verdict.go    the end; award.go: the win that is given; stop.go: the end before its time
//	aftergame.go  opinions, the best player; protest.go, protest_after.go: protests, in the
//	              game and after it
//
// Pairs:
//
//	pairs.go      two people on a seat: the lobby and the lot, pairs_events.go; halves.go:
//	              their minutes; confer.go: what they write to each other; parting.go: who goes on alone
//
// Rules, and the machine:
//
//	ruleset.go    every choice that the documents leave; knobs.go: its keys; rules_*.go and
//	              night_knobs.go: those of one room; settled.go: the keys of the documents
//	              that leave none; faults.go: contradictions; house.go: what a club plays by
//	game.go       a game; stages.go: where it stands; clock.go: windows
//	commands.go   what people want; allowed.go: what they may; events.go: what has happened;
//	              kinds.go: every kind of it; codec.go: an event as an entry of the log
//	apply.go      what each event changes; apply_table.go: before the game, and the clock
//	secrecy.go    audiences; audience.go: that of each event; view.go: what one person knows
//
// # Why
//
// Rules are data. A [Ruleset] is stored whole in the event that opens a table,
// so an old game keeps its old rules, and no function asks for a ruleset's name:
// what the documents leave open or answer differently is a knob. The zero value
// of a new knob means what the code did before.
//
// The ear reports facts and the engine judges them. A [Heard] says in which
// order things stand in a text, so a nomination before the offending word counts
// and one behind it does not (S2), and the ear needs no ruleset.
//
// What words cost is decided in one place, [Words.Charge]: a class of finds stands
// under one knob, the heaviest consequence wins, and all that costs something is a
// reason, whatever else the message says (G3, G4). A charge knows no game. What the
// game adds stands around it: a message gives one foul at most, so an edit of a fouled
// one costs a removal or nothing (G8); grace and outage make it free; at night it is
// one more violation, whose words nobody is told (G6, K29c). Without the floor the
// words are the reason, and «вне своей минуты» is said where they cost nothing.
//
// A hint is heard and never punished: precision comes first, and a wrong foul spoils a
// game for ten people. It is a flag where its class is an offence, and a flag changes
// nothing but the log, and what the judge is asked: take the hints out of a text, and all
// else is the same. Where nobody judges, flag_foul is a foul with a flag (A7).
//
// The hand on the table is a place in the text as a formula is. Where it stands behind
// the word that costs something, a formula before that word waits for it in silence,
// and it comes if the speaker still holds the floor (S2, C55).
//
// A foul that is taken back takes its silence with it for what is still to come; what
// was passed over meanwhile is past (E42). If the table had not heard of it, it never
// does.
//
// Nothing is told before it may be known. A foul of the night waits for the
// morning, one of a ballot for the close of its window, unless it is the fourth
// and removes at once (E49); until the table has heard of it, more of the same
// costs nothing (G3). A game that ends before that moment reads it out (C17). A
// notice whose delivery was never reported counts as read from the next border
// on, because in one chat messages arrive in the order in which they were sent.
// An edit keeps the number of its message, so its date decides.
//
// A notice says which words were heard: those of the find that bears the cost, whose
// reason is the first of words. What is coarse or hurts, what a private message said,
// a mention and whatever is heard at night is not repeated, and no event keeps it.
//
// What was on its way is not punished: the text of a seat whose floor has just ended,
// by its own border, whoever has held the floor since (G2), a gesture of the day that is heard after the night has been
// announced, a hand that comes after the last window of the vote (S16), what was
// written while the host heard nobody (E45). A word of the day that is heard at
// night is fouled as one of the day. An edit that mends a nomination in a slot
// is no superfluous word: nominations are not taken from edits (G8), and people
// mend by editing.
//
// A removal inside a ballot is handled in one place, removeInBallot, because
// what follows depends only on where in the ballot it falls (E21–E28).
// "No ballot is dropped if the removed seat was the one leaving anyway" needs no
// test in the ballot itself: a ballot whose leader is removed takes nobody else
// (T53), as a dropped one does. It is tested at night, where the shot and the
// removal can meet (E34); in a last word the seat has left already (E18).
//
// Who has a last word has left already: a fourth foul cuts it ([WordCut]), but is
// no second departure (E18).
//
// Whatever calls people to act is a new message, because nobody sees an edit: the
// ready check has one, and a table that opens again has a new lobby below the notice
// of who is missing. The buttons of what is void go at once, and the seats that were
// drawn are said to be void, so that nobody waits for a game that does not come.
//
// A card lies in the private message that calls to lift it, and opens there (T26): one
// message a seat at one moment, whose delivery is the proof that a card can come. When the
// last one is lifted, or the time is over, all are written once more, and the game waits
// for these deliveries: from then on the deal stands (E3).
//
// A hold is one message, edited as people are found missing or come back. Each one
// who is found missing for the first time gives everybody the whole time anew: who is
// found last must have it, too. When all are back the seats are told again, because only a delivery proves
// that a chat is open; the seats stay as they were drawn.
//
// A game has as many seats as people were there when it began (Size), its lobby as
// many as the rules say: back in the lobby the table has all its places again.
//
// A private chat that closes in the game is a fact about a chat, never about a card:
// it is recorded for every seat, told to nobody at night, and named by day in the same
// words for all (E39). Who opens his chat at night gets the card of this night as it
// stands now, to act or not, so what arrives does not tell who is called (I7).
//
// A stop vote is settled behind every command, in one place: a voice can be the
// last one that is needed, and so can a departure. Night takes every button off (C10),
// so a vote that still runs has failed with «Наступает ночь» and none ends inside a
// night. What has been decided already is not stopped away (T73).
//
// The blindfolds have a time beside the night's windows (K20a): it begins with
// «Наступает ночь», in the night of orders as well, and may last into the shooting, so
// that a night has its phrases at the same instants whether a club asks for them or not
// (G7). Its button bears the number of that phrase's window, and is the one that a night
// leaves in the group. Late is late: the delay costs what a message in these seconds
// does (mask_delay), and a seat with a foul of which the table has not heard pays
// nothing, whichever came first (G3). The seats that leave for it are one group (E28).
// A pair's player presses (T113). Who is not in the group owes nothing (E38); whose
// private chat is closed does, for the button stands in the group.
//
// An outage moves instants, not rules: the window, the vote beside it, what was
// told before an act. Fifteen seconds are left to whatever would close a window
// first, the thanks to a silent speaker included. A clock that jumped is moved back
// with the same event, and takes back what it forgave.
//
// After a long one the living seats are asked, and two thirds of them let the interrupted
// window begin anew. Meanwhile the game has no other window: the stage that was
// interrupted stands aside in the Halt, nothing else is due, and nothing costs anything,
// whoever does it. What was taken before stands, for it was answered (I1): votes and hands
// stay, and who has shot or checked is not asked again, so that nobody shoots twice for
// having forgotten it. A vote begins with its candidate's name, whose message has the
// button. The vote to stop is the same question and gives way to it. Before the cards and
// behind the end nobody lives who could be asked, so there an outage only moves.
//
// A miss is in no series, neither going on with it nor ending it, if a card of the night
// has not come to somebody by the end of the shooting, and not because he has closed his
// chat. The cards of all seats count, which are the same for all; the edits of the actors'
// cards do not, for whose edit is lost must not show in the morning (G6). What a seat's
// departure does to a series it does all the same.
//
// # The rules and what shows them
//
// RULES.md is the specification: every statement of the documents is a row with an
// owner. A transcript in testdata shows a row on a line «= C57 fact» or «/ C57 fact»,
// which would fail if the row were played otherwise. TestTraceability asks for both: a
// row that no line names is missing, and so is a value of a knob that breaks no line of
// the knob's rows ([Knob].Rows); -v tells which line shows what. What is not shown yet is
// listed in testdata/missing.golden, which only shrinks: -update takes out what is shown.
//
// A consigliere is a second player on a chair and never a seat: fouls, notices, graces
// of leaving and all that is counted are the seat's, whoever of the two has acted
// (T95, T96). What is the player's alone is refused to the other in one place, bySecond.
// His own are only the end of his floor, the state of his chat, and whether he is still
// there. What a seat is told, both of it are told (People), the same for every card; the
// keys are the player's.
//
// What one of a pair writes to the host is a word to the other one (T104), so it is no
// sign that he is awake at night (C12, T9); in the open briefing a black's goes to all
// his own. Whoever sits alone is heard as ever.
//
// Where no consigliere is there, nothing is split: the minute of a player whose partner
// has left the group is his own, from the moment of leaving on (E40).
package engine
