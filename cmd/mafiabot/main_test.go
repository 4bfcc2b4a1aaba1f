package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestDemo plays an evening from the command line, twice to the same bytes.
func TestDemo(t *testing.T) {
	var outs [2]bytes.Buffer
	for i, args := range [][]string{{"demo", "-seed", "1"}, {"demo", "-http"}} {
		var errs bytes.Buffer
		if code := run(args, &outs[i], &errs); code != exitDone || errs.Len() > 0 {
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
	for _, line := range []string{"", "dmeo", "demo -rules poker", "demo -pace slow", "demo -seed x", "demo -color", "demo now"} {
		var out, errs bytes.Buffer
		code := run(strings.Fields(line), &out, &errs)
		if code != exitUsage || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q: exit code %d, out %q, err %q", line, code, &out, &errs)
		}
	}
}

// TestHelp prints the flags and is no failure.
func TestHelp(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"demo", "-h"}, &out, &errs); code != exitDone || !strings.Contains(out.String(), "-seed") || errs.Len() > 0 {
		t.Errorf("exit code %d, out %q, err %q", code, &out, &errs)
	}
}
