package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestDemo plays an evening from the command line, twice to the same bytes.
func TestDemo(t *testing.T) {
	var outs [2]bytes.Buffer
	for i, args := range [][]string{{"demo", "-seed", "1"}, {"demo", "-http"}} {
		var errs bytes.Buffer
		if code := run(t.Context(), place{args: args, out: &outs[i], errs: &errs}); code != exitDone || errs.Len() > 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, &errs)
		}
	}
	if !bytes.Equal(outs[0].Bytes(), outs[1].Bytes()) {
		t.Error("over HTTP the evening went another way")
	}
	if !strings.Contains(outs[0].String(), "Победа:") {
		t.Error("the evening has no result")
	}
}

// TestMistakesInTheCommandLine holds that each is one line and exit code 2.
func TestMistakesInTheCommandLine(t *testing.T) {
	for _, line := range []string{"", "dmeo", "demo -rules poker", "demo -pace slow", "demo -seed x", "demo -color", "demo now", "simulate -rules poker", "simulate -pace slow"} {
		var out, errs bytes.Buffer
		code := run(t.Context(), place{args: strings.Fields(line), out: &out, errs: &errs})
		if code != exitUsage || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q: exit code %d, out %q, err %q", line, code, &out, &errs)
		}
	}
}

// TestHelp prints the flags and is no failure.
func TestHelp(t *testing.T) {
	for _, ask := range []string{"help", "-h", "--help"} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), place{args: []string{ask}, out: &out, errs: &errs}); code != exitDone || !strings.Contains(out.String(), "run ") || errs.Len() > 0 {
			t.Errorf("%s: exit code %d, out %q, err %q", ask, code, &out, &errs)
		}
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), place{args: []string{"demo", "-h"}, out: &out, errs: &errs}); code != exitDone || !strings.Contains(out.String(), "-seed") || errs.Len() > 0 {
		t.Errorf("exit code %d, out %q, err %q", code, &out, &errs)
	}
}

// TestReadmeExcerpt holds that what the README shows of an evening stands in the
// demo word for word, and that CI runs the README's test command.
func TestReadmeExcerpt(t *testing.T) {
	readme, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(readme), "## How it reads")
	blocks := strings.Split(rest, "```")
	if !found || len(blocks) < 3 {
		t.Fatal("the README has no excerpt")
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), place{args: []string{"demo", "-seed", "1"}, out: &out, errs: &errs}); code != exitDone {
		t.Fatal(errs.String())
	}
	for _, part := range strings.Split(strings.Trim(blocks[1], "\n"), "\n…\n") {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the demo does not show:\n%s", part)
		}
	}
	ci, err := os.ReadFile(root + "/.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(ci), "\ngo test ./...\n") || !strings.Contains(string(readme), "\ngo test ./...\n") {
		t.Error("CI and the README do not run the same tests")
	}
}
