package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"zermelo/cmd/zermelo/progress"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/reports/reportstest"
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
		json := false
		p := &program{
			in: strings.NewReader(strings.Repeat("b2 a1\n", 2500)), out: terminal.NewOutput(&out),
			progress: progress.Printer{W: io.Discard, JSON: &json, Quiet: true},
		}
		b, o := reportstest.NaiveGame(t, "tictactoe"), scoreOptions{output: output{format: "json"}}
		list, err := p.readGames(b.Variant(), []string{"-"}, o)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(p.judge(&countdown{t.Context(), c.checks}, b, list, o), p.out.Flush())
		if want := c.games < 2500 && c.games > 0; p.stopped != want || strings.Contains(out.String(), `"stopped": true`) != want {
			t.Errorf("after %d checks: stopped %v", c.checks, p.stopped)
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
