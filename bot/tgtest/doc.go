// Package tgtest is a Telegram Bot API server inside the test process, named after net/http/httptest.
//
// A [Server] is a small world: one bot, people, and chats of every type: private ones, basic groups, supergroups, forums
// with their topics, channels. People act through methods of [User] (they join, write, tap, block, hide behind a chat) and
// the owners of chats through methods of [Chat] (they appoint, restrict, open, close and delete topics, publish, change the bot's rights);
// the bot acts through the Bot API, either in process with [Server.Do] or over a loopback socket with [Server.Listen].
// What happened is read back as posts ([Chat.Posts]), as a [Server.Journal], and as the list of the bot's
// [Server.Requests] with the outcome of each.
//
// # Faults
//
// Telegram fails a bot in more ways than it refuses him. [Server.Inject] is asked at every call and answers with a
// [Fault]: a broken connection before or after the effect, a proxy's page, a flood wait, half an answer, a late one.
// [Server.Flood] shuts one chat for some seconds, [Server.Down] takes the whole of Telegram away and brings it back,
// [Server.Revoke] makes the token worthless, [Server.SetWebhook] and a second poller take the updates away.
// [Server.Push] queues updates that Telegram would never send, and [Server.Renumber] starts their ids anew.
//
// With [Options.Limits] Telegram takes only so much, as the published numbers say. Its first sign is not a refusal: a wait
// of up to eight seconds is absorbed by a late effect with a late answer ([Request.Held]), a longer one is a 429.
//
// In process a broken connection is the error that http.Client gives for one: it is a *url.Error, with the token in it,
// around a *net.OpError. A delay on a virtual clock moves it as [Server.Sleep] does, and the client's own deadlines, which
// are the wall's, do not notice.
//
// # Webhooks
//
// A webhook's updates go where [Server.Courier] or [Server.DeliverTo] says, in process and on either clock, or over a socket
// by the proxies that [Server.Route] names. One is under way for each chat, or person who presses, and max_connections
// altogether; what is not answered by a 2xx comes again after growing pauses. Nothing is delivered on a virtual clock but
// while somebody waits. [Server.Doze] waits for a delivery.
//
// # Two clocks
//
// With the zero [Options] the time is virtual, and only waiting moves it. A long poll on an empty queue jumps to the next
// planned act of a user or to its timeout; [Server.Sleep] does the same for whoever waits otherwise. So an evening takes
// milliseconds, and its every instant can be asserted. Acts run in the order of their instants, and of their planning
// within one instant; everything planned for one instant arrives together, like a burst within the millisecond or two that
// Telegram itself batches.
//
// With a Speed the clock runs by itself, so many times as fast as the wall's: it shows Epoch + (wall − Epoch) · Speed. This
// is for a bot in a process of its own that maps its clock alike. Polls and sleeps really wait, and any number of them at
// once. One goroutine of the server runs the acts at their instants and tells the watchers, one after the other, so that
// they need no locks among themselves; while one of them sleeps the acts go on, but the entries wait to be told, and one
// that waits for anything else, such as a poll, holds up everything. A hang-up of a client ends its poll. [Server.Close]
// ends it all.
//
// # Why
//
// The world checks what Telegram checks. Wording and order of refusals, the update queue with its offsets and expiry, the
// entities and their UTF-16 offsets, the one answer of a callback query: a bot is only as right as the server it was
// tried against. What Telegram leaves undocumented, the package decides in one place and says so there.
//
// The virtual clock exists for repeatable runs. The same [Options] and the same calls give the same bytes: every id comes
// from the seed, every structure has a fixed order, and both transports share one path from the parsed request to the
// encoded reply, faults included. A failing run is its seed. The wall clock gives that up for the one thing that virtual
// time cannot show, the real binary.
//
// The published schema is the second judge. Every request, every update and every result is held against
// botapi-10.3.json; a departure lands in [Server.Violations] besides the server's own reaction. It is a list and not a
// failure, because a test may send nonsense on purpose.
//
// Posts are immutable. A change replaces the post in its chat and leaves the old value alone, so a [Post] is what somebody
// saw at one instant and may be read beside a running bot; [Post.Now] fetches its present state.
//
// Acts, watchers and the function of Inject run without the server's lock and may call anything, Sleep and At included. A
// virtual clock is held by one goroutine at a time and may be moved again from inside an act of that goroutine. An act
// must not wait for another goroutine's poll, which would wait for the act.
//
// A post of somebody who hides behind a chat still names him in From, for the test; the Bot API shows Sender and one of its
// pseudo users instead. Whatever a world cannot contain, such as a text of somebody who may not write, is not an error but
// a nil post: scripts of chance may try everything.
//
// An ephemeral message is a [Post] without an ID, with the number Whisper. It stands in no list but that of the one who
// sees it ([Chat.Whispers]). The journal has it like any other send, since a test of what others may learn must see it.
//
// Left out are media and other sends of the bot besides texts, and pins.
//
// Of section 6 of the specification no more is left than that, and what no host of games asks of Telegram: markup other
// than HTML (a parse_mode of Markdown is refused as one that does not exist), pins, polls, files, inline results, payments,
// what a custom certificate or an IP address does to a webhook. Webhooks are not tried before they are set, and an address
// that resolves to nobody is told by the first delivery, as it is by Telegram.
package tgtest
