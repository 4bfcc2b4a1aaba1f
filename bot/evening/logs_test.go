package evening

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"mafiabot/engine"
	"mafiabot/storage"
)

var release = flag.String("release", "", "write the logs of this release into engine/testdata/logs")

// TestReleaseLogs writes, when asked, one log a rule set under a release's name;
// the engine folds them for ever.
func TestReleaseLogs(t *testing.T) {
	if *release == "" {
		return
	}
	for _, rules := range engine.Presets() {
		e, err := New(Options{Rules: rules, Pace: engine.TableTempo, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err = e.db.View(func(tx *storage.Tx) error {
			for _, record := range tx.Log(e.game) {
				out.Write(record)
				out.WriteByte('\n')
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", "..", "engine", "testdata", "logs", *release+"-"+rules+".jsonl")
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
