package docs_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
)

// TestSessionsMatchTerminalOutput runs the commands of a first session and compares
// their output, wrapped at two terminal widths, with docs/sessions. Times, sizes and
// paths are ignored. With -update, the test rewrites the files.
func TestSessionsMatchTerminalOutput(t *testing.T) {
	t.Setenv("ZERMELO_DB", t.TempDir())
	var session strings.Builder
	for _, line := range []string{
		"", "rules snake2p", "solve hexapawn", "query hexapawn", "query HEXAPAWN -b -m \"b2, b2\"", "line hexapawn --max 2",
		"solve snake2p", "tables", "query hexapawn -m a1", "query hexapwan", "query octopawn",
	} {
		var out bytes.Buffer
		options := command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
		code := command.Run(context.Background(), options, fields(line)...)
		fmt.Fprintf(&session, "%s\n%s", strings.TrimSpace("$ zermelo "+line), out.String())
		if code != 0 {
			fmt.Fprintf(&session, "(exit code %d)\n", code)
		}
		session.WriteByte('\n')
	}
	text := strings.ReplaceAll(session.String(), os.Getenv("ZERMELO_DB"), "~/tables")
	text = regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{5}`).ReplaceAllString(steady(text), "2026-01-01 12:00")
	text = regexp.MustCompile(`(?m)^(GAME|hexapawn|snake2p) .*$`).ReplaceAllStringFunc(text, func(row string) string {
		row = strings.Replace(row, "CPU TIME", "CPU-TIME", 1)
		return regexp.MustCompile(` {2,}| +TIME +`).ReplaceAllString(row, "  ")
	})
	for _, width := range []int{60, 100} {
		file := fmt.Sprintf("sessions/%d-columns.txt", width)
		got := folded(text, width)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// folded wraps lines as a terminal of the given width does.
func folded(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		runes := []rune(strings.TrimSuffix(line, "\n"))
		for ; len(runes) > width; runes = runes[width:] {
			b.WriteString(string(runes[:width]) + "\n")
		}
		b.WriteString(string(runes) + "\n")
	}
	return b.String()
}
