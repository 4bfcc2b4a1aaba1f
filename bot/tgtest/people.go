package tgtest

import (
	"strings"
	"unicode/utf8"
)

// act runs an act of a user under the lock and tells the watchers.
func (u *User) act(f func(s *Server)) {
	u.server.enter()
	defer u.server.leave()
	f(u.server)
}

// Start presses the start button of the private chat, or opens a deep link with a payload. It lifts a block.
func (u *User) Start(payload string) *Post {
	var out *Post
	u.act(func(s *Server) {
		c := s.chats[u.ID]
		s.setBlocked(c, false)
		c.started = true
		out = s.say(Post{Chat: c, From: u, Kind: KindText, Text: strings.TrimSpace("/start " + payload)})
	})
	return out
}

// Block stops the bot; what it sends into the private chat is refused.
func (u *User) Block() { u.act(func(s *Server) { s.setBlocked(s.chats[u.ID], true) }) }

// Unblock lets the bot write again.
func (u *User) Unblock() { u.act(func(s *Server) { s.setBlocked(s.chats[u.ID], false) }) }

// Deactivate deletes the account: nobody can write to it any more. It stays in its groups, and does nothing there.
func (u *User) Deactivate() { u.act(func(s *Server) { s.chats[u.ID].deleted = true }) }

// setBlocked blocks or unblocks the bot and tells it.
func (s *Server) setBlocked(c *Chat, blocked bool) {
	if c.blocked == blocked {
		return
	}
	c.blocked = blocked
	act, old, status := Unblocked, standing{status: Kicked}, standing{status: Member}
	if blocked {
		act, old, status = Blocked, status, old
	}
	s.note(Entry{Act: act, Chat: c, User: c.peer})
	s.push("my_chat_member", wireMemberChange{
		Chat: c.wire(), From: c.peer.wire(), Date: s.now.Unix(),
		Old: wireStanding(c, &s.bot, old), New: wireStanding(c, &s.bot, status),
	}, messageLife)
}

// Say writes a text. It returns nil if he may not write there (he is not a member, has not started the bot, or blocked
// it) or if no app would send it (only blanks, more than 4096 characters). In a forum it goes into the general topic.
func (u *User) Say(c *Chat, text string) *Post { return u.SayIn(c, 0, text) }

// SayIn writes a text in a topic of a forum; nil is returned if it has none of that number.
func (u *User) SayIn(c *Chat, topic int, text string) *Post {
	return u.post(Post{Chat: c, From: u, Kind: KindText, Text: text, Thread: topic})
}

// SayAnonymously writes a text in the name of a supergroup, as its owner and administrators can.
func (u *User) SayAnonymously(c *Chat, text string) *Post {
	if c.kind != typeSupergroup || !c.leads(u) {
		return nil
	}
	return u.post(Post{Chat: c, From: u, Sender: c, Kind: KindText, Text: text})
}

// SayAsChannel writes a text in a supergroup in the name of a channel, which is taken for his own.
func (u *User) SayAsChannel(c, channel *Chat, text string) *Post {
	if c.kind != typeSupergroup || channel.kind != typeChannel {
		return nil
	}
	return u.post(Post{Chat: c, From: u, Sender: channel, Kind: KindText, Text: text})
}

// Reply writes a text that answers a post, in its chat and topic.
func (u *User) Reply(to *Post, text string) *Post {
	return u.post(Post{Chat: to.Chat, From: u, Kind: KindText, Text: text, ReplyTo: to.ID, Thread: to.Thread})
}

// Quote writes a text that answers a post and quotes a part of it.
func (u *User) Quote(to *Post, part, text string) *Post {
	if !strings.Contains(to.Text, part) {
		return nil
	}
	return u.post(Post{Chat: to.Chat, From: u, Kind: KindText, Text: text, ReplyTo: to.ID, Thread: to.Thread, Quote: part})
}

// Styled writes a text with parts that are set in bold, hidden, or name somebody without an @.
func (u *User) Styled(c *Chat, text string, entities ...Entity) *Post {
	styled := rich{text, entities}.tidy()
	return u.post(Post{Chat: c, From: u, Kind: KindText, Text: styled.text, Entities: styled.entities})
}

// SayVia writes a text that he has chosen among the inline results of another bot.
func (u *User) SayVia(c *Chat, bot *User, text string) *Post {
	return u.post(Post{Chat: c, From: u, Kind: KindText, Text: text, Via: bot})
}

// Forward sends a post into another chat, or the same. Nothing happens if it is protected or a service message.
func (u *User) Forward(p *Post, to *Chat) *Post {
	var out *Post
	u.act(func(s *Server) {
		now := p.Chat.find(p.ID)
		if now == nil || now.Deleted || now.Protected || now.service() || !s.mayWrite(u, to, now.Kind) || !to.opens(u, 0) {
			return
		}
		origin := *now
		if now.Origin != nil {
			origin = *now.Origin
		}
		out = s.say(Post{Chat: to, From: u, Kind: now.Kind, Text: now.Text, Entities: now.Entities, media: now.media, Origin: &origin})
	})
	return out
}

// Sticker sends a sticker that stands for an emoji.
func (u *User) Sticker(c *Chat, emoji string) *Post {
	return u.send(c, KindSticker, "", func(s *Server) *wireMedia {
		photo := wirePhoto{wireFile: s.newFile("CAACAgIA"), Width: 512, Height: 512}
		return &wireMedia{Sticker: &wireSticker{wirePhoto: photo, Emoji: emoji, Type: "regular"}}
	})
}

// Voice sends a voice message.
func (u *User) Voice(c *Chat) *Post {
	return u.send(c, KindVoice, "", func(s *Server) *wireMedia {
		return &wireMedia{Voice: &wireVoice{wireFile: s.newFile("AwACAgIA"), Duration: 3, Mime: "audio/ogg"}}
	})
}

// Photo sends a photo with a caption, which may be empty.
func (u *User) Photo(c *Chat, caption string) *Post {
	return u.send(c, KindPhoto, caption, func(s *Server) *wireMedia {
		return &wireMedia{Photo: []wirePhoto{
			{wireFile: s.newFile("AgACAgIA"), Width: 320, Height: 240},
			{wireFile: s.newFile("AgACAgIA"), Width: 1280, Height: 960},
		}}
	})
}

// Animation sends a GIF, which arrives as a document, too.
func (u *User) Animation(c *Chat) *Post {
	return u.send(c, KindAnimation, "", func(s *Server) *wireMedia {
		file, name, mime := s.newFile("CgACAgIA"), "animation.mp4", "video/mp4"
		return &wireMedia{
			Animation: &wireAnimation{wirePhoto: wirePhoto{file, 320, 240}, Duration: 2, Name: name, Mime: mime},
			Document:  &wireDocument{wireFile: file, Name: name, Mime: mime},
		}
	})
}

// Dice rolls a die.
func (u *User) Dice(c *Chat) *Post {
	return u.send(c, KindDice, "", func(s *Server) *wireMedia {
		return &wireMedia{Dice: &wireDice{Emoji: "🎲", Value: 1 + s.draws.files.IntN(6)}}
	})
}

// newFile invents the ids of a file.
func (s *Server) newFile(prefix string) wireFile {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	id := make([]byte, 32)
	for i := range id {
		id[i] = alphabet[s.draws.files.IntN(len(alphabet))]
	}
	return wireFile{ID: prefix + string(id), Unique: "AQAD" + string(id[:12]), Size: 1000 + s.draws.files.IntN(90000)}
}

// send posts something that is not a text.
func (u *User) send(c *Chat, kind Kind, caption string, media func(*Server) *wireMedia) *Post {
	var out *Post
	u.act(func(s *Server) {
		if s.mayWrite(u, c, kind) && c.opens(u, 0) {
			out = s.say(Post{Chat: c, From: u, Kind: kind, Text: caption, media: media(s)})
		}
	})
	return out
}

// post sends a text if the user may write and his app would send it.
func (u *User) post(p Post) *Post {
	var out *Post
	u.act(func(s *Server) {
		p.Text = strings.TrimSpace(p.Text)
		if s.mayWrite(u, p.Chat, p.Kind) && p.Chat.hasThread(p.Thread) && p.Chat.opens(u, p.Thread) && p.Text != "" && utf8.RuneCountInString(p.Text) <= maxText {
			out = s.say(p)
		}
	})
	return out
}

// mayWrite says whether a user can post something in a chat.
func (s *Server) mayWrite(u *User, c *Chat, k Kind) bool {
	switch c.kind {
	case typePrivate:
		return c.peer == u && c.started && !c.blocked
	case typeChannel:
		return c.standing(u).leads()
	}
	return c.upgraded == nil && c.lets(u, k) && !c.waits(u)
}

// say puts a user's message into the world.
func (s *Server) say(p Post) *Post {
	if p.Origin == nil {
		p.Entities = autoEntities(p.Text, p.Entities)
	}
	post := s.add(p.masked())
	s.note(Entry{Act: Said, Chat: p.Chat, User: p.From, Post: post, Text: p.Text})
	s.tellBot(post)
	return post
}

// Edit changes a text he wrote, or a caption. Nothing happens if it is not his, has no text, is gone, is forwarded, or stays
// the same.
func (u *User) Edit(p *Post, text string) {
	u.act(func(s *Server) {
		text = strings.TrimSpace(text)
		now := p.Chat.find(p.ID)
		if now == nil || now.Deleted || now.From != u || now.Origin != nil || !now.fitsEdit(text) || !s.mayWrite(u, p.Chat, now.Kind) {
			return
		}
		edited := s.replace(now, func(q *Post) {
			q.Text, q.Entities = text, autoEntities(text, nil)
			q.EditDate, q.Edits = s.now, q.Edits+1
		})
		s.note(Entry{Act: Edited, Chat: p.Chat, User: u, Post: edited, Text: text})
		if s.hears(edited) {
			s.push("edited_"+p.Chat.updateType(), s.wire(edited, true), messageLife)
		}
	})
}

// fitsEdit says whether an app would make this the text of the post, or its caption, which may be empty.
func (p *Post) fitsEdit(text string) bool {
	length := utf8.RuneCountInString(text)
	switch p.Kind {
	case KindText:
		return text != p.Text && 0 < length && length <= maxText
	case KindPhoto, KindAnimation, KindVoice:
		return text != p.Text && length <= maxCaption
	}
	return false
}

// tellBot queues the update about a user's message, if the bot may see it.
func (s *Server) tellBot(p *Post) {
	if s.hears(p) {
		s.push(p.Chat.updateType(), s.wire(p, true), messageLife)
	}
}

// updateType is the type of the updates about messages of a chat.
func (c *Chat) updateType() string {
	if c.kind == typeChannel {
		return "channel_post"
	}
	return "message"
}

// hears applies the privacy mode: an administrator and a bot without privacy hear everything, others only service
// messages, commands that may be meant for them, and replies to them.
func (s *Server) hears(p *Post) bool {
	c := p.Chat
	switch {
	case c.peer != nil, c.botStanding().status == Administrator:
		return true
	case !c.botStanding().inside():
		return false
	case s.opts.ReadAll, p.service():
		return true
	}
	if to := c.find(p.ReplyTo); to != nil && to.From == nil {
		return true
	}
	return len(p.Entities) > 0 && p.Entities[0].Type == "bot_command" && p.Entities[0].Offset == 0 &&
		s.commandIsMine(p.Text[:p.Entities[0].Length])
}

// commandIsMine says whether a command names this bot or no bot at all.
func (s *Server) commandIsMine(command string) bool {
	_, name, named := strings.Cut(command, "@")
	return !named || strings.EqualFold(name, s.bot.Username)
}
