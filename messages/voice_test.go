package messages

import (
	"slices"
	"testing"

	"mafiabot/engine"
)

// TestVoiceSaysWhatIsMeant holds every wording against the ear: a line must be
// heard as what its kind says, and as nothing else.
func TestVoiceSaysWhatIsMeant(t *testing.T) {
	nicks := Nicks{"", "Лиса", "Аль Капоне", "Ёжик", "Мурка", "Шмель", "Гудвин", "Барс", "Тень", "Черный Кот", "Сова"}
	for kind, wordings := range voiceRussian {
		for variant := range wordings {
			for seat := engine.Seat(1); seat <= 10; seat++ {
				text := Voice("ru", kind, seat, nicks[seat], uint64(variant))
				if why := misheard(kind, seat, Hear(text, Table{Seats: 10, Nicks: &nicks})); why != "" {
					t.Errorf("%s: %q about seat %d: %s", kind, text, seat, why)
				}
			}
		}
	}
}

// misheard says what is wrong with the way a line was heard, "" if nothing is.
func misheard(kind string, seat engine.Seat, h engine.Heard) string {
	var classes []engine.Class
	for _, f := range h.Finds {
		classes = append(classes, f.Class)
		if f.Class == engine.NominateS || f.Class == engine.NominateL {
			if f.Seat != seat {
				return "another seat is nominated"
			}
		}
	}
	gesture := kind == "gesture" || kind == "sticker"
	switch {
	case kind == "night_sign":
		if !h.Points {
			return "it points at nobody"
		}
		return ""
	case kind == "night_noise" && h.Points:
		return "it points at somebody"
	case gesture != (h.Kind == engine.Gesture):
		return "it is of another kind"
	case h.Closing != (kind == "thanks" || kind == "pass"):
		return "the end of a speech is misheard"
	case h.Pass != (kind == "pass"):
		return "the pass is misheard"
	case h.Touch != (kind == "nominate_touch" || kind == "nominate_slot"):
		return "the touch is misheard"
	case h.Token != engine.NoToken:
		return "it is a vote"
	case kind == "nominate_slot" && !h.Bare:
		return "it says more than a slot allows"
	}
	want := map[string]engine.Class{
		"nominate": engine.NominateS, "nominate_touch": engine.NominateS, "nominate_slot": engine.NominateS,
		"nominate_loose": engine.NominateL, "honest": engine.HonestWord, "hand_off": engine.HandOff, "best_player": engine.NamedBest,
	}[kind]
	if want == 0 && len(classes) > 0 || want != 0 && !slices.Equal(classes, []engine.Class{want}) {
		return "other things are found in it"
	}
	return ""
}
