// Lintprose counts phrases that hardly occur in the Go standard library, in the
// comments, messages and Markdown files of this module:
//
//	go run ./cmd/lintprose
//
// Run it at the root of the module. For each top-level folder, it compares the number
// of phrases per 1,000 lines of comments, messages and documents with a limit. If a
// limit is exceeded, it exits with status 1 and prints the lines at fault:
//
//	file:line: phrase: line
//
// A match is not always an error. Rewrite the sentence, since replacing only the
// phrase rarely improves it. Samples of fewer than 100 lines have no limit.
//
// A message is a string literal of at least three words outside tests. Lintprose
// skips folders named testdata, hidden folders, generated files, code blocks and
// directives such as //go:build.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Limits, in matches per 1,000 lines.
const (
	commentLimit = 40
	messageLimit = 15
	docLimit     = 30

	minLines = 100 // minimum number of lines; groups with fewer lines are not limited
)

// Kinds of text.
const comments, messages, docs = "comments", "messages", "docs"

var limits = map[string]int{comments: commentLimit, messages: messageLimit, docs: docLimit}

// A group identifies all text of one kind in a top-level folder. For files at the
// root, the folder is ".".
type group struct{ folder, kind string }

// A tally counts the lines and matches of a group.
type tally struct {
	lines   int
	matches []string // file:line: phrase: line
}

func (t *tally) per1000() float64 {
	return float64(len(t.matches)) * 1000 / float64(max(t.lines, 1))
}

func (t *tally) exceeds(kind string) bool {
	return t.lines >= minLines && t.per1000() > float64(limits[kind])
}

func main() {
	tallies, err := check(os.DirFS("."))
	if err != nil {
		fmt.Fprintln(os.Stderr, "lintprose:", err)
		os.Exit(2)
	}
	if !report(os.Stdout, tallies) {
		os.Exit(1)
	}
}

// report prints the matches of each group that exceeds its limit, followed by a
// summary of all groups. It reports whether all groups are within their limits.
func report(w io.Writer, tallies map[group]*tally) bool {
	groups := slices.SortedFunc(maps.Keys(tallies), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.folder, b.folder), cmp.Compare(a.kind, b.kind))
	})
	ok := true
	for _, g := range groups {
		if t := tallies[g]; t.exceeds(g.kind) {
			ok = false
			for _, m := range t.matches {
				fmt.Fprintln(w, m)
			}
		}
	}
	for _, g := range groups {
		t, verdict := tallies[g], "ok"
		switch {
		case t.exceeds(g.kind):
			verdict = "too many"
		case t.lines < minLines:
			verdict = "not limited"
		}
		fmt.Fprintf(w, "%-10s %-8s %6d lines %6.1f per 1,000, limit %d: %s\n",
			g.folder, g.kind, t.lines, t.per1000(), limits[g.kind], verdict)
	}
	return ok
}

func check(root fs.FS) (map[group]*tally, error) {
	tallies := map[group]*tally{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" && path.Ext(name) != ".md":
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		folder, _, found := strings.Cut(name, "/")
		if !found {
			folder = "."
		}
		add := func(kind string, line int, text string) {
			g := group{folder, kind}
			if tallies[g] == nil {
				tallies[g] = &tally{}
			}
			tallies[g].add(name, line, text)
		}
		if path.Ext(name) == ".md" {
			readMarkdown(src, add)
			return nil
		}
		return readGo(name, src, add)
	})
	return tallies, err
}

// add counts a line of text and its matches. Each phrase matches at most once per
// line.
func (t *tally) add(file string, line int, text string) {
	t.lines++
	searched := ordinary.ReplaceAllString(text, "")
	for _, p := range phrases {
		if p.pattern.MatchString(searched) {
			t.matches = append(t.matches, fmt.Sprintf("%s:%d: %s: %s", file, line, p.name, text))
		}
	}
}

// readGo calls add for each comment line and each message in a Go file.
func readGo(name string, src []byte, add func(kind string, line int, text string)) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		return err
	}
	if ast.IsGenerated(file) {
		return nil
	}
	for _, cg := range file.Comments {
		for _, c := range cg.List {
			if strings.HasPrefix(c.Text, "//go:") {
				continue
			}
			for i, text := range strings.Split(c.Text, "\n") {
				code := strings.HasPrefix(text, "//\t")
				if text = strings.TrimSpace(strings.Trim(text, "/*")); text != "" && !code {
					add(comments, fset.Position(c.Pos()).Line+i, text)
				}
			}
		}
	}
	if strings.HasSuffix(name, "_test.go") {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		value, _ := strconv.Unquote(lit.Value) // the parser has validated it
		for i, text := range strings.Split(value, "\n") {
			if len(strings.Fields(text)) >= 3 {
				line := fset.Position(lit.Pos()).Line
				if lit.Value[0] == '`' {
					line += i
				}
				add(messages, line, text)
			}
		}
		return true
	})
	return nil
}

// readMarkdown calls add for each line outside code blocks in a Markdown file.
func readMarkdown(src []byte, add func(kind string, line int, text string)) {
	code := false
	for i, line := range bytes.Split(src, []byte("\n")) {
		text := strings.TrimSpace(string(line))
		switch {
		case strings.HasPrefix(text, "```"):
			code = !code
		case !code && text != "":
			add(docs, i+1, text)
		}
	}
}
