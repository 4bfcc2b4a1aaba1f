package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

const (
	schema     = 1
	lockWait   = 500 * time.Millisecond
	tempSuffix = ".new-"
)

// ErrLocked is the error of Open when another process has the file open.
var ErrLocked = errors.New("another process has the file open")

// Open opens the file at path, and creates it first if there is none. It waits
// at most half a second for a process that has it, then fails with [ErrLocked].
// It refuses a file that is damaged, of a newer schema or none of ours.
func Open(path string) (*DB, error) { return open(path, bbolt.Options{}) }

// OpenFast is Open for tests and the demo: nothing is synced to the disk, so a
// crash of the machine, though not of the process, may spoil the file.
func OpenFast(path string) (*DB, error) {
	return open(path, bbolt.Options{NoSync: true, NoGrowSync: true})
}

func open(path string, o bbolt.Options) (*DB, error) {
	o.Timeout = lockWait
	o.FreelistType = bbolt.FreelistMapType
	o.NoStatistics = true
	o.OpenFile = openExisting
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path, o); err != nil {
			return nil, fmt.Errorf("create storage %s: %w", path, err)
		}
	}
	b, err := openChecked(path, o)
	if err != nil {
		return nil, fmt.Errorf("open storage %s: %w", path, err)
	}
	return &DB{bolt: b}, nil
}

// openExisting keeps bbolt from making a file under the real name.
func openExisting(name string, flag int, mode os.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag&^os.O_CREATE, mode)
}

// create makes a complete file under a temporary name and then gives it the
// real one. If somebody else was faster, his file stays.
func create(path string, o bbolt.Options) error {
	dir := filepath.Dir(path)
	prefix := filepath.Base(path) + tempSuffix
	if err := removeLeftovers(dir, prefix); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, prefix+"*")
	if err != nil {
		return err
	}
	temp := f.Name()
	defer os.Remove(temp)
	if err := f.Close(); err != nil {
		return err
	}
	b, err := bbolt.Open(temp, 0o600, &o)
	if err != nil {
		return err
	}
	if err := errors.Join(b.Update(initialise), b.Sync(), b.Close()); err != nil {
		return err
	}
	if err := publish(temp, path); err != nil {
		return err
	}
	return syncFolder(dir)
}

func removeLeftovers(dir, prefix string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func publish(temp, path string) error {
	err := os.Link(temp, path)
	switch {
	case err == nil, errors.Is(err, fs.ErrExist):
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return err
	}
	return os.Rename(temp, path)
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// initialise makes the buckets that are missing and writes the schema number.
func initialise(b *bbolt.Tx) error {
	for _, in := range buckets {
		if _, err := b.CreateBucketIfNotExists(in.name); err != nil {
			return fmt.Errorf("make bucket %s: %w", in.name, err)
		}
	}
	return b.Bucket(metaBucket.name).Put(schemaKey, key(uint64(schema)))
}

// openChecked inspects the file, then opens it for writing. What bbolt answers
// to damage with a panic or a fault comes back as an error.
func openChecked(path string, o bbolt.Options) (b *bbolt.DB, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("the file is damaged: %v", r)
		}
	}()
	complete, err := inspect(path, o)
	if err != nil {
		return nil, err
	}
	b, err = bbolt.Open(path, 0o600, &o)
	if err != nil {
		return nil, locked(err)
	}
	if complete {
		return b, nil
	}
	if err := b.Update(initialise); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// inspect tells, touching the file as little as possible and changing nothing,
// whether it is one of ours, and whether it has all buckets of today.
func inspect(path string, o bbolt.Options) (complete bool, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() || info.Size() == 0 {
		return false, errors.New("not a storage file of this bot: empty, or no file at all")
	}
	o.ReadOnly = true
	b, err := bbolt.Open(path, 0, &o)
	if err != nil {
		if err := locked(err); errors.Is(err, ErrLocked) {
			return false, err
		}
		return false, fmt.Errorf("not a storage file of this bot, or damaged: %w", err)
	}
	defer b.Close()
	err = b.View(func(tx *bbolt.Tx) error {
		if tx.Size() > info.Size() {
			return fmt.Errorf("the file is truncated: it has %d bytes of %d", info.Size(), tx.Size())
		}
		complete = true
		for _, in := range buckets {
			complete = complete && tx.Bucket(in.name) != nil
		}
		return checkSchema(tx)
	})
	return complete, err
}

func checkSchema(tx *bbolt.Tx) error {
	var v []byte
	if meta := tx.Bucket(metaBucket.name); meta != nil {
		v = meta.Get(schemaKey)
	}
	if len(v) != metaBucket.value || number(v, 0) == 0 {
		return errors.New("not a storage file of this bot: it has no schema number")
	}
	if n := number(v, 0); n > schema {
		return fmt.Errorf("the file has schema %d, this program knows up to %d: use a newer program", n, schema)
	}
	return nil
}

func locked(err error) error {
	if errors.Is(err, berrors.ErrTimeout) {
		return ErrLocked
	}
	return err
}
