package render

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"zermelo/reports/compare"
	"zermelo/reports/solved"
)

// compared returns fictitious games for tests of the writers.
func compared() *compare.Comparison {
	return &compare.Comparison{
		Games: []compare.Compared{
			{
				Game: "one", Roles: []string{"a", "b"}, Value: "a wins in 3 plies", Plies: 3, LongestWin: 4, States: new(int64(1200)), RawStates: new(int64(2300)), Terminals: new(int64(200)),
				Branching: new(2.5), OnlyMoves: &solved.Part{Count: 1, Of: 8}, MoverWins: &solved.Part{Count: 3, Of: 4}, Digest: "0123456789abcdef", SolveSeconds: 1.25, DiskBytes: 2048,
			},
			{Game: "two:x=1,y=2", Value: "b wins", Plies: -1, LongestWin: -1, Digest: "0000000000000002", SolveSeconds: 0.5, DiskBytes: 1024},
		},
		Skipped: []compare.Skipped{{Game: "three:x=9", Reason: "too large"}},
	}
}

// TestCompareWriters compares the output with the numbers above.
func TestCompareWriters(t *testing.T) {
	tests := []struct {
		name  string
		write func(io.Writer, *compare.Comparison) error
		want  []string
	}{
		{"text", CompareText, []string{
			"2 games side by side\n====================\n", "\n  2  two:x=1,y=2\n",
			"\n  1  a wins in 3 plies      3            4\n  2  b wins                 -            -\n",
			"\n  1   1,200       2,300        200         2.50\n", "\n  1      12.5 %      75.0 %\n",
			"\n  three:x=9  too large\n",
		}},
		{"md", CompareMarkdown, []string{"# 2 games side by side\n\n## Games\n", "|   1 | a wins in 3 plies |     3 |           4 |\n", "| three:x=9 | too large"}},
		{"csv", CompareCSV, []string{
			"game,value,plies,longest_win,states,raw_states,terminals,branching,solve_seconds,disk_bytes,only_moves,mover_wins",
			"one,a wins in 3 plies,3,4,1200,2300,200,2.5,1.25,2048,0.125,0.75",
			"\"two:x=1,y=2\",b wins,,,,,,,0.50,1024,,",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := test.write(&out, compared()); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("want %q in\n%s", want, out.String())
				}
			}
			if test.name == "text" {
				checkWidth(t, out.String())
			}
		})
	}
}

func TestCompareJSON(t *testing.T) {
	var out bytes.Buffer
	if err := CompareJSON(&out, compared()); err != nil {
		t.Fatal(err)
	}
	var back compare.Comparison
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || len(back.Games) != 2 || *back.Games[0].States != 1200 || back.Games[1].States != nil || back.Skipped[0].Game != "three:x=9" {
		t.Errorf("%+v %v", back, err)
	}
}
