package bench

import (
	"strings"
	"testing"
	"time"

	_ "zermelo/games/gamestest" // for the flag -large
)

func TestPageHasARowForEachMeasurement(t *testing.T) {
	rows := []Row{
		{Name: "a", Method: pns, Threads: 2, Positions: 1000, Nodes: 1234.5, CPU: 0.5, Seconds: 0.25, Result: "all exact"},
		{Name: "b", Method: alphaBeta, Threads: 1, Result: "no positions"},
	}
	got := string(Page("zermelo bench search", time.Unix(0, 0), rows))
	for _, want := range []string{
		"Written by `zermelo bench search`.", "| date | 1970-01-01 |",
		"| a | pns | 2 | 1,000 | 1,235 | 500.00 ms | 250.00 ms | 2 | all exact |\n",
		"| b | alphabeta | 1 | - | - | - | - | - | no positions |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
}

func TestShortTime(t *testing.T) {
	for _, test := range []struct {
		seconds float64
		want    string
	}{{0, "0.0 µs"}, {13.44e-6, "13.4 µs"}, {280e-6, "0.28 ms"}, {0.9, "900.00 ms"}, {46.5, "46.50 s"}} {
		if got := shortTime(test.seconds); got != test.want {
			t.Errorf("%v: got %q, want %q", test.seconds, got, test.want)
		}
	}
}
