package docs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

// patience is the time in which each game must have a result or print progress.
const patience = 20 * time.Second

// TestSolveAnswersOrShowsProgress solves all built-in games and presets with their
// default options. Within 20 s, each has a result or prints its method and progress.
// With -update, the test rewrites the table in defaults.md.
func TestSolveAnswersOrShowsProgress(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	var names []string
	for _, e := range builtin.Registry().Entries {
		names = append(names, e.Name)
	}
	for _, p := range builtin.Registry().Presets {
		names = append(names, p.Name)
	}
	var table strings.Builder
	table.WriteString(defaultsHead)
	for _, name := range names {
		t.Setenv("ZERMELO_DB", t.TempDir())
		ctx, cancel := context.WithTimeoutCause(t.Context(), patience, errors.New("time is up"))
		var out, progress bytes.Buffer
		began := time.Now()
		code := command.Run(ctx, command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &progress},
			"solve", name)
		took := time.Since(began)
		ended := ctx.Err() != nil
		cancel()
		lines := strings.Split(strings.TrimSpace(progress.String()), "\n")
		answer, _, _ := strings.Cut(out.String(), "\n")
		switch last := lines[len(lines)-1]; {
		case code == 0:
			answer = strings.TrimPrefix(answer, name+": ")
		case !ended:
			answer = strings.TrimPrefix(last, "zermelo: solve "+name+": ")
		case len(lines) < 2:
			t.Errorf("%s: neither a result nor progress after %s; last line %q", name, patience, last)
		default: // the last line reports the interruption
			answer = lines[len(lines)-2]
		}
		if code != 0 && answer == "" {
			t.Errorf("%s: exit code %d without a message", name, code)
		}
		at := fmt.Sprintf("%.1f s", took.Seconds())
		if ended && code != 0 {
			at = "running"
		}
		t.Logf("%s: %s: %s", name, at, answer)
		fmt.Fprintf(&table, "| %s | %s | %s |\n", name, strings.ReplaceAll(answer, "|", "/"), at)
	}
	if *update {
		if err := os.WriteFile("defaults.md", []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

const defaultsHead = `# Results of solve with default options

After reading this page you can predict what ` + "`zermelo solve GAME`" + ` does with each built-in game and
preset. The times were measured on a loaded machine with two cores. Games marked as running take
longer than 20 s; the table shows the last line of progress.
` + "`go test ./docs -run SolveAnswers -large -update`" + ` writes this table.

| game | result, or progress after 20 s | time |
| --- | --- | --- |
`
