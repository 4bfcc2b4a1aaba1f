package corpus

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// fetchTime is how long Debian's client may take for one call.
const fetchTime = 10 * time.Minute

// fetch sees to it that the packages of all sources lie in dir, and returns the
// file of each by name. What had to be taken in another version is said.
func fetch(ctx context.Context, dir string, say func(format string, args ...any)) (map[string]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var absent []string
	for _, s := range sources {
		switch file := s.file(dir); {
		case file == "" && !slices.Contains(absent, s.name+"="+s.version):
			absent = append(absent, s.name+"="+s.version)
		case file == "":
		case !s.named(file):
			say("%s: the folder has %s, not %s", s.name, filepath.Base(file), s.version)
		}
	}
	if len(absent) > 0 && download(ctx, dir, absent...) != nil {
		if err := apt(ctx, dir, "update"); err != nil {
			return nil, err
		}
		for _, s := range sources {
			if s.file(dir) != "" || download(ctx, dir, s.name+"="+s.version) == nil {
				continue
			}
			if err := download(ctx, dir, s.name); err != nil {
				return nil, err
			}
			say("%s: the version %s is gone from the archive; took %s", s.name, s.version, filepath.Base(s.file(dir)))
		}
	}
	files := map[string]string{}
	for _, s := range sources {
		if files[s.name] = s.file(dir); files[s.name] == "" {
			return nil, fmt.Errorf("%s %s has not come", s.name, s.version)
		}
	}
	return files, nil
}

// prefix is how the file of the named version begins: Debian writes a colon so.
func (s *source) prefix() string {
	return s.name + "_" + strings.ReplaceAll(s.version, ":", "%3a") + "_"
}

// named reports whether a package's file is that of the named version.
func (s *source) named(file string) bool { return strings.HasPrefix(filepath.Base(file), s.prefix()) }

// file returns the package's file in dir, the named version if it is there, "" if none is.
func (s *source) file(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	other := ""
	for _, e := range entries {
		switch name := e.Name(); {
		case !strings.HasSuffix(name, ".deb"):
		case s.named(name):
			return filepath.Join(dir, name)
		case strings.HasPrefix(name, s.name+"_"):
			other = filepath.Join(dir, name)
		}
	}
	return other
}

func download(ctx context.Context, dir string, packages ...string) error {
	return apt(ctx, dir, append([]string{"download"}, packages...)...)
}

// apt runs Debian's client in dir. It drops its rights for the download unless
// told not to, and the folder need not be open to others.
func apt(ctx context.Context, dir string, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "apt-get", append([]string{"-q", "-o", "APT::Sandbox::User=root"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("apt-get %s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(out))
	}
	return nil
}

// texts reads what a source says out of its package.
func (s *source) texts(ctx context.Context, deb string, say func(lang, text string)) error {
	cmd := exec.CommandContext(ctx, "dpkg-deb", "--fsys-tarfile", deb)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = s.entries(pipe, say)
	_, drained := io.Copy(io.Discard, pipe)
	if err := errors.Join(err, drained, cmd.Wait()); err != nil {
		return fmt.Errorf("%s: %w: %s", deb, err, bytes.TrimSpace(errs.Bytes()))
	}
	return nil
}

// entries reads the texts of an archive in the order of their paths, which the
// archive need not keep.
func (s *source) entries(archive io.Reader, say func(lang, text string)) error {
	type entry struct {
		path string
		data []byte
	}
	var all []entry
	for r := tar.NewReader(archive); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if header.Typeflag != tar.TypeReg || !strings.Contains(header.Name, s.files) || !strings.HasSuffix(header.Name, s.suffix) {
			continue
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		all = append(all, entry{header.Name, data})
	}
	if len(all) == 0 {
		return errors.New("no texts where they are looked for")
	}
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	for _, e := range all {
		if err := s.read(s.lang, e.data, say); err != nil {
			return fmt.Errorf("%s: %w", e.path, err)
		}
	}
	return nil
}
