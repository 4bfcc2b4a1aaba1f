package engine

// What words cost (P-G): the word knobs of a ruleset, and what the finds of one
// message come to under them.

// Values of the word knobs; Off is nothing, Removal the seat, FoulOnly one foul.
const (
	FlagOnly    = "flag"      // written to the protocol for a judge, and no more (G11)
	FoulAndFlag = "foul_flag" // one foul, and a flag
	JudgeOrFoul = "flag_foul" // a flag; no-judge: one foul
	Permitted   = "allowed"   // host_address_own_minute: the host may be addressed in one's own minute
)

// Words are the word knobs. They stand in the Ruleset as its own fields, so a log
// from before them decodes: "" is then nothing, as it was.
type Words struct {
	W1          string // w1: substring (C35), stem (D2) or off
	W2          string // w2: oaths (C33, K3a–c)
	W3Appeal    string // w3_appeal: «ей-богу», «видит бог» (C34, K3d, D3)
	W3Plea      string // w3_plea: «ради бога» (C34, K3d, D3)
	W3Mention   string // w3_mention: God, Buddha, Krishna, idioms too (C34, K3d, D3)
	W3Devil     string // w3_devil: «чёрт» (D3)
	W4          string // w4: percentages (C36)
	W5          string // w5: bets (C37)
	W6P1        string // w6_p1: the obscene roots (C43, C74, K21d)
	W6P2        string // w6_p2: coarse words (C46, C47, K21a)
	W7          string // w7: insults (C44, C75, K21f)
	W8          string // w8: «сдаюсь» (T76)
	W9          string // w9: an appeal is spoken of (T86)
	W10Shown    string // w10_shown: a private message of the bot is shown (C77, C82, K5b)
	W10Talk     string // w10_talk: private chats are spoken of (C82, C83, K29c)
	W14         string // w14: threats (C100, T87)
	ProtestSaid string // protest_said: «подаю протест» in the game (K24)
	HostAddress string // host_address_own_minute: allowed (C26) or foul (T43, T45, D11)
	AtName      string // address_players_by: a mention is a foul (C28, D12) or nothing
	TearsEmoji  string // tears_emoji: flag, removal or off (T40–T42)
}

// WordTable returns the column of P-G, and of what stands beside it in P-B, P-H and
// P-I, of a ruleset: czernowitz, club2010, tournament or federation.
func WordTable(name string) (Words, bool) {
	w := Words{
		W1: Stem, W2: FoulOnly, W3Appeal: FoulOnly, W3Plea: FoulOnly, W3Mention: FlagOnly, W3Devil: Off, W4: Off, W5: Off,
		W6P1: FoulAndFlag, W6P2: FoulOnly, W7: JudgeOrFoul, W8: Off, W9: Off, W10Shown: Removal, W10Talk: FlagOnly, W14: FlagOnly,
		ProtestSaid: Off, HostAddress: Permitted, AtName: Off, TearsEmoji: Off,
	}
	switch name {
	case Czernowitz:
		w.W1, w.W4, w.W5, w.W6P1, w.AtName = Substring, FoulOnly, FoulOnly, Removal, FoulOnly
	case Club2010:
		w.W2, w.W3Appeal, w.W3Plea, w.ProtestSaid = Removal, Removal, JudgeOrFoul, Removal
	case Tournament:
		w.W3Mention, w.W3Devil, w.W8, w.W9 = FoulOnly, FoulOnly, Removal, Removal
		w.ProtestSaid, w.HostAddress, w.AtName, w.TearsEmoji = FlagOnly, FoulOnly, FoulOnly, FlagOnly
	case Federation:
		w.W5, w.W7 = FoulOnly, FlagOnly
	default:
		return Words{}, false
	}
	return w, true
}

// prices are the values of a word knob.
var prices = []string{Off, FlagOnly, FoulOnly, FoulAndFlag, JudgeOrFoul, Removal}

// wordKnobs are the keys of P-G, and of what stands beside it in P-B, P-H and P-I.
var wordKnobs = []Knob{
	{"host_address_own_minute", "C26 T43 T45 D11 A72", []string{Permitted, FoulOnly}, func(r *Ruleset) any { return &r.HostAddress }},
	{"address_players_by", "C28 D12 A72", []string{FoulOnly, Off}, func(r *Ruleset) any { return &r.AtName }},
	{"w1", "C35 K4a K4b D2 A60 A72", []string{Substring, Stem, Off}, func(r *Ruleset) any { return &r.W1 }},
	{"w2", "C33 K3a K3b K3c K3e A72", prices, func(r *Ruleset) any { return &r.W2 }},
	{"w3_appeal", "C34 K3d K3e D3 A72", prices, func(r *Ruleset) any { return &r.W3Appeal }},
	{"w3_plea", "C34 K3d K3e D3 A72", prices, func(r *Ruleset) any { return &r.W3Plea }},
	{"w3_mention", "C34 K3d D3 A72", prices, func(r *Ruleset) any { return &r.W3Mention }},
	{"w3_devil", "D3 A72", prices, func(r *Ruleset) any { return &r.W3Devil }},
	{"w4", "C36 A72", prices, func(r *Ruleset) any { return &r.W4 }},
	{"w5", "C37 A72", prices, func(r *Ruleset) any { return &r.W5 }},
	{"w6_p1", "C43 C74 K21d A72", prices, func(r *Ruleset) any { return &r.W6P1 }},
	{"w6_p2", "C46 C47 K21a A72", prices, func(r *Ruleset) any { return &r.W6P2 }},
	{"w7", "C44 C75 K21f A72", prices, func(r *Ruleset) any { return &r.W7 }},
	{"w8", "T76 A72", prices, func(r *Ruleset) any { return &r.W8 }},
	{"w9", "T86 A72", prices, func(r *Ruleset) any { return &r.W9 }},
	{"w10_shown", "C77 C82 K5a K5b A72", prices, func(r *Ruleset) any { return &r.W10Shown }},
	{"w10_talk", "C82 C83 K29c A72", prices, func(r *Ruleset) any { return &r.W10Talk }},
	{"w14", "C100 T87 A72", prices, func(r *Ruleset) any { return &r.W14 }},
	{"protest_said", "K24 A72", prices, func(r *Ruleset) any { return &r.ProtestSaid }},
	{"tears_emoji", "T40 T41 T42 A72", []string{FlagOnly, Removal, Off}, func(r *Ruleset) any { return &r.TearsEmoji }},
}

// Cost is what the words of a message cost; a greater one is heavier (G4).
type Cost uint8

// The costs; the zero Cost is nothing.
const (
	Free Cost = iota
	CostsFoul
	CostsRemoval
)

// Charge is what the finds of one message cost: the heaviest consequence, once
// (G3, G4), and what is flagged besides (G11).
type Charge struct {
	Cost    Cost
	First   int     // the first find that bears the cost, -1 if nothing does
	Said    string  // the words of that find, "" if they may not be repeated
	Reasons Reasons // of all that costs something: that find's, then the others in text order
	Flags   Reasons // of all that is flagged, in text order
	Asks    Reasons // of them, what the judge's word takes the place of a foul for (A7)
}

// Charge returns what the finds of a message cost under these words. It knows no
// game: whether the seat holds the floor, or has been punished for this message, is
// not its question. Reply says that the message answers another player's: the word
// of an insult is one then.
func (w *Words) Charge(h Heard, reply bool) Charge { return w.charge(h, reply, false) }

// charge is Charge; where a judge sits, flag_foul is a question to him.
func (w *Words) charge(h Heard, reply, judged bool) Charge {
	c := Charge{First: -1}
	for i, f := range h.Finds {
		if f.Class == Abuse && reply {
			f.Class = Insult
		}
		value, why := w.price(f.Class)
		cost, flag := consequence(value)
		switch {
		case f.Hint:
			cost, flag = Free, flag || cost != Free
		case judged && value == JudgeOrFoul:
			cost, c.Asks = Free, c.Asks.With(why)
		}
		if flag {
			c.Flags = c.Flags.With(why)
		}
		if cost == Free {
			continue
		}
		c.Reasons = c.Reasons.With(why)
		if cost > c.Cost {
			c.Cost, c.First, c.Said = cost, i, ""
			if why.Repeatable() {
				c.Said = f.Said
			}
			c.Reasons = because(why).and(c.Reasons)
		}
	}
	return c
}

// consequence reads a value of a word knob as it is without a judge: flag_foul is a
// foul then (A7).
func consequence(value string) (cost Cost, flag bool) {
	switch value {
	case FlagOnly:
		return Free, true
	case FoulOnly:
		return CostsFoul, false
	case FoulAndFlag, JudgeOrFoul:
		return CostsFoul, true
	case Removal:
		return CostsRemoval, false
	}
	return Free, false
}

// price returns the value of the knob that a class of finds stands under, and the
// reason it is punished for; "" for a class that is no offence.
func (w *Words) price(c Class) (value string, why Reason) {
	switch c {
	case HonestWord, HonestStem:
		return w.honest(c), HonestSaid
	case Oath:
		return w.W2, OathSaid
	case Prayer:
		return w.W3Appeal, PrayerSaid
	case Plea:
		return w.W3Plea, PleaSaid
	case Deity:
		return w.W3Mention, DeitySaid
	case Devil:
		return w.W3Devil, DevilSaid
	case Percent:
		return w.W4, PercentSaid
	case Bet:
		return w.W5, BetSaid
	case Obscene:
		return w.W6P1, ObsceneSaid
	case Coarse:
		return w.W6P2, CoarseSaid
	case Insult:
		return w.W7, InsultSaid
	case Surrender:
		return w.W8, SurrenderSaid
	case Appeal:
		return w.W9, AppealSaid
	case Protest:
		return w.ProtestSaid, ProtestMade
	case CardShown:
		return w.W10Shown, MessageShown
	case NightTalk:
		return w.W10Talk, NightTold
	case ToHost:
		return w.HostAddress, HostAddressed
	case AtName:
		return w.AtName, NameCalled
	case Tears:
		return w.TearsEmoji, TearsShed
	case Threat:
		return w.W14, ThreatMade
	}
	return "", ""
}

// Reason returns what a class of finds is punished for where it is punished, "" for
// one that is no offence under any rules.
func (c Class) Reason() Reason {
	if c == Abuse {
		c = Insult // it is one in an answer
	}
	_, why := (&Words{}).price(c)
	return why
}

// honest is what a find of W1 costs: the stem counts in its own mode alone, the
// word itself wherever the class is not off.
func (w *Words) honest(c Class) string {
	if w.W1 == Off || c == HonestStem && w.W1 != Stem {
		return Off
	}
	return FoulOnly
}

// charge is what the words of a message cost in this game. A message gives one foul
// at most, so a foul is not given again for an edit of it; a removal is (G8). What
// was written while the host heard nobody costs nothing (E45).
func (t *turn) charge(c Utter) Charge { return t.chargeUnder(&t.g.Rules.Words, c) }

func (t *turn) chargeUnder(w *Words, c Utter) Charge {
	if t.forgiven(c) {
		return Charge{First: -1}
	}
	ch := w.charge(c.Heard, c.Reply, t.g.Judge != Host)
	if ch.Cost == CostsFoul && t.hit(c.Mark) {
		return Charge{First: -1, Flags: ch.Flags}
	}
	return ch
}

// pay lets the words of a message cost what they do. It reports whether the seat
// still holds the floor, and its time runs.
func (t *turn) pay(s Seat, c Utter, ch Charge) bool {
	switch ch.Cost {
	case CostsFoul:
		t.foul(s, c.cause(ch.Reasons, ch), c)
	case CostsRemoval:
		t.remove(s, c.cause(ch.Reasons, ch))
	}
	return t.g.Floor() == s && t.g.Clock.open()
}

// flag writes to the protocol what only a person can judge of a message's words.
func (t *turn) flag(s Seat, c Utter, ch Charge) {
	if t.g.Rules.PhoneRule == FlagOnly && t.phoned(s, c) {
		ch.Flags = because(PhoneHeard).and(ch.Flags)
	}
	asked := len(t.asks)
	t.flagged(s, c.Mark, ch.Flags)
	for i := range t.asks[asked:] {
		t.asks[asked+i].Foul, t.asks[asked+i].Date = ch.Asks, c.Date
	}
}

// flagged writes to the protocol what only a person can judge, and puts it before the
// judge if there is one (G11). A message is not flagged again for what it has been flagged for (G8); mark
// 0 is no message.
func (t *turn) flagged(s Seat, mark int64, whys Reasons) {
	for _, f := range t.g.Flags {
		if f.Mark == mark && mark != 0 {
			whys = whys.without(f.Whys)
		}
	}
	if why, also := whys.cut(); why != "" {
		t.emit(Flagged{Seat: s, Why: why, Also: also, Mark: mark, At: t.now})
		if t.g.Judge != Host {
			t.asks = append(t.asks, Card{Seat: s, Whys: whys, Mark: mark})
		}
	}
}
