package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"
)

// record is one entry of a log: the kind, the time of its making in Unix
// milliseconds (for people; the game does not read it), the event's data.
type record struct {
	Kind string          `json:"k"`
	At   int64           `json:"t"`
	Data json.RawMessage `json:"d"`
}

var kinds = func() map[string]reflect.Type {
	m := make(map[string]reflect.Type, len(vocabulary))
	for _, e := range vocabulary {
		m[e.Kind()] = reflect.TypeOf(e)
	}
	return m
}()

// Encode writes an event as one entry of the log.
func Encode(e Event, at time.Time) ([]byte, error) {
	data, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", e.Kind(), err)
	}
	return json.Marshal(record{Kind: e.Kind(), At: at.UnixMilli(), Data: data})
}

// Decode reads one entry of the log. It refuses a kind it does not know: a log
// of a newer release.
func Decode(b []byte) (Event, time.Time, error) {
	var r record
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, time.Time{}, fmt.Errorf("decoding a log entry: %w", err)
	}
	typ, ok := kinds[r.Kind]
	if !ok {
		return nil, time.Time{}, fmt.Errorf("decoding a log entry: unknown kind %q", r.Kind)
	}
	v := reflect.New(typ)
	if err := json.Unmarshal(r.Data, v.Interface()); err != nil {
		return nil, time.Time{}, fmt.Errorf("decoding %s: %w", r.Kind, err)
	}
	return v.Elem().Interface().(Event), time.UnixMilli(r.At).UTC(), nil
}
