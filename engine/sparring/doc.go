// Package sparring plays: partners who know of a game what its View shows them
// and answer with intents, never with events.
//
// # What a partner is
//
// A [Mind] is asked whenever what he sees has changed: a window was posted, it
// opened, the floor moved, a formula waits for its touch. He answers with a few
// [Intent] values: after so long he does this, or says that. Whoever asks
// carries them out, and may well be late, refused or out of turn: a partner
// learns of it as everybody does, from the next View. [New] makes a [Partner]:
// a player of some temper who speaks, nominates, votes, shoots and checks
// plausibly, breaks the rules now and then, and forgets things.
//
// # Why
//
// A partner gets View and Allowed and nothing else of the game, so he cannot
// know more than a person in his chair: a game played by partners leaks only
// what the engine leaks. What people read besides the state, the words of the
// others and the answer to one's own check, comes through [Listener], which is
// optional: without it he plays blindly, but he plays.
//
// He says a [Line] and no text. The words belong to package messages, which
// knows nothing of partners; between the two stands whoever has a chat. The same
// partner therefore plays in a pure simulation, at an emulated Telegram, and at
// a table of people.
//
// Chance is keyed and not drawn from one stream: every decision has its own
// generator made of (seed, player, window, purpose). How often he is asked, and
// in which order the partners are asked, changes nothing, and a decision added
// to one place leaves all others alone.
//
// The blacks need no secret channel. Where they have to agree without a word
// they follow one rule over what each of them sees (the sheriff who claimed, the
// order of the night, the other orders, round the table from the Don), and one
// of them errs now and then. In the same way the mood of a day is read from what
// is public: on some days the whole table is shy and nobody is nominated.
//
// An intent belongs to the window in which it was planned; a speaker who was
// stopped does not go on. Intents with Anyway are the exception: the hand that
// comes too late, the sentence that runs over the border.
//
// Moments are parts of the window's length and not seconds, so the same partner
// plays at every pace.
//
// [Shown] counts what a log has shown. It stands here because it is the measure
// of this package: partners are good for tests as long as every case that the
// rules know comes up when they play.
package sparring
