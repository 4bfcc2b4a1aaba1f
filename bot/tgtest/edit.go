package tgtest

import "slices"

const notModified = "message is not modified: specified new message content and reply markup are exactly the same as " +
	"a current content and reply markup of the message"

// editMessageText replaces text and keyboard of a message of the bot; without a keyboard in the call the old one goes.
func (s *Server) editMessageText(p params) (any, *failure) {
	text, fail := s.formatted(p)
	if fail != nil {
		return nil, fail
	}
	post, kb, fail := s.editable(p)
	if fail != nil {
		return nil, fail
	}
	if fail := fits(text, kb); fail != nil {
		return nil, fail
	}
	return s.edit(post, "editMessageText", text, kb)
}

// editMessageReplyMarkup replaces the keyboard alone.
func (s *Server) editMessageReplyMarkup(p params) (any, *failure) {
	post, kb, fail := s.editable(p)
	if fail != nil {
		return nil, fail
	}
	if fail := kb.fits(); fail != nil {
		return nil, fail
	}
	return s.edit(post, "editMessageReplyMarkup", rich{post.Text, post.Entities}, kb)
}

// editable reads the markup and finds the message of an edit.
func (s *Server) editable(p params) (*Post, keyboard, *failure) {
	kb, fail := readMarkup(p.text("reply_markup"))
	if fail != nil {
		return nil, kb, fail
	}
	if !p.has("chat_id") && p.number("message_id") == 0 {
		return nil, kb, badRequest("message identifier is not specified")
	}
	c, fail := s.writable(p)
	if fail != nil {
		return nil, kb, fail
	}
	post := c.find(int(p.number("message_id")))
	switch {
	case p.number("message_id") == 0:
		return nil, kb, badRequest("message identifier is not specified")
	case post == nil || post.Deleted:
		return nil, kb, badRequest("message to edit not found")
	case post.From != nil || post.frozen || post.service():
		return nil, kb, badRequest("message can't be edited")
	case kb.other:
		return nil, kb, badRequest("inline keyboard expected")
	}
	return post, kb, nil
}

// edit carries out an edit that changes something.
func (s *Server) edit(p *Post, method string, text rich, kb keyboard) (any, *failure) {
	if text.text == p.Text && slices.Equal(text.entities, p.Entities) && kb.inline.equal(p.markup) {
		return nil, badRequest(notModified)
	}
	edited := s.replace(p, func(q *Post) {
		q.Text, q.Entities = text.text, text.entities
		q.Buttons, q.markup = kb.buttons(), kb.inline
		q.EditDate, q.Edits = s.now, q.Edits+1
	})
	s.note(Entry{Act: Edited, Chat: p.Chat, Post: edited, Text: edited.Text, Method: method})
	return s.wire(edited, false), nil
}

// deleteMessage removes a message: its own ones, and with the right to it those of others, within 48 hours.
func (s *Server) deleteMessage(p params) (any, *failure) {
	if !p.has("chat_id") {
		return nil, badRequest("chat identifier is not specified")
	}
	c, fail := s.open(p)
	if fail != nil {
		return nil, fail
	}
	id := int(p.number("message_id"))
	post := c.find(id)
	switch {
	case id == 0:
		return nil, badRequest("message identifier is not specified")
	case post == nil || post.Deleted:
		return nil, badRequest("message to delete not found")
	}
	if fail := s.keeps(c, post); fail != nil {
		return nil, fail
	}
	gone := s.replace(post, func(q *Post) { q.Deleted = true })
	s.note(Entry{Act: Deleted, Chat: c, Post: gone, Method: "deleteMessage"})
	return true, nil
}
