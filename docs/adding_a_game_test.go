package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCodeOfAddingAGameIsTheExamples compares the Go blocks of the page with the
// files of the examples: each block is in one of them, and together they hold all
// declarations of the game.
func TestCodeOfAddingAGameIsTheExamples(t *testing.T) {
	page, err := os.ReadFile("adding-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("examples/*/*.go")
	if err != nil || len(files) < 4 {
		t.Fatalf("examples %v, %v", files, err)
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
			t.Errorf("docs/adding-a-game.md shows code that no file of docs/examples has:\n%s", block[1])
		}
		shown.Write(block[1])
	}
	for _, declaration := range regexp.MustCompile(`(?m)^func .*$`).FindAllString(all.String(), -1) {
		if !strings.Contains(shown.String(), declaration) && !strings.HasPrefix(declaration, "func open(") {
			t.Errorf("docs/adding-a-game.md does not show %s", declaration)
		}
	}
}
