// Package tgtest is a Telegram Bot API server inside the test process, named after net/http/httptest.
//
// A [Server] is a small world: one bot, people, supergroups, private chats. People act through methods of [User] (they
// join, write, tap, block); the bot acts through the Bot API, either in process with [Server.Do] or over a loopback
// socket with [Server.Listen]. What happened is read back as posts ([Chat.Posts]), as a [Server.Journal], and as the list
// of the bot's [Server.Requests].
//
// # Why
//
// The world checks what Telegram checks. Wording and order of refusals, the update queue with its offsets and expiry, the
// entities and their UTF-16 offsets, the one answer of a callback query: a bot is only as right as the server it was
// tried against. What Telegram leaves undocumented, the package decides in one place and says so there.
//
// Time is virtual and only waiting moves it. A long poll on an empty queue jumps to the next planned act of a user or to
// its timeout; [Server.Sleep] does the same for whoever waits otherwise. So an evening takes milliseconds, and its every
// instant can be asserted. Acts run in the order of their instants, and of their planning within one instant; everything
// planned for one instant arrives together, like a burst within the millisecond or two that Telegram itself batches.
//
// The same [Options] and the same calls give the same bytes: every id comes from the seed, every structure has a fixed
// order, and both transports share one path from the parsed request to the encoded reply. A failing run is its seed.
//
// The published schema is the second judge. Every request, every update and every result is held against
// botapi-10.3.json; a departure lands in [Server.Violations] besides the server's own reaction. It is a list and not a
// failure, because a test may send nonsense on purpose.
//
// Posts are immutable. A change replaces the post in its chat and leaves the old value alone, so a [Post] is what somebody
// saw at one instant and may be read beside a running bot; [Post.Now] fetches its present state.
//
// Acts and watchers run without the server's lock and may call anything, Sleep and At included. The clock is held by one
// goroutine at a time and may be moved again from inside an act of that goroutine. An act must not wait for another
// goroutine's poll, which would wait for the act.
//
// Rate limits, faults of the network, webhooks, forums and ephemeral messages are left out.
package tgtest
