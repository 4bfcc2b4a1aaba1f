package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"mafiabot/bot/evening"
)

// TestSimulate prints a line for the kind of evening that was asked for, and one for
// each evening that failed.
func TestSimulate(t *testing.T) {
	var out, errs bytes.Buffer
	args := strings.Fields("simulate -rules club2010 -pace blitz -seats 5 -seeds 2")
	if code := run(t.Context(), place{args: args, out: &out, errs: &errs}); code != exitDone || errs.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if want := "club2010    blitz     5     2      0 "; len(lines) != 2 || !strings.HasPrefix(lines[1], want) {
		t.Errorf("want a head and a line that begins with %q:\n%s", want, &out)
	}
	out.Reset()
	args = strings.Fields("simulate -rules club2010 -pace blitz -seats 4 -seeds 2")
	if code := run(t.Context(), place{args: args, out: &out, errs: &errs}); code != exitFailed || strings.Count(errs.String(), "4 seats, seed ") != 2 {
		t.Errorf("a table of four: exit code %d: %s", code, &errs)
	}
}

// TestFigures: means of all evenings, the most and the worst of one, and its seed.
func TestFigures(t *testing.T) {
	var out bytes.Buffer
	tell(&out, evening.Options{Rules: "czernowitz", Pace: "table", Seats: 10}, []evening.Traffic{{New: 100, Worst: 9}, {New: 103, Worst: 12, At: 65 * time.Second, Edits: 5}}, 1)
	got := strings.Join(strings.Fields(out.String()), " ")
	if want := "czernowitz table 10 2 1 101.5 2.5 0.0 103 12 ( 2, 1:05) 0.0 0.0 0.0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
