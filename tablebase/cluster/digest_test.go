package cluster_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
	"zermelo/solver/job"
	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/solve"
)

// opener opens built-in games, rule sheets and scripts.
var opener = cluster.Opener{Registry: builtin.Registry(), File: open}

// open opens a built-in game, a rule sheet or a script.
func open(ctx context.Context, spec string) (games.Variant, error) {
	if _, _, sheet := gdl.SplitSpec(spec); sheet {
		return gdl.OpenSpec(ctx, spec, work.Limits{})
	}
	if _, _, script := own.SplitSpec(spec); script {
		return own.OpenSpec(ctx, spec, protocol.Limits{})
	}
	return builtin.Registry().Open(spec)
}

// plainSolve solves a game on one machine.
func plainSolve(t *testing.T, v games.Variant) *job.Solution {
	t.Helper()
	r, err := solve.Solve(t.Context(), t.TempDir(), v, solve.Options{Method: solve.Table})
	if err != nil {
		t.Fatal(err)
	}
	return r.Solution
}

// facts formats the parts of a solution that do not depend on the solver.
func facts(s *job.Solution) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%016x start %v, ends by rules %v, counted %v\n", s.Digest, s.Outcomes.Of(s.Start), s.TerminalsOmitted, s.TerminalsCounted)
	fmt.Fprintf(&b, "%d raw, plies %+v\n", s.RawStates, s.Plies)
	for _, tier := range s.Tiers {
		fmt.Fprintf(&b, "%+v\n", tier)
	}
	for layer, l := range s.Layers {
		fmt.Fprintf(&b, "%d %+v\n", layer, l)
	}
	return b.String()
}

// allKinds has a game of each kind.
var allKinds = []string{
	"tron:size=4x4",
	"tron:size=4x4,turns=simultaneous",
	"breakthrough:size=4x4,rows=1",
	"connect4:size=4x4",
	"../../games/gdl/testdata/wythoff.kif",
	"../../games/own/testdata/tron.star",
	"dodgem:size=3x3",
	"quixo:size=3x3",
	"dodgem:size=4x4", // has two divided tiers
}

func TestDigestDoesNotDependOnShardsAndWorkers(t *testing.T) {
	cases := [][2]int{{3, 2}}
	specs := allKinds
	if gamestest.Large() {
		cases = nil
		for _, n := range []int{1, 3, 4, 16} {
			for _, workers := range []int{1, 2, 4} {
				cases = append(cases, [2]int{n, workers})
			}
		}
		specs = append(specs, "tron:size=5x5", "tron:size=5x5,turns=simultaneous", "breakthrough:size=4x4", "connect4:size=5x4")
	}
	for _, spec := range specs {
		t.Run(filepath.Base(spec), func(t *testing.T) {
			v, err := open(t.Context(), spec)
			if err != nil {
				t.Fatal(err)
			}
			want := facts(plainSolve(t, v))
			for _, c := range cases {
				r, err := cluster.Solve(t.Context(), t.TempDir(), v, cluster.Options{Access: nats(t), Store: folder(t), Threads: c[1], Sizes: shards.Sizes{Shards: c[0], MinStates: 1}})
				if err != nil {
					t.Fatalf("%d shards, %d workers: %v", c[0], c[1], err)
				}
				if diff := cmp.Diff(want, facts(r.Solution)); diff != "" {
					t.Errorf("%d shards, %d workers (-plain +cluster):\n%s", c[0], c[1], diff)
				}
			}
		})
	}
}
