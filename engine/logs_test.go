package engine_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mafiabot/engine"
)

// readLog decodes a release's log and holds that each entry reads the same after
// it has been written by this release.
func readLog(raw []byte) ([]engine.Event, string) {
	var events []engine.Event
	for _, line := range bytes.Split(bytes.TrimSuffix(raw, []byte("\n")), []byte("\n")) {
		e, at, err := engine.Decode(line)
		if err != nil {
			return nil, err.Error()
		}
		again, err := engine.Encode(e, at)
		if err != nil {
			return nil, err.Error()
		}
		if same, _, err := engine.Decode(again); err != nil || same != e {
			return nil, "an entry is another one after it has been written"
		}
		events = append(events, e)
	}
	return events, ""
}

// TestReleaseLogs folds the logs of every release: an old game opens for ever,
// and ends as it did (I18). A new release adds its own by
// go test ./bot/evening -run ReleaseLogs -release NAME.
func TestReleaseLogs(t *testing.T) {
	files, err := filepath.Glob("testdata/logs/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no logs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			events, fault := readLog(raw)
			if fault != "" {
				t.Fatal(fault)
			}
			g := engine.Fold(slices.Values(events))
			ended, ok := madeOne[engine.Ended](&table{made: events})
			if !ok || g.Verdict != ended.Verdict || !g.Finished() {
				t.Errorf("the game folds to %T with verdict %d", g.Stage, g.Verdict)
			}
			for s := range g.Drawn.All() {
				if g.Roles[s] == 0 {
					t.Errorf("seat %d has no card", s)
				}
			}
			unknown := bytes.Replace(raw, []byte(`"k":"nominated"`), []byte(`"k":"nominates"`), 1)
			if _, fault := readLog(unknown); fault == "" {
				t.Error("an unknown kind passes")
			}
		})
	}
}
