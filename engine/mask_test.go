package engine_test

import (
	"slices"
	"testing"
	"time"

	"mafiabot/engine"
)

// TestMasksAreListenedTo: the end of the time for the blindfolds is waited for by a poll
// of its own, whatever else runs and falls due before it; otherwise the moment at which
// the button goes would tell who is heard in the meantime (I7, I10).
func TestMasksAreListenedTo(t *testing.T) {
	tb := seated(t, preset(t, engine.Club2010, engine.TableTempo, "mask_button", "on"))
	tb.until("the night", at[engine.Fall])
	opened := tb.game.Masks.Opened.Time()
	end := opened.Add(15 * time.Second)
	ends := func() []time.Time { return tb.game.ListenOver() }
	if got := ends(); !slices.Equal(got, []time.Time{end}) {
		t.Errorf("before the shooting %v is listened to", got)
	}
	tb.until("the shooting", at[engine.Shoot])
	if got := ends(); !slices.Equal(got, []time.Time{tb.game.Clock.Ends().Time(), end}) {
		t.Errorf("in the shooting %v is listened to", got)
	}
	tb.until("the end of it", func(g *engine.Game) bool { return !g.Due().Before(end.Add(2 * time.Second)) })
	if due, must := tb.game.Due(), tb.game.MustHear(); !due.Equal(end.Add(2*time.Second)) || !must.Equal(end) {
		t.Errorf("it is due at %v, when all until %v has been heard", due, must)
	}
	tb.tick()
	if _, over := madeOne[engine.MasksOver](tb); !over || !slices.Equal(ends(), []time.Time{tb.game.Clock.Ends().Time()}) {
		t.Errorf("then %v; %v is listened to", tb.made, ends())
	}
}

// TestNightsAreAsLong: a night has its phrases at the same instants with the blindfolds
// as without, whoever presses (G7).
func TestNightsAreAsLong(t *testing.T) {
	night := func(button string, presses int) (heard []time.Duration) {
		tb := seated(t, preset(t, engine.Tournament, engine.TableTempo, "mask_button", button))
		tb.until("the night", at[engine.Fall])
		began := tb.now
		for s := range presses {
			tb.must(engine.Player(s+1), engine.Mask{})
		}
		for tb.game.Day < 2 {
			tb.tick()
			for _, f := range tb.said {
				if say, ok := f.(engine.Say); ok && say.To.Table {
					heard = append(heard, tb.now.Sub(began))
				}
			}
		}
		return heard
	}
	plain := night("off", 0)
	for _, presses := range []int{0, 5, 10} {
		if got := night("on", presses); len(plain) < 5 || !slices.Equal(got, plain) {
			t.Errorf("%d press: the night is heard at %v, not at %v", presses, got, plain)
		}
	}
}

// TestMasksFitTheNight: a time for the blindfolds that no night has is refused.
func TestMasksFitTheNight(t *testing.T) {
	h := engine.House{Preset: engine.Club2010, Pace: engine.TableTempo}
	set := func(key, value string) (err error) {
		next, err := h.With(key, value)
		if err == nil {
			h = next
		}
		return err
	}
	for _, c := range []struct {
		key, value string
		want       error
	}{
		{"mask_button_s", "500", nil}, // nobody presses
		{"mask_button", "on", engine.Refusal("fault_mask")},
		{"mask_button_s", "42", nil}, // the night of three: 10, three numbers of 4, twice 10
		{"mask_button", "on", nil},
		{"mask_button_s", "43", engine.Refusal("fault_mask")},
		{"mask_button_s", "0", engine.Refusal("fault_mask")},
		{"check_s", "9", engine.Refusal("fault_mask")},
		{"briefing_s", "1", engine.Refusal("fault_mask")}, // 1, 10 and 30 in the night of orders
		{"briefing_s", "2", nil},
	} {
		if err := set(c.key, c.value); err != c.want {
			t.Errorf("%s = %s: %v, not %v", c.key, c.value, err, c.want)
		}
	}
	for _, name := range engine.Presets() {
		for _, pace := range engine.Paces() {
			if r := preset(t, name, pace, "mask_button", "on"); r.Fault() != "" {
				t.Errorf("%s, %s: %v", name, pace, r.Fault())
			}
		}
	}
}
