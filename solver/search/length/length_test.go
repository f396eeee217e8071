package length

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // defines the flag -large
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/search/searchtest"
	"zermelo/solver/search/table"
	"zermelo/solver/solvertest"
)

func newSearch[S games.State](t *testing.T, g games.Game[S], threads int, bytes int64) *Search[S] {
	s := search.Plain(g)
	engine := alphabeta.New(s, table.New(s, bytes), search.Options{Threads: threads})
	deciders, stop := engine.Deciders(t.Context())
	l := New(g, bytes, deciders)
	t.Cleanup(func() {
		stop()
		l.Close()
		engine.Close()
	})
	return l
}

// checkLengths compares the lengths of wins in random positions with the
// reference solver. It returns the number of wins compared.
func checkLengths[S games.State](t *testing.T, l *Search[S], positions int) (wins int) {
	t.Helper()
	g := l.game
	naive, rng := solvertest.Naive(g), rand.New(rand.NewPCG(1, 2))
	s := g.Start()
	for range positions {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			s = g.Start()
			continue
		}
		want := naive(s)
		payoff, _ := want.Payoff[games.Mover(g, s)].Float64()
		if score := search.ScoreOf(g.Info().Total, int16(payoff)); score != 0 {
			wins++
			canonical, _ := games.Canonical(g, s)
			low, high, err := l.Find(t.Context(), canonical, Win{Score: max(score, -score), ByMover: score > 0}, nil)
			if err != nil || low != want.Remoteness || high != want.Remoteness {
				t.Errorf("%s: score %d in %d to %d plies at %s, %v; want %d", g.Info().Name, score, low, high, games.NotationOf(g).FormatState(s), err, want.Remoteness)
			}
		}
		s = children[rng.IntN(len(children))]
	}
	return wins
}

func TestLengthsAreThoseOfTheSlowSolver(t *testing.T) {
	for _, spec := range []string{
		"tron:size=4x4", "tron:size=5x4,walls=ring", "tron:size=4x3,edge=error", "breakthrough:size=3x5", "breakthrough:size=3x5,rows=1,holes=2.3",
		"breakthrough:size=3x4,captures=diagonal", "breakthrough:size=3x4,captures=diagonal,steps=straight", "hexapawn", "connect4:size=4x3,connect=3",
		"skirmish:inner=3,steps=7", "chomp:size=4x4", "clobber:size=3x3", "domineering:size=4x3", "hex:size=3x3", "nim:piles=4+6,take=3,misere=yes",
		"tictactoe", "tictactoe:size=4x2,misere=yes", "kalah:pits=2,seeds=3", "dots-and-boxes:boxes=3x1", "othello:size=4x4,start=parallel",
	} {
		t.Run(spec, func(t *testing.T) {
			v, err := builtin.Registry().Open(spec)
			if err != nil {
				t.Fatal(err)
			}
			wins := 0
			switch g := v.(type) {
			case games.Game[uint64]:
				wins = checkLengths(t, newSearch(t, g, 1, 1<<20), 100)
			case games.Game[[2]uint64]:
				wins = checkLengths(t, newSearch(t, g, 1, 1<<20), 100)
			}
			if wins == 0 {
				t.Error("no wins")
			}
		})
	}
}

// TestLengthsOfRandomGames uses payoffs below the maximum, several threads, and
// tables that are too small.
func TestLengthsOfRandomGames(t *testing.T) {
	for _, c := range []struct {
		total   int
		payoffs []int
	}{{100, []int{0, 100}}, {100, []int{0, 25, 50, 75, 100}}, {99, []int{33, 66}}, {10, nil}} {
		for seed := range uint64(5) {
			g := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Seed: seed, Description: games.Info{
				Name: fmt.Sprintf("random %v, seed %d", c.payoffs, seed), Roles: []string{"a", "b"}, Total: c.total, Payoffs: c.payoffs, ExtraMoves: seed%2 == 1,
			}}}
			checkLengths[uint64](t, newSearch[uint64](t, g, 1, 1<<16), 30)
			checkLengths[uint64](t, newSearch[uint64](t, g, 3, 1<<8), 30)
		}
	}
}

func TestProofNumbersTellOutcomes(t *testing.T) {
	v, err := builtin.Registry().Open("breakthrough:size=4x4,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	engine := dfpn.New(g, 1<<20, search.Options{})
	defer engine.Close()
	deciders, stop := engine.Deciders(t.Context())
	defer stop()
	l := New[uint64](g, 1<<20, deciders)
	defer l.Close()
	start, _ := games.Canonical[uint64](g, g.Start())
	if low, high, err := l.Find(t.Context(), start, Win{Score: 50}, nil); low != 14 || high != 14 || err != nil {
		t.Errorf("%d to %d plies, %v; want 14", low, high, err)
	}
}

// TestStoppedSearchKeepsItsBounds stops a search by a node limit and by its
// context, and resumes it.
func TestStoppedSearchKeepsItsBounds(t *testing.T) {
	v, err := builtin.Registry().Open("tron:size=5x5")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	l := newSearch(t, g, 2, 1<<20)
	start, _ := games.Canonical(g, g.Start())
	win := Win{Score: 50, ByMover: true}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := l.Find(stopped, start, win, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	last := 0
	l.Limit(search.PublishInterval)
	for range 100 {
		low, high, err := l.Find(t.Context(), start, win, nil)
		if low < last || high < 18 || low > 18 {
			t.Fatalf("%d to %d plies after at least %d", low, high, last)
		}
		last = low
		if err == nil {
			break
		}
		if !errors.Is(err, search.ErrNodes) {
			t.Fatal(err)
		}
	}
	if last != 18 {
		t.Errorf("at least %d plies, want 18", last)
	}
}

// TestScoresTooGreatForTheTableAreRefused tests scores that do not fit into a
// tag.
func TestScoresTooGreatForTheTableAreRefused(t *testing.T) {
	g := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Seed: 1, Description: games.Info{
		Name: "random", Roles: []string{"a", "b"}, Total: 1000, Payoffs: []int{0, 300, 700, 1000},
	}}}
	l := newSearch[uint64](t, searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Description: games.Info{Roles: []string{"a", "b"}, Total: 100}}}, 1, 1<<10)
	l.game = g
	for score, refused := range map[int]bool{search.MaxScore: false, search.MaxScore + 1: true, 200: true} {
		if _, err := l.atMost(t.Context(), 0, Win{Score: score, ByMover: true}, 0); (err != nil) != refused {
			t.Errorf("score %d: %v", score, err)
		}
	}
}
