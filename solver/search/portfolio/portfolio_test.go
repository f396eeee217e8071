package portfolio_test

import (
	"context"
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // defines the flag -large
	"zermelo/solver/search"
	"zermelo/solver/search/portfolio"
	"zermelo/solver/search/strategy"
)

func open(t *testing.T, spec string) games.Searcher[uint64] {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return search.Plain(v.(games.Game[uint64]))
}

func TestPortfolioFindsTheValue(t *testing.T) {
	for spec, want := range map[string]int{
		"breakthrough:size=4x4,captures=diagonal": -50, "connect4:size=4x4": 0, "tron:size=5x4": -50, "clobber:size=3x4": -50,
	} {
		g := open(t, spec)
		p := portfolio.New(g, portfolio.Options{Threads: 2, Cache: 1 << 20})
		score, err := strategy.Value(t.Context(), g, p)
		state, ok := p.State()
		if err != nil || (score > 0) != (want > 0) || (score < 0) != (want < 0) {
			t.Errorf("%s: score %d %v, want the sign of %d", spec, score, err, want)
		}
		if !ok || state.Share != 1 || p.Nodes() == 0 {
			t.Errorf("%s: final state %+v after %d nodes, want share 1", spec, state, p.Nodes())
		}
		p.Close()
		if _, ok := p.State(); ok {
			t.Errorf("%s: State succeeds after Close", spec)
		}
	}
}

// TestTurnsChange uses short turns and small tables.
func TestTurnsChange(t *testing.T) {
	for _, spec := range []string{"breakthrough:size=4x5,captures=diagonal", "connect4:size=5x4"} {
		g := open(t, spec)
		one := portfolio.New(g, portfolio.Options{Threads: 1, Cache: 1 << 24})
		want, err := strategy.Value(t.Context(), g, one)
		if err != nil {
			t.Fatal(err)
		}
		one.Close()
		p := portfolio.New(g, portfolio.Options{Threads: 1, Cache: 1 << 10, FirstTurn: 500})
		var kept int
		p.OnResult(100, func(uint64, search.Bounds) { kept++ })
		score, err := strategy.Value(t.Context(), g, p)
		if err != nil || score != want {
			t.Errorf("%s: score %d %v, want %d", spec, score, err, want)
		}
		if proofs, bounds := p.Spent(); proofs == 0 || bounds == 0 || kept == 0 {
			t.Errorf("%s: %d nodes of proof numbers, %d of alpha-beta, %d results kept, want some of each", spec, proofs, bounds, kept)
		}
		p.Close()
	}
}

func TestPortfolioStopsWithItsContext(t *testing.T) {
	g := open(t, "connect4:size=7x6")
	p := portfolio.New(g, portfolio.Options{Cache: 1 << 20})
	defer p.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := strategy.Value(ctx, g, p); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
