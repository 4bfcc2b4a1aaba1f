// Package storage remembers: it keeps everything the bot must still know after
// a crash in one bbolt file, and decides nothing. A turn of the loop is one
// [DB.Update]: events, posts, acknowledgements and the update offset become
// durable together or not at all.
//
// # The map
//
// Numbers in keys and in fixed values are big-endian, so that keys sort as the
// numbers do; signed numbers (chats, accounts, messages, instants) are their
// two's complement. Instants are Unix milliseconds, 0 meaning none. u8 to u64
// and i64 name widths, ‖ joins. JSON values have short names, and omit what is
// zero.
//
//	bucket      key                          value                        written by
//	meta        "schema"                     u64, 1                       Open
//	            "offset"                     i64, next update id          SetOffset
//	            "reach"                      i64, last getUpdates answer  SetReach
//	games       u64 game                     JSON {c chat, t thread,      NewGame, MoveChat, Free
//	                                         n number in that chat, f the table
//	                                         is free again, b base of its
//	                                         messages' numbers}
//	numbers     i64 chat                     u32, last number given       NewGame, MoveChat
//	unfinished  u64 game                     i64 due ‖ u64 log records    NewGame, SetDue, Append
//	tables      i64 chat ‖ i64 thread        u64 unfinished game there    NewGame, MoveChat
//	last        i64 chat ‖ i64 thread        u64 last game there          NewGame, MoveChat
//	log         u64 game ‖ u64 ordinal       the record as it was given   Append
//	packed      u64 game                     gzip of (uvarint length ‖    Finish
//	                                         record) for each record
//	roster      u64 game ‖ u8 player         JSON {a account, n nick,     SetPerson, Forget
//	                                         l language, f first name,
//	                                         s last name, m what he was
//	                                         allowed, w he speaks now}
//	sits        i64 account                  u64 game ‖ u8 player         Sit
//	open        i64 account                  u8, 1                        SetOpen
//	outbox      u64 sequence                 JSON of a [Row]              Post, Put
//	slots       u64 game ‖ u8 to ‖ u32 slot  JSON of a [SlotState]        SetSlot
//	heard       u64 game ‖ i64 mark          u64 hash of the text         SetHeard
//	words       i64 chat                     what a club hears otherwise  SetWords, MoveChat
//	                                         than others, as it was given
//	houses      i64 chat                     what a club plays by, as it  SetHouse, MoveChat
//	                                         was given
//	debts       i64 chat                     what its members could not   SetDebts, MoveChat
//	                                         be given back, as it was given
//	marks       "missed"                     updates below the offset     SetMissed
//	                                         that have not come
//	            "hook"                       the webhook's address        SetHook
//	            "menu"                       what Telegram was told of    SetMenu
//	                                         the commands
//
// Finish also takes away the game's entries in unfinished, tables, sits, log and
// heard, Free those in tables and sits; Rise and Forget take away from sits, SetOpen and Forget from open, Drop
// and DropOf from outbox, and with the last row of a finished game its slots.
//
// # What always holds
//
// [DB.Check] looks for these, besides bbolt's own structure:
//
//   - The sequence of games is not below any game, that of outbox not below any
//     row: neither number is ever given twice.
//   - A game is in unfinished or in packed, never in both or neither. An
//     unfinished game is the one its table points to, unless it has freed it.
//     Only a game that has its table has people who sit.
//   - The last game of a table is known, and at that table.
//   - Ordinals of a log run from 1 to the count in unfinished without a gap. The
//     count stands apart from the records, or the loss of the last record
//     would go unseen.
//   - Who sits, sits in an unfinished game, and the roster of that game has his
//     account under that player.
//   - A row goes either to a known game (to its table or to a player on its
//     roster) or to a chat, and is caused by a record that exists.
//   - Slots belong to a known game; those of a finished one only stay while it
//     has rows. What was heard belongs to an unfinished game.
//   - Words belong to a chat, and are some: a club that has changed nothing has
//     no entry.
//
// # Why
//
// Finished means packed. There is no flag to disagree with the place where the
// log lies. A start reads unfinished alone: game, due instant, nothing folded.
//
// The log is opaque. Storage neither decodes a record nor knows what an event
// is; a format of the log belongs to the engine. So are the words of a club,
// whose format belongs to the ear. They are kept by chat and not by table, for a
// club is a group, whatever topic of it is played in.
//
// A player stays one person. SetPerson refuses another account for a player the
// roster already has, forgotten ones too: a post waiting for player 3 must not
// reach somebody else. Forget leaves a blank entry for the same reason.
//
// Names that are no nicks are kept beside the nick, for people are called by them,
// and a log has nicks only. Where the nick is all that Telegram shows there are none.
//
// Last is an index of its own: what was played at a table is asked of a table that
// plays nothing, and the games are too many to search. A table of an older file has
// no entry until its next game.
//
// A game that has ended may have to go on: a protest is voted on for half an hour.
// Its table is free meanwhile, and so are its people.
//
// Sits is an index of its own, because a private chat asks "which game?" with
// every message. It is cleaned over the roster, so Finish never searches it.
//
// Slots outlive their game until its last row is dropped: the posts made while
// the game finished are acknowledged after it, and may still edit. They are
// swept at the end of an Update, so the order of calls within a turn is free.
//
// Damage ends the transaction. Readers without an error result (Rows, Log,
// Sits …) give what they can when a value does not decode, and the Tx remembers
// it: Update then rolls back and View returns the error, whatever the function
// made of it. The same holds for every failed write. Refusals ([ErrTableBusy],
// [ErrNoGame] …) are different: they are returned before anything is written,
// and the function may go on.
//
// A failed commit is ambiguous: the transaction may be on the disk although
// bbolt says it failed. So [ErrCommit] is final for this DB, which refuses
// every later transaction; the process exits, and the next start reads what is
// true.
//
// A bbolt file can only be spoiled by a crash while it is first written. So
// Open makes it under a temporary name (path + ".new-" and a number), syncs it,
// and only then gives it the real name, with a hard link, because a link never
// replaces a file another process made meanwhile. Where a file system has no
// links it is a rename. Leftovers of a killed creation are never read; the next
// creation removes them.
//
// Open looks at the file through a read-only handle first. A truncated file
// would otherwise end the process with a bus error at the first touch of a
// missing page.
//
// A new field of a JSON value, or a new bucket, needs no new schema number if
// zero, or empty, means what was before: Open adds missing buckets. The schema
// number grows when an older program would misread the file.
package storage
