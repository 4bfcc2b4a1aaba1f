package engine

import (
	"maps"
	"slices"
)

// House is what a club plays by: a preset, a pace, and the knobs that it has set by hand,
// by their keys. The zero House is what a club plays by that has decided nothing.
type House struct {
	Preset string            `json:"preset,omitempty"`
	Pace   string            `json:"pace,omitempty"`
	Set    map[string]string `json:"set,omitempty"`
}

// Names returns the preset and the pace of a house; of one that has decided nothing, the
// first preset, and the pace of players who type (ruling 5).
func (h House) Names() (preset, pace string) {
	preset, pace = h.Preset, h.Pace
	if !slices.Contains(Presets(), preset) {
		preset = Czernowitz
	}
	if !slices.Contains(Paces(), pace) {
		pace = ChatTempo
	}
	return preset, pace
}

// Ruleset returns the rules of a house; a key set by hand wins over the pace. Keys that
// no knob has any more, values that it has no more, and all of them if they contradict
// each other now, are passed over and returned; the house keeps them.
func (h House) Ruleset() (r Ruleset, passed []string) {
	preset, pace := h.Names()
	plain, _ := Preset(preset, pace) // both exist
	r = plain
	for _, key := range slices.Sorted(maps.Keys(h.Set)) {
		if k, ok := KnobOf(key); !ok || k.Set(&r, h.Set[key]) != nil {
			passed = append(passed, key)
		}
	}
	if r.Fault() != "" {
		return plain, slices.Sorted(maps.Keys(h.Set))
	}
	return r, passed
}

// Play returns the house with another preset or pace, "" leaves it. What was set by hand
// was set against the preset and goes with it; a pace changes nothing of it. It refuses
// names that do not exist, and rules that contradict themselves.
func (h House) Play(preset, pace string) (House, error) {
	now, tempo := h.Names()
	if preset != "" && preset != now || preset != "" && len(h.Set) > 0 {
		h.Set = nil
	}
	h.Preset, h.Pace = orElse(preset, now), orElse(pace, tempo)
	if _, err := Preset(h.Preset, h.Pace); err != nil {
		return h, err
	}
	return h, h.fault()
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// With returns the house with a knob set by hand, or, by an empty value, as its preset
// has it. It refuses a key that is unknown, settled, or chosen for one game, a value that
// the knob does not have, and rules that contradict themselves.
func (h House) With(key, value string) (House, error) {
	k, ok := KnobOf(key)
	if _, settled := SettledOf(key); settled && !ok {
		return h, Refusal("settled_key")
	}
	switch {
	case !ok:
		return h, Refusal("unknown_key")
	case k.OfOneGame():
		return h, Refusal("one_game_key")
	}
	preset, pace := h.Names()
	plain, _ := Preset(preset, pace)
	set := maps.Clone(h.Set)
	if set == nil {
		set = map[string]string{}
	}
	if value == "" {
		value = k.Get(plain)
	}
	turned := plain
	if err := k.Set(&turned, value); err != nil {
		return h, err
	}
	set[key] = k.Get(turned)
	if set[key] == k.Get(plain) {
		delete(set, key)
	}
	h.Set = set
	return h, h.fault()
}

// OfOneGame reports whether a knob is chosen for a game, when it is opened.
func (k Knob) OfOneGame() bool {
	return k.Key == "rehearsal" || k.Key == "consigliere" || k.Key == "final"
}

// fault is the error of rules that contradict themselves.
func (h House) fault() error {
	preset, pace := h.Names()
	r, _ := Preset(preset, pace)
	for key, value := range h.Set {
		if k, ok := KnobOf(key); ok {
			_ = k.Set(&r, value) // an old value that is none any more is passed over
		}
	}
	if why := r.Fault(); why != "" {
		return why
	}
	return nil
}
