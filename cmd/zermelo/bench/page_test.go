package bench

import (
	"strings"
	"testing"
	"time"

	_ "zermelo/games/gamestest" // for the flag -large
)

func TestPageHasARowForEachMeasurement(t *testing.T) {
	solve := func(cpu float64) Row {
		return Row{Part: Solve, Name: "s", Method: "table", Threads: 2, CPU: cpu, Seconds: 1, States: 4_000_000, Memory: 3 << 20, Result: "draw"}
	}
	rows := []Row{
		Median([]Row{solve(2.2), solve(1.8), solve(2)}),
		{Part: Search, Name: "a", Method: pns, Threads: 2, Positions: 1000, Nodes: 1234.5, CPU: 0.5, Seconds: 0.25, Result: "all exact"},
		{Part: Search, Name: "b", Method: alphaBeta, Threads: 1, Result: "no positions"},
		{Part: Serve, Name: "c", Method: "http", Threads: 64, Requests: 2000, CPU: 0.001, Seconds: 0.5, Result: "fast"},
	}
	got := string(Page("zermelo bench search", time.Unix(0, 0), rows))
	for _, want := range []string{
		"Written by `zermelo bench search`.", "| date | 1970-01-01 |",
		"| name | method | threads | work | cpu time | spread | time | rate | memory | result |\n| --- | --- | ---: | ",
		"| s | table | 2 | 4,000,000 states | 2.00 s | ±10 % | 1.00 s | 2,000 k states/s | 3.0 MiB | draw |\n",
		"| a | pns | 2 | 1,000 × 1,235 nodes | 500.00 ms | - | 250.00 ms | 2 k nodes/s | - | all exact |\n",
		"| b | alphabeta | 1 | - | - | - | - | - | - | no positions |\n",
		"| c | http | 64 | 2,000 requests | 1.00 ms | - | 500.00 ms | 1 k requests/s | - | fast |\n",
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
