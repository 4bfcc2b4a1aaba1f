package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mafiabot/engine"
)

// knobFields reads from the source which field each knob turns, and what the comment of
// that field says.
func knobFields(t *testing.T) (fieldOf, comment map[string]string) {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fieldOf, comment = map[string]string{}, map[string]string{}
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				for _, name := range n.Names {
					comment[name.Name] += n.Comment.Text() + n.Doc.Text()
				}
			case *ast.CompositeLit:
				if key, ok := first(n.Elts); ok && turnedField(n) != "" {
					fieldOf[key] = turnedField(n)
				}
			}
			return true
		})
	}
	return fieldOf, comment
}

// first is the first element of a literal, if it is a word.
func first(elements []ast.Expr) (string, bool) {
	if len(elements) != 4 {
		return "", false
	}
	lit, ok := elements[0].(*ast.BasicLit)
	if !ok {
		return "", false
	}
	word, err := strconv.Unquote(lit.Value)
	return word, err == nil
}

// turnedField is the field whose address the function of a knob returns.
func turnedField(knob *ast.CompositeLit) (name string) {
	ast.Inspect(knob.Elts[3], func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			name = s.Sel.Name
		}
		return true
	})
	return name
}

// TestKnobsCiteTheirRows: the comment of each knob's field names its key and at least one
// of its rows.
func TestKnobsCiteTheirRows(t *testing.T) {
	fieldOf, comment := knobFields(t)
	for _, k := range engine.Knobs {
		text := comment[fieldOf[k.Key]]
		cites := slices.ContainsFunc(strings.Fields(k.Rows), func(row string) bool { return strings.Contains(text, row) })
		if !cites || k.Key != "vocabulary" && !strings.Contains(text, k.Key) {
			t.Errorf("%s: %s (%s) says %q", k.Key, fieldOf[k.Key], k.Rows, strings.TrimSpace(text))
		}
	}
}
