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
	tell(&out, evening.Options{Rules: "czernowitz", Pace: "table", Seats: 10}, []evening.Traffic{{New: 100, Worst: 9}, {New: 103, Worst: 12, At: 65 * time.Second, Edits: 5, Naive: 260, Length: 208 * time.Second, Held: 1, Late: 2 * time.Second}}, 1)
	got := strings.Join(strings.Fields(out.String()), " ")
	if want := "czernowitz table 10 2 1 101.5 2.5 0.0 103 12 ( 2, 1:05) 0.0 0.0 1.7 0.80 1.000 0 1 0 2.00"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestOverBudget: an evening that meets a limit, is refused something, goes over its
// budget or keeps a window waiting has failed; one that does not has not.
func TestOverBudget(t *testing.T) {
	chat := evening.Options{Pace: "chat", Seats: 10}
	if err := over(chat, evening.Traffic{New: 90, Worst: 10, Late: time.Second}); err != nil {
		t.Error(err)
	}
	for _, sent := range []evening.Traffic{{Floods: 1}, {Held: 1}, {Rejected: 1}, {Worst: 11}, {Late: time.Second + 1}} {
		if over(chat, sent) == nil {
			t.Errorf("%+v passes", sent)
		}
	}
}
