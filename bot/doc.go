// Package bot carries: it brings what people do in Telegram to the engine, and
// what the engine decides to people. It decides nothing about the game itself.
//
// # One turn
//
//	Poll  asks Telegram for a batch of updates, waiting no longer than to the
//	      next instant at which something is due.
//	Turn  takes what has arrived (acknowledgements, updates, due timers) and
//	      lets the engine decide, on copies of the games; one transaction makes
//	      the events, the posts, the acknowledgements and the update offset
//	      durable together; then the copies replace the games.
//	Send  answers the presses and carries out due posts, one post and one
//	      deletion a chat; what Telegram says of them is the next turn's input.
//
// The three are plain functions that one goroutine calls in this order. There
// is no mutex, because there is one owner. That is how tests and the demo turn
// the wheel; [Bot.Run] turns it beside Telegram: one goroutine owns the bot, a poll
// is under way all the time, every request has a goroutine of its own, and what
// comes of them is brought back to the owner.
//
// # Where things stand
//
//	run.go       the loop of Run; wall.go: its clock
//	menu.go      what Telegram shows of the bot's commands; /help
//	poll.go      polls, outages, and up to when everything has been heard
//	webhook.go   updates that are brought; sequence.go: which have been taken
//	turn.go      one turn: acknowledgements, updates, timers, one commit
//	intake.go    what is read of an update; desk.go: who, where, what
//	hear.go      what a message says, and whose words it says
//	words.go     what a club hears otherwise than others: /words
//	reword.go    how its administrators change that
//	judge.go     the judge's chair; judge_typed.go: his commands; met.go: who is @name
//	house.go     what a club plays by: /ruleset, /pace, /set; rules.go: which rules
//	             /rules says and /game plays
//	join.go      sitting down; errand.go: what Telegram must be asked before
//	press.go     presses; button.go: what a button's data says
//	typed.go     commands that are typed; answer.go: answers in words
//	gestures.go  reactions, what hides from the table, knocking
//	leave.go     who leaves the group and comes back; mute.go: who may not write there
//	after.go     what follows a game: the best player, the table that is free; protest.go
//	migrate.go   a group becomes another chat
//	barred.go    the bot is put out of a group; topics.go: a topic of a forum is closed, or deleted
//	disguise.go  who writes in the name of a channel, or of the group
//	room.go      how many games one token can carry
//	rights.go    what it may do there; debts.go: what it could not give back
//	ephemeral.go how who has closed his private chat is shown the way there
//	undelivered.go  whose card of the night never came
//	shown.go     the message of a vote that is gone
//	flood.go     who writes too much at once
//	pairs.go     sitting down beside somebody, as his partner
//	perform.go   effects become posts; clear.go: the buttons of what is over
//	coalesce.go  what waits to be told goes out with the next border
//	outbox.go    posts in lanes, and Telegram's limits; schedule.go: which goes next
//	sender.go    posts go out, and what is made of the answers
//	wire.go      Telegram at arm's length; report.go: what stands in the log
//	people.go    accounts, nicks, seats
//
// # Why
//
// Acknowledgements come first in a turn: they open windows, and a press may
// already be for a window whose border has just arrived. Updates come before
// timers: what was in Telegram by the deadline counts (G1), so a window is
// closed only after the batch has been heard, and behind a full batch not before
// the next one.
//
// An update acts once. A batch is taken in the order of its ids, and what lies
// behind the offset was taken before, unless it lies so far behind that Telegram
// must have begun to count anew. An update that does not decode, or lacks what
// it needs, is passed over alone; none may stop a turn, for it would stop every
// turn after it.
//
// A window is closed only when a poll has been answered after its end ([engine]
// says up to when: Game.MustHear): everything sent in time has then been shown. So a
// table stands still by itself while Telegram is silent. The poll before an end is
// made to last just over it, so that the close comes at its own instant whether
// somebody is heard before it or not; at night that would tell who acts.
//
// A webhook does not say that it has brought everything. So the bot asks Telegram, now
// and then and at the end of every window, how many updates wait. An update waits until it
// is acknowledged, and it is acknowledged when its turn is committed; so when none waits,
// all that had come before the question has been heard. When some wait, the answer
// bounds their ids, which have no gaps: when all up to there are committed, the same holds,
// and a busy table keeps no other one waiting. These answers take the place of the
// polls' in everything that follows: a table stands still until they come, and when they do
// not, that is an outage. If something waits and nothing comes for five seconds (the
// proxy is down, a delivery that failed is to come again a minute later), the bot takes the
// webhook away, polls for a minute, and sets it again. Nothing is lost in that: neither
// drops what waits. A start begins with polls for the same reason: what was written in
// an outage is heard before any clock, and not after Telegram's growing pauses.
//
// A webhook keeps the order within a chat only, and brings a person's presses beside his
// messages. So an update waits a moment for those with lower ids, lest «спасибо» overtake a
// nomination. What has been taken is a number and the gaps below it: a late update of one
// chat is not taken for an old one. A delivery
// that comes twice, or again by a poll, is known by its id.
//
// A bot that polls removes the webhook that it has set itself, for its database knows it;
// that of somebody else only if it is told to, as two hosts would take each other's updates.
//
// The instant of the last answer is kept with every commit. At a start, and when
// two answers lie further apart than a poll lasts, every game is told of the
// outage before the updates are taken, for what they bring was written in it.
// Until the first answer after a start, and while polls fail, nothing is sent
// either: what goes out would open windows that then stand in the outage.
//
// Put out of a group, the bot can neither hear nor write there: the games of that group
// stand still as in an outage, each by an event in its log, so a crash changes nothing, and
// what was to be said there waits in its lane (E47). Who never lets the bot in does not
// hold the game for more than three hours.
//
// So stands a game still whose topic in a forum is closed, for nobody can speak there,
// whatever the bot may do; only its own posts wait, those of the forum's other tables go
// out. Of a topic that is deleted Telegram says nothing but that it is not there: its game
// is stopped, and its people hear that in private. At a table in a topic nobody is muted,
// for he would be mute in the whole forum.
//
// What the bot may do in a group is looked at when it comes there, when a table is opened,
// before the cards, and whenever Telegram says that it has changed. What is missing is told
// in one message, with what it is for, and once: it stands in a slot of the game, so that a
// restart tells nothing again. No game waits for a right but that to write. Where nobody may
// write Telegram sends no update, neither then nor when they may again: a refusal tells the
// one, looking every half minute the other.
//
// Who may not write is the engine's to say, and what somebody was allowed before stands in
// the roster until he has it again. A refusal of that is no end: the group owes it to him,
// beyond the game, and pays when the bot is given the right again, or an administrator does.
// Nothing is asked twice of whom no bot can mute.
//
// A speaker is looked for in the group before his speech. In a big group no update tells who
// leaves it, and a table that waits for somebody who has gone waits in vain.
//
// Nobody reads of his role in the group, not even in a message that he alone can see: it is
// not promised to arrive, and to whom the table is told to open his chat it says no more
// than that. So it may be sent or not, as the bot may, without telling anybody anything.
//
// A basic group that becomes a supergroup is another chat, in which messages count anew. All
// that is the group's moves in the turn that learns it, by one of two service messages or by
// the refusal of whatever was sent; what waits goes to the new chat, what had gone to the old
// one and has buttons that live is posted again, and the marks of the table go on from above
// all that were before, for the engine compares them. Until the host has something to say he
// would learn nothing, so somebody of the table who writes in another group makes him ask; his
// words wait for the answer (B17).
//
// What Telegram must be asked before somebody can be answered (is he a member of the
// group? may the bot delete there?) is a row of the outbox like a post, with its
// errand written on it. A crash between question and answer loses nobody, and
// no turn waits.
//
// A request that may have had its effect although its answer was lost is made once
// more, an edit as often as it takes; what certainly had none is made again until
// it is worth nothing.
//
// Two pollers end each other's polls. The one that has just been started gives way
// first: the other one has the games.
//
// Whoever is no player of a table is answered in words once a minute; his further
// presses only lose their hourglass.
//
// A failed turn stops the bot. Whether a commit that returned an error is on
// disk cannot be known; going on would let memory and disk drift apart (I16).
//
// A post is a method name and a map, in its final form: the outbox stores it,
// and nothing is rendered twice. Only the chat is looked up when it is sent, at
// the single exit where the addressee is checked (I6). A message of a slot is
// edited in place; the id of the message is known when the edit goes out, since
// posts of one chat go out in order, one at a time.
//
// Texts are plain, without a parse mode: a nick may hold any character and
// breaks nothing.
//
// The outbox is mirrored in memory from the last commit, so that Send finds what
// is due without a search of the disk. After a start the mirror is loaded from
// it, with the gates and what the limits must know. What had gone out, but not
// been acknowledged, goes out again.
//
// Among chats the post goes first whose time and slack end first: what opens a window
// has none, news half a second, the cards of a game that begins a quarter of a minute.
// The last two places of a group's minute and of the second over all are for what opens
// windows. Flood waits in several chats at once mean that Telegram takes less than it
// says; the overall rate falls and climbs again. Two deals are six tenths of a second
// apart, at whatever tables.
//
// Nothing takes the group's places like the buttons of what is over: two edits of three.
// But nobody needs them taken off at once, for a press on one is answered and changes
// nothing; the rules want them gone at night (C10), and whoever hammers on one by
// night is fouled (K14c). So they go when the group is quiet, the newest first, let
// everything else pass, and wait while a ballot is called, the busiest minute of a game.
// In a night too short for that they go at once.
//
// News in a crowded minute is no message of its own: it waits, for seconds as a rule,
// and stands in front of the next border. Whatever else holds the group up, such as a
// flood wait, joins it in the same way, but for «10 секунд», which is wrong by then. The
// game's clock stands still meanwhile, since a window opens with its border.
//
// A chat that Telegram wants left alone
// is left alone, deletions included, and keeps nobody else waiting.
//
// A window waits for the table's border as long as that is on its way, and for a
// private message no longer than [engine.GatePatience]: one chat that takes
// nothing, or too much, must not stop the other nine. Before the cards everybody
// is waited for. If a deal is void, what the seats have not received of it is
// taken back.
//
// The same answer to the same person waits only once. Otherwise whoever writes a
// hundred times before nightfall would have his night card behind a hundred
// answers.
//
// In a game a bare command is a control and disappears; at night it is noise besides. A command with words
// behind it is an utterance of these words (G22).
//
// The ear hears a text; whose it is, is known here. Formatting splits nothing, for
// Telegram keeps it beside the text, and a mention without @ is known by it alone. A
// quote and the message that is answered are not read. What is forwarded is its
// sender's own word only if he forwards himself; of another's nothing is heard but the
// code of this game's private messages, for whoever shows one shows it (C77). Through
// another bot's inline results a person says what he has chosen there. Every private
// message of a game bears the code, but not what is no secret of it: who shows the
// rules to the table breaks none.
//
// What a club hears is kept by its group and read when something is said there; the
// compiled lists stay in memory, those of a club that has changed nothing are shared.
// It changes between the games of the whole group, whatever topic they are played in,
// and the group is told, for it is a change of the rules. Who speaks as the group
// itself is an administrator; of anybody else Telegram is asked first, by an errand
// that no game has a part in. Only then is a change read: who may make none need not
// hear how it is written. What is told of a change is what is kept, for a word is kept
// in another form than it is typed in.
//
// What a club plays by is a preset, a pace and the keys it has set by hand, changed in the
// same way and at the same times as its words. A game takes them when its table is opened
// and keeps them. A key that no knob has any more stays set, and is passed over with a
// line in the log: another version may know it.
//
// A nick is chosen at the first coming and stays, for the lobby and the seats show it.
// Whoever cannot be called as he calls himself is told so by the answer to his coming,
// in a box if that is a press: nothing else would tell him that «Гость А» is he (G13).
// The name that Telegram shows stays beside the nick, because the table sees it over
// all that he writes and calls him by it; nothing is heard in it.
//
// A person's private chat is known to be open when he has written to the bot or
// pressed Start; a refused message, or his blocking the bot, makes it closed again.
// Who is known is seated by one press, once Telegram has said that he is a member
// of the group: in a public group strangers see its buttons, and a deep link can be
// passed on. Who is not known is taken to his private chat by the answer to that
// press, whose deep link names the game. Who is refused a place is no player of
// the table. Before the deal the table waits for whoever cannot be written to, as
// long as the engine's hold lasts.
//
// Two who share a seat are two players with a private chat each. Somebody comes to sit
// beside another by a button that bears his name, by /pair, or by a deep link that
// names the partner before the game: the way to a place is asked for and found out by
// the same errand as a place of one's own.
package bot
