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
//	Send  answers the presses and carries out due posts, one a chat; what
//	      Telegram says of them is the next turn's input.
//
// The three are plain functions that one goroutine calls in this order. There
// is no mutex, because there is one owner.
//
// # Why
//
// Acknowledgements come first in a turn: they open windows, and a press may
// already be for a window whose border has just arrived. Updates come before
// timers: what was in Telegram by the deadline counts (G1), so a window is
// closed only after the batch has been heard.
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
// The outbox is mirrored in memory from the last commit, so that Send reads no
// disk. After a start the mirror is loaded from it.
//
// A person's private chat is known to be open when he has written to the bot or
// pressed Start; a refused message makes it closed again. Who is known is
// seated by one press; who is not is taken to his private chat by the answer to
// that press, whose deep link names the game.
package bot
