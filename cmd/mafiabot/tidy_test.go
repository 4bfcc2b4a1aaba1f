package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The house rules as a test: who may import whom, what the engine may not do,
// one doc a package, functions that fit a screen.

const root = "../.."

// allowed names what each package may import beside the standard library; a
// trailing /... covers what lies below. Test files may import more.
var allowed = map[string][]string{
	"engine":             {},
	"engine/ballotmodel": {},
	"engine/sparring":    {"mafiabot/engine"},
	"messages":           {"mafiabot/engine", "golang.org/x/text/..."},
	"messages/corpus":    {},
	"storage":            {"mafiabot/engine", "go.etcd.io/bbolt", "go.etcd.io/bbolt/..."},
	"bot":                {"mafiabot/engine", "mafiabot/messages", "mafiabot/storage", "github.com/go-telegram-bot-api/telegram-bot-api/v5"},
	"bot/tgtest":         {},
	"bot/evening":        {"mafiabot/...", "github.com/go-telegram-bot-api/telegram-bot-api/v5"},
	"cmd/mafiabot":       {"mafiabot/..."},
}

// pure is all that the engine and what lies below it may take from the standard
// library: no input or output, no clock of the machine, no global randomness.
var pure = []string{"bytes", "cmp", "crypto/sha256", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "iter",
	"maps", "math", "math/bits", "math/rand/v2", "reflect", "slices", "sort", "strconv", "strings", "sync", "time", "unicode"}

type file struct {
	pkg, path string
	ast       *ast.File
}

var positions = token.NewFileSet()

// sources parses every Go file of the project; a module of its own has its own rules.
func sources(t *testing.T) []file {
	t.Helper()
	var out []file
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "peers" || strings.HasPrefix(d.Name(), ".git")) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		f, err := parser.ParseFile(positions, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		pkg, err := filepath.Rel(root, filepath.Dir(path))
		out = append(out, file{filepath.ToSlash(pkg), path, f})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (f file) test() bool { return strings.HasSuffix(f.path, "_test.go") }

// mayImport reports whether a package may import a path.
func mayImport(pkg, path string) bool {
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") && first != "mafiabot" {
		return !strings.HasPrefix(pkg, "engine") || slices.Contains(pure, path)
	}
	return slices.ContainsFunc(allowed[pkg], func(a string) bool {
		below, tree := strings.CutSuffix(a, "...")
		return a == path || tree && strings.HasPrefix(path, below)
	})
}

func TestImports(t *testing.T) {
	for _, f := range sources(t) {
		if _, known := allowed[f.pkg]; !known {
			t.Errorf("%s: a package without import rules", f.path)
		}
		for _, i := range f.ast.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if !f.test() && !mayImport(f.pkg, path) {
				t.Errorf("%s imports %s", f.path, path)
			}
		}
	}
	for pkg, path := range map[string]string{"engine": "os", "engine/sparring": "mafiabot/bot", "storage": "mafiabot/messages", "messages": "mafiabot/storage", "bot": "go.etcd.io/bbolt"} {
		if mayImport(pkg, path) {
			t.Errorf("the rules let %s import %s", pkg, path)
		}
	}
}

// impure returns what in a file of the engine is more than a decision: a
// goroutine, a channel, the machine's clock, the global generator.
func impure(f *ast.File) []string {
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			out = append(out, "go statement")
		case *ast.ChanType:
			out = append(out, "channel")
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if !ok {
				break
			}
			switch name := x.Name + "." + n.Sel.Name; name {
			case "time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "rand.IntN", "rand.Int", "rand.Shuffle", "rand.Perm", "rand.Uint64", "rand.N", "rand.Float64":
				out = append(out, name)
			}
		}
		return true
	})
	return out
}

func TestEngineIsPure(t *testing.T) {
	for _, f := range sources(t) {
		if strings.HasPrefix(f.pkg, "engine") && !f.test() {
			for _, what := range impure(f.ast) {
				t.Errorf("%s: %s", f.path, what)
			}
		}
	}
	planted, err := parser.ParseFile(positions, "planted.go", `package p; import "time"; var c chan int; func f() { go f(); time.Now() }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := impure(planted); len(got) != 3 {
		t.Errorf("of three planted impurities the test sees %v", got)
	}
}

func TestOneDocAPackage(t *testing.T) {
	docs := map[string]int{}
	for _, f := range sources(t) {
		if docs[f.pkg] += 0; f.ast.Doc != nil && !f.test() {
			docs[f.pkg]++
			if filepath.Base(f.path) != "doc.go" {
				t.Errorf("%s: the package's doc stands outside doc.go", f.path)
			}
		}
	}
	for pkg, n := range docs {
		if n != 1 {
			t.Errorf("%s has %d package docs", pkg, n)
		}
	}
}

const longestFunction = 70

func TestFunctionsFitAScreen(t *testing.T) {
	for _, f := range sources(t) {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || f.test() {
				continue
			}
			lines := positions.Position(fn.End()).Line - positions.Position(fn.Pos()).Line + 1
			if lines > longestFunction {
				t.Errorf("%s: %s has %d lines", f.path, fn.Name.Name, lines)
			}
		}
	}
}

func TestTopLevel(t *testing.T) {
	want := []string{"LICENSE", "README.md", "bot", "cmd", "engine", "go.mod", "go.sum", "messages", "storage"}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, ".") && !slices.Contains(want, name) && name != "Dockerfile" {
			t.Errorf("%s at the top level", name)
		}
	}
}
