// Package evening plays a whole evening: sparring players, the bot, and an
// emulated Telegram between them. It is the demo of the program and the widest
// test that the bot has.
//
// # What happens
//
// [New] makes the world: a supergroup, people with invented nicks, the bot
// on a database of its own. Two of three know the bot already; the third has
// never written to it. [Evening.Run] lets Барс type /game and plays until the
// verdict; then [Evening.Transcript] tells the evening as the group saw it, and
// [Evening.Traffic] counts what was sent. A table has ten seats or, as a rehearsal,
// five to fifteen.
//
// A [Crowd] are ten people of another kind, for a bot in a process of its own: they
// know nothing but what stands on their phones, and what they do does not depend
// on when they read it, so that a game which is interrupted can be compared with
// one that is not.
//
// # Why
//
// One goroutine turns the wheel: Poll, Turn, Send, then everybody looks up from
// his phone. Only the poll moves the clock, so an evening of an hour takes a
// fraction of a second, and the same seed gives the same bytes, in process and
// over HTTP. Over HTTP the acts of the players run in the server's goroutine
// while this one waits for the poll's answer; a mutex says to the race detector
// what the waiting says already.
//
// A player is asked when his View has changed. The View is what a person knows
// of the game after reading his chats; reading it off the messages would be a
// second parser of every text that the bot writes. What he does goes through the
// chats all the same: he looks for the newest message with a button that carries
// his command, in his private chat and in the group, and presses it. Where he
// sees none he types what a person would type. A button that the bot forgot to
// show, showed to the wrong person or took away too early is therefore missing
// here as well, and the typed way must carry the evening.
//
// Two things are not in a View: what the others say, which is told to the minds
// as it is said, and the answer to one's own check. The latter he reads from
// his card: he compares it with both answers that the book has.
//
// Plans belong to the window in which they were made. When a player finds at the
// moment of acting that another window runs, he lets go of the plan, unless it
// is one of those that come too late on purpose.
package evening
