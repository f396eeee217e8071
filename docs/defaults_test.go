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

// patience is how long a user waits for an answer or a plan.
const patience = 20 * time.Second

// TestSolveAnswersOrTellsWhatItTakes solves all built-in games and presets as they are.
// Within 20 s each has an answer, or says how it is solved and how far that is. With
// -update the table in defaults.md is written anew.
func TestSolveAnswersOrTellsWhatItTakes(t *testing.T) {
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
		ctx, cancel := context.WithTimeoutCause(t.Context(), patience, errors.New("the user waits no longer"))
		var out, progress bytes.Buffer
		began := time.Now()
		code := command.Run(ctx, command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &progress},
			"solve", name)
		took := time.Since(began)
		ended := ctx.Err() != nil
		cancel()
		said := strings.Split(strings.TrimSpace(progress.String()), "\n")
		answer, _, _ := strings.Cut(out.String(), "\n")
		switch last := said[len(said)-1]; {
		case code == 0:
			answer = strings.TrimPrefix(answer, name+": ")
		case !ended:
			answer = strings.TrimPrefix(last, "zermelo: solve "+name+": ")
		case len(said) < 2:
			t.Errorf("%s: no answer after %s, and all that is said is %q", name, patience, last)
		default: // the last line says that it was interrupted
			answer = said[len(said)-2]
		}
		if code != 0 && answer == "" {
			t.Errorf("%s: exit code %d without an answer", name, code)
		}
		at := fmt.Sprintf("%.1f s", took.Seconds())
		if ended && code != 0 {
			at = "goes on"
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

const defaultsHead = `# What solve does with each game

` + "`zermelo solve GAME`" + ` without flags, for every built-in game and preset as it is, on a loaded machine
with two cores. It ends with an answer or says why it cannot; what takes longer than 20 s says how it
is solved and how far that is, here as it stands after 20 s. Interrupted solves resume.
` + "`go test ./docs -run SolveAnswers -large -update`" + ` writes this table.

| game | answer, or what is said after 20 s | time |
| --- | --- | --- |
`
