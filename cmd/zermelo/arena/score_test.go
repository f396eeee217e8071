package arena

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/progress"
	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

// countdown is a context that is cancelled after some calls to Err.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterruptedScoreHasTheJudgedGames scores 2,500 games in batches of 1,024 and interrupts.
func TestInterruptedScoreHasTheJudgedGames(t *testing.T) {
	for _, c := range []struct{ checks, games int }{{0, 0}, {1, 1024}, {2, 2048}, {3, 2500}} {
		var out bytes.Buffer
		stopped := false
		json := false
		e := &Env{
			In: strings.NewReader(strings.Repeat("b2 a1\n", 2500)), Progress: &progress.Printer{W: io.Discard, JSON: &json, Quiet: true},
			Open: func(context.Context, string) (games.Variant, error) { return reportstest.Variant(t, "tictactoe"), nil },
			Solved: func(_ context.Context, _ string, _ *solved.Limit, use func(solved.Game) error) error {
				return use(reportstest.NaiveGame(t, "tictactoe"))
			},
			Report: func(*cobra.Command, ...string) (func() error, Writer) {
				write := func(report func(io.Writer, string) error) error { return report(&out, "json") }
				return func() error { return nil }, write
			},
			Stopped: func() { stopped = true },
		}
		cmd := e.newScore()
		cmd.SetArgs([]string{"tictactoe", "-"})
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		err := cmd.ExecuteContext(&countdown{t.Context(), c.checks})
		if want := c.games < 2500 && c.games > 0; stopped != want || strings.Contains(out.String(), `"stopped": true`) != want {
			t.Errorf("after %d checks: stopped %v", c.checks, stopped)
		}
		if c.games == 0 {
			if err == nil || out.Len() > 0 {
				t.Errorf("no game was judged: %v, %s", err, &out)
			}
			continue
		}
		if text := fmt.Sprintf(`"count": %d,`, c.games); err != nil || !strings.Contains(out.String(), text) {
			t.Errorf("after %d checks: %v, no %s", c.checks, err, text)
		}
	}
}
