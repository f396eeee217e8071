package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAddingAGameShowsExampleCode checks that each Go block of the page is part of
// an example file, and that the blocks contain all functions of the examples.
func TestAddingAGameShowsExampleCode(t *testing.T) {
	page, err := os.ReadFile("adding-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("examples/*/*.go")
	if err != nil || len(files) < 4 {
		t.Fatalf("example files %q, error %v, want 4 files or more", files, err)
	}
	var all strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	var shown strings.Builder
	for _, block := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(page, -1) {
		if !strings.Contains(all.String(), string(block[1])) {
			t.Errorf("docs/adding-a-game.md: a block differs from all files of docs/examples:\n%s", block[1])
		}
		shown.Write(block[1])
	}
	for _, declaration := range regexp.MustCompile(`(?m)^func .*$`).FindAllString(all.String(), -1) {
		if !strings.Contains(shown.String(), declaration) && !strings.HasPrefix(declaration, "func open(") {
			t.Errorf("docs/adding-a-game.md lacks %s", declaration)
		}
	}
}

// TestScriptsOfPagesAreExamples checks that each Python block of a page that is a
// script of a game is also a file of docs/examples, which other tests solve.
func TestScriptsOfPagesAreExamples(t *testing.T) {
	for page, example := range map[string]string{"../README.md": "sticks.star", "first-hours.md": "claim.star"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("examples", example))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "```python\n"+string(want)+"```") {
			t.Errorf("%s: no Python block equals docs/examples/%s", page, example)
		}
	}
}
