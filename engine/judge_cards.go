package engine

import (
	"slices"
	"strings"
)

// The judge's cards (G11): what only a person can judge is put before him, each with
// the answers that its row offers. What he does not answer in judge_timeout_s is as
// if no judge sat there.

// Ruling is what the judge decides.
type Ruling string

// The rulings.
const (
	RuleNothing   Ruling = "nothing"
	RuleFoul      Ruling = "foul"
	RuleRemoval   Ruling = "removal"
	RuleAward     Ruling = "award"      // the win goes to the team opposite to the seat's
	RuleOnPurpose Ruling = "deliberate" // who has left the table meant to: he is removed, and the win is awarded (C81)
	RuleAccident  Ruling = "accident"   // he did not
)

// Rulings is a list of rulings, a space between two. It is comparable, as cards are.
type Rulings string

// All returns the rulings in their order.
func (r Rulings) All() []Ruling {
	var out []Ruling
	for _, one := range strings.Fields(string(r)) {
		out = append(out, Ruling(one))
	}
	return out
}

// Has reports whether a ruling is on the list.
func (r Rulings) Has(one Ruling) bool { return slices.Contains(r.All(), one) }

func rulings(all ...Ruling) Rulings {
	var out []string
	for _, one := range all {
		out = append(out, string(one))
	}
	return Rulings(strings.Join(out, " "))
}

// Card is a question that waits for the judge.
type Card struct {
	Window uint32 // its number, which its buttons carry
	Seat   Seat
	Whys   Reasons
	Foul   Reasons // what costs a foul if he does not answer (flag_foul, A7)
	Offers Rulings
	Told   bool    // it asks to confirm a command of his own (G21)
	Text   string  // with what words he gave it
	Mark   int64   // the message it is about, 0 for none
	Date   int64   // Telegram's date of it
	At     Instant // since when it waits
}

// Events of the cards.
type (
	// Carded puts a question to the judge.
	Carded struct {
		Window uint32  `json:"window"`
		Seat   Seat    `json:"seat"`
		Whys   Reasons `json:"whys"`
		Foul   Reasons `json:"foul,omitempty"`
		Offers Rulings `json:"offers"`
		Told   bool    `json:"told,omitempty"`
		Text   string  `json:"text,omitempty"`
		Mark   int64   `json:"mark,omitempty"`
		Date   int64   `json:"date,omitempty"`
		At     Instant `json:"at"`
	}
	// CardLapsed is a card that was not answered in time; the rest is as without a judge.
	CardLapsed struct {
		Window uint32 `json:"window"`
		Seat   Seat   `json:"seat"`
	}
	// CardVoided is a card that has lost its purpose: the game is over (E50), or the seat
	// has left it.
	CardVoided struct {
		Window uint32 `json:"window"`
		Seat   Seat   `json:"seat"`
	}
	// Ruled is a decision of the judge, by an answer or by a command; it is kept with his
	// words.
	Ruled struct {
		Window uint32  `json:"window,omitempty"` // the card that it answers
		Seat   Seat    `json:"seat,omitempty"`
		Ruling Ruling  `json:"ruling"`
		Whys   Reasons `json:"whys,omitempty"`
		Text   string  `json:"text,omitempty"`
		At     Instant `json:"at"`
	}
)

// Kind is the name in the log.
func (Carded) Kind() string { return "carded" }

// Kind is the name in the log.
func (CardLapsed) Kind() string { return "card_lapsed" }

// Kind is the name in the log.
func (CardVoided) Kind() string { return "card_voided" }

// Kind is the name in the log.
func (Ruled) Kind() string { return "ruled" }

func (Carded) audience(g *Game) Audience     { return person(g.Judge) }
func (CardLapsed) audience(g *Game) Audience { return person(g.Judge) }
func (CardVoided) audience(g *Game) Audience { return person(g.Judge) }
func (Ruled) audience(g *Game) Audience      { return person(g.Judge) }

func (e Carded) apply(g *Game) {
	g.Clock.Aside = max(g.Clock.Aside, e.Window)
	for i := range g.Cards {
		if g.Cards[i].Window == 0 {
			g.Cards[i] = Card(e)
			return
		}
	}
}

func (e CardLapsed) apply(g *Game) { g.Bench.drop(e.Window) }
func (e CardVoided) apply(g *Game) { g.Bench.drop(e.Window) }

func (e Ruled) apply(g *Game) {
	if e.Window != 0 {
		g.Bench.drop(e.Window)
	}
	if e.Ruling == RuleRemoval {
		g.ByJudge = g.ByJudge.With(e.Seat)
	}
}

// drop takes a card off the bench.
func (b *Bench) drop(window uint32) {
	i := slices.IndexFunc(b.Cards[:], func(c Card) bool { return c.Window == window })
	if i < 0 {
		return
	}
	copy(b.Cards[i:], b.Cards[i+1:])
	b.Cards[len(b.Cards)-1] = Card{}
}

// card returns the waiting card of a number.
func (b *Bench) card(window uint32) (Card, bool) {
	for _, c := range b.Cards {
		if c.Window == window && window != 0 {
			return c, true
		}
	}
	return Card{}, false
}

// resume moves what waits for the judge over an outage, and leaves him some time.
func (b *Bench) resume(e Resumed, r Ruleset) {
	for i := range b.Cards {
		if c := &b.Cards[i]; c.Window != 0 {
			c.At = max(c.At+e.Shift, min(e.At, e.At.plus(ResumeFloor-r.JudgeTimeout)))
		}
	}
}

// cardEnds is the last instant for an answer to the card that lapses first, 0 if
// none waits.
func (g *Game) cardEnds() Instant {
	if g.Cards[0].Window == 0 {
		return 0
	}
	return g.Cards[0].At.plus(g.Rules.JudgeTimeout)
}

// cardCloses is when it lapses, the grace included, 0 if none waits.
func (g *Game) cardCloses() Instant {
	if g.Cards[0].Window == 0 || g.Ended() && g.Objection.By == 0 || g.Suspended() {
		return 0
	}
	return g.cardEnds().plus(g.Rules.RaceGrace)
}

// askJudge puts a question about a seat to the judge, when this step is over; without
// a judge it asks nobody.
func (t *turn) askJudge(s Seat, whys Reasons, offers ...Ruling) {
	if t.g.Judge != Host {
		t.asks = append(t.asks, Card{Seat: s, Whys: whys, Offers: rulings(offers...)})
	}
}

// postCards sends the judge what this step has put to him. What the message has been
// fouled for by now is not offered again (G3).
func (t *turn) postCards() {
	for _, c := range t.asks {
		if t.g.Judge == Host || t.g.Ended() {
			return
		}
		if c.Offers == "" {
			c.Offers = t.offers(c)
		}
		if t.hit(c.Mark) {
			c.Foul = ""
		}
		if !t.g.Living.Has(c.Seat) && !c.Offers.Has(RuleAward) {
			continue
		}
		if last := t.g.Cards[len(t.g.Cards)-1]; last.Window != 0 {
			t.lapse(t.g.Cards[0]) // no more fit on the bench
		}
		c.Window, c.At = t.g.Clock.number(), t.now
		e := Carded(c)
		t.emit(e)
		var options []Command
		for _, r := range c.Offers.All() {
			options = append(options, Answer{Card: c.Window, Ruling: r})
		}
		t.effect(Say{To: e.audience(&t.g), Fact: e, Options: options, Slot: WindowSlot(c.Window)})
	}
	t.asks = nil
}

// offers are the answers that the rows of a flag leave to the judge: tears remove or
// do nothing (T40), a phone gives the win away or does nothing more (T93).
func (t *turn) offers(c Card) Rulings {
	switch {
	case c.Whys.Has(OutWord), c.Whys.Has(OutGesture), c.Whys.Has(OutShown):
		if t.g.Rules.OutSpeaks != Awards || t.g.Fate != 0 {
			return rulings(RuleNothing) // written down, and no more (K27, T74)
		}
		return rulings(RuleAward, RuleNothing)
	case c.Whys.Has(PhoneHeard):
		return rulings(RuleAward, RuleNothing)
	case t.hit(c.Mark), c.Whys == because(TearsShed):
		return rulings(RuleRemoval, RuleNothing)
	}
	return rulings(RuleFoul, RuleRemoval, RuleNothing)
}

// answered edits the card: its words stay, its buttons go.
func (t *turn) answered(window uint32, e Event) {
	to := e.audience(&t.g)
	t.emit(e)
	t.effect(Say{To: to, Fact: e, Slot: WindowSlot(window), Adds: true})
}

// lapse goes on as if no judge sat there (G11).
func (t *turn) lapse(c Card) {
	t.answered(c.Window, CardLapsed{Window: c.Window, Seat: c.Seat})
	if c.ofProtest() {
		t.protestUnjudged(c)
		return
	}
	if t.g.Suspended() {
		return // nothing costs anything while the table is asked (E45)
	}
	t.absentUnjudged(c)
	if c.Foul != "" && t.g.Living.Has(c.Seat) && !t.g.Removals.Has(c.Seat) {
		t.foul(c.Seat, cause{whys: c.Foul}, Utter{Mark: c.Mark, Date: c.Date})
	}
}

// voidJudgeCards takes the buttons off the cards that wait: the game is over (E50).
func (t *turn) voidJudgeCards() {
	for c := t.g.Cards[0]; c.Window != 0; c = t.g.Cards[0] {
		t.answered(c.Window, CardVoided{Window: c.Window, Seat: c.Seat})
	}
}

// Answer is the judge's answer to a card.
type Answer struct {
	Card   uint32
	Ruling Ruling
}

func (c Answer) step(t *turn, by Player) error {
	card, waits := t.g.card(c.Card)
	switch {
	case !t.g.judges(by):
		return Refusal("judge_only")
	case !waits || t.g.Ended() && !card.ofProtest(): // after the end every card is void (E50)
		return Refusal("card_over")
	case !card.Offers.Has(c.Ruling):
		return Refusal("card_offers")
	}
	t.rule(card, c.Ruling)
	return nil
}

// rule carries out an answer as of now. Of a seat that has left meanwhile nothing is
// to be decided but the win.
func (t *turn) rule(c Card, r Ruling) {
	if c.ofProtest() {
		t.answered(c.Window, Ruled{Window: c.Window, Seat: c.Seat, Ruling: r, Whys: c.Whys, Text: c.Text, At: t.now})
		t.ruleProtest(r)
		return
	}
	gone := !t.g.Living.Has(c.Seat) && t.g.Floor() != c.Seat
	if gone && r != RuleAward && r != RuleOnPurpose && r != RuleNothing {
		t.answered(c.Window, CardVoided{Window: c.Window, Seat: c.Seat})
		return
	}
	t.answered(c.Window, Ruled{Window: c.Window, Seat: c.Seat, Ruling: r, Whys: c.Whys, Text: c.Text, At: t.now})
	why := cause{whys: c.Whys, said: c.Text}
	first, _ := c.Whys.cut()
	switch r {
	case RuleFoul:
		t.foul(c.Seat, why, Utter{})
	case RuleRemoval:
		t.remove(c.Seat, why)
	case RuleAward:
		t.award(c.Seat, first)
	case RuleOnPurpose:
		if !gone {
			t.announce(Removed{Seat: c.Seat, Why: first})
		}
		t.award(c.Seat, OnPurpose)
	}
}
