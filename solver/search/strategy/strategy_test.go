package strategy

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/table"
)

// TestDecided compares walker.decided with Look in positions of random plays.
func TestDecided(t *testing.T) {
	v, err := builtin.Registry().Open("othello:size=4x4")
	if err != nil {
		t.Fatal(err)
	}
	g := search.Plain(v.(games.Game[uint64]))
	rng := rand.New(rand.NewPCG(1, 2))
	var decided, not int
	for range 50 {
		for s := g.Start(); ; {
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) == 0 {
				break
			}
			canonical, _ := games.Canonical[uint64](g, s)
			for _, score := range []int{1, 4} {
				var n games.Node[uint64]
				g.Look(&n, canonical, score-1, score)
				mine := n.Low >= score
				g.Look(&n, canonical, -score, 1-score)
				others := n.High <= -score
				w := newWalker[uint64](nil, g, score)
				if mine && !w.decided(canonical, true) || others && !w.decided(canonical, false) {
					t.Fatalf("%x: Look decides score %d (%v for the mover, %v for the other), but walker.decided does not", s, score, mine, others)
				}
				if mine || others {
					decided++
				} else {
					not++
				}
			}
			s = children[rng.IntN(len(children))]
		}
	}
	if decided == 0 || not == 0 {
		t.Errorf("%d positions are decided and %d are not; want both", decided, not)
	}
}

// TestStrategy constructs and checks strategies for both sides of small games.
// Damaged strategies must fail the check.
func TestStrategy(t *testing.T) {
	for _, spec := range []string{"tron:size=4x4", "tron:size=4x5", "breakthrough:size=4x5,rows=1", "breakthrough:size=4x4,captures=diagonal", "skirmish:steps=6", "kalah:pits=2,seeds=6", "dots-and-boxes:boxes=3x1"} {
		t.Run(spec, func(t *testing.T) {
			v, err := builtin.Registry().Open(spec)
			if err != nil {
				t.Fatal(err)
			}
			switch g := v.(type) {
			case games.Game[uint64]:
				testStrategy(t, g)
			case games.Game[[2]uint64]:
				testStrategy(t, g)
			}
		})
	}
}

func testStrategy[S games.State](t *testing.T, g games.Game[S]) {
	ctx := context.Background()
	p := search.Plain(g)
	table := table.New(p, 1<<20)
	defer table.Close()
	a := alphabeta.New(p, table, search.Options{Threads: 2})
	low, high, err := a.Score(ctx, g.Start())
	if err != nil || low != high {
		t.Fatalf("score %d..%d, %v", low, high, err)
	}
	for _, mine := range []bool{true, false} {
		score := low
		if !mine {
			score = -low
		}
		deciders, stop := a.Deciders(ctx)
		defer stop()
		st, err := find(ctx, p, deciders, g.Start(), Goal{MovesFirst: mine, Score: score})
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Load(); err != nil {
			t.Fatal(err)
		}
		n, err := st.Check(ctx, p, g.Start(), 2, Room{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("score %d, moves at %d positions, %d positions in all", score, len(st.States), n)
		if score == -p.Scores() {
			continue // the worst score needs no strategy
		}
		better := *st
		better.Score++
		if _, err := better.Check(ctx, p, g.Start(), 2, Room{}, nil); err == nil {
			t.Errorf("the strategy passes for a score above the value")
		}
		if n := len(st.States); n > 0 {
			more := *st
			beyond := st.States[n-1]
			games.Bits(&beyond)[games.Words[S]()-1]++
			more.States, more.Moves = append(slices.Clone(st.States), beyond), append(slices.Clone(st.Moves), 0)
			if _, err := more.Check(ctx, p, g.Start(), 2, Room{}, nil); err == nil {
				t.Errorf("a strategy with an unreachable position passes")
			}
		}
		if len(st.States) > 1 {
			less := *st
			less.States, less.Moves = st.States[1:], st.Moves[1:]
			if _, err := less.Check(ctx, p, g.Start(), 2, Room{}, nil); err == nil {
				t.Errorf("a strategy with a gap passes")
			}
		}
	}
}

// TestStrategyThatDoesNotFitTheRoomIsTheSame constructs a strategy with
// sufficient and with insufficient memory.
func TestStrategyThatDoesNotFitTheRoomIsTheSame(t *testing.T) {
	ctx := context.Background()
	v, err := builtin.Registry().Open("breakthrough:size=4x5,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	table := table.New(g, 1<<22)
	defer table.Close()
	a := alphabeta.New(g, table, search.Options{})
	low, _, err := a.Score(ctx, g.Start())
	if err != nil {
		t.Fatal(err)
	}
	var found []*Strategy[uint64]
	for _, room := range []Room{{Bytes: 1 << 30}, {Dir: t.TempDir()}} {
		deciders, stop := a.Deciders(ctx)
		st, err := find(ctx, g, deciders, g.Start(), Goal{MovesFirst: low > 0, Score: max(low, -low), Room: room})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		spilled := len(st.found.chosen.files)
		if spilled > 0 == (room.Bytes > 0) {
			t.Errorf("%d files with room for %d bytes", spilled, room.Bytes)
		}
		if err := st.Load(); err != nil {
			t.Fatal(err)
		}
		if _, err := st.Check(ctx, g, g.Start(), 2, Room{Dir: t.TempDir()}, nil); err != nil {
			t.Error(err)
		}
		found = append(found, st)
	}
	t.Logf("%d positions", len(found[0].States))
	if len(found[0].States) != len(found[1].States) {
		t.Errorf("%d positions, with little room %d", len(found[0].States), len(found[1].States))
	}
}
