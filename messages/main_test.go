package messages_test

import (
	"runtime/debug"
	"testing"
)

// TestMain spares the collector: the texts of these tests are short and many, and half of
// their time would pass with it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	m.Run()
}
