package tgtest

import (
	"slices"
	"time"
)

// Act names what happened in the world.
type Act string

// The acts of a journal.
const (
	Said      Act = "said"      // a user posted a message of any kind
	Sent      Act = "sent"      // the bot posted a message
	Edited    Act = "edited"    // a message was edited, by the user named or by the bot
	Deleted   Act = "deleted"   // the bot deleted a message, or a user one of the group
	Pressed   Act = "pressed"   // a user pressed a button
	Answered  Act = "answered"  // the bot answered a press
	Joined    Act = "joined"    // a user came into a group
	Left      Act = "left"      // a user left a group
	Blocked   Act = "blocked"   // a user blocked the bot
	Unblocked Act = "unblocked" // a user unblocked the bot
	Appointed Act = "appointed" // the owner of a group, or the bot, gave somebody a status, which stands in Text
	Opened    Act = "opened"    // the owner of a forum opened a topic
	Closed    Act = "closed"    // the owner of a forum closed a topic, whose number stands in Text
	Reopened  Act = "reopened"  // the owner of a forum opened a closed topic again
	Upgraded  Act = "upgraded"  // the owner of a basic group made a supergroup of it
	Permitted Act = "permitted" // the owner of a group, or the bot, said what its members may do
)

// Entry is one thing that happened.
type Entry struct {
	At     time.Time // full precision of the virtual clock
	Act    Act
	Chat   *Chat
	User   *User  // who acted or, for Answered and Appointed, whom it concerns; nil for the bot
	Post   *Post  // the post after the act
	Button Button // of Pressed and Answered
	Text   string // what was said, or the text of the answer, or the new status
	URL    string // of Answered
	Alert  bool   // of Answered: shown as a box and not as a toast
	Silent bool   // of Sent: without a sound
	Method string // the API method, for acts of the bot
}

// Request is one API call of the bot.
type Request struct {
	At          time.Time // when it came in
	Done        time.Time // when it was answered or lost; zero while it is under way
	Method      string    // canonical spelling if known, else as sent
	Poll        bool      // it is a getUpdates
	Params      map[string]string
	Code        int           // the HTTP status that was answered, or would have been; 0 if nothing was carried out
	Description string        // of a refusal
	RetryAfter  int           // seconds, of a flood wait
	Lost        bool          // the connection broke and the bot got no answer
	Held        time.Duration // what the limits made it wait for its effect
	Fault       Fault         // what Inject made go wrong
}

// record is what the server remembers of the past.
type record struct {
	journal    []Entry
	requests   []Request
	violations []string

	watchers []watcher
	told     int  // entries of the journal that the watchers have heard
	telling  bool // somebody is telling them now
}

// watcher hears the entries from since on.
type watcher struct {
	since int
	hear  func(Entry)
}

// Journal is everything that happened in the world, in order.
func (s *Server) Journal() []Entry {
	s.enter()
	defer s.mu.Unlock()
	return slices.Clone(s.journal)
}

// Requests are the API calls of the bot, in the order in which they came in. The parameters are shared: read only.
func (s *Server) Requests() []Request {
	s.enter()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Violations are the departures from the published schema, the bot's and the server's own.
func (s *Server) Violations() []string {
	s.enter()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// Watch calls hear after each entry to come, without the server's lock and in the order of the journal. What a watcher
// causes is told when all watchers have heard the present entry. In virtual time the call that made an entry returns when
// it has been heard; on a wall clock the goroutine that runs the acts calls the watchers, very soon, too.
func (s *Server) Watch(hear func(Entry)) {
	s.enter()
	defer s.mu.Unlock()
	s.watchers = append(s.watchers, watcher{since: len(s.journal), hear: hear})
}

// note appends an entry to the journal, dated now.
func (s *Server) note(e Entry) {
	e.At = s.now
	s.journal = append(s.journal, e)
}

// notify tells the watchers the entries they have not heard. A nested call leaves the telling to the outer one.
func (s *Server) notify() {
	if s.telling {
		return
	}
	s.telling = true
	defer func() { s.telling = false }()
	for s.told < len(s.journal) {
		entry, index := s.journal[s.told], s.told
		s.told++
		for i := 0; i < len(s.watchers); i++ {
			if w := s.watchers[i]; w.since <= index {
				s.outside(func() { w.hear(entry) })
			}
		}
	}
}

// violate records departures from the schema.
func (s *Server) violate(found ...string) {
	s.violations = append(s.violations, found...)
}
