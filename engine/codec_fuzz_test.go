package engine_test

import (
	"testing"
	"time"

	"mafiabot/engine"
)

// FuzzDecode: no entry of a log makes the codec panic, and what it reads it
// reads again after writing it.
func FuzzDecode(f *testing.F) {
	at := time.UnixMilli(1_790_000_000_000).UTC()
	for _, e := range engine.Vocabulary() {
		raw, err := engine.Encode(e, at)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"k":"voted","t":1,"d":{"by":300}}`))
	f.Add([]byte(`{"k":"sown","t":1,"d":{"seed":"zz"}}`))
	f.Add([]byte(`{"k":"nobody","t":1,"d":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, when, err := engine.Decode(raw)
		if err != nil {
			return
		}
		again, err := engine.Encode(e, when)
		if err != nil {
			t.Fatal(err)
		}
		if back, then, err := engine.Decode(again); err != nil || back != e || !then.Equal(when) {
			t.Fatalf("%s becomes %#v at %v: %v", raw, back, then, err)
		}
	})
}
