package messages

import (
	"strings"
	"testing"

	"mafiabot/engine"
)

// causesOf is what the notice of a foul says behind its colon.
func causesOf(t *testing.T, f engine.Fouled) string {
	t.Helper()
	f.Seat, f.Count = 2, 1
	text := BookOf("ru").Post(tableOfTen(engine.Czernowitz), facts(f), nameOfTen, Extra{})
	_, why, ok := strings.Cut(text, "Игрок номер 2, предупреждение: ")
	if !ok {
		t.Errorf("%+v: %q", f, text)
	}
	return why
}

// TestQuotes: a notice says which words were heard, behind the reason that they are,
// and says nothing twice (G3, G4, G8).
func TestQuotes(t *testing.T) {
	for _, at := range []struct {
		foul engine.Fouled
		want string
	}{
		{engine.Fouled{Why: engine.PercentSaid, Said: "50/50"}, "проценты («50/50»)."},
		{engine.Fouled{Why: engine.HonestSaid, Said: "ЧЕСТНО"}, "слово «честно»."},
		{engine.Fouled{Why: engine.HonestSaid, Said: "честность"}, "слово «честно» («честность»)."},
		{engine.Fouled{Why: engine.HonestSaid, Said: "чеcтнo"}, "слово «честно» («чеcтнo»)."},
		{engine.Fouled{Why: engine.HonestSaid, Said: "чеcтнo", Edited: true}, "слово «честно» («чеcтнo», в правке)."},
		{engine.Fouled{Why: engine.HonestSaid, Said: "честно", Edited: true}, "слово «честно» (в правке)."},
		{engine.Fouled{Why: engine.PleaSaid, Said: "Ради Бога"}, "слова «ради бога»."},
		{engine.Fouled{Why: engine.SurrenderSaid, Said: "сдаюсь"}, "слово «сдаюсь»."},
		{engine.Fouled{Why: engine.BetSaid, Said: "пари"}, "пари."},
		{engine.Fouled{Why: engine.DevilSaid, Said: "черта"}, "упоминание чёрта."},
		{engine.Fouled{Why: engine.DevilSaid, Said: "к черту"}, "упоминание чёрта («к черту»)."},
		{engine.Fouled{Why: engine.NameCalled, Said: "@bars_tg"}, "обращение через @."},
		{engine.Fouled{Why: engine.TearsShed, Said: "😭"}, "слёзы («😭»)."},
		{engine.Fouled{Why: engine.PercentSaid, Also: "oath", Said: "50/50"}, "проценты («50/50»), клятва."},
		{engine.Fouled{Why: engine.SlotWord, Also: "oath percent", Said: "зуб даю"}, "лишнее слово, клятва («зуб даю»), проценты."},
		{engine.Fouled{Why: engine.OutOfTurn}, "вне своей минуты."},
		{engine.Fouled{Why: engine.OutOfTurn, Edited: true}, "вне своей минуты (в правке)."},
		{engine.Fouled{Why: engine.CoarseSaid, Also: "percent", Edited: true}, "грубое слово, проценты (в правке)."},
	} {
		if got := causesOf(t, at.foul); got != at.want {
			t.Errorf("%+v: %q, not %q", at.foul, got, at.want)
		}
	}
}

// TestUnquotable: whatever an event has in it, what is coarse or hurts, what a private
// message said, a mention, and what is no word is not said again; nor is it behind the
// reason of another word (C28, C43, C44, C77).
func TestUnquotable(t *testing.T) {
	quoted := 0
	for _, r := range readSource(t).reasons {
		why := engine.Reason(r)
		for _, also := range []engine.Reasons{"", "gestures", "percent"} {
			said := strings.Contains(causesOf(t, engine.Fouled{Why: why, Also: also, Said: "тайна"}), "тайна")
			may := why.Repeatable() || !why.OfWords() && also == "percent" || why == engine.JudgesWord // whose words are the judge's own
			if said != may {
				t.Errorf("%s with %q: quoted %v", why, also, said)
			}
			if said {
				quoted++
			}
		}
	}
	if quoted < 60 || engine.ObsceneSaid.Repeatable() || engine.MessageShown.Repeatable() {
		t.Errorf("only %d quotes", quoted)
	}
}
