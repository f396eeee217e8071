package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFirstHoursShowsMessagesOfMistakes makes each mistake in the tables of
// first-hours.md in a copy of the example that the message names, and compares the
// message with the output of check. An empty first column adds a line at the top; "..."
// in a message matches any text.
func TestFirstHoursShowsMessagesOfMistakes(t *testing.T) {
	page, err := os.ReadFile("first-hours.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| (?:`([^`]+)` )?\\| (?:`([^`]+)`|nothing) \\| `((claim\\.[a-z]+)[^`]+)` \\|$")
	rows := row.FindAllStringSubmatch(string(page), -1)
	if len(rows) < 15 {
		t.Fatalf("found %d mistakes, want 15 or more", len(rows))
	}
	for _, m := range rows {
		before, after, message, name := m[1], m[2], m[3], m[4]
		example, err := os.ReadFile(filepath.Join("examples", name))
		if err != nil {
			t.Fatal(err)
		}
		wrong := strings.Replace(string(example), before, after, 1)
		if before == "" {
			wrong = after + "\n" + string(example)
		} else if wrong == string(example) {
			t.Errorf("%s has no %q", name, before)
		}
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(wrong), 0o600); err != nil {
			t.Fatal(err)
		}
		stdout, stderr, _ := run([]string{"check", file}, "")
		got := strings.ReplaceAll(stdout+stderr, file, name)
		want := strings.ReplaceAll(regexp.QuoteMeta(message), `\.\.\.`, ".*")
		if !regexp.MustCompile("(?m)^(zermelo: )?" + want + "$").MatchString(got) {
			t.Errorf("%q in place of %q: got\n%s\nwant %s", after, before, got, message)
		}
	}
}
