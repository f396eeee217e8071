package command

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/solver/search/deepen"
)

func TestDescribeAnalysis(t *testing.T) {
	points := &games.Info{Roles: []string{"white", "black"}, Total: 100, Unit: "point"}
	scores := &games.Info{Roles: []string{"white", "black"}, Unit: "disc"}
	for _, test := range []struct {
		info             *games.Info
		mover, low, high int
		want             string
	}{
		{points, 0, -50, 0, "estimate -0.25, white gets between 0 and 50 of 100 points,"},
		{points, 1, 0, 0, "proven: draw,"},
		{scores, 1, -4, 2, "estimate -0.25, black's score is between -4 and 2 discs,"},
		{scores, 1, -16, -16, "proven: white wins by 16 discs,"},
		{scores, 0, -16, -16, "proven: black wins by 16 discs,"},
	} {
		a := deepen.Analysis{
			Mover: test.mover, Low: test.low, High: test.high, Line: []string{"a2", "b3"},
			Estimate: -0.25, Depth: 7, Nodes: 2000, Elapsed: time.Second, Fill: 0.5,
		}
		want := "depth 7, " + test.want + " 2,000 positions, 2.00 k/s, table 50 %: a2 b3"
		if got := describeAnalysis(test.info, &a); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestSearchedMovesMatchTable compares the moves of several positions found by a search
// and by a table.
func TestSearchedMovesMatchTable(t *testing.T) {
	const game = "breakthrough:size=3x4,captures=diagonal"
	db := t.TempDir()
	print := func(args ...string) string {
		var out, errs strings.Builder
		if code := runFor(t.Context(), &out, &errs, append(args, "--db", db, "--quiet")...); code != exitOK {
			t.Fatalf("%v: %s", args, errs.String())
		}
		return out.String()
	}
	print("solve", game)
	for _, moves := range []string{"", "b2xa3", "b2xa3 b4xa3", "b2xc3", "b2xa3 b4xa3 c2xb3"} {
		var table, search solved.Analysis
		for found, args := range map[*solved.Analysis][]string{&table: nil, &search: {"--fresh", "--threads", "1"}} {
			text := print(append([]string{"analyze", game, "--moves", moves, "--all-moves", "--json"}, args...)...)
			if err := json.Unmarshal([]byte(text), found); err != nil {
				t.Fatal(err)
			}
		}
		want := map[string]solved.AnalyzedMove{}
		for _, m := range table.Moves {
			want[m.Move] = m
		}
		if table.Source != solved.SourceTable || search.Source == solved.SourceTable || len(search.Moves) != len(want) {
			t.Fatalf("%q: %d moves from %s, %d from %s", moves, len(search.Moves), search.Source, len(want), table.Source)
		}
		for i, m := range search.Moves {
			w := want[m.Move]
			if !m.Proven || m.Low != w.Low || m.High != w.High || m.Estimate != w.Estimate || m.Position != w.Position || m.Line[0] != m.Move {
				t.Errorf("%q: %+v, want %+v", moves, m, w)
			}
			if i > 0 && m.Estimate > search.Moves[i-1].Estimate {
				t.Errorf("%q: %s comes after a worse move", moves, m.Move)
			}
		}
	}
}
