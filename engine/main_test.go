package engine_test

import (
	"runtime/debug"
	"testing"
)

// TestMain spares the collector: the games of these tests are small and many, and most of
// their time would pass with it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	m.Run()
}
