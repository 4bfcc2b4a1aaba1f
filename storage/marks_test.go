package storage

import (
	"path/filepath"
	"testing"
)

func TestMarks(t *testing.T) {
	db, err := OpenFast(filepath.Join(t.TempDir(), "mafia.db"))
	must(t, err)
	defer db.Close()
	for _, value := range []string{"", "one", "two", ""} {
		must(t, db.Update(func(tx *Tx) error {
			must(t, tx.SetHook(value))
			must(t, tx.SetMissed([]byte(value)))
			return tx.SetMenu([]byte(value))
		}))
		must(t, db.View(func(tx *Tx) error {
			if tx.Hook() != value || string(tx.Missed()) != value || string(tx.Menu()) != value {
				t.Errorf("%q, %q, %q instead of %q", tx.Hook(), tx.Missed(), tx.Menu(), value)
			}
			return nil
		}))
	}
	must(t, db.Check())
}
