package deepen

import (
	"sync/atomic"
	"testing"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/searchtest"
	"zermelo/solver/solvertest"
)

// TestDeepenRandom searches random games with many scores.
func TestDeepenRandom(t *testing.T) {
	for seed := range uint64(20) {
		g := &searchtest.RandomGame{Seed: seed, Description: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: 10, ExtraMoves: seed%2 == 1}}
		testDeepen[uint64](t, g)
		testDeepen[uint64](t, searchtest.LayeredGame{RandomGame: g})
	}
}

// TestDeepenDepth compares the values of depth-limited searches of random games
// with a plain recursion to the same depth.
func TestDeepenDepth(t *testing.T) {
	for seed := range uint64(20) {
		g := &searchtest.RandomGame{Seed: seed, Description: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: 10, ExtraMoves: seed%2 == 1}}
		d := New[uint64](g, Options{Cache: 1 << 16})
		w := d.workers[0]
		w.stop, w.first = new(atomic.Bool), true
		r, err := d.newRoot(g.Start())
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth < searchtest.RandomPlies; depth++ {
			r.deepen(w, depth)
			best := -unit * d.game.Scores()
			for _, c := range children(g, g.Start()) {
				best = max(best, sign(g, g.Start(), c)*reference(g, c, depth-1, true))
			}
			if got := r.moves[r.order[0]].seen.value; got != best {
				t.Errorf("seed %d, depth %d: value %d, want %d", seed, depth, got, best)
			}
		}
		d.Close()
	}
}

// TestRootProve checks that a proof between two depths finds the exact score
// and correct bounds on all moves, and makes an optimal move the first.
func TestRootProve(t *testing.T) {
	for seed := range uint64(20) {
		g := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Seed: seed, Description: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: 10, ExtraMoves: seed%2 == 1}}}
		naive := solvertest.Naive[uint64](g)
		scoreOf := func(s uint64) int {
			payoff, _ := naive(s).Payoff[games.Mover[uint64](g, g.Start())].Float64()
			return search.ScoreOf(g.Description.Total, int16(payoff))
		}
		d := New[uint64](g, Options{Cache: 1 << 16})
		r, err := d.newRoot(g.Start())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.prove(t.Context()); err != nil {
			t.Fatal(err)
		}
		if score := scoreOf(g.Start()); r.low != score || r.high != score || !r.isProven() {
			t.Errorf("seed %d: score %d..%d, proven %v, want %d", seed, r.low, r.high, r.isProven(), score)
		}
		for _, m := range r.moves {
			if score := scoreOf(m.child); m.seen.low > score || m.seen.high < score {
				t.Errorf("seed %d, %s: score %d..%d, want %d", seed, m.name, m.seen.low, m.seen.high, score)
			}
		}
		d.Close()
	}
}

func children(g *searchtest.RandomGame, s uint64) []uint64 {
	children, _ := g.Expand(nil, nil, []uint64{s})
	return children
}

// sign returns -1 if the other player is to move in the child, and 1 otherwise.
func sign(g *searchtest.RandomGame, s, child uint64) int {
	if games.Mover(g, s) == games.Mover(g, child) {
		return 1
	}
	return -1
}

// reference returns the depth-limited value of a position for the player to
// move, in units. If look is set, it also detects terminal children at the
// depth limit.
func reference(g *searchtest.RandomGame, s uint64, depth int, look bool) int {
	moves := children(g, s)
	if len(moves) == 0 {
		p := g.Payoffs(nil, []uint64{s})[0]
		return search.ScoreOf(g.Description.Total, p[games.Mover(g, s)]) * unit
	}
	const top = 5 * unit
	guess := max(-top+1, min(int(g.Evaluate(nil, []uint64{s})[0]*float32(top-1)), top-1))
	if depth == 0 && !look {
		return guess
	}
	best, open := -top, false
	for _, c := range moves {
		switch terminal := len(children(g, c)) == 0; {
		case terminal:
			best = max(best, sign(g, s, c)*reference(g, c, 0, false))
		case depth > 0:
			best = max(best, sign(g, s, c)*reference(g, c, depth-1, depth > 1))
		default:
			open = true
		}
	}
	if open {
		best = max(best, guess)
	}
	return best
}
