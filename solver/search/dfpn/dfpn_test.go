package dfpn

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/breakthrough"
	"zermelo/games/skirmish"
	"zermelo/games/tron"
	"zermelo/solver/search"
	"zermelo/solver/solvertest"
)

// proofGames returns a registry of the games used by these tests.
func proofGames() *games.Registry {
	r := &games.Registry{Entries: []games.Entry{breakthrough.Entry(), tron.Entry(), skirmish.Entry()}}
	r.Presets = append(r.Presets, breakthrough.Presets()...)
	return r
}

// TestProve compares proofs with the reference solver on small games, for
// thresholds near the possible scores and several table sizes.
func TestProve(t *testing.T) {
	// A board with two-word states and few free cells.
	columns := "1.2+2.2+3.2+1.3+2.3+3.3+4.3+1.4+2.4+3.4+1.5+2.5+3.5+4.5+1.6+2.6+3.6"
	for _, spec := range []string{
		"tron:size=4x3", "tron:size=4x3,edge=error",
		"breakthrough:size=3x5", "breakthrough:size=4x4,rows=1", "breakthrough:size=4x4,rows=1,holes=2.2", "breakthrough:size=5x7,rows=1,holes=" + columns,
		"breakthrough:size=3x5,rows=1,captures=diagonal", "breakthrough:size=5x7,rows=1,captures=diagonal,holes=" + columns,
		"skirmish:steps=5", "skirmish:inner=3,steps=6,respawn=captured",
	} {
		v, err := proofGames().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(spec, func(t *testing.T) {
			switch g := v.(type) {
			case games.Game[uint64]:
				testProve(t, g)
			case games.Game[[2]uint64]:
				testProve(t, g)
			}
		})
	}
}

func testProve[S games.State](t *testing.T, g games.Game[S]) {
	outcome := solvertest.Naive(g)(g.Start())
	payoff, _ := outcome.Payoff[0].Float64()
	score := search.ScoreOf(g.Info().Total, int16(payoff))
	searchers := []games.Searcher[S]{search.Plain(g)}
	if _, ok := any(g).(games.Searcher[S]); ok {
		// Test with and without the game's own Searcher.
		searchers = append(searchers, search.Plain[S](bare[S]{g}))
	}
	for _, s := range searchers {
		for _, threads := range []int{1, 2, 4} {
			for _, size := range []int64{1 << 15, 1 << 20} {
				for _, threshold := range []int{-51, -50, 0, 49, 50} {
					p := New(s, size, search.Options{Threads: threads})
					got, err := p.Prove(context.Background(), g.Start(), threshold)
					p.Close()
					if want := score > threshold; got != want || err != nil {
						t.Fatalf("%T, %d threads, %d bytes: greater than %d: %v, %v; score %d", s, threads, size, threshold, got, err, score)
					}
				}
			}
		}
	}
}

// bare hides the Searcher of a game but keeps its symmetries.
type bare[S games.State] struct{ games.Game[S] }

func (b bare[S]) Canonize(states []S, swaps []bool) {
	games.CanonizerOf(b.Game).Canonize(states, swaps)
}

func (b bare[S]) Orbits(dst []int32, src []S) []int32 {
	return games.CanonizerOf(b.Game).Orbits(dst, src)
}

func (b bare[S]) FormatState(s S) string { return games.NotationOf(b.Game).FormatState(s) }

func (b bare[S]) ParseState(text string) (S, error) {
	return games.NotationOf(b.Game).ParseState(text)
}

func (b bare[S]) Moves(s S) [games.MaxRoles][]string { return games.NotationOf(b.Game).Moves(s) }

// proofGame opens a game with one-word states.
func proofGame(t *testing.T, spec string) games.Searcher[uint64] {
	t.Helper()
	v, err := proofGames().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return search.Plain(v.(games.Game[uint64]))
}

// TestProveResumes repeatedly stops and resumes a proof. It must take little
// more work than a proof that is not stopped.
func TestProveResumes(t *testing.T) {
	g := proofGame(t, "breakthrough:size=4x5,captures=diagonal")
	whole := New(g, 1<<24, search.Options{})
	want, err := whole.Prove(context.Background(), g.Start(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 2} {
		t.Run(fmt.Sprint(threads), func(t *testing.T) {
			const step = 2 * search.PublishInterval
			p := New(g, 1<<24, search.Options{Threads: threads, Nodes: step})
			for try := 0; ; try++ {
				before := p.Nodes()
				got, err := p.Prove(context.Background(), g.Start(), 0)
				if err == nil {
					if got != want || try == 0 {
						t.Errorf("%v after %d stops, want %v", got, try, want)
					}
					break
				}
				if !errors.Is(err, search.ErrNodes) {
					t.Fatal(err)
				}
				if n := p.Nodes() - before; n > step+uint64(threads*search.PublishInterval) {
					t.Errorf("%d nodes, limit %d", n, step)
				}
				if p.Nodes() > 4*whole.Nodes() {
					t.Fatalf("%d nodes with stops, %d without", p.Nodes(), whole.Nodes())
				}
			}
			start := g.Start()
			if n, _, known := p.table.probe(p.table.find(&start), &start, 0); !known || !n.done() || (n.proof == 0) != want {
				t.Errorf("known %v, numbers %v, want an answer that says %v", known, n, want)
			}
		})
	}
}

func TestProveCancelled(t *testing.T) {
	g := proofGame(t, "breakthrough:size=5x6,captures=diagonal")
	p := New(g, 1<<22, search.Options{Threads: 2})
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Prove(ctx, g.Start(), 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	nodes := p.Nodes()
	if _, err := p.Prove(ctx, g.Start(), 0); !errors.Is(err, context.DeadlineExceeded) || p.Nodes() != nodes {
		t.Errorf("%v after %d more nodes", err, p.Nodes()-nodes)
	}
}

// TestKeptBoundsHold compares all results passed to keep with the reference
// solver, for a game with draws.
func TestKeptBoundsHold(t *testing.T) {
	g := proofGame(t, "tron:size=4x3")
	naive := solvertest.Naive[uint64](g)
	kept := 0
	for _, threshold := range []int{-51, -50, -1, 0, 49, 50} {
		p := New(g, 1<<20, search.Options{})
		p.OnResult(1, func(s uint64, b search.Bounds) {
			payoff, _ := naive(s).Payoff[games.Mover[uint64](g, s)].Float64()
			if score := search.ScoreOf(g.Info().Total, int16(payoff)); score < b.Low || score > b.High {
				t.Errorf("more than %d: kept %d..%d at %s, the score is %d", threshold, b.Low, b.High, games.NotationOf[uint64](g).FormatState(s), score)
			}
			kept++
		})
		if _, err := p.Prove(t.Context(), g.Start(), threshold); err != nil {
			t.Error(err)
		}
		p.Close()
	}
	if kept < 10 {
		t.Errorf("%d results kept", kept)
	}
}
