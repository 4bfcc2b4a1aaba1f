package engine_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mafiabot/engine"
)

// wording is a table in the speech of seat 5 on day 1, under the words of a
// ruleset, with fouls given before.
func wording(tb testing.TB, name, table string, fouls map[engine.Seat]uint8) *table {
	r := preset(tb, name, engine.TableTempo)
	r.Words = words(tb, table)
	t := speaking(tb, r, 5)
	t.fouled(fouls)
	t.now = t.now.Add(10 * time.Second)
	return t
}

// fouled writes into the log that seats have fouls of which the table has read.
func (t *table) fouled(fouls map[engine.Seat]uint8) {
	for s := engine.Seat(1); s <= engine.MaxSeats; s++ {
		if n := fouls[s]; n > 0 {
			t.apply(engine.Fouled{Seat: s, Why: engine.OutOfTurn, Count: n})
			t.apply(engine.FoulNoticed{Seat: s, Mark: 1})
		}
	}
}

// utters lets a seat put a text into the group and returns what came of it; it is
// written anew, or as a change makes it.
func (t *table) utters(s engine.Seat, h engine.Heard, change ...func(*engine.Utter)) []string {
	t.mark++
	u := engine.Utter{Mark: t.mark, Date: t.now.Unix(), Heard: h}
	for _, c := range change {
		c(&u)
	}
	_ = t.do(engine.Player(s), u)
	return lines(t.made, t.said)
}

// editing makes an utterance an edit of a message.
func editing(mark int64) func(*engine.Utter) {
	return func(u *engine.Utter) { u.Mark, u.Edit = mark, true }
}

// led holds what a text led to against what it must, with a / before it what it
// must not.
func led(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	for _, w := range want {
		part, not := strings.CutPrefix(w, "/ ")
		if contains(got, part) == not {
			t.Errorf("%s: %q in\n   %s", what, w, strings.Join(got, "\n   "))
		}
	}
}

// order holds that lines come in this order.
func order(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	at := 0
	for _, l := range got {
		if at < len(want) && strings.Contains(l, want[at]) {
			at++
		}
	}
	if at < len(want) {
		t.Errorf("%s: no %q behind what comes before it in\n   %s", what, want[at], strings.Join(got, "\n   "))
	}
}

// nominate is the strict formula for a seat, nothing behind it.
func nominate(s engine.Seat) engine.Find { return engine.Find{Class: engine.NominateS, Seat: s} }

// touched puts the hand into a text at a byte.
func touched(h engine.Heard, at int) engine.Heard {
	h.Touch, h.TouchAt = true, at
	return h
}

// act is a find of a class, spoken one with its words.
func act(c engine.Class) engine.Find                 { return engine.Find{Class: c} }
func spoken(c engine.Class, said string) engine.Find { return engine.Find{Class: c, Said: said} }

// TestWordsInOwnMinute: a foul for all its words, a removal at the first word that
// removes and no foul with it, a flag that nobody hears (G3, G4, G11, S2).
func TestWordsInOwnMinute(t *testing.T) {
	const c, k = engine.Czernowitz, engine.Club2010
	tb := wording(t, c, c, nil)
	led(t, "two words", tb.utters(5, heard(act(engine.HonestWord), act(engine.Oath))),
		"table: fouled seat=5 why=honest count=1 also=oath", "/ strike", "/ removed")
	tb = wording(t, c, c, nil)
	led(t, "a flag", tb.utters(5, heard(act(engine.Deity))), "log: flagged seat=5 why=deity", "/ fouled", "/ table: flagged", "/ strike")
	if len(tb.said) != 0 {
		t.Errorf("a flag says %v", tb.said)
	}
	tb = wording(t, c, c, map[engine.Seat]uint8{5: 3})
	got := tb.utters(5, touched(heard(nominate(3), act(engine.Coarse), act(engine.Obscene), nominate(4)), 0))
	order(t, "a removal", got, "nominated by=5 seat=3", "table: removed seat=5 why=obscene also=coarse", "table: ballot_off day=1", "speech_called seat=6")
	led(t, "a removal", got, "/ fouled", "/ seat=4")
	tb = wording(t, c, c, nil)
	got = tb.utters(5, touched(heard(act(engine.Obscene), nominate(3)), 0))
	led(t, "a nomination behind the word", got, "table: removed seat=5 why=obscene", "/ nominated")
	tb = wording(t, c, k, nil)
	led(t, "foul and flag", tb.utters(5, heard(act(engine.Obscene))), "log: flagged seat=5 why=obscene", "table: fouled seat=5 why=obscene count=1", "/ removed")
	tb = wording(t, c, c, nil)
	got = tb.utters(5, touched(heard(act(engine.HonestWord), nominate(3)), 0))
	order(t, "he goes on", got, "fouled seat=5", "nominated by=5 seat=3")
	h := heard(act(engine.Abuse))
	led(t, "an insult to nobody", wording(t, c, c, nil).utters(5, h), "/ fouled", "/ flagged")
	led(t, "an insult in a reply", wording(t, c, c, nil).utters(5, h, func(u *engine.Utter) { u.Reply = true }),
		"flagged seat=5 why=insult", "fouled seat=5 why=insult count=1")
}

// TestHandBehindTheWord: a hand that stands behind the word that stops the speaker
// does not complete what stands before it (S2, C55); one that does not stop him lets
// it come.
func TestHandBehindTheWord(t *testing.T) {
	const c = engine.Czernowitz
	said := heard(nominate(3), act(engine.HonestWord))
	stop := map[engine.Seat]uint8{5: 2}
	got := wording(t, c, c, stop).utters(5, touched(said, 25))
	order(t, "behind", got, "fouled seat=5 why=honest count=3", "table: not_nominated by=5 seat=3 why=untouched", "thanked seat=5 stopped")
	led(t, "behind", got, "/ nominated by=5 seat=3\n", "/ table: nominated", "/ table: echoed")
	order(t, "before", wording(t, c, c, stop).utters(5, touched(said, 9)), "table: nominated by=5 seat=3", "fouled seat=5 why=honest count=3", "thanked seat=5 stopped")
	order(t, "he goes on", wording(t, c, c, nil).utters(5, touched(said, 25)), "fouled seat=5 why=honest count=1", "log: nominated by=5 seat=3")
	led(t, "removed", wording(t, c, c, nil).utters(5, touched(heard(nominate(3), act(engine.Obscene)), 25)),
		"removed seat=5 why=obscene", "/ table: nominated", "/ log: nominated")
	got = wording(t, c, c, nil).utters(5, touched(heard(nominate(3), nominate(4), act(engine.HonestWord)), 35))
	led(t, "two formulas", got, "log: nominated by=5 seat=3", "not_nominated by=5 seat=4 why=only_one", "/ log: nominated by=5 seat=4")
	led(t, "no touch is asked for", wording(t, engine.Federation, c, stop).utters(5, touched(said, 25)), "table: nominated by=5 seat=3")

	tb := wording(t, c, c, stop)
	tb.utters(5, heard(nominate(3)))
	led(t, "the hand for an earlier formula", tb.utters(5, touched(heard(act(engine.HonestWord)), 15)), "table: not_nominated by=5 seat=3 why=untouched")
	tb = wording(t, c, c, stop)
	tb.utters(5, heard(nominate(3)))
	order(t, "the same, before the word", tb.utters(5, touched(heard(act(engine.HonestWord)), 0)), "table: nominated by=5 seat=3", "fouled seat=5")
	tb = wording(t, c, c, nil)
	tb.utters(5, heard(nominate(3)))
	led(t, "the same, with a word that is flagged", tb.utters(5, touched(heard(act(engine.Deity)), 15)), "nominated by=5 seat=3")
}

// TestWordsOfEdits: an edit is heard anew, its message is fouled once, and a removal
// word in it removes; it is flagged once for a reason (G8).
func TestWordsOfEdits(t *testing.T) {
	const c = engine.Czernowitz
	later := func(tb *table) { tb.now = tb.now.Add(5 * time.Second) }
	tb := wording(t, c, c, nil)
	mark := tb.mark + 1
	tb.utters(5, heard(act(engine.HonestWord)))
	later(tb)
	led(t, "another foul word", tb.utters(5, heard(act(engine.HonestWord), act(engine.Oath)), editing(mark)), "/ fouled", "/ removed")
	later(tb)
	led(t, "a removal word", tb.utters(5, heard(act(engine.HonestWord), act(engine.Obscene)), editing(mark)), "removed seat=5 why=obscene also=honest edited", "/ fouled")
	tb = wording(t, c, c, nil)
	mark = tb.mark + 1
	tb.utters(5, heard())
	later(tb)
	led(t, "a first word", tb.utters(5, heard(act(engine.Oath)), editing(mark)), "fouled seat=5 why=oath count=1")
	tb = wording(t, c, c, nil)
	mark = tb.mark + 1
	tb.utters(5, heard(act(engine.Deity)))
	later(tb)
	led(t, "the same flag", tb.utters(5, heard(act(engine.Deity)), editing(mark)), "/ flagged")
	led(t, "another flag", tb.utters(5, heard(act(engine.Deity), act(engine.Threat)), editing(mark)), "log: flagged seat=5 why=threat", "/ also")
	led(t, "both again", tb.utters(5, heard(act(engine.Threat), act(engine.Deity)), editing(mark)), "/ flagged")
	led(t, "the same in a new message", tb.utters(5, heard(act(engine.Deity))), "log: flagged seat=5 why=deity")
}

// TestWordsShown: the words under a picture, and of who shows a private message,
// cost what words cost, and are taken off (G9, C35, C77).
func TestWordsShown(t *testing.T) {
	const c = engine.Czernowitz
	shown := func(h engine.Heard) engine.Heard {
		h.Shows = true
		return h
	}
	led(t, "a foul", wording(t, c, c, nil).utters(5, shown(heard(act(engine.Oath), act(engine.Percent)))), "strike", "fouled seat=5 why=oath count=1 also=percent")
	led(t, "a removal", wording(t, c, c, nil).utters(5, shown(heard(act(engine.Obscene)))), "strike", "removed seat=5 why=obscene")
	forward := engine.Heard{Kind: engine.Showing, Finds: of(engine.CardShown)}
	led(t, "a forward", wording(t, c, c, nil).utters(5, forward), "strike", "removed seat=5 why=card_shown")
	led(t, "a forward out of turn", wording(t, c, c, nil).utters(7, forward), "strike", "removed seat=7 why=card_shown", "/ gestured")
	voice := engine.Heard{Kind: engine.Sound, Finds: of(engine.Oath)}
	led(t, "under a voice message", wording(t, c, c, nil).utters(7, voice), "fouled seat=7 why=sound count=1 also=oath")
	tears := engine.Heard{Kind: engine.Gesture, Finds: of(engine.Tears)}
	tb := wording(t, c, engine.Tournament, nil)
	led(t, "tears", tb.utters(5, tears), "log: flagged seat=5 why=tears", "log: gestured seat=5 own", "/ fouled", "/ strike")
	led(t, "tears out of turn", tb.utters(7, tears), "log: flagged seat=7 why=tears", "log: gestured seat=7", "/ fouled", "strike")
	tb.game.Rules.TearsEmoji = engine.Removal
	led(t, "tears that remove", tb.utters(7, tears), "removed seat=7 why=tears", "/ gestured")
	led(t, "tears that remove, in one's own minute", tb.utters(5, tears), "removed seat=5 why=tears", "/ gestured")
}

// TestWordsWithoutFloor: the words are the reason, a removal is heavier than the word
// out of turn, and has the heavy grace (C25, G2, G4).
func TestWordsWithoutFloor(t *testing.T) {
	const c = engine.Czernowitz
	led(t, "two words", wording(t, c, c, nil).utters(7, heard(act(engine.Oath), act(engine.Percent))), "strike", "fouled seat=7 why=oath count=1 also=percent", "/ out_of_turn")
	led(t, "a flag", wording(t, c, c, nil).utters(7, heard(act(engine.Deity))), "strike", "flagged seat=7 why=deity", "fouled seat=7 why=out_of_turn")
	led(t, "the host is addressed", wording(t, c, c, nil).utters(7, heard(act(engine.ToHost))), "fouled seat=7 why=to_host count=1", "/ flagged")
	led(t, "a removal", wording(t, c, c, nil).utters(7, heard(act(engine.Obscene))), "strike", "table: removed seat=7 why=obscene", "/ fouled")
	late := func(h engine.Heard, after time.Duration) []string {
		tb := wording(t, c, c, nil)
		_ = tb.do(5, engine.Pass{})
		tb.now = tb.now.Add(after)
		return tb.utters(5, h)
	}
	led(t, "a foul in the grace", late(heard(act(engine.Oath)), 2*time.Second), "strike", "/ fouled", "/ flagged")
	led(t, "a foul after it", late(heard(act(engine.Oath)), 4*time.Second), "fouled seat=5 why=oath")
	led(t, "a removal in the heavy grace", late(heard(act(engine.Obscene)), 4*time.Second), "strike", "/ removed", "/ fouled")
	led(t, "a removal after it", late(heard(act(engine.Obscene)), 6*time.Second), "removed seat=5 why=obscene")

	tb := wording(t, c, c, nil)
	tb.apply(engine.LeaversNamed{List: engine.List{8}})
	tb.apply(engine.LastWordCalled{Seat: 8, At: tb.instant()})
	tb.open()
	led(t, "while another leaves", tb.utters(7, heard(act(engine.Oath))), "fouled seat=7 why=order_spoken count=1 also=oath", "/ strike")
	led(t, "a removal word then", tb.utters(6, heard(act(engine.Obscene))), "removed seat=6 why=obscene", "/ fouled")
	led(t, "a foul in his last word", tb.utters(8, heard(act(engine.Oath))), "fouled seat=8 why=oath count=1", "/ strike")
	led(t, "a removal in his last word", tb.utters(8, heard(act(engine.Obscene))), "table: word_cut seat=8 why=obscene", "thanked seat=8 stopped", "/ fouled", "/ removed")
}

// TestWordsInSlot: in the slot a word is superfluous whatever it says, and a removal
// word removes by itself; what was under way has the heavy grace (T37, G4).
func TestWordsInSlot(t *testing.T) {
	slot := func(after time.Duration) *table {
		tb := wording(t, engine.Federation, engine.Czernowitz, map[engine.Seat]uint8{5: 2})
		_ = tb.do(engine.Host, engine.Foul{Seat: 5})
		tb.now = tb.now.Add(after)
		if sp, ok := tb.game.Stage.(engine.Speech); !ok || !sp.Slot {
			t.Fatalf("no slot: %+v", tb.game.Stage)
		}
		return tb
	}
	led(t, "a foul word", slot(7*time.Second).utters(5, heard(act(engine.Oath))), "strike", "fouled seat=5 why=slot_word count=4 also=oath", "removed seat=5 why=fourth_foul")
	led(t, "a removal word", slot(7*time.Second).utters(5, heard(act(engine.Obscene))), "strike", "removed seat=5 why=obscene", "/ fouled")
	led(t, "both under way", slot(4*time.Second).utters(5, heard(act(engine.Obscene), act(engine.Deity))), "strike", "/ removed", "/ fouled", "/ flagged")
	tears := engine.Heard{Kind: engine.Word, Bare: true, Touch: true, Finds: []engine.Find{nominate(3), {Class: engine.Tears, At: 30}}}
	tb := slot(7 * time.Second)
	tb.game.Rules.TearsEmoji = engine.FlagOnly
	led(t, "a nomination with tears", tb.utters(5, tears), "flagged seat=5 why=tears", "nominated by=5 seat=3", "/ fouled")
}

// TestWordsInBallot: words beside a hand that is taken off, and of who speaks while
// others vote (C60, E49, G4).
func TestWordsInBallot(t *testing.T) {
	voting := func(name string) *table {
		tb := seated(t, preset(t, name, engine.TableTempo))
		tb.game.Rules.Words = words(t, engine.Czernowitz)
		tb.listed(2, 3, 5)
		tb.until("the first window", at[engine.Voting])
		_ = tb.do(7, engine.Vote{Seat: 3})
		return tb
	}
	off := engine.Find{Class: engine.HandOff}
	led(t, "off, with a word", voting(engine.Czernowitz).utters(7, heard(off, act(engine.Oath))), "removed seat=7 why=hand_lifted also=oath", "/ fouled")
	led(t, "off, free, with a word", voting(engine.Federation).utters(7, heard(off, act(engine.Oath))), "log: fouled seat=7 why=oath count=1 later", "strike")
	led(t, "off, free", voting(engine.Federation).utters(7, heard(off)), "strike", "/ fouled")
	led(t, "off, free, with a removal", voting(engine.Federation).utters(7, heard(act(engine.Obscene), off)), "removed seat=7 why=obscene", "table: stayed why=after_removal")
	tb := voting(engine.Czernowitz)
	led(t, "two words", tb.utters(6, heard(act(engine.Oath), act(engine.Percent))), "log: fouled seat=6 why=oath count=1 also=percent later")
	tb.tick()
	led(t, "the close of the window", lines(tb.made, tb.said), "table: fouled seat=6 why=oath count=1 also=percent")
	led(t, "a removal at once", voting(engine.Czernowitz).utters(6, heard(act(engine.Obscene))), "table: removed seat=6 why=obscene")
	fist := voting(engine.Czernowitz)
	fist.utters(8, engine.Heard{Kind: engine.Gesture, Token: engine.Fist, Touch: true})
	led(t, "the fist edited into a word", fist.utters(8, heard(act(engine.Oath)), editing(fist.mark)), "removed seat=8 why=hand_lifted also=oath")
}

// TestWordsAtNight: a removal word removes as any night violation does, the same for
// every card; what a word was is not told (G6, G12, K29c).
func TestWordsAtNight(t *testing.T) {
	night := func(stage func(*engine.Game) bool) *table {
		tb := seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
		tb.until("the night", stage)
		tb.now = tb.now.Add(7 * time.Second)
		return tb
	}
	for s := range usual {
		tb := night(at[engine.Shoot])
		led(t, "in the shooting", tb.utters(s, heard(act(engine.Obscene))), "strike", "log: removal_kept", "why=obscene", "/ table:", "/ fouled")
		said := slices.DeleteFunc(tb.said, func(e engine.Effect) bool { _, strike := e.(engine.Strike); return strike })
		if len(said) != 0 {
			t.Errorf("seat %d at night: %v", s, said)
		}
		led(t, "again", tb.utters(s, heard(act(engine.Obscene))), "/ log:")
		tb.until("the morning", func(g *engine.Game) bool { return g.Day == 2 || g.Finished() })
		led(t, "the morning", lines(tb.made, tb.said), "table: removed", "why=night", "/ obscene", "/ also")
	}
	tb := night(at[engine.Fall])
	led(t, "before the shooting", tb.utters(7, heard(act(engine.Obscene))), "table: removed seat=7 why=night", "/ obscene", "/ also")
	tb = night(at[engine.Shoot])
	led(t, "a word", tb.utters(7, heard(act(engine.Oath), act(engine.Deity))), "log: fouled seat=7 why=night_word count=1 later", "log: flagged seat=7 why=deity", "/ also", "/ table:")
	signs := heard(act(engine.Obscene))
	signs.Points = true
	led(t, "and a sign", night(at[engine.Shoot]).utters(7, signs), "log: removal_kept seat=7 why=night_sign also=obscene", "/ fouled")
	tb = seated(t, preset(t, engine.Czernowitz, engine.TableTempo))
	tb.until("the night", at[engine.Fall])
	day := func(u *engine.Utter) { u.Mark = tb.game.Clock.Mark - 1 }
	led(t, "a word of the day", tb.utters(7, heard(act(engine.Oath), act(engine.Percent)), day), "log: fouled seat=7 why=oath count=1 also=percent later")
	tb.until("the morning", func(g *engine.Game) bool { return g.Day == 2 })
	led(t, "a word of the day, in the morning", lines(tb.made, tb.said), "night=7:oath also=7:percent")
}

// TestWordsOfAnOutage: what was written while the host heard nobody costs nothing,
// whatever it says (E45).
func TestWordsOfAnOutage(t *testing.T) {
	const c = engine.Czernowitz
	for s, h := range map[engine.Seat]engine.Heard{5: heard(act(engine.Obscene), act(engine.Deity)), 7: heard(act(engine.Obscene))} {
		tb := wording(t, c, c, nil)
		tb.now = tb.now.Add(20 * time.Second)
		_ = tb.do(engine.Host, engine.Resume{Shift: 20 * time.Second})
		led(t, "in the outage", tb.utters(s, h, func(u *engine.Utter) { u.Date -= 10 }), "/ removed", "/ fouled", "/ flagged")
		tb.now = tb.now.Add(2 * time.Second)
		led(t, "after it", tb.utters(s, h), "removed")
	}
}
