package docs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

// patience is the time in which solve must report a result or refuse.
const patience = 90 * time.Second

// largest is the variant of each game with the largest board, or with the most
// pieces, rounds or steps.
var largest = map[string]string{
	"tron":           "size=9x9",
	"bearoff":        "men=15",
	"breakthrough":   "size=8x8",
	"coordination":   "rounds=100",
	"skirmish":       "inner=7,steps=127",
	"connect4":       "size=8x9",
	"chess":          "pieces=KBNKQ",
	"chomp":          "size=15x15",
	"clobber":        "size=4x8",
	"dodgem":         "size=5x5",
	"domineering":    "size=8x8",
	"dots-and-boxes": "boxes=4x6",
	"einstein":       "size=5x6",
	"hex":            "size=8x8",
	"hog":            "target=1000,dice=12",
	"kalah":          "pits=6,seeds=6",
	"morris":         "flying=always",
	"neutron":        "first=full",
	"nim":            "piles=" + strings.Repeat("255+", 6) + "255",
	"othello":        "size=6x8",
	"pig":            "target=1000,die=100",
	"quixo":          "size=5x5",
	"teeko":          "goals=advanced",
	"tictactoe":      "size=4x8,in-a-row=4",
	"ur":             "path=masters,dice=7",
	"yahtzee":        "rolls=8",
}

// TestSolveAnswersOrRefuses solves all built-in games and presets with their default
// options, the largest variant of each game, and the shared rule sheets. Within 90 s,
// each has a result, is refused with a forecast and the next command, or prints the
// time that is left or that there is no forecast. With -update, the test rewrites the tables in defaults.md.
func TestSolveAnswersOrRefuses(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	sheets, err := filepath.Glob("../../shared/gdl/games/*.kif")
	if err != nil || len(sheets) == 0 {
		t.Skip("the shared rule sheets are absent")
	}
	var defaults, large []string
	registry := builtin.Registry()
	for _, e := range registry.Entries {
		defaults = append(defaults, e.Name)
		if options := largest[e.Name]; options != "" {
			large = append(large, e.Name+":"+options)
		} else if len(e.Options) > 0 {
			t.Errorf("no largest variant of %s", e.Name)
		}
	}
	for _, p := range registry.Presets {
		defaults = append(defaults, p.Name)
	}
	page := defaultsHead
	for _, part := range []struct {
		title string
		games []string
	}{{"Built-in games and presets", defaults}, {"Largest variants", large}, {"Rule sheets", sheets}} {
		page += "\n## " + part.title + "\n\n| game | result | time |\n| --- | --- | --- |\n"
		for _, game := range part.games {
			page += solveRow(t, game)
		}
	}
	if *update {
		if err := os.WriteFile("defaults.md", []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// solveRow solves a game and returns a row of the table.
func solveRow(t *testing.T, game string) string {
	t.Setenv("ZERMELO_DB", t.TempDir())
	ctx, cancel := context.WithTimeoutCause(t.Context(), patience, errors.New("time is up"))
	defer cancel()
	var out, progress bytes.Buffer
	began := time.Now()
	code := command.Run(ctx, command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &progress},
		"solve", game)
	took := time.Since(began)
	name := filepath.Base(game)
	answer, _, _ := strings.Cut(out.String(), "\n")
	_, answer, _ = strings.Cut(answer, ": ")
	if code != 0 {
		lines := strings.Split(strings.TrimSpace(progress.String()), "\n")
		last := lines[len(lines)-1]
		if ctx.Err() != nil { // the last line reports the interruption
			last = lines[max(0, len(lines)-2)]
		}
		_, reason, refused := strings.Cut(strings.TrimPrefix(last, "zermelo: solve "), ": ")
		answer = strings.Replace(reason, "not solved; ", "not solved: ", 1)
		if ctx.Err() != nil {
			answer, refused = "running: "+last, (strings.Contains(last, " left") || strings.HasSuffix(last, "no forecast"))
		}
		if !refused {
			t.Errorf("%s: no result, refusal or time left after %.0f s; last line %q", name, took.Seconds(), last)
		}
		for line := range strings.Lines(out.String()) {
			if bounds, ok := strings.CutPrefix(strings.TrimSpace(line), "bounds "); ok {
				answer += "; bounds: " + strings.TrimSpace(bounds)
			}
		}
	}
	t.Logf("%s: %.1f s: %s", name, took.Seconds(), answer)
	return fmt.Sprintf("| %s | %s | %.1f s |\n", name, strings.ReplaceAll(answer, "|", "/"), took.Seconds())
}

const defaultsHead = `# Results of solve without flags

After reading this page you can predict what ` + "`zermelo solve GAME`" + ` does with each built-in game, preset
and largest variant, and with rule sheets from general game playing. Within 90 s each command has a result, is refused,
or prints the time that is left or that there is no forecast. A refusal ends with the next command; above it ` + "`solve`" + `
prints the bounds that a search proved. The times were measured on a loaded machine with two cores.
` + "`go test ./docs -run SolveAnswers -large -update`" + ` writes these tables.
`
